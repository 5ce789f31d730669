// The sources that were in force at some time of a run, kept so that ticks of that time can still
// be computed after a save. Files that didn't change from one version of the code to the next are
// stored once.
#ifndef DV_PLAYER_KEPT_CODE_H
#define DV_PLAYER_KEPT_CODE_H

#include "scenario.h"

typedef struct dv_kept_source dv_kept_source;

/// All modules of a scenario except those that come with Drover. The last one is the entry file.
typedef struct dv_kept_code {
    dv_kept_source **sources;
    uint32_t count;
    uint32_t users;
} dv_kept_code;

/// Keep the code in force, with one user. Shares sources with `before`, which may be NULL. Adds the
/// bytes that it takes to `*bytes`. NULL when out of memory.
dv_kept_code *dv_code_keep(const dv_scenario *scenario, const dv_kept_code *before, size_t *bytes);
/// Whether two have the same sources.
bool dv_code_equal(const dv_kept_code *a, const dv_kept_code *b);
/// Add a user.
dv_kept_code *dv_code_share(dv_kept_code *code);
/// Remove a user. After the last one, the code is freed and its bytes are subtracted from `*bytes`.
/// `code` may be NULL.
void dv_code_release(dv_kept_code *code, size_t *bytes);

/// The path of the entry file, for example "main.lua".
const char *dv_code_entry(const dv_kept_code *code);
/// A dv_module_reader and a dv_module_lister; their context is the dv_kept_code.
dv_module_reader dv_code_read;
dv_module_lister dv_code_list;

#endif
