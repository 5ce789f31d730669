// States made of parts in a running world: behavior trees, utility choice, subsumption, and plans.
// Covers mistakes, and what they keep through snapshots and reloads.
#include "../program.h"
#include "../read_script.h"
#include "scenario_fixture.h"

#define STYLES                                                                                     \
    HEAD "local tree, utility, subsumption = drover.tree, drover.utility, drover.subsumption\n"

#define WALKER read_script("composed/walker.lua")

static void a_tree_is_a_state(void **state) {
    expect_run(*state, read_script("composed/a_tree_is_a_state.lua"), 241,
               "walk\tnil\tnil\nwalk\t1\tnil\nwalk\t2\t3\nhome\tnil\tnil\n"
               "home\tnil\tnil\n");
}

static void utility_and_subsumption_are_states(void **state) {
    expect_run(*state, read_script("composed/utility_and_subsumption_are_states.lua"), 901,
               "day\teat\tfalse\nwalks\ttrue\nday\twalk\tfalse\nahead\nnight\twalk\tfalse\n");
}

#define REFUSED(states, message)                                                                   \
    expect_refusal(*state,                                                                         \
                   STYLES "local wait = tree.wait(1)\n"                                            \
                          "local a = drover.kind('a', { initial = 'a', memory = { utility = 0 }, " \
                          "states = {\n" states "} })\n"                                           \
                          "return drover.scenario { kinds = { a } }",                              \
                   message)

static void mistakes_are_caught_at_load(void **state) {
    REFUSED("a = tree.sequence { wait, done = 'b' }",
            "main.lua:5: states.a.done: no state 'b': only a is known");
    REFUSED("a = tree.sequence { wait, failed = 'hom' }, home = {}",
            "main.lua:5: states.a.failed: no state 'hom' (home?)");
    REFUSED("a = tree.sequence { wait, speed = true }",
            "main.lua:5: states.a.speed: a number, a number slot's name or a drover.setting "
            "expected, got boolean");
    REFUSED("a = tree.sequence { wait, sped = 1 }",
            "main.lua:5: tree.sequence.sped: unknown key (speed?)");
    REFUSED("a = tree.sequense { wait }", "main.lua:5: drover.tree has no 'sequense' (sequence?)");
    REFUSED("a = utility.best { options = { eat = { score = print } } }",
            "main.lua:5: states.a: remembers in 'utility', which is already the name of a slot "
            "or memory");
    REFUSED("a = tree.steer(steer.seek { target = 'den' })",
            "main.lua:5: steer.seek: target: kind 'a' has no slot 'den'");
    expect_refusal(*state,
                   STYLES "return drover.scenario { kinds = { drover.kind('a', {}) },\n"
                          "  setup = function() tree.wait(1) end }",
                   "main.lua:4: drover.tree.wait: behaviors, blends, guards and definitions are "
                   "made while modules load, not in a callback: keep it in a local at the top");
}

static void a_plan_is_a_state(void **state) {
    fixture *f = *state;
    open_main(f, read_script("composed/camper.lua"));
    step(f, 600);
    assert_non_null(strstr(f->log, "go_to_trees take go_to_pit light\n\n"
                                   "go_to_trees take go_to_pit light\n"));
    assert_int_equal(suspended(f), 0);
}

/// A run that goes on from a snapshot does what the run did that it was taken from.
static void expect_kept(fixture *f, const char *source) {
    char path[256];
    uint64_t hashes[90];
    open_main(f, source);
    step(f, 30);
    path_in(f, "s.snap", path);
    assert_int_equal(dv_world_save(dv_scenario_world(f->scenario), path, &f->error), DV_OK);
    for (int i = 0; i < 90; i++) {
        step(f, 1);
        hashes[i] = hash_of(f);
    }
    open_main(f, source);
    if (dv_world_load(dv_scenario_world(f->scenario), path, &f->error) != DV_OK)
        fail_msg("%s", f->error.message);
    for (int i = 0; i < 90; i++) {
        step(f, 1);
        assert_int_equal(hash_of(f), hashes[i]);
    }
}

static void snapshots_keep_where_a_tree_is(void **state) { expect_kept(*state, WALKER); }

static void snapshots_keep_plans(void **state) {
    expect_kept(*state, read_script("composed/camper.lua"));
}

static void reload(fixture *f, const char *source) {
    write_file(f, "main.lua", source);
    dv_reload_report report = dv_scenario_reload(f->scenario);
    if (report.outcome != DV_RELOAD_SWAPPED)
        fail_msg("outcome %d: %s", report.outcome, report.message);
    f->log[0] = '\0';
}

static void a_reload_goes_on_where_the_tree_is(void **state) {
    fixture *f = *state;
    open_main(f, WALKER);
    step(f, 91); // on its way
    reload(f, read_script_with("composed/walker.lua", "wait(1)", "wait(9)", NULL));
    step(f, 90);
    // It does not wait again, and gets there in the same time.
    expect_log(f, "walk\t2\t3\nhome\tnil\tnil\n");
    // A tree of another shape starts over.
    open_main(f, WALKER);
    step(f, 91);
    reload(f, read_script_with("composed/walker.lua", "wait(1)", "wait(1), tree.wait(1)", NULL));
    step(f, 90);
    expect_log(f, "walk\t1\tnil\nwalk\t2\tnil\n");
}

TESTS {
    const struct CMUnitTest tests[] = {
        CASE(a_tree_is_a_state),
        CASE(utility_and_subsumption_are_states),
        CASE(mistakes_are_caught_at_load),
        CASE(a_plan_is_a_state),
        CASE(snapshots_keep_where_a_tree_is),
        CASE(snapshots_keep_plans),
        CASE(a_reload_goes_on_where_the_tree_is),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
