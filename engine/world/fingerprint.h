// One number for what a composition, guard or stress behavior does. Equal definitions give equal
// numbers, wherever they are written.
#ifndef DV_WORLD_FINGERPRINT_H
#define DV_WORLD_FINGERPRINT_H

#include "drover/program.h"

/// The number of what one of the host's functions does.
typedef struct dv_host_code {
    uint64_t (*of)(void *context, int32_t callback);
    void *context;
} dv_host_code;

uint64_t dv_steering_fingerprint(const dv_steering *steering, const dv_host_code *code);
uint64_t dv_guard_fingerprint(const dv_guard *guard, const dv_host_code *code);
uint64_t dv_stress_fingerprint(const dv_stress *stress, const dv_host_code *code);

#endif
