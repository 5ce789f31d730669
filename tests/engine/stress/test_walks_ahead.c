// Reich's experiments with anticipation, as walks: side by side, crossing, chasing. The expected
// outcomes are those that he reports, and each must hold from several starting points.
#include "../../program.h"
#include "walks.h"

#define STARTS 5

static walker seeing(double degrees) {
    return (walker){.name = "walker",
                    .parts = {{"attract", 0.1, {GOAL}},
                              {"proximity_avoid", 1, {NUMBER("radius", 4), ANGLE(degrees)}}},
                    .stand = -1};
}

static walker foreseeing(void) {
    return (walker){.name = "walker",
                    .parts = {{"attract", 0.1, {GOAL}}, {"predictive_avoid", 0.5, {{0}}}},
                    .stand = -1};
}

/// How two walkers fared with each other.
typedef struct encounter {
    float nearest, widest; ///< m between the centers
    walk a, b;
} encounter;

static encounter let_walk(field *f, dv_agent a, dv_agent b, double seconds) {
    encounter e = {.a = walk_begin(f, a), .b = walk_begin(f, b)};
    e.nearest = e.widest = between(f, a, b);
    while (e.a.seconds < seconds) {
        field_step(f);
        walk_note(f, &e.a);
        walk_note(f, &e.b);
        float apart = between(f, a, b);
        e.nearest = apart < e.nearest ? apart : e.nearest;
        e.widest = apart > e.widest ? apart : e.widest;
    }
    return e;
}

// Two go the same way, 3 m apart.
static encounter abreast(const walker *kind, int start) {
    field f = field_open(kind, 1);
    float ahead = 0.1f * (float)(start - STARTS / 2);
    dv_agent a = field_spawn(&f, 0, 0, 0, 0), b = field_spawn(&f, 0, ahead, 3, 0);
    field_send(&f, a, 60, 0);
    field_send(&f, b, 60, 3);
    encounter e = let_walk(&f, a, b, 15);
    field_close(&f);
    return e;
}

// Two whose ways cross at a right angle, there at the same time or a seventh of a second apart.
static encounter across(const walker *kind, int start) {
    field f = field_open(kind, 1);
    float later = 0.1f * (float)(start - STARTS / 2);
    dv_agent a = field_spawn(&f, 0, 0, -10, DV_PI / 2);
    dv_agent b = field_spawn(&f, 0, 10 + later, 0, DV_PI);
    field_send(&f, a, 0, 20);
    field_send(&f, b, -20, 0);
    encounter e = let_walk(&f, a, b, 15);
    field_close(&f);
    return e;
}

static void a_wide_view_pushes_apart_a_narrow_one_collides_prediction_does_neither(void **state) {
    (void)state;
    const walker wide = seeing(220), narrow = seeing(20), predictive = foreseeing();
    for (int start = 0; start < STARTS; start++) {
        encounter pushed = abreast(&wide, start), calm = abreast(&predictive, start);
        // the wide region ends 4 m off: until then they are pushed apart
        assert_true(pushed.widest > 3.8f);
        assert_true(calm.widest - 3 < 0.5f * (pushed.widest - 3));
        encounter unaware = across(&narrow, start), aware = across(&predictive, start);
        // bodies of 0.5 m that come within a hand of each other, or are halted
        assert_true(unaware.nearest < 2 * RADIUS + 0.3f);
        assert_true(aware.nearest > unaware.nearest);
        assert_true(aware.nearest > 2 * RADIUS + 0.2f);
    }
}

// One crosses from the right, in time to be past by 2 m and more when the walker comes there.
static encounter meet_one_who_passes(const walker *kind, int start, walk *way) {
    const walker walkers[] = {*kind, {.name = "passer-by", .parts = {{"attract", 1, {GOAL}}}}};
    field f = field_open(walkers, 2);
    dv_agent a = field_spawn(&f, 0, 0, -10, DV_PI / 2);
    dv_agent b = field_spawn(&f, 1, 6.5f - 0.3f * (float)start, 0, DV_PI);
    field_send(&f, a, 0, 15);
    field_send(&f, b, -40, 0);
    encounter e = {.nearest = between(&f, a, b)};
    *way = walk_begin(&f, a);
    while (way->seconds < 60 && distance_to(&f, a, 0, 15) > 0.7f) {
        field_step(&f);
        walk_note(&f, way);
        float apart = between(&f, a, b);
        e.nearest = apart < e.nearest ? apart : e.nearest;
        float aside = fabsf(way->last.x);
        e.widest = aside > e.widest ? aside : e.widest;
    }
    field_close(&f);
    return e;
}

