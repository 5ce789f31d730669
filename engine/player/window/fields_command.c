#include "player/window/fields_command.h"

#include <stdio.h>
#include <string.h>

/// Whether any field is drawn.
static bool shows_any(const dv_program *program, const dv_hidden_fields *hidden) {
    for (uint32_t i = 0; i < dv_program_field_count(program); i++)
        if (!dv_field_is_hidden(hidden, dv_program_field_name(program, i)))
            return true;
    return false;
}

static void obey_all(const dv_program *program, dv_hidden_fields *hidden, const char *value,
                     dv_answer *to) {
    bool is_on = shows_any(program, hidden);
    if (!dv_read_switch("fields", value, &is_on, to))
        return;
    for (uint32_t i = 0; i < dv_program_field_count(program); i++)
        dv_field_hide(hidden, dv_program_field_name(program, i), !is_on);
    dv_answer_say(to, "fields %s", is_on ? "on" : "off");
}

/// The field that a line names, with or without a switch behind its name, which goes to `value`;
/// NULL: there is none.
static const char *find_field(const dv_program *program, const char *line, const char **value) {
    for (uint32_t i = 0; i < dv_program_field_count(program); i++) {
        const char *name = dv_program_field_name(program, i), *rest = line + strlen(name);
        if (strncmp(line, name, strlen(name)) != 0 || (*rest && *rest != ' '))
            continue;
        *value = *rest ? rest + 1 : rest;
        return name;
    }
    return NULL;
}

void dv_obey_fields(const dv_program *program, dv_hidden_fields *hidden, const char *value,
                    dv_answer *to) {
    // A field may be named "on" or "off", too; then it is only meant if a switch follows.
    bool is_all = !*value || strcmp(value, "on") == 0 || strcmp(value, "off") == 0;
    const char *name = is_all ? NULL : find_field(program, value, &value);
    if (dv_program_field_count(program) == 0) {
        dv_answer_refuse(to, "the scenario has no fields");
    } else if (name) {
        bool is_on = !dv_field_is_hidden(hidden, name);
        if (!dv_read_switch("fields", value, &is_on, to))
            return;
        dv_field_hide(hidden, name, !is_on);
        dv_answer_say(to, "fields %s %s", name, is_on ? "on" : "off");
    } else if (is_all) {
        obey_all(program, hidden, value, to);
    } else {
        dv_answer_refuse(to, "fields takes the name of a field, on, or off, not '%.80s'", value);
    }
}
