// Queries about places, and lists and counts of agents.
#include "drover/queries.h"
#include "base/result.h"
#include "world/obstacles.h"
#include "world/paths.h"
#include "world/regions.h"
#include "world/world_data.h"

#define POINT_TRIES 1000

dv_vec3 dv_world_offset(const dv_world *world, dv_vec3 a, dv_vec3 b) {
    return dv_offset_between(world, a, b);
}

dv_agent_filter dv_agent_filter_default(void) {
    return (dv_agent_filter){.kinds = DV_ANY_KIND, .state = -1};
}

uint32_t dv_world_agents_among(const dv_world *world, const dv_agent_filter *filter,
                               dv_agent *agents, uint32_t capacity) {
    const dv_columns *c = &world->agents;
    const dv_region_record *within = dv_region_record_of(world, filter->within.bits);
    uint32_t count = 0, except;
    if (filter->within.bits && !within)
        return 0;
    if (!dv_agent_index(world, filter->except.bits, &except))
        except = c->limit;
    for (uint32_t i = 0; i < c->limit; i++) {
        if (!(c->flags[i] & DV_AGENT_ALIVE) || !dv_has_kind(&filter->kinds, c->kind[i]) ||
            (filter->state >= 0 && c->state[i] != (uint32_t)filter->state) || i == except ||
            (within && !dv_region_holds(world, within, dv_position_of(world, i))))
            continue;
        if (count < capacity)
            agents[count].bits = dv_agent_bits(world, i);
        count++;
    }
    return count;
}

uint32_t dv_world_count(const dv_world *world, dv_kind_set kinds, int32_t state) {
    dv_agent_filter filter = dv_agent_filter_default();
    filter.kinds = kinds;
    filter.state = state;
    return dv_world_agents_among(world, &filter, NULL, 0);
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
