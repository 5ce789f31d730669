#include "player/window/window_view.h"

#include "player/draw/legend.h"

#include <math.h>

static void set_view(struct window *window, double top) {
    const dv_screen *screen = window->screen;
    double left = fmin((double)dv_legend_width(screen->scale), screen->width * 0.6);
    double bottom = screen->height - (double)dv_strip_height(screen->scale, screen->height);
    dv_camera_set_view(&window->view.camera, left, top, screen->width - left, bottom - top);
}

void dv_window_fit(struct window *window) {
    dv_camera *camera = &window->view.camera;
    double banner = (double)window->view.panels.banner_height;
    set_view(window, banner);
    dv_drawing_fit(camera, window->view.run->world, 24 * (double)window->view.panels.scale);
    set_view(window, 0);
    dv_camera_pan(camera, 0, banner / 2);
    window->fitted = *camera;
}

static bool is_fitted(const struct window *window) {
    const dv_camera *camera = &window->view.camera, *fitted = &window->fitted;
    return camera->x == fitted->x && camera->y == fitted->y && camera->scale == fitted->scale;
}

void dv_window_measure(struct window *window) {
    dv_screen *screen = window->screen;
    dv_screen_measure(screen);
    bool is_new = screen->width != window->width || screen->height != window->height;
    window->width = screen->width;
    window->height = screen->height;
    if (is_new && is_fitted(window))
        dv_window_fit(window);
    else
        set_view(window, 0);
}

void dv_window_show_first(struct window *window) {
    const dv_view_options *options = &window->view.run->options->view;
    dv_camera *camera = &window->view.camera;
    *camera = dv_camera_make(0, 0, 1, 1);
    dv_window_measure(window);
    if (options->has_camera)
        dv_camera_look_at(camera, options->x, options->y, options->span);
    else
        dv_window_fit(window);
    window->view.shown.trails = options->trails;
    window->view.shown.annotations = options->thoughts;
    window->view.shown.theme = options->theme;
}

void dv_window_select_first(struct window *window) {
    dv_agent agent = window->has_selected ? (dv_agent){0} : dv_run_selected(window->view.run);
    if (!agent.bits)
        return;
    window->view.shown.selected = agent;
    window->has_selected = true;
}
