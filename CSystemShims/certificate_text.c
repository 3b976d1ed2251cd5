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

/* Replaces control characters, which the peer chose, except line feeds, so that none reaches a terminal. */
static void put_printable(BIO *text, BIO *value) {
    char *bytes = NULL;
    const long count = BIO_get_mem_data(value, &bytes);
    for (long i = 0; i < count; i++) {
        const unsigned char byte = (unsigned char)bytes[i];
        const int is_control = (byte < 0x20 && byte != '\n') || byte == 0x7F;
        BIO_write(text, is_control ? "." : bytes + i, 1);
    }
}

static void put_extensions(BIO *text, const X509 *certificate) {
    const STACK_OF(X509_EXTENSION) *extensions = X509_get0_extensions(certificate);
    for (int i = 0; i < sk_X509_EXTENSION_num(extensions); i++) {
        X509_EXTENSION *extension = sk_X509_EXTENSION_value(extensions, i);
        BIO *value = BIO_new(BIO_s_mem());
        if (value == NULL) return;
        if (!X509V3_EXT_print(value, extension, 0, 0)) ASN1_STRING_print(value, X509_EXTENSION_get_data(extension));
        char name[128];
        i2t_ASN1_OBJECT(name, sizeof name, X509_EXTENSION_get_object(extension));
        BIO_printf(text, "%s:", name);
        put_printable(text, value);
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
