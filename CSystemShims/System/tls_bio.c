/* A session's BIO: the descriptor's send and recv, or the steps of the outer session, with nothing in between. */
#include <errno.h>
#include <openssl/ssl.h>
#include <pthread.h>
#include <string.h>

#include "sockets.h"
#include "tls_native.h"

#include "openssl_calls.h"

static sockeye_tls_session *session_of(BIO *bio) {
    return BIO_get_data(bio);
}

/* Translates the result of a step of the outer session into the BIO's own. */
static int outer_result(BIO *bio, sockeye_tls_session *session, int result) {
    if (result == 1) return 1;
    switch (SSL_get_error(session->outer->ssl, result)) {
    case SSL_ERROR_WANT_READ: BIO_set_retry_read(bio); break;
    case SSL_ERROR_WANT_WRITE: BIO_set_retry_write(bio); break;
    case SSL_ERROR_ZERO_RETURN: BIO_set_flags(bio, BIO_FLAGS_IN_EOF); break;
    default: session->system_error = session->outer->system_error; break;
    }
    return 0;
}

int sockeye_tls_flush(sockeye_tls_session *session) {
    while (session->gathered_start < session->gathered_end) {
        ssize_t sent = sockeye_send(session->descriptor, session->gathered + session->gathered_start,
                                    session->gathered_end - session->gathered_start);
        if (sent < 0) return (int)sent;
        session->gathered_start += (size_t)sent;
    }
    session->gathered_start = session->gathered_end = 0;
    return 0;
}

/* Appends a record to the gathered ones. Sends those first if there is no room for it, or if gathering is off. */
static ssize_t gather(sockeye_tls_session *session, const char *bytes, size_t count) {
    if (!session->gathers || count > SOCKEYE_TLS_GATHERED - session->gathered_end) {
        int flushed = sockeye_tls_flush(session);
        if (flushed < 0) return flushed;
    }
    if (!session->gathers || count > SOCKEYE_TLS_GATHERED) return sockeye_send(session->descriptor, bytes, count);
    memcpy(session->gathered + session->gathered_end, bytes, count);
    session->gathered_end += count;
    return (ssize_t)count;
}

static int socket_write(BIO *bio, const char *bytes, size_t count, size_t *written) {
    sockeye_tls_session *session = session_of(bio);
    BIO_clear_retry_flags(bio);
    if (session->outer != NULL) {
        return outer_result(bio, session, SSL_write_ex(session->outer->ssl, bytes, count, written));
    }
    ssize_t result = gather(session, bytes, count);
    if (result >= 0) {
        *written = (size_t)result;
        return 1;
    }
    if (result == -EAGAIN) {
        BIO_set_retry_write(bio);
    } else {
        session->system_error = (int)-result;
    }
    return 0;
}

/* A peer must not keep a handshake going without end. */
static void count_handshake(sockeye_tls_session *session, size_t count) {
    if (session->is_open) return;
    session->handshake_bytes += count;
    if (session->handshake_bytes > SOCKEYE_TLS_MOST_HANDSHAKE_BYTES) session->is_flooded = 1;
}

static int socket_read(BIO *bio, char *bytes, size_t count, size_t *received) {
    sockeye_tls_session *session = session_of(bio);
    BIO_clear_retry_flags(bio);
    /* Neither bytes nor a reason to wait: this ends the OpenSSL call. */
    if (session->is_flooded) return 0;
    if (session->outer != NULL) {
        int read = SSL_read_ex(session->outer->ssl, bytes, count, received);
        if (read == 1) {
            session->outer->dataless = 0;
            count_handshake(session, *received);
        }
        session->is_flooded |= session->outer->is_flooded;
        return outer_result(bio, session, read);
    }
    /* OpenSSL asks until a call fails. After a short one, later bytes raise an event: epoll(7), edge-triggered. */
    ssize_t result = session->is_drained ? -EAGAIN : sockeye_receive(session->descriptor, bytes, count);
    if (result > 0) {
        *received = (size_t)result;
        session->is_drained = (size_t)result < count;
        count_handshake(session, *received);
        return 1;
    }
    if (result == -EAGAIN) {
        session->is_drained = 1;
        BIO_set_retry_read(bio);
    } else if (result == 0) {
        BIO_set_flags(bio, BIO_FLAGS_IN_EOF);
    } else {
        session->system_error = (int)-result;
    }
    return 0;
}

static long socket_control(BIO *bio, int command, long number, void *pointer) {
    (void)number;
    (void)pointer;
    switch (command) {
    case BIO_CTRL_FLUSH: return 1;
    case BIO_CTRL_EOF: return BIO_test_flags(bio, BIO_FLAGS_IN_EOF) != 0;
    default: return 0;
    }
}

static BIO_METHOD *socket_method;

static void make_socket_method(void) {
    socket_method = BIO_meth_new(BIO_get_new_index() | BIO_TYPE_SOURCE_SINK, "sockeye");
    if (socket_method == NULL) return;
    BIO_meth_set_write_ex(socket_method, socket_write);
    BIO_meth_set_read_ex(socket_method, socket_read);
    BIO_meth_set_ctrl(socket_method, socket_control);
}

BIO *sockeye_tls_bio(sockeye_tls_session *session) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, make_socket_method);
    if (socket_method == NULL) return NULL;
    BIO *bio = BIO_new(socket_method);
    if (bio == NULL) return NULL;
    BIO_set_data(bio, session);
    BIO_set_init(bio, 1);
    return bio;
}
