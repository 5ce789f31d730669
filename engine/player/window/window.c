// The window. The model has its own clock: in each frame, the window does the ticks that are due,
// up to a time limit so that it stays responsive, then draws between the last two ticks. Drawing
// never affects the model; mouse, settings, and keys affect it only between two ticks.
#include "player/window/window.h"

#include "base/clock.h"
#include "player/draw/png.h"
#include "player/run/control.h"
#include "player/run/run_expressions.h"
#include "player/run/what_if.h"
#include "player/terminal/messages.h"
#include "player/window/frame.h"
#include "player/window/window_commands.h"
#include "player/window/window_view.h"

#include "base/alloc.h"

#include <SDL.h>

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/// Limits for the seconds that a frame spends on ticks: at finite speeds, and at speed max, which
/// always has more to do.
static const double most_ticking = 0.06, most_racing = 0.025;
/// The limit for a comparison.
static const double most_comparing = 0.01;
/// The limit for looking ahead.
static const double most_looking_ahead = 0.01;
/// The limit for a rewind.
static const double most_rewinding = 0.02;
/// The limit for a request from the control socket.
static const double most_obeying = 0.02;
static const double frame_time = 1.0 / 60;
/// How long, in seconds, agents that behave differently are marked after a save.
static const double flash_time = 1;
/// Above this speed, each frame has several ticks, so drawing between two of them isn't visible.
static const double most_interpolated = 4;

static void report_problem(struct window *window, const char *message) {
    fprintf(stderr, "drover: %s\n", message);
    window->status = 1;
}

/// Watch the expressions of the scenario's last session again.
static void watch_kept(dv_run *run, const dv_kept *kept) {
    for (uint32_t i = 0; kept && i < kept->expression_count; i++)
        dv_expressions_restore(run, kept->expressions[i]);
}

static bool open_view(struct window *window, dv_run *run) {
    dv_view *view = &window->view;
    view->panels.scale = view->shown.pixel_ratio = window->screen->scale;
    view->shown.triangles = window->screen->paced ? 600000 : DV_SOFTWARE_TRIANGLES;
    if (dv_panels_start(&view->panels, run->world) != DV_OK) {
        report_problem(window, "out of memory opening the window");
        return false;
    }
    SDL_GetMouseState(&window->mouse_x0, &window->mouse_y0);
    dv_window_show_first(window);
    window->is_open = true;
    return true;
}

static void close_view(struct window *window) {
    dv_panels_free(&window->view.panels);
    dv_drawing_free(&window->view.drawing);
    dv_batch_free(&window->view.arrange.batch);
}

static void keep_ghost(dv_view *view, bool interpolated) {
    dv_motion *motion = &view->drawing.ghost_motion;
    dv_scenario *ghost = view->run->ghost.beside.scenario;
    if (!ghost || !interpolated || dv_motion_keep(motion, dv_scenario_world(ghost)) != DV_OK)
        motion->count = 0;
}

// If memory runs out for drawing, only smooth motion and trails are lost.
static void tick_once(dv_view *view, bool interpolated) {
    dv_motion *motion = &view->drawing.motion;
    if (!interpolated || dv_motion_keep(motion, view->run->world) != DV_OK)
        motion->count = 0;
    keep_ghost(view, interpolated);
    dv_run_tick(view->run);
    if (!view->shown.trails || dv_motion_trace(motion, view->run->world) != DV_OK)
        dv_motion_forget_trails(motion);
}

/// Continue a rewind that is in progress. Dragging on the timeline pauses the run, to look at a
/// moment.
static void rewind_run(dv_view *view) {
    dv_panels *panels = &view->panels;
    dv_result result = DV_OK;
    dv_error error;
    bool asked = panels->scrub;
    if (asked) {
        view->run->paused = true;
        result = dv_run_begin_rewind(view->run, panels->scrub_to, &error);
    }
    if (result == DV_OK)
        result = dv_run_go_on_rewinding(view->run, most_rewinding, &error);
    if (asked || result != DV_OK)
        snprintf(panels->command_refusal, sizeof panels->command_refusal, "%s",
                 result == DV_OK ? "" : error.message);
    panels->scrub = false;
}

