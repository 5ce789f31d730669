// Where functions change what variables hold; see local_changes.h.
//
// A change of `a.b[i]` changes what `a` holds. It also changes what holds the value that `a` was
// made of: of `for _, a in ipairs(list)`, `list`. A function that changes a parameter changes what
// its callers pass, so parameters are found in rounds until no more are.
#include "reload/local_changes.h"

#include "base/alloc.h"

#include <string.h>

/// From a change to the variable that holds the value: through fields, calls, and other variables.
#define MAX_STEPS 24

typedef struct finder {
    dv_local_changes *changes;
    const dv_source_tree *tree;
    dv_local_change change; ///< being noted
} finder;

static bool is_noted(const finder *f, const dv_variable *variable) {
    const dv_local_changes *changes = f->changes;
    for (uint32_t i = changes->count; i-- > 0 && changes->items[i].site == f->change.site;)
        if (changes->items[i].variable == variable && changes->items[i].type == f->change.type &&
            changes->items[i].method == f->change.method && variable)
            return true;
    return false;
}

static void note_parameter(finder *f, const dv_variable *variable) {
    dv_local_changes *changes = f->changes;
    const dv_node *function = variable->function;
    uint32_t number = 0;
    for (const dv_node *n = function->first->first; n && n != variable->declaration; n = n->next)
        number++;
    if (dv_changes_parameter(changes, function, number))
        return;
    if (!dv_reserve((void **)&changes->parameters, &changes->parameter_capacity,
                    changes->parameter_count + 1, sizeof *changes->parameters)) {
        changes->short_of_memory = true;
        return;
    }
    changes->parameters[changes->parameter_count++] =
        (dv_changed_parameter){f->tree, function, number};
}

/// Note the change of a variable. Returns false if it is known.
static bool note(finder *f, const dv_node *name) {
    dv_local_changes *changes = f->changes;
    const dv_variable *variable = name->variable;
    if (is_noted(f, variable))
        return false;
    if (!dv_reserve((void **)&changes->items, &changes->capacity, changes->count + 1,
                    sizeof *changes->items)) {
        changes->short_of_memory = true;
        return false;
    }
    f->change.name = name;
    f->change.variable = variable;
    changes->items[changes->count++] = f->change;
    if (variable && variable->type == DV_VARIABLE_PARAMETER && f->change.type == DV_CHANGE_FILLS)
        note_parameter(f, variable);
    return true;
}

bool dv_changes_parameter(const dv_local_changes *changes, const dv_node *function,
                          uint32_t number) {
    for (uint32_t i = 0; i < changes->parameter_count; i++)
        if (changes->parameters[i].function == function && changes->parameters[i].number == number)
            return true;
    return false;
}

// Names of the libraries

/// Whether an expression is a global function, such as `rawset`, or one of a library, such as
/// `table.insert`.
static bool is_global(const dv_node *node, const char *library, const char *name) {
    node = dv_node_resolve((dv_node *)node);
    if (!library)
        return node->type == DV_NODE_NAME && !node->variable && dv_node_is(node, name);
    const dv_node *key = dv_node_key(node);
    return node->type == DV_NODE_INDEX && key && dv_node_is(key, name) &&
           is_global(node->first, NULL, library);
}

typedef struct library_name {
    const char *library, *name;
} library_name;

static bool is_any_of(const dv_node *node, const library_name *names, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (is_global(node, names[i].library, names[i].name))
            return true;
    return false;
}

/// Functions that change their first argument.
static bool fills_its_first(const dv_node *callee) {
    static const library_name names[] = {
        {"table", "insert"},    {"table", "remove"},     {"table", "sort"},     {NULL, "rawset"},
        {NULL, "setmetatable"}, {"coroutine", "resume"}, {"coroutine", "close"}};
    return is_any_of(callee, names, sizeof names / sizeof *names);
}

/// Functions that return their first argument, or what is in it.
static bool returns_its_first(const dv_node *callee) {
    static const library_name names[] = {
        {NULL, "setmetatable"}, {NULL, "rawget"},    {NULL, "assert"}, {NULL, "next"},
        {NULL, "getmetatable"}, {"table", "unpack"}, {NULL, "pairs"},  {NULL, "ipairs"}};
    return is_any_of(callee, names, sizeof names / sizeof *names);
}

