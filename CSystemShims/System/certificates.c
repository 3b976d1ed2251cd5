#include "certificates.h"

#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/ocsp.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/rsa.h>
#include <openssl/x509v3.h>
#include <stdlib.h>
#include <string.h>

#include "calls.h"
#include "openssl_calls.h"

static EVP_PKEY *make_key(int kind) {
    switch (kind) {
    case SOCKEYE_KEY_RSA_2048: return EVP_RSA_gen(2048);
    case SOCKEYE_KEY_RSA_512: return EVP_RSA_gen(512);
    default: return EVP_EC_gen("P-256");
    }
}

static char *text_of(BIO *memory) {
    char *bytes = NULL;
    long length = BIO_get_mem_data(memory, &bytes);
    char *text = length > 0 ? malloc((size_t)length + 1) : NULL;
    if (text != NULL) {
        memcpy(text, bytes, (size_t)length);
        text[length] = '\0';
    }
    BIO_free(memory);
    return text;
}

static int add_extension(X509 *certificate, X509 *issuer, int identifier, const char *value) {
    X509V3_CTX context;
    X509V3_set_ctx_nodb(&context);
    X509V3_set_ctx(&context, issuer, certificate, NULL, NULL, 0);
    X509_EXTENSION *extension = X509V3_EXT_conf_nid(NULL, &context, identifier, value);
    int ok = extension != NULL && X509_add_ext(certificate, extension, -1);
    X509_EXTENSION_free(extension);
    return ok;
}

static int fill(X509 *certificate, EVP_PKEY *key, X509 *issuer, EVP_PKEY *issuer_key,
                const sockeye_certificate_wish *wish) {
    unsigned char serial[8];
    BIGNUM *number = RAND_bytes(serial, sizeof serial) == 1 ? BN_bin2bn(serial, sizeof serial, NULL) : NULL;
    int ok = number != NULL && BN_to_ASN1_INTEGER(number, X509_get_serialNumber(certificate)) != NULL;
    BN_free(number);

    X509_NAME *name = X509_get_subject_name(certificate);
    ok = ok && X509_set_version(certificate, 2) && X509_set_pubkey(certificate, key) &&
         X509_gmtime_adj(X509_getm_notBefore(certificate), (long)wish->valid_from) != NULL &&
         X509_gmtime_adj(X509_getm_notAfter(certificate), (long)wish->valid_until) != NULL &&
         X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_UTF8, (const unsigned char *)wish->common_name, -1, -1, 0) &&
         X509_set_issuer_name(certificate, X509_get_subject_name(issuer));
    if (wish->is_authority) {
        ok = ok && add_extension(certificate, issuer, NID_basic_constraints, "critical,CA:TRUE") &&
             add_extension(certificate, issuer, NID_key_usage, "critical,keyCertSign,cRLSign");
    }
    ok = ok && add_extension(certificate, issuer, NID_subject_key_identifier, "hash");
    /* Tells two issuers of the same name apart (RFC 5280 section 4.2.1.1). */
    if (issuer != certificate) {
        ok = ok && add_extension(certificate, issuer, NID_authority_key_identifier, "keyid:always");
    }
    if (wish->alternative_names != NULL) {
        ok = ok && add_extension(certificate, issuer, NID_subject_alt_name, wish->alternative_names);
    }
    return ok && X509_sign(certificate, issuer_key, EVP_sha256()) != 0;
}

static X509 *certificate_of(const char *pem) {
    BIO *memory = BIO_new_mem_buf(pem, -1);
    X509 *certificate = PEM_read_bio_X509(memory, NULL, NULL, NULL);
    BIO_free(memory);
    return certificate;
}

static EVP_PKEY *key_of(const char *pem) {
    BIO *memory = BIO_new_mem_buf(pem, -1);
    EVP_PKEY *key = PEM_read_bio_PrivateKey(memory, NULL, NULL, NULL);
    BIO_free(memory);
    return key;
}

