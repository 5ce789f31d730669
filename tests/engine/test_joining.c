// Joining moving targets: offset pursuit, interpose, and shadow, in numbers and by their purpose.
// The lab's body has a top speed of 10 m/s and comes to rest at a rate of 1/s.
#include "../program.h"
#include "behavior_world.h"

#include "steering/desired.h"

#define EXACT 2e-4f

static void aim_at(lab *l, dv_agent agent, dv_vec3 place, float heading, float speed) {
    lab_aim(l, agent, lab_spawn(l, DOG, place, heading, speed));
}

static float distance_of(const lab *l, dv_agent a, dv_agent b) {
    return dv_length(dv_subtract(dv_agent_position(l->world, a), dv_agent_position(l->world, b)));
}

// Offset pursuit

static void a_fly_by_aims_beside_the_target(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 0, 0);
    // Reynolds: the lateral offset (0, 8), scaled to −5, leaves (12, 3).
    dv_vec3 way = dv_scale(dv_normalize(dv_vec(12, 3, 0)), 10);
    assert_vector(ASK(&l, agent, "offset_pursuit", AT_POINT(12, 8, 0), NUMBER("radius", 5)), way.x,
                  way.y, 0, EXACT);
    // Nearer to the axis than the radius it turns away: (12, 2 − 5).
    assert_vector(ASK(&l, agent, "offset_pursuit", AT_POINT(12, 2, 0), NUMBER("radius", 5)),
                  9.7014250f, -2.4253563f, 0, EXACT);
    // Straight ahead it passes on the right, as if the target were on the left.
    assert_vector(ASK(&l, agent, "offset_pursuit", AT_POINT(12, 0, 0), NUMBER("radius", 5)),
                  9.2307692f, -3.8461538f, 0, EXACT);
    lab_close(&l);
}

static void a_moving_target_is_predicted_to_the_nearest_pass(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 0, 0);
    aim_at(&l, agent, dv_vec(20, 0, 0), 90, 10);
    // Relative velocity (−10, 10): nearest after 1 s, at (10, 10) from here: the target is then at
    // (20, 10), 5 m of the diagonal nearer (20 − 3.5355, 10 − 3.5355).
    dv_vec3 way = dv_scale(dv_normalize(dv_vec(16.464466f, 6.464466f, 0)), 10);
    assert_vector(ASK(&l, agent, "offset_pursuit", AT_TARGET, NUMBER("radius", 5)), way.x, way.y, 0,
                  EXACT);
    lab_close(&l);
}

static void just_passed_it_flies_on(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 0, 10);
    assert_zero(ASK(&l, agent, "offset_pursuit", AT_POINT(-1, 5, 0), NUMBER("radius", 5)));
    // beyond twice the radius it comes again
    assert_vector(ASK(&l, agent, "offset_pursuit", AT_POINT(-9, 5, 0), NUMBER("radius", 5)), -20, 0,
                  0, EXACT);
    lab_close(&l);
}

static void fly(dv_vec3 quarry, float heading, float speed, bool volume) {
    dv_world_def def = lab_def();
    def.space = volume ? DV_VOLUME : DV_PLANE;
    lab_kinds kinds = {.steer = MAKE("offset_pursuit", AT_TARGET, NUMBER("radius", 5))};
    lab l = lab_open_with(def, kinds);
    dv_steering_release(kinds.steer);
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(-40, 0, 0), 0, 10);
    dv_agent target = lab_spawn(&l, DOG, quarry, heading, speed);
    lab_aim(&l, agent, target);
    float nearest = 1e9f;
    int passes = 0, last_ahead = 1;
    for (int tick = 0; tick < 50 * 30; tick++) {
        lab_step(&l);
        float distance = distance_of(&l, agent, target);
        nearest = distance < nearest ? distance : nearest;
        dv_vec3 offset =
            dv_subtract(dv_agent_position(l.world, target), dv_agent_position(l.world, agent));
        int ahead = dv_dot(offset, dv_agent_forward(l.world, agent)) > 0;
        if (last_ahead && !ahead && distance < 6)
            passes++;
        last_ahead = ahead;
    }
    if (!(nearest > 4.9f && nearest < 5.3f) || passes == 0)
        fail_msg("quarry at (%g, %g) heading %g at %g: %g m, %d passes", (double)quarry.x,
                 (double)quarry.y, (double)heading, (double)speed, (double)nearest, passes);
    lab_close(&l);
}

