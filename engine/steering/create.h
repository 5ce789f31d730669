// Creating behaviors and blends whose descriptor is known: dv_behavior_create and dv_blend_create
// look it up by name.
#ifndef DV_STEERING_CREATE_H
#define DV_STEERING_CREATE_H

#include "drover/program.h"

dv_steering *dv_behavior_create_of(const dv_behavior_type *behavior, const dv_argument *arguments,
                                   uint32_t count, const char *where, uint64_t identity,
                                   dv_error *error);
dv_steering *dv_blend_create_of(const dv_blend_type *blend, const dv_part *parts,
                                uint32_t part_count, const dv_argument *arguments,
                                uint32_t argument_count, const char *where, dv_error *error);

#endif
