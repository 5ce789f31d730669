// The picture of two futures: which agents have paths, and what is drawn at them.
#include "../program.h"
#include "picture_fixture.h"

#include "base/math.h"

#include <math.h>

/// Agents of 4 m at x = 0 and x = 8, on 40 m. Points are two seconds apart.
enum { agents = 2, points = 3 };

typedef struct fixture {
    picture p;
    dv_futures futures;
    dv_vec3 unchanged[points * agents], changed[points * agents];
} fixture;

/// The first goes up without the change, and down with it, by `dy` a point; the second to the right
/// by 1 m a point, up a little.
static void open_futures(fixture *f, float dy) {
    open_picture(&f->p, read_script("draw/a_ghost_is_pale_below_the_agents.lua"));
    for (uint32_t i = 0; i < points; i++) {
        float step = (float)i;
        f->unchanged[2 * i] = (dv_vec3){0, dy * step, 0};
        f->changed[2 * i] = (dv_vec3){0, -dy * step, 0};
        f->unchanged[2 * i + 1] = f->changed[2 * i + 1] = (dv_vec3){8 + step, 0, 0};
        f->changed[2 * i + 1].y = 3 * step;
    }
    f->futures = (dv_futures){.agents = agents,
                              .interval = 1,
                              .unchanged = {f->unchanged, points, true},
                              .changed = {f->changed, points, true}};
    f->p.options.futures = &f->futures;
    f->p.options.scenario = f->p.scenario;
}

static int white(const fixture *f, double x, double y, double reach) {
    return count_covered(&f->p, DV_COLOR_SELECTED, x, y, reach);
}

static int pale(const fixture *f, double x, double y, double reach) {
    return count_like(&f->p, dv_themes[0].ghost, 100, x, y, reach);
}

static void without_futures_there_are_no_paths(void **state) {
    (void)state;
    fixture f;
    open_futures(&f, 7);
    f.p.options.futures = NULL;
    draw(&f.p);
    assert_int_equal(white(&f, 0, -7, 3), 0);
    close_picture(&f.p);
}

static void paths_of_both_futures_have_dots_and_ends(void **state) {
    (void)state;
    fixture f;
    open_futures(&f, 7);
    f.p.options.selected = dv_world_agent_at(world_of(&f.p), 0);
    draw(&f.p);
    // Lines of 2 and 1.6 pixels over 1.6 m, away from the ring around the selected agent.
    assert_in_range(white(&f, 0, -5.5, 0.8), 24, 60);
    assert_int_equal(pale(&f, 0, -5.5, 0.8), 0);
    assert_in_range(pale(&f, 0, 5.5, 0.8), 10, 48);
    // A dot of 3.2 pixels' radius has 32.
    assert_true(white(&f, 0, -7, 0.5) > 28);
    assert_true(pale(&f, 0, 7, 0.5) > 14);
    // The agent, red, where it will be, and pale where it would have been.
    assert_true(count_near(&f.p, 0xff0000ffu, 0, -14, 2) > 800);
    assert_int_equal(count_near(&f.p, 0xff0000ffu, 0, 14, 3), 0);
    uint32_t paler = dv_color_mix(0xff0000ffu, dv_themes[0].ghost_body, 0.65f);
    assert_true(count_near(&f.p, paler, 0, 14, 2) > 800);
    // The other one has none.
    assert_int_equal(white(&f, 10, 5, 1), 0);
    close_picture(&f.p);
}

static void without_a_selected_agent_the_farthest_have_paths(void **state) {
    (void)state;
    fixture f;
    open_futures(&f, 7);
    draw(&f.p);
    assert_true(white(&f, 0, -5.5, 0.8) > 20);
    assert_true(count_near(&f.p, 0xff0000ffu, 10, 6, 2) > 800);
    close_picture(&f.p);
    // What ends outside of the picture has none.
    open_futures(&f, 12);
    draw(&f.p);
    assert_int_equal(white(&f, 0, -5.5, 0.8), 0);
    assert_true(count_near(&f.p, 0xff0000ffu, 10, 6, 2) > 800);
    close_picture(&f.p);
    // Neither has what has one future.
    open_futures(&f, 7);
    for (uint32_t i = 0; i < points; i++)
        f.changed[2 * i] = f.unchanged[2 * i];
    draw(&f.p);
    assert_int_equal(white(&f, 0, 7, 4), 0);
    close_picture(&f.p);
}

