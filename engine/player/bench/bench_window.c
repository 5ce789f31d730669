// Draws a run as a window shows it: with all panels, an agent in the inspector, plots, and the
// timeline; see bench.h.
#include "player/bench/bench.h"
#include "player/bench/bench_screen.h"

#include "base/clock.h"
#include "player/draw/aim.h"
#include "player/run/why.h"
#include "player/window/frame.h"

#include "base/alloc.h"
#include "base/result.h"

static const double frame_time = 1.0 / 60;

struct frames {
    dv_run *run;
    dv_view *view;
    double *milliseconds;
    uint32_t count;
};

static dv_agent first_agent(const dv_world *world) {
    dv_agent agent = {0};
    for (uint32_t i = 0; !dv_agent_alive(world, agent) && i < dv_world_agent_limit(world); i++)
        agent = dv_world_agent_at(world, i);
    return agent;
}

static void arrange(dv_view *view) {
    view->panels.scale = view->shown.pixel_ratio = 1;
    view->shown.triangles = DV_SOFTWARE_TRIANGLES;
    view->shown.selected = first_agent(view->run->world);
    view->layout = dv_layout_at_first();
    view->layout.shows_inspector = true;
    dv_layout_arrange(&view->layout, DV_BENCH_WIDTH, DV_BENCH_HEIGHT, 1);
    const dv_rectangle *world = &view->layout.world;
    view->camera = dv_camera_make((double)world->left, (double)world->top, (double)world->width,
                                  (double)world->height);
    dv_aim_fit(&view->camera, view->run->world, 24);
}

/// What a window does for a frame besides ticks. A run is drawn amid two ticks, a paused one is
/// not.
static dv_result draw_frame(dv_view *view, const dv_bench_screen *screen, double *milliseconds) {
    double start = dv_processor_time();
    dv_motion *motion = &view->drawing.motion;
    view->shown.fraction = motion->count > 0 ? 0.5f : 1;
    dv_panels_sample(&view->panels, view->run, dv_now());
    dv_result result = dv_frame_draw(view, screen->renderer, screen->gui, DV_BENCH_WIDTH,
                                     DV_BENCH_HEIGHT, frame_time);
    SDL_RenderPresent(screen->renderer);
    *milliseconds = (dv_processor_time() - start) * 1e3;
    return result;
}

/// Do a tick, after which a window draws the motion since the one before.
static dv_result tick(struct frames *frames, dv_error *error) {
    dv_run *run = frames->run;
    if (dv_motion_keep(&frames->view->drawing.motion, run->world) != DV_OK)
        return dv_fail(error, DV_ERROR_MEMORY, "out of memory drawing the world");
    if (dv_run_tick(run) != DV_OK)
        return dv_fail(error, run->result, "%s", run->error.message);
    return DV_OK;
}

static dv_result draw_frames(const dv_bench_screen *screen, void *context, dv_error *error) {
    struct frames *frames = context;
    double ignored;
    dv_result result = DV_OK;
    for (uint32_t i = 0; i < DV_BENCH_SETTLING + frames->count && result == DV_OK; i++) {
        bool counts = i >= DV_BENCH_SETTLING;
        double *time = counts ? &frames->milliseconds[i - DV_BENCH_SETTLING] : &ignored;
        if (!frames->run->paused)
            result = tick(frames, error);
        if (result == DV_OK && draw_frame(frames->view, screen, time) != DV_OK)
            result = dv_fail(error, DV_ERROR_MEMORY, "out of memory drawing the world");
    }
    return result;
}

/// Free what has textures while their renderer still exists.
static dv_result draw_and_free(const dv_bench_screen *screen, void *context, dv_error *error) {
    struct frames *frames = context;
    dv_result result = draw_frames(screen, frames, error);
    dv_drawing_free(&frames->view->drawing);
    dv_strip_free(&frames->view->panels.strip);
    return result;
}

static dv_result draw_view(dv_view *view, double *milliseconds, uint32_t count, dv_error *error) {
    dv_run *run = view->run;
    struct frames frames = {run, view, milliseconds, count};
    dv_result result = dv_world_explain(run->world, DV_WHY_CHANGES, error);
    if (result == DV_OK && dv_panels_start(&view->panels, run->world) != DV_OK)
        result = dv_fail(error, DV_ERROR_MEMORY, "out of memory drawing the panels");
    if (result == DV_OK) {
        dv_run_keep_timeline(run);
        arrange(view);
        result = dv_bench_on_screen(draw_and_free, &frames, error);
    }
    dv_timeline_stop(&run->timeline);
    dv_panels_free(&view->panels);
    dv_batch_free(&view->arrange.batch);
    return result;
}

dv_result dv_bench_draw_window(dv_scenario *scenario, bool is_paused, double *milliseconds,
                               uint32_t count, dv_error *error) {
    dv_options options = {.scenario = dv_scenario_folder(scenario), .every = 1};
    dv_run run = {.options = &options,
                  .scenario = scenario,
                  .world = dv_scenario_world(scenario),
                  .paused = is_paused,
                  .speed = 1,
                  .last_tick = DV_NO_LIMIT};
    dv_view *view = dv_alloc(sizeof *view);
    if (!view)
        return dv_fail(error, DV_ERROR_MEMORY, "out of memory drawing the panels");
    view->run = &run;
    dv_result result = draw_view(view, milliseconds, count, error);
    dv_free(view);
    return result;
}
