// Binding a composition to a kind: names become indices, behaviors get their place in the agents'
// blocks. The same composition may be bound to many kinds, each with slots of its own.
#include "base/alloc.h"
#include "base/hash.h"
#include "base/math.h"
#include "base/names.h"
#include "base/result.h"
#include "drover/world.h"
#include "world/program_data.h"

#include <stdio.h>
#include <string.h>

#define PATH_CAPACITY 512

typedef struct binder {
    const dv_program *program;
    uint32_t kind;
    uint32_t scope;
    dv_layout *layout;
    dv_arena *memory;
    const char *where;
    const char *family; ///< "steer", "blend" or "when"
    dv_error *error;
    uint16_t conclusion_count, tally_count; ///< so far
} binder;

static dv_result out_of_memory(dv_error *error) {
    return dv_fail(error, DV_ERROR_MEMORY, "out of memory");
}

uint32_t dv_layout_base(const dv_layout *layout, uint32_t scope) {
    if (scope == DV_SCOPE_KIND)
        return 0;
    return scope == DV_SCOPE_COMMON ? layout->kind_bytes + layout->state_bytes : layout->kind_bytes;
}

uint32_t dv_layout_size(const dv_layout *layout) {
    return layout->kind_bytes + layout->state_bytes + layout->common_bytes;
}

static uint32_t scope_end(const dv_layout *layout, uint32_t scope) {
    uint32_t end = dv_layout_base(layout, scope);
    for (uint32_t i = 0; i < layout->count; i++)
        if (layout->entries[i].scope == scope)
            end = layout->entries[i].offset + layout->entries[i].size;
    return end;
}

static const dv_layout_entry *find_entry(const dv_layout *layout, uint64_t identity, uint32_t scope,
                                         uint32_t size) {
    for (uint32_t i = 0; i < layout->count; i++) {
        const dv_layout_entry *entry = &layout->entries[i];
        if (entry->identity == identity && entry->scope == scope && entry->size == size)
            return entry;
    }
    return NULL;
}

static void account(dv_layout *layout, uint32_t scope, uint32_t end) {
    uint32_t used = end - dv_layout_base(layout, scope);
    if (scope == DV_SCOPE_KIND)
        layout->kind_bytes = used;
    else if (scope == DV_SCOPE_COMMON)
        layout->common_bytes = used;
    else if (used > layout->state_bytes)
        layout->state_bytes = used;
}

bool dv_layout_add(dv_layout *layout, dv_layout_entry entry) {
    if (!dv_reserve((void **)&layout->entries, &layout->capacity, layout->count + 1,
                    sizeof *layout->entries))
        return false;
    entry.offset = scope_end(layout, entry.scope);
    layout->entries[layout->count++] = entry;
    account(layout, entry.scope, entry.offset + entry.size);
    return true;
}

static uint32_t aligned(uint32_t size) {
    return (size + DV_STATE_ALIGNMENT - 1) / DV_STATE_ALIGNMENT * DV_STATE_ALIGNMENT;
}

/// Find or make the place of `size` bytes of state.
static dv_result place_state(binder *b, uint64_t identity, uint32_t size, uint32_t *offset) {
    size = aligned(size);
    *offset = 0;
    if (size == 0)
        return DV_OK;
    const dv_layout_entry *entry = find_entry(b->layout, identity, b->scope, size);
    if (entry) {
        *offset = entry->offset;
        return DV_OK;
    }
    dv_layout_entry added = {.identity = identity, .scope = b->scope, .size = size};
    if (!dv_layout_add(b->layout, added))
        return out_of_memory(b->error);
    *offset = b->layout->entries[b->layout->count - 1].offset;
    return DV_OK;
}

static dv_result fail_at(const binder *b, const dv_entry *entry, const dv_parameter *parameter,
                         const char *problem, const char *name, const char *nearest) {
    const char *colon = *b->where ? ": " : "";
    if (nearest)
        return dv_fail(b->error, DV_ERROR_NAME, "%s%s%s.%s: %s: %s '%s' (%s?)", b->where, colon,
                       b->family, entry->name, parameter->name, problem, name, nearest);
    return dv_fail(b->error, DV_ERROR_NAME, "%s%s%s.%s: %s: %s '%s'", b->where, colon, b->family,
                   entry->name, parameter->name, problem, name);
}

