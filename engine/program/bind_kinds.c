// Turning the drafts of a program into kinds, in two passes, since kinds may refer to one another.
// The first sets names, slots, and states; the second binds guards, compositions, and values.
#include "base/math.h"
#include "base/names.h"
#include "base/result.h"
#include "program/binder.h"
#include "program/catalogue.h"
#include "program/program_draft.h"

#include <stdio.h>
#include <string.h>

static dv_result out_of_memory(dv_error *error) {
    return dv_fail(error, DV_ERROR_MEMORY, "out of memory");
}

static const char *colon_after(const char *where) { return *where ? ": " : ""; }

static dv_result name_states(dv_program *program, const dv_kind_draft *draft, dv_kind *kind,
                             dv_error *error) {
    // A kind without states gets one with the name "", which has the kind's composition and step.
    uint32_t count = draft->state_count ? draft->state_count : 1;
    kind->states = dv_arena_alloc(&program->memory, count * sizeof *kind->states);
    if (!kind->states)
        return out_of_memory(error);
    kind->state_count = count;
    kind->states[0].name = "";
    kind->states[0].where = draft->def.where;
    for (uint32_t i = 0; i < draft->state_count; i++) {
        const dv_state_def *def = &draft->states[i].def;
        for (uint32_t j = 0; j < i; j++)
            if (strcmp(kind->states[j].name, def->name) == 0)
                return dv_fail(error, DV_ERROR_NAME, "%s%sstate '%s' is declared twice", def->where,
                               colon_after(def->where), def->name);
        kind->states[i] = (dv_state){.name = def->name,
                                     .where = def->where,
                                     .has_enter = def->has_enter,
                                     .has_leave = def->has_leave,
                                     .has_step = def->has_step,
                                     .color = def->color};
        uint32_t think = def->think ? def->think : draft->def.think;
        kind->states[i].rhythm.every = def->has_step ? think : 1;
    }
    return DV_OK;
}

static dv_result name_kind(dv_program *program, const dv_kind_draft *draft, dv_kind *kind,
                           dv_error *error) {
    const dv_kind_def *def = &draft->def;
    const char *locomotion = def->locomotion ? def->locomotion : "point_mass";
    const dv_table *models = &program->catalogue->locomotion;
    *kind = (dv_kind){.name = def->name,
                      .where = def->where,
                      .locomotion = (const dv_locomotion_type *)dv_table_named(models, locomotion),
                      .occluded = def->occluded,
                      .look = def->look,
                      .slots = (dv_slot_def *)def->slots,
                      .slot_count = def->slot_count,
                      .memory = def->memory,
                      .memory_count = def->memory_count,
                      .has_step = def->has_step,
                      .rhythm = {.every = def->has_step ? def->think : 1},
                      .has_init = def->has_init};
    if (!kind->locomotion) {
        const char *nearest = dv_table_nearest(models, locomotion);
        dv_result result =
            dv_fail(error, DV_ERROR_NAME, "%s%sbody.locomotion: no model '%s'%s%s%s", def->where,
                    colon_after(def->where), locomotion, nearest ? " (" : "",
                    nearest ? nearest : "", nearest ? "?)" : "");
        result = dv_go_on(program, result, error);
        if (result != DV_OK)
            return result;
        kind->locomotion = (const dv_locomotion_type *)dv_table_named(models, "point_mass");
    }
    kind->is_legged = kind->locomotion->steps;
    for (uint32_t i = 0; i < kind->slot_count; i++)
        if (kind->slots[i].type == DV_SLOT_SURFACE && strcmp(kind->slots[i].name, "surface") == 0)
            kind->surface_slot = (uint16_t)(i + 1);
    dv_result result =
        def->model ? dv_bind_model(&program->memory, def->model, kind, error) : DV_OK;
    result = dv_go_on(program, result, error);
    if (result == DV_OK)
        result = dv_go_on(program, dv_check_color_map(kind, error), error);
    if (result == DV_OK)
        result = name_states(program, draft, kind, error);
    if (result != DV_OK)
        return result;
    if (!def->initial)
        return DV_OK;
    for (uint32_t i = 0; i < kind->state_count; i++)
        if (strcmp(kind->states[i].name, def->initial) == 0) {
            kind->initial = i;
            return DV_OK;
        }
    uint32_t index = (uint32_t)(kind - program->kinds);
    const char *nearest = dv_program_nearest_state(program, index, def->initial);
    return dv_fail(error, DV_ERROR_NAME, "%s%sinitial: no state '%s'%s%s%s", def->where,
                   colon_after(def->where), def->initial, nearest ? " (" : "",
                   nearest ? nearest : "", nearest ? "?)" : "");
}

