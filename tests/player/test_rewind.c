// Going back to earlier moments of a run, and comparing what ran before a reload with what runs
// now.
#include "../world_hash.h"
#include "player/run/compare.h"
#include "player/run/run.h"

#include "base/alloc.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "../read_script.h"
#include "run_fixture.h"

typedef struct fixture {
    char folder[64], main[96], snapshot[96], log[96];
    dv_options options;
    dv_run run;
    bool is_open;
    dv_error error;
} fixture;

static int set_up(void **state) {
    fixture *f = calloc(1, sizeof *f);
    make_folder(f->folder, "rewind");
    snprintf(f->main, sizeof f->main, "%s/main.lua", f->folder);
    snprintf(f->snapshot, sizeof f->snapshot, "%s/moment.snap", f->folder);
    snprintf(f->log, sizeof f->log, "%s/run.jsonl", f->folder);
    f->options = headless_options(f->folder);
    *state = f;
    return 0;
}

static void close_run(fixture *f) {
    if (f->is_open)
        dv_run_close(&f->run);
    f->is_open = false;
}

static int tear_down(void **state) {
    fixture *f = *state;
    close_run(f);
    remove_folder(f->folder);
    free(f);
    assert_int_equal(dv_allocated_bytes(), 0);
    return 0;
}

static void save(fixture *f, const char *from, const char *to) {
    write_edited(f->main, read_script("rewind/deer.lua"), from, to);
}

static void open_run(fixture *f) {
    if (dv_run_open(&f->run, &f->options, &f->error) != DV_OK)
        fail_msg("%s", f->error.message);
    f->is_open = true;
}

static void begin(fixture *f) {
    save(f, "", "");
    open_run(f);
    dv_run_keep_history(&f->run);
}

static void tick(fixture *f, int count) { tick_run(&f->run, count); }

static uint64_t now(const fixture *f) { return dv_world_tick(f->run.world); }

static void expect_rewind_to(fixture *f, uint64_t to, uint64_t arrived) {
    if (dv_run_rewind_to(&f->run, to, &f->error) != DV_OK)
        fail_msg("%s", f->error.message);
    assert_int_equal(now(f), arrived);
}

/// The hashes of so many ticks, the one before them first.
static void note_hashes(fixture *f, uint64_t *hashes, int count) {
    hashes[0] = world_hash(f->run.world);
    for (int i = 1; i <= count; i++) {
        tick(f, 1);
        hashes[i] = world_hash(f->run.world);
    }
}

static void write_moment(fixture *f, uint64_t at) {
    const dv_moment *moment = &f->run.history.moments[dv_history_at(&f->run.history, at)];
    FILE *file = fopen(f->snapshot, "wb");
    assert_int_equal(moment->tick, at);
    assert_non_null(file);
    assert_int_equal(fwrite(moment->snapshot.bytes, 1, moment->snapshot.size, file),
                     moment->snapshot.size);
    assert_int_equal(fclose(file), 0);
}

#define FOLLOWED 70

/// What follows is what a fresh run makes of that moment with the sources in force.
static void expect_like_fresh(fixture *f, uint64_t at) {
    uint64_t hashes[FOLLOWED + 1], fresh[FOLLOWED + 1];
    write_moment(f, at);
    expect_rewind_to(f, at, at);
    note_hashes(f, hashes, FOLLOWED);
    close_run(f);
    f->options.load = f->snapshot;
    open_run(f);
    note_hashes(f, fresh, FOLLOWED);
    assert_memory_equal(hashes, fresh, sizeof hashes);
}

static void a_rewound_run_goes_on_like_a_fresh_one(void **state) {
    fixture *f = *state;
    begin(f);
    tick(f, 250);
    expect_like_fresh(f, 120);
}

