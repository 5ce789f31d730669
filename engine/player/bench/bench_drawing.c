// Draws a world like the window does without a graphics card; see bench.h.
#include "player/bench/bench.h"

#include "base/clock.h"
#include "player/draw/draw.h"

#include "base/alloc.h"
#include "base/result.h"

enum { width = 1280, height = 800 };

// The limit of window.c for SDL's software renderer.
static const uint32_t triangles = 30000;

static dv_result draw_frames(const dv_world *world, SDL_Renderer *renderer, double *milliseconds,
                             uint32_t count) {
    dv_drawing *drawing = dv_alloc(sizeof *drawing);
    if (!drawing)
        return DV_ERROR_MEMORY;
    const dv_drawing_options options = {.fraction = 1, .pixel_ratio = 1, .triangles = triangles};
    dv_camera camera = dv_camera_make(0, 0, width, height);
    dv_drawing_fit(&camera, world, 24);
    dv_result result = DV_OK;
    // Draw the first frame twice, because it allocates.
    for (uint32_t i = 0; i <= count && result == DV_OK; i++) {
        double start = dv_now();
        result = dv_drawing_draw(drawing, renderer, &camera, world, &options);
        SDL_RenderPresent(renderer);
        milliseconds[i ? i - 1 : 0] = (dv_now() - start) * 1e3;
    }
    dv_drawing_free(drawing);
    dv_free(drawing);
    return result;
}

dv_result dv_bench_draw(const dv_world *world, double *milliseconds, uint32_t count,
                        dv_error *error) {
    SDL_SetHint(SDL_HINT_RENDER_BATCHING, "1");
    SDL_Surface *surface =
        SDL_CreateRGBSurfaceWithFormat(0, width, height, 32, SDL_PIXELFORMAT_ARGB8888);
    SDL_Renderer *renderer = surface ? SDL_CreateSoftwareRenderer(surface) : NULL;
    dv_result result;
    if (!renderer)
        result = dv_fail(error, DV_ERROR_IO, "cannot draw: %s", SDL_GetError());
    else if ((result = draw_frames(world, renderer, milliseconds, count)) != DV_OK)
        dv_fail(error, result, "out of memory drawing the world");
    if (renderer)
        SDL_DestroyRenderer(renderer);
    SDL_FreeSurface(surface);
    return result;
}
