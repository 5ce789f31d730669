// The syntax trees of modules; see source_trees.h.
#include "modules/source_trees.h"

#include "base/alloc.h"

#include <string.h>

const dv_source_tree *dv_tree_of(dv_source_trees *trees, const struct dv_module *module) {
    for (const dv_source_tree *tree = trees->first; tree; tree = tree->next)
        if (tree->module == module)
            return tree->syntax.chunk ? tree : NULL;
    if (dv_is_data_name(module->name))
        return NULL;
    dv_source_tree *tree = dv_alloc(sizeof *tree);
    if (!tree) {
        trees->short_of_memory = true;
        return NULL;
    }
    tree->module = module;
    tree->next = trees->first;
    trees->first = tree;
    dv_result result = dv_syntax_parse(&tree->syntax, module->source, module->size, NULL);
    if (result != DV_OK)
        dv_syntax_free(&tree->syntax);
    if (result == DV_ERROR_MEMORY)
        trees->short_of_memory = true;
    return tree->syntax.chunk ? tree : NULL;
}

void dv_free_trees(dv_source_trees *trees) {
    while (trees->first) {
        dv_source_tree *tree = trees->first;
        trees->first = tree->next;
        dv_syntax_free(&tree->syntax);
        dv_free(tree);
    }
}

/// The first module for which `fits` is true, among those that are loading and then the loaded
/// ones.
static const struct dv_module *find_module(const dv_modules *modules,
                                           bool (*fits)(const struct dv_module *module,
                                                        const char *text, size_t length),
                                           const char *text, size_t length) {
    const struct dv_module_list *list = dv_visible_modules(modules);
    for (const struct dv_loading *l = modules->loading; l; l = l->outer)
        if (fits(l->module, text, length))
            return l->module;
    for (uint32_t i = 0; i < list->count; i++)
        if (fits(list->modules[i], text, length))
            return list->modules[i];
    return NULL;
}

static bool is_text(const char *text, const char *other, size_t length) {
    return strlen(text) == length && memcmp(text, other, length) == 0;
}

static bool has_name(const struct dv_module *module, const char *name, size_t length) {
    return is_text(module->name, name, length);
}

static bool has_path(const struct dv_module *module, const char *path, size_t length) {
    return is_text(module->path, path, length);
}

const struct dv_module *dv_module_named(const dv_modules *modules, const char *name,
                                        size_t length) {
    return find_module(modules, has_name, name, length);
}

const struct dv_module *dv_module_at_path(const dv_modules *modules, const char *path,
                                          size_t length) {
    return find_module(modules, has_path, path, length);
}

const struct dv_module *dv_current_module_at(const dv_modules *modules, const char *path) {
    for (uint32_t i = 0; i < modules->current.count; i++)
        if (strcmp(modules->current.modules[i]->path, path) == 0)
            return modules->current.modules[i];
    return NULL;
}

const struct dv_module *dv_required_module(const dv_modules *modules, const dv_node *node) {
    if (node->type != DV_NODE_CALL || node->first->type != DV_NODE_NAME || node->first->variable ||
        !dv_node_is(node->first, "require"))
        return NULL;
    const dv_node *name = node->first->next;
    return name && name->type == DV_NODE_STRING ? dv_module_named(modules, name->text, name->length)
                                                : NULL;
}

const dv_node *dv_final_return(const dv_syntax *syntax) {
    const dv_node *last = syntax->chunk->last->last;
    return last && last->type == DV_NODE_RETURN ? last : NULL;
}

bool dv_returns_value(const dv_syntax *syntax) {
    for (const dv_node *n = syntax->chunk; n; n = dv_node_after(n, syntax->chunk))
        if (n->type == DV_NODE_RETURN && n->first && dv_node_function(n) == syntax->chunk)
            return true;
    return false;
}

const dv_source_tree *dv_silent_module(dv_source_trees *trees, const dv_node *expression) {
    const struct dv_module *module =
        dv_required_module(trees->modules, dv_node_resolve((dv_node *)expression));
    const dv_source_tree *tree = module ? dv_tree_of(trees, module) : NULL;
    return tree && !dv_returns_value(&tree->syntax) ? tree : NULL;
}

uint32_t dv_last_line(const dv_source_tree *tree) {
    const dv_node *last = tree->syntax.chunk->last->last;
    uint32_t line = last ? last->line : 1;
    if (last && last->type != DV_NODE_CALL_STATEMENT)
        for (uint32_t i = last->start; i < last->end; i++)
            line += tree->module->source[i] == '\n';
    return line;
}
