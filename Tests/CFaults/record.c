/* The record of operations on the files of one folder, in the order in which the kernel got them. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "plan.h"

enum { MOST_DESCRIPTORS = 4096, MOST_FILES = 4096 };

/* The calls are made with the lock held, so that the record's order is the kernel's. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int is_recording;
static char *root;
static size_t root_length;

static cfaults_operation *operations;
static size_t operation_count, operation_capacity;

/* Which recorded file each descriptor has open, 0 for none; and the paths of folders. */
static uint64_t open_files[MOST_DESCRIPTORS];
static char *open_folders[MOST_DESCRIPTORS];

/* Files made since the record began: the kernel gives their inode numbers again. */
static struct { ino_t inode; uint64_t file; } made[MOST_FILES];
static size_t made_count;
static uint64_t last_file;

static int is_below_root(const char *path) {
    return path != NULL && strncmp(path, root, root_length) == 0 && (path[root_length] == '/' || path[root_length] == 0);
}

int cfaults_lock_record(int descriptor, const char *path) {
    if (!atomic_load(&is_recording)) return 0;
    pthread_mutex_lock(&lock);
    int is_known = descriptor >= 0 && descriptor < MOST_DESCRIPTORS &&
                   (open_files[descriptor] != 0 || open_folders[descriptor] != NULL);
    if (atomic_load(&is_recording) && (is_known || is_below_root(path))) return 1;
    pthread_mutex_unlock(&lock);
    return 0;
}

void cfaults_unlock_record(void) {
    pthread_mutex_unlock(&lock);
}

static cfaults_operation *add(int kind, uint64_t file, int64_t offset) {
    if (operation_count == operation_capacity) {
        operation_capacity = operation_capacity == 0 ? 256 : operation_capacity * 2;
        operations = realloc(operations, operation_capacity * sizeof *operations);
        if (operations == NULL) abort();
    }
    cfaults_operation *operation = &operations[operation_count++];
    *operation = (cfaults_operation){.kind = kind, .inode = file, .offset = offset};
    return operation;
}

static uint64_t file_of(int descriptor) {
    return descriptor >= 0 && descriptor < MOST_DESCRIPTORS ? open_files[descriptor] : 0;
}

void cfaults_note_open(int descriptor, const char *path, int flags, int existed) {
    if (descriptor >= MOST_DESCRIPTORS) abort();
    struct stat status;
    if (fstat(descriptor, &status) < 0) return;
    int is_unnamed = (flags & O_TMPFILE) == O_TMPFILE;
    if (S_ISDIR(status.st_mode) && !is_unnamed) {
        free(open_folders[descriptor]);
        open_folders[descriptor] = strdup(path);
        return;
    }
    uint64_t file = status.st_ino;
    int is_new = is_unnamed || ((flags & O_CREAT) != 0 && !existed);
    if (is_new) {
        file = ++last_file | (uint64_t)1 << 62;
        if (made_count == MOST_FILES) abort();
        made[made_count].inode = status.st_ino;
        made[made_count++].file = file;
    } else {
        for (size_t index = made_count; index-- > 0;) {
            if (made[index].inode != status.st_ino) continue;
            file = made[index].file;
            break;
        }
    }
    open_files[descriptor] = file;
    if (is_new) add(CFAULTS_CREATE, file, 0)->path = strdup(is_unnamed ? "" : path);
    if (!is_new && (flags & O_TRUNC) != 0) add(CFAULTS_TRUNCATE, file, 0);
}

void cfaults_note_close(int descriptor) {
    open_files[descriptor] = 0;
    free(open_folders[descriptor]);
    open_folders[descriptor] = NULL;
}

void cfaults_note_write(int descriptor, const void *bytes, size_t count, int64_t offset) {
    if (count == 0) return;
    cfaults_operation *operation = add(CFAULTS_WRITE, file_of(descriptor), offset);
    operation->bytes = malloc(count);
    if (operation->bytes == NULL) abort();
    memcpy(operation->bytes, bytes, count);
    operation->length = count;
}

void cfaults_note_moved(int descriptor, size_t count, int64_t offset) {
    void *bytes = malloc(count + 1);
    if (bytes == NULL || pread(descriptor, bytes, count, offset) != (ssize_t)count) abort();
    cfaults_note_write(descriptor, bytes, count, offset);
    free(bytes);
}

void cfaults_note_truncate(int descriptor, int64_t length) {
    add(CFAULTS_TRUNCATE, file_of(descriptor), length);
}

void cfaults_note_sync(int descriptor) {
    const char *folder = open_folders[descriptor];
    cfaults_operation *operation = add(CFAULTS_SYNC, file_of(descriptor), 0);
    if (folder != NULL) operation->path = strdup(folder);
}

void cfaults_note_sync_all(void) {
    add(CFAULTS_SYNC_ALL, 0, 0);
}

void cfaults_note_rename(const char *from, const char *to) {
    cfaults_operation *operation = add(CFAULTS_RENAME, 0, 0);
    operation->path = strdup(from);
    operation->other = strdup(to);
}

void cfaults_note_link(int descriptor, const char *path) {
    add(CFAULTS_LINK, file_of(descriptor), 0)->path = strdup(path);
}

void cfaults_note_unlink(const char *path) {
    add(CFAULTS_UNLINK, 0, 0)->path = strdup(path);
}

void cfaults_mark(int64_t number) {
    pthread_mutex_lock(&lock);
    if (atomic_load(&is_recording)) add(CFAULTS_MARK, 0, number);
    pthread_mutex_unlock(&lock);
}

void cfaults_record(const char *folder) {
    pthread_mutex_lock(&lock);
    for (size_t index = 0; index < operation_count; index++) {
        free(operations[index].bytes);
        free(operations[index].path);
        free(operations[index].other);
    }
    operation_count = made_count = 0;
    for (int index = 0; index < MOST_DESCRIPTORS; index++) {
        free(open_folders[index]);
        open_folders[index] = NULL;
        open_files[index] = 0;
    }
    free(root);
    root = strdup(folder);
    root_length = strlen(root);
    atomic_store(&is_recording, 1);
    pthread_mutex_unlock(&lock);
}

void cfaults_stop_recording(void) {
    atomic_store(&is_recording, 0);
}

size_t cfaults_operation_count(void) {
    return operation_count;
}

const cfaults_operation *cfaults_operation_at(size_t index) {
    return index < operation_count ? &operations[index] : NULL;
}
