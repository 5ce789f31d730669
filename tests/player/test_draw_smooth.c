// Drawing in memory: shapes cover exactly the share of each pixel that they should, without seams,
// and sprites look like the figures they stand for, however many there are.
#include "player/draw/raster.h"
#include "player/draw/sprites.h"

#include "../program.h"

#include "base/alloc.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { side = 200 };

#define BLACK 0xff000000u
#define WHITE 0xffffffffu

typedef struct picture {
    dv_batch batch;
    dv_raster raster; // without SDL: only its pixels
    dv_sprites sprites;
    uint32_t pixels[side * side];
} picture;

static picture *open_picture(void) {
    picture *p = dv_alloc(sizeof *p);
    assert_non_null(p);
    p->raster.area = (dv_pixels){p->pixels, side, side, side};
    return p;
}

static void close_picture(picture *p) {
    dv_batch_free(&p->batch);
    dv_raster_free(&p->raster);
    dv_sprites_free(&p->sprites);
    dv_free(p);
    assert_int_equal(dv_allocated_bytes(), 0);
}

/// Draw what is in the batch on black.
static void draw(picture *p) {
    for (int i = 0; i < side * side; i++)
        p->pixels[i] = BLACK;
    assert_int_equal(dv_raster_draw(&p->raster, &p->batch), DV_OK);
}

static uint32_t green_at(const picture *p, int x, int y) {
    return p->pixels[y * side + x] >> 8 & 0xff;
}

/// How many pixels white covers, in all.
static double area_of(const picture *p) {
    double area = 0;
    for (int i = 0; i < side * side; i++)
        area += (p->pixels[i] >> 8 & 0xff) / 255.0;
    return area;
}

#define NEAR(a, b, most)                                                                           \
    do {                                                                                           \
        double given = (a), expected = (b);                                                        \
        if (!(fabs(given - expected) <= (most)))                                                   \
            fail_msg("%g is not %g", given, expected);                                             \
    } while (0)

/// A coordinate as FreeType takes it.
static double in_steps(float x) { return round((double)x * 64) / 64; }

/// The area of the triangles in the batch.
static double area_of_batch(const dv_batch *batch) {
    double area = 0;
    for (uint32_t i = 0; i < batch->count; i += 3) {
        double x[3], y[3];
        for (uint32_t k = 0; k < 3; k++) {
            x[k] = in_steps(batch->vertices[i + k].position.x);
            y[k] = in_steps(batch->vertices[i + k].position.y);
        }
        area += fabs((x[1] - x[0]) * (y[2] - y[0]) - (x[2] - x[0]) * (y[1] - y[0])) / 2;
    }
    return area;
}

static void a_pixel_has_the_share_that_is_covered(void **state) {
    (void)state;
    picture *p = open_picture();
    // A quarter of the first pixel and half of its neighbors.
    dv_batch_line(&p->batch, (dv_pixel){10.5f, 15.25f}, (dv_pixel){20, 15.25f}, 9.5f, WHITE);
    draw(p);
    NEAR(green_at(p, 10, 10), 64, 1);
    NEAR(green_at(p, 11, 10), 128, 1);
    NEAR(green_at(p, 10, 12), 128, 1);
    assert_int_equal(green_at(p, 11, 11), 255);
    assert_int_equal(green_at(p, 19, 19), 255);
    assert_int_equal(green_at(p, 20, 19), 0);
    assert_int_equal(green_at(p, 9, 15), 0);
    // A slanted line covers its area, whichever way it runs.
    const dv_pixel ends[] = {{190, 60}, {170, 170}, {60, 190}, {7, 103}, {103, 8}, {101, 180}};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        dv_batch_line(&p->batch, (dv_pixel){100, 100}, ends[i], 1.7f, WHITE);
        double area = area_of_batch(&p->batch);
        draw(p);
        NEAR(area_of(p), area, 1);
    }
    close_picture(p);
}

static void a_disc_has_its_area_and_no_seams(void **state) {
    (void)state;
    picture *p = open_picture();
    for (float radius = 0.5f; radius < 90; radius *= 1.3f) {
        dv_batch_disc(&p->batch, (dv_pixel){100.3f, 99.6f}, radius, WHITE);
        draw(p);
        double area = 3.14159265 * (double)radius * (double)radius;
        // Few segments cut something off.
        NEAR(area_of(p), area, 0.08 * area + 0.01);
        for (int x = 0; x < side; x++)
            if (fabsf((float)x + 0.5f - 100.3f) < 0.9f * radius - 1)
                assert_int_equal(green_at(p, x, 99), 255);
    }
    close_picture(p);
}

