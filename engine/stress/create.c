// Create stress behaviors as scripts write them, before they are bound to a kind.
#include "base/result.h"
#include "program/program_data.h"

static void destroy_stress(dv_stress *stress) {
    dv_arena memory = stress->memory;
    dv_arena_free(&memory);
}

dv_stress *dv_stress_create(const char *type, const dv_argument *arguments, uint32_t count,
                            const char *where, dv_error *error) {
    const dv_stress_type *found = dv_stress_type_by_name(type);
    where = where ? where : "";
    if (!found) {
        const char *nearest = dv_nearest_stress(type);
        dv_fail(error, DV_ERROR_NAME, "%s%sstress.%s: unknown%s%s%s", where, *where ? ": " : "",
                type, nearest ? " (" : "", nearest ? nearest : "", nearest ? "?)" : "");
        return NULL;
    }
    dv_arena memory = {0};
    dv_stress *stress = dv_arena_alloc(&memory, sizeof *stress);
    if (stress) {
        atomic_init(&stress->references, 1);
        stress->memory = memory;
        stress->type = found;
        stress->where = dv_arena_copy_string(&stress->memory, where);
    }
    if (!stress || !stress->where) {
        if (stress)
            destroy_stress(stress);
        dv_fail(error, DV_ERROR_MEMORY, "out of memory");
        return NULL;
    }
    if (dv_keep_arguments(&found->entry, arguments, count, where, &stress->memory, &stress->values,
                          error) != DV_OK) {
        destroy_stress(stress);
        return NULL;
    }
    return stress;
}

dv_stress *dv_stress_retain(dv_stress *stress) {
    atomic_fetch_add_explicit(&stress->references, 1, memory_order_relaxed);
    return stress;
}

void dv_stress_release(dv_stress *stress) {
    if (stress && atomic_fetch_sub_explicit(&stress->references, 1, memory_order_acq_rel) == 1)
        destroy_stress(stress);
}

static void release_held(void *stress) { dv_stress_release(stress); }

bool dv_hold_stress(dv_arena *memory, dv_stress *stress) {
    return dv_arena_hold(memory, dv_stress_retain(stress), release_held);
}

const char *dv_stress_type_name(const dv_stress *stress) { return stress->type->entry.name; }
