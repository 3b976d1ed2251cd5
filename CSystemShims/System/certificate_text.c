/* Prints a certificate as text, like curl's -w %{certs}. */
#include <openssl/err.h>
#include <openssl/core_names.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <stdlib.h>
#include <string.h>

#include "tls_native.h"

#include "calls.h"
#include "openssl_calls.h"

static void put_name(BIO *text, const char *label, const X509_NAME *name) {
    BIO_printf(text, "%s:", label);
    X509_NAME_print_ex(text, name, 0, XN_FLAG_ONELINE);
    BIO_puts(text, "\n");
}

static void put_object(BIO *text, const char *label, const ASN1_OBJECT *object) {
    BIO_printf(text, "%s:", label);
    i2a_ASN1_OBJECT(text, object);
    BIO_puts(text, "\n");
}

static void put_time(BIO *text, const char *label, const ASN1_TIME *time) {
    BIO_printf(text, "%s:", label);
    ASN1_TIME_print(text, time);
    BIO_puts(text, "\n");
}

static void put_printable(BIO *text, BIO *value, int keeps_lines) {
    char *bytes = NULL;
    const long count = BIO_get_mem_data(value, &bytes);
    if (count > 0) BIO_write(text, bytes, (int)sockeye_tls_make_printable(bytes, (size_t)count, keeps_lines));
}

/* Whether the text within these DER values may hold a line feed: in a string, an email address, a name or a URI (RFC 5280
   section 4.2.1.6), or in what can't be told from those. */
static int may_hold_line_feed(const unsigned char *bytes, size_t count, int depth, int serial_depth) {
    while (count >= 2) {
        const unsigned tag = bytes[0];
        size_t length = bytes[1], head = 2;
        if (length & 0x80) {
            size_t more = length & 0x7F;
            if (more == 0 || more > 4 || more > count - 2) return 1;
            for (length = 0; more > 0; more--) length = length << 8 | bytes[head++];
        }
        if ((tag & 0x1F) == 0x1F || length > count - head) return 1;
        const unsigned number = tag & 0x1F;
        const int is_context = (tag & 0xC0) == 0x80;
        /* Where a name would stand, the authority's key identifier has a serial number (section 4.2.1.1). */
        const int is_text = is_context ? number == 1 || (number == 2 && depth != serial_depth) || number == 6
                                       : number == V_ASN1_UTF8STRING || (number >= 18 && number != 23 && number != 24);
        if (tag & 0x20) {
            if (depth == 0 || may_hold_line_feed(bytes + head, length, depth - 1, serial_depth)) return 1;
        } else if (is_text && memchr(bytes + head, '\n', length) != NULL) {
            return 1;
        }
        bytes += head + length;
        count -= head + length;
    }
    return 0;
}

static void put_extensions(BIO *text, const X509 *certificate) {
    const STACK_OF(X509_EXTENSION) *extensions = X509_get0_extensions(certificate);
    for (int i = 0; i < sk_X509_EXTENSION_num(extensions); i++) {
        X509_EXTENSION *extension = sk_X509_EXTENSION_value(extensions, i);
        BIO *value = BIO_new(BIO_s_mem());
        if (value == NULL) return;
        const ASN1_OCTET_STRING *data = X509_EXTENSION_get_data(extension);
        const int kind = OBJ_obj2nid(X509_EXTENSION_get_object(extension));
        /* OpenSSL's own line feeds stay, as in curl, but those that the peer chose would forge lines. */
        int keeps_lines = 1;
        if (X509V3_EXT_print(value, extension, 0, 0)) {
            const int length = ASN1_STRING_length(data);
            keeps_lines = !may_hold_line_feed(ASN1_STRING_get0_data(data), length > 0 ? (size_t)length : 0, 16,
                                              kind == NID_authority_key_identifier ? 15 : -1);
        } else {
            ASN1_STRING_print(value, data);
            keeps_lines = 0;
        }
        char name[128];
        i2t_ASN1_OBJECT(name, sizeof name, X509_EXTENSION_get_object(extension));
        BIO_printf(text, "%s:", name);
        put_printable(text, value, keeps_lines);
        BIO_puts(text, "\n");
        BIO_free(value);
    }
}

