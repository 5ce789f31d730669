// The types of links that a program declares.
#include "base/result.h"
#include "program/program_draft.h"
#include "program/value_rows.h"

#include <stdio.h>
#include <string.h>

dv_link_def dv_link_def_default(void) { return (dv_link_def){.width = 0.1, .color = 0x808080ff}; }

/// `link` names the type in messages.
static dv_result check_values(const char *link, const dv_link_def *def, dv_error *error) {
    const struct {
        dv_row row;
        double value;
    } values[] = {{DV_ROW_LINK_LENGTH, def->length},
                  {DV_ROW_LINK_STIFFNESS, def->stiffness},
                  {DV_ROW_LINK_DAMPING, def->damping},
                  {DV_ROW_LINK_WIDTH, def->width}};
    dv_result result = DV_OK;
    for (size_t i = 0; result == DV_OK && i < sizeof values / sizeof *values; i++)
        result = dv_check_row(link, values[i].row, values[i].value, error);
    return result;
}

dv_result dv_program_add_link(dv_program *program, const dv_link_def *def, dv_error *error) {
    const char *where = def->where ? def->where : "";
    char link[DV_ERROR_CAPACITY];
    snprintf(link, sizeof link, "%s%slink '%s'", where, *where ? ": " : "", def->name);
    if (dv_program_link_type(program, def->name) >= 0)
        return dv_fail(error, DV_ERROR_NAME, "%s is declared twice", link);
    if (program->link_count == DV_MAX_LINK_TYPES)
        return dv_fail(error, DV_ERROR_LIMIT, "%s%smore than %d types of links", where,
                       *where ? ": " : "", DV_MAX_LINK_TYPES);
    dv_result result = check_values(link, def, error);
    if (result != DV_OK)
        return result;
    dv_link_def kept = *def;
    kept.name = dv_arena_copy_string(&program->memory, def->name);
    kept.where = dv_arena_copy_string(&program->memory, where);
    if (!kept.name || !kept.where ||
        !dv_arena_reserve(&program->memory, (void **)&program->links, &program->link_capacity,
                          program->link_count + 1, sizeof *program->links))
        return dv_program_lacks_memory(program, error);
    program->links[program->link_count++] = kept;
    return DV_OK;
}

uint32_t dv_program_link_type_count(const dv_program *program) { return program->link_count; }

int32_t dv_program_link_type(const dv_program *program, const char *name) {
    for (uint32_t i = 0; i < program->link_count; i++)
        if (strcmp(program->links[i].name, name) == 0)
            return (int32_t)i;
    return -1;
}

const dv_link_def *dv_program_link_def(const dv_program *program, uint32_t type) {
    return &program->links[type];
}