static dv_result no_number_slot(const dv_kind *kind, const char *where, const char *path,
                                const char *name, dv_error *error) {
    const char *names[64];
    uint32_t count = 0;
    for (uint32_t i = 0; i < kind->slot_count && count < 64; i++)
        if (kind->slots[i].type == DV_SLOT_NUMBER)
            names[count++] = kind->slots[i].name;
    if (dv_is_memory(kind, name))
        return dv_fail(error, DV_ERROR_NAME, "%s%s%s: " DV_NUMBER_IN_MEMORY, where,
                       colon_after(where), path, name, name);
    const char *nearest = dv_nearest_name(name, names, count);
    return dv_fail(error, DV_ERROR_NAME, "%s%s%s: kind '%s' has no number slot '%s'%s%s%s", where,
                   colon_after(where), path, kind->name, name, nearest ? " (" : "",
                   nearest ? nearest : "", nearest ? "?)" : "");
}

/// The number of a word that stands for a value of the property; false if it is no such word.
static bool is_word_of(const dv_parameter *parameter, const dv_value *value, double *number) {
    if (parameter->type != DV_PARAMETER_SOLIDITY || value->type != DV_VALUE_NAME ||
        strcmp(value->as.name, DV_AGENTS_ARE_SOLID) != 0)
        return false;
    *number = DV_SOLID_FOR_AGENTS;
    return true;
}

/// Bind a number of a kind or state: a literal in range, a number slot, or a setting.
static dv_result bind_number(const dv_program *program, uint32_t kind, const char *where,
                             const char *path, const dv_parameter *parameter, const dv_value *value,
                             dv_bound *bound, dv_error *error) {
    *bound = (dv_bound){.callback = -1, .half_cosine = -1.0f};
    double number = value->type == DV_VALUE_NUMBER    ? value->as.number
                    : value->type == DV_VALUE_BOOLEAN ? value->as.boolean
                                                      : parameter->fallback;
    switch (is_word_of(parameter, value, &number) ? DV_VALUE_NUMBER : value->type) {
    case DV_VALUE_NAME: {
        int32_t slot = dv_program_slot_named(program, kind, value->as.name);
        if (slot < 0 || program->kinds[kind].slots[slot].type != DV_SLOT_NUMBER)
            return no_number_slot(&program->kinds[kind], where, path, value->as.name, error);
        bound->source = DV_SOURCE_SLOT;
        bound->slot_type = DV_SLOT_NUMBER;
        bound->index = (uint16_t)slot;
        return DV_OK;
    }
    case DV_VALUE_SETTING: {
        int32_t setting = dv_program_setting_named(program, value->as.name);
        const char *nearest = dv_program_nearest_setting(program, value->as.name);
        if (setting < 0)
            return dv_fail(error, DV_ERROR_NAME, "%s%s%s: no setting '%s'%s%s%s", where,
                           colon_after(where), path, value->as.name, nearest ? " (" : "",
                           nearest ? nearest : "", nearest ? "?)" : "");
        bound->source = DV_SOURCE_SETTING;
        bound->index = (uint16_t)setting;
        return DV_OK;
    }
    default:
        number = dv_round_angle(parameter, number);
        if (!(number >= parameter->minimum && number <= parameter->maximum))
            return dv_fail(error, DV_ERROR_ARGUMENT, "%s%s%s: %g is not in %g to %g%s%s", where,
                           colon_after(where), path, number, parameter->minimum, parameter->maximum,
                           *parameter->unit ? " " : "", parameter->unit);
        bound->source = DV_SOURCE_LITERAL;
        bound->number = number;
        if (strcmp(parameter->unit, "rad") == 0)
            bound->half_cosine = number >= 2 * DV_PI ? -1.0f : (float)dv_cos(number / 2);
        return DV_OK;
    }
}

