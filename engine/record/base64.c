#include "record/base64.h"

#include <string.h>

static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

size_t dv_base64_length(size_t size) { return (size + 2) / 3 * 4; }

size_t dv_base64_capacity(size_t length) { return length / 4 * 3; }

void dv_base64_encode(const void *bytes, size_t size, char *text) {
    const unsigned char *from = bytes;
    for (size_t i = 0; i < size; i += 3, text += 4) {
        size_t count = size - i < 3 ? size - i : 3;
        uint32_t bits = (uint32_t)from[i] << 16;
        bits |= count > 1 ? (uint32_t)from[i + 1] << 8 : 0;
        bits |= count > 2 ? from[i + 2] : 0;
        for (size_t k = 0; k < 4; k++)
            text[k] = k <= count ? digits[bits >> (18 - 6 * k) & 63] : '=';
    }
}

/// Decode four characters, the last `padding` of which are padding; −1 if one is not a digit.
static int64_t read_four(const char *text, size_t padding) {
    uint32_t bits = 0;
    for (size_t k = 0; k < 4 - padding; k++) {
        const char *digit = text[k] ? strchr(digits, text[k]) : NULL;
        if (!digit)
            return -1;
        bits |= (uint32_t)(digit - digits) << (18 - 6 * k);
    }
    // Bits beyond the last byte must be zero, so that only one text decodes to the same bytes.
    return bits & ((1u << 8 * padding) - 1) ? -1 : (int64_t)bits;
}

bool dv_base64_decode(const char *text, size_t length, unsigned char *bytes, size_t *size) {
    *size = 0;
    if (length % 4 != 0)
        return false;
    for (size_t i = 0; i < length; i += 4) {
        bool last = i + 4 == length;
        size_t padding = !last || text[i + 3] != '=' ? 0 : text[i + 2] != '=' ? 1 : 2;
        int64_t bits = read_four(text + i, padding);
        if (bits < 0)
            return false;
        for (size_t k = 0; k < 3 - padding; k++)
            bytes[(*size)++] = (unsigned char)(bits >> (16 - 8 * k));
    }
    return true;
}