static void put_number(BIO *text, const EVP_PKEY *key, const char *parameter, const char *label) {
    BIGNUM *number = NULL;
    if (!EVP_PKEY_get_bn_param(key, parameter, &number)) return;
    BIO_printf(text, "%s:", label);
    BN_print(text, number);
    BIO_puts(text, "\n");
    BN_free(number);
}

static void put_key(BIO *text, X509 *certificate) {
    const EVP_PKEY *key = X509_get0_pubkey(certificate);
    if (key == NULL || !EVP_PKEY_is_a(key, "RSA")) return;
    BIO_printf(text, "RSA Public Key:%d\n", EVP_PKEY_get_bits(key));
    put_number(text, key, OSSL_PKEY_PARAM_RSA_N, "rsa(n)");
    put_number(text, key, OSSL_PKEY_PARAM_RSA_E, "rsa(e)");
}

static void put_bytes(BIO *text, const char *label, const ASN1_STRING *bytes, const char *after_each) {
    BIO_printf(text, "%s:", label);
    const unsigned char *data = ASN1_STRING_get0_data(bytes);
    for (int i = 0; i < ASN1_STRING_length(bytes); i++) BIO_printf(text, "%02x%s", data[i], after_each);
    BIO_puts(text, "\n");
}

static void put_certificate(BIO *text, X509 *certificate) {
    put_name(text, "Subject", X509_get_subject_name(certificate));
    put_name(text, "Issuer", X509_get_issuer_name(certificate));
    BIO_printf(text, "Version:%lx\n", (unsigned long)X509_get_version(certificate));
    const ASN1_INTEGER *serial = X509_get0_serialNumber(certificate);
    const int is_negative = ASN1_STRING_type(serial) == V_ASN1_NEG_INTEGER;
    put_bytes(text, is_negative ? "Serial Number:-" : "Serial Number", serial, "");

    const ASN1_BIT_STRING *signature = NULL;
    const X509_ALGOR *algorithm = NULL;
    const ASN1_OBJECT *object = NULL;
    X509_get0_signature(&signature, &algorithm, certificate);
    if (algorithm != NULL) {
        X509_ALGOR_get0(&object, NULL, NULL, algorithm);
        put_object(text, "Signature Algorithm", object);
    }
    ASN1_OBJECT *key_algorithm = NULL;
    if (X509_PUBKEY_get0_param(&key_algorithm, NULL, NULL, NULL, X509_get_X509_PUBKEY(certificate))) {
        put_object(text, "Public Key Algorithm", key_algorithm);
    }
    put_extensions(text, certificate);
    put_time(text, "Start date", X509_get0_notBefore(certificate));
    put_time(text, "Expire date", X509_get0_notAfter(certificate));
    put_key(text, certificate);
    if (signature != NULL) put_bytes(text, "Signature", signature, ":");
    PEM_write_bio_X509(text, certificate);
}

char *sockeye_tls_chain_text(const sockeye_tls_session *session, int index) {
    const STACK_OF(X509) *chain = SSL_get_peer_cert_chain(session->ssl);
    if (chain == NULL || index < 0 || index >= sk_X509_num(chain)) return NULL;
    BIO *text = BIO_new(BIO_s_mem());
    if (text == NULL) return NULL;
    put_certificate(text, sk_X509_value(chain, index));
    char *bytes = NULL;
    const long count = BIO_get_mem_data(text, &bytes);
    char *copy = count > 0 ? malloc((size_t)count + 1) : NULL;
    if (copy != NULL) {
        memcpy(copy, bytes, (size_t)count);
        copy[count] = '\0';
    }
    BIO_free(text);
    ERR_clear_error(); /* anything that could not be printed was left out */
    return copy;
}
