// What the parts of states do, as people see it: of each family, through reloads, errors, and
// snapshots, and without a trace in the world.
#include "../program.h"
#include "../read_script.h"
#include "reload_fixture.h"

#include "base/alloc.h"

#define EACH read_script("parts/each.lua")

enum { WALKER = 1, CHOOSER, LAYERED, ERRAND, PLANNER };

static void open_explained(fixture *f, const char *source) {
    f->explained = true;
    open_main(f, source);
}

static dv_agent numbered(const fixture *f, uint32_t id) {
    return dv_world_agent_at(dv_scenario_world(f->scenario), id - 1);
}

/// The parts of an agent's state, a line each: depth, what it is, outcome, score, and note.
static const char *parts_of(const fixture *f, uint32_t id) {
    static char text[4096];
    dv_part_row rows[32];
    dv_parts parts;
    uint32_t count = dv_scenario_list_parts(f->scenario, numbered(f, id), &parts, rows, 32);
    size_t used = (size_t)snprintf(text, sizeof text, "%s", "");
    for (uint32_t i = 0; i < count; i++) {
        const dv_part_row *row = &rows[i];
        char score[32] = "";
        if (!isnan(row->score))
            snprintf(score, sizeof score, " %g", row->score);
        used += (size_t)snprintf(text + used, sizeof text - used, "%u %s%s%s: %s%s%s%s\n",
                                 row->depth, row->type, *row->type && *row->name ? " " : "",
                                 row->name, dv_part_outcome_name(row->outcome), score,
                                 *row->note ? ", " : "", row->note);
    }
    return text;
}

static bool has_run(const fixture *f, uint32_t id) {
    dv_parts parts;
    assert_true(dv_scenario_list_parts(f->scenario, numbered(f, id), &parts, NULL, 0) > 0);
    return parts.has_run;
}

static void a_tree_shows_each_node(void **state) {
    fixture *f = *state;
    open_explained(f, EACH);
    step(f, 1);
    assert_string_equal(parts_of(f, WALKER), "0 selector: running\n"
                                             "1 sequence: failed\n"
                                             "2 condition is_night: failed\n"
                                             "2 steer fails_late: seek: not run\n"
                                             "1 invert: failed\n"
                                             "2 condition true: done\n"
                                             "1 sequence: running\n"
                                             "2 action main.lua:20: done\n"
                                             "2 wait 1 s: running\n");
    step(f, 1);
    assert_non_null(
        strstr(parts_of(f, WALKER), "2 action main.lua:20: not run\n2 wait 1 s: running\n"));
    step(f, 1);
    assert_string_equal(parts_of(f, WALKER), "0 selector: running\n"
                                             "1 sequence: running\n"
                                             "2 condition is_night: done\n"
                                             "2 steer fails_late: seek: running\n"
                                             "1 invert: not run\n"
                                             "2 condition true: not run\n"
                                             "1 sequence: not run\n"
                                             "2 action main.lua:20: not run\n"
                                             "2 wait 1 s: not run\n");
}

static void places_lead_to_the_script(void **state) {
    fixture *f = *state;
    dv_part_row rows[4];
    dv_parts parts;
    open_explained(f, EACH);
    assert_int_equal(dv_scenario_list_parts(f->scenario, numbered(f, WALKER), &parts, rows, 4), 9);
    assert_string_equal(parts.family, "tree");
    assert_string_equal(rows[0].place, "main.lua:17");
    assert_string_equal(rows[2].place, "main.lua:18");
    dv_scenario_list_parts(f->scenario, numbered(f, CHOOSER), &parts, rows, 4);
    assert_string_equal(parts.family, "utility");
    assert_string_equal(rows[1].place, "main.lua:33");
}

static void functions_have_the_names_of_the_source(void **state) {
    fixture *f = *state;
    open_explained(f, read_script("parts/names.lua"));
    assert_string_equal(parts_of(f, WALKER),
                        "0 selector: not run\n"
                        "1 condition self.state == \"the end\": not run\n"
                        "1 condition false: not run\n"
                        "1 condition is_late: not run\n"
                        "1 condition late: not run\n"
                        "1 condition never: not run\n"
                        "1 condition n > limit: not run\n"
                        "1 condition most > 1: not run\n"
                        "1 condition limit > 5: not run\n"
                        "1 condition main.lua:23: not run\n"
                        "1 condition main.lua:23: not run\n"
                        "1 condition if most > 1 then return true end return false: not run\n"
                        "1 condition \"xéééééééééééééééééééééééééééééééééééééééééééééé: not run\n"
                        "1 condition math.type: not run\n"
                        "1 wait 1 s: not run\n");
}

