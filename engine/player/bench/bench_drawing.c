// Draws moving agents, with a legend, like a film; see bench.h.
#include "player/bench/bench.h"
#include "player/bench/bench_screen.h"

#include "base/clock.h"
#include "player/draw/aim.h"
#include "player/draw/draw.h"
#include "player/draw/legend.h"

#include "base/alloc.h"
#include "base/result.h"

struct frames {
    dv_scenario *scenario;
    dv_drawing *drawing;
    dv_camera camera;
    double *milliseconds;
    uint32_t count;
};

static dv_result draw_frame(struct frames *frames, const dv_bench_screen *screen,
                            double *milliseconds) {
    const dv_drawing_options options = {
        .fraction = 1, .pixel_ratio = 1, .triangles = DV_SOFTWARE_TRIANGLES};
    double start = dv_processor_time();
    dv_result result = dv_drawing_draw(frames->drawing, screen->renderer, &frames->camera,
                                       dv_scenario_world(frames->scenario), &options);
    dv_gui_begin(screen->gui, DV_BENCH_WIDTH, DV_BENCH_HEIGHT, 0);
    dv_drawing_write(frames->drawing, screen->renderer, &frames->camera, &options);
    dv_legend_show_scale(&frames->camera, 1);
    dv_legend_show(frames->scenario, frames->drawing, &options, 1, DV_BENCH_HEIGHT);
    dv_gui_end(screen->gui);
    SDL_RenderPresent(screen->renderer);
    *milliseconds = (dv_processor_time() - start) * 1e3;
    return result;
}

static dv_result draw_frames(const dv_bench_screen *screen, void *context, dv_error *error) {
    struct frames *frames = context;
    double left = (double)dv_legend_width(1), ignored;
    frames->camera = dv_camera_make(left, 0, DV_BENCH_WIDTH - left, DV_BENCH_HEIGHT);
    dv_aim_fit(&frames->camera, dv_scenario_world(frames->scenario), 24);
    for (uint32_t i = 0; i < DV_BENCH_SETTLING + frames->count; i++) {
        bool counts = i >= DV_BENCH_SETTLING;
        double *time = counts ? &frames->milliseconds[i - DV_BENCH_SETTLING] : &ignored;
        if (draw_frame(frames, screen, time) != DV_OK)
            return dv_fail(error, DV_ERROR_MEMORY, "out of memory drawing the world");
        dv_result result = dv_scenario_step(frames->scenario, error);
        if (result != DV_OK)
            return result;
    }
    return DV_OK;
}

/// Free the drawing, which has textures, while their renderer is there.
static dv_result draw_and_free(const dv_bench_screen *screen, void *context, dv_error *error) {
    struct frames *frames = context;
    dv_result result = draw_frames(screen, frames, error);
    dv_drawing_free(frames->drawing);
    return result;
}

dv_result dv_bench_draw(dv_scenario *scenario, double *milliseconds, uint32_t count,
                        dv_error *error) {
    struct frames frames = {.scenario = scenario,
                            .drawing = dv_alloc(sizeof *frames.drawing),
                            .milliseconds = milliseconds,
                            .count = count};
    if (!frames.drawing)
        return dv_fail(error, DV_ERROR_MEMORY, "out of memory drawing the world");
    dv_result result = dv_bench_on_screen(draw_and_free, &frames, error);
    dv_free(frames.drawing);
    return result;
}
