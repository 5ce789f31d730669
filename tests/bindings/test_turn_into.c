// Agents that turn into other kinds: what they keep, the order of callbacks, and turns that wait
// across snapshots, returns, and reloads.
#include "../program.h"
#include "../read_script.h"
#include "reload_fixture.h"

static void what_both_kinds_have_is_kept(void **state) {
    expect_run(*state, read_script("turn_into/what_both_kinds_have_is_kept.lua"), 3,
               "zombie#2\tzombie\ttrue\ttrue\tJoe\n"
               "human#1\t40.0\tnil\tnil\t3\t3\t7\n"
               "1.0\t#008000ff\t1\t1\t2\n"
               "false\tmain.lua:42: kind 'zombie' has no field, slot or memory 'name'\n");
}

static void the_memory_of_agents_without_memory(void **state) {
    expect_run(*state, read_script("turn_into/the_memory_of_agents_without_memory.lua"), 4,
               "plain\tnil\nrich\t1\nplain\tnil\nrich\t1\n");
}

// What the callback returned was a state of the old kind.
static void it_begins_in_the_initial_state(void **state) {
    expect_run(*state, read_script("turn_into/it_begins_in_the_initial_state.lua"), 6,
               "0\twalker\tenter\twalking\tnil\n0\twalker\tstep\twalking\n"
               "1\twalker\tstep\twalking\n"
               "2\twalker\tleave\twalking\tnil\n2\trider\tenter\tmounted\tnil\n"
               "2\trider\tstep\tmounted\n3\trider\tstep\tmounted\n"
               "4\trider\tleave\tmounted\tresting\n4\trider\tenter\tresting\tmounted\n"
               "4\trider\tstep\tresting\n5\trider\tstep\tresting\n");
}

// The third agent's turn is still to come in this tick, the first one's in the next.
static void another_turns_at_its_next_turn(void **state) {
    expect_run(*state, read_script("turn_into/another_turns_at_its_next_turn.lua"), 3,
               "human#1\nhuman#2\nhuman#3\n"
               "enter\t3\thuman#2\t0\nguard\t3\t0\nstep\t3\t0\n"
               "enter\t1\thuman#2\t1\nguard\t1\t1\nstep\t1\t1\nstep\t3\t1\n");
}

static void interrupts_and_their_clocks_start_over(void **state) {
    expect_run(*state, read_script("turn_into/interrupts_start_over.lua"), 20,
               "a\tone\t0\na\ttwo\t3\nb\tone\t6\nb\ttwo\t9\nb\tone\t14\n");
}

/// An agent with such a step in its state, of which more is said.
static const char *two_kinds(const char *step, const char *more) {
    return read_script_with("turn_into/two_kinds.lua", "--[[step]]", step, "--[[state]]", more,
                            NULL);
}

static void wrong_turns_raise(void **state) {
    static const struct {
        const char *step, *message;
    } cases[] = {
        {"self:turn_into 'c'", "no kind 'c'"},
        {"self:turn_into('b', { plac = { 1, 2 } })",
         "turn_into: kind 'b' has no slot or memory 'plac' (place?)"},
        {"self:turn_into('b', { x = 1 })", "turn_into: kind 'b' has no slot or memory 'x'"},
        {"self:turn_into('b', { place = 'here' })", "place"},
        {"self:turn_into('b', { list = print })", "list"},
        {"self:turn_into('b', { list = drover.none })", "drover.none is only for defaults"},
        {"self:turn_into('b', 1)", "table expected, got number"},
        {"self:turn_into()", "kind"},
    };
    fixture *f = *state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        open_main(f, two_kinds(cases[i].step, ""));
        step(f, 2);
        if (!strstr(banner_of(f), cases[i].message))
            fail_msg("%s: %s", cases[i].step, banner_of(f));
        assert_int_equal(suspended(f), 1);
        close_scenario(f);
    }
}

static void turning_in_enter_and_leave_raises(void **state) {
    fixture *f = *state;
    const char *sources[] = {
        two_kinds("", "enter = function(self) self:turn_into 'b' end,"),
        two_kinds("self:turn_into 'b'", "leave = function(self) self:turn_into 'b' end,")};
    for (size_t i = 0; i < sizeof sources / sizeof *sources; i++) {
        open_main(f, sources[i]);
        step(f, 2);
        if (!strstr(banner_of(f), "turn_into: not allowed in enter and leave, which run during a "
                                  "switch"))
            fail_msg("%s", banner_of(f));
        assert_int_equal(suspended(f), 1);
        close_scenario(f);
    }
}

#define HORDE_TICKS 400

// In some of these ticks, turns are requested for agents whose turn is over.
static void a_horde_goes_on_bit_for_bit_from_any_tick(void **state) {
    fixture *f = *state;
    static uint64_t hashes[HORDE_TICKS + 1];
    dv_snapshot snapshots[HORDE_TICKS / 10 + 1] = {{0}};
    open_main(f, read_script("turn_into/horde.lua"));
    dv_world *world = dv_scenario_world(f->scenario);
    for (int tick = 0; tick <= HORDE_TICKS; tick++) {
        hashes[tick] = hash_of(f);
        if (tick % 10 == 0)
            assert_int_equal(dv_world_take_snapshot(world, &snapshots[tick / 10], &f->error),
                             DV_OK);
        step(f, 1);
    }
    assert_int_equal(suspended(f), 0);
    for (int i = HORDE_TICKS / 10; i >= 0; i -= 3) {
        if (dv_scenario_return_to(f->scenario, &snapshots[i], &f->error) != DV_OK)
            fail_msg("%s", f->error.message);
        for (int tick = i * 10; tick < i * 10 + 25 && tick <= HORDE_TICKS; tick++) {
            assert_int_equal(hash_of(f), hashes[tick]);
            step(f, 1);
        }
    }
    for (int i = 0; i <= HORDE_TICKS / 10; i++)
        dv_snapshot_free(&snapshots[i]);
}

#define WAITING "turn_into/waiting.lua"

static void a_turn_that_waits_follows_a_renamed_kind(void **state) {
    fixture *f = *state;
    open_main(f, read_script(WAITING));
    step(f, 1);
    write_file(f, "main.lua",
               read_script_with(WAITING, "\"b\", {", "'c', { renamed_from = 'b',", "\"b\", {",
                                "'c', {", NULL));
    expect_swapped(f);
    step(f, 1);
    expect_log(f, "c\t3.0\t2\t1\n");
}

static void a_turn_into_a_kind_that_is_gone_is_forgotten(void **state) {
    fixture *f = *state;
    open_main(f, read_script(WAITING));
    step(f, 1);
    write_file(f, "main.lua", read_script_with(WAITING, "\"b\"", "'c'", "\"b\"", "'c'", NULL));
    expect_swapped(f);
    step(f, 2);
    expect_log(f, "");
    assert_int_equal(suspended(f), 0);
}

TESTS {
    const struct CMUnitTest tests[] = {
        CASE(what_both_kinds_have_is_kept),
        CASE(the_memory_of_agents_without_memory),
        CASE(it_begins_in_the_initial_state),
        CASE(another_turns_at_its_next_turn),
        CASE(interrupts_and_their_clocks_start_over),
        CASE(wrong_turns_raise),
        CASE(turning_in_enter_and_leave_raises),
        CASE(a_horde_goes_on_bit_for_bit_from_any_tick),
        CASE(a_turn_that_waits_follows_a_renamed_kind),
        CASE(a_turn_into_a_kind_that_is_gone_is_forgotten),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
