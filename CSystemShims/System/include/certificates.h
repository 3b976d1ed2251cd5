/*
 * Certificates made on the fly for the loopback server and the tests: a root, and the certificates it signs. Not for
 * production keys.
 */
#ifndef SOCKEYE_CERTIFICATES_H
#define SOCKEYE_CERTIFICATES_H

#include <stddef.h>
#include <stdint.h>

enum { SOCKEYE_KEY_P256 = 0, SOCKEYE_KEY_RSA_2048 = 1, SOCKEYE_KEY_RSA_512 = 2 /* weak on purpose */ };

typedef struct {
    const char *common_name;
    const char *alternative_names; /* "DNS:localhost,IP:127.0.0.1"; may be NULL */
    int64_t valid_from;            /* seconds from now; may be negative */
    int64_t valid_until;
    int is_authority;
    int key_kind; /* SOCKEYE_KEY_* */
} sockeye_certificate_wish;

/*
 * Makes a key and a certificate for it, signed by the issuer (both PEM; NULL, NULL: self-signed). The caller frees the
 * PEM texts with sockeye_certificate_free. Returns 0, or -1 with both NULL.
 */
int sockeye_certificate_make(const sockeye_certificate_wish *wish, const char *issuer_certificate_pem,
                             const char *issuer_key_pem, char **certificate_pem, char **key_pem);
void sockeye_certificate_free(char *pem);

enum { SOCKEYE_CERTIFICATE_GOOD = 0, SOCKEYE_CERTIFICATE_REVOKED = 1, SOCKEYE_CERTIFICATE_UNKNOWN = 2 };

/*
 * Makes an OCSP response (RFC 6960) about a certificate, valid between two times in seconds from now, and signed by the
 * signer. Writes it in DER to `response`. Returns its length, or -1, also if `capacity` is too small.
 */
int sockeye_certificate_make_status(const char *certificate_pem, const char *issuer_pem, const char *signer_pem,
                                    const char *signer_key_pem, int state, int64_t valid_from, int64_t valid_until,
                                    uint8_t *response, size_t capacity);

#endif
