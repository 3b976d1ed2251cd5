#include "negotiation.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "calls.h"

/* What is used of RFC 2744, as the library's ABI fixes it: its header isn't needed. */
typedef struct { size_t length; void *value; } buffer;
typedef struct { uint32_t length; void *elements; } object_identifier;

enum { IS_MUTUAL = 2, DETECTS_REPLAYS = 4 };
enum { CONTINUE_NEEDED = 1, UNSPECIFIED = 13 << 16, ERRORS = 0xFFFF0000 };
enum { OF_GSS = 1, OF_MECHANISM = 2 };

static object_identifier spnego = {6, "\x2b\x06\x01\x05\x05\x02"};
static object_identifier host_based_service = {10, "\x2a\x86\x48\x86\xf7\x12\x01\x02\x01\x04"};

static struct {
    int is_loaded;
    uint32_t (*import_name)(uint32_t *minor, buffer *text, object_identifier *kind, void **name);
    uint32_t (*release_name)(uint32_t *minor, void **name);
    uint32_t (*release_buffer)(uint32_t *minor, buffer *bytes);
    uint32_t (*delete_context)(uint32_t *minor, void **context, buffer *token);
    uint32_t (*display_status)(
        uint32_t *minor, uint32_t status, int kind, object_identifier *mechanism, uint32_t *more, buffer *text);
    uint32_t (*init_context)(
        uint32_t *minor, void *credential, void **context, void *name, object_identifier *mechanism, uint32_t flags,
        uint32_t seconds, void *bindings, buffer *received, object_identifier **used, buffer *sent, uint32_t *got,
        uint32_t *seconds_got);
} gss;

static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void)
{
    void *library = dlopen("libgssapi_krb5.so.2", RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) return;
    int found = 1;
#define FIND(field, name) found &= (gss.field = (__typeof__(gss.field))dlsym(library, name)) != NULL
    FIND(import_name, "gss_import_name");
    FIND(release_name, "gss_release_name");
    FIND(release_buffer, "gss_release_buffer");
    FIND(delete_context, "gss_delete_sec_context");
    FIND(display_status, "gss_display_status");
    FIND(init_context, "gss_init_sec_context");
#undef FIND
    gss.is_loaded = found;
}

struct sockeye_negotiation {
    void *name, *context;
    buffer sent;
    uint32_t flags;
    char service[];
};

sockeye_negotiation *sockeye_negotiation_new(const char *service, int delegation)
{
    sockeye_negotiation *negotiation = calloc(1, sizeof *negotiation + strlen(service) + 1);
    if (negotiation == NULL) return NULL;
    strcpy(negotiation->service, service);
    negotiation->flags = IS_MUTUAL | DETECTS_REPLAYS | (uint32_t)delegation;
    return negotiation;
}

void sockeye_negotiation_free(sockeye_negotiation *negotiation)
{
    uint32_t minor;
    if (negotiation->sent.value != NULL) gss.release_buffer(&minor, &negotiation->sent);
    if (negotiation->name != NULL) gss.release_name(&minor, &negotiation->name);
    if (negotiation->context != NULL) gss.delete_context(&minor, &negotiation->context, NULL);
    free(negotiation);
}

/* The call's reason, such as that there is no ticket, or else the mechanism's. */
static int failed(uint32_t major, uint32_t minor, char *reason, size_t capacity)
{
    uint32_t ignored, more = 0;
    buffer text = {0, NULL};
    int is_mechanisms = (major & ERRORS) == UNSPECIFIED;
    gss.display_status(&ignored, is_mechanisms ? minor : major, is_mechanisms ? OF_MECHANISM : OF_GSS, NULL, &more, &text);
    snprintf(reason, capacity, "%.*s", (int)text.length, text.value == NULL ? "" : (const char *)text.value);
    gss.release_buffer(&ignored, &text);
    return SOCKEYE_NEGOTIATION_FAILED;
}

int sockeye_negotiation_step(
    sockeye_negotiation *negotiation, const void *received, size_t count, const void **sent, size_t *sent_count, char *reason,
    size_t capacity)
{
    pthread_once(&once, load);
    if (!gss.is_loaded) return SOCKEYE_NEGOTIATION_UNAVAILABLE;
    uint32_t minor = 0;
    gss.release_buffer(&minor, &negotiation->sent);
    if (negotiation->name == NULL) {
        buffer service = {strlen(negotiation->service), negotiation->service};
        uint32_t major = gss.import_name(&minor, &service, &host_based_service, &negotiation->name);
        if (major & ERRORS) return failed(major, minor, reason, capacity);
    }
    if (count == 0 && negotiation->context != NULL) gss.delete_context(&minor, &negotiation->context, NULL);
    buffer token = {count, (void *)received};
    uint32_t major = gss.init_context(
        &minor, NULL, &negotiation->context, negotiation->name, &spnego, negotiation->flags, 0, NULL,
        count > 0 ? &token : NULL, NULL, &negotiation->sent, NULL, NULL);
    if (major & ERRORS) return failed(major, minor, reason, capacity);
    *sent = negotiation->sent.value;
    *sent_count = negotiation->sent.length;
    return major & CONTINUE_NEEDED ? SOCKEYE_NEGOTIATION_GOES_ON : SOCKEYE_NEGOTIATION_DONE;
}
