// Bytes as text, for files of text that have to hold any: Base64 as RFC 4648 has it.
#ifndef DV_RECORD_BASE64_H
#define DV_RECORD_BASE64_H

#include "drover/base.h"

/// How many characters so many bytes make, without an end.
size_t dv_base64_length(size_t size);

/// Write these characters, and no end.
void dv_base64_encode(const void *bytes, size_t size, char *text);

/// Most bytes that so many characters can make.
size_t dv_base64_capacity(size_t length);

/// Read all the characters, padding included. False when they are not as dv_base64_encode writes
/// them.
bool dv_base64_decode(const char *text, size_t length, unsigned char *bytes, size_t *size);

#endif