static dv_result bind_properties(dv_program *program, uint32_t index, const dv_kind_draft *draft,
                                 dv_kind *kind, dv_error *error) {
    dv_result result = DV_OK;
    for (int i = 0; result == DV_OK && i < DV_PROPERTY_COUNT; i++) {
        char path[96];
        const char *group = strchr(dv_properties[i].name, '.') ? "" : "body.";
        snprintf(path, sizeof path, "%s%s", group, dv_properties[i].name);
        result = bind_number(program, index, draft->def.where, path, &dv_properties[i],
                             &draft->def.properties[i], &kind->properties[i], error);
        result = dv_go_on(program, result, error);
    }
    return result;
}

static const dv_parameter speed_parameter = {
    .name = "speed", .type = DV_PARAMETER_NUMBER, .unit = "m/s", .minimum = 0, .maximum = 1e6};

static dv_result bind_speed(const dv_program *program, uint32_t kind, const char *where,
                            const char *path, const dv_value *own, const dv_value *kinds,
                            dv_bound *bound, dv_error *error) {
    const dv_value *value = own->type != DV_VALUE_NONE ? own : kinds;
    // States without a speed use the kind's. An error in that is reported for the kind.
    path = value == own ? path : "speed";
    if (value->type == DV_VALUE_NONE) {
        *bound = (dv_bound){.source = DV_SOURCE_ABSENT, .callback = -1};
        return DV_OK;
    }
    return bind_number(program, kind, where, path, &speed_parameter, value, bound, error);
}

static dv_result no_such_target(const dv_program *program, uint32_t kind, const dv_on_def *def,
                                const char *path, dv_error *error) {
    const char *nearest = dv_program_nearest_state(program, kind, def->state);
    return dv_fail(error, DV_ERROR_NAME, "%s%s%s: no state '%s'%s%s%s", def->where,
                   colon_after(def->where), path, def->state, nearest ? " (" : "",
                   nearest ? nearest : "", nearest ? "?)" : "");
}

static dv_result bind_on(dv_program *program, uint32_t kind, const dv_on_def *defs, uint32_t count,
                         const char *key, uint32_t scope, dv_on **out, uint32_t *out_count,
                         dv_error *error) {
    dv_on *entries = dv_arena_alloc(&program->memory, (count + 1) * sizeof *entries);
    if (!entries)
        return out_of_memory(error);
    *out = entries;
    *out_count = count;
    for (uint32_t i = 0; i < count; i++) {
        char path[192], error_path[256];
        // Different paths, so that guards of kinds and of states have different random streams.
        snprintf(path, sizeof path, "%s/%u", scope == DV_SCOPE_KIND ? "kind.on" : "on", i + 1);
        snprintf(error_path, sizeof error_path, "%.180s[%u]", key, i + 1);
        entries[i].callback = defs[i].callback;
        entries[i].state = -1;
        if (defs[i].state)
            entries[i].state = dv_program_state(program, kind, defs[i].state);
        dv_result result = DV_OK;
        if (defs[i].state && entries[i].state < 0)
            result = dv_go_on(program, no_such_target(program, kind, &defs[i], error_path, error),
                              error);
        if (result == DV_OK)
            result = dv_bind_guard(program, kind, defs[i].guard, path, scope,
                                   &program->kinds[kind].layout, &program->memory,
                                   &entries[i].guard, error);
        result = dv_go_on(program, result, error);
        if (result != DV_OK)
            return result;
    }
    return DV_OK;
}

/// Where a key of a kind or state is declared, for messages. Writes the path of the key to `path`.
static const char *place_of(const dv_kind *kind, const dv_state *state, char path[192],
                            const char *key) {
    if (*state->name)
        snprintf(path, 192, "states.%.160s.%s", state->name, key);
    else
        snprintf(path, 192, "%s", key);
    return *state->name ? state->where : kind->where;
}

static dv_result check_stresses(const dv_kind *kind, const dv_state *state, const char *key,
                                uint32_t count, dv_error *error) {
    char path[192];
    const char *where = place_of(kind, state, path, key);
    if (count > 0 && kind->locomotion->stays)
        return dv_fail(error, DV_ERROR_ARGUMENT,
                       "%s%s%s: a body that moves expected, got locomotion \"%s\"", where,
                       colon_after(where), path, kind->locomotion->entry.name);
    if (count > DV_MAX_STRESSES)
        return dv_fail(error, DV_ERROR_LIMIT, "%s%s%s: more than %d stress behaviors", where,
                       colon_after(where), path, DV_MAX_STRESSES);
    return DV_OK;
}

