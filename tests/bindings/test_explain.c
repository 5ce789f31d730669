// Why agents change their states: what guards noticed, which code decided, and what is forgotten.
#include "../program.h"
#include "../read_script.h"
#include "reload_fixture.h"

#include "base/alloc.h"

static dv_world *explained(fixture *f) {
    dv_world *world = dv_scenario_world(f->scenario);
    if (dv_world_explain(world, 16, &f->error) != DV_OK)
        fail_msg("%s", f->error.message);
    return world;
}

static dv_agent numbered(const dv_world *world, uint32_t id) {
    dv_agent agent = dv_world_agent_at(world, id - 1);
    if (!dv_agent_alive(world, agent))
        fail_msg("no agent %u", id);
    return agent;
}

static void expect_change(const dv_world *world, uint32_t id, uint64_t tick, dv_cause cause,
                          const char *what, const char *place) {
    dv_transition last;
    if (!dv_agent_transition(world, numbered(world, id), 0, &last))
        fail_msg("agent %u has not changed its state", id);
    assert_int_equal(last.tick, tick);
    assert_int_equal(last.cause, cause);
    assert_string_equal(last.what, what);
    assert_string_equal(last.place, place);
}

// A deer at the origin, and a wolf 20 m ahead, which howls before the first tick.
static void a_guard_tells_what_it_noticed(void **state) {
    fixture *f = *state;
    static const struct {
        const char *guard, *what;
        uint64_t tick;
    } cases[] = {
        {"when.sees 'wolf'", "saw wolf#1 at 20.0 m", 0},
        {"when.sees('threat')", "saw wolf#1 at 20.0 m", 0},
        {"when.sees({ 'wolf', 'deer' }, { within = 30 })", "saw wolf#1 at 20.0 m", 0},
        {"when.seen_by 'wolf'", "was seen by wolf#1 at 20.0 m", 0},
        {"when.hears 'howl'", "heard howl of wolf#1 at 20.0 m", 1},
        {"when.hears 'bell'", "heard bell at (-3.0, 4.0), 5.0 m away", 1},
        {"when.hears 'night'", "heard night", 1},
        {"~when.hears 'horn'", "not (heard horn)", 0},
        {"when.after(0.1)", "0.1 s had passed", 6},
        {"when.every(0.1)", "another 0.1 s had passed", 6},
        {"when.chance(1)", "by chance", 0},
        {"when.near('wolf', 25)", "was within 25 m of wolf#1 at 20.0 m", 0},
        {"when.near('home', 25)", "was within 25 m of home", 0},
        {"when.far('threat', 15)", "was more than 15 m from wolf#1 at 20.0 m", 0},
        {"when.far('deer', 15)", "was more than 15 m from deer", 0},
        {"when.inside 'yard'", "was inside yard", 0},
        {"when.has 'home'", "had home", 0},
        {"when.is('threat', 'idle')", "wolf#1 at 20.0 m was idle", 0},
        {"when.setting 'mist'", "mist was set", 0},
        {"when.stuck(0.1)", "was stuck for 0.1 s", 6},
        {"when.arrived 'home'", "arrived at home", 0},
        {"when.lua(function() return true end)", "a function held", 0},
        {"when.sees('wolf') & when.is('threat', 'idle')", "saw wolf#1 at 20.0 m and it was idle",
         0},
        {"~when.is('threat', 'running')", "not (threat was running)", 0},
        {"when.is('threat', 'running') | when.sees('wolf')", "saw wolf#1 at 20.0 m", 0},
        {"~(when.sees('deer') | when.near('deer', 5))", "not (saw deer or was within 5 m of deer)",
         0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        open_main(f,
                  read_script_with("explain/guarded.lua", "when.after(0)", cases[i].guard, NULL));
        dv_world *world = explained(f);
        step(f, (int)cases[i].tick + 1);
        assert_string_equal(banner_of(f), "");
        expect_change(world, 2, cases[i].tick, DV_CAUSE_GUARD, cases[i].what, "main.lua:13");
    }
}

static void telling_changes_nothing(void **state) {
    fixture *f = *state;
    const char *source =
        read_script_with("explain/guarded.lua", "when.after(0)",
                         "when.stuck(0.1) & when.loses('threat', 0) | when.every(0.05)", NULL);
    open_main(f, source);
    step(f, 30);
    uint64_t without = hash_of(f);
    open_main(f, source);
    explained(f);
    step(f, 30);
    assert_true(hash_of(f) == without);
}

static void what_decided_is_told_with_its_place(void **state) {
    fixture *f = *state;
    open_main(f, read_script("explain/decided.lua"));
    dv_world *world = explained(f);
    step(f, 3);
    expect_change(world, 1, 0, DV_CAUSE_STEP, "", "main.lua:14");
    expect_change(world, 2, 0, DV_CAUSE_REQUEST, "", "main.lua:29");
    expect_change(world, 3, 0, DV_CAUSE_CHOICE, "0 s had passed", "main.lua:13");
    dv_transition before;
    assert_false(dv_agent_transition(world, numbered(world, 1), 1, &before));
}

// A request for the present state has no effect. The next one, which nobody noted, is not its.
static void a_request_without_effect_leaves_no_place(void **state) {
    fixture *f = *state;
    open_main(f, HEAD "local a = drover.kind('a', { initial = 'x', states = {\n"
                      "  x = { step = function(self) self:become 'x' end }, y = {} } })\n"
                      "return drover.scenario { kinds = { a },\n"
                      "  setup = function(w) for _ = 1, 3 do w:spawn('a', {}) end end }");
    dv_world *world = explained(f);
    step(f, 3);
    dv_agent second = numbered(world, 2);
    int32_t y = dv_program_state(dv_world_program(world), 0, "y");
    assert_int_equal(dv_agent_become(world, second, (uint32_t)y, &f->error), DV_OK);
    step(f, 1);
    expect_change(world, 2, 3, DV_CAUSE_REQUEST, "", "");
}

// All ask before any has its turn, and some are gone by then.
static void each_request_has_its_own_place(void **state) {
    fixture *f = *state;
    open_main(f, read_script("explain/requested.lua"));
    dv_world *world = explained(f);
    step(f, 2);
    for (uint32_t id = 1; id <= 9; id++)
        if (id % 3 != 0)
            expect_change(world, id, 0, DV_CAUSE_REQUEST, "",
                          id % 2 ? "main.lua:17" : "main.lua:19");
}

static void short_memory_is_told_and_keeps_nothing(void **state) {
    fixture *f = *state;
    open_main(f, read_script("explain/decided.lua"));
    dv_world *world = dv_scenario_world(f->scenario);
    size_t before = dv_allocated_bytes();
    for (uint64_t n = 1; n <= 4; n++) {
        dv_fail_allocation(n, false);
        assert_int_equal(dv_world_explain(world, 16, &f->error), DV_ERROR_MEMORY);
        dv_fail_allocation(0, false);
        assert_false(dv_world_explains(world));
        assert_int_equal(dv_allocated_bytes(), before);
    }
    // The places of requests are lost, and nothing else.
    explained(f);
    dv_fail_allocation(1, true);
    dv_agent_note_request(world, numbered(world, 1), "main.lua:1");
    dv_influence list[4];
    assert_int_equal(dv_agent_influences(world, numbered(world, 1), list, 4), 0);
    dv_fail_allocation(0, false);
    step(f, 2);
    expect_change(world, 2, 0, DV_CAUSE_REQUEST, "", "main.lua:29");
}

static const char *cycle =
    HEAD "local a = drover.kind('a', { initial = 'x', states = {\n"
         "  x = { on = { { when.after(0.05), 'y' } } }, y = { on = { { when.after(0.05), 'x' } } } "
         "} })\n"
         "return drover.scenario { kinds = { a }, setup = function(w) w:spawn('a', {}) end }";

static void the_latest_changes_are_kept(void **state) {
    fixture *f = *state;
    open_main(f, cycle);
    dv_world *world = dv_scenario_world(f->scenario);
    assert_false(dv_world_explains(world));
    assert_int_equal(dv_world_explain(world, 3, &f->error), DV_OK);
    assert_true(dv_world_explains(world));
    step(f, 60);
    dv_transition t, older;
    for (uint32_t back = 0; back < 3; back++) {
        assert_true(dv_agent_transition(world, numbered(world, 1), back, &t));
        assert_string_not_equal(t.from, t.to);
        if (back > 0)
            assert_true(t.tick < older.tick);
        older = t;
    }
    assert_false(dv_agent_transition(world, numbered(world, 1), 3, &t));
    assert_int_equal(dv_world_explain(world, 0, &f->error), DV_OK);
    assert_false(dv_agent_transition(world, numbered(world, 1), 0, &t));
}

static void a_world_that_goes_back_forgets_what_is_to_come(void **state) {
    fixture *f = *state;
    dv_snapshot snapshot;
    dv_transition before, after, again;
    open_main(f, cycle);
    dv_world *world = explained(f);
    step(f, 10);
    assert_int_equal(dv_world_take_snapshot(world, &snapshot, &f->error), DV_OK);
    assert_true(dv_agent_transition(world, numbered(world, 1), 0, &before));
    step(f, 10);
    assert_true(dv_agent_transition(world, numbered(world, 1), 0, &after));
    assert_true(after.tick > before.tick);
    assert_int_equal(dv_scenario_load_snapshot(f->scenario, &snapshot, &f->error), DV_OK);
    dv_snapshot_free(&snapshot);
    assert_true(dv_agent_transition(world, numbered(world, 1), 0, &again));
    assert_int_equal(again.tick, before.tick);
    step(f, 10);
    assert_true(dv_agent_transition(world, numbered(world, 1), 0, &again));
    assert_int_equal(again.tick, after.tick);
}

static void new_code_may_change_a_state(void **state) {
    fixture *f = *state;
    static const char *source =
        HEAD "local a = drover.kind('a', { initial = '%s', states = { %s = {} } })\n"
             "return drover.scenario { kinds = { a }, setup = function(w) w:spawn('a', {}) end }";
    char text[1024];
    snprintf(text, sizeof text, source, "old", "old");
    open_main(f, text);
    dv_world *world = explained(f);
    step(f, 2);
    snprintf(text, sizeof text, source, "new", "new");
    write_file(f, "main.lua", text);
    expect_swapped(f);
    dv_transition t;
    assert_true(dv_agent_transition(world, numbered(world, 1), 0, &t));
    assert_int_equal(t.cause, DV_CAUSE_MIGRATION);
    assert_string_equal(t.from, "old");
    assert_string_equal(t.to, "new");
}

/// Check one of the influences; `share` in percent, rounded, or −1 if it was not asked.
static void expect_influence(const dv_influence *influence, const char *path, double weight,
                             double share) {
    assert_string_equal(influence->path, path);
    assert_float_equal((double)influence->weight, weight, 1e-6);
    if (share < 0) {
        assert_false(influence->was_asked);
        assert_true(influence->share == 0);
        return;
    }
    assert_true(influence->was_asked);
    assert_float_equal(100 * (double)influence->share, share, 0.5);
}

// An agent at rest, with max_speed 2, so that each `seek` asks for 2 m/s.
static void behaviors_are_listed_with_their_shares(void **state) {
    fixture *f = *state;
    dv_influence list[8];
    open_main(f, read_script("explain/steered.lua"));
    const dv_world *world = dv_scenario_world(f->scenario);
    uint64_t before = hash_of(f);
    assert_int_equal(dv_agent_influences(world, numbered(world, 1), list, 8), 4);
    expect_influence(&list[0], "weighted.seek", 2, 40);
    expect_influence(&list[1], "weighted.flee", -1, 20);
    expect_influence(&list[2], "weighted.seek[2]", 0, -1);
    expect_influence(&list[3], "weighted.sum.seek", 1, 40);
    assert_float_equal((double)list[0].vector.x, 2, 1e-5);
    assert_int_equal(dv_agent_influences(world, numbered(world, 2), list, 8), 3);
    expect_influence(&list[0], "priority.flee", 1, 0);
    expect_influence(&list[1], "priority.seek", 1, 100);
    expect_influence(&list[2], "priority.seek[2]", 1, -1);
    assert_int_equal(dv_agent_influences(world, numbered(world, 3), list, 8), 1);
    expect_influence(&list[0], "seek", 1, 100);
    assert_int_equal(dv_agent_influences(world, numbered(world, 4), list, 8), 0);
    assert_int_equal(dv_agent_influences(world, (dv_agent){0}, list, 8), 0);
    // What does not fit is counted.
    assert_int_equal(dv_agent_influences(world, numbered(world, 2), list, 1), 3);
    assert_true(hash_of(f) == before);
}

TESTS {
    const struct CMUnitTest tests[] = {
        CASE(a_guard_tells_what_it_noticed),
        CASE(telling_changes_nothing),
        CASE(what_decided_is_told_with_its_place),
        CASE(a_request_without_effect_leaves_no_place),
        CASE(each_request_has_its_own_place),
        CASE(short_memory_is_told_and_keeps_nothing),
        CASE(the_latest_changes_are_kept),
        CASE(a_world_that_goes_back_forgets_what_is_to_come),
        CASE(new_code_may_change_a_state),
        CASE(behaviors_are_listed_with_their_shares),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
