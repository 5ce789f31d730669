// The processor time that all Lua functions may use in a tick. A function that exceeded it is not
// called again, and the rest of the tick continues; an unwatched run ends; code on trial is rolled
// back. Budgets here are small and only processor time counts, so nothing depends on how busy the
// machine is.
#include "../program.h"
#include "../read_script.h"
#include "processor_time.h"
#include "sandbox/deadline.h"
#include "scenario_fixture.h"

#include <math.h>

#define IDLE "local idle = drover.kind('idle', {}) drover.group('herd', {})\n"

/// Work for so many milliseconds of processor time, as `print` says.
/// Use so many milliseconds as the sandbox counts them. On a busy machine the system tells it late.
static void burn(void *context, const char *line) {
    double seconds = atof(line) / 1000, end = processor_seconds() + seconds;
    uint64_t last = dv_deadline_periods() + (uint64_t)(seconds / DV_DEADLINE_PERIOD);
    (void)context;
    while (processor_seconds() < end || dv_deadline_periods() < last)
        continue;
}

static void open_with(fixture *f, const char *source, double budget, bool watched) {
    dv_scenario_options options = options_of(f);
    options.budget = budget;
    options.watched = watched;
    options.print = burn;
    close_scenario(f);
    write_file(f, "main.lua", source);
    f->scenario = dv_scenario_open(f->folder, &options, &f->error);
    if (!f->scenario)
        fail_msg("%s", f->error.message);
}

static void expect_in(const char *text, const char *part) {
    if (!strstr(text, part))
        fail_msg("\"%s\" has no \"%s\"", text, part);
}

static void what_used_most_of_a_tick_is_not_called_again(void **state) {
    fixture *f = *state;
    if (TIME_IS_TOO_SHORT)
        return;
    open_with(f, read_script("budget/crowd.lua"), 0.1, true);
    double start = processor_seconds();
    step(f, 1);
    assert_true(processor_seconds() - start < 1);
    expect_in(banner_of(f), "main.lua:7: 'step' of busy in state 'grazing' used 0.");
    expect_in(banner_of(f),
              " of the 0.1 s that Lua may take in a tick (--budget); it is not called "
              "again until the next save");
    assert_true(dv_scenario_take_stop(f->scenario));
    assert_false(dv_scenario_take_stop(f->scenario));
    // Only those whose function it is are suspended, each at its next turn.
    dv_world *world = dv_scenario_world(f->scenario);
    assert_in_range(dv_world_suspended_count(world), 500, 999);
    step(f, 3);
    assert_int_equal(dv_world_suspended_count(world), 1000);
    assert_false(dv_scenario_take_stop(f->scenario));
}

static void a_tick_within_its_budget_is_left_alone(void **state) {
    fixture *f = *state;
    open_with(f, read_script("budget/crowd.lua"), 1000, true);
    step(f, 1);
    assert_string_equal(banner_of(f), "");
    open_with(f, read_script("budget/crowd.lua"), (double)INFINITY, false);
    step(f, 1);
    assert_string_equal(banner_of(f), "");
    assert_false(dv_scenario_take_stop(f->scenario));
}

static void unwatched_the_run_ends(void **state) {
    fixture *f = *state;
    if (TIME_IS_TOO_SHORT)
        return;
    open_with(f, read_script("budget/crowd.lua"), 0.1, false);
    assert_int_equal(dv_scenario_step(f->scenario, &f->error), DV_ERROR_SCRIPT);
    expect_in(f->error.message, "main.lua:7: 'step' of busy in state 'grazing' used 0.");
    expect_in(f->error.message, "(--budget); the run ends");
}

static void without_a_budget_a_callback_may_take_any_time(void **state) {
    fixture *f = *state;
    dv_scenario_options options = options_of(f);
    options.budget = (double)INFINITY;
    options.print = burn;
    write_file(f, "main.lua",
               HEAD IDLE "return drover.scenario { kinds = { idle },\n"
                         "  setup = function() for i = 1, 15 do print '100' end end }\n");
    f->scenario = dv_scenario_open(f->folder, &options, &f->error);
    if (!f->scenario)
        fail_msg("%s", f->error.message);
}

static void a_budget_below_the_time_of_a_callback_limits_it(void **state) {
    fixture *f = *state;
    if (TIME_IS_TOO_SHORT)
        return;
    dv_scenario_options options = options_of(f);
    options.budget = 0.1;
    write_file(f, "main.lua",
               HEAD IDLE "return drover.scenario { kinds = { idle }, setup = function()\n"
                         "  while true do end end }\n");
    double start = processor_seconds();
    assert_null(dv_scenario_open(f->folder, &options, &f->error));
    assert_true(processor_seconds() - start < 0.85);
    assert_string_equal(f->error.message,
                        "main.lua:4: stopped after 0.1 s: the script does not return");
}