static const char *nearest_slot(const binder *b, const char *name) {
    const dv_kind *kind = &b->program->kinds[b->kind];
    const char *names[64];
    uint32_t count = 0;
    for (uint32_t i = 0; i < kind->slot_count && count < 64; i++)
        names[count++] = kind->slots[i].name;
    return dv_nearest_name(name, names, count);
}

static bool type_fits(const dv_parameter *parameter, dv_slot_type type) {
    switch (parameter->type) {
    case DV_PARAMETER_NUMBER:
        return type == DV_SLOT_NUMBER;
    case DV_PARAMETER_AGENT:
        return type == DV_SLOT_AGENT;
    case DV_PARAMETER_WHO:
        return type == DV_SLOT_AGENT || ((type == DV_SLOT_POINT || type == DV_SLOT_POSE) &&
                                         strcmp(parameter->unit, "point") == 0);
    case DV_PARAMETER_TARGET:
        return type == DV_SLOT_AGENT || type == DV_SLOT_POINT || type == DV_SLOT_POSE ||
               type == DV_SLOT_OBSTACLE || type == DV_SLOT_REGION || type == DV_SLOT_PATH ||
               type == DV_SLOT_SURFACE;
    case DV_PARAMETER_VECTOR:
        return type == DV_SLOT_VECTOR;
    case DV_PARAMETER_PATH:
    case DV_PARAMETER_SLOT:
        return !*parameter->unit || type == dv_slot_type_by_name(parameter->unit);
    default:
        return false;
    }
}

static dv_result wrong_type(const binder *b, const dv_entry *entry, const dv_parameter *parameter,
                            const char *name, dv_slot_type type) {
    const char *expected =
        parameter->type == DV_PARAMETER_TARGET
            ? "; an agent, point, pose, obstacle, region, path or surface expected"
            : "";
    return dv_fail(b->error, DV_ERROR_ARGUMENT, "%s%s%s.%s: %s: slot '%s' holds %s %s%s", b->where,
                   *b->where ? ": " : "", b->family, entry->name, parameter->name, name,
                   type == DV_SLOT_AGENT || type == DV_SLOT_OBSTACLE ? "an" : "a",
                   dv_slot_type_name(type), expected);
}

static dv_result bind_group_slot(const binder *b, const dv_entry *entry,
                                 const dv_parameter *parameter, const char *path, dv_bound *bound) {
    const char *name = path + strlen("group.");
    if (strcmp(name, "leader") == 0) {
        bound->source = DV_SOURCE_GROUP_LEADER;
        bound->slot_type = DV_SLOT_AGENT;
        return type_fits(parameter, DV_SLOT_AGENT)
                   ? DV_OK
                   : wrong_type(b, entry, parameter, path, DV_SLOT_AGENT);
    }
    int16_t *slots =
        dv_arena_alloc(b->memory, (b->program->group_type_count + 1) * sizeof(int16_t));
    if (!slots)
        return out_of_memory(b->error);
    dv_slot_type type = DV_SLOT_NONE;
    for (uint32_t i = 0; i < b->program->group_type_count; i++) {
        slots[i] = (int16_t)dv_program_group_slot_named(b->program, i, name);
        if (slots[i] < 0)
            continue;
        dv_slot_type found = b->program->group_types[i].slots[slots[i]].type;
        if (type != DV_SLOT_NONE && type != found)
            return fail_at(b, entry, parameter, "groups declare different types of", name, NULL);
        type = found;
    }
    if (type == DV_SLOT_NONE)
        return fail_at(b, entry, parameter, "no group has a slot", name, NULL);
    if (!type_fits(parameter, type))
        return wrong_type(b, entry, parameter, path, type);
    bound->source = DV_SOURCE_GROUP_SLOT;
    bound->slot_type = (uint8_t)type;
    bound->group_slots = slots;
    return DV_OK;
}

