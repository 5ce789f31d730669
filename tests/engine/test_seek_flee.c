// Seek, flee, target speed, and how behaviors read their targets and numbers. The agent moves at
// (4, 0) m/s with a top speed of 10 m/s.
#include "../program.h"
#include "behavior_world.h"

#define EXACT 1e-5f

static dv_agent mover(lab *l) { return lab_spawn(l, SHEEP, dv_vec(0, 0, 0), 0, 4); }

static void seek_is_cap_toward_the_target_less_velocity(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = mover(&l);
    assert_vector(ASK(&l, agent, "seek", AT_POINT(0, 5, 0)), -4, 10, 0, EXACT);
    assert_vector(ASK(&l, agent, "seek", AT_POINT(3, 4, 0)), 2, 8, 0, EXACT);
    assert_vector(ASK(&l, agent, "seek", AT_POINT(0, 5, 0), YES("keep_speed")), -4, 4, 0, EXACT);
    lab_close(&l);
}

static void seek_of_a_target_behind_from_rest_turns_back(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 0, 0);
    assert_vector(ASK(&l, agent, "seek", AT_POINT(-5, 0, 0)), -10, 0, 0, EXACT);
    lab_close(&l);
}

static void seek_on_top_of_the_target_is_zero(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = mover(&l);
    assert_zero(ASK(&l, agent, "seek", AT_POINT(0, 0, 0)));
    lab_close(&l);
}

static void flee_is_cap_away_within_the_radius(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = mover(&l);
    assert_vector(ASK(&l, agent, "flee", AT_POINT(0, 5, 0)), -4, -10, 0, EXACT);
    assert_vector(ASK(&l, agent, "flee", AT_POINT(0, 5, 0), NUMBER("radius", 5)), -4, -10, 0,
                  EXACT);
    assert_zero(ASK(&l, agent, "flee", AT_POINT(0, 5, 0), NUMBER("radius", 4.9)));
    assert_vector(ASK(&l, agent, "flee", AT_POINT(0, 5, 0), YES("keep_speed")), -4, -4, 0, EXACT);
    lab_close(&l);
}

static void flee_on_top_of_the_target_goes_straight_on(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(3, 3, 0), 90, 4);
    assert_vector(ASK(&l, agent, "flee", AT_POINT(3, 3, 0)), 0, 6, 0, EXACT);
    lab_close(&l);
}

static void target_speed_changes_speed_not_direction(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 90, 4);
    assert_vector(ASK(&l, agent, "target_speed", NUMBER("speed", 6)), 0, 2, 0, EXACT);
    assert_vector(ASK(&l, agent, "target_speed", NUMBER("speed", 1)), 0, -3, 0, EXACT);
    assert_zero(ASK(&l, agent, "target_speed", NUMBER("speed", 4)));
    lab_close(&l);
}

static void a_target_that_is_not_there_steers_zero(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = mover(&l), other = lab_spawn(&l, DOG, dv_vec(0, 5, 0), 0, 0);
    assert_zero(ASK(&l, agent, "seek", AT_TARGET));
    assert_zero(ASK(&l, agent, "seek", {"target", dv_value_name("place")}));
    assert_zero(ASK(&l, agent, "seek", {"target", dv_value_mouse()}));
    lab_aim(&l, agent, other);
    assert_vector(ASK(&l, agent, "seek", AT_TARGET), -4, 10, 0, EXACT);
    dv_agent_remove(l.world, other);
    assert_zero(ASK(&l, agent, "seek", AT_TARGET));
    lab_close(&l);
}

static void an_agent_is_no_target_of_its_own(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = mover(&l);
    lab_aim(&l, agent, agent);
    assert_zero(ASK(&l, agent, "flee", AT_TARGET));
    lab_close(&l);
}

static void targets_are_slots_points_and_the_mouse(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = mover(&l);
    dv_slot_value place = {.is_set = true, .as.point = {0, -5, 0}};
    assert_int_equal(dv_agent_set_slot(l.world, agent, SLOT_PLACE, place, &l.error), DV_OK);
    assert_vector(ASK(&l, agent, "seek", {"target", dv_value_name("place")}), -4, -10, 0, EXACT);
    dv_vec3 mouse = {-6, 8, 0};
    dv_world_set_mouse(l.world, &mouse);
    assert_vector(ASK(&l, agent, "seek", {"target", dv_value_mouse()}), -10, 8, 0, EXACT);
    lab_close(&l);
}

