#ifndef SOCKEYE_DIGEST_H
#define SOCKEYE_DIGEST_H

#include <stddef.h>
#include <stdint.h>

/* Message digests, HMAC and random bytes over OpenSSL's EVP interface. */

/* The longest digest of any algorithm here. */
#define SOCKEYE_DIGEST_MAXIMUM_LENGTH 64

/* A digest or HMAC under construction. */
typedef struct sockeye_digest sockeye_digest;

/* Starts a digest with the algorithm OpenSSL calls `name` ("SHA256", "SHA512-256", …), or, if `key` is not NULL, an
   HMAC (RFC 2104) over it. On failure NULL, and whether the algorithm is unknown; if it isn't, memory is short. */
sockeye_digest *sockeye_digest_create(const char *name, const uint8_t *key, size_t key_length, int *is_unknown);

/* Adds bytes. Returns 1 on success, 0 on failure. Nothing may be added after sockeye_digest_finish. */
int sockeye_digest_update(sockeye_digest *digest, const uint8_t *bytes, size_t length);

/* Writes the result to `output`, which has room for SOCKEYE_DIGEST_MAXIMUM_LENGTH bytes. Returns its length, or 0. */
size_t sockeye_digest_finish(sockeye_digest *digest, uint8_t *output);

/* Frees a digest; no-op for NULL. */
void sockeye_digest_free(sockeye_digest *digest);

/* Adds a whole file. Returns 0, or the errno of what failed. */
int sockeye_digest_update_file(sockeye_digest *digest, const char *path);

/* Whether two byte arrays are equal, in time that depends only on their length (CRYPTO_memcmp). */
int sockeye_equal_in_constant_time(const uint8_t *left, const uint8_t *right, size_t length);

/* Fills a buffer from the cryptographic random generator (RAND_bytes). Returns 1 on success. */
int sockeye_random_bytes(uint8_t *output, size_t length);

#endif
