// Binding a composition to a kind: turns names into indices, and places the states of behaviors in
// the block of an agent. A composition can be bound to many kinds, each with its own slots.
#include "base/alloc.h"
#include "base/hash.h"
#include "base/math.h"
#include "base/names.h"
#include "base/result.h"
#include "drover/world.h"
#include "program/binder.h"
#include "program/catalogue.h"
#include "program/intent.h"

#include <stdio.h>
#include <string.h>

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

static void account_for(dv_layout *layout, uint32_t scope, uint32_t end) {
    uint32_t used = end - dv_layout_base(layout, scope);
    if (scope == DV_SCOPE_KIND)
        layout->kind_bytes = used;
    else if (scope == DV_SCOPE_COMMON)
        layout->common_bytes = used;
    else if (used > layout->state_bytes)
        layout->state_bytes = used;
}

bool dv_layout_add(dv_layout *layout, dv_layout_entry entry) {
    void **entries = (void **)&layout->entries;
    if (layout->memory
            ? !dv_arena_reserve(layout->memory, entries, &layout->capacity, layout->count + 1,
                                sizeof *layout->entries)
            : !dv_reserve(entries, &layout->capacity, layout->count + 1, sizeof *layout->entries))
        return false;
    entry.offset = scope_end(layout, entry.scope);
    layout->entries[layout->count++] = entry;
    account_for(layout, entry.scope, entry.offset + entry.size);
    return true;
}

static uint32_t align_size(uint32_t size) {
    return (size + DV_STATE_ALIGNMENT - 1) / DV_STATE_ALIGNMENT * DV_STATE_ALIGNMENT;
}

dv_result dv_place_state(dv_binder *b, uint64_t identity, uint32_t size, uint32_t *offset) {
    size = align_size(size);
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
        return dv_out_of_memory(b->error);
    *offset = b->layout->entries[b->layout->count - 1].offset;
    return DV_OK;
}

uint64_t dv_identity_of(const char *path, const char *type) {
    char text[DV_PATH_CAPACITY + 64];
    int length = snprintf(text, sizeof text, "%s:%s", path, type);
    return dv_hash_bytes(text, (size_t)length < sizeof text ? (size_t)length : sizeof text - 1);
}

static uint64_t identity_of_rhythm(void) { return dv_identity_of("step", "think"); }

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

bool dv_place_model_state(dv_kind *kind) {
    const dv_locomotion_type *model = kind->locomotion;
    if (model->state_size == 0)
        return true;
    dv_layout_entry added = {.identity = dv_identity_of("body", model->state_name),
                             .scope = DV_SCOPE_KIND,
                             .size = align_size(model->state_size)};
    if (!dv_layout_add(&kind->layout, added))
        return false;
    kind->model_offset = kind->layout.entries[kind->layout.count - 1].offset;
    return true;
}