static void the_code_in_force_runs_from_the_earlier_world(void **state) {
    fixture *f = *state;
    begin(f);
    tick(f, 190);
    save(f, "(\"deer\", 1)", "(\"deer\", 3)");
    assert_int_equal(dv_run_reload(&f->run), DV_RELOAD_SWAPPED);
    // In its trial, which ends.
    tick(f, 5);
    assert_int_equal(dv_scenario_trial_count(f->run.scenario), 1);
    expect_like_fresh(f, 120);
}

static void rewinding_ends_trials(void **state) {
    fixture *f = *state;
    begin(f);
    tick(f, 130);
    save(f, "(\"deer\", 1)", "(\"deer\", 3)");
    assert_int_equal(dv_run_reload(&f->run), DV_RELOAD_SWAPPED);
    expect_rewind_to(f, 60, 60);
    assert_int_equal(dv_scenario_trial_count(f->run.scenario), 0);
    tick(f, 100);
    assert_int_equal(f->run.rollback_count, 0);
}

static void seconds_lead_to_the_tick_and_no_further_than_the_first(void **state) {
    fixture *f = *state;
    begin(f);
    tick(f, 130);
    assert_int_equal(dv_run_rewind(&f->run, 0.1, &f->error), DV_OK);
    assert_int_equal(now(f), 124);
    assert_int_equal(dv_run_rewind(&f->run, 0.5, &f->error), DV_OK);
    assert_int_equal(now(f), 94);
    assert_int_equal(dv_run_rewind(&f->run, 1000, &f->error), DV_OK);
    assert_int_equal(now(f), 0);
    assert_int_equal(f->run.rewind_count, 3);
}

static void later_ticks_stay_until_the_next_tick(void **state) {
    fixture *f = *state;
    begin(f);
    tick(f, 199);
    uint64_t later;
    expect_rewind_to(f, 180, 180);
    later = world_hash(f->run.world);
    expect_rewind_to(f, 60, 60);
    expect_rewind_to(f, 180, 180);
    assert_int_equal(world_hash(f->run.world), later);
    expect_rewind_to(f, UINT64_MAX, 199);
    expect_rewind_to(f, 60, 60);
    tick(f, 1);
    expect_rewind_to(f, UINT64_MAX, 61);
}

static void handles_of_then_are_good_again(void **state) {
    fixture *f = *state;
    begin(f);
    tick(f, 60);
    dv_agent first = {0};
    for (uint32_t i = 0; !first.bits; i++)
        first = dv_world_agent_at(f->run.world, i);
    dv_vec3 place = dv_agent_position(f->run.world, first);
    tick(f, 20);
    dv_agent_remove(f->run.world, first);
    tick(f, 20);
    assert_false(dv_agent_alive(f->run.world, first));
    expect_rewind_to(f, 60, 60);
    assert_true(dv_agent_alive(f->run.world, first));
    dv_vec3 again = dv_agent_position(f->run.world, first);
    assert_memory_equal(&place, &again, sizeof place);
}

static void who_was_suspended_later_is_so_no_more(void **state) {
    fixture *f = *state;
    begin(f);
    f->run.watching = true;
    tick(f, 230);
    assert_int_equal(dv_world_suspended_count(f->run.world), 1);
    assert_non_null(dv_scenario_banner(f->run.scenario));
    expect_rewind_to(f, 180, 180);
    assert_int_equal(dv_world_suspended_count(f->run.world), 0);
    assert_null(dv_scenario_banner(f->run.scenario));
    tick(f, 40);
    assert_int_equal(dv_world_suspended_count(f->run.world), 1);
    // And who was so then stays so.
    tick(f, 60);
    expect_rewind_to(f, 240, 240);
    assert_int_equal(dv_world_suspended_count(f->run.world), 1);
}

static void a_refused_save_stays_in_view(void **state) {
    fixture *f = *state;
    begin(f);
    tick(f, 70);
    save(f, "local steps = 0", "local steps = = 0");
    assert_int_equal(dv_run_reload(&f->run), DV_RELOAD_REFUSED);
    expect_rewind_to(f, 60, 60);
    assert_non_null(strstr(dv_scenario_banner(f->run.scenario), "main.lua:3:"));
    save(f, "", "");
    assert_int_equal(dv_run_reload(&f->run), DV_RELOAD_MENDED);
    assert_null(dv_scenario_banner(f->run.scenario));
}

