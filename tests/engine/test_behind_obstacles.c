// A goal straight behind an obstacle: an agent must not get stuck at an obstacle that it meets
// head-on, whatever the shape, the body, the speed, and the tick rate.
#include "../program.h"
#include "../whole.h"
#include "behavior_world.h"

#define DISTANCE 6 ///< m from the start to the middle of the obstacle, and on to the goal
#define REACHED 1  ///< m
#define FEELERS 5  ///< m, of ray_avoidance as it comes

/// A run: who goes, how, and around what.
typedef struct run {
    const char *locomotion;
    double tick_rate, max_speed, turn_rate;
    float start; ///< m/s
    float distance;
    bool feels;      ///< by rays
    bool is_blended; ///< weighted, not by priority
} run;

typedef struct shape {
    const char *name;
    dv_obstacle_def def;
} shape;

static const dv_vec3 corners[] = {{-2, -1, 0}, {0, -2, 0}, {2, 0, 0}, {0, 2, 0}, {-2, 1, 0}};
static const dv_vec3 across[] = {{0, -2, 0}, {0, 2, 0}}, along[] = {{-2, 0, 0}, {2, 0, 0}};

static const shape shapes[] = {
    {"ball", {.shape = DV_SPHERE, .radius = 2}},
    {"cylinder", {.shape = DV_CYLINDER, .radius = 2, .height = 20}},
    {"box", {.shape = DV_BOX, .width = 3, .depth = 3, .height = 20}},
    {"corner of a box",
     {.shape = DV_BOX, .width = 3, .depth = 3, .height = 20, .heading = (float)(DV_PI / 4)}},
    {"polygon", {.shape = DV_POLYGON, .points = corners, .point_count = 5}},
    {"wall", {.shape = DV_WALL, .points = across, .point_count = 2}},
    {"end of a wall", {.shape = DV_WALL, .points = along, .point_count = 2}},
};

/// Seconds to the goal, or infinity when a minute and three times the way are not enough.
static double time_to_goal(const run *r, const shape *obstacle, const char *goal_seeker) {
    dv_argument goal = AT_POINT(2 * r->distance, 0, 0);
    dv_part parts[] = {{r->feels ? lab_make("ray_avoidance", NULL, 0)
                                 : MAKE("obstacle_avoidance", NUMBER("clearance", 0.2)),
                        {0}},
                       {lab_make(goal_seeker, &goal, 1), {0}}};
    if (r->is_blended) {
        parts[0].weight = dv_value_number(2);
        parts[1].weight = dv_value_number(1);
    }
    const char *blend = r->is_blended ? "weighted" : "priority";
    lab_kinds kinds = {.steer = dv_blend_create(blend, parts, 2, NULL, 0, "test", NULL),
                       .locomotion = r->locomotion};
    kinds.properties[DV_MAX_SPEED] = dv_value_number(r->max_speed);
    kinds.properties[DV_TURN_RATE] = dv_value_number(r->turn_rate);
    dv_world_def def = lab_def();
    def.tick_rate = r->tick_rate;
    lab l = lab_open_with(def, kinds);
    for (int i = 0; i < 2; i++)
        dv_steering_release(parts[i].steering);
    dv_steering_release(kinds.steer);
    dv_obstacle_def rock = obstacle->def;
    dv_vec3 points[8];
    rock.position.x = r->distance;
    for (uint32_t i = 0; i < rock.point_count; i++)
        points[i] = dv_add(rock.points[i], dv_vec(r->distance, 0, 0));
    rock.points = points;
    dv_obstacle made;
    assert_int_equal(dv_obstacle_create(l.world, &rock, &made, &l.error), DV_OK);
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 0, r->start);
    int most = (int)(r->tick_rate * (60 + 6 * (double)r->distance / r->max_speed)), ticks = 0;
    while (ticks < most && dv_length(dv_subtract(dv_agent_position(l.world, agent),
                                                 dv_vec(2 * r->distance, 0, 0))) > REACHED) {
        lab_step(&l);
        ticks++;
    }
    lab_close(&l);
    return ticks < most ? ticks / r->tick_rate : (double)INFINITY;
}

// One that seeks at full speed circles a goal that is nearer than it can turn.
static void go_around(const run *r) {
    static const char *const seekers[] = {"arrival", "seek"};
    int seeker_count = r->max_speed / r->turn_rate < 2 * (double)r->distance ? 2 : 1;
    int held_up = 0;
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
        for (int j = 0; j < seeker_count; j++) {
            double seconds = time_to_goal(r, &shapes[i], seekers[j]);
            if (seconds < (double)INFINITY)
                continue;
            held_up++;
            print_message(
                "%s%s, %s, %s, %s: %g Hz, %g m/s, turning at %g rad/s, from %g m/s, %g m\n",
                r->feels ? "rays, " : "", r->is_blended ? "weighted" : "priority", r->locomotion,
                seekers[j], shapes[i].name, r->tick_rate, r->max_speed, r->turn_rate,
                (double)r->start, (double)r->distance);
        }
    assert_int_equal(held_up, 0);
}

