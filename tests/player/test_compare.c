// Comparing the code before a reload with the current code.
#include "../program.h"
#include "rewind_fixture.h"

#include "player/run/compare.h"

static const dv_compared *row_of(const dv_compare *compare, const char *name) {
    for (uint32_t i = 0; i < compare->count; i++)
        if (strcmp(compare->rows[i].name, name) == 0)
            return &compare->rows[i];
    fail_msg("no row %s", name);
    return NULL;
}

static void compare_all(fixture *f, dv_compare *compare, uint64_t ticks) {
    if (dv_compare_begin(compare, &f->run, ticks, &f->error) != DV_OK)
        fail_msg("%s", f->error.message);
    while (dv_compare_tick(compare))
        continue;
}

static void reload_with(fixture *f, const char *from, const char *to) {
    save(f, from, to);
    if (dv_run_reload(&f->run) != DV_RELOAD_SWAPPED)
        fail_msg("%s", f->run.reloads.last.message);
}

static void comparing_tells_what_the_new_code_changes(void **state) {
    fixture *f = *state;
    dv_compare compare;
    begin(f);
    tick(f, 130);
    reload_with(f, "world:scatter(\"deer\", 1)", "world:scatter(\"deer\", 2)");
    tick(f, 30);
    uint64_t hash = world_hash(f->run.world);
    compare_all(f, &compare, 45);
    assert_int_equal(compare.first_tick, 130);
    assert_int_equal(compare.done, 45);
    const dv_compared *deer = row_of(&compare, "all deer");
    // `steps` begins at 0: births at 9, 18, 27, 36 and 45, one death at 31.
    assert_true(deer->last[DV_NOW] - deer->last[DV_BEFORE] == 5);
    assert_true(dv_compare_difference(deer) == 5);
    assert_true(deer->greatest == 5);
    assert_int_equal(deer->greatest_tick, 130 + 45);
    // 0 for 8 ticks, then 1 to 4 for 9 each, and 5.
    assert_true(fabs(dv_compare_mean(deer, DV_NOW) - dv_compare_mean(deer, DV_BEFORE) -
                     (9.0 * (1 + 2 + 3 + 4) + 5) / 45) < 1e-12);
    assert_true(row_of(&compare, "agents")->last[DV_NOW] == deer->last[DV_NOW]);
    assert_true(dv_compare_difference(row_of(&compare, "sum")) != 0);
    assert_true(row_of(&compare, "deer, calm")->last[DV_NOW] +
                    row_of(&compare, "deer, wild")->last[DV_NOW] ==
                deer->last[DV_NOW]);
    assert_string_equal(compare.rows[0].name, "sum");
    dv_compare_free(&compare);
    assert_int_equal(world_hash(f->run.world), hash);
}

static void each_side_is_what_its_code_makes_of_the_moment(void **state) {
    fixture *f = *state;
    dv_compare compare;
    begin(f);
    tick(f, 125);
    reload_with(f, "world:scatter(\"deer\", 1)", "world:scatter(\"deer\", 2)");
    compare_all(f, &compare, 50);
    uint64_t now_hash = world_hash(dv_beside_world(&compare.sides[DV_NOW]));
    uint64_t before_hash = world_hash(dv_beside_world(&compare.sides[DV_BEFORE]));
    dv_compare_free(&compare);
    expect_rewind_to(f, 125, 125);
    tick(f, 50);
    assert_int_equal(world_hash(f->run.world), now_hash);
    expect_rewind_to(f, 125, 125);
    assert_int_equal(dv_run_undo(&f->run), DV_RELOAD_SWAPPED);
    tick(f, 50);
    assert_int_equal(world_hash(f->run.world), before_hash);
}

static void comparing_leaves_the_run_as_it_would_have_been(void **state) {
    fixture *f = *state;
    uint64_t hashes[2];
    for (int i = 0; i < 2; i++) {
        dv_compare compare;
        begin(f);
        tick(f, 100);
        reload_with(f, "world:scatter(\"deer\", 1)", "world:scatter(\"deer\", 2)");
        tick(f, 5);
        if (i == 0) {
            compare_all(f, &compare, 20);
            dv_compare_free(&compare);
        }
        tick(f, 60);
        hashes[i] = world_hash(f->run.world);
        close_run(f);
    }
    assert_int_equal(hashes[0], hashes[1]);
}

