// Hide: the hiding place in numbers, the choice among obstacles, and that the opponent loses sight.
#include "../program.h"
#include "behavior_world.h"

#include "world/obstacles.h"
#include "world/world_data.h"

#define EXACT 2e-4f

static dv_obstacle add(lab *l, dv_obstacle_def def) {
    dv_obstacle obstacle;
    assert_int_equal(dv_obstacle_create(l->world, &def, &obstacle, &l->error), DV_OK);
    return obstacle;
}

static dv_obstacle add_sphere(lab *l, dv_vec3 place, float radius) {
    return add(l, (dv_obstacle_def){.shape = DV_SPHERE, .position = place, .radius = radius});
}

static void the_place_is_straight_behind_the_obstacle(void **state) {
    (void)state;
    lab l = lab_open();
    add_sphere(&l, dv_vec(10, 0, 0), 2);
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(13, -2, 0), 0, 0);
    lab_step(&l);
    // 2 + 1 + 0.5 behind the middle: (13.5, 0), 2.0616 m away, approached at 2.0616 m/s
    assert_vector(ASK(&l, agent, "hide", AT_POINT(-5, 0, 0), NUMBER("clearance", 1)), 0.5f, 2, 0,
                  EXACT);
    lab_close(&l);
}

static void a_box_hides_as_far_as_it_reaches(void **state) {
    (void)state;
    lab l = lab_open();
    add(&l, (dv_obstacle_def){
                .shape = DV_BOX, .position = {10, 0, 0}, .width = 2, .depth = 8, .height = 3});
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(13, 0, 0), 0, 0);
    lab_step(&l);
    // From the west 1 m, from the south 4 m behind the middle.
    assert_vector(ASK(&l, agent, "hide", AT_POINT(-5, 0, 0), NUMBER("clearance", 1)), -0.5f, 0, 0,
                  EXACT);
    assert_vector(ASK(&l, agent, "hide", AT_POINT(10, -30, 0), NUMBER("clearance", 1)), -3, 5.5f, 0,
                  3);
    dv_vec3 s = ASK(&l, agent, "hide", AT_POINT(10, -30, 0), NUMBER("clearance", 1));
    assert_true(s.x < 0 && s.y > 0 && fabsf(s.y / s.x + 5.5f / 3) < 1e-3f);
    lab_close(&l);
}

static void the_nearest_place_counts(void **state) {
    (void)state;
    lab l = lab_open();
    add_sphere(&l, dv_vec(10, 10, 0), 1);
    add_sphere(&l, dv_vec(10, -5, 0), 1);
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(10, 0, 0), 0, 0);
    lab_step(&l);
    assert_true(ASK(&l, agent, "hide", AT_POINT(-40, 0, 0)).y < 0);
    lab_close(&l);
}

// Both places are as near. A search that comes by the lower row first finds either one first.
static void of_places_as_near_that_behind_the_older_obstacle_counts(void **state) {
    (void)state;
    for (float side = -1; side <= 1; side += 2) {
        lab l = lab_open();
        add_sphere(&l, dv_vec(10, side * 5, 0), 1);
        add_sphere(&l, dv_vec(10, side * -5, 0), 1);
        dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(10, 0, 0), 0, 0);
        lab_step(&l);
        assert_true(side * ASK(&l, agent, "hide", AT_POINT(-40, 0, 0)).y > 0);
        lab_close(&l);
    }
}

static void places_without_room_are_passed_over(void **state) {
    (void)state;
    lab l = lab_open();
    add_sphere(&l, dv_vec(10, 10, 0), 1);
    add_sphere(&l, dv_vec(10, -5, 0), 1);
    add_sphere(&l, dv_vec(13, -5, 0), 1.2f); // stands where one would hide behind the second
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(9, 0, 0), 0, 0);
    lab_step(&l);
    // the third hides too: behind it there is room
    dv_vec3 s = ASK(&l, agent, "hide", AT_POINT(-40, -5, 0));
    dv_vec3 way =
        dv_normalize(dv_subtract(dv_vec(13 + 1.2f + 0.5f + 0.5f, -5, 0), dv_vec(9, 0, 0)));
    assert_vector(dv_normalize(s), way.x, way.y, 0, 1e-3f);
    lab_close(&l);
}