static void without_history_there_is_no_way_back(void **state) {
    fixture *f = *state;
    save(f, "", "");
    open_run(f);
    tick(f, 100);
    assert_int_equal(f->run.history.count, 0);
    assert_int_not_equal(dv_run_rewind(&f->run, 1, &f->error), DV_OK);
    assert_string_equal(f->error.message, "cannot rewind: no earlier moment is kept");
    assert_int_equal(now(f), 100);
}

static void a_restart_begins_another_history(void **state) {
    fixture *f = *state;
    begin(f);
    tick(f, 100);
    assert_int_equal(dv_run_restart(&f->run, &f->error), DV_OK);
    assert_int_equal(f->run.history.count, 1);
    tick(f, 70);
    expect_rewind_to(f, 65, 65);
}

static void the_log_tells_of_it(void **state) {
    fixture *f = *state;
    char text[20000] = "";
    f->options.log = f->log;
    begin(f);
    tick(f, 70);
    expect_rewind_to(f, 60, 60);
    close_run(f);
    FILE *file = fopen(f->log, "r");
    assert_non_null(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    assert_non_null(strstr(text, "\"event\":\"rewind\""));
    assert_non_null(strstr(text, "\"to\":60}"));
}

// Comparing

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
        fail_msg("%s", f->run.reload.message);
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
    uint64_t now_hash = world_hash(dv_scenario_world(compare.sides[DV_NOW]));
    uint64_t before_hash = world_hash(dv_scenario_world(compare.sides[DV_BEFORE]));
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

// Every tick

static void save_exact(fixture *f, const char *from, const char *to) {
    write_edited(f->main, read_script("rewind/exact.lua"), from, to);
}

#define MOST_TICKS 2000

/// The hashes of ticks as they came to be.
typedef struct record {
    uint64_t hashes[MOST_TICKS];
} record;

static void go_on(fixture *f, record *r, uint64_t to) {
    r->hashes[now(f)] = r->hashes[now(f)] ? r->hashes[now(f)] : world_hash(f->run.world);
    while (now(f) < to) {
        tick(f, 1);
        r->hashes[now(f)] = world_hash(f->run.world);
    }
}

static void expect_as_it_was(fixture *f, const record *r, uint64_t at) {
    expect_rewind_to(f, at, at);
    if (world_hash(f->run.world) != r->hashes[at])
        fail_msg("tick %d differs", (int)at);
}

static void press_key(fixture *f, dv_input_type type) {
    dv_run_input(&f->run, &(dv_input){.type = type, .key = "k"});
}

/// Ticks, acts of all types, and saves between them.
static void live(fixture *f, record *r) {
    save_exact(f, "", "");
    open_run(f);
    dv_run_keep_history(&f->run);
    go_on(f, r, 75);
    dv_run_input(&f->run, &(dv_input){.type = DV_MOUSE_PRESSED, .x = 1, .y = 2, .button = 1});
    press_key(f, DV_KEY_PRESSED);
    go_on(f, r, 200);
    assert_int_equal(dv_run_set(&f->run, "births", "5", &f->error), DV_OK);
    go_on(f, r, 310);
    save_exact(f, "self.n + self.world", "self.n + 3 + self.world");
    assert_int_equal(dv_run_reload(&f->run), DV_RELOAD_SWAPPED);
    dv_run_place_mouse(&f->run, &(dv_vec3){3, 4, 0});
    go_on(f, r, 400);
    press_key(f, DV_KEY_RELEASED);
    go_on(f, r, 1300);
    save_exact(f, "self.n + self.world", "self.n + 7 + self.world");
    assert_int_equal(dv_run_reload(&f->run), DV_RELOAD_SWAPPED);
    go_on(f, r, 1500);
}

static void every_tick_is_as_it_was(void **state) {
    fixture *f = *state;
    record *r = calloc(1, sizeof *r);
    const uint64_t ticks[] = {1499, 1301, 1299, 1,    74,   76, 399, 401, 309, 311,
                              205,  150,  900,  1100, 1500, 0,  61,  2,   201};
    live(f, r);
    for (size_t i = 0; i < sizeof ticks / sizeof *ticks; i++)
        expect_as_it_was(f, r, ticks[i]);
    // Computed again from here on, by the code in force.
    expect_as_it_was(f, r, 1400);
    go_on(f, &(record){0}, 1430);
    assert_int_equal(dv_run_last_reached(&f->run), 1430);
    for (uint64_t at = 1430; at > 1390; at--)
        expect_as_it_was(f, r, at);
    free(r);
}

static void what_was_done_at_a_tick_that_is_left_did_not_happen(void **state) {
    fixture *f = *state;
    record *r = calloc(1, sizeof *r);
    live(f, r);
    expect_rewind_to(f, 1410, 1410);
    assert_int_equal(dv_run_set(&f->run, "births", "1", &f->error), DV_OK);
    expect_as_it_was(f, r, 1450);
    expect_as_it_was(f, r, 1350);
    // Where the run goes on, it did.
    assert_int_equal(dv_run_set(&f->run, "births", "2", &f->error), DV_OK);
    memset(r->hashes + 1351, 0, (MOST_TICKS - 1351) * sizeof *r->hashes);
    go_on(f, r, 1480);
    expect_as_it_was(f, r, 1420);
    expect_as_it_was(f, r, 1351);
    expect_as_it_was(f, r, 1350);
    expect_as_it_was(f, r, 1200);
    free(r);
}

static void a_rolled_back_save_leaves_the_ticks_as_they_were(void **state) {
    fixture *f = *state;
    record *r = calloc(1, sizeof *r);
    save_exact(f, "", "");
    open_run(f);
    dv_run_keep_history(&f->run);
    go_on(f, r, 130);
    save_exact(f, "self.n > 1e9", "self.world.tick >= 140");
    assert_int_equal(dv_run_reload(&f->run), DV_RELOAD_SWAPPED);
    dv_run_input(&f->run, &(dv_input){.type = DV_MOUSE_PRESSED, .x = 1, .y = 2, .button = 1});
    while (f->run.rollback_count == 0)
        tick(f, 1);
    go_on(f, r, now(f) + 60);
    uint64_t end = now(f);
    tick(f, 0);
    record *again = calloc(1, sizeof *again);
    expect_rewind_to(f, 131, 131);
    for (uint64_t at = 131; at <= end; at += 7) {
        expect_rewind_to(f, at, at);
        again->hashes[at] = world_hash(f->run.world);
        if (r->hashes[at])
            assert_int_equal(again->hashes[at], r->hashes[at]);
    }
    expect_as_it_was(f, r, end);
    expect_as_it_was(f, r, 100);
    free(again);
    free(r);
}

static void new_code_revives_in_the_earlier_world(void **state) {
    fixture *f = *state;
    save_exact(f, "self.n > 1e9", "self.world.tick >= 140");
    f->options.watch = true;
    open_run(f);
    dv_run_keep_history(&f->run);
    tick(f, 180);
    assert_int_equal(dv_world_suspended_count(f->run.world), 1);
    save_exact(f, "", "");
    assert_int_equal(dv_run_reload(&f->run), DV_RELOAD_SWAPPED);
    tick(f, 20);
    expect_rewind_to(f, 165, 165);
    assert_int_equal(dv_world_suspended_count(f->run.world), 0);
    tick(f, 60);
    assert_int_equal(dv_world_suspended_count(f->run.world), 0);
}

static void the_budget_is_kept(void **state) {
    fixture *f = *state;
    const size_t budget = (size_t)1 << 20;
    save_exact(f, "\"deer\", 5", "\"deer\", 1500");
    f->options.has_history = true;
    f->options.history = 1;
    open_run(f);
    size_t before = dv_allocated_bytes() - dv_scenario_lua_bytes(f->run.scenario);
    dv_run_keep_history(&f->run);
    for (int i = 0; i < 30; i++) {
        tick(f, 60);
        size_t used = dv_allocated_bytes() - dv_scenario_lua_bytes(f->run.scenario) - before;
        assert_true(f->run.history.bytes + f->run.history.acts.bytes <= budget);
        // What warms up of the world's own is in it.
        assert_true(used <= budget + budget / 2);
    }
    assert_true(f->run.history.count > 1);
    expect_rewind_to(f, 60 * 29 + 17, 60 * 29 + 17);
}

static void a_rewind_on_its_way_turns_to_another_tick(void **state) {
    fixture *f = *state;
    record *r = calloc(1, sizeof *r);
    uint64_t at, to;
    live(f, r);
    assert_int_equal(dv_run_begin_rewind(&f->run, 1250, &f->error), DV_OK);
    assert_true(dv_run_rewinding(&f->run, &at, &to));
    assert_int_equal(to, 1250);
    assert_int_equal(now(f), 1500);
    assert_int_equal(dv_run_go_on_rewinding(&f->run, 0, &f->error), DV_OK);
    assert_int_equal(dv_run_due(&f->run, 1, 100), 0);
    assert_int_equal(dv_run_begin_rewind(&f->run, 30, &f->error), DV_OK);
    assert_int_equal(dv_run_finish_rewind(&f->run, &f->error), DV_OK);
    assert_int_equal(now(f), 30);
    assert_int_equal(world_hash(f->run.world), r->hashes[30]);
    // Who wants a tick while one is on its way wants it from there.
    assert_int_equal(dv_run_begin_rewind(&f->run, 1450, &f->error), DV_OK);
    tick(f, 1);
    assert_int_equal(now(f), 1451);
    assert_int_equal(world_hash(f->run.world), r->hashes[1451]);
    free(r);
}

/// A tick that is not as it was, for local variables have begun again, is logged whole.
static void local_variables_are_logged_with_the_world_they_made(void **state) {
    fixture *f = *state;
    char *text = calloc(1, 1 << 22);
    f->options.log = f->log;
    begin(f);
    tick(f, 250);
    expect_rewind_to(f, 133, 133);
    tick(f, 10);
    close_run(f);
    FILE *file = fopen(f->log, "r");
    assert_non_null(file);
    text[fread(text, 1, (1 << 22) - 1, file)] = '\0';
    fclose(file);
    assert_non_null(strstr(text, "\"to\":133,\"snapshot\":"));
    free(text);
}

static void comparing_needs_a_reload_and_a_moment(void **state) {
    fixture *f = *state;
    dv_compare compare;
    begin(f);
    assert_int_not_equal(dv_compare_begin(&compare, &f->run, 10, &f->error), DV_OK);
    assert_string_equal(f->error.message, "cannot compare: nothing was reloaded yet");
    reload_with(f, "world:scatter(\"deer\", 1)", "world:scatter(\"deer\", 2)");
    dv_run_end_history(&f->run);
    assert_int_not_equal(dv_compare_begin(&compare, &f->run, 10, &f->error), DV_OK);
    assert_string_equal(f->error.message, "cannot compare: no earlier moment is kept");
}

static void moments_of_a_crowd_are_exact(void **state) {
    fixture *f = *state;
    uint64_t hashes[241];
    write_edited(f->main, read_script("rewind/crowd.lua"), "", "");
    open_run(f);
    dv_run_keep_history(&f->run);
    note_hashes(f, hashes, 240);
    assert_int_equal(f->run.history.count, 5);
    for (uint64_t at = 240; at > 0; at -= 60) {
        assert_int_equal(f->run.history.moments[at / 60].tick, at);
        expect_rewind_to(f, at, at);
        assert_int_equal(world_hash(f->run.world), hashes[at]);
    }
    // Going on in the middle of what would have been packed.
    tick(f, 55);
    expect_rewind_to(f, 60, 60);
    assert_int_equal(world_hash(f->run.world), hashes[60]);
    tick(f, 56);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

// Moments

static void open_forgetful(fixture *f, bool watch) {
    write_edited(f->main, read_script("rewind/forgetful.lua"), "", "");
    f->options.watch = watch;
    open_run(f);
}

static void what_cannot_be_kept_leaves_the_moments_before(void **state) {
    fixture *f = *state;
    open_forgetful(f, true);
    dv_run_keep_history(&f->run);
    tick(f, 200);
    assert_non_null(strstr(dv_scenario_banner(f->run.scenario),
                           "world.memory.t.f: a function cannot be remembered"));
    assert_int_equal(dv_run_rewind(&f->run, 0, &f->error), DV_OK);
    assert_int_equal(now(f), 60);
    tick(f, 30);
    assert_null(dv_scenario_banner(f->run.scenario));
}

static void rewinding_says_why_nothing_is_kept(void **state) {
    fixture *f = *state;
    open_forgetful(f, true);
    tick(f, 110);
    dv_run_keep_history(&f->run);
    assert_int_equal(dv_run_rewind(&f->run, 1, &f->error), DV_ERROR_SCRIPT);
    assert_non_null(strstr(f->error.message,
                           "cannot rewind: world.memory.t.f: a function cannot be remembered"));
    assert_int_equal(now(f), 110);
}

static void unwatched_a_moment_that_cannot_be_kept_ends_the_run(void **state) {
    fixture *f = *state;
    open_forgetful(f, false);
    dv_run_keep_history(&f->run);
    while (dv_run_tick(&f->run) == DV_OK)
        assert_true(now(f) < 200);
    assert_non_null(strstr(f->run.error.message, "world.memory.t.f: a function"));
    assert_int_equal(now(f), 120);
    assert_int_equal(dv_run_close(&f->run), 1);
    f->is_open = false;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(what_cannot_be_kept_leaves_the_moments_before),
        TEST(rewinding_says_why_nothing_is_kept),
        TEST(unwatched_a_moment_that_cannot_be_kept_ends_the_run),
        TEST(a_rewound_run_goes_on_like_a_fresh_one),
        TEST(the_code_in_force_runs_from_the_earlier_world),
        TEST(rewinding_ends_trials),
        TEST(seconds_lead_to_the_tick_and_no_further_than_the_first),
        TEST(later_ticks_stay_until_the_next_tick),
        TEST(handles_of_then_are_good_again),
        TEST(who_was_suspended_later_is_so_no_more),
        TEST(a_refused_save_stays_in_view),
        TEST(without_history_there_is_no_way_back),
        TEST(a_restart_begins_another_history),
        TEST(the_log_tells_of_it),
        TEST(comparing_tells_what_the_new_code_changes),
        TEST(each_side_is_what_its_code_makes_of_the_moment),
        TEST(comparing_leaves_the_run_as_it_would_have_been),
        TEST(what_only_one_side_counts_is_a_row_too),
        TEST(errors_of_a_side_are_told_with_their_tick),
        TEST(long_after_a_reload_it_still_begins_there),
        TEST(where_that_is_not_kept_it_begins_ten_seconds_ago),
        TEST(both_sides_revive_who_was_suspended),
        TEST(every_tick_is_as_it_was),
        TEST(what_was_done_at_a_tick_that_is_left_did_not_happen),
        TEST(a_rolled_back_save_leaves_the_ticks_as_they_were),
        TEST(new_code_revives_in_the_earlier_world),
        TEST(the_budget_is_kept),
        TEST(a_rewind_on_its_way_turns_to_another_tick),
        TEST(local_variables_are_logged_with_the_world_they_made),
        TEST(comparing_needs_a_reload_and_a_moment),
        TEST(moments_of_a_crowd_are_exact),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
