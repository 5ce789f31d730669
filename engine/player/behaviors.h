// The command `drover behaviors`.
#ifndef DV_PLAYER_BEHAVIORS_H
#define DV_PLAYER_BEHAVIORS_H

/// Print the catalogue to stdout, or what is named `name` in it; returns the exit status.
int dv_behaviors(const char *name);

#endif