static void what_only_one_side_counts_is_a_row_too(void **state) {
    fixture *f = *state;
    dv_compare compare;
    begin(f);
    tick(f, 10);
    reload_with(f, "sum = function", "total = function");
    compare_all(f, &compare, 5);
    assert_true(isnan(row_of(&compare, "sum")->last[DV_NOW]));
    assert_false(isnan(row_of(&compare, "sum")->last[DV_BEFORE]));
    assert_true(isnan(row_of(&compare, "total")->last[DV_BEFORE]));
    assert_true(isnan(dv_compare_difference(row_of(&compare, "total"))));
    dv_compare_free(&compare);
}

static void errors_of_a_side_are_told_with_their_tick(void **state) {
    fixture *f = *state;
    dv_compare compare;
    begin(f);
    tick(f, 130);
    reload_with(f, "tick == 200", "tick == 140");
    compare_all(f, &compare, 60);
    assert_string_equal(compare.errors[DV_BEFORE], "");
    assert_non_null(strstr(compare.errors[DV_NOW], "main.lua:14: on purpose"));
    assert_int_equal(compare.error_ticks[DV_NOW], 141);
    assert_true(dv_compare_difference(row_of(&compare, "suspended")) == 1);
    dv_compare_free(&compare);
}

static void long_after_a_reload_it_still_begins_there(void **state) {
    fixture *f = *state;
    dv_compare compare;
    begin(f);
    reload_with(f, "world:scatter(\"deer\", 1)", "world:scatter(\"deer\", 2)");
    tick(f, 60 * 40);
    compare_all(f, &compare, 1);
    assert_int_equal(compare.first_tick, 0);
    dv_compare_free(&compare);
}

static void where_that_is_not_kept_it_begins_ten_seconds_ago(void **state) {
    fixture *f = *state;
    dv_compare compare;
    save(f, "", "");
    open_run(f);
    reload_with(f, "world:scatter(\"deer\", 1)", "world:scatter(\"deer\", 2)");
    dv_run_keep_history(&f->run);
    tick(f, 60 * 40);
    compare_all(f, &compare, 1);
    assert_int_equal(compare.first_tick, 60 * 30);
    dv_compare_free(&compare);
}

static void both_sides_revive_who_was_suspended(void **state) {
    fixture *f = *state;
    dv_compare compare;
    begin(f);
    f->run.watching = true;
    tick(f, 230);
    assert_int_equal(dv_world_suspended_count(f->run.world), 1);
    reload_with(f, "error \"on purpose\"", "self.n = 0");
    compare_all(f, &compare, 20);
    assert_int_equal(compare.first_tick, 230);
    assert_true(row_of(&compare, "suspended")->last[DV_BEFORE] == 0);
    assert_true(row_of(&compare, "suspended")->last[DV_NOW] == 0);
    dv_compare_free(&compare);
}

static uint64_t hash_of_side(const dv_compare *compare, int side) {
    return world_hash(dv_beside_world(&compare->sides[side]));
}

/// The code in force comes out as the run did in the 50 ticks since its reload.
static void expect_now_is_the_run(fixture *f) {
    dv_compare compare;
    tick(f, 50);
    compare_all(f, &compare, 50);
    assert_string_equal(compare.errors[DV_NOW], "");
    assert_int_equal(hash_of_side(&compare, DV_NOW), world_hash(f->run.world));
    assert_int_not_equal(hash_of_side(&compare, DV_BEFORE), hash_of_side(&compare, DV_NOW));
    dv_compare_free(&compare);
}

static void save_kites(fixture *f, const char *from, const char *to) {
    write_edited(f->main, read_script("compare/kites.lua"), from, to);
}

static void fly_kites(fixture *f) {
    save_kites(f, "", "");
    open_run(f);
    dv_run_keep_history(&f->run);
    tick(f, 90);
}

static void undone_code_suspends_only_its_own_side(void **state) {
    fixture *f = *state;
    dv_compare compare;
    fly_kites(f);
    f->run.watching = true;
    save_kites(f, "self.age = self.age + 1",
               "self.age = self.age + 1 if self.age > 700 then error 'old' end");
    assert_int_equal(dv_run_reload(&f->run), DV_RELOAD_SWAPPED);
    tick(f, 700);
    assert_int_equal(dv_world_suspended_count(f->run.world), 6);
    assert_int_equal(dv_run_undo(&f->run), DV_RELOAD_SWAPPED);
    assert_int_equal(dv_world_suspended_count(f->run.world), 0);
    tick(f, 50);
    compare_all(f, &compare, 50);
    assert_int_equal(compare.first_tick, 790);
    assert_true(row_of(&compare, "suspended")->last[DV_BEFORE] == 6);
    assert_true(row_of(&compare, "suspended")->last[DV_NOW] == 0);
    assert_int_equal(hash_of_side(&compare, DV_NOW), world_hash(f->run.world));
    dv_compare_free(&compare);
}

