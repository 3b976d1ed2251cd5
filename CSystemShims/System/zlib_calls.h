/*
 * Where zlib's functions come from. Include it last, after zlib.h.
 *
 * Linked, as embedders get it, this header is empty. In the program (SOCKEYE_LAZY_LIBRARIES) each name below stands for a member of one
 * table, which the first call fills: the library is loaded (dlopen(3)) when a body first needs it.
 *
 * A new call needs its name in both lists, or the program doesn't link.
 */
#ifndef SOCKEYE_ZLIB_CALLS_H
#define SOCKEYE_ZLIB_CALLS_H

#ifdef SOCKEYE_LAZY_LIBRARIES

#define SOCKEYE_ZLIB(use) \
    use(deflate) use(deflateEnd) use(deflateInit2_) use(deflateReset) use(inflate) use(inflateEnd) \
    use(inflateInit2_) use(inflateReset) use(inflateResetKeep)

/* Declared with the header's types, so that a changed header fails to compile. */
typedef struct {
#define SOCKEYE_ZLIB_MEMBER(name) __typeof__(&name) name;
    SOCKEYE_ZLIB(SOCKEYE_ZLIB_MEMBER)
#undef SOCKEYE_ZLIB_MEMBER
} sockeye_zlib_functions;

/* The functions, loaded if they aren't yet; any thread may ask. Ends the process if it lacks the library. */
const sockeye_zlib_functions *sockeye_zlib(void);

#ifndef SOCKEYE_ZLIB_IS_LOADING
#define deflate (sockeye_zlib()->deflate)
#define deflateEnd (sockeye_zlib()->deflateEnd)
#define deflateInit2_ (sockeye_zlib()->deflateInit2_)
#define deflateReset (sockeye_zlib()->deflateReset)
#define inflate (sockeye_zlib()->inflate)
#define inflateEnd (sockeye_zlib()->inflateEnd)
#define inflateInit2_ (sockeye_zlib()->inflateInit2_)
#define inflateReset (sockeye_zlib()->inflateReset)
#define inflateResetKeep (sockeye_zlib()->inflateResetKeep)
#endif

#endif

#endif
