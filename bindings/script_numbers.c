// Finds the numbers that scripts write in definitions, for people who want to change them.
//
//     local BREATH = 7                                        BREATH
//     local shun = steer.flee { target = "t", radius = 20 }   shun: flee radius
//     body = { max_speed = 14 }                               body: max_speed
//     grazing = { steer = blend.weighted { { dodge, 12 } } }  grazing: dodge
//     grazing = { on = { { when.after(0.25), "alert" } } }    grazing: after seconds
//
// Numbers in functions are left out unless they are given to a behavior, blend, or guard: what they
// mean is up to the code around them.
#include "check/checker.h"
#include "modules/modules_private.h"
#include "scenario.h"

#include "base/alloc.h"
#include "base/result.h"

#include <drover/catalogue.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct number_list {
    dv_script_number *items;
    uint32_t count, capacity;
} number_list;

// What a number is

/// The behavior, blend, guard, or stress behavior that a call makes, and its name; NULL: unknown.
static const dv_entry *entry_of(const dv_node *call, const dv_node **name) {
    dv_api_name api;
    char member[64];
    *name = NULL;
    if (call->type != DV_NODE_CALL || !dv_api_name_of(call->first, &api) || !api.member)
        return NULL;
    *name = api.member;
    snprintf(member, sizeof member, "%.*s", (int)api.member->length, api.member->text);
    const dv_behavior_type *behavior = dv_behavior_type_by_name(member);
    const dv_blend_type *blend = dv_blend_type_by_name(member);
    const dv_guard_type *guard = dv_guard_type_by_name(member);
    const dv_stress_type *stress = dv_stress_type_by_name(member);
    if (dv_node_is(api.family, "steer"))
        return behavior ? &behavior->entry : NULL;
    if (dv_node_is(api.family, "blend"))
        return blend ? &blend->entry : NULL;
    if (dv_node_is(api.family, "when"))
        return guard ? &guard->entry : NULL;
    return dv_node_is(api.family, "stress") && stress ? &stress->entry : NULL;
}

static const dv_parameter *parameter_named(const dv_parameter *parameters, uint32_t count,
                                           const char *name) {
    for (uint32_t i = 0; i < count; i++)
        if (strcmp(parameters[i].name, name) == 0)
            return &parameters[i];
    return NULL;
}

static void set_range(dv_script_number *number, const dv_parameter *parameter) {
    if (!parameter)
        return;
    number->is_whole = false;
    number->unit = parameter->unit ? parameter->unit : "";
    number->minimum = parameter->minimum;
    number->maximum = parameter->maximum;
}

static void copy_name(char *text, size_t size, const dv_node *name) {
    snprintf(text, size, "%.*s", (int)name->length, name->text);
}

// Where a number is

/// The way from a value up to the value that a call or a local takes.
typedef struct way {
    const dv_node *top; ///< that value: the one it began with, or a table around it
    char keys[128];     ///< the keys of the tables, outermost first: "states.grazing.speed"
    uint32_t lists;     ///< number of tables in which it has no key
    bool is_named;      ///< false: a key is an expression, or too long
} way;

static void add_key(way *w, const dv_node *key) {
    char longer[sizeof w->keys];
    int length = !key ? -1
                      : snprintf(longer, sizeof longer, "%.*s%s%s", (int)key->length, key->text,
                                 *w->keys ? "." : "", w->keys);
    w->is_named = w->is_named && length >= 0 && (size_t)length < sizeof longer;
    if (w->is_named)
        memcpy(w->keys, longer, sizeof longer);
}

static way climb(const dv_node *value) {
    way w = {.top = value, .is_named = true};
    for (const dv_node *field = value->parent; field; field = w.top->parent) {
        if (field->type == DV_NODE_KEYED_FIELD && field->last == w.top)
            add_key(&w, dv_node_key(field));
        else if (field->type == DV_NODE_FIELD)
            w.lists++;
        else
            break;
        w.top = field->parent;
    }
    return w;
}

/// The local of the file that a value initializes, alone or in a list; NULL: none.
static const dv_node *local_of(const dv_node *value) {
    const dv_node *list = value->parent;
    if (!list || list->type != DV_NODE_LIST || list->parent->type != DV_NODE_LOCAL ||
        dv_node_function(dv_node_function(list)))
        return NULL;
    const dv_node *name = list->parent->first->first;
    for (const dv_node *n = list->first; n != value && name; n = n->next)
        name = name->next;
    return name;
}

