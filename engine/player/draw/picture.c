// Draws at twice the size and averages, because SDL's software renderer doesn't antialias edges.
#include "player/draw/picture.h"

#include "player/draw/draw.h"
#include "player/draw/gui.h"
#include "player/draw/legend.h"
#include "player/draw/png.h"

#include "base/alloc.h"
#include "base/result.h"

#include <SDL.h>

#include <stddef.h>

enum { finer = 2 };

/// A picture whose legend would take a greater share of its width has none.
static const float legend_share = 0.6f;

struct dv_picture {
    const dv_view_options *view;
    int width, height;
    float scale;
    bool has_legend;
    uint32_t *pixels;
    uint32_t *drawn; // finer * width by finer * height
    SDL_Surface *surface;
    SDL_Renderer *renderer;
    dv_gui *gui;
    dv_drawing drawing;
    uint64_t followed; // the tick of the last dv_picture_follow
};

static dv_result open_renderer(dv_picture *p, dv_error *error) {
    const int width = p->width * finer, height = p->height * finer;
    p->pixels = dv_alloc((size_t)p->width * (size_t)p->height * sizeof *p->pixels);
    p->drawn = dv_alloc((size_t)width * (size_t)height * sizeof *p->drawn);
    if (!p->pixels || !p->drawn)
        return dv_fail(error, DV_ERROR_MEMORY, "out of memory drawing the world");
    SDL_SetHint(SDL_HINT_RENDER_BATCHING, "1");
    p->surface = SDL_CreateRGBSurfaceWithFormatFrom(p->drawn, width, height, 32, width * 4,
                                                    SDL_PIXELFORMAT_ARGB8888);
    p->renderer = p->surface ? SDL_CreateSoftwareRenderer(p->surface) : NULL;
    if (!p->renderer)
        return dv_fail(error, DV_ERROR_IO, "cannot draw: %s", SDL_GetError());
    p->gui = dv_gui_create(NULL, p->renderer, p->scale * finer, error);
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
    dv_free(p->drawn);
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

static dv_camera place_camera(const dv_picture *p, const dv_world *world, float scale) {
    const int width = p->width * finer, height = p->height * finer;
    const dv_view_options *view = p->view;
    const double left = p->has_legend ? (double)dv_legend_width(scale) : 0;
    dv_camera camera = dv_camera_make(left, 0, width - left, height);
    if (view->has_camera)
        dv_camera_look_at(&camera, view->x, view->y, view->span);
    else
        dv_drawing_fit(&camera, world, 24 * (double)scale);
    return camera;
}

// Each pixel is the mean of 2 × 2 drawn pixels.
static void shrink_picture(dv_picture *p) {
    _Static_assert(finer == 2, "sums of four");
    const size_t width = (size_t)p->width;
    for (size_t y = 0; y < (size_t)p->height; y++) {
        const uint32_t *restrict above = p->drawn + y * finer * width * finer;
        const uint32_t *restrict below = above + width * finer;
        uint32_t *restrict to = p->pixels + y * width;
        for (size_t x = 0; x < width; x++) {
            uint32_t a = above[2 * x], b = above[2 * x + 1];
            uint32_t c = below[2 * x], d = below[2 * x + 1];
            uint32_t even = (a & 0xff00ff) + (b & 0xff00ff) + (c & 0xff00ff) + (d & 0xff00ff);
            uint32_t odd = (a >> 8 & 0xff) + (b >> 8 & 0xff) + (c >> 8 & 0xff) + (d >> 8 & 0xff);
            to[x] = 0xff000000u | (even >> 2 & 0xff00ff) | (odd >> 2 & 0xff) << 8;
        }
    }
}

dv_result dv_picture_draw(dv_picture *p, dv_scenario *scenario, const dv_picture_scene *scene,
                          dv_error *error) {
    const int width = p->width * finer, height = p->height * finer;
    const float scale = p->scale * finer;
    const dv_world *world = dv_scenario_world(scenario);
    dv_scenario_draw(scenario, NULL);
    const dv_drawing_options options = {.fraction = 1,
                                        .pixel_ratio = scale,
                                        .triangles = UINT32_MAX,
                                        .reloads = scene->reloads,
                                        .trails = p->view->trails,
                                        .annotations = p->view->thoughts,
                                        .selected = scene->selected,
                                        .of_tick = dv_scenario_tick_sketch(scenario),
                                        .of_callbacks = dv_scenario_drawn_sketch(scenario),
                                        .scenario = scenario};
    dv_camera camera = place_camera(p, world, scale);
    dv_result result = dv_drawing_draw(&p->drawing, p->renderer, &camera, world, &options);
    dv_gui_begin(p->gui, width, height, 0);
    dv_drawing_write(&p->drawing, p->renderer, &camera, &options);
    dv_legend_show_scale(&camera, scale);
    if (p->has_legend)
        dv_legend_show(scenario, &p->drawing, scale, height);
    dv_gui_end(p->gui);
    SDL_RenderFlush(p->renderer);
    shrink_picture(p);
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