static void utility_shows_what_options_are_worth(void **state) {
    fixture *f = *state;
    open_explained(f, EACH);
    step(f, 1);
    assert_string_equal(parts_of(f, CHOOSER), "0 eat: running 0.5\n"
                                              "0 sleep: passed over 0\n");
    step(f, 1);
    assert_string_equal(parts_of(f, CHOOSER), "0 eat: running 0.75, with 0.25 for inertia\n"
                                              "0 sleep: passed over 0\n");
    step(f, 1);
    assert_string_equal(parts_of(f, CHOOSER), "0 eat: passed over -0.75, with 0.25 for inertia\n"
                                              "0 sleep: running 1\n");
}

static void layers_below_the_one_that_acts_are_inhibited(void **state) {
    fixture *f = *state;
    open_explained(f, EACH);
    step(f, 1);
    assert_string_equal(parts_of(f, LAYERED),
                        "0 layer 1 self.world.tick == 1: seek: passed over\n"
                        "0 layer 2 is_night: separation, wander: passed over\n"
                        "0 layer 3: running\n");
    step(f, 1);
    assert_string_equal(parts_of(f, LAYERED), "0 layer 1 self.world.tick == 1: seek: running\n"
                                              "0 layer 2 is_night: separation, wander: inhibited\n"
                                              "0 layer 3: inhibited\n");
    step(f, 1);
    assert_string_equal(parts_of(f, LAYERED),
                        "0 layer 1 self.world.tick == 1: seek: running, held\n"
                        "0 layer 2 is_night: separation, wander: inhibited\n"
                        "0 layer 3: inhibited\n");
    step(f, 2);
    assert_string_equal(parts_of(f, LAYERED), "0 layer 1 self.world.tick == 1: seek: passed over\n"
                                              "0 layer 2 is_night: separation, wander: running\n"
                                              "0 layer 3: inhibited\n");
}

static void schemas_show_why_they_do_not_run(void **state) {
    fixture *f = *state;
    open_explained(f, EACH);
    step(f, 1);
    assert_string_equal(
        parts_of(f, ERRAND),
        "0 goals: running\n"
        "1 select: running 2\n"
        "2 chasing hunt: quarry: passed over, there is no target\n"
        "2 custom if is_night(self) then return false, \"it is dark\" end: running\n"
        "1 attraction: passed over 1\n");
    step(f, 2);
    assert_string_equal(
        parts_of(f, ERRAND),
        "0 goals: running\n"
        "1 select: passed over 0.5\n"
        "2 chasing hunt: quarry: not run\n"
        "2 custom if is_night(self) then return false, \"it is dark\" end: not run\n"
        "1 attraction: running 1, go\n");
}

static void plans_show_goals_and_steps(void **state) {
    fixture *f = *state;
    open_explained(f, EACH);
    step(f, 1);
    assert_string_equal(parts_of(f, PLANNER), "0 goals: running\n"
                                              "1 goal fly: failed 9, no plan leads there\n"
                                              "1 goal keep: done 5, its facts hold\n"
                                              "1 goal rest: passed over 0, not wanted now\n"
                                              "1 goal warm: running 1.5, sit\n"
                                              "1 action chop: custom: not run\n"
                                              "1 action light: attraction: not run\n"
                                              "1 action sit: custom: running, step 1 of 1\n");
    dv_part_row rows[6];
    dv_parts parts;
    dv_scenario_list_parts(f->scenario, numbered(f, PLANNER), &parts, rows, 6);
    assert_string_equal(parts.family, "goap");
    step(f, 2); // the fire is out, and there is no axe
    assert_string_equal(parts_of(f, PLANNER),
                        "0 goals: running\n"
                        "1 goal fly: failed 9, no plan leads there\n"
                        "1 goal keep: done 5, its facts hold\n"
                        "1 goal rest: passed over 0, not wanted now\n"
                        "1 goal warm: failed 2, no plan leads there\n"
                        "1 action chop: custom: failed, no axe; tried again in 1 s\n"
                        "1 action light: attraction: not run\n"
                        "1 action sit: custom: not run\n");
    step(f, 61);
    assert_string_equal(parts_of(f, PLANNER), "0 goals: running\n"
                                              "1 goal fly: failed 9, no plan leads there\n"
                                              "1 goal keep: done 5, its facts hold\n"
                                              "1 goal rest: done 0, its facts hold\n"
                                              "1 goal warm: running 2, chop, light, sit\n"
                                              "1 action chop: custom: done, step 1 of 3\n"
                                              "1 action light: attraction: running, step 2 of 3\n"
                                              "1 action sit: custom: not run, step 3 of 3\n");
}

