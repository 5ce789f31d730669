// Where agents were, at edges of a world that wraps: between two ticks, and as trails.
#include "../program.h"
#include "volume_fixture.h"

#include "base/math.h"
#include "player/draw/motion.h"

/// A runner at a place, with a velocity (m/s).
static void open_edges(picture *p, const char *place, dv_vec3 velocity) {
    dv_error error;
    open_picture(p, read_script_with("draw/edges.lua", "--[[place]]", place, NULL));
    assert_int_equal(dv_agent_set_velocity(dv_scenario_world(p->scenario),
                                           dv_world_agent_at(world_of(p), 0), velocity, &error),
                     DV_OK);
}

static void step(picture *p, int ticks) {
    dv_error error;
    for (int i = 0; i < ticks; i++) {
        assert_int_equal(dv_motion_keep(&p->drawing->motion, world_of(p)), DV_OK);
        assert_int_equal(dv_scenario_step(p->scenario, &error), DV_OK);
        assert_int_equal(dv_motion_trace(&p->drawing->motion, world_of(p)), DV_OK);
    }
}

static void places_between_ticks_go_the_short_way_along_each_axis(void **state) {
    (void)state;
    static const struct {
        const char *place;
        dv_vec3 velocity;
        int axis;
    } cases[] = {
        {"x = 4.9, y = 0, z = 5", {5, 0, 0}, 0},
        {"x = 0, y = 4.9, z = 5", {0, 5, 0}, 1},
        {"x = 0, y = 0, z = 9.9", {0, 0, 5}, 2},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        picture p;
        open_edges(&p, cases[i].place, cases[i].velocity);
        dv_agent agent = dv_world_agent_at(world_of(&p), 0);
        dv_vec3 before = dv_agent_position(world_of(&p), agent);
        step(&p, 1);
        dv_vec3 after = dv_agent_position(world_of(&p), agent);
        assert_true(dv_motion_crosses_edge(world_of(&p), before, after));
        assert_false(dv_motion_crosses_edge(world_of(&p), before, before));
        float was[] = {before.x, before.y, before.z}, is[] = {after.x, after.y, after.z};
        dv_vec3 halfway = dv_motion_place(&p.drawing->motion, world_of(&p), agent, 0.5f);
        float seen[] = {halfway.x, halfway.y, halfway.z};
        float unwrapped = is[cases[i].axis] + 10;
        assert_true(unwrapped > was[cases[i].axis]);
        // On either side of the edge.
        float away = remainderf(seen[cases[i].axis] - (was[cases[i].axis] + unwrapped) / 2, 10);
        assert_float_equal(away, 0, 1e-4f);
        close_picture(&p);
    }
}

static void a_jump_in_height_is_none_between_ticks(void **state) {
    (void)state;
    picture p;
    dv_error error;
    open_edges(&p, "x = 4, y = 0, z = 5", dv_vec(5, 0, 0));
    dv_agent agent = dv_world_agent_at(world_of(&p), 0);
    step(&p, 1);
    dv_vec3 place = dv_agent_position(world_of(&p), agent);
    assert_int_equal(dv_motion_keep(&p.drawing->motion, world_of(&p)), DV_OK);
    place.z -= 4;
    assert_int_equal(dv_agent_set_position(dv_scenario_world(p.scenario), agent, place, &error),
                     DV_OK);
    dv_vec3 halfway = dv_motion_place(&p.drawing->motion, world_of(&p), agent, 0.5f);
    assert_float_equal(halfway.z, place.z, 0);
    close_picture(&p);
}

/// How many pixels of the middle of the world are red.
static int red_in_the_middle(const picture *p) {
    int count = 0;
    dv_pixel low = dv_camera_to_screen(&p->camera, -0.8, 4), high;
    high = dv_camera_to_screen(&p->camera, 0.8, -4);
    for (int y = (int)low.y; y < (int)high.y; y++)
        for (int x = (int)low.x; x < (int)high.x; x++)
            count += is_red(p->pixels[y * side + x]);
    return count;
}

// However small the world is in the picture.
static void a_trail_ends_at_a_wrapped_edge(void **state) {
    (void)state;
    for (double scale = 30; scale > 3; scale /= 3) {
        picture p;
        open_edges(&p, "x = 4, y = 0, z = 5", dv_vec(5, 0, 0));
        p.options.trails = true;
        p.camera.scale = scale;
        step(&p, 5);
        assert_true(dv_agent_position(world_of(&p), dv_world_agent_at(world_of(&p), 0)).x < -3);
        draw(&p);
        if (red_in_the_middle(&p) > 0)
            fail_msg("at %g pixels a meter, a trail leads across the world", scale);
        close_picture(&p);
    }
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(places_between_ticks_go_the_short_way_along_each_axis),
        cmocka_unit_test(a_jump_in_height_is_none_between_ticks),
        cmocka_unit_test(a_trail_ends_at_a_wrapped_edge),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
