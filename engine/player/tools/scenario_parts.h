// The files of a scenario that is about to be written: those that a scenario starts from, or those
// of another one.
#ifndef DV_PLAYER_SCENARIO_PARTS_H
#define DV_PLAYER_SCENARIO_PARTS_H

#include "drover/base.h"

typedef struct dv_scenario_part {
    char *path;  ///< in the scenario's folder
    char *bytes; ///< NULL: a folder
    size_t size;
} dv_scenario_part;

/// In the order to write them in: a folder before what is in it, and main.lua last, because without
/// it there is no scenario.
typedef struct dv_scenario_parts {
    dv_scenario_part *items;
    uint32_t count, capacity;
} dv_scenario_parts;

/// List the files to start from, with what editors need. `from` is the path of a scenario whose
/// files they are, hidden ones apart; NULL: the templates. A scenario that is a single file becomes
/// main.lua. On failure nothing is to be freed.
dv_result dv_scenario_parts_read(dv_scenario_parts *parts, const char *from, dv_error *error);
void dv_scenario_parts_free(dv_scenario_parts *parts);

#endif
