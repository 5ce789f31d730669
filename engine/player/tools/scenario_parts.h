// The files of a new scenario: the templates, or copies of another scenario's files.
#ifndef DV_PLAYER_SCENARIO_PARTS_H
#define DV_PLAYER_SCENARIO_PARTS_H

#include "drover/base.h"

typedef struct dv_scenario_part {
    char *path;  ///< relative to the scenario's folder
    char *bytes; ///< NULL: a folder
    size_t size;
} dv_scenario_part;

/// In the order in which to write them: folders before their contents, and main.lua last, because
/// without it there is no scenario.
typedef struct dv_scenario_parts {
    dv_scenario_part *items;
    uint32_t count, capacity;
} dv_scenario_parts;

/// List the files of a new scenario, including those for editors. They are copied from the scenario
/// at `from`, except for hidden files, or from the templates if `from` is NULL. A scenario in a
/// single file becomes main.lua. On failure there is nothing to free.
dv_result dv_scenario_parts_read(dv_scenario_parts *parts, const char *from, dv_error *error);

/// What the template of a mod is filled in with.
typedef struct dv_mod_words {
    const char *name, *scenario;
    const char *kind; ///< of the scenario, which the mod extends
} dv_mod_words;

/// List the files of a new mod, including those for editors.
dv_result dv_mod_parts_read(dv_scenario_parts *parts, const dv_mod_words *words, dv_error *error);
/// Free the list and the contents of the files.
void dv_scenario_parts_free(dv_scenario_parts *parts);

#endif
