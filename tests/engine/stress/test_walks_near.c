// Reich's experiments with proximity, as walks: the ends of goals, car doors, regions of sensors,
// walls. The expected outcomes are those that he reports, and each must hold from several starting
// points.
#include "../../program.h"
#include "walks.h"

#include "drover/navigation.h"

#define STARTS 5

#define THING                                                                                      \
    { "target", dv_value_name("thing") }

/// A little to the left or the right of the middle.
static float start_at(int start) { return 0.1f * (float)(start - STARTS / 2); }

static bool rests(field *f, walk *w, double seconds) {
    double before = w->length;
    for (double until = w->seconds + seconds; w->seconds < until;) {
        field_step(f);
        walk_note(f, w);
    }
    return w->length == before;
}

// A goal's neighborhood (figures Walking past the goal and Orbital approach).

static float rest_of_way(const field *f, const walk *w) {
    const dv_legs *legs = dv_legs_of(f->world, dv_handle_index(w->agent.bits));
    float left = dv_length(dv_vec(legs->left_x - 6, legs->left_y, 0));
    float right = dv_length(dv_vec(legs->right_x - 6, legs->right_y, 0));
    return left < right ? left : right;
}

static void a_low_threshold_circles_back_and_both_remedies_arrive(void **state) {
    (void)state;
    const walker walkers[] = {
        {.name = "exact", .parts = {{"attract", 1, {GOAL, NUMBER("distance", 0.01)}}}, .stand = -1},
        {.name = "content", .parts = {{"attract", 1, {GOAL, NUMBER("distance", 0.45)}}}},
        {.name = "stepping on it", .parts = {{"attract", 1, {GOAL}}}},
    };
    for (int start = 0; start < STARTS; start++)
        for (uint32_t kind = 0; kind < 3; kind++) {
            field f = field_open(walkers, 3);
            walk w = walk_begin(&f, field_spawn(&f, kind, 0, start_at(start), 0));
            field_send(&f, w.agent, 6, 0);
            bool has_rest = rests(&f, &w, 10);
            has_rest = rests(&f, &w, 20);
            if (kind == 0) { // it walks on and on about its goal: 20 s of steps that turn back
                assert_false(has_rest);
                assert_true(w.length > 2 * 6);
                assert_true(distance_to(&f, w.agent, 6, 0) < 3);
                assert_true(w.turned > 2 * DV_PI);
            } else {
                assert_true(has_rest);
                // within the threshold; or with the foot on it, a fifth of its length
                assert_true(rest_of_way(&f, &w) <= (kind == 1 ? 0.45f : 0.05f));
                assert_true(w.length < 1.1 * 6);
            }
            field_close(&f);
        }
}

// Steps of 0.25 m that turn by 0.12 make a circle of 2.1 m: what is nearer abeam is never reached.
static void who_can_hardly_turn_orbits_what_others_reach(void **state) {
    (void)state;
    const walker walkers[] = {
        {.name = "stiff",
         .parts = {{"attract", 1, {GOAL, NUMBER("distance", 0.4), NUMBER("angle_scale", 0)}}},
         .turn = 0.12,
         .stand = -1},
        {.name = "nimble",
         .parts = {{"attract", 1, {GOAL, NUMBER("distance", 0.4), NUMBER("angle_scale", 0)}}},
         .turn = 0.6,
         .stand = -1},
    };
    for (int start = 0; start < STARTS; start++)
        for (uint32_t kind = 0; kind < 2; kind++) {
            field f = field_open(walkers, 2);
            walk w = walk_begin(&f, field_spawn(&f, kind, start_at(start), 0, 0));
            field_send(&f, w.agent, 0.3f, 2);
            bool arrives = walk_to(&f, &w, 0.3f, 2, 0.6f, 60);
            assert_int_equal(arrives, kind == 1);
            assert_true(kind == 1 || w.turned > 4 * DV_PI);
            field_close(&f);
        }
}

// Asymmetry caused by bounding cylinders: a car of 4.5 m by 1.8 m, approached from all sides.

static float gap_beside_car(const walk *w) {
    float x = fabsf(w->last.x) - 2.25f, y = fabsf(w->last.y) - 0.9f;
    return dv_length(dv_vec(x > 0 ? x : 0, y > 0 ? y : 0, 0)) - RADIUS;
}

