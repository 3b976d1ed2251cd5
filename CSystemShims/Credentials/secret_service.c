#include "credentials.h"

#include <stdio.h>

#ifdef SOCKEYE_SECRET_SERVICE

#include <dlfcn.h>
#include <pthread.h>

/* The few declarations of GLib and libsecret that are used, as their ABI fixes them: the headers would need those of GLib. */
typedef struct {
    uint32_t domain;
    int code;
    char *message;
} glib_error;

typedef struct glib_list {
    void *data;
    struct glib_list *next, *previous;
} glib_list;

typedef struct {
    const char *name;
    int flags;
    struct {
        const char *name;
        int type; /* 0: a string */
    } attributes[32];
    int reserved;
    void *reserved_pointers[7];
} secret_schema;

enum { SEARCH_ALL = 2, SEARCH_UNLOCK = 4, SEARCH_LOAD_SECRETS = 8 };

static const secret_schema schema = {
    .name = "org.sockeye.Credential",
    .attributes = {{.name = "origin"}, {.name = "realm"}, {.name = "user"}},
};

static struct {
    int is_loaded;
    void *(*hash_new)(unsigned (*hash)(const void *), int (*equal)(const void *, const void *));
    int (*hash_insert)(void *table, const void *key, const void *value);
    const void *(*hash_lookup)(void *table, const void *key);
    void (*hash_unref)(void *table);
    unsigned (*string_hash)(const void *);
    int (*string_equal)(const void *, const void *);
    void (*error_free)(glib_error *error);
    void (*list_free)(glib_list *list);
    void (*object_unref)(void *object);
    int (*store)(
        const secret_schema *, void *attributes, const char *collection, const char *label, const char *password,
        void *cancellable, glib_error **);
    glib_list *(*search)(const secret_schema *, void *attributes, int flags, void *cancellable, glib_error **);
    int (*clear)(const secret_schema *, void *attributes, void *cancellable, glib_error **);
    void *(*attributes_of)(void *retrievable);
    void *(*secret_of)(void *retrievable, void *cancellable, glib_error **);
    const char *(*text_of)(void *value);
    void (*value_unref)(void *value);
} library;

static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void)
{
    /* What libsecret links is found through it. */
    void *handle = dlopen("libsecret-1.so.0", RTLD_NOW | RTLD_LOCAL);
    if (handle == NULL) return;
    int found = 1;
#define FIND(field, name) found &= (library.field = (__typeof__(library.field))dlsym(handle, name)) != NULL
    FIND(hash_new, "g_hash_table_new");
    FIND(hash_insert, "g_hash_table_insert");
    FIND(hash_lookup, "g_hash_table_lookup");
    FIND(hash_unref, "g_hash_table_unref");
    FIND(string_hash, "g_str_hash");
    FIND(string_equal, "g_str_equal");
    FIND(error_free, "g_error_free");
    FIND(list_free, "g_list_free");
    FIND(object_unref, "g_object_unref");
    FIND(store, "secret_password_storev_sync");
    FIND(search, "secret_password_searchv_sync");
    FIND(clear, "secret_password_clearv_sync");
    FIND(attributes_of, "secret_retrievable_get_attributes");
    FIND(secret_of, "secret_retrievable_retrieve_secret_sync");
    FIND(text_of, "secret_value_get_text");
    FIND(value_unref, "secret_value_unref");
#undef FIND
    library.is_loaded = found;
}

/* 1 once the library is there. */
static int is_ready(void)
{
    pthread_once(&once, load);
    return library.is_loaded;
}

static int failed(glib_error *found, char *error, size_t capacity)
{
    snprintf(error, capacity, "%s", found == NULL || found->message == NULL ? "no reason given" : found->message);
    if (found != NULL) library.error_free(found);
    return SOCKEYE_SECRET_FAILED;
}

static void *attributes(const char *origin, const char *realm, const char *user)
{
    void *table = library.hash_new(library.string_hash, library.string_equal);
    library.hash_insert(table, "origin", origin);
    if (realm != NULL) library.hash_insert(table, "realm", realm);
    if (user != NULL) library.hash_insert(table, "user", user);
    return table;
}

int sockeye_secret_set(
    const char *origin, const char *realm, const char *user, const char *password, char *error, size_t capacity)
{
    if (!is_ready()) return SOCKEYE_SECRET_UNAVAILABLE;
    char label[512];
    snprintf(label, sizeof label, "%s at %s", user, origin);
    void *table = attributes(origin, realm, user);
    glib_error *found = NULL;
    int is_done = library.store(&schema, table, NULL, label, password, NULL, &found);
    library.hash_unref(table);
    return is_done ? 0 : failed(found, error, capacity);
}

int sockeye_secret_find(
    const char *origin, const char *realm, const char *user,
    void (*visit)(void *context, const char *realm, const char *user, const char *password), void *context, char *error,
    size_t capacity)
{
    if (!is_ready()) return SOCKEYE_SECRET_UNAVAILABLE;
    void *table = attributes(origin, realm, user);
    glib_error *found = NULL;
    glib_list *items = library.search(&schema, table, SEARCH_ALL | SEARCH_UNLOCK | SEARCH_LOAD_SECRETS, NULL, &found);
    library.hash_unref(table);
    if (found != NULL) return failed(found, error, capacity);
    int result = 0;
    for (glib_list *item = items; item != NULL; item = item->next) {
        void *facts = library.attributes_of(item->data);
        void *value = library.secret_of(item->data, NULL, &found);
        const char *text = value == NULL ? NULL : library.text_of(value);
        const char *name = facts == NULL ? NULL : library.hash_lookup(facts, "user");
        const char *place = facts == NULL ? NULL : library.hash_lookup(facts, "realm");
        if (text != NULL && name != NULL) visit(context, place == NULL ? "" : place, name, text);
        if (value != NULL) library.value_unref(value);
        if (facts != NULL) library.hash_unref(facts);
        library.object_unref(item->data);
        if (found != NULL) {
            /* The last reason is as good as the first. */
            result = failed(found, error, capacity);
            found = NULL;
        }
    }
    library.list_free(items);
    return result;
}

int sockeye_secret_remove(const char *origin, const char *realm, const char *user, char *error, size_t capacity)
{
    if (!is_ready()) return SOCKEYE_SECRET_UNAVAILABLE;
    void *table = attributes(origin, realm, user);
    glib_error *found = NULL;
    int is_done = library.clear(&schema, table, NULL, &found);
    library.hash_unref(table);
    return found != NULL ? failed(found, error, capacity) : is_done ? 1 : 0;
}

#else

int sockeye_secret_set(
    const char *origin, const char *realm, const char *user, const char *password, char *error, size_t capacity)
{
    (void)origin, (void)realm, (void)user, (void)password, (void)error, (void)capacity;
    return SOCKEYE_SECRET_UNAVAILABLE;
}

int sockeye_secret_find(
    const char *origin, const char *realm, const char *user,
    void (*visit)(void *context, const char *realm, const char *user, const char *password), void *context, char *error,
    size_t capacity)
{
    (void)origin, (void)realm, (void)user, (void)visit, (void)context, (void)error, (void)capacity;
    return SOCKEYE_SECRET_UNAVAILABLE;
}

int sockeye_secret_remove(const char *origin, const char *realm, const char *user, char *error, size_t capacity)
{
    (void)origin, (void)realm, (void)user, (void)error, (void)capacity;
    return SOCKEYE_SECRET_UNAVAILABLE;
}

#endif
