#include "host_names.h"

#ifdef SOCKEYE_PSL

#include <dlfcn.h>
#include <libpsl.h>
#include <pthread.h>

static struct {
    const psl_ctx_t *list;
    __typeof__(&psl_is_public_suffix) is_suffix;
} psl;

static pthread_once_t once = PTHREAD_ONCE_INIT;

/* The list is never freed: it lives as long as the process. */
static void load(void)
{
    void *library = dlopen("libpsl.so.5", RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) return;
    __typeof__(&psl_latest) latest = (__typeof__(&psl_latest))dlsym(library, "psl_latest");
    __typeof__(&psl_builtin) builtin = (__typeof__(&psl_builtin))dlsym(library, "psl_builtin");
    psl.is_suffix = (__typeof__(psl.is_suffix))dlsym(library, "psl_is_public_suffix");
    if (psl.is_suffix == NULL) return;
    if (latest != NULL) psl.list = latest(NULL);
    if (psl.list == NULL && builtin != NULL) psl.list = builtin();
}

int sockeye_host_name_is_public_suffix(const char *domain)
{
    pthread_once(&once, load);
    if (psl.list == NULL) return SOCKEYE_HOST_NAME_UNAVAILABLE;
    return psl.is_suffix(psl.list, domain) != 0;
}

#else

int sockeye_host_name_is_public_suffix(const char *domain)
{
    (void)domain;
    return SOCKEYE_HOST_NAME_UNAVAILABLE;
}

#endif
