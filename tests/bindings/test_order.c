// The order of events within a tick, as a script sees it: guards, leave, enter, step; and at which
// point agents are sensed, heard, or gone.
#include "../program.h"
#include "../read_script.h"
#include "scenario_fixture.h"

#define ONE_AGENT " setup = function(world) world:spawn('a', {}) end }"

static void the_first_enter_runs_inside_spawn(void **state) {
    expect_run(*state, read_script("order/the_first_enter_runs_inside_spawn.lua"), 1,
               "before\ninit\t8\tone\nenter\tnil\t8\t3.0\t0.0\nafter\none\t8\n");
}

static void guard_then_leave_then_enter_then_the_new_states_step(void **state) {
    expect_run(*state,
               read_script("order/guard_then_leave_then_enter_then_the_new_states_step.lua"), 3,
               "kind step\tone\nstep one\n"
               "leave\ttwo\tone\nenter\tone\ttwo\t0.0\nkind step\ttwo\nstep two\n"
               "kind step\ttwo\nstep two\n");
}

static void a_guard_and_a_step_may_switch_once_each(void **state) {
    expect_run(*state, read_script("order/a_guard_and_a_step_may_switch_once_each.lua"), 2,
               "nil\ta\na\tb\nstep\tb\nb\tc\nc\td\nstep\td\n");
}

static void a_step_of_kind_and_state_switch_once_together(void **state) {
    expect_run(*state, read_script("order/a_step_of_kind_and_state_switch_once_together.lua"), 3,
               "b\nstep b\nc\t1\nd\t1\n");
}

static void switching_to_the_state_it_is_in_does_nothing(void **state) {
    expect_run(*state, read_script("order/switching_to_the_state_it_is_in_does_nothing.lua"), 3,
               "enter\n2.0\n");
}

// An agent must test its guards even if its script asks in every tick for the state that it is in.
static void being_told_to_stay_does_not_replace_the_guards(void **state) {
    expect_run(*state, read_script("order/being_told_to_stay_does_not_replace_the_guards.lua"), 5,
               "two\t2\n");
}

static void become_waits_for_the_end_of_the_callback(void **state) {
    expect_run(*state, read_script("order/become_waits_for_the_end_of_the_callback.lua"), 1,
               "one\nenter\ttwo\n");
}

static void what_a_callback_returns_goes_before_become(void **state) {
    expect_run(*state, read_script("order/what_a_callback_returns_goes_before_become.lua"), 3,
               "three\n");
}

// The second agent's turn is still to come in this tick, the first one's in the next.
static void become_on_another_waits_for_its_turn(void **state) {
    expect_run(*state, read_script("order/become_on_another_waits_for_its_turn.lua"), 2,
               "a#1\tcalm\na#3\tcalm\n3\tcalm\t0\n1\tcalm\t1\n");
}

// "Before its guards": then those of the kind and of the new state are looked at, and it steps.
static void an_agent_told_to_become_goes_on_with_its_guards(void **state) {
    expect_run(*state, read_script("order/an_agent_told_to_become_goes_on_with_its_guards.lua"), 3,
               "1\tone\ttwo\n1\ttwo\tthree\nstep three\n1\tthree\tfour\n");
}

// A guard of the kind with a clock of its own is tested once a tick, before the state's.
static void a_guard_of_the_kind_is_not_lost_on_an_agent_told_to_become(void **state) {
    expect_run(*state,
               read_script("order/a_guard_of_the_kind_is_not_lost_on_an_agent_told_to_become.lua"),
               7, "2\ttwo\n4\ttwo\n6\ttwo\n");
}

static void become_in_enter_and_leave_raises(void **state) {
    expect_failing_run(
        *state, read_script("order/become_in_enter_raises.lua"), 2, "",
        "main.lua:8: become: not allowed in enter and leave, which run during a switch [a#1 two]");
    assert_int_equal(suspended(*state), 1);
    expect_failing_run(
        *state, read_script("order/become_in_leave_raises.lua"), 2, "",
        "main.lua:11: become: not allowed in enter and leave, which run during a switch [a#1 one]");
}

static void become_of_no_state_names_the_nearest(void **state) {
    expect_failing_run(*state, read_script("order/become_of_no_state_raises.lua"), 2, "",
                       "main.lua:6: become: no state 'hidding' (hiding?) [a#1 hiding]");
    expect_failing_run(
        *state, read_script("order/returning_no_state_raises.lua"), 2, "",
        "main.lua:6: returned 'hidding', which is not a state (hiding?) [a#1 hiding]");
    expect_failing_run(*state,
                       HEAD "local a = drover.kind('a', { step = function(self) return 3 end })\n"
                            "return drover.scenario { kinds = { a }," ONE_AGENT,
                       2, "", "main.lua:2: returned a number, not a state's name or nil [a#1]");
    expect_failing_run(*state,
                       HEAD "local a = drover.kind('a', { step = function(self) return '' end })\n"
                            "return drover.scenario { kinds = { a }," ONE_AGENT,
                       2, "", "main.lua:2: returned '', which is not a state [a#1]");
}

