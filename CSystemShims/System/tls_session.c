/* One connection's TLS, step by step. */
#include <errno.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clock.h"
#include "tls_native.h"

#include "calls.h"
#include "openssl_calls.h"

int sockeye_tls_keep_ticket(SSL *ssl, SSL_SESSION *ticket) {
    sockeye_tls_session *session = SSL_get_app_data(ssl);
    if (session == NULL) return 0;
    if (session->ticket != NULL) SSL_SESSION_free(session->ticket);
    session->ticket = ticket;
    return 1; /* the reference is ours now */
}

/* MARK: sessions */

static sockeye_tls_session *make_session(sockeye_tls_context *context, int descriptor) {
    sockeye_tls_session *session = calloc(1, sizeof *session);
    if (session == NULL) return NULL;
    session->context = context;
    session->descriptor = descriptor;
    session->ssl = SSL_new(context->ssl);
    BIO *bio = session->ssl != NULL ? sockeye_tls_bio(session) : NULL;
    if (bio == NULL) {
        sockeye_tls_session_free(session);
        return NULL;
    }
    SSL_set_bio(session->ssl, bio, bio);
    SSL_set_app_data(session->ssl, session);
    return session;
}

/* Counts messages after the handshake that aren't application data. OpenSSL then calls this for nothing else. */
static void count_dataless(const SSL *ssl, int where, int value) {
    (void)value;
    sockeye_tls_session *session = SSL_get_app_data(ssl);
    if (session == NULL || !session->is_open || where != SSL_CB_CONNECT_LOOP) return;
    const uint64_t second = sockeye_monotonic_nanoseconds() / 1000000000;
    if (second != session->second) {
        session->second = second;
        session->dataless_in_second = 0;
    }
    session->dataless += 1;
    session->dataless_in_second += 1;
    if (session->dataless > SOCKEYE_TLS_MOST_DATALESS ||
        session->dataless_in_second > SOCKEYE_TLS_MOST_DATALESS_A_SECOND) {
        session->is_flooded = 1;
    }
}

sockeye_tls_session *sockeye_tls_client_session(sockeye_tls_context *context, int descriptor, const char *host,
                                                int is_address, int verify, const sockeye_tls_ticket *ticket,
                                                int *is_host_refused) {
    *is_host_refused = 1;
    /* To OpenSSL a leading dot means "any name below", which is not a host name. */
    if (!is_address && (host[0] == '.' || host[0] == '\0')) return NULL;
    sockeye_tls_session *session = make_session(context, descriptor);
    *is_host_refused = session != NULL;
    if (session == NULL) return NULL;
    SSL_set_connect_state(session->ssl);
    SSL_set_info_callback(session->ssl, count_dataless);
    X509_VERIFY_PARAM *parameters = SSL_get0_param(session->ssl);
    int ok = 1;
    if (!is_address) ok = SSL_set_tlsext_host_name(session->ssl, host);
    if (context->ignores_names) {
        /* The caller asked for it, and warns about it. */
    } else if (is_address) {
        ok = X509_VERIFY_PARAM_set1_ip_asc(parameters, host);
    } else {
        /* RFC 9110 section 4.3.4: names come from the SAN; the common name is not consulted. */
        X509_VERIFY_PARAM_set_hostflags(parameters, X509_CHECK_FLAG_NEVER_CHECK_SUBJECT |
                                                        X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS);
        ok = ok && X509_VERIFY_PARAM_set1_host(parameters, host, 0);
    }
    /* RFC 6066 section 8: requests an OCSP response with the certificate. */
    if (context->wants_status) ok = ok && SSL_set_tlsext_status_type(session->ssl, TLSEXT_STATUSTYPE_ocsp) == 1;
    if (!ok) {
        ERR_clear_error();
        sockeye_tls_session_free(session);
        return NULL;
    }
    /* Even without verification the chain is examined, so that the result can be reported (curl's -k -v). */
    if (context->wants_status) SSL_set_cert_cb(session->ssl, sockeye_tls_await_status, NULL);
    SSL_set_verify(session->ssl, verify ? SSL_VERIFY_PEER : SSL_VERIFY_NONE, verify ? sockeye_tls_judge : NULL);
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
    sk_X509_pop_free(session->presented, X509_free);
    sk_X509_pop_free(session->built, X509_free);
    free(session->refusals);
    free(session->gathered);
    free(session);
}

/* MARK: messages */

static void show(int is_sent, int version, int kind, const void *bytes, size_t count, SSL *ssl, void *context) {
    const sockeye_tls_session *session = SSL_get_app_data(ssl);
    /* Skip OpenSSL's pseudo messages, which are neither sent nor received. */
    if (session == NULL || session->watcher == NULL || (is_sent != 0 && is_sent != 1)) return;
    session->watcher(context, is_sent, version, kind, bytes, count);
}

void sockeye_tls_watch(sockeye_tls_session *session, sockeye_tls_watcher watcher, void *context) {
    session->watcher = watcher;
    SSL_set_msg_callback(session->ssl, watcher != NULL ? show : NULL);
    SSL_set_msg_callback_arg(session->ssl, context);
}

/* MARK: steps */

