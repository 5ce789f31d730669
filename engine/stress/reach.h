// What a body without legs could do next: velocities to steer toward, in directions times speeds,
// and where each leads within a short time. B. D. Reich, An Architecture for Behavioral Locomotion
// (1997), gives rolling robots a circular region of candidates where walkers have a fan; D. Fox, W.
// Burgard and S. Thrun, The Dynamic Window Approach to Collision Avoidance (1997), limit velocities
// to those within reach; A. Fray, Context Steering (Game AI Pro 2, 2015), scores directions in
// games.
#ifndef DV_STRESS_REACH_H
#define DV_STRESS_REACH_H

#include "world/world_data.h"

/// Candidate velocities. As steps, each is the place, heading, and velocity that it leads to within
/// `steps.seconds`: the time in which the body can reach its desired speed from rest, or stop.
typedef struct dv_courses {
    dv_footsteps steps;
    dv_vec3 wanted[DV_MAX_FOOTSTEPS]; ///< m/s, what the body steers toward
    dv_vec3 way[DV_MAX_FOOTSTEPS];    ///< m, from where it is to where it gets
    dv_vec3 half[DV_MAX_FOOTSTEPS];   ///< m, from where it is to where it gets in half the time
    float turn;                       ///< rad, the widest turn within that time, π at most
    float stride;                     ///< m, how far it gets at its desired speed
    float circle;                     ///< m, the tightest it can follow; 0: it turns on the spot
    bool may_stop;
    bool may_jam; ///< it turns only while it goes ahead
} dv_courses;

/// List the candidates: stopping, then directions from right to left, the fastest first; in a
/// volume, for bodies that leave the ground, also those that climb and dive; then those to goals
/// within reach. Bodies that turn at once look all around, others as far as they can turn. The list
/// is empty when the agent's desired speed is 0.
void dv_courses_of(const dv_steering_context *context, const dv_stress_list *list,
                   dv_courses *courses);

/// Add the velocity that the agent's steering asks for.
void dv_add_steered_course(const dv_steering_context *context, dv_courses *courses);

#endif
