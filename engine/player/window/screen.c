// The window on the desktop; see screen.h.
#include "player/window/screen.h"

#include "base/clock.h"
#include "base/result.h"
#include "player/gui/palette.h"
#include "player/run/run.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/// How long a page waits for events, ms.
#define PAGE_WAIT 50
/// In pixels of a screen without scaling; longer lines are hard to read.
static const float widest_page = 1000;

// Graphics emulated on the processor is slower than SDL's software renderer.
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

/// The size of a window that fits into the display.
static dv_screen_size fitting(int width, int height) {
    SDL_Rect usable;
    if (SDL_GetDisplayUsableBounds(0, &usable) == 0) {
        width = usable.w < width ? usable.w : width;
        height = usable.h < height ? usable.h : height;
    }
    return (dv_screen_size){width, height, false};
}

static dv_screen_size first_size(const dv_screen *screen, const dv_view_options *view) {
    const dv_screen_size *kept = &screen->sizes.now;
    if (view && view->width > 0)
        return (dv_screen_size){view->width, view->height, false};
    dv_screen_size size = fitting(kept->width > 0 ? kept->width : DV_VIEW_WIDTH,
                                  kept->width > 0 ? kept->height : DV_VIEW_HEIGHT);
    size.is_maximized = kept->is_maximized;
    return size;
}

// The window stays hidden until it is known to be the right one.
static bool open_as(dv_screen *screen, const char *title, dv_screen_size size, int samples,
                    Uint32 flags) {
    SDL_GL_SetAttribute(SDL_GL_MULTISAMPLEBUFFERS, samples > 0);
    SDL_GL_SetAttribute(SDL_GL_MULTISAMPLESAMPLES, samples);
    screen->window = SDL_CreateWindow(
        title, SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED, size.width, size.height,
        SDL_WINDOW_RESIZABLE | SDL_WINDOW_ALLOW_HIGHDPI | SDL_WINDOW_HIDDEN);
    screen->renderer = screen->window ? SDL_CreateRenderer(screen->window, -1, flags) : NULL;
    if (screen->renderer && !(flags & SDL_RENDERER_ACCELERATED && is_emulated(screen->renderer)))
        return true;
    if (screen->renderer)
        SDL_DestroyRenderer(screen->renderer);
    if (screen->window)
        SDL_DestroyWindow(screen->window);
    screen->renderer = NULL;
    screen->window = NULL;
    return false;
}

static bool open_renderer(dv_screen *screen, const char *title, dv_screen_size size) {
    const Uint32 accelerated = SDL_RENDERER_ACCELERATED | SDL_RENDERER_PRESENTVSYNC;
    if (!open_as(screen, title, size, 4, accelerated) &&
        !open_as(screen, title, size, 0, accelerated)) {
        // Otherwise SDL shows even the software renderer's surface through the emulated graphics.
        SDL_SetHint(SDL_HINT_FRAMEBUFFER_ACCELERATION, "0");
        if (!open_as(screen, title, size, 0, SDL_RENDERER_SOFTWARE))
            return false;
    }
    SDL_ShowWindow(screen->window);
    if (size.is_maximized)
        SDL_MaximizeWindow(screen->window);
    SDL_RendererInfo info;
    screen->paced =
        SDL_GetRendererInfo(screen->renderer, &info) == 0 && !(info.flags & SDL_RENDERER_SOFTWARE);
    return true;
}

void dv_screen_measure(dv_screen *screen) {
    const Uint32 flags = SDL_GetWindowFlags(screen->window);
    int width = 0, height = 0;
    SDL_GetRendererOutputSize(screen->renderer, &screen->width, &screen->height);
    SDL_GetWindowSize(screen->window, &width, &height);
    screen->ratio = width > 0 ? (float)screen->width / (float)width : 1;
    if (!(flags & (SDL_WINDOW_MINIMIZED | SDL_WINDOW_FULLSCREEN)))
        dv_screen_sizes_follow(&screen->sizes, width, height, flags & SDL_WINDOW_MAXIMIZED);
}

void dv_screen_reset_size(dv_screen *screen) {
    dv_screen_size size = fitting(DV_VIEW_WIDTH, DV_VIEW_HEIGHT);
    if (screen->sizes.now.is_maximized)
        SDL_RestoreWindow(screen->window);
    SDL_SetWindowSize(screen->window, size.width, size.height);
    screen->sizes.is_reset = true;
}

// The factor by which to enlarge the GUI. Desktops without units of their own only report the
// density of the screen.
static float interface_scale(const dv_screen *screen) {
    float dots = 96;
    if (screen->ratio > 1.01f)
        return screen->ratio;
    if (SDL_GetDisplayDPI(SDL_GetWindowDisplayIndex(screen->window), NULL, &dots, NULL) != 0)
        return 1;
    float scale = roundf(dots / 96 * 4) / 4;
    return scale < 1.25f ? 1 : scale > 3 ? 3 : scale;
}

