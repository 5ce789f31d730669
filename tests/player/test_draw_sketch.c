// Sketches on a picture: strokes have the right size and place, are filled and blended, and are
// clipped at its edges.
#include "player/draw/draw_sketch.h"

#include "../program.h"

#include "player/gui/gui.h"

#include "base/alloc.h"
#include "base/math.h"
#include "drover/program.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { side = 200 };

/// A picture of 200 pixels that shows the origin in its middle, at 10 pixels a meter.
typedef struct picture {
    dv_camera camera;
    dv_sketch_view view;
    dv_sketch *sketch;
    dv_batch batch;
} picture;

static void open_picture(picture *p) {
    *p = (picture){.camera = dv_camera_make(0, 0, side, side), .sketch = dv_sketch_create()};
    p->camera.scale = 10;
    p->view = (dv_sketch_view){&p->camera, 1, side, side};
}

static void close_picture(picture *p) {
    dv_sketch_destroy(p->sketch);
    dv_batch_free(&p->batch);
    assert_int_equal(dv_allocated_bytes(), 0);
}

/// Draw the sketch; its triangles stay in the batch, and their area is returned.
static double area_of(picture *p) {
    double area = 0;
    p->batch.count = 0;
    dv_draw_sketch(&p->batch, p->sketch, &p->view, false);
    for (uint32_t i = 0; i < p->batch.count; i += 3) {
        SDL_FPoint a = p->batch.vertices[i].position, b = p->batch.vertices[i + 1].position,
                   c = p->batch.vertices[i + 2].position;
        area += fabs((double)(b.x - a.x) * (c.y - a.y) - (double)(b.y - a.y) * (c.x - a.x)) / 2;
    }
    dv_sketch_clear(p->sketch);
    return area;
}

#define NEAR(a, b, most)                                                                           \
    do {                                                                                           \
        double given = (a), expected = (b);                                                        \
        if (!(fabs(given - expected) <= (most)))                                                   \
            fail_msg("%g is not %g", given, expected);                                             \
    } while (0)

static const dv_pen thin = {0xff0000ff, 2, false, false}, fill = {0xff0000ff, 2, true, false};

static void a_line_has_its_length_and_width(void **state) {
    (void)state;
    picture p;
    open_picture(&p);
    dv_sketch_line(p.sketch, dv_vec(-3, 0, 0), dv_vec(5, 0, 0), thin);
    NEAR(area_of(&p), 80 * 2, 1e-3);
    for (uint32_t i = 0; i < p.batch.count; i++) {
        SDL_FPoint at = p.batch.vertices[i].position;
        assert_true(at.x == 70 || at.x == 150);
        assert_true(at.y == 99 || at.y == 101);
    }
    p.view.ratio = 2;
    dv_sketch_line(p.sketch, dv_vec(-3, 0, 0), dv_vec(5, 0, 0), thin);
    NEAR(area_of(&p), 80 * 4, 1e-3);
    close_picture(&p);
}

// A square of 6 m from which a triangle of half its area less 9 m² is cut: 36 − 9 = 27 m².
static const dv_vec3 notched[] = {{-3, -3, 0}, {3, -3, 0}, {0, 0, 0}, {3, 3, 0}, {-3, 3, 0}};

static void a_polygon_with_a_notch_is_filled_or_outlined(void **state) {
    (void)state;
    picture p;
    open_picture(&p);
    dv_sketch_polygon(p.sketch, notched, 5, fill);
    NEAR(area_of(&p), 27 * 100, 1e-2);
    dv_sketch_polygon(p.sketch, notched, 5, thin);
    double around = 3 * 6 + 2 * sqrt(18);
    NEAR(area_of(&p), around * 10 * 2, 1e-2);
    close_picture(&p);
}

static void points_on_an_edge_leave_no_hole(void **state) {
    (void)state;
    picture p;
    open_picture(&p);
    const dv_vec3 square[] = {{-1, -1, 0}, {0, -1, 0}, {1, -1, 0}, {1, 0, 0},
                              {1, 1, 0},   {0, 1, 0},  {-1, 1, 0}, {-1, 0, 0}};
    dv_sketch_polygon(p.sketch, square, 8, fill);
    NEAR(area_of(&p), 4 * 100, 1e-3);
    close_picture(&p);
}

