// Legs do not give up: from a hundred starts, walkers on legs arrive behind whatever is in the way,
// however they are controlled, whether or not they may stand still. The short form tries a fifth of
// the starts, and may miss the same share of them; see test_legs_go_on.c for one step at a time.
#include "../program.h"
#include "../whole.h"
#include "legs_course.h"

#define STARTS 100
#define FEW_STARTS 20
#define ARRIVE 99 ///< of 100

// Bodies and tick rates differ, and so does what the stride is to the size of the obstacles.
static const course_body bodies[] = {
    {"by default, at 1.3 m/s", 0.5, 1.3, 0.8, 0.6, 60},
    {"short strides", 0.5, 1.3, 0.5, 0.6, 60},
    {"a slender one", 0.25, 1.4, 0.7, 0.6, 20},
    {"one that turns slowly", 0.3, 1.4, 0.7, 0.3, 30},
    {"a runner", 0.5, 3, 0.8, 0.7, 50},
    {"at full speed", 0.5, 8, 0.8, 0.6, 60},
};

static const dv_vec3 six[] = {{0, -3, 0}, {0, 3, 0}}, twelve[] = {{0, -6, 0}, {0, 6, 0}};
static const dv_vec3 slanted[] = {{-2, -3, 0}, {2, 3, 0}};
static const dv_vec3 bent[] = {{-2, -4, 0}, {0, 0, 0}, {-2, 4, 0}, {-1, 0, 0}};

static const course_place places[] = {
    {"a ball", {{.shape = DV_SPHERE, .radius = 2}}, 1},
    {"a wall", {{.shape = DV_WALL, .points = six, .point_count = 2}}, 1},
    {"a long wall", {{.shape = DV_WALL, .points = twelve, .point_count = 2}}, 1},
    {"a slanted wall", {{.shape = DV_WALL, .points = slanted, .point_count = 2}}, 1},
    {"a box", {BOX(0, 0, 4, 4)}, 1},
    {"two boxes", {BOX(0, -2.2f, 4, 4), BOX(0, 2.2f, 4, 4)}, 2},
    {"two boxes with a gate", {BOX(0, -3, 4, 4), BOX(0, 3, 4, 4)}, 2},
    {"boxes one after the other", {BOX(-3, -1.5f, 3, 3), BOX(2, 1.5f, 3, 3)}, 2},
    {"an arrow", {{.shape = DV_POLYGON, .points = bent, .point_count = 4}}, 1},
};

static void walk_all(const course_control *control, bool stands) {
    int short_of = 0, starts = few_or_all(FEW_STARTS, STARTS);
    for (size_t b = 0; b < sizeof bodies / sizeof *bodies; b++)
        for (size_t p = 0; p < sizeof places / sizeof *places; p++) {
            lab l = course_open(&bodies[b], control, stands);
            course_build(&l, &places[p]);
            int arrived = 0;
            for (int i = 0; i < starts; i++)
                arrived += course_walk(&l, (uint64_t)i + 1000 * p, bodies[b].tick_rate) < SECONDS;
            lab_close(&l);
            if (starts - arrived <= share_of(STARTS - ARRIVE, starts, STARTS))
                continue;
            short_of++;
            print_message("%s, %s, %s, %s: %d of %d arrive\n", control->name,
                          stands ? "may stand" : "may not stand", bodies[b].name, places[p].name,
                          arrived, starts);
        }
    assert_int_equal(short_of, 0);
}

static void they_arrive_by_lines(void **state) {
    (void)state;
    walk_all(&controls[BY_LINES], false);
}

static void they_arrive_by_lines_though_they_may_stand(void **state) {
    (void)state;
    walk_all(&controls[BY_LINES], true);
}

static void they_arrive_by_proximity(void **state) {
    (void)state;
    walk_all(&controls[BY_PROXIMITY], false);
}

static void they_arrive_by_proximity_though_they_may_stand(void **state) {
    (void)state;
    walk_all(&controls[BY_PROXIMITY], true);
}

static void they_arrive_by_steering(void **state) {
    (void)state;
    walk_all(&controls[BY_STEERING], false);
}

static void they_arrive_by_steering_though_they_may_stand(void **state) {
    (void)state;
    walk_all(&controls[BY_STEERING], true);
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(they_arrive_by_lines),
        cmocka_unit_test(they_arrive_by_lines_though_they_may_stand),
        cmocka_unit_test(they_arrive_by_proximity),
        cmocka_unit_test(they_arrive_by_proximity_though_they_may_stand),
        cmocka_unit_test(they_arrive_by_steering),
        cmocka_unit_test(they_arrive_by_steering_though_they_may_stand),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