static void note_stresses(dv_stress_list *list) {
    for (uint32_t i = 0; i < list->count; i++) {
        list->asks_host = list->asks_host || list->nodes[i]->asks_host;
        list->follows =
            list->follows || strcmp(list->nodes[i]->type->entry.name, "follow_steering") == 0;
    }
}

/// Bind a state's stress behaviors, or else the kind's, and add the kind's reflexes.
static dv_result bind_stress(dv_program *program, uint32_t index, const dv_kind_draft *draft,
                             const dv_state_def *def, uint32_t number,
                             const dv_stress_list *reflexes, dv_error *error) {
    dv_kind *kind = &program->kinds[index];
    dv_state *state = &kind->states[number];
    bool own = def->stress_count > 0;
    const dv_stress_part *parts = own ? def->stress : draft->def.stress;
    uint32_t count = own ? def->stress_count : draft->def.stress_count;
    dv_result result =
        dv_go_on(program, check_stresses(kind, state, "stress", count, error), error);
    if (result != DV_OK)
        return result;
    uint32_t all = count + reflexes->count;
    state->stress.nodes =
        dv_arena_alloc(&program->memory, (all + 1) * sizeof(const dv_stress_node *));
    if (!state->stress.nodes)
        return out_of_memory(error);
    state->stress.count = all;
    result = dv_bind_stresses(program, index, parts, count, "stress", DV_SCOPE_STATE + number,
                              &kind->layout, &program->memory, state->stress.nodes, error);
    for (uint32_t i = 0; i < reflexes->count; i++)
        state->stress.nodes[count + i] = reflexes->nodes[i];
    if (result == DV_OK)
        note_stresses(&state->stress);
    return result;
}

/// Bind the reflexes. Their states are in the kind's part of the block, so they must come before
/// everything of the kind's states.
static dv_result bind_reflexes(dv_program *program, uint32_t index, const dv_kind_draft *draft,
                               dv_stress_list *reflexes, dv_error *error) {
    dv_kind *kind = &program->kinds[index];
    uint32_t count = draft->def.reflex_stress_count;
    const dv_state unnamed = {.name = ""};
    dv_result result =
        dv_go_on(program, check_stresses(kind, &unnamed, "reflexes", count, error), error);
    dv_node *node;
    if (result == DV_OK && draft->def.reflexes)
        result = dv_bind_steering(program, index, draft->def.reflexes, "reflexes", DV_SCOPE_KIND,
                                  &kind->layout, &program->memory, &node, error);
    result = dv_go_on(program, result, error);
    reflexes->count = count;
    reflexes->nodes =
        dv_arena_alloc(&program->memory, (count + 1) * sizeof(const dv_stress_node *));
    if (result == DV_OK && !reflexes->nodes)
        return out_of_memory(error);
    if (result == DV_OK)
        result = dv_bind_stresses(program, index, draft->def.reflex_stress, count, "reflexes",
                                  DV_SCOPE_KIND, &kind->layout, &program->memory, reflexes->nodes,
                                  error);
    return result;
}

static dv_result bind_states(dv_program *program, uint32_t index, const dv_kind_draft *draft,
                             dv_kind *kind, const dv_stress_list *reflexes, dv_error *error) {
    static const dv_state_draft unnamed = {0};
    dv_result result = DV_OK;
    for (uint32_t i = 0; result == DV_OK && i < kind->state_count; i++) {
        const dv_state_draft *from = draft->state_count ? &draft->states[i] : &unnamed;
        dv_state *state = &kind->states[i];
        dv_steering *steer = from->def.steer ? from->def.steer : draft->def.steer;
        char path[192];
        snprintf(path, sizeof path, "states.%.160s.speed", state->name);
        result = bind_speed(program, index, state->where, path, &from->def.speed, &draft->def.speed,
                            &state->speed, error);
        result = dv_go_on(program, result, error);
        if (result == DV_OK && (steer || draft->def.reflexes))
            result = dv_bind_with_reflexes(program, index, steer, draft->def.reflexes, "steer",
                                           DV_SCOPE_STATE + i, &kind->layout, &program->memory,
                                           &state->steer, error);
        result = dv_go_on(program, result, error);
        if (result == DV_OK)
            result = bind_stress(program, index, draft, &from->def, i, reflexes, error);
        if (result == DV_OK)
            result = dv_go_on(
                program, dv_bind_leaves(program, index, draft, &from->def, state, error), error);
        if (result == DV_OK && !dv_place_rhythm(&state->rhythm, DV_SCOPE_STATE + i, &kind->layout))
            result = out_of_memory(error);
        snprintf(path, sizeof path, "states.%.160s.on", state->name);
        if (result == DV_OK)
            result = bind_on(program, index, from->on, from->on_count, path, DV_SCOPE_STATE + i,
                             &state->on, &state->on_count, error);
    }
    return result;
}

