/*
 * What a client's TLS context can be given beyond roots and versions: who to be, what to offer, what is revoked, and
 * where to log the keys. Results are 0 on success, -1 on failure with OpenSSL's words in `error`.
 */
#ifndef SOCKEYE_TRUST_H
#define SOCKEYE_TRUST_H

#include <stddef.h>

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

/* SHA-256 of the SubjectPublicKeyInfo of the peer's own certificate, 32 bytes. -1 without a certificate. */
int sockeye_trust_public_key_digest(sockeye_tls_session *session, unsigned char *digest);

#endif
