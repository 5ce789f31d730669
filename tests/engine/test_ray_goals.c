// Rays lead around a ball to goals in all directions: from rest, whatever the body, which may have
// to turn on the spot, through the ball.
#include "../program.h"
#include "../whole.h"
#include "behavior_world.h"

#define GOAL 10      ///< m, from the start
#define REACHED 0.5f ///< m
#define SECONDS 60
#define BEARINGS 24
#define FEW_BEARINGS 8
#define DISTANCES 5

typedef struct goer {
    const char *locomotion;
    double turn_rate; ///< rad/s
    double wheelbase; ///< m; 0: the default
    double reverse;   ///< m/s
} goer;

typedef struct way {
    float radius;  ///< m, of the ball
    float gap;     ///< m, from the agent to the surface
    float bearing; ///< rad, of the goal
    double tick_rate, max_speed;
} way;

/// Takes over the reference.
static lab open_around(const goer *g, const way *w, dv_steering *steer) {
    lab_kinds kinds = {.steer = steer, .locomotion = g->locomotion};
    kinds.properties[DV_MASS] = dv_value_number(1);
    kinds.properties[DV_MAX_SPEED] = dv_value_number(w->max_speed);
    kinds.properties[DV_MAX_FORCE] = dv_value_number(4 * w->max_speed);
    kinds.properties[DV_TURN_RATE] = dv_value_number(g->turn_rate);
    kinds.properties[DV_REVERSE] = dv_value_number(g->reverse);
    if (g->wheelbase > 0)
        kinds.properties[DV_WHEELBASE] = dv_value_number(g->wheelbase);
    dv_world_def def = lab_def();
    def.tick_rate = w->tick_rate;
    lab l = lab_open_with(def, kinds);
    dv_steering_release(steer);
    dv_obstacle_def ball = {
        .shape = DV_SPHERE, .position = {w->gap + w->radius, 0, 0}, .radius = w->radius};
    dv_obstacle made;
    assert_int_equal(dv_obstacle_create(l.world, &ball, &made, &l.error), DV_OK);
    return l;
}

static bool arrives(const goer *g, const way *w, bool is_weighted) {
    dv_vec3 goal = {GOAL * (float)dv_cos((double)w->bearing),
                    GOAL * (float)dv_sin((double)w->bearing), 0};
    dv_part parts[] = {{lab_make("ray_avoidance", NULL, 0), {0}},
                       {MAKE("arrival", AT_POINT(goal.x, goal.y, 0)), {0}}};
    if (is_weighted)
        parts[0].weight = dv_value_number(2);
    const char *blend = is_weighted ? "weighted" : "priority";
    dv_steering *both = dv_blend_create(blend, parts, 2, NULL, 0, "test", NULL);
    for (int i = 0; i < 2; i++)
        dv_steering_release(parts[i].steering);
    lab l = open_around(g, w, both);
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 0, 0);
    int left = (int)(SECONDS * w->tick_rate);
    bool is_there = false;
    while (left-- > 0 && !is_there) {
        lab_step(&l);
        is_there = dv_length(dv_subtract(dv_agent_position(l.world, agent), goal)) < REACHED;
    }
    lab_close(&l);
    return is_there;
}

static void go_everywhere(const goer *g, float radius, double tick_rate, double max_speed) {
    int late = 0, bearings = few_or_all(FEW_BEARINGS, BEARINGS);
    for (int blend = 0; blend < 2; blend++)
        for (int i = 0; i < bearings * DISTANCES; i++) {
            way w = {.radius = radius,
                     .gap = 2.5f + 0.3f * (float)(i % DISTANCES),
                     .bearing = (float)(2 * DV_PI / bearings) * (float)(i / DISTANCES),
                     .tick_rate = tick_rate,
                     .max_speed = max_speed};
            if (arrives(g, &w, blend == 1))
                continue;
            late++;
            print_message("%s turning at %g rad/s, wheelbase %g m, %g m/s backward, %s, %g Hz, "
                          "%g m/s: ball of %g m, %g m ahead, goal at %g°\n",
                          g->locomotion, g->turn_rate, g->wheelbase, g->reverse,
                          blend ? "weighted" : "priority", tick_rate, max_speed, (double)radius,
                          (double)w.gap, (double)w.bearing * 180 / DV_PI);
        }
    assert_int_equal(late, 0);
}

// A ball of 0.5 m fits between two feelers.
static void go_around_balls(const goer *g) {
    static const float radii[] = {0.5f, 1, 2};
    for (int i = 0; i < 3; i++)
        go_everywhere(g, radii[i], 60, 2);
    go_everywhere(g, 0.5f, 20, 6);
}

static void a_point_mass_reaches_every_goal(void **state) {
    (void)state;
    go_around_balls(&(goer){.locomotion = "point_mass", .turn_rate = (double)INFINITY});
}

static void one_that_turns_slowly_reaches_every_goal(void **state) {
    (void)state;
    static const double turn_rates[] = {0.8, 1.5, 3};
    for (int i = 0; i < 3; i++)
        go_around_balls(&(goer){.locomotion = "point_mass", .turn_rate = turn_rates[i]});
}

static void wheels_reach_every_goal(void **state) {
    (void)state;
    go_around_balls(&(goer){.locomotion = "wheeled", .turn_rate = (double)INFINITY});
    go_around_balls(&(goer){.locomotion = "wheeled", .turn_rate = (double)INFINITY, .reverse = 1});
}

// In the last meters before a ball, these can only turn to one side.
static void long_wheelbases_reach_every_goal(void **state) {
    (void)state;
    static const double wheelbases[] = {0.5, 1.5, 2.5};
    for (int i = 0; i < 3; i++)
        for (int reverse = 0; reverse < 2; reverse++) {
            goer car = {"wheeled", (double)INFINITY, wheelbases[i], reverse};
            go_everywhere(&car, 0.5f, 60, 1.4);
            go_everywhere(&car, 2, 20, 1.4);
        }
}

static void legs_reach_every_goal(void **state) {
    (void)state;
    go_around_balls(&(goer){.locomotion = "legged", .turn_rate = (double)INFINITY});
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_point_mass_reaches_every_goal),
        cmocka_unit_test(one_that_turns_slowly_reaches_every_goal),
        cmocka_unit_test(wheels_reach_every_goal),
        cmocka_unit_test(long_wheelbases_reach_every_goal),
        cmocka_unit_test(legs_reach_every_goal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