static void the_plane_ignores_heights_and_a_volume_does_not(void **state) {
    (void)state;
    lab plane = lab_open();
    dv_agent agent = mover(&plane);
    assert_vector(ASK(&plane, agent, "seek", AT_POINT(0, 5, 7)), -4, 10, 0, EXACT);
    assert_zero(ASK(&plane, agent, "seek", AT_POINT(0, 0, 7)));
    lab_close(&plane);
    lab volume = lab_open_volume();
    agent = mover(&volume);
    assert_vector(ASK(&volume, agent, "seek", AT_POINT(0, 3, 4)), -4, 6, 8, EXACT);
    lab_close(&volume);
}

static void targets_across_a_wrapping_edge_are_near(void **state) {
    (void)state;
    dv_world_def def = lab_def();
    def.bounds.edge = DV_EDGE_WRAP;
    lab l = lab_open_with(def, (lab_kinds){0});
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(49, 0, 0), 90, 0);
    assert_vector(ASK(&l, agent, "seek", AT_POINT(-49, 0, 0)), 10, 0, 0, EXACT);
    assert_vector(ASK(&l, agent, "flee", AT_POINT(-49, 0, 0), NUMBER("radius", 3)), -10, 0, 0,
                  EXACT);
    lab_close(&l);
}

static void numbers_are_literals_slots_and_settings(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = mover(&l);
    dv_argument by_slot = {"radius", dv_value_name("amount")};
    dv_argument by_setting = {"radius", dv_value_setting("level")};
    assert_zero(ASK(&l, agent, "flee", AT_POINT(0, 5, 0), by_slot)); // the slot is empty
    lab_set_amount(&l, agent, 5);
    assert_vector(ASK(&l, agent, "flee", AT_POINT(0, 5, 0), by_slot), -4, -10, 0, EXACT);
    lab_set_amount(&l, agent, -5); // out of range: the nearest that is valid counts
    assert_zero(ASK(&l, agent, "flee", AT_POINT(0, 5, 0), by_slot));
    assert_vector(ASK(&l, agent, "flee", AT_POINT(0, 5, 0), by_setting), -4, -10, 0, EXACT);
    assert_int_equal(dv_world_set_setting(l.world, 0, 4, &l.error), DV_OK);
    assert_zero(ASK(&l, agent, "flee", AT_POINT(0, 5, 0), by_setting));
    lab_close(&l);
}

static void the_desired_speed_is_the_states(void **state) {
    (void)state;
    lab l = lab_open_with(lab_def(), (lab_kinds){.speed = dv_value_number(6)});
    dv_agent agent = mover(&l);
    assert_vector(ASK(&l, agent, "seek", AT_POINT(0, 5, 0)), -4, 6, 0, EXACT);
    lab_close(&l);
}

enum { SEEKERS = 8 };

typedef struct means {
    double distance, speed;
} means;

/// Run 10 s and measure each seeker's mean distance from the origin and mean speed.
static void measure(lab *l, const dv_agent *seekers, means found[SEEKERS]) {
    int ticks = (int)(10 * l->def.tick_rate);
    memset(found, 0, SEEKERS * sizeof *found);
    for (int tick = 0; tick < ticks; tick++) {
        lab_step(l);
        for (int i = 0; i < SEEKERS; i++) {
            dv_vec3 place = dv_agent_position(l->world, seekers[i]);
            found[i].distance += (double)dv_length(place) / ticks;
            found[i].speed += (double)dv_length(dv_agent_velocity(l->world, seekers[i])) / ticks;
        }
    }
}

