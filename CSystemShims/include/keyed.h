/*
 * What authentication needs of OpenSSL beside plain digests: one digest more, keyed digests, unguessable bytes.
 * Results are 0 on success, negative on failure (no memory, or an algorithm that this build of OpenSSL refuses).
 */
#ifndef SOCKEYE_KEYED_H
#define SOCKEYE_KEYED_H

#include <stddef.h>

/* SHA-512/256 (FIPS 180-4 section 5.3.6.2) of `count` bytes into 32 bytes at `result`. */
int sockeye_sha512_256(const void *bytes, size_t count, unsigned char *result);

/* HMAC with SHA-256 (RFC 2104) into 32 bytes at `result`. */
int sockeye_hmac_sha256(
    const void *key, size_t key_count, const void *bytes, size_t count, unsigned char *result);

/* Fills `count` bytes with unguessable ones (RAND_bytes). */
int sockeye_random_bytes(unsigned char *result, size_t count);

#endif
