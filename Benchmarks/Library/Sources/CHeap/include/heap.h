#pragma once
#include <stddef.h>

/* Bytes of the heap in use, in all arenas (mallinfo2(3)). */
size_t heap_in_use(void);
