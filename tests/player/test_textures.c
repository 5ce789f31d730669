// Pictures as shapes are drawn where, as large, and in the colors that they should be, smoothly, in
// memory and by SDL.
#include "../png_bytes.h"
#include "../program.h"
#include "player/draw/own_shapes.h"
#include "player/draw/picture_scales.h"
#include "player/draw/raster.h"
#include "player/draw/shapes.h"
#include "player/draw/sprites.h"

#include "base/alloc.h"

#include <math.h>
#include <stdlib.h>

enum { side = 100, length = 60 };

typedef uint32_t color_at(uint32_t x, uint32_t y);

typedef struct fixture {
    png_bytes png;
    dv_shape_picture picture;
    dv_own_shape own;
    dv_own_shapes shapes;
    dv_sprites sprites;
    dv_batch batch;
    dv_figure figure;
    uint32_t pixels[side * side];
} fixture;

static uint32_t by_quarter(uint32_t x, uint32_t y) {
    return y < 10 ? (x < 20 ? 0xff0000ffu : 0x00ff00ffu) : (x < 20 ? 0x0000ffffu : 0xffffffffu);
}

static uint32_t black_and_white(uint32_t x, uint32_t y) {
    return (x + y) % 2 ? 0xffffffffu : 0x000000ffu;
}

static uint32_t gray(uint32_t x, uint32_t y) {
    (void)x;
    (void)y;
    return 0x808080ffu;
}

static uint32_t half_transparent(uint32_t x, uint32_t y) {
    (void)x;
    (void)y;
    return 0xff000080u;
}

static int set_up(void **state) {
    fixture *f = calloc(1, sizeof *f);
    assert_non_null(f);
    f->figure = (dv_figure){.center = {side / 2, side / 2},
                            .forward_x = 1,
                            .length = length,
                            .color = 0xffd700ffu,
                            .outline = 0x102030ffu,
                            .detail = DV_DETAIL_ALL};
    *state = f;
    return 0;
}

static int tear_down(void **state) {
    fixture *f = *state;
    dv_batch_free(&f->batch);
    dv_sprites_free(&f->sprites);
    dv_own_shapes_free(&f->shapes);
    free(f);
    assert_int_equal(dv_allocated_bytes(), 0);
    return 0;
}

/// Give the figure a picture. Each call is another shape.
static void take_picture(fixture *f, uint32_t width, uint32_t height, color_at *color,
                         bool is_tinted) {
    png_make(&f->png, width, height, color);
    f->picture = (dv_shape_picture){"kite.png", f->png.bytes, f->png.size, is_tinted};
    f->own = (dv_own_shape){.picture = &f->picture, .hash = f->own.hash + 1};
    f->figure.own = dv_own_parts(&f->shapes, &f->own);
    assert_non_null(f->figure.own);
}

/// Draw what is in the batch on black.
static void fill(fixture *f) {
    dv_raster raster = {.area = {f->pixels, side, side, side}};
    for (int i = 0; i < side * side; i++)
        f->pixels[i] = 0xff000000u;
    assert_int_equal(dv_raster_draw(&raster, &f->batch), DV_OK);
    dv_raster_free(&raster);
}

static void draw(fixture *f) {
    dv_figure_draw(&f->batch, &f->figure);
    fill(f);
}

/// The pixel so far from the middle.
static uint32_t pixel_at(const fixture *f, int right, int down) {
    return f->pixels[(side / 2 + down) * side + side / 2 + right];
}

static void assert_color(uint32_t pixel, uint32_t expected, int most) {
    for (int shift = 0; shift <= 16; shift += 8) {
        int difference = (int)(pixel >> shift & 0xff) - (int)(expected >> shift & 0xff);
        if (abs(difference) > most)
            fail_msg("%08x is not %08x", pixel, expected);
    }
}

static void the_right_side_is_ahead(void **state) {
    fixture *f = *state;
    take_picture(f, 40, 20, by_quarter, false);
    draw(f);
    assert_color(pixel_at(f, -15, -7), 0xff0000u, 0);
    assert_color(pixel_at(f, 15, -7), 0x00ff00u, 0);
    assert_color(pixel_at(f, -15, 7), 0x0000ffu, 0);
    assert_color(pixel_at(f, 15, 7), 0xffffffu, 0);
    // Up on the screen: what was ahead is above, and what was above is at the left.
    f->figure.forward_x = 0;
    f->figure.forward_y = -1;
    draw(f);
    assert_color(pixel_at(f, -7, -15), 0x00ff00u, 0);
    assert_color(pixel_at(f, 7, -15), 0xffffffu, 0);
    assert_color(pixel_at(f, -7, 15), 0xff0000u, 0);
    assert_color(pixel_at(f, 7, 15), 0x0000ffu, 0);
}