static dv_result bind_slot(const binder *b, const dv_entry *entry, const dv_parameter *parameter,
                           const char *name, dv_bound *bound) {
    if (strncmp(name, "group.", 6) == 0 && parameter->type != DV_PARAMETER_SLOT)
        return bind_group_slot(b, entry, parameter, name, bound);
    int32_t slot = dv_program_slot_named(b->program, b->kind, name);
    if (slot < 0) {
        char problem[128];
        snprintf(problem, sizeof problem, "kind '%s' has no slot", b->program->kinds[b->kind].name);
        return fail_at(b, entry, parameter, problem, name, nearest_slot(b, name));
    }
    dv_slot_type type = b->program->kinds[b->kind].slots[slot].type;
    if (!type_fits(parameter, type))
        return wrong_type(b, entry, parameter, name, type);
    bound->source = DV_SOURCE_SLOT;
    bound->slot_type = (uint8_t)type;
    bound->index = (uint16_t)slot;
    return DV_OK;
}

static dv_result bind_setting(const binder *b, const dv_entry *entry, const dv_parameter *parameter,
                              const char *name, dv_bound *bound) {
    int32_t setting = dv_program_setting_named(b->program, name);
    if (setting < 0)
        return fail_at(b, entry, parameter, "no setting", name,
                       dv_program_nearest_setting(b->program, name));
    bound->source = DV_SOURCE_SETTING;
    bound->index = (uint16_t)setting;
    return DV_OK;
}

static dv_result bind_kind(const binder *b, const dv_entry *entry, const dv_parameter *parameter,
                           const char *name, dv_bound *bound) {
    int32_t kind = dv_program_kind(b->program, name);
    if (kind < 0)
        return fail_at(b, entry, parameter, "no kind", name,
                       dv_program_nearest_kind(b->program, name));
    bound->source = DV_SOURCE_KINDS;
    bound->kinds |= (dv_kind_set)1 << kind;
    return DV_OK;
}

static dv_result bind_kinds(const binder *b, const dv_entry *entry, const dv_parameter *parameter,
                            const dv_value *value, dv_bound *bound) {
    bound->kinds = 0;
    if (value->type == DV_VALUE_NAME)
        return bind_kind(b, entry, parameter, value->as.name, bound);
    dv_result result = DV_OK;
    for (uint32_t i = 0; result == DV_OK && i < value->count; i++)
        result = bind_kind(b, entry, parameter, value->as.names[i], bound);
    return result;
}

static dv_result bind_state(const binder *b, const dv_entry *entry, const dv_parameter *parameter,
                            const char *name, dv_bound *bound) {
    uint32_t count = b->program->kind_count;
    int16_t *states = dv_arena_alloc(b->memory, DV_MAX_KINDS * sizeof *states);
    if (!states)
        return out_of_memory(b->error);
    bool found = false;
    const char *nearest = NULL;
    for (uint32_t kind = 0; kind < count; kind++) {
        states[kind] = (int16_t)dv_program_state(b->program, kind, name);
        found = found || states[kind] >= 0;
        if (!nearest)
            nearest = dv_program_nearest_state(b->program, kind, name);
    }
    if (!found)
        return fail_at(b, entry, parameter, "no kind has a state", name, nearest);
    bound->states = states;
    return DV_OK;
}

/// A value to compare a setting with: an option's name becomes its index.
static dv_result bind_literal(const binder *b, const dv_entry *entry, const dv_parameter *parameter,
                              const dv_value *value, const dv_bound *setting, dv_bound *bound) {
    bound->source = DV_SOURCE_LITERAL;
    const dv_setting_def *def = &b->program->settings[setting->index];
    if (value->type == DV_VALUE_BOOLEAN && def->type == DV_TOGGLE) {
        bound->number = value->as.boolean;
        return DV_OK;
    }
    if (value->type == DV_VALUE_NUMBER && def->type == DV_SLIDER) {
        bound->number = value->as.number;
        return DV_OK;
    }
    if (value->type == DV_VALUE_NAME && def->type == DV_CHOICE) {
        for (uint32_t i = 0; i < def->option_count; i++)
            if (strcmp(def->options[i], value->as.name) == 0) {
                bound->number = i;
                return DV_OK;
            }
        return fail_at(b, entry, parameter, "the setting has no option", value->as.name,
                       dv_nearest_name(value->as.name, def->options, def->option_count));
    }
    return fail_at(b, entry, parameter, "a value of another type than setting", def->name, NULL);
}

