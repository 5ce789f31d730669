// Predict collisions with neighbors that keep their velocity; shared by the behaviors that look
// ahead in time.
#ifndef DV_STEERING_THREATS_H
#define DV_STEERING_THREATS_H

#include "drover/sketch.h"
#include "neighbors/neighborhood.h"

#define DV_SLOWEST 1e-3f ///< m/s; slower velocities give no direction

/// The time (s from now) when something at `offset`, with the relative velocity `velocity`, is
/// nearest: negative if that is past, 0 when its distance does not change.
double dv_time_of_nearest_approach(dv_vec3 offset, dv_vec3 velocity);

/// The time (s from now) when it first comes within `reach` (m): 0 if it already is, infinite if
/// never.
double dv_time_of_touch(dv_vec3 offset, dv_vec3 velocity, float reach);

/// The direction in which the agent moves: of its velocity, or of its heading if it stands still.
dv_vec3 dv_direction_of(const dv_steering_context *context);

/// The neighbors to watch, and what counts as a collision with them.
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
    double time;      ///< s from now, of the nearest approach
    float reach;      ///< m, both radii plus the clearance
    dv_vec3 offset;   ///< to it, now
    dv_vec3 miss;     ///< to it, then
    dv_vec3 velocity; ///< its own
    float urgency; ///< ½ at the horizon, 1 right now; less when the two miss each other by more,
                   ///< but it falls no faster than from 1 to 0 in half a second
} dv_threat;

/// What an agent remembers of the threat it avoids, so that it does not waver between threats,
/// between the two sides of one, or between avoiding and not. All zero: nothing.
typedef struct dv_threat_memory {
    uint32_t agent; ///< index + 1; 0: none
    uint32_t generation;
    float time;       ///< s from now, of the nearest approach
    float lost;       ///< s since it was last a threat
    float urgency;    ///< when it was last a threat
    dv_vec3 side;     ///< the side chosen to avoid it
    float pace;       ///< 1: hurry, −1: wait
    dv_vec3 steering; ///< when it was last a threat, m/s
} dv_threat_memory;

/// Find the soonest collision, ties by ID, and remember it. The remembered neighbor stays the
/// threat until another one is sooner by a tenth, or until the two pass with a quarter of the reach
/// and the horizon to spare. Bodies that already overlap have no collision to predict; `parting`
/// sums the pushes out of them, each from 0 where they touch to 1 where they coincide.
bool dv_find_threat(const dv_steering_context *context, const dv_watch *watch,
                    dv_threat_memory *memory, dv_threat *threat, dv_vec3 *parting);

/// Steering without a threat: what avoided the last one, fading out within half a second.
dv_vec3 dv_ease_off(const dv_threat_memory *memory);

/// Draw a threat: where it and the agent will be when they are nearest, the way of each to that
/// place, and the line between the two.
void dv_show_threat(const dv_steering_context *context, const dv_threat *threat, dv_sketch *sketch);

/// The same for something at `offset` that moves by `velocity`, `time` seconds from now.
void dv_show_approach(const dv_steering_context *context, dv_vec3 offset, dv_vec3 velocity,
                      float time, dv_sketch *sketch);

/// How two headings compare: opposite within 45°, equal within 45°, or neither.
typedef enum dv_encounter { DV_HEAD_ON, DV_CROSSING, DV_SAME_WAY } dv_encounter;

/// Compare headings with a threat. If either stands still, they meet head-on.
dv_encounter dv_encounter_with(const dv_steering_context *context, const dv_threat *threat);

/// Whether the agent passes before the threat. If both would arrive at the same time, their IDs
/// decide. The two always get opposite answers.
bool dv_passes_first(const dv_steering_context *context, const dv_threat *threat);

/// The unit vector along the part of `away` across `direction`; to the left if that part is shorter
/// than `least`.
dv_vec3 dv_side_along(dv_vec3 away, dv_vec3 direction, float least);

#endif