int sockeye_certificate_make(const sockeye_certificate_wish *wish, const char *issuer_certificate_pem,
                             const char *issuer_key_pem, char **certificate_pem, char **key_pem) {
    *certificate_pem = *key_pem = NULL;
    X509 *issuer = NULL;
    EVP_PKEY *issuer_key = NULL;
    if (issuer_certificate_pem != NULL && issuer_key_pem != NULL) {
        issuer = certificate_of(issuer_certificate_pem);
        issuer_key = key_of(issuer_key_pem);
    }
    int is_self_signed = issuer_certificate_pem == NULL;
    EVP_PKEY *key = make_key(wish->key_kind);
    X509 *certificate = X509_new();
    int ok = key != NULL && certificate != NULL && (is_self_signed || (issuer != NULL && issuer_key != NULL));
    ok = ok && fill(certificate, key, is_self_signed ? certificate : issuer, is_self_signed ? key : issuer_key, wish);
    if (ok) {
        BIO *memory = BIO_new(BIO_s_mem());
        PEM_write_bio_X509(memory, certificate);
        *certificate_pem = text_of(memory);
        memory = BIO_new(BIO_s_mem());
        PEM_write_bio_PrivateKey(memory, key, NULL, NULL, 0, NULL, NULL);
        *key_pem = text_of(memory);
        ok = *certificate_pem != NULL && *key_pem != NULL;
    }
    X509_free(certificate);
    X509_free(issuer);
    EVP_PKEY_free(key);
    EVP_PKEY_free(issuer_key);
    ERR_clear_error();
    if (ok) return 0;
    sockeye_certificate_free(*certificate_pem);
    sockeye_certificate_free(*key_pem);
    *certificate_pem = *key_pem = NULL;
    return -1;
}

void sockeye_certificate_free(char *pem) {
    free(pem);
}

int sockeye_certificate_make_status(const char *certificate_pem, const char *issuer_pem, const char *signer_pem,
                                    const char *signer_key_pem, int state, int64_t valid_from, int64_t valid_until,
                                    uint8_t *response, size_t capacity) {
    X509 *certificate = certificate_of(certificate_pem), *issuer = certificate_of(issuer_pem);
    X509 *signer = certificate_of(signer_pem);
    EVP_PKEY *key = key_of(signer_key_pem);
    OCSP_BASICRESP *basic = OCSP_BASICRESP_new();
    ASN1_TIME *now = X509_gmtime_adj(NULL, 0), *from = X509_gmtime_adj(NULL, (long)valid_from);
    ASN1_TIME *until = X509_gmtime_adj(NULL, (long)valid_until);
    OCSP_CERTID *name = certificate != NULL && issuer != NULL ? OCSP_cert_to_id(EVP_sha256(), certificate, issuer) : NULL;
    const int status = state == SOCKEYE_CERTIFICATE_GOOD      ? V_OCSP_CERTSTATUS_GOOD
                       : state == SOCKEYE_CERTIFICATE_REVOKED ? V_OCSP_CERTSTATUS_REVOKED
                                                              : V_OCSP_CERTSTATUS_UNKNOWN;
    OCSP_RESPONSE *whole = NULL;
    if (name != NULL && signer != NULL && key != NULL && basic != NULL && now != NULL && from != NULL && until != NULL &&
        OCSP_basic_add1_status(basic, name, status, OCSP_REVOKED_STATUS_KEYCOMPROMISE, now, from, until) != NULL &&
        OCSP_basic_sign(basic, signer, key, EVP_sha256(), NULL, 0) == 1) {
        whole = OCSP_response_create(OCSP_RESPONSE_STATUS_SUCCESSFUL, basic);
    }
    int length = whole != NULL ? i2d_OCSP_RESPONSE(whole, NULL) : -1;
    if (length > 0 && (size_t)length <= capacity) {
        i2d_OCSP_RESPONSE(whole, &response);
    } else {
        length = -1;
    }
    OCSP_RESPONSE_free(whole);
    OCSP_CERTID_free(name);
    ASN1_TIME_free(now);
    ASN1_TIME_free(from);
    ASN1_TIME_free(until);
    OCSP_BASICRESP_free(basic);
    EVP_PKEY_free(key);
    X509_free(signer);
    X509_free(issuer);
    X509_free(certificate);
    ERR_clear_error();
    return length;
}
