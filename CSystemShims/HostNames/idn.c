#include "host_names.h"

#ifdef SOCKEYE_IDN

#include <dlfcn.h>
#include <idn2.h>
#include <pthread.h>
#include <stdint.h>
#include <string.h>

static struct {
    int is_loaded;
    __typeof__(&idn2_lookup_u8) lookup;
    __typeof__(&idn2_free) release;
} idn;

static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void)
{
    void *library = dlopen("libidn2.so.0", RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) return;
    idn.lookup = (__typeof__(idn.lookup))dlsym(library, "idn2_lookup_u8");
    idn.release = (__typeof__(idn.release))dlsym(library, "idn2_free");
    idn.is_loaded = idn.lookup != NULL && idn.release != NULL;
}

long sockeye_host_name_to_ascii(const char *host, char *output, size_t capacity)
{
    pthread_once(&once, load);
    if (!idn.is_loaded) return SOCKEYE_HOST_NAME_UNAVAILABLE;
    uint8_t *name = NULL;
    int result = idn.lookup((const uint8_t *)host, &name, IDN2_NFC_INPUT | IDN2_NONTRANSITIONAL);
    if (result == IDN2_DISALLOWED) {
        result = idn.lookup((const uint8_t *)host, &name, IDN2_NFC_INPUT | IDN2_TRANSITIONAL);
    }
    if (result != IDN2_OK) return SOCKEYE_HOST_NAME_INVALID;
    const size_t length = strlen((const char *)name);
    if (length <= capacity) memcpy(output, name, length);
    idn.release(name);
    return length <= capacity ? (long)length : SOCKEYE_HOST_NAME_INVALID;
}

#else

long sockeye_host_name_to_ascii(const char *host, char *output, size_t capacity)
{
    (void)host, (void)output, (void)capacity;
    return SOCKEYE_HOST_NAME_UNAVAILABLE;
}

#endif
