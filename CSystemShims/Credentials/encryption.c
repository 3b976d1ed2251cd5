#include "credentials.h"

#include <limits.h>
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/rand.h>

#include "openssl_calls.h"

int sockeye_scrypt(
    const void *passphrase, size_t passphrase_count, const void *salt, size_t salt_count, uint64_t n, uint64_t r, uint64_t p,
    uint64_t memory_limit, void *key, size_t key_count)
{
    int is_done = EVP_PBE_scrypt(passphrase, passphrase_count, salt, salt_count, n, r, p, memory_limit, key, key_count);
    return is_done == 1 ? 0 : -1;
}

int sockeye_gcm_seal(
    const void *key, const void *nonce, const void *extra, size_t extra_count, const void *plain, size_t count, void *sealed)
{
    if (count > INT_MAX || extra_count > INT_MAX) return -1;
    EVP_CIPHER_CTX *cipher = EVP_CIPHER_CTX_new();
    if (cipher == NULL) return -1;
    unsigned char *out = sealed;
    int length = 0;
    int is_done = EVP_EncryptInit_ex(cipher, EVP_aes_256_gcm(), NULL, key, nonce) == 1
        && EVP_EncryptUpdate(cipher, NULL, &length, extra, (int)extra_count) == 1
        && EVP_EncryptUpdate(cipher, out, &length, plain, (int)count) == 1
        && EVP_EncryptFinal_ex(cipher, out + count, &length) == 1
        && EVP_CIPHER_CTX_ctrl(cipher, EVP_CTRL_GCM_GET_TAG, SOCKEYE_GCM_TAG, out + count) == 1;
    EVP_CIPHER_CTX_free(cipher);
    return is_done ? 0 : -1;
}

int sockeye_gcm_open(
    const void *key, const void *nonce, const void *extra, size_t extra_count, const void *sealed, size_t count, void *plain)
{
    if (count < SOCKEYE_GCM_TAG || count > INT_MAX || extra_count > INT_MAX) return -1;
    EVP_CIPHER_CTX *cipher = EVP_CIPHER_CTX_new();
    if (cipher == NULL) return -1;
    const unsigned char *in = sealed;
    size_t plain_count = count - SOCKEYE_GCM_TAG;
    int length = 0;
    unsigned char last[16];
    int is_done = EVP_DecryptInit_ex(cipher, EVP_aes_256_gcm(), NULL, key, nonce) == 1
        && EVP_DecryptUpdate(cipher, NULL, &length, extra, (int)extra_count) == 1
        && EVP_DecryptUpdate(cipher, plain, &length, in, (int)plain_count) == 1
        && EVP_CIPHER_CTX_ctrl(cipher, EVP_CTRL_GCM_SET_TAG, SOCKEYE_GCM_TAG, (void *)(in + plain_count)) == 1
        && EVP_DecryptFinal_ex(cipher, last, &length) == 1;
    EVP_CIPHER_CTX_free(cipher);
    if (!is_done) OPENSSL_cleanse(plain, plain_count);
    return is_done ? 0 : -1;
}

int sockeye_credential_random(void *bytes, size_t count)
{
    return count <= INT_MAX && RAND_bytes(bytes, (int)count) == 1 ? 0 : -1;
}

void sockeye_credential_wipe(void *bytes, size_t count) { OPENSSL_cleanse(bytes, count); }
