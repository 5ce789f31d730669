// The window. The model runs by its own clock: a frame does the ticks that are due, within a limit
// of time so that the window answers, then draws between the last two. Nothing drawn reaches the
// model; the mouse, settings and keys reach it between two ticks.
#include "player/window.h"

#include "base/clock.h"
#include "player/control.h"
#include "player/messages.h"
#include "player/picture.h"
#include "player/window_input.h"

#include "base/alloc.h"

#include <SDL.h>

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/// Seconds of ticks in one frame, and with speed max, where there is always more to do.
static const double most_ticking = 0.06, most_racing = 0.025;
/// Seconds of a comparison in one frame.
static const double most_comparing = 0.01;
/// Seconds of a rewind in one frame.
static const double most_rewinding = 0.02;
static const double frame_time = 1.0 / 60;
/// Beyond this speed a frame has so many ticks that drawing between two shows nothing.
static const double most_interpolated = 4;

static void report(struct window *window, const char *message) {
    fprintf(stderr, "drover: %s\n", message);
    window->status = 1;
}

// Processors that stand in for a graphics card are slower at it than SDL's own renderer.
static bool is_emulated(SDL_Renderer *renderer) {
    SDL_RendererInfo info;
    if (SDL_GetRendererInfo(renderer, &info) != 0 || strncmp(info.name, "opengl", 6) != 0)
        return false;
    typedef const unsigned char *(*get_string)(unsigned name);
    void *address = SDL_GL_GetProcAddress("glGetString");
    get_string get;
    memcpy(&get, &address, sizeof get);
    const char *name = get ? (const char *)get(0x1F01) : NULL;
    return name && (strstr(name, "llvmpipe") || strstr(name, "softpipe") ||
                    strstr(name, "SwiftShader") || strstr(name, "Software"));
}

static bool open_as(struct window *window, const char *title, int samples, Uint32 flags) {
    SDL_GL_SetAttribute(SDL_GL_MULTISAMPLEBUFFERS, samples > 0);
    SDL_GL_SetAttribute(SDL_GL_MULTISAMPLESAMPLES, samples);
    SDL_Rect usable = {0, 0, 1280, 800};
    SDL_GetDisplayUsableBounds(0, &usable);
    window->window = SDL_CreateWindow(
        title, SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED, usable.w < 1280 ? usable.w : 1280,
        usable.h < 800 ? usable.h : 800, SDL_WINDOW_RESIZABLE | SDL_WINDOW_ALLOW_HIGHDPI);
    window->renderer = window->window ? SDL_CreateRenderer(window->window, -1, flags) : NULL;
    if (window->renderer && !(flags & SDL_RENDERER_ACCELERATED && is_emulated(window->renderer)))
        return true;
    if (window->renderer)
        SDL_DestroyRenderer(window->renderer);
    if (window->window)
        SDL_DestroyWindow(window->window);
    window->renderer = NULL;
    window->window = NULL;
    return false;
}

static bool open_renderer(struct window *window, const char *title) {
    const Uint32 accelerated = SDL_RENDERER_ACCELERATED | SDL_RENDERER_PRESENTVSYNC;
    if (!open_as(window, title, 4, accelerated) && !open_as(window, title, 0, accelerated)) {
        // Else SDL shows even the software renderer's surface through the emulated card.
        SDL_SetHint(SDL_HINT_FRAMEBUFFER_ACCELERATION, "0");
        if (!open_as(window, title, 0, SDL_RENDERER_SOFTWARE))
            return false;
    }
    SDL_RendererInfo info;
    window->paced =
        SDL_GetRendererInfo(window->renderer, &info) == 0 && !(info.flags & SDL_RENDERER_SOFTWARE);
    window->view.shown.triangles = window->paced ? 600000 : 30000;
    return true;
}

static void measure(struct window *window) {
    int units = 0, ignored = 0;
    SDL_GetRendererOutputSize(window->renderer, &window->width, &window->height);
    SDL_GetWindowSize(window->window, &units, &ignored);
    window->ratio = units > 0 ? (float)window->width / (float)units : 1;
    double left = fmin(dv_panels_width(window->view.panels.scale), window->width * 0.6);
    dv_camera_set_view(&window->view.camera, left, 0, window->width - left, window->height);
}

