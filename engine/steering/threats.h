// Predicting collisions with neighbors that move straight on: what the behaviors that look ahead in
// time have in common.
#ifndef DV_STEERING_THREATS_H
#define DV_STEERING_THREATS_H

#include "drover/sketch.h"
#include "world/neighborhood.h"

#define DV_SLOWEST 1e-3f ///< m/s, below which a velocity gives no direction

/// When something at `offset` that moves by `velocity` from here is nearest, s from now; 0 when it
/// keeps its distance.
double dv_time_of_nearest_approach(dv_vec3 offset, dv_vec3 velocity);

/// When it comes within `reach`, s from now: 0 when it is, infinite when it never does.
double dv_time_of_touch(dv_vec3 offset, dv_vec3 velocity, float reach);

/// Where the agent is going: along its velocity, or as it faces when it stands.
dv_vec3 dv_direction_of(const dv_steering_context *context);

/// Who is looked at, and what counts as a collision with them.
typedef struct dv_watch {
    const dv_bound *kind, *state;
    float radius;      ///< m, of the neighborhood
    float half_cosine; ///< of its view cone
    float horizon;     ///< s
    float clearance;   ///< m between the bodies
} dv_watch;

/// The neighbor whose predicted collision is soonest.
typedef struct dv_threat {
    uint32_t agent;
    double time;      ///< of the nearest approach, s from now
    float reach;      ///< m, both radii and the clearance
    dv_vec3 offset;   ///< to it, now
    dv_vec3 miss;     ///< to it, then
    dv_vec3 velocity; ///< its own
    float urgency;    ///< ½ at the horizon, 1 at once; falls off, in half a second at the fastest,
                      ///< where the collision is as good as avoided
} dv_threat;

/// What an agent remembers of the threat it avoids, so that it does not waver between threats,
/// between the sides of one, or between one and none. Zero is nothing.
typedef struct dv_threat_memory {
    uint32_t agent; ///< + 1; 0: none
    uint32_t generation;
    float time;       ///< of the nearest approach, s from now
    float lost;       ///< s since it was last a threat
    float urgency;    ///< when it was last a threat
    dv_vec3 side;     ///< taken to avoid it
    float pace;       ///< 1: hurry, −1: wait
    dv_vec3 steering; ///< when it was last a threat, m/s
} dv_threat_memory;

/// Find the soonest collision, ties by id, and remember it. The remembered one remains the threat
/// until another is a tenth sooner, and until the two pass with a quarter of reach and horizon to
/// spare. Bodies that overlap already have no collision to predict: `parting` is what pushes from
/// them, each from 0 where they touch to 1 where they coincide.
bool dv_find_threat(const dv_steering_context *context, const dv_watch *watch,
                    dv_threat_memory *memory, dv_threat *threat, dv_vec3 *parting);

/// Where there is no threat: the steering that avoided the last one, easing off within half a
/// second.
dv_vec3 dv_ease_off(const dv_threat_memory *memory);

/// Draw a threat: where it and the agent are going to be when they are nearest, each with the way
/// there, and the line between the two.
void dv_show_threat(const dv_steering_context *context, const dv_threat *threat, dv_sketch *sketch);

/// The same for what lies at `offset` and moves by `velocity`, at a time from now.
void dv_show_approach(const dv_steering_context *context, dv_vec3 offset, dv_vec3 velocity,
                      float time, dv_sketch *sketch);

/// How headings compare: within 45° of one way, of the other, or neither.
typedef enum dv_encounter { DV_HEAD_ON, DV_CROSSING, DV_SAME_WAY } dv_encounter;

/// One that stands is met head-on, by one that stands too.
dv_encounter dv_encounter_with(const dv_steering_context *context, const dv_threat *threat);

/// Whether the agent passes before the threat; who of the two is told by id when both would be
/// there at once. The answers for the two of them differ.
bool dv_passes_first(const dv_steering_context *context, const dv_threat *threat);

/// The unit vector along `away` across `direction`, to the left when that part is below `least`.
dv_vec3 dv_side_along(dv_vec3 away, dv_vec3 direction, float least);

#endif