static void what_overlaps_in_a_shape_is_drawn_once(void **state) {
    (void)state;
    picture *p = open_picture();
    const uint32_t half = 0xffffff80u;
    for (int joined = 0; joined < 2; joined++) {
        if (joined)
            dv_batch_begin(&p->batch);
        dv_batch_line(&p->batch, (dv_pixel){20, 50}, (dv_pixel){80, 50}, 10, half);
        dv_batch_line(&p->batch, (dv_pixel){50, 20}, (dv_pixel){50, 80}, 10, half);
        if (joined)
            dv_batch_end(&p->batch);
        assert_int_equal(p->batch.item_count, joined ? 1 : 2);
        draw(p);
        NEAR(green_at(p, 30, 50), 128, 1);
        NEAR(green_at(p, 50, 50), joined ? 128 : 192, 1);
    }
    // Another color begins another shape.
    dv_batch_begin(&p->batch);
    dv_batch_disc(&p->batch, (dv_pixel){50, 50}, 20, half);
    dv_batch_disc(&p->batch, (dv_pixel){50, 50}, 20, WHITE);
    dv_batch_end(&p->batch);
    dv_batch_disc(&p->batch, (dv_pixel){50, 50}, 20, WHITE);
    assert_int_equal(p->batch.item_count, 3);
    close_picture(p);
}

static void shapes_are_cut_at_the_edges_of_the_picture(void **state) {
    (void)state;
    picture *p = open_picture();
    const dv_pixel centers[] = {{0, 100}, {side, 100}, {100, 0}, {100, side}};
    for (int i = 0; i < 4; i++) {
        dv_batch_disc(&p->batch, centers[i], 50, WHITE);
        draw(p);
        NEAR(area_of(p), 3.14159265 * 2500 / 2, 30);
    }
    dv_batch_disc(&p->batch, (dv_pixel){100, 100}, 1e6f, WHITE);
    draw(p);
    NEAR(area_of(p), side * side, 1e-3);
    dv_batch_disc(&p->batch, (dv_pixel){-80, -80}, 50, WHITE);
    draw(p);
    assert_true(area_of(p) == 0);
    close_picture(p);
}

static void a_shape_of_any_number_of_triangles_is_filled(void **state) {
    (void)state;
    picture *p = open_picture();
    // Two more than FreeType takes at once, apart from each other, and as a fan.
    dv_batch_begin(&p->batch);
    for (int i = 0; i < 32769 / 3 + 2; i++) {
        dv_pixel a = {(float)(i % 190), (float)(i / 190)}, b = {a.x + 1, a.y}, c = {a.x, a.y + 1};
        dv_batch_triangle(&p->batch, a, b, c, WHITE);
    }
    dv_batch_end(&p->batch);
    assert_int_equal(p->batch.item_count, 1);
    draw(p);
    NEAR(area_of(p), (32769 / 3 + 2) / 2.0, 40);
    dv_batch_begin(&p->batch);
    for (int i = 0; i < 32769; i++)
        dv_batch_triangle(&p->batch, (dv_pixel){100, 100},
                          (dv_pixel){20 + 160 * (float)i / 32769, 20},
                          (dv_pixel){20 + 160 * (float)(i + 1) / 32769, 20}, WHITE);
    dv_batch_end(&p->batch);
    assert_int_equal(p->batch.item_count, 1);
    draw(p);
    NEAR(area_of(p), 160 * 80 / 2, 1);
    close_picture(p);
}

// Every pixel of areas side by side has one of their colors, as with `sharp`.
static void sharp_areas_side_by_side_leave_no_seam(void **state) {
    (void)state;
    picture *p = open_picture();
    p->batch.sharp = true;
    const float turn = 6.2831853f;
    for (int i = 0; i < 7; i++)
        dv_batch_sector(&p->batch, (dv_pixel){100.2f, 99.7f}, 300, turn * (float)i / 7,
                        turn * (float)(i + 1) / 7, i % 2 ? 0xff0000ffu : 0x00ff00ffu);
    for (int i = 0; i < side * side; i++)
        p->pixels[i] = BLACK;
    assert_int_equal(dv_raster_draw(&p->raster, &p->batch), DV_OK);
    for (int i = 0; i < side * side; i++)
        assert_true(p->pixels[i] == 0xffff0000u || p->pixels[i] == 0xff00ff00u);
    close_picture(p);
}

// Sprites

