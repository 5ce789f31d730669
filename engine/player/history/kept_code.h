// The sources that were in force at some time of a run, kept so that its ticks can be computed
// again after a save. Code that shares files with the code before it shares their text.
#ifndef DV_PLAYER_KEPT_CODE_H
#define DV_PLAYER_KEPT_CODE_H

#include "scenario.h"

typedef struct dv_kept_source dv_kept_source;

/// All modules of a scenario, those that come with Drover apart. The last is where it begins.
typedef struct dv_kept_code {
    dv_kept_source **sources;
    uint32_t count;
    uint32_t users;
} dv_kept_code;

/// Keep the code in force for one user. `before` may be NULL. Adds the bytes that this takes to
/// `*bytes`. NULL when memory is short.
dv_kept_code *dv_code_keep(const dv_scenario *scenario, const dv_kept_code *before, size_t *bytes);
/// One more user.
dv_kept_code *dv_code_share(dv_kept_code *code);
/// One user less; the last one frees it, and what that gives back is taken from `*bytes`. NULL is
/// fine.
void dv_code_release(dv_kept_code *code, size_t *bytes);

/// The file in which the scenario begins, "main.lua".
const char *dv_code_entry(const dv_kept_code *code);
/// A dv_module_reader whose context is the dv_kept_code.
dv_module_reader dv_code_read;

#endif
