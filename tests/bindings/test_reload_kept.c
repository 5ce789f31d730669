// What agents keep through a reload that changes their kind: states, memory, slots, and everything
// that waits for their next turn.
#include "../program.h"
#include "../read_script.h"
#include "reload_fixture.h"

/// Four agents in three states, under code with others.
static const char *states(const char *others) {
    return read_script_with("reload_kept/states.lua",
                            "states = { calm = {}, wild = {}, lost = {} }", others, NULL);
}

static void agents_whose_state_is_gone_are_taken_elsewhere(void **state) {
    fixture *f = *state;
    open_main(f, read_script("reload_kept/states.lua"));
    step(f, 10);
    write_file(f, "main.lua",
               read_script("reload_kept/agents_whose_state_is_gone_are_taken_elsewhere.lua"));
    assert_int_equal(expect_swapped(f).moved.migrated, 2);
    expect_log(f, "migrate\ta#2\twild\tcalm\nmigrate\ta#4\twild\tcalm\nenter\ta#4\tnil\n"
                  "a#1\tcalm\t1\na#2\todd\t2\na#3\tfound\t3\na#4\tcalm\t4\n");
    assert_string_equal(banner_of(f), "");
    dv_world *world = dv_scenario_world(f->scenario);
    double times[] = {10, 0, 10, 0};
    for (uint32_t i = 0; i < 4; i++)
        assert_true(dv_agent_state_time(world, dv_world_agent_at(world, i)) * 60 == times[i]);
    step(f, 1);
}

static void states_without_migrate_start_over(void **state) {
    fixture *f = *state;
    open_main(f, read_script("reload_kept/states.lua"));
    write_file(f, "main.lua", states("states = { calm = {} }"));
    assert_int_equal(expect_swapped(f).moved.migrated, 3);
    expect_log(f, "a#1\tcalm\t1\na#2\tcalm\t2\na#3\tcalm\t3\na#4\tcalm\t4\n");
    // And a kind may lose all its states, and get some again.
    write_file(f, "main.lua",
               HEAD "local a = drover.kind('a', { memory = { n = 0 } })\n"
                    "return drover.scenario { kinds = { a } }");
    assert_int_equal(expect_swapped(f).moved.migrated, 4);
    step(f, 1);
    // Who did not switch since is in the state it lost again.
    write_file(f, "main.lua", read_script("reload_kept/states.lua"));
    assert_int_equal(expect_swapped(f).moved.migrated, 0);
    expect_log(f, "a#1\tcalm\t1\na#2\tcalm\t2\na#3\tcalm\t3\na#4\tcalm\t4\n");
}

/// Whether all lines of the log are the same.
static bool repeats_a_line(const fixture *f) {
    size_t length = strcspn(f->log, "\n") + 1;
    for (const char *line = f->log; *line; line += length)
        if (strncmp(line, f->log, length) != 0)
            return false;
    return true;
}

static void what_was_drawn_for_an_event_stays_drawn(void **state) {
    fixture *f = *state;
    const char *name = "reload_kept/what_was_drawn_for_an_event.lua";
    open_main(f, read_script(name));
    step(f, 5);
    write_file(f, "main.lua",
               read_script_with(name, "-- [here]", "{ when.after(100), function() end },", NULL));
    expect_swapped(f);
    step(f, 5);
    assert_true(repeats_a_line(f));
    assert_true(strchr(f->log, '0') && strchr(f->log, '1'));
    // With another chance, they still have what they drew when they arrived.
    write_file(f, "main.lua", read_script_with(name, "chance = 0.5", "chance = 0.1", NULL));
    expect_swapped(f);
    step(f, 3);
    assert_true(repeats_a_line(f));
}

static void a_migration_that_fails_takes_the_reload_back(void **state) {
    fixture *f = *state;
    open_main(f, read_script("reload_kept/states.lua"));
    uint64_t before = hash_of(f);
    write_file(f, "main.lua",
               states("migrate = function(self, old)\n  if self.id == 2 then error 'no' end\n"
                      "  return nil end,\nstates = { calm = {} }"));
    expect_swapped(f);
    assert_true(dv_scenario_trial_failed(f->scenario));
    dv_reload_report report = dv_scenario_roll_back(f->scenario);
    assert_int_equal(report.outcome, DV_RELOAD_ROLLED_BACK);
    assert_string_equal(report.message, "main.lua:8: no [a#2 calm]");
    assert_string_equal(report.line, "if self.id == 2 then error 'no' end");
    assert_int_equal(hash_of(f), before);
    write_file(f, "main.lua",
               states("migrate = function(self, old)\n"
                      "  return self.id == 3 and 'clam' or nil end,\nstates = { calm = {} }"));
    expect_swapped(f);
    report = dv_scenario_roll_back(f->scenario);
    assert_string_equal(
        report.message,
        "main.lua:7: migrate returned 'clam', which is not a state (calm?) [a#3 calm]");
    assert_int_equal(hash_of(f), before);
    step(f, 1);
}

static void memory_gains_new_fields_and_keeps_the_old(void **state) {
    fixture *f = *state;
    open_main(f, read_script("reload_kept/memory.lua"));
    step(f, 1);
    write_file(f, "main.lua", read_script("reload_kept/memory_with_more.lua"));
    expect_swapped(f);
    step(f, 1);
    // A field that was emptied stays empty.
    expect_log(f, "7\tnil\n7\tnil\t9\t(1, 2, 0)\tnil\t3\ttrue\tkept\n");
    assert_string_equal(banner_of(f), "");
}