static dv_result bind_blends(dv_program *program, uint32_t index, const dv_kind_draft *draft,
                             dv_kind *kind, dv_error *error) {
    kind->blends =
        dv_arena_alloc(&program->memory, (draft->blend_count + 1) * sizeof *kind->blends);
    if (!kind->blends)
        return out_of_memory(error);
    kind->blend_count = draft->blend_count;
    dv_result result = DV_OK;
    for (uint32_t i = 0; result == DV_OK && i < draft->blend_count; i++) {
        char path[192];
        snprintf(path, sizeof path, "blends.%.160s", draft->blends[i].name);
        kind->blends[i].name = draft->blends[i].name;
        result = dv_bind_with_reflexes(program, index, draft->blends[i].steering,
                                       draft->def.reflexes, path, DV_SCOPE_COMMON, &kind->layout,
                                       &program->memory, &kind->blends[i].node, error);
        result = dv_go_on(program, result, error);
    }
    return result;
}

static bool has_stresses(const dv_kind_draft *draft) {
    bool has = draft->def.stress_count > 0 || draft->def.reflex_stress_count > 0;
    for (uint32_t i = 0; i < draft->state_count; i++)
        has = has || draft->states[i].def.stress_count > 0;
    return has;
}

static dv_result bind_locomotion(const dv_kind_draft *draft, dv_kind *kind, dv_error *error) {
    const dv_locomotion_type *model = kind->locomotion;
    dv_result result =
        model->refuse ? model->refuse(kind->properties, draft->def.where, error) : DV_OK;
    if (result != DV_OK)
        return result;
    kind->weighs = !kind->is_legged && has_stresses(draft);
    bool has_room = dv_place_model_state(kind) && (!kind->weighs || dv_place_course(kind));
    return has_room ? DV_OK : out_of_memory(error);
}

static dv_result bind_kind(dv_program *program, uint32_t index, dv_error *error) {
    const dv_kind_draft *draft = &program->drafts[index];
    dv_kind *kind = &program->kinds[index];
    kind->layout.memory = &program->memory;
    dv_result result = bind_properties(program, index, draft, kind, error);
    bool supposes = draft->def.properties[DV_SIGHT_UNCERTAINTY].type != DV_VALUE_NONE;
    if (result == DV_OK && supposes && !dv_place_suppositions(kind, &program->memory))
        result = out_of_memory(error);
    if (result == DV_OK)
        result = bind_on(program, index, draft->on, draft->on_count, "on", DV_SCOPE_KIND, &kind->on,
                         &kind->on_count, error);
    if (result == DV_OK && !dv_place_rhythm(&kind->rhythm, DV_SCOPE_KIND, &kind->layout))
        result = out_of_memory(error);
    dv_stress_list reflexes = {0};
    if (result == DV_OK)
        result = dv_go_on(program, bind_locomotion(draft, kind, error), error);
    if (result == DV_OK)
        result = bind_reflexes(program, index, draft, &reflexes, error);
    if (result == DV_OK)
        result = bind_states(program, index, draft, kind, &reflexes, error);
    if (result == DV_OK)
        result = bind_blends(program, index, draft, kind, error);
    if (result == DV_OK)
        result = dv_check_numbers(program, index, draft, error);
    return result;
}

