// Reads Lua files next to a test. As files, scripts have line numbers, editors, and luacheck.
#ifndef DV_TEST_READ_SCRIPT_H
#define DV_TEST_READ_SCRIPT_H

#include "program.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct read_text {
    struct read_text *next;
    char bytes[];
} read_text;

/// Room for so many characters, and the end. It is kept until the program ends, in a list through
/// which leak checkers can reach it.
static inline char *keep_text(size_t size) {
    static read_text *texts;
    read_text *text = calloc(1, sizeof *text + size + 1);
    assert_non_null(text);
    text->next = texts;
    texts = text;
    return text->bytes;
}

/// The text of a file next to the test, e.g. "order/remove_runs_no_leave.lua". It is kept until the
/// program ends. meson.build defines SCRIPTS_FOLDER, so a test finds its files even when run by
/// hand.
static inline const char *read_script(const char *name) {
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", SCRIPTS_FOLDER, name);
    FILE *file = fopen(path, "rb");
    if (!file)
        fail_msg("cannot open %s", path);
    fseek(file, 0, SEEK_END);
    size_t size = (size_t)ftell(file);
    rewind(file);
    char *text = keep_text(size);
    assert_int_equal(fread(text, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
    return text;
}

/// Put `to` in the place of the first `from` in a script, such as code in the place of
/// "--[[step]]".
static inline void replace_in(char *text, size_t size, const char *from, const char *to) {
    static char copy[8192];
    char *place = strstr(text, from);
    assert_non_null(place);
    int used = snprintf(copy, sizeof copy, "%.*s%s%s", (int)(place - text), text, to,
                        place + strlen(from));
    assert_true(used >= 0 && (size_t)used < sizeof copy && (size_t)used < size);
    memcpy(text, copy, (size_t)used + 1);
}

/// The text of a file with other code in the place of some: pairs of `from` and `to` follow, then
/// NULL. It is kept until the program ends.
__attribute__((sentinel)) static inline const char *read_script_with(const char *name, ...) {
    static char text[8192];
    int used = snprintf(text, sizeof text, "%s", read_script(name));
    assert_true(used >= 0 && (size_t)used < sizeof text);
    va_list pairs;
    va_start(pairs, name);
    for (const char *from; (from = va_arg(pairs, const char *));)
        replace_in(text, sizeof text, from, va_arg(pairs, const char *));
    va_end(pairs);
    return strcpy(keep_text(strlen(text)), text);
}

#endif
