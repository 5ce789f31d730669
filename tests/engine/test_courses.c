// Bodies without legs that choose velocities by stress arrive behind whatever is in the way, in a
// plane and in a volume, in the air and on the ground, at 20 and at 60 ticks a second.
#include "../program.h"
#include "../whole.h"
#include "legs_course.h"

#define SEEDS 5
#define FEW_SEEDS 1
#define STARTS 20 ///< of each seed
#define ARRIVE 99 ///< of 100
// Who can neither stop and turn nor back out gets stuck for good in a corner now and then.
#define ARRIVE_WITHOUT_REVERSE 94

typedef struct rider {
    const char *name, *locomotion;
    double turn_rate; ///< rad/s; 0: the default
    double reverse;   ///< m/s
    bool is_in_volume, is_on_floor;
} rider;

static const rider riders[] = {
    {.name = "a point mass", .locomotion = "point_mass"},
    {.name = "a flying body", .locomotion = "flying"},
    {.name = "one that turns slowly", .locomotion = "point_mass", .turn_rate = 1},
    {.name = "wheels with reverse", .locomotion = "wheeled", .reverse = 2},
    {.name = "wheels without reverse", .locomotion = "wheeled"},
    {.name = "a point mass in a volume", .locomotion = "point_mass", .is_in_volume = true},
    {.name = "a flying body in a volume", .locomotion = "flying", .is_in_volume = true},
    {.name = "one on a surface",
     .locomotion = "surface",
     .is_in_volume = true,
     .is_on_floor = true},
};

static const dv_vec3 six[] = {{0, -3, 0}, {0, 3, 0}};

static const course_place obstructed[] = {
    {.name = "open"},
    {"a ball", {{.shape = DV_SPHERE, .radius = 2}}, 1},
    {"a wall", {{.shape = DV_WALL, .points = six, .point_count = 2}}, 1},
    {"a box", {BOX(0, 0, 4, 4)}, 1},
    {"two boxes", {BOX(0, -2.2f, 4, 4), BOX(0, 2.2f, 4, 4)}, 2},
};

static lab open_for(const rider *r, const course_control *control, double tick_rate,
                    uint64_t seed) {
    dv_stress_part parts[3];
    dv_argument target = TO_PLACE;
    for (uint32_t i = 0; i < 3; i++)
        parts[i] = (dv_stress_part){.stress = stress_make(control->parts[i].type, &target, i == 0),
                                    .weight = dv_value_number(control->parts[i].weight)};
    const dv_surface_def floor = {.name = "floor", .shape = DV_SURFACE_PLANE, .normal = {0, 0, 1}};
    lab_kinds kinds = {.locomotion = r->locomotion};
    kinds.properties[DV_RADIUS] = dv_value_number(0.3);
    kinds.properties[DV_MAX_SPEED] = dv_value_number(2);
    kinds.properties[DV_MAX_FORCE] = dv_value_number(4);
    if (r->turn_rate > 0)
        kinds.properties[DV_TURN_RATE] = dv_value_number(r->turn_rate);
    if (r->reverse > 0)
        kinds.properties[DV_REVERSE] = dv_value_number(r->reverse);
    if (r->is_on_floor) {
        kinds.surfaces = &floor;
        kinds.surface_count = 1;
    }
    dv_world_def def = lab_def();
    def.tick_rate = tick_rate;
    def.seed = seed;
    def.space = r->is_in_volume ? DV_VOLUME : DV_PLANE;
    lab l = lab_walk_in(def, kinds, parts, 3);
    dv_surface made;
    if (r->is_on_floor && dv_surface_create(l.world, 0, &made, &l.error) != DV_OK)
        fail_msg("%s", l.error.message);
    return l;
}

/// How many from the starts of a seed arrive.
static int count_arrivals(const rider *r, const course_control *control, const course_place *place,
                          double tick_rate, uint64_t seed) {
    lab l = open_for(r, control, tick_rate, seed);
    int arrived = 0;
    course_build(&l, place);
    for (int i = 0; i < STARTS; i++)
        arrived += course_walk(&l, seed * 100000 + (uint64_t)i, tick_rate) < SECONDS;
    lab_close(&l);
    return arrived;
}

#define COUNT_OF(rows) (sizeof(rows) / sizeof *(rows))

/// A body arrives from at least that many of 100 starts, whatever is in the way and at either tick
/// rate. The short form may miss the same share of its starts.
static void arrive_all(const rider *r, int fewest) {
    int short_of = 0, seeds = few_or_all(FEW_SEEDS, SEEDS);
    for (int c = BY_LINES; c <= BY_PROXIMITY; c++)
        for (int rate = 20; rate <= 60; rate += 40)
            for (size_t p = 0; p < COUNT_OF(obstructed); p++) {
                int arrived = 0;
                for (int seed = 1; seed <= seeds; seed++)
                    arrived +=
                        count_arrivals(r, &controls[c], &obstructed[p], rate, (uint64_t)seed);
                if (seeds * STARTS - arrived <=
                    share_of(SEEDS * STARTS - fewest, seeds * STARTS, SEEDS * STARTS))
                    continue;
                short_of++;
                print_message("%s, %s, %d Hz, %s: %d of %d arrive\n", r->name, controls[c].name,
                              rate, obstructed[p].name, arrived, seeds * STARTS);
            }
    assert_int_equal(short_of, 0);
}

static void a_point_mass_arrives(void **state) {
    (void)state;
    arrive_all(&riders[0], ARRIVE);
}

static void a_flying_body_arrives(void **state) {
    (void)state;
    arrive_all(&riders[1], ARRIVE);
}

static void one_that_turns_slowly_arrives(void **state) {
    (void)state;
    arrive_all(&riders[2], ARRIVE);
}

static void wheels_with_reverse_arrive(void **state) {
    (void)state;
    arrive_all(&riders[3], ARRIVE);
}

static void wheels_without_reverse_arrive(void **state) {
    (void)state;
    arrive_all(&riders[4], ARRIVE_WITHOUT_REVERSE);
}

static void a_point_mass_in_a_volume_arrives(void **state) {
    (void)state;
    arrive_all(&riders[5], ARRIVE);
}

static void a_flying_body_in_a_volume_arrives(void **state) {
    (void)state;
    arrive_all(&riders[6], ARRIVE);
}

static void one_on_a_surface_arrives(void **state) {
    (void)state;
    arrive_all(&riders[7], ARRIVE);
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_point_mass_arrives),
        cmocka_unit_test(a_flying_body_arrives),
        cmocka_unit_test(one_that_turns_slowly_arrives),
        cmocka_unit_test(wheels_with_reverse_arrive),
        cmocka_unit_test(wheels_without_reverse_arrive),
        cmocka_unit_test(a_point_mass_in_a_volume_arrives),
        cmocka_unit_test(a_flying_body_in_a_volume_arrives),
        cmocka_unit_test(one_on_a_surface_arrives),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
