/*
 * Decides whether to go on with a server: verification, and a pause for the caller's own decision.
 *
 *   Certificate ──→ verify ── not paused ──→ go on, or an alert
 *                     └─ paused: WANT_ANSWER ── answer ──→ verify again, which repeats what it found
 */
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/ssl.h>
#include <openssl/x509_vfy.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tls_native.h"
#include "trust.h"

#include "calls.h"
#include "openssl_calls.h"

/* A build against 3.0 or newer links libssl.so.3, so no older library can be loaded at run time. */
#ifndef SSL_set_retry_verify
#error "OpenSSL 3.0 or newer is needed: older ones cannot pause a handshake to ask about a certificate"
#endif

static sockeye_tls_session *session_of(X509_STORE_CTX *store) {
    SSL *ssl = X509_STORE_CTX_get_ex_data(store, SSL_get_ex_data_X509_STORE_CTX_idx());
    return ssl != NULL ? SSL_get_app_data(ssl) : NULL;
}

/* MARK: the failed checks */

/* Whether a refusal concerns only the signer of the server's own certificate. */
static int is_about_the_issuer(int code) {
    const int kind = sockeye_tls_refusal_kind(code);
    return kind == SOCKEYE_REFUSED_SELF_SIGNED || kind == SOCKEYE_REFUSED_UNKNOWN_ISSUER;
}

/* Whether the server's own certificate is the one accepted regardless of its signer. */
static int is_accepted(const sockeye_tls_session *session, X509_STORE_CTX *store) {
    X509 *leaf = X509_STORE_CTX_get0_cert(store);
    uint8_t digest[SOCKEYE_TLS_DIGEST_BYTES];
    unsigned length = 0;
    return session->context->has_accepted && leaf != NULL && X509_digest(leaf, EVP_sha256(), digest, &length) == 1 &&
           length == sizeof digest && memcmp(digest, session->context->accepted, sizeof digest) == 0;
}

/* Whether this certificate is listed already for a reason of the same kind: OpenSSL has several codes for one. */
static int is_listed(const sockeye_tls_session *session, int code, int depth) {
    const int kind = sockeye_tls_refusal_kind(code);
    for (int i = 0; i < session->refusal_count; i++) {
        const sockeye_tls_certificate *listed = session->refusals + i;
        if (listed->depth != depth) continue;
        if (listed->code == code) return 1;
        if (kind != SOCKEYE_REFUSED_OTHER && sockeye_tls_refusal_kind(listed->code) == kind) return 1;
    }
    return 0;
}

/* Adds a failed check to the list. False if there is no room for it. */
static int list(sockeye_tls_session *session, X509_STORE_CTX *store, int code) {
    const int depth = X509_STORE_CTX_get_error_depth(store);
    if (is_listed(session, code, depth)) return 1;
    if (session->refusal_count == SOCKEYE_TLS_MOST_REFUSALS) return 0;
    const size_t count = (size_t)session->refusal_count + 1;
    sockeye_tls_certificate *refusals = realloc(session->refusals, count * sizeof *refusals);
    if (refusals == NULL) return 0;
    session->refusals = refusals;
    sockeye_tls_certificate *refusal = refusals + session->refusal_count;
    memset(refusal, 0, sizeof *refusal);
    X509 *certificate = X509_STORE_CTX_get_current_cert(store);
    if (certificate != NULL) sockeye_tls_describe(certificate, refusal);
    refusal->code = code;
    refusal->depth = depth;
    snprintf(refusal->reason, sizeof refusal->reason, "%s", X509_verify_cert_error_string(code));
    session->refusal_count += 1;
    return 1;
}

/* OpenSSL's callback for each check: lists those that fail, and ends the verification unless all are wanted. */
int sockeye_tls_judge(int accepted, X509_STORE_CTX *store) {
    if (accepted) return 1;
    sockeye_tls_session *session = session_of(store);
    if (session == NULL) return 0;
    const int code = X509_STORE_CTX_get_error(store);
    if (is_about_the_issuer(code) && is_accepted(session, store)) {
        session->accepted_by_name = 1;
        X509_STORE_CTX_set_error(store, X509_V_OK);
        return 1;
    }
    return list(session, store, code) && session->context->collects;
}

/* MARK: the pause */