static void go_on_comparing(dv_panels *panels) {
    double deadline = dv_now() + most_comparing;
    while (panels->comparing && dv_compare_tick(&panels->comparison) && dv_now() < deadline)
        continue;
}

/// After a restart, forget what was drawn of the world before.
static void follow_restart(struct window *window) {
    dv_view *view = &window->view;
    if (window->restarts == view->run->restart_count)
        return;
    window->restarts = view->run->restart_count;
    view->shown.selected = (dv_agent){0};
    window->has_selected = false;
    dv_pins_follow_restart(&view->pins, view->run->world);
    dv_drawing_forget(&view->drawing);
    if (dv_panels_start(&view->panels, view->run->world) != DV_OK)
        report_problem(window, "out of memory: cannot show which settings wait for a restart");
    window->last_tick = dv_world_tick(view->run->world);
}

/// After ticks that a command did, draw where agents are now, and continue their trails.
static void follow_steps(struct window *window) {
    dv_view *view = &window->view;
    dv_motion *motion = &view->drawing.motion;
    if (dv_world_tick(view->run->world) <= window->drawn_tick)
        return;
    motion->count = view->drawing.ghost_motion.count = 0;
    if (!view->shown.trails || dv_motion_trace(motion, view->run->world) != DV_OK)
        dv_motion_forget_trails(motion);
}

static void follow_commands(struct window *window) {
    follow_restart(window);
    follow_steps(window);
}

/// After a rewind, remove what was drawn after the world's tick.
static void follow_rewind(struct window *window) {
    dv_view *view = &window->view;
    if (window->rewinds == view->run->rewind_count)
        return;
    window->rewinds = view->run->rewind_count;
    dv_motion_forget(&view->drawing.motion);
}

/// After a rollback, remove what was drawn in ticks that were undone.
static void follow_rollback(struct window *window) {
    dv_view *view = &window->view;
    if (window->rollbacks == view->run->trials.rollback_count)
        return;
    window->rollbacks = view->run->trials.rollback_count;
    dv_motion_forget(&view->drawing.motion);
}

void dv_window_obey(struct window *window) {
    dv_window_obey_requests(window);
    dv_panels_change_numbers(&window->view);
    rewind_run(&window->view);
    follow_commands(window);
}

static void advance_run(struct window *window, double elapsed) {
    dv_view *view = &window->view;
    dv_run *run = view->run;
    dv_run_poll(run);
    follow_rewind(window);
    bool racing = isinf(run->speed), interpolated = run->speed <= most_interpolated;
    double deadline = dv_now() + (racing ? most_racing : most_ticking);
    uint32_t due = dv_run_due(run, fmin(elapsed, 0.25), 10000);
    while (due-- > 0 && !dv_run_over(run) && !dv_run_is_behind(run)) {
        tick_once(view, interpolated);
        if (dv_now() >= deadline)
            break;
    }
    follow_rollback(window);
    view->shown.fraction =
        run->paused || !interpolated || dv_run_over(run) ? 1 : (float)dv_run_fraction(run);
}

/// Note when a reload was first visible: in the frame that was just presented.
static void note_shown(struct window *window) {
    dv_run *run = window->view.run;
    if (window->reloads == run->reloads.count)
        return;
    window->reloads = run->reloads.count;
    run->reloads.shown = dv_now() - (run->reloads.time - run->reloads.latency);
    dv_control_tell_shown(run->commands.socket, run);
}

/// The flash begins with the first frame after a reload, however late that is.
static void flash_changed(struct window *window, double now) {
    const dv_run *run = window->view.run;
    if (window->flashed != run->reloads.count)
        window->flash_since = now;
    window->flashed = run->reloads.count;
    double age = (now - window->flash_since) / flash_time;
    bool is_due =
        run->reloads.count > 0 && run->reloads.last.outcome == DV_RELOAD_SWAPPED && age < 1;
    window->view.shown.flash = (dv_flash){is_due ? &run->reloads.last : NULL, (float)age};
}

static void count_rates(struct window *window, double now) {
    dv_panels *panels = &window->view.panels;
    uint64_t tick = dv_world_tick(window->view.run->world);
    window->rate_frames++;
    // Some drivers claim to wait for vertical sync but don't.
    if (panels->frame_rate > 300)
        window->screen->paced = false;
    if (now < window->rates_since + 0.5)
        return;
    double seconds = now - window->rates_since;
    panels->frame_rate = window->rate_frames / seconds;
    panels->tick_rate = tick > window->last_tick ? (double)(tick - window->last_tick) / seconds : 0;
    window->last_tick = tick;
    window->rate_frames = 0;
    window->rates_since = now;
}