/// Whether a behavior has a neighborhood. The radii of others would only make the grid coarser.
static bool looks_at_neighbors(const dv_node *node) {
    bool looks = false;
    for (uint32_t i = 0; node->behavior && i < node->behavior->entry.parameter_count; i++)
        looks = looks || node->behavior->entry.parameters[i].type == DV_PARAMETER_KIND;
    return looks;
}

static float largest_radius(const dv_node *node) {
    float largest = 0;
    uint32_t count = looks_at_neighbors(node) ? node->behavior->entry.parameter_count : 0;
    for (uint32_t i = 0; i < count; i++) {
        const char *name = node->behavior->entry.parameters[i].name;
        const char *last = strrchr(name, '.');
        bool is_radius = strcmp(last ? last + 1 : name, "radius") == 0;
        const dv_bound *bound = &node->parameters[i];
        if (is_radius && bound->source == DV_SOURCE_LITERAL && bound->number < 1e4)
            largest = largest > (float)bound->number ? largest : (float)bound->number;
    }
    for (uint32_t i = 0; i < node->part_count; i++) {
        float part = largest_radius(&node->parts[i]);
        largest = largest > part ? largest : part;
    }
    return largest;
}

static float reach_of(const dv_kind *kind) {
    float reach = 0;
    for (uint32_t s = 0; s < kind->state_count; s++) {
        float radius = kind->states[s].steer ? largest_radius(kind->states[s].steer) : 0;
        reach = reach > radius ? reach : radius;
    }
    return reach;
}

static void note_what_it_does(dv_kind *kind) {
    kind->reach = reach_of(kind);
    kind->is_guarded = kind->on_count > 0;
    kind->steps = kind->has_step;
    for (uint32_t i = 0; i < kind->state_count; i++) {
        const dv_state *state = &kind->states[i];
        kind->is_guarded = kind->is_guarded || state->on_count > 0;
        kind->steps = kind->steps || state->has_step;
        kind->asks_host =
            kind->asks_host || (state->steer && state->steer->asks_host) || state->stress.asks_host;
        kind->plans = kind->plans || (state->steer && state->steer->plans);
    }
    for (uint32_t i = 0; i < kind->blend_count; i++) {
        kind->asks_host = kind->asks_host || kind->blends[i].node->asks_host;
        kind->plans = kind->plans || kind->blends[i].node->plans;
    }
}

// Bodies of a plain locomotion model have no inertia unless their kind sets a smoothing.
static bool has_inertia(const dv_kind *kind) {
    const dv_bound *smoothing = &kind->properties[DV_SMOOTHING];
    return !kind->locomotion->is_plain || smoothing->source != DV_SOURCE_LITERAL ||
           smoothing->number != 0;
}

static void note_what_they_do(dv_program *program) {
    uint32_t cohorts = 0;
    for (uint32_t i = 0; i < program->kind_count; i++) {
        dv_kind *kind = &program->kinds[i];
        note_what_it_does(kind);
        kind->itself = dv_one_kind(i);
        kind->has_inertia = has_inertia(kind);
        kind->first_cohort = cohorts;
        cohorts += kind->state_count * (kind->blend_count + 1);
        if (kind->is_guarded)
            dv_add_kind(&program->guarded_kinds, i);
        program->decides = program->decides || kind->is_guarded || kind->steps;
        program->asks_host = program->asks_host || kind->asks_host;
        program->plans = program->plans || kind->plans;
        program->has_stresses = program->has_stresses || kind->is_legged || kind->weighs;
        program->has_inertia = program->has_inertia || kind->has_inertia;
        program->supposes = program->supposes || kind->suppositions;
    }
}

dv_result dv_bind_kinds(dv_program *program, dv_error *error) {
    program->kinds =
        dv_arena_alloc(&program->memory, (program->draft_count + 1) * sizeof *program->kinds);
    if (!program->kinds)
        return out_of_memory(error);
    dv_result result = DV_OK;
    for (uint32_t i = 0; result == DV_OK && i < program->draft_count; i++) {
        program->kind_count = i + 1;
        result = dv_go_on(
            program, name_kind(program, &program->drafts[i], &program->kinds[i], error), error);
    }
    for (uint32_t i = 0; result == DV_OK && i < program->kind_count; i++)
        result = bind_kind(program, i, error);
    if (result != DV_OK || program->is_mistaken)
        return result;
    note_what_they_do(program);
    return DV_OK;
}