static void a_part_that_raises_an_error_is_told(void **state) {
    fixture *f = *state;
    open_explained(f, EACH);
    step(f, 5);
    assert_true(dv_agent_suspended(dv_scenario_world(f->scenario), numbered(f, WALKER)));
    assert_non_null(strstr(parts_of(f, WALKER), "0 selector: error\n"
                                                "1 sequence: error\n"
                                                "2 condition is_night: done\n"
                                                "2 steer fails_late: seek: error\n"));
    step(f, 3); // it does not run any more
    assert_non_null(strstr(parts_of(f, WALKER), "2 steer fails_late: seek: error\n"));
}

/// Whether an agent's parts have a line, once it has failed in a world with this errand.
static bool fails_with(fixture *f, const char *part, const char *replacement, const char *line) {
    open_explained(f, read_script_with("parts/each.lua", part, replacement, NULL));
    step(f, 4);
    return dv_agent_suspended(dv_scenario_world(f->scenario), numbered(f, ERRAND)) &&
           strstr(parts_of(f, ERRAND), line);
}

static void a_condition_that_raises_an_error_is_told_of_its_schema(void **state) {
    fixture *f = *state;
    assert_true(fails_with(f, "schema.chasing { target = \"quarry\", name = \"hunt\" }",
                           "schema.custom { name = \"hunt\", step = function() end, "
                           "precondition = function() error 'broken' end }",
                           "1 select: error 2\n2 custom hunt: error\n"));
    assert_true(fails_with(f, "is_night(self) and 0.5 or 2",
                           "is_night(self) and error 'broken' or 2",
                           "0 goals: error\n1 select: error\n"));
}

static void noting_changes_nothing(void **state) {
    fixture *f = *state;
    uint64_t hashes[10];
    open_main(f, EACH);
    for (int i = 0; i < 10; i++) {
        step(f, 1);
        hashes[i] = hash_of(f);
    }
    dv_parts parts;
    assert_int_equal(dv_scenario_list_parts(f->scenario, numbered(f, WALKER), &parts, NULL, 0), 0);
    open_explained(f, EACH);
    for (int i = 0; i < 10; i++) {
        step(f, 1);
        parts_of(f, 1 + (uint32_t)i % 5);
        assert_true(hash_of(f) == hashes[i]);
    }
}

/// The source of EACH with the walker's tree replaced.
static const char *with_tree(const char *tree) {
    return read_script_with("parts/each.lua",
                            "tree.invert(tree.condition(function() return true end))", tree, NULL);
}

static void other_parts_have_not_run(void **state) {
    fixture *f = *state;
    open_explained(f, EACH);
    step(f, 1);
    assert_true(has_run(f, WALKER));
    write_file(f, "main.lua", with_tree("tree.condition(is_night)"));
    expect_swapped(f);
    assert_false(has_run(f, WALKER));
    assert_non_null(strstr(parts_of(f, WALKER), "1 condition is_night: not run\n1 sequence: not"));
    step(f, 1);
    assert_true(has_run(f, WALKER));
    assert_non_null(strstr(parts_of(f, WALKER), "1 condition is_night: failed\n"));
}

static void a_refused_save_changes_nothing(void **state) {
    fixture *f = *state;
    open_explained(f, EACH);
    step(f, 1);
    write_file(f, "main.lua", with_tree("tree.wait(-1)"));
    assert_int_equal(dv_scenario_reload(f->scenario).outcome, DV_RELOAD_REFUSED);
    assert_non_null(strstr(parts_of(f, WALKER), "2 condition true: done\n"));
}

static void a_rollback_forgets_what_the_new_code_did(void **state) {
    fixture *f = *state;
    open_explained(f, EACH);
    step(f, 1);
    write_file(f, "main.lua", with_tree("tree.action(function() error 'broken' end)"));
    expect_swapped(f);
    step(f, 1);
    assert_true(dv_scenario_trial_failed(f->scenario));
    assert_int_equal(dv_scenario_roll_back(f->scenario).outcome, DV_RELOAD_ROLLED_BACK);
    assert_false(has_run(f, WALKER));
    assert_non_null(strstr(parts_of(f, WALKER), "2 condition true: not run\n"));
    step(f, 1);
    assert_non_null(strstr(parts_of(f, WALKER), "2 condition true: done\n"));
}

