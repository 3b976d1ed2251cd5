#include "keyed.h"

#include <limits.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/rand.h>

int sockeye_sha512_256(const void *bytes, size_t count, unsigned char *result)
{
    unsigned int length = 0;
    return EVP_Digest(bytes, count, result, &length, EVP_sha512_256(), NULL) == 1 && length == 32 ? 0 : -1;
}

int sockeye_hmac_sha256(const void *key, size_t key_count, const void *bytes, size_t count, unsigned char *result)
{
    unsigned int length = 0;
    if (key_count > INT_MAX) return -1;
    return HMAC(EVP_sha256(), key, (int)key_count, bytes, count, result, &length) != NULL && length == 32 ? 0 : -1;
}

int sockeye_random_bytes(unsigned char *result, size_t count)
{
    if (count > INT_MAX) return -1;
    return RAND_bytes(result, (int)count) == 1 ? 0 : -1;
}
