// Choosing a velocity; see course.h.
#include "stress/course.h"

#include "base/alloc.h"
#include "base/result.h"
#include "locomotion/body.h"
#include "program/value_rows.h"
#include "steering/evaluate.h"
#include "stress/detour.h"
#include "world/obstacles.h"

#include <string.h>

#define INTERVAL 0.1 ///< s between choices, or a tick if that is longer
#define BEND 0.1f    ///< radii; a course that is farther off a straight way counts as an arc
#define CIRCLES 3.0f ///< tightest ones, of a way that is long enough to do without a turn
#define STRIDES 3    ///< of a detour, within the time that candidates look ahead

bool dv_weighs_courses(const dv_world *world, uint32_t agent) {
    return dv_kind_of(world, agent)->weighs && dv_stresses_of(world, agent)->count > 0;
}

static uint32_t ticks_between(const dv_world *world) {
    double ticks = floor(INTERVAL / world->dt + 0.5);
    return ticks > 1 ? (uint32_t)ticks : 1;
}

static uint32_t state_of(const dv_world *world, uint32_t agent) {
    return world->agents.state[agent] + 1u;
}

bool dv_chooses_course(const dv_world *world, uint32_t agent) {
    // Take turns by index, so that each tick has its share of the work.
    return dv_course_of(world, agent)->state != state_of(world, agent) ||
           (world->tick + agent) % ticks_between(world) == 0;
}

static void set_way(dv_footsteps *ways, uint32_t i, dv_vec3 way) {
    dv_vec3 velocity = dv_scale(way, 1 / ways->seconds);
    ways->velocity_x[i] = velocity.x;
    ways->velocity_y[i] = velocity.y;
    ways->velocity_z[i] = velocity.z;
    ways->stride[i] = dv_length(way);
}

/// The courses as steps that go straight to where each leads.
static dv_footsteps straight_ways(const dv_courses *courses) {
    dv_footsteps ways = courses->steps;
    for (uint32_t i = 0; i < ways.count; i++)
        set_way(&ways, i, courses->way[i]);
    return ways;
}

static bool is_bent(const dv_courses *courses, uint32_t i, float radius) {
    dv_vec3 along = dv_normalize(courses->way[i]);
    return dv_length(dv_part_across(courses->half[i], along)) > BEND * radius;
}

/// Whether an obstacle is in the second half of a course that bends.
static bool meets_in_second_half(const dv_steering_context *context, const dv_courses *courses,
                                 uint32_t i) {
    const dv_world *world = context->world;
    dv_vec3 from = dv_add(context->position, courses->half[i]);
    dv_vec3 way = dv_subtract(courses->way[i], courses->half[i]);
    float length = dv_length(way);
    dv_sweep_hit hit;
    return length > 0 &&
           dv_obstacles_sweep(&world->obstacles, world->space, from, dv_scale(way, 1 / length),
                              length, context->radius, &hit) &&
           hit.distance < length;
}

/// Forbid courses that lead into obstacles or out of bounds. An arc counts as two straight ways,
/// which are off it by a quarter of what one would be.
static void forbid_walls(const dv_steering_context *context, const dv_courses *courses,
                         const dv_footsteps *straight, float *total) {
    dv_footsteps ways = *straight;
    bool bends[DV_MAX_FOOTSTEPS] = {false};
    for (uint32_t i = 0; i < ways.count; i++) {
        bends[i] = is_bent(courses, i, context->radius);
        if (bends[i])
            set_way(&ways, i, courses->half[i]);
    }
    dv_forbid_walls(context, &ways, total);
    for (uint32_t i = 0; i < ways.count; i++)
        if (bends[i] && total[i] < INFINITY && meets_in_second_half(context, courses, i))
            total[i] = INFINITY;
}

/// Whether a body at the end of a course can turn about to one side, or has a long way ahead.
/// Counted on the level.
static bool has_room(const dv_steering_context *context, const dv_courses *courses, uint32_t i) {
    const dv_obstacles *obstacles = &context->world->obstacles;
    dv_space space = context->world->space;
    const dv_footsteps *steps = &courses->steps;
    dv_vec3 at = dv_add(context->position, courses->way[i]);
    dv_vec3 ahead = dv_vec(steps->forward_x[i], steps->forward_y[i], 0);
    dv_vec3 aside = dv_scale(dv_vec(-ahead.y, ahead.x, 0), courses->circle);
    float clear = courses->circle + context->radius;
    dv_surface_point nearest;
    dv_sweep_hit hit;
    return !dv_obstacles_nearest(obstacles, space, dv_add(at, aside), clear, &nearest) ||
           !dv_obstacles_nearest(obstacles, space, dv_subtract(at, aside), clear, &nearest) ||
           !dv_obstacles_sweep(obstacles, space, at, ahead, CIRCLES * courses->circle,
                               context->radius, &hit);
}

