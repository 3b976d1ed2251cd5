#include "tls.h"
#include "tls_native.h"

#include <dirent.h>
#include <errno.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "sockets.h"

/*
 * Bytes asked of recv at once. A record is 16 KiB; reading several a call saved about a tenth of the CPU of a large
 * TLS body against OpenSSL's default of one record.
 */
enum { READ_BUFFER_BYTES = 64 * 1024 };

struct sockeye_tls_context {
    SSL_CTX *ssl;
    uint8_t protocols[64]; /* a server's ALPN list */
    unsigned protocols_length;
};

struct sockeye_tls_session {
    SSL *ssl;
    sockeye_tls_session *outer; /* TLS to a proxy, through which this one runs; NULL for the descriptor itself */
    SSL_SESSION *ticket;
    int descriptor;
    int system_error;
    int deferred; /* what ended a read that still had bytes to give; told by the next read */
    char error[256];
    sockeye_tls_certificate refused;
};

/* MARK: our BIO: the descriptor's send and recv, nothing between */

static sockeye_tls_session *session_of(BIO *bio) {
    return BIO_get_data(bio);
}

SSL *sockeye_tls_native_session(sockeye_tls_session *session) {
    return session->ssl;
}

SSL_CTX *sockeye_tls_native_context(sockeye_tls_context *context) {
    return context->ssl;
}

/* What became of a step of the outer session, told as the BIO's own. */
static int outer_result(BIO *bio, sockeye_tls_session *session, int result) {
    if (result == 1) return 1;
    switch (SSL_get_error(session->outer->ssl, result)) {
    case SSL_ERROR_WANT_READ: BIO_set_retry_read(bio); break;
    case SSL_ERROR_WANT_WRITE: BIO_set_retry_write(bio); break;
    case SSL_ERROR_ZERO_RETURN: BIO_set_flags(bio, BIO_FLAGS_IN_EOF); break;
    default: session->system_error = session->outer->system_error; break;
    }
    return 0;
}

static int socket_write(BIO *bio, const char *bytes, size_t count, size_t *written) {
    sockeye_tls_session *session = session_of(bio);
    BIO_clear_retry_flags(bio);
    if (session->outer != NULL) {
        return outer_result(bio, session, SSL_write_ex(session->outer->ssl, bytes, count, written));
    }
    ssize_t result = sockeye_send(session->descriptor, bytes, count);
    if (result >= 0) {
        *written = (size_t)result;
        return 1;
    }
    if (result == -EAGAIN) {
        BIO_set_retry_write(bio);
    } else {
        session->system_error = (int)-result;
    }
    return 0;
}

static int socket_read(BIO *bio, char *bytes, size_t count, size_t *received) {
    sockeye_tls_session *session = session_of(bio);
    BIO_clear_retry_flags(bio);
    if (session->outer != NULL) {
        return outer_result(bio, session, SSL_read_ex(session->outer->ssl, bytes, count, received));
    }
    ssize_t result = sockeye_receive(session->descriptor, bytes, count);
    if (result > 0) {
        *received = (size_t)result;
        return 1;
    }
    if (result == -EAGAIN) {
        BIO_set_retry_read(bio);
    } else if (result == 0) {
        BIO_set_flags(bio, BIO_FLAGS_IN_EOF);
    } else {
        session->system_error = (int)-result;
    }
    return 0;
}

static long socket_control(BIO *bio, int command, long number, void *pointer) {
    (void)number;
    (void)pointer;
    switch (command) {
    case BIO_CTRL_FLUSH: return 1;
    case BIO_CTRL_EOF: return BIO_test_flags(bio, BIO_FLAGS_IN_EOF) != 0;
    default: return 0;
    }
}

static BIO_METHOD *socket_method;

static void make_socket_method(void) {
    socket_method = BIO_meth_new(BIO_get_new_index() | BIO_TYPE_SOURCE_SINK, "sockeye");
    if (socket_method == NULL) return;
    BIO_meth_set_write_ex(socket_method, socket_write);
    BIO_meth_set_read_ex(socket_method, socket_read);
    BIO_meth_set_ctrl(socket_method, socket_control);
}

