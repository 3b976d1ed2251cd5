/*
 * Libraries that a program loads (dlopen(3)) when it first needs them, but can't do without: COpenSSL, CExpat, zlib.
 */
#ifndef SOCKEYE_LOADING_H
#define SOCKEYE_LOADING_H

/*
 * The function of that name in `library`, which dlopen(3) returned. Where the library or the function is missing, the process ends as
 * it would have done at its start with the library linked: it says so on standard error and exits with 127.
 *
 * `package` is that of Debian and Ubuntu, which have the library.
 */
void *sockeye_loaded_function(void *library, const char *package, const char *name);

#endif
