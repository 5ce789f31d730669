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

dv_result dv_program_add_terrain(dv_program *program, const dv_terrain_def *def, dv_error *error) {
    if (dv_program_terrain(program, def->name) >= 0)
        return refuse_terrain(def, "it is declared twice", error);
    if (program->terrain_type_count == DV_MAX_TERRAIN_TYPES)
        return dv_fail(error, DV_ERROR_LIMIT, "more than %d types of terrain",
                       DV_MAX_TERRAIN_TYPES);
    char name[DV_ERROR_CAPACITY];
    const char *where = def->where ? def->where : "";
    snprintf(name, sizeof name, "%s%sterrain '%s'", where, *where ? ": " : "", def->name);
    if (dv_check_row(name, DV_ROW_TERRAIN_WEIGHT, def->weight, error) != DV_OK ||
        dv_check_row(name, DV_ROW_REGION_SPEED, def->speed, error) != DV_OK)
        return DV_ERROR_ARGUMENT;
    dv_terrain_def kept = *def;
    kept.name = dv_arena_copy_string(&program->memory, def->name);
    kept.where = dv_arena_copy_string(&program->memory, def->where ? def->where : "");
    if (!kept.name || !kept.where ||
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
