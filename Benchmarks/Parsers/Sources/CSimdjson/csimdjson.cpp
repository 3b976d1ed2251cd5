extern "C" {
#include "csimdjson.h"
}
#include <simdjson.h>

extern "C" int csimdjson_parse(const unsigned char *text, size_t length) {
    static simdjson::dom::parser parser;
    simdjson::dom::element document;
    auto error = parser.parse(reinterpret_cast<const char *>(text), length).get(document);
    return static_cast<int>(error);
}