// Desktops that do not count in units of their own tell by the screen's density that all must be
// larger.
static float interface_scale(const struct window *window) {
    float dots = 96;
    if (window->ratio > 1.01f)
        return window->ratio;
    if (SDL_GetDisplayDPI(SDL_GetWindowDisplayIndex(window->window), NULL, &dots, NULL) != 0)
        return 1;
    float scale = roundf(dots / 96 * 4) / 4;
    return scale < 1.25f ? 1 : scale > 3 ? 3 : scale;
}

// Fit into what the banner leaves free.
static void fit(struct window *window) {
    dv_camera *camera = &window->view.camera;
    double banner = (double)window->view.panels.banner_height;
    dv_camera_set_view(camera, camera->left, banner, camera->width, window->height - banner);
    dv_drawing_fit(camera, window->view.run->world, 24 * (double)window->view.panels.scale);
    measure(window);
    dv_camera_pan(camera, 0, banner / 2);
}

// SDL falls back to drivers that show nothing; only who asks for one by name wants that.
static bool has_display(void) {
    const char *driver = SDL_GetCurrentVideoDriver();
    return SDL_getenv("SDL_VIDEODRIVER") ||
           (driver && strcmp(driver, "offscreen") != 0 && strcmp(driver, "dummy") != 0 &&
            strcmp(driver, "evdev") != 0);
}

static bool open_window(struct window *window, dv_run *run) {
    SDL_SetHint(SDL_HINT_NO_SIGNAL_HANDLERS, "1");
    SDL_SetHint(SDL_HINT_RENDER_BATCHING, "1");
    SDL_SetHint(SDL_HINT_VIDEO_ALLOW_SCREENSAVER, "1");
    if (SDL_Init(SDL_INIT_VIDEO) != 0 || !has_display()) {
        report(window, "no display: run with --headless");
        return false;
    }
    char title[256];
    snprintf(title, sizeof title, "%s - Drover", dv_scenario_title(run->scenario));
    if (!open_renderer(window, title)) {
        report(window, "cannot open a window: run with --headless");
        return false;
    }
    measure(window);
    float scale = interface_scale(window);
    window->view.panels.scale = scale;
    window->view.shown.pixel_ratio = scale;
    window->view.camera = dv_camera_make(0, 0, 1, 1);
    measure(window);
    dv_error error;
    window->gui = dv_gui_create(window->window, window->renderer, scale, &error);
    if (!window->gui) {
        report(window, error.message);
        return false;
    }
    if (dv_panels_start(&window->view.panels, run->world) != DV_OK) {
        report(window, "out of memory opening the window");
        return false;
    }
    SDL_GetMouseState(&window->mouse_x0, &window->mouse_y0);
    fit(window);
    return true;
}

static void close_window(struct window *window) {
    dv_gui_destroy(window->gui);
    dv_panels_free(&window->view.panels);
    dv_drawing_free(&window->view.drawing);
    if (window->renderer)
        SDL_DestroyRenderer(window->renderer);
    if (window->window)
        SDL_DestroyWindow(window->window);
    SDL_Quit();
}

static void start_again(struct window *window) {
    dv_view *view = &window->view;
    dv_error error;
    if (dv_run_restart(view->run, &error) != DV_OK) {
        snprintf(view->panels.refusal, sizeof view->panels.refusal, "%s", error.message);
        return;
    }
    view->shown.selected = (dv_agent){0};
    dv_drawing_forget(&view->drawing);
    if (dv_panels_start(&view->panels, view->run->world) != DV_OK)
        report(window, "out of memory: which settings wait for a restart is not shown");
    window->last_tick = dv_world_tick(view->run->world);
}

static void keep_ghost(dv_view *view, bool interpolated) {
    dv_motion *motion = &view->drawing.ghost_motion;
    dv_scenario *ghost = view->run->ghost.scenario;
    if (!ghost || !interpolated || dv_motion_keep(motion, dv_scenario_world(ghost)) != DV_OK)
        motion->count = 0;
}