static void who_is_gone_ends_in_a_cross(void **state) {
    (void)state;
    fixture f;
    open_futures(&f, 7);
    f.p.options.selected = dv_world_agent_at(world_of(&f.p), 0);
    f.changed[2 * (points - 1)].x = NAN;
    draw(&f.p);
    // Two lines of 2 pixels' width and 14 pixels' length.
    assert_in_range(white(&f, 0, -7, 0.8), 40, 70);
    assert_int_equal(count_near(&f.p, 0xff0000ffu, 0, -7, 2), 0);
    assert_int_equal(white(&f, 0, -10, 1), 0);
    close_picture(&f.p);
}

static void over_an_edge_a_path_has_a_gap(void **state) {
    (void)state;
    fixture f;
    open_futures(&f, 7);
    dv_scenario_close(f.p.scenario);
    f.p.scenario = open_scenario(read_script("draw/a_ghost_over_an_edge.lua"));
    f.p.options.scenario = f.p.scenario;
    f.p.options.selected = dv_world_agent_at(world_of(&f.p), 0);
    f.futures.agents = 1;
    const dv_vec3 path[points] = {{14, 0, 0}, {19, 5, 0}, {-16, 5, 0}};
    for (int i = 0; i < points; i++)
        f.changed[i] = f.unchanged[i] = path[i];
    draw(&f.p);
    assert_true(white(&f, 17.5, 3.5, 0.5) > 10);
    assert_int_equal(white(&f, 0, 5, 10), 0);
    close_picture(&f.p);
}

/// A volume that wraps, seen from the south, with an agent that has paths of these heights.
static void open_heights(fixture *f, const float unchanged[points], const float changed[points]) {
    open_futures(f, 7);
    dv_scenario_close(f->p.scenario);
    f->p.scenario =
        open_scenario(read_script_with("draw/volume.lua", "bounds = {", "bounds = { edge = 'wrap',",
                                       "--[[setup]]", "world:spawn('ball', { x = 0 })", NULL));
    f->p.options.scenario = f->p.scenario;
    f->p.camera.scale = 6;
    dv_camera_orbit(&f->p.camera, 0, 5);
    f->futures.agents = 1;
    for (int i = 0; i < points; i++) {
        f->unchanged[i] = dv_vec(0, 0, unchanged[i]);
        f->changed[i] = dv_vec(0, 0, changed[i]);
    }
    draw(&f->p);
}

/// How many pixels are white on the level through the middle of the picture, at a height in it.
static int white_at(const fixture *f, double height) {
    dv_pixel at = dv_camera_spot(&f->p.camera, 0, 0, height).pixel;
    int count = 0;
    for (int x = (int)at.x - 4; x <= (int)at.x + 4; x++)
        count += color_distance(f->p.pixels[(int)at.y * side + x], DV_COLOR_SELECTED) < 100;
    return count;
}

static void futures_differ_in_height(void **state) {
    (void)state;
    fixture f;
    open_heights(&f, (const float[]){0, 6, 12}, (const float[]){0, -6, -12});
    assert_true(white_at(&f, -8) > 0);
    assert_int_equal(white_at(&f, 8), 0);
    close_picture(&f.p);
    // Over the top, the path goes on at the bottom.
    open_heights(&f, (const float[]){0, 0, 0}, (const float[]){10, 15, -15});
    assert_true(white_at(&f, 12) > 0);
    assert_int_equal(white_at(&f, 8), 0);
    assert_int_equal(white_at(&f, -8), 0);
    close_picture(&f.p);
}

static void the_ends_say_which_they_are(void **state) {
    (void)state;
    fixture f;
    open_futures(&f, 7);
    assert_true(written_within(&f.p, 1, -15, 18, -13) > 150);
    assert_true(written_within(&f.p, -18, 13, -1, 15) > 100);
    assert_int_equal(written_within(&f.p, 8, 3, 20, 8), 0);
    close_picture(&f.p);
    // Where both are the same, there is one text.
    open_futures(&f, 7);
    f.p.options.selected = dv_world_agent_at(world_of(&f.p), 0);
    for (uint32_t i = 0; i < points; i++)
        f.changed[2 * i] = f.unchanged[2 * i];
    assert_true(written_within(&f.p, 1, 13, 18, 15) > 150);
    assert_int_equal(written_within(&f.p, -20, -20, 1, 20), 0);
    close_picture(&f.p);
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_futures_there_are_no_paths),
        cmocka_unit_test(paths_of_both_futures_have_dots_and_ends),
        cmocka_unit_test(without_a_selected_agent_the_farthest_have_paths),
        cmocka_unit_test(who_is_gone_ends_in_a_cross),
        cmocka_unit_test(over_an_edge_a_path_has_a_gap),
        cmocka_unit_test(futures_differ_in_height),
        cmocka_unit_test(the_ends_say_which_they_are),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
