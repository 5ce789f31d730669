// A frame of the window: the world, and the panels around it.
#ifndef DV_PLAYER_FRAME_H
#define DV_PLAYER_FRAME_H

#include "player/window/panels.h"

#include <SDL.h>

/// Draw a frame of `width` by `height` pixels, `elapsed` seconds after the last one. It is not
/// presented yet. DV_ERROR_MEMORY if a part of the world is missing because memory ran out.
dv_result dv_frame_draw(dv_view *view, SDL_Renderer *renderer, dv_gui *gui, int width, int height,
                        double elapsed);

#endif
