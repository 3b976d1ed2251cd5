#define _GNU_SOURCE
#include "libarchive.h"

#ifdef SOCKEYE_ARCHIVE

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>

struct sockeye_libarchive sockeye_libarchive;

static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void)
{
    void *handle = dlopen("libarchive.so.13", RTLD_NOW | RTLD_LOCAL);
    if (handle == NULL) return;
    int found = 1;
#define FIND(name) found &= (library.name = (__typeof__(library.name))dlsym(handle, "archive_" #name)) != NULL;
    EACH_CALL(FIND)
#undef FIND
    found &= (library.last_errno = (__typeof__(library.last_errno))dlsym(handle, "archive_errno")) != NULL;
    /* A zip says of each name whether it is UTF-8: in the one locale it is written so, in the other it isn't. Reading in C.UTF-8 would
       give names another normal form. */
    library.utf8 = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
    library.plain = newlocale(LC_CTYPE_MASK, "C", (locale_t)0);
    library.is_loaded = found && library.utf8 != (locale_t)0 && library.plain != (locale_t)0;
}

int sockeye_libarchive_load(void)
{
    pthread_once(&once, load);
    return library.is_loaded;
}

void sockeye_libarchive_restore(const locale_t *before) { uselocale(*before); }

/* The library's own numbers are negative, EILSEQ (the format is wrong) or EINVAL (a call is). */
int sockeye_libarchive_errno(struct archive *archive)
{
    int number = library.last_errno(archive);
    return number > 0 && number != EILSEQ && number != EINVAL ? number : 0;
}

#endif
