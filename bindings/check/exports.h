// The fields of the table that a module returns, and all their uses in other modules.
#ifndef DROVER_BINDINGS_CHECK_EXPORTS_H
#define DROVER_BINDINGS_CHECK_EXPORTS_H

#include "checker.h"

typedef struct dv_field_use {
    const dv_source_tree *tree;
    const dv_node *key;
    const dv_node *node;  ///< the INDEX that reads the field, or the node that sets it
    const dv_node *value; ///< the value it is set to; NULL for a read
} dv_field_use;

typedef struct dv_exports {
    const dv_source_tree *tree;
    dv_field_use *uses; ///< in all modules, ordered by key
    uint32_t count, capacity;
    struct dv_exports *next;
} dv_exports;

/// The fields of a module's table. NULL if the table escapes, that is, if any use of it is not a
/// read or write of a field by a literal name; also when out of memory.
const dv_exports *dv_exports_of(dv_checker *c, const dv_source_tree *tree);
void dv_free_exports(dv_checker *c);

/// The uses of the field that holds a function; none if the field is also set to another value.
void dv_find_export(const dv_exports *exports, const dv_node *function, uint32_t *first,
                    uint32_t *count);

#endif