// Functions

/// The function that a callee is, if it is a local one or what a module returns; else NULL.
static const dv_node *called_function(const finder *f, const dv_node *callee) {
    callee = dv_node_resolve((dv_node *)callee);
    if (callee->type == DV_NODE_FUNCTION)
        return callee;
    const struct dv_module *module = dv_required_module(f->changes->trees->modules, callee);
    const dv_source_tree *tree = module ? dv_tree_of(f->changes->trees, module) : NULL;
    const dv_node *end = tree ? dv_final_return(&tree->syntax) : NULL;
    const dv_node *value = end && end->first ? dv_node_resolve(end->first) : NULL;
    return value && value->type == DV_NODE_FUNCTION ? value : NULL;
}

static bool is_of_tree(const finder *f, const dv_node *node) {
    while (node->parent)
        node = node->parent;
    return node == f->tree->syntax.chunk;
}

static bool is_same_text(const dv_node *a, const dv_node *b) {
    return a && b && a->length == b->length && memcmp(a->text, b->text, a->length) == 0;
}

/// Whether a value is stored under a key: `function M.key()`, `key = value`, or `M.key = value`.
static bool is_under(const dv_node *value, const dv_node *key) {
    const dv_node *parent = value->parent;
    if (parent->type == DV_NODE_KEYED_FIELD)
        return parent->last == value && is_same_text(dv_node_key(parent), key);
    if (parent->type == DV_NODE_FUNCTION_SET)
        return is_same_text(dv_node_key(parent->first), key);
    if (parent->type != DV_NODE_LIST || parent->parent->type != DV_NODE_ASSIGNMENT)
        return false;
    const dv_node *target = parent->parent->first->first;
    for (const dv_node *n = parent->first; n != value && target; n = n->next)
        target = target->next;
    return target && is_same_text(dv_node_key(target), key);
}

static bool is_function_under(const dv_source_tree *tree, const dv_node *function,
                              const dv_node *key) {
    if (is_under(function, key))
        return true;
    for (const dv_variable *v = tree->syntax.variables; v; v = v->next) {
        for (const dv_node *use = v->value == function ? v->uses : NULL; use; use = use->next_use)
            if (is_under(use, key))
                return true;
    }
    return false;
}

// Changes

static void change_value(finder *f, const dv_node *value, uint32_t steps);

static void change_all(finder *f, const dv_node *first, uint32_t steps) {
    for (const dv_node *n = first; n; n = n->next)
        change_value(f, n, steps);
}

/// A variable that a loop over a list declares holds what is in the list.
static void change_looped(finder *f, const dv_variable *variable, uint32_t steps) {
    const dv_node *loop = variable->declaration->parent->parent;
    if (loop && loop->type == DV_NODE_GENERIC_FOR)
        change_all(f, loop->first->next->first, steps);
}

/// A variable that is assigned holds what it was assigned.
static void change_assigned(finder *f, const dv_variable *variable, uint32_t steps) {
    for (const dv_node *use = variable->writes > 0 ? variable->uses : NULL; use;
         use = use->next_use) {
        const dv_node *list = use->parent, *statement = list->parent;
        if (list->type != DV_NODE_LIST || statement->type != DV_NODE_ASSIGNMENT ||
            statement->first != list)
            continue;
        const dv_node *value = statement->last->first;
        for (const dv_node *n = list->first; n != use && value; n = n->next)
            value = value->next;
        if (value)
            change_value(f, value, steps);
    }
}

static void change_name(finder *f, const dv_node *name, uint32_t steps) {
    const dv_variable *variable = name->variable;
    if (!note(f, name) || !variable)
        return;
    f->change.method = NULL;
    if (variable->value)
        change_value(f, variable->value, steps);
    if (variable->type == DV_VARIABLE_LOOP)
        change_looped(f, variable, steps);
    change_assigned(f, variable, steps);
}