// SDL falls back to drivers without a display; use them only if SDL_VIDEODRIVER asks for one.
static bool has_display(void) {
    const char *driver = SDL_GetCurrentVideoDriver();
    return SDL_getenv("SDL_VIDEODRIVER") ||
           (driver && strcmp(driver, "offscreen") != 0 && strcmp(driver, "dummy") != 0 &&
            strcmp(driver, "evdev") != 0);
}

static dv_result open_new(dv_screen *screen, const char *title, const dv_view_options *view,
                          dv_error *error) {
    SDL_SetHint(SDL_HINT_NO_SIGNAL_HANDLERS, "1");
    SDL_SetHint(SDL_HINT_RENDER_BATCHING, "1");
    SDL_SetHint(SDL_HINT_VIDEO_ALLOW_SCREENSAVER, "1");
    // Without this variable, Wayland's library prints an error of its own.
    if (!SDL_getenv("XDG_RUNTIME_DIR") && !SDL_getenv("SDL_VIDEODRIVER"))
        SDL_SetHint("SDL_VIDEODRIVER", "x11,kmsdrm");
    if (SDL_Init(SDL_INIT_VIDEO) != 0 || !has_display())
        return dv_fail(error, DV_ERROR_ARGUMENT, "there is no display to open a window on");
    dv_screen_size size = first_size(screen, view);
    if (!open_renderer(screen, title, size))
        return dv_fail(error, DV_ERROR_IO, "cannot open a window: %s", SDL_GetError());
    dv_screen_sizes_begin(&screen->sizes, size);
    dv_screen_measure(screen);
    screen->scale = interface_scale(screen);
    if (view && view->scale > 0)
        screen->scale *= (float)view->scale;
    screen->gui = dv_gui_create(screen->window, screen->renderer, screen->scale, error);
    if (!screen->gui)
        return DV_ERROR_IO;
    dv_gui_use_sections(screen->gui, &screen->sections);
    return DV_OK;
}

dv_result dv_screen_open(dv_screen *screen, const char *title, const dv_view_options *view,
                         dv_error *error) {
    if (screen->window) {
        SDL_SetWindowTitle(screen->window, title);
        return DV_OK;
    }
    dv_result result = open_new(screen, title, view, error);
    if (result != DV_OK)
        dv_screen_close(screen);
    return result;
}

void dv_screen_close(dv_screen *screen) {
    dv_editor_free(&screen->editor);
    dv_gui_destroy(screen->gui);
    if (screen->renderer)
        SDL_DestroyRenderer(screen->renderer);
    if (screen->window)
        SDL_DestroyWindow(screen->window);
    SDL_Quit();
    *screen = (dv_screen){0};
}

// Pages

static void take_key(dv_screen *screen, const SDL_KeyboardEvent *event) {
    bool is_plain = !(event->keysym.mod & (KMOD_CTRL | KMOD_ALT | KMOD_GUI));
    if (is_plain && !event->repeat && !dv_gui_has_keyboard(screen->gui))
        screen->key = event->keysym.sym;
}

static bool take_events(dv_screen *screen) {
    SDL_Event event;
    bool is_closed = false;
    screen->key = 0;
    screen->was_reset = false;
    SDL_WaitEventTimeout(NULL, PAGE_WAIT);
    // What a page can't take together with what came before waits for its next frame.
    while (screen->key == 0 &&
           SDL_PeepEvents(&event, 1, SDL_PEEKEVENT, SDL_FIRSTEVENT, SDL_LASTEVENT) > 0 &&
           dv_gui_is_ready_for(screen->gui, &event)) {
        SDL_PeepEvents(&event, 1, SDL_GETEVENT, SDL_FIRSTEVENT, SDL_LASTEVENT);
        dv_gui_event(screen->gui, &event);
        if (event.type == SDL_KEYDOWN)
            take_key(screen, &event.key);
        screen->was_reset |= event.type == SDL_RENDER_DEVICE_RESET;
        is_closed |= event.type == SDL_QUIT;
    }
    return !is_closed && !dv_run_interrupted();
}

bool dv_screen_begin_page(dv_screen *screen, const char *name) {
    if (!take_events(screen))
        return false;
    double now = dv_now();
    dv_screen_measure(screen);
    const uint32_t color = DV_COLOR_PANEL;
    SDL_SetRenderDrawColor(screen->renderer, color >> 24, color >> 16 & 0xff, color >> 8 & 0xff,
                           0xff);
    SDL_RenderClear(screen->renderer);
    dv_gui_begin(screen->gui, screen->width, screen->height, now - screen->last_frame);
    screen->last_frame = now;
    float width = fminf((float)screen->width, widest_page * screen->scale);
    dv_gui_panel_begin(name, floorf(((float)screen->width - width) / 2), 0, width,
                       (float)screen->height, color);
    return true;
}

void dv_screen_end_page(dv_screen *screen) {
    dv_gui_panel_end();
    dv_gui_end(screen->gui);
    SDL_RenderPresent(screen->renderer);
}
