// The colors of states and of thoughts can be told apart, also by the color-blind: the least
// difference ΔE00 (color_difference.h) over normal vision, protanopia, deuteranopia, and tritanopia
// has a bound.
#include "player/gui/palette.h"
#include "player/options/theme.h"

#include "../program.h"
#include "color_difference.h"
#include "steering/inks.h"

#include <stddef.h>
#include <stdio.h>

// The formula

/// Pairs of Sharma et al., table 1, which prints four decimals of ΔE00.
static void differences_are_as_published(void **state) {
    (void)state;
    static const struct {
        lab x, y;
        double difference;
    } pairs[] = {
        {{50, 2.6772, -79.7751}, {50, 0, -82.7485}, 2.0425},
        {{50, 3.1571, -77.2803}, {50, 0, -82.7485}, 2.8615},
        {{50, -1.3802, -84.2814}, {50, 0, -82.7485}, 1.0000},
        {{50, 0, 0}, {50, -1, 2}, 2.3669},
        {{50, 2.49, -0.001}, {50, -2.49, 0.0009}, 7.1792},
        {{50, 2.49, -0.001}, {50, -2.49, 0.0011}, 7.2195},
        {{50, -0.001, 2.49}, {50, 0.0009, -2.49}, 4.8045},
        {{50, -0.001, 2.49}, {50, 0.0011, -2.49}, 4.7461},
        {{50, 2.5, 0}, {50, 0, -2.5}, 4.3065},
        {{50, 2.5, 0}, {73, 25, -18}, 27.1492},
        {{50, 2.5, 0}, {61, -5, 29}, 22.8977},
        {{50, 2.5, 0}, {56, -27, -3}, 31.9030},
        {{50, 2.5, 0}, {58, 24, 15}, 19.4535},
        {{60.2574, -34.0099, 36.2677}, {60.4626, -34.1751, 39.4387}, 1.2644},
        {{63.0109, -31.0961, -5.8663}, {62.8187, -29.7946, -4.0864}, 1.2630},
        {{35.0831, -44.1164, 3.7933}, {35.0232, -40.0716, 1.5901}, 1.8645},
        {{22.7233, 20.0904, -46.6940}, {23.0331, 14.9730, -42.5619}, 2.0373},
        {{90.9257, -0.5406, -0.9208}, {88.6381, -0.8985, -0.7239}, 1.5381},
        {{2.0776, 0.0795, -1.1350}, {0.9033, -0.0636, -0.5514}, 0.9082},
    };
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        assert_float_equal(difference_of(pairs[i].x, pairs[i].y), pairs[i].difference, 0.00005);
        assert_float_equal(difference_of(pairs[i].y, pairs[i].x), pairs[i].difference, 0.00005);
    }
}

// White and black are the same to everyone, red and green are not.
static void blindness_takes_away_hues_only(void **state) {
    (void)state;
    for (vision v = NORMAL; v < VISION_COUNT; v++) {
        lab white = lab_of(0xffffffffu, v), black = lab_of(0x000000ffu, v);
        assert_float_equal(white.l, 100, 0.1);
        assert_float_equal(hypot(white.a, white.b), 0, 0.1);
        assert_float_equal(black.l, 0, 0.001);
    }
    // CIELAB of sRGB's red.
    lab red = lab_of(0xff0000ffu, NORMAL);
    assert_float_equal(red.l, 53.24, 0.01);
    assert_float_equal(red.a, 80.09, 0.01);
    assert_float_equal(red.b, 67.20, 0.01);
    double seen = difference_of(lab_of(0xc04040ffu, NORMAL), lab_of(0x6c7030ffu, NORMAL));
    double confused =
        difference_of(lab_of(0xc04040ffu, DEUTERANOPIA), lab_of(0x6c7030ffu, DEUTERANOPIA));
    assert_true(seen > 30 && confused < seen / 2);
}

// The palettes

