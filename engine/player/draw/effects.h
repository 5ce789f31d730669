// Shows what happened a moment ago, from the log of incidents of a world that explains: events as
// waves, new and removed agents, elections. Also who leads, and mist. A scenario may leave out
// each.
//
// All of it follows the simulation's time: in a paused run, a wave stands still.
#ifndef DV_PLAYER_EFFECTS_H
#define DV_PLAYER_EFFECTS_H

#include "player/draw/draw_private.h"

/// The veil of mist, over the ground.
void dv_draw_mist(const struct canvas *canvas);
/// Waves and marks, below the agents.
void dv_draw_incidents(const struct canvas *canvas);
/// The marks above leaders.
void dv_draw_leaders(const struct canvas *canvas);
/// The names of the events drawn last, at their waves.
void dv_write_incidents(const struct canvas *canvas);

#endif
