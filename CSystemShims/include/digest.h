#ifndef SOCKEYE_DIGEST_H
#define SOCKEYE_DIGEST_H

#include <stddef.h>
#include <stdint.h>

/* Message digests, HMAC and random bytes over OpenSSL's EVP interface. */

/* The longest digest any algorithm here makes. */
#define SOCKEYE_DIGEST_MAXIMUM_LENGTH 64

/* A digest or HMAC in the making. */
typedef struct sockeye_digest sockeye_digest;

/* Begins a digest with the algorithm OpenSSL calls `name` ("SHA256", "SHA512-256", …), or, when `key` is not NULL, an
   HMAC (RFC 2104) over it. NULL when the algorithm is not known or memory is short. */
sockeye_digest *sockeye_digest_create(const char *name, const uint8_t *key, size_t key_length);

/* Adds bytes. 1 on success, 0 on failure. Nothing may be added after sockeye_digest_finish. */
int sockeye_digest_update(sockeye_digest *digest, const uint8_t *bytes, size_t length);

/* Writes the result to `output`, which has room for SOCKEYE_DIGEST_MAXIMUM_LENGTH bytes. Its length, or 0 on failure. */
size_t sockeye_digest_finish(sockeye_digest *digest, uint8_t *output);

/* Frees a digest; NULL is let pass. */
void sockeye_digest_free(sockeye_digest *digest);

/* Adds all of a file's bytes. 0, or the errno of what failed. */
int sockeye_digest_update_file(sockeye_digest *digest, const char *path);

/* Whether two runs of bytes are equal, in a time that depends on their length only (CRYPTO_memcmp). */
int sockeye_equal_in_constant_time(const uint8_t *left, const uint8_t *right, size_t length);

/* Fills a buffer from the cryptographic random generator (RAND_bytes). 1 on success. */
int sockeye_random_bytes(uint8_t *output, size_t length);

#endif
