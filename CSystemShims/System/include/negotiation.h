/*
 * The caller's side of a login with a ticket: SPNEGO (RFC 4178) over GSS-API (RFC 2744), which is mostly Kerberos.
 *
 * libgssapi_krb5 is loaded when the first login begins. A step may wait for a key distribution centre and for name servers.
 */
#ifndef SOCKEYE_NEGOTIATION_H
#define SOCKEYE_NEGOTIATION_H

#include <stddef.h>

enum {
    SOCKEYE_NEGOTIATION_GOES_ON = 0, SOCKEYE_NEGOTIATION_DONE = 1, SOCKEYE_NEGOTIATION_FAILED = -1,
    SOCKEYE_NEGOTIATION_UNAVAILABLE = -2 /* the library can't be loaded */
};

/* Whether the service gets a ticket with which it can act as the caller: never, always, if the realm says so. GSS-API's flags. */
enum { SOCKEYE_DELEGATE_NEVER = 0, SOCKEYE_DELEGATE_ALWAYS = 1, SOCKEYE_DELEGATE_BY_POLICY = 32768 };

typedef struct sockeye_negotiation sockeye_negotiation;

/* A login at a service, written as SERVICE@HOST; NULL if memory is short. */
sockeye_negotiation *sockeye_negotiation_new(const char *service, int delegation);
void sockeye_negotiation_free(sockeye_negotiation *negotiation);

/* Takes what the service has sent, nothing in the first step, which may begin anew. `sent` is what to send back, if anything, until the next step or the
   end. A failure leaves its reason in `reason`, which ends with NUL. */
int sockeye_negotiation_step(
    sockeye_negotiation *negotiation, const void *received, size_t count, const void **sent, size_t *sent_count, char *reason,
    size_t capacity);

#endif