static void a_fly_by_keeps_the_radius(void **state) {
    (void)state;
    for (int volume = 0; volume < 2; volume++) {
        fly(dv_vec(0, 0, 0), 0, 0, volume);
        fly(dv_vec(0, 12, 0), 0, 0, volume);
        fly(dv_vec(10, 3, volume ? 4 : 0), 180, 3, volume);
        fly(dv_vec(0, -10, 0), 90, 3, volume);
        fly(dv_vec(-20, 6, 0), 0, 4, volume);
    }
}

static void an_offset_is_a_place_in_the_targets_frame(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 0, 0);
    aim_at(&l, agent, dv_vec(0, 30, 0), 90, 0);
    dv_argument offset = {"offset", dv_value_point((dv_vec3){-30, -2, 9})};
    // 30 m behind and 2 m to the right of one that faces +y is (2, 0); the plane has no up.
    assert_vector(ASK(&l, agent, "offset_pursuit", AT_TARGET, offset), 2, 0, 0, EXACT);
    lab_close(&l);
    l = lab_open_volume();
    agent = lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 0, 0);
    aim_at(&l, agent, dv_vec(0, 30, -8), 90, 0);
    assert_vector(ASK(&l, agent, "offset_pursuit", AT_TARGET, offset), 2, 0, 1, EXACT);
    lab_close(&l);
}

// Far away it heads straight for the place, of which the target's own frame tells where it is.
static void through_the_vertical_a_place_stays_where_it_was(void **state) {
    (void)state;
    lab l = lab_open_volume();
    dv_vec3 local = {-2, 3, 1};
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(0, 30, 0), 0, 0);
    dv_agent target = lab_spawn(&l, DOG, dv_vec(0, 0, 0), 0, 0);
    lab_aim(&l, agent, target);
    for (int degrees = 0; degrees <= 360; degrees += 5) {
        lab_pitch(&l, target, (float)degrees);
        dv_vec3 place = dv_agent_to_world(l.world, target, local);
        dv_vec3 way = dv_scale(dv_normalize(dv_subtract(place, dv_vec(0, 30, 0))), 10);
        assert_vector(
            ASK(&l, agent, "offset_pursuit", AT_TARGET, {"offset", dv_value_point(local)}), way.x,
            way.y, way.z, EXACT);
    }
    lab_close(&l);
}

// Straight ahead the target is passed on the right: the left of who pitches is always +y.
static void through_the_vertical_a_target_ahead_is_passed_on_one_side(void **state) {
    (void)state;
    lab l = lab_open_volume();
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 0, 0);
    for (int degrees = 0; degrees <= 360; degrees += 5) {
        lab_pitch(&l, agent, (float)degrees);
        dv_vec3 ahead = dv_scale(dv_agent_forward(l.world, agent), 12);
        // 10 · (12 ahead − 5 left) / 13
        assert_vector(ASK(&l, agent, "offset_pursuit", AT_POINT(ahead.x, ahead.y, ahead.z),
                          NUMBER("radius", 5)),
                      ahead.x * 10 / 13, -3.8461538f, ahead.z * 10 / 13, EXACT);
    }
    lab_close(&l);
}

static void a_formation_holds_and_turns_with_its_leader(void **state) {
    (void)state;
    lab_kinds kinds = {.steer = MAKE("offset_pursuit", AT_TARGET,
                                     {"offset", dv_value_point((dv_vec3){-2, 3, 0})})};
    lab l = lab_open_with(lab_def(), kinds);
    dv_steering_release(kinds.steer);
    dv_agent leader = lab_spawn(&l, DOG, dv_vec(0, 0, 0), 90, 4);
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(5, -5, 0), 0, 0);
    lab_aim(&l, agent, leader);
    for (int tick = 0; tick < 50 * 10; tick++)
        lab_step(&l);
    // Up the y axis, 2 m behind is −y and 3 m to the left −x.
    dv_vec3 place =
        dv_subtract(dv_agent_position(l.world, agent), dv_agent_position(l.world, leader));
    assert_vector(place, -3, -2, 0, 0.02f);
    assert_vector(dv_agent_velocity(l.world, agent), 0, 4, 0, 0.02f);
    lab_close(&l);
}

// A leader goes round a circle at 4 m/s and 0.5 rad/s, about z or, looping, about y. It is put
// where its velocity of each tick takes it, as bodies are.
#define RATE 0.5f
#define LEADER_SPEED 4.0f
#define TICK 0.02f

