/*
 * What a client's TLS context can be given beyond roots and versions: who to be, what to offer, what is revoked, which
 * certificate is accepted by its name, and where to log the keys. Results are 0 on success, -1 on failure with OpenSSL's words in `error`.
 */
#ifndef SOCKEYE_TRUST_H
#define SOCKEYE_TRUST_H

#include <stddef.h>
#include <stdint.h>

#include "tls.h"

/* How a client certificate's file is written. */
enum { SOCKEYE_IDENTITY_PEM = 1, SOCKEYE_IDENTITY_DER = 2, SOCKEYE_IDENTITY_PKCS12 = 3 };

/*
 * The client's certificate, with its chain, and its key. `key_path` may be NULL: then the key is in the certificate's
 * file. `password` opens an encrypted key or a PKCS#12 file; NULL for none, and nobody is asked.
 */
int sockeye_trust_use_identity(sockeye_tls_context *context, int kind, const char *certificate_path,
                               const char *key_path, const char *password, char *error, size_t error_capacity);

/* Cipher suites up to TLS 1.2, those of TLS 1.3, and key exchange groups, in OpenSSL's notation; NULL leaves them. */
int sockeye_trust_use_ciphers(sockeye_tls_context *context, const char *ciphers, const char *ciphers13,
                              const char *groups, char *error, size_t error_capacity);

/* A PEM file of certificate revocation lists; from then on every certificate of a chain needs one. */
int sockeye_trust_use_revocation_lists(sockeye_tls_context *context, const char *path, char *error,
                                       size_t error_capacity);

/* Appends the secrets of every session to a file, in the format that Wireshark reads. Only its owner may read it. */
int sockeye_trust_log_keys(sockeye_tls_context *context, const char *path);

/*
 * SHA-256 of a certificate of the peer's chain, or with `of_key` of its SubjectPublicKeyInfo, 32 bytes. Index 0 is the
 * peer's own; -1 when there is no such certificate.
 */
int sockeye_trust_chain_digest(sockeye_tls_session *session, int index, int of_key, uint8_t *digest);

/* SHA-256 of the first certificate of a PEM or DER file, 32 bytes. */
int sockeye_trust_file_digest(const char *path, uint8_t *digest);

/*
 * Accepts the one server certificate with this SHA-256 digest although it is self-signed or its issuer is not known.
 * Everything else about it is checked. `was_accepted` tells whether that made the difference.
 */
void sockeye_trust_accept_certificate(sockeye_tls_context *context, const uint8_t *digest);
int sockeye_trust_was_accepted(const sockeye_tls_session *session);

/* Leaves the names of certificates unchecked. */
void sockeye_trust_ignore_names(sockeye_tls_context *context);

/* Asks servers for a stapled OCSP response (RFC 6066 section 8). */
void sockeye_trust_want_status(sockeye_tls_context *context);

/* What a stapled OCSP response says of the peer's own certificate (RFC 6960). */
enum {
    SOCKEYE_STATUS_GOOD = 0,
    SOCKEYE_STATUS_ABSENT,    /* the server stapled none */
    SOCKEYE_STATUS_MALFORMED, /* it cannot be read */
    SOCKEYE_STATUS_FAILED,    /* the responder gave no answer, for the reason in `text` */
    SOCKEYE_STATUS_UNTRUSTED, /* its signature is not that of the issuer or of whom the issuer lets speak */
    SOCKEYE_STATUS_OTHER,     /* it speaks of other certificates */
    SOCKEYE_STATUS_EXPIRED,   /* its time is over, or has not come */
    SOCKEYE_STATUS_REVOKED,   /* with the reason in `text`, if there is one */
    SOCKEYE_STATUS_UNKNOWN,   /* the responder does not know the certificate */
};
int sockeye_trust_stapled_status(sockeye_tls_session *session, char *text, size_t capacity);

#endif