static void arcs_go_either_way_and_once_around(void **state) {
    (void)state;
    picture p;
    open_picture(&p);
    const float quarter = 1.5707963f;
    dv_sketch_arc(p.sketch, dv_vec(0, 0, 0), 5, 0, quarter, fill);
    double one_way = area_of(&p);
    // A quarter of a circle of 50 pixels, less what the segments cut off.
    NEAR(one_way, 3.14159265 * 2500 / 4, 15);
    dv_sketch_arc(p.sketch, dv_vec(0, 0, 0), 5, quarter, 0, fill);
    NEAR(area_of(&p), one_way, 1e-3);
    // The 31 segments or more of a whole circle cut off 0.7 % at most.
    dv_sketch_circle(p.sketch, dv_vec(0, 0, 0), 5, fill);
    NEAR(area_of(&p), 3.14159265 * 2500, 0.007 * 3.14159265 * 2500);
    dv_sketch_arc(p.sketch, dv_vec(0, 0, 0), 5, -1000, 1e9f, fill);
    NEAR(area_of(&p), 3.14159265 * 2500, 0.007 * 3.14159265 * 2500);
    dv_sketch_circle(p.sketch, dv_vec(0, 0, 0), 5, thin);
    NEAR(area_of(&p), 2 * 3.14159265 * 50 * 2, 5);
    close_picture(&p);
}

static void strokes_below_the_agents_are_apart(void **state) {
    (void)state;
    picture p;
    open_picture(&p);
    dv_pen below = fill;
    below.is_below = true;
    const dv_vec3 corners[] = {{0, 0, 0}, {2, 0, 0}, {0, 2, 0}};
    dv_sketch_polygon(p.sketch, corners, 3, below);
    dv_draw_sketch(&p.batch, p.sketch, &p.view, false);
    assert_int_equal(p.batch.count, 0);
    dv_draw_sketch(&p.batch, p.sketch, &p.view, true);
    assert_int_equal(p.batch.count, 3);
    dv_batch_clear(&p.batch);
    dv_sketch_clear(p.sketch);
    close_picture(&p);
}

/// Draw a house 6 m long that looks north, at 10 pixels a meter.
static void assert_house(float width, float pixels) {
    picture p;
    open_picture(&p);
    dv_sketch_body(p.sketch, DV_SHAPE_HOUSE, dv_vec(2, 0, 0), 6, width, 1.5707963f, thin);
    dv_draw_sketch(&p.batch, p.sketch, &p.view, false);
    float top = INFINITY, bottom = -INFINITY, left = INFINITY, right = -INFINITY;
    for (uint32_t i = 0; i < p.batch.count; i++) {
        dv_pixel at = {p.batch.vertices[i].position.x, p.batch.vertices[i].position.y};
        top = fminf(top, at.y);
        bottom = fmaxf(bottom, at.y);
        left = fminf(left, at.x);
        right = fmaxf(right, at.x);
    }
    NEAR(bottom - top, 60, 5);
    NEAR(right - left, pixels, 5);
    dv_batch_clear(&p.batch);
    dv_sketch_clear(p.sketch);
    close_picture(&p);
}

static void a_body_is_as_long_and_wide_as_asked_for(void **state) {
    (void)state;
    assert_house(0, 0.72f * 60);
    assert_house(2, 20);
    assert_house(9, 90);
}

static void what_lies_beyond_the_picture_is_left_out(void **state) {
    (void)state;
    picture p;
    open_picture(&p);
    dv_sketch_line(p.sketch, dv_vec(-30, 11, 0), dv_vec(30, 11, 0), thin);
    dv_sketch_circle(p.sketch, dv_vec(16, 0, 0), 5, fill);
    dv_sketch_arrow(p.sketch, dv_vec(-12, -9, 0), dv_vec(-12, 9, 0), thin);
    assert_true(area_of(&p) == 0);
    // Both ends are outside, but it crosses.
    dv_sketch_line(p.sketch, dv_vec(-30, 9, 0), dv_vec(30, 9, 0), thin);
    assert_true(area_of(&p) > 0);
    dv_sketch_circle(p.sketch, dv_vec(14, 0, 0), 5, fill);
    assert_true(area_of(&p) > 0);
    // A wide line reaches in from its middle outside.
    dv_sketch_line(p.sketch, dv_vec(-5, 10.5f, 0), dv_vec(5, 10.5f, 0),
                   (dv_pen){1, 20, false, false});
    assert_true(area_of(&p) > 0);
    close_picture(&p);
}

static uint32_t pixel_at(const SDL_Surface *surface, int x, int y) {
    return ((const uint32_t *)((const char *)surface->pixels + y * surface->pitch))[x] & 0xffffff;
}