/// The least difference of two colors over all visions.
static double least_difference(uint32_t a, uint32_t b, vision *worst) {
    double least = INFINITY;
    for (vision v = NORMAL; v < VISION_COUNT; v++) {
        double difference = difference_of(lab_of(a, v), lab_of(b, v));
        if (difference < least) {
            least = difference;
            *worst = v;
        }
    }
    return least;
}

/// Every pair of colors, and each of them and the ground, differs by `bound` at least.
static void assert_distinct(const char *what, const uint32_t *colors, size_t count, double bound) {
    double least = INFINITY;
    int failures = 0;
    for (size_t i = 0; i < count; i++)
        for (size_t j = i; j < count; j++) {
            uint32_t other = i == j ? dv_themes[0].ground : colors[j];
            vision worst = NORMAL;
            double difference = least_difference(colors[i], other, &worst);
            least = fmin(least, difference);
            if (difference >= bound)
                continue;
            failures++;
            print_message("%s: %08x and %08x differ by %.1f in %s\n", what, colors[i], other,
                          difference, vision_names[worst]);
        }
    print_message("# %s: least difference %.1f, bound %g\n", what, least, bound);
    assert_int_equal(failures, 0);
}

static void states_can_be_told_apart(void **state) {
    (void)state;
    uint32_t colors[DV_PALETTE_COUNT];
    for (uint32_t i = 0; i < DV_PALETTE_COUNT; i++)
        colors[i] = dv_palette_color(i);
    assert_distinct("the first eight states", colors, 8, 15);
    assert_distinct("all states", colors, DV_PALETTE_COUNT, 13);
    for (uint32_t i = 0; i < DV_PALETTE_COUNT; i++)
        assert_distinct("a state", &colors[i], 1, 15);
}

// Few scenarios have more than eight states of their kinds together.
static void first_states_stand_out_from_each_theme(void **state) {
    (void)state;
    for (uint32_t t = 0; t < dv_theme_count; t++) {
        double least = INFINITY;
        for (uint32_t i = 0; i < 8; i++) {
            vision worst;
            least = fmin(least, least_difference(dv_palette_color(i), dv_themes[t].ground, &worst));
        }
        print_message("# %s: least difference %.1f\n", dv_themes[t].name, least);
        assert_true(least >= 12);
    }
}

// Suspended agents have a rim of their own.
static void no_state_looks_suspended(void **state) {
    (void)state;
    for (uint32_t i = 0; i < DV_PALETTE_COUNT; i++) {
        vision worst;
        assert_true(least_difference(dv_palette_color(i), DV_COLOR_FAULT, &worst) >= 13);
    }
}

// Inks are translucent, and lie on the ground.
static void thoughts_can_be_told_apart(void **state) {
    (void)state;
    static const uint32_t inks[] = {DV_INK_DESIRED, DV_INK_STEERING, DV_INK_TARGET,
                                    DV_INK_THREAT,  DV_INK_CLEAR,    DV_INK_NEIGHBOR};
    uint32_t colors[sizeof inks / sizeof *inks];
    for (size_t i = 0; i < sizeof inks / sizeof *inks; i++)
        colors[i] = dv_color_over(dv_themes[0].ground, inks[i]);
    assert_distinct("thoughts", colors, sizeof inks / sizeof *inks, 15);
}

static void marks_of_the_selected_agent_can_be_told_apart(void **state) {
    (void)state;
    static const uint32_t colors[] = {DV_COLOR_SELECTED, DV_COLOR_VELOCITY, DV_COLOR_STEERING,
                                      DV_COLOR_TARGET};
    assert_distinct("the selected agent", colors, sizeof colors / sizeof *colors, 13);
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(differences_are_as_published),
        cmocka_unit_test(blindness_takes_away_hues_only),
        cmocka_unit_test(states_can_be_told_apart),
        cmocka_unit_test(first_states_stand_out_from_each_theme),
        cmocka_unit_test(no_state_looks_suspended),
        cmocka_unit_test(thoughts_can_be_told_apart),
        cmocka_unit_test(marks_of_the_selected_agent_can_be_told_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
