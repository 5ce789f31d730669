// What is inside a hollow obstacle stays inside: behaviors, plans, legs, and random places heed it.
#include "../program.h"
#include "behavior_world.h"
#include "drover/navigation.h"
#include "world/obstacles.h"

#define RADIUS 0.5f

static const dv_vec3 corners[] = {{-6, -6, 0}, {6, -6, 0}, {6, 6, 0}, {-6, 6, 0}};
static const dv_obstacle_def shells[] = {
    {.shape = DV_SPHERE, .radius = 6, .hollow = true},
    {.shape = DV_CYLINDER, .radius = 6, .height = 12, .hollow = true},
    {.shape = DV_BOX, .width = 12, .depth = 12, .height = 12, .hollow = true},
    {.shape = DV_POLYGON, .points = corners, .point_count = 4, .hollow = true},
};
#define SHELLS (sizeof shells / sizeof *shells)

static dv_obstacle put(lab *l, const dv_obstacle_def *def) {
    dv_obstacle made;
    if (dv_obstacle_create(l->world, def, &made, &l->error) != DV_OK)
        fail_msg("%s", l->error.message);
    return made;
}

static float gap_of(const lab *l, dv_agent agent) {
    dv_surface_point nearest;
    assert_true(dv_obstacles_nearest(&l->world->obstacles, l->world->space,
                                     dv_agent_position(l->world, agent), 50, &nearest));
    return nearest.distance - RADIUS;
}

/// Wander in a shell that stops nobody, and return how far the body is from its surface at least
/// (m). It is negative for a body that gets there.
static float least_gap(dv_steering *avoidance, const dv_obstacle_def *shell, dv_space space) {
    dv_part parts[] = {{avoidance, {0}}, {lab_make("wander", NULL, 0), {0}}};
    parts[0].weight = dv_value_number(3);
    lab_kinds kinds = {.steer = dv_blend_create("weighted", parts, 2, NULL, 0, "test", NULL)};
    kinds.properties[DV_MAX_SPEED] = dv_value_number(3);
    kinds.properties[DV_SOLID] = dv_value_boolean(false);
    dv_world_def def = lab_def();
    def.space = space;
    lab l = lab_open_with(def, kinds);
    for (int i = 0; i < 2; i++)
        dv_steering_release(parts[i].steering);
    dv_steering_release(kinds.steer);
    put(&l, shell);
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(1, 1, 0), 30, 3);
    float least = INFINITY;
    for (int i = 0; i < 3000; i++) {
        lab_step(&l);
        float gap = gap_of(&l, agent);
        least = gap < least ? gap : least;
        assert_true(dv_length(dv_agent_position(l.world, agent)) < 9);
    }
    lab_close(&l);
    return least;
}

static void obstacle_avoidance_stays_inside(void **state) {
    (void)state;
    for (size_t i = 0; i < SHELLS; i++)
        assert_true(least_gap(MAKE("obstacle_avoidance", NUMBER("clearance", 0.5)), &shells[i],
                              DV_PLANE) > 0);
    for (size_t i = 0; i < 3; i++) // a polygon is open above
        assert_true(least_gap(MAKE("obstacle_avoidance", NUMBER("clearance", 0.5)), &shells[i],
                              DV_VOLUME) > 0);
}

static void ray_avoidance_stays_inside(void **state) {
    (void)state;
    for (size_t i = 0; i < SHELLS; i++)
        assert_true(least_gap(lab_make("ray_avoidance", NULL, 0), &shells[i], DV_PLANE) > 0);
}

static dv_plan_outcome outcome_between(lab *l, float from_x, float to_x) {
    dv_plan_def plan = dv_plan_def_default();
    plan.clearance = RADIUS;
    plan.from = dv_vec(from_x, 0, 0), plan.to = dv_vec(to_x, 0, 0);
    dv_path path;
    dv_plan_outcome outcome;
    if (dv_world_plan(l->world, &plan, &path, &outcome, &l->error) != DV_OK)
        fail_msg("%s", l->error.message);
    return outcome;
}

static void plans_lead_neither_in_nor_out(void **state) {
    (void)state;
    for (size_t i = 0; i < SHELLS; i++) {
        lab l = lab_open();
        put(&l, &shells[i]);
        assert_int_equal(outcome_between(&l, -4, 4), DV_PLAN_FOUND);
        assert_int_equal(outcome_between(&l, -4, 20), DV_PLAN_NO_WAY);
        assert_int_equal(outcome_between(&l, -20, 4), DV_PLAN_NO_WAY);
        assert_int_equal(outcome_between(&l, -20, 20), DV_PLAN_FOUND);
        lab_close(&l);
    }
}

// Attracted by what is outside, and repelled by nothing.
static void legs_stay_inside(void **state) {
    (void)state;
    for (size_t i = 0; i < SHELLS; i++) {
        dv_argument goal = AT_POINT(30, 2, 0);
        dv_steering *steer = lab_make("seek", &goal, 1);
        lab_kinds kinds = {.steer = steer, .locomotion = "legged"};
        kinds.properties[DV_MAX_SPEED] = dv_value_number(1.5);
        lab l = lab_open_with(lab_def(), kinds);
        dv_steering_release(steer);
        put(&l, &shells[i]);
        dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 0, 0);
        for (int t = 0; t < 1000; t++) {
            lab_step(&l);
            assert_true(gap_of(&l, agent) > -1e-3f);
            assert_true(dv_agent_position(l.world, agent).x < 6);
        }
        assert_true(dv_agent_position(l.world, agent).x > 3);
        lab_close(&l);
    }
}

static void random_places_are_inside_and_outside(void **state) {
    (void)state;
    for (size_t i = 0; i < SHELLS; i++) {
        lab l = lab_open();
        put(&l, &shells[i]);
        dv_places *places = dv_places_begin(l.world, (double)RADIUS, &l.error);
        assert_non_null(places);
        int inside = 0;
        for (int n = 0; n < 2000; n++) {
            dv_vec3 at;
            assert_int_equal(dv_places_find(places, &at, &l.error), DV_OK);
            dv_surface_point nearest;
            assert_false(dv_obstacles_nearest(&l.world->obstacles, DV_PLANE, at, RADIUS, &nearest));
            inside += dv_length(at) < 6;
        }
        assert_true(inside > 5 && inside < 200);
        dv_places_end(places);
        lab_close(&l);
    }
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(obstacle_avoidance_stays_inside),
        cmocka_unit_test(ray_avoidance_stays_inside),
        cmocka_unit_test(plans_lead_neither_in_nor_out),
        cmocka_unit_test(legs_stay_inside),
        cmocka_unit_test(random_places_are_inside_and_outside),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
