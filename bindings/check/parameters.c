// Infers which parameters are agents, groups, or the world. It starts at the functions in
// definitions, and follows their parameters through all calls that pass them on.
//
//     local function eat(animal) animal.hunger = 0 end          -- animal: a deer
//     return drover.kind("deer", { step = function(self) eat(self) end })
//
// In a mod, it starts at the functions that extensions put into definitions:
//
//     drover.extend("deer", function(def)
//       def:wrap("step", function(before, self) eat(self) end)
//     end)
//
// Functions that a module returns in a table are followed through the modules that require it; see
// exports.h. Nothing is inferred for a function that unknown code may call.
#include "exports.h"

#define MAX_CALLS 16 // from a parameter back to a definition

/// The search for what callers pass as the parameter at `place` (from 0) of a function.
typedef struct search {
    dv_checker *c;
    const dv_variable *parameter;
    uint32_t place;
    uint32_t depth;
    dv_owners owners;
    bool is_lost; ///< unknown code may call the function
} search;

static dv_owners type_of(dv_checker *c, const dv_source_tree *tree, const dv_node *expression,
                         uint32_t depth);

// Arguments of callers

static void add_owner(search *s, const dv_source_tree *tree, const dv_node *call) {
    dv_owners *owners = &s->owners;
    dv_owner_type type = dv_owner_type_of(call);
    if (type == DV_OWNER_NONE)
        type = dv_extended_type_of(call);
    for (uint32_t i = 0; i < owners->count; i++)
        if (owners->items[i].call == call)
            return;
    s->is_lost = s->is_lost || owners->count == DV_MAX_OWNERS ||
                 (owners->type != DV_OWNER_NONE && owners->type != type);
    if (s->is_lost)
        return;
    owners->type = type;
    owners->items[owners->count].tree = tree;
    owners->items[owners->count++].call = call;
}

static void add_argument(search *s, const dv_source_tree *tree, const dv_node *call) {
    const dv_node *argument = dv_node_child(call, 1 + s->place);
    const dv_node *given = argument ? dv_node_resolve((dv_node *)argument) : NULL;
    bool is_name = given && given->type == DV_NODE_NAME && given->variable;
    if (is_name && given->variable == s->parameter)
        return; // the function calls itself
    // The inner function may be called with pcall, in order to try something.
    bool is_tried = is_name && given->variable->function != dv_node_function(call);
    dv_owners owners = {0};
    if (given && !is_tried)
        owners = type_of(s->c, tree, given, s->depth + 1);
    // There is only one world, no matter which scenario declares it.
    if (owners.type == DV_OWNER_SCENARIO && s->owners.count == 0 &&
        (s->owners.type == DV_OWNER_NONE || s->owners.type == DV_OWNER_SCENARIO))
        s->owners.type = DV_OWNER_SCENARIO;
    else if (owners.count == 0)
        s->is_lost = true;
    for (uint32_t i = 0; i < owners.count; i++)
        add_owner(s, owners.items[i].tree, owners.items[i].call);
}

/// Add what the callers pass, given an expression whose value is the function.
static void add_use(search *s, const dv_source_tree *tree, const dv_node *use) {
    const dv_node *owner = s->place == 0 ? dv_owner_of(use) : NULL;
    const dv_variable *variable = dv_variable_of(use);
    uint32_t place;
    const dv_node *extension = dv_extension_of(use, &place);
    if (!owner && extension && place == s->place)
        owner = extension;
    if (owner)
        add_owner(s, tree, owner);
    else if (use->parent->type == DV_NODE_CALL && use->parent->first == use)
        add_argument(s, tree, use->parent);
    else if (variable)
        for (const dv_node *n = variable->uses; n && !s->is_lost; n = n->next_use)
            add_use(s, tree, n);
    else
        s->is_lost = true;
}

/// Do the same for a function in the table that its module returns.
static void add_field_uses(search *s, const dv_source_tree *tree, const dv_node *function) {
    const dv_exports *exports = dv_exports_of(s->c, tree);
    uint32_t first = 0, count = 0;
    if (exports)
        dv_find_export(exports, function, &first, &count);
    s->is_lost = count == 0;
    for (uint32_t i = first; i < first + count && !s->is_lost; i++)
        if (exports->uses[i].value != function)
            add_use(s, exports->uses[i].tree, exports->uses[i].node);
}

// Parameters

static dv_owners search_parameter(dv_checker *c, const dv_source_tree *tree,
                                  const dv_variable *parameter, uint32_t depth) {
    const dv_node *function = parameter->function;
    search s = {.c = c, .parameter = parameter, .depth = depth};
    const dv_node *name = function->first->first;
    for (; name && name != parameter->declaration; name = name->next)
        s.place++;
    if (!name || function->is_method || parameter->writes > 0 || depth > MAX_CALLS)
        return (dv_owners){0};
    uint32_t place;
    if (dv_owner_of(function) || dv_variable_of(function) || dv_extension_of(function, &place))
        add_use(&s, tree, function);
    else
        add_field_uses(&s, tree, function);
    return s.is_lost ? (dv_owners){0} : s.owners;
}

static dv_owners type_of_parameter(dv_checker *c, const dv_source_tree *tree,
                                   const dv_variable *parameter, uint32_t depth) {
    if (c->parameter == parameter)
        return c->owners;
    dv_owners owners = search_parameter(c, tree, parameter, depth);
    if (depth == 0) {
        c->parameter = parameter;
        c->owners = owners;
    }
    return owners;
}

static dv_owners type_of(dv_checker *c, const dv_source_tree *tree, const dv_node *expression,
                         uint32_t depth) {
    const dv_node *node = dv_node_resolve((dv_node *)expression);
    if (node->type == DV_NODE_NAME && node->variable &&
        node->variable->type == DV_VARIABLE_PARAMETER)
        return type_of_parameter(c, tree, node->variable, depth);
    const dv_node *key = node->type == DV_NODE_INDEX ? dv_node_key(node) : NULL;
    const dv_node *object = key ? dv_node_resolve(node->first) : NULL;
    if (!object || !dv_node_is(key, "world") || object->type != DV_NODE_NAME || !object->variable ||
        object->variable->type != DV_VARIABLE_PARAMETER)
        return (dv_owners){0};
    dv_owners owners = type_of_parameter(c, tree, object->variable, depth);
    bool has_world = owners.type == DV_OWNER_KIND || owners.type == DV_OWNER_GROUP;
    return has_world ? (dv_owners){.type = DV_OWNER_SCENARIO} : (dv_owners){0};
}

dv_owners dv_type_of(dv_checker *c, const dv_node *expression) {
    return type_of(c, c->tree, expression, 0);
}
