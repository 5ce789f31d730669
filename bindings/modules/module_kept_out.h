// Files that an undo took back. As long as a file still has the undone content, the current source
// is used in its place, so that a save of another file does not bring the undone change back.
//
// Invariant: a file has at most one entry. The entry applies only to the content that the file had
// at the undo, not to anything saved later.
#ifndef DROVER_BINDINGS_MODULE_KEPT_OUT_H
#define DROVER_BINDINGS_MODULE_KEPT_OUT_H

#include "modules/module_graph.h"

/// Add an entry for each module that differs between `now` and `undone` and whose file has the
/// undone content. Returns false when out of memory; some entries are then missing.
bool dv_keep_out_undone(dv_finder *finder, const struct dv_module_list *undone,
                        const struct dv_module_list *now);
/// Drop entries whose file has changed since, or whose module no longer runs the source in the
/// entry.
void dv_prune_kept_out(dv_finder *finder, const struct dv_module_list *now);
void dv_clear_kept_out(dv_finder *finder);

/// Make an entry for the content that a file has now, with the source to use instead. Returns false
/// when out of memory.
bool dv_make_kept_out(struct dv_kept_out *entry, const struct dv_module_look *look,
                      const char *source, size_t size);
void dv_free_kept_out(struct dv_kept_out *entry);

#endif
