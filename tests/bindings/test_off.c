// Whatever a failed script turns off is listed, with the tick and the reason, until it is on again.
#include "../program.h"
#include "mods_fixture.h"
#include "processor_time.h"

/// All that is off, a line each.
static const char *off(const fixture *f) {
    static char lines[8192];
    dv_off offs[16];
    char text[DV_OFF_TEXT];
    size_t used = 0;
    uint32_t count = dv_scenario_list_off(f->scenario, offs, 16);
    assert_true(count <= 16);
    for (uint32_t i = 0; i < count; i++) {
        dv_off_text(&offs[i], text);
        used += (size_t)snprintf(lines + used, sizeof lines - used, "%s\n", text);
    }
    lines[used] = '\0';
    return lines;
}

static void expect_off(const fixture *f, const char *expected) {
    assert_string_equal(off(f), expected);
}

/// Step, and read and draw after each tick as a window does.
static void watch(fixture *f, int ticks) {
    for (int i = 0; i < ticks; i++) {
        step(f, 1);
        for (uint32_t k = 0; k < dv_scenario_monitor_count(f->scenario); k++)
            dv_scenario_monitor(f->scenario, k);
        dv_scenario_draw(f->scenario, NULL);
    }
}

#define SINCE(what, tick, message)                                                                 \
    what " since tick " tick ", until the next accepted save: " message "\n"

#define UPDATE SINCE("'update' has been off", "3", "main.lua:8: update")
#define MONITOR SINCE("monitor 'herd' has been off", "4", "main.lua:8: monitor")
#define DRAW SINCE("'draw' has been off", "5", "main.lua:8: draw")
#define KIND_DRAW SINCE("'draw' of a has been off", "5", "main.lua:8: kind_draw")
#define TIMER SINCE("timer 'bell' has been off", "6", "main.lua:8: timer")
#define AGENTS SINCE("2 agents have been suspended", "7", "main.lua:17: step [a#1]")
#define ALL UPDATE MONITOR KIND_DRAW DRAW TIMER AGENTS

static void open_shown(fixture *f) {
    dv_scenario_options options = options_of(f);
    options.shown = true;
    write_file(f, "main.lua", read_script("off/everything.lua"));
    f->scenario = dv_scenario_open(f->folder, &options, &f->error);
    if (!f->scenario)
        fail_msg("%s", f->error.message);
}

static void all_that_is_off_is_listed(void **state) {
    fixture *f = *state;
    open_shown(f);
    watch(f, 3);
    expect_off(f, "");
    step(f, 1);
    expect_off(f, UPDATE);
    dv_scenario_monitor(f->scenario, 0);
    expect_off(f, UPDATE MONITOR);
    watch(f, 1);
    expect_off(f, UPDATE MONITOR KIND_DRAW DRAW);
    watch(f, 10);
    expect_off(f, ALL);
}

/// Every failure is reported once, however often it comes and whatever fails in the same tick.
static void each_failure_is_reported_once(void **state) {
    static const struct {
        const char *message;
        uint64_t tick;
    } expected[] = {{"main.lua:8: update", 3},          {"main.lua:8: monitor", 4},
                    {"main.lua:8: kind_draw [a#1]", 5}, {"main.lua:8: draw", 5},
                    {"main.lua:8: timer", 6},           {"main.lua:17: step [a#1]", 7}};
    fixture *f = *state;
    dv_reported_reason reason;
    uint32_t count = 0;
    open_shown(f);
    watch(f, 20);
    while (dv_scenario_take_reason(f->scenario, &reason)) {
        assert_true(count < 6);
        assert_string_equal(reason.message, expected[count].message);
        assert_int_equal(reason.tick, expected[count].tick);
        count++;
    }
    assert_int_equal(count, 6);
    assert_true(dv_scenario_recent_reason(f->scenario, 5, &reason));
    assert_string_equal(reason.message, expected[0].message);
    assert_false(dv_scenario_recent_reason(f->scenario, 6, &reason));
}

static void a_save_turns_all_on_and_a_rollback_brings_it_back(void **state) {
    fixture *f = *state;
    char text[4096];
    open_shown(f);
    watch(f, 10);
    expect_off(f, ALL);
    write_file(f, "main.lua", "return 3 +");
    assert_int_equal(dv_scenario_reload(f->scenario).outcome, DV_RELOAD_REFUSED);
    expect_off(f, ALL);
    snprintf(text, sizeof text, "%s", read_script("off/everything.lua"));
    replace_in(text, sizeof text, "self.id <= 2", "self.id <= 3");
    write_file(f, "main.lua", text);
    expect_swapped(f);
    expect_off(f, "");
    step(f, 1);
    assert_true(dv_scenario_trial_failed(f->scenario));
    assert_int_equal(dv_scenario_roll_back(f->scenario).outcome, DV_RELOAD_ROLLED_BACK);
    expect_off(f, ALL);
}

