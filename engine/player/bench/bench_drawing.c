// Draws moving agents, with a legend, like the window does without a graphics card; see bench.h.
#include "player/bench/bench.h"

#include "base/clock.h"
#include "player/draw/aim.h"
#include "player/draw/draw.h"
#include "player/draw/legend.h"
#include "player/gui/gui.h"

#include "base/alloc.h"
#include "base/result.h"

enum { width = 1280, height = 800 };

// The limit of window.c for SDL's software renderer.
static const uint32_t triangles = 30000;

/// Frames before the first that counts: until then, a window also has drawn what it keeps.
enum { settling = 30 };

struct screen {
    dv_scenario *scenario;
    SDL_Renderer *renderer;
    dv_gui *gui;
    dv_drawing *drawing;
    dv_camera camera;
};

static dv_result draw_frame(struct screen *screen, double *milliseconds) {
    const dv_drawing_options options = {.fraction = 1, .pixel_ratio = 1, .triangles = triangles};
    double start = dv_processor_time();
    dv_result result = dv_drawing_draw(screen->drawing, screen->renderer, &screen->camera,
                                       dv_scenario_world(screen->scenario), &options);
    dv_gui_begin(screen->gui, width, height, 0);
    dv_drawing_write(screen->drawing, screen->renderer, &screen->camera, &options);
    dv_legend_show_scale(&screen->camera, 1);
    dv_legend_show(screen->scenario, screen->drawing, 1, height);
    dv_gui_end(screen->gui);
    SDL_RenderPresent(screen->renderer);
    *milliseconds = (dv_processor_time() - start) * 1e3;
    return result;
}

static dv_result draw_frames(struct screen *screen, double *milliseconds, uint32_t count,
                             dv_error *error) {
    double left = (double)dv_legend_width(1), ignored;
    screen->camera = dv_camera_make(left, 0, width - left, height);
    dv_aim_fit(&screen->camera, dv_scenario_world(screen->scenario), 24);
    for (uint32_t i = 0; i < settling + count; i++) {
        if (draw_frame(screen, i < settling ? &ignored : milliseconds + i - settling) != DV_OK)
            return dv_fail(error, DV_ERROR_MEMORY, "out of memory drawing the world");
        dv_result result = dv_scenario_step(screen->scenario, error);
        if (result != DV_OK)
            return result;
    }
    return DV_OK;
}

static dv_result draw_on(struct screen *screen, double *milliseconds, uint32_t count,
                         dv_error *error) {
    screen->gui = dv_gui_create(NULL, screen->renderer, 1, error);
    if (!screen->gui)
        return DV_ERROR_IO;
    dv_result result = DV_ERROR_MEMORY;
    screen->drawing = dv_alloc(sizeof *screen->drawing);
    if (screen->drawing) {
        result = draw_frames(screen, milliseconds, count, error);
        dv_drawing_free(screen->drawing);
        dv_free(screen->drawing);
    } else {
        dv_fail(error, result, "out of memory drawing the world");
    }
    dv_gui_destroy(screen->gui);
    return result;
}

dv_result dv_bench_draw(dv_scenario *scenario, double *milliseconds, uint32_t count,
                        dv_error *error) {
    SDL_SetHint(SDL_HINT_RENDER_BATCHING, "1");
    SDL_Surface *surface =
        SDL_CreateRGBSurfaceWithFormat(0, width, height, 32, SDL_PIXELFORMAT_RGB888);
    struct screen screen = {
        .scenario = scenario,
        .renderer = surface ? SDL_CreateSoftwareRenderer(surface) : NULL,
    };
    dv_result result;
    if (screen.renderer)
        result = draw_on(&screen, milliseconds, count, error);
    else
        result = dv_fail(error, DV_ERROR_IO, "cannot draw: %s", SDL_GetError());
    if (screen.renderer)
        SDL_DestroyRenderer(screen.renderer);
    SDL_FreeSurface(surface);
    return result;
}
