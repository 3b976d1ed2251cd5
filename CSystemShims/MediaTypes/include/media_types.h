/*
 * The built-in table of media types and their extensions: mime.types beside this folder, as it is.
 */
#ifndef SOCKEYE_MEDIA_TYPES_H
#define SOCKEYE_MEDIA_TYPES_H

#include <stddef.h>

/* The text of the table, in the form of /etc/mime.types. It lives as long as the program; `*length` becomes its length in bytes. */
const unsigned char *sockeye_media_types(size_t *length);

#endif
