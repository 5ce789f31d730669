// Files that an undo took back: while one holds what was undone, the source in force stands in its
// place, so that a save of another file does not bring the undone change back.
//
// Invariant: a file has one entry at most; it stands for the file's content at the undo, and for
// nothing else that the file may hold later.
#ifndef DROVER_BINDINGS_MODULE_KEPT_OUT_H
#define DROVER_BINDINGS_MODULE_KEPT_OUT_H

#include "modules/module_graph.h"

/// Note of the modules in which `now` differs from `undone` those whose files hold what was undone.
/// False when memory is short: then some are missing.
bool dv_keep_out_undone(dv_finder *finder, const struct dv_module_list *undone,
                        const struct dv_module_list *now);
/// Drop entries whose file holds something else by now, or in whose place other code runs.
void dv_prune_kept_out(dv_finder *finder, const struct dv_module_list *now);
void dv_clear_kept_out(dv_finder *finder);

#endif