/// Seekers of the origin from all around, 1 kg at up to 8 m/s: their means after 20 s and after
/// 10 min.
static void seek_for_ten_minutes(double tick_rate, double force, double response,
                                 means early[SEEKERS], means late[SEEKERS]) {
    dv_world_def def = lab_def();
    def.tick_rate = tick_rate;
    dv_steering *seek = MAKE("seek", AT_POINT(0, 0, 0));
    lab l = lab_open_with(def, (lab_kinds){.steer = seek});
    dv_steering_release(seek);
    dv_agent seekers[SEEKERS];
    uint64_t n = 0;
    for (int i = 0; i < SEEKERS; i++) {
        dv_vec3 place = {lab_random(&n, -14, 14), lab_random(&n, -14, 14), 0};
        seekers[i] = lab_spawn(&l, SHEEP, place, lab_random(&n, 0, 360), 4);
        const double body[] = {
            [DV_MASS] = 1, [DV_MAX_SPEED] = 8, [DV_MAX_FORCE] = force, [DV_RESPONSE] = response};
        static const dv_property own[] = {DV_MASS, DV_MAX_SPEED, DV_MAX_FORCE, DV_RESPONSE};
        for (size_t p = 0; p < sizeof own / sizeof *own; p++)
            assert_int_equal(
                dv_agent_set_property(l.world, seekers[i], own[p], body[own[p]], &l.error), DV_OK);
    }
    for (int tick = 0; tick < 20 * tick_rate; tick++)
        lab_step(&l);
    measure(&l, seekers, early);
    for (int tick = 0; tick < 560 * tick_rate; tick++)
        lab_step(&l);
    measure(&l, seekers, late);
    lab_close(&l);
}

static void seek_without_lag_passes_its_target_forever(void **state) {
    (void)state;
    static const double tick_rates[] = {20, 60, 240};
    for (size_t r = 0; r < sizeof tick_rates / sizeof *tick_rates; r++) {
        means early[SEEKERS], late[SEEKERS];
        seek_for_ten_minutes(tick_rates[r], 8, 0, early, late);
        for (int i = 0; i < SEEKERS; i++) {
            // 8 m/s less 8 m/s² ends 4 m past the target: on average 8/3 m, and 4 m/s.
            assert_true(fabs(early[i].distance - 8. / 3) < 0.2 && fabs(early[i].speed - 4) < 0.2);
            assert_true(fabs(late[i].distance / early[i].distance - 1) < 0.05);
            assert_true(fabs(late[i].speed / early[i].speed - 1) < 0.05);
        }
    }
}

/// The lag leaves max_speed - response · max_force / mass to pass the target with.
static void a_lag_slows_a_seeker_that_passes_its_target(void **state) {
    (void)state;
    means early[SEEKERS], late[SEEKERS];
    seek_for_ten_minutes(60, 8, 0.25, early, late);
    for (int i = 0; i < SEEKERS; i++) // 6 m/s at the target: 2.25 m past it, 1.5 m on average
        assert_true(late[i].distance > 1 && late[i].distance < 2);
    seek_for_ten_minutes(60, 32, 0.25, early, late);
    for (int i = 0; i < SEEKERS; i++) // no speed is left: it jitters on the target
        assert_true(late[i].distance < 0.05);
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(seek_is_cap_toward_the_target_less_velocity),
        cmocka_unit_test(seek_of_a_target_behind_from_rest_turns_back),
        cmocka_unit_test(seek_on_top_of_the_target_is_zero),
        cmocka_unit_test(flee_is_cap_away_within_the_radius),
        cmocka_unit_test(flee_on_top_of_the_target_goes_straight_on),
        cmocka_unit_test(target_speed_changes_speed_not_direction),
        cmocka_unit_test(a_target_that_is_not_there_steers_zero),
        cmocka_unit_test(an_agent_is_no_target_of_its_own),
        cmocka_unit_test(targets_are_slots_points_and_the_mouse),
        cmocka_unit_test(the_plane_ignores_heights_and_a_volume_does_not),
        cmocka_unit_test(targets_across_a_wrapping_edge_are_near),
        cmocka_unit_test(numbers_are_literals_slots_and_settings),
        cmocka_unit_test(the_desired_speed_is_the_states),
        cmocka_unit_test(seek_without_lag_passes_its_target_forever),
        cmocka_unit_test(a_lag_slows_a_seeker_that_passes_its_target),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
