// Characters of UTF-8 text.
#ifndef DV_BASE_UTF8_H
#define DV_BASE_UTF8_H

#include <stddef.h>

/// Bytes of the UTF-8 character at `text`, 1 to 4; 0 when there is none. A zero ends the text.
size_t dv_utf8_length(const char *text);

#endif