static BIO *socket_bio(sockeye_tls_session *session) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, make_socket_method);
    if (socket_method == NULL) return NULL;
    BIO *bio = BIO_new(socket_method);
    if (bio == NULL) return NULL;
    BIO_set_data(bio, session);
    BIO_set_init(bio, 1);
    return bio;
}

/* MARK: certificates in words */

static void copy_name(const X509_NAME *name, char *text, size_t capacity) {
    text[0] = '\0';
    BIO *memory = BIO_new(BIO_s_mem());
    if (memory == NULL) return;
    /* curl's and openssl's one-line form, with UTF-8 kept and control characters escaped. */
    X509_NAME_print_ex(memory, name, 0, (XN_FLAG_ONELINE & ~ASN1_STRFLGS_ESC_MSB) | ASN1_STRFLGS_ESC_CTRL);
    int length = BIO_read(memory, text, (int)capacity - 1);
    text[length > 0 ? length : 0] = '\0';
    BIO_free(memory);
}

static void copy_time(const ASN1_TIME *time, char *text, size_t capacity) {
    text[0] = '\0';
    BIO *memory = BIO_new(BIO_s_mem());
    if (memory == NULL) return;
    ASN1_TIME_print(memory, time);
    int length = BIO_read(memory, text, (int)capacity - 1);
    text[length > 0 ? length : 0] = '\0';
    BIO_free(memory);
}

static void copy_alternative_names(X509 *certificate, char *text, size_t capacity) {
    text[0] = '\0';
    int index = X509_get_ext_by_NID(certificate, NID_subject_alt_name, -1);
    if (index < 0) return;
    BIO *memory = BIO_new(BIO_s_mem());
    if (memory == NULL) return;
    X509V3_EXT_print(memory, X509_get_ext(certificate, index), 0, 0);
    int length = BIO_read(memory, text, (int)capacity - 1);
    text[length > 0 ? length : 0] = '\0';
    BIO_free(memory);
}

static void describe(X509 *certificate, sockeye_tls_certificate *described) {
    memset(described, 0, sizeof *described);
    copy_name(X509_get_subject_name(certificate), described->subject, sizeof described->subject);
    copy_name(X509_get_issuer_name(certificate), described->issuer, sizeof described->issuer);
    copy_time(X509_get0_notBefore(certificate), described->not_before, sizeof described->not_before);
    copy_time(X509_get0_notAfter(certificate), described->not_after, sizeof described->not_after);
    copy_alternative_names(certificate, described->names, sizeof described->names);
}

int sockeye_tls_refusal_kind(int code) {
    switch (code) {
    case X509_V_ERR_CERT_HAS_EXPIRED: return SOCKEYE_REFUSED_EXPIRED;
    case X509_V_ERR_CERT_NOT_YET_VALID: return SOCKEYE_REFUSED_NOT_YET_VALID;
    case X509_V_ERR_HOSTNAME_MISMATCH:
    case X509_V_ERR_IP_ADDRESS_MISMATCH: return SOCKEYE_REFUSED_HOST_NAME;
    case X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT:
    case X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN: return SOCKEYE_REFUSED_SELF_SIGNED;
    case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT:
    case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    case X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE: return SOCKEYE_REFUSED_UNKNOWN_ISSUER;
    case X509_V_ERR_CERT_REVOKED: return SOCKEYE_REFUSED_REVOKED;
    case X509_V_ERR_EE_KEY_TOO_SMALL:
    case X509_V_ERR_CA_KEY_TOO_SMALL:
    case X509_V_ERR_CA_MD_TOO_WEAK: return SOCKEYE_REFUSED_WEAK;
    default: return SOCKEYE_REFUSED_OTHER;
    }
}

/* Notes the first certificate that fails, and why; the handshake then stops with that. */
static int note_refusal(int accepted, X509_STORE_CTX *store) {
    if (accepted) return 1;
    SSL *ssl = X509_STORE_CTX_get_ex_data(store, SSL_get_ex_data_X509_STORE_CTX_idx());
    sockeye_tls_session *session = ssl != NULL ? SSL_get_app_data(ssl) : NULL;
    if (session != NULL && session->refused.code == 0) {
        X509 *certificate = X509_STORE_CTX_get_current_cert(store);
        if (certificate != NULL) describe(certificate, &session->refused);
        session->refused.code = X509_STORE_CTX_get_error(store);
        session->refused.depth = X509_STORE_CTX_get_error_depth(store);
        const char *reason = X509_verify_cert_error_string(session->refused.code);
        strncpy(session->refused.reason, reason, sizeof session->refused.reason - 1);
    }
    return 0;
}

