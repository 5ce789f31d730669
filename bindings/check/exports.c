// Finds the uses of a module's table; see exports.h.
//
// A single walk over all modules notes all uses. One walk for each function would take seconds if
// there are thousands of functions.
#include "exports.h"

#include "base/alloc.h"

#include <stdlib.h>
#include <string.h>

/// A walk that notes the uses of a table.
typedef struct walk {
    dv_checker *c;
    dv_exports *exports;
    bool is_lost; ///< unknown code may have the whole table
} walk;

/// The table that a module returns, if it is written in the module; else NULL.
static const dv_node *returned_table(const dv_source_tree *tree) {
    const dv_node *last = dv_final_return(&tree->syntax);
    const dv_node *value =
        last && last->first && !last->first->next ? dv_node_resolve(last->first) : NULL;
    return value && value->type == DV_NODE_TABLE ? value : NULL;
}

static void note_field_use(walk *w, dv_field_use use) {
    dv_exports *e = w->exports;
    if (!dv_reserve((void **)&e->uses, &e->capacity, e->count + 1, sizeof *e->uses)) {
        w->c->trees.short_of_memory = w->is_lost = true;
        return;
    }
    e->uses[e->count++] = use;
}

// Uses

/// The value that a target of an assignment gets. Returns the target itself if the value is not a
/// single expression, and NULL if the node is no target.
static const dv_node *assigned_value(const dv_node *node) {
    const dv_node *parent = node->parent;
    if (parent->type == DV_NODE_FUNCTION_SET && parent->first == node)
        return node->next;
    bool is_target = parent->type == DV_NODE_LIST && parent->parent->type == DV_NODE_ASSIGNMENT &&
                     parent->parent->first == parent;
    if (!is_target)
        return NULL;
    bool is_single = !parent->first->next && !parent->next->first->next;
    return is_single ? parent->next->first : node;
}

/// Note how an expression whose value is the table is used.
static void note_table(walk *w, const dv_source_tree *tree, const dv_node *table) {
    const dv_node *parent = table->parent;
    const dv_node *key = parent->first == table ? dv_node_key(parent) : NULL;
    if (key && parent->type == DV_NODE_INDEX)
        note_field_use(w, (dv_field_use){tree, key, parent, assigned_value(parent)});
    else if (key && parent->type == DV_NODE_METHOD_CALL)
        note_field_use(
            w, (dv_field_use){tree, key, parent, parent}); // nothing is known about its arguments
    else
        w->is_lost = true;
}

static void note_variable(walk *w, const dv_source_tree *tree, const dv_variable *variable) {
    const dv_node *last = dv_final_return(&tree->syntax);
    for (const dv_node *n = variable->uses; n; n = n->next_use)
        if (n->parent != last || tree != w->exports->tree)
            note_table(w, tree, n);
}

static void note_fields(walk *w, const dv_node *table) {
    for (const dv_node *field = table->first; field; field = field->next) {
        const dv_node *key = dv_node_key(field);
        if (key)
            note_field_use(w, (dv_field_use){w->exports->tree, key, field, field->last});
        w->is_lost = w->is_lost || (!key && field->type == DV_NODE_KEYED_FIELD);
    }
}

/// Whether a node passes `require` itself on, or calls it with a name that is put together at run
/// time.
static bool may_require_anything(const dv_node *node) {
    if (node->type != DV_NODE_NAME || node->variable || !dv_node_is(node, "require"))
        return false;
    bool is_call = node->parent->type == DV_NODE_CALL && node->parent->first == node;
    return !is_call || !node->next || node->next->type != DV_NODE_STRING;
}

static void note_requirers(walk *w, const dv_source_tree *tree) {
    const dv_node *chunk = tree->syntax.chunk;
    for (const dv_node *n = chunk; n && !w->is_lost; n = dv_node_after(n, chunk)) {
        w->is_lost = may_require_anything(n);
        if (dv_required_module(w->c->trees.modules, n) != w->exports->tree->module)
            continue;
        const dv_variable *variable = dv_variable_of(n);
        if (variable)
            note_variable(w, tree, variable);
        else if (n->parent->type != DV_NODE_CALL_STATEMENT)
            note_table(w, tree, n);
    }
}

// All uses of a module's table

static int compare_keys(const dv_node *a, const dv_node *b) {
    uint32_t length = a->length < b->length ? a->length : b->length;
    int order = memcmp(a->text, b->text, length);
    return order ? order : (a->length > b->length) - (a->length < b->length);
}

static int compare_uses(const void *a, const void *b) {
    return compare_keys(((const dv_field_use *)a)->key, ((const dv_field_use *)b)->key);
}

static void note_all(walk *w) {
    const dv_source_tree *tree = w->exports->tree;
    const dv_node *table = returned_table(tree);
    const dv_variable *variable = table ? dv_variable_of(table) : NULL;
    w->is_lost = !table || (!variable && table->parent->type != DV_NODE_RETURN);
    if (w->is_lost)
        return;
    note_fields(w, table);
    if (variable)
        note_variable(w, tree, variable);
    for (uint32_t i = 0; i < dv_checked_count(w->c) && !w->is_lost; i++) {
        const dv_source_tree *other = dv_checked_tree(w->c, i);
        if (other)
            note_requirers(w, other);
        else
            w->is_lost = true;
    }
}

const dv_exports *dv_exports_of(dv_checker *c, const dv_source_tree *tree) {
    dv_exports *e = c->exports;
    while (e && e->tree != tree)
        e = e->next;
    if (e)
        return e->uses ? e : NULL;
    e = dv_alloc(sizeof *e);
    if (!e) {
        c->trees.short_of_memory = true;
        return NULL;
    }
    *e = (dv_exports){.tree = tree, .next = c->exports};
    c->exports = e;
    walk w = {.c = c, .exports = e};
    note_all(&w);
    if (w.is_lost) {
        dv_free(e->uses);
        e->uses = NULL;
        return NULL;
    }
    if (e->count > 1)
        qsort(e->uses, e->count, sizeof *e->uses, compare_uses);
    return e;
}

void dv_free_exports(dv_checker *c) {
    while (c->exports) {
        dv_exports *e = c->exports;
        c->exports = e->next;
        dv_free(e->uses);
        dv_free(e);
    }
}

// Lookup

/// The key under which a function is set in its own module; NULL if there is none.
static const dv_node *key_of(const dv_node *function) {
    const dv_node *parent = function->parent;
    if (parent->type == DV_NODE_KEYED_FIELD)
        return dv_node_key(parent);
    const dv_node *target = NULL;
    if (parent->type == DV_NODE_FUNCTION_SET)
        target = parent->first;
    else if (parent->type == DV_NODE_LIST && parent->parent->type == DV_NODE_ASSIGNMENT)
        target = parent->parent->first->first;
    return target && target->type == DV_NODE_INDEX ? dv_node_key(target) : NULL;
}

/// The first use of a key, or of a later one.
static uint32_t lower_bound(const dv_exports *e, const dv_node *key) {
    uint32_t low = 0, high = e->count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (compare_keys(e->uses[middle].key, key) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

void dv_find_export(const dv_exports *e, const dv_node *function, uint32_t *first,
                    uint32_t *count) {
    const dv_node *key = key_of(function);
    bool is_set = false;
    *count = 0;
    if (!key)
        return;
    *first = lower_bound(e, key);
    uint32_t end = *first;
    for (; end < e->count && compare_keys(e->uses[end].key, key) == 0; end++) {
        const dv_node *value = e->uses[end].value;
        if (value && value != function)
            return;
        is_set = is_set || value == function;
    }
    *count = is_set ? end - *first : 0;
}
