// The command lines that open a line of a file in an editor.
#include "player/window/editor.h"

#include "../program.h"

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static char joined[8192];

/// The words, with a bar between them, or the message.
static const char *call_for(const char *value, const char *terminal, const char *path) {
    static dv_editor_call call;
    dv_error error;
    if (dv_editor_call_for(&call, value, terminal, path, 7, &error) != DV_OK)
        return strcpy(joined, error.message);
    joined[0] = '\0';
    for (uint32_t i = 0; call.words[i]; i++)
        sprintf(joined + strlen(joined), "%s%s", i > 0 ? "|" : "", call.words[i]);
    return joined;
}

static void each_editor_is_told_the_line_in_its_way(void **state) {
    (void)state;
    static const char *const calls[][2] = {
        {"gedit", "gedit|+7|a b.lua"},
        {"/no/such/gvim -f", "/no/such/gvim|-f|+7|a b.lua"},
        {"emacs", "emacs|+7|a b.lua"},
        {" code  --wait ", "code|--wait|-g|a b.lua:7"},
        {"subl", "subl|a b.lua:7"},
        {"kate", "kate|-l|7|a b.lua"},
        {"idea", "idea|--line|7|a b.lua"},
        {"vim", "xterm|-e|vim|+7|a b.lua"},
        {"/no/such/nano -w", "xterm|-e|/no/such/nano|-w|+7|a b.lua"},
        {"emacs -nw", "xterm|-e|emacs|-nw|+7|a b.lua"},
        {"hx", "xterm|-e|hx|a b.lua:7"},
    };
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
        assert_string_equal(call_for(calls[i][0], "xterm", "a b.lua"), calls[i][1]);
}

static void a_path_is_no_option(void **state) {
    (void)state;
    assert_string_equal(call_for("gedit", NULL, "-x.lua"), "gedit|+7|./-x.lua");
    assert_string_equal(call_for("code", NULL, "+x.lua"), "code|-g|./+x.lua:7");
}

static void what_cannot_be_started_is_said(void **state) {
    (void)state;
    assert_non_null(strstr(call_for("nano", NULL, "a.lua"), "nano needs a terminal"));
    assert_non_null(strstr(call_for("nano", NULL, "a.lua"), "VISUAL"));
    assert_non_null(strstr(call_for("  ", NULL, "a.lua"), "VISUAL or EDITOR"));
    char many[400] = "gedit";
    for (int i = 0; i < 30; i++)
        strcat(many, " -x");
    assert_non_null(strstr(call_for(many, NULL, "a.lua"), "too many words"));
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_editor_is_told_the_line_in_its_way),
        cmocka_unit_test(a_path_is_no_option),
        cmocka_unit_test(what_cannot_be_started_is_said),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
