// Making, moving, and removing obstacles; see obstacles.h for the invariant.
#include "world/obstacles.h"

#include "base/alloc.h"
#include "base/math.h"
#include "base/result.h"
#include "program/value_rows.h"
#include "world/account.h"
#include "world/id_pool.h"
#include "world/obstacle_height.h"
#include "world/obstacle_shapes.h"
#include "world/world_data.h"

#include <stdio.h>
#include <string.h>

#define MAX_OBSTACLES (1u << DV_HANDLE_INDEX_BITS)

void dv_obstacles_trim(dv_obstacles *obstacles) {
    dv_trim((void **)&obstacles->records, &obstacles->capacity, obstacles->count,
            sizeof *obstacles->records);
    dv_trim((void **)&obstacles->free_indices, &obstacles->free_capacity, obstacles->count,
            sizeof *obstacles->free_indices);
    // A stale index will be rebuilt anyway, with the size that it then needs.
    if (!obstacles->index_is_stale)
        return;
    dv_free(obstacles->cell_start);
    dv_free(obstacles->cell_items);
    obstacles->cell_start = obstacles->cell_items = NULL;
    obstacles->cell_capacity = obstacles->item_capacity = 0;
}

void dv_obstacles_free(dv_obstacles *obstacles) {
    for (uint32_t i = 0; i < obstacles->count; i++)
        dv_free(obstacles->records[i].outline);
    dv_free(obstacles->records);
    dv_free(obstacles->free_indices);
    dv_free(obstacles->cell_start);
    dv_free(obstacles->cell_items);
    *obstacles = (dv_obstacles){0};
}

// Checks

static dv_result check_place(const char *what, dv_vec3 position, double heading, dv_error *error) {
    dv_result result = dv_check_vector(what, DV_ROW_SHAPE_POSITION, position, error);
    return result == DV_OK ? dv_check_row(what, DV_ROW_SHAPE_HEADING, heading, error) : result;
}

static dv_result check_height(const dv_world *world, const char *what, float height,
                              dv_error *error) {
    return world->space == DV_VOLUME ? dv_check_row(what, DV_ROW_HEIGHT, (double)height, error)
                                     : DV_OK;
}

static dv_result check_box(const dv_world *world, const dv_obstacle_def *def, dv_error *error) {
    dv_result result = check_place("box", def->position, (double)def->heading, error);
    if (result == DV_OK)
        result = dv_check_row("box", DV_ROW_WIDTH, (double)def->width, error);
    if (result == DV_OK)
        result = dv_check_row("box", DV_ROW_DEPTH, (double)def->depth, error);
    return result == DV_OK ? check_height(world, "box", def->height, error) : result;
}

static dv_result check_round(const char *what, const dv_obstacle_def *def, dv_error *error) {
    dv_result result = check_place(what, def->position, 0, error);
    return result == DV_OK ? dv_check_row(what, DV_ROW_RADIUS, (double)def->radius, error) : result;
}

static dv_result check_cylinder(const dv_world *world, const dv_obstacle_def *def,
                                dv_error *error) {
    dv_result result = check_round("cylinder", def, error);
    return result == DV_OK ? check_height(world, "cylinder", def->height, error) : result;
}

static dv_result check_points(const char *what, const dv_obstacle_def *def, uint32_t least,
                              uint32_t most, dv_error *error) {
    if (!def->points || def->point_count < least || def->point_count > most)
        return dv_fail(error, DV_ERROR_ARGUMENT, "%s: needs %u to %u points, not %u", what, least,
                       most, def->points ? def->point_count : 0);
    for (uint32_t i = 0; i < def->point_count; i++) {
        char name[32];
        snprintf(name, sizeof name, "%s: point %u", what, i + 1);
        dv_result result = dv_check_vector(name, DV_ROW_SHAPE_POINT, def->points[i], error);
        if (result != DV_OK)
            return result;
        for (uint32_t j = 0; j < i; j++)
            if (def->points[j].x == def->points[i].x && def->points[j].y == def->points[i].y)
                return dv_fail(error, DV_ERROR_ARGUMENT,
                               "%s: points %u and %u are at the same place", what, j + 1, i + 1);
    }
    return DV_OK;
}

static dv_result check_polygon(const dv_obstacle_def *def, dv_error *error) {
    dv_result result = check_points("polygon", def, 3, DV_MAX_POLYGON_POINTS, error);
    if (result == DV_OK && (dv_outline_double_area(def->points, def->point_count) == 0 ||
                            dv_outline_crosses_itself(def->points, def->point_count)))
        return dv_fail(error, DV_ERROR_ARGUMENT,
                       "polygon: its outline must enclose an area without crossing itself");
    return result;
}

