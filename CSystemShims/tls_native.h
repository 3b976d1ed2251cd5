/* What the shims' own files share of a context and a session; not for Swift. */
#ifndef SOCKEYE_TLS_NATIVE_H
#define SOCKEYE_TLS_NATIVE_H

#include <openssl/ssl.h>

#include "tls.h"

struct sockeye_tls_context {
    SSL_CTX *ssl;
    uint8_t protocols[64]; /* a server's ALPN list */
    unsigned protocols_length;
    /* The server's own certificate that is accepted although nobody known signed it: SHA-256 of its DER bytes. */
    uint8_t accepted[SOCKEYE_TLS_DIGEST_BYTES];
    int has_accepted;
    int ignores_names;  /* the certificate may name other hosts */
    int wants_status;   /* a stapled OCSP response is asked for */
};

struct sockeye_tls_session {
    SSL *ssl;
    sockeye_tls_session *outer; /* TLS to a proxy, through which this one runs; NULL for the descriptor itself */
    SSL_SESSION *ticket;
    const sockeye_tls_context *context; /* outlives the session */
    int descriptor;
    int system_error;
    int deferred; /* what ended a read that still had bytes to give; told by the next read */
    int accepted_by_name; /* the one accepted certificate was shown, and would have been refused */
    /* Records of a long write on their way to one send. A write is told as done when they are gone. */
    char *gathered;
    size_t gathered_start, gathered_end;
    int gathers;     /* records are gathered now */
    size_t accepted; /* bytes of a write whose records are among those; the next write is its repetition */
    sockeye_tls_watcher watcher; /* who is shown every message; NULL for nobody */
    int is_open;             /* the handshake is complete */
    int is_flooded;          /* more came than any honest peer sends without data: the session is over */
    size_t handshake_bytes;  /* received before the handshake was complete */
    unsigned dataless;       /* messages since the last application data */
    unsigned dataless_in_second;
    uint64_t second;         /* the one that those were counted in, by the monotonic clock */
    char error[256];
    sockeye_tls_certificate refused;
};

/* A BIO over the session's descriptor, or over the session around it. NULL when there is no memory. */
BIO *sockeye_tls_bio(sockeye_tls_session *session);

/* Room for so many bytes of records: eight full ones, with what frames them. */
#define SOCKEYE_TLS_GATHERED (8 * (16384 + 256))

/*
 * What a peer may send that carries no application data. Each message costs a new key or more, is read within one call of
 * SSL_read(3) and gives the caller nothing, so a peer that sends nothing else would hold the thread.
 *
 * Before the handshake is complete: bytes, several times the longest chain of certificates that OpenSSL takes (100 KiB).
 * Afterwards: messages (tickets, new keys, wishes to renegotiate) one after another, and in one second. An answer of ours
 * to one counts as well. Servers send a few tickets at the beginning, and new keys once in gigabytes.
 */
enum { SOCKEYE_TLS_MOST_HANDSHAKE_BYTES = 1024 * 1024, SOCKEYE_TLS_MOST_DATALESS = 64,
       SOCKEYE_TLS_MOST_DATALESS_A_SECOND = 512 };

/* One call of sockeye_tls_read takes no more pieces than this, so that tiny records do not hold the thread either. */
enum { SOCKEYE_TLS_MOST_PIECES = 1024 };

/* Sends what was gathered: 0, -EAGAIN when the connection takes no more now, or another errno negated. */
int sockeye_tls_flush(sockeye_tls_session *session);

/* OpenSSL's words for the last failure of this thread, cut to fit. */
void sockeye_tls_copy_library_error(char *text, size_t capacity);

/* Fills all of `described` but `code`, `depth` and `reason`. */
void sockeye_tls_describe(X509 *certificate, sockeye_tls_certificate *described);

/* The verification callback of every client's session: see certificate_check.c. */
int sockeye_tls_judge(int accepted, X509_STORE_CTX *store);

/* The callback that gives a session its newest ticket. */
int sockeye_tls_keep_ticket(SSL *ssl, SSL_SESSION *ticket);

#endif
