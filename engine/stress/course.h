// Stress behaviors of bodies without legs: they choose a velocity to steer toward, ten times a
// second, and leave it to the model how the body follows.
#ifndef DV_STRESS_COURSE_H
#define DV_STRESS_COURSE_H

#include "stress/choose.h"
#include "stress/reach.h"
#include "world/course.h"

/// Whether stress behaviors choose the agent's velocity in its present state.
bool dv_weighs_courses(const dv_world *world, uint32_t agent);
/// Whether such an agent chooses in this tick; in others it goes on steering toward its choice.
bool dv_chooses_course(const dv_world *world, uint32_t agent);

/// Score an agent's candidates: collisions on the way, then the behaviors of the list, or what a
/// detour leaves of them. Where all are forbidden, a body that cannot stop takes any of them. On a
/// detour, a body that turns only while it goes ahead does not mind obstacles where every way meets
/// one, but minds other agents.
void dv_score_courses(const dv_steering_context *context, const dv_stress_list *list,
                      unsigned char *states, const dv_detour *detour, const dv_courses *courses,
                      float *total);

/// Run phase steer for an agent that weighs stress, after its steering is known: replace that by
/// the vector toward the velocity with the least stress, or by braking where all are forbidden.
void dv_choose_course(dv_world *world, uint32_t agent);
/// Draw where the agent's candidates lead from where it is.
dv_result dv_annotate_courses(const dv_steering_context *context, dv_sketch *sketch,
                              dv_error *error);

#endif