/* The second run: sets what the first one found. */
static int repeat(sockeye_tls_session *session, X509_STORE_CTX *store) {
    if (session->built != NULL) X509_STORE_CTX_set0_verified_chain(store, X509_chain_up_ref(session->built));
    int code = session->verify_code;
    if (session->verdict == VERDICT_REFUSED) {
        /* OpenSSL derives the alert from the code. Without verification it would ignore the refusal. */
        if (session->refusal_count == 0) code = X509_V_ERR_APPLICATION_VERIFICATION;
        SSL_set_verify(session->ssl, SSL_VERIFY_PEER, NULL);
    }
    X509_STORE_CTX_set_error(store, code);
    return session->verdict == VERDICT_ACCEPTED;
}

/* OpenSSL's callback for the whole verification. */
int sockeye_tls_verify(X509_STORE_CTX *store, void *unused) {
    (void)unused;
    sockeye_tls_session *session = session_of(store);
    if (session == NULL) return 0;
    if (session->verdict != VERDICT_NONE) return repeat(session, store);
    int verified = X509_verify_cert(store) > 0;
    if (session->refusal_count > 0) {
        /* Listing every failed check let the verification go on, but it has failed. */
        X509_STORE_CTX_set_error(store, session->refusals[0].code);
        verified = 0;
    }
    const int is_optional = SSL_get_verify_mode(session->ssl) == SSL_VERIFY_NONE;
    /* Without a failed check to ask about, OpenSSL itself failed, for lack of memory for example. */
    const int is_conclusive = verified || is_optional || session->refusal_count > 0;
    const int pauses = session->context->pauses && is_conclusive;
    /* A refused chain too: the error tells by what the server could be recognised. */
    if (pauses || (!verified && !is_optional)) {
        STACK_OF(X509) *presented = X509_STORE_CTX_get0_untrusted(store);
        session->presented = presented != NULL ? X509_chain_up_ref(presented) : NULL;
    }
    if (!pauses) return verified;
    session->verify_code = X509_STORE_CTX_get_error(store);
    session->built = X509_STORE_CTX_get1_chain(store);
    ERR_clear_error();
    SSL_set_retry_verify(session->ssl);
    return 1;
}

/* OpenSSL's callback before it chooses a client certificate; negative pauses the handshake. */
int sockeye_tls_await_status(SSL *ssl, void *unused) {
    (void)unused;
    sockeye_tls_session *session = SSL_get_app_data(ssl);
    if (session == NULL) return 0;
    if (sockeye_trust_status_is_early(session)) return 1;
    if (session->is_status_awaited) return session->verdict == VERDICT_ACCEPTED;
    session->is_status_awaited = 1;
    return -1;
}

void sockeye_trust_pause(sockeye_tls_context *context, int collects) {
    context->pauses = 1;
    context->collects = collects;
}

void sockeye_trust_answer(sockeye_tls_session *session, int accepts) {
    session->verdict = accepts ? VERDICT_ACCEPTED : VERDICT_REFUSED;
}

int sockeye_trust_status_is_early(const sockeye_tls_session *session) {
    return SSL_version(session->ssl) >= TLS1_3_VERSION;
}

/* MARK: the certificates, during a pause and afterwards */

static STACK_OF(X509) *presented(const sockeye_tls_session *session) {
    return session->presented != NULL ? session->presented : SSL_get_peer_cert_chain(session->ssl);
}

X509 *sockeye_tls_leaf(const sockeye_tls_session *session) {
    /* OpenSSL stores the certificate only after the verification. */
    if (session->presented != NULL) return sk_X509_value(session->presented, 0);
    return SSL_get0_peer_certificate(session->ssl);
}

STACK_OF(X509) *sockeye_tls_chain(const sockeye_tls_session *session) {
    if (session->built != NULL) return session->built;
    /* A resumed session has no verified chain, only the one the server presented originally. */
    STACK_OF(X509) *chain = SSL_get0_verified_chain(session->ssl);
    return chain != NULL ? chain : presented(session);
}

static X509 *presented_at(const sockeye_tls_session *session, int index) {
    STACK_OF(X509) *chain = presented(session);
    return chain != NULL && index >= 0 && index < sk_X509_num(chain) ? sk_X509_value(chain, index) : NULL;
}

int sockeye_trust_describe(const sockeye_tls_session *session, int index, sockeye_tls_certificate *certificate) {
    X509 *found = presented_at(session, index);
    if (found == NULL) return -1;
    sockeye_tls_describe(found, certificate);
    certificate->depth = index;
    return 0;
}

ssize_t sockeye_trust_bytes(const sockeye_tls_session *session, int index, uint8_t *bytes, size_t capacity) {
    X509 *found = presented_at(session, index);
    const int length = found != NULL ? i2d_X509(found, NULL) : -1;
    ERR_clear_error();
    if (length <= 0) return -1;
    if (bytes != NULL && (size_t)length <= capacity) i2d_X509(found, &bytes);
    return length;
}
