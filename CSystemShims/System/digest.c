#define _GNU_SOURCE

#include "digest.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/rand.h>
#include <stdlib.h>
#include <unistd.h>

#include "calls.h"
#include "openssl_calls.h"

struct sockeye_digest {
    EVP_MD_CTX *plain; /* NULL for an HMAC */
    EVP_MAC_CTX *keyed; /* NULL for a digest */
};

static int begin_plain(sockeye_digest *digest, const char *name) {
    EVP_MD *algorithm = EVP_MD_fetch(NULL, name, NULL);
    if (algorithm == NULL) return 0;
    digest->plain = EVP_MD_CTX_new();
    int begun = digest->plain != NULL && EVP_DigestInit_ex(digest->plain, algorithm, NULL);
    EVP_MD_free(algorithm);
    return begun;
}

static int begin_keyed(sockeye_digest *digest, const char *name, const uint8_t *key, size_t key_length) {
    EVP_MAC *algorithm = EVP_MAC_fetch(NULL, "HMAC", NULL);
    if (algorithm == NULL) return 0;
    digest->keyed = EVP_MAC_CTX_new(algorithm);
    EVP_MAC_free(algorithm);
    OSSL_PARAM parameters[] = {
        OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_DIGEST, (char *)name, 0),
        OSSL_PARAM_construct_end(),
    };
    return digest->keyed != NULL && EVP_MAC_init(digest->keyed, key, key_length, parameters);
}

sockeye_digest *sockeye_digest_create(const char *name, const uint8_t *key, size_t key_length, int *is_unknown) {
    *is_unknown = 0;
    ERR_clear_error();
    sockeye_digest *digest = calloc(1, sizeof *digest);
    if (digest == NULL) return NULL;
    int begun = key == NULL ? begin_plain(digest, name) : begin_keyed(digest, name, key, key_length);
    if (begun) return digest;
    *is_unknown = ERR_GET_REASON(ERR_peek_last_error()) == ERR_R_UNSUPPORTED;
    ERR_clear_error();
    sockeye_digest_free(digest);
    return NULL;
}

int sockeye_digest_update(sockeye_digest *digest, const uint8_t *bytes, size_t length) {
    if (length == 0) return 1;
    if (digest->keyed != NULL) return EVP_MAC_update(digest->keyed, bytes, length);
    return EVP_DigestUpdate(digest->plain, bytes, length);
}

size_t sockeye_digest_finish(sockeye_digest *digest, uint8_t *output) {
    if (digest->keyed != NULL) {
        size_t length = 0;
        return EVP_MAC_final(digest->keyed, output, &length, SOCKEYE_DIGEST_MAXIMUM_LENGTH) ? length : 0;
    }
    unsigned int length = 0;
    return EVP_DigestFinal_ex(digest->plain, output, &length) ? length : 0;
}

void sockeye_digest_free(sockeye_digest *digest) {
    if (digest == NULL) return;
    EVP_MD_CTX_free(digest->plain);
    EVP_MAC_CTX_free(digest->keyed);
    free(digest);
}

int sockeye_digest_update_file(sockeye_digest *digest, const char *path) {
    enum { CHUNK = 256 * 1024 };
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return errno;
    uint8_t *chunk = malloc(CHUNK);
    int error = chunk == NULL ? ENOMEM : 0;
    while (error == 0) {
        ssize_t length = read(file, chunk, CHUNK);
        if (length == 0) break;
        if (length > 0) {
            if (!sockeye_digest_update(digest, chunk, (size_t)length)) error = EIO;
        } else if (errno != EINTR) {
            error = errno;
        }
    }
    free(chunk);
    close(file);
    return error;
}

int sockeye_equal_in_constant_time(const uint8_t *left, const uint8_t *right, size_t length) {
    return CRYPTO_memcmp(left, right, length) == 0;
}

int sockeye_random_bytes(uint8_t *output, size_t length) {
    while (length > 0) {
        int part = length > INT_MAX ? INT_MAX : (int)length;
        if (RAND_bytes(output, part) != 1) return 0;
        output += part;
        length -= (size_t)part;
    }
    return 1;
}