static void a_rewind_keeps_only_suspended_agents(void **state) {
    fixture *f = *state;
    dv_snapshot early = {0}, late = {0};
    open_shown(f);
    dv_world *world = dv_scenario_world(f->scenario);
    watch(f, 2);
    assert_int_equal(dv_world_take_snapshot(world, &early, &f->error), DV_OK);
    watch(f, 8);
    assert_int_equal(dv_world_take_snapshot(world, &late, &f->error), DV_OK);
    assert_int_equal(dv_scenario_return_to(f->scenario, &late, &f->error), DV_OK);
    expect_off(f, AGENTS);
    assert_int_equal(dv_scenario_return_to(f->scenario, &early, &f->error), DV_OK);
    expect_off(f, "");
    watch(f, 8);
    expect_off(f, ALL);
    dv_snapshot_free(&early);
    dv_snapshot_free(&late);
}

static void agents_of_another_run_are_listed_without_a_reason(void **state) {
    fixture *f = *state;
    char path[256];
    open_shown(f);
    watch(f, 10);
    dv_world *world = dv_scenario_world(f->scenario);
    assert_int_equal(dv_world_save(world, path_in(f, "a.snap", path), &f->error), DV_OK);
    close_scenario(f);
    open_shown(f);
    world = dv_scenario_world(f->scenario);
    assert_int_equal(dv_world_load(world, path, &f->error), DV_OK);
    expect_off(f, "2 agents are suspended until the next accepted save; why is not known: it was "
                  "before a rewind or a load, or a function of theirs is off\n");
}

static void a_mod_is_off_as_a_whole(void **state) {
    fixture *f = *state;
    write_base(f);
    write_mod(f, "m", "",
              MOD "update = function(world)\n if world.tick == 1 then error 'oh' end end }");
    open_mods(f, "m");
    step(f, 4);
    expect_off(f, SINCE("the mod 'm' has been off", "1", "mods/m/init.lua:3: oh"));
    write_mod(f, "m", "", MOD "update = function() end }");
    expect_swapped(f);
    expect_off(f, "");
}

#define ENDLESS(line) "main.lua:" line ": stopped after 0.9 s: the script does not return"

static void what_does_not_return_is_listed_once(void **state) {
    fixture *f = *state;
    if (TIME_IS_TOO_SHORT)
        return;
    f->timed = true;
    write_file(f, "main.lua", read_script("off/endless.lua"));
    write_mod(f, "m", "", MOD "update = function() end }");
    open_mods(f, "m");
    // What people ask for may fail; that turns nothing off, and keeps nothing on.
    dv_expression_value value;
    assert_int_equal(dv_scenario_console(f->scenario, "error 'no'", (dv_agent){0}, &f->error),
                     DV_OK);
    dv_scenario_read_expression(f->scenario, "world.nothing.x", (dv_agent){0}, &value);
    assert_true(value.has_failed);
    watch(f, 3);
    assert_int_equal(dv_scenario_press(f->scenario, "Stall", &f->error), DV_OK);
    watch(f, 1);
    expect_off(f, SINCE("'update' has been off", "0", ENDLESS("5"))
                      SINCE("monitor 'herd' has been off", "1", ENDLESS("7"))
                          SINCE("the button 'Stall' has been off", "3", ENDLESS("6")));
}

static void functions_without_a_name_are_told_apart_by_their_places(void **state) {
    fixture *f = *state;
    if (TIME_IS_TOO_SHORT)
        return;
    f->timed = true;
    open_main(f, read_script("off/nameless.lua"));
    watch(f, 4);
    expect_off(f, SINCE("main.lua:6: the function of a guard has been off", "0", ENDLESS("6"))
                      SINCE("main.lua:7: the function of a guard has been off", "0", ENDLESS("7"))
                          SINCE("1 agent has been suspended", "0", ENDLESS("6") " [a#1 calm]")
                              SINCE("1 agent has been suspended", "0", ENDLESS("7") " [a#2 wild]"));
}

TESTS {
    const struct CMUnitTest tests[] = {
        CASE(all_that_is_off_is_listed),
        CASE(each_failure_is_reported_once),
        CASE(a_save_turns_all_on_and_a_rollback_brings_it_back),
        CASE(a_rewind_keeps_only_suspended_agents),
        CASE(agents_of_another_run_are_listed_without_a_reason),
        CASE(a_mod_is_off_as_a_whole),
        CASE(what_does_not_return_is_listed_once),
        CASE(functions_without_a_name_are_told_apart_by_their_places),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
