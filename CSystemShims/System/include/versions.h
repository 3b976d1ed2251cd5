#ifndef SOCKEYE_VERSIONS_H
#define SOCKEYE_VERSIONS_H

#include <stddef.h>

/*
 * Writes the name and version of library number `index`, such as "zlib/1.2.13", as snprintf(3) does, and returns the length. 0 if this
 * system has no such library or the build has no use for it; -1 beyond the last one. Loads the library.
 */
int sockeye_library_version(int index, char *text, size_t size);

#endif