// Want of memory for drawing costs smoothness and trails, never the run.
static void tick_once(dv_view *view, bool interpolated) {
    dv_motion *motion = &view->drawing.motion;
    if (!interpolated || dv_motion_keep(motion, view->run->world) != DV_OK)
        motion->count = 0;
    keep_ghost(view, interpolated);
    dv_run_tick(view->run);
    if (!view->shown.trails || dv_motion_trace(motion, view->run->world) != DV_OK)
        dv_motion_forget_trails(motion);
}

/// Who drags the bar or steps back looks for a moment; who goes back seconds wants to see them
/// again.
static void rewind_run(dv_view *view) {
    dv_panels *panels = &view->panels;
    dv_result result = DV_OK;
    dv_error error;
    if (panels->back && dv_world_tick(view->run->world) > 0) {
        panels->scrub = true;
        panels->scrub_to = dv_run_ticks_ago(view->run, dv_world_dt(view->run->world));
    }
    bool asked = panels->scrub || panels->rewind > 0;
    if (panels->scrub) {
        view->run->paused = true;
        result = dv_run_begin_rewind(view->run, panels->scrub_to, &error);
    } else if (asked) {
        result =
            dv_run_begin_rewind(view->run, dv_run_ticks_ago(view->run, panels->rewind), &error);
    }
    if (result == DV_OK)
        result = dv_run_go_on_rewinding(view->run, most_rewinding, &error);
    if (asked || result != DV_OK)
        snprintf(panels->time_refusal, sizeof panels->time_refusal, "%s",
                 result == DV_OK ? "" : error.message);
    panels->back = false;
    panels->scrub = false;
    panels->rewind = 0;
}

static void begin_or_close_comparison(dv_view *view) {
    dv_panels *panels = &view->panels;
    dv_error error;
    panels->time_refusal[0] = '\0';
    if (panels->comparing) {
        dv_compare_free(&panels->comparison);
        panels->comparing = false;
        return;
    }
    panels->comparing =
        dv_compare_begin(&panels->comparison, view->run, DV_COMPARE_TICKS, &error) == DV_OK;
    if (!panels->comparing)
        snprintf(panels->time_refusal, sizeof panels->time_refusal, "%s", error.message);
}

static void go_on_comparing(dv_panels *panels) {
    double deadline = dv_now() + most_comparing;
    while (panels->comparing && dv_compare_tick(&panels->comparison) && dv_now() < deadline)
        continue;
}

/// What was taken or refused was told by who took it.
static void tell_outcome(const dv_run *run, dv_reload_outcome outcome) {
    if (outcome == DV_RELOAD_UNCHANGED)
        dv_say(run->options->scenario, "drover: %s", run->no_reload);
}

static void act(struct window *window) {
    dv_view *view = &window->view;
    dv_panels *panels = &view->panels;
    if (panels->restart)
        start_again(window);
    if (panels->reload)
        tell_outcome(view->run, dv_run_reload(view->run));
    if (panels->reload_again)
        tell_outcome(view->run, dv_run_reload_again(view->run));
    if (panels->undo)
        tell_outcome(view->run, dv_run_undo(view->run));
    if (panels->compare)
        begin_or_close_comparison(view);
    rewind_run(view);
    if (panels->fit)
        fit(window);
    if (panels->step) {
        view->run->paused = true;
        if (!dv_run_over(view->run))
            tick_once(view, false);
    }
    panels->restart = panels->reload = panels->undo = panels->fit = panels->step = false;
    panels->reload_again = panels->compare = false;
}

/// What was drawn and plotted since is still to come.
static void follow_rewind(struct window *window) {
    dv_view *view = &window->view;
    if (window->rewinds == view->run->rewind_count)
        return;
    window->rewinds = view->run->rewind_count;
    dv_panels_take_back(&view->panels, dv_world_tick(view->run->world));
    dv_motion_forget(&view->drawing.motion);
}

