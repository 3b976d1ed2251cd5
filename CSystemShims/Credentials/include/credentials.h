/*
 * What stores of credentials need of libsecret and OpenSSL, without policy.
 *
 * libsecret is loaded when the desktop's store is first used; its header isn't needed. Without SOCKEYE_SECRET_SERVICE, it
 * never is. Texts end with NUL. Failures leave a message in `error`, cut to its capacity.
 */
#ifndef SOCKEYE_CREDENTIALS_H
#define SOCKEYE_CREDENTIALS_H

#include <stddef.h>
#include <stdint.h>

enum {
    SOCKEYE_SECRET_FAILED = -1,
    SOCKEYE_SECRET_UNAVAILABLE = -2 /* the library can't be loaded */
};

/* Stores a password in the default collection, in place of one with the same three attributes: 0 or a failure. */
int sockeye_secret_set(
    const char *origin, const char *realm, const char *user, const char *password, char *error, size_t capacity);
/* Calls `visit` with each entry of the origin whose realm and user are these, or any for NULL; unlocks what is locked, which
   may ask the user. 0 or a failure. */
int sockeye_secret_find(
    const char *origin, const char *realm, const char *user,
    void (*visit)(void *context, const char *realm, const char *user, const char *password), void *context, char *error,
    size_t capacity);
/* Removes the entries with these attributes: 1 if there were any, 0 if not, or a failure. */
int sockeye_secret_remove(const char *origin, const char *realm, const char *user, char *error, size_t capacity);

/* scrypt (RFC 7914): 0, or -1 if OpenSSL can't, as when `memory_limit` bytes don't suffice. */
int sockeye_scrypt(
    const void *passphrase, size_t passphrase_count, const void *salt, size_t salt_count, uint64_t n, uint64_t r, uint64_t p,
    uint64_t memory_limit, void *key, size_t key_count);

enum { SOCKEYE_GCM_TAG = 16, SOCKEYE_GCM_NONCE = 12, SOCKEYE_GCM_KEY = 32 };

/* AES-256-GCM: `count` bytes and a tag after them; `extra` is authenticated, not encrypted. 0 or -1. */
int sockeye_gcm_seal(
    const void *key, const void *nonce, const void *extra, size_t extra_count, const void *plain, size_t count, void *sealed);
/* `count` includes the tag. 0, or -1 if anything was changed or the key is wrong. */
int sockeye_gcm_open(
    const void *key, const void *nonce, const void *extra, size_t extra_count, const void *sealed, size_t count, void *plain);
/* Random bytes: 0 or -1. */
int sockeye_credential_random(void *bytes, size_t count);
/* Overwrites memory so that the compiler can't leave it out. */
void sockeye_credential_wipe(void *bytes, size_t count);

/* Files: -errno on failure. */

/* The content of the regular file, at most `limit` bytes, in memory that sockeye_credential_file_free wipes and frees; a FIFO
   doesn't block it. */
int sockeye_credential_file_read(const char *path, size_t limit, unsigned char **bytes, size_t *count);
void sockeye_credential_file_free(unsigned char *bytes, size_t count);
/* Replaces the file by one with these bytes, for its owner alone (0600), that is on disk before it has the name. A link stays
   one: the file that it leads to is replaced, or made. */
int sockeye_credential_file_replace(const char *path, const void *bytes, size_t count);
/* Opens and locks a file beside it, with .lock after its name, created if missing, so that processes change the file in turn.
   Waits so many milliseconds for another process, then fails with -ETIMEDOUT. A descriptor. */
int sockeye_credential_file_lock(const char *path, int patience);
void sockeye_credential_file_unlock(int descriptor);

#endif
