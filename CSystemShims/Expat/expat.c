#include "expat_calls.h"

#ifdef SOCKEYE_LAZY_LIBRARIES

#include <dlfcn.h>
#include <pthread.h>

#include "loading.h"

static sockeye_expat_functions functions;

static void load(void)
{
    void *library = dlopen("libexpat.so.1", RTLD_NOW | RTLD_LOCAL);
#define LOAD(name) functions.name = (__typeof__(functions.name))sockeye_loaded_function(library, "libexpat1", #name);
    SOCKEYE_EXPAT(LOAD)
}

const sockeye_expat_functions *sockeye_expat(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return &functions;
}

#else

const sockeye_expat_functions *sockeye_expat(void)
{
#define ADDRESS(name) .name = name,
    static const sockeye_expat_functions functions = {SOCKEYE_EXPAT(ADDRESS)};
    return &functions;
}

#endif
