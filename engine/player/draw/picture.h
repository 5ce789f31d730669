// Pictures of a world: PNG files of what a renderer shows, or drawn without any display.
#ifndef DV_PLAYER_PICTURE_H
#define DV_PLAYER_PICTURE_H

#include "scenario.h"

struct SDL_Renderer;

/// Draw the world between two ticks into memory, the whole of its bounds with a legend, and write
/// it.
dv_result dv_picture_write(dv_scenario *scenario, const char *path, dv_error *error);

/// Write what the renderer has drawn since it was last presented.
dv_result dv_picture_write_rendered(struct SDL_Renderer *renderer, const char *path,
                                    dv_error *error);

#endif