static float walk_to_car(dv_obstacle_shape shape, double bearing) {
    const walker driver = {.name = "driver",
                           .parts = {{"attract", 1, {THING, NUMBER("distance", 0.3)}}}};
    field f = field_open(&driver, 1);
    dv_obstacle_def car = {.shape = shape, .width = 4.5f, .depth = 1.8f, .height = 2};
    car.radius = sqrtf(2.25f * 2.25f + 0.9f * 0.9f);
    dv_agent agent =
        field_spawn(&f, 0, 8 * (float)dv_cos(bearing), 8 * (float)dv_sin(bearing), bearing + DV_PI);
    field_give(&f, agent, AT_THING, field_put(&f, car).bits);
    walk w = walk_begin(&f, agent);
    assert_false(rests(&f, &w, 10));
    assert_true(rests(&f, &w, 10));
    float gap = gap_beside_car(&w);
    field_close(&f);
    return gap;
}

static void the_shape_of_a_car_leaves_no_gap_beside_it_where_its_cylinder_does(void **state) {
    (void)state;
    for (int i = 0; i < 12; i++)
        assert_true(walk_to_car(DV_BOX, i * DV_PI / 6) <= 0.3f);
    // at the doors the cylinder stands out by √(2.25² + 0.9²) − 0.9 = 1.52 m
    assert_true(walk_to_car(DV_CYLINDER, DV_PI / 2) > 1.5f);
    assert_true(walk_to_car(DV_CYLINDER, -DV_PI / 2) > 1.5f);
}

// Results of a short, wide and of a long, narrow avoidance sensor.

static walk walk_round(const walker *kind, int start) {
    field f = field_open(kind, 1);
    field_put_post(&f, 15, 0.5f, 3);
    walk w = walk_begin(&f, field_spawn(&f, 0, 0, start_at(start), 0));
    field_send(&f, w.agent, 30, 0);
    assert_true(walk_to(&f, &w, 30, 0, 0.6f, 60));
    field_close(&f);
    return w;
}

static void a_long_narrow_region_makes_the_shorter_way_than_a_short_wide_one(void **state) {
    (void)state;
    const walker wide = {.name = "wide",
                         .parts = {{"attract", 1, {GOAL, NUMBER("distance", 0.3)}},
                                   {"proximity_avoid", 3, {NUMBER("radius", 2), ANGLE(180)}},
                                   {"inertia", 1, {{0}}}},
                         .stand = -1};
    const walker narrow = {.name = "narrow",
                           .parts = {{"attract", 1, {GOAL, NUMBER("distance", 0.3)}},
                                     {"proximity_avoid", 3, {NUMBER("radius", 8), ANGLE(40)}},
                                     {"inertia", 1, {{0}}}},
                           .stand = -1};
    for (int start = 0; start < STARTS; start++) {
        walk by_wide = walk_round(&wide, start), by_narrow = walk_round(&narrow, start);
        assert_true(by_narrow.length < by_wide.length);
        assert_true(by_narrow.turned < by_wide.turned);
    }
}

// Its other side: a long region minds who crosses far ahead, without any danger.
static void a_long_region_dodges_who_is_no_danger(void **state) {
    (void)state;
    float aside[2];
    for (int k = 0; k < 2; k++) {
        const walker walkers[] = {
            {.name = "walker",
             .parts = {{"attract", 0.1, {GOAL}},
                       {"proximity_avoid", 1, {NUMBER("radius", k ? 10 : 3), ANGLE(40)}}},
             .stand = -1},
            {.name = "passer-by", .parts = {{"attract", 1, {GOAL}}}}};
        field f = field_open(walkers, 2);
        walk w = walk_begin(&f, field_spawn(&f, 0, 0, 0, 0));
        dv_agent other = field_spawn(&f, 1, 10, -3, DV_PI / 2);
        field_send(&f, w.agent, 20, 0);
        field_send(&f, other, 10, 40);
        assert_true(walk_to(&f, &w, 20, 0, 0.7f, 40));
        aside[k] = w.highest - w.lowest;
        field_close(&f);
    }
    assert_true(aside[0] < 2 * RADIUS);
    assert_true(aside[1] > aside[0]);
}

// The trap of proximity: two posts, 2 m free between them, average to a phantom in the gate.

