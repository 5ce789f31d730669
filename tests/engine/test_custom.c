// Custom behaviors: when the host is called, for which agent, and what happens with its results.
// Also pose slots.
#include "../program.h"
#include "../world_hash.h"
#include "behavior_world.h"

#include <math.h>
#include <stdio.h>

typedef struct host_script {
    int asked[3]; ///< by callback
    dv_agent last;
    bool fails;
} host_script;

static bool answer(void *context, const dv_world *world, dv_agent agent, int32_t callback,
                   dv_vec3 *vector) {
    host_script *script = context;
    script->asked[callback]++;
    script->last = agent;
    *vector = dv_vec((float)callback, dv_agent_position(world, agent).x, 0);
    return !script->fails;
}

#define CALL(number)                                                                               \
    { "call", dv_value_callback(number) }

static lab open_custom(host_script *script, dv_steering *steer) {
    lab l = lab_open_with(lab_def(), (lab_kinds){.steer = steer});
    dv_steering_release(steer);
    dv_host host = {.context = script, .custom = answer};
    dv_world_set_host(l.world, &host);
    return l;
}

static void the_host_is_asked_once_a_tick(void **state) {
    (void)state;
    host_script script = {0};
    lab l = open_custom(&script, MAKE("custom", CALL(1)));
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(7, 0, 0), 0, 0);
    lab_step(&l);
    assert_int_equal(script.asked[1], 1);
    assert_true(script.last.bits == agent.bits);
    assert_vector(dv_agent_steering(l.world, agent), 1, 7, 0, 0);
    lab_step(&l);
    assert_int_equal(script.asked[1], 2);
    lab_close(&l);
}

static void parts_of_blends_and_what_is_applied_are_asked_too(void **state) {
    (void)state;
    host_script script = {0};
    dv_error error;
    dv_part parts[] = {{MAKE("seek", AT_POINT(0, 0, 0)), {0}}, {MAKE("custom", CALL(1)), {0}}};
    dv_steering *sum = dv_blend_create("sum", parts, 2, NULL, 0, "test", &error);
    for (int i = 0; i < 2; i++)
        dv_steering_release(parts[i].steering);
    lab l = open_custom(&script, sum);
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 0, 0);
    lab_step(&l);
    assert_vector(dv_agent_steering(l.world, agent), 1, 0, 0, 0);
    // Outside of steps nothing is applied; asking answers at once.
    assert_vector(ASK(&l, agent, "custom", CALL(2)), 2, dv_agent_position(l.world, agent).x, 0, 0);
    assert_int_equal(script.asked[2], 1);
    lab_close(&l);
}

static void nobody_is_asked_without_need(void **state) {
    (void)state;
    host_script script = {0};
    lab l = open_custom(&script, MAKE("seek", AT_POINT(5, 0, 0)));
    lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 0, 0);
    lab_step(&l);
    assert_int_equal(script.asked[0] + script.asked[1] + script.asked[2], 0);
    lab_close(&l);
}

static void who_gets_no_answer_is_suspended(void **state) {
    (void)state;
    host_script script = {.fails = true};
    lab l = open_custom(&script, MAKE("custom", CALL(1)));
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 0, 0);
    lab_step(&l);
    lab_step(&l);
    assert_int_equal(script.asked[1], 1);
    assert_true(dv_agent_suspended(l.world, agent));
    dv_vec3 vector;
    dv_steering *custom = MAKE("custom", CALL(1));
    assert_int_not_equal(dv_agent_evaluate(l.world, agent, custom, &vector, &l.error), DV_OK);
    dv_steering_release(custom);
    lab_close(&l);
}

// Whether one is suspended or several: they stay, and their behaviors keep their state, as the
// others go on.
static void who_is_suspended_stays(void **state) {
    (void)state;
    lab_kinds kinds = {.steer = lab_make("wander", NULL, 0)};
    lab l = lab_open_with(lab_def(), kinds);
    dv_steering_release(kinds.steer);
    unsigned char before[3][64];
    dv_vec3 places[3];
    size_t bytes = l.world->stores[SHEEP].state_bytes;
    assert_true(bytes > 0 && bytes <= sizeof *before);
    for (int i = 0; i < 3; i++)
        lab_spawn(&l, SHEEP, dv_vec(0, 3 * (float)i, 0), 0, 1);
    lab_step(&l);
    for (uint32_t suspended = 1; suspended <= 2; suspended++) {
        dv_agent_suspend(l.world, dv_world_agent_at(l.world, suspended - 1));
        for (uint32_t i = 0; i < 3; i++) {
            memcpy(before[i], dv_states_of(l.world, i), bytes);
            places[i] = dv_position_of(l.world, i);
        }
        lab_step(&l);
        assert_int_equal(dv_world_suspended_count(l.world), suspended);
        for (uint32_t i = 0; i < 3; i++) {
            bool stays = dv_is_zero(dv_subtract(dv_position_of(l.world, i), places[i]));
            assert_int_equal(stays, i < suspended);
            assert_int_equal(memcmp(before[i], dv_states_of(l.world, i), bytes) == 0, stays);
        }
    }
    dv_world_revive(l.world);
    lab_step(&l);
    for (uint32_t i = 0; i < 2; i++)
        assert_false(dv_is_zero(dv_subtract(dv_position_of(l.world, i), places[i])));
    lab_close(&l);
}

