// The window. The model runs by its own clock: a frame does the ticks that are due, within a limit
// of time so that the window answers, then draws between the last two. Nothing drawn reaches the
// model; the mouse, settings and keys reach it between two ticks.
#include "player/window.h"

#include "player/clock.h"
#include "player/panels.h"
#include "player/picture.h"

#include "base/alloc.h"

#include <SDL.h>

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/// Seconds of ticks in one frame, and with speed max, where there is always more to do.
static const double most_ticking = 0.06, most_racing = 0.025;
static const double frame_time = 1.0 / 60;
/// Beyond this speed a frame has so many ticks that drawing between two shows nothing.
static const double most_interpolated = 4;

struct window {
    SDL_Window *window;
    SDL_Renderer *renderer;
    bool paced; // presenting waits for the screen
    dv_gui *gui;
    dv_view view;
    int width, height; // pixels
    float ratio;       // pixels for one of the desktop's units
    bool dragging;
    bool mouse_used;        // the mouse was moved since the window opened
    int mouse_x0, mouse_y0; // where it was then
    uint64_t frames;
    double last_frame, rates_since;
    uint32_t rate_frames, rate_ticks;
    uint64_t last_tick;
    int status;
};

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

static void change_speed(dv_run *run, int by) {
    int i = 0;
    while (i + 1 < dv_speed_count && dv_speeds[i] < run->speed)
        i++;
    i += by;
    run->speed = dv_speeds[i < 0 ? 0 : i < dv_speed_count ? i : dv_speed_count - 1];
}

static void zoom_by(struct window *window, double factor) {
    dv_camera *camera = &window->view.camera;
    dv_camera_zoom(camera, factor, camera->left + camera->width / 2,
                   camera->top + camera->height / 2);
}

static void take_speed_key(dv_run *run, SDL_Keycode key) {
    if (key >= SDLK_1 && key <= SDLK_8)
        run->speed = key - SDLK_0;
    else if (key == SDLK_9)
        run->speed = INFINITY;
    else if (key == SDLK_LEFTBRACKET)
        change_speed(run, -1);
    else if (key == SDLK_RIGHTBRACKET)
        change_speed(run, 1);
}

static void take_camera_key(struct window *window, SDL_Keycode key) {
    const double stride = 60 * (double)window->view.panels.scale;
    dv_camera *camera = &window->view.camera;
    if (key == SDLK_LEFT || key == SDLK_RIGHT)
        dv_camera_pan(camera, key == SDLK_LEFT ? stride : -stride, 0);
    else if (key == SDLK_UP || key == SDLK_DOWN)
        dv_camera_pan(camera, 0, key == SDLK_UP ? stride : -stride);
    else if (key == SDLK_PLUS || key == SDLK_EQUALS || key == SDLK_KP_PLUS)
        zoom_by(window, 1.25);
    else if (key == SDLK_MINUS || key == SDLK_KP_MINUS)
        zoom_by(window, 0.8);
}

static void take_key(struct window *window, const SDL_KeyboardEvent *event) {
    dv_view *view = &window->view;
    SDL_Keycode key = event->keysym.sym;
    if (event->keysym.mod & (KMOD_CTRL | KMOD_ALT | KMOD_GUI))
        return;
    take_camera_key(window, key);
    if (key == SDLK_PERIOD)
        view->panels.step = true;
    if (event->repeat)
        return;
    take_speed_key(view->run, key);
    if (key == SDLK_SPACE)
        view->run->paused = !view->run->paused;
    else if (key == SDLK_f || key == SDLK_HOME)
        view->panels.fit = true;
    else if (key == SDLK_t)
        view->shown.trails = !view->shown.trails;
    else if (key == SDLK_h)
        view->shown.annotations = !view->shown.annotations;
    else if (key == SDLK_r)
        view->panels.reload = true;
    else if (key == SDLK_ESCAPE)
        view->shown.selected = (dv_agent){0};
}

static void take_button(struct window *window, const SDL_MouseButtonEvent *event) {
    dv_view *view = &window->view;
    if (event->button == SDL_BUTTON_LEFT)
        view->shown.selected =
            dv_drawing_pick(&view->drawing, &view->camera, view->run->world, &view->shown,
                            (float)event->x * window->ratio, (float)event->y * window->ratio);
    else if (event->button == SDL_BUTTON_RIGHT || event->button == SDL_BUTTON_MIDDLE)
        window->dragging = true;
}

