// Fields in scripts: declaring, leaving, and reading amounts, and changing fields by a reload.
#include "../program.h"
#include "../read_script.h"
#include "drover/fields.h"
#include "scenario_fixture.h"

static void it_is_left_and_read(void **state) {
    expect_run(
        *state, read_script("fields_lua/it_is_left_and_read.lua"), 2,
        "field 'scent'\tscent\t4.0\ttrue\ttrue\n"
        "1.00 3.00 0.00\n"
        "9.0 9.0 2.00\n"
        "0.50 0.00\n"
        "1.00\n"
        "main.lua:29: no field 'sent' (scent?)\n"
        "main.lua:30: a field's name expected, got number\n"
        "main.lua:31: field 'scent': amount: a finite number expected\n"
        "main.lua:32: field 'scent': radius: -1 is below 0\n"
        "main.lua:33: at: a point expected ({ x, y }, { x = , y = } or a vector), got string\n"
        "main.lua:34: at: a point { x, y } takes no 'foo'\n"
        "main.lua:35: add: a point takes no 'colour': one of x, y or z expected\n"
        "main.lua:36: max: cannot be assigned\n"
        "main.lua:37: bad argument #3 to 'add' (number expected, got no value)\n"
        "ant#1 reads 0.00\nant#2 reads 0.00\n"
        "ant#1 reads 3.00\nant#2 reads 3.00\n");
}

// "The ground remembers" in scripts/README.md has these numbers.
static void amounts_are_as_the_guide_says(void **state) {
    expect_run(*state, read_script("fields_lua/what_the_guide_says.lua"), 601,
               "1.0\t0.0\nhalf 0.50\ntrail 0.40\nclimbs\ttrue\nheap 6\n"
               "2 m 0.37 0.14\n4 m 0.14 0.04\n");
}

static void wrong_declarations_are_refused(void **state) {
    expect_refusal(*state, HEAD "drover.field('scent', { cell = 0 })",
                   "main.lua:2: cell: a number above 0 expected, got 0");
    expect_refusal(*state, HEAD "drover.field('scent', { evaporation = -1 })",
                   "main.lua:2: evaporation: -1 is not in 0 to 1000");
    expect_refusal(*state, HEAD "drover.field('scent', { difusion = 1 })",
                   "main.lua:2: difusion: unknown key (diffusion?)");
    expect_refusal(*state, HEAD "drover.field('scent', { color = 'oranje' })",
                   "main.lua:2: color: no color 'oranje' (orange?)");
    expect_refusal(*state,
                   HEAD "drover.field('scent', { cell = 1e-4 })\nreturn drover.scenario { kinds = "
                        "{ drover.kind('a', {}) } }",
                   "main.lua:2: field 'scent': cell: 0.0001 m makes more than 4194304 cells in "
                   "the bounds");
    expect_refusal(*state, HEAD "drover.field('a', {}) drover.field('a', {})",
                   "main.lua:2: drover.field: 'a' is declared twice in this module");
}

