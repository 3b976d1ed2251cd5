/* Stapled OCSP responses (RFC 6066 section 8, RFC 6960): the server's proof that its own certificate is valid. */
#include <openssl/err.h>
#include <openssl/ocsp.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <stdio.h>

#include "tls_native.h"
#include "trust.h"

#include "openssl_calls.h"

/* Tolerated clock difference in seconds. */
enum { CLOCK_LEEWAY = 300 };

void sockeye_trust_want_status(sockeye_tls_context *context) {
    context->wants_status = 1;
}

/* The certificate in the chain that issued this one; itself if self-signed. */
static X509 *issuer_of(X509 *certificate, STACK_OF(X509) *chain) {
    for (int index = 0; index < sk_X509_num(chain); index++) {
        X509 *candidate = sk_X509_value(chain, index);
        if (X509_check_issued(candidate, certificate) == X509_V_OK) return candidate;
    }
    return NULL;
}

/* Whether a response's ID identifies this certificate. The responder chose the ID's digest. */
static int means(const OCSP_CERTID *name, X509 *certificate, X509 *issuer) {
    ASN1_OBJECT *algorithm = NULL;
    OCSP_id_get0_info(NULL, &algorithm, NULL, NULL, (OCSP_CERTID *)name);
    const EVP_MD *digest = algorithm != NULL ? EVP_get_digestbyobj(algorithm) : NULL;
    OCSP_CERTID *expected = digest != NULL ? OCSP_cert_to_id(digest, certificate, issuer) : NULL;
    const int is_same = expected != NULL && OCSP_id_cmp(expected, name) == 0;
    OCSP_CERTID_free(expected);
    return is_same;
}

static int judge_single(OCSP_SINGLERESP *single, char *text, size_t capacity) {
    int reason = OCSP_REVOKED_STATUS_NOSTATUS;
    ASN1_GENERALIZEDTIME *revoked = NULL, *from = NULL, *until = NULL;
    const int status = OCSP_single_get0_status(single, &reason, &revoked, &from, &until);
    /* RFC 6960 section 4.2.2.1: outside its validity a response says nothing, but a revocation is permanent. */
    if (status == V_OCSP_CERTSTATUS_REVOKED) {
        if (reason != OCSP_REVOKED_STATUS_NOSTATUS) snprintf(text, capacity, "%s", OCSP_crl_reason_str(reason));
        return SOCKEYE_STATUS_REVOKED;
    }
    if (OCSP_check_validity(from, until, CLOCK_LEEWAY, -1) != 1) return SOCKEYE_STATUS_EXPIRED;
    return status == V_OCSP_CERTSTATUS_GOOD ? SOCKEYE_STATUS_GOOD : SOCKEYE_STATUS_UNKNOWN;
}

static int judge(const sockeye_tls_session *session, OCSP_BASICRESP *basic, char *text, size_t capacity) {
    STACK_OF(X509) *chain = sockeye_tls_chain(session);
    X509 *certificate = sockeye_tls_leaf(session);
    X509 *issuer = certificate != NULL && chain != NULL ? issuer_of(certificate, chain) : NULL;
    if (issuer == NULL) return SOCKEYE_STATUS_UNTRUSTED;
    if (OCSP_basic_verify(basic, chain, SSL_CTX_get_cert_store(session->context->ssl), 0) != 1) {
        return SOCKEYE_STATUS_UNTRUSTED;
    }
    for (int index = 0; index < OCSP_resp_count(basic); index++) {
        OCSP_SINGLERESP *single = OCSP_resp_get0(basic, index);
        if (means(OCSP_SINGLERESP_get0_id(single), certificate, issuer)) return judge_single(single, text, capacity);
    }
    return SOCKEYE_STATUS_OTHER;
}

int sockeye_trust_stapled_status(sockeye_tls_session *session, char *text, size_t capacity) {
    const unsigned char *bytes = NULL;
    const long length = SSL_get_tlsext_status_ocsp_resp(session->ssl, &bytes);
    if (bytes == NULL || length <= 0) return SOCKEYE_STATUS_ABSENT;
    OCSP_RESPONSE *response = d2i_OCSP_RESPONSE(NULL, &bytes, length);
    int result = SOCKEYE_STATUS_MALFORMED;
    if (response != NULL && OCSP_response_status(response) != OCSP_RESPONSE_STATUS_SUCCESSFUL) {
        snprintf(text, capacity, "%s", OCSP_response_status_str(OCSP_response_status(response)));
        result = SOCKEYE_STATUS_FAILED;
    } else if (response != NULL) {
        OCSP_BASICRESP *basic = OCSP_response_get1_basic(response);
        if (basic != NULL) result = judge(session, basic, text, capacity);
        OCSP_BASICRESP_free(basic);
    }
    OCSP_RESPONSE_free(response);
    ERR_clear_error();
    return result;
}