/// What a silhouette in white covers, in square pixels.
static double drawn_area(fixture *f, float width) {
    double area = 0;
    dv_figure_silhouette(&f->batch, &f->figure, width, 0xffffffffu);
    fill(f);
    for (int i = 0; i < side * side; i++)
        area += (double)(f->pixels[i] & 0xff) / 255;
    return area;
}

static void a_picture_is_as_wide_as_the_agent_is_long(void **state) {
    fixture *f = *state;
    for (uint32_t width = 1; width <= 100; width = 3 * width + 1)
        for (int i = 0; i < 8; i++) {
            float heading = 0.1f + 0.7853982f * (float)i;
            double expected = length * length / 2.0;
            take_picture(f, 2 * width, width, gray, false);
            f->figure.forward_x = cosf(heading);
            f->figure.forward_y = sinf(heading);
            // The edge of a picture of few pixels is soft.
            if (width > 10)
                assert_float_equal(drawn_area(f, 0), expected, expected * 0.02);
            else
                assert_float_equal(drawn_area(f, 0), expected, expected * 0.3);
        }
    double wider = (length + 4) * (length / 2.0 + 4);
    assert_float_equal(drawn_area(f, 2), wider, wider * 0.04);
}

static void there_are_no_seams(void **state) {
    fixture *f = *state;
    take_picture(f, 40, 40, gray, false);
    for (int i = 0; i < 50; i++) {
        f->figure.forward_x = cosf((float)i);
        f->figure.forward_y = sinf((float)i);
        f->figure.center.x = side / 2 + 0.13f * (float)i;
        draw(f);
        for (int y = -15; y < 15; y++)
            for (int x = -15; x < 15; x++)
                assert_color(pixel_at(f, x, y), 0x808080u, 0);
    }
}

static void small_pictures_are_means(void **state) {
    fixture *f = *state;
    take_picture(f, 120, 120, black_and_white, false);
    for (int i = 0; i < 20; i++) {
        f->figure.length = 12 + 2.3f * (float)i;
        f->figure.forward_x = cosf((float)i);
        f->figure.forward_y = sinf((float)i);
        draw(f);
        for (int y = -3; y < 3; y++)
            for (int x = -3; x < 3; x++)
                assert_color(pixel_at(f, x, y), 0x808080u, 4);
    }
}

static void white_takes_on_a_color_if_it_is_tinted(void **state) {
    fixture *f = *state;
    take_picture(f, 40, 20, by_quarter, true);
    draw(f);
    assert_color(pixel_at(f, 15, 7), 0xffd700u, 1);
    assert_color(pixel_at(f, -15, -7), 0xff0000u, 1);
    take_picture(f, 40, 20, gray, true);
    draw(f);
    assert_color(pixel_at(f, 0, 0), 0x806c00u, 2);
    assert_int_equal(dv_outline_of(&f->figure), dv_outline_around(f->figure.color));
    take_picture(f, 40, 20, gray, false);
    draw(f);
    assert_color(pixel_at(f, 0, 0), 0x808080u, 0);
    assert_int_equal(dv_outline_of(&f->figure), f->figure.color);
}

static void pictures_fade_to_a_color(void **state) {
    fixture *f = *state;
    take_picture(f, 40, 20, by_quarter, false);
    dv_figure_fade(&f->figure, 0x0000ffffu, 0.25f);
    draw(f);
    assert_color(pixel_at(f, -15, -7), 0xbf0040u, 2);
    dv_figure_fade(&f->figure, 0x00ff00ffu, 0.5f);
    draw(f);
    assert_color(pixel_at(f, -15, -7), 0x608020u, 3);
    take_picture(f, 40, 20, half_transparent, false);
    f->figure.fading = 0;
    draw(f);
    assert_color(pixel_at(f, 0, 0), 0x800000u, 1);
}

