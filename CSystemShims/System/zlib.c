#include <zlib.h>

#define SOCKEYE_ZLIB_IS_LOADING
#include "zlib_calls.h"

#ifdef SOCKEYE_LAZY_LIBRARIES

#include <dlfcn.h>
#include <pthread.h>

#include "loading.h"

static sockeye_zlib_functions functions;

static void load(void)
{
    void *library = dlopen("libz.so.1", RTLD_NOW | RTLD_LOCAL);
#define LOAD(name) functions.name = (__typeof__(functions.name))sockeye_loaded_function(library, "zlib1g", #name);
    SOCKEYE_ZLIB(LOAD)
}

const sockeye_zlib_functions *sockeye_zlib(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return &functions;
}

#endif
