// Agents that turn into another kind, without a script: what a host sees, and what stays.
#include "../program.h"
#include "behavior_world.h"

#include <stdio.h>

static bool turning_fails;
static char heard[256];

static int32_t leave(void *context, dv_world *world, dv_agent agent, int32_t to) {
    (void)context, (void)world, (void)agent;
    snprintf(heard + strlen(heard), sizeof heard - strlen(heard), "leave %d, ", to);
    return DV_STAY;
}

static int32_t turned(void *context, dv_world *world, dv_agent agent, uint32_t from) {
    (void)context;
    snprintf(heard + strlen(heard), sizeof heard - strlen(heard), "turned %u to %u, ", from,
             dv_agent_kind(world, agent));
    return turning_fails ? DV_SUSPEND : DV_STAY;
}

static int32_t enter(void *context, dv_world *world, dv_agent agent, int32_t from) {
    (void)context, (void)world, (void)agent;
    snprintf(heard + strlen(heard), sizeof heard - strlen(heard), "enter %d, ", from);
    return DV_STAY;
}

/// Two kinds whose bodies differ; the dog's has inertia, and a state with callbacks.
static dv_program *make_kinds(void) {
    static const dv_slot_def sheep_slots[] = {{"pal", DV_SLOT_AGENT}, {"age", DV_SLOT_NUMBER}};
    static const dv_slot_def dog_slots[] = {
        {"bone", DV_SLOT_POINT}, {"age", DV_SLOT_NUMBER}, {"pal", DV_SLOT_AGENT}};
    const struct {
        const char *name;
        const dv_slot_def *slots;
        uint32_t count;
        double radius, smoothing;
    } kinds[] = {{"sheep", sheep_slots, 2, 0.5, 0}, {"dog", dog_slots, 3, 0.8, 0.5}};
    dv_program *program = dv_program_create();
    for (int k = 0; k < 2; k++) {
        dv_kind_def def = dv_kind_def_default();
        def.name = kinds[k].name;
        def.slots = kinds[k].slots;
        def.slot_count = kinds[k].count;
        def.properties[DV_RADIUS] = dv_value_number(kinds[k].radius);
        def.properties[DV_SMOOTHING] = dv_value_number(kinds[k].smoothing);
        def.initial = "second";
        assert_int_equal(dv_program_add_kind(program, &def, NULL), DV_OK);
        for (int s = 0; s < 2; s++) {
            dv_state_def state = {
                .name = s ? "second" : "first", .has_enter = true, .has_leave = true};
            assert_int_equal(dv_program_add_state(program, &state, NULL), DV_OK);
        }
    }
    dv_error error;
    if (dv_program_finish(program, &error) != DV_OK)
        fail_msg("%s", error.message);
    return program;
}

static dv_world *open_world(void) {
    dv_program *program = make_kinds();
    dv_world_def def = dv_world_def_default();
    dv_world *world = dv_world_create(&def, program, NULL);
    const dv_host host = {.leave = leave, .turned = turned, .enter = enter};
    dv_world_set_host(world, &host);
    dv_program_release(program);
    heard[0] = '\0';
    turning_fails = false;
    return world;
}

static dv_agent spawn(dv_world *world, float x) {
    dv_agent_def def = dv_agent_def_default(SHEEP);
    def.position = (dv_vec3){x, 2, 0};
    def.heading = 1;
    def.speed = 3;
    def.state = 0;
    dv_agent agent;
    assert_int_equal(dv_agent_spawn(world, &def, &agent, NULL), DV_OK);
    return agent;
}