static walk walk_to_gate(double degrees, int start) {
    const walker kind = {.name = "walker",
                         .parts = {{"attract", 0.1, {GOAL}},
                                   {"proximity_avoid", 1, {NUMBER("radius", 3), ANGLE(degrees)}}},
                         .stand = -1};
    field f = field_open(&kind, 1);
    field_put_post(&f, 8, 1.5f, 0.5f);
    field_put_post(&f, 8, -1.5f, 0.5f);
    walk w = walk_begin(&f, field_spawn(&f, 0, 0, 0.02f * (float)(start - STARTS / 2), 0));
    field_send(&f, w.agent, 20, 0);
    assert_true(walk_to(&f, &w, 20, 0, 0.6f, 60));
    field_close(&f);
    return w;
}

static void a_wide_region_goes_round_a_gate_that_a_narrow_one_goes_through(void **state) {
    (void)state;
    for (int start = 0; start < STARTS; start++) {
        walk wide = walk_to_gate(160, start), narrow = walk_to_gate(30, start);
        assert_true(wide.highest > 2 || wide.lowest < -2); // outside of a post
        assert_true(narrow.highest < 1 && narrow.lowest > -1);
        assert_true(narrow.length < wide.length);
    }
}

// Attraction and wall avoidance to a goal that is hidden, and with a path to it.

typedef struct way_round {
    double length;  ///< m
    double dragged; ///< s within a meter of the wall before it is passed
    bool arrives;
} way_round;

/// Lead an agent on by the point of a path that is so much further along than it is.
static void lead(field *f, const walk *w, dv_path path) {
    double side;
    double s = dv_path_project(f->world, path, w->last, &side);
    dv_vec3 at = dv_path_point(f->world, path, s + 1.5, NULL);
    field_send(f, w->agent, at.x, at.y);
}

static way_round walk_behind_wall(bool is_led, int start) {
    const walker kind = {
        .name = "walker",
        .parts = {{"attract", 0.3, {GOAL}}, {"line_avoid", 1, {NUMBER("distance", 0.75)}}},
        .stand = -1};
    field f = field_open(&kind, 1);
    field_put_wall(&f, 7, -6, 7, 4);
    walk w = walk_begin(&f, field_spawn(&f, 0, 0, 3 * start_at(start), 0));
    field_send(&f, w.agent, 14, 0.5f);
    dv_path path = {0};
    dv_plan_def plan = dv_plan_def_default();
    dv_plan_outcome outcome;
    plan.from = w.start, plan.to = dv_vec(14, 0.5f, 0), plan.clearance = 1;
    assert_int_equal(dv_world_plan(f.world, &plan, &path, &outcome, &f.error), DV_OK);
    assert_int_equal(outcome, DV_PLAN_FOUND);
    way_round way = {0};
    while (w.seconds < 60 && !way.arrives) {
        if (is_led)
            lead(&f, &w, path);
        field_step(&f);
        walk_note(&f, &w);
        way.dragged += w.last.x > 6 && w.last.x < 7 && w.last.y < 4 ? f.world->dt : 0;
        way.arrives = distance_to(&f, w.agent, 14, 0.5f) < 0.7f;
    }
    way.length = w.length;
    field_close(&f);
    return way;
}

static void to_a_hidden_goal_attraction_drags_along_the_wall_and_a_path_mends_it(void **state) {
    (void)state;
    for (int start = 0; start < STARTS; start++) {
        way_round drawn = walk_behind_wall(false, start), led = walk_behind_wall(true, start);
        assert_true(led.arrives);
        // it goes to the wall first, and along it for more than half of the 3.5 m to its end
        assert_true(drawn.dragged > 0.5 * 3.5 / (double)SPEED);
        assert_true(led.dragged < 0.5 * drawn.dragged);
        assert_true(!drawn.arrives || led.length < drawn.length);
    }
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_low_threshold_circles_back_and_both_remedies_arrive),
        cmocka_unit_test(who_can_hardly_turn_orbits_what_others_reach),
        cmocka_unit_test(the_shape_of_a_car_leaves_no_gap_beside_it_where_its_cylinder_does),
        cmocka_unit_test(a_long_narrow_region_makes_the_shorter_way_than_a_short_wide_one),
        cmocka_unit_test(a_long_region_dodges_who_is_no_danger),
        cmocka_unit_test(a_wide_region_goes_round_a_gate_that_a_narrow_one_goes_through),
        cmocka_unit_test(to_a_hidden_goal_attraction_drags_along_the_wall_and_a_path_mends_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
