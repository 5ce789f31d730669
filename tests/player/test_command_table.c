// The table of commands and keys: it is consistent, and the documents list what it has.
#include "player/run/command_table.h"

#include "../program.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define README SCRIPTS_FOLDER "/../../engine/player/README.md"
#define INTERFACE SCRIPTS_FOLDER "/../../scripts/types/interface.lua"

/// The part of a document from `begin` to `end`, in lower case. Free it.
static char *read_part(const char *path, const char *begin, const char *end) {
    FILE *file = fopen(path, "r");
    char *text = calloc(1, 1 << 18), *from, *to;
    assert_true(file && text && fread(text, 1, (1 << 18) - 1, file) > 0);
    fclose(file);
    assert_non_null(from = strstr(text, begin));
    assert_non_null(to = strstr(from + strlen(begin), end));
    char *part = strndup(from, (size_t)(to - from));
    for (char *c = part; *c; c++)
        *c = (char)tolower((unsigned char)*c);
    free(text);
    return part;
}

static bool has_key(const char *name, size_t length) {
    for (uint32_t i = 0; i < dv_keys_count; i++)
        if (dv_keys[i].line && strlen(dv_keys[i].name) == length &&
            strncmp(dv_keys[i].name, name, length) == 0)
            return true;
    return false;
}

static void every_key_runs_a_command_of_the_table(void **state) {
    (void)state;
    for (uint32_t i = 0; i < dv_keys_count; i++) {
        char name[64];
        if (!dv_keys[i].line)
            continue;
        snprintf(name, sizeof name, "%.*s", (int)strcspn(dv_keys[i].line, " "), dv_keys[i].line);
        const dv_run_command *command = dv_command_named(name);
        assert_non_null(command);
        assert_true(command->takes || strlen(name) == strlen(dv_keys[i].line));
        assert_true(!dv_keys[i].label || *dv_keys[i].title);
    }
}

static void no_name_is_there_twice(void **state) {
    (void)state;
    for (uint32_t i = 0; i < dv_commands_count; i++)
        assert_ptr_equal(dv_command_named(dv_commands_known[i].name), &dv_commands_known[i]);
    for (uint32_t i = 0; i < dv_keys_count; i++)
        for (uint32_t j = 0; j < i; j++)
            assert_string_not_equal(dv_keys[i].name, dv_keys[j].name);
}

static void keys_held_down_with_others_are_told_apart(void **state) {
    (void)state;
    assert_string_equal(dv_key_pressed("r", "r", false, false)->line, "reload");
    assert_string_equal(dv_key_pressed("r", "r", false, true)->line, "reload!");
    assert_string_equal(dv_key_pressed("f", "f", false, true)->line, "fit");
    assert_string_equal(dv_key_pressed("z", "z", true, false)->line, "undo");
    assert_null(dv_key_pressed("z", "z", false, false));
    assert_null(dv_key_pressed("r", "r", true, false));
    assert_null(dv_key_pressed("click", "click", false, false));
}

static void signs_go_by_their_places_and_letters_by_their_names(void **state) {
    (void)state;
    assert_string_equal(dv_key_pressed("^", "`", false, false)->line, "console");
    assert_string_equal(dv_key_pressed("\u00b2", "`", false, true)->line, "console");
    assert_string_equal(dv_key_pressed("+", "]", false, false)->line, "speed faster");
    assert_string_equal(dv_key_pressed("&", "1", false, false)->line, "speed 1");
    assert_string_equal(dv_key_pressed("-", "/", false, false)->line, "zoom out");
    assert_string_equal(dv_key_pressed("m", ";", false, false)->line, "density");
    assert_string_equal(dv_key_pressed("z", "y", true, false)->line, "undo");
    assert_string_equal(dv_key_pressed("v", ".", false, false)->line, "follow");
    assert_string_equal(dv_key_pressed("\u043a", "r", false, true)->line, "reload!");
    assert_string_equal(dv_key_pressed("space", "space", false, false)->line, "play");
    assert_null(dv_key_pressed("\u00f6", ";", false, false));
    assert_null(dv_key_pressed("q", "a", false, false));
}

static void tools_cannot_have_the_keys(void **state) {
    (void)state;
    const char *const *reserved = dv_reserved_keys();
    for (uint32_t i = 0; i < dv_keys_count; i++)
        assert_string_equal(reserved[i], dv_keys[i].name);
    assert_null(reserved[dv_keys_count]);
}

