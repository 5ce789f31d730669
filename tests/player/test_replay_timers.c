// A run whose timers change agents, kinds, fields, and other timers has one hash in each tick: on
// any number of threads, with vectors of any width, after rewinds, and in its replay.
#include "../program.h"
#include "replay_fixture.h"

#define TICKS 80
#define AWAY 30 ///< how far the run is rewound

static uint64_t hashes[TICKS + 1]; ///< after each tick of the first run

static void check_tick(fixture *f, bool is_first) {
    uint64_t tick = dv_world_tick(f->run.world), hash = world_hash(f->run.world);
    if (is_first)
        hashes[tick] = hash;
    if (hashes[tick] != hash)
        fail_msg("tick %d differs", (int)tick);
}

static void run_to_the_end(fixture *f, bool is_first) {
    while (dv_world_tick(f->run.world) < TICKS) {
        go_on(f, 1);
        check_tick(f, is_first);
    }
}

/// Timers of all sorts did what they can, and all sorts of them wait.
static void expect_much_happened(fixture *f) {
    for (uint32_t i = 0; i < dv_scenario_monitor_count(f->run.scenario); i++)
        if (!(dv_scenario_monitor(f->run.scenario, i) > 50))
            fail_msg("%s: %g", dv_scenario_monitor_name(f->run.scenario, i),
                     dv_scenario_monitor(f->run.scenario, i));
    assert_true(dv_world_timer_count(f->run.world) > 100);
}

static void expect_the_same(fixture *f, int threads, const char *vector_bits, bool is_first) {
    setenv("DROVER_VECTOR_BITS", vector_bits, 1);
    f->options.threads = threads;
    begin(f);
    dv_run_keep_history(&f->run);
    check_tick(f, is_first);
    run_to_the_end(f, is_first);
    expect_much_happened(f);
    for (int i = 0; i < 2; i++) {
        uint64_t tick = rewind_to(f, TICKS - AWAY * (2 - i));
        assert_true(tick <= TICKS - AWAY);
        check_tick(f, false);
        run_to_the_end(f, false);
    }
}

static void timers_have_one_hash(void **state) {
    fixture *f = *state;
    static const int threads[] = {1, 2, 4};
    static const char *const widths[] = {"128", "256", "512"};
    char what[64];
    snprintf(what, sizeof what, "%d ticks, 0 reloads, 2 rewinds", TICKS);
    for (int t = 0; t < 3; t++)
        for (int w = 0; w < 3; w++) {
            write_text(f, "scenario/main.lua", read_script("replay/timers.lua"));
            expect_the_same(f, threads[t], widths[w], t == 0 && w == 0);
            char hash[DV_HASH_LINE];
            dv_error error;
            assert_int_equal(dv_hash_line(f->run.world, hash, &error), DV_OK);
            assert_int_equal(dv_run_close(&f->run), 0);
            expect_equal(f, what, hash); // on two threads
        }
    unsetenv("DROVER_VECTOR_BITS");
}

TESTS {
    const struct CMUnitTest tests[] = {CASE(timers_have_one_hash)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
