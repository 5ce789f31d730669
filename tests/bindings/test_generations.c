// Generations of the code share nothing, even if modules write into each other's tables. After a
// save that is refused or rolled back, every tick is as in a run without it. After a save that is
// accepted, no old code runs.
#include "../program.h"
#include "../read_script.h"
#include "scenario_fixture.h"

#define TICKS 60
#define SAVED_AT 20

typedef struct file {
    const char *name, *source;
} file;

// Modules that share what they can: each ends in the state of the agents, and so in the hash.
static const char *const parts[] = {
    "registry.lua", "plug.lua",    "counter.lua", "shapes.lua", "first.lua",
    "second.lua",   "memoize.lua", "cost.lua",    "main.lua",
};

#define PARTS (sizeof parts / sizeof *parts)

static const char *source_of(const char *name) {
    char path[64];
    snprintf(path, sizeof path, "generations/%s", name);
    return read_script(path);
}

static void open_parts(fixture *f) {
    close_scenario(f);
    for (size_t i = 0; i < PARTS; i++)
        write_file(f, parts[i], source_of(parts[i]));
    open_folder(f);
}

static void run_clean(fixture *f, uint64_t hashes[TICKS]) {
    open_parts(f);
    for (int i = 0; i < TICKS; i++) {
        step(f, 1);
        hashes[i] = hash_of(f);
    }
    assert_string_equal(banner_of(f), "");
}

/// Run to the end, taking back what fails on trial, with the hash of every tick as in `hashes`.
/// Gives how many times something failed.
static int run_on(fixture *f, const uint64_t hashes[TICKS]) {
    dv_world *world = dv_scenario_world(f->scenario);
    int rolled_back = 0;
    while (dv_world_tick(world) < TICKS) {
        step(f, 1);
        if (dv_scenario_trial_failed(f->scenario)) {
            assert_int_equal(dv_scenario_roll_back(f->scenario).outcome, DV_RELOAD_ROLLED_BACK);
            rolled_back++;
        }
        uint64_t tick = dv_world_tick(world);
        if (dv_scenario_trial_count(f->scenario) == 0 && tick > 0)
            assert_int_equal(hash_of(f), hashes[tick - 1]);
    }
    return rolled_back;
}

/// Save a part with `added` before its text, so that what it does at its end comes last.
static void save_with(fixture *f, const char *name, const char *added) {
    char text[4096];
    snprintf(text, sizeof text, "%s\n%s", added, source_of(name));
    write_file(f, name, text);
}

static const file refused[] = {
    {"plug.lua", "require('registry').speed = 99 local x = nil .. 'x'"},
    {"plug.lua", "local list = require('registry').list list[#list + 1] = function() return "
                 "'late' end error 'no'"},
    {"first.lua", "require('shapes').round = function() return 0 end error 'no'"},
    {"second.lua", "require('counter').next() require('counter').next() error 'no'"},
    {"cost.lua", "for x = 0, 9 do require('memoize')(function() return 50 end)(x) end error 'no'"},
    {"cost.lua", "require('pedestrian').body.radius = 3 require 'nowhere'"},
    {"main.lua", "require('registry').list[1] = function() error 'stale' end local x = = 1"},
};

static void a_refused_save_leaves_every_tick_as_it_was(void **state) {
    fixture *f = *state;
    uint64_t hashes[TICKS];
    run_clean(f, hashes);
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        open_parts(f);
        step(f, SAVED_AT);
        save_with(f, refused[i].name, refused[i].source);
        assert_int_equal(dv_scenario_reload(f->scenario).outcome, DV_RELOAD_REFUSED);
        assert_int_equal(run_on(f, hashes), 0);
    }
}

/// The module that is saved, and the code that stands before it then.
static const char *const failing[][2] = {
    // Fails in the tick of the save, and some ticks later: it has run by then.
    {"plug.lua", "generations/plug_fails_at_once.lua"},
    {"plug.lua", "generations/plug_fails_later.lua"},
    {"first.lua", "generations/first_fails.lua"},
    {"counter.lua", "generations/counter_fails.lua"},
    {"memoize.lua", "generations/memoize_fails.lua"},
    {"cost.lua", "generations/cost_fails.lua"},
};