static dv_result check_blocking(uint32_t flags, dv_error *error) {
    if (flags & ~(uint32_t)DV_BLOCKS_ALL)
        return dv_fail(error, DV_ERROR_ARGUMENT,
                       "obstacle: %u is more than sight, movement and planning", flags);
    return DV_OK;
}

static dv_result check_def(const dv_world *world, const dv_obstacle_def *def, dv_error *error) {
    if (check_blocking(def->lets_pass, error) != DV_OK)
        return DV_ERROR_ARGUMENT;
    if (def->hollow && def->shape == DV_WALL)
        return dv_fail(error, DV_ERROR_ARGUMENT, "wall: it has no inside to be hollow");
    switch (def->shape) {
    case DV_SPHERE:
        return check_round("sphere", def, error);
    case DV_BOX:
        return check_box(world, def, error);
    case DV_POLYGON:
        return check_polygon(def, error);
    case DV_WALL:
        return check_points("wall", def, 2, 2, error);
    case DV_CYLINDER:
        return check_cylinder(world, def, error);
    }
    return dv_fail(error, DV_ERROR_ARGUMENT, "obstacle: unknown shape %d", (int)def->shape);
}

// Making

static dv_vec3 at_world_height(const dv_world *world, dv_vec3 point) {
    return world->space == DV_VOLUME ? point : dv_vec(point.x, point.y, 0);
}

static dv_vec3 centroid_of(const dv_vec3 *points, uint32_t count) {
    double x = 0, y = 0, z = 0;
    for (uint32_t i = 0; i < count; i++) {
        x += points[i].x;
        y += points[i].y;
        z += points[i].z;
    }
    return dv_vec((float)(x / count), (float)(y / count), (float)(z / count));
}

static dv_outline *room_for_outline(uint32_t count) {
    dv_outline *outline = dv_alloc(sizeof *outline + 2 * (size_t)count * sizeof(dv_vec3));
    if (outline)
        outline->count = count;
    return outline;
}

/// Make an outline with the points relative to the position, in counterclockwise order. The points
/// in the world are not set yet.
static dv_outline *outline_of(const dv_world *world, const dv_obstacle_def *def, dv_vec3 position) {
    uint32_t count = def->point_count;
    dv_outline *outline = room_for_outline(count);
    if (!outline)
        return NULL;
    bool is_clockwise = dv_outline_double_area(def->points, count) < 0;
    for (uint32_t i = 0; i < count; i++) {
        dv_vec3 point = def->points[is_clockwise ? count - 1 - i : i];
        outline->points[count + i] = dv_subtract(at_world_height(world, point), position);
    }
    return outline;
}

static dv_outline *box_of(const dv_obstacle_def *def) {
    dv_outline *outline = room_for_outline(4);
    if (!outline)
        return NULL;
    outline->width = def->width;
    outline->depth = def->depth;
    return outline;
}

static bool make_record(const dv_world *world, const dv_obstacle_def *def,
                        dv_obstacle_record *record) {
    dv_vec3 position = at_world_height(world, def->position);
    record->alive = true;
    record->blocks = DV_BLOCKS_ALL & ~def->lets_pass;
    record->hollow = def->hollow;
    record->shape = def->shape;
    record->color = def->color;
    record->half_height = INFINITY;
    if (def->shape == DV_SPHERE || def->shape == DV_CYLINDER) {
        record->radius = def->radius;
        if (def->shape == DV_CYLINDER && world->space == DV_VOLUME)
            record->half_height = def->height / 2;
        dv_obstacle_place(record, position, 0);
        return true;
    }
    if (def->shape == DV_BOX) {
        if (world->space == DV_VOLUME)
            record->half_height = def->height / 2;
        record->outline = box_of(def);
    } else {
        position = at_world_height(world, centroid_of(def->points, def->point_count));
        record->outline = outline_of(world, def, position);
    }
    if (!record->outline)
        return false;
    dv_obstacle_place(record, position, def->shape == DV_BOX ? def->heading : 0);
    return true;
}