/// Change what a call returns: what is in an argument of a library's function, or what a function
/// of the script says in its `return`.
static void change_returned(finder *f, const dv_node *call, uint32_t steps) {
    if (call->first->next && returns_its_first(call->first)) {
        change_value(f, call->first->next, steps);
        return;
    }
    const dv_node *function = called_function(f, call->first);
    if (!function || !is_of_tree(f, function))
        return;
    for (const dv_node *n = function; n; n = dv_node_after(n, function))
        if (n->type == DV_NODE_RETURN && dv_node_function(n) == function)
            change_all(f, n->first, steps);
}

static void change_value(finder *f, const dv_node *value, uint32_t steps) {
    if (steps == 0)
        return;
    switch (value->type) {
    case DV_NODE_NAME:
        change_name(f, value, steps - 1);
        return;
    case DV_NODE_PARENTHESES:
    case DV_NODE_INDEX:
        change_value(f, value->first, steps - 1);
        return;
    case DV_NODE_BINARY:
        if (value->operator== DV_OPERATOR_AND || value->operator== DV_OPERATOR_OR)
            change_all(f, value->first, steps - 1);
        return;
    case DV_NODE_CALL:
        change_returned(f, value, steps - 1);
        return;
    default:
        return;
    }
}

static void fill(finder *f, const dv_node *value, const dv_node *site) {
    f->change = (dv_local_change){.tree = f->tree, .site = site, .type = DV_CHANGE_FILLS};
    change_value(f, value, MAX_STEPS);
}

static void change_target(finder *f, const dv_node *target, const dv_node *site) {
    if (target->type == DV_NODE_INDEX) {
        fill(f, target->first, site);
    } else if (target->type == DV_NODE_NAME && target->variable) {
        f->change = (dv_local_change){.tree = f->tree, .site = site, .type = DV_CHANGE_ASSIGNS};
        note(f, target);
    }
}

/// A call of a variable is a change if that is an iterator. Only its value shows that.
static void call_name(finder *f, const dv_node *callee, const dv_node *site) {
    f->change = (dv_local_change){.tree = f->tree, .site = site, .type = DV_CHANGE_CALLS};
    while (callee->type == DV_NODE_INDEX)
        callee = callee->first;
    if (callee->type == DV_NODE_NAME && callee->variable)
        note(f, callee);
}

static void look_at_call(finder *f, const dv_node *call) {
    const dv_node *callee = call->first, *argument = callee->next;
    if (argument && fills_its_first(callee))
        fill(f, argument, call);
    if (argument && is_global(callee, "table", "move")) {
        const dv_node *to = dv_node_child(call, 5);
        fill(f, to ? to : argument, call);
    }
    call_name(f, callee, call);
}

static void look_at(finder *f, const dv_node *node) {
    switch (node->type) {
    case DV_NODE_ASSIGNMENT:
        for (const dv_node *target = node->first->first; target; target = target->next)
            change_target(f, target, node);
        return;
    case DV_NODE_FUNCTION_SET:
        change_target(f, node->first, node);
        return;
    case DV_NODE_CALL:
        look_at_call(f, node);
        return;
    case DV_NODE_GENERIC_FOR:
        call_name(f, node->first->next->first, node);
        return;
    default:
        return;
    }
}

// Parameters

/// Whether a call may call a function: one that it names, or one under the same key of any table.
static bool may_call(const finder *f, const dv_node *callee, const dv_node *key,
                     const dv_changed_parameter *p) {
    return key ? is_function_under(p->tree, p->function, key)
               : called_function(f, callee) == p->function;
}

/// Note that a call changes its arguments, as far as a parameter of the function says so. `first`
/// is the argument that the first parameter gets.
static void pass(finder *f, const dv_node *call, const dv_node *callee, const dv_node *key,
                 const dv_node *first, const dv_changed_parameter *p) {
    const dv_node *argument = first;
    for (uint32_t i = 0; i < p->number && argument; i++) {
        argument = argument->next;
        if (argument && argument == key)
            argument = argument->next;
    }
    if (!argument || !may_call(f, callee, key, p))
        return;
    f->change = (dv_local_change){.tree = f->tree, .site = call, .type = DV_CHANGE_FILLS};
    if (key && callee->type == DV_NODE_NAME) {
        f->change.method = p->function;
        f->change.method_tree = p->tree;
    }
    change_value(f, argument, MAX_STEPS);
}

