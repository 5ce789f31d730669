// Going back to earlier moments of a run, and how the run continues from there.
#include "../program.h"
#include "../read_script.h"
#include "rewind_fixture.h"

#include "drover/explain.h"

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
    assert_int_equal(f->run.trials.rollback_count, 0);
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

#define MOST_INFLUENCES 8

/// All behaviors of all agents, with their shares.
static void list_influences(const fixture *f, char *text, size_t size) {
    size_t used = 0;
    for (uint32_t i = 0; i < dv_world_agent_limit(f->run.world); i++) {
        dv_influence list[MOST_INFLUENCES];
        uint32_t count = dv_agent_influences(f->run.world, dv_world_agent_at(f->run.world, i), list,
                                             MOST_INFLUENCES);
        assert_true(count <= MOST_INFLUENCES);
        for (uint32_t k = 0; k < count; k++)
            used += (size_t)snprintf(text + used, size - used, "%u %s %a %a\n", i, list[k].path,
                                     (double)list[k].weight, (double)list[k].share);
        assert_true(used < size);
    }
}

static void what_scripts_applied_is_listed_after_going_back(void **state) {
    fixture *f = *state;
    static char before[8192], after[8192];
    write_edited(f->main, read_script("rewind/applied.lua"), "", "");
    open_run(f);
    dv_run_keep_history(&f->run);
    for (int i = 0; i < 12; i++) {
        tick(f, 7);
        uint64_t at = now(f);
        list_influences(f, before, sizeof before);
        assert_non_null(strstr(before, "0 applied.wander"));
        assert_non_null(strstr(before, "5 applied.separation"));
        tick(f, 5);
        expect_rewind_to(f, at, at);
        list_influences(f, after, sizeof after);
        assert_string_equal(after, before);
    }
}

TESTS {
    const struct CMUnitTest tests[] = {
        CASE(what_scripts_applied_is_listed_after_going_back),
        CASE(what_cannot_be_kept_leaves_the_moments_before),
        CASE(rewinding_says_why_nothing_is_kept),
        CASE(unwatched_a_moment_that_cannot_be_kept_ends_the_run),
        CASE(a_rewound_run_goes_on_like_a_fresh_one),
        CASE(the_code_in_force_runs_from_the_earlier_world),
        CASE(rewinding_ends_trials),
        CASE(seconds_lead_to_the_tick_and_no_further_than_the_first),
        CASE(later_ticks_stay_until_the_next_tick),
        CASE(handles_of_then_are_good_again),
        CASE(who_was_suspended_later_is_so_no_more),
        CASE(a_refused_save_stays_in_view),
        CASE(without_history_there_is_no_way_back),
        CASE(a_restart_begins_another_history),
        CASE(the_log_tells_of_it),
        CASE(local_variables_are_logged_with_the_world_they_made),
        CASE(moments_of_a_crowd_are_exact),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
