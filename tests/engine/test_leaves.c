// What agents leave in fields: amounts per second, by kind and state.
#include "../program.h"
#include "behavior_world.h"

#include "base/alloc.h"
#include "drover/fields.h"

#define SCENT 0
#define HEAT 1
#define AMOUNT 0 ///< the only slot

typedef struct bench {
    dv_program *program;
    dv_world *world;
    dv_error error;
} bench;

static void add_fields(bench *b) {
    static const dv_field_def fields[] = {{.name = "scent", .cell = 1, .max = 100},
                                          {.name = "heat", .cell = 1, .max = 100}};
    for (int i = 0; i < 2; i++)
        assert_int_equal(dv_program_add_field(b->program, &fields[i], &b->error), DV_OK);
}

/// A kind that leaves 2 of scent, with states that leave as much, other things, and nothing.
static void add_kinds(bench *b) {
    static const dv_slot_def slots[] = {{"amount", DV_SLOT_NUMBER}};
    const dv_leaving_def two[] = {{"scent", dv_value_number(2)}};
    const dv_leaving_def both[] = {{"heat", dv_value_number(3)},
                                   {"scent", dv_value_name("amount")}};
    const dv_state_def states[] = {{.name = "as the kind"},
                                   {.name = "both", .leaves = both, .leaving_count = 2},
                                   {.name = "nothing", .leaves = both, .leaving_count = 0}};
    dv_kind_def def = dv_kind_def_default();
    def.name = "ant";
    def.leaves = two;
    def.leaving_count = 1;
    def.slots = slots;
    def.slot_count = 1;
    assert_int_equal(dv_program_add_kind(b->program, &def, &b->error), DV_OK);
    for (int i = 0; i < 3; i++)
        assert_int_equal(dv_program_add_state(b->program, &states[i], &b->error), DV_OK);
}

static void bench_open(bench *b) {
    *b = (bench){.program = dv_program_create()};
    add_fields(b);
    add_kinds(b);
    if (dv_program_finish(b->program, &b->error) != DV_OK)
        fail_msg("%s", b->error.message);
    dv_world_def def = dv_world_def_default();
    def.tick_rate = 10;
    def.bounds = (dv_bounds){{0, 0, 0}, {60, 2, 1}, DV_EDGE_CONTAIN};
    b->world = dv_world_create(&def, b->program, &b->error);
    assert_non_null(b->world);
}

static void bench_close(bench *b) {
    dv_world_destroy(b->world);
    dv_program_release(b->program);
    assert_int_equal(dv_allocated_bytes(), 0);
}

static void spawn_in(bench *b, float x, int32_t state, double amount) {
    dv_agent_def def = dv_agent_def_default(0);
    def.position = dv_vec(x, 0.5f, 0);
    def.state = state;
    dv_agent agent;
    assert_int_equal(dv_agent_spawn(b->world, &def, &agent, &b->error), DV_OK);
    dv_slot_value value = {.is_set = true, .as.number = amount};
    assert_int_equal(dv_agent_set_slot(b->world, agent, AMOUNT, value, &b->error), DV_OK);
}

static double at(const bench *b, uint32_t field, float x) {
    return dv_field_at(b->world, dv_world_field(b->world, field), dv_vec(x, 0.5f, 0));
}

// Agents in different states stand side by side in every order, each with an amount of its own.
static void each_leaves_what_its_state_says(void **state) {
    (void)state;
    bench b;
    bench_open(&b);
    for (int i = 0; i < 60; i++)
        spawn_in(&b, (float)i + 0.5f, i * i % 7 % 3, i);
    for (int tick = 0; tick < 5; tick++)
        assert_int_equal(dv_world_step(b.world, &b.error), DV_OK);
    for (int i = 0; i < 60; i++) {
        int in = i * i % 7 % 3;
        double scent = in == 0 ? 1 : in == 1 ? 0.5 * i : 0;
        assert_float_equal(at(&b, SCENT, (float)i + 0.5f), scent, 1e-6);
        assert_float_equal(at(&b, HEAT, (float)i + 0.5f), in == 1 ? 1.5 : 0, 1e-6);
    }
    bench_close(&b);
}

static void those_in_one_cell_add_up(void **state) {
    (void)state;
    bench b;
    bench_open(&b);
    for (int i = 0; i < 10; i++)
        spawn_in(&b, 5.1f + 0.05f * (float)i, 1, i - 4); // those below 0 take away
    assert_int_equal(dv_world_step(b.world, &b.error), DV_OK);
    assert_float_equal(at(&b, SCENT, 5.5f), 0.5, 1e-6);
    assert_float_equal(at(&b, HEAT, 5.5f), 3, 1e-6);
    bench_close(&b);
}

static void a_field_is_named_once(void **state) {
    (void)state;
    bench b = {.program = dv_program_create()};
    add_fields(&b);
    const dv_leaving_def twice[] = {
        {"scent", dv_value_number(1)}, {"heat", dv_value_number(1)}, {"scent", dv_value_number(2)}};
    dv_kind_def def = dv_kind_def_default();
    def.name = "ant";
    def.where = "ants.lua:7";
    def.leaves = twice;
    def.leaving_count = 3;
    assert_int_equal(dv_program_add_kind(b.program, &def, &b.error), DV_OK);
    assert_int_equal(dv_program_finish(b.program, &b.error), DV_ERROR_NAME);
    assert_string_equal(b.error.message, "ants.lua:7: leaves: the field 'scent' is named twice");
    dv_program_release(b.program);
    assert_int_equal(dv_allocated_bytes(), 0);
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_leaves_what_its_state_says),
        cmocka_unit_test(those_in_one_cell_add_up),
        cmocka_unit_test(a_field_is_named_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
