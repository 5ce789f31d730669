// Reads Lua files next to a test. As files, scripts have line numbers, editors, and luacheck.
#ifndef DV_TEST_READ_SCRIPT_H
#define DV_TEST_READ_SCRIPT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

typedef struct read_text {
    struct read_text *next;
    char bytes[];
} read_text;

/// The text of a file next to the test, e.g. "order/remove_runs_no_leave.lua". It is kept until the
/// program ends, in a list through which leak checkers can reach it. meson.build defines
/// SCRIPTS_FOLDER, so a test finds its files even when run by hand.
static inline const char *read_script(const char *name) {
    static read_text *texts;
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", SCRIPTS_FOLDER, name);
    FILE *file = fopen(path, "rb");
    if (!file)
        fail_msg("cannot open %s", path);
    fseek(file, 0, SEEK_END);
    size_t size = (size_t)ftell(file);
    rewind(file);
    read_text *text = calloc(1, sizeof *text + size + 1);
    assert_non_null(text);
    assert_int_equal(fread(text->bytes, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
    text->next = texts;
    texts = text;
    return text->bytes;
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

#endif
