// Editing with the mouse: place, move, turn, and remove agents and obstacles. Each edit is a line
// of the console, so logs, replays, and rewinds have it.
#ifndef DV_PLAYER_EDITING_H
#define DV_PLAYER_EDITING_H

#include "player/window/panels.h"

/// Begin or end editing.
void dv_edit_turn_on(dv_view *view, bool is_on);
/// What is selected for editing.
dv_edit_thing dv_edit_selected(const dv_view *view);
/// Remove what is selected. False with a message if that is nothing.
bool dv_edit_delete(dv_view *view);

/// Take what the left mouse button does. `is_free`: the mouse is over the world. `turns`: a drag
/// turns instead of moving. False: the input isn't for editing.
bool dv_edit_take(dv_view *view, const dv_input *input, bool is_free, bool turns);

/// Draw what is selected, and what the drag would do, over the world.
void dv_edit_draw(dv_view *view, SDL_Renderer *renderer);

#endif
