#define _GNU_SOURCE
#include "trust.h"

#include <errno.h>
#include <fcntl.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/pkcs12.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "sockets.h"
#include "tls_native.h"

#include "calls.h"
#include "openssl_calls.h"

/* Copies OpenSSL's message for its last failure, and empties the error queue. */
static int fail(char *error, size_t capacity, const char *otherwise) {
    /* A system error comes first in the queue, with the file's name; the last entry says only "system lib". */
    const char *data = NULL;
    int flags = 0;
    const unsigned long first = ERR_peek_error_data(&data, &flags);
    if (ERR_SYSTEM_ERROR(first)) {
        char words[128];
        sockeye_error_message(ERR_GET_REASON(first), words, sizeof words);
        snprintf(error, capacity, "%s (%s)", words, (flags & ERR_TXT_STRING) != 0 && data != NULL ? data : otherwise);
        ERR_clear_error();
        return -1;
    }
    const unsigned long code = ERR_peek_last_error();
    const char *reason = code != 0 ? ERR_reason_error_string(code) : NULL;
    snprintf(error, capacity, "%s", reason != NULL ? reason : otherwise);
    ERR_clear_error();
    return -1;
}

/* Says what is wrong with a file: the system's reason why it can't be read, or `otherwise`. */
static int fail_in(const char *path, char *error, size_t capacity, const char *otherwise) {
    const unsigned long first = ERR_peek_error();
    char words[128];
    if (ERR_SYSTEM_ERROR(first)) sockeye_error_message(ERR_GET_REASON(first), words, sizeof words);
    snprintf(error, capacity, "%s: %s", path, ERR_SYSTEM_ERROR(first) ? words : otherwise);
    ERR_clear_error();
    return -1;
}

/* TLS's own reason to refuse a certificate that could be read, such as a key that is too small; else `otherwise`. */
static const char *refusal(const char *otherwise) {
    const unsigned long last = ERR_peek_last_error();
    if (ERR_GET_LIB(last) != ERR_LIB_SSL || (ERR_GET_REASON(last) & ERR_RFLAG_COMMON) != 0) return otherwise;
    const char *reason = ERR_reason_error_string(last);
    return reason != NULL ? reason : otherwise;
}

/* What the caller has for an encrypted key, and whether the key needed it. */
struct passphrase {
    const char *text;
    int is_needed;
};

static const char *about_passphrase(const char *text) {
    return text != NULL && text[0] != '\0' ? "the passphrase is wrong" : "it is encrypted, and no passphrase is given";
}

/* Returns the caller's passphrase; never prompts on a terminal. */
static int give_passphrase(char *buffer, int capacity, int writing, void *pointer) {
    (void)writing;
    struct passphrase *passphrase = pointer;
    if (passphrase == NULL) return 0;
    passphrase->is_needed = 1;
    const size_t length = passphrase->text != NULL ? strlen(passphrase->text) : 0;
    if (length > (size_t)capacity) return 0;
    if (length > 0) memcpy(buffer, passphrase->text, length);
    return (int)length;
}

static int use_pkcs12(SSL_CTX *ssl, const char *path, const char *password, char *error, size_t capacity) {
    BIO *file = BIO_new_file(path, "rb");
    if (file == NULL) return fail_in(path, error, capacity, "it can't be read");
    PKCS12 *package = d2i_PKCS12_bio(file, NULL);
    BIO_free(file);
    if (package == NULL) return fail_in(path, error, capacity, "it isn't PKCS#12");
    EVP_PKEY *key = NULL;
    X509 *certificate = NULL;
    STACK_OF(X509) *chain = NULL;
    const int is_open = PKCS12_parse(package, password != NULL ? password : "", &key, &certificate, &chain) == 1;
    const int has_both = is_open && key != NULL && certificate != NULL;
    const int ok = has_both && SSL_CTX_use_cert_and_key(ssl, certificate, key, chain, 1) == 1;
    PKCS12_free(package);
    EVP_PKEY_free(key);
    X509_free(certificate);
    sk_X509_pop_free(chain, X509_free);
    if (ok) return 0;
    if (has_both) return fail_in(path, error, capacity, refusal("the key isn't that of the certificate"));
    return fail_in(path, error, capacity, is_open ? "no certificate with its key in it" : about_passphrase(password));
}

/* The key of a file, in PEM or else in DER. */
static EVP_PKEY *read_key(const char *path, struct passphrase *passphrase) {
    BIO *file = BIO_new_file(path, "rb");
    if (file == NULL) return NULL;
    EVP_PKEY *key = PEM_read_bio_PrivateKey(file, NULL, give_passphrase, passphrase);
    if (key == NULL && !passphrase->is_needed && BIO_reset(file) == 0) key = d2i_PrivateKey_bio(file, NULL);
    BIO_free(file);
    return key;
}

