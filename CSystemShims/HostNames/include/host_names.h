#ifndef SOCKEYE_HOST_NAMES_H
#define SOCKEYE_HOST_NAMES_H

/*
 * Host names beyond ASCII (IDNA, by libidn2) and public suffixes (by libpsl). No policy and no state except the two
 * libraries, which are loaded (dlopen(3)) on first use: most programs never need them, and each linked library adds
 * about 0.2 ms to every start.
 *
 * Every call is thread-safe. Built without SOCKEYE_IDN or SOCKEYE_PSL, the calls return "unavailable".
 */

#include <stddef.h>

enum {
    SOCKEYE_HOST_NAME_INVALID = -1,     /* not a valid name, or it does not fit the output */
    SOCKEYE_HOST_NAME_UNAVAILABLE = -2  /* built without the library, or it can't be loaded */
};

/*
 * Writes the ASCII form (A-labels) of `host`, a NUL-terminated UTF-8 string, to `output`, which holds `capacity` bytes
 * (idn2_lookup_u8). The result is not NUL-terminated. Like browsers and curl, it maps names by UTS #46, nontransitional,
 * and falls back to the transitional mapping for what IDNA 2008 disallows, such as symbols.
 *
 * Returns the number of bytes written, or one of the values above.
 */
long sockeye_host_name_to_ascii(const char *host, char *output, size_t capacity);

/*
 * Whether `domain`, a NUL-terminated string in lowercase ASCII, is a public suffix, under which anyone can register
 * names (psl_is_public_suffix): 1 or 0, or SOCKEYE_HOST_NAME_UNAVAILABLE. Uses the newer of the system's list and the
 * library's built-in one.
 */
int sockeye_host_name_is_public_suffix(const char *domain);

#endif