bool dv_place_course(dv_kind *kind) {
    dv_layout_entry added = {.identity = dv_identity_of("body", "course"),
                             .scope = DV_SCOPE_KIND,
                             .size = DV_COURSE_BYTES};
    if (!dv_layout_add(&kind->layout, added))
        return false;
    kind->course_offset = kind->layout.entries[kind->layout.count - 1].offset;
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
        dv_layout_entry added = {.identity = dv_identity_of(kind->slots[i].name, "supposed"),
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

static dv_result bind_node(dv_binder *b, const dv_steering *steering, const char *path,
                           dv_node *node);

static dv_result bind_weight(const dv_binder *b, const dv_blend_type *blend,
                             const dv_kept_value *weight, dv_bound *bound) {
    bound->callback = -1;
    bound->half_cosine = -1.0f;
    if (weight->is_given)
        return dv_bind_value(b, &blend->entry, blend->weight, &weight->value, NULL, bound);
    if (blend->weight)
        dv_bind_number(blend->weight, blend->weight->fallback, bound);
    return DV_OK;
}

static dv_result bind_parts(dv_binder *b, const dv_steering *blend, const char *path,
                            dv_node *node) {
    node->part_count = blend->part_count;
    node->parts = dv_arena_alloc(b->memory, (blend->part_count + 1) * sizeof *node->parts);
    node->weights = dv_arena_alloc(b->memory, (blend->part_count + 1) * sizeof *node->weights);
    if (!node->parts || !node->weights)
        return dv_out_of_memory(b->error);
    const char *outer_where = b->where;
    for (uint32_t i = 0; i < blend->part_count; i++) {
        char part_path[DV_PATH_CAPACITY];
        snprintf(part_path, sizeof part_path, "%.480s/%u", path, i + 1);
        b->where = outer_where;
        b->family = "blend";
        snprintf(b->part, sizeof b->part, "part %u: ", i + 1);
        dv_result result = bind_weight(b, blend->blend, &blend->weights[i], &node->weights[i]);
        b->part[0] = '\0';
        result = dv_go_on(b->program, result, b->error);
        if (result == DV_OK)
            result = bind_node(b, blend->parts[i], part_path, &node->parts[i]);
        result = dv_go_on(b->program, result, b->error);
        if (result != DV_OK)
            return result;
        node->asks_host = node->asks_host || node->parts[i].asks_host;
        node->plans = node->plans || node->parts[i].plans;
        node->gains = node->gains || node->parts[i].gains;
    }
    b->where = outer_where;
    return DV_OK;
}

/// Bind what the behavior's DV_PARAMETER_STEERING was given. Its path ends in the parameter's name.
static dv_result bind_given_part(dv_binder *b, const dv_steering *steering, const char *path,
                                 dv_node *node) {
    const dv_entry *entry = &steering->behavior->entry;
    if (steering->part_count == 0)
        return DV_OK;
    node->parts = dv_arena_alloc(b->memory, sizeof *node->parts);
    if (!node->parts)
        return dv_out_of_memory(b->error);
    char part_path[DV_PATH_CAPACITY];
    snprintf(part_path, sizeof part_path, "%.440s/%.60s", path,
             entry->parameters[dv_part_parameter(entry)].name);
    node->part_count = 1;
    const char *outer_where = b->where;
    dv_result result = bind_node(b, steering->parts[0], part_path, &node->parts[0]);
    b->where = outer_where;
    if (result == DV_OK)
        result = dv_place_state(b, dv_identity_of(path, "intent"), sizeof(dv_intent),
                                &node->intent_offset);
    node->asks_host = node->asks_host || node->parts[0].asks_host;
    node->plans = true;
    node->gains = node->gains || node->parts[0].gains;
    return result;
}

/// Reserve tallies for a behavior that needs them, unless the composition has too many.
static void place_conclusion(dv_binder *b, dv_node *node) {
    uint32_t tallies = node->behavior ? node->squad->tally_count : 0;
    node->conclusion = node->first_tally = DV_ALONE;
    if (tallies == 0 || b->conclusion_count == DV_MAX_CONCLUSIONS ||
        b->tally_count + tallies > DV_MAX_COMPOSITION_TALLIES)
        return;
    node->conclusion = b->conclusion_count++;
    node->first_tally = b->tally_count;
    b->tally_count = (uint16_t)(b->tally_count + tallies);
}

static dv_result bind_node(dv_binder *b, const dv_steering *steering, const char *path,
                           dv_node *node) {
    const dv_entry *entry =
        steering->behavior ? &steering->behavior->entry : &steering->blend->entry;
    uint32_t state_size =
        steering->behavior ? steering->behavior->state_size : steering->blend->state_size;
    uint64_t identity = dv_identity_of(path, entry->name);
    if (*steering->where)
        b->where = steering->where;
    b->family = steering->behavior ? "steer" : "blend";
    node->behavior = steering->behavior;
    node->squad =
        steering->behavior ? dv_squad_behavior_of(b->program->catalogue, steering->behavior) : NULL;
    node->blend = steering->blend;
    node->stream = (uint32_t)(identity >> 32) | 0x80000000u;
    node->asks_host = steering->behavior && state_size >= sizeof(dv_vec3) &&
                      entry->parameter_count > 0 &&
                      entry->parameters[0].type == DV_PARAMETER_CALLBACK;
    node->plans = node->squad && node->squad->plans;
    node->gains = node->squad && (node->squad->predicts || node->squad->evaluate_squad);
    dv_result result = dv_place_state(b, identity, state_size, &node->state_offset);
    if (result == DV_OK)
        result = dv_bind_parameters(b, entry, steering->values, &node->parameters);
    if (result == DV_OK && steering->behavior && steering->behavior->refuse)
        result = dv_refuse_parameters(b, entry, steering->behavior->refuse(node->parameters));
    if (result == DV_OK) {
        node->reads_slots = dv_may_be_empty(entry, node->parameters);
        place_conclusion(b, node);
    }
    if (result == DV_OK)
        result = steering->blend ? bind_parts(b, steering, path, node)
                                 : bind_given_part(b, steering, path, node);
    return result;
}

dv_result dv_bind_steering(dv_program *program, uint32_t kind, const dv_steering *steering,
                           const char *path, uint32_t scope, dv_layout *layout, dv_arena *memory,
                           dv_node **node, dv_error *error) {
    dv_binder b =
        dv_begin_binding(program, kind, scope, layout, memory, steering->where, "steer", error);
    *node = dv_arena_alloc(memory, sizeof **node);
    if (!*node)
        return dv_out_of_memory(error);
    dv_result result = bind_node(&b, steering, path, *node);
    (*node)->conclusion_count = b.conclusion_count;
    (*node)->tally_count = b.tally_count;
    return result;
}

/// Bind the sum of a state's composition and the reflexes of its kind.
static dv_result bind_sum(dv_binder *b, const dv_steering *steering, const dv_steering *reflexes,
                          const char *path, dv_node *node) {
    node->blend = (const dv_blend_type *)dv_table_named(&b->program->catalogue->blends, "sum");
    node->conclusion = node->first_tally = DV_ALONE;
    node->part_count = 2;
    node->parts = dv_arena_alloc(b->memory, 2 * sizeof *node->parts);
    node->weights = dv_arena_alloc(b->memory, 2 * sizeof *node->weights);
    if (!node->parts || !node->weights)
        return dv_out_of_memory(b->error);
    dv_result result = bind_node(b, steering, path, &node->parts[0]);
    b->scope = DV_SCOPE_KIND;
    b->where = reflexes->where;
    if (result == DV_OK)
        result = bind_node(b, reflexes, "reflexes", &node->parts[1]);
    node->asks_host = node->parts[0].asks_host || node->parts[1].asks_host;
    node->plans = node->parts[0].plans || node->parts[1].plans;
    node->gains = node->parts[0].gains || node->parts[1].gains;
    return result;
}

dv_result dv_bind_with_reflexes(dv_program *program, uint32_t kind, const dv_steering *steering,
                                const dv_steering *reflexes, const char *path, uint32_t scope,
                                dv_layout *layout, dv_arena *memory, dv_node **node,
                                dv_error *error) {
    if (!reflexes)
        return dv_bind_steering(program, kind, steering, path, scope, layout, memory, node, error);
    if (!steering)
        return dv_bind_steering(program, kind, reflexes, "reflexes", DV_SCOPE_KIND, layout, memory,
                                node, error);
    dv_binder b =
        dv_begin_binding(program, kind, scope, layout, memory, steering->where, "steer", error);
    *node = dv_arena_alloc(memory, sizeof **node);
    if (!*node)
        return dv_out_of_memory(error);
    dv_result result = bind_sum(&b, steering, reflexes, path, *node);
    (*node)->conclusion_count = b.conclusion_count;
    (*node)->tally_count = b.tally_count;
    return result;
}

/// The bytes of state that a guard keeps with the arguments that it was given.
static uint32_t state_of_guard(const dv_guard *guard) {
    const dv_guard_type *type = guard->type;
    for (uint32_t i = 0; type->state_for && i < type->entry.parameter_count; i++)
        if (strcmp(type->entry.parameters[i].name, type->state_for) == 0)
            return guard->values[i].is_given ? type->state_size : 0;
    return type->state_size;
}

static dv_result bind_guard_node(dv_binder *b, const dv_guard *guard, const char *path,
                                 dv_guard_node **out) {
    dv_guard_node *node = dv_arena_alloc(b->memory, sizeof *node);
    if (!node)
        return dv_out_of_memory(b->error);
    *out = node;
    node->operator= guard->operator;
    node->guard = guard;
    if (guard->operator== DV_GUARD_TEST) {
        uint64_t identity = dv_identity_of(path, guard->type->entry.name);
        b->where = guard->where;
        node->type = guard->type;
        node->evaluate_many = dv_evaluate_many_of(b->program->catalogue, guard->type);
        node->stream = (uint32_t)(identity >> 32) | 0x80000000u;
        uint32_t state_size = state_of_guard(guard);
        node->keeps_state = state_size > 0;
        dv_result result = dv_place_state(b, identity, state_size, &node->state_offset);
        if (result == DV_OK)
            result = dv_bind_parameters(b, &guard->type->entry, guard->values, &node->parameters);
        if (result == DV_OK && guard->type->refuse)
            result =
                dv_refuse_parameters(b, &guard->type->entry, guard->type->refuse(node->parameters));
        return result;
    }
    char part_path[DV_PATH_CAPACITY];
    snprintf(part_path, sizeof part_path, "%.480s/a", path);
    dv_result result =
        dv_go_on(b->program, bind_guard_node(b, guard->a, part_path, &node->a), b->error);
    if (result == DV_OK && guard->b) {
        snprintf(part_path, sizeof part_path, "%.480s/b", path);
        result = dv_go_on(b->program, bind_guard_node(b, guard->b, part_path, &node->b), b->error);
    }
    if (result == DV_OK)
        node->keeps_state = node->a->keeps_state || (node->b && node->b->keeps_state);
    return result;
}

dv_result dv_bind_guard(dv_program *program, uint32_t kind, const dv_guard *guard, const char *path,
                        uint32_t scope, dv_layout *layout, dv_arena *memory, dv_guard_node **node,
                        dv_error *error) {
    dv_binder b = dv_begin_binding(program, kind, scope, layout, memory, "", "when", error);
    return bind_guard_node(&b, guard, path, node);
}