/// The largest difference between two pictures, and how much they differ on average.
static double difference(const uint32_t *a, const uint32_t *b, int *most) {
    double sum = 0;
    *most = 0;
    for (int i = 0; i < side * side; i++)
        for (int shift = 0; shift <= 16; shift += 8) {
            int apart = abs((int)(a[i] >> shift & 0xff) - (int)(b[i] >> shift & 0xff));
            *most = apart > *most ? apart : *most;
            sum += apart;
        }
    return sum / (3 * side * side);
}

// In a crowd, figures are sprites, whose headings and sizes are in steps.
static void sprites_look_the_same(void **state) {
    fixture *f = *state;
    static uint32_t drawn[side * side];
    dv_sprites_begin(&f->sprites);
    for (int i = 0; i < 6; i++) {
        int most;
        take_picture(f, 40, 20, by_quarter, i >= 3);
        f->figure.length = 30;
        f->figure.outline_width = 2;
        f->figure.fading = i % 3 == 2 ? 0.25f : 0;
        f->figure.faded_to = 0x405060ffu;
        f->figure.forward_x = i % 3 ? 0 : 1;
        f->figure.forward_y = i % 3 ? 1 : 0;
        draw(f);
        memcpy(drawn, f->pixels, sizeof drawn);
        assert_true(dv_sprites_draw(&f->sprites, &f->batch, &f->figure));
        fill(f);
        double mean = difference(drawn, f->pixels, &most);
        if (most > 8 || mean > 0.2)
            fail_msg("picture %d: differs by %d, on average by %g", i, most, mean);
    }
    assert_int_equal(f->sprites.count, 6);
    assert_true(dv_sprites_draw(&f->sprites, &f->batch, &f->figure));
    assert_int_equal(f->sprites.count, 6);
    f->figure.fading = 0.75f;
    assert_true(dv_sprites_draw(&f->sprites, &f->batch, &f->figure));
    assert_int_equal(f->sprites.count, 7);
    assert_true(dv_sprites_shadow(&f->sprites, &f->batch, &f->figure));
    dv_batch_clear(&f->batch);
}

static void sdl_draws_the_same(void **state) {
    fixture *f = *state;
    static uint32_t drawn[side * side];
    SDL_Surface *surface =
        SDL_CreateRGBSurfaceWithFormat(0, side, side, 32, SDL_PIXELFORMAT_ARGB8888);
    SDL_Renderer *renderer = SDL_CreateSoftwareRenderer(surface);
    assert_non_null(renderer);
    for (int i = 0; i < 2; i++) {
        int most;
        take_picture(f, 40, 20, by_quarter, i == 1);
        f->figure.outline_width = 2;
        draw(f);
        memcpy(drawn, f->pixels, sizeof drawn);
        SDL_SetRenderDrawColor(renderer, 0, 0, 0, 255);
        SDL_RenderClear(renderer);
        // Triangles before and after it stay in their order.
        dv_batch_rectangle(&f->batch, (dv_pixel){0, 0}, (dv_pixel){side, side}, 0x000000ffu);
        dv_figure_draw(&f->batch, &f->figure);
        dv_batch_rectangle(&f->batch, (dv_pixel){0, 0}, (dv_pixel){2, 2}, 0x0000ffffu);
        assert_int_equal(dv_batch_draw(&f->batch, renderer), DV_OK);
        SDL_RenderFlush(renderer);
        memcpy(f->pixels, surface->pixels, sizeof drawn);
        assert_color(f->pixels[0], 0x0000ffu, 0);
        drawn[0] = drawn[1] = drawn[side] = drawn[side + 1] = 0xff0000ffu;
        for (int x = -15; x <= 15; x += 30)
            for (int y = -7; y <= 7; y += 14)
                assert_color(f->pixels[(side / 2 + y) * side + side / 2 + x],
                             drawn[(side / 2 + y) * side + side / 2 + x], 3);
        // SDL's software renderer takes the nearest pixel, and smooths no edges.
        assert_true(difference(drawn, f->pixels, &most) < 4);
    }
    dv_own_shapes_free(&f->shapes);
    SDL_DestroyRenderer(renderer);
    SDL_FreeSurface(surface);
}

