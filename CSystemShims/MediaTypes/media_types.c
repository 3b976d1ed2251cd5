#include "include/media_types.h"

/* Of C23, which clang 19 and later have in C17 too. A Swift array of the same bytes takes the compiler seconds. */
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char text[] = {
#embed "mime.types"
};

const unsigned char *sockeye_media_types(size_t *length) {
    *length = sizeof text;
    return text;
}