static void bind_number(const dv_parameter *parameter, double number, dv_bound *bound) {
    bound->source = DV_SOURCE_LITERAL;
    bound->number = number;
    if (strcmp(parameter->unit, "rad") == 0)
        bound->half_cosine = number >= 2 * DV_PI ? -1.0f : (float)dv_cos(number / 2);
}

static dv_result bind_who(const binder *b, const dv_entry *entry, const dv_parameter *parameter,
                          const dv_value *value, dv_bound *bound) {
    const char *name = value->as.name;
    bool is_slot = dv_program_slot_named(b->program, b->kind, name) >= 0;
    if (is_slot && dv_program_kind(b->program, name) >= 0)
        return fail_at(b, entry, parameter, "a kind and a slot of this one share the name", name,
                       NULL);
    return is_slot || strncmp(name, "group.", 6) == 0
               ? bind_slot(b, entry, parameter, name, bound)
               : bind_kinds(b, entry, parameter, value, bound);
}

static dv_result bind_name(const binder *b, const dv_entry *entry, const dv_parameter *parameter,
                           const dv_value *value, const dv_bound *before, dv_bound *bound) {
    const char *name = value->as.name;
    switch (parameter->type) {
    case DV_PARAMETER_KIND:
        return bind_kinds(b, entry, parameter, value, bound);
    case DV_PARAMETER_WHO:
        return bind_who(b, entry, parameter, value, bound);
    case DV_PARAMETER_STATE:
        return bind_state(b, entry, parameter, name, bound);
    case DV_PARAMETER_EVENT:
        bound->event = dv_event_name(name);
        return DV_OK;
    case DV_PARAMETER_SETTING:
        return bind_setting(b, entry, parameter, name, bound);
    case DV_PARAMETER_LITERAL:
        return bind_literal(b, entry, parameter, value, before, bound);
    default:
        return bind_slot(b, entry, parameter, name, bound);
    }
}

/// `before` is the parameter bound just before, which a compared literal belongs to.
static dv_result bind_value(const binder *b, const dv_entry *entry, const dv_parameter *parameter,
                            const dv_value *value, const dv_bound *before, dv_bound *bound) {
    switch (value->type) {
    case DV_VALUE_NUMBER:
    case DV_VALUE_BOOLEAN:
        if (parameter->type == DV_PARAMETER_LITERAL)
            return bind_literal(b, entry, parameter, value, before, bound);
        bind_number(parameter,
                    value->type == DV_VALUE_NUMBER ? value->as.number : value->as.boolean, bound);
        return DV_OK;
    case DV_VALUE_NAME:
        return bind_name(b, entry, parameter, value, before, bound);
    case DV_VALUE_NAMES:
        return bind_kinds(b, entry, parameter, value, bound);
    case DV_VALUE_SETTING:
        return bind_setting(b, entry, parameter, value->as.name, bound);
    case DV_VALUE_POINT:
        bound->source = DV_SOURCE_POINT;
        bound->point = value->as.point;
        return DV_OK;
    case DV_VALUE_MOUSE:
        bound->source = DV_SOURCE_MOUSE;
        return DV_OK;
    case DV_VALUE_CALLBACK:
        bound->source = DV_SOURCE_LITERAL;
        bound->callback = value->as.callback;
        return DV_OK;
    case DV_VALUE_NONE:
        break;
    }
    return DV_OK;
}