/// What groups and agents of a remember at first, and all that is said of b.
static const char *defaults(const char *group, const char *a, const char *b) {
    return read_script_with("reload_kept/defaults.lua", "k = 1", group, "memory = { n = 1 }", b,
                            "n = 1, m = { 1, { x = vec(1, 2) } }, gone = 1", a, NULL);
}

static void changed_defaults_are_told(void **state) {
    fixture *f = *state;
    open_main(f, read_script("reload_kept/defaults.lua"));
    // Nobody has what b remembers; an integer is another value than a float.
    write_file(f, "main.lua",
               defaults("k = 1", "more = 1, n = 1.0, m = { 1, { x = vec(1, 2) } }, back = {}",
                        "memory = { n = 2 }"));
    assert_string_equal(expect_swapped(f).defaults, "a.n: 3 agents keep the old value");
    write_file(f, "main.lua",
               defaults("k = 2", "more = 1, n = 1.0, m = { 1, { x = vec(1, 3) } }, back = { 1 }",
                        "memory = { n = 2 }"));
    assert_string_equal(expect_swapped(f).defaults,
                        "a.back: 3 agents keep the old value, a.m: 3 agents keep the old value, "
                        "g.k: 3 groups keep the old value");
    write_file(f, "main.lua", "--");
    assert_string_equal(dv_scenario_reload(f->scenario).defaults, "");
    write_file(f, "main.lua",
               defaults("k = 2", "back = { 1 }, m = { 1, { x = vec(1, 3) } }, n = 1.0",
                        "memory = { n = 3 }"));
    assert_string_equal(expect_swapped(f).defaults, "");
    assert_string_equal(banner_of(f), "");
}

static void slots_are_kept_by_name_and_type(void **state) {
    fixture *f = *state;
    open_main(f, read_script("reload_kept/slots.lua"));
    step(f, 1);
    write_file(f, "main.lua", read_script("reload_kept/slots_with_others.lua"));
    expect_swapped(f);
    step(f, 1);
    expect_log(f, "b#2\nb#2\tb\ta\tnil\t3.0\tnil\tnil\tb#2\n");
}

static void what_waits_for_the_next_turn_is_kept(void **state) {
    fixture *f = *state;
    static const char name[] = "reload_kept/what_waits.lua";
    open_main(f, read_script(name));
    write_file(f, "main.lua",
               read_script_with(name, "away = steer.seek { target = { 100, 0 } }",
                                "aa = steer.wander {}, away = steer.wander {}", "two = {}",
                                "two = { enter = function() print 'two' end }", NULL));
    expect_swapped(f);
    step(f, 1);
    expect_log(f, "two\n");
    // What it was told to become, or steers by, may be gone.
    open_main(f, read_script(name));
    write_file(f, "main.lua",
               read_script_with(name, "away = steer.seek { target = { 100, 0 } }",
                                "aa = steer.wander {}", "two = {}", "four = {}", NULL));
    expect_swapped(f);
    step(f, 2);
    assert_string_equal(banner_of(f), "");
}

// What is shown of a state changes with the reload, and nothing else does: neither the state hash
// now nor any later one.
static void a_color_of_a_state_changes_with_the_reload_and_the_hash_does_not(void **state) {
    fixture *f = *state;
    uint64_t undisturbed[2];
    open_main(f, read_script("reload_kept/states.lua"));
    step(f, 10);
    undisturbed[0] = hash_of(f);
    step(f, 10);
    undisturbed[1] = hash_of(f);
    close_scenario(f);
    open_main(f, read_script("reload_kept/states.lua"));
    const dv_world *world = dv_scenario_world(f->scenario);
    uint32_t wild = (uint32_t)dv_program_state(dv_world_program(world), 0, "wild");
    assert_int_equal(dv_program_state_color(dv_world_program(world), 0, wild), 0);
    step(f, 10);
    static const char *const given[] = {"color = 'red'", "color = '#01020304'", ""};
    const uint32_t expected[] = {0xff0000ff, 0x01020304, 0};
    for (size_t i = 0; i < sizeof given / sizeof *given; i++) {
        char others[100];
        snprintf(others, sizeof others, "states = { calm = {}, wild = { %s }, lost = {} }",
                 given[i]);
        write_file(f, "main.lua", states(others));
        assert_int_equal(expect_swapped(f).moved.migrated, 0);
        assert_int_equal(dv_program_state_color(dv_world_program(world), 0, wild), expected[i]);
        assert_int_equal(hash_of(f), undisturbed[0]);
    }
    step(f, 10);
    assert_int_equal(hash_of(f), undisturbed[1]);
}

TESTS {
    const struct CMUnitTest tests[] = {
        CASE(agents_whose_state_is_gone_are_taken_elsewhere),
        CASE(states_without_migrate_start_over),
        CASE(what_was_drawn_for_an_event_stays_drawn),
        CASE(a_migration_that_fails_takes_the_reload_back),
        CASE(memory_gains_new_fields_and_keeps_the_old),
        CASE(changed_defaults_are_told),
        CASE(slots_are_kept_by_name_and_type),
        CASE(what_waits_for_the_next_turn_is_kept),
        CASE(a_color_of_a_state_changes_with_the_reload_and_the_hash_does_not),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
