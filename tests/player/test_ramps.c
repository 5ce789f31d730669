// Colors that show numbers: even steps, lighter all the way, visible on every ground, and drawn for
// the number that each agent has.
#include "../program.h"
#include "picture_fixture.h"

#include "player/draw/legend.h"
#include "player/draw/ramps.h"
#include "player/draw/shapes.h"
#include "player/draw/state_colors.h"
#include "player/options/theme.h"

#include "color_difference.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

static lab lab_at(bool diverges, uint32_t step) {
    return lab_of(dv_ramp_step(diverges, step), NORMAL);
}

static void the_ends_are_as_published(void **state) {
    (void)state;
    const uint32_t last = DV_RAMP_STEPS - 1;
    assert_int_equal(dv_ramp_step(false, 0), 0x440154ff);
    assert_int_equal(dv_ramp_step(false, last), 0xfde725ff);
    assert_int_equal(dv_ramp_step(true, 0), 0x7f3b08ff);
    assert_int_equal(dv_ramp_step(true, last), 0x2d004bff);
}

// Equal differences of numbers look equally large.
static void steps_are_even(void **state) {
    (void)state;
    for (int diverges = 0; diverges < 2; diverges++) {
        double least = INFINITY, most = 0;
        for (uint32_t i = 0; i + 4 < DV_RAMP_STEPS; i++) {
            double step = difference_of(lab_at(diverges, i), lab_at(diverges, i + 4));
            least = fmin(least, step);
            most = fmax(most, step);
        }
        print_message("# %s: four steps differ by %.1f to %.1f\n",
                      diverges ? "diverging" : "sequential", least, most);
        assert_true(least > 5 && most < 1.3 * least);
    }
}

/// Also for those who do not see some hues: an order of numbers is an order of lightness.
static void lightness_has_one_direction(void **state) {
    (void)state;
    for (vision v = NORMAL; v < VISION_COUNT; v++)
        for (uint32_t i = 0; i + 1 < DV_RAMP_STEPS; i++) {
            double step =
                lab_of(dv_ramp_step(false, i + 1), v).l - lab_of(dv_ramp_step(false, i), v).l;
            assert_true(step > 0);
            step = lab_of(dv_ramp_step(true, i + 1), v).l - lab_of(dv_ramp_step(true, i), v).l;
            assert_true(i + 1 < DV_RAMP_STEPS / 2 ? step > 0
                        : i >= DV_RAMP_STEPS / 2  ? step < 0
                                                  : 1);
        }
    // The middle of the diverging one is neutral.
    lab middle = lab_at(true, DV_RAMP_STEPS / 2);
    assert_true(middle.l > 90 && hypot(middle.a, middle.b) < 4);
}

// A ramp has all lightnesses, so in some vision some step looks like some ground. There, the
// outline sets the agent off.
static void each_step_is_seen_on_each_ground(void **state) {
    (void)state;
    for (uint32_t t = 0; t < dv_theme_count; t++) {
        double least = INFINITY, with_outline = INFINITY;
        for (uint32_t i = 0; i < 2 * DV_RAMP_STEPS; i++) {
            uint32_t color = dv_ramp_step(i >= DV_RAMP_STEPS, i % DV_RAMP_STEPS);
            for (vision v = NORMAL; v < VISION_COUNT; v++) {
                lab ground = lab_of(dv_themes[t].ground, v);
                double body = difference_of(lab_of(color, v), ground);
                double outline = difference_of(lab_of(dv_outline_around(color), v), ground);
                with_outline = fmin(with_outline, fmax(body, outline));
                if (v == NORMAL)
                    least = fmin(least, body);
            }
        }
        print_message("# %s: %.1f, with the outline and in each vision %.1f\n", dv_themes[t].name,
                      least, with_outline);
        assert_true(least >= 10 && with_outline >= 12);
    }
}