static void less_detail_has_no_outline(void **state) {
    fixture *f = *state;
    take_picture(f, 40, 20, by_quarter, false);
    f->figure.outline_width = 2;
    for (dv_detail detail = DV_DETAIL_DART; detail <= DV_DETAIL_ALL; detail++) {
        f->figure.detail = detail;
        dv_figure_draw(&f->batch, &f->figure);
        assert_int_equal(f->batch.item_count > 1, detail >= DV_DETAIL_OUTLINE);
        dv_batch_clear(&f->batch);
    }
}

static void what_is_compressed_may_be_damaged(void **state) {
    fixture *f = *state;
    static const char *const damaged[] = {"", "x", "\x78\x01\x07", "\x78\x01\x01\x01\x00\xfe\xff"};
    for (uint64_t i = 0; i < 4; i++) {
        png_begin(&f->png, 16, 16, 8, 6);
        png_add_chunk(&f->png, "IDAT", damaged[i], i < 3 ? strlen(damaged[i]) : 7);
        png_add_chunk(&f->png, "IEND", "", 0);
        assert_null(dv_picture_problem(f->png.bytes, f->png.size));
        f->picture = (dv_shape_picture){"kite.png", f->png.bytes, f->png.size, false};
        f->own = (dv_own_shape){.picture = &f->picture, .hash = i + 1};
        // The second time, nothing is decoded, and nothing said.
        for (int time = 0; time < 2; time++)
            assert_null(dv_own_parts(&f->shapes, &f->own));
        assert_int_equal(f->shapes.count, i + 1);
    }
}

// All but the header, with right checksums.
static void no_bytes_make_decoding_fail(void **state) {
    fixture *f = *state;
    unsigned char bytes[200];
    uint32_t random = 1;
    for (uint64_t i = 0; i < 3000; i++) {
        static const unsigned char kinds[][2] = {{8, 6}, {1, 0}, {16, 6}, {8, 3}, {4, 3}, {8, 4}};
        size_t size = i % sizeof bytes;
        for (size_t k = 0; k < size; k++)
            bytes[k] = (unsigned char)((random = random * 1664525u + 1013904223u) >> 24);
        if (size > 2) {
            bytes[0] = 0x78;
            bytes[1] = 0x01;
            bytes[2] &= 7;
        }
        png_begin(&f->png, 1 + (uint32_t)i % 7, 1 + (uint32_t)i % 2, kinds[i % 6][0],
                  kinds[i % 6][1]);
        png_add_chunk(&f->png, "PLTE", "abcdef", 6);
        if (i % 3 == 0)
            png_add_chunk(&f->png, "tRNS", bytes, size % 9);
        png_add_chunk(&f->png, "IDAT", bytes, size);
        png_add_chunk(&f->png, "IEND", "", 0);
        dv_picture_scales made;
        f->picture = (dv_shape_picture){"kite.png", f->png.bytes, f->png.size, false};
        if (!dv_picture_problem(f->png.bytes, f->png.size))
            dv_picture_scales_make(&made, &f->picture);
        dv_picture_scales_free(&made);
    }
}

static void a_picture_without_memory_is_left_out(void **state) {
    fixture *f = *state;
    bool is_made = false;
    png_make(&f->png, 9, 5, by_quarter);
    f->picture = (dv_shape_picture){"kite.png", f->png.bytes, f->png.size, true};
    f->own = (dv_own_shape){.picture = &f->picture, .hash = 1};
    for (uint64_t i = 1; !is_made; i++) {
        dv_fail_allocation(i, true);
        is_made = dv_own_parts(&f->shapes, &f->own);
        dv_fail_allocation(0, false);
        dv_own_shapes_free(&f->shapes);
        assert_int_equal(dv_allocated_bytes(), 0);
        assert_true(i < 100);
    }
}

#define CASE(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)

TESTS {
    const struct CMUnitTest tests[] = {
        CASE(the_right_side_is_ahead),
        CASE(a_picture_is_as_wide_as_the_agent_is_long),
        CASE(there_are_no_seams),
        CASE(small_pictures_are_means),
        CASE(white_takes_on_a_color_if_it_is_tinted),
        CASE(pictures_fade_to_a_color),
        CASE(sprites_look_the_same),
        CASE(sdl_draws_the_same),
        CASE(less_detail_has_no_outline),
        CASE(what_is_compressed_may_be_damaged),
        CASE(no_bytes_make_decoding_fail),
        CASE(a_picture_without_memory_is_left_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
