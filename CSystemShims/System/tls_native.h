/* What the shims share of a context and a session; not for Swift. */
#ifndef SOCKEYE_TLS_NATIVE_H
#define SOCKEYE_TLS_NATIVE_H

#include <openssl/ssl.h>

#include "tls.h"

struct sockeye_tls_context {
    SSL_CTX *ssl;
    uint8_t protocols[64]; /* a server's ALPN list */
    unsigned protocols_length;
    /* The server's own certificate accepted regardless of its signer: SHA-256 of its DER bytes. */
    uint8_t accepted[SOCKEYE_TLS_DIGEST_BYTES];
    int has_accepted;
    int ignores_names;  /* the certificate may name other hosts */
    int wants_status;   /* request a stapled OCSP response */
    int pauses;         /* every handshake waits for sockeye_trust_answer */
    int collects;       /* verification goes on after a failed check, to list them all */
};

struct sockeye_tls_session {
    SSL *ssl;
    sockeye_tls_session *outer; /* TLS to a proxy that this session runs through; NULL if it uses the descriptor */
    SSL_SESSION *ticket;
    const sockeye_tls_context *context; /* outlives the session */
    int descriptor;
    int system_error;
    int deferred; /* what ended a read that still had bytes to return; reported by the next read */
    int accepted_by_name; /* the accepted certificate was presented, and would have been refused */
    /* Records of a long write, gathered for one send. The write reports success once they are sent. */
    char *gathered;
    size_t gathered_start, gathered_end;
    int gathers;     /* records are gathered now */
    size_t accepted; /* bytes of a write whose records are gathered; the next write repeats it */
    sockeye_tls_watcher watcher; /* receives every message; NULL if nobody watches */
    int is_drained;          /* the last recv took all there was: it isn't called again before the next event */
    int is_open;             /* the handshake is complete */
    int is_flooded;          /* the peer sent more without data than any honest one: the session is over */
    size_t handshake_bytes;  /* received before the handshake was complete */
    unsigned dataless;       /* messages since the last application data */
    unsigned dataless_in_second;
    uint64_t second;         /* the second that those were counted in, on the monotonic clock */
    char error[256];
    sockeye_tls_certificate *refusals; /* the failed checks, the first one first */
    int refusal_count;
    /* What a paused verification found, for its second run, which only repeats it. */
    STACK_OF(X509) *presented, *built;
    int verify_code;
    int verdict;            /* VERDICT_* */
    int is_status_awaited;  /* the handshake has paused for the stapled status of TLS 1.2 */
};

/*
 * Replaces what the peer chose and a terminal or a reader of lines could be misled by, in place: control characters (C0,
 * DEL, C1), separators of lines, and marks that turn the direction of text (Unicode Standard Annex 9). Line feeds stay if
 * keeps_lines. Returns the new length; no NUL is written.
 */
size_t sockeye_tls_make_printable(char *text, size_t count, int keeps_lines);

enum { VERDICT_NONE = 0, VERDICT_ACCEPTED, VERDICT_REFUSED };

/* Makes a BIO over the session's descriptor or its outer session. NULL if memory is short. */
BIO *sockeye_tls_bio(sockeye_tls_session *session);

/* Room for eight full records with their framing. */
#define SOCKEYE_TLS_GATHERED (8 * (16384 + 256))

/*
 * Limits on what a peer may send without application data. Each such message costs a new key or more, is handled within
 * one call of SSL_read(3) and returns nothing to the caller, so a peer that sends nothing else would block the thread.
 *
 * Before the handshake is complete: bytes, several times the longest chain of certificates that OpenSSL takes (100
 * KiB). Afterwards: messages (tickets, key updates, renegotiation requests) in a row, and in one second; our replies to
 * them count too. Servers send a few tickets at the beginning, and a key update every few gigabytes.
 */
enum { SOCKEYE_TLS_MOST_HANDSHAKE_BYTES = 1024 * 1024, SOCKEYE_TLS_MOST_DATALESS = 64,
       SOCKEYE_TLS_MOST_DATALESS_A_SECOND = 512 };

/* Failed checks that are listed; verification stops at the last one. */
enum { SOCKEYE_TLS_MOST_REFUSALS = 16 };

/* Pieces that one call of sockeye_tls_read takes at most, so that tiny records don't block the thread either. */
enum { SOCKEYE_TLS_MOST_PIECES = 1024 };

/* Sends what was gathered. 0, -EAGAIN if the send buffer is full, or another negated errno. */
int sockeye_tls_flush(sockeye_tls_session *session);

/* OpenSSL's message for this thread's last failure, cut to fit. */
void sockeye_tls_copy_library_error(char *text, size_t capacity);

/* Fills everything in `described` except `code`, `depth` and `reason`. */
void sockeye_tls_describe(X509 *certificate, sockeye_tls_certificate *described);

/* The callbacks of a client's session that decide about the server: see tls_verify.c. */
int sockeye_tls_verify(X509_STORE_CTX *store, void *unused);
int sockeye_tls_judge(int accepted, X509_STORE_CTX *store);
int sockeye_tls_await_status(SSL *ssl, void *unused);

/* The peer's own certificate, and its chain: verified as far as it goes, or as presented. May be NULL. */
X509 *sockeye_tls_leaf(const sockeye_tls_session *session);
STACK_OF(X509) *sockeye_tls_chain(const sockeye_tls_session *session);

/* The callback that stores a session's newest ticket. */
int sockeye_tls_keep_ticket(SSL *ssl, SSL_SESSION *ticket);

#endif