static void remove_runs_no_leave(void **state) {
    expect_run(*state, read_script("order/remove_runs_no_leave.lua"), 3, "1\nfalse\n0\n0\n");
}

static void removing_in_leave_ends_the_switch(void **state) {
    expect_run(*state, read_script("order/removing_in_leave_ends_the_switch.lua"), 2, "leave\n");
}

static void removing_in_a_guards_function_ends_the_turn(void **state) {
    expect_run(*state, read_script("order/removing_in_a_guards_function_ends_the_turn.lua"), 2,
               "guard\n");
}

// The index is taken again at once; its new owner must not take the old one's turn.
static void who_takes_a_freed_id_waits_for_the_next_tick(void **state) {
    expect_run(*state, read_script("order/who_takes_a_freed_id_waits_for_the_next_tick.lua"), 2,
               "1\t0\ttrue\nnew\t1\n2\t0\tfalse\n1\t1\tfalse\n2\t1\tfalse\n");
}

static void who_is_spawned_acts_and_is_seen_from_the_next_tick(void **state) {
    expect_run(*state, read_script("order/who_is_spawned_acts_and_is_seen_from_the_next_tick.lua"),
               3,
               "true\t5.0\t1\tnil\nsees\tnil\t0\tnil\n"
               "sees\tb#2\t1\tfalse\nb steps\t1\nsees\tb#2\t1\ttrue\nb steps\t2\n");
}

static void who_is_removed_is_gone_at_once(void **state) {
    expect_run(*state, read_script("order/who_is_removed_is_gone_at_once.lua"), 2,
               "1\tnil\ta#2\t1\t2\tnil\tnil\n2\tnil\ta#1\t1\t2\tnil\tnil\n");
}

static void iterators_cover_who_was_alive_when_they_began(void **state) {
    expect_run(*state, read_script("order/iterators_cover_who_was_alive_when_they_began.lua"), 0,
               "1\n2\n3\n3\n5\n6\n");
}

static void an_event_is_heard_in_the_next_tick_but_not_by_its_emitter(void **state) {
    expect_run(*state,
               read_script("order/an_event_is_heard_in_the_next_tick_but_not_by_its_emitter.lua"),
               4, "2\t1\ta#2\ta#2\t3.0\t0.0\t0.0\n2\t3\ta#2\ta#2\t3.0\t0.0\t0.0\n");
}

static void hears_stores_the_agent_it_is_about_and_the_place(void **state) {
    expect_run(*state, read_script("order/hears_stores_the_agent_it_is_about_and_the_place.lua"), 4,
               "2\ta#5\t(0, 0, 0)\t2\n4\ta#3\t(10, 0, 0)\t2\n");
}

static void the_world_emits_to_a_group_or_a_place(void **state) {
    expect_run(*state, read_script("order/the_world_emits_to_a_group_or_a_place.lua"), 5,
               "1\ttrue\tnil\t0.0\n2\ttrue\tnil\t9.0\n");
}

static void guards_of_the_kind_come_first(void **state) {
    expect_run(*state, read_script("order/guards_of_the_kind_come_first.lua"), 1,
               "kind\nstate\nlast\n");
}

static void a_guard_that_asks_lua_has_its_place_in_the_list(void **state) {
    expect_run(*state, read_script("order/a_guard_that_asks_lua_has_its_place_in_the_list.lua"), 1,
               "asked\t1\n1\ttwo\nasked\t2\n2\tthree\n");
    expect_run(*state, read_script("order/lua_is_asked_only_where_it_matters.lua"), 2, "not\n");
}

// Tested once in parallel and once more with the answer of Lua, they must not count twice.
static void guards_joined_with_lua_hold_as_often_as_alone(void **state) {
    expect_run(*state, read_script("order/guards_joined_with_lua_hold_as_often_as_alone.lua"), 61,
               "10\t61\n");
}

static void is_refused(fixture *f, const char *what, const char *call, const char *reason) {
    bool is_elect = strcmp(what, "elect") == 0, is_lua = strcmp(what, "lua") == 0;
    bool is_monitor = strcmp(what, "monitor") == 0;
    char banner[512];
    open_main(
        f,
        read_script_with(
            "order/writes.lua", "--[[write]]", call, "--[[elect]]", is_elect ? "elect = try," : "",
            "--[[lua]]", is_lua ? "on = { when.lua(try) }," : "", "--[[monitor]]",
            is_monitor
                ? "monitors = { m = function(world) for a in world:agents() do try(a) end end },"
                : "",
            NULL));
    step(f, 1);
    if (is_monitor)
        dv_scenario_monitor(f->scenario, 0);
    snprintf(banner, sizeof banner, "main.lua:4: %s%s", reason, is_lua ? " [a#1]" : "");
    assert_string_equal(banner_of(f), banner);
}