int sockeye_trust_use_identity(sockeye_tls_context *context, int kind, const char *certificate_path,
                               const char *key_path, const char *password, char *error, size_t error_capacity) {
    SSL_CTX *ssl = context->ssl;
    if (kind == SOCKEYE_IDENTITY_PKCS12) return use_pkcs12(ssl, certificate_path, password, error, error_capacity);
    const int is_der = kind == SOCKEYE_IDENTITY_DER;
    /* Without it OpenSSL would ask on the terminal. */
    SSL_CTX_set_default_passwd_cb(ssl, give_passphrase);
    if ((is_der ? SSL_CTX_use_certificate_file(ssl, certificate_path, SSL_FILETYPE_ASN1)
                : SSL_CTX_use_certificate_chain_file(ssl, certificate_path)) != 1) {
        return fail_in(certificate_path, error, error_capacity,
                       refusal(is_der ? "no certificate in DER"
                                      : "no certificate in PEM; if it is DER or PKCS#12, its type has to be given"));
    }
    if (key_path == NULL) key_path = certificate_path;
    struct passphrase passphrase = {password, 0};
    EVP_PKEY *key = read_key(key_path, &passphrase);
    if (key == NULL) {
        return fail_in(key_path, error, error_capacity,
                       passphrase.is_needed ? about_passphrase(password) : "no private key in PEM or DER");
    }
    const int ok = X509_check_private_key(SSL_CTX_get0_certificate(ssl), key) == 1 &&
                   SSL_CTX_use_PrivateKey(ssl, key) == 1;
    EVP_PKEY_free(key);
    return ok ? 0 : fail_in(key_path, error, error_capacity, "the key isn't that of the certificate");
}

int sockeye_trust_offer(sockeye_tls_context *context, int kind, const char *list, char *error, size_t error_capacity) {
    SSL_CTX *ssl = context->ssl;
    const char *what = "";
    long ok = 0;
    switch (kind) {
    case SOCKEYE_OFFER_CIPHERS:
        what = "knows no cipher in";
        ok = SSL_CTX_set_cipher_list(ssl, list);
        break;
    case SOCKEYE_OFFER_CIPHERS13:
        what = "knows no cipher of TLS 1.3 in";
        ok = SSL_CTX_set_ciphersuites(ssl, list);
        break;
    case SOCKEYE_OFFER_GROUPS:
        what = "doesn't know every curve in";
        ok = SSL_CTX_set1_groups_list(ssl, list);
        break;
    case SOCKEYE_OFFER_SIGNATURES:
        what = "doesn't know every signature algorithm in";
        ok = SSL_CTX_set1_sigalgs_list(ssl, list);
        break;
    }
    if (ok == 1) {
        return 0;
    }
    snprintf(error, error_capacity, "OpenSSL %s '%s'", what, list);
    ERR_clear_error();
    return -1;
}

int sockeye_trust_use_revocation_lists(sockeye_tls_context *context, const char *path, char *error,
                                       size_t error_capacity) {
    X509_STORE *store = SSL_CTX_get_cert_store(context->ssl);
    X509_LOOKUP *lookup = X509_STORE_add_lookup(store, X509_LOOKUP_file());
    if (lookup == NULL || X509_load_crl_file(lookup, path, X509_FILETYPE_PEM) <= 0) {
        return fail(error, error_capacity, "no revocation list in the file");
    }
    X509_STORE_set_flags(store, X509_V_FLAG_CRL_CHECK | X509_V_FLAG_CRL_CHECK_ALL);
    /* OpenSSL needs a list from each certificate's issuer, which the last one of a partial chain doesn't have. */
    X509_VERIFY_PARAM_clear_flags(X509_STORE_get0_param(store), X509_V_FLAG_PARTIAL_CHAIN);
    return 0;
}

/* MARK: the key log */

static int log_index = -1;

static void close_log(void *parent, void *value, CRYPTO_EX_DATA *data, int index, long number, void *pointer) {
    (void)parent;
    (void)data;
    (void)index;
    (void)number;
    (void)pointer;
    /* Stored plus one, so that a context without a log holds NULL. */
    if (value != NULL) close((int)(intptr_t)value - 1);
}

static void make_log_index(void) {
    log_index = SSL_CTX_get_ex_new_index(0, NULL, NULL, NULL, close_log);
}

static void log_line(const SSL *ssl, const char *line) {
    void *value = SSL_CTX_get_ex_data(SSL_get_SSL_CTX(ssl), log_index);
    char text[512];
    const int length = snprintf(text, sizeof text, "%s\n", line);
    if (value == NULL || length <= 0 || (size_t)length >= sizeof text) return;
    /* One call per line: O_APPEND keeps lines of several processes intact. A full disk loses lines, not the transfer.
       */
    ssize_t written = write((int)(intptr_t)value - 1, text, (size_t)length);
    (void)written;
}

