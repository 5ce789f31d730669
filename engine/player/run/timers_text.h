// Waiting timers as text.
#ifndef DV_PLAYER_TIMERS_TEXT_H
#define DV_PLAYER_TIMERS_TEXT_H

#include "drover/timers.h"
#include "player/run/run.h"

/// At most this many timers of an agent or of the world are shown.
#define DV_SHOWN_TIMERS 8
#define DV_TIMER_TEXT 64

/// How long it takes until a timer is called: "0.35 s, 7 ticks", or what it waits for.
void dv_timer_left(const dv_world *world, const dv_timer *timer, char text[DV_TIMER_TEXT]);

/// Append the timers of an agent to lines that the caller frees with dv_free, or that are NULL.
/// DV_ERROR_MEMORY, with the lines as they were, when out of memory.
dv_result dv_timers_append(const dv_world *world, dv_agent agent, char **lines);

#endif
