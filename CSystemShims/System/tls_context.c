/* What connections share: roots, versions, protocols, and a server's own certificate. */
#include <dirent.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tls_native.h"

#include "calls.h"
#include "openssl_calls.h"

/*
 * Bytes requested from recv at once. Reading several records per call saved about a tenth of the CPU time of a large TLS body
 * compared to OpenSSL's default of one; whole ones, since OpenSSL fetches the rest of a last one by another call. A record
 * is 16 KiB and at most 29 bytes of header, nonce, type and tag, and OpenSSL aligns it within 3 bytes.
 */
enum { READ_BUFFER_BYTES = 8 * (16 * 1024 + 29) + 3 };

static sockeye_tls_context *make_context(const SSL_METHOD *method) {
    sockeye_tls_context *context = calloc(1, sizeof *context);
    if (context == NULL) return NULL;
    context->ssl = SSL_CTX_new(method);
    if (context->ssl == NULL) {
        free(context);
        return NULL;
    }
    SSL_CTX_set_min_proto_version(context->ssl, TLS1_2_VERSION);
    /* An idle connection keeps no buffers: with 64 KiB for reading ahead, 10,000 of them took 104 KiB each. */
    SSL_CTX_set_mode(context->ssl, SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER |
                                       SSL_MODE_RELEASE_BUFFERS);
    SSL_CTX_set_options(context->ssl, SSL_OP_NO_COMPRESSION | SSL_OP_NO_RENEGOTIATION);
    SSL_CTX_set_read_ahead(context->ssl, 1);
    SSL_CTX_set_default_read_buffer_len(context->ssl, READ_BUFFER_BYTES);
    return context;
}

sockeye_tls_context *sockeye_tls_client_context(void) {
    sockeye_tls_context *context = make_context(TLS_client_method());
    if (context == NULL) return NULL;
    SSL_CTX_set_session_cache_mode(context->ssl, SSL_SESS_CACHE_CLIENT | SSL_SESS_CACHE_NO_INTERNAL_STORE);
    SSL_CTX_sess_set_new_cb(context->ssl, sockeye_tls_keep_ticket);
    SSL_CTX_set_cert_verify_callback(context->ssl, sockeye_tls_verify, NULL);
    /* A chain may end at any trusted certificate: an intermediate or the server's own, not only a self-signed root. */
    X509_STORE_set_flags(SSL_CTX_get_cert_store(context->ssl), X509_V_FLAG_PARTIAL_CHAIN);
    return context;
}

static int select_protocol(SSL *ssl, const unsigned char **chosen, unsigned char *chosen_length,
                           const unsigned char *offered, unsigned offered_length, void *argument) {
    (void)ssl;
    const sockeye_tls_context *context = argument;
    unsigned char *found = NULL;
    int outcome = SSL_select_next_proto(&found, chosen_length, context->protocols, context->protocols_length, offered,
                                        offered_length);
    *chosen = found;
    return outcome == OPENSSL_NPN_NEGOTIATED ? SSL_TLSEXT_ERR_OK : SSL_TLSEXT_ERR_NOACK;
}

void sockeye_tls_copy_library_error(char *text, size_t capacity) {
    unsigned long code = ERR_peek_last_error();
    const char *reason = code != 0 ? ERR_reason_error_string(code) : NULL;
    snprintf(text, capacity, "%s", reason != NULL ? reason : "unknown error");
}

/* Reads every certificate of a PEM text: first the leaf, then its chain. */
static int use_chain(SSL_CTX *ssl, const char *pem) {
    BIO *memory = BIO_new_mem_buf(pem, -1);
    if (memory == NULL) return -1;
    X509 *leaf = PEM_read_bio_X509(memory, NULL, NULL, NULL);
    int status = leaf != NULL && SSL_CTX_use_certificate(ssl, leaf) == 1 ? 0 : -1;
    X509_free(leaf);
    X509 *next;
    while (status == 0 && (next = PEM_read_bio_X509(memory, NULL, NULL, NULL)) != NULL) {
        if (SSL_CTX_add_extra_chain_cert(ssl, next) != 1) {
            X509_free(next);
            status = -1;
        }
    }
    BIO_free(memory);
    return status;
}

static int use_key(SSL_CTX *ssl, const char *pem) {
    BIO *memory = BIO_new_mem_buf(pem, -1);
    if (memory == NULL) return -1;
    EVP_PKEY *key = PEM_read_bio_PrivateKey(memory, NULL, NULL, NULL);
    int status = key != NULL && SSL_CTX_use_PrivateKey(ssl, key) == 1 ? 0 : -1;
    EVP_PKEY_free(key);
    BIO_free(memory);
    return status;
}