static void numbers_beyond_the_ends_have_the_colors_of_the_ends(void **state) {
    (void)state;
    const uint32_t first = dv_ramp_step(false, 0), last = dv_ramp_step(false, DV_RAMP_STEPS - 1);
    assert_int_equal(dv_ramp_color(false, -3), first);
    assert_int_equal(dv_ramp_color(false, 0), first);
    assert_int_equal(dv_ramp_color(false, (double)NAN), first);
    assert_int_equal(dv_ramp_color(false, (double)-INFINITY), first);
    assert_int_equal(dv_ramp_color(false, 1), last);
    assert_int_equal(dv_ramp_color(false, 1.01), last);
    assert_int_equal(dv_ramp_color(false, 1e300), last);
    assert_int_equal(dv_ramp_color(false, (double)INFINITY), last);
    for (uint32_t i = 0; i < DV_RAMP_STEPS; i++)
        assert_int_equal(dv_ramp_color(true, (i + 0.5) / DV_RAMP_STEPS), dv_ramp_step(true, i));
}

// What is drawn

static void agents_have_the_color_of_their_number(void **state) {
    (void)state;
    static const struct {
        const char *setup;
        bool diverges;
        double share;
    } cases[] = {
        {"world:spawn('slot', { pace = 4 })", false, 0.75},
        {"world:spawn('slot', { pace = 99 })", false, 1},
        {"world:spawn('slot', {})", false, 0}, // an empty slot
        {"world:spawn('field', { hunger = 0.25 })", true, 0.25},
        {"world:spawn('field', {})", true, 0.5},
        {"world:spawn('field', { hunger = 'none' })", true, 0},
        {"world:spawn('attribute', { tired = 0.6 })", false, 0.4}, // low is above high
        {"world:spawn('moving', { speed = 3 })", false, 0.3},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        picture p;
        open_picture(&p, read_script_with("draw/ramps.lua", "--[[setup]]", cases[i].setup, NULL));
        p.options.scenario = p.scenario; // for its memory
        draw(&p);
        uint32_t expected = dv_ramp_color(cases[i].diverges, cases[i].share);
        if (count_near(&p, expected, 0, 0, 3) < 300)
            fail_msg("%s: not drawn in %08x", cases[i].setup, expected);
        close_picture(&p);
    }
}

static void a_kind_has_the_middle_of_its_ramp(void **state) {
    (void)state;
    picture p;
    open_picture(&p, read_script("draw/ramps.lua"));
    const dv_program *program = dv_world_program(world_of(&p));
    static const char *const kinds[] = {"slot", "field"};
    for (int i = 0; i < 2; i++) {
        uint32_t kind = (uint32_t)dv_program_kind(program, kinds[i]);
        assert_int_equal(dv_color_of_kind(program, kind), dv_ramp_color(i == 1, 0.5));
    }
    close_picture(&p);
}

static void a_color_from_a_script_comes_first(void **state) {
    (void)state;
    picture p;
    open_picture(&p, read_script_with("draw/ramps.lua", "--[[setup]]",
                                      "world:spawn('slot', { pace = 4 }).color = 'red'", NULL));
    draw(&p);
    assert_true(count_near(&p, 0xff0000ff, 0, 0, 3) > 300);
    close_picture(&p);
}

// Many numbers are a few colors, and so a few sprites.
static void many_numbers_are_few_colors(void **state) {
    (void)state;
    picture p;
    open_picture(&p,
                 read_script_with("draw/ramps.lua", "--[[setup]]",
                                  "for i = 1, 4000 do world:spawn('slot', { x = i % 60 / 2 - 15, "
                                  "y = i // 60 / 3 - 15, pace = 1 + i / 1000 }) end",
                                  NULL));
    p.options.triangles = DV_SOFTWARE_TRIANGLES;
    draw(&p);
    // Places within a pixel and the colors, which may not be counted.
    assert_true(p.drawing->sprites.count > 0);
    assert_true(p.drawing->sprites.count <= 16 * DV_RAMP_STEPS + 16);
    assert_int_equal(p.drawing->swatches[0].used, 0);
    close_picture(&p);
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_ends_are_as_published),
        cmocka_unit_test(steps_are_even),
        cmocka_unit_test(lightness_has_one_direction),
        cmocka_unit_test(each_step_is_seen_on_each_ground),
        cmocka_unit_test(numbers_beyond_the_ends_have_the_colors_of_the_ends),
        cmocka_unit_test(agents_have_the_color_of_their_number),
        cmocka_unit_test(a_kind_has_the_middle_of_its_ramp),
        cmocka_unit_test(a_color_from_a_script_comes_first),
        cmocka_unit_test(many_numbers_are_few_colors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