static dv_result bind_parameters(const binder *b, const dv_entry *entry,
                                 const dv_kept_value *values, dv_bound **parameters) {
    dv_bound *bounds = dv_arena_alloc(b->memory, (entry->parameter_count + 1) * sizeof *bounds);
    if (!bounds)
        return out_of_memory(b->error);
    *parameters = bounds;
    dv_result result = DV_OK;
    for (uint32_t i = 0; result == DV_OK && i < entry->parameter_count; i++) {
        const dv_parameter *parameter = &entry->parameters[i];
        bounds[i].kinds = DV_ANY_KIND;
        bounds[i].callback = -1;
        bounds[i].half_cosine = -1.0f;
        if (values[i].is_given)
            result = bind_value(b, entry, parameter, &values[i].value, i ? &bounds[i - 1] : NULL,
                                &bounds[i]);
        else if (parameter->type == DV_PARAMETER_NUMBER || parameter->type == DV_PARAMETER_BOOLEAN)
            bind_number(parameter, parameter->fallback, &bounds[i]);
    }
    return result;
}

/// Fail when there is something wrong with parameters that are each right.
static dv_result refuse(const binder *b, const dv_entry *entry, const char *wrong) {
    if (!wrong)
        return DV_OK;
    return dv_fail(b->error, DV_ERROR_ARGUMENT, "%s%s%s.%s: %s", b->where, *b->where ? ": " : "",
                   b->family, entry->name, wrong);
}

static uint64_t identity_of(const char *path, const char *type) {
    char text[PATH_CAPACITY + 64];
    int length = snprintf(text, sizeof text, "%s:%s", path, type);
    return dv_hash_bytes(text, (size_t)length < sizeof text ? (size_t)length : sizeof text - 1);
}

static uint64_t identity_of_rhythm(void) { return identity_of("step", "think"); }

bool dv_place_rhythm(dv_rhythm *rhythm, uint32_t scope, dv_layout *layout) {
    if (rhythm->every <= 1)
        return true;
    dv_layout_entry added = {
        .identity = identity_of_rhythm(), .scope = scope, .size = DV_STATE_ALIGNMENT};
    if (!dv_layout_add(layout, added))
        return false;
    rhythm->offset = layout->entries[layout->count - 1].offset;
    return true;
}

bool dv_place_legs(uint32_t size, uint32_t *offset, dv_layout *layout) {
    dv_layout_entry added = {
        .identity = identity_of("body", "legs"), .scope = DV_SCOPE_KIND, .size = aligned(size)};
    if (!dv_layout_add(layout, added))
        return false;
    *offset = layout->entries[layout->count - 1].offset;
    return true;
}

bool dv_layout_has_rhythm(const dv_layout *layout) {
    uint64_t identity = identity_of_rhythm();
    for (uint32_t i = 0; i < layout->count; i++)
        if (layout->entries[i].identity == identity)
            return true;
    return false;
}

bool dv_place_suppositions(dv_kind *kind, dv_arena *memory) {
    kind->suppositions = dv_arena_alloc(memory, (kind->slot_count + 1) * sizeof(uint32_t));
    if (!kind->suppositions)
        return false;
    for (uint32_t i = 0; i < kind->slot_count; i++) {
        dv_layout_entry added = {.identity = identity_of(kind->slots[i].name, "supposed"),
                                 .scope = DV_SCOPE_KIND,
                                 .size = DV_SUPPOSITION_BYTES};
        kind->suppositions[i] = 0;
        if (kind->slots[i].type != DV_SLOT_AGENT)
            continue;
        if (!dv_layout_add(&kind->layout, added))
            return false;
        kind->suppositions[i] = kind->layout.entries[kind->layout.count - 1].offset;
    }
    return true;
}

static dv_result bind_node(binder *b, const dv_steering *steering, const char *path, dv_node *node);

static dv_result bind_weight(const binder *b, const dv_blend_type *blend,
                             const dv_kept_value *weight, dv_bound *bound) {
    bound->callback = -1;
    bound->half_cosine = -1.0f;
    if (weight->is_given)
        return bind_value(b, &blend->entry, blend->weight, &weight->value, NULL, bound);
    if (blend->weight)
        bind_number(blend->weight, blend->weight->fallback, bound);
    return DV_OK;
}

