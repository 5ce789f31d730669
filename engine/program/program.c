// Adding definitions to a program. bind_kinds.c binds the names; lookup.c finds them.
#include "base/names.h"
#include "base/result.h"
#include "program/program_draft.h"
#include "program/value_rows.h"

#include <stdio.h>
#include <string.h>

dv_program *dv_program_create_for(const dv_catalogue *catalogue) {
    dv_arena memory = {0};
    dv_program *program = dv_arena_alloc(&memory, sizeof *program);
    if (!program)
        return NULL;
    atomic_init(&program->references, 1);
    program->memory = memory;
    program->catalogue = catalogue;
    return program;
}

dv_program *dv_program_retain(dv_program *program) {
    atomic_fetch_add(&program->references, 1);
    return program;
}

void dv_program_release(dv_program *program) {
    if (!program || atomic_fetch_sub(&program->references, 1) != 1)
        return;
    dv_arena memory = program->memory;
    dv_arena_free(&memory);
}

dv_result dv_program_lacks_memory(dv_program *program, dv_error *error) {
    program->is_short = true;
    return dv_fail(error, DV_ERROR_MEMORY, "out of memory");
}

static bool copy_name(dv_program *program, const char **name) {
    if (!*name)
        return true;
    *name = dv_arena_copy_string(&program->memory, *name);
    return *name != NULL;
}

static bool copy_value(dv_program *program, dv_value *value) {
    if (value->type == DV_VALUE_NAME || value->type == DV_VALUE_SETTING)
        return copy_name(program, &value->as.name);
    return true;
}

static bool copy_slots(dv_program *program, const dv_slot_def **slots, uint32_t count) {
    dv_slot_def *copies = dv_arena_alloc(&program->memory, (count + !count) * sizeof *copies);
    if (!copies)
        return false;
    for (uint32_t i = 0; i < count; i++) {
        copies[i] = (*slots)[i];
        if (!copy_name(program, &copies[i].name))
            return false;
    }
    *slots = copies;
    return true;
}

static bool copy_leaves(dv_program *program, const dv_leaving_def **leaves, uint32_t count) {
    if (!*leaves)
        return true;
    dv_leaving_def *copies = dv_arena_alloc(&program->memory, (count + !count) * sizeof *copies);
    if (!copies)
        return false;
    for (uint32_t i = 0; i < count; i++) {
        copies[i] = (*leaves)[i];
        if (!copy_name(program, &copies[i].field) || !copy_value(program, &copies[i].rate))
            return false;
    }
    *leaves = copies;
    return true;
}

static bool copy_names(dv_program *program, const char *const **names, uint32_t count) {
    const char **copies = dv_arena_alloc(&program->memory, (count + !count) * sizeof *copies);
    if (!copies)
        return false;
    for (uint32_t i = 0; i < count; i++) {
        copies[i] = (*names)[i];
        if (!copy_name(program, &copies[i]))
            return false;
    }
    *names = copies;
    return true;
}

/// Copy a list of stress behaviors, and retain them.
static bool keep_stresses(dv_program *program, const dv_stress_part **parts, uint32_t count) {
    dv_stress_part *copies = dv_arena_alloc(&program->memory, (count + !count) * sizeof *copies);
    if (!copies)
        return false;
    for (uint32_t i = 0; i < count; i++) {
        copies[i] = (*parts)[i];
        if (!copy_value(program, &copies[i].weight) || !copy_value(program, &copies[i].power) ||
            !dv_hold_stress(&program->memory, copies[i].stress))
            return false;
    }
    *parts = copies;
    return true;
}

static bool keep_steering(dv_program *program, dv_steering *steering) {
    return !steering || dv_hold_steering(&program->memory, steering);
}

static const char *where_of(const char *where) { return where ? where : ""; }

static const char *colon_after(const char *where) { return where && *where ? ": " : ""; }

