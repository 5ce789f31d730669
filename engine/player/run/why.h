// Why an agent is in its state, as one line for people.
#ifndef DV_PLAYER_WHY_H
#define DV_PLAYER_WHY_H

#include "player/run/run.h"

#define DV_WHY_TEXT 512
/// Changes of state that a run keeps, of all agents together.
#define DV_WHY_CHANGES 8192

/// Write how long ago a tick was: "0.4 s ago", or "just now" instead of "0.0 s ago".
void dv_write_ago(const dv_world *world, uint64_t tick, char *text, size_t size);

/// Write a change of state: "startled 0.4 s ago: saw wolf#152 at 33.9 m (caribou.lua:51)".
void dv_why_line(const dv_world *world, const dv_transition *transition, char text[DV_WHY_TEXT]);

/// Answer "why" about the agent that `name` names by its number, "152", or with its kind,
/// "wolf#152", and store it in `found`. False, with the reason in `text`, if there is no answer.
bool dv_why(const dv_run *run, const char *name, dv_agent *found, char text[DV_WHY_TEXT]);

#endif
