/*
 * TLS over OpenSSL, as steps that never wait: each call does what it can with the bytes at hand and returns what it
 * needs next. A session belongs to one connection and is used by one thread at a time; a context may be shared.
 *
 * Bytes travel through a custom BIO over send(2) with MSG_NOSIGNAL and recv(2): no SIGPIPE, no extra copy, and the
 * errno of a failure is kept.
 */
#ifndef SOCKEYE_TLS_H
#define SOCKEYE_TLS_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

typedef struct sockeye_tls_context sockeye_tls_context;
typedef struct sockeye_tls_session sockeye_tls_session;
typedef struct sockeye_tls_ticket sockeye_tls_ticket; /* resumes a session later */

/* The result of a step that moved no bytes. */
enum {
    SOCKEYE_TLS_DONE = 0,         /* handshake, close: finished; read: the peer sent close_notify */
    SOCKEYE_TLS_WANT_READ = -1,   /* wait until the descriptor is readable, then call again */
    SOCKEYE_TLS_WANT_WRITE = -2,  /* wait until it is writable, then call again */
    SOCKEYE_TLS_TRUNCATED = -3,   /* the peer closed the connection without close_notify (RFC 8446 section 6.1) */
    SOCKEYE_TLS_SYSTEM = -4,      /* send or recv failed: sockeye_tls_system_error */
    SOCKEYE_TLS_PROTOCOL = -5,    /* TLS failed: sockeye_tls_error_text */
    SOCKEYE_TLS_CERTIFICATE = -6, /* the peer's certificate was refused: sockeye_tls_refusal */
    SOCKEYE_TLS_WANT_ANSWER = -7, /* the handshake is paused: call sockeye_trust_answer, then call again */
};

/* The parts of a certificate that messages show. All text is NUL-terminated and cut to fit. */
typedef struct {
    char subject[256];
    char issuer[256];
    char not_before[64]; /* such as "Nov 21 07:35:30 2026 GMT" */
    char not_after[64];
    char names[1024];    /* the subject alternative names, such as "DNS:a, DNS:b, IP Address:127.0.0.1" */
    char reason[160];    /* OpenSSL's message for the refusal; empty if not refused */
    int code;            /* X509_V_ERR_*; 0 if not refused */
    int depth;           /* 0 is the server's own; higher ones are nearer to the root */
} sockeye_tls_certificate;

/* The length of a SHA-256 digest, which identifies certificates and keys. */
enum { SOCKEYE_TLS_DIGEST_BYTES = 32 };

/* Versions for sockeye_tls_context_set_versions. */
enum { SOCKEYE_TLS_ANY = 0, SOCKEYE_TLS_1_2 = 12, SOCKEYE_TLS_1_3 = 13 };

/* Groups of X509_V_ERR_* codes, for callers to switch over. */
enum {
    SOCKEYE_REFUSED_OTHER = 0,
    SOCKEYE_REFUSED_EXPIRED,
    SOCKEYE_REFUSED_NOT_YET_VALID,
    SOCKEYE_REFUSED_HOST_NAME,
    SOCKEYE_REFUSED_SELF_SIGNED,
    SOCKEYE_REFUSED_UNKNOWN_ISSUER,
    SOCKEYE_REFUSED_REVOKED,
    SOCKEYE_REFUSED_WEAK,
    SOCKEYE_REFUSED_PURPOSE,
    SOCKEYE_REFUSED_CHAIN_TOO_LONG,
    SOCKEYE_REFUSED_NO_AUTHORITY,
    SOCKEYE_REFUSED_REVOCATION_UNKNOWN,
};
int sockeye_tls_refusal_kind(int code);

/*
 * Makes a client's context: TLS 1.2 to 1.3, verifying the peer, no roots yet. A trusted certificate need not be a root
 * (X509_V_FLAG_PARTIAL_CHAIN), unless revocation lists are used. NULL if memory is short.
 */
sockeye_tls_context *sockeye_tls_client_context(void);

/* Makes a server's context from a chain and its key in PEM. NULL if they don't match or cannot be used (message in
   `error`). */
sockeye_tls_context *sockeye_tls_server_context(const char *certificate_pem, const char *key_pem, char *error,
                                                size_t error_capacity);
void sockeye_tls_context_free(sockeye_tls_context *context);

/* Adds roots: the system's (SSL_CERT_FILE and SSL_CERT_DIR honoured), a PEM file, a hashed folder, PEM text. 0 or -1.
   */
int sockeye_tls_context_trust_system(sockeye_tls_context *context);
int sockeye_tls_context_trust_file(sockeye_tls_context *context, const char *path);
int sockeye_tls_context_trust_folder(sockeye_tls_context *context, const char *path);
int sockeye_tls_context_trust_pem(sockeye_tls_context *context, const char *pem);

/* Lowest and highest version (SOCKEYE_TLS_*). 0 or -1. */
int sockeye_tls_context_set_versions(sockeye_tls_context *context, int lowest, int highest);

/* The protocols to offer (client) or accept (server), each preceded by its length byte (RFC 7301). 0 or -1. */
int sockeye_tls_context_set_protocols(sockeye_tls_context *context, const uint8_t *list, unsigned length);