static void it_stays_the_same_agent_with_another_body(void **state) {
    (void)state;
    dv_world *world = open_world();
    dv_agent a = spawn(world, 1), b = spawn(world, 5);
    dv_slot_value pal = {.is_set = true, .as.handle = b.bits};
    dv_slot_value age = {.is_set = true, .as.number = 7};
    assert_int_equal(dv_agent_set_slot(world, a, 0, pal, NULL), DV_OK);
    assert_int_equal(dv_agent_set_slot(world, a, 1, age, NULL), DV_OK);
    assert_int_equal(dv_agent_set_property(world, a, DV_RADIUS, 0.1, NULL), DV_OK);
    dv_world_step(world, NULL);
    dv_vec3 before = dv_agent_velocity(world, a);
    assert_int_equal(dv_agent_turn_into(world, a, DOG, NULL), DV_OK);
    assert_int_equal(dv_agent_become(world, a, 0, NULL), DV_OK); // a turn goes before a state
    assert_int_equal(dv_agent_kind(world, a), SHEEP);
    dv_world_step(world, NULL);
    assert_string_equal(heard, "leave -1, turned 0 to 1, enter -1, ");
    assert_true(dv_agent_alive(world, a));
    assert_int_equal(dv_agent_kind(world, a), DOG);
    assert_int_equal(dv_agent_state(world, a), 1);
    assert_vector(dv_agent_velocity(world, a), before.x, before.y, 0, 0);
    assert_false(dv_agent_slot(world, a, 0).is_set);
    assert_true(dv_agent_slot(world, a, 1).as.number == 7);
    assert_true(dv_agent_slot(world, a, 2).as.handle == b.bits);
    assert_true(dv_agent_property(world, a, DV_RADIUS) == (double)0.8f);
    for (int tick = 0; tick < 20; tick++)
        dv_world_step(world, NULL);
    dv_world_destroy(world);
}

static void a_request_waits_in_a_snapshot(void **state) {
    (void)state;
    dv_world *world = open_world();
    dv_agent a = spawn(world, 1);
    dv_world_step(world, NULL);
    dv_snapshot snapshot;
    assert_int_equal(dv_agent_turn_into(world, a, DOG, NULL), DV_OK);
    assert_int_equal(dv_world_take_snapshot(world, &snapshot, NULL), DV_OK);
    dv_world_step(world, NULL);
    uint64_t hashes[2];
    assert_int_equal(dv_world_hash(world, &hashes[0], NULL), DV_OK);
    assert_int_equal(dv_world_return_to(world, &snapshot, NULL), DV_OK);
    assert_int_equal(dv_agent_kind(world, a), SHEEP);
    dv_world_step(world, NULL);
    assert_int_equal(dv_agent_kind(world, a), DOG);
    assert_int_equal(dv_world_hash(world, &hashes[1], NULL), DV_OK);
    assert_int_equal(hashes[0], hashes[1]);
    dv_snapshot_free(&snapshot);
    dv_world_destroy(world);
}

static void wrong_requests_are_refused(void **state) {
    (void)state;
    dv_world *world = open_world();
    dv_agent a = spawn(world, 1);
    dv_error error;
    assert_int_equal(dv_agent_turn_into(world, a, 2, &error), DV_ERROR_NAME);
    assert_string_equal(error.message, "no kind number 2");
    dv_agent_remove(world, a);
    assert_int_equal(dv_agent_turn_into(world, a, DOG, &error), DV_ERROR_STALE);
    dv_world_destroy(world);
}

static void a_host_that_fails_suspends_the_agent(void **state) {
    (void)state;
    dv_world *world = open_world();
    dv_agent a = spawn(world, 1);
    turning_fails = true;
    assert_int_equal(dv_agent_turn_into(world, a, DOG, NULL), DV_OK);
    dv_world_step(world, NULL);
    assert_string_equal(heard, "leave -1, turned 0 to 1, ");
    assert_true(dv_agent_suspended(world, a));
    assert_int_equal(dv_agent_kind(world, a), DOG);
    dv_world_step(world, NULL);
    dv_world_destroy(world);
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_stays_the_same_agent_with_another_body),
        cmocka_unit_test(a_request_waits_in_a_snapshot),
        cmocka_unit_test(wrong_requests_are_refused),
        cmocka_unit_test(a_host_that_fails_suspends_the_agent),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