static void without_a_host_it_steers_zero(void **state) {
    (void)state;
    lab_kinds kinds = {.steer = MAKE("custom", CALL(1))};
    lab l = lab_open_with(lab_def(), kinds);
    dv_steering_release(kinds.steer);
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(3, 0, 0), 0, 0);
    lab_step(&l);
    assert_zero(dv_agent_steering(l.world, agent));
    lab_close(&l);
}

// Poses

static dv_world *open_berths(dv_program **program) {
    static const dv_slot_def slots[] = {{"berth", DV_SLOT_POSE}, {"shift", DV_SLOT_VECTOR}};
    dv_error error;
    dv_kind_def def = dv_kind_def_default();
    dv_argument arguments[] = {{"target", dv_value_name("berth")}};
    def.name = "boat";
    def.slots = slots;
    def.slot_count = 2;
    def.steer = lab_make("docking", arguments, 1);
    *program = dv_program_create();
    assert_int_equal(dv_program_add_kind(*program, &def, &error), DV_OK);
    dv_steering_release(def.steer);
    if (dv_program_finish(*program, &error) != DV_OK)
        fail_msg("%s", error.message);
    dv_world_def world = lab_def();
    return dv_world_create(&world, *program, &error);
}

static dv_slot_value pose(float x, float y, float heading) {
    dv_slot_value value = {.is_set = true};
    value.as.pose.position = dv_vec(x, y, 0);
    value.as.pose.heading = heading;
    return value;
}

static void a_pose_slot_holds_a_place_and_a_heading(void **state) {
    (void)state;
    dv_program *program;
    dv_world *world = open_berths(&program);
    dv_agent_def def = dv_agent_def_default(0);
    dv_agent boat;
    dv_error error;
    assert_int_equal(dv_agent_spawn(world, &def, &boat, &error), DV_OK);
    assert_int_equal(dv_agent_set_slot(world, boat, 0, pose(10, 5, (float)(DV_PI / 2)), &error),
                     DV_OK);
    dv_slot_value read = dv_agent_slot(world, boat, 0);
    assert_true(read.is_set && read.as.pose.heading == (float)(DV_PI / 2));
    assert_vector(read.as.pose.position, 10, 5, 0, 0);
    assert_int_not_equal(dv_agent_set_slot(world, boat, 0, pose(0, 0, NAN), &error), DV_OK);
    assert_string_equal(error.message, "berth: heading: nan is not in -1e+06 to 1e+06 rad");
    // The berth heads up: it is entered from below, at (10, 0).
    assert_int_equal(dv_world_step(world, &error), DV_OK);
    dv_vec3 way = dv_agent_steering(world, boat);
    assert_true(way.x > 1 && fabsf(way.y) < 1e-4f);
    for (int tick = 0; tick < 50 * 30; tick++)
        assert_int_equal(dv_world_step(world, &error), DV_OK);
    assert_vector(dv_agent_position(world, boat), 10, 5, 0, 0.01f);
    assert_true(fabs(dv_agent_heading(world, boat) - DV_PI / 2) < 0.5 * DV_PI / 180);
    dv_world_destroy(world);
    dv_program_release(program);
}

static void poses_and_docking_are_in_snapshots(void **state) {
    (void)state;
    static const char path[] = "test_custom.snapshot";
    dv_program *program;
    dv_world *world = open_berths(&program);
    dv_agent_def def = dv_agent_def_default(0);
    dv_agent boat;
    dv_error error;
    dv_agent_spawn(world, &def, &boat, &error);
    dv_agent_set_slot(world, boat, 0, pose(10, 5, 1.5f), &error);
    for (int tick = 0; tick < 100; tick++)
        dv_world_step(world, &error);
    uint64_t before = world_hash(world);
    dv_agent_set_slot(world, boat, 0, pose(10, 5, 1.25f), &error);
    assert_true(world_hash(world) != before);
    dv_agent_set_slot(world, boat, 0, pose(10, 5, 1.5f), &error);
    assert_int_equal(dv_world_save(world, path, &error), DV_OK);
    for (int tick = 0; tick < 50; tick++)
        dv_world_step(world, &error);
    uint64_t after = world_hash(world);
    if (dv_world_load(world, path, &error) != DV_OK)
        fail_msg("%s", error.message);
    assert_true(world_hash(world) == before);
    for (int tick = 0; tick < 50; tick++)
        dv_world_step(world, &error);
    assert_true(world_hash(world) == after);
    remove(path);
    dv_world_destroy(world);
    dv_program_release(program);
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_host_is_asked_once_a_tick),
        cmocka_unit_test(parts_of_blends_and_what_is_applied_are_asked_too),
        cmocka_unit_test(nobody_is_asked_without_need),
        cmocka_unit_test(who_gets_no_answer_is_suspended),
        cmocka_unit_test(who_is_suspended_stays),
        cmocka_unit_test(without_a_host_it_steers_zero),
        cmocka_unit_test(a_pose_slot_holds_a_place_and_a_heading),
        cmocka_unit_test(poses_and_docking_are_in_snapshots),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