/*
 * Makes a session on a connected descriptor, which must outlive it. A client names its peer in `host`, sent as SNI
 * (names only, RFC 6066 section 3) and checked against the certificate's subject alternative names; `is_address` marks
 * an IP address. A name neither begins nor ends with a dot. With `verify` 0 nothing is checked. `ticket` may be NULL.
 * NULL if the host cannot be checked, or if memory is short; `is_host_refused` tells which.
 */
sockeye_tls_session *sockeye_tls_client_session(sockeye_tls_context *context, int descriptor, const char *host,
                                                int is_address, int verify, const sockeye_tls_ticket *ticket,
                                                int *is_host_refused);
sockeye_tls_session *sockeye_tls_server_session(sockeye_tls_context *context, int descriptor);
/* Makes a session, before its handshake, run through another one (TLS to a proxy), which must outlive it. */
void sockeye_tls_run_over(sockeye_tls_session *session, sockeye_tls_session *outer);

void sockeye_tls_session_free(sockeye_tls_session *session);

/*
 * Shows every TLS message, and the header of every record, in the clear (SSL_set_msg_callback(3)). `version` is the one
 * on the wire (0x0303 is TLS 1.2), or 0 for a record's header; `kind` is the record's content type (RFC 8446 section
 * 5.1), SOCKEYE_TLS_HEADER or SOCKEYE_TLS_INNER_TYPE. The bytes are valid during the call only. The context must stay
 * valid until a NULL watcher ends the watching. Costs nothing without a watcher.
 */
enum { SOCKEYE_TLS_CHANGE_CIPHER = 20, SOCKEYE_TLS_ALERT = 21, SOCKEYE_TLS_HANDSHAKE = 22,
       SOCKEYE_TLS_APPLICATION = 23, SOCKEYE_TLS_HEADER = 0x100, SOCKEYE_TLS_INNER_TYPE = 0x101 };
typedef void (*sockeye_tls_watcher)(void *context, int is_sent, int version, int kind, const void *bytes, size_t count);
void sockeye_tls_watch(sockeye_tls_session *session, sockeye_tls_watcher watcher, void *context);
/* OpenSSL's text for an alert's description (RFC 8446 section 6); constant text. */
const char *sockeye_tls_alert_text(int description);

/* SSL_do_handshake(3): DONE, or what is needed or wrong. */
int sockeye_tls_handshake(sockeye_tls_session *session);

/*
 * SSL_read(3), repeated until `count` bytes are there or no more can be had: > 0 bytes, or a SOCKEYE_TLS_* code. Without
 * `has_news` the caller knows of no bytes since the last call, and the descriptor isn't asked again if that drained it.
 * SSL_write(3), likewise; a long write sends several records at a time. After SOCKEYE_TLS_WANT_WRITE, call it again
 * with the same bytes, some of which may be on their way.
 */
ssize_t sockeye_tls_read(sockeye_tls_session *session, void *bytes, size_t count, int has_news);
ssize_t sockeye_tls_write(sockeye_tls_session *session, const void *bytes, size_t count);

/* Sends a TLS 1.3 message without data, for servers that misbehave on purpose. DONE, WANT_WRITE or an error. */
enum { SOCKEYE_TLS_KEY_UPDATE = 0, SOCKEYE_TLS_NEW_TICKET = 1 };
int sockeye_tls_send_dataless(sockeye_tls_session *session, int kind);

/* SSL_shutdown(3), our direction only: sends close_notify. DONE, WANT_WRITE or an error. */
int sockeye_tls_close(sockeye_tls_session *session);

/* After SYSTEM: the errno. After PROTOCOL: OpenSSL's message. After CERTIFICATE: which certificate, and why; or
   NULL beyond the last failed check. There is more than one only with sockeye_trust_pause's `collects`. */
int sockeye_tls_system_error(const sockeye_tls_session *session);
const char *sockeye_tls_error_text(const sockeye_tls_session *session);
const sockeye_tls_certificate *sockeye_tls_refusal(const sockeye_tls_session *session, int index);

/* After the handshake. */
const char *sockeye_tls_version(const sockeye_tls_session *session); /* "TLSv1.3" */
const char *sockeye_tls_cipher(const sockeye_tls_session *session);  /* "TLS_AES_256_GCM_SHA384" */
/* The host name the client sent (SNI, RFC 6066 section 3), on a server's session; NULL if it sent none. */
const char *sockeye_tls_server_name(const sockeye_tls_session *session);
int sockeye_tls_was_resumed(const sockeye_tls_session *session);
size_t sockeye_tls_protocol(const sockeye_tls_session *session, char *text, size_t capacity); /* ALPN; 0: none */
int sockeye_tls_peer_certificate(const sockeye_tls_session *session, sockeye_tls_certificate *certificate); /* 0, -1 */

/*
 * The certificate at `index` of the chain the server sent (0 is its own) as text: one property per line, named and
 * formatted like curl's %{certs}, then the certificate in PEM. NULL if there is none. The caller frees it with
 * sockeye_certificate_free.
 */
char *sockeye_tls_chain_text(const sockeye_tls_session *session, int index);

/*
 * Passes the newest ticket from the server to the caller; NULL if there is none. On a resumed TLS 1.2 session without a
 * new ticket, this is the one that was used, which stays valid.
 */
sockeye_tls_ticket *sockeye_tls_take_ticket(sockeye_tls_session *session);
void sockeye_tls_ticket_free(sockeye_tls_ticket *ticket);

#endif
