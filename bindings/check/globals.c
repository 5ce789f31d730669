// Globals that do not exist, and assignments to globals: modules have no globals of their own.
#include "checker.h"
#include "sandbox/sandbox.h"

static bool is_trying(const dv_node *call) {
    const dv_node *callee = call->first;
    return call->type == DV_NODE_CALL && callee->type == DV_NODE_NAME && !callee->variable &&
           (dv_node_is(callee, "pcall") || dv_node_is(callee, "xpcall"));
}

/// Whether a function is passed to pcall, by its name or where it is written.
static bool is_tried(const dv_node *function) {
    const dv_variable *variable = dv_variable_of(function);
    const dv_node *use = variable ? variable->uses : NULL;
    while (use && !is_trying(use->parent))
        use = use->next_use;
    return use || (function->parent && is_trying(function->parent));
}

static bool is_tried_somewhere(const dv_checker *c, const dv_node *node) {
    for (node = dv_node_function(node); node && node != c->tree->syntax.chunk;
         node = dv_node_function(node))
        if (is_tried(node))
            return true;
    return false;
}

static bool is_assigned(const dv_node *name) {
    const dv_node *parent = name->parent;
    if (parent->type == DV_NODE_FUNCTION_SET)
        return parent->first == name;
    return parent->type == DV_NODE_LIST && parent->parent->type == DV_NODE_ASSIGNMENT &&
           parent->parent->first == parent;
}

void dv_check_globals(dv_checker *c) {
    const dv_node *chunk = c->tree->syntax.chunk;
    for (const dv_node *n = chunk; n; n = dv_node_after(n, chunk)) {
        if (n->type != DV_NODE_NAME || n->variable || n->has_environment || dv_node_is(n, "_ENV") ||
            n->length > 100)
            continue;
        bool assigned = is_assigned(n);
        if ((!assigned && dv_sandbox_has_global(c->scenario->state, n->text, n->length)) ||
            is_tried_somewhere(c, n))
            continue;
        if (assigned)
            dv_check_report(c, n->line, "assigning the global '%.*s': use local", (int)n->length,
                            n->text);
        else
            dv_check_report(c, n->line, "unknown global '%.*s'", (int)n->length, n->text);
    }
}
