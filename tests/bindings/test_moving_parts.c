// Parts of schemas and options of utility choice, when the code changes. A running part continues
// although others are added, removed, or reordered.
#include "../program.h"
#include "moving_fixture.h"

/// One agent in a state of parts.
static const char *going(const char *go) {
    return read_script_with("moving_parts/going.lua",
                            "schema.select { idle \"off\", turn, count \"on\" }", go, NULL);
}

static void goes_on(fixture *f, dv_scenario *scenario, dv_moved moved) {
    (void)moved;
    must(f, dv_scenario_step(scenario, &f->error));
    expect_field(scenario, 0, "n", "6");
    expect_field(scenario, 0, "begun", "1");
}

static void begins_again(fixture *f, dv_scenario *scenario, dv_moved moved) {
    (void)moved;
    must(f, dv_scenario_step(scenario, &f->error));
    expect_field(scenario, 0, "n", "1");
    expect_field(scenario, 0, "begun", "2");
}

static void parts_are_known_by_their_names_whichever_way_code_meets_a_world(void **state) {
    move_every_way(*state, going("schema.select { count 'on', idle 'off' }"),
                   going("schema.select { idle 'first', turn, idle 'off', count 'on' }"), goes_on);
}

static void parts_without_a_name_are_known_by_type_and_place(void **state) {
    move_every_way(*state, going("schema.select { count() }"),
                   going("schema.select { turn, count() }"), goes_on);
    // Where they are not as many nobody can tell which is which.
    move_every_way(*state, going("schema.select { count() }"),
                   going("schema.select { idle(), count() }"), begins_again);
}

static void parts_of_parts_are_found_as_well(void **state) {
    move_every_way(
        *state,
        going("schema.goals { idle 'a', { schema.select { turn, count() }, urgency = 5 } }"),
        going("schema.goals { { schema.select { count() }, urgency = 5 }, turn, idle 'a' }"),
        goes_on);
}

static void a_part_that_is_gone_lets_its_state_begin_again(void **state) {
    move_every_way(*state, going("schema.select { count 'on', idle() }"),
                   going("schema.select { idle(), count 'other' }"), begins_again);
}

static void goals_that_are_over_stay_so(void **state) {
    fixture *f = *state;
    static const char name[] = "moving_parts/goals.lua";
    open_main(f, read_script(name));
    step(f, 3);
    uint64_t tick = dv_world_tick(dv_scenario_world(f->scenario));
    assert_int_equal(tick, 3);
    save(f, read_script_with(name, "say \"a\", say \"b\"", "say 'c', say 'b', say 'a'", NULL));
    f->log[0] = '\0';
    step(f, 12);
    assert_null(strstr(f->log, "a\n"));
    assert_non_null(strstr(f->log, "b\n"));
    assert_non_null(strstr(f->log, "c\n"));
}

/// One that goes, and in tick 5 is sent to fetch.
static const char *aside(const char *go, const char *fetch) {
    return read_script_with("moving_parts/aside.lua", "{ never, count }", go,
                            "{ step = function() return \"resume\" end }", fetch, NULL);
}

static void a_state_put_aside_goes_on_with_other_parts_around(void **state) {
    fixture *f = *state;
    open_main(f, aside("{ count }", "{}"));
    step(f, 8);
    assert_string_equal(state_of(f->scenario, 0), "fetch");
    expect_field(f->scenario, 0, "n", "6");
    save(f, read_script("moving_parts/aside.lua"));
    step(f, 3);
    assert_string_equal(state_of(f->scenario, 0), "go");
    expect_field(f->scenario, 0, "n", "8");
    // Parts that are not found again begin once it is taken up.
    open_main(f, aside("{ count }", "{}"));
    step(f, 8);
    save(f,
         read_script_with("moving_parts/aside.lua", "{ never, count }", "{ count, count }", NULL));
    step(f, 3);
    assert_string_equal(state_of(f->scenario, 0), "go");
    expect_field(f->scenario, 0, "n", "2");
    assert_int_equal(suspended(f), 0);
}

/// One that may choose `good`, which scores 5, or something else.
static const char *options(const char *other) {
    return read_script_with("moving_parts/options.lua", "good = option(5)", other, NULL);
}

static void the_option_that_has_its_turn_keeps_it(void **state) {
    fixture *f = *state;
    open_main(f, read_script("moving_parts/options.lua"));
    step(f, 5);
    save(f, options("good = option(5), better = option(4)"));
    step(f, 5);
    expect_field(f->scenario, 0, "entered", "1");
    save(f, options("good = option(5), best = option(6)"));
    step(f, 5);
    expect_field(f->scenario, 0, "entered", "2");
    // The one that has it is gone.
    save(f, options("good = option(5), better = option(4)"));
    step(f, 5);
    expect_field(f->scenario, 0, "entered", "3");
}