/// "shift+r" as the README writes it: "<kbd>shift</kbd>+<kbd>r</kbd>".
static void write_key(const char *name, char text[128]) {
    const char *plus = strlen(name) > 1 ? strchr(name, '+') : NULL;
    if (plus && plus[1])
        snprintf(text, 128, "<kbd>%.*s</kbd>+<kbd>%s</kbd>", (int)(plus - name), name, plus + 1);
    else
        snprintf(text, 128, "<kbd>%s</kbd>", name);
}

static void the_readme_has_every_key_of_the_page(void **state) {
    (void)state;
    char *table = read_part(README, "## In the window", "**The selected agent.**");
    for (uint32_t i = 0; i < dv_keys_count; i++) {
        char text[128];
        write_key(dv_keys[i].name, text);
        if (dv_keys[i].line && dv_keys[i].label && !strstr(table, text))
            fail_msg("engine/player/README.md has no %s", text);
    }
    free(table);
}

static void the_readme_has_no_key_beyond_the_table(void **state) {
    (void)state;
    char *table = read_part(README, "## In the window", "**The selected agent.**");
    for (const char *at = table; (at = strstr(at, "<kbd>"));) {
        const char *end = strstr(at += 5, "</kbd>");
        char name[64];
        snprintf(name, sizeof name, "%.*s", (int)(end - at), at);
        if (strncmp(end, "</kbd>+<kbd>", 12) == 0) {
            const char *second = end + 12;
            end = strstr(second, "</kbd>");
            snprintf(name + strlen(name), sizeof name - strlen(name), "+%.*s", (int)(end - second),
                     second);
        }
        if (!has_key(name, strlen(name)))
            fail_msg("engine/player/README.md lists %s, which does nothing", name);
        at = end;
    }
    free(table);
}

static void the_readme_has_every_command(void **state) {
    (void)state;
    char *table = read_part(README, "## Commands", "At the end of input");
    for (uint32_t i = 0; i < dv_commands_count; i++) {
        char alone[64], with_value[64];
        snprintf(alone, sizeof alone, "`%s`", dv_commands_known[i].name);
        snprintf(with_value, sizeof with_value, "`%s ", dv_commands_known[i].name);
        if (!strstr(table, dv_commands_known[i].takes ? with_value : alone))
            fail_msg("engine/player/README.md has no command %s", alone);
    }
    free(table);
}

/// Whether the text has a key between backticks. "`1` to `9`" has the digits between them, too.
static bool has_in_backticks(const char *text, const char *name) {
    char quoted[64];
    if (strcmp(name, "`") == 0)
        return strstr(text, "the backquote");
    snprintf(quoted, sizeof quoted, "`%s`", name);
    return strstr(text, quoted) ||
           (strlen(name) == 1 && *name >= '1' && *name <= '9' && strstr(text, "`1` to `9`"));
}

static void drover_help_input_has_the_keys_that_tools_cannot_have(void **state) {
    (void)state;
    char *topic = read_part(INTERFACE, "The window itself uses", "`keypressed` runs");
    for (uint32_t i = 0; i < dv_keys_count; i++) {
        const char *name = dv_keys[i].name;
        // Tools can't have keys of the keypad anyway, and others only without shift and ctrl.
        bool is_plain = dv_keys[i].line && (strlen(name) == 1 || !strpbrk(name, "+ "));
        if (is_plain && !has_in_backticks(topic, name))
            fail_msg("topic input of scripts/types/interface.lua has no `%s`", name);
    }
    for (const char *at = topic; (at = strchr(at, '`'));) {
        const char *end = strchr(++at, '`');
        if (!has_key(at, (size_t)(end - at)))
            fail_msg("topic input lists %.*s, which does nothing", (int)(end - at), at);
        at = end + 1;
    }
    free(topic);
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_key_runs_a_command_of_the_table),
        cmocka_unit_test(no_name_is_there_twice),
        cmocka_unit_test(keys_held_down_with_others_are_told_apart),
        cmocka_unit_test(signs_go_by_their_places_and_letters_by_their_names),
        cmocka_unit_test(tools_cannot_have_the_keys),
        cmocka_unit_test(the_readme_has_every_key_of_the_page),
        cmocka_unit_test(the_readme_has_no_key_beyond_the_table),
        cmocka_unit_test(the_readme_has_every_command),
        cmocka_unit_test(drover_help_input_has_the_keys_that_tools_cannot_have),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