dv_result dv_program_add_setting(dv_program *program, const dv_setting_def *def, dv_error *error) {
    if (dv_program_setting_named(program, def->name) >= 0)
        return dv_fail(error, DV_ERROR_NAME, "setting '%s' is declared twice", def->name);
    bool in_range = def->fallback >= def->minimum && def->fallback <= def->maximum;
    if (def->type == DV_SLIDER && !in_range)
        return dv_fail(error, DV_ERROR_ARGUMENT, "setting '%s': the default %g is not in %g to %g",
                       def->name, def->fallback, def->minimum, def->maximum);
    if (!dv_arena_reserve(&program->memory, (void **)&program->settings, &program->setting_capacity,
                          program->setting_count + 1, sizeof *program->settings))
        return dv_program_lacks_memory(program, error);
    dv_setting_def kept = *def;
    const char **options =
        dv_arena_alloc(&program->memory, (def->option_count + 1) * sizeof *options);
    if (!options || !copy_name(program, &kept.name) || !copy_name(program, &kept.title))
        return dv_program_lacks_memory(program, error);
    for (uint32_t i = 0; i < def->option_count; i++) {
        options[i] = def->options[i];
        if (!copy_name(program, &options[i]))
            return dv_program_lacks_memory(program, error);
    }
    kept.options = options;
    program->settings[program->setting_count++] = kept;
    return DV_OK;
}

dv_result dv_program_add_group(dv_program *program, const dv_group_def *def, dv_error *error) {
    if (dv_program_group_type(program, def->name) >= 0)
        return dv_fail(error, DV_ERROR_NAME, "%s%sgroup '%s' is declared twice",
                       where_of(def->where), colon_after(def->where), def->name);
    if (program->group_type_count == DV_MAX_GROUP_TYPES)
        return dv_fail(error, DV_ERROR_LIMIT, "%s%smore than %d groups", where_of(def->where),
                       colon_after(def->where), DV_MAX_GROUP_TYPES);
    if (!dv_arena_reserve(&program->memory, (void **)&program->group_types,
                          &program->group_type_capacity, program->group_type_count + 1,
                          sizeof *program->group_types))
        return dv_program_lacks_memory(program, error);
    dv_group_kind type = {.name = def->name,
                          .where = where_of(def->where),
                          .slot_count = def->slot_count,
                          .has_elect = def->has_elect};
    const dv_slot_def *slots = def->slots;
    if (!copy_name(program, &type.name) || !copy_name(program, &type.where) ||
        !copy_slots(program, &slots, def->slot_count))
        return dv_program_lacks_memory(program, error);
    type.slots = (dv_slot_def *)slots;
    program->group_types[program->group_type_count++] = type;
    return DV_OK;
}

static dv_result check_flow(const dv_flow_def *def, dv_error *error) {
    const char *where = where_of(def->where);
    char flow[DV_ERROR_CAPACITY];
    snprintf(flow, sizeof flow, "%s%sflow '%s'", where, colon_after(where), def->name);
    dv_result result = dv_check_row(flow, DV_ROW_FLOW_RESOLUTION, def->resolution, error);
    if (result == DV_OK)
        result = dv_check_row(flow, DV_ROW_FLOW_INTERVAL, def->interval, error);
    if (result == DV_OK && def->has_bounds)
        result = dv_check_vector(flow, DV_ROW_FLOW_BOUNDS, def->min, error);
    if (result == DV_OK && def->has_bounds)
        result = dv_check_vector(flow, DV_ROW_FLOW_BOUNDS, def->max, error);
    if (result == DV_OK && def->has_bounds && !(def->min.x < def->max.x && def->min.y < def->max.y))
        result = dv_fail(error, DV_ERROR_ARGUMENT,
                         "%s: bounds: min must be below max along every axis", flow);
    return result;
}

