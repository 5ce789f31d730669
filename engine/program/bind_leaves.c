// What agents leave in fields: names of fields become their numbers.
#include "base/result.h"
#include "program/binder.h"
#include "program/program_draft.h"

#include <stdio.h>

#define FASTEST 1e9

static bool is_listed(const dv_leaving *leaves, uint32_t count, uint32_t field) {
    for (uint32_t i = 0; i < count; i++)
        if (leaves[i].field == field)
            return true;
    return false;
}

dv_result dv_bind_leaves(dv_program *program, uint32_t kind, const dv_kind_draft *draft,
                         const dv_state_def *from, dv_state *state, dv_error *error) {
    bool is_own = from->leaves != NULL;
    const dv_leaving_def *leaves = is_own ? from->leaves : draft->def.leaves;
    uint32_t count = is_own ? from->leaving_count : leaves ? draft->def.leaving_count : 0;
    const char *where = is_own ? state->where : draft->def.where;
    char path[192];
    snprintf(path, sizeof path, "%s%.160s%sleaves", is_own ? "states." : "",
             is_own ? state->name : "", is_own ? "." : "");
    const dv_binder binder =
        dv_begin_binding(program, kind, 0, NULL, &program->memory, where, path, error);
    state->leaves = dv_arena_alloc(&program->memory, (count + !count) * sizeof *state->leaves);
    if (!state->leaves)
        return dv_out_of_memory(error);
    dv_result result = DV_OK;
    for (uint32_t i = 0; result == DV_OK && i < count; i++) {
        const dv_entry field = {.name = leaves[i].field};
        const dv_parameter rate = {.name = "",
                                   .type = DV_PARAMETER_NUMBER,
                                   .unit = "per second",
                                   .minimum = -FASTEST,
                                   .maximum = FASTEST};
        int32_t found = dv_program_field(program, leaves[i].field);
        if (found < 0)
            return dv_no_such_field(program, where, path, leaves[i].field, error);
        if (is_listed(state->leaves, i, (uint32_t)found))
            return dv_fail(error, DV_ERROR_NAME, "%s%s%s: the field '%s' is named twice", where,
                           *where ? ": " : "", path, leaves[i].field);
        state->leaves[i] = (dv_leaving){.field = (uint32_t)found, .rate = {.callback = -1}};
        result =
            dv_bind_value(&binder, &field, &rate, &leaves[i].rate, NULL, &state->leaves[i].rate);
    }
    state->leaving_count = result == DV_OK ? count : 0;
    program->has_leaving = program->has_leaving || state->leaving_count > 0;
    return result;
}
