#include "guards/telling.h"

#include "base/alloc.h"
#include "guards/arguments.h"
#include "guards/guarded.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/// What has been told so far.
typedef struct telling {
    dv_guarded *g; ///< a squad of one: the agent
    char *text;
    size_t size, length;
    uint32_t last;  ///< the agent told of last, which is "it" from then on; DV_FOUND_NOBODY: none
    bool is_denied; ///< in a guard that does not hold, which has noticed nobody
} telling;

__attribute__((format(printf, 2, 3))) static void add(telling *t, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int count = vsnprintf(t->text + t->length, t->size - t->length, format, arguments);
    va_end(arguments);
    size_t room = t->size - t->length - 1;
    t->length += (size_t)count < room ? (size_t)count : room;
}

static void add_agent(telling *t, const dv_guard_context *context, uint32_t agent) {
    const dv_world *world = context->world;
    if (agent == t->last) {
        add(t, "it");
        return;
    }
    dv_vec3 offset = dv_offset_between(world, context->position, dv_sensed_position(world, agent));
    add(t, "%s#%u at %.1f m", dv_kind_of(world, agent)->name,
        dv_agent_id((dv_agent){dv_agent_bits(world, agent)}), dv_length_double(offset));
    t->last = agent;
}

static void add_names(telling *t, const dv_value *value) {
    for (uint32_t i = 0; i < value->count; i++)
        add(t, "%s%s", i ? " or " : "", value->as.names[i]);
}

static void add_number(telling *t, double number, const char *unit) {
    add(t, "%.3g%s%s", number, *unit ? " " : "", unit);
}

/// A parameter as the script gave it, or its default.
static void add_value(telling *t, const dv_parameter *parameter, const dv_kept_value *kept) {
    const dv_value *value = &kept->value;
    if (!kept->is_given) {
        if (parameter->type == DV_PARAMETER_NUMBER)
            add_number(t, parameter->fallback, parameter->unit);
        return;
    }
    switch (value->type) {
    case DV_VALUE_NUMBER:
        add_number(t, value->as.number, parameter->unit);
        break;
    case DV_VALUE_BOOLEAN:
        add(t, value->as.boolean ? "true" : "false");
        break;
    case DV_VALUE_NAME:
        add(t, "%s", value->as.name);
        break;
    case DV_VALUE_NAMES:
        add_names(t, value);
        break;
    case DV_VALUE_POINT:
        add(t, "(%.1f, %.1f)", value->as.place.x, value->as.place.y);
        break;
    default:
        break;
    }
}

/// A parameter: the agent in its slot, or its number now, or as the script gave it.
static void add_parameter(telling *t, const dv_guard_node *node, const dv_guard_context *context,
                          uint32_t i) {
    const dv_parameter *parameter = &node->type->entry.parameters[i];
    const dv_bound *bound = &node->parameters[i];
    bool is_slot = bound->source == DV_SOURCE_SLOT || bound->source == DV_SOURCE_GROUP_SLOT ||
                   bound->source == DV_SOURCE_GROUP_LEADER;
    uint32_t agent;
    if (parameter->type == DV_PARAMETER_NUMBER && bound->source != DV_SOURCE_ABSENT)
        add_number(t, dv_guard_number(context, bound), parameter->unit);
    else if (is_slot && !t->is_denied &&
             dv_bound_agent(context->world, context->agent, bound, &agent))
        add_agent(t, context, agent);
    else
        add_value(t, parameter, &node->guard->values[i]);
}

static bool find_noticed(const telling *t, const dv_guard_node *node,
                         const dv_guard_context *context, uint32_t *agent) {
    return !t->is_denied && node->type->notice &&
           node->type->notice(context, node->parameters, agent);
}

/// The agent that a test noticed; of one that was denied, the kinds or the slot that it names.
static void add_noticed(telling *t, const dv_guard_node *node, const dv_guard_context *context) {
    uint32_t agent;
    if (find_noticed(t, node, context, &agent))
        add_agent(t, context, agent);
    else if (node->guard->values[0].is_given)
        add_value(t, &node->type->entry.parameters[0], &node->guard->values[0]);
    else
        add(t, "anybody");
}

