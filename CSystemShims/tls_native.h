/* What the shims' own files share of a context and a session; not for Swift. */
#ifndef SOCKEYE_TLS_NATIVE_H
#define SOCKEYE_TLS_NATIVE_H

#include <openssl/ssl.h>

#include "tls.h"

SSL_CTX *sockeye_tls_native_context(sockeye_tls_context *context);
SSL *sockeye_tls_native_session(sockeye_tls_session *session);

#endif