static void a_budget_does_not_limit_loading(void **state) {
    fixture *f = *state;
    if (TIME_IS_TOO_SHORT)
        return;
    const char *source = "print '200' " HEAD IDLE "return drover.scenario { kinds = { idle } }\n";
    open_with(f, source, 0.1, true);
    write_file(f, "main.lua",
               "print '201' " HEAD IDLE "return drover.scenario { kinds = { idle } }\n");
    assert_int_equal(dv_scenario_reload(f->scenario).outcome, DV_RELOAD_SWAPPED);
}

static uint32_t suspended_of(const fixture *f, const char *name) {
    const dv_world *world = dv_scenario_world(f->scenario);
    int32_t kind = dv_program_kind(dv_world_program(world), name);
    uint32_t count = 0;
    for (uint32_t i = 0; i < dv_world_agent_limit(world); i++) {
        dv_agent agent = dv_world_agent_at(world, i);
        count += dv_agent_kind(world, agent) == (uint32_t)kind && dv_agent_suspended(world, agent);
    }
    return count;
}

static void after_a_second_budget_no_more_lua_runs_in_the_tick(void **state) {
    fixture *f = *state;
    if (TIME_IS_TOO_SHORT)
        return;
    open_with(f, read_script("budget/three_kinds.lua"), 0.1, true);
    double start = processor_seconds();
    step(f, 1);
    assert_true(processor_seconds() - start < 1.5);
    expect_in(banner_of(f), "'step' of two used 0.");
    expect_in(banner_of(f), "and no more Lua runs in this tick");
    // Nobody is blamed for not having been called.
    assert_in_range(suspended_of(f, "one"), 80, 99);
    assert_int_equal(suspended_of(f, "three"), 0);
    step(f, 1);
    expect_in(banner_of(f), "'step' of three used 0.");
    assert_int_equal(suspended_of(f, "two"), 100);
    step(f, 1);
    assert_int_equal(dv_world_suspended_count(dv_scenario_world(f->scenario)), 300);
    // The next good save revives them.
    char saved[4096];
    snprintf(saved, sizeof saved, "%s", read_script("budget/three_kinds.lua"));
    memcpy(strstr(saved, "\"10\""), "\"00\"", 4);
    write_file(f, "main.lua", saved);
    assert_int_equal(dv_scenario_reload(f->scenario).outcome, DV_RELOAD_SWAPPED);
    step(f, 1);
    assert_int_equal(dv_world_suspended_count(dv_scenario_world(f->scenario)), 0);
}

static void who_is_only_cut_short_is_not_suspended(void **state) {
    fixture *f = *state;
    if (TIME_IS_TOO_SHORT)
        return;
    write_file(f, "main.lua", read_script("budget/who_is_only_cut_short_is_not_suspended.lua"));
    dv_scenario_options options = options_of(f);
    options.budget = 0.4;
    options.print = burn;
    f->scenario = dv_scenario_open(f->folder, &options, &f->error);
    assert_non_null(f->scenario);
    step(f, 1);
    expect_in(banner_of(f), "main.lua:13: 'update' used 0.");
    assert_int_equal(dv_world_suspended_count(dv_scenario_world(f->scenario)), 0);
    assert_true(dv_scenario_take_stop(f->scenario));
    step(f, 3); // `update` is not called any more
    assert_false(dv_scenario_take_stop(f->scenario));
}

static void functions_of_guards_and_behaviors_are_stopped_too(void **state) {
    fixture *f = *state;
    static const char *const definitions[] = {
        "steer = steer.custom(function(self) work() return 0, 0 end)",
        "states = { one = { on = { { when.lua(function(self) work() end), 'two' } } }, two = {} "
        "}, initial = 'one'",
    };
    for (size_t i = 0; i < 2 && !TIME_IS_TOO_SHORT; i++) {
        const char *source =
            read_script_with("budget/functions_of_guards_and_behaviors_are_stopped_too.lua",
                             "--[[kind]]", definitions[i], NULL);
        open_with(f, source, 0.1, true);
        double start = processor_seconds();
        step(f, 3);
        assert_true(processor_seconds() - start < 1.5);
        expect_in(banner_of(f),
                  "main.lua:12: a function of when.lua, steer.custom or stress.custom "
                  "used 0.");
        assert_int_equal(dv_world_suspended_count(dv_scenario_world(f->scenario)), 1000);
    }
}

