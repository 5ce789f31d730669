#include "player/window/layers_command.h"

#include <stdio.h>
#include <string.h>

/// The layers of one family.
typedef struct layers {
    const dv_program *program;
    dv_family family;
    dv_hidden_names *hidden;
    char command[16];
} layers;

static uint32_t count_of(const layers *l) { return dv_program_name_count(l->program, l->family); }

static const char *name_of(const layers *l, uint32_t index) {
    return dv_program_name(l->program, l->family, index);
}

/// Whether any of them is drawn.
static bool shows_any(const layers *l) {
    for (uint32_t i = 0; i < count_of(l); i++)
        if (!dv_name_is_hidden(l->hidden, name_of(l, i)))
            return true;
    return false;
}

static void obey_all(const layers *l, const char *value, dv_answer *to) {
    bool is_on = shows_any(l);
    if (!dv_read_switch(l->command, value, &is_on, to))
        return;
    for (uint32_t i = 0; i < count_of(l); i++)
        dv_hide_name(l->hidden, name_of(l, i), !is_on);
    dv_answer_say(to, "%s %s", l->command, is_on ? "on" : "off");
}

static void obey_one(const layers *l, const char *name, const char *value, dv_answer *to) {
    bool is_on = !dv_name_is_hidden(l->hidden, name);
    if (!dv_read_switch(l->command, value, &is_on, to))
        return;
    dv_hide_name(l->hidden, name, !is_on);
    dv_answer_say(to, "%s %s %s", l->command, name, is_on ? "on" : "off");
}

/// The name that a line begins with; NULL if there is none. The switch behind it, if any, goes to
/// `value`.
static const char *find_name(const layers *l, const char *line, const char **value) {
    for (uint32_t i = 0; i < count_of(l); i++) {
        const char *name = name_of(l, i), *rest = line + strlen(name);
        if (strncmp(line, name, strlen(name)) != 0 || (*rest && *rest != ' '))
            continue;
        *value = *rest ? rest + 1 : rest;
        return name;
    }
    return NULL;
}

void dv_obey_layers(const dv_program *program, dv_family family, dv_hidden_names *hidden,
                    const char *value, dv_answer *to) {
    layers l = {.program = program, .family = family, .hidden = hidden};
    const char *word = dv_family_name(family);
    snprintf(l.command, sizeof l.command, "%.12ss", word);
    // Something may be named "on" or "off", too; it is only meant if a switch follows.
    bool is_all = !*value || strcmp(value, "on") == 0 || strcmp(value, "off") == 0;
    const char *name = is_all ? NULL : find_name(&l, value, &value);
    if (count_of(&l) == 0)
        dv_answer_refuse(to, "the scenario has no %s", l.command);
    else if (name)
        obey_one(&l, name, value, to);
    else if (is_all)
        obey_all(&l, value, to);
    else
        dv_answer_refuse(to, "%s takes the name of a %s, on, or off, not '%.80s'", l.command, word,
                         value);
}