// Only what a setting is in a tick counts, also for agents side by side in one state.
static void amounts_may_come_from_a_setting(void **state) {
    fixture *f = *state;
    open_main(f, read_script("fields_lua/leaves_by_setting.lua"));
    const dv_world *world = dv_scenario_world(f->scenario);
    dv_field scent = dv_world_field(world, 0);
    const struct {
        const char *rate;
        double total; ///< after 10 more ticks, which are 1 s, of two agents
    } cases[] = {{"3", 6}, {"10", 26}, {"0", 26}, {"-20", 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_int_equal(dv_scenario_set(f->scenario, "rate", cases[i].rate, &f->error), DV_OK);
        step(f, 10);
        assert_float_equal(dv_field_total(world, scent, (dv_region){0}), cases[i].total, 1e-5);
        // Each left as much as the other.
        assert_float_equal(dv_field_at(world, scent, (dv_vec3){0.5f, 0.5f, 0}), cases[i].total / 2,
                           1e-5);
    }
}

static void agents_leave_amounts(void **state) {
    expect_run(*state, read_script("fields_lua/leaves.lua"), 11,
               "2.00 1.00  2.00 0.00  0.00 3.00  0.00 0.00  4.00 2.00  0.10 0.00  "
               "6.00 0.00  7.00 2.00  \n");
    expect_refusal(*state,
                   HEAD "drover.field('scent', {})\nreturn drover.scenario { kinds = { "
                        "drover.kind('a', {\nleaves = { sent = 1 } }) } }",
                   "main.lua:4: leaves: no field 'sent' (scent?)");
    expect_refusal(*state,
                   HEAD
                   "drover.field('scent', {})\nreturn drover.scenario { kinds = { "
                   "drover.kind('a', {\nstates = { b = { leaves = { scent = 'rate' } } } }) } }",
                   "main.lua:4: states.b.leaves.scent: kind 'a' has no slot 'rate'");
    expect_refusal(*state,
                   HEAD "drover.field('scent', {})\nreturn drover.scenario { kinds = { "
                        "drover.kind('a', {\nstates = { b = { leaves = { sent = 1 } } } }) } }",
                   "main.lua:4: states.b.leaves: no field 'sent' (scent?)");
    expect_refusal(*state,
                   HEAD "drover.field('scent', {})\nreturn drover.scenario { kinds = { "
                        "drover.kind('a', { slots = { rate = 'number' }, leaves = { scent = "
                        "'rat' } }) } }",
                   "main.lua:3: leaves.scent: kind 'a' has no slot 'rat' (rate?)");
    expect_refusal(*state,
                   HEAD "drover.field('scent', {})\nreturn drover.scenario { kinds = { "
                        "drover.kind('a', { slots = { rate = 'point' }, leaves = { scent = "
                        "'rate' } }) } }",
                   "main.lua:3: leaves.scent: slot 'rate' holds a point");
    expect_refusal(*state,
                   HEAD "drover.field('scent', {})\nreturn drover.scenario { kinds = { "
                        "drover.kind('a', { memory = { rate = 1 }, states = { b = { leaves = { "
                        "scent = 'rate' } } } }) } }",
                   "main.lua:3: states.b.leaves.scent: 'rate' is a memory field, and a slot is "
                   "read here: declare it in slots = { rate = \"number\" }");
    expect_refusal(*state,
                   HEAD "drover.field('scent', {})\nreturn drover.scenario { kinds = { "
                        "drover.kind('a', { leaves = { scent = drover.setting 'smell' } }) } }",
                   "main.lua:3: leaves.scent: no setting 'smell'");
    expect_refusal(*state, HEAD "drover.kind('a', { leaves = { scent = 0/0 } })",
                   "main.lua:2: leaves.scent: a finite number expected, got nan");
    expect_refusal(*state, HEAD "drover.kind('a', { leaves = { scent = {} } })",
                   "main.lua:2: leaves.scent: a number, a number slot's name or a drover.setting "
                   "expected, got "
                   "table");
    expect_refusal(*state, HEAD "drover.kind('a', { leaves = 'scent' })",
                   "main.lua:2: leaves: a table expected, got string");
}

#define SMOKE "fields_lua/smoke.lua"

static double smoke(fixture *f) {
    dv_world *world = dv_scenario_world(f->scenario);
    return dv_field_total(world, dv_world_field(world, 0), (dv_region){0});
}

static void reload(fixture *f, const char *source) {
    write_file(f, "main.lua", source);
    assert_int_equal(dv_scenario_reload(f->scenario).outcome, DV_RELOAD_SWAPPED);
}

static void a_reload_keeps_what_it_holds(void **state) {
    fixture *f = *state;
    open_main(f, read_script(SMOKE));
    step(f, 30);
    double before = smoke(f);
    assert_true(before > 10);
    reload(f, read_script_with(SMOKE, "cell = 1", "cell = 0.5", NULL));
    assert_float_equal(smoke(f), before, 1e-4);
    reload(f, read_script_with(SMOKE, "\"smoke\", { cell = 1",
                               "\"fog\", { renamed_from = \"smoke\", cell = 1", "field(\"smoke\")",
                               "field(\"fog\")", NULL));
    assert_float_equal(smoke(f), before, 1e-4);
}

static void a_field_may_go_and_come_back(void **state) {
    fixture *f = *state;
    dv_expression_value value;
    open_main(f, read_script(SMOKE));
    double before = smoke(f);
    dv_scenario_console(f->scenario, "world.memory.kept = world:field 'smoke'", (dv_agent){0},
                        &f->error);
    dv_scenario_read_expression(f->scenario, "world.memory.kept", (dv_agent){0}, &value);
    assert_string_equal(value.text, "field 'smoke'");
    reload(f, read_script_with(SMOKE, "drover.field", "-- ",
                               "world:field(\"smoke\"):add(20, 15, 20, 6)", "", NULL));
    dv_scenario_read_expression(f->scenario, "world.memory.kept", (dv_agent){0}, &value);
    assert_string_equal(value.text, "field#1 (gone)");
    assert_int_equal(dv_program_field_count(dv_world_program(dv_scenario_world(f->scenario))), 0);
    reload(f, read_script(SMOKE));
    assert_float_equal(smoke(f), before, 0);
}

static void a_snapshot_goes_on_bit_for_bit(void **state) {
    fixture *f = *state;
    open_main(f, read_script(SMOKE));
    expect_to_go_on(f, 15, 40);
}

static void what_does_not_fit_is_told_once_for_each_line(void **state) {
    fixture *f = *state;
    open_main(f, HEAD
              "drover.field('warm', { cell = 0.5 }) drover.field('cold', { cell = 1, max = 5 })\n"
              "return drover.scenario { kinds = { drover.kind('k', {}) }, setup = function(world)\n"
              "  local warm, cold = world:field 'warm', world:field 'cold'\n"
              "  for i = 1, 3 do warm:add(0, 0, 1000 * i, 2) end\n"
              "  warm:add(0, 0, 1.5) warm:add(0, 0, -1000) warm:add(1e6, 0, 1000)\n"
              "  cold:add(0, 0, 1) cold:add(0, 0, 5) cold:set(0, 0, 5)\n"
              "  cold:set(0, 0, -1)\n"
              "  for _, field in ipairs { warm, cold } do field:fill(7) end\n"
              "end }");
    assert_string_equal(
        f->warnings,
        "main.lua:5: field 'warm': add: 1000 does not fit, 52 is kept: a cell holds 0 to 1. Other "
        "amounts of this line are cut without a message\n"
        "main.lua:6: field 'warm': add: 1.5 does not fit, 1 is kept: a cell holds 0 to 1. Other "
        "amounts of this line are cut without a message\n"
        "main.lua:8: field 'cold': set: -1 does not fit, 0 is kept: a cell holds 0 to 5. Other "
        "amounts of this line are cut without a message\n"
        "main.lua:9: field 'warm': fill: 7 does not fit, 1 is kept: a cell holds 0 to 1. Other "
        "amounts of this line are cut without a message\n"
        "main.lua:9: field 'cold': fill: 7 does not fit, 5 is kept: a cell holds 0 to 5. Other "
        "amounts of this line are cut without a message\n");
}

TESTS {
    const struct CMUnitTest tests[] = {
        CASE(it_is_left_and_read),
        CASE(amounts_are_as_the_guide_says),
        CASE(agents_leave_amounts),
        CASE(amounts_may_come_from_a_setting),
        CASE(wrong_declarations_are_refused),
        CASE(a_reload_keeps_what_it_holds),
        CASE(a_field_may_go_and_come_back),
        CASE(a_snapshot_goes_on_bit_for_bit),
        CASE(what_does_not_fit_is_told_once_for_each_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
