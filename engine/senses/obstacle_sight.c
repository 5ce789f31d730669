// See obstacles: by points of their outline, and by the points where round shapes bulge to the
// sides.
#include "base/alloc.h"
#include "base/result.h"
#include "senses/perception.h"
#include "world/obstacle_shapes.h"
#include "world/obstacles.h"

#include <math.h>
#include <string.h>

// A line of sight ends this far before the surface, so that the surface itself does not block it.
#define BEFORE 1e-3f
#define ROUNDING 1e-5f
// As a part of the angle to where a line of sight just touches a ball: slightly less is surely in
// front.
#define WITHIN_OUTLINE 0.98f

/// Whether a surface point, at an offset from the eye, is in range and in view and not hidden.
static bool is_point_seen(const dv_sight *sight, dv_vec3 offset) {
    const dv_world *world = sight->world;
    float squared = dv_length_squared(offset);
    if (!(squared <= sight->range * sight->range) ||
        !dv_in_cone(sight->forward, offset, squared, sight->half_cosine))
        return false;
    if (!sight->occluded)
        return true;
    dv_vec3 eye = sight->position;
    float distance = dv_length(offset), size = fabsf(eye.x) + fabsf(eye.y) + fabsf(eye.z);
    float before = BEFORE + ROUNDING * (size + distance);
    if (distance <= before)
        return true;
    dv_vec3 end = dv_add(eye, dv_scale(offset, (distance - before) / distance));
    return !dv_obstacles_hide(&world->obstacles, world->space, eye, end);
}

static dv_vec3 offset_of(const dv_sight *sight, const dv_obstacle_record *obstacle, float x,
                         float y) {
    dv_vec3 point = dv_vec(x, y, 0);
    if (sight->world->space == DV_VOLUME) {
        dv_box box = dv_obstacle_box(obstacle);
        point.z = dv_clamp(sight->position.z, box.low.z, box.high.z);
    }
    return dv_offset_between(sight->world, sight->position, point);
}

static bool is_outline_seen(const dv_sight *sight, const dv_obstacle_record *obstacle) {
    const dv_outline *outline = obstacle->outline;
    for (uint32_t i = 0; i < outline->count; i++) {
        dv_vec3 a = outline->points[i], b = outline->points[(i + 1) % outline->count];
        if (is_point_seen(sight, offset_of(sight, obstacle, a.x, a.y)) ||
            is_point_seen(sight, offset_of(sight, obstacle, (a.x + b.x) / 2, (a.y + b.y) / 2)))
            return true;
    }
    return false;
}

static bool are_sides_seen(const dv_sight *sight, const dv_obstacle_record *obstacle) {
    dv_vec3 center = offset_of(sight, obstacle, obstacle->position.x, obstacle->position.y);
    float away = sqrtf(center.x * center.x + center.y * center.y), radius = obstacle->radius;
    if (!(away > radius))
        return false;
    // In the plane: the angle, at the center, from the eye to where a line of sight touches.
    float cosine = radius / away, sine = WITHIN_OUTLINE * sqrtf(1 - cosine * cosine);
    float whole = sqrtf(cosine * cosine + sine * sine), x = center.x / away, y = center.y / away;
    for (int side = -1; side <= 1; side += 2) {
        float along = -radius * cosine / whole, across = (float)side * radius * sine / whole;
        dv_vec3 offset =
            dv_vec(center.x + x * along - y * across, center.y + y * along + x * across, center.z);
        if (is_point_seen(sight, offset))
            return true;
    }
    return false;
}

static bool is_ahead_seen(const dv_sight *sight, const dv_obstacle_record *obstacle) {
    dv_sweep_hit hit;
    float most = sight->range < 1e6f ? sight->range : 1e6f;
    return dv_obstacle_sweep(obstacle, sight->world->space, sight->position, sight->forward, most,
                             0, &hit) &&
           is_point_seen(sight, dv_subtract(hit.center, sight->position));
}

bool dv_sight_holds_obstacle(const dv_sight *sight, uint32_t index) {
    const dv_world *world = sight->world;
    const dv_obstacle_record *obstacle = &world->obstacles.records[index];
    dv_surface_point nearest =
        dv_obstacle_surface_near(&world->obstacles, obstacle, world->space, sight->position);
    if (!(nearest.distance <= sight->range))
        return false;
    if (nearest.distance <= 0 ||
        is_point_seen(sight, dv_subtract(nearest.point, sight->position)) ||
        is_ahead_seen(sight, obstacle))
        return true;
    return obstacle->outline ? is_outline_seen(sight, obstacle) : are_sides_seen(sight, obstacle);
}

static bool find_obstacle(const dv_world *world, dv_obstacle obstacle, uint32_t *index) {
    *index = dv_handle_index(obstacle.bits);
    return dv_obstacle_record_of(world, obstacle.bits) != NULL;
}

bool dv_agent_sees_obstacle(const dv_world *world, dv_agent agent, dv_obstacle obstacle) {
    uint32_t seer, index;
    if (!dv_agent_index(world, agent.bits, &seer) || !find_obstacle(world, obstacle, &index))
        return false;
    dv_sight sight = dv_sight_of(world, seer);
    return dv_sight_holds_obstacle(&sight, index);
}

static void mark_seen(void *context, uint32_t obstacle, dv_vec3 by) {
    (void)by;
    ((unsigned char *)context)[obstacle] = 1;
}

dv_result dv_agent_discover(const dv_world *world, dv_agent agent, const dv_obstacle *known,
                            uint32_t known_count, dv_obstacle *seen, uint32_t capacity,
                            uint32_t *count, dv_error *error) {
    const dv_obstacles *obstacles = &world->obstacles;
    uint32_t seer, index;
    *count = 0;
    if (!dv_agent_index(world, agent.bits, &seer))
        return dv_fail(error, DV_ERROR_STALE, "the agent is gone");
    if (obstacles->alive_count == 0)
        return DV_OK;
    dv_sight sight = dv_sight_of(world, seer);
    unsigned char *may_be_new = dv_alloc(obstacles->count);
    if (!may_be_new)
        return dv_fail(error, DV_ERROR_MEMORY, "out of memory");
    memset(may_be_new, 0, obstacles->count);
    dv_obstacles_each_blocking(obstacles, world->space, DV_BLOCKS_ALL, sight.position, sight.range,
                               mark_seen, may_be_new);
    for (uint32_t i = 0; i < known_count; i++)
        if (find_obstacle(world, known[i], &index))
            may_be_new[index] = 0;
    for (uint32_t i = 0; i < obstacles->count; i++) {
        if (!may_be_new[i] || !dv_sight_holds_obstacle(&sight, i))
            continue;
        if (*count < capacity)
            seen[*count] = dv_world_obstacle_at(world, i);
        ++*count;
    }
    dv_free(may_be_new);
    return DV_OK;
}
