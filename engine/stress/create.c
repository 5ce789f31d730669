// Create stress behaviors as scripts write them, before they are bound to a kind.
#include "base/result.h"
#include "program/arguments.h"
#include "stress/stress.h"

dv_stress *dv_stress_create_of(const dv_stress_type *type, const dv_argument *arguments,
                               uint32_t count, const char *where, dv_error *error) {
    where = where ? where : "";
    dv_arena memory = {0};
    dv_stress *stress = dv_arena_alloc(&memory, sizeof *stress);
    if (stress) {
        atomic_init(&stress->references, 1);
        stress->memory = memory;
        stress->type = type;
        stress->where = dv_arena_copy_string(&stress->memory, where);
    }
    if (!stress || !stress->where) {
        dv_stress_release(stress);
        dv_fail(error, DV_ERROR_MEMORY, "out of memory");
        return NULL;
    }
    dv_call call = {"stress", &type->entry, arguments, count, where};
    if (dv_keep_arguments(&call, &stress->memory, &stress->values, error) != DV_OK) {
        dv_stress_release(stress);
        return NULL;
    }
    return stress;
}

const char *dv_stress_type_name(const dv_stress *stress) { return stress->type->entry.name; }
