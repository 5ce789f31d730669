// The syntax trees of a scenario's modules. Each is made when it is first needed.
#ifndef DROVER_BINDINGS_SOURCE_TREES_H
#define DROVER_BINDINGS_SOURCE_TREES_H

#include "modules/modules_private.h"
#include "syntax/syntax.h"

typedef struct dv_source_tree {
    const struct dv_module *module;
    dv_syntax syntax;
    struct dv_source_tree *next;
} dv_source_tree;

/// Initialize it with { .modules = … }.
typedef struct dv_source_trees {
    const dv_modules *modules;
    dv_source_tree *first;
    bool short_of_memory; ///< a tree is missing only because memory ran out
} dv_source_trees;

/// The tree of a module; NULL if it does not parse, or when out of memory.
const dv_source_tree *dv_tree_of(dv_source_trees *trees, const struct dv_module *module);

/// The module with a name ("flock.boid") or a path ("flock/boid.lua"), including one that is still
/// loading; NULL if there is none.
const struct dv_module *dv_module_named(const dv_modules *modules, const char *name, size_t length);
const struct dv_module *dv_module_at_path(const dv_modules *modules, const char *path,
                                          size_t length);

/// The module with a path in the current generation, even if another is staged; NULL if there is
/// none.
const struct dv_module *dv_current_module_at(const dv_modules *modules, const char *path);

/// The module that `require "name"` returns; NULL if the node is no such call.
const struct dv_module *dv_required_module(const dv_modules *modules, const dv_node *node);

/// The `return` at the end of a module; NULL if there is none.
const dv_node *dv_final_return(const dv_syntax *syntax);
/// Whether any `return` of the module's body returns a value.
bool dv_returns_value(const dv_syntax *syntax);

/// If an expression is the value of a module that returns nothing, the tree of that module; else
/// NULL.
const dv_source_tree *dv_silent_module(dv_source_trees *trees, const dv_node *expression);
/// The line of a module's last call, whose value it may have been meant to return; or else the line
/// where its last statement ends.
uint32_t dv_last_line(const dv_source_tree *tree);

/// Free all trees.
void dv_free_trees(dv_source_trees *trees);

#endif