/// Forbid courses to where the body could not turn about any more. It may always stop. Where all
/// ways are like that, none is forbidden.
static void forbid_dead_ends(const dv_steering_context *context, const dv_courses *courses,
                             float *total) {
    const dv_world *world = context->world;
    float far = courses->stride + (CIRCLES + 2) * courses->circle + 2 * context->radius;
    dv_surface_point nearest;
    bool ends[DV_MAX_FOOTSTEPS] = {false}, is_way_left = false;
    if (!dv_obstacles_nearest(&world->obstacles, world->space, context->position, far, &nearest))
        return;
    for (uint32_t i = 0; i < courses->steps.count; i++) {
        if (!(total[i] < INFINITY) || dv_is_zero(courses->wanted[i]))
            continue;
        ends[i] = !has_room(context, courses, i);
        is_way_left = is_way_left || !ends[i];
    }
    for (uint32_t i = 0; is_way_left && i < courses->steps.count; i++)
        if (ends[i])
            total[i] = INFINITY;
}

static bool is_any_free(uint32_t count, const float *total) {
    for (uint32_t i = 0; i < count; i++)
        if (total[i] < INFINITY)
            return true;
    return false;
}

static bool is_any_way_free(const dv_courses *courses, const float *total) {
    for (uint32_t i = 0; i < courses->steps.count; i++)
        if (total[i] < INFINITY && !dv_is_zero(courses->wanted[i]))
            return true;
    return false;
}

void dv_score_courses(const dv_steering_context *context, const dv_stress_list *list,
                      unsigned char *states, const dv_detour *detour, const dv_courses *courses,
                      float *total) {
    uint32_t count = courses->steps.count;
    dv_footsteps straight = straight_ways(courses);
    memset(total, 0, count * sizeof *total);
    dv_forbid_agents(context, &straight, total);
    forbid_walls(context, courses, &straight, total);
    if (courses->may_jam)
        forbid_dead_ends(context, courses, total);
    // One that has to back out of where it is stuck, but cannot, scrapes along the wall. It never
    // presses on against other agents, who might not bear it.
    bool is_stuck = courses->may_stop && courses->may_jam && detour->is_under_way;
    if (is_stuck ? !is_any_way_free(courses, total)
                 : !courses->may_stop && !is_any_free(count, total)) {
        memset(total, 0, count * sizeof *total);
        dv_forbid_agents(context, &straight, total);
    }
    if (!courses->may_stop && !is_any_free(count, total))
        memset(total, 0, count * sizeof *total);
    dv_weigh_steps(context, list, states, detour, &courses->steps, total);
}

static void lead_detour(const dv_steering_context *context, const dv_stress_list *list,
                        const dv_courses *courses, dv_detour *detour) {
    const dv_world *world = context->world;
    // A detour counts in strides. They must not depend on how fast the body is now, nor be so long
    // that the agent would rather stay than step past a goal nearby.
    dv_footsteps longest = {.count = 1,
                            .stride = {courses->stride / STRIDES},
                            .seconds = courses->steps.seconds / STRIDES};
    float way = dv_length(context->velocity) * (float)ticks_between(world) * context->dt;
    if (detour->is_under_way)
        detour->walked = dv_smaller(detour->walked + way, DV_FARTHEST);
    dv_lead_detour(context, list, &longest, courses->turn / STRIDES,
                   courses->may_stop && courses->circle > 0, detour);
}

/// The velocity with the least stress; 0 if all are forbidden.
static dv_vec3 least_of(const dv_steering_context *context, dv_course *course) {
    const dv_world *world = context->world;
    const dv_stress_list *list = dv_stresses_of(world, context->agent);
    dv_courses courses;
    float total[DV_MAX_FOOTSTEPS];
    dv_courses_of(context, list, &courses);
    if (courses.steps.count == 0) {
        dv_end_detour(&course->detour);
        return dv_vec(0, 0, 0);
    }
    if (dv_is_steered(world, context->agent))
        dv_add_steered_course(context, &courses);
    lead_detour(context, list, &courses, &course->detour);
    dv_score_courses(context, list, dv_states_of(world, context->agent), &course->detour, &courses,
                     total);
    uint32_t chosen = dv_least_stress(&courses.steps, total);
    return chosen < courses.steps.count ? courses.wanted[chosen] : dv_vec(0, 0, 0);
}

void dv_choose_course(dv_world *world, uint32_t agent) {
    if (!dv_weighs_courses(world, agent))
        return;
    dv_course *course = dv_course_of(world, agent);
    dv_steering_context context = dv_steering_context_of(world, agent);
    if (dv_chooses_course(world, agent)) {
        dv_vec3 wanted = least_of(&context, course);
        course->x = wanted.x, course->y = wanted.y, course->z = wanted.z;
        course->state = state_of(world, agent);
    }
    dv_vec3 wanted = dv_vec(course->x, course->y, course->z);
    world->agents.steering[agent] = dv_subtract(wanted, context.velocity);
}

dv_result dv_annotate_courses(const dv_steering_context *context, dv_sketch *sketch,
                              dv_error *error) {
    const dv_world *world = context->world;
    const dv_stress_list *list = dv_stresses_of(world, context->agent);
    dv_courses courses;
    float total[DV_MAX_FOOTSTEPS];
    dv_courses_of(context, list, &courses);
    dv_show_sensed(context, list, sketch);
    unsigned char *states = dv_copy_states(world, context->agent);
    if (!states)
        return dv_fail(error, DV_ERROR_MEMORY, "out of memory");
    dv_score_courses(context, list, states, &dv_course_of(world, context->agent)->detour, &courses,
                     total);
    dv_free(states);
    dv_show_candidates(context, &courses.steps, total, sketch);
    return DV_OK;
}