static void draw_frame(struct window *window, double elapsed) {
    dv_screen *screen = window->screen;
    flash_changed(window, window->last_frame);
    if (dv_frame_draw(&window->view, screen->renderer, screen->gui, screen->width, screen->height,
                      elapsed) != DV_OK)
        report_problem(window, "out of memory: the picture is incomplete");
}

static void write_picture(struct window *window, const char *path) {
    dv_error error;
    if (dv_png_write_rendered(window->screen->renderer, path, &error) != DV_OK) {
        report_problem(window, error.message);
        dv_run_stop(window->view.run);
    }
}

static void write_pictures(struct window *window, bool last) {
    const dv_options *options = window->view.run->options;
    char path[4096];
    if (options->frames) {
        snprintf(path, sizeof path, "%s/%08" PRIu64 ".png", options->frames, window->frames);
        write_picture(window, path);
    }
    if (last && options->screenshot) {
        write_picture(window, options->screenshot);
        dv_say_written(options->screenshot);
    }
    dv_error ignored; // if pictures can't be kept, that was reported when the run began
    if (last && window->picture)
        dv_png_write_rendered(window->screen->renderer, window->picture, &ignored);
}

bool dv_window_show_frame(struct window *window) {
    double now = dv_now(), elapsed = now - window->last_frame;
    window->last_frame = now;
    dv_window_select_first(window);
    dv_window_measure(window);
    dv_window_take_events(window);
    dv_control_serve(window->view.run->commands.socket, window->view.run, most_obeying);
    dv_window_obey(window);
    dv_window_place_mouse(window);
    advance_run(window, elapsed);
    go_on_comparing(&window->view.panels);
    dv_what_if_continue(window->view.run, most_looking_ahead);
    bool last = dv_run_over(window->view.run);
    dv_panels_sample(&window->view.panels, window->view.run, now);
    count_rates(window, now);
    window->drawn_tick = dv_world_tick(window->view.run->world);
    if (!last && SDL_GetWindowFlags(window->screen->window) & SDL_WINDOW_MINIMIZED) {
        dv_sleep(frame_time);
        return true;
    }
    draw_frame(window, elapsed);
    window->panels_are_old = false;
    write_pictures(window, last);
    SDL_RenderPresent(window->screen->renderer);
    note_shown(window);
    window->frames++;
    double rest = now + frame_time - dv_now();
    if (!last && !window->screen->paced && !isinf(window->view.run->speed) && rest > 0)
        dv_sleep(rest);
    return !last;
}

struct window *dv_window_open(dv_run *run, dv_screen *screen, const char *picture,
                              const dv_kept *kept) {
    struct window *window = dv_alloc(sizeof *window);
    if (!window)
        return NULL;
    window->view.run = run;
    window->screen = screen;
    window->picture = picture;
    window->kept = kept;
    run->patience = most_ticking;
    dv_window_begin_commands(window);
    watch_kept(run, kept);
    if (!open_view(window, run))
        return window;
    window->last_frame = window->rates_since = dv_now();
    dv_panels_say_written(&window->view.panels, screen->written);
    screen->written[0] = '\0';
    window->last_tick = dv_world_tick(run->world);
    dv_run_keep_history(run);
    dv_run_keep_timeline(run);
    if (!dv_what_if_turn(run, true))
        report_problem(window, "out of memory: cannot look ahead");
    return window;
}

int dv_window_close(struct window *window) {
    int status = window->status;
    close_view(window);
    dv_window_end_commands(window);
    dv_free(window);
    return status;
}

int dv_window_run(dv_run *run, dv_screen *screen, const char *picture, dv_kept *kept) {
    struct window *window = dv_window_open(run, screen, picture, kept);
    if (!window) {
        fprintf(stderr, "drover: out of memory opening the window\n");
        return 1;
    }
    while (window->is_open && dv_window_show_frame(window))
        continue;
    if (window->is_open && kept)
        dv_window_keep(window, kept);
    return dv_window_close(window);
}