static void on_trial_the_reload_is_taken_back(void **state) {
    fixture *f = *state;
    if (TIME_IS_TOO_SHORT)
        return;
    const char *calm = read_script("budget/small_agents_count.lua");
    const char *busy = read_script("budget/small_agents_work.lua");
    for (int watched = 0; watched < 2; watched++) {
        open_with(f, calm, 0.1, watched);
        step(f, 2);
        uint64_t before = hash_of(f);
        write_file(f, "main.lua", busy);
        assert_int_equal(dv_scenario_reload(f->scenario).outcome, DV_RELOAD_SWAPPED);
        assert_int_equal(dv_scenario_step(f->scenario, &f->error), DV_OK);
        assert_true(dv_scenario_trial_failed(f->scenario));
        dv_reload_report report = dv_scenario_roll_back(f->scenario);
        assert_int_equal(report.outcome, DV_RELOAD_ROLLED_BACK);
        expect_in(report.message, "'step' of small used 0.");
        assert_true(hash_of(f) == before);
        step(f, 1);
    }
}

static void what_is_asked_between_ticks_has_a_budget_too(void **state) {
    fixture *f = *state;
    if (TIME_IS_TOO_SHORT)
        return;
    open_with(f, read_script("budget/what_is_asked_between_ticks_has_a_budget_too.lua"), 0.1, true);
    double start = processor_seconds();
    while (isfinite(dv_scenario_monitor(f->scenario, 0)) && processor_seconds() - start < 5)
        continue;
    assert_true(processor_seconds() - start < 1.5);
    expect_in(banner_of(f), "monitor 'busy' used 0.");
}

/// Check that the setup of a scenario fails with that message.
static void expect_no_setup(fixture *f, const char *source, double budget, const char *message) {
    dv_scenario_options options = options_of(f);
    options.budget = budget;
    write_file(f, "main.lua", source);
    assert_null(dv_scenario_open(f->folder, &options, &f->error));
    expect_in(f->error.message, message);
}

/// Whether `setup` with these lines fails with that message; what it took.
static double fail_setup(fixture *f, const char *lines, double budget, const char *message) {
    char source[2048];
    snprintf(source, sizeof source,
             HEAD IDLE "return drover.scenario { kinds = { idle }, setup = function(world)\n%s end "
                       "}\n",
             lines);
    double start = processor_seconds();
    expect_no_setup(f, source, budget, message);
    return processor_seconds() - start;
}

static void nothing_can_be_made_without_end(void **state) {
    fixture *f = *state;
    if (TIME_IS_TOO_SHORT)
        return;
    double empty = fail_setup(f, "error 'empty'", 0, "empty");
    double taken = fail_setup(f, "for i = 1, 1e9 do world:spawn('idle', { x = i, y = 0 }) end", 0,
                              "stopped after 0.9 s");
    if (taken > 2 + 10 * empty) // where opening alone takes long, so does closing
        fail_msg("spawning took %g s", taken);
    fail_setup(f, "for i = 1, 1e9 do world:scatter('idle', 1000) end", 0.1, "the world is full");
    static const char *const floods[] = {
        "world:spawn('idle')",
        "world:spawn('idle'):remove()",
        "world:obstacle { sphere = { x = i, y = 0, radius = 1 } }",
        "world:obstacle { wall = { from = { i, 0 }, to = { i, 9 } } }",
        "world:path { points = { { 0, 0 }, { i, 9 } } }",
        "world:region { shape = { sphere = { x = i, y = 0, radius = 1 } } }",
        "world:new_group 'herd'",
        "world:emit('alarm', { at = { i, 0 } })",
        "world.draw.circle(i, 0, 1)",
        "world.draw.text('far away', i, 0)",
    };
    for (size_t i = 0; i < sizeof floods / sizeof *floods; i++) {
        char lines[256];
        snprintf(lines, sizeof lines, "for i = 1, 1e9 do %s end", floods[i]);
        taken = fail_setup(f, lines, 0.1, "stopped after 0.1 s");
        if (taken > 2 + 10 * empty)
            fail_msg("%s took %g s", floods[i], taken);
    }
}

static void scattering_takes_the_time_it_takes(void **state) {
    fixture *f = *state;
    if (TIME_IS_TOO_SHORT)
        return;
    open_with(f, read_script("budget/scattering_takes_the_time_it_takes.lua"), 0.1, true);
    assert_int_equal(dv_world_agent_count(dv_scenario_world(f->scenario)), 100000);
    // But not what scripts do in it, nor afterwards, however it ends.
    fail_setup(f,
               "pcall(world.scatter, world, 'idle', 100000, { x = 1 })\n"
               "pcall(world.scatter, world, 'idle', 4000000)\n"
               "while true do end",
               0.1, "stopped after 0.1 s");
}

