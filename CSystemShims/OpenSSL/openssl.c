#define SOCKEYE_OPENSSL_IS_LOADING
#include "openssl_calls.h"

#ifdef SOCKEYE_LAZY_LIBRARIES

#include <dlfcn.h>
#include <pthread.h>

#include "loading.h"

static sockeye_openssl_functions functions;

static void load(void) {
    void *crypto = dlopen("libcrypto.so.3", RTLD_NOW | RTLD_LOCAL);
#define OF_LIBCRYPTO(name) functions.name = (__typeof__(functions.name))sockeye_loaded_function(crypto, "libssl3", #name);
    SOCKEYE_OPENSSL_OF_LIBCRYPTO(OF_LIBCRYPTO)
    void *ssl = dlopen("libssl.so.3", RTLD_NOW | RTLD_LOCAL);
#define OF_LIBSSL(name) functions.name = (__typeof__(functions.name))sockeye_loaded_function(ssl, "libssl3", #name);
    SOCKEYE_OPENSSL_OF_LIBSSL(OF_LIBSSL)
}

const sockeye_openssl_functions *sockeye_openssl(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return &functions;
}

#endif
