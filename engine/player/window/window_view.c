#include "player/window/window_view.h"

#include "player/draw/aim.h"
#include "player/draw/legend.h"

#include <math.h>
#include <string.h>

static void set_view(struct window *window, double top) {
    const dv_rectangle *world = &window->view.layout.world;
    dv_camera_set_view(&window->view.camera, (double)world->left, top, (double)world->width,
                       (double)world->height - top);
}

static void fit(struct window *window) {
    dv_camera *camera = &window->view.camera;
    double banner = (double)window->view.panels.banner_height;
    set_view(window, banner);
    dv_aim_fit(camera, window->view.run->world, 24 * (double)window->view.panels.scale);
    set_view(window, 0);
    dv_camera_pan(camera, 0, banner / 2);
}

/// Show all of the world, or what --camera asks for.
static void aim(struct window *window) {
    const dv_run *run = window->view.run;
    if (window->aims_at_camera)
        dv_aim_at_first(&window->view.camera, &run->options->view, run->scenario, run->world, 0);
    else
        fit(window);
    window->fitted = window->view.camera;
}

void dv_window_fit(struct window *window) {
    window->aims_at_camera = false;
    aim(window);
}

void dv_window_aim(struct window *window, double yaw, double pitch) {
    dv_aim_from(&window->view.camera, window->view.run->world, yaw, pitch);
    dv_window_fit(window);
}

static bool is_fitted(const struct window *window) {
    const dv_camera *camera = &window->view.camera, *fitted = &window->fitted;
    return camera->x == fitted->x && camera->y == fitted->y && camera->z == fitted->z &&
           camera->scale == fitted->scale && camera->orbits == fitted->orbits &&
           camera->yaw == fitted->yaw && camera->pitch == fitted->pitch;
}

/// A camera that the user has moved shows the same at its middle after the window has got another
/// size. After a panel has, it shows the same under each pixel.
static void keep_view(struct window *window, bool is_resized) {
    dv_camera *camera = &window->view.camera, before = *camera;
    set_view(window, 0);
    if (!is_resized)
        dv_camera_pan(camera, before.left + before.width / 2 - camera->left - camera->width / 2,
                      before.top + before.height / 2 - camera->top - camera->height / 2);
}

static bool is_same_place(dv_rectangle a, dv_rectangle b) {
    return a.left == b.left && a.top == b.top && a.width == b.width && a.height == b.height;
}

/// An agent that was selected just now opens the inspector. True if it does.
static bool open_inspector(struct window *window) {
    bool *is_open = &window->view.layout.shows_inspector, was_open = *is_open;
    dv_agent selected = window->view.shown.selected;
    if (window->inspected != selected.bits && selected.bits)
        *is_open = true;
    window->inspected = selected.bits;
    return *is_open && !was_open;
}

/// Move the view so far that the inspector doesn't hide the agent for which it opened.
static void reveal_selected(struct window *window) {
    dv_view *view = &window->view;
    const dv_rectangle *world = &view->layout.world;
    if (!dv_agent_alive(view->run->world, view->shown.selected))
        return;
    dv_vec3 place = dv_agent_position(view->run->world, view->shown.selected);
    dv_pixel at =
        dv_camera_spot(&view->camera, (double)place.x, (double)place.y, (double)place.z).pixel;
    if (!isfinite(at.x))
        return;
    float margin = fminf(60 * view->panels.scale, world->width / 2);
    float least = world->left + margin, most = world->left + world->width - margin;
    float inside = fmaxf(fminf(at.x, most), least);
    dv_camera_pan(&view->camera, (double)(inside - at.x), 0);
}

void dv_window_measure(struct window *window) {
    dv_screen *screen = window->screen;
    dv_layout *layout = &window->view.layout;
    dv_rectangle before = layout->world;
    dv_screen_measure(screen);
    bool is_resized = screen->width != window->width || screen->height != window->height;
    window->width = screen->width;
    window->height = screen->height;
    bool is_opened = open_inspector(window);
    dv_layout_arrange(layout, screen->width, screen->height, screen->scale);
    bool is_new = is_resized || !is_same_place(before, layout->world);
    if (is_new && is_fitted(window)) {
        set_view(window, 0);
        aim(window);
    } else {
        keep_view(window, is_resized);
        if (is_opened)
            reveal_selected(window);
    }
}

void dv_window_show_first(struct window *window) {
    const dv_run *run = window->view.run;
    const dv_view_options *options = &run->options->view;
    dv_camera *camera = &window->view.camera;
    *camera = dv_camera_make(0, 0, 1, 1);
    dv_aim_at_first(camera, options, run->scenario, run->world, 0);
    window->fitted = *camera;
    window->view.layout = window->kept ? window->kept->layout : dv_layout_at_first();
    window->aims_at_camera = options->has_camera;
    window->view.shown.trails = options->trails;
    window->view.shown.annotations = options->thoughts;
    window->view.shown.density = options->density;
    window->view.shown.theme = options->theme;
    dv_window_select_first(window);
    dv_window_measure(window);
    if (!window->kept || !window->kept->view.has_camera || options->has_camera)
        return;
    dv_aim_at_first(camera, &window->kept->view, run->scenario, run->world, 0);
    window->fitted.scale = 0; // no camera has that, so this one counts as moved
}

/// Where the camera is. Without angles, a volume would be seen from where the scenario says.
static dv_view_options kept_view(const dv_view *view) {
    dv_view_options kept = dv_aim_of(&view->camera);
    if (dv_world_space(view->run->world) != DV_VOLUME || !isnan(kept.pitch))
        return kept;
    kept.yaw = 0;
    kept.pitch = 90;
    kept.z = view->camera.z;
    return kept;
}

static void keep_expressions(const dv_expressions *expressions, dv_kept *kept) {
    kept->expression_count = expressions->count;
    for (uint32_t i = 0; i < expressions->count; i++)
        memcpy(kept->expressions[i], expressions->items[i].code, DV_EXPRESSION_CODE);
}

void dv_window_keep(const struct window *window, dv_kept *kept) {
    const dv_view *view = &window->view;
    const dv_view_options *options = &view->run->options->view;
    bool opens_inspector = options->select, was_open = kept->layout.shows_inspector;
    dv_screen_sizes_keep(&window->screen->sizes, &kept->size);
    kept->sections = window->screen->sections;
    kept->layout = view->layout;
    keep_expressions(&view->run->expressions, kept);
    if (opens_inspector)
        kept->layout.shows_inspector = was_open;
    if (!is_fitted(window))
        kept->view = kept_view(view);
    else if (!window->aims_at_camera)
        kept->view.has_camera = false;
}

void dv_window_select_first(struct window *window) {
    dv_agent agent = window->has_selected ? (dv_agent){0} : dv_run_selected(window->view.run);
    if (!agent.bits)
        return;
    window->view.shown.selected = agent;
    window->has_selected = true;
}