/* Converts OpenSSL's result of a call that returned nothing, and keeps what explains it. */
static int classify(sockeye_tls_session *session, int result) {
    if (session->is_flooded) {
        snprintf(session->error, sizeof session->error, "the peer sends too much without data%s",
                 session->is_open ? " (key updates, tickets or renegotiation requests)" : " during the handshake");
        ERR_clear_error();
        return SOCKEYE_TLS_PROTOCOL;
    }
    switch (SSL_get_error(session->ssl, result)) {
    case SSL_ERROR_WANT_READ: return SOCKEYE_TLS_WANT_READ;
    case SSL_ERROR_WANT_WRITE: return SOCKEYE_TLS_WANT_WRITE;
    case SSL_ERROR_WANT_RETRY_VERIFY:
    case SSL_ERROR_WANT_X509_LOOKUP: return SOCKEYE_TLS_WANT_ANSWER;
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
    sockeye_tls_copy_library_error(session->error, sizeof session->error);
    ERR_clear_error();
    /* What was accepted in spite of failed checks may still fail for another reason. */
    const int is_refused = session->refusal_count > 0 && session->verdict != VERDICT_ACCEPTED;
    return is_refused ? SOCKEYE_TLS_CERTIFICATE : SOCKEYE_TLS_PROTOCOL;
}

/* Lets the next recv happen: bytes may have come. */
static void look_again(sockeye_tls_session *session) {
    for (; session != NULL; session = session->outer) session->is_drained = 0;
}

int sockeye_tls_handshake(sockeye_tls_session *session) {
    look_again(session);
    ERR_clear_error();
    int result = SSL_do_handshake(session->ssl);
    session->is_open = result == 1;
    return result == 1 ? SOCKEYE_TLS_DONE : classify(session, result);
}

ssize_t sockeye_tls_read(sockeye_tls_session *session, void *bytes, size_t count, int has_news) {
    if (has_news) look_again(session);
    if (session->deferred != 0) {
        int told = session->deferred;
        session->deferred = 0;
        return told;
    }
    size_t total = 0;
    for (int pieces = 0; total < count && pieces < SOCKEYE_TLS_MOST_PIECES; pieces++) {
        size_t received = 0;
        ERR_clear_error();
        int result = SSL_read_ex(session->ssl, (char *)bytes + total, count - total, &received);
        if (result == 1) {
            total += received;
            session->dataless = 0;
            continue;
        }
        int outcome = classify(session, result);
        if (total == 0) return outcome;
        /* The next read sees close_notify and truncation again; a failure it might not. */
        if (outcome == SOCKEYE_TLS_SYSTEM || outcome == SOCKEYE_TLS_PROTOCOL) session->deferred = outcome;
        break;
    }
    return (ssize_t)total;
}

static ssize_t write_records(sockeye_tls_session *session, const void *bytes, size_t count) {
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
        /* A failed write fails again when repeated, so report the bytes that went first. */
        return total > 0 ? (ssize_t)total : outcome;
    }
    return (ssize_t)total;
}

ssize_t sockeye_tls_write(sockeye_tls_session *session, const void *bytes, size_t count) {
    look_again(session);
    /* A single record takes one send, and so does what goes through an outer session. Several records are gathered into
       one send: copying costs less than the calls. */
    int is_long = count > 16384 && session->outer == NULL;
    if (is_long && session->gathered == NULL) session->gathered = malloc(SOCKEYE_TLS_GATHERED);
    if (session->accepted == 0) {
        session->gathers = is_long && session->gathered != NULL;
        ssize_t result = write_records(session, bytes, count);
        session->gathers = 0;
        if (result <= 0) return result;
        session->accepted = (size_t)result;
    }
    int flushed = sockeye_tls_flush(session);
    if (flushed == -EAGAIN) return SOCKEYE_TLS_WANT_WRITE;
    size_t accepted = session->accepted;
    session->accepted = 0;
    if (flushed == 0) return (ssize_t)accepted;
    session->system_error = -flushed;
    return SOCKEYE_TLS_SYSTEM;
}

int sockeye_tls_send_dataless(sockeye_tls_session *session, int kind) {
    ERR_clear_error();
    int result = kind == SOCKEYE_TLS_NEW_TICKET ? SSL_new_session_ticket(session->ssl)
                                                : SSL_key_update(session->ssl, SSL_KEY_UPDATE_NOT_REQUESTED);
    if (result == 1) result = SSL_do_handshake(session->ssl);
    return result == 1 ? SOCKEYE_TLS_DONE : classify(session, result);
}

int sockeye_tls_close(sockeye_tls_session *session) {
    if (!SSL_is_init_finished(session->ssl)) return SOCKEYE_TLS_DONE;
    ERR_clear_error();
    int result = SSL_shutdown(session->ssl);
    return result >= 0 ? SOCKEYE_TLS_DONE : classify(session, result);
}

/* MARK: results */

int sockeye_tls_system_error(const sockeye_tls_session *session) {
    return session->system_error;
}

const char *sockeye_tls_error_text(const sockeye_tls_session *session) {
    return session->error;
}

const sockeye_tls_certificate *sockeye_tls_refusal(const sockeye_tls_session *session, int index) {
    return index >= 0 && index < session->refusal_count ? session->refusals + index : NULL;
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
    sockeye_tls_describe(peer, certificate);
    certificate->code = (int)SSL_get_verify_result(session->ssl);
    if (certificate->code != X509_V_OK) {
        snprintf(certificate->reason, sizeof certificate->reason, "%s",
                 X509_verify_cert_error_string(certificate->code));
    }
    return 0;
}

sockeye_tls_ticket *sockeye_tls_take_ticket(sockeye_tls_session *session) {
    SSL_SESSION *ticket = session->ticket;
    session->ticket = NULL;
    /* RFC 5077 section 3.3: a TLS 1.2 server may let a resumed session keep its ticket. */
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

const char *sockeye_tls_alert_text(int description) {
    return SSL_alert_desc_string_long(description);
}

