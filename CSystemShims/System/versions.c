#include "versions.h"

#include <dlfcn.h>
#include <openssl/crypto.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "openssl_calls.h"

/* Some begin with the library's name, and end with what it is built with. */
static int written(const char *name, const char *version, char *text, size_t size)
{
    if (version == NULL) return 0;
    version += strcspn(version, "0123456789");
    return snprintf(text, size, "%s/%.*s", name, (int)strcspn(version, " "), version);
}

static int asked(const char *name, void *library, const char *function, char *text, size_t size)
{
    const char *(*version)(void) = library == NULL ? NULL : (const char *(*)(void))dlsym(library, function);
    return version == NULL ? 0 : written(name, version(), text, size);
}

int sockeye_library_version(int index, char *text, size_t size)
{
    enum { FLAGS = RTLD_NOW | RTLD_LOCAL };
    switch (index) {
    case 0: return written("OpenSSL", OpenSSL_version(OPENSSL_VERSION_STRING), text, size);
    case 1: return asked("zlib", dlopen("libz.so.1", FLAGS), "zlibVersion", text, size);
    case 2: {
#ifdef SOCKEYE_BROTLI
        void *library = dlopen("libbrotlidec.so.1", FLAGS);
        uint32_t (*version)(void) = library == NULL ? NULL : (uint32_t (*)(void))dlsym(library, "BrotliDecoderVersion");
        if (version == NULL) return 0;
        const uint32_t number = version();
        return snprintf(text, size, "brotli/%u.%u.%u", number >> 24, number >> 12 & 0xfff, number & 0xfff);
#else
        return 0;
#endif
    }
    case 3:
#ifdef SOCKEYE_ZSTD
        return asked("zstd", dlopen("libzstd.so.1", FLAGS), "ZSTD_versionString", text, size);
#else
        return 0;
#endif
    case 4: {
#ifdef SOCKEYE_IDN
        void *library = dlopen("libidn2.so.0", FLAGS);
        const char *(*version)(const char *) =
            library == NULL ? NULL : (const char *(*)(const char *))dlsym(library, "idn2_check_version");
        return version == NULL ? 0 : written("libidn2", version(NULL), text, size);
#else
        return 0;
#endif
    }
    case 5:
#ifdef SOCKEYE_PSL
        return asked("libpsl", dlopen("libpsl.so.5", FLAGS), "psl_get_version", text, size);
#else
        return 0;
#endif
    case 6: return asked("expat", dlopen("libexpat.so.1", FLAGS), "XML_ExpatVersion", text, size);
    case 7:
#ifdef SOCKEYE_DISK_CACHE
        return asked("SQLite", dlopen("libsqlite3.so.0", FLAGS), "sqlite3_libversion", text, size);
#else
        return 0;
#endif
    case 8:
#ifdef SOCKEYE_ARCHIVE
        return asked("libarchive", dlopen("libarchive.so.13", FLAGS), "archive_version_string", text, size);
#else
        return 0;
#endif
    default: return -1;
    }
}
