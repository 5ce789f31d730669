// Obstacle avoidance by rays. The agent is at the origin with a top speed of 10 m/s; a wall is at x
// = 3.
#include "../program.h"
#include "crossing_world.h"

#define EXACT 1e-3f
#define FEEL(rays, length)                                                                         \
    "ray_avoidance", NUMBER("rays", rays), NUMBER("length", length), NUMBER("angle", DV_PI / 3)

static void add_wall(lab *l, dv_vec3 from, dv_vec3 to) {
    dv_vec3 ends[] = {from, to};
    dv_obstacle_def def = {.shape = DV_WALL, .points = ends, .point_count = 2};
    dv_obstacle wall;
    assert_int_equal(dv_obstacle_create(l->world, &def, &wall, &l->error), DV_OK);
}

static dv_agent before_a_wall(lab *l, float heading) {
    dv_agent agent = lab_spawn(l, SHEEP, dv_vec(0, 0, 0), heading, 4);
    add_wall(l, dv_vec(3, -40, 0), dv_vec(3, 40, 0));
    lab_step(l);
    return agent;
}

static void nothing_felt_is_zero(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = before_a_wall(&l, 0);
    assert_zero(ASK(&l, agent, FEEL(1, 2.99)));
    assert_zero(ASK(&l, agent, FEEL(1, 0)));
    dv_agent_set_velocity(l.world, agent, dv_vec(-4, 0, 0), NULL);
    lab_step(&l);
    assert_zero(ASK(&l, agent, FEEL(5, 8)));
    lab_close(&l);
}

// Heading 60°: the ray of 8 m hits after 6 m, a quarter of it is behind the wall.
static void the_push_grows_with_the_part_behind_the_wall(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = before_a_wall(&l, 60);
    assert_vector(ASK(&l, agent, FEEL(1, 8)), -5, 0, 0, EXACT);
    assert_vector(ASK(&l, agent, FEEL(1, 8), NUMBER("order", 2)), -2.5f, 0, 0, EXACT);
    assert_vector(ASK(&l, agent, FEEL(1, 8), NUMBER("order", 0)), -10, 0, 0, EXACT);
    assert_vector(ASK(&l, agent, FEEL(1, 8), NUMBER("strength", 0.5)), -2.5f, 0, 0, EXACT);
    assert_vector(ASK(&l, agent, FEEL(1, 12), NUMBER("strength", 5)), -10, 0, 0, EXACT);
    lab_close(&l);
}

// Rays at 30°, 60° and 90°: the first hits after 3.4641 m, the last runs along the wall.
static void side_rays_weigh_less(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = before_a_wall(&l, 60);
    // 10 · ½ · (½ + ½ · 1.133975)
    assert_vector(ASK(&l, agent, FEEL(3, 8), NUMBER("strength", 0.5)), -5.334936f, 0, 0, EXACT);
    assert_vector(ASK(&l, agent, FEEL(3, 8), NUMBER("side_weight", 0)), -5, 0, 0, EXACT);
    lab_close(&l);
}

static void a_wall_met_squarely_is_passed_on_the_left(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = before_a_wall(&l, 0);
    // half of the ray is behind the wall: a push of the cap, as much to the left as back
    assert_vector(ASK(&l, agent, FEEL(1, 6)), -7.071068f, 7.071068f, 0, EXACT);
    lab_close(&l);
}

// At 1 m/s, a quarter of the 4 m/s below which one is slow: three quarters of a push of 1 go left.
static void one_that_is_slow_is_sent_on_along_the_wall(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = before_a_wall(&l, 0);
    dv_agent_set_velocity(l.world, agent, dv_vec(1, 0, 0), NULL);
    lab_step(&l);
    assert_vector(ASK(&l, agent, FEEL(1, 6), NUMBER("strength", 0.1), NUMBER("order", 0)),
                  -0.7071068f, 1.4571068f, 0, EXACT);
    lab_close(&l);
}

static void in_a_volume_rays_feel_above_and_below(void **state) {
    (void)state;
    lab l = lab_open_volume();
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 0, 4);
    dv_obstacle_def def = {.shape = DV_BOX,
                           .position = {5, 0, 6},
                           .width = 10,
                           .depth = 40,
                           .height = 10}; // a ceiling at 1 m
    dv_obstacle ceiling;
    assert_int_equal(dv_obstacle_create(l.world, &def, &ceiling, &l.error), DV_OK);
    lab_step(&l);
    // only the topmost ray, at 30°, hits: after 2 m of 4
    assert_vector(ASK(&l, agent, FEEL(3, 4)), 0, 0, -5, EXACT);
    lab_close(&l);
}

// A walker wanders for two minutes in a walled yard with pillars and never leaves it.
static void rays_keep_a_walker_in_a_yard(void **state) {
    (void)state;
    dv_part parts[] = {
        {MAKE("ray_avoidance", NUMBER("rays", 7), NUMBER("length", 3), NUMBER("angle", DV_PI)),
         dv_value_number(2)},
        {MAKE("wander", NUMBER("strength", 0.5)), dv_value_number(1)}};
    dv_steering *both = dv_blend_create("weighted", parts, 2, NULL, 0, "test", NULL);
    dv_steering_release(parts[0].steering);
    dv_steering_release(parts[1].steering);
    scene s = scene_open(both, DV_PLANE);
    static const dv_vec3 yard[] = {{-10, -6, 0}, {10, -6, 0}, {10, 6, 0}, {-10, 6, 0}};
    for (int i = 0; i < 4; i++)
        add_wall(&s.l, yard[i], yard[(i + 1) % 4]);
    for (int i = -1; i <= 1; i++) {
        dv_obstacle_def def = {.shape = DV_SPHERE, .position = {5 * (float)i, 0, 0}, .radius = 1};
        dv_obstacle pillar;
        assert_int_equal(dv_obstacle_create(s.l.world, &def, &pillar, &s.l.error), DV_OK);
    }
    scene_add(&s, dv_vec(-2, -2, 0), dv_vec(5, 5, 0), WALKER_SPEED);
    for (int tick = 0; tick < 2400; tick++) {
        lab_step(&s.l);
        dv_vec3 place = dv_agent_position(s.l.world, s.walkers[0]);
        assert_true(fabsf(place.x) < 10 && fabsf(place.y) < 6);
        for (int i = -1; i <= 1; i++)
            assert_true(dv_length(dv_subtract(place, dv_vec(5 * (float)i, 0, 0))) > 1);
    }
    scene_close(&s);
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_felt_is_zero),
        cmocka_unit_test(the_push_grows_with_the_part_behind_the_wall),
        cmocka_unit_test(side_rays_weigh_less),
        cmocka_unit_test(a_wall_met_squarely_is_passed_on_the_left),
        cmocka_unit_test(one_that_is_slow_is_sent_on_along_the_wall),
        cmocka_unit_test(in_a_volume_rays_feel_above_and_below),
        cmocka_unit_test(rays_keep_a_walker_in_a_yard),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
