#include "player/draw/motion.h"

#include "base/alloc.h"
#include "base/math.h"

#include <math.h>

void dv_motion_free(dv_motion *motion) {
    dv_free(motion->before);
    dv_free(motion->trails);
    *motion = (dv_motion){0};
}

void dv_motion_forget(dv_motion *motion) {
    motion->count = 0;
    dv_motion_forget_trails(motion);
}

void dv_motion_forget_trails(dv_motion *motion) {
    motion->trail_count = 0;
    motion->traced_tick = 0;
}

static dv_pose pose_now(const dv_world *world, dv_agent agent) {
    dv_vec3 position = dv_agent_position(world, agent), forward = dv_agent_forward(world, agent);
    float length = sqrtf(forward.x * forward.x + forward.y * forward.y);
    bool points_up = !(length > 1e-6f);
    dv_pose pose = {.x = position.x,
                    .y = position.y,
                    .z = position.z,
                    .forward_x = points_up ? 1 : forward.x / length,
                    .forward_y = points_up ? 0 : forward.y / length};
    if (dv_world_space(world) == DV_PLANE)
        return pose;
    dv_vec3 up = dv_agent_up(world, agent), left = dv_cross(up, forward);
    dv_vec3 level_left = dv_vec(-pose.forward_y, pose.forward_x, 0);
    pose.pitch = atan2f(forward.z, length);
    pose.roll = atan2f(-dv_dot(up, level_left), dv_dot(left, level_left));
    return pose;
}

dv_result dv_motion_keep(dv_motion *motion, const dv_world *world) {
    uint32_t limit = dv_world_agent_limit(world);
    motion->count = 0;
    if (!dv_reserve((void **)&motion->before, &motion->capacity, limit, sizeof *motion->before))
        return DV_ERROR_MEMORY;
    for (uint32_t i = 0; i < limit; i++) {
        dv_agent agent = dv_world_agent_at(world, i);
        motion->before[i].agent = agent.bits;
        if (agent.bits)
            motion->before[i].pose = pose_now(world, agent);
    }
    motion->count = limit;
    return DV_OK;
}

static void trace_agent(dv_trail *trail, const dv_world *world, dv_agent agent) {
    if (trail->agent != agent.bits)
        *trail = (dv_trail){.agent = agent.bits};
    dv_vec3 position = dv_agent_position(world, agent);
    trail->points[trail->next][0] = position.x;
    trail->points[trail->next][1] = position.y;
    trail->points[trail->next][2] = position.z;
    trail->next = (trail->next + 1) % DV_TRAIL_POINTS;
    if (trail->count < DV_TRAIL_POINTS)
        trail->count++;
}

dv_result dv_motion_trace(dv_motion *motion, const dv_world *world) {
    uint64_t tick = dv_world_tick(world), every = (uint64_t)(0.1 / dv_world_dt(world) + 0.5);
    if (motion->trail_count && tick < motion->traced_tick + (every ? every : 1))
        return DV_OK;
    uint32_t limit = dv_world_agent_limit(world);
    limit = limit < DV_TRAIL_AGENTS ? limit : DV_TRAIL_AGENTS;
    if (!dv_reserve((void **)&motion->trails, &motion->trail_capacity, limit,
                    sizeof *motion->trails))
        return DV_ERROR_MEMORY;
    for (; motion->trail_count < limit; motion->trail_count++)
        motion->trails[motion->trail_count].agent = 0;
    motion->traced_tick = tick;
    for (uint32_t i = 0; i < limit; i++) {
        dv_agent agent = dv_world_agent_at(world, i);
        if (agent.bits)
            trace_agent(&motion->trails[i], world, agent);
    }
    return DV_OK;
}

// Whether an agent moved farther in a tick than it can by itself.
static bool has_jumped(const dv_world *world, dv_agent agent, dv_vec3 offset) {
    dv_vec3 velocity = dv_agent_velocity(world, agent);
    double step = dv_length_double(velocity) * dv_world_dt(world);
    return dv_length_double(offset) > 4 * step + 1;
}

bool dv_motion_crosses_edge(const dv_world *world, dv_vec3 from, dv_vec3 to) {
    dv_vec3 offset = dv_world_offset(world, from, to);
    float away = fabsf(from.x + offset.x - to.x) + fabsf(from.y + offset.y - to.y) +
                 fabsf(from.z + offset.z - to.z);
    return away > 1e-3f * (fabsf(to.x) + fabsf(to.y) + fabsf(to.z) + 1);
}

/// Where an agent was before, if it moved from there at a speed it can have; else NULL. `place` is
/// where it is, and goes to where it was a `fraction` of the way.
static const dv_pose *place_between(const dv_motion *motion, const dv_world *world, dv_agent agent,
                                    float fraction, dv_vec3 *place) {
    uint32_t index = dv_handle_index(agent.bits);
    if (fraction >= 1 || index >= motion->count || motion->before[index].agent != agent.bits)
        return NULL;
    const dv_pose *before = &motion->before[index].pose;
    dv_vec3 offset = dv_world_offset(world, (dv_vec3){before->x, before->y, before->z}, *place);
    if (has_jumped(world, agent, offset))
        return NULL;
    *place = dv_subtract(*place, dv_scale(offset, 1 - fraction));
    return before;
}

dv_vec3 dv_motion_place(const dv_motion *motion, const dv_world *world, dv_agent agent,
                        float fraction) {
    dv_vec3 place = dv_agent_position(world, agent);
    place_between(motion, world, agent, fraction, &place);
    return place;
}

dv_pose dv_motion_pose(const dv_motion *motion, const dv_world *world, dv_agent agent,
                       float fraction) {
    dv_pose now = pose_now(world, agent);
    dv_vec3 place = {now.x, now.y, now.z};
    const dv_pose *kept = place_between(motion, world, agent, fraction, &place);
    if (!kept)
        return now;
    dv_pose before = *kept;
    now.x = place.x;
    now.y = place.y;
    now.z = place.z;
    now.pitch = before.pitch + (now.pitch - before.pitch) * fraction;
    now.roll = before.roll + remainderf(now.roll - before.roll, 6.2831853f) * fraction;
    float x = before.forward_x + (now.forward_x - before.forward_x) * fraction;
    float y = before.forward_y + (now.forward_y - before.forward_y) * fraction;
    float length = sqrtf(x * x + y * y);
    if (length > 0.1f) {
        now.forward_x = x / length;
        now.forward_y = y / length;
    }
    return now;
}

const dv_trail *dv_motion_trail(const dv_motion *motion, dv_agent agent) {
    uint32_t index = dv_handle_index(agent.bits);
    if (index >= motion->trail_count || motion->trails[index].agent != agent.bits)
        return NULL;
    return &motion->trails[index];
}
