// Checking the numbers that only the host reads: whether the slots and settings that they name
// exist.
#include "program/binder.h"
#include "program/program_draft.h"

dv_result dv_check_numbers(dv_program *program, uint32_t kind, const dv_kind_draft *draft,
                           dv_error *error) {
    dv_result result = DV_OK;
    for (uint32_t i = 0; result == DV_OK && i < draft->number_count; i++) {
        const dv_number_def *def = &draft->numbers[i];
        const dv_entry owner = {.name = def->owner};
        const dv_parameter number = {.name = def->name, .type = DV_PARAMETER_NUMBER, .unit = ""};
        const dv_binder binder = {.program = program,
                                  .kind = kind,
                                  .memory = &program->memory,
                                  .where = def->where,
                                  .family = def->family,
                                  .error = error};
        dv_bound bound = {.callback = -1};
        result = dv_go_on(
            program, dv_bind_value(&binder, &owner, &number, &def->value, NULL, &bound), error);
    }
    return result;
}
