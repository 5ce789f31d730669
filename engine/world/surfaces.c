// Declaring, making, and querying surfaces; see surfaces.h for the invariant.
#include "world/surfaces.h"

#include "base/alloc.h"
#include "base/result.h"
#include "world/program_draft.h"
#include "world/value_rows.h"
#include "world/world_data.h"

#include <stdio.h>
#include <string.h>

#define STEEPEST 1e18

// Declaring

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

static dv_result out_of_memory(dv_error *error) {
    return dv_fail(error, DV_ERROR_MEMORY, "out of memory");
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
        return dv_fail(error, DV_ERROR_LIMIT, "more than %d surfaces", DV_MAX_SURFACE_TYPES);
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

// Where bodies stand

// Computed in double, since a place may be far from the point that defines the plane.
static dv_footing footing_on_plane(const dv_surface_def *plane, dv_vec3 place) {
    dv_vec3 n = plane->normal, p = plane->point;
    double x = place.x, y = place.y, z = place.z;
    double height = (x - p.x) * n.x + (y - p.y) * n.y + (z - p.z) * n.z;
    dv_vec3 point = {(float)(x - n.x * height), (float)(y - n.y * height),
                     (float)(z - n.z * height)};
    return (dv_footing){point, n};
}

// From the center, all points are equally near: this chooses the topmost.
static dv_footing footing_on_sphere(const dv_surface_def *sphere, dv_vec3 place) {
    dv_vec3 normal = dv_normalize(dv_subtract(place, sphere->point));
    if (dv_length_squared(normal) == 0)
        normal = dv_vec(0, 0, 1);
    return (dv_footing){dv_add(sphere->point, dv_scale(normal, sphere->radius)), normal};
}

/// Where a coordinate is along an axis of a grid.
typedef struct grid_place {
    uint32_t cell;
    double within; ///< where in the cell, 0 to 1
    double size;   ///< m, of the cell
    bool beyond;   ///< outside the grid
} grid_place;

static grid_place grid_place_of(float coordinate, float low, float high, uint32_t count) {
    double size = ((double)high - low) / (count - 1);
    double cells = ((double)coordinate - low) / size;
    if (!(cells > 0))
        return (grid_place){0, 0, size, cells < 0};
    if (cells >= count - 1)
        return (grid_place){count - 2, 1, size, cells > count - 1};
    uint32_t cell = (uint32_t)cells;
    return (grid_place){cell, cells - cell, size, false};
}

/// The slope of a cell, clamped so that single precision can represent its normal.
static double slope_of(double rise, double size) {
    return dv_lesser(dv_greater(rise / size, -STEEPEST), STEEPEST);
}

static dv_footing footing_on_heights(const dv_surface_def *grid, dv_vec3 place) {
    grid_place x = grid_place_of(place.x, grid->low.x, grid->high.x, grid->columns);
    grid_place y = grid_place_of(place.y, grid->low.y, grid->high.y, grid->rows);
    const float *low = grid->heights + (size_t)y.cell * grid->columns + x.cell;
    const float *high = low + grid->columns;
    double south = low[0] + (low[1] - (double)low[0]) * x.within;
    double north = high[0] + (high[1] - (double)high[0]) * x.within;
    double west = low[0] + (high[0] - (double)low[0]) * y.within;
    double east = low[1] + (high[1] - (double)low[1]) * y.within;
    double slope_x = x.beyond ? 0 : slope_of(east - west, x.size);
    double slope_y = y.beyond ? 0 : slope_of(north - south, y.size);
    place.z = (float)(south + (north - south) * y.within);
    return (dv_footing){place, dv_normalize(dv_vec((float)-slope_x, (float)-slope_y, 1))};
}

dv_footing dv_surface_footing(const dv_surface_def *surface, dv_vec3 place) {
    switch (surface->shape) {
    case DV_SURFACE_PLANE:
        return footing_on_plane(surface, place);
    case DV_SURFACE_SPHERE:
        return footing_on_sphere(surface, place);
    case DV_SURFACE_HEIGHTS:
        break;
    }
    return footing_on_heights(surface, place);
}

static const dv_surface_def *surface_at(const dv_world *world, uint32_t index) {
    return &world->program->surface_types[world->surfaces.records[index].type];
}

static bool surface_in_slot(const dv_world *world, uint32_t agent, uint32_t *index) {
    uint16_t slot = dv_kind_of(world, agent)->surface_slot;
    if (!slot)
        return false;
    const dv_slot *content = dv_slots_of(world, agent) + slot - 1;
    dv_surface surface = {content->is_set ? dv_slot_word(content) : 0};
    *index = dv_handle_index(surface.bits);
    return dv_surface_alive(world, surface);
}

dv_footing dv_footing_of(const dv_world *world, uint32_t agent, dv_vec3 place) {
    uint32_t index;
    if (surface_in_slot(world, agent, &index))
        return dv_surface_footing(surface_at(world, index), place);
    dv_footing nearest = {place, {0, 0, 1}};
    double least = (double)INFINITY;
    for (uint32_t i = 0; i < world->surfaces.count; i++) {
        if (dv_surface_is_gone(&world->surfaces.records[i]))
            continue;
        dv_footing footing = dv_surface_footing(surface_at(world, i), place);
        double distance = dv_length_double(dv_subtract(footing.point, place));
        if (distance < least) {
            least = distance;
            nearest = footing;
        }
    }
    return nearest;
}

// Making

static dv_surface handle_of(const dv_world *world, uint32_t index) {
    return (dv_surface){dv_handle_make(DV_HANDLE_SURFACE, world->id, 1, index)};
}

dv_result dv_surface_create(dv_world *world, uint32_t type, dv_surface *surface, dv_error *error) {
    dv_surfaces *s = &world->surfaces;
    *surface = (dv_surface){0};
    if (type >= world->program->surface_type_count)
        return dv_fail(error, DV_ERROR_NAME, "no surface number %u", type);
    if (world->space == DV_PLANE)
        return dv_fail(error, DV_ERROR_ARGUMENT,
                       "surface '%s': a plane has no room for it: space = \"volume\" has",
                       world->program->surface_types[type].name);
    if (s->count == DV_MAX_SURFACES)
        return dv_fail(error, DV_ERROR_LIMIT, "a world holds at most %d surfaces", DV_MAX_SURFACES);
    if (!dv_reserve((void **)&s->records, &s->capacity, s->count + 1, sizeof *s->records))
        return out_of_memory(error);
    s->records[s->count].type = type;
    *surface = handle_of(world, s->count++);
    return DV_OK;
}

bool dv_surface_alive(const dv_world *world, dv_surface surface) {
    uint32_t index = dv_handle_index(surface.bits);
    return index < world->surfaces.count && surface.bits == handle_of(world, index).bits &&
           !dv_surface_is_gone(&world->surfaces.records[index]);
}

uint32_t dv_surface_type(const dv_world *world, dv_surface surface) {
    if (!dv_surface_alive(world, surface))
        return 0;
    return world->surfaces.records[dv_handle_index(surface.bits)].type;
}

bool dv_surface_nearest(const dv_world *world, dv_surface surface, dv_vec3 place, dv_vec3 *point,
                        dv_vec3 *normal) {
    if (!dv_surface_alive(world, surface))
        return false;
    dv_footing footing =
        dv_surface_footing(surface_at(world, dv_handle_index(surface.bits)), place);
    *point = footing.point;
    *normal = footing.normal;
    return true;
}

uint32_t dv_world_surface_limit(const dv_world *world) { return world->surfaces.count; }

dv_surface dv_world_surface_at(const dv_world *world, uint32_t index) {
    dv_surface surface = handle_of(world, index);
    return dv_surface_alive(world, surface) ? surface : (dv_surface){0};
}
