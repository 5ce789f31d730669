// The command that shows and hides fields.
#ifndef DV_PLAYER_FIELDS_COMMAND_H
#define DV_PLAYER_FIELDS_COMMAND_H

#include "player/draw/field_look.h"
#include "player/run/answer.h"

/// Obey "fields [FIELD] [on|off]". Without a name, it is about all fields of the program; without
/// on or off, what is shown is hidden, and if nothing is shown, all of it is shown.
void dv_obey_fields(const dv_program *program, dv_hidden_fields *hidden, const char *value,
                    dv_answer *to);

#endif
