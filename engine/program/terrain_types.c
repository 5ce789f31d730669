// The types of terrain that a program declares.
#include "drover/terrain.h"

#include "base/result.h"
#include "program/program_draft.h"
#include "program/value_rows.h"

#include <stdio.h>
#include <string.h>

dv_terrain_def dv_terrain_def_default(void) { return (dv_terrain_def){.speed = 1}; }

static dv_result refuse_terrain(const dv_terrain_def *def, const char *reason, dv_error *error) {
    const char *where = def->where ? def->where : "";
    return dv_fail(error, DV_ERROR_ARGUMENT, "%s%sterrain '%s': %s", where, *where ? ": " : "",
                   def->name, reason);
}

static dv_result check_values(const char *name, double weight, double speed, dv_error *error) {
    dv_result result = dv_check_row(name, DV_ROW_TERRAIN_WEIGHT, weight, error);
    return result == DV_OK ? dv_check_row(name, DV_ROW_REGION_SPEED, speed, error) : result;
}

/// Check and copy what a type is for some kinds. `what` names the type in messages.
static dv_result copy_kinds(dv_program *program, dv_terrain_def *kept, const char *what,
                            dv_error *error) {
    uint32_t count = kept->kind_count;
    dv_terrain_for *kinds = dv_arena_alloc(&program->memory, (count + 1) * sizeof *kinds);
    if (!kinds)
        return dv_program_lacks_memory(program, error);
    for (uint32_t i = 0; i < count; i++) {
        char name[DV_ERROR_CAPACITY];
        kinds[i] = kept->kinds[i];
        snprintf(name, sizeof name, "%.200s: kinds.%.40s", what, kinds[i].kind);
        if (check_values(name, kinds[i].weight, kinds[i].speed, error) != DV_OK)
            return DV_ERROR_ARGUMENT;
        kinds[i].kind = dv_arena_copy_string(&program->memory, kinds[i].kind);
        if (!kinds[i].kind)
            return dv_program_lacks_memory(program, error);
    }
    kept->kinds = kinds;
    return DV_OK;
}

dv_result dv_program_add_terrain(dv_program *program, const dv_terrain_def *def, dv_error *error) {
    if (dv_program_terrain(program, def->name) >= 0)
        return refuse_terrain(def, "it is declared twice", error);
    char name[DV_ERROR_CAPACITY];
    const char *where = def->where ? def->where : "";
    if (program->terrain_type_count == DV_MAX_TERRAIN_TYPES)
        return dv_fail(error, DV_ERROR_LIMIT, "%s%smore than %d types of terrain", where,
                       *where ? ": " : "", DV_MAX_TERRAIN_TYPES);
    snprintf(name, sizeof name, "%s%sterrain '%s'", where, *where ? ": " : "", def->name);
    if (check_values(name, def->weight, def->speed, error) != DV_OK)
        return DV_ERROR_ARGUMENT;
    dv_terrain_def kept = *def;
    dv_result result = copy_kinds(program, &kept, name, error);
    if (result != DV_OK)
        return result;
    kept.name = dv_arena_copy_string(&program->memory, def->name);
    kept.where = dv_arena_copy_string(&program->memory, def->where ? def->where : "");
    kept.field = def->field ? dv_arena_copy_string(&program->memory, def->field) : NULL;
    if (!kept.name || !kept.where || (def->field && !kept.field) ||
        !dv_arena_reserve(&program->memory, (void **)&program->terrain_types,
                          &program->terrain_type_capacity, program->terrain_type_count + 1,
                          sizeof *program->terrain_types))
        return dv_program_lacks_memory(program, error);
    program->terrain_types[program->terrain_type_count++] = kept;
    return DV_OK;
}

uint32_t dv_program_terrain_count(const dv_program *program) { return program->terrain_type_count; }

int32_t dv_program_terrain(const dv_program *program, const char *name) {
    for (uint32_t i = 0; i < program->terrain_type_count; i++)
        if (strcmp(program->terrain_types[i].name, name) == 0)
            return (int32_t)i;
    return -1;
}

const dv_terrain_def *dv_program_terrain_at(const dv_program *program, uint32_t type) {
    return &program->terrain_types[type];
}

dv_terrain_for dv_program_terrain_for(const dv_program *program, uint32_t type, uint32_t kind) {
    return program->terrain_for[(size_t)type * program->kind_count + kind];
}

static dv_result no_such_kind(const dv_program *program, const dv_terrain_def *def,
                              const char *kind, dv_error *error) {
    const char *nearest = dv_program_nearest_kind(program, kind);
    return dv_fail(error, DV_ERROR_NAME, "%s%sterrain '%s': kinds: no kind '%s'%s%s%s", def->where,
                   *def->where ? ": " : "", def->name, kind, nearest ? " (" : "",
                   nearest ? nearest : "", nearest ? "?)" : "");
}

static dv_result bind_field(const dv_program *program, const dv_terrain_def *def, int32_t *field,
                            dv_error *error) {
    *field = def->field ? dv_program_field(program, def->field) : -1;
    if (!def->field || *field >= 0)
        return DV_OK;
    char what[sizeof error->message];
    snprintf(what, sizeof what, "terrain '%s': field", def->name);
    return dv_no_such_field(program, def->where, what, def->field, error);
}

static dv_result bind_type(const dv_program *program, const dv_terrain_def *def,
                           dv_terrain_for *kinds, dv_error *error) {
    for (uint32_t kind = 0; kind < program->kind_count; kind++)
        kinds[kind] = (dv_terrain_for){program->kinds[kind].name, def->weight, def->speed};
    for (uint32_t i = 0; i < def->kind_count; i++) {
        int32_t kind = dv_program_kind(program, def->kinds[i].kind);
        if (kind < 0)
            return no_such_kind(program, def, def->kinds[i].kind, error);
        kinds[kind].weight = def->kinds[i].weight;
        kinds[kind].speed = def->kinds[i].speed;
    }
    return DV_OK;
}

dv_result dv_bind_terrain(dv_program *program, dv_error *error) {
    size_t count = (size_t)program->terrain_type_count * program->kind_count;
    program->terrain_for =
        dv_arena_alloc(&program->memory, (count + 1) * sizeof *program->terrain_for);
    program->terrain_fields = dv_arena_alloc(&program->memory, (program->terrain_type_count + 1) *
                                                                   sizeof *program->terrain_fields);
    if (!program->terrain_for || !program->terrain_fields)
        return dv_program_lacks_memory(program, error);
    dv_result result = DV_OK;
    for (uint32_t i = 0; result == DV_OK && i < program->terrain_type_count; i++) {
        const dv_terrain_def *def = &program->terrain_types[i];
        result =
            bind_type(program, def, &program->terrain_for[(size_t)i * program->kind_count], error);
        if (result == DV_OK)
            result = bind_field(program, def, &program->terrain_fields[i], error);
    }
    return result;
}