/// Save code with these kinds in a world that cannot be kept, so that nothing is on trial. Agents
/// of "one" and "two" have lost their state. Lua may take 0.4 s.
static void save_untried(fixture *f, const char *one, const char *two, const char *on_reload) {
    dv_scenario_options options = options_of(f);
    options.budget = 0.4;
    options.print = burn;
    close_scenario(f);
    write_file(f, "main.lua", read_script("budget/save_untried.lua"));
    f->scenario = dv_scenario_open(f->folder, &options, &f->error);
    assert_non_null(f->scenario);
    step(f, 1);
    write_file(f, "main.lua",
               read_script_with("budget/save_untried_with_migrate.lua", "--[[one]] nil", one,
                                "--[[two]] nil", two, "--[[on_reload]]", on_reload, NULL));
    dv_reload_report report = dv_scenario_reload(f->scenario);
    assert_int_equal(report.outcome, DV_RELOAD_SWAPPED);
    expect_in(report.message, "not on trial: ");
    assert_int_equal(report.moved.migrated, 6);
}

typedef struct listing {
    fixture *f;
    const char *name;
} listing;

static void list_value(void *context, const char *name, const char *value) {
    const listing *l = context;
    if (strcmp(name, l->name) == 0)
        keep_line(l->f, value);
}

/// The values of a field of all agents, a line each.
static void expect_values(fixture *f, const char *name, const char *values) {
    const dv_world *world = dv_scenario_world(f->scenario);
    listing l = {f, name};
    f->log[0] = '\0';
    for (uint32_t i = 0; i < dv_world_agent_limit(world); i++)
        dv_scenario_describe(f->scenario, dv_world_agent_at(world, i), list_value, &l);
    expect_log(f, values);
}

static void a_migration_has_the_budget_of_a_tick(void **state) {
    fixture *f = *state;
    if (TIME_IS_TOO_SHORT)
        return;
    // The second agent of a kind uses it up, and is blamed; then the third is not asked.
    save_untried(f, "function() print '300' end", "nil", "");
    expect_in(banner_of(f), "'migrate' of one used 0.");
    assert_int_equal(suspended_of(f, "one"), 1);
    expect_values(f, "entered", "1\n0\n1\n1\n1\n1\n");
    // One that is only cut short enters its state.
    save_untried(f, "function(self) if self.id == 1 then print '300' end end",
                 "function(self) if self.id == 4 then print '200' end end", "");
    expect_in(banner_of(f), "'migrate' of one used 0.");
    assert_int_equal(dv_world_suspended_count(dv_scenario_world(f->scenario)), 0);
    expect_values(f, "entered", "1\n1\n1\n1\n1\n1\n");
    expect_values(f, "reloaded", "true\ntrue\ntrue\ntrue\ntrue\ntrue\n");
    // So is on_reload, and not called at all when Lua is over.
    save_untried(f, "function(self) if self.id == 1 then print '300' end end", "nil",
                 "print '200'");
    expect_in(banner_of(f), "'migrate' of one used 0.");
    expect_values(f, "reloaded", "false\nfalse\nfalse\nfalse\nfalse\nfalse\n");
    save_untried(f, "function() print '300' end", "function() print '300' end", "");
    expect_in(banner_of(f), "'migrate' of two used 0.");
    expect_in(banner_of(f), "no more Lua runs in this tick");
    expect_values(f, "reloaded", "false\nfalse\nfalse\nfalse\nfalse\nfalse\n");
}

static void planning_is_counted_in_cells_and_not_in_time(void **state) {
    fixture *f = *state;
    if (TIME_IS_TOO_SHORT)
        return;
    // Some of these take longer than a callback may.
    open_with(f, read_script("budget/planning_is_counted_in_cells_and_not_in_time.lua"), 0.1, true);
    step(f, 1);
    assert_string_equal(banner_of(f), "");
    expect_no_setup(f, read_script("budget/plans_to_ends_in_rooms.lua"), 0,
                    "plan: more than 200 million cells");
}

TESTS {
    const struct CMUnitTest tests[] = {
        CASE(what_used_most_of_a_tick_is_not_called_again),
        CASE(a_tick_within_its_budget_is_left_alone),
        CASE(unwatched_the_run_ends),
        CASE(without_a_budget_a_callback_may_take_any_time),
        CASE(a_budget_below_the_time_of_a_callback_limits_it),
        CASE(a_budget_does_not_limit_loading),
        CASE(after_a_second_budget_no_more_lua_runs_in_the_tick),
        CASE(who_is_only_cut_short_is_not_suspended),
        CASE(functions_of_guards_and_behaviors_are_stopped_too),
        CASE(on_trial_the_reload_is_taken_back),
        CASE(what_is_asked_between_ticks_has_a_budget_too),
        CASE(a_migration_has_the_budget_of_a_tick),
        CASE(nothing_can_be_made_without_end),
        CASE(scattering_takes_the_time_it_takes),
        CASE(planning_is_counted_in_cells_and_not_in_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
