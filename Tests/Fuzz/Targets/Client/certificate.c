/* Both printers of certificates, reached without a connection. */
#define sockeye_tls_chain_text sockeye_fuzz_chain_text
#include "../../CSystemShims/System/certificate_text.c"

size_t sockeye_fuzz_certificate(const uint8_t *bytes, size_t count, uint8_t *text, size_t capacity);

/* The texts of the DER-coded certificate, cut to fit; returns their length. */
size_t sockeye_fuzz_certificate(const uint8_t *bytes, size_t count, uint8_t *text, size_t capacity) {
    const unsigned char *position = bytes;
    X509 *certificate = d2i_X509(NULL, &position, (long)count);
    ERR_clear_error();
    if (certificate == NULL) return 0;
    size_t used = 0;
    BIO *printed = BIO_new(BIO_s_mem());
    put_certificate(printed, certificate);
    char *start = NULL;
    const long length = BIO_get_mem_data(printed, &start);
    if (length > 0) {
        used = (size_t)length < capacity ? (size_t)length : capacity;
        memcpy(text, start, used);
    }
    BIO_free(printed);
    sockeye_tls_certificate described = {0};
    sockeye_tls_describe(certificate, &described);
    const char *fields[] = {described.subject, described.issuer, described.not_before, described.not_after,
                            described.names};
    for (size_t index = 0; index < sizeof fields / sizeof *fields; index++) {
        const size_t more = strlen(fields[index]);
        if (more > capacity - used) break;
        memcpy(text + used, fields[index], more);
        used += more;
    }
    X509_free(certificate);
    ERR_clear_error();
    return used;
}
