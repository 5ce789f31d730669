// States that nothing leads to.
//
// A state is reached by its name: by a string in the source that may become the name of a state.
// Strings in a state's definition count once that state is reached; all others count from the
// start. If scripts may put names of states together at run time, nothing is reported.
#include "checker.h"

#include <string.h>

#define MAX_STATES 64

/// A definition of a kind.
typedef struct machine {
    const dv_node *call, *states; ///< the call of drover.kind, and its table of states
    const dv_node *fields[MAX_STATES];
    uint64_t leads[MAX_STATES + 1]; ///< by the leading state plus 1; 0: from other code
    uint64_t reached;
    uint32_t count;
} machine;

// Dynamic values

/// Whether a value can only be a string in the source, or no string.
static bool is_plain(const dv_node *value) {
    for (;;) {
        value = dv_node_resolve((dv_node *)value);
        if (value->type != DV_NODE_BINARY)
            break;
        if (value->operator== DV_OPERATOR_AND) {
            value = value->last; // otherwise the value is false or nil
        } else if (value->operator== DV_OPERATOR_OR) {
            if (!is_plain(value->last))
                return false;
            value = value->first;
        } else {
            return value->operator!= DV_OPERATOR_CONCATENATE;
        }
    }
    switch (value->type) {
    case DV_NODE_NAME:
    case DV_NODE_INDEX:
    case DV_NODE_CALL:
    case DV_NODE_METHOD_CALL:
    case DV_NODE_VARARG:
        return false;
    default:
        return true;
    }
}

/// Whether a node makes strings that are not in any source.
static bool makes_strings(const dv_node *node) {
    static const char *const names[] = {"format", "sub",    "gsub",  "rep",    "lower",   "upper",
                                        "char",   "concat", "match", "gmatch", "reverse", "unpack"};
    if (node->type == DV_NODE_BINARY && node->operator== DV_OPERATOR_CONCATENATE)
        return true;
    const dv_node *key = dv_node_key(node);
    if (!key || (node->type != DV_NODE_INDEX && node->type != DV_NODE_METHOD_CALL))
        return false;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (dv_node_is(key, names[i]))
            return true;
    return false;
}

/// Whether a node turns keys of tables into values, or supplies the names of keyboard keys.
static bool makes_keys_values(const dv_node *node) {
    if (node->type == DV_NODE_NAME && !node->variable)
        return dv_node_is(node, "pairs") || dv_node_is(node, "next");
    const dv_node *key = node->type == DV_NODE_KEYED_FIELD ? dv_node_key(node) : NULL;
    return key && (dv_node_is(key, "keypressed") || dv_node_is(key, "keyreleased"));
}

