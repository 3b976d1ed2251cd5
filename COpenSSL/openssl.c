#define SOCKEYE_OPENSSL_IS_LOADING
#include "openssl_calls.h"

#ifdef SOCKEYE_LAZY_OPENSSL

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static sockeye_openssl_functions functions;

/* As the dynamic linker does at the start of a program that is linked with a library that is missing. */
static void give_up(const char *missing) {
    const char *reason = dlerror();
    fprintf(stderr, "OpenSSL 3 cannot be loaded; Debian and Ubuntu have it as libssl3: %s\n", reason != NULL ? reason : missing);
    _exit(127);
}

static void *found(void *handle, const char *name) {
    void *function = dlsym(handle, name);
    if (function == NULL) give_up(name);
    return function;
}

static void load(void) {
    void *crypto = dlopen("libcrypto.so.3", RTLD_NOW | RTLD_LOCAL);
    if (crypto == NULL) give_up("libcrypto.so.3");
    void *ssl = dlopen("libssl.so.3", RTLD_NOW | RTLD_LOCAL);
    if (ssl == NULL) give_up("libssl.so.3");
#define OF_LIBCRYPTO(name) functions.name = (__typeof__(functions.name))found(crypto, #name);
#define OF_LIBSSL(name) functions.name = (__typeof__(functions.name))found(ssl, #name);
    SOCKEYE_OPENSSL_OF_LIBCRYPTO(OF_LIBCRYPTO)
    SOCKEYE_OPENSSL_OF_LIBSSL(OF_LIBSSL)
}

const sockeye_openssl_functions *sockeye_openssl(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return &functions;
}

#endif
