// The syntax trees of a scenario's modules, each made when it is first asked for.
#ifndef DROVER_BINDINGS_SOURCE_TREES_H
#define DROVER_BINDINGS_SOURCE_TREES_H

#include "modules/modules_private.h"
#include "syntax/syntax.h"

typedef struct dv_source_tree {
    const struct dv_module *module;
    dv_syntax syntax;
    struct dv_source_tree *next;
} dv_source_tree;

/// Begin with { .modules = … }.
typedef struct dv_source_trees {
    const dv_modules *modules;
    dv_source_tree *first;
    bool short_of_memory; ///< a tree is missing for that alone
} dv_source_trees;

/// The tree of a module; NULL when it does not parse, or memory is out.
const dv_source_tree *dv_tree_of(dv_source_trees *trees, const struct dv_module *module);

/// The module of a name ("flock.boid") or a path ("flock/boid.lua"), one that is loading included;
/// NULL when there is none.
const struct dv_module *dv_module_named(const dv_modules *modules, const char *name, size_t length);
const struct dv_module *dv_module_at_path(const dv_modules *modules, const char *path,
                                          size_t length);

/// The module of a path in the current generation, whatever is staged; NULL when there is none.
const struct dv_module *dv_current_module_at(const dv_modules *modules, const char *path);

/// The module that `require "name"` gives; NULL when the node is no such call.
const struct dv_module *dv_required_module(const dv_modules *modules, const dv_node *node);

/// The `return` that ends a module; NULL when it has none.
const dv_node *dv_final_return(const dv_syntax *syntax);
/// Whether the module returns a value from anywhere.
bool dv_returns_value(const dv_syntax *syntax);

/// The tree of the module that an expression gets by `require`, when that module returns nothing;
/// else NULL.
const dv_source_tree *dv_silent_module(dv_source_trees *trees, const dv_node *expression);
/// The line in which a module ends: that of its last call, whose value it may have meant to return.
uint32_t dv_last_line(const dv_source_tree *tree);

void dv_free_trees(dv_source_trees *trees);

#endif
