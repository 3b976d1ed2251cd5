#ifndef SOCKEYE_ENCODINGS_H
#define SOCKEYE_ENCODINGS_H

#include <stddef.h>
#include <stdint.h>

/// A converter between two charsets by iconv's names, for one thread; NULL if the C library doesn't know one of them. To be
/// closed.
void *sockeye_converter_open(const char *to, const char *from);

/// Converts `count` bytes, which are whole characters, from the initial state and back to it.
///
/// Writes at most `capacity` bytes; returns how many, or -1 if the input is no text of its charset, has no counterpart in the
/// other, or the output has no room.
long sockeye_converter_convert(
    void *converter, const uint8_t *bytes, size_t count, uint8_t *output, size_t capacity);

void sockeye_converter_close(void *converter);

#endif
