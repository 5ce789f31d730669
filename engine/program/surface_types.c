// The types of surfaces that a program declares.
#include "drover/surface.h"

#include "base/math.h"
#include "base/result.h"
#include "program/program_draft.h"
#include "program/value_rows.h"

#include <stdio.h>
#include <string.h>

/// Write the name of a surface, or of a part of its definition, for messages.
static const char *subject_of(const dv_surface_def *def, const char *part, dv_error *subject) {
    const char *where = def->where ? def->where : "";
    snprintf(subject->message, sizeof subject->message, "%s%ssurface '%s'%s%s", where,
             *where ? ": " : "", def->name, *part ? ": " : "", part);
    return subject->message;
}

static dv_result check_point(const dv_surface_def *def, const char *part, dv_vec3 point,
                             dv_error *error) {
    dv_error subject;
    return dv_check_vector(subject_of(def, part, &subject), DV_ROW_SURFACE_POINT, point, error);
}

static dv_result refuse_surface(const dv_surface_def *def, const char *reason, dv_error *error) {
    dv_error subject;
    return dv_fail(error, DV_ERROR_ARGUMENT, "%s: %s", subject_of(def, "", &subject), reason);
}

static dv_result check_heights(const dv_surface_def *def, dv_error *error) {
    dv_error subject;
    if (check_point(def, "min", def->low, error) != DV_OK ||
        check_point(def, "max", def->high, error) != DV_OK)
        return DV_ERROR_ARGUMENT;
    if (!(def->low.x < def->high.x) || !(def->low.y < def->high.y))
        return refuse_surface(def, "min must be below max along x and y", error);
    if (!def->heights || def->columns < 2 || def->rows < 2 ||
        def->columns > DV_MAX_HEIGHTS / def->rows)
        return refuse_surface(def, "a grid of 2 by 2 to 2^22 heights expected", error);
    for (size_t i = 0; i < (size_t)def->columns * def->rows; i++)
        if (!dv_is_in_row(&dv_value_rows[DV_ROW_SURFACE_HEIGHT], (double)def->heights[i]))
            return dv_check_row(subject_of(def, "", &subject), DV_ROW_SURFACE_HEIGHT,
                                (double)def->heights[i], error);
    return DV_OK;
}

static dv_result check_def(const dv_surface_def *def, dv_error *error) {
    dv_error subject;
    switch (def->shape) {
    case DV_SURFACE_PLANE:
        if (check_point(def, "plane.point", def->point, error) != DV_OK)
            return DV_ERROR_ARGUMENT;
        if (!dv_is_finite(def->normal) || dv_length_double(def->normal) < 1e-6)
            return refuse_surface(def, "plane.normal must be finite and not zero", error);
        return DV_OK;
    case DV_SURFACE_SPHERE:
        if (check_point(def, "sphere.center", def->point, error) != DV_OK)
            return DV_ERROR_ARGUMENT;
        return dv_check_row(subject_of(def, "sphere", &subject), DV_ROW_SURFACE_RADIUS,
                            (double)def->radius, error);
    case DV_SURFACE_HEIGHTS:
        return check_heights(def, error);
    }
    return refuse_surface(def, "unknown shape", error);
}

static bool copy_def(dv_arena *memory, dv_surface_def *def) {
    def->name = dv_arena_copy_string(memory, def->name);
    def->where = dv_arena_copy_string(memory, def->where ? def->where : "");
    if (!def->name || !def->where)
        return false;
    if (def->shape != DV_SURFACE_HEIGHTS)
        return true;
    size_t bytes = (size_t)def->columns * def->rows * sizeof(float);
    float *heights = dv_arena_alloc(memory, bytes);
    if (heights)
        memcpy(heights, def->heights, bytes);
    def->heights = heights;
    return heights != NULL;
}

dv_result dv_program_add_surface(dv_program *program, const dv_surface_def *def, dv_error *error) {
    if (dv_program_surface_type(program, def->name) >= 0)
        return refuse_surface(def, "it is declared twice", error);
    if (program->surface_type_count == DV_MAX_SURFACE_TYPES)
        return dv_fail(error, DV_ERROR_LIMIT, "%s%smore than %d surfaces",
                       def->where ? def->where : "", def->where && *def->where ? ": " : "",
                       DV_MAX_SURFACE_TYPES);
    dv_result result = check_def(def, error);
    if (result != DV_OK)
        return result;
    if (!dv_arena_reserve(&program->memory, (void **)&program->surface_types,
                          &program->surface_type_capacity, program->surface_type_count + 1,
                          sizeof *program->surface_types))
        return dv_program_lacks_memory(program, error);
    dv_surface_def kept = *def;
    if (!copy_def(&program->memory, &kept))
        return dv_program_lacks_memory(program, error);
    if (kept.shape == DV_SURFACE_PLANE)
        kept.normal = dv_normalize(kept.normal);
    program->surface_types[program->surface_type_count++] = kept;
    return DV_OK;
}

uint32_t dv_program_surface_type_count(const dv_program *program) {
    return program->surface_type_count;
}

int32_t dv_program_surface_type(const dv_program *program, const char *name) {
    for (uint32_t i = 0; i < program->surface_type_count; i++)
        if (strcmp(program->surface_types[i].name, name) == 0)
            return (int32_t)i;
    return -1;
}

const char *dv_program_surface_type_name(const dv_program *program, uint32_t type) {
    return program->surface_types[type].name;
}

const dv_surface_def *dv_program_surface(const dv_program *program, uint32_t type) {
    return &program->surface_types[type];
}
