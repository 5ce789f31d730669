// Find the collision that is soonest; see threats.h.
#include "steering/behaviors/threats.h"

#include "steering/annotations.h"
#include "steering/desired.h"
#include "steering/neighbors.h"
#include "steering/shared_neighbors.h"

#define KEPT_LONGER 1.25 ///< factor on the limits for keeping a threat, compared with a new one
#define SOONER 0.9       ///< another threat replaces it if sooner than this share of its time
#define EASING 0.5f      ///< s, in which urgency falls from 1 to 0
#define COSINE_OF_45_DEGREES 0.70710678f

static double dot_product(dv_vec3 a, dv_vec3 b) {
    return (double)a.x * b.x + (double)a.y * b.y + (double)a.z * b.z;
}

double dv_time_of_nearest_approach(dv_vec3 offset, dv_vec3 velocity) {
    double square = dot_product(velocity, velocity);
    return square > 0 ? -dot_product(offset, velocity) / square : 0;
}

double dv_time_of_touch(dv_vec3 offset, dv_vec3 velocity, float reach) {
    double gap = dot_product(offset, offset) - (double)reach * reach;
    double closing = -dot_product(offset, velocity);
    if (gap <= 0)
        return 0;
    double depth = closing * closing - gap * dot_product(velocity, velocity);
    return closing > 0 && depth >= 0 ? gap / (closing + sqrt(depth)) : (double)INFINITY;
}

dv_vec3 dv_direction_of(const dv_steering_context *context) {
    return dv_length(context->velocity) > DV_SLOWEST ? dv_normalize(context->velocity)
                                                     : context->forward;
}

static bool remembers_threat(const dv_threat_memory *memory, const dv_world *world,
                             uint32_t agent) {
    return memory->agent == agent + 1 && memory->generation == world->agents.generation[agent];
}

/// An upper bound (s) on the time of any threat, with room for rounding.
static float furthest_of(const dv_watch *watch) {
    return 1.01f * (float)KEPT_LONGER * watch->horizon;
}

/// Whether a neighbor is a threat, given the sum of both radii.
static bool is_threat(const dv_steering_context *context, const dv_watch *watch,
                      const dv_threat_memory *memory, const dv_neighborhood *near, float radii,
                      dv_threat *threat, bool *is_kept) {
    dv_vec3 velocity = dv_neighbor_velocity(near);
    dv_vec3 relative = dv_subtract(velocity, context->velocity);
    // Most neighbors move away or are far from meeting the agent; reject them without a division.
    float closing = -dv_dot(near->offset, relative);
    if (!(closing > 0 && closing < furthest_of(watch) * dv_length_squared(relative)))
        return false;
    double time = dv_time_of_nearest_approach(near->offset, relative);
    if (!(time > 0 && time < watch->horizon * KEPT_LONGER))
        return false;
    uint32_t agent = near->agent;
    *is_kept = remembers_threat(memory, near->world, agent);
    dv_vec3 miss = dv_add(near->offset, dv_scale(relative, (float)time));
    double distance = dv_length_double(miss);
    float reach = radii + watch->clearance;
    if (!(distance < reach * (*is_kept ? KEPT_LONGER : 1)) || (!*is_kept && time >= watch->horizon))
        return false;
    double to_spare = (KEPT_LONGER - distance / reach) / (KEPT_LONGER - 1);
    *threat = (dv_threat){
        .agent = agent,
        .time = time,
        .reach = reach,
        .offset = near->offset,
        .miss = miss,
        .velocity = velocity,
        .urgency = (float)(1 - 0.5 * time / watch->horizon) * dv_clamp((float)to_spare, 0, 1),
    };
    return true;
}

static bool comes_before(const dv_threat *a, const dv_threat *b) {
    return a->time < b->time || (a->time == b->time && a->agent < b->agent);
}

static dv_vec3 push_from_touched(const dv_steering_context *context, const dv_neighborhood *near,
                                 float radii) {
    float depth = 1 - dv_length(near->offset) / radii;
    return dv_scale(dv_normalize(dv_push_from(context, near, radii)), depth);
}

/// The result of one look around: the remembered threat, and the soonest of the others.
typedef struct findings {
    dv_threat kept, other;
    bool has_kept, has_other;
} findings;

