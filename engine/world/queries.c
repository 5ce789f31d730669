// Queries about places, and counts of agents.
#include "base/result.h"
#include "world/obstacles.h"
#include "world/paths.h"
#include "world/regions.h"
#include "world/world_data.h"

#define POINT_TRIES 1000

dv_vec3 dv_world_offset(const dv_world *world, dv_vec3 a, dv_vec3 b) {
    return dv_offset_between(world, a, b);
}

uint32_t dv_world_count(const dv_world *world, dv_kind_set kinds, int32_t state) {
    const dv_columns *c = &world->agents;
    uint32_t count = 0;
    for (uint32_t i = 0; i < c->limit; i++)
        count += (c->flags[i] & DV_AGENT_ALIVE) && dv_has_kind(&kinds, c->kind[i]) &&
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