dv_result dv_check_outline(const dv_obstacle_record *record, dv_error *error) {
    const dv_outline *outline = record->outline;
    if (!outline || record->shape == DV_BOX)
        return DV_OK;
    const char *what = record->shape == DV_WALL ? "wall" : "polygon";
    const dv_vec3 *local = outline->points + outline->count;
    for (uint32_t i = 0; i < outline->count; i++)
        for (uint32_t j = 0; j < i; j++)
            if (local[i].x == local[j].x && local[i].y == local[j].y)
                return dv_fail(error, DV_ERROR_ARGUMENT,
                               "%s: two points are at the same place when rounded to floats", what);
    if (record->shape == DV_POLYGON && (!(dv_outline_double_area(local, outline->count) > 0) ||
                                        dv_outline_crosses_itself(local, outline->count)))
        return dv_fail(error, DV_ERROR_ARGUMENT,
                       "polygon: its outline crosses itself when rounded to floats");
    return DV_OK;
}

dv_result dv_obstacle_make(const dv_world *world, const dv_obstacle_def *def,
                           dv_obstacle_record *record, dv_error *error) {
    *record = (dv_obstacle_record){0};
    dv_result result = check_def(world, def, error);
    if (result == DV_OK && !make_record(world, def, record))
        return dv_fail(error, DV_ERROR_MEMORY, "out of memory");
    if (result == DV_OK)
        result = dv_check_outline(record, error);
    if (result != DV_OK) {
        dv_free(record->outline);
        record->outline = NULL;
    }
    return result;
}

static dv_result take_index(dv_obstacles *obstacles, uint32_t *index, dv_error *error) {
    if (obstacles->free_count > 0) {
        *index = obstacles->free_indices[--obstacles->free_count];
        return DV_OK;
    }
    if (obstacles->count == MAX_OBSTACLES)
        return dv_fail_for_want_of_indices(MAX_OBSTACLES, obstacles->alive_count, "obstacle",
                                           error);
    // The free list has room for every index, so that removing an obstacle never fails.
    if (!dv_reserve((void **)&obstacles->records, &obstacles->capacity, obstacles->count + 1,
                    sizeof *obstacles->records) ||
        !dv_reserve((void **)&obstacles->free_indices, &obstacles->free_capacity,
                    obstacles->count + 1, sizeof *obstacles->free_indices))
        return dv_fail(error, DV_ERROR_MEMORY, "no memory for another obstacle");
    *index = obstacles->count++;
    obstacles->records[*index] = (dv_obstacle_record){0};
    return DV_OK;
}

static dv_obstacle handle_of(const dv_world *world, uint32_t index) {
    uint32_t generation = world->obstacles.records[index].generation;
    return (dv_obstacle){dv_handle_make(DV_HANDLE_OBSTACLE, world->id, generation, index)};
}

dv_result dv_obstacle_create(dv_world *world, const dv_obstacle_def *def, dv_obstacle *obstacle,
                             dv_error *error) {
    *obstacle = (dv_obstacle){0};
    dv_obstacle_record record;
    dv_result result = dv_obstacle_make(world, def, &record, error);
    if (result != DV_OK)
        return result;
    uint32_t index = 0;
    result = dv_charge(world, dv_weight_of_shape(&record), error);
    if (result == DV_OK && (result = take_index(&world->obstacles, &index, error)) != DV_OK)
        dv_discharge(world, dv_weight_of_shape(&record));
    if (result != DV_OK) {
        dv_free(record.outline);
        return result;
    }
    record.generation = world->obstacles.records[index].generation;
    world->obstacles.records[index] = record;
    world->obstacles.alive_count++;
    world->obstacles.index_is_stale = true;
    *obstacle = handle_of(world, index);
    return DV_OK;
}

// Using

static dv_obstacle_record *record_of(const dv_world *world, dv_obstacle obstacle) {
    uint32_t index = dv_handle_index(obstacle.bits);
    if (dv_handle_type_of(obstacle.bits) != DV_HANDLE_OBSTACLE ||
        dv_handle_world(obstacle.bits) != world->id || index >= world->obstacles.count)
        return NULL;
    dv_obstacle_record *record = &world->obstacles.records[index];
    bool is_it = record->alive && record->generation == dv_handle_generation(obstacle.bits);
    return is_it ? record : NULL;
}

const dv_obstacle_record *dv_obstacle_record_of(const dv_world *world, uint64_t bits) {
    return record_of(world, (dv_obstacle){bits});
}

