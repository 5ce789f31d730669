// Going on after mistakes of a program, to list them all.
#include "program/program_data.h"

void dv_program_list_mistakes(dv_program *program,
                              void (*note)(void *context, dv_result result, const char *message),
                              void *context) {
    program->note = note;
    program->note_context = context;
}

dv_result dv_go_on(dv_program *program, dv_result result, dv_error *error) {
    if (result == DV_OK || result == DV_ERROR_MEMORY || !program->note)
        return result;
    if (*error->message)
        program->note(program->note_context, result, error->message);
    program->is_mistaken = true;
    *error->message = '\0';
    return DV_OK;
}
