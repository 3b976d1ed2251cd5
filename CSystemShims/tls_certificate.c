/* Describes certificates, and verifies them. */
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <stdio.h>
#include <string.h>

#include "tls_native.h"

static void copy_name(const X509_NAME *name, char *text, size_t capacity) {
    text[0] = '\0';
    BIO *memory = BIO_new(BIO_s_mem());
    if (memory == NULL) return;
    /* The one-line form of curl and openssl, keeping UTF-8 and escaping control characters. */
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

void sockeye_tls_describe(X509 *certificate, sockeye_tls_certificate *described) {
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
    case X509_V_ERR_INVALID_PURPOSE: return SOCKEYE_REFUSED_PURPOSE;
    case X509_V_ERR_CERT_CHAIN_TOO_LONG:
    case X509_V_ERR_PATH_LENGTH_EXCEEDED: return SOCKEYE_REFUSED_CHAIN_TOO_LONG;
    case X509_V_ERR_INVALID_CA:
    case X509_V_ERR_KEYUSAGE_NO_CERTSIGN: return SOCKEYE_REFUSED_NO_AUTHORITY;
    case X509_V_ERR_UNABLE_TO_GET_CRL:
    case X509_V_ERR_CRL_NOT_YET_VALID:
    case X509_V_ERR_CRL_HAS_EXPIRED:
    case X509_V_ERR_CRL_SIGNATURE_FAILURE:
    case X509_V_ERR_UNABLE_TO_GET_CRL_ISSUER: return SOCKEYE_REFUSED_REVOCATION_UNKNOWN;
    default: return SOCKEYE_REFUSED_OTHER;
    }
}

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

/* Records the first certificate that fails, and why; the handshake then stops. */
int sockeye_tls_judge(int accepted, X509_STORE_CTX *store) {
    if (accepted) return 1;
    SSL *ssl = X509_STORE_CTX_get_ex_data(store, SSL_get_ex_data_X509_STORE_CTX_idx());
    sockeye_tls_session *session = ssl != NULL ? SSL_get_app_data(ssl) : NULL;
    if (session == NULL) return 0;
    const int code = X509_STORE_CTX_get_error(store);
    if (is_about_the_issuer(code) && is_accepted(session, store)) {
        session->accepted_by_name = 1;
        X509_STORE_CTX_set_error(store, X509_V_OK);
        return 1;
    }
    if (session->refused.code == 0) {
        X509 *certificate = X509_STORE_CTX_get_current_cert(store);
        if (certificate != NULL) sockeye_tls_describe(certificate, &session->refused);
        session->refused.code = code;
        session->refused.depth = X509_STORE_CTX_get_error_depth(store);
        snprintf(session->refused.reason, sizeof session->refused.reason, "%s", X509_verify_cert_error_string(code));
    }
    return 0;
}
