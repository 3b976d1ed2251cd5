#include "digest.h"

#include <openssl/evp.h>

static const EVP_MD *algorithm_of(int algorithm) {
    switch (algorithm) {
    case SOCKEYE_MD5: return EVP_md5();
    case SOCKEYE_SHA1: return EVP_sha1();
    case SOCKEYE_SHA256: return EVP_sha256();
    case SOCKEYE_SHA384: return EVP_sha384();
    case SOCKEYE_SHA512: return EVP_sha512();
    default: return NULL;
    }
}

/* The structure is OpenSSL's; ours is a name for it that Swift can see. */
static EVP_MD_CTX *context_of(const sockeye_digest *digest) {
    return (EVP_MD_CTX *)digest;
}

sockeye_digest *sockeye_digest_new(int algorithm) {
    const EVP_MD *kind = algorithm_of(algorithm);
    EVP_MD_CTX *context = kind == NULL ? NULL : EVP_MD_CTX_new();
    if (context != NULL && EVP_DigestInit_ex(context, kind, NULL) == 1) return (sockeye_digest *)context;
    EVP_MD_CTX_free(context);
    return NULL;
}

int sockeye_digest_update(sockeye_digest *digest, const void *bytes, size_t count) {
    return EVP_DigestUpdate(context_of(digest), bytes, count) == 1 ? 0 : -1;
}

int sockeye_digest_current(const sockeye_digest *digest, unsigned char *result) {
    EVP_MD_CTX *copy = EVP_MD_CTX_new();
    unsigned length = 0;
    int done = copy != NULL && EVP_MD_CTX_copy_ex(copy, context_of(digest)) == 1 &&
               EVP_DigestFinal_ex(copy, result, &length) == 1;
    EVP_MD_CTX_free(copy);
    return done ? (int)length : -1;
}

void sockeye_digest_free(sockeye_digest *digest) {
    EVP_MD_CTX_free(context_of(digest));
}
