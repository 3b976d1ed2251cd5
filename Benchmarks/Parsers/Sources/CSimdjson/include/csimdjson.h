#ifndef SOCKEYE_CSIMDJSON_H
#define SOCKEYE_CSIMDJSON_H

#include <stddef.h>

/* Parses the text once with simdjson's DOM parser; returns 0, or simdjson's error code.
   Keeps the parser and its padded copy of the text between calls. */
int csimdjson_parse(const unsigned char *text, size_t length);

#endif