static dv_vec3 round_and_round(int tick, bool loops) {
    float angle = RATE * TICK * (float)tick;
    float ahead = LEADER_SPEED * (float)dv_cos((double)angle);
    float aside = LEADER_SPEED * (float)dv_sin((double)angle);
    return loops ? dv_vec(ahead, 0, aside) : dv_vec(ahead, aside, 0);
}

/// How far a follower with that offset is from its place in the end, m.
static float lag_on_a_circle(dv_vec3 local, bool loops) {
    dv_steering *steer = MAKE("offset_pursuit", AT_TARGET, {"offset", dv_value_point(local)});
    dv_world_def def = lab_def();
    def.space = loops ? DV_VOLUME : DV_PLANE;
    lab l = lab_open_with(def, (lab_kinds){.steer = steer});
    dv_steering_release(steer);
    dv_agent leader = lab_spawn(&l, DOG, dv_vec(0, 0, 0), 0, LEADER_SPEED);
    dv_agent agent = lab_spawn(&l, SHEEP, local, 0, LEADER_SPEED);
    lab_aim(&l, agent, leader);
    dv_vec3 place = {0, 0, 0};
    for (int tick = 1; tick <= 50 * 20; tick++) {
        lab_step(&l);
        place = dv_add(place, dv_scale(round_and_round(tick, loops), TICK));
        dv_agent_set_position(l.world, leader, place, NULL);
        dv_agent_set_velocity(l.world, leader, round_and_round(tick, loops), NULL);
    }
    place = dv_add(place, dv_agent_to_world(l.world, leader, local));
    float lag = dv_length(dv_subtract(dv_agent_position(l.world, agent), place));
    lab_close(&l);
    return lag;
}

// The velocity asked of a follower on a circle of u m/s has two errors: half a tick's turn of what
// the offset adds, rate² · |offset| · dt / 2, and the distance by which a step along the tangent
// leaves the circle, response · rate² · u · dt / 2. Near its place, the follower closes in by its
// distance over four responses, 1 m/s for each meter, less the share u / cap by which it matches
// less.
static void the_outer_places_of_a_turning_formation_do_not_lag(void **state) {
    (void)state;
    static const dv_vec3 places[] = {{0, 3, 0}, {0, -3, 0}, {-2, 4, 0}, {-2, -4, 0}};
    for (int loops = 0; loops <= 1; loops++)
        for (int i = 0; i < 4; i++) {
            dv_vec3 local = places[i];
            if (loops)
                local = dv_vec(local.x, 1, local.y);
            float inward = places[i].y, behind = places[i].x;
            float from_middle = dv_length(dv_vec(LEADER_SPEED / RATE - inward, behind, 0));
            float speed = RATE * from_middle, half = RATE * RATE * TICK / 2;
            float off = half * dv_length(places[i]) + 0.25f * half * speed;
            float bound = off / (1 - speed / 10) + 1e-3f;
            float lag = lag_on_a_circle(local, loops);
            if (!(lag <= bound))
                fail_msg("(%g, %g, %g): %g m, at most %g expected", (double)local.x,
                         (double)local.y, (double)local.z, (double)lag, (double)bound);
        }
}

static void what_turns_is_met_on_its_circle(void **state) {
    (void)state;
    dv_steering_context context = {.cap = 10};
    dv_meeting meeting = {.horizon = 10, .turn = {0, 0, (float)(DV_PI / 2)}};
    // 1 s away, a quarter of a circle of 4 / (π / 2) m, and 3 m up.
    dv_vec3 place = dv_meeting_place(&context, dv_vec(10, 0, 0), dv_vec(0, 4, 3), &meeting);
    assert_vector(place, 10 - 2.5464791f, 2.5464791f, 3, EXACT);
    meeting.turn = dv_vec(0, 0, 0);
    place = dv_meeting_place(&context, dv_vec(10, 0, 0), dv_vec(0, 4, 3), &meeting);
    assert_vector(place, 10, 4, 3, EXACT);
    // Nearly straight is as good as straight: no jump where the circle becomes too large to count.
    meeting.turn = dv_vec(0, 0, 1.1e-3f);
    place = dv_meeting_place(&context, dv_vec(10, 0, 0), dv_vec(0, 4, 3), &meeting);
    assert_vector(place, 10, 4, 3, 3e-3f);
}

/// How far what the agent did in its last tick is from what it would do for its target at first
/// sight, m/s.
static float beyond_first_sight(lab *l, dv_agent agent, dv_vec3 local) {
    lab_step(l);
    dv_vec3 first = ASK(l, agent, "offset_pursuit", AT_TARGET, {"offset", dv_value_point(local)});
    return dv_length(dv_subtract(dv_agent_steering(l->world, agent), first));
}