/// Also if it is at the tick in which the last step was made.
static void a_loaded_world_has_not_run(void **state) {
    fixture *f = *state;
    for (int later = 1; later <= 3; later++) {
        dv_snapshot snapshot;
        open_explained(f, EACH);
        step(f, 1);
        assert_int_equal(
            dv_world_take_snapshot(dv_scenario_world(f->scenario), &snapshot, &f->error), DV_OK);
        step(f, later);
        assert_int_equal(dv_scenario_load_snapshot(f->scenario, &snapshot, &f->error), DV_OK);
        dv_snapshot_free(&snapshot);
        for (uint32_t id = WALKER; id <= PLANNER; id++)
            assert_false(has_run(f, id));
        step(f, 1);
        for (uint32_t id = WALKER; id <= PLANNER; id++)
            assert_true(has_run(f, id));
        close_scenario(f);
    }
}

static void another_state_has_no_parts(void **state) {
    fixture *f = *state;
    dv_parts parts;
    open_explained(f, EACH);
    step(f, 1);
    dv_world *world = dv_scenario_world(f->scenario);
    dv_agent walker = numbered(f, WALKER);
    int32_t plain = dv_program_state(dv_world_program(world), 0, "plain");
    int32_t life = dv_program_state(dv_world_program(world), 0, "life");
    assert_int_equal(dv_agent_become(world, walker, (uint32_t)plain, &f->error), DV_OK);
    step(f, 1);
    assert_int_equal(dv_scenario_list_parts(f->scenario, walker, &parts, NULL, 0), 0);
    // What it did before it left is not what it does now.
    assert_int_equal(dv_agent_become(world, walker, (uint32_t)life, &f->error), DV_OK);
    dv_world_set_host(world, &(dv_host){0}); // nothing of the script runs
    step(f, 1);
    assert_int_equal(dv_agent_state(world, walker), life);
    assert_false(has_run(f, WALKER));
}

// Thinking every third tick, the walker's last step was up to two ticks ago.
static void the_last_step_counts(void **state) {
    fixture *f = *state;
    dv_parts parts;
    open_explained(f, read_script_with("parts/each.lua", "life = tree.selector {",
                                       "life = tree.selector { think = 3,", NULL));
    const dv_world *world = dv_scenario_world(f->scenario);
    bool was_earlier = false;
    step(f, 3);
    for (int i = 0; i < 3; i++, step(f, 1)) {
        dv_scenario_list_parts(f->scenario, numbered(f, WALKER), &parts, NULL, 0);
        assert_true(parts.has_run);
        assert_in_range(dv_world_tick(world) - parts.tick, 1, 3);
        was_earlier |= dv_world_tick(world) - parts.tick == 3;
    }
    assert_true(was_earlier);
}

// Each allocation of the first tick fails once. Where the tick does without it, so do the notes.
static void without_memory_notes_are_lost_and_nothing_else(void **state) {
    fixture *f = *state;
    uint32_t lost = 0;
    open_main(f, EACH);
    step(f, 1);
    uint64_t without = hash_of(f);
    for (uint64_t n = 1; n <= 40; n++) {
        open_explained(f, EACH);
        dv_fail_allocation(n, false);
        dv_result result = dv_scenario_step(f->scenario, &f->error);
        dv_fail_allocation(0, false);
        if (result != DV_OK || suspended(f) > 0)
            continue;
        assert_true(hash_of(f) == without);
        for (uint32_t id = WALKER; id <= PLANNER; id++)
            lost += !has_run(f, id);
        step(f, 1);
        for (uint32_t id = WALKER; id <= PLANNER; id++)
            assert_true(has_run(f, id));
    }
    assert_true(lost >= 4);
}

TESTS {
    const struct CMUnitTest tests[] = {
        CASE(a_tree_shows_each_node),
        CASE(places_lead_to_the_script),
        CASE(functions_have_the_names_of_the_source),
        CASE(utility_shows_what_options_are_worth),
        CASE(layers_below_the_one_that_acts_are_inhibited),
        CASE(schemas_show_why_they_do_not_run),
        CASE(plans_show_goals_and_steps),
        CASE(a_part_that_raises_an_error_is_told),
        CASE(a_condition_that_raises_an_error_is_told_of_its_schema),
        CASE(noting_changes_nothing),
        CASE(other_parts_have_not_run),
        CASE(a_refused_save_changes_nothing),
        CASE(a_rollback_forgets_what_the_new_code_did),
        CASE(a_loaded_world_has_not_run),
        CASE(another_state_has_no_parts),
        CASE(the_last_step_counts),
        CASE(without_memory_notes_are_lost_and_nothing_else),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
