// The fields of the table that a module returns, and who uses them.
#ifndef DROVER_BINDINGS_CHECK_EXPORTS_H
#define DROVER_BINDINGS_CHECK_EXPORTS_H

#include "check_private.h"

typedef struct dv_field_use {
    const dv_source_tree *tree;
    const dv_node *key;
    const dv_node *node;  ///< an INDEX that takes the field, or what sets it
    const dv_node *value; ///< what it is set to; NULL: it is taken
} dv_field_use;

typedef struct dv_exports {
    const dv_source_tree *tree;
    dv_field_use *uses; ///< ordered by key, in all modules
    uint32_t count, capacity;
    struct dv_exports *next;
} dv_exports;

/// The fields of a module's table, as long as every use of it takes or sets one by a name that is
/// written there; NULL when that is not so, or memory is short.
const dv_exports *dv_exports_of(dv_checker *c, const dv_source_tree *tree);
void dv_free_exports(dv_checker *c);

/// The uses of the field that holds a function; none where it has another value too.
void dv_find_export(const dv_exports *exports, const dv_node *function, uint32_t *first,
                    uint32_t *count);

#endif