static void a_save_that_is_rolled_back_leaves_every_tick_as_it_was(void **state) {
    fixture *f = *state;
    uint64_t hashes[TICKS];
    run_clean(f, hashes);
    for (size_t i = 0; i < sizeof failing / sizeof *failing; i++) {
        open_parts(f);
        step(f, SAVED_AT);
        save_with(f, failing[i][0], read_script(failing[i][1]));
        dv_reload_report report = dv_scenario_reload(f->scenario);
        if (report.outcome != DV_RELOAD_SWAPPED)
            fail_msg("%s: %s", failing[i][1], report.message);
        assert_int_equal(run_on(f, hashes), 1);
    }
}

static void what_old_code_registered_never_runs_again(void **state) {
    fixture *f = *state;
    write_file(f, "registry.lua", "return { list = {} }");
    write_file(f, "plug.lua", "table.insert(require('registry').list, function() print 'one' end)");
    open_main(f, read_script("generations/what_old_code_registered_never_runs_again.lua"));
    step(f, 1);
    write_file(f, "plug.lua", "table.insert(require('registry').list, function() print 'two' end)");
    assert_int_equal(dv_scenario_reload(f->scenario).outcome, DV_RELOAD_SWAPPED);
    step(f, 1);
    write_file(f, "plug.lua", "table.insert(require('registry').list, function() print '3' end)");
    assert_int_equal(dv_scenario_reload(f->scenario).outcome, DV_RELOAD_SWAPPED);
    step(f, 1);
    assert_int_equal(dv_scenario_undo(f->scenario).outcome, DV_RELOAD_SWAPPED);
    step(f, 1);
    expect_log(f, "one\ntwo\n3\ntwo\n");
}

static void what_a_table_was_patched_with_goes_with_the_patch(void **state) {
    fixture *f = *state;
    write_file(f, "shapes.lua", "return { word = 'plain' }");
    write_file(f, "first.lua", "local s = require 'shapes' s.word = s.word .. ' first'");
    write_file(f, "second.lua", "local s = require 'shapes' s.word = s.word .. ' second'");
    open_main(f, read_script("generations/what_a_table_was_patched_with_goes_with_the_patch.lua"));
    step(f, 1);
    write_file(f, "first.lua", "-- nothing\n");
    assert_int_equal(dv_scenario_reload(f->scenario).outcome, DV_RELOAD_SWAPPED);
    step(f, 1);
    write_file(f, "second.lua", "local s = require 'shapes' s.word = s.word .. ' 2nd'");
    assert_int_equal(dv_scenario_reload(f->scenario).outcome, DV_RELOAD_SWAPPED);
    step(f, 1);
    expect_log(f, "plain first second\nplain second\nplain 2nd\n");
}

static void a_library_module_is_as_it_comes_in_each_generation(void **state) {
    fixture *f = *state;
    static const char name[] = "generations/patches_a_library.lua";
    open_main(f, read_script(name));
    step(f, 1);
    write_file(f, "main.lua",
               read_script_with(name, "pedestrian.body.radius = 3", "", "pedestrian.extra = true",
                                "", NULL));
    assert_int_equal(dv_scenario_reload(f->scenario).outcome, DV_RELOAD_SWAPPED);
    char first[64], second[64];
    assert_int_equal(sscanf(f->log, "%63[^\n]\n%63[^\n]\n", first, second), 2);
    assert_string_equal(first, second);
}

static void what_changed_is_named_apart_from_what_was_loaded(void **state) {
    fixture *f = *state;
    open_parts(f);
    dv_reload_report report;
    write_file(f, "memoize.lua", "return function(f) return f end");
    report = dv_scenario_reload(f->scenario);
    assert_int_equal(report.outcome, DV_RELOAD_SWAPPED);
    assert_string_equal(report.changed, "memoize.lua");
    assert_string_equal(report.modules,
                        "registry, counter, shapes, memoize, cost, plug, first, second, main");
    write_file(f, "cost.lua", "return { of = function(x) return x end }");
    write_file(f, "plug.lua", "return false");
    report = dv_scenario_reload(f->scenario);
    assert_string_equal(report.changed, "cost.lua, plug.lua, memoize.lua (no longer required)");
    report = dv_scenario_undo(f->scenario);
    assert_string_equal(report.changed, "memoize.lua, cost.lua, plug.lua");
    // Sources that a log has to hold.
    for (uint32_t i = 0; i < dv_scenario_module_count(f->scenario); i++) {
        dv_scenario_module module = dv_scenario_module_at(f->scenario, i);
        assert_int_equal(module.is_fresh, strcmp(module.path, "memoize.lua") == 0 ||
                                              strcmp(module.path, "cost.lua") == 0 ||
                                              strcmp(module.path, "plug.lua") == 0);
    }
}