static void guards_monitors_and_elections_may_not_write(void **state) {
    static const char *const writes[] = {
        "world:spawn('a', {})", "world:scatter('a', 1)",
        "world:emit('x')",      "world:finish()",
        "world:random()",       "world:random_point()",
        "world.visibility = 3", "world.settings.pace = 2",
        "world:new_group('g')", "world:obstacle { sphere = { x = 0, y = 0, radius = 1 } }",
    };
    static const char *const agent_writes[] = {
        "self.x = 3",
        "self.n = 3",
        "self.slot = self",
        "self.mass = 3",
        "self:remove()",
        "self:halt()",
        "self:become('')",
        "self:random()",
        "self:emit('x', 3)",
        "self:steer()",
        "self.color = 'red'",
        "self.label = 'x'",
        "self.group = nil",
        "self:set('slot')",
        "world:remove(self)",
        "self.group.n = 3",
        "self.group.leader = self",
        "self.group:elect()",
    };
    static const char refusal[] = "guards, monitors, elections, custom behaviors and draw may read "
                                  "the world but not change it";
    for (size_t i = 0; i < sizeof writes / sizeof *writes; i++) {
        is_refused(*state, "elect", writes[i], refusal);
        is_refused(*state, "lua", writes[i], refusal);
        is_refused(*state, "monitor", writes[i], refusal);
    }
    for (size_t i = 0; i < sizeof agent_writes / sizeof *agent_writes; i++) {
        is_refused(*state, "lua", agent_writes[i], refusal);
        is_refused(*state, "monitor", agent_writes[i], refusal);
    }
    is_refused(
        *state, "monitor", "math.random()",
        "math.random: guards, monitors, elections, custom behaviors and draw may read the world "
        "but not change it");
    is_refused(
        *state, "elect", "math.random(3)",
        "math.random: guards, monitors, elections, custom behaviors and draw may read the world "
        "but not change it");
}

static void building_in_a_callback_raises(void **state) {
    static const char *const calls[][2] = {
        {"steer.wander {}", "steer.wander"},       {"blend.sum { }", "blend.sum"},
        {"when.after(1)", "when.after"},           {"drover.kind('b', {})", "drover.kind"},
        {"drover.group('b', {})", "drover.group"},
    };
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
        char source[1024], banner[512];
        snprintf(source, sizeof source,
                 HEAD "local a = drover.kind('a', { step = function() %s end })\n"
                      "return drover.scenario { kinds = { a }, " ONE_AGENT,
                 calls[i][0]);
        snprintf(banner, sizeof banner,
                 "main.lua:2: %s: behaviors, blends, guards and definitions are made while modules "
                 "load, not in a callback: keep it in a local at the top [a#1]",
                 calls[i][1]);
        expect_failing_run(*state, source, 1, "", banner);
    }
    expect_refusal(*state, HEAD "drover.kind('a', {}) local w = drover.version",
                   "main.lua: return drover.scenario { ... }, not nil");
}

static void update_runs_before_the_agents_and_is_suspended_when_it_fails(void **state) {
    fixture *f = *state;
    expect_failing_run(
        f, read_script("order/update_runs_before_the_agents_and_is_suspended_when_it_fails.lua"), 3,
        "update\t0\ttrue\nstep\ttrue\nupdate\t1\ttrue\nstep\ttrue\nstep\ttrue\n",
        "main.lua:9: no more");
    assert_string_equal(dv_scenario_banner_line(f->scenario),
                        "if world.tick == 1 then error \"no more\" end");
}

static void unwatched_a_failing_update_fails_the_step(void **state) {
    fixture *f = *state;
    write_file(f, "main.lua", read_script("order/unwatched_a_failing_update_fails_the_step.lua"));
    dv_scenario_options options = options_of(f);
    options.watched = false;
    f->scenario = dv_scenario_open(f->folder, &options, &f->error);
    assert_non_null(f->scenario);
    assert_int_equal(dv_scenario_step(f->scenario, &f->error), DV_OK);
    assert_int_equal(dv_scenario_step(f->scenario, &f->error), DV_ERROR_SCRIPT);
    assert_string_equal(f->error.message, "main.lua:8: no more");
}

static void each_step_in_a_row_of_them_comes_to_its_own(void **state) {
    fixture *f = *state;
    expect_failing_run(f, read_script("order/each_step_in_a_row_of_them_comes_to_its_own.lua"), 2,
                       "1\n2\nfalse\tmain.lua:9: agent #2 is "
                       "gone\n3\n5\none\t6\n7\none\t7\n8\n9\n10\none\t10\n11\n3\n"
                       "1\n3\n5\n11\n3\n",
                       "main.lua:11: self: agent #4 is gone [a#3 one]");
    assert_int_equal(suspended(f), 3);
}

