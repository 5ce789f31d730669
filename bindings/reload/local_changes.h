// Where the functions of scripts change what variables hold, as far as the sources show it.
#ifndef DROVER_BINDINGS_LOCAL_CHANGES_H
#define DROVER_BINDINGS_LOCAL_CHANGES_H

#include "modules/source_trees.h"

typedef enum dv_change_type {
    DV_CHANGE_ASSIGNS, ///< `n = 1`
    DV_CHANGE_FILLS,   ///< `t.n = 1`, table.insert(t, 1), coroutine.resume(t), or a function that
                       ///< does this
    DV_CHANGE_CALLS    ///< `f()`: a change if f is an iterator or a wrapped coroutine
} dv_change_type;

/// One change of what a variable holds.
typedef struct dv_local_change {
    const dv_source_tree *tree;
    const dv_variable *variable; ///< NULL: a global
    const dv_node *name;         ///< the variable, where it stands in the source
    const dv_node *site;         ///< the statement or call that changes it
    dv_change_type type;
    /// If the site is a call of a method of the variable itself: the function of that name that
    /// changes its object, and its tree. The change takes place only if this is the method.
    const dv_node *method;
    const dv_source_tree *method_tree;
} dv_local_change;

/// A parameter whose value its function changes.
typedef struct dv_changed_parameter {
    const dv_source_tree *tree;
    const dv_node *function;
    uint32_t number; ///< from 0
} dv_changed_parameter;

/// Initialize it with { .trees = … }.
typedef struct dv_local_changes {
    dv_source_trees *trees;
    dv_local_change *items;
    uint32_t count, capacity;
    dv_changed_parameter *parameters;
    uint32_t parameter_count, parameter_capacity;
    bool short_of_memory;
} dv_local_changes;

/// Find the changes in all current modules. Changes that a single source does not show are missed,
/// such as those of a table that a function gets inside another argument.
void dv_find_local_changes(dv_local_changes *changes);
void dv_free_local_changes(dv_local_changes *changes);

/// Whether a function changes the value of a parameter.
bool dv_changes_parameter(const dv_local_changes *changes, const dv_node *function,
                          uint32_t number);

#endif