static void no_obstacle_head_on_holds_a_body_up(const char *locomotion, double turn_rate) {
    static const double tick_rates[] = {20, 60, 144}, speeds[] = {1, 4, 10};
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            for (int moves = 0; moves < 2; moves++) {
                float start = moves ? (float)speeds[j] : 0;
                go_around(&(run){.locomotion = locomotion,
                                 .tick_rate = tick_rates[i],
                                 .max_speed = speeds[j],
                                 .turn_rate = turn_rate,
                                 .start = start,
                                 .distance = DISTANCE});
            }
}

static void a_point_mass_goes_around(void **state) {
    (void)state;
    no_obstacle_head_on_holds_a_body_up("point_mass", (double)INFINITY);
}

static void one_that_turns_slowly_goes_around(void **state) {
    (void)state;
    no_obstacle_head_on_holds_a_body_up("point_mass", 1);
    no_obstacle_head_on_holds_a_body_up("point_mass", 3);
}

static void a_flyer_goes_around(void **state) {
    (void)state;
    no_obstacle_head_on_holds_a_body_up("flying", (double)INFINITY);
    no_obstacle_head_on_holds_a_body_up("flying", 2);
}

static void a_surface_body_goes_around(void **state) {
    (void)state;
    no_obstacle_head_on_holds_a_body_up("surface", (double)INFINITY);
    no_obstacle_head_on_holds_a_body_up("surface", 2);
}

// So near that it has to turn on the spot, and from the nearest in what it has to keep clear.
static void from_rest_before_a_rock(const char *locomotion) {
    static const double tick_rates[] = {20, 60, 144}, speeds[] = {1, 4, 10};
    static const double turn_rates[] = {(double)INFINITY, 1, 3};
    static const float distances[] = {2.55f, 2.65f, 2.8f, 3, 3.5f, 5};
    for (int i = 0; i < few_or_all(2, 3); i++)
        for (int j = 0; j < 3; j++)
            for (int k = 0; k < 3; k++)
                for (int d = 0; d < 6; d++)
                    go_around(&(run){.locomotion = locomotion,
                                     .tick_rate = tick_rates[i],
                                     .max_speed = speeds[j],
                                     .turn_rate = turn_rates[k],
                                     .distance = distances[d]});
}

static void a_point_mass_that_stands_before_a_rock_goes_around(void **state) {
    (void)state;
    from_rest_before_a_rock("point_mass");
}

static void a_flyer_that_stands_before_a_rock_goes_around(void **state) {
    (void)state;
    from_rest_before_a_rock("flying");
}

static void a_surface_body_that_stands_before_a_rock_goes_around(void **state) {
    (void)state;
    from_rest_before_a_rock("surface");
}

// What it cannot turn away from in time it would need a reverse gear for.
static void a_car_goes_around_from_a_distance(void **state) {
    (void)state;
    static const double tick_rates[] = {20, 60, 144};
    for (int i = 0; i < 3; i++)
        for (int moves = 0; moves < 2; moves++)
            go_around(&(run){.locomotion = "wheeled",
                             .tick_rate = tick_rates[i],
                             .max_speed = 4,
                             .turn_rate = (double)INFINITY,
                             .start = 4 * (float)moves,
                             .distance = 12});
}

// From rest and in motion, from within the feelers and from before them. One that turns in a wider
// circle than its feelers are long cannot turn where it feels a wall.
static void feelers_lead_around(const char *locomotion) {
    static const double speeds[] = {1, 4, 10};
    static const double turn_rates[] = {(double)INFINITY, 3, 1};
    static const float distances[] = {4, 5, 6, 8};
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            for (int d = 0; d < 4 && speeds[i] / turn_rates[j] <= FEELERS; d++)
                for (int option = 0; option < 4; option++)
                    go_around(&(run){.locomotion = locomotion,
                                     .tick_rate = 60,
                                     .max_speed = speeds[i],
                                     .turn_rate = turn_rates[j],
                                     .start = option & 1 ? (float)speeds[i] : 0,
                                     .distance = distances[d],
                                     .feels = true,
                                     .is_blended = (option & 2) != 0});
}

static void a_point_mass_feels_its_way_around(void **state) {
    (void)state;
    feelers_lead_around("point_mass");
}

static void a_flyer_feels_its_way_around(void **state) {
    (void)state;
    feelers_lead_around("flying");
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_point_mass_goes_around),
        cmocka_unit_test(one_that_turns_slowly_goes_around),
        cmocka_unit_test(a_flyer_goes_around),
        cmocka_unit_test(a_surface_body_goes_around),
        cmocka_unit_test(a_point_mass_that_stands_before_a_rock_goes_around),
        cmocka_unit_test(a_flyer_that_stands_before_a_rock_goes_around),
        cmocka_unit_test(a_surface_body_that_stands_before_a_rock_goes_around),
        cmocka_unit_test(a_point_mass_feels_its_way_around),
        cmocka_unit_test(a_flyer_feels_its_way_around),
        cmocka_unit_test(a_car_goes_around_from_a_distance),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
