#include "player/run/command_table.h"

#include <stdio.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

const dv_run_command dv_commands_known[] = {
#define COMMAND(function, name, takes, title) {name, takes, title, dv_obey_##function, 0},
#define WINDOW_COMMAND(function, name, takes, title)                                               \
    {name, takes, title, NULL, DV_WINDOW_##function},
#include "player/run/commands.def"
};
const uint32_t dv_commands_count = COUNT(dv_commands_known);

const dv_key dv_keys[] = {
#define KEY(name, label, line, title, repeats) {name, label, line, title, repeats},
#include "player/run/commands.def"
};
const uint32_t dv_keys_count = COUNT(dv_keys);

// "shift+r" keeps r from tools just like "r" does; "ctrl+z" doesn't keep z from them.
static const char *const reserved[] = {
#define KEY(name, label, line, title, repeats) name,
#include "player/run/commands.def"
    NULL,
};

const char *const *dv_reserved_keys(void) { return reserved; }

const dv_run_command *dv_command_named(const char *name) {
    for (uint32_t i = 0; i < dv_commands_count; i++)
        if (strcmp(dv_commands_known[i].name, name) == 0)
            return &dv_commands_known[i];
    return NULL;
}

static const dv_key *key_named(const char *prefix, const char *name) {
    size_t length = strlen(prefix);
    for (uint32_t i = 0; i < dv_keys_count; i++)
        if (dv_keys[i].line && strncmp(dv_keys[i].name, prefix, length) == 0 &&
            strcmp(dv_keys[i].name + length, name) == 0)
            return &dv_keys[i];
    return NULL;
}

static const dv_key *key_pressed(const char *name, bool ctrl, bool shift) {
    if (ctrl)
        return key_named(shift ? "ctrl+shift+" : "ctrl+", name);
    const dv_key *key = shift ? key_named("shift+", name) : NULL;
    return key ? key : key_named("", name);
}

const dv_key *dv_key_pressed(const char *name, const char *place, bool ctrl, bool shift) {
    bool is_letter = *name >= 'a' && *name <= 'z';
    const dv_key *key = is_letter ? NULL : key_pressed(place, ctrl, shift);
    return key ? key : key_pressed(name, ctrl, shift);
}