/// The world went back: what was drawn and plotted since is of ticks that never were.
static void follow_rollback(struct window *window) {
    dv_view *view = &window->view;
    if (window->rollbacks == view->run->rollback_count)
        return;
    window->rollbacks = view->run->rollback_count;
    dv_panels_take_back(&view->panels, view->run->rolled_back_to);
    dv_motion_forget(&view->drawing.motion);
}

static void advance(struct window *window, double elapsed) {
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

static void count_rates(struct window *window, double now) {
    dv_panels *panels = &window->view.panels;
    uint64_t tick = dv_world_tick(window->view.run->world);
    window->rate_frames++;
    // Some drivers promise to wait for the screen and do not.
    if (panels->frame_rate > 300)
        window->paced = false;
    if (now < window->rates_since + 0.5)
        return;
    double seconds = now - window->rates_since;
    panels->frame_rate = window->rate_frames / seconds;
    panels->tick_rate = tick > window->last_tick ? (double)(tick - window->last_tick) / seconds : 0;
    window->last_tick = tick;
    window->rate_frames = 0;
    window->rates_since = now;
}

static void draw(struct window *window, double elapsed) {
    dv_view *view = &window->view;
    dv_scenario *scenario = view->run->scenario;
    dv_scenario_draw(scenario, dv_tools_chosen(&view->tools, scenario));
    dv_run_print_script_error(view->run);
    view->shown.reloads = view->run->reload_count + view->run->rewind_count;
    // Before it differs it would be drawn where the run's agents are.
    const dv_ghost *ghost = &view->run->ghost;
    view->shown.ghost =
        ghost->scenario && ghost->has_diverged ? dv_scenario_world(ghost->scenario) : NULL;
    view->shown.of_tick = dv_scenario_tick_sketch(scenario);
    view->shown.of_callbacks = dv_scenario_drawn_sketch(scenario);
    if (dv_drawing_draw(&view->drawing, window->renderer, &view->camera, view->run->world,
                        &view->shown) != DV_OK)
        report(window, "out of memory: the picture is not whole");
    dv_gui_begin(window->gui, window->width, window->height, elapsed);
    dv_drawing_write(&view->drawing, window->renderer, &view->camera, &view->shown);
    dv_panels_show(view, window->width, window->height);
    dv_gui_end(window->gui);
}

static void write_picture(struct window *window, const char *path) {
    dv_error error;
    if (dv_picture_write_rendered(window->renderer, path, &error) != DV_OK) {
        report(window, error.message);
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
    if (last && options->screenshot)
        write_picture(window, options->screenshot);
}

// True after the last frame.
static bool show_frame(struct window *window) {
    double now = dv_now(), elapsed = now - window->last_frame;
    window->last_frame = now;
    measure(window);
    dv_window_take_events(window);
    dv_control_serve(window->view.run->control, window->view.run);
    act(window);
    dv_window_place_mouse(window);
    advance(window, elapsed);
    go_on_comparing(&window->view.panels);
    bool last = dv_run_over(window->view.run);
    dv_panels_sample(&window->view.panels, window->view.run, now);
    count_rates(window, now);
    if (!last && SDL_GetWindowFlags(window->window) & SDL_WINDOW_MINIMIZED) {
        dv_sleep(frame_time);
        return false;
    }
    draw(window, elapsed);
    write_pictures(window, last);
    SDL_RenderPresent(window->renderer);
    window->frames++;
    double rest = now + frame_time - dv_now();
    if (!last && !window->paced && !isinf(window->view.run->speed) && rest > 0)
        dv_sleep(rest);
    return last;
}

int dv_window_run(dv_run *run) {
    struct window *window = dv_alloc(sizeof *window);
    if (!window) {
        fprintf(stderr, "drover: out of memory opening the window\n");
        return 1;
    }
    window->view.run = run;
    run->patience = most_ticking;
    if (open_window(window, run)) {
        window->last_frame = window->rates_since = dv_now();
        window->last_tick = dv_world_tick(run->world);
        dv_run_keep_history(run);
        while (!show_frame(window))
            continue;
    }
    int status = window->status;
    close_window(window);
    dv_free(window);
    return status;
}
