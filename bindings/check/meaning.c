// What an expression refers to: a name of the API, or a definition.
#include "checker.h"

#include <stdio.h>
#include <string.h>

#define MAX_STEPS 256 // from a value up to its definition

// Names of the API

static bool is_drover(const dv_node *node) {
    node = dv_node_resolve((dv_node *)node);
    const dv_node *name = node->first ? node->first->next : NULL;
    return node->type == DV_NODE_CALL && node->first->type == DV_NODE_NAME &&
           !node->first->variable && dv_node_is(node->first, "require") && name &&
           name->type == DV_NODE_STRING && dv_node_is(name, "drover");
}

bool dv_api_name_of(const dv_node *node, dv_api_name *name) {
    *name = (dv_api_name){NULL, NULL};
    node = dv_node_resolve((dv_node *)node);
    if (node->type != DV_NODE_INDEX || !dv_node_key(node))
        return false;
    if (is_drover(node->first)) {
        name->family = dv_node_key(node);
        return true;
    }
    const dv_node *outer = dv_node_resolve(node->first);
    if (outer->type != DV_NODE_INDEX || !dv_node_key(outer) || !is_drover(outer->first))
        return false;
    name->family = dv_node_key(outer);
    name->member = dv_node_key(node);
    return true;
}

bool dv_is_api_call(const dv_node *node, const char *family, const char *member) {
    dv_api_name name;
    if (node->type != DV_NODE_CALL || !dv_api_name_of(node->first, &name) ||
        !dv_node_is(name.family, family))
        return false;
    return member ? name.member && dv_node_is(name.member, member) : name.member != NULL;
}

// Definitions

dv_owner_type dv_owner_type_of(const dv_node *call) {
    dv_api_name name;
    if (call->type != DV_NODE_CALL || !dv_api_name_of(call->first, &name) || name.member)
        return DV_OWNER_NONE;
    if (dv_node_is(name.family, "kind"))
        return DV_OWNER_KIND;
    if (dv_node_is(name.family, "group"))
        return DV_OWNER_GROUP;
    bool has_world = dv_node_is(name.family, "scenario") || dv_node_is(name.family, "mod");
    return has_world ? DV_OWNER_SCENARIO : DV_OWNER_NONE;
}

/// Whether a call belongs to the API and passes none of its arguments on to scripts.
static bool is_part(const dv_node *call) {
    static const char *const families[] = {"steer",   "blend",       "when",   "stress", "tree",
                                           "utility", "subsumption", "schema", "goap"};
    dv_api_name name;
    for (size_t i = 0; i < sizeof families / sizeof *families; i++)
        if (dv_is_api_call(call, families[i], NULL))
            return true;
    return dv_api_name_of(call->first, &name) && !name.member && dv_node_is(name.family, "button");
}

/// Whether the value of a node becomes part of the value of its parent.
static bool goes_into(const dv_node *parent, const dv_node *node) {
    switch (parent->type) {
    case DV_NODE_FIELD:
    case DV_NODE_TABLE:
    case DV_NODE_PARENTHESES:
        return true;
    case DV_NODE_KEYED_FIELD:
        return parent->last == node;
    case DV_NODE_UNARY:
        return parent->operator== DV_OPERATOR_NOT_BITS;
    case DV_NODE_BINARY:
        return parent->operator== DV_OPERATOR_AND_BITS || parent->operator== DV_OPERATOR_OR_BITS;
    case DV_NODE_CALL:
        return parent->first != node && is_part(parent);
    default:
        return false;
    }
}

const dv_variable *dv_variable_of(const dv_node *value) {
    const dv_node *parent = value->parent;
    const dv_node *name = NULL;
    if (parent && parent->type == DV_NODE_LOCAL_FUNCTION)
        name = parent->first;
    else if (parent && parent->type == DV_NODE_LIST && parent->parent->type == DV_NODE_LOCAL)
        name = parent->parent->first->first;
    while (name && name->variable->value != value)
        name = name->next;
    return name && name->variable->writes == 0 ? name->variable : NULL;
}

/// The use of the local variable that a value initializes, if there is exactly one; else NULL.
static const dv_node *only_use(const dv_node *value) {
    const dv_variable *variable = dv_variable_of(value);
    return variable && variable->uses && !variable->uses->next_use ? variable->uses : NULL;
}

const dv_node *dv_owner_of(const dv_node *value) {
    const dv_node *node = value;
    for (uint32_t steps = 0; node && node->parent && steps < MAX_STEPS; steps++) {
        if (dv_owner_type_of(node->parent) != DV_OWNER_NONE && node->parent->first != node)
            return node->parent;
        node = goes_into(node->parent, node) ? node->parent : only_use(node);
    }
    return NULL;
}