dv_result dv_program_add_flow(dv_program *program, const dv_flow_def *def, dv_error *error) {
    if (dv_program_flow_type(program, def->name) >= 0)
        return dv_fail(error, DV_ERROR_NAME, "%s%sflow '%s' is declared twice",
                       where_of(def->where), colon_after(def->where), def->name);
    if (program->flow_type_count == DV_MAX_FLOW_TYPES)
        return dv_fail(error, DV_ERROR_LIMIT, "%s%smore than %d flows", where_of(def->where),
                       colon_after(def->where), DV_MAX_FLOW_TYPES);
    dv_result result = check_flow(def, error);
    if (result != DV_OK)
        return result;
    dv_flow_kind type = {.name = def->name,
                         .where = where_of(def->where),
                         .resolution = def->resolution,
                         .interval = def->interval,
                         .has_bounds = def->has_bounds,
                         .has_field = def->has_field,
                         .min = def->min,
                         .max = def->max};
    if (!dv_arena_reserve(&program->memory, (void **)&program->flow_types,
                          &program->flow_type_capacity, program->flow_type_count + 1,
                          sizeof *program->flow_types) ||
        !copy_name(program, &type.name) || !copy_name(program, &type.where))
        return dv_program_lacks_memory(program, error);
    program->flow_types[program->flow_type_count++] = type;
    return DV_OK;
}

static dv_result check_field(const dv_field_def *def, dv_error *error) {
    const char *where = where_of(def->where);
    char field[DV_ERROR_CAPACITY];
    const struct {
        dv_row row;
        double value;
    } values[] = {{DV_ROW_FIELD_CELL, def->cell},
                  {DV_ROW_FIELD_EVAPORATION, def->evaporation},
                  {DV_ROW_FIELD_DIFFUSION, def->diffusion},
                  {DV_ROW_FIELD_MAX, def->max}};
    dv_result result = DV_OK;
    snprintf(field, sizeof field, "%s%sfield '%s'", where, colon_after(where), def->name);
    for (size_t i = 0; result == DV_OK && i < sizeof values / sizeof *values; i++)
        result = dv_check_row(field, values[i].row, values[i].value, error);
    return result;
}

dv_result dv_program_add_field(dv_program *program, const dv_field_def *def, dv_error *error) {
    if (dv_program_field(program, def->name) >= 0)
        return dv_fail(error, DV_ERROR_NAME, "%s%sfield '%s' is declared twice",
                       where_of(def->where), colon_after(def->where), def->name);
    if (program->field_count == DV_MAX_FIELDS)
        return dv_fail(error, DV_ERROR_LIMIT, "%s%smore than %d fields", where_of(def->where),
                       colon_after(def->where), DV_MAX_FIELDS);
    dv_result result = check_field(def, error);
    if (result != DV_OK)
        return result;
    dv_field_def kept = *def;
    kept.where = where_of(def->where);
    if (!dv_arena_reserve(&program->memory, (void **)&program->fields, &program->field_capacity,
                          program->field_count + 1, sizeof *program->fields) ||
        !copy_name(program, &kept.name) || !copy_name(program, &kept.where))
        return dv_program_lacks_memory(program, error);
    program->fields[program->field_count++] = kept;
    return DV_OK;
}

dv_kind_def dv_kind_def_default(void) {
    return (dv_kind_def){.look = {.shape = DV_SHAPE_ARROW, .color = 0x4a6fa5ff}};
}

static dv_kind_draft *draft_named(dv_program *program, const char *name) {
    for (uint32_t i = 0; i < program->draft_count; i++)
        if (strcmp(program->drafts[i].def.name, name) == 0)
            return &program->drafts[i];
    return NULL;
}

static bool copy_kind(dv_program *program, dv_kind_def *def) {
    def->where = where_of(def->where);
    bool copied = copy_name(program, &def->name) && copy_name(program, &def->where) &&
                  copy_name(program, &def->locomotion) && copy_name(program, &def->initial) &&
                  copy_value(program, &def->speed) &&
                  copy_leaves(program, &def->leaves, def->leaving_count) &&
                  copy_slots(program, &def->slots, def->slot_count) &&
                  copy_names(program, &def->memory, def->memory_count);
    if (copied && def->model) {
        def->model = dv_copy_model(&program->memory, def->model);
        copied = def->model != NULL;
    }
    if (copied && def->look.own) {
        def->look.own = dv_copy_own_shape(&program->memory, def->look.own);
        copied = def->look.own != NULL;
    }
    if (copied && def->look.map) {
        def->look.map = dv_copy_color_map(&program->memory, def->look.map);
        copied = def->look.map != NULL;
    }
    for (int i = 0; copied && i < DV_PROPERTY_COUNT; i++)
        copied = copy_value(program, &def->properties[i]);
    return copied;
}

