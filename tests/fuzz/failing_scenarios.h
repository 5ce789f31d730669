// The scenarios that run short of memory or disk, and the edits of them that are reloaded.
#ifndef DV_TEST_FAILING_SCENARIOS_H
#define DV_TEST_FAILING_SCENARIOS_H

#include <stdbool.h>

/// What is done to the scenario's main.lua.
typedef enum dv_edit {
    DV_AS_IT_IS,
    DV_GOOD,    ///< the same code, as far as anyone can tell
    DV_BAD,     ///< refused: it is no Lua
    DV_FAILING, ///< fails "on purpose" in the next tick
    DV_MORE     ///< with another field in every memory, and another target
} dv_edit;

/// Put a scenario into a folder that is there: "short", "everything" or the path of a sample, with
/// the mods "always" and "switched". False when there is none.
bool dv_put_scenario(const char *name, const char *folder);

/// Edit the scenario in a folder, whatever was done to it before.
void dv_edit_scenario(const char *folder, dv_edit edit);

#endif