/// What people look for a number under: a state, a local of the file, or a field of a kind.
static void set_part(dv_script_number *number, const dv_node *value) {
    const dv_node *field = NULL;
    for (const dv_node *n = value; n->parent; n = n->parent) {
        const dv_node *parent = n->parent, *outer = parent->parent ? parent->parent->parent : NULL;
        const dv_node *local = local_of(n);
        if (parent->type == DV_NODE_KEYED_FIELD && dv_node_key(parent))
            field = dv_node_key(parent);
        bool is_state = field && outer && outer->type == DV_NODE_KEYED_FIELD &&
                        field == dv_node_key(parent) && dv_node_key(outer) &&
                        dv_node_is(dv_node_key(outer), "states");
        bool is_top = field && dv_owner_type_of(parent) != DV_OWNER_NONE;
        if (!local && !is_state && !is_top)
            continue;
        copy_name(number->part, sizeof number->part, local ? local : field);
        return;
    }
}

// Each place where a number may be

/// A number beside a behavior in a blend: { dodge, 12 }.
static bool is_weight(dv_script_number *number, const dv_node *value, const dv_node *call) {
    const dv_node *part = value->parent->parent, *name;
    const dv_node *first = part->first ? part->first->first : NULL;
    const dv_entry *entry = entry_of(call, &name);
    const dv_blend_type *blend = entry ? dv_blend_type_by_name(entry->name) : NULL;
    if (!blend || &blend->entry != entry || !blend->weight || !first || first == value)
        return false;
    if (first->type == DV_NODE_NAME)
        copy_name(number->name, sizeof number->name, first);
    else if (entry_of(first, &name) || name)
        copy_name(number->name, sizeof number->name, name);
    else
        snprintf(number->name, sizeof number->name, "part");
    snprintf(number->name + strlen(number->name), sizeof number->name - strlen(number->name), " %s",
             blend->weight->name);
    set_range(number, blend->weight);
    return true;
}

static const dv_parameter *positional(const dv_entry *entry, const dv_node *call,
                                      const dv_node *argument) {
    uint32_t place = 0;
    for (const dv_node *n = call->first->next; n != argument; n = n->next)
        place++;
    return place < entry->positional ? &entry->parameters[place] : NULL;
}

static bool is_parameter(dv_script_number *number, const dv_node *value, const way *w,
                         const dv_node *call) {
    const dv_node *name;
    const dv_entry *entry = entry_of(call, &name);
    const dv_parameter *parameter = NULL;
    if (entry && w->top == value)
        parameter = positional(entry, call, value);
    else if (entry && w->lists == 0)
        parameter = parameter_named(entry->parameters, entry->parameter_count, w->keys);
    if (!parameter)
        return false;
    snprintf(number->name, sizeof number->name, "%.*s %s", (int)name->length, name->text,
             parameter->name);
    set_range(number, parameter);
    return true;
}

static const dv_parameter state_speed = {
    .name = "speed", .unit = "m/s", .minimum = 0, .maximum = INFINITY};

/// What is known of a field of a kind, such as "body.max_speed", and its name there.
static const dv_parameter *field_of_kind(const char *keys, const char **name) {
    const char *dot = strchr(keys, '.');
    *name = dot ? dot + 1 : keys;
    if (strncmp(keys, "states.", 7) == 0) {
        dot = strchr(keys + 7, '.');
        *name = dot ? dot + 1 : keys + 7;
        return strcmp(*name, "speed") == 0 ? &state_speed : NULL;
    }
    const char *property = strncmp(keys, "body.", 5) == 0 ? *name : keys;
    return parameter_named(dv_properties, DV_PROPERTY_COUNT, property);
}

static bool is_default(const char *keys) {
    return strncmp(keys, "memory.", 7) == 0 || strncmp(keys, "slots.", 6) == 0;
}

static bool is_field_of_kind(dv_script_number *number, const way *w) {
    const dv_node *owner = dv_owner_of(w->top), *local = local_of(w->top);
    char keys[192];
    const char *name;
    if (*w->keys == '\0' || w->lists > 0 || is_default(w->keys) || !owner ||
        dv_owner_type_of(owner) != DV_OWNER_KIND)
        return false;
    // A table that a local holds is usually named like the field that it becomes.
    snprintf(keys, sizeof keys, "%.*s%s%s", local ? (int)local->length : 0,
             local ? local->text : "", local ? "." : "", w->keys);
    const dv_parameter *parameter = field_of_kind(keys, &name);
    snprintf(number->name, sizeof number->name, "%.63s", name);
    set_range(number, parameter);
    return true;
}

