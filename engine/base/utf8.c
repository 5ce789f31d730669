#include "base/utf8.h"

#include <stdint.h>
#include <string.h>

size_t dv_utf8_length(const char *text) {
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    const unsigned char *bytes = (const unsigned char *)text;
    unsigned char lead = bytes[0];
    if (lead < 0x80)
        return 1;
    size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
    if (lead < 0xC2 || lead > 0xF4)
        return 0;
    uint32_t code = lead & (0x7Fu >> length);
    for (size_t i = 1; i < length; i++) {
        if ((bytes[i] & 0xC0) != 0x80)
            return 0;
        code = code << 6 | (bytes[i] & 0x3Fu);
    }
    bool surrogate = code >= 0xD800 && code <= 0xDFFF;
    return code < least[length] || code > 0x10FFFF || surrogate ? 0 : length;
}

bool dv_utf8_is_valid(const char *text) {
    size_t length = 1;
    for (; *text && length > 0; text += length)
        length = dv_utf8_length(text);
    return length > 0;
}

void dv_utf8_trim(char *text) {
    size_t last = strlen(text);
    while (last > 0 && ((unsigned char)text[last - 1] & 0xc0) == 0x80)
        last--;
    if (last > 0 && dv_utf8_length(text + last - 1) == 0)
        text[last - 1] = '\0';
}