static dv_figure figure_at(float x, float y, float heading, float length) {
    return (dv_figure){
        .shape = DV_SHAPE_HOOFED,
        .center = {x, y},
        .forward_x = cosf(heading),
        .forward_y = -sinf(heading),
        .length = length,
        .color = 0xffffffffu,
        .outline = 0xff0000ffu,
        .outline_width = 1.25f,
        .detail = DV_DETAIL_ALL,
    };
}

/// How much the pictures of a figure and of its sprite differ, as a number of white pixels.
static double difference_of_sprite(picture *p, picture *q, const dv_figure *figure) {
    double difference = 0;
    dv_figure_draw(&p->batch, figure);
    draw(p);
    assert_true(dv_sprites_draw(&q->sprites, &q->batch, figure));
    assert_int_equal(q->batch.count, 0);
    draw(q);
    for (int at = 0; at < side * side; at++)
        for (int shift = 0; shift <= 16; shift += 8)
            difference +=
                abs((int)(p->pixels[at] >> shift & 0xff) - (int)(q->pixels[at] >> shift & 0xff));
    return difference / 3 / 255;
}

static void a_sprite_looks_like_its_figure(void **state) {
    (void)state;
    picture *p = open_picture(), *q = open_picture();
    for (int i = 0; i < 40; i++) {
        const dv_figure figure = figure_at(100 + 0.37f * (float)i, 100 - 0.23f * (float)i,
                                           0.7f * (float)i, 7 + 0.6f * (float)i);
        double difference = difference_of_sprite(p, q, &figure), area = area_of(p);
        // Most of it is in the edges, which are moved by a part of a pixel.
        assert_true(area > 3);
        NEAR(area_of(q), area, 0.15 * area + 1);
        assert_true(difference < 0.3 * area + 2);
    }
    // Where nothing is moved, only the rounding of each layer differs, in about as many pixels as
    // an edge is long.
    for (int i = 0; i < 64; i++) {
        const dv_figure figure = figure_at(100.25f + 0.25f * (float)(i % 4), 100.5f,
                                           6.2831853f * (float)i / 64, 8 + 0.25f * (float)(i % 32));
        NEAR(difference_of_sprite(p, q, &figure), 0, 0.4);
    }
    dv_batch_free(&p->batch);
    dv_raster_free(&p->raster);
    dv_free(p);
    close_picture(q);
}

static void a_sprite_has_the_colors_of_each_figure(void **state) {
    (void)state;
    picture *p = open_picture(), *q = open_picture();
    uint32_t count = 0;
    for (uint32_t i = 0; i < 64; i++) {
        dv_figure figure = figure_at(100, 100, 6.2831853f * 5 / 64, 16);
        figure.color = (i * 2654435761u) | 0xff;
        figure.outline = (~i * 2246822519u) | 0xff;
        NEAR(difference_of_sprite(p, q, &figure), 0, 0.5);
        assert_true(count == 0 || q->sprites.count == count);
        count = q->sprites.count;
    }
    dv_batch_free(&p->batch);
    dv_raster_free(&p->raster);
    dv_free(p);
    close_picture(q);
}

static void sprites_are_used_again(void **state) {
    (void)state;
    picture *p = open_picture();
    for (int frame = 0; frame < 3; frame++) {
        dv_sprites_begin(&p->sprites);
        for (int i = 0; i < 1000; i++) {
            dv_figure figure = figure_at((float)(i % 40) * 5, 100, (float)i, 12);
            assert_true(dv_sprites_draw(&p->sprites, &p->batch, &figure));
        }
        assert_true(p->sprites.count <= 64);
        assert_int_equal(p->batch.item_count, 1000);
        draw(p);
    }
    // Colors and hardly different sizes don't count.
    uint32_t count = p->sprites.count;
    for (int i = 0; i < 1000; i++) {
        dv_figure figure = figure_at((float)(i % 40) * 5, 100, (float)i, 12.01f);
        figure.color = ((uint32_t)i * 2654435761u) | 0xff;
        assert_true(dv_sprites_draw(&p->sprites, &p->batch, &figure));
    }
    assert_int_equal(p->sprites.count, count);
    close_picture(p);
}

static void large_and_translucent_figures_have_no_sprites(void **state) {
    (void)state;
    picture *p = open_picture();
    dv_figure figure = figure_at(100, 100, 0, 40);
    assert_false(dv_sprites_draw(&p->sprites, &p->batch, &figure));
    figure = figure_at(100, 100, 0, 10);
    figure.color = 0xffffff80u;
    assert_false(dv_sprites_draw(&p->sprites, &p->batch, &figure));
    figure = figure_at(NAN, 100, 0, 10);
    assert_false(dv_sprites_draw(&p->sprites, &p->batch, &figure));
    figure = figure_at(100, 100, 0, NAN);
    assert_false(dv_sprites_draw(&p->sprites, &p->batch, &figure));
    assert_int_equal(p->batch.item_count, 0);
    close_picture(p);
}

