// Changes where scripts may only read: guards, custom behaviors, monitors, elections, and drawing.
// Also `become` in `enter` and `leave`, which run during a switch.
//
// Only what a function does itself to its first parameter, the agent, group, or world, is certain.
#include "checker.h"

#include <string.h>

/// Whether a value is under one of the keys of a definition of this type, or of a table in it.
static bool is_under(const dv_node *value, dv_owner_type type, const char *const *keys) {
    const dv_node *field = value->parent;
    const dv_node *key = field->type == DV_NODE_KEYED_FIELD ? dv_node_key(field) : NULL;
    const dv_node *owner = key ? dv_owner_of(value) : NULL;
    if (!owner || dv_owner_type_of(owner) != type)
        return false;
    for (; *keys; keys++)
        if (dv_node_is(key, *keys))
            return true;
    return false;
}

/// Whether a value is in the table `monitors` of a scenario.
static bool is_monitor(const dv_node *value) {
    const dv_node *table = value->parent->parent;
    static const char *const keys[] = {"monitors", NULL};
    return value->parent->type == DV_NODE_KEYED_FIELD && table->type == DV_NODE_TABLE &&
           is_under(table, DV_OWNER_SCENARIO, keys);
}

/// What a function may only read in; NULL: it may do more.
static const char *reader_of(const dv_node *function) {
    static const char *const draw[] = {"draw", NULL}, *const elect[] = {"elect", NULL};
    const dv_node *call = function->parent;
    if (dv_is_api_call(call, "when", "lua") && call->first->next == function)
        return "a guard";
    if (dv_is_api_call(call, "steer", "custom") && call->first->next == function)
        return "a custom behavior";
    if (is_under(function, DV_OWNER_KIND, draw) || is_under(function, DV_OWNER_SCENARIO, draw))
        return "draw";
    if (is_under(function, DV_OWNER_GROUP, elect))
        return "elect";
    return is_monitor(function) ? "a monitor" : NULL;
}

/// Whether an expression is the first parameter of a function, and it is that function's own code.
static bool is_subject(const dv_node *object, const dv_node *function) {
    const dv_node *parameter = function->first->first;
    return parameter && object->type == DV_NODE_NAME && object->variable &&
           object->variable->declaration == parameter && object->variable->writes == 0 &&
           dv_node_function(object) == function;
}

static void check_reader(dv_checker *c, const dv_node *function, const char *reader) {
    for (const dv_node *n = function; n; n = dv_node_after(n, function)) {
        const dv_node *targets = n->type == DV_NODE_ASSIGNMENT ? n->first : NULL;
        for (const dv_node *t = targets ? targets->first : NULL; t; t = t->next)
            if (t->type == DV_NODE_INDEX && is_subject(t->first, function))
                dv_check_report(c, t->line, "%s may read %.*s but not change it", reader,
                                (int)t->first->length, t->first->text);
        if (n->type == DV_NODE_METHOD_CALL && is_subject(n->first, function) &&
            dv_node_is(dv_node_key(n), "become"))
            dv_check_report(c, n->line, "become: %s may read %.*s but not change it", reader,
                            (int)n->first->length, n->first->text);
    }
}

static void check_switch(dv_checker *c, const dv_node *function) {
    for (const dv_node *n = function; n; n = dv_node_after(n, function))
        if (n->type == DV_NODE_METHOD_CALL && is_subject(n->first, function) &&
            dv_node_is(dv_node_key(n), "become"))
            dv_check_report(c, n->line,
                            "become: not allowed in enter and leave, which run during a switch");
}

void dv_check_writes(dv_checker *c) {
    static const char *const switches[] = {"enter", "leave", NULL};
    const dv_node *chunk = c->tree->syntax.chunk;
    for (const dv_node *n = dv_node_after(chunk, chunk); n; n = dv_node_after(n, chunk)) {
        const char *reader = n->type == DV_NODE_FUNCTION ? reader_of(n) : NULL;
        if (reader)
            check_reader(c, n, reader);
        else if (n->type == DV_NODE_FUNCTION && is_under(n, DV_OWNER_KIND, switches))
            check_switch(c, n);
    }
}
