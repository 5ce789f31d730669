// Arranging with the mouse: place, move, turn, and remove agents and obstacles. Each change is a
// line of the console, so logs, replays, and rewinds have it.
#ifndef DV_PLAYER_ARRANGE_MOUSE_H
#define DV_PLAYER_ARRANGE_MOUSE_H

#include "player/window/panels.h"

/// Begin or end arranging.
void dv_arrange_turn_on(dv_view *view, bool is_on);
/// What is selected for arranging.
dv_arrange_thing dv_arrange_selected(const dv_view *view);
/// Remove what is selected. False with a message if that is nothing.
bool dv_arrange_delete(dv_view *view);

/// Take what the left mouse button does. `is_free`: the mouse is over the world. `turns`: a drag
/// turns instead of moving. False: the input isn't for arranging.
bool dv_arrange_take(dv_view *view, const dv_input *input, bool is_free, bool turns);

/// Draw what is selected, and what the drag would do, over the world.
void dv_arrange_draw(dv_view *view, SDL_Renderer *renderer);

#endif