// Extensions

dv_owner_type dv_extended_type_of(const dv_node *call) {
    dv_api_name name;
    if (call->type != DV_NODE_CALL || !dv_api_name_of(call->first, &name) || name.member)
        return DV_OWNER_NONE;
    if (dv_node_is(name.family, "extend"))
        return DV_OWNER_KIND;
    return dv_node_is(name.family, "extend_scenario") ? DV_OWNER_SCENARIO : DV_OWNER_NONE;
}

/// The call of drover.extend whose function has the object of an expression like
/// `def.states.grazing` as its first parameter; NULL if there is none.
static const dv_node *extension_with(const dv_node *def) {
    while (def->type == DV_NODE_INDEX)
        def = def->first;
    if (def->type != DV_NODE_NAME || !def->variable || def->variable->writes > 0 ||
        def->variable->type != DV_VARIABLE_PARAMETER)
        return NULL;
    const dv_node *function = def->variable->function, *call = function->parent;
    bool is_first = function->first->first == def->variable->declaration;
    return is_first && call && dv_extended_type_of(call) != DV_OWNER_NONE ? call : NULL;
}

/// What a value is assigned to, as in `def.states.grazing.step = value`; NULL if to nothing.
static const dv_node *target_of(const dv_node *value) {
    const dv_node *parent = value->parent;
    if (parent->type == DV_NODE_FUNCTION_SET)
        return parent->first;
    if (parent->type != DV_NODE_LIST || parent->parent->type != DV_NODE_ASSIGNMENT ||
        parent->parent->last != parent)
        return NULL;
    const dv_node *target = parent->parent->first->first;
    for (const dv_node *n = parent->first; n != value && target; n = n->next)
        target = target->next;
    return target;
}

const dv_node *dv_extension_of(const dv_node *value, uint32_t *place) {
    const dv_node *parent = value->parent;
    *place = 1; // after the function before
    if (parent->type == DV_NODE_METHOD_CALL && dv_node_is(dv_node_key(parent), "wrap") &&
        dv_node_child(parent, 3) == value)
        return extension_with(parent->first);
    *place = 0;
    while (goes_into(value->parent, value))
        value = value->parent;
    const dv_node *target = target_of(value);
    return target && target->type == DV_NODE_INDEX ? extension_with(target) : NULL;
}

const dv_node *dv_definition_of(const dv_node *call) {
    const dv_node *last = dv_node_resolve(call->last);
    return last->type == DV_NODE_TABLE ? last : NULL;
}

const dv_node *dv_table_field_of(const dv_node *table, const char *key) {
    for (const dv_node *field = table->first; field; field = field->next) {
        const dv_node *name = dv_node_key(field);
        if (name && dv_node_is(name, key))
            return field->last;
    }
    return NULL;
}

static bool is_declared_at(const dv_source_tree *tree, const dv_node *call, const char *where) {
    char place[DV_ERROR_CAPACITY];
    const char *path = tree->module->path;
    snprintf(place, sizeof place, "%s:%u", path, call->line);
    if (strcmp(place, where) == 0)
        return true;
    snprintf(place, sizeof place, "%s:%u", path, call->arguments_line);
    return strcmp(place, where) == 0;
}

static bool copy_name(const dv_node *call, char name[128]) {
    const dv_node *given = call->first->next;
    if (!given || given->type != DV_NODE_STRING || given->length >= 128)
        return false;
    snprintf(name, 128, "%.*s", (int)given->length, given->text);
    return true;
}

int32_t dv_declared_kind(const dv_checker *c, const dv_source_tree *tree, const dv_node *call) {
    char name[128];
    if (!copy_name(call, name))
        return -1;
    int32_t kind = dv_program_kind(c->scenario->generation->program, name);
    bool is_here =
        kind >= 0 && is_declared_at(tree, call, c->scenario->generation->kinds[kind].where);
    return is_here ? kind : -1;
}

int32_t dv_owning_kind(const dv_checker *c, const dv_source_tree *tree, const dv_node *call) {
    char name[128];
    const dv_generation *generation = c->scenario->generation;
    int32_t kind = copy_name(call, name) ? dv_program_kind(generation->program, name) : -1;
    bool is_owner = kind >= 0 && (dv_extended_type_of(call) == DV_OWNER_KIND ||
                                  is_declared_at(tree, call, generation->kinds[kind].declared_at));
    return is_owner ? kind : -1;
}

int32_t dv_declared_group(const dv_checker *c, const dv_node *call) {
    char name[128];
    return copy_name(call, name) ? dv_program_group_type(c->scenario->generation->program, name)
                                 : -1;
}
