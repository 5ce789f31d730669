// UTF-8 text.
#ifndef DV_BASE_UTF8_H
#define DV_BASE_UTF8_H

#include <stdbool.h>
#include <stddef.h>

/// The length in bytes, 1 to 4, of the UTF-8 character at `text`; 0 if it is invalid. A zero byte
/// counts as a character of length 1.
size_t dv_utf8_length(const char *text);

/// Whether all of a text is valid.
bool dv_utf8_is_valid(const char *text);

/// Remove the last character of text if it is invalid: where text was cut, for example.
void dv_utf8_trim(char *text);

#endif
