// The velocity that a body without legs chooses by stress: what it never presses on against, and
// what snapshots keep of it.
#include "../program.h"
#include "../world_hash.h"
#include "stress_world.h"

#include "stress/course.h"

static const dv_vec3 wall[] = {{0, -30, 0}, {0, 30, 0}};

/// A lab for cars without reverse: radius 0.3 m, 2 m/s.
static lab open_cars(void) {
    lab_kinds kinds = {.locomotion = "wheeled"};
    kinds.properties[DV_RADIUS] = dv_value_number(0.3);
    kinds.properties[DV_MAX_SPEED] = dv_value_number(2);
    kinds.properties[DV_SOLID] = dv_value_boolean(false);
    return WALK(
        kinds,
        {STRESS("attract", {"target", dv_value_point(dv_vec(9, 0, 0))}), dv_value_number(1), {0}});
}

/// How many velocities, besides stopping, are left to a car that is stuck before the wall.
static int ways_left(lab *l, dv_agent car) {
    uint32_t agent = dv_handle_index(car.bits);
    dv_steering_context context = dv_steering_context_of(l->world, agent);
    const dv_stress_list *list = dv_stresses_of(l->world, agent);
    dv_detour detour = {.way_y = 1, .strength = 1, .is_under_way = 1};
    dv_courses courses;
    float total[DV_MAX_FOOTSTEPS];
    int left = 0;
    dv_courses_of(&context, list, &courses);
    dv_score_courses(&context, list, dv_states_of(l->world, agent), &detour, &courses, total);
    for (uint32_t i = 0; i < courses.steps.count; i++)
        left += total[i] < INFINITY && !dv_is_zero(courses.wanted[i]);
    return left;
}

static void who_is_stuck_presses_on_against_a_wall_but_not_against_others(void **state) {
    (void)state;
    lab l = open_cars();
    dv_obstacle_def def = {.shape = DV_WALL, .points = wall, .point_count = 2};
    dv_obstacle made;
    dv_agent car = lab_spawn(&l, SHEEP, dv_vec(-0.31f, 0, 0), 0, 0);
    assert_int_equal(dv_obstacle_create(l.world, &def, &made, &l.error), DV_OK);
    lab_step(&l);
    assert_true(ways_left(&l, car) > 0);
    lab_spawn(&l, DOG, dv_vec(0.29f, 0, 0), 0, 0);
    lab_step(&l);
    assert_int_equal(ways_left(&l, car), 0);
    lab_close(&l);
}

// One that cannot stop has to take some way, even where each leads into somebody.
static void who_cannot_stop_presses_on_against_others(void **state) {
    (void)state;
    lab_kinds kinds = {0};
    kinds.properties[DV_RADIUS] = dv_value_number(0.3);
    kinds.properties[DV_MAX_SPEED] = dv_value_number(2);
    kinds.properties[DV_MIN_SPEED] = dv_value_number(1);
    lab l = WALK(
        kinds,
        {STRESS("attract", {"target", dv_value_point(dv_vec(9, 0, 0))}), dv_value_number(1), {0}});
    dv_agent bird = lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 0, 2);
    lab_step(&l);
    int free = ways_left(&l, bird);
    assert_true(free > 0);
    for (int i = 0; i < 12; i++) {
        double angle = i * DV_PI / 6;
        lab_spawn(&l, DOG, dv_vec((float)(0.55 * dv_cos(angle)), (float)(0.55 * dv_sin(angle)), 0),
                  0, 0);
    }
    assert_int_equal(dv_agent_set_position(l.world, bird, dv_vec(0, 0, 0), &l.error), DV_OK);
    lab_step(&l);
    assert_int_equal(ways_left(&l, bird), free);
    lab_close(&l);
}

static void courses_are_read_back_unless_they_are_damaged(void **state) {
    (void)state;
    lab l = open_cars();
    dv_snapshot snapshot;
    dv_agent car = lab_spawn(&l, SHEEP, dv_vec(-5, 0, 0), 90, 0);
    for (int i = 0; i < 50; i++)
        lab_step(&l);
    dv_course *course = dv_course_of(l.world, dv_handle_index(car.bits));
    assert_true(course->x != 0);
    dv_world *reader = dv_world_create(&l.def, l.program, &l.error);
    assert_non_null(reader);
    assert_int_equal(dv_world_take_snapshot(l.world, &snapshot, &l.error), DV_OK);
    assert_int_equal(dv_world_load_snapshot(reader, &snapshot, &l.error), DV_OK);
    assert_true(world_hash(reader) == world_hash(l.world));
    dv_snapshot_free(&snapshot);
    course->detour.way_x = NAN;
    assert_int_equal(dv_world_take_snapshot(l.world, &snapshot, &l.error), DV_OK);
    assert_int_equal(dv_world_load_snapshot(reader, &snapshot, &l.error), DV_ERROR_FORMAT);
    assert_non_null(strstr(l.error.message, "agent 0: no such course"));
    dv_snapshot_free(&snapshot);
    dv_world_destroy(reader);
    lab_close(&l);
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(who_is_stuck_presses_on_against_a_wall_but_not_against_others),
        cmocka_unit_test(who_cannot_stop_presses_on_against_others),
        cmocka_unit_test(courses_are_read_back_unless_they_are_damaged),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
