// Drawing by scripts.
#ifndef DROVER_BINDINGS_CLASSES_DRAW_H
#define DROVER_BINDINGS_CLASSES_DRAW_H

#include "scenario.h"

#include "drover/drover.h"

#include <lua.h>

/// Push `world.draw`.
void dv_push_draw(lua_State *L);
/// Before a tick, or its first stroke: drop the strokes of earlier ticks.
void dv_forget_strokes(dv_scenario *scenario);
/// Drop all strokes, at any time.
void dv_drop_strokes(dv_scenario *scenario);
/// Take the strokes of the last tick from a scenario that is at the same tick.
void dv_take_strokes(dv_scenario *scenario, dv_scenario *from);

#endif
