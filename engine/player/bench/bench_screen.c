#include "player/bench/bench_screen.h"

#include "base/result.h"

dv_result dv_bench_on_screen(dv_result (*draw)(const dv_bench_screen *screen, void *context,
                                               dv_error *error),
                             void *context, dv_error *error) {
    SDL_SetHint(SDL_HINT_RENDER_BATCHING, "1");
    SDL_Surface *surface = SDL_CreateRGBSurfaceWithFormat(0, DV_BENCH_WIDTH, DV_BENCH_HEIGHT, 32,
                                                          SDL_PIXELFORMAT_RGB888);
    dv_bench_screen screen = {.renderer = surface ? SDL_CreateSoftwareRenderer(surface) : NULL};
    dv_result result = DV_ERROR_IO;
    if (!screen.renderer)
        dv_fail(error, result, "cannot draw: %s", SDL_GetError());
    else if ((screen.gui = dv_gui_create(NULL, screen.renderer, 1, error)))
        result = draw(&screen, context, error);
    dv_gui_destroy(screen.gui);
    if (screen.renderer)
        SDL_DestroyRenderer(screen.renderer);
    SDL_FreeSurface(surface);
    return result;
}