/// How many of 60,000 figures of all sizes, attitudes, and gaits have sprites.
static int draw_crowd(picture *p) {
    int drawn = 0;
    dv_sprites_begin(&p->sprites);
    for (uint32_t i = 0; i < 60000; i++) {
        float length = 5 + 0.25f * (float)(i % 89);
        float x = 100 + 0.37f * (float)(i % 100), y = 100 + 0.23f * (float)(i % 77);
        dv_figure figure = figure_at(x, y, 0.1f * (float)i, length);
        figure.sway = 0.5f * (float)(i % 5) - 1;
        figure.pitch = 0.1f * (float)(i % 63);
        figure.roll = 0.1f * (float)(i % 61);
        drawn += dv_sprites_draw(&p->sprites, &p->batch, &figure);
    }
    dv_batch_clear(&p->batch);
    return drawn;
}

static void with_too_many_looks_steps_become_coarser(void **state) {
    (void)state;
    picture *p = open_picture();
    assert_true(draw_crowd(p) < 60000);
    assert_int_equal(p->sprites.coarse, 0);
    for (int i = 0; i < 3; i++)
        draw_crowd(p);
    assert_int_equal(p->sprites.coarse, 2);
    assert_int_equal(draw_crowd(p), 60000);
    uint32_t count = p->sprites.count;
    assert_int_equal(draw_crowd(p), 60000);
    assert_int_equal(p->sprites.count, count);
    close_picture(p);
}

static void without_memory_there_are_no_sprites(void **state) {
    (void)state;
    const dv_figure figure = figure_at(100, 100, 1, 12);
    bool refused = true;
    uint64_t nth = 0;
    while (refused && nth < 200) {
        picture *p = open_picture();
        // The picture itself has memory for what is added.
        dv_batch_sprite(&p->batch, &(dv_sprite){.pixels = NULL}, 0, 0);
        uint64_t before = dv_refused_allocations();
        dv_fail_allocation(++nth, false);
        bool drawn = dv_sprites_draw(&p->sprites, &p->batch, &figure);
        dv_fail_allocation(0, false);
        refused = dv_refused_allocations() > before;
        assert_true(drawn || refused);
        assert_int_equal(p->batch.item_count, drawn ? 2 : 1);
        draw(p);
        // What is full is emptied, and then there is room.
        dv_sprites_begin(&p->sprites);
        assert_true(dv_sprites_draw(&p->sprites, &p->batch, &figure));
        close_picture(p);
    }
    assert_in_range(nth, 8, 199);
}

static void without_memory_shapes_are_missing(void **state) {
    (void)state;
    bool refused = true;
    uint64_t nth = 0;
    while (refused && nth < 200) {
        picture *p = open_picture();
        for (int try = 0; try < 2; try++) {
            dv_batch_disc(&p->batch, (dv_pixel){100, 100}, 20, WHITE);
            uint64_t before = dv_refused_allocations();
            dv_fail_allocation(try == 0 ? ++nth : 0, false);
            dv_result result = dv_raster_draw(&p->raster, &p->batch);
            dv_fail_allocation(0, false);
            if (try == 0)
                refused = dv_refused_allocations() > before;
            assert_true(result == DV_OK || (try == 0 && refused));
            assert_int_equal(green_at(p, 100, 100), result == DV_OK ? 255 : 0);
        }
        close_picture(p);
    }
    assert_in_range(nth, 4, 199);
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_pixel_has_the_share_that_is_covered),
        cmocka_unit_test(a_disc_has_its_area_and_no_seams),
        cmocka_unit_test(what_overlaps_in_a_shape_is_drawn_once),
        cmocka_unit_test(shapes_are_cut_at_the_edges_of_the_picture),
        cmocka_unit_test(a_shape_of_any_number_of_triangles_is_filled),
        cmocka_unit_test(sharp_areas_side_by_side_leave_no_seam),
        cmocka_unit_test(a_sprite_looks_like_its_figure),
        cmocka_unit_test(a_sprite_has_the_colors_of_each_figure),
        cmocka_unit_test(sprites_are_used_again),
        cmocka_unit_test(large_and_translucent_figures_have_no_sprites),
        cmocka_unit_test(with_too_many_looks_steps_become_coarser),
        cmocka_unit_test(without_memory_there_are_no_sprites),
        cmocka_unit_test(without_memory_shapes_are_missing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
