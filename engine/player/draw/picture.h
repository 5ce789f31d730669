// Pictures of a world as PNG files: what a renderer shows, or drawn without a display.
#ifndef DV_PLAYER_PICTURE_H
#define DV_PLAYER_PICTURE_H

#include "scenario.h"

struct SDL_Renderer;

/// Draw the whole bounds of the world with a legend, in memory, and write that to a file. Call it
/// between two ticks.
dv_result dv_picture_write(dv_scenario *scenario, const char *path, dv_error *error);

/// Write what the renderer has drawn since it was last presented.
dv_result dv_picture_write_rendered(struct SDL_Renderer *renderer, const char *path,
                                    dv_error *error);

#endif