dv_result dv_obstacle_remove(dv_world *world, dv_obstacle obstacle) {
    dv_obstacle_record *record = record_of(world, obstacle);
    if (!record)
        return DV_ERROR_STALE;
    dv_obstacles *obstacles = &world->obstacles;
    dv_discharge(world, dv_weight_of_shape(record));
    dv_free(record->outline);
    *record = (dv_obstacle_record){.generation = record->generation + 1u};
    if (record->generation < DV_LAST_GENERATION)
        obstacles->free_indices[obstacles->free_count++] = dv_handle_index(obstacle.bits);
    obstacles->alive_count--;
    obstacles->index_is_stale = true;
    return DV_OK;
}

dv_result dv_obstacle_move(dv_world *world, dv_obstacle obstacle, dv_vec3 position, double heading,
                           dv_error *error) {
    dv_obstacle_record *record = record_of(world, obstacle);
    if (!record)
        return dv_fail(error, DV_ERROR_STALE, "the obstacle was removed");
    dv_result result = check_place("obstacle", position, heading, error);
    if (result != DV_OK)
        return result;
    dv_obstacle_place(record, at_world_height(world, position), (float)heading);
    world->obstacles.index_is_stale = true;
    return DV_OK;
}

uint32_t dv_obstacle_blocks(const dv_world *world, dv_obstacle obstacle) {
    const dv_obstacle_record *record = record_of(world, obstacle);
    return record ? record->blocks : 0;
}

dv_result dv_obstacle_set_blocks(dv_world *world, dv_obstacle obstacle, uint32_t blocks,
                                 dv_error *error) {
    dv_obstacle_record *record = record_of(world, obstacle);
    if (!record)
        return dv_fail(error, DV_ERROR_STALE, "the obstacle was removed");
    if (check_blocking(blocks, error) != DV_OK)
        return DV_ERROR_ARGUMENT;
    record->blocks = blocks & DV_BLOCKS_ALL;
    return DV_OK;
}

float dv_obstacle_height(const dv_world *world, dv_obstacle obstacle) {
    const dv_obstacle_record *record = record_of(world, obstacle);
    return record ? 2 * record->half_height : 0;
}

bool dv_obstacle_hollow(const dv_world *world, dv_obstacle obstacle) {
    const dv_obstacle_record *record = record_of(world, obstacle);
    return record && record->hollow;
}

bool dv_obstacle_alive(const dv_world *world, dv_obstacle obstacle) {
    return record_of(world, obstacle) != NULL;
}

dv_vec3 dv_obstacle_position(const dv_world *world, dv_obstacle obstacle) {
    const dv_obstacle_record *record = record_of(world, obstacle);
    return record ? record->position : dv_vec(0, 0, 0);
}

double dv_obstacle_heading(const dv_world *world, dv_obstacle obstacle) {
    const dv_obstacle_record *record = record_of(world, obstacle);
    return record ? record->heading : 0;
}

uint32_t dv_world_obstacle_limit(const dv_world *world) { return world->obstacles.count; }

dv_obstacle dv_world_obstacle_at(const dv_world *world, uint32_t index) {
    if (index >= world->obstacles.count || !world->obstacles.records[index].alive)
        return (dv_obstacle){0};
    return handle_of(world, index);
}

bool dv_world_take_inside(dv_world *world, uint32_t kind, dv_agent *agent, dv_obstacle *obstacle) {
    uint64_t note = atomic_load(&world->inside[kind]);
    if (note == 0)
        return false;
    atomic_store(&world->inside[kind], 0);
    *agent = (dv_agent){dv_agent_bits(world, (uint32_t)(note >> 32) - 1)};
    *obstacle = dv_world_obstacle_at(world, (uint32_t)note);
    return true;
}

dv_obstacle_shape dv_obstacle_shape_of(const dv_world *world, dv_obstacle obstacle) {
    const dv_obstacle_record *record = record_of(world, obstacle);
    return record ? (dv_obstacle_shape)record->shape : DV_SPHERE;
}

uint32_t dv_obstacle_color(const dv_world *world, dv_obstacle obstacle) {
    const dv_obstacle_record *record = record_of(world, obstacle);
    return record ? record->color : 0;
}

float dv_obstacle_radius(const dv_world *world, dv_obstacle obstacle) {
    const dv_obstacle_record *record = record_of(world, obstacle);
    return record ? record->radius : 0;
}

uint32_t dv_obstacle_outline(const dv_world *world, dv_obstacle obstacle, const dv_vec3 **points) {
    const dv_obstacle_record *record = record_of(world, obstacle);
    *points = record && record->outline ? record->outline->points : NULL;
    return record ? dv_outline_count(record) : 0;
}