/* Accepting the name makes OpenSSL store it in a TLS 1.2 session, and report it again after a resumption. */
static int accept_any_name(SSL *ssl, int *alert, void *argument) {
    (void)ssl;
    (void)alert;
    (void)argument;
    return SSL_TLSEXT_ERR_OK;
}

sockeye_tls_context *sockeye_tls_server_context(const char *certificate_pem, const char *key_pem, char *error,
                                                size_t error_capacity) {
    sockeye_tls_context *context = make_context(TLS_server_method());
    if (context == NULL) {
        snprintf(error, error_capacity, "out of memory");
        return NULL;
    }
    /* Allows serving weak certificates, so that tests can see a client refuse them. */
    SSL_CTX_set_security_level(context->ssl, 0);
    if (use_chain(context->ssl, certificate_pem) != 0 || use_key(context->ssl, key_pem) != 0) {
        sockeye_tls_copy_library_error(error, error_capacity);
        ERR_clear_error();
        sockeye_tls_context_free(context);
        return NULL;
    }
    ERR_clear_error();
    static const unsigned char name[] = "sockeye";
    SSL_CTX_set_session_id_context(context->ssl, name, sizeof name - 1);
    SSL_CTX_set_tlsext_servername_callback(context->ssl, accept_any_name);
    return context;
}

void sockeye_tls_context_free(sockeye_tls_context *context) {
    if (context == NULL) return;
    SSL_CTX_free(context->ssl);
    free(context);
}

static int succeeded(int result) {
    ERR_clear_error();
    return result == 1 ? 0 : -1;
}

int sockeye_tls_context_trust_system(sockeye_tls_context *context) {
    return succeeded(SSL_CTX_set_default_verify_paths(context->ssl));
}

int sockeye_tls_context_trust_file(sockeye_tls_context *context, const char *path) {
    return succeeded(SSL_CTX_load_verify_file(context->ssl, path));
}

int sockeye_tls_context_trust_folder(sockeye_tls_context *context, const char *path) {
    /* OpenSSL reads the folder only when it needs a certificate, and treats a missing folder as empty. */
    DIR *folder = opendir(path);
    if (folder == NULL) return -1;
    closedir(folder);
    return succeeded(SSL_CTX_load_verify_dir(context->ssl, path));
}

int sockeye_tls_context_trust_pem(sockeye_tls_context *context, const char *pem) {
    BIO *memory = BIO_new_mem_buf(pem, -1);
    if (memory == NULL) return -1;
    int count = 0;
    X509 *root;
    ERR_clear_error();
    while ((root = PEM_read_bio_X509(memory, NULL, NULL, NULL)) != NULL) {
        count += X509_STORE_add_cert(SSL_CTX_get_cert_store(context->ssl), root) == 1;
        X509_free(root);
    }
    /* A damaged certificate isn't the end: a root would be missing without a word. */
    const unsigned long last = ERR_peek_last_error();
    const int is_whole = ERR_GET_LIB(last) == ERR_LIB_PEM && ERR_GET_REASON(last) == PEM_R_NO_START_LINE;
    BIO_free(memory);
    ERR_clear_error();
    return count > 0 && is_whole ? 0 : -1;
}

static int version_number(int version) {
    switch (version) {
    case SOCKEYE_TLS_1_2: return TLS1_2_VERSION;
    case SOCKEYE_TLS_1_3: return TLS1_3_VERSION;
    default: return 0;
    }
}

int sockeye_tls_context_set_versions(sockeye_tls_context *context, int lowest, int highest) {
    int low = lowest == SOCKEYE_TLS_ANY ? TLS1_2_VERSION : version_number(lowest);
    return succeeded(SSL_CTX_set_min_proto_version(context->ssl, low) == 1 &&
                     SSL_CTX_set_max_proto_version(context->ssl, version_number(highest)) == 1);
}

int sockeye_tls_context_set_protocols(sockeye_tls_context *context, const uint8_t *list, unsigned length) {
    /* What a client offers may be longer than what a server chooses from. */
    if (length <= sizeof context->protocols) {
        memcpy(context->protocols, list, length);
        context->protocols_length = length;
        SSL_CTX_set_alpn_select_cb(context->ssl, select_protocol, context);
    }
    return SSL_CTX_set_alpn_protos(context->ssl, list, length) == 0 ? 0 : -1;
}
