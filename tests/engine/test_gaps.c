// People with clearance in gaps and passages that leave them less.
#include "../program.h"
#include "crossing_world.h"

#define BODY 0.5f
#define CLEARANCE 0.2f ///< m, the default
#define SECONDS 60

static scene open_hall(double tick_rate, double clearance) {
    dv_world_def def = lab_def();
    def.tick_rate = tick_rate;
    def.bounds = (dv_bounds){{-50, -50, -50}, {50, 50, 50}, DV_EDGE_OPEN};
    dv_steering *avoid = MAKE("reciprocal_avoidance", {"target", dv_value_name("place")},
                              NUMBER("clearance", clearance));
    lab_kinds kinds = {.steer = avoid};
    kinds.properties[DV_MASS] = dv_value_number(75);
    kinds.properties[DV_RADIUS] = dv_value_number((double)BODY);
    kinds.properties[DV_MAX_SPEED] = dv_value_number(1.4);
    kinds.properties[DV_MAX_FORCE] = dv_value_number(400);
    kinds.properties[DV_RESPONSE] = dv_value_number(0.2);
    scene s = {.l = lab_open_with(def, kinds), .least_gap = INFINITY};
    dv_steering_release(avoid);
    return s;
}

static void build_wall(scene *s, dv_vec3 from, dv_vec3 to) {
    dv_vec3 ends[] = {from, to};
    dv_obstacle_def def = {.shape = DV_WALL, .points = ends, .point_count = 2};
    dv_obstacle wall;
    assert_int_equal(dv_obstacle_create(s->l.world, &def, &wall, &s->l.error), DV_OK);
}

static bool all_arrive(scene *s, double tick_rate) {
    for (int left = (int)(SECONDS * tick_rate); left > 0 && !scene_arrived(s, 0.5f); left--) {
        lab_step(&s->l);
        scene_measure(s);
    }
    return scene_arrived(s, 0.5f);
}

static void pass_door(float width, float from, float to, double tick_rate) {
    scene s = open_hall(tick_rate, (double)CLEARANCE);
    build_wall(&s, dv_vec(0, -20, 0), dv_vec(0, -width / 2, 0));
    build_wall(&s, dv_vec(0, width / 2, 0), dv_vec(0, 20, 0));
    scene_add(&s, dv_vec(-5, from, 0), dv_vec(5, to, 0), 0);
    if (!all_arrive(&s, tick_rate))
        fail_msg("a door of %g m, from %g to %g m, %g Hz: not through after %d s", (double)width,
                 (double)from, (double)to, tick_rate, SECONDS);
    scene_close(&s);
}

static void a_body_passes_a_door_a_tenth_wider(void **state) {
    (void)state;
    static const float offsets[] = {-3, -1.5f, -1.1f, -0.4f, 0, 0.03f, 0.1f, 0.7f, 1.3f, 2, 4};
    static const double rates[] = {20, 60};
    for (int i = 0; i < 11; i++)
        for (int r = 0; r < 2; r++) {
            pass_door(1.1f, offsets[i], 0, rates[r]);
            pass_door(1.1f, offsets[i], -offsets[i] / 4, rates[r]);
            pass_door(1.25f, offsets[i], 0, rates[r]);
        }
}

// One post is no gap: nothing is on its other side.
static void a_single_post_keeps_its_clearance(void **state) {
    (void)state;
    static const float ends[] = {-0.3f, -0.5f, -0.6f};
    for (int i = 0; i < 3; i++) {
        scene s = open_hall(60, 3 * (double)CLEARANCE);
        dv_vec3 post = {0, ends[i], 0};
        build_wall(&s, dv_vec(0, -20, 0), post);
        scene_add(&s, dv_vec(-5, 0, 0), dv_vec(5, 0, 0), 0);
        float nearest = INFINITY;
        for (int left = SECONDS * 60; left > 0 && !scene_arrived(&s, 0.5f); left--) {
            lab_step(&s.l);
            float distance =
                dv_length(dv_subtract(dv_agent_position(s.l.world, s.walkers[0]), post));
            nearest = distance < nearest ? distance : nearest;
        }
        assert_true(scene_arrived(&s, 0.5f));
        if (nearest < BODY + 2.9f * CLEARANCE)
            fail_msg("a post at %g m: %g m from its middle", (double)ends[i], (double)nearest);
        scene_close(&s);
    }
}

static void meet_in_corridor(float width, float aside, double tick_rate) {
    scene s = open_hall(tick_rate, (double)CLEARANCE);
    for (int side = -1; side <= 1; side += 2)
        build_wall(&s, dv_vec(-20, (float)side * width / 2, 0),
                   dv_vec(20, (float)side * width / 2, 0));
    scene_add(&s, dv_vec(-8, 0, 0), dv_vec(8, 0, 0), 0);
    scene_add(&s, dv_vec(8, aside, 0), dv_vec(-8, aside, 0), 0);
    if (!all_arrive(&s, tick_rate) || s.least_gap < 0)
        fail_msg("a corridor of %g m, %g m aside, %g Hz: %s, least gap %g m", (double)width,
                 (double)aside, tick_rate, scene_arrived(&s, 0.5f) ? "passed" : "stuck",
                 (double)s.least_gap);
    scene_close(&s);
}

static void two_pass_in_a_corridor_that_fits_them(void **state) {
    (void)state;
    static const float asides[] = {-0.3f, -0.25f, -0.05f, -0.01f, 0, 0.005f, 0.02f, 0.1f, 0.2f};
    static const float widths[] = {2.1f, 2.3f, 2.5f, 3};
    for (int i = 0; i < 9; i++)
        for (int w = 0; w < 4; w++) {
            meet_in_corridor(widths[w], asides[i], 20);
            meet_in_corridor(widths[w], asides[i], 60);
        }
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_body_passes_a_door_a_tenth_wider),
        cmocka_unit_test(a_single_post_keeps_its_clearance),
        cmocka_unit_test(two_pass_in_a_corridor_that_fits_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