static void with_nowhere_to_hide_it_evades(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 0, 0);
    assert_vector(ASK(&l, agent, "hide", AT_POINT(5, 0, 0)), -10, 0, 0, EXACT);
    add_sphere(&l, dv_vec(0, 40, 0), 2);
    lab_step(&l);
    assert_vector(ASK(&l, agent, "hide", AT_POINT(5, 0, 0), NUMBER("radius", 30)), -10, 0, 0,
                  EXACT);
    // 38 m to its surface
    assert_true(ASK(&l, agent, "hide", AT_POINT(5, 0, 0), NUMBER("radius", 38.5)).y > 5);
    // on top of each other: straight on
    assert_vector(ASK(&l, agent, "hide", AT_POINT(0, 0, 0), NUMBER("radius", 30)), 10, 0, 0, EXACT);
    lab_close(&l);
}

static void hide_with(lab *l, dv_vec3 from, dv_agent *agent, dv_agent *opponent) {
    dv_part parts[] = {{MAKE("obstacle_avoidance", NUMBER("horizon", 1)), {0}},
                       {MAKE("hide", AT_TARGET), {0}}};
    dv_error error;
    lab_kinds kinds = {.steer = dv_blend_create("sum", parts, 2, NULL, 0, "test", &error)};
    *l = lab_open_with(lab_def(), kinds);
    for (int i = 0; i < 2; i++)
        dv_steering_release(parts[i].steering);
    dv_steering_release(kinds.steer);
    *agent = lab_spawn(l, SHEEP, from, 0, 0);
    *opponent = lab_spawn(l, DOG, dv_vec(-20, 0, 0), 0, 0);
    lab_aim(l, *agent, *opponent);
}

static void who_hides_breaks_the_line_of_sight(void **state) {
    (void)state;
    for (int shape = 0; shape < 3; shape++) {
        lab l;
        dv_agent agent, opponent;
        // Behind a wall it must not have to find the way round: that is for paths.
        hide_with(&l, shape == 2 ? dv_vec(2, 9, 0) : dv_vec(-6, 1, 0), &agent, &opponent);
        static const dv_vec3 wall[] = {{0, -4, 0}, {0, 4, 0}};
        if (shape == 0)
            add_sphere(&l, dv_vec(0, 0, 0), 2);
        else if (shape == 1)
            add(&l, (dv_obstacle_def){.shape = DV_BOX, .width = 2, .depth = 5, .height = 3});
        else
            add(&l, (dv_obstacle_def){.shape = DV_WALL, .points = wall, .point_count = 2});
        for (int tick = 0; tick < 50 * 20; tick++)
            lab_step(&l);
        dv_vec3 place = dv_agent_position(l.world, agent);
        if (!dv_obstacles_hide(&l.world->obstacles, DV_PLANE, dv_agent_position(l.world, opponent),
                               place))
            fail_msg("shape %d: seen at (%g, %g)", shape, (double)place.x, (double)place.y);
        assert_true(dv_length(dv_agent_velocity(l.world, agent)) < 0.05f);
        lab_close(&l);
    }
}

static void in_a_volume_walls_hide_at_any_height(void **state) {
    (void)state;
    lab l = lab_open_volume();
    static const dv_vec3 wall[] = {{0, -4, 0}, {0, 4, 0}};
    add(&l, (dv_obstacle_def){.shape = DV_WALL, .points = wall, .point_count = 2});
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(1, 0, 7), 0, 0);
    lab_step(&l);
    // The place is (1, 0, 7), where it is: wall, clearance and radius.
    assert_zero(ASK(&l, agent, "hide", AT_POINT(-10, 0, 3)));
    lab_close(&l);
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_place_is_straight_behind_the_obstacle),
        cmocka_unit_test(a_box_hides_as_far_as_it_reaches),
        cmocka_unit_test(the_nearest_place_counts),
        cmocka_unit_test(of_places_as_near_that_behind_the_older_obstacle_counts),
        cmocka_unit_test(places_without_room_are_passed_over),
        cmocka_unit_test(with_nowhere_to_hide_it_evades),
        cmocka_unit_test(who_hides_breaks_the_line_of_sight),
        cmocka_unit_test(in_a_volume_walls_hide_at_any_height),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
