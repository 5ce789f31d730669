// The descriptors of the engine's own behaviors and blends.
#ifndef DV_STEERING_BEHAVIORS_H
#define DV_STEERING_BEHAVIORS_H

#include "drover/catalogue.h"

#define DV_COUNT_OF(array) ((uint32_t)(sizeof(array) / sizeof(array)[0]))

/// Limits on lengths, times, speeds and weights in scripts, so that no sum overflows.
#define DV_LONGEST 1e6  ///< m
#define DV_FASTEST 1e6  ///< m/s
#define DV_HEAVIEST 1e6 ///< limit on weights
#define DV_FURTHEST 600 ///< s, limit on looking ahead

extern const dv_behavior_type dv_behavior_seek;
extern const dv_behavior_type dv_behavior_flee;
extern const dv_behavior_type dv_behavior_pursuit;
extern const dv_behavior_type dv_behavior_evasion;
extern const dv_behavior_type dv_behavior_arrival;
extern const dv_behavior_type dv_behavior_obstacle_avoidance;
extern const dv_behavior_type dv_behavior_wander;
extern const dv_behavior_type dv_behavior_containment;
extern const dv_behavior_type dv_behavior_separation;
extern const dv_behavior_type dv_behavior_alignment;
extern const dv_behavior_type dv_behavior_cohesion;
extern const dv_behavior_type dv_behavior_flocking;
extern const dv_behavior_type dv_behavior_leader_following;
extern const dv_behavior_type dv_behavior_target_speed;
extern const dv_behavior_type dv_behavior_people_avoidance;
extern const dv_behavior_type dv_behavior_predictive_avoidance;
extern const dv_behavior_type dv_behavior_queueing;
extern const dv_behavior_type dv_behavior_ray_avoidance;
extern const dv_behavior_type dv_behavior_reciprocal_avoidance;
extern const dv_behavior_type dv_behavior_unaligned_avoidance;
extern const dv_behavior_type dv_behavior_wall_following;
extern const dv_behavior_type dv_behavior_path_following;
extern const dv_behavior_type dv_behavior_crowd_path_following;
extern const dv_behavior_type dv_behavior_flow_following;
extern const dv_behavior_type dv_behavior_custom;
extern const dv_behavior_type dv_behavior_docking;
extern const dv_behavior_type dv_behavior_explore;
extern const dv_behavior_type dv_behavior_forage;
extern const dv_behavior_type dv_behavior_hide;
extern const dv_behavior_type dv_behavior_interpose;
extern const dv_behavior_type dv_behavior_noise_wander;
extern const dv_behavior_type dv_behavior_offset_pursuit;
extern const dv_behavior_type dv_behavior_shadow;
extern const dv_behavior_type dv_behavior_walk_along;

extern const dv_blend_type dv_blend_allocate;
extern const dv_blend_type dv_blend_average;
extern const dv_blend_type dv_blend_dither;
extern const dv_blend_type dv_blend_normalized;
extern const dv_blend_type dv_blend_priority;
extern const dv_blend_type dv_blend_random;
extern const dv_blend_type dv_blend_rotate;
extern const dv_blend_type dv_blend_sum;
extern const dv_blend_type dv_blend_velocity;
extern const dv_blend_type dv_blend_weighted;

#endif