static void take_motion(struct window *window, const SDL_MouseMotionEvent *event) {
    // Opening under a mouse at rest reports it too; that is no act of the user's, and a run that
    // nobody touches must end like a headless one.
    if (event->x != window->mouse_x0 || event->y != window->mouse_y0)
        window->mouse_used = window->frames > 2;
    if (window->frames <= 2) {
        window->mouse_x0 = event->x;
        window->mouse_y0 = event->y;
    }
    if (window->dragging)
        dv_camera_pan(&window->view.camera, (double)event->xrel * (double)window->ratio,
                      (double)event->yrel * (double)window->ratio);
}

static void take_wheel(struct window *window, const SDL_MouseWheelEvent *event) {
    int x, y;
    SDL_GetMouseState(&x, &y);
    dv_camera_zoom(&window->view.camera, pow(1.15, (double)event->preciseY),
                   (double)x * (double)window->ratio, (double)y * (double)window->ratio);
}

/// Where the mouse is, in metres.
static void locate(const struct window *window, int x, int y, double *world_x, double *world_y) {
    dv_camera_to_world(&window->view.camera, (double)x * (double)window->ratio,
                       (double)y * (double)window->ratio, world_x, world_y);
}

static void pass_button(struct window *window, const SDL_MouseButtonEvent *event) {
    dv_view *view = &window->view;
    dv_input input = {.type =
                          event->type == SDL_MOUSEBUTTONDOWN ? DV_MOUSE_PRESSED : DV_MOUSE_RELEASED,
                      .button = event->button};
    locate(window, event->x, event->y, &input.x, &input.y);
    input.agent = dv_drawing_pick(&view->drawing, &view->camera, view->run->world, &view->shown,
                                  (float)event->x * window->ratio, (float)event->y * window->ratio);
    dv_scenario_input(view->run->scenario, &input);
}

static void pass_motion(struct window *window, const SDL_MouseMotionEvent *event) {
    dv_input input = {.type = DV_MOUSE_MOVED};
    double from_x, from_y;
    locate(window, event->x, event->y, &input.x, &input.y);
    locate(window, event->x - event->xrel, event->y - event->yrel, &from_x, &from_y);
    input.dx = input.x - from_x;
    input.dy = input.y - from_y;
    dv_scenario_input(window->view.run->scenario, &input);
}

static void pass_key(struct window *window, const SDL_KeyboardEvent *event) {
    char name[32];
    if (event->repeat)
        return;
    snprintf(name, sizeof name, "%s", SDL_GetKeyName(event->keysym.sym));
    SDL_strlwr(name);
    dv_input input = {.type = event->type == SDL_KEYDOWN ? DV_KEY_PRESSED : DV_KEY_RELEASED,
                      .key = name};
    dv_scenario_input(window->view.run->scenario, &input);
}

/// What people do goes to the scenario too, unless it is meant for a panel.
static void pass_event(struct window *window, const SDL_Event *event) {
    bool free_mouse = !dv_gui_has_mouse(window->gui);
    if (event->type == SDL_MOUSEBUTTONDOWN && free_mouse)
        pass_button(window, &event->button);
    else if (event->type == SDL_MOUSEBUTTONUP)
        pass_button(window, &event->button);
    else if (event->type == SDL_MOUSEMOTION && free_mouse && window->mouse_used)
        pass_motion(window, &event->motion);
    else if (event->type == SDL_MOUSEWHEEL && free_mouse) {
        dv_input input = {.type = DV_WHEEL_MOVED,
                          .dx = (double)event->wheel.preciseX,
                          .dy = (double)event->wheel.preciseY};
        dv_scenario_input(window->view.run->scenario, &input);
    } else if ((event->type == SDL_KEYDOWN && !dv_gui_has_keyboard(window->gui)) ||
               event->type == SDL_KEYUP)
        pass_key(window, &event->key);
}

