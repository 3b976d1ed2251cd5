#include "disk_cache.h"

#ifdef SOCKEYE_DISK_CACHE

#include <dlfcn.h>
#include <pthread.h>
#include <sqlite3.h>

static struct {
    int is_loaded;
    __typeof__(&sqlite3_open_v2) open;
    __typeof__(&sqlite3_close_v2) close;
    __typeof__(&sqlite3_busy_timeout) busy_timeout;
    __typeof__(&sqlite3_exec) exec;
    __typeof__(&sqlite3_prepare_v3) prepare;
    __typeof__(&sqlite3_finalize) finalize;
    __typeof__(&sqlite3_bind_int64) bind_int64;
    __typeof__(&sqlite3_bind_blob64) bind_blob;
    __typeof__(&sqlite3_step) step;
    __typeof__(&sqlite3_reset) reset;
    __typeof__(&sqlite3_clear_bindings) clear_bindings;
    __typeof__(&sqlite3_column_int64) column_int64;
    __typeof__(&sqlite3_column_blob) column_blob;
    __typeof__(&sqlite3_column_bytes) column_bytes;
} sqlite;

static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void)
{
    void *library = dlopen("libsqlite3.so.0", RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) return;
    int found = 1;
#define FIND(field, name) found &= (sqlite.field = (__typeof__(sqlite.field))dlsym(library, name)) != NULL
    FIND(open, "sqlite3_open_v2");
    FIND(close, "sqlite3_close_v2");
    FIND(busy_timeout, "sqlite3_busy_timeout");
    FIND(exec, "sqlite3_exec");
    FIND(prepare, "sqlite3_prepare_v3");
    FIND(finalize, "sqlite3_finalize");
    FIND(bind_int64, "sqlite3_bind_int64");
    FIND(bind_blob, "sqlite3_bind_blob64");
    FIND(step, "sqlite3_step");
    FIND(reset, "sqlite3_reset");
    FIND(clear_bindings, "sqlite3_clear_bindings");
    FIND(column_int64, "sqlite3_column_int64");
    FIND(column_blob, "sqlite3_column_blob");
    FIND(column_bytes, "sqlite3_column_bytes");
#undef FIND
    sqlite.is_loaded = found;
}

#define INDEX(pointer) ((sqlite3 *)(pointer))
#define STATEMENT(pointer) ((sqlite3_stmt *)(pointer))

sockeye_sqlite *sockeye_sqlite_open(const char *path, int *result)
{
    pthread_once(&once, load);
    if (!sqlite.is_loaded) {
        *result = SOCKEYE_SQLITE_UNAVAILABLE;
        return NULL;
    }
    sqlite3 *index = NULL;
    *result = sqlite.open(path, &index, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL);
    if (*result == SQLITE_OK) return (sockeye_sqlite *)index;
    sqlite.close(index);
    return NULL;
}

void sockeye_sqlite_close(sockeye_sqlite *index) { sqlite.close(INDEX(index)); }

int sockeye_sqlite_busy_timeout(sockeye_sqlite *index, int milliseconds)
{
    return sqlite.busy_timeout(INDEX(index), milliseconds);
}

int sockeye_sqlite_exec(sockeye_sqlite *index, const char *sql)
{
    return sqlite.exec(INDEX(index), sql, NULL, NULL, NULL);
}

sockeye_statement *sockeye_sqlite_prepare(sockeye_sqlite *index, const char *sql, int *result)
{
    sqlite3_stmt *statement = NULL;
    *result = sqlite.prepare(INDEX(index), sql, -1, SQLITE_PREPARE_PERSISTENT, &statement, NULL);
    return (sockeye_statement *)statement;
}

void sockeye_sqlite_finalize(sockeye_statement *statement) { sqlite.finalize(STATEMENT(statement)); }

int sockeye_sqlite_bind_int64(sockeye_statement *statement, int position, int64_t value)
{
    return sqlite.bind_int64(STATEMENT(statement), position, value);
}

int sockeye_sqlite_bind_blob(sockeye_statement *statement, int position, const void *bytes, size_t count)
{
    return sqlite.bind_blob(STATEMENT(statement), position, bytes, count, SQLITE_STATIC);
}

int sockeye_sqlite_step(sockeye_statement *statement) { return sqlite.step(STATEMENT(statement)); }

void sockeye_sqlite_reset(sockeye_statement *statement)
{
    sqlite.reset(STATEMENT(statement));
    sqlite.clear_bindings(STATEMENT(statement));
}

int64_t sockeye_sqlite_column_int64(sockeye_statement *statement, int column)
{
    return sqlite.column_int64(STATEMENT(statement), column);
}

const void *sockeye_sqlite_column_blob(sockeye_statement *statement, int column, size_t *count)
{
    const void *bytes = sqlite.column_blob(STATEMENT(statement), column);
    *count = bytes == NULL ? 0 : (size_t)sqlite.column_bytes(STATEMENT(statement), column);
    return bytes;
}

#else

sockeye_sqlite *sockeye_sqlite_open(const char *path, int *result)
{
    (void)path;
    *result = SOCKEYE_SQLITE_UNAVAILABLE;
    return NULL;
}

#endif
