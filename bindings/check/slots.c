// Slots that nothing fills.
#include "checker.h"

#include <drover/catalogue.h>

#include <stdio.h>
#include <string.h>

static bool is_text(const dv_node *a, const dv_node *b) {
    return a->length == b->length && memcmp(a->text, b->text, a->length) == 0;
}

static bool is_target_of_assignment(const dv_node *node) {
    const dv_node *list = node->parent;
    return (list->type == DV_NODE_FUNCTION_SET && list->first == node) ||
           (list->type == DV_NODE_LIST && list->parent->type == DV_NODE_ASSIGNMENT &&
            list->parent->first == list);
}

/// Whether an expression, if it is a key at all, is a number.
static bool is_number(const dv_node *key) {
    if (key->type == DV_NODE_BINARY)
        return key->operator>= DV_OPERATOR_ADD && key->operator<DV_OPERATOR_CONCATENATE;
    return key->type == DV_NODE_NUMBER || key->type == DV_NODE_UNARY;
}

/// Whether an index whose key is not known from the source is that of a list, or into a table that
/// the script itself wrote.
static bool is_of_own_table(const dv_node *index) {
    return dv_node_resolve(index->first)->type == DV_NODE_TABLE ||
           is_number(dv_node_resolve(index->first->next));
}

/// Whether a node may fill slots with any name.
static bool fills_any(const dv_node *node) {
    if (node->type == DV_NODE_INDEX && !dv_node_key(node))
        return is_target_of_assignment(node) && !is_of_own_table(node);
    if (node->type != DV_NODE_METHOD_CALL)
        return false;
    const dv_node *method = dv_node_key(node), *first = method->next;
    if (dv_node_is(method, "set"))
        return !first || dv_node_resolve((dv_node *)first)->type != DV_NODE_STRING;
    bool takes_one_more = dv_node_is(method, "scatter");
    if (!dv_node_is(method, "spawn") && !dv_node_is(method, "turn_into") && !takes_one_more)
        return false;
    const dv_node *def = node->last;
    uint32_t arguments = 0;
    for (const dv_node *n = first; n; n = n->next)
        arguments++;
    bool has_def = arguments > (takes_one_more ? 2u : 1u);
    return has_def && dv_node_resolve((dv_node *)def)->type != DV_NODE_TABLE;
}

/// Whether a string is given for a parameter of a guard that names a slot to write to.
static bool is_written_by_guard(const dv_node *call, const dv_node *field) {
    dv_api_name name;
    char guard[64];
    const dv_node *key = field->type == DV_NODE_KEYED_FIELD ? dv_node_key(field) : NULL;
    if (!key || !dv_api_name_of(call->first, &name))
        return false;
    snprintf(guard, sizeof guard, "%.*s", (int)name.member->length, name.member->text);
    const dv_guard_type *type = dv_guard_type_by_name(guard);
    for (uint32_t i = 0; type && i < type->entry.parameter_count; i++)
        if (dv_node_is(key, type->entry.parameters[i].name))
            return type->entry.parameters[i].type == DV_PARAMETER_SLOT;
    return true; // the guard is not known, so it may write
}

/// Whether a string names a slot only to read it.
static bool only_reads(const dv_node *string) {
    const dv_node *parent = string->parent;
    if (parent->type == DV_NODE_METHOD_CALL) {
        const dv_node *method = dv_node_key(parent);
        return method->next == string &&
               (dv_node_is(method, "get") || dv_node_is(method, "supposed"));
    }
    const dv_node *field = parent;
    const dv_node *call = parent->type == DV_NODE_CALL ? parent
                          : parent->parent             ? parent->parent->parent
                                                       : NULL;
    if (!call || call->type != DV_NODE_CALL)
        return false;
    if (dv_is_api_call(call, "steer", NULL) || dv_is_api_call(call, "stress", NULL))
        return true;
    if (!dv_is_api_call(call, "when", NULL))
        return false;
    return parent->type == DV_NODE_CALL ? call->first->next == string
                                        : !is_written_by_guard(call, field);
}

/// Whether a node may fill the slot with this name.
static bool may_fill_slot(const dv_node *node, const dv_node *slot) {
    if (node == slot || node->type != DV_NODE_STRING || !is_text(node, slot))
        return false;
    const dv_node *parent = node->parent;
    if (parent->type == DV_NODE_METHOD_CALL && parent->first->next == node)
        return false;
    if (parent->type == DV_NODE_INDEX && parent->first->next == node)
        return is_target_of_assignment(parent);
    if (parent->type == DV_NODE_KEYED_FIELD && parent->first == node) {
        // The declaration of a slot in another kind fills nothing.
        const dv_node *declared = parent->parent->parent;
        const dv_node *key = dv_node_key(declared);
        return !(declared->type == DV_NODE_KEYED_FIELD && key &&
                 (dv_node_is(key, "slots") || dv_node_is(key, "targets")));
    }
    return !only_reads(node);
}

/// Whether anything may fill all slots, or the one with this name.
static bool is_filled(dv_checker *c, const dv_node *slot) {
    for (uint32_t i = 0; i < dv_checked_count(c); i++) {
        const dv_source_tree *tree = dv_checked_tree(c, i);
        if (!tree)
            return true;
        const dv_node *chunk = tree->syntax.chunk;
        bool is_library = tree->module->found == FOUND_LIBRARY;
        for (const dv_node *n = chunk; n; n = dv_node_after(n, chunk))
            if (may_fill_slot(n, slot) || (!is_library && fills_any(n)))
                return true;
    }
    return false;
}

void dv_check_unfilled_slots(dv_checker *c) {
    const dv_node *chunk = c->tree->syntax.chunk;
    for (const dv_node *n = chunk; n; n = dv_node_after(n, chunk)) {
        if (n->type != DV_NODE_CALL || dv_owner_of(n->last) != n ||
            dv_declared_kind(c, c->tree, n) < 0)
            continue;
        const dv_node *definition = dv_definition_of(n);
        const dv_node *slots = definition ? dv_table_field_of(definition, "slots") : NULL;
        if (definition && !slots)
            slots = dv_table_field_of(definition, "targets"); // the old name of slots
        const dv_node *slot = slots && slots->type == DV_NODE_TABLE ? slots->first : NULL;
        for (; slot; slot = slot->next)
            if (dv_node_key(slot) && !is_filled(c, slot->first))
                dv_check_report(c, slot->line, "slots.%.*s: nothing fills this slot",
                                (int)slot->first->length, slot->first->text);
    }
}