int sockeye_trust_log_keys(sockeye_tls_context *context, const char *path) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, make_log_index);
    SSL_CTX *ssl = context->ssl;
    const int descriptor = log_index >= 0 ? open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600) : -1;
    if (descriptor < 0) return -1;
    if (SSL_CTX_set_ex_data(ssl, log_index, (void *)(intptr_t)(descriptor + 1)) != 1) {
        close(descriptor);
        return -1;
    }
    SSL_CTX_set_keylog_callback(ssl, log_line);
    return 0;
}

/* MARK: identifying certificates */

static int digest_of_certificate(const X509 *certificate, uint8_t *digest) {
    unsigned length = 0;
    return X509_digest(certificate, EVP_sha256(), digest, &length) == 1 && length == SOCKEYE_TLS_DIGEST_BYTES ? 0 : -1;
}

static int digest_of_key(X509 *certificate, uint8_t *digest) {
    unsigned char *encoded = NULL;
    const int length = i2d_X509_PUBKEY(X509_get_X509_PUBKEY(certificate), &encoded);
    if (length <= 0) return -1;
    unsigned count = 0;
    const int ok = EVP_Digest(encoded, (size_t)length, digest, &count, EVP_sha256(), NULL) == 1;
    OPENSSL_free(encoded);
    return ok && count == SOCKEYE_TLS_DIGEST_BYTES ? 0 : -1;
}

int sockeye_trust_key_digest(const char *pem, uint8_t *digest) {
    BIO *memory = BIO_new_mem_buf(pem, -1);
    X509 *certificate = PEM_read_bio_X509(memory, NULL, NULL, NULL);
    const int result = certificate != NULL ? digest_of_key(certificate, digest) : -1;
    X509_free(certificate);
    BIO_free(memory);
    ERR_clear_error();
    return result;
}

/* Whether the first certificate leads to this one by the signatures of authorities. A chain that wasn't verified is put
 * together by names alone, so anybody could end it with anybody's authority. */
static int leads_to(STACK_OF(X509) *chain, int index) {
    for (int i = 1; i <= index; i++) {
        X509 *issuer = sk_X509_value(chain, i);
        EVP_PKEY *key = X509_get0_pubkey(issuer);
        if (key == NULL || X509_check_ca(issuer) == 0 || X509_verify(sk_X509_value(chain, i - 1), key) != 1) return 0;
    }
    return 1;
}

int sockeye_trust_chain_digest(sockeye_tls_session *session, int index, int of_key, uint8_t *digest) {
    STACK_OF(X509) *chain = sockeye_tls_chain(session);
    X509 *certificate = index == 0 ? sockeye_tls_leaf(session) : NULL;
    if (index > 0 && chain != NULL && index < sk_X509_num(chain) && leads_to(chain, index)) {
        certificate = sk_X509_value(chain, index);
    }
    if (certificate == NULL) {
        ERR_clear_error();
        return -1;
    }
    const int result = of_key ? digest_of_key(certificate, digest) : digest_of_certificate(certificate, digest);
    ERR_clear_error();
    return result;
}

int sockeye_trust_file_digest(const char *path, uint8_t *digest) {
    BIO *file = BIO_new_file(path, "rb");
    X509 *certificate = file != NULL ? PEM_read_bio_X509(file, NULL, NULL, NULL) : NULL;
    if (certificate == NULL && file != NULL && BIO_seek(file, 0) == 0) certificate = d2i_X509_bio(file, NULL);
    const int result = certificate != NULL ? digest_of_certificate(certificate, digest) : -1;
    X509_free(certificate);
    BIO_free(file);
    ERR_clear_error();
    return result;
}

void sockeye_trust_accept_certificate(sockeye_tls_context *context, const uint8_t *digest) {
    memcpy(context->accepted, digest, sizeof context->accepted);
    context->has_accepted = 1;
}

int sockeye_trust_was_accepted(const sockeye_tls_session *session) {
    if (!session->context->has_accepted || !SSL_session_reused(session->ssl)) return session->accepted_by_name;
    /* A resumed session is not verified again. */
    uint8_t digest[SOCKEYE_TLS_DIGEST_BYTES];
    return sockeye_trust_chain_digest((sockeye_tls_session *)session, 0, 0, digest) == 0 &&
           memcmp(digest, session->context->accepted, sizeof digest) == 0;
}

void sockeye_trust_ignore_names(sockeye_tls_context *context) {
    context->ignores_names = 1;
}
