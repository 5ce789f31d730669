// Base64 as in RFC 4648, for text files that must hold arbitrary bytes.
#ifndef DV_RECORD_BASE64_H
#define DV_RECORD_BASE64_H

#include "drover/base.h"

/// The number of characters that `size` bytes become, without a terminator.
size_t dv_base64_length(size_t size);

/// Write dv_base64_length(size) characters, without a terminator.
void dv_base64_encode(const void *bytes, size_t size, char *text);

/// The most bytes that `length` characters can decode to.
size_t dv_base64_capacity(size_t length);

/// Decode all characters, padding included. False unless they are exactly what dv_base64_encode
/// writes.
bool dv_base64_decode(const char *text, size_t length, unsigned char *bytes, size_t *size);

#endif
