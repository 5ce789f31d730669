// Arranging with the mouse: placing, moving, turning, and removing agents and obstacles. Each
// change is a console line, so logs, replays, and rewinds include it.
#ifndef DV_PLAYER_ARRANGE_MOUSE_H
#define DV_PLAYER_ARRANGE_MOUSE_H

#include "player/window/panels.h"

/// Turn arranging on or off.
void dv_arrange_turn_on(dv_view *view, bool is_on);
/// What is selected for arranging.
dv_arrange_thing dv_arrange_selected(const dv_view *view);
/// Remove what is selected. False, with a message, if nothing is.
bool dv_arrange_delete(dv_view *view);

/// Handle the left mouse button. `is_free`: the mouse is over the world. `turns`: a drag
/// turns instead of moving. False if the input isn't for arranging.
bool dv_arrange_take(dv_view *view, const dv_input *input, bool is_free, bool turns);

/// Draw what is selected, and what the drag would do, over the world.
void dv_arrange_draw(dv_view *view, SDL_Renderer *renderer);

#endif
