// A world drawn into memory, for tests that look at pixels.
#ifndef DV_TESTS_PICTURE_FIXTURE_H
#define DV_TESTS_PICTURE_FIXTURE_H

#include "player/draw/draw.h"

#include "../program.h"
#include "../read_script.h"

#include "base/alloc.h"
#include "player/gui/gui.h"
#include "player/gui/palette.h"
#include "scenario.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { side = 400 };

/// A picture of 400 pixels that shows the origin in its middle, at 10 pixels a meter.
typedef struct picture {
    dv_scenario *scenario;
    dv_drawing *drawing;
    dv_camera camera;
    dv_drawing_options options;
    uint32_t *pixels;
    SDL_Surface *surface;
    SDL_Renderer *renderer;
} picture;

static inline dv_scenario *open_scenario(const char *source) {
    char path[] = "/tmp/drover_draw_XXXXXX.lua";
    dv_error error;
    int file = mkstemps(path, 4);
    assert_true(file >= 0);
    FILE *script = fdopen(file, "w");
    fputs(source, script);
    fclose(script);
    dv_scenario_options options = dv_scenario_options_default();
    dv_scenario *scenario = dv_scenario_open(path, &options, &error);
    unlink(path);
    if (!scenario)
        fail_msg("%s", error.message);
    return scenario;
}

static inline void open_picture(picture *p, const char *source) {
    *p = (picture){.scenario = open_scenario(source)};
    p->drawing = dv_alloc(sizeof *p->drawing);
    p->camera = dv_camera_make(0, 0, side, side);
    p->camera.scale = 10;
    p->options = (dv_drawing_options){.fraction = 1, .pixel_ratio = 1, .triangles = UINT32_MAX};
    p->pixels = dv_alloc(side * side * sizeof *p->pixels);
    assert_true(p->drawing && p->pixels);
    p->surface = SDL_CreateRGBSurfaceWithFormatFrom(p->pixels, side, side, 32, side * 4,
                                                    SDL_PIXELFORMAT_RGBA8888);
    p->renderer = SDL_CreateSoftwareRenderer(p->surface);
    assert_non_null(p->renderer);
}

static inline void close_picture(picture *p) {
    dv_drawing_free(p->drawing);
    dv_free(p->drawing);
    SDL_DestroyRenderer(p->renderer);
    SDL_FreeSurface(p->surface);
    dv_free(p->pixels);
    dv_scenario_close(p->scenario);
    assert_int_equal(dv_allocated_bytes(), 0);
}

static inline const dv_world *world_of(const picture *p) { return dv_scenario_world(p->scenario); }

static inline void draw(picture *p) {
    assert_int_equal(dv_drawing_draw(p->drawing, p->renderer, &p->camera, world_of(p), &p->options),
                     DV_OK);
    SDL_RenderFlush(p->renderer);
}

/// How far apart two colors are, in steps of red, green, and blue.
static inline int color_distance(uint32_t a, uint32_t b) {
    int distance = 0;
    for (int shift = 8; shift <= 24; shift += 8)
        distance += abs((int)(a >> shift & 0xff) - (int)(b >> shift & 0xff));
    return distance;
}

/// How many pixels within `reach` meters of a place, along x and along y, are `most` steps from a
/// color or less.
static inline int count_like(const picture *p, uint32_t color, int most, double x, double y,
                             double reach) {
    dv_pixel low = dv_camera_to_screen(&p->camera, x - reach, y + reach);
    dv_pixel high = dv_camera_to_screen(&p->camera, x + reach, y - reach);
    int count = 0;
    for (int j = (int)low.y; j < (int)high.y; j++)
        for (int i = (int)low.x; i < (int)high.x; i++)
            count += color_distance(p->pixels[j * side + i], color) <= most;
    return count;
}

/// How many pixels there are of a color.
static inline int count_near(const picture *p, uint32_t color, double x, double y, double reach) {
    return count_like(p, color, 0, x, y, reach);
}

/// The same for an edge of surfaces, with smooth edges of its own, on ground of several colors.
static inline int count_edge(const picture *p, double x, double y, double reach) {
    return count_like(p, dv_themes[0].surface_edge, 15, x, y, reach);
}

/// The same for lines, whose edges are smooth: how many pixels they cover by half at least.
static inline int count_covered(const picture *p, uint32_t color, double x, double y,
                                double reach) {
    return count_like(p, color, color_distance(color, dv_themes[0].ground) / 2, x, y, reach);
}

/// The share of a pixel that a color covers on the ground; 0 if it has any other color.
static inline double share_covered(uint32_t pixel, uint32_t color, uint32_t ground) {
    double along = 0, length = 0, away = 0, share;
    for (int shift = 8; shift <= 24; shift += 8) {
        double whole = (double)(color >> shift & 0xff) - (ground >> shift & 0xff);
        along += ((double)(pixel >> shift & 0xff) - (ground >> shift & 0xff)) * whole;
        length += whole * whole;
    }
    share = along / length;
    for (int shift = 8; shift <= 24; shift += 8)
        away += fabs((1 - share) * (ground >> shift & 0xff) + share * (color >> shift & 0xff) -
                     (pixel >> shift & 0xff));
    return away <= 3 && share > 0.01 ? share : 0;
}

/// How many pixels a color covers in all, on ground that looks like the upper left corner.
static inline double area_near(const picture *p, uint32_t color, double x, double y, double reach) {
    dv_pixel low = dv_camera_to_screen(&p->camera, x - reach, y + reach);
    dv_pixel high = dv_camera_to_screen(&p->camera, x + reach, y - reach);
    uint32_t ground = p->pixels[(int)low.y * side + (int)low.x];
    double area = 0;
    for (int j = (int)low.y; j < (int)high.y; j++)
        for (int i = (int)low.x; i < (int)high.x; i++)
            area += share_covered(p->pixels[j * side + i], color, ground);
    return area;
}

/// How many pixels the texts change from `left` to `right` and from `bottom` to `top`, in meters.
static inline int written_within(picture *p, double left, double bottom, double right, double top) {
    static uint32_t before[side * side];
    dv_error error;
    dv_gui *gui = dv_gui_create(NULL, p->renderer, 1, &error);
    assert_non_null(gui);
    draw(p);
    memcpy(before, p->pixels, sizeof before);
    dv_gui_begin(gui, side, side, 0);
    dv_drawing_write(p->drawing, p->renderer, &p->camera, &p->options);
    dv_gui_end(gui);
    SDL_RenderFlush(p->renderer);
    dv_gui_destroy(gui);
    dv_pixel low = dv_camera_to_screen(&p->camera, left, top);
    dv_pixel high = dv_camera_to_screen(&p->camera, right, bottom);
    int count = 0;
    for (int y = (int)low.y; y < (int)high.y; y++)
        for (int x = (int)low.x; x < (int)high.x; x++)
            count += p->pixels[y * side + x] != before[y * side + x];
    return count;
}

#endif
