// What the picture of a world shows: where the slots of the selected agent lead, which way bodies
// bank and pitch, and the shape of surfaces.
#include "player/draw.h"

#include "base/alloc.h"
#include "player/palette.h"
#include "scenario.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

enum { side = 400 };

/// A picture of 400 pixels that shows the origin in its middle, at 10 pixels a metre.
typedef struct picture {
    dv_scenario *scenario;
    dv_drawing *drawing;
    dv_camera camera;
    dv_drawing_options options;
    uint32_t *pixels;
    SDL_Surface *surface;
    SDL_Renderer *renderer;
} picture;

static void open_picture(picture *p, const char *kinds, const char *setup) {
    char path[] = "/tmp/drover_draw_XXXXXX.lua";
    dv_error error;
    int file = mkstemps(path, 4);
    assert_true(file >= 0);
    FILE *script = fdopen(file, "w");
    fprintf(script,
            "local drover = require 'drover'\n%s\n"
            "return drover.scenario { kinds = kinds, space = space,\n"
            "bounds = { min = { -20, -20, -20 }, max = { 20, 20, 20 } },\n"
            "setup = function(world)\n%s\nend }\n",
            kinds, setup);
    fclose(script);
    dv_scenario_options options = dv_scenario_options_default();
    *p = (picture){.scenario = dv_scenario_open(path, &options, &error)};
    unlink(path);
    if (!p->scenario)
        fail_msg("%s", error.message);
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

static void close_picture(picture *p) {
    SDL_DestroyRenderer(p->renderer);
    SDL_FreeSurface(p->surface);
    dv_drawing_free(p->drawing);
    dv_free(p->drawing);
    dv_free(p->pixels);
    dv_scenario_close(p->scenario);
    assert_int_equal(dv_allocated_bytes(), 0);
}

static const dv_world *world_of(const picture *p) { return dv_scenario_world(p->scenario); }

static void draw(picture *p) {
    assert_int_equal(dv_drawing_draw(p->drawing, p->renderer, &p->camera, world_of(p), &p->options),
                     DV_OK);
    SDL_RenderFlush(p->renderer);
}

/// How many pixels within `reach` metres of a place, along x and along y, are of a color.
static int count_near(const picture *p, uint32_t color, double x, double y, double reach) {
    dv_pixel low = dv_camera_to_screen(&p->camera, x - reach, y + reach);
    dv_pixel high = dv_camera_to_screen(&p->camera, x + reach, y - reach);
    int count = 0;
    for (int j = (int)low.y; j < (int)high.y; j++)
        for (int i = (int)low.x; i < (int)high.x; i++)
            count += p->pixels[j * side + i] == color;
    return count;
}

// Slots

#define WANDERER                                                                                   \
    "local space = 'volume' local kinds = { drover.kind('one', { body = { locomotion = 'fixed' }," \
    "targets = { it = '%s' } }), drover.kind('other', { body = { locomotion = 'fixed' } }) }"      \
    "drover.group('pack', {}) drover.surface('ball', { sphere = { center = { 0, 0, 0 }, radius = " \
    "8 } })"

/// Whether a slot of this type is marked at (x, y) for an agent at (12, 0, 0), and not elsewhere.
static void assert_marked(const char *type, const char *setup, double x, double y) {
    picture p;
    char kinds[1000], whole[1000];
    snprintf(kinds, sizeof kinds, WANDERER, type);
    snprintf(whole, sizeof whole, "local one = world:spawn('one', { x = 12, y = 0 }) %s", setup);
    open_picture(&p, kinds, whole);
    draw(&p);
    assert_int_equal(count_near(&p, DV_COLOR_TARGET, 0, 0, 20), 0);
    p.options.selected = dv_world_agent_at(world_of(&p), 0);
    draw(&p);
    // A ring of 6 pixels' radius and 1.5 pixels' width has an area of 57 pixels.
    int marked = count_near(&p, DV_COLOR_TARGET, x, y, 0.8);
    if (marked < 40)
        fail_msg("%s: %d pixels are marked at (%g, %g)", type, marked, x, y);
    close_picture(&p);
}

static void every_place_in_a_slot_is_marked(void **state) {
    (void)state;
    assert_marked("point", "one.it = drover.vec(4, 5, 0)", 4, 5);
    assert_marked("agent", "one.it = world:spawn('other', { x = 4, y = 5 })", 4, 5);
    assert_marked("obstacle", "one.it = world:obstacle { sphere = { x = 0, y = 0, radius = 5 } }",
                  5, 0);
    assert_marked(
        "region",
        "one.it = world:region { shape = { box = { x = 0, y = 0, z = -1, w = 4, d = 4, h = 9 } } }",
        2, 0);
    assert_marked("path",
                  "one.it = world:path { points = { { -9, 6, 0 }, { 18, 6, 0 } }, radius = 1 }", 12,
                  6);
    assert_marked("surface", "one.it = world:surface('ball')", 8, 0);
}

static void a_group_in_a_slot_is_marked_at_its_leader_else_in_its_middle(void **state) {
    (void)state;
    const char *pack = "local pack = world:group('pack') one.it = pack "
                       "local a = world:spawn('other', { x = 4, y = 5, group = pack }) "
                       "world:spawn('other', { x = -6, y = 1, group = pack }) %s";
    char setup[500];
    snprintf(setup, sizeof setup, pack, "");
    assert_marked("group", setup, -1, 3);
    snprintf(setup, sizeof setup, pack, "pack.leader = a");
    assert_marked("group", setup, 4, 5);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_place_in_a_slot_is_marked),
        cmocka_unit_test(a_group_in_a_slot_is_marked_at_its_leader_else_in_its_middle),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
