// Reference counts of what programs are composed of: steering, guards, and stress behaviors. Each
// is in its own arena, which also retains its parts.
#include "program/program_data.h"

/// Whether that was the last reference.
static bool let_go(atomic_uint *references) {
    return atomic_fetch_sub_explicit(references, 1, memory_order_acq_rel) == 1;
}

static void free_arena(const dv_arena *memory) {
    dv_arena own = *memory; // the record is in there, too
    dv_arena_free(&own);
}

dv_steering *dv_steering_retain(dv_steering *steering) {
    atomic_fetch_add_explicit(&steering->references, 1, memory_order_relaxed);
    return steering;
}

void dv_steering_release(dv_steering *steering) {
    if (steering && let_go(&steering->references))
        free_arena(&steering->memory);
}

static void release_held_steering(void *steering) { dv_steering_release(steering); }

bool dv_hold_steering(dv_arena *memory, dv_steering *steering) {
    return dv_arena_hold(memory, dv_steering_retain(steering), release_held_steering);
}

dv_guard *dv_guard_retain(dv_guard *guard) {
    atomic_fetch_add_explicit(&guard->references, 1, memory_order_relaxed);
    return guard;
}

void dv_guard_release(dv_guard *guard) {
    if (guard && let_go(&guard->references))
        free_arena(&guard->memory);
}

static void release_held_guard(void *guard) { dv_guard_release(guard); }

bool dv_hold_guard(dv_arena *memory, dv_guard *guard) {
    return dv_arena_hold(memory, dv_guard_retain(guard), release_held_guard);
}

dv_stress *dv_stress_retain(dv_stress *stress) {
    atomic_fetch_add_explicit(&stress->references, 1, memory_order_relaxed);
    return stress;
}

void dv_stress_release(dv_stress *stress) {
    if (stress && let_go(&stress->references))
        free_arena(&stress->memory);
}

static void release_held_stress(void *stress) { dv_stress_release(stress); }

bool dv_hold_stress(dv_arena *memory, dv_stress *stress) {
    return dv_arena_hold(memory, dv_stress_retain(stress), release_held_stress);
}
