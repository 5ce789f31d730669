// A picture in memory to measure drawing on, which SDL's software renderer draws.
#ifndef DV_PLAYER_BENCH_SCREEN_H
#define DV_PLAYER_BENCH_SCREEN_H

#include "player/gui/gui.h"

#include <SDL.h>

enum { DV_BENCH_WIDTH = 1280, DV_BENCH_HEIGHT = 800 };

/// Frames before the first that counts: until then, a window also has drawn what it keeps.
enum { DV_BENCH_SETTLING = 30 };

typedef struct dv_bench_screen {
    SDL_Renderer *renderer;
    dv_gui *gui;
} dv_bench_screen;

/// Call `draw` with a screen that is there until it returns.
dv_result dv_bench_on_screen(dv_result (*draw)(const dv_bench_screen *screen, void *context,
                                               dv_error *error),
                             void *context, dv_error *error);

#endif
