// A locomotion model that a host defines: it keeps a number and a state for each agent and declares
// the properties that it uses. Nothing else in the engine knows it.
#include "../program.h"
#include "../world_hash.h"
#include "behavior_world.h"

#include "base/result.h"
#include "program/program_data.h"
#include "world/world_data.h"

#include <stdio.h>

typedef struct hops {
    uint32_t count;
    float farthest; ///< m
} hops;

static hops *hops_of(const dv_world *world, uint32_t agent) {
    return (hops *)(void *)(dv_states_of(world, agent) + dv_kind_of(world, agent)->model_offset);
}

static void hop(dv_world *world, const uint32_t *agents, uint32_t first, uint32_t last) {
    for (uint32_t i = first; i < last; i++) {
        hops *state = hops_of(world, agents[i]);
        state->count++;
        world->agents.x[agents[i]] += 1;
        state->farthest = world->agents.x[agents[i]];
        world->agents.kept[agents[i]] = 0.5f * (float)state->count;
    }
}

static bool are_hops(const void *state) { return ((const hops *)state)->count < 1000; }

static void sit(void *state) { ((hops *)state)->count = 0; }

static dv_result refuse_long_strides(const dv_bound *properties, const char *where,
                                     dv_error *error) {
    if (properties[DV_MAX_BRAKE].number <= 100)
        return DV_OK;
    return dv_fail(error, DV_ERROR_LIMIT, "%s: a hopper brakes with 100 N at most", where);
}

static const dv_property own[] = {DV_MAX_BRAKE};
static const dv_parameter charge = {"charge", DV_PARAMETER_NUMBER, false, "J", 0, 50, 0, "charge"};
static const dv_locomotion_type hopper = {
    .entry = {.name = "hopper", .doc = "A body that hops.", .source = "a test"},
    .move = hop,
    .properties = own,
    .property_count = 1,
    .kept = &charge,
    .state_name = "hops",
    .state_size = sizeof(hops),
    .is_state = are_hops,
    .halt = sit,
    .refuse = refuse_long_strides,
};

static const char path[] = "test_own_model.snap";

static lab open_hopper(void) {
    return lab_open_with(lab_def(), (lab_kinds){.locomotion = "hopper"});
}

static void what_it_keeps_is_saved_and_read_back(void **state) {
    (void)state;
    lab l = open_hopper();
    lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 0, 0);
    for (int i = 0; i < 5; i++)
        lab_step(&l);
    assert_int_equal(hops_of(l.world, 0)->count, 5);
    uint64_t hash = world_hash(l.world);
    assert_int_equal(dv_world_save(l.world, path, &l.error), DV_OK);
    lab_step(&l);
    uint64_t later = world_hash(l.world);
    if (dv_world_load(l.world, path, &l.error) != DV_OK)
        fail_msg("%s", l.error.message);
    assert_true(world_hash(l.world) == hash);
    assert_int_equal(hops_of(l.world, 0)->count, 5);
    assert_true(hops_of(l.world, 0)->farthest == 5 && l.world->agents.kept[0] == 2.5f);
    lab_step(&l);
    assert_true(world_hash(l.world) == later);
    hops_of(l.world, 0)->count++; // the hash covers it
    assert_true(world_hash(l.world) != later);
    remove(path);
    lab_close(&l);
}

static void what_it_cannot_keep_is_not_read(void **state) {
    (void)state;
    lab l = open_hopper();
    lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 0, 0);
    hops_of(l.world, 0)->count = 1000;
    assert_int_equal(dv_world_save(l.world, path, &l.error), DV_OK);
    assert_int_equal(dv_world_load(l.world, path, &l.error), DV_ERROR_FORMAT);
    hops_of(l.world, 0)->count = 0;
    l.world->agents.kept[0] = 51;
    assert_int_equal(dv_world_save(l.world, path, &l.error), DV_OK);
    assert_int_equal(dv_world_load(l.world, path, &l.error), DV_ERROR_FORMAT);
    remove(path);
    lab_close(&l);
}

static void halting_starts_it_over(void **state) {
    (void)state;
    lab l = open_hopper();
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 0, 0);
    lab_step(&l);
    dv_agent_halt(l.world, agent);
    assert_int_equal(hops_of(l.world, 0)->count, 0);
    lab_close(&l);
}

static void a_property_is_its_models(void **state) {
    (void)state;
    static const struct {
        const char *model;
        bool brake, stride, mass;
    } models[] = {{"hopper", true, false, true},
                  {"wheeled", true, false, true},
                  {"legged", false, true, true},
                  {"point_mass", false, false, true}};
    for (size_t i = 0; i < sizeof models / sizeof *models; i++) {
        lab l = lab_open_with(lab_def(), (lab_kinds){.locomotion = models[i].model});
        assert_int_equal(dv_kind_has_property(l.world, SHEEP, DV_MAX_BRAKE), models[i].brake);
        assert_int_equal(dv_kind_has_property(l.world, SHEEP, DV_STRIDE), models[i].stride);
        assert_int_equal(dv_kind_has_property(l.world, SHEEP, DV_MASS), models[i].mass);
        lab_close(&l);
    }
}

static void it_refuses_what_does_not_go_together(void **state) {
    (void)state;
    dv_program *program = dv_program_create();
    dv_kind_def kind = dv_kind_def_default();
    dv_error error;
    kind.name = "frog";
    kind.where = "main.lua:3";
    kind.locomotion = "hopper";
    kind.properties[DV_MAX_BRAKE] = dv_value_number(200);
    assert_int_equal(dv_program_add_kind(program, &kind, &error), DV_OK);
    assert_int_equal(dv_program_finish(program, &error), DV_ERROR_LIMIT);
    assert_string_equal(error.message, "main.lua:3: a hopper brakes with 100 N at most");
    dv_program_release(program);
}

static int register_hopper(void **state) {
    (void)state;
    return dv_register_locomotion(&hopper, NULL) == DV_OK ? 0 : -1;
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_it_keeps_is_saved_and_read_back),
        cmocka_unit_test(what_it_cannot_keep_is_not_read),
        cmocka_unit_test(halting_starts_it_over),
        cmocka_unit_test(a_property_is_its_models),
        cmocka_unit_test(it_refuses_what_does_not_go_together),
    };
    return cmocka_run_group_tests(tests, register_hopper, NULL);
}
