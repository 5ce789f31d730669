// The built-in shapes: what the player draws of them.
#include "player/draw/shape_parts.h"
#include "player/draw/shapes.h"
#include "player/gui/palette.h"

#include "../program.h"

#include <math.h>
#include <stddef.h>

static dv_figure figure_of(dv_shape shape, float heading, float length, float sway) {
    return (dv_figure){
        .shape = shape,
        .forward_x = cosf(heading),
        .forward_y = -sinf(heading),
        .sway = sway,
        .length = length,
        .color = 0x808080ffu,
        .outline = 0xff0000ffu,
        .outline_width = 1,
        .detail = DV_DETAIL_ALL,
    };
}

// So the size that a script asks for is that of the body on the screen.
static void shapes_are_about_one_length_wide(void **state) {
    (void)state;
    for (uint32_t shape = 0; shape < dv_shape_count; shape++)
        for (int i = 0; i < 16; i++) {
            dv_batch batch = {0};
            dv_figure figure = figure_of((dv_shape)shape, (float)i, 100, sinf((float)i));
            figure.outline_width = 0;
            dv_figure_draw(&batch, &figure);
            float farthest = 0;
            for (uint32_t k = 0; k < batch.count; k++)
                farthest = fmaxf(
                    farthest, hypotf(batch.vertices[k].position.x, batch.vertices[k].position.y));
            if (farthest < 47 || farthest > 65)
                fail_msg("%s reaches %g", dv_shape_names[shape], (double)farthest);
            dv_batch_free(&batch);
        }
}

// A rim that isn't visible from where its fan starts would be filled outside, too.
static void fans_fill_their_rims(void **state) {
    (void)state;
    for (uint32_t shape = 0; shape < dv_shape_count; shape++) {
        const dv_shape_parts *parts = dv_parts_of((dv_shape)shape);
        for (int i = 0; i < parts->count; i++) {
            const dv_shape_part *part = &parts->parts[i];
            dv_pixel hub = part->fans_from_first ? part->points[0] : part->hub;
            assert_true(part->count >= 3 && part->count <= DV_MAX_RIM);
            float least = 0, most = 0;
            for (int k = 0; k < part->count; k++) {
                dv_pixel a = part->points[k], b = part->points[(k + 1) % part->count];
                float turn = (a.x - hub.x) * (b.y - hub.y) - (a.y - hub.y) * (b.x - hub.x);
                least = fminf(least, turn);
                most = fmaxf(most, turn);
            }
            // Outlines are on the left of a rim that goes around clockwise, so bodies go the other
            // way.
            if (least < -1e-6f && (most > 1e-6f || part->is_body))
                fail_msg("part %d of %s is not visible from its hub", i, dv_shape_names[shape]);
        }
    }
}

/// How bright the part of a house is that faces up the screen, or down.
static double brightness_of_roof(float heading, float side) {
    dv_batch batch = {0};
    dv_figure figure = figure_of(DV_SHAPE_HOUSE, heading, 100, 0);
    dv_figure_draw(&batch, &figure);
    double found = 0;
    for (uint32_t i = 0; i < batch.count; i += 3) {
        const SDL_Vertex *v = batch.vertices + i;
        float y = (v[0].position.y + v[1].position.y + v[2].position.y) / 3 * side;
        float x = (v[0].position.x + v[1].position.x + v[2].position.x) / 3;
        // Not the outline, nor the two hips at the ends, nor the chimney.
        if (v->color.r == v->color.g && y > 10 && y < 25 && fabsf(x) < 20)
            found = fmax(found, v->color.r);
    }
    dv_batch_free(&batch);
    return found;
}

static void light_comes_from_above_whatever_the_heading(void **state) {
    (void)state;
    const float turn = 3.14159265f;
    for (int i = 0; i < 2; i++)
        assert_true(brightness_of_roof(turn * (float)i, -1) >
                    brightness_of_roof(turn * (float)i, 1) + 20);
}

/// Where the middle of the last part of a shape's tail, or its left foot, is.
static dv_pixel first_part_of(dv_shape shape, float sway) {
    dv_batch batch = {0};
    dv_figure figure = figure_of(shape, 0, 100, sway);
    dv_figure_draw(&batch, &figure);
    dv_pixel at = {0, 0};
    for (uint32_t i = 0; i < 9; i++)
        at = (dv_pixel){at.x + batch.vertices[i].position.x / 9,
                        at.y + batch.vertices[i].position.y / 9};
    dv_batch_free(&batch);
    return at;
}

static void gaits_go_back_and_forth(void **state) {
    (void)state;
    assert_true(first_part_of(DV_SHAPE_FISH, 1).y < first_part_of(DV_SHAPE_FISH, 0).y - 4);
    assert_true(first_part_of(DV_SHAPE_FISH, -1).y > first_part_of(DV_SHAPE_FISH, 0).y + 4);
    assert_true(first_part_of(DV_SHAPE_PERSON, 1).x > first_part_of(DV_SHAPE_PERSON, -1).x + 30);
    assert_float_equal(first_part_of(DV_SHAPE_CAR, 1).x, first_part_of(DV_SHAPE_CAR, -1).x, 0.001f);
}

// A rim must leave some of thin wings and arms, and grows with the figure.
static void outlines_of_thin_shapes_are_narrower_while_small(void **state) {
    (void)state;
    const dv_shape thin[] = {DV_SHAPE_BIRD, DV_SHAPE_PERSON};
    for (int i = 0; i < 2; i++) {
        float before = 0;
        for (float length = 6; length < 40; length++) {
            float width = dv_outline_width(thin[i], length, 2.2f, 1);
            float usual = dv_outline_width(DV_SHAPE_WOLF, length, 2.2f, 1);
            assert_true(width >= before && width <= usual);
            assert_true(length > 12 || width < 0.61f * usual);
            assert_true(length < 24 || width >= usual);
            assert_true(fabsf(dv_outline_width(thin[i], 2 * length, 2.2f, 2) - 2 * width) < 1e-4f);
            before = width;
        }
    }
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shapes_are_about_one_length_wide),
        cmocka_unit_test(fans_fill_their_rims),
        cmocka_unit_test(light_comes_from_above_whatever_the_heading),
        cmocka_unit_test(gaits_go_back_and_forth),
        cmocka_unit_test(outlines_of_thin_shapes_are_narrower_while_small),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
