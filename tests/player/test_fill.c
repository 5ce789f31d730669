// Filling shapes of any form and size: nothing is missing, and what a picture shows does not depend
// on how large it is.
#include "player/draw/fill.h"

#include "../program.h"

#include "base/alloc.h"

#include <math.h>
#include <string.h>

enum { most_side = 4000, tile_width = 97, tile_height = 61 };

#define BLACK 0xff000000u

typedef struct picture {
    dv_pixels area;
    dv_filler *filler;
} picture;

static picture open_picture(int width, int height) {
    size_t count = (size_t)width * (size_t)height;
    picture p = {{dv_alloc(count * sizeof(uint32_t)), width, height, width}, dv_filler_create()};
    assert_true(p.area.pixels && p.filler);
    for (size_t i = 0; i < count; i++)
        p.area.pixels[i] = BLACK;
    return p;
}

static void close_picture(picture *p) {
    dv_free(p->area.pixels);
    dv_filler_free(p->filler);
}

/// Draw the shapes of a batch, which stays.
static void fill(const picture *p, const dv_batch *batch) {
    const SDL_Vertex *corners = batch->vertices;
    for (uint32_t i = 0; i < batch->item_count; corners += batch->items[i++].corners)
        assert_true(dv_fill_smooth(&p->area, p->filler, corners, batch->items[i].corners));
}

static void move(dv_batch *batch, int x, int y) {
    for (uint32_t i = 0; i < batch->count; i++) {
        batch->vertices[i].position.x += (float)x;
        batch->vertices[i].position.y += (float)y;
    }
}

/// Draw the same in small parts, side by side.
static void fill_in_tiles(const picture *p, dv_batch *batch) {
    const dv_pixels *area = &p->area;
    for (int y = 0; y < area->height; y += tile_height)
        for (int x = 0; x < area->width; x += tile_width) {
            picture tile = *p;
            tile.area.pixels += (ptrdiff_t)y * area->stride + x;
            tile.area.width = x + tile_width < area->width ? tile_width : area->width - x;
            tile.area.height = y + tile_height < area->height ? tile_height : area->height - y;
            move(batch, -x, -y);
            fill(&tile, batch);
            move(batch, x, y);
        }
}

static void compare_with_tiles(dv_batch *batch, int width, int height) {
    picture whole = open_picture(width, height), tiles = open_picture(width, height);
    fill(&whole, batch);
    fill_in_tiles(&tiles, batch);
    assert_memory_equal(whole.area.pixels, tiles.area.pixels,
                        (size_t)width * (size_t)height * sizeof(uint32_t));
    close_picture(&whole);
    close_picture(&tiles);
}

/// How many pixels white covers, in all.
static double area_of(const picture *p) {
    double area = 0;
    for (int i = 0; i < p->area.width * p->area.height; i++)
        area += (p->area.pixels[i] >> 8 & 0xff) / 255.0;
    return area;
}

// The edges of a long flat line pass through all pixels of a row.
static void a_line_of_any_length_is_filled(void **state) {
    (void)state;
    for (int length = 500; length < most_side; length += 250) {
        picture p = open_picture(most_side, 60);
        dv_batch batch = {0};
        dv_batch_line(&batch, (dv_pixel){0, 20.25f}, (dv_pixel){(float)length, 21.5f}, 0.5f, ~0u);
        fill(&p, &batch);
        double expected = 0.5 * length;
        if (fabs(area_of(&p) - expected) > 0.02 * expected)
            fail_msg("%g is not %g", area_of(&p), expected);
        dv_batch_free(&batch);
        close_picture(&p);
    }
    assert_int_equal(dv_allocated_bytes(), 0);
}

/// A number from 0 to below `count`.
static int random_below(uint32_t *seed, int count) {
    *seed = *seed * 1664525u + 1013904223u;
    return (int)((uint64_t)*seed * (uint64_t)count >> 32);
}

/// A place around a picture, or far from it.
static dv_pixel random_place(uint32_t *seed, int width, int height) {
    float reach = random_below(seed, 4) == 0 ? 20 : 1.2f;
    float x = (float)random_below(seed, 1 << 16) / (1 << 16) - 0.5f;
    float y = (float)random_below(seed, 1 << 16) / (1 << 16) - 0.5f;
    return (dv_pixel){(x * reach + 0.5f) * (float)width, (y * reach + 0.5f) * (float)height};
}

/// Triangles anywhere, a polygon that crosses itself, or long lines, nearly flat or nearly upright.
static void add_random_shape(dv_batch *batch, uint32_t *seed, int width, int height) {
    const uint32_t half = 0xffffff80u;
    int kind = random_below(seed, 4), count = 1 + random_below(seed, 40);
    dv_pixel a = random_place(seed, width, height), b = random_place(seed, width, height);
    dv_batch_begin(batch);
    for (int i = 0; i < count; i++) {
        dv_pixel c = random_place(seed, width, height);
        float length = (float)random_below(seed, 5000), slope = (float)random_below(seed, 100) / 16;
        if (kind == 2)
            dv_batch_line(batch, c, (dv_pixel){c.x + length, c.y + slope}, slope, half);
        else if (kind == 3)
            dv_batch_line(batch, c, (dv_pixel){c.x + slope, c.y + length}, slope, half);
        else
            dv_batch_triangle(batch, a, b, c, half);
        if (kind == 0)
            a = b;
        b = c;
    }
    dv_batch_end(batch);
}

/// Move each corner to where FreeType takes it, so that moving it on by whole pixels is exact.
static void round_corners(dv_batch *batch) {
    for (uint32_t i = 0; i < batch->count; i++) {
        SDL_FPoint *place = &batch->vertices[i].position;
        *place = (SDL_FPoint){rintf(place->x * 64) / 64, rintf(place->y * 64) / 64};
    }
}

// Shapes are translucent, so that what is filled twice shows.
static void a_shape_looks_the_same_in_parts(void **state) {
    (void)state;
    uint32_t seed = 1;
    for (int round = 0; round < 40; round++) {
        int width = 1 + random_below(&seed, most_side);
        int height =
            1 + random_below(&seed, 400000 / width < most_side ? 400000 / width : most_side);
        dv_batch batch = {0};
        add_random_shape(&batch, &seed, width, height);
        round_corners(&batch);
        compare_with_tiles(&batch, width, height);
        dv_batch_free(&batch);
    }
    assert_int_equal(dv_allocated_bytes(), 0);
}

// Corners that are far from the picture are cut off, wherever they are.
static void a_shape_of_any_size_is_filled(void **state) {
    (void)state;
    for (float reach = 1e3f; reach < 3e38f; reach *= 9) {
        picture p = open_picture(300, 200);
        dv_batch batch = {0};
        dv_batch_triangle(&batch, (dv_pixel){-reach, 100}, (dv_pixel){0.7f * reach, 100},
                          (dv_pixel){0.4f * reach, reach}, ~0u);
        fill(&p, &batch);
        if (fabs(area_of(&p) - 300 * 100) > 30)
            fail_msg("%g of a triangle %g wide", area_of(&p), (double)reach);
        dv_batch_free(&batch);
        close_picture(&p);
    }
    assert_int_equal(dv_allocated_bytes(), 0);
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_line_of_any_length_is_filled),
        cmocka_unit_test(a_shape_looks_the_same_in_parts),
        cmocka_unit_test(a_shape_of_any_size_is_filled),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