static void take_event(struct window *window, const SDL_Event *event) {
    dv_gui_event(window->gui, event);
    bool free_mouse = !dv_gui_has_mouse(window->gui);
    if (event->type == SDL_QUIT)
        dv_run_stop(window->view.run);
    else if (event->type == SDL_KEYDOWN && !dv_gui_has_keyboard(window->gui))
        take_key(window, &event->key);
    else if (event->type == SDL_MOUSEBUTTONDOWN && free_mouse)
        take_button(window, &event->button);
    else if (event->type == SDL_MOUSEBUTTONUP && event->button.button != SDL_BUTTON_LEFT)
        window->dragging = false;
    else if (event->type == SDL_MOUSEMOTION)
        take_motion(window, &event->motion);
    else if (event->type == SDL_MOUSEWHEEL && free_mouse)
        take_wheel(window, &event->wheel);
}

static void take_events(struct window *window) {
    SDL_Event event;
    measure(window);
    while (SDL_PollEvent(&event)) {
        take_event(window, &event);
        pass_event(window, &event);
    }
}

static void place_mouse(struct window *window) {
    dv_world *world = window->view.run->world;
    int x, y;
    SDL_GetMouseState(&x, &y);
    if (!window->mouse_used)
        return;
    if (SDL_GetMouseFocus() != window->window || dv_gui_has_mouse(window->gui)) {
        dv_world_set_mouse(world, NULL);
        return;
    }
    double world_x, world_y;
    locate(window, x, y, &world_x, &world_y);
    const dv_vec3 point = {(float)world_x, (float)world_y, 0};
    dv_world_set_mouse(world, &point);
}

static void start_again(struct window *window) {
    dv_view *view = &window->view;
    dv_error error;
    if (dv_run_restart(view->run, &error) != DV_OK) {
        snprintf(view->panels.refusal, sizeof view->panels.refusal, "%s", error.message);
        return;
    }
    view->shown.selected = (dv_agent){0};
    dv_motion_forget(&view->drawing.motion);
    if (dv_panels_start(&view->panels, view->run->world) != DV_OK)
        report(window, "out of memory: which settings wait for a restart is not shown");
    window->last_tick = dv_world_tick(view->run->world);
}

// Want of memory for drawing costs smoothness and trails, never the run.
static void tick_once(dv_view *view, bool interpolated) {
    dv_motion *motion = &view->drawing.motion;
    if (!interpolated || dv_motion_keep(motion, view->run->world) != DV_OK)
        motion->count = 0;
    dv_run_tick(view->run);
    if (!view->shown.trails || dv_motion_trace(motion, view->run->world) != DV_OK)
        dv_motion_forget_trails(motion);
}

static void act(struct window *window) {
    dv_view *view = &window->view;
    dv_panels *panels = &view->panels;
    if (panels->restart)
        start_again(window);
    if (panels->reload)
        dv_run_reload(view->run);
    if (panels->fit)
        fit(window);
    if (panels->step) {
        view->run->paused = true;
        if (!dv_run_over(view->run))
            tick_once(view, false);
    }
    panels->restart = panels->reload = panels->fit = panels->step = false;
}

static void advance(struct window *window, double elapsed) {
    dv_view *view = &window->view;
    dv_run *run = view->run;
    dv_run_poll(run);
    bool racing = isinf(run->speed), interpolated = run->speed <= most_interpolated;
    double deadline = dv_now() + (racing ? most_racing : most_ticking);
    uint32_t due = dv_run_due(run, fmin(elapsed, 0.25), 10000);
    while (due-- > 0 && !dv_run_over(run)) {
        tick_once(view, interpolated);
        if (dv_now() >= deadline)
            break;
    }
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
    if (dv_drawing_draw(&view->drawing, window->renderer, &view->camera, view->run->world,
                        &view->shown) != DV_OK)
        report(window, "out of memory: the picture is not whole");
    dv_gui_begin(window->gui, window->width, window->height, elapsed);
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
    take_events(window);
    act(window);
    place_mouse(window);
    advance(window, elapsed);
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
    if (open_window(window, run)) {
        window->last_frame = window->rates_since = dv_now();
        window->last_tick = dv_world_tick(run->world);
        while (!show_frame(window))
            continue;
    }
    int status = window->status;
    close_window(window);
    dv_free(window);
    return status;
}