static SDL_Renderer *open_renderer(SDL_Surface **surface) {
    *surface = SDL_CreateRGBSurfaceWithFormat(0, side, side, 32, SDL_PIXELFORMAT_ARGB8888);
    SDL_Renderer *renderer = SDL_CreateSoftwareRenderer(*surface);
    assert_non_null(renderer);
    SDL_SetRenderDrawColor(renderer, 0, 0, 0, 255);
    SDL_RenderClear(renderer);
    return renderer;
}

static void what_is_translucent_lets_the_ground_through(void **state) {
    (void)state;
    picture p;
    SDL_Surface *surface;
    SDL_Renderer *renderer = open_renderer(&surface);
    open_picture(&p);
    dv_sketch_circle(p.sketch, dv_vec(0, 0, 0), 5, (dv_pen){0x0000ffff, 1, true, false});
    dv_sketch_circle(p.sketch, dv_vec(0, 0, 0), 3, (dv_pen){0xff000080, 1, true, false});
    dv_sketch_circle(p.sketch, dv_vec(0, 0, 0), 1, (dv_pen){0x00ff00ff, 1, true, false});
    dv_draw_sketch(&p.batch, p.sketch, &p.view, false);
    assert_int_equal(dv_batch_draw(&p.batch, renderer), DV_OK);
    SDL_RenderFlush(renderer);
    assert_int_equal(pixel_at(surface, 100, 60), 0x0000ff);
    assert_int_equal(pixel_at(surface, 103, 103), 0x00ff00);
    uint32_t blended = pixel_at(surface, 100, 80);
    NEAR(blended >> 16, 128, 1);
    NEAR(blended & 0xff, 127, 1);
    SDL_DestroyRenderer(renderer);
    SDL_FreeSurface(surface);
    close_picture(&p);
}

static uint32_t lit_pixels(const SDL_Surface *surface, SDL_Rect area) {
    uint32_t count = 0;
    for (int y = area.y; y < area.y + area.h; y++)
        for (int x = area.x; x < area.x + area.w; x++)
            count += pixel_at(surface, x, y) != 0;
    return count;
}

static void texts_begin_at_their_place_however_many_there_are(void **state) {
    (void)state;
    picture p;
    dv_error error;
    SDL_Surface *surface;
    SDL_Renderer *renderer = open_renderer(&surface);
    open_picture(&p);
    dv_gui *gui = dv_gui_create(NULL, renderer, 1, &error);
    assert_non_null(gui);
    // 30,000 letters have 120,000 corners.
    for (int i = 0; i < 3000; i++)
        dv_sketch_text(p.sketch, dv_vec(-10, 8, 0), "HHHHHHHHHH",
                       (dv_pen){0x0000ffff, 8, false, false});
    dv_sketch_text(p.sketch, dv_vec(0, -5, 0), "HH", (dv_pen){0xff0000ff, 20, false, false});
    assert_true(area_of(&p) == 0);
    for (int i = 0; i < 3000; i++)
        dv_sketch_text(p.sketch, dv_vec(-10, 8, 0), "HHHHHHHHHH",
                       (dv_pen){0x0000ffff, 8, false, false});
    dv_sketch_text(p.sketch, dv_vec(0, -5, 0), "HH", (dv_pen){0xff0000ff, 20, false, false});
    dv_gui_begin(gui, side, side, 0);
    dv_draw_sketch_texts(p.sketch, dv_sketch_count(p.sketch), &p.view);
    dv_gui_end(gui);
    SDL_RenderFlush(renderer);
    // Its middle is at y = 150, its left end at x = 100.
    assert_true(lit_pixels(surface, (SDL_Rect){100, 140, 30, 20}) > 60);
    assert_int_equal(lit_pixels(surface, (SDL_Rect){100, 140, 100, 20}),
                     lit_pixels(surface, (SDL_Rect){0, 100, 200, 100}));
    dv_gui_destroy(gui);
    SDL_DestroyRenderer(renderer);
    SDL_FreeSurface(surface);
    close_picture(&p);
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_line_has_its_length_and_width),
        cmocka_unit_test(a_polygon_with_a_notch_is_filled_or_outlined),
        cmocka_unit_test(points_on_an_edge_leave_no_hole),
        cmocka_unit_test(arcs_go_either_way_and_once_around),
        cmocka_unit_test(strokes_below_the_agents_are_apart),
        cmocka_unit_test(a_body_is_as_long_and_wide_as_asked_for),
        cmocka_unit_test(what_lies_beyond_the_picture_is_left_out),
        cmocka_unit_test(what_is_translucent_lets_the_ground_through),
        cmocka_unit_test(texts_begin_at_their_place_however_many_there_are),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
