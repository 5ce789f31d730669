// Questions about where agents are, answered from the world as sensed.
#include "base/result.h"
#include "world/neighborhood.h"

#include <math.h>

#define POINT_TRIES 1000

/// Nearer first, ties by id.
static bool precedes(float distance_a, uint32_t a, float distance_b, uint32_t b) {
    return distance_a < distance_b || (distance_a == distance_b && a < b);
}

static bool comes_before(const dv_neighbor *a, const dv_neighbor *b) {
    return precedes(a->distance, dv_handle_index(a->agent.bits), b->distance,
                    dv_handle_index(b->agent.bits));
}

void dv_keep_nearest(dv_neighbor *neighbors, uint32_t count, uint32_t capacity, dv_neighbor new) {
    uint32_t place = count < capacity ? count : capacity;
    while (place > 0 && comes_before(&new, &neighbors[place - 1])) {
        if (place < capacity)
            neighbors[place] = neighbors[place - 1];
        place--;
    }
    if (place < capacity)
        neighbors[place] = new;
}

static uint32_t index_or_none(const dv_world *world, dv_agent agent) {
    uint32_t index;
    return dv_agent_index(world, agent.bits, &index) ? index : DV_NO_RANK;
}

uint32_t dv_world_neighbors(const dv_world *world, dv_vec3 point, double radius, dv_kind_set kinds,
                            dv_agent except, dv_neighbor *neighbors, uint32_t capacity) {
    uint32_t found = 0;
    dv_neighborhood near =
        dv_neighborhood_of(world, point, (float)radius, kinds, NULL, index_or_none(world, except));
    while (dv_neighborhood_next(&near)) {
        uint32_t agent = near.agent;
        dv_neighbor neighbor = {{dv_agent_bits(world, agent)}, sqrtf(near.distance_squared)};
        dv_keep_nearest(neighbors, found++, capacity, neighbor);
    }
    return found;
}

static dv_agent nearest_within(const dv_world *world, dv_vec3 point, float radius,
                               dv_kind_set kinds, uint32_t except, float *distance_squared) {
    uint32_t best = DV_NO_RANK;
    *distance_squared = INFINITY;
    dv_neighborhood near = dv_neighborhood_of(world, point, radius, kinds, NULL, except);
    while (dv_neighborhood_next(&near)) {
        uint32_t agent = near.agent;
        if (best == DV_NO_RANK || precedes(near.distance_squared, agent, *distance_squared, best)) {
            best = agent;
            *distance_squared = near.distance_squared;
        }
    }
    return best == DV_NO_RANK ? (dv_agent){0} : (dv_agent){dv_agent_bits(world, best)};
}

dv_agent dv_world_nearest(const dv_world *world, dv_vec3 point, double radius, dv_kind_set kinds,
                          dv_agent except, double *distance) {
    uint32_t self = index_or_none(world, except);
    float squared = INFINITY;
    dv_agent found = {0};
    // Rings of growing size, so that a near one is found without visiting the whole world.
    float spacing = dv_crowd_spacing(world, dv_crowd_of(world, kinds));
    float ring = spacing > 0 ? spacing : 1;
    for (; !found.bits && ring < (float)radius && ring < 1e7f; ring *= 4)
        found = nearest_within(world, point, ring, kinds, self, &squared);
    if (!found.bits)
        found = nearest_within(world, point, (float)radius, kinds, self, &squared);
    if (found.bits && distance)
        *distance = sqrt((double)squared);
    return found;
}

dv_vec3 dv_world_offset(const dv_world *world, dv_vec3 a, dv_vec3 b) {
    return dv_offset_between(world, a, b);
}

uint32_t dv_world_count(const dv_world *world, dv_kind_set kinds, int32_t state) {
    const dv_columns *c = &world->agents;
    uint32_t count = 0;
    for (uint32_t i = 0; i < c->limit; i++)
        count += (c->flags[i] & DV_AGENT_ALIVE) && (kinds >> c->kind[i] & 1) &&
                 (state < 0 || c->state[i] == (uint16_t)state);
    return count;
}

dv_result dv_world_random_point(dv_world *world, dv_vec3 *point, dv_error *error) {
    dv_vec3 low = world->bounds.min, high = world->bounds.max;
    dv_surface_point surface;
    if (!dv_obstacles_index(&world->obstacles))
        return dv_fail(error, DV_ERROR_MEMORY, "out of memory");
    for (int try = 0; try < POINT_TRIES; try++) {
        float x = (float)dv_world_random(world), y = (float)dv_world_random(world);
        float z = world->space == DV_VOLUME ? (float)dv_world_random(world) : 0;
        *point = dv_vec(low.x + (high.x - low.x) * x, low.y + (high.y - low.y) * y,
                        world->space == DV_VOLUME ? low.z + (high.z - low.z) * z : 0);
        if (!dv_obstacles_nearest(&world->obstacles, world->space, *point, 0, &surface))
            return DV_OK;
    }
    return dv_fail(error, DV_ERROR_LIMIT, "no point outside the obstacles was found in %d tries",
                   POINT_TRIES);
}

bool dv_world_nearest_of(const dv_world *world, dv_slot_type type, uint64_t handle, dv_vec3 place,
                         dv_vec3 *point) {
    dv_vec3 normal;
    if (type == DV_SLOT_SURFACE)
        return dv_surface_nearest(world, (dv_surface){handle}, place, point, &normal);
    if (type == DV_SLOT_OBSTACLE) {
        const dv_obstacle_record *obstacle = dv_obstacle_record_of(world, handle);
        if (obstacle)
            *point =
                dv_obstacle_surface_near(&world->obstacles, obstacle, world->space, place).point;
        return obstacle != NULL;
    }
    if (type == DV_SLOT_REGION) {
        const dv_region_record *region = dv_region_record_of(world, handle);
        if (region)
            *point = dv_region_nearest(world, region, place);
        return region != NULL;
    }
    const dv_path_record *path = type == DV_SLOT_PATH ? dv_path_record_of(world, handle) : NULL;
    if (path)
        *point = dv_add(place, dv_path_nearest(world, path, place).offset);
    return path != NULL;
}