static void carries_on(fixture *f, dv_scenario *scenario, dv_moved moved) {
    (void)moved;
    must(f, dv_scenario_step(scenario, &f->error));
    expect_field(scenario, 0, "n", "6");
    expect_field(scenario, 0, "begun", "c");
}

static void carries_again(fixture *f, dv_scenario *scenario, dv_moved moved) {
    (void)moved;
    must(f, dv_scenario_step(scenario, &f->error));
    expect_field(scenario, 0, "n", "1");
    expect_field(scenario, 0, "begun", "cc");
}

static void does_something_else(fixture *f, dv_scenario *scenario, dv_moved moved) {
    (void)moved;
    must(f, dv_scenario_step(scenario, &f->error));
    expect_field(scenario, 0, "n", "1");
    expect_field(scenario, 0, "begun", "cw");
}

static const char plan[] = "moving_parts/plan.lua";

static void move_plan(fixture *f, const char *before, const char *after, seen *look) {
    static char source[4096];
    snprintf(source, sizeof source, "%s", read_script(plan));
    move_every_way(f, source, read_script_with(plan, before, after, NULL), look);
}

static void an_action_goes_on_while_it_is_still_the_best(void **state) {
    move_plan(*state, "actions = {", "actions = { bow = { count 'b', gives = { here = true } },",
              carries_on);
    move_plan(*state, "cost = 2", "cost = 1.5", carries_on);
    move_plan(*state, "{ there = { wants = { there = true } } }",
              "{ over = { wants = { there = true } } }", carries_on);
}

static void changed_actions_are_planned_with(void **state) {
    move_plan(*state, "gives = { there = true }, cost = 2", "gives = { there = true }, cost = 0.5",
              does_something_else);
    move_plan(*state, "gives = { there = true }, cost = 1",
              "needs = { here = true }, gives = { there = true }, cost = 1", does_something_else);
    move_plan(*state, "carry = {", "heave = {", carries_again);
}

static void begins_to_walk(fixture *f, dv_scenario *scenario, dv_moved moved) {
    (void)moved;
    must(f, dv_scenario_step(scenario, &f->error));
    expect_field(scenario, 0, "n", "1");
    expect_field(scenario, 0, "begun", "w");
}

/// One that has to walk before it carries.
static const char *limited(const char *limit) {
    return read_script_with(plan, "facts = {", limit, "gives = { there = true }, cost = 1",
                            "needs = { here = true }, gives = { there = true }",
                            "gives = { there = true }, cost = 2", "gives = { here = true }", NULL);
}

static void a_higher_limit_finds_a_plan(void **state) {
    char low[4096];
    snprintf(low, sizeof low, "%s", limited("limit = 1, facts = {"));
    move_every_way(*state, low, limited("limit = 9, facts = {"), begins_to_walk);
}

static void two_parts_have_two_names(void **state) {
    expect_refusal(*state, read_script("moving_parts/two_parts_have_two_names.lua"),
                   "main.lua:4: schema.turning.name: two parts are called 'one'");
    expect_refusal(*state, HEAD "drover.schema.turning { angle = 1, name = 7 }",
                   "main.lua:2: schema.turning.name: a name of letters, digits and _ expected, got "
                   "number");
}

static void blends_of_named_parts_keep_their_state(void **state) {
    fixture *f = *state;
    open_main(f, going("schema.select { count 'on' }"));
    step(f, 5);
    uint64_t before = hash_of(f);
    save(f, going("schema.select { turn, count 'on' }"));
    undo(f);
    assert_int_equal(hash_of(f), before);
    step(f, 5);
    uint64_t later = hash_of(f);
    close_scenario(f);
    // A run without the save comes to the same.
    open_main(f, going("schema.select { count 'on' }"));
    step(f, 5);
    save(f, going("schema.select { turn, count 'on' }"));
    step(f, 1);
    undo(f);
    step(f, 4);
    assert_int_equal(hash_of(f), later);
}

TESTS {
    const struct CMUnitTest tests[] = {
        CASE(parts_are_known_by_their_names_whichever_way_code_meets_a_world),
        CASE(parts_without_a_name_are_known_by_type_and_place),
        CASE(parts_of_parts_are_found_as_well),
        CASE(a_part_that_is_gone_lets_its_state_begin_again),
        CASE(goals_that_are_over_stay_so),
        CASE(a_state_put_aside_goes_on_with_other_parts_around),
        CASE(the_option_that_has_its_turn_keeps_it),
        CASE(an_action_goes_on_while_it_is_still_the_best),
        CASE(changed_actions_are_planned_with),
        CASE(a_higher_limit_finds_a_plan),
        CASE(two_parts_have_two_names),
        CASE(blends_of_named_parts_keep_their_state),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