static void crossing_traditional_avoidance_is_pushed_and_prediction_goes_straight(void **state) {
    (void)state;
    const walker wide = seeing(220), predictive = foreseeing();
    for (int start = 0; start < STARTS; start++) {
        walk pushed, straight;
        encounter by_region = meet_one_who_passes(&wide, start, &pushed);
        encounter by_prediction = meet_one_who_passes(&predictive, start, &straight);
        assert_true(straight.length < pushed.length);
        assert_true(by_prediction.widest < by_region.widest);
        assert_true(by_prediction.widest < 4 * RADIUS); // aside of the straight line
        assert_true(by_prediction.nearest > 2 * RADIUS);
    }
}

// Visual comparison of attraction behaviors: who crosses at 1 m/s is chased.

/// How a chase went: by where the target is, by where it will be so many steps on, by prediction.
typedef struct chase {
    double seconds;
    double bend;  ///< m, how much longer its way was than straight
    float behind; ///< m, how far behind the target it comes up
} chase;

static chase give_chase(const char *behavior, double steps_ahead, float distance) {
    const walker walkers[] = {
        {.name = "hunter",
         .parts = {{behavior,
                    1,
                    {{"target", dv_value_name(steps_ahead > 0 ? "goal" : "target")}}}}},
        {.name = "quarry", .parts = {{"attract", 1, {GOAL}}}, .max_speed = 1}};
    field f = field_open(walkers, 2);
    dv_agent quarry = field_spawn(&f, 1, distance, -6, DV_PI / 2);
    walk w = walk_begin(&f, field_spawn(&f, 0, 0, 0, 0));
    field_send(&f, quarry, distance, 90);
    field_give(&f, w.agent, AT_TARGET_AGENT, quarry.bits);
    chase c = {0};
    while (w.seconds < 60 && between(&f, w.agent, quarry) > 1) {
        dv_vec3 at = dv_agent_position(f.world, quarry);
        dv_vec3 velocity = dv_agent_velocity(f.world, quarry);
        float ahead = (float)steps_ahead * 0.5f; // a step takes half a second
        field_send(&f, w.agent, at.x + velocity.x * ahead, at.y + velocity.y * ahead);
        field_step(&f);
        walk_note(&f, &w);
    }
    dv_vec3 offset = dv_subtract(dv_agent_position(f.world, quarry), w.last);
    c.behind = dv_dot(offset, dv_agent_forward(f.world, quarry));
    c.bend = w.length - (double)dv_length(dv_subtract(w.last, w.start));
    c.seconds = w.seconds;
    field_close(&f);
    return c;
}

static void naive_attraction_falls_in_behind_and_prediction_intercepts(void **state) {
    (void)state;
    for (int start = 0; start < STARTS; start++) {
        float distance = 12 + 2 * (float)start;
        chase naive = give_chase("attract", 0, distance);
        chase ahead = give_chase("attract", 4, distance);
        chase straight = give_chase("predictive_attract", 0, distance);
        assert_true(naive.behind > 0.9f); // of the meter that is left
        assert_true(straight.behind < 0.5f);
        assert_true(ahead.seconds < naive.seconds);
        assert_true(straight.seconds < ahead.seconds);
        assert_true(straight.bend < ahead.bend);
        assert_true(ahead.bend < naive.bend);
    }
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_wide_view_pushes_apart_a_narrow_one_collides_prediction_does_neither),
        cmocka_unit_test(crossing_traditional_avoidance_is_pushed_and_prediction_goes_straight),
        cmocka_unit_test(naive_attraction_falls_in_behind_and_prediction_intercepts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