static dv_result bind_parts(binder *b, const dv_steering *blend, const char *path, dv_node *node) {
    node->part_count = blend->part_count;
    node->parts = dv_arena_alloc(b->memory, (blend->part_count + 1) * sizeof *node->parts);
    node->weights = dv_arena_alloc(b->memory, (blend->part_count + 1) * sizeof *node->weights);
    if (!node->parts || !node->weights)
        return out_of_memory(b->error);
    const char *outer_where = b->where;
    for (uint32_t i = 0; i < blend->part_count; i++) {
        char part_path[PATH_CAPACITY];
        snprintf(part_path, sizeof part_path, "%.480s/%u", path, i + 1);
        b->where = outer_where;
        b->family = "blend";
        dv_result result = bind_weight(b, blend->blend, &blend->weights[i], &node->weights[i]);
        if (result == DV_OK)
            result = bind_node(b, blend->parts[i], part_path, &node->parts[i]);
        if (result != DV_OK)
            return result;
        node->asks_host = node->asks_host || node->parts[i].asks_host;
        node->predicts = node->predicts || node->parts[i].predicts;
    }
    b->where = outer_where;
    return DV_OK;
}

static bool may_be_empty(const dv_entry *entry, const dv_bound *parameters) {
    for (uint32_t i = 0; i < entry->parameter_count; i++)
        if (entry->parameters[i].type == DV_PARAMETER_NUMBER &&
            (parameters[i].source == DV_SOURCE_SLOT ||
             parameters[i].source == DV_SOURCE_GROUP_SLOT))
            return true;
    return false;
}

/// Give what the agents of a squad conclude together its place.
static void place_conclusion(binder *b, dv_node *node) {
    uint32_t tallies = node->behavior ? node->behavior->tally_count : 0;
    node->conclusion = node->first_tally = DV_ALONE;
    if (tallies == 0 || b->conclusion_count == DV_MOST_CONCLUSIONS ||
        b->tally_count + tallies > DV_MOST_TALLIES)
        return;
    node->conclusion = b->conclusion_count++;
    node->first_tally = b->tally_count;
    b->tally_count = (uint16_t)(b->tally_count + tallies);
}

static dv_result bind_node(binder *b, const dv_steering *steering, const char *path,
                           dv_node *node) {
    const dv_entry *entry =
        steering->behavior ? &steering->behavior->entry : &steering->blend->entry;
    uint32_t state_size =
        steering->behavior ? steering->behavior->state_size : steering->blend->state_size;
    uint64_t identity = identity_of(path, entry->name);
    if (*steering->where)
        b->where = steering->where;
    b->family = steering->behavior ? "steer" : "blend";
    node->behavior = steering->behavior;
    node->blend = steering->blend;
    node->stream = (uint32_t)(identity >> 32) | 0x80000000u;
    node->asks_host = steering->behavior && state_size >= sizeof(dv_vec3) &&
                      entry->parameter_count > 0 &&
                      entry->parameters[0].type == DV_PARAMETER_CALLBACK;
    node->predicts = steering->behavior && steering->behavior->predicts;
    dv_result result = place_state(b, identity, state_size, &node->state_offset);
    if (result == DV_OK)
        result = bind_parameters(b, entry, steering->values, &node->parameters);
    if (result == DV_OK && steering->behavior && steering->behavior->refuse)
        result = refuse(b, entry, steering->behavior->refuse(node->parameters));
    if (result == DV_OK) {
        node->reads_slots = may_be_empty(entry, node->parameters);
        place_conclusion(b, node);
    }
    if (result == DV_OK && steering->blend)
        result = bind_parts(b, steering, path, node);
    return result;
}