static bool is_value_of_local(dv_script_number *number, const dv_node *value) {
    const dv_node *local = local_of(value);
    if (local)
        copy_name(number->name, sizeof number->name, local);
    return local != NULL;
}

static bool find_place(dv_script_number *number, const dv_node *value) {
    way w = climb(value);
    const dv_node *taker = w.top->parent;
    if (!w.is_named || !taker)
        return false;
    if (w.top == value && is_value_of_local(number, value))
        return true;
    set_part(number, value);
    bool is_argument = taker->type == DV_NODE_CALL && taker->first != w.top;
    if (is_argument && w.lists == 2 && *w.keys == '\0' && is_weight(number, value, taker))
        return true;
    return (is_argument && is_parameter(number, value, &w, taker)) || is_field_of_kind(number, &w);
}

// Literals

/// The call of math.rad around a number of degrees; NULL: none.
static const dv_node *degrees_of(const dv_node *value) {
    const dv_node *call = value->parent;
    const dv_node *callee = call && call->type == DV_NODE_CALL ? call->first : NULL;
    bool is_rad = callee && callee != value && callee->type == DV_NODE_INDEX &&
                  callee->first->type == DV_NODE_NAME && !callee->first->variable &&
                  dv_node_is(callee->first, "math") && dv_node_key(callee) &&
                  dv_node_is(dv_node_key(callee), "rad");
    return is_rad ? call : NULL;
}

/// Angles are in degrees, also where the script has radians.
static void turn_to_degrees(dv_script_number *number, bool is_in_degrees) {
    bool is_rate = strcmp(number->unit, "rad/s") == 0;
    if (!is_in_degrees && !is_rate && strcmp(number->unit, "rad") != 0)
        return;
    number->unit = is_rate ? "°/s" : "°";
    number->minimum *= 180 / M_PI;
    number->maximum *= 180 / M_PI;
    if (is_in_degrees)
        return;
    number->value *= 180 / M_PI;
    number->written = M_PI / 180;
    number->is_whole = false;
}

/// Describe a literal, with the minus before it. False if it is none, or its place is of no
/// interest.
static bool describe(const dv_node *node, dv_script_number *number) {
    const dv_node *literal =
        node->type == DV_NODE_UNARY && node->operator== DV_OPERATOR_NEGATE ? node->first : node;
    bool is_inner = literal == node && node->parent && node->parent->type == DV_NODE_UNARY;
    if (literal->type != DV_NODE_NUMBER || is_inner)
        return false;
    double value = literal->is_integer ? (double)literal->integer : literal->number;
    *number = (dv_script_number){.line = node->line,
                                 .column = node->column,
                                 .start = node->start,
                                 .end = node->end,
                                 .value = literal == node ? value : -value,
                                 .written = 1,
                                 .minimum = -(double)INFINITY,
                                 .maximum = (double)INFINITY,
                                 .is_whole = literal->is_integer,
                                 .unit = ""};
    const dv_node *degrees = degrees_of(node);
    if (!isfinite(value) || !find_place(number, degrees ? degrees : node))
        return false;
    turn_to_degrees(number, degrees != NULL);
    return true;
}

static bool add_numbers(number_list *list, const dv_node *chunk) {
    for (const dv_node *n = chunk; n; n = dv_node_after(n, chunk)) {
        dv_script_number number;
        if (!describe(n, &number))
            continue;
        if (!dv_reserve((void **)&list->items, &list->capacity, list->count + 1,
                        sizeof *list->items))
            return false;
        list->items[list->count++] = number;
    }
    return true;
}

dv_result dv_scenario_numbers(const dv_scenario *scenario, uint32_t module,
                              dv_script_number **numbers, uint32_t *count, dv_error *error) {
    number_list list = {0};
    dv_syntax syntax;
    size_t size;
    const char *source = dv_modules_source(scenario->modules, module, &size);
    *numbers = NULL;
    *count = 0;
    if (dv_modules_is_data(scenario->modules, module))
        return DV_OK;
    dv_result result = dv_syntax_parse(&syntax, source, size, error);
    if (result == DV_OK && !add_numbers(&list, syntax.chunk))
        result = dv_fail(error, DV_ERROR_MEMORY, "out of memory");
    dv_syntax_free(&syntax);
    if (result != DV_OK)
        dv_free(list.items);
    *numbers = result == DV_OK ? list.items : NULL;
    *count = result == DV_OK ? list.count : 0;
    return result;
}

const char *dv_scenario_kind_place(const dv_scenario *scenario, uint32_t kind) {
    return scenario->generation->kinds[kind].declared_at;
}