/// Where it was that made a guard hold.
static void add_place(telling *t, const dv_guard_node *node, const dv_guard_context *context) {
    dv_vec3 place;
    if (t->is_denied || !node->type->place || !node->type->place(context, node->parameters, &place))
        return;
    dv_vec3 offset = dv_offset_between(context->world, context->position, place);
    dv_place at = dv_world_place(context->world, place);
    add(t, " at (%.1f, %.1f), %.1f m away", at.x, at.y, dv_length_double(offset));
}

/// Replace what stands in braces at `from`; returns where the text goes on.
static const char *add_field(telling *t, const dv_guard_node *node, const dv_guard_context *context,
                             const char *from) {
    const dv_entry *entry = &node->type->entry;
    const char *end = strchr(from, '}');
    size_t length = (size_t)(end - from);
    if (length == 0)
        add_noticed(t, node, context);
    for (uint32_t i = 0; i < entry->parameter_count && length; i++)
        if (strlen(entry->parameters[i].name) == length &&
            strncmp(entry->parameters[i].name, from, length) == 0)
            add_parameter(t, node, context, i);
    return end + 1;
}

static void tell_test(telling *t, const dv_guard_node *node) {
    dv_guard_context *context = dv_guarded_context(t->g, 0);
    context->stream = node->stream;
    const char *told = node->type->told;
    if (!told)
        add(t, "%s", node->type->entry.name);
    for (const char *at = told; at && *at;) {
        uint32_t agent;
        if (*at == '[' && !find_noticed(t, node, context, &agent)) {
            add_place(t, node, context);
            at = strchr(at, ']') + 1;
        } else if (*at == '[' || *at == ']') {
            at++;
        } else if (*at == '{') {
            at = add_field(t, node, context, at + 1);
        } else {
            add(t, "%c", *at++);
        }
    }
}

static bool holds(telling *t, const dv_guard_node *node) {
    return dv_guarded_evaluate(t->g, node, 1).holds;
}

static void tell(telling *t, const dv_guard_node *node) {
    switch (node->operator) {
    case DV_GUARD_BOTH:
        tell(t, node->a);
        add(t, t->is_denied ? " with " : " and ");
        tell(t, node->b);
        break;
    case DV_GUARD_EITHER:
        if (t->is_denied) {
            tell(t, node->a);
            add(t, " or ");
            tell(t, node->b);
        } else {
            tell(t, holds(t, node->a) ? node->a : node->b);
        }
        break;
    case DV_GUARD_NOT:
        add(t, "not (");
        t->is_denied = !t->is_denied;
        tell(t, node->a);
        t->is_denied = !t->is_denied;
        add(t, ")");
        break;
    case DV_GUARD_TEST:
        tell_test(t, node);
        break;
    }
}

void dv_tell_guard(dv_world *world, uint32_t agent, const dv_guard_node *guard, bool is_of_kind,
                   char *text, size_t size) {
    const dv_kind *kind = dv_kind_of(world, agent);
    size_t slot_bytes = kind->slot_count * sizeof(dv_slot);
    size_t state_bytes = world->stores[world->agents.kind[agent]].state_bytes;
    unsigned char *kept = dv_alloc(slot_bytes + state_bytes + 1);
    uint32_t rank;
    text[0] = '\0';
    if (!kept || !dv_rank_of(world, agent, &rank)) {
        dv_free(kept);
        return;
    }
    memcpy(kept, dv_slots_of(world, agent), slot_bytes);
    memcpy(kept + slot_bytes, dv_states_of(world, agent), state_bytes);
    dv_guarded g;
    dv_guarded_open(&g, world, world->agents.kind[agent], world->agents.state[agent], NULL);
    g.are_of_kind = is_of_kind;
    dv_guarded_gather(&g, &rank, 1);
    telling t = {.g = &g, .text = text, .size = size, .last = DV_FOUND_NOBODY};
    tell(&t, guard);
    memcpy(dv_slots_of(world, agent), kept, slot_bytes);
    memcpy(dv_states_of(world, agent), kept + slot_bytes, state_bytes);
    dv_free(kept);
}
