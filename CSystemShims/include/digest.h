/*
 * Message digests through OpenSSL's EVP. Results are 0 or a length on success, negative on failure (no memory, or an
 * algorithm that this build of OpenSSL refuses).
 */
#ifndef SOCKEYE_DIGEST_H
#define SOCKEYE_DIGEST_H

#include <stddef.h>

enum {
    SOCKEYE_MD5 = 1,
    SOCKEYE_SHA1 = 2,
    SOCKEYE_SHA256 = 3,
    SOCKEYE_SHA384 = 4,
    SOCKEYE_SHA512 = 5
};

/* The longest digest, in bytes. */
enum { SOCKEYE_DIGEST_CAPACITY = 64 };

/* A digest that is being computed (EVP_MD_CTX). NULL when it cannot be had. */
typedef struct sockeye_digest sockeye_digest;

sockeye_digest *sockeye_digest_new(int algorithm);
int sockeye_digest_update(sockeye_digest *digest, const void *bytes, size_t count);

/* The digest of what came so far, without ending it. Returns its length. */
int sockeye_digest_current(const sockeye_digest *digest, unsigned char *result);

void sockeye_digest_free(sockeye_digest *digest);

#endif
