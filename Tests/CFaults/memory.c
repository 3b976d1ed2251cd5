/* Allocations of the shims, of OpenSSL and of zlib: each may fail, and those alive are counted. */
#define _GNU_SOURCE
#include <openssl/crypto.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <zlib.h>

#include "plan.h"

static atomic_int_least64_t live;

int64_t cfaults_live_allocations(void) {
    return atomic_load(&live);
}

static void *counted(void *pointer) {
    if (pointer != NULL) atomic_fetch_add(&live, 1);
    return pointer;
}

static void *reallocate(int call, void *old, size_t count) {
    if (cfaults_fails(call)) return NULL;
    void *result = realloc(old, count);
    if (old == NULL) return counted(result);
    return result;
}

void *cfaults_malloc(size_t count) {
    return cfaults_fails(CFAULTS_allocate) ? NULL : counted(malloc(count));
}

void *cfaults_calloc(size_t count, size_t size) {
    return cfaults_fails(CFAULTS_allocate) ? NULL : counted(calloc(count, size));
}

void *cfaults_realloc(void *old, size_t count) {
    return reallocate(CFAULTS_allocate, old, count);
}

void cfaults_free(void *pointer) {
    if (pointer != NULL) atomic_fetch_sub(&live, 1);
    free(pointer);
}

char *cfaults_realpath(const char *path, char *resolved) {
    if (cfaults_fails(CFAULTS_realpath)) return NULL;
    return counted(realpath(path, resolved));
}

static void *allocate_tls(size_t count, const char *file, int line) {
    (void)file;
    (void)line;
    return count == 0 || cfaults_fails(CFAULTS_allocate_tls) ? NULL : counted(malloc(count));
}

static void free_tls(void *pointer, const char *file, int line) {
    (void)file;
    (void)line;
    cfaults_free(pointer);
}

static void *reallocate_tls(void *old, size_t count, const char *file, int line) {
    if (count == 0) {
        free_tls(old, file, line);
        return NULL;
    }
    return reallocate(CFAULTS_allocate_tls, old, count);
}

/* OpenSSL refuses this after its first allocation. */
__attribute__((constructor)) static void watch_tls(void) {
    if (CRYPTO_set_mem_functions(allocate_tls, reallocate_tls, free_tls) == 1) return;
    fputs("faults: OpenSSL's allocations cannot be watched\n", stderr);
    abort();
}

static void *allocate_inflate(void *unused, unsigned count, unsigned size) {
    (void)unused;
    return cfaults_fails(CFAULTS_allocate_inflate) ? NULL : counted(calloc(count, size));
}

static void free_inflate(void *unused, void *pointer) {
    (void)unused;
    cfaults_free(pointer);
}

int cfaults_inflateInit2(z_stream *stream, int window_bits) {
    stream->zalloc = allocate_inflate;
    stream->zfree = free_inflate;
    return inflateInit2(stream, window_bits);
}
