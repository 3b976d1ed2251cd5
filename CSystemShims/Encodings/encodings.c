#include "encodings.h"

#include <iconv.h>

void *sockeye_converter_open(const char *to, const char *from) {
    iconv_t converter = iconv_open(to, from);
    return converter == (iconv_t)-1 ? NULL : (void *)converter;
}

void sockeye_converter_close(void *converter) {
    if (converter != NULL) iconv_close((iconv_t)converter);
}

long sockeye_converter_convert(
    void *converter, const uint8_t *bytes, size_t count, uint8_t *output, size_t capacity) {
    iconv((iconv_t)converter, NULL, NULL, NULL, NULL);
    // iconv(3) doesn't write to its input, whatever its prototype says.
    char *input = (char *)(uintptr_t)bytes;
    char *end = (char *)output;
    size_t input_left = count;
    size_t output_left = capacity;
    // A result above zero counts characters that were replaced by similar ones.
    if (iconv((iconv_t)converter, &input, &input_left, &end, &output_left) != 0 || input_left != 0) return -1;
    // What is held back, in case an accent follows, and the way back to the initial state.
    if (iconv((iconv_t)converter, NULL, NULL, &end, &output_left) == (size_t)-1) return -1;
    return (long)(capacity - output_left);
}