// Locals

#define OF_LOCAL(place, name)                                                                      \
    place ": functions change local '" name "', which no snapshot has: it starts over on every "   \
          "reload, every rewind, and --load; keep it in the memory of agents, groups, or the "     \
          "world, or in a setting\n"

static void expect_warnings(fixture *f, const char *expected) {
    assert_string_equal(f->warnings, expected);
    f->warnings[0] = '\0';
}

static void save_again(fixture *f) {
    static int saves;
    char text[64];
    snprintf(text, sizeof text, "return %d", ++saves);
    write_file(f, "other.lua", text);
    assert_int_equal(dv_scenario_reload(f->scenario).outcome, DV_RELOAD_SWAPPED);
}

static void a_local_that_is_assigned_later_is_warned_of_once(void **state) {
    fixture *f = *state;
    write_file(f, "other.lua", "return 0");
    write_file(f, "helper.lua", read_script("generations/counting.lua"));
    open_main(f, read_script("generations/a_local_that_is_assigned_later_is_warned_of_once.lua"));
    save_again(f);
    expect_warnings(f, ""); // nothing was lost yet
    step(f, 1);
    save_again(f);
    expect_warnings(f, OF_LOCAL("helper.lua:3", "count"));
    step(f, 1);
    save_again(f);
    expect_warnings(f, "");
    // Another local.
    write_file(f, "helper.lua", read_script("generations/counting_last.lua"));
    assert_int_equal(dv_scenario_reload(f->scenario).outcome, DV_RELOAD_SWAPPED);
    step(f, 1);
    save_again(f);
    expect_warnings(f, OF_LOCAL("helper.lua:1", "last"));
}

static void locals_are_found_wherever_functions_hide(void **state) {
    fixture *f = *state;
    static const char *const mains[] = {
        "generations/local_in_a_step.lua",
        "generations/local_in_a_guard.lua",
        "generations/local_in_a_custom_behavior.lua",
        "generations/local_in_a_metatable.lua",
        "generations/local_in_a_factory.lua",
        "generations/local_in_an_object.lua",
        "generations/local_in_a_tree.lua",
    };
    for (size_t i = 0; i < sizeof mains / sizeof *mains; i++) {
        write_file(f, "other.lua", "return 0");
        open_main(f, read_script(mains[i]));
        step(f, 1);
        save_again(f);
        expect_warnings(f, OF_LOCAL("main.lua:3", "n"));
    }
}

static void a_method_is_found_where_the_table_has_it(void **state) {
    fixture *f = *state;
    open_main(f, read_script("generations/methods.lua"));
    dv_scenario_warn_of_locals(f->scenario);
    expect_warnings(f, OF_LOCAL("main.lua:19", "own") OF_LOCAL("main.lua:20", "counter")
                           OF_LOCAL("main.lua:21", "heir") OF_LOCAL("main.lua:22", "last"));
}

static void what_loading_assigned_is_not_warned_of(void **state) {
    fixture *f = *state;
    write_file(f, "other.lua", "return 0");
    open_main(f, read_script("generations/what_loading_assigned_is_not_warned_of.lua"));
    step(f, 3);
    save_again(f);
    expect_warnings(f, "");
    // The library's own are its own.
    open_main(f, read_script("generations/what_loading_left_open.lua"));
    step(f, 3);
    save_again(f);
    expect_warnings(f, "");
}

TESTS {
    const struct CMUnitTest tests[] = {
        CASE(a_refused_save_leaves_every_tick_as_it_was),
        CASE(a_save_that_is_rolled_back_leaves_every_tick_as_it_was),
        CASE(what_old_code_registered_never_runs_again),
        CASE(what_a_table_was_patched_with_goes_with_the_patch),
        CASE(a_library_module_is_as_it_comes_in_each_generation),
        CASE(a_local_that_is_assigned_later_is_warned_of_once),
        CASE(locals_are_found_wherever_functions_hide),
        CASE(a_method_is_found_where_the_table_has_it),
        CASE(what_loading_assigned_is_not_warned_of),
        CASE(what_changed_is_named_apart_from_what_was_loaded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