/// Whether the value under a key is the name of a state.
static bool takes_state(const dv_node *key) {
    static const char *const names[] = {"state", "initial", "done", "failed", "interrupted"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (dv_node_is(key, names[i]))
            return true;
    return false;
}

/// Whether a field may be the second one of `{ guard, state }`.
static bool is_target(const dv_node *field) {
    const dv_node *table = field->parent;
    if (field->type != DV_NODE_FIELD || table->last != field || table->first->next != field ||
        table->parent->type != DV_NODE_FIELD)
        return false;
    const dv_node *guard = dv_node_resolve(table->first->last);
    return guard->type != DV_NODE_NUMBER && !dv_is_api_call(guard, "steer", NULL) &&
           !dv_is_api_call(guard, "blend", NULL);
}

/// Whether a node leads to a state whose name is not known.
static bool goes_anywhere(const dv_node *node) {
    const dv_node *key = dv_node_key(node);
    if (node->type == DV_NODE_METHOD_CALL && dv_node_is(key, "become"))
        return !key->next || !is_plain(key->next);
    if (node->type == DV_NODE_INDEX && key && dv_node_is(key, "become"))
        return true; // the method itself, which may be called in another way
    if (node->type == DV_NODE_KEYED_FIELD && key && takes_state(key))
        return !is_plain(node->last);
    if (is_target(node))
        return !is_plain(node->first);
    return node->type == DV_NODE_RETURN && node->first && !is_plain(node->first);
}

static bool may_go_anywhere(dv_checker *c) {
    bool anywhere = false, strings = false;
    for (uint32_t i = 0; i < dv_checked_count(c); i++) {
        const dv_source_tree *tree = dv_checked_tree(c, i);
        if (!tree)
            return true;
        bool is_library = tree->module->found == FOUND_LIBRARY;
        const dv_node *chunk = tree->syntax.chunk;
        for (const dv_node *n = is_library ? NULL : chunk; n; n = dv_node_after(n, chunk)) {
            anywhere = anywhere || goes_anywhere(n);
            strings = strings || makes_strings(n) || makes_keys_values(n);
        }
    }
    return anywhere && strings;
}

// Uses of names

static bool is_comparison(const dv_node *node) {
    return node->type == DV_NODE_BINARY &&
           (node->operator== DV_OPERATOR_EQUAL || node->operator== DV_OPERATOR_NOT_EQUAL);
}

/// Whether a string only asks which agents are in a state, as in `x.state == "s"` or in
/// `world:count("k", { state = "s" })`.
static bool only_asks(const dv_node *string) {
    const dv_node *field = string->parent;
    if (is_comparison(field))
        return true;
    const dv_node *key = dv_node_key(field);
    if (field->type != DV_NODE_KEYED_FIELD || !key || !dv_node_is(key, "state"))
        return false;
    const dv_node *call = field->parent->parent;
    const dv_node *method = call->type == DV_NODE_METHOD_CALL ? dv_node_key(call) : NULL;
    return method && (dv_node_is(method, "count") || dv_node_is(method, "agents"));
}

static bool is_name_of_key(const dv_node *string) {
    const dv_node *parent = string->parent;
    return (parent->type == DV_NODE_KEYED_FIELD && parent->first == string) ||
           ((parent->type == DV_NODE_INDEX || parent->type == DV_NODE_METHOD_CALL) &&
            parent->first->next == string);
}

/// The number of the state in whose definition a node is, or −1.
static int32_t state_around(const machine *m, const dv_node *node) {
    for (; node; node = node->parent)
        if (node->parent == m->states)
            for (uint32_t i = 0; i < m->count; i++)
                if (m->fields[i] == node)
                    return (int32_t)i;
    return -1;
}

/// The number of the state that a string names, or −1.
static int32_t state_named(const machine *m, const dv_node *string) {
    for (uint32_t i = 0; i < m->count; i++) {
        const dv_node *name = m->fields[i]->first;
        if (name->length == string->length && memcmp(name->text, string->text, name->length) == 0)
            return (int32_t)i;
    }
    return -1;
}

/// Note which states the strings in a tree lead to, and from where.
static void follow_strings(machine *m, const dv_node *chunk) {
    for (const dv_node *n = chunk; n; n = dv_node_after(n, chunk)) {
        int32_t to = n->type == DV_NODE_STRING && !is_name_of_key(n) ? state_named(m, n) : -1;
        if (to >= 0 && !only_asks(n))
            m->leads[state_around(m, n) + 1] |= (uint64_t)1 << to;
    }
}

static void follow_leads(machine *m) {
    uint64_t before;
    m->reached = m->leads[0];
    do {
        before = m->reached;
        for (uint32_t i = 0; i < m->count; i++)
            if (before >> i & 1)
                m->reached |= m->leads[i + 1];
    } while (m->reached != before);
}

static bool read_machine(const dv_checker *c, const dv_node *call, machine *m) {
    *m = (machine){.call = call};
    const dv_node *definition = dv_definition_of(call);
    const dv_node *states = definition ? dv_table_field_of(definition, "states") : NULL;
    m->states = states ? dv_node_resolve((dv_node *)states) : NULL;
    if (!m->states || m->states->type != DV_NODE_TABLE || dv_declared_kind(c, c->tree, call) < 0)
        return false;
    for (const dv_node *field = m->states->first; field; field = field->next) {
        if (!dv_node_key(field) || field->type != DV_NODE_KEYED_FIELD || m->count == MAX_STATES)
            return false;
        m->fields[m->count++] = field;
    }
    return m->count > 1;
}

/// Whether a reload may bring agents into a state under its new name.
static bool is_renamed(const dv_node *field) {
    const dv_node *state = dv_node_resolve(field->last);
    return state->type != DV_NODE_TABLE || dv_table_field_of(state, "renamed_from");
}

static void check_machine(dv_checker *c, machine *m) {
    for (uint32_t i = 0; i < dv_checked_count(c); i++)
        follow_strings(m, dv_checked_tree(c, i)->syntax.chunk);
    follow_leads(m);
    for (uint32_t i = 0; i < m->count; i++) {
        const dv_node *name = m->fields[i]->first;
        if (!(m->reached >> i & 1) && !is_renamed(m->fields[i]))
            dv_check_report(c, name->line, "states.%.*s: nothing leads to this state",
                            (int)name->length, name->text);
    }
}

void dv_check_unreached_states(dv_checker *c) {
    machine m;
    if (may_go_anywhere(c))
        return;
    const dv_node *chunk = c->tree->syntax.chunk;
    for (const dv_node *n = chunk; n; n = dv_node_after(n, chunk))
        if (n->type == DV_NODE_CALL && dv_owner_of(n->last) == n &&
            dv_declared_kind(c, c->tree, n) >= 0 && read_machine(c, n, &m))
            check_machine(c, &m);
}