static bool are_stresses(const dv_stress_part *parts, uint32_t count) {
    for (uint32_t i = 0; i < count; i++)
        if (!parts[i].stress)
            return false;
    return true;
}

dv_result dv_program_add_kind(dv_program *program, const dv_kind_def *def, dv_error *error) {
    if (draft_named(program, def->name))
        return dv_fail(error, DV_ERROR_NAME, "%s%skind '%s' is declared twice",
                       where_of(def->where), colon_after(def->where), def->name);
    if (program->draft_count == DV_MAX_KINDS)
        return dv_fail(error, DV_ERROR_LIMIT, "%s%smore than %d kinds", where_of(def->where),
                       colon_after(def->where), DV_MAX_KINDS);
    if (!are_stresses(def->stress, def->stress_count) ||
        !are_stresses(def->reflex_stress, def->reflex_stress_count))
        return dv_fail(error, DV_ERROR_ARGUMENT,
                       "%s%skind '%s': stress: a stress behavior expected", where_of(def->where),
                       colon_after(def->where), def->name);
    const char *problem = def->look.own ? dv_own_shape_problem(def->look.own) : NULL;
    if (problem)
        return dv_fail(error, DV_ERROR_ARGUMENT, "%s%skind '%s': look.shape: %s",
                       where_of(def->where), colon_after(def->where), def->name, problem);
    if (!dv_arena_reserve(&program->memory, (void **)&program->drafts, &program->draft_capacity,
                          program->draft_count + 1, sizeof *program->drafts))
        return dv_program_lacks_memory(program, error);
    dv_kind_draft draft = {.def = *def};
    if (!copy_kind(program, &draft.def) ||
        !keep_stresses(program, &draft.def.stress, def->stress_count) ||
        !keep_stresses(program, &draft.def.reflex_stress, def->reflex_stress_count) ||
        !keep_steering(program, draft.def.steer) || !keep_steering(program, draft.def.reflexes))
        return dv_program_lacks_memory(program, error);
    program->drafts[program->draft_count++] = draft;
    return DV_OK;
}

/// Fail because there is no kind to add something to. If that is because adding the kind ran out of
/// memory, and the host ignored it, say so.
static dv_result no_kind(const dv_program *program, const char *format, const char *name,
                         dv_error *error) {
    char what[128];
    snprintf(what, sizeof what, format, name);
    if (program->is_short)
        return dv_fail(error, DV_ERROR_MEMORY, "out of memory");
    return dv_fail(error, DV_ERROR_ARGUMENT, "%s: there is no kind yet", what);
}

dv_result dv_program_add_state(dv_program *program, const dv_state_def *def, dv_error *error) {
    if (program->draft_count == 0)
        return no_kind(program, "state '%s'", def->name, error);
    dv_kind_draft *kind = &program->drafts[program->draft_count - 1];
    if (!are_stresses(def->stress, def->stress_count))
        return dv_fail(error, DV_ERROR_ARGUMENT,
                       "%s%sstate '%s': stress: a stress behavior expected", where_of(def->where),
                       colon_after(def->where), def->name);
    if (kind->state_count == DV_MAX_STATES)
        return dv_fail(error, DV_ERROR_LIMIT, "%s%skind '%s' has more than %d states",
                       where_of(def->where), colon_after(def->where), kind->def.name,
                       DV_MAX_STATES);
    if (!dv_arena_reserve(&program->memory, (void **)&kind->states, &kind->state_capacity,
                          kind->state_count + 1, sizeof *kind->states))
        return dv_program_lacks_memory(program, error);
    dv_state_draft draft = {.def = *def};
    draft.def.where = where_of(def->where);
    if (!copy_name(program, &draft.def.name) || !copy_name(program, &draft.def.where) ||
        !copy_value(program, &draft.def.speed) ||
        !copy_leaves(program, &draft.def.leaves, def->leaving_count) ||
        !keep_stresses(program, &draft.def.stress, def->stress_count) ||
        !keep_steering(program, draft.def.steer))
        return dv_program_lacks_memory(program, error);
    kind->states[kind->state_count++] = draft;
    return DV_OK;
}

