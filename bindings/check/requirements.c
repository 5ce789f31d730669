// Modules that forgot their `return`. What other modules get from them is true, which has no fields
// and cannot be called.
#include "checker.h"

static bool is_use(const dv_node *node) {
    return node->type == DV_NODE_INDEX || node->type == DV_NODE_METHOD_CALL ||
           node->type == DV_NODE_CALL;
}

void dv_check_requirements(dv_checker *c) {
    const dv_source_tree *user = c->tree;
    const dv_node *chunk = user->syntax.chunk;
    for (const dv_node *n = chunk; n; n = dv_node_after(n, chunk)) {
        const dv_source_tree *silent = is_use(n) ? dv_silent_module(&c->trees, n->first) : NULL;
        if (!silent)
            continue;
        c->tree = silent; // the mistake is there
        dv_check_report(c, dv_last_line(silent),
                        "the module ends without 'return', but %.200s:%u uses what it returns",
                        user->module->path, n->line);
        c->tree = user;
        return; // one report is enough
    }
}
