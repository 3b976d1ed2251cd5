#include "loading.h"

#include <dlfcn.h>
#include <stdio.h>
#include <unistd.h>

void *sockeye_loaded_function(void *library, const char *package, const char *name)
{
    void *function = library != NULL ? dlsym(library, name) : NULL;
    if (function != NULL) return function;
    const char *reason = dlerror();
    fprintf(stderr, "a library cannot be loaded; Debian and Ubuntu have it as %s: %s\n", package, reason != NULL ? reason : name);
    _exit(127);
}
