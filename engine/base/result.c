// Format error messages; see result.h.
#include "base/result.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

const char *dv_version(void) { return DV_VERSION; }

static void keep_to_one_line(char *message) {
    for (char *c = message; *c; c++) {
        if (*c == '\n' || *c == '\r')
            *c = ' ';
    }
}

static bool continues_character(char byte) { return ((unsigned char)byte & 0xC0) == 0x80; }

// A message cut inside a UTF-8 character would end in garbage, so drop the partial character.
static void drop_cut_character(char *message, size_t length) {
    size_t start = length;
    while (start > 0 && continues_character(message[start - 1]))
        start--;
    if (start == 0)
        return;
    unsigned char lead = (unsigned char)message[start - 1];
    size_t needed = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC0 ? 2 : 1;
    if (length - (start - 1) < needed)
        message[start - 1] = '\0';
}

// Processors disagree on the sign of NaN, so leave it out of messages.
static void drop_sign_of_nan(char *message) {
    for (char *found = message; (found = strstr(found, "-nan")); found++) {
        bool stands_alone = (found == message || !isalnum((unsigned char)found[-1])) &&
                            !isalnum((unsigned char)found[4]);
        if (stands_alone)
            memmove(found, found + 1, strlen(found));
    }
}

dv_result dv_fail(dv_error *error, dv_result code, const char *format, ...) {
    if (!error)
        return code;
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(error->message, sizeof error->message, format, arguments);
    va_end(arguments);
    if (length < 0)
        error->message[0] = '\0';
    else if ((size_t)length >= sizeof error->message)
        drop_cut_character(error->message, sizeof error->message - 1);
    keep_to_one_line(error->message);
    drop_sign_of_nan(error->message);
    return code;
}