dv_result dv_bind_steering(const dv_program *program, uint32_t kind, const dv_steering *steering,
                           const char *path, uint32_t scope, dv_layout *layout, dv_arena *memory,
                           dv_node **node, dv_error *error) {
    binder b = {program, kind, scope, layout, memory, steering->where, "steer", error, 0, 0};
    *node = dv_arena_alloc(memory, sizeof **node);
    if (!*node)
        return out_of_memory(error);
    dv_result result = bind_node(&b, steering, path, *node);
    (*node)->conclusion_count = b.conclusion_count;
    (*node)->tally_count = b.tally_count;
    return result;
}

/// The sum of what a state steers by and of the reflexes of its kind.
static dv_result bind_sum(binder *b, const dv_steering *steering, const dv_steering *reflexes,
                          const char *path, dv_node *node) {
    node->blend = dv_blend_type_by_name("sum");
    node->conclusion = node->first_tally = DV_ALONE;
    node->part_count = 2;
    node->parts = dv_arena_alloc(b->memory, 2 * sizeof *node->parts);
    node->weights = dv_arena_alloc(b->memory, 2 * sizeof *node->weights);
    if (!node->parts || !node->weights)
        return out_of_memory(b->error);
    dv_result result = bind_node(b, steering, path, &node->parts[0]);
    b->scope = DV_SCOPE_KIND;
    b->where = reflexes->where;
    if (result == DV_OK)
        result = bind_node(b, reflexes, "reflexes", &node->parts[1]);
    node->asks_host = node->parts[0].asks_host || node->parts[1].asks_host;
    node->predicts = node->parts[0].predicts || node->parts[1].predicts;
    return result;
}

dv_result dv_bind_with_reflexes(const dv_program *program, uint32_t kind,
                                const dv_steering *steering, const dv_steering *reflexes,
                                const char *path, uint32_t scope, dv_layout *layout,
                                dv_arena *memory, dv_node **node, dv_error *error) {
    if (!reflexes)
        return dv_bind_steering(program, kind, steering, path, scope, layout, memory, node, error);
    if (!steering)
        return dv_bind_steering(program, kind, reflexes, "reflexes", DV_SCOPE_KIND, layout, memory,
                                node, error);
    binder b = {program, kind, scope, layout, memory, steering->where, "steer", error, 0, 0};
    *node = dv_arena_alloc(memory, sizeof **node);
    if (!*node)
        return out_of_memory(error);
    dv_result result = bind_sum(&b, steering, reflexes, path, *node);
    (*node)->conclusion_count = b.conclusion_count;
    (*node)->tally_count = b.tally_count;
    return result;
}

static const dv_parameter weight_of_stress = {"weight", DV_PARAMETER_NUMBER,   false, "", 0, 1e6,
                                              1,        "factor of the stress"};
static const dv_parameter power_of_stress = {
    "power", DV_PARAMETER_NUMBER, false, "", 0, 8, 1, "to which the stress is raised"};

/// The weight or power of one of a list.
static dv_result bind_share(const binder *b, const dv_entry *entry, const dv_parameter *parameter,
                            const dv_value *value, dv_bound *bound) {
    bound->callback = -1;
    bound->half_cosine = -1.0f;
    if (value->type == DV_VALUE_NONE) {
        bind_number(parameter, parameter->fallback, bound);
        return DV_OK;
    }
    double number = value->as.number;
    if (value->type == DV_VALUE_NUMBER &&
        !(number >= parameter->minimum && number <= parameter->maximum))
        return dv_fail(b->error, DV_ERROR_ARGUMENT, "%s%sstress.%s: %s: %g to %g expected, got %g",
                       b->where, *b->where ? ": " : "", entry->name, parameter->name,
                       parameter->minimum, parameter->maximum,
                       number != number ? (double)NAN : number);
    if (value->type != DV_VALUE_NUMBER && value->type != DV_VALUE_NAME &&
        value->type != DV_VALUE_SETTING)
        return dv_fail(b->error, DV_ERROR_ARGUMENT,
                       "%s%sstress.%s: %s: a number, a number slot's name or drover.setting "
                       "expected",
                       b->where, *b->where ? ": " : "", entry->name, parameter->name);
    return bind_value(b, entry, parameter, value, NULL, bound);
}

