// The commands that show and hide what a program declares: its fields, and its types of links.
#ifndef DV_PLAYER_LAYERS_COMMAND_H
#define DV_PLAYER_LAYERS_COMMAND_H

#include "player/draw/hidden_names.h"
#include "player/run/answer.h"

/// Obey "fields [FIELD] [on|off]", or another family's command: its name in the plural. Without a
/// name, it is about all of the program's; without on or off, what is shown is hidden, and if
/// nothing is shown, all of it is shown.
void dv_obey_layers(const dv_program *program, dv_family family, dv_hidden_names *hidden,
                    const char *value, dv_answer *to);

#endif