/* MARK: contexts */

static int keep_ticket(SSL *ssl, SSL_SESSION *ticket) {
    sockeye_tls_session *session = SSL_get_app_data(ssl);
    if (session == NULL) return 0;
    if (session->ticket != NULL) SSL_SESSION_free(session->ticket);
    session->ticket = ticket;
    return 1; /* the reference is ours now */
}

static sockeye_tls_context *make_context(const SSL_METHOD *method) {
    sockeye_tls_context *context = calloc(1, sizeof *context);
    if (context == NULL) return NULL;
    context->ssl = SSL_CTX_new(method);
    if (context->ssl == NULL) {
        free(context);
        return NULL;
    }
    SSL_CTX_set_min_proto_version(context->ssl, TLS1_2_VERSION);
    SSL_CTX_set_mode(context->ssl, SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
    SSL_CTX_set_options(context->ssl, SSL_OP_NO_COMPRESSION | SSL_OP_NO_RENEGOTIATION);
    SSL_CTX_set_read_ahead(context->ssl, 1);
    SSL_CTX_set_default_read_buffer_len(context->ssl, READ_BUFFER_BYTES);
    return context;
}

sockeye_tls_context *sockeye_tls_client_context(void) {
    sockeye_tls_context *context = make_context(TLS_client_method());
    if (context == NULL) return NULL;
    SSL_CTX_set_session_cache_mode(context->ssl, SSL_SESS_CACHE_CLIENT | SSL_SESS_CACHE_NO_INTERNAL_STORE);
    SSL_CTX_sess_set_new_cb(context->ssl, keep_ticket);
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

static void copy_library_error(char *text, size_t capacity) {
    unsigned long code = ERR_peek_last_error();
    const char *reason = code != 0 ? ERR_reason_error_string(code) : NULL;
    strncpy(text, reason != NULL ? reason : "unknown error", capacity - 1);
    text[capacity - 1] = '\0';
}

/* Reads every certificate of a PEM text: the first is the leaf, the others its chain. */
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

/* Accepting the name is what makes OpenSSL remember it in a TLS 1.2 session, and tell it again when that is resumed. */
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
        strncpy(error, "out of memory", error_capacity - 1);
        return NULL;
    }
    /* Lets weak certificates be served, so that tests can see a client refuse them. */
    SSL_CTX_set_security_level(context->ssl, 0);
    if (use_chain(context->ssl, certificate_pem) != 0 || use_key(context->ssl, key_pem) != 0) {
        copy_library_error(error, error_capacity);
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
    /* OpenSSL looks into the folder only when it wants a certificate, and takes a missing one for an empty one. */
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
    while ((root = PEM_read_bio_X509(memory, NULL, NULL, NULL)) != NULL) {
        count += X509_STORE_add_cert(SSL_CTX_get_cert_store(context->ssl), root) == 1;
        X509_free(root);
    }
    BIO_free(memory);
    ERR_clear_error();
    return count > 0 ? 0 : -1;
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
    if (length > sizeof context->protocols) return -1;
    memcpy(context->protocols, list, length);
    context->protocols_length = length;
    SSL_CTX_set_alpn_select_cb(context->ssl, select_protocol, context);
    return SSL_CTX_set_alpn_protos(context->ssl, list, length) == 0 ? 0 : -1;
}

/* MARK: sessions */

static sockeye_tls_session *make_session(sockeye_tls_context *context, int descriptor) {
    sockeye_tls_session *session = calloc(1, sizeof *session);
    if (session == NULL) return NULL;
    session->descriptor = descriptor;
    session->ssl = SSL_new(context->ssl);
    BIO *bio = session->ssl != NULL ? socket_bio(session) : NULL;
    if (bio == NULL) {
        sockeye_tls_session_free(session);
        return NULL;
    }
    SSL_set_bio(session->ssl, bio, bio);
    SSL_set_app_data(session->ssl, session);
    return session;
}

sockeye_tls_session *sockeye_tls_client_session(sockeye_tls_context *context, int descriptor, const char *host,
                                                int is_address, int verify, const sockeye_tls_ticket *ticket) {
    sockeye_tls_session *session = make_session(context, descriptor);
    if (session == NULL) return NULL;
    SSL_set_connect_state(session->ssl);
    X509_VERIFY_PARAM *parameters = SSL_get0_param(session->ssl);
    int ok = 1;
    if (is_address) {
        ok = X509_VERIFY_PARAM_set1_ip_asc(parameters, host);
    } else {
        /* RFC 9110 section 4.3.4: names come from the SAN; the common name has not counted for years. */
        X509_VERIFY_PARAM_set_hostflags(parameters, X509_CHECK_FLAG_NEVER_CHECK_SUBJECT |
                                                        X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS);
        ok = X509_VERIFY_PARAM_set1_host(parameters, host, 0) && SSL_set_tlsext_host_name(session->ssl, host);
    }
    if (!ok) {
        ERR_clear_error();
        sockeye_tls_session_free(session);
        return NULL;
    }
    /* Without verification the chain is still looked at, so that the result can be told (curl's -k -v). */
    SSL_set_verify(session->ssl, verify ? SSL_VERIFY_PEER : SSL_VERIFY_NONE, verify ? note_refusal : NULL);
    if (ticket != NULL) SSL_set_session(session->ssl, (SSL_SESSION *)ticket);
    return session;
}

void sockeye_tls_run_over(sockeye_tls_session *session, sockeye_tls_session *outer) {
    session->outer = outer;
}

sockeye_tls_session *sockeye_tls_server_session(sockeye_tls_context *context, int descriptor) {
    sockeye_tls_session *session = make_session(context, descriptor);
    if (session != NULL) SSL_set_accept_state(session->ssl);
    return session;
}

void sockeye_tls_session_free(sockeye_tls_session *session) {
    if (session == NULL) return;
    SSL_free(session->ssl);
    SSL_SESSION_free(session->ticket);
    free(session);
}

/* Turns OpenSSL's answer to a call that gave nothing into one of ours, and keeps what explains it. */
static int classify(sockeye_tls_session *session, int result) {
    switch (SSL_get_error(session->ssl, result)) {
    case SSL_ERROR_WANT_READ: return SOCKEYE_TLS_WANT_READ;
    case SSL_ERROR_WANT_WRITE: return SOCKEYE_TLS_WANT_WRITE;
    case SSL_ERROR_ZERO_RETURN: return SOCKEYE_TLS_DONE;
    case SSL_ERROR_SYSCALL:
        if (session->system_error != 0) return SOCKEYE_TLS_SYSTEM;
        return SOCKEYE_TLS_TRUNCATED;
    default: break;
    }
    unsigned long code = ERR_peek_error();
    if (ERR_GET_LIB(code) == ERR_LIB_SSL && ERR_GET_REASON(code) == SSL_R_UNEXPECTED_EOF_WHILE_READING) {
        ERR_clear_error();
        return SOCKEYE_TLS_TRUNCATED;
    }
    copy_library_error(session->error, sizeof session->error);
    ERR_clear_error();
    return session->refused.code != 0 ? SOCKEYE_TLS_CERTIFICATE : SOCKEYE_TLS_PROTOCOL;
}

int sockeye_tls_handshake(sockeye_tls_session *session) {
    ERR_clear_error();
    int result = SSL_do_handshake(session->ssl);
    return result == 1 ? SOCKEYE_TLS_DONE : classify(session, result);
}

ssize_t sockeye_tls_read(sockeye_tls_session *session, void *bytes, size_t count) {
    if (session->deferred != 0) {
        int told = session->deferred;
        session->deferred = 0;
        return told;
    }
    size_t total = 0;
    while (total < count) {
        size_t received = 0;
        ERR_clear_error();
        int result = SSL_read_ex(session->ssl, (char *)bytes + total, count - total, &received);
        if (result == 1) {
            total += received;
            continue;
        }
        int outcome = classify(session, result);
        if (total == 0) return outcome;
        /* close_notify and truncation are seen again by the next read; a failure might not be. */
        if (outcome == SOCKEYE_TLS_SYSTEM || outcome == SOCKEYE_TLS_PROTOCOL) session->deferred = outcome;
        break;
    }
    return (ssize_t)total;
}

ssize_t sockeye_tls_write(sockeye_tls_session *session, const void *bytes, size_t count) {
    size_t total = 0;
    while (total < count) {
        size_t written = 0;
        ERR_clear_error();
        int result = SSL_write_ex(session->ssl, (const char *)bytes + total, count - total, &written);
        if (result == 1) {
            total += written;
            continue;
        }
        int outcome = classify(session, result);
        /* A failed write fails again when it is called again, so the bytes that went come first. */
        return total > 0 ? (ssize_t)total : outcome;
    }
    return (ssize_t)total;
}

int sockeye_tls_has_pending(const sockeye_tls_session *session) {
    return SSL_has_pending(session->ssl);
}

int sockeye_tls_close(sockeye_tls_session *session) {
    if (!SSL_is_init_finished(session->ssl)) return SOCKEYE_TLS_DONE;
    ERR_clear_error();
    int result = SSL_shutdown(session->ssl);
    return result >= 0 ? SOCKEYE_TLS_DONE : classify(session, result);
}

/* MARK: what there is to tell */

int sockeye_tls_system_error(const sockeye_tls_session *session) {
    return session->system_error;
}

const char *sockeye_tls_error_text(const sockeye_tls_session *session) {
    return session->error;
}

const sockeye_tls_certificate *sockeye_tls_refused(const sockeye_tls_session *session) {
    return &session->refused;
}

const char *sockeye_tls_version(const sockeye_tls_session *session) {
    return SSL_get_version(session->ssl);
}

const char *sockeye_tls_cipher(const sockeye_tls_session *session) {
    return SSL_get_cipher_name(session->ssl);
}

const char *sockeye_tls_server_name(const sockeye_tls_session *session) {
    return SSL_get_servername(session->ssl, TLSEXT_NAMETYPE_host_name);
}

int sockeye_tls_was_resumed(const sockeye_tls_session *session) {
    return SSL_session_reused(session->ssl);
}

size_t sockeye_tls_protocol(const sockeye_tls_session *session, char *text, size_t capacity) {
    const unsigned char *name = NULL;
    unsigned length = 0;
    SSL_get0_alpn_selected(session->ssl, &name, &length);
    if (name == NULL || length >= capacity) return 0;
    memcpy(text, name, length);
    text[length] = '\0';
    return length;
}

int sockeye_tls_peer_certificate(const sockeye_tls_session *session, sockeye_tls_certificate *certificate) {
    X509 *peer = SSL_get0_peer_certificate(session->ssl);
    if (peer == NULL) return -1;
    describe(peer, certificate);
    certificate->code = (int)SSL_get_verify_result(session->ssl);
    if (certificate->code != X509_V_OK) {
        strncpy(certificate->reason, X509_verify_cert_error_string(certificate->code), sizeof certificate->reason - 1);
    }
    return 0;
}

int sockeye_tls_verify_result(const sockeye_tls_session *session) {
    return (int)SSL_get_verify_result(session->ssl);
}

sockeye_tls_ticket *sockeye_tls_take_ticket(sockeye_tls_session *session) {
    SSL_SESSION *ticket = session->ticket;
    session->ticket = NULL;
    /* RFC 5077 section 3.3: a TLS 1.2 server may let a resumed session go on with the ticket that it had. */
    if (ticket == NULL && SSL_session_reused(session->ssl) && SSL_version(session->ssl) == TLS1_2_VERSION) {
        ticket = SSL_get1_session(session->ssl);
    }
    if (ticket == NULL || !SSL_SESSION_is_resumable(ticket)) {
        SSL_SESSION_free(ticket);
        return NULL;
    }
    return (sockeye_tls_ticket *)ticket;
}

void sockeye_tls_ticket_free(sockeye_tls_ticket *ticket) {
    SSL_SESSION_free((SSL_SESSION *)ticket);
}

const char *sockeye_tls_library_version(void) {
    return OpenSSL_version(OPENSSL_VERSION_STRING);
}
