// Timers in snapshots: a world that is loaded goes on as the one that was saved.
#include "../program.h"
#include "timer_bench.h"

#include "base/random.h"

/// Set and cancel timers of many agents, and remove some of these.
static void stir(bench *b, uint64_t tick) {
    for (uint64_t i = 0; i < 200; i++) {
        dv_random_key key = {.seed = 7, .tick = tick, .agent = (uint32_t)i, .stream = 1};
        double drawn = dv_random_unit(key, 0);
        uint32_t index = (uint32_t)(dv_random_unit(key, 1) * dv_world_agent_limit(b->world));
        dv_agent agent = dv_world_agent_at(b->world, index);
        char data[16], name[2] = {(char)('a' + i % 5), '\0'};
        snprintf(data, sizeof data, "%u", (unsigned)(tick * 1000 + i));
        if (drawn < 0.02 && agent.bits)
            dv_agent_remove(b->world, agent);
        else if (drawn < 0.04)
            spawn(b);
        else if (drawn < 0.1)
            dv_world_cancel_timers(b->world, agent, name);
        else
            set(b, agent, name, 5 * drawn * drawn, i % 3 ? data : "");
    }
}

#define TICKS 60

// Enough timers end for records to be closed up.
static void a_world_goes_on_from_any_tick(void **state) {
    (void)state;
    bench b;
    open_bench(&b);
    static uint64_t hashes[TICKS + 1];
    dv_snapshot snapshots[TICKS + 1];
    static char log[1 << 15];
    for (int i = 0; i < 20; i++)
        spawn(&b);
    for (uint64_t tick = 0; tick <= TICKS; tick++) {
        hashes[tick] = hash_of(&b);
        assert_int_equal(dv_world_take_snapshot(b.world, &snapshots[tick], &b.error), DV_OK);
        stir(&b, tick);
        b.log[0] = '\0';
        step(&b, 1);
    }
    strcpy(log, b.log);
    assert_true(dv_world_timer_count(b.world) > 1000 && strlen(log) > 500);
    for (uint64_t from = 0; from <= TICKS; from += 7) {
        if (dv_world_load_snapshot(b.world, &snapshots[from], &b.error) != DV_OK)
            fail_msg("%s", b.error.message);
        for (uint64_t tick = from; tick <= TICKS; tick++) {
            assert_int_equal(hash_of(&b), hashes[tick]);
            stir(&b, tick);
            b.log[0] = '\0';
            step(&b, 1);
        }
        assert_string_equal(b.log, log);
    }
    for (int i = 0; i <= TICKS; i++)
        dv_snapshot_free(&snapshots[i]);
    close_bench(&b);
}

// Those that waited when the snapshot was taken are called once they can be.
static void what_waits_is_in_snapshots(void **state) {
    (void)state;
    bench b;
    dv_snapshot snapshot;
    open_bench(&b);
    set(&b, nobody, "t", 0.1, "x");
    set(&b, nobody, "u", 0.1, "y");
    b.state = DV_TIMER_STOPPED;
    step(&b, 5);
    uint64_t hash = hash_of(&b);
    assert_int_equal(dv_world_take_snapshot(b.world, &snapshot, &b.error), DV_OK);
    assert_int_equal(dv_world_load_snapshot(b.world, &snapshot, &b.error), DV_OK);
    assert_int_equal(hash_of(&b), hash);
    b.state = DV_TIMER_READY;
    step(&b, 1);
    expect(&b, "5 t x 0\n5 u y 0\n");
    dv_snapshot_free(&snapshot);
    close_bench(&b);
}

// Whether an agent is suspended is part of the snapshot.
static void those_of_suspended_agents_wait_in_snapshots(void **state) {
    (void)state;
    bench b;
    dv_snapshot snapshot;
    open_bench(&b);
    dv_agent a = spawn(&b), other = spawn(&b);
    set(&b, a, "fails", 0.1, "");
    set(&b, a, "t", 0.2, "x");
    set(&b, other, "t", 0.4, "y");
    step(&b, 4);
    expect(&b, "1 fails  1\n");
    assert_int_equal(dv_world_take_snapshot(b.world, &snapshot, &b.error), DV_OK);
    uint64_t hashes[4];
    for (int i = 0; i < 4; i++) {
        if (i == 3)
            dv_world_revive(b.world);
        step(&b, 1);
        hashes[i] = hash_of(&b);
    }
    expect(&b, "4 t y 2\n7 t x 1\n");
    assert_int_equal(dv_world_load_snapshot(b.world, &snapshot, &b.error), DV_OK);
    assert_int_equal(dv_world_suspended_count(b.world), 1);
    assert_int_equal(dv_world_timer_count(b.world), 2);
    for (int i = 0; i < 4; i++) {
        if (i == 3)
            dv_world_revive(b.world);
        step(&b, 1);
        assert_int_equal(hash_of(&b), hashes[i]);
    }
    expect(&b, "4 t y 2\n7 t x 1\n");
    dv_snapshot_free(&snapshot);
    close_bench(&b);
}

// The former kind had no function for it.
static void what_waited_is_called_after_turning(void **state) {
    (void)state;
    bench b;
    dv_snapshot snapshot;
    open_bench(&b);
    b.only_bats = true;
    dv_agent a = spawn(&b);
    set(&b, a, "t", 0.1, "x");
    step(&b, 3);
    assert_int_equal(dv_agent_turn_into(b.world, a, 1, &b.error), DV_OK);
    step(&b, 1);
    expect(&b, "");
    assert_int_equal(dv_world_take_snapshot(b.world, &snapshot, &b.error), DV_OK);
    step(&b, 2);
    expect(&b, "4 t x 1\n");
    uint64_t hash = hash_of(&b);
    assert_int_equal(dv_world_load_snapshot(b.world, &snapshot, &b.error), DV_OK);
    step(&b, 2);
    expect(&b, "4 t x 1\n");
    assert_int_equal(hash_of(&b), hash);
    dv_snapshot_free(&snapshot);
    close_bench(&b);
}

#define MANY_NAMES 300000

// Each name is new. If setting compared it with all others, this would take minutes.
static void timers_may_have_many_names(void **state) {
    (void)state;
    bench b;
    dv_snapshot snapshot;
    char name[16];
    open_bench(&b);
    for (int i = 0; i < MANY_NAMES; i++) {
        snprintf(name, sizeof name, "t%d", i);
        set(&b, nobody, name, 1, "");
    }
    uint64_t hash = hash_of(&b);
    assert_int_equal(dv_world_take_snapshot(b.world, &snapshot, &b.error), DV_OK);
    assert_int_equal(dv_world_load_snapshot(b.world, &snapshot, &b.error), DV_OK);
    assert_int_equal(dv_world_timer_count(b.world), MANY_NAMES);
    assert_int_equal(hash_of(&b), hash);
    dv_snapshot_free(&snapshot);
    close_bench(&b);
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_world_goes_on_from_any_tick),
        cmocka_unit_test(what_waits_is_in_snapshots),
        cmocka_unit_test(those_of_suspended_agents_wait_in_snapshots),
        cmocka_unit_test(what_waited_is_called_after_turning),
        cmocka_unit_test(timers_may_have_many_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
