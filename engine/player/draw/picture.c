#include "player/draw/picture.h"

#include "player/draw/aim.h"
#include "player/draw/draw.h"
#include "player/draw/legend.h"
#include "player/draw/png.h"
#include "player/gui/gui.h"

#include "base/alloc.h"
#include "base/result.h"

#include <SDL.h>

#include <stddef.h>

/// A picture whose legend would take a greater share of its width has none.
static const float legend_share = 0.6f;

struct dv_picture {
    const dv_view_options *view;
    int width, height;
    float scale;
    bool has_legend;
    uint32_t *pixels;
    SDL_Surface *surface;
    SDL_Renderer *renderer;
    dv_gui *gui;
    dv_drawing drawing;
    uint64_t followed; // the tick of the last dv_picture_follow
};

static dv_result open_renderer(dv_picture *p, dv_error *error) {
    p->pixels = dv_alloc((size_t)p->width * (size_t)p->height * sizeof *p->pixels);
    if (!p->pixels)
        return dv_fail(error, DV_ERROR_MEMORY, "out of memory drawing the world");
    SDL_SetHint(SDL_HINT_RENDER_BATCHING, "1");
    p->surface = SDL_CreateRGBSurfaceWithFormatFrom(p->pixels, p->width, p->height, 32,
                                                    p->width * 4, SDL_PIXELFORMAT_ARGB8888);
    p->renderer = p->surface ? SDL_CreateSoftwareRenderer(p->surface) : NULL;
    if (!p->renderer)
        return dv_fail(error, DV_ERROR_IO, "cannot draw: %s", SDL_GetError());
    p->gui = dv_gui_create(NULL, p->renderer, p->scale, error);
    return p->gui ? DV_OK : DV_ERROR_IO;
}

dv_picture *dv_picture_create(const dv_view_options *view, dv_error *error) {
    dv_picture *p = dv_alloc(sizeof *p);
    if (!p) {
        dv_fail(error, DV_ERROR_MEMORY, "out of memory drawing the world");
        return NULL;
    }
    p->view = view;
    p->width = view->width ? view->width : DV_VIEW_WIDTH;
    p->height = view->height ? view->height : DV_VIEW_HEIGHT;
    p->scale = view->scale > 0 ? (float)view->scale : 1;
    p->has_legend = dv_legend_width(p->scale) <= legend_share * (float)p->width;
    if (open_renderer(p, error) == DV_OK)
        return p;
    dv_picture_destroy(p);
    return NULL;
}

void dv_picture_destroy(dv_picture *p) {
    if (!p)
        return;
    dv_drawing_free(&p->drawing);
    dv_gui_destroy(p->gui);
    if (p->renderer)
        SDL_DestroyRenderer(p->renderer);
    SDL_FreeSurface(p->surface);
    dv_free(p->pixels);
    dv_free(p);
}

void dv_picture_follow(dv_picture *p, dv_scenario *scenario) {
    const dv_world *world = dv_scenario_world(scenario);
    dv_motion *motion = &p->drawing.motion;
    uint64_t tick = dv_world_tick(world);
    if (tick <= p->followed) // the world went back
        dv_motion_forget_trails(motion);
    p->followed = tick;
    if (!p->view->trails || dv_motion_trace(motion, world) != DV_OK)
        dv_motion_forget_trails(motion);
}

static dv_camera place_camera(const dv_picture *p, const dv_scenario *scenario,
                              const dv_world *world) {
    const double left = p->has_legend ? (double)dv_legend_width(p->scale) : 0;
    dv_camera camera = dv_camera_make(left, 0, p->width - left, p->height);
    dv_aim_at_first(&camera, p->view, scenario, world, 24 * (double)p->scale);
    return camera;
}

static dv_result draw_once(dv_picture *p, dv_scenario *scenario,
                           const dv_drawing_options *options) {
    const dv_world *world = dv_scenario_world(scenario);
    dv_camera camera = place_camera(p, scenario, world);
    dv_result result = dv_drawing_draw(&p->drawing, p->renderer, &camera, world, options);
    dv_gui_begin(p->gui, p->width, p->height, 0);
    dv_drawing_write(&p->drawing, p->renderer, &camera, options);
    dv_legend_show_scale(&camera, p->scale);
    if (p->has_legend)
        dv_legend_show(scenario, &p->drawing, options, p->scale, p->height);
    dv_gui_end(p->gui);
    SDL_RenderFlush(p->renderer);
    return result;
}

dv_result dv_picture_draw(dv_picture *p, dv_scenario *scenario, const dv_picture_scene *scene,
                          dv_error *error) {
    dv_scenario_draw(scenario, NULL);
    const dv_drawing_options options = {.fraction = 1,
                                        .pixel_ratio = p->scale,
                                        .triangles = DV_SOFTWARE_TRIANGLES,
                                        .reloads = scene->reloads,
                                        .trails = p->view->trails,
                                        .annotations = p->view->thoughts,
                                        .density = p->view->density,
                                        .selected = scene->selected,
                                        .of_tick = dv_scenario_tick_sketch(scenario),
                                        .of_callbacks = dv_scenario_drawn_sketch(scenario),
                                        .theme = p->view->theme,
                                        .scenario = scenario};
    dv_result result = draw_once(p, scenario, &options);
    if (result == DV_OK && dv_gui_lacks_letters(p->gui))
        result = draw_once(p, scenario, &options);
    if (result == DV_ERROR_MEMORY)
        return dv_fail(error, result, "out of memory drawing the world");
    return result;
}

void dv_picture_size(const dv_picture *p, int *width, int *height) {
    *width = p->width;
    *height = p->height;
}

const uint32_t *dv_picture_pixels(const dv_picture *p) { return p->pixels; }

dv_result dv_picture_write(const dv_picture *p, const char *path, dv_error *error) {
    const size_t count = (size_t)p->width * (size_t)p->height;
    unsigned char *bytes = dv_alloc(count * 3), *to = bytes;
    if (!bytes)
        return dv_fail(error, DV_ERROR_MEMORY, "out of memory writing %s", path);
    for (size_t i = 0; i < count; i++, to += 3) {
        to[0] = (unsigned char)(p->pixels[i] >> 16);
        to[1] = (unsigned char)(p->pixels[i] >> 8);
        to[2] = (unsigned char)p->pixels[i];
    }
    dv_result result = dv_png_write(path, bytes, p->width, p->height, error);
    dv_free(bytes);
    return result;
}