static void pass_to(finder *f, const dv_node *call, const dv_changed_parameter *p) {
    const dv_node *callee = call->first;
    if (call->type == DV_NODE_METHOD_CALL) {
        pass(f, call, callee, dv_node_key(call), callee, p);
        return;
    }
    const dv_node *first = callee->next;
    if (first && (is_global(callee, NULL, "pcall") || is_global(callee, NULL, "xpcall"))) {
        first = is_global(callee, NULL, "pcall") || !first->next ? first->next : first->next->next;
        callee = callee->next;
    }
    const dv_node *key = callee->type == DV_NODE_INDEX ? dv_node_key(callee) : NULL;
    if (callee->type == DV_NODE_INDEX && !key)
        return;
    if (first)
        pass(f, call, callee, key, first, p);
}

/// A call that passes `function`, which changes its parameter `number`, to a function that calls it
/// as its parameter `callback`: what that passes of its own arguments is changed.
static void call_back(finder *f, const dv_node *call, const dv_node *caller, uint32_t callback,
                      uint32_t number) {
    const dv_node *name = dv_node_child(caller->first, callback);
    dv_local_changes within = {.trees = f->changes->trees};
    finder inside = {.changes = &within, .tree = f->tree};
    for (const dv_node *use = name ? name->variable->uses : NULL; use; use = use->next_use) {
        bool is_called = use->parent->type == DV_NODE_CALL && use->parent->first == use;
        const dv_node *passed = is_called ? dv_node_child(use->parent, number + 1) : NULL;
        if (passed)
            fill(&inside, passed, use->parent);
    }
    for (uint32_t i = 0; i < within.parameter_count; i++) {
        const dv_node *argument = dv_node_child(call, within.parameters[i].number + 1);
        if (argument && within.parameters[i].function == caller)
            fill(f, argument, call);
    }
    f->changes->short_of_memory |= within.short_of_memory;
    dv_free_local_changes(&within);
}

static void look_at_callbacks(finder *f, const dv_node *call) {
    const dv_node *caller = call->type == DV_NODE_CALL ? called_function(f, call->first) : NULL;
    if (!caller || !is_of_tree(f, caller))
        return;
    uint32_t callback = 0;
    for (const dv_node *n = call->first->next; n; n = n->next, callback++) {
        const dv_node *function = called_function(f, n);
        for (uint32_t i = 0; function && i < f->changes->parameter_count; i++)
            if (f->changes->parameters[i].function == function)
                call_back(f, call, caller, callback, f->changes->parameters[i].number);
    }
}

static void each_tree(finder *f, void (*look)(finder *f)) {
    const struct dv_module_list *list = &f->changes->trees->modules->current;
    for (uint32_t i = 0; i < list->count; i++) {
        if (list->modules[i]->found == FOUND_LIBRARY)
            continue;
        f->tree = dv_tree_of(f->changes->trees, list->modules[i]);
        if (f->tree)
            look(f);
    }
}

static void look_at_all(finder *f) {
    const dv_node *chunk = f->tree->syntax.chunk;
    for (const dv_node *n = chunk; n; n = dv_node_after(n, chunk))
        look_at(f, n);
}

static void pass_all(finder *f) {
    const dv_node *chunk = f->tree->syntax.chunk;
    for (const dv_node *n = chunk; n; n = dv_node_after(n, chunk))
        if (n->type == DV_NODE_CALL || n->type == DV_NODE_METHOD_CALL) {
            for (uint32_t i = 0; i < f->changes->parameter_count; i++) {
                const dv_changed_parameter parameter = f->changes->parameters[i];
                pass_to(f, n, &parameter);
            }
            look_at_callbacks(f, n);
        }
}

void dv_find_local_changes(dv_local_changes *changes) {
    finder f = {.changes = changes};
    each_tree(&f, look_at_all);
    // Each round repeats what the one before noted, so it forgets that first.
    uint32_t direct = changes->count, known;
    do {
        known = changes->parameter_count;
        changes->count = direct;
        each_tree(&f, pass_all);
    } while (changes->parameter_count > known);
    changes->short_of_memory |= changes->trees->short_of_memory;
}

void dv_free_local_changes(dv_local_changes *changes) {
    dv_free(changes->items);
    dv_free(changes->parameters);
}
