// The command `drover behaviors`, and how the catalogue's parameters read.
#ifndef DV_PLAYER_BEHAVIORS_H
#define DV_PLAYER_BEHAVIORS_H

#include "drover/catalogue.h"

/// Print the catalogue to stdout, or what is named `name` in it; returns the exit status.
int dv_behaviors(const char *name);

#define DV_PARAMETER_TEXT 48

/// The range of a number, "0 to 5" or "from 0", and what a parameter is when it is not given,
/// "default 5"; "" when there is nothing to say.
void dv_parameter_range(const dv_parameter *parameter, char text[DV_PARAMETER_TEXT]);
void dv_parameter_default(const dv_parameter *parameter, char text[DV_PARAMETER_TEXT]);

#endif