dv_result dv_program_add_blend(dv_program *program, const char *name, dv_steering *steering,
                               dv_error *error) {
    if (program->draft_count == 0)
        return no_kind(program, "blend '%s'", name, error);
    if (!steering)
        return dv_fail(error, DV_ERROR_ARGUMENT, "blend '%s': a behavior or blend expected", name);
    dv_kind_draft *kind = &program->drafts[program->draft_count - 1];
    if (!dv_arena_reserve(&program->memory, (void **)&kind->blends, &kind->blend_capacity,
                          kind->blend_count + 1, sizeof *kind->blends) ||
        !copy_name(program, &name) || !dv_hold_steering(&program->memory, steering))
        return dv_program_lacks_memory(program, error);
    kind->blends[kind->blend_count++] = (dv_blend_draft){name, steering};
    return DV_OK;
}

dv_result dv_program_add_number(dv_program *program, const dv_number_def *def, dv_error *error) {
    if (program->draft_count == 0)
        return no_kind(program, "number '%s'", def->name, error);
    dv_kind_draft *kind = &program->drafts[program->draft_count - 1];
    dv_number_def kept = *def;
    kept.where = where_of(def->where);
    if (!dv_arena_reserve(&program->memory, (void **)&kind->numbers, &kind->number_capacity,
                          kind->number_count + 1, sizeof *kind->numbers) ||
        !copy_name(program, &kept.where) || !copy_name(program, &kept.family) ||
        !copy_name(program, &kept.owner) || !copy_name(program, &kept.name) ||
        !copy_value(program, &kept.value))
        return dv_program_lacks_memory(program, error);
    kind->numbers[kind->number_count++] = kept;
    return DV_OK;
}

static dv_state_draft *state_draft_named(dv_kind_draft *kind, const char *name) {
    for (uint32_t i = 0; i < kind->state_count; i++)
        if (strcmp(kind->states[i].def.name, name) == 0)
            return &kind->states[i];
    return NULL;
}

dv_result dv_program_add_on(dv_program *program, const char *state, const dv_on_def *def,
                            dv_error *error) {
    if (program->draft_count == 0)
        return no_kind(program, "on%s", "", error);
    if (!def->guard)
        return dv_fail(error, DV_ERROR_ARGUMENT, "%s%son: a guard expected", where_of(def->where),
                       colon_after(def->where));
    dv_kind_draft *kind = &program->drafts[program->draft_count - 1];
    dv_on_def **list = &kind->on;
    uint32_t *count = &kind->on_count, *capacity = &kind->on_capacity;
    if (state) {
        dv_state_draft *draft = state_draft_named(kind, state);
        if (!draft)
            return dv_fail(error, DV_ERROR_NAME, "kind '%s' has no state '%s'", kind->def.name,
                           state);
        list = &draft->on;
        count = &draft->on_count;
        capacity = &draft->on_capacity;
    }
    dv_on_def kept = *def;
    kept.where = where_of(def->where);
    if (!dv_arena_reserve(&program->memory, (void **)list, capacity, *count + 1, sizeof **list) ||
        !copy_name(program, &kept.where) || !copy_name(program, &kept.state) ||
        !dv_hold_guard(&program->memory, kept.guard))
        return dv_program_lacks_memory(program, error);
    (*list)[(*count)++] = kept;
    return DV_OK;
}

dv_result dv_program_finish(dv_program *program, dv_error *error) {
    if (program->finished)
        return dv_fail(error, DV_ERROR_ARGUMENT, "the program is already finished");
    if (program->is_short)
        return dv_program_lacks_memory(program, error);
    dv_result result = dv_bind_kinds(program, error);
    if (result == DV_OK)
        result = dv_go_on(program, dv_bind_terrain(program, error), error);
    if (result == DV_OK)
        result = dv_go_on(program, dv_check_removals(program, error), error);
    program->finished = result == DV_OK && !program->is_mistaken;
    return result;
}
