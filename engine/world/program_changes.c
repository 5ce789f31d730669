// Changes that a world makes to a program: it lets go of things that the program no longer
// declares, and names the options of a choice.
#include "base/result.h"
#include "program/program_draft.h"
#include "world/world_data.h"

dv_result dv_world_let_go(const dv_world *world, dv_program *program, bool all, dv_error *error) {
    const dv_program *from = dv_world_program(world);
    dv_result result = DV_OK;
    for (uint32_t i = 0; result == DV_OK && i < from->removal_count; i++) {
        const dv_removal *r = &from->removals[i];
        if (r->is_let_go && dv_world_after(world, program, r->family, r->name) == DV_GONE)
            result = dv_program_let_go(program, r->family, r->name, error);
    }
    for (int family = 0; all && family < DV_FAMILY_STATE; family++)
        for (uint32_t i = 0; result == DV_OK && i < dv_program_name_count(from, family); i++) {
            const char *name = dv_program_name(from, family, i);
            if (dv_world_after(world, program, family, name) == DV_GONE)
                result = dv_program_let_go(program, family, name, error);
        }
    return result;
}

dv_result dv_world_name_options(dv_world *world, const char *setting, const char *const *options,
                                uint32_t count, dv_error *error) {
    dv_program *program = world->program;
    int32_t found = dv_program_setting_named(program, setting);
    if (found < 0 || program->settings[found].type != DV_CHOICE)
        return dv_fail(error, DV_ERROR_FORMAT, "there is no choice '%s'", setting);
    const char **copies = dv_arena_alloc(&program->memory, (count + 1) * sizeof *copies);
    for (uint32_t i = 0; copies && i < count; i++) {
        copies[i] = dv_arena_copy_string(&program->memory, options[i]);
        if (!copies[i])
            return dv_program_lacks_memory(program, error);
    }
    program->settings[found].options = copies;
    program->settings[found].option_count = copies ? count : 0;
    return copies ? DV_OK : dv_program_lacks_memory(program, error);
}
