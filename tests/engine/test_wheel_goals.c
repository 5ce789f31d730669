// Arrival on wheels comes to rest at every goal near by, also within the tightest circle.
#include "../program.h"
#include "../whole.h"
#include "behavior_world.h"

#define BEARINGS 24
#define FEW_BEARINGS 8
#define DISTANCES 24
#define FARTHEST 6   ///< m
#define REACHED 0.3f ///< m
#define SECONDS 60

typedef struct car {
    double wheelbase, lock, max_speed, tick_rate, reverse;
    const char *behavior; ///< NULL: arrival
} car;

/// How far from the goal it is after a minute, or at its nearest if it does not stop there (m).
static float rest_of_way(const car *c, float x, float y) {
    const char *behavior = c->behavior ? c->behavior : "arrival";
    bool stops = strcmp(behavior, "arrival") == 0;
    dv_steering *steer = MAKE(behavior, AT_POINT(x, y, 0));
    lab_kinds kinds = {.steer = steer, .locomotion = "wheeled"};
    kinds.properties[DV_MASS] = dv_value_number(1);
    kinds.properties[DV_MAX_SPEED] = dv_value_number(c->max_speed);
    kinds.properties[DV_MAX_FORCE] = dv_value_number(4 * c->max_speed);
    kinds.properties[DV_WHEELBASE] = dv_value_number(c->wheelbase);
    kinds.properties[DV_MAX_STEERING_ANGLE] = dv_value_number(c->lock);
    kinds.properties[DV_REVERSE] = dv_value_number(c->reverse);
    dv_world_def def = lab_def();
    def.tick_rate = c->tick_rate;
    lab l = lab_open_with(def, kinds);
    dv_steering_release(steer);
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 0, 0);
    float rest = INFINITY;
    for (int tick = 0; tick < (int)(SECONDS * c->tick_rate); tick++) {
        lab_step(&l);
        float now = dv_length(dv_subtract(dv_agent_position(l.world, agent), dv_vec(x, y, 0)));
        rest = stops || now < rest ? now : rest;
        if (!stops && rest < REACHED)
            break;
    }
    assert_true(!stops || dv_length(dv_agent_velocity(l.world, agent)) < 0.1f);
    lab_close(&l);
    return rest;
}

static void go_everywhere(const car *c) {
    int late = 0, bearings = few_or_all(FEW_BEARINGS, BEARINGS);
    for (int i = 0; i < bearings * DISTANCES; i++) {
        double bearing = i / DISTANCES * 2 * DV_PI / bearings;
        double distance = (double)FARTHEST * (i % DISTANCES + 1) / DISTANCES;
        float x = (float)(distance * dv_cos(bearing)), y = (float)(distance * dv_sin(bearing));
        float rest = rest_of_way(c, x, y);
        if (rest < REACHED)
            continue;
        late++;
        print_message("wheelbase %g m, lock %g, %g m/s, %g Hz: %g m from (%g, %g)\n", c->wheelbase,
                      c->lock, c->max_speed, c->tick_rate, (double)rest, (double)x, (double)y);
    }
    assert_int_equal(late, 0);
}

static void every_goal_near_by_is_reached(void **state) {
    (void)state;
    static const double wheelbases[] = {0.5, 0.8, 1.5, 2.5};
    for (int i = 0; i < 4; i++)
        go_everywhere(&(car){wheelbases[i], 0.6, 3, 50, 0, NULL});
}

static void fast_cars_do_not_overshoot(void **state) {
    (void)state;
    static const double tick_rates[] = {20, 60};
    for (int i = 0; i < 2; i++)
        go_everywhere(&(car){2.5, 0.6, 10, tick_rates[i], 0, NULL});
}

static void wide_circles_lead_there_too(void **state) {
    (void)state;
    go_everywhere(&(car){2.5, 0.3, 3, 20, 0, NULL});
}

static void with_a_reverse_gear_too(void **state) {
    (void)state;
    static const double wheelbases[] = {0.5, 0.8, 1.5, 2.5};
    static const double reverses[] = {0.3, 1, 3};
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 3; j++)
            go_everywhere(&(car){wheelbases[i], 0.6, 3, 50, reverses[j], NULL});
}

static void seek_and_pursuit_get_there_in_reverse(void **state) {
    (void)state;
    static const double wheelbases[] = {0.5, 0.8, 1.5, 2.5};
    for (int i = 0; i < 4; i++) {
        go_everywhere(&(car){wheelbases[i], 0.6, 3, 50, 1.5, "seek"});
        go_everywhere(&(car){wheelbases[i], 0.6, 3, 50, 1.5, "pursuit"});
    }
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_goal_near_by_is_reached),
        cmocka_unit_test(fast_cars_do_not_overshoot),
        cmocka_unit_test(wide_circles_lead_there_too),
        cmocka_unit_test(with_a_reverse_gear_too),
        cmocka_unit_test(seek_and_pursuit_get_there_in_reverse),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