static void an_error_suspends_only_its_agent(void **state) {
    fixture *f = *state;
    expect_failing_run(f, read_script("order/an_error_suspends_only_its_agent.lua"), 2,
                       "1\n2\n3\n1\n3\n",
                       "main.lua:7: attempt to perform arithmetic on a nil value [a#2]");
    assert_int_equal(suspended(f), 1);
    // It is still there for the others, and nothing moves it.
    assert_int_equal(dv_world_agent_count(dv_scenario_world(f->scenario)), 3);
}

static void spawning_without_end_stops_with_a_message(void **state) {
    fixture *f = *state;
    open_main(f, read_script("order/spawning_without_end_stops_with_a_message.lua"));
    assert_non_null(strstr(banner_of(f), "overflow"));
    expect_log(f, "true\n");
    step(f, 2);
}

static void the_world_ends_with_a_reason(void **state) {
    fixture *f = *state;
    expect_run(f, read_script("order/the_world_ends_with_a_reason.lua"), 1, "");
    assert_null(dv_world_finished(dv_scenario_world(f->scenario)));
    step(f, 1);
    assert_string_equal(dv_world_finished(dv_scenario_world(f->scenario)), "won");
}

/// Where agent 1 of 1 or 2 that wander is after 20 ticks, the other removed in the third.
static dv_vec3 wanderer(fixture *f, int agents) {
    char source[1024];
    snprintf(source, sizeof source, "%s",
             read_script("order/who_is_removed_before_it_is_steered_leaves_no_trace.lua"));
    if (agents == 2)
        replace_in(source, sizeof source, "AGENTS = 1", "AGENTS = 2");
    close_scenario(f);
    open_main(f, source);
    step(f, 20);
    dv_world *world = dv_scenario_world(f->scenario);
    assert_int_equal(dv_world_agent_count(world), 1);
    return dv_agent_position(world, dv_world_agent_at(world, 0));
}

static void who_is_removed_before_it_is_steered_leaves_no_trace(void **state) {
    dv_vec3 alone = wanderer(*state, 1), left = wanderer(*state, 2);
    assert_memory_equal(&left, &alone, sizeof alone);
}

TESTS {
    const struct CMUnitTest tests[] = {
        CASE(the_first_enter_runs_inside_spawn),
        CASE(guard_then_leave_then_enter_then_the_new_states_step),
        CASE(a_guard_and_a_step_may_switch_once_each),
        CASE(a_step_of_kind_and_state_switch_once_together),
        CASE(switching_to_the_state_it_is_in_does_nothing),
        CASE(being_told_to_stay_does_not_replace_the_guards),
        CASE(become_waits_for_the_end_of_the_callback),
        CASE(what_a_callback_returns_goes_before_become),
        CASE(become_on_another_waits_for_its_turn),
        CASE(an_agent_told_to_become_goes_on_with_its_guards),
        CASE(a_guard_of_the_kind_is_not_lost_on_an_agent_told_to_become),
        CASE(become_in_enter_and_leave_raises),
        CASE(become_of_no_state_names_the_nearest),
        CASE(remove_runs_no_leave),
        CASE(removing_in_leave_ends_the_switch),
        CASE(removing_in_a_guards_function_ends_the_turn),
        CASE(who_takes_a_freed_id_waits_for_the_next_tick),
        CASE(who_is_spawned_acts_and_is_seen_from_the_next_tick),
        CASE(who_is_removed_is_gone_at_once),
        CASE(iterators_cover_who_was_alive_when_they_began),
        CASE(an_event_is_heard_in_the_next_tick_but_not_by_its_emitter),
        CASE(hears_stores_the_agent_it_is_about_and_the_place),
        CASE(the_world_emits_to_a_group_or_a_place),
        CASE(guards_of_the_kind_come_first),
        CASE(a_guard_that_asks_lua_has_its_place_in_the_list),
        CASE(guards_joined_with_lua_hold_as_often_as_alone),
        CASE(guards_monitors_and_elections_may_not_write),
        CASE(building_in_a_callback_raises),
        CASE(update_runs_before_the_agents_and_is_suspended_when_it_fails),
        CASE(unwatched_a_failing_update_fails_the_step),
        CASE(each_step_in_a_row_of_them_comes_to_its_own),
        CASE(an_error_suspends_only_its_agent),
        CASE(spawning_without_end_stops_with_a_message),
        CASE(the_world_ends_with_a_reason),
        cmocka_unit_test_setup_teardown(who_is_removed_before_it_is_steered_leaves_no_trace, set_up,
                                        tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
