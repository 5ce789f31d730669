// Going back to any tick of a run with inputs and saves: each tick is as it was.
#include "../program.h"
#include "../read_script.h"
#include "rewind_fixture.h"

static void save_exact(fixture *f, const char *from, const char *to) {
    write_edited(f->main, read_script("rewind/exact.lua"), from, to);
}

#define MAX_TICKS 2000

/// The hashes of ticks as they came to be.
typedef struct record {
    uint64_t hashes[MAX_TICKS];
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

/// Drag a number of main.lua, as far as one reload.
static void drag(fixture *f, const char *to) {
    char source[8192];
    snprintf(source, sizeof source, "%s", read_script("rewind/exact.lua"));
    replace_in(source, sizeof source, "self.n + self.world", to);
    assert_int_equal(dv_run_try_draft(&f->run, "main.lua", source, strlen(source)),
                     DV_RELOAD_SWAPPED);
}

static void ticks_of_a_drag_are_as_they_were(void **state) {
    fixture *f = *state;
    record *r = calloc(1, sizeof *r);
    const uint64_t ticks[] = {249, 230, 231, 229, 211, 209, 200, 201, 199, 150, 60, 245};
    save_exact(f, "", "");
    open_run(f);
    dv_run_keep_history(&f->run);
    go_on(f, r, 200);
    drag(f, "self.n + 1 + self.world");
    go_on(f, r, 210);
    drag(f, "self.n + 2 + self.world");
    go_on(f, r, 230);
    drag(f, "self.n + 3 + self.world");
    assert_true(f->run.reloads.last.is_further);
    go_on(f, r, 250);
    dv_scenario_drop_draft(f->run.scenario);
    for (size_t i = 0; i < sizeof ticks / sizeof *ticks; i++)
        expect_as_it_was(f, r, ticks[i]);
    free(r);
}

static void a_drag_while_paused_keeps_one_moment(void **state) {
    fixture *f = *state;
    char to[64];
    save_exact(f, "", "");
    open_run(f);
    dv_run_keep_history(&f->run);
    tick(f, 70);
    drag(f, "self.n + 1 + self.world");
    uint32_t count = f->run.history.count;
    for (int i = 2; i < 20; i++) {
        snprintf(to, sizeof to, "self.n + %d + self.world", i);
        drag(f, to);
        assert_int_equal(f->run.history.count, count);
    }
    dv_scenario_drop_draft(f->run.scenario);
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
    memset(r->hashes + 1351, 0, (MAX_TICKS - 1351) * sizeof *r->hashes);
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
    while (f->run.trials.rollback_count == 0)
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

TESTS {
    const struct CMUnitTest tests[] = {
        CASE(every_tick_is_as_it_was),
        CASE(ticks_of_a_drag_are_as_they_were),
        CASE(a_drag_while_paused_keeps_one_moment),
        CASE(what_was_done_at_a_tick_that_is_left_did_not_happen),
        CASE(a_rolled_back_save_leaves_the_ticks_as_they_were),
        CASE(new_code_revives_in_the_earlier_world),
        CASE(the_budget_is_kept),
        CASE(a_rewind_on_its_way_turns_to_another_tick),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
