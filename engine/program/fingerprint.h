// Fingerprints: a hash of what a composition, guard, or stress behavior does. Equal definitions
// have equal fingerprints, no matter where in the scripts they are written.
#ifndef DV_PROGRAM_FINGERPRINT_H
#define DV_PROGRAM_FINGERPRINT_H

#include "drover/program.h"

/// How to get the fingerprint of one of the host's functions: `of` returns it.
typedef struct dv_host_code {
    uint64_t (*of)(void *context, int32_t callback);
    void *context;
} dv_host_code;

/// The fingerprints of a composition, a guard, and a stress behavior, including their parts and
/// arguments. `code` supplies the fingerprints of callbacks.
uint64_t dv_steering_fingerprint(const dv_steering *steering, const dv_host_code *code);
uint64_t dv_guard_fingerprint(const dv_guard *guard, const dv_host_code *code);
uint64_t dv_stress_fingerprint(const dv_stress *stress, const dv_host_code *code);

#endif
