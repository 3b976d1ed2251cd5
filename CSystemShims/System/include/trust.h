/*
 * What a client's TLS context can have beyond roots and versions: the client's identity, ciphers, revocation lists, an
 * accepted certificate, and a key log. Results are 0 on success, -1 on failure with OpenSSL's message in `error`.
 */
#ifndef SOCKEYE_TRUST_H
#define SOCKEYE_TRUST_H

#include <stddef.h>
#include <stdint.h>

#include "tls.h"

/* The format of a client certificate's file. */
enum { SOCKEYE_IDENTITY_PEM = 1, SOCKEYE_IDENTITY_DER = 2, SOCKEYE_IDENTITY_PKCS12 = 3 };

/*
 * The client's certificate, with its chain, and its key. `key_path` is NULL if the key is in the certificate's file; a
 * key is read in PEM or DER, whichever it is. `password` opens an encrypted key or a PKCS#12 file; with NULL, nobody is
 * prompted. The error names the file.
 */
int sockeye_trust_use_identity(sockeye_tls_context *context, int kind, const char *certificate_path,
                               const char *key_path, const char *password, char *error, size_t error_capacity);

/* What the handshake offers as lists in OpenSSL's notation. */
#define SOCKEYE_OFFER_CIPHERS 0    /* cipher suites up to TLS 1.2 */
#define SOCKEYE_OFFER_CIPHERS13 1  /* those of TLS 1.3 */
#define SOCKEYE_OFFER_GROUPS 2     /* key exchange groups */
#define SOCKEYE_OFFER_SIGNATURES 3 /* signature algorithms */

/* Offers this list instead of the default. */
int sockeye_trust_offer(sockeye_tls_context *context, int kind, const char *list, char *error, size_t error_capacity);

/* Loads a PEM file of certificate revocation lists; from then on every certificate of a chain needs one. */
int sockeye_trust_use_revocation_lists(sockeye_tls_context *context, const char *path, char *error,
                                       size_t error_capacity);

/* Appends the secrets of every session to a file in the format that Wireshark reads. Only the file's owner may read it.
   */
int sockeye_trust_log_keys(sockeye_tls_context *context, const char *path);

/*
 * SHA-256 of a certificate of the peer's chain, or with `of_key` of its SubjectPublicKeyInfo, 32 bytes. Index 0 is the
 * peer's own. -1 if there is no such certificate.
 */
int sockeye_trust_chain_digest(sockeye_tls_session *session, int index, int of_key, uint8_t *digest);

/* SHA-256 of the SubjectPublicKeyInfo of a certificate in PEM, 32 bytes. -1 if the text has no certificate. */
int sockeye_trust_key_digest(const char *pem, uint8_t *digest);

/* SHA-256 of the first certificate of a PEM or DER file, 32 bytes. */
int sockeye_trust_file_digest(const char *path, uint8_t *digest);

/*
 * Accepts the one server certificate with this SHA-256 digest although it is self-signed or its issuer is unknown.
 * Everything else is still checked. `was_accepted` tells whether that made the difference.
 */
void sockeye_trust_accept_certificate(sockeye_tls_context *context, const uint8_t *digest);
int sockeye_trust_was_accepted(const sockeye_tls_session *session);

/* Leaves the host names in certificates unchecked. */
void sockeye_trust_ignore_names(sockeye_tls_context *context);

/* Asks servers for a stapled OCSP response (RFC 6066 section 8). */
void sockeye_trust_want_status(sockeye_tls_context *context);

/* The result of checking a stapled OCSP response for the peer's own certificate (RFC 6960). */
enum {
    SOCKEYE_STATUS_GOOD = 0,
    SOCKEYE_STATUS_ABSENT,    /* the server stapled no response */
    SOCKEYE_STATUS_MALFORMED, /* it cannot be parsed */
    SOCKEYE_STATUS_FAILED,    /* the responder refused to answer, for the reason in `text` */
    SOCKEYE_STATUS_UNTRUSTED, /* it is signed neither by the issuer nor by a responder the issuer authorized */
    SOCKEYE_STATUS_OTHER,     /* it is about other certificates */
    SOCKEYE_STATUS_EXPIRED,   /* it is out of date, or not valid yet */
    SOCKEYE_STATUS_REVOKED,   /* with the reason in `text`, if any */
    SOCKEYE_STATUS_UNKNOWN,   /* the responder does not know the certificate */
};
int sockeye_trust_stapled_status(sockeye_tls_session *session, char *text, size_t capacity);

/*
 * Makes every handshake of a client pause with SOCKEYE_TLS_WANT_ANSWER once the server's certificate is verified or has
 * failed to be (SSL_set_retry_verify(3), OpenSSL 3.0), before the client's certificate is sent. If a stapled status is
 * wanted and the server asks for a client certificate over TLS 1.2, it pauses again before sending that, since the
 * status arrives later than the certificate. With `collects`, verification lists every failed check, not only the
 * first.
 */
void sockeye_trust_pause(sockeye_tls_context *context, int collects);
/* Accepts the server, or refuses it: the next sockeye_tls_handshake then sends an alert and fails. */
void sockeye_trust_answer(sockeye_tls_session *session, int accepts);
/* Whether the stapled status arrives along with the certificate (TLS 1.3) rather than after it. */
int sockeye_trust_status_is_early(const sockeye_tls_session *session);

/*
 * The certificates that the peer presented, its own first. `describe` fills `certificate`; 0, or -1 if there is none at
 * `index`. `bytes` writes DER; returns its length, also if `capacity` is too small and nothing was written, or -1.
 */
int sockeye_trust_describe(const sockeye_tls_session *session, int index, sockeye_tls_certificate *certificate);
ssize_t sockeye_trust_bytes(const sockeye_tls_session *session, int index, uint8_t *bytes, size_t capacity);

#endif
