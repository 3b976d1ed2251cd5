/* Describes certificates, and groups the reasons for refusing them. */
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <string.h>

#include "tls_native.h"

#include "openssl_calls.h"

/* The length of the character at these bytes if it can mislead, in UTF-8; 0 if it can't. */
static size_t misleading(const unsigned char *bytes, size_t count) {
    if (bytes[0] < 0x20 || bytes[0] == 0x7F) return 1;
    if (count < 2) return 0;
    if (bytes[0] == 0xC2 && bytes[1] >= 0x80 && bytes[1] <= 0x9F) return 2; /* C1 */
    if (bytes[0] == 0xD8 && bytes[1] == 0x9C) return 2;                     /* U+061C */
    if (count < 3 || bytes[0] != 0xE2) return 0;
    const unsigned code = (bytes[1] & 0x3Fu) << 6 | (bytes[2] & 0x3Fu);
    if (bytes[1] != 0x80 && bytes[1] != 0x81) return 0;
    /* U+200E, U+200F; U+2028 to U+202E; U+2066 to U+2069 */
    return code == 0x0E || code == 0x0F || (code >= 0x28 && code <= 0x2E) || (code >= 0x66 && code <= 0x69) ? 3 : 0;
}

size_t sockeye_tls_make_printable(char *text, size_t count, int keeps_lines) {
    size_t kept = 0;
    for (size_t i = 0; i < count;) {
        const size_t length = misleading((const unsigned char *)text + i, count - i);
        const int stays = length == 0 || (keeps_lines && text[i] == '\n');
        text[kept++] = stays ? text[i] : '.';
        i += stays ? 1 : length;
    }
    return kept;
}

/* Takes what was printed, as far as there is room, and makes it printable. */
static void take(BIO *memory, char *text, size_t capacity) {
    const int length = BIO_read(memory, text, (int)capacity - 1);
    text[length > 0 ? sockeye_tls_make_printable(text, (size_t)length, 0) : 0] = '\0';
    BIO_free(memory);
}

static void copy_name(const X509_NAME *name, char *text, size_t capacity) {
    text[0] = '\0';
    BIO *memory = BIO_new(BIO_s_mem());
    if (memory == NULL) return;
    /* The one-line form of curl and openssl, keeping UTF-8 and escaping control characters. */
    X509_NAME_print_ex(memory, name, 0, (XN_FLAG_ONELINE & ~ASN1_STRFLGS_ESC_MSB) | ASN1_STRFLGS_ESC_CTRL);
    take(memory, text, capacity);
}

static void copy_time(const ASN1_TIME *time, char *text, size_t capacity) {
    text[0] = '\0';
    BIO *memory = BIO_new(BIO_s_mem());
    if (memory == NULL) return;
    ASN1_TIME_print(memory, time);
    take(memory, text, capacity);
}

static void copy_alternative_names(X509 *certificate, char *text, size_t capacity) {
    text[0] = '\0';
    int index = X509_get_ext_by_NID(certificate, NID_subject_alt_name, -1);
    if (index < 0) return;
    BIO *memory = BIO_new(BIO_s_mem());
    if (memory == NULL) return;
    /* A URI among the names is printed as it is. */
    X509V3_EXT_print(memory, X509_get_ext(certificate, index), 0, 0);
    take(memory, text, capacity);
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
