#ifndef SOCKEYE_NAMES_H
#define SOCKEYE_NAMES_H

/*
 * What host names mean beyond their letters: international ones (IDNA, by libidn2) and which are public suffixes (by
 * libpsl). No policy, no state but the libraries themselves, which are loaded (dlopen(3)) when they are first needed:
 * most programs never do, and each library linked costs every start of a program about 0.2 ms.
 *
 * Every call may be made from any thread. Built without SOCKEYE_IDN or SOCKEYE_PSL, the answer is "unavailable".
 */

#include <stddef.h>

enum {
    SOCKEYE_NAME_INVALID = -1,     /* there is no such name */
    SOCKEYE_NAME_UNAVAILABLE = -2  /* the library is not there */
};

/*
 * Writes the ASCII form (A-labels) of the host name at `host`, which is UTF-8 and ends with NUL, to `output` with its
 * room for `room` bytes, without a NUL (idn2_lookup_u8). As browsers and curl do, the mapping of UTS #46 is used,
 * nontransitional, and for what IDNA 2008 does not allow, such as symbols, the transitional one.
 *
 * Returns how many bytes were written, or one of the values above; also SOCKEYE_NAME_INVALID for a lack of room.
 */
long sockeye_name_to_ascii(const char *host, char *output, size_t room);

/*
 * Whether the domain at `domain`, in small ASCII letters and ended with NUL, is a public suffix, under which anybody can
 * register names (psl_is_public_suffix): 1 or 0, or SOCKEYE_NAME_UNAVAILABLE. The newer one of the system's list and the
 * one within the library is used.
 */
int sockeye_name_is_public_suffix(const char *domain);

#endif