static void a_jump_or_another_leader_is_no_turn(void **state) {
    (void)state;
    dv_vec3 local = {-2, 3, 0};
    dv_steering *steer = MAKE("offset_pursuit", AT_TARGET, {"offset", dv_value_point(local)});
    lab l = lab_open_with(lab_def(), (lab_kinds){.steer = steer, .locomotion = "fixed"});
    dv_steering_release(steer);
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(8, 9, 0), 0, 0);
    dv_agent leader = lab_spawn(&l, DOG, dv_vec(0, 0, 0), 0, 0);
    dv_agent other = lab_spawn(&l, DOG, dv_vec(5, 0, 0), 20, 0);
    lab_aim(&l, agent, leader);
    assert_true(beyond_first_sight(&l, agent, local) == 0);
    assert_true(beyond_first_sight(&l, agent, local) == 0);
    dv_agent_set_heading(l.world, leader, 0.1, NULL); // that was a turn
    assert_true(beyond_first_sight(&l, agent, local) > 0.1f);
    dv_agent_set_heading(l.world, leader, 2, NULL);
    assert_true(beyond_first_sight(&l, agent, local) == 0);
    dv_agent_set_heading(l.world, leader, 2.1, NULL);
    assert_true(beyond_first_sight(&l, agent, local) > 0.1f);
    dv_agent_set_heading(l.world, other, 2.2, NULL);
    lab_aim(&l, agent, other);
    assert_true(beyond_first_sight(&l, agent, local) == 0);
    lab_close(&l);
}

// Interpose

#define BETWEEN(fraction)                                                                          \
    {"a", dv_value_name("target")}, {"b", dv_value_point((dv_vec3){0, 40, 0})},                    \
        NUMBER("fraction", fraction)

static void interpose_arrives_where_the_middle_will_be(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 0, 0);
    aim_at(&l, agent, dv_vec(60, 0, 0), 90, 4);
    // The middle is at (30, 20), 3.6056 s away and moving with (0, 2): (30, 27.2111).
    dv_vec3 way = dv_scale(dv_normalize(dv_vec(30, 27.211103f, 0)), 10);
    assert_vector(ASK(&l, agent, "interpose", BETWEEN(0.5)), way.x, way.y, 0, EXACT);
    // All the way to b, which stands still.
    assert_vector(ASK(&l, agent, "interpose", BETWEEN(1)), 0, 10, 0, EXACT);
    lab_close(&l);
}

static void who_interposes_stays_between_two_that_move(void **state) {
    (void)state;
    lab_kinds kinds = {.steer = MAKE("interpose", BETWEEN(0.5))};
    lab l = lab_open_with(lab_def(), kinds);
    dv_steering_release(kinds.steer);
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 0, 0);
    dv_agent other = lab_spawn(&l, DOG, dv_vec(-30, -20, 0), 0, 5);
    lab_aim(&l, agent, other);
    for (int tick = 0; tick < 50 * 12; tick++)
        lab_step(&l);
    dv_vec3 middle = dv_lerp(dv_agent_position(l.world, other), dv_vec(0, 40, 0), 0.5f);
    dv_vec3 place = dv_agent_position(l.world, agent);
    assert_vector(place, middle.x, middle.y, 0, 0.02f);
    lab_close(&l);
}

// Shadow

static void a_shadow_pursues_then_matches_velocity(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 0, 3);
    aim_at(&l, agent, dv_vec(25, 0, 0), 90, 5);
    // 20 m to go take 2 s: (25, 10).
    dv_vec3 way = dv_scale(dv_normalize(dv_vec(25, 10, 0)), 10);
    assert_vector(ASK(&l, agent, "shadow", AT_TARGET), way.x - 3, way.y, 0, EXACT);
    // inside, and on the very edge, the velocity counts alone
    assert_vector(ASK(&l, agent, "shadow", AT_TARGET, NUMBER("radius", 25)), -3, 5, 0, EXACT);
    assert_vector(ASK(&l, agent, "shadow", AT_TARGET, NUMBER("radius", 24.999)), -3, 5, 0, 2e-3f);
    lab_close(&l);
}

