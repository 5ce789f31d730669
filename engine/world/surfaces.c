// Making and querying surfaces; see surfaces.h for the invariant.
#include "world/surfaces.h"

#include "base/alloc.h"
#include "base/result.h"
#include "world/world_data.h"

#include <stdio.h>
#include <string.h>

#define STEEPEST 1e18

static dv_result out_of_memory(dv_error *error) {
    return dv_fail(error, DV_ERROR_MEMORY, "out of memory");
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
        return dv_fail(error, DV_ERROR_ARGUMENT, "surface '%s': surfaces need space = \"volume\"",
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