static void fields_of_flows_are_those_of_each_side(void **state) {
    fixture *f = *state;
    fly_kites(f);
    save_kites(f, "return 1, 0", "return 0, 2");
    assert_int_equal(dv_run_reload(&f->run), DV_RELOAD_SWAPPED);
    expect_now_is_the_run(f);
}

static void each_side_is_told_of_a_reload(void **state) {
    fixture *f = *state;
    fly_kites(f);
    save_kites(f, "on_reload = function(world)",
               "on_reload = function(world) world:scatter('kite', 3)");
    assert_int_equal(dv_run_reload(&f->run), DV_RELOAD_SWAPPED);
    expect_now_is_the_run(f);
}

static void a_mod_switched_on_is_set_up_on_its_side(void **state) {
    fixture *f = *state;
    char path[160];
    snprintf(path, sizeof path, "mkdir -p %s/mods/m", f->folder);
    assert_int_equal(system(path), 0);
    snprintf(path, sizeof path, "%s/mods/m/mod.lua", f->folder);
    write_edited(path, "return { name = 'm' }", "", "");
    snprintf(path, sizeof path, "%s/mods/m/init.lua", f->folder);
    write_edited(path, read_script("compare/mod.lua"), "", "");
    fly_kites(f);
    assert_int_equal(dv_run_switch_mod(&f->run, "m", true), DV_RELOAD_SWAPPED);
    expect_now_is_the_run(f);
    assert_int_equal(dv_world_agent_count(f->run.world), 8);
}

static void what_fails_in_on_reload_is_told(void **state) {
    fixture *f = *state;
    dv_compare compare;
    fly_kites(f);
    save_kites(f, "(world.memory.reloads or 0) + 1",
               "(world.memory.reloads or 0) + 1 if world.tick == 150 then error 'late' end");
    assert_int_equal(dv_run_reload(&f->run), DV_RELOAD_SWAPPED);
    tick(f, 60);
    save_kites(f, "step = ", "think = 2, step = ");
    assert_int_equal(dv_run_reload(&f->run), DV_RELOAD_SWAPPED);
    compare_all(f, &compare, 5);
    assert_non_null(strstr(compare.errors[DV_BEFORE], "main.lua:15: late"));
    assert_int_equal(compare.error_ticks[DV_BEFORE], 150);
    assert_string_equal(compare.errors[DV_NOW], "");
    dv_compare_free(&compare);
}

static void comparing_needs_a_reload_and_a_moment(void **state) {
    fixture *f = *state;
    dv_compare compare;
    begin(f);
    assert_int_not_equal(dv_compare_begin(&compare, &f->run, 10, &f->error), DV_OK);
    assert_string_equal(f->error.message, "cannot compare: nothing has been reloaded yet");
    reload_with(f, "world:scatter(\"deer\", 1)", "world:scatter(\"deer\", 2)");
    dv_run_end_history(&f->run);
    assert_int_not_equal(dv_compare_begin(&compare, &f->run, 10, &f->error), DV_OK);
    assert_string_equal(f->error.message, "cannot compare: no earlier moment is kept");
}

TESTS {
    const struct CMUnitTest tests[] = {
        CASE(comparing_tells_what_the_new_code_changes),
        CASE(each_side_is_what_its_code_makes_of_the_moment),
        CASE(comparing_leaves_the_run_as_it_would_have_been),
        CASE(what_only_one_side_counts_is_a_row_too),
        CASE(errors_of_a_side_are_told_with_their_tick),
        CASE(long_after_a_reload_it_still_begins_there),
        CASE(where_that_is_not_kept_it_begins_ten_seconds_ago),
        CASE(both_sides_revive_who_was_suspended),
        CASE(undone_code_suspends_only_its_own_side),
        CASE(fields_of_flows_are_those_of_each_side),
        CASE(each_side_is_told_of_a_reload),
        CASE(a_mod_switched_on_is_set_up_on_its_side),
        CASE(what_fails_in_on_reload_is_told),
        CASE(comparing_needs_a_reload_and_a_moment),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