// It predicts no farther than its horizon, which is 10 s if nothing else is said.
static void a_shadow_predicts_up_to_its_horizon(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(-200, 0, 0), 0, 0);
    aim_at(&l, agent, dv_vec(40, 0, 0), 90, 5);
    // 235 m to go take 23.5 s. In 10 s the target is at (40, 50), in 4 s at (40, 20).
    dv_vec3 way = dv_scale(dv_normalize(dv_vec(240, 50, 0)), 10);
    assert_vector(ASK(&l, agent, "shadow", AT_TARGET), way.x, way.y, 0, EXACT);
    way = dv_scale(dv_normalize(dv_vec(240, 20, 0)), 10);
    assert_vector(ASK(&l, agent, "shadow", AT_TARGET, NUMBER("horizon", 4)), way.x, way.y, 0,
                  EXACT);
    lab_close(&l);
}

static void a_shadow_follows_at_its_distance_and_stops_with_its_target(void **state) {
    (void)state;
    lab_kinds kinds = {.steer = MAKE("shadow", AT_TARGET, NUMBER("radius", 4))};
    lab l = lab_open_with(lab_def(), kinds);
    dv_steering_release(kinds.steer);
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(-20, 0, 0), 180, 10);
    dv_agent other = lab_spawn(&l, DOG, dv_vec(0, 0, 0), 30, 5);
    lab_aim(&l, agent, other);
    for (int tick = 0; tick < 50 * 15; tick++)
        lab_step(&l);
    dv_vec3 apart =
        dv_subtract(dv_agent_velocity(l.world, other), dv_agent_velocity(l.world, agent));
    assert_true(dv_length(apart) < 0.05f);
    assert_true(fabsf(distance_of(&l, agent, other) - 4) < 0.3f);
    dv_agent_halt(l.world, other);
    for (int tick = 0; tick < 50 * 5; tick++)
        lab_step(&l);
    assert_true(dv_length(dv_agent_velocity(l.world, agent)) < 0.02f);
    lab_close(&l);
}

static void nothing_to_join_is_nothing_to_do(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 0, 4);
    assert_zero(ASK(&l, agent, "offset_pursuit", AT_TARGET));
    assert_zero(ASK(&l, agent, "shadow", AT_TARGET));
    assert_zero(ASK(&l, agent, "interpose", BETWEEN(0.5)));
    assert_zero(ASK(&l, agent, "docking", AT_TARGET));
    assert_zero(ASK(&l, agent, "hide", AT_TARGET));
    assert_zero(ASK(&l, agent, "walk_along", {"partner", dv_value_name("target")}));
    lab_close(&l);
}

static void an_offset_is_a_vector(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 0, 0);
    dv_vec3 vector;
    dv_steering *wrong = MAKE("offset_pursuit", AT_TARGET, {"offset", dv_value_name("place")});
    assert_int_not_equal(dv_agent_evaluate(l.world, agent, wrong, &vector, &l.error), DV_OK);
    assert_string_equal(l.error.message,
                        "test: steer.offset_pursuit: offset: slot 'place' holds a point");
    dv_steering_release(wrong);
    dv_argument number[] = {AT_TARGET, NUMBER("offset", 3)};
    assert_null(dv_behavior_create("offset_pursuit", number, 2, "test", 0, &l.error));
    assert_string_equal(l.error.message, "test: steer.offset_pursuit: offset: a vector slot's name "
                                         "or { x, y, z } expected, got number");
    lab_close(&l);
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_fly_by_aims_beside_the_target),
        cmocka_unit_test(a_moving_target_is_predicted_to_the_nearest_pass),
        cmocka_unit_test(just_passed_it_flies_on),
        cmocka_unit_test(a_fly_by_keeps_the_radius),
        cmocka_unit_test(an_offset_is_a_place_in_the_targets_frame),
        cmocka_unit_test(through_the_vertical_a_place_stays_where_it_was),
        cmocka_unit_test(through_the_vertical_a_target_ahead_is_passed_on_one_side),
        cmocka_unit_test(a_formation_holds_and_turns_with_its_leader),
        cmocka_unit_test(the_outer_places_of_a_turning_formation_do_not_lag),
        cmocka_unit_test(what_turns_is_met_on_its_circle),
        cmocka_unit_test(a_jump_or_another_leader_is_no_turn),
        cmocka_unit_test(interpose_arrives_where_the_middle_will_be),
        cmocka_unit_test(who_interposes_stays_between_two_that_move),
        cmocka_unit_test(a_shadow_pursues_then_matches_velocity),
        cmocka_unit_test(a_shadow_predicts_up_to_its_horizon),
        cmocka_unit_test(a_shadow_follows_at_its_distance_and_stops_with_its_target),
        cmocka_unit_test(nothing_to_join_is_nothing_to_do),
        cmocka_unit_test(an_offset_is_a_vector),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