static findings look_around(const dv_steering_context *context, const dv_watch *watch,
                            const dv_threat_memory *memory, dv_vec3 *parting) {
    findings found = {.has_kept = false};
    dv_sieve_rule rule = {
        .kinds = &watch->kind->kinds,
        .states = watch->state->states,
        .radius = watch->radius,
        .horizon = furthest_of(watch),
        .clearance = watch->clearance,
        .margin = (float)KEPT_LONGER,
    };
    dv_neighborhood near = dv_sifted_neighbors(context, &rule);
    while (dv_neighborhood_next(&near)) {
        if (!dv_in_cone(context->forward, near.offset, near.distance_squared, watch->half_cosine))
            continue;
        uint32_t agent = near.agent;
        float radii = context->radius + dv_property_of(near.world, agent, DV_RADIUS);
        if (near.distance_squared < radii * radii)
            *parting = dv_add(*parting, push_from_touched(context, &near, radii));
        dv_threat threat;
        bool is_kept;
        if (!is_threat(context, watch, memory, &near, radii, &threat, &is_kept))
            continue;
        if (is_kept) {
            found.kept = threat;
            found.has_kept = true;
        } else if (!found.has_other || comes_before(&threat, &found.other)) {
            found.other = threat;
            found.has_other = true;
        }
    }
    return found;
}

/// Whether a remembered neighbor that is no longer a threat keeps its place, which it does for a
/// while.
static bool holds_its_place(const findings *found, const dv_threat_memory *memory) {
    if (memory->agent == 0 || memory->lost >= EASING)
        return false;
    double time = found->has_kept ? found->kept.time : memory->time;
    return !found->has_other || found->other.time >= time * SOONER;
}

// A slight change of velocity moves a nearest approach that is seconds ahead by a lot, so the
// urgency would jump from tick to tick. Let it fall only slowly.
static float ease_threat(const dv_steering_context *context, const dv_threat_memory *memory,
                         float urgency) {
    float least = memory->urgency - context->dt / EASING;
    return urgency > least ? urgency : least;
}

bool dv_find_threat(const dv_steering_context *context, const dv_watch *watch,
                    dv_threat_memory *memory, dv_threat *threat, dv_vec3 *parting) {
    *parting = DV_NO_STEERING;
    findings found = look_around(context, watch, memory, parting);
    memory->lost = found.has_kept ? 0 : memory->lost + context->dt;
    memory->time = found.has_kept ? (float)found.kept.time : memory->time - context->dt;
    if (holds_its_place(&found, memory)) {
        *threat = found.kept;
        if (found.has_kept)
            memory->urgency = threat->urgency = ease_threat(context, memory, threat->urgency);
        return found.has_kept;
    }
    *memory = (dv_threat_memory){0};
    if (!found.has_other)
        return false;
    *threat = found.other;
    memory->agent = threat->agent + 1;
    memory->generation = context->world->agents.generation[threat->agent];
    memory->time = (float)threat->time;
    memory->urgency = threat->urgency;
    return true;
}

dv_vec3 dv_ease_off(const dv_threat_memory *memory) {
    return dv_scale(memory->steering, dv_clamp(1 - memory->lost / EASING, 0, 1));
}

void dv_show_approach(const dv_steering_context *context, dv_vec3 offset, dv_vec3 velocity,
                      float time, dv_sketch *sketch) {
    dv_vec3 own = dv_scale(context->velocity, time);
    dv_vec3 other = dv_add(offset, dv_scale(velocity, time));
    dv_show_place(context, sketch, own, DV_INK_CLEAR);
    dv_show_prediction(context, sketch, offset, other, DV_INK_THREAT);
    dv_show_line(context, sketch, own, other, DV_INK_THREAT);
}

void dv_show_threat(const dv_steering_context *context, const dv_threat *threat,
                    dv_sketch *sketch) {
    float time = (float)threat->time;
    dv_show_approach(context, threat->offset, threat->velocity, time, sketch);
    dv_show_circle(context, sketch, dv_scale(context->velocity, time), threat->reach,
                   DV_INK_THREAT);
}

dv_encounter dv_encounter_with(const dv_steering_context *context, const dv_threat *threat) {
    if (dv_length(context->velocity) <= DV_SLOWEST || dv_length(threat->velocity) <= DV_SLOWEST)
        return DV_HEAD_ON;
    float cosine = dv_dot(dv_normalize(context->velocity), dv_normalize(threat->velocity));
    return cosine < -COSINE_OF_45_DEGREES  ? DV_HEAD_ON
           : cosine > COSINE_OF_45_DEGREES ? DV_SAME_WAY
                                           : DV_CROSSING;
}

// At the nearest approach the offset is at a right angle to the difference of the velocities, so it
// has the same component along either: one agent sees the other ahead by as much as the other sees
// it behind.
bool dv_passes_first(const dv_steering_context *context, const dv_threat *threat) {
    double ahead = dot_product(threat->miss, context->velocity);
    double tie = 1e-3 * threat->reach *
                 (dv_length_double(context->velocity) + dv_length_double(threat->velocity));
    if (ahead < -tie || ahead > tie)
        return ahead < 0;
    return context->agent < threat->agent;
}

dv_vec3 dv_side_along(dv_vec3 away, dv_vec3 direction, float least) {
    dv_vec3 across = dv_across(away, direction);
    float length = dv_length(across);
    return length > 0 && length >= least ? dv_normalize(across) : dv_left_of(direction);
}