static dv_result bind_stress(binder *b, const dv_stress_part *part, const char *path,
                             dv_stress_node *node) {
    const dv_stress *stress = part->stress;
    const dv_entry *entry = &stress->type->entry;
    uint64_t identity = identity_of(path, entry->name);
    b->where = stress->where;
    node->type = stress->type;
    node->stream = (uint32_t)(identity >> 32) | 0x80000000u;
    node->asks_host =
        entry->parameter_count > 0 && entry->parameters[0].type == DV_PARAMETER_CALLBACK;
    dv_result result = place_state(b, identity, stress->type->state_size, &node->state_offset);
    if (result == DV_OK)
        result = bind_parameters(b, entry, stress->values, &node->parameters);
    if (result == DV_OK && stress->type->refuse)
        result = refuse(b, entry, stress->type->refuse(node->parameters));
    if (result == DV_OK)
        result = bind_share(b, entry, &weight_of_stress, &part->weight, &node->weight);
    if (result == DV_OK)
        result = bind_share(b, entry, &power_of_stress, &part->power, &node->power);
    if (result == DV_OK)
        node->reads_slots = may_be_empty(entry, node->parameters);
    return result;
}

dv_result dv_bind_stresses(const dv_program *program, uint32_t kind, const dv_stress_part *parts,
                           uint32_t count, const char *path, uint32_t scope, dv_layout *layout,
                           dv_arena *memory, const dv_stress_node **nodes, dv_error *error) {
    binder b = {program, kind, scope, layout, memory, "", "stress", error, 0, 0};
    for (uint32_t i = 0; i < count; i++) {
        dv_stress_node *node = dv_arena_alloc(memory, sizeof *node);
        if (!node)
            return out_of_memory(error);
        char part_path[PATH_CAPACITY];
        snprintf(part_path, sizeof part_path, "%.480s/%u", path, i + 1);
        dv_result result = bind_stress(&b, &parts[i], part_path, node);
        if (result != DV_OK)
            return result;
        nodes[i] = node;
    }
    return DV_OK;
}

static dv_result bind_guard_node(binder *b, const dv_guard *guard, const char *path,
                                 dv_guard_node **out) {
    dv_guard_node *node = dv_arena_alloc(b->memory, sizeof *node);
    if (!node)
        return out_of_memory(b->error);
    *out = node;
    node->operator= guard->operator;
    if (guard->operator== DV_GUARD_TEST) {
        uint64_t identity = identity_of(path, guard->type->entry.name);
        b->where = guard->where;
        node->type = guard->type;
        node->stream = (uint32_t)(identity >> 32) | 0x80000000u;
        node->keeps_state = guard->type->state_size > 0;
        dv_result result = place_state(b, identity, guard->type->state_size, &node->state_offset);
        if (result == DV_OK)
            result = bind_parameters(b, &guard->type->entry, guard->values, &node->parameters);
        if (result == DV_OK && guard->type->refuse)
            result = refuse(b, &guard->type->entry, guard->type->refuse(node->parameters));
        return result;
    }
    char part_path[PATH_CAPACITY];
    snprintf(part_path, sizeof part_path, "%.480s/a", path);
    dv_result result = bind_guard_node(b, guard->a, part_path, &node->a);
    if (result == DV_OK && guard->b) {
        snprintf(part_path, sizeof part_path, "%.480s/b", path);
        result = bind_guard_node(b, guard->b, part_path, &node->b);
    }
    if (result == DV_OK)
        node->keeps_state = node->a->keeps_state || (node->b && node->b->keeps_state);
    return result;
}

dv_result dv_bind_guard(const dv_program *program, uint32_t kind, const dv_guard *guard,
                        const char *path, uint32_t scope, dv_layout *layout, dv_arena *memory,
                        dv_guard_node **node, dv_error *error) {
    binder b = {program, kind, scope, layout, memory, "", "when", error, 0, 0};
    return bind_guard_node(&b, guard, path, node);
}
