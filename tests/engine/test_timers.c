// Timers in C: which are called when, and what ends them, also in snapshots.
#include "behavior_world.h"

#include "base/alloc.h"
#include "base/random.h"
#include "drover/timers.h"

#include <stdio.h>
#include <string.h>

#define MOST_CALLS 4096

typedef struct bench {
    dv_program *program;
    dv_world *world;
    dv_error error;
    char log[1 << 15];      ///< "tick name data agent\n" for each call
    dv_timer_state state;   ///< of every timer whose name is not "unknown"
    const char *remove_all; ///< when a timer of this name is called, the first agent is removed
    const char *cancel;     ///< when it is called, so are all timers of the world with this name
} bench;

static int32_t call(void *context, dv_world *world, const dv_timer *timer) {
    bench *b = context;
    size_t used = strlen(b->log);
    snprintf(b->log + used, sizeof b->log - used, "%u %s %.*s %u\n", (unsigned)dv_world_tick(world),
             timer->name, (int)timer->size, timer->size ? (const char *)timer->data : "",
             timer->agent.bits ? dv_agent_id(timer->agent) : 0);
    if (b->remove_all && strcmp(timer->name, b->remove_all) == 0)
        dv_agent_remove(world, dv_world_agent_at(world, 0));
    if (b->cancel)
        dv_world_cancel_timers(world, (dv_agent){0}, b->cancel);
    return strcmp(timer->name, "fails") == 0 ? DV_SUSPEND : DV_STAY;
}

static dv_timer_state state_of(void *context, const dv_world *world, dv_agent agent,
                               const char *name) {
    (void)world, (void)agent;
    return strcmp(name, "unknown") == 0 ? DV_TIMER_UNKNOWN : ((bench *)context)->state;
}

static void open_bench(bench *b) {
    dv_world_def def = dv_world_def_default();
    dv_kind_def kind = dv_kind_def_default();
    def.tick_rate = 10;
    *b = (bench){.program = dv_program_create(), .state = DV_TIMER_READY};
    kind.name = "moth";
    assert_int_equal(dv_program_add_kind(b->program, &kind, &b->error), DV_OK);
    kind.name = "bat";
    assert_int_equal(dv_program_add_kind(b->program, &kind, &b->error), DV_OK);
    assert_int_equal(dv_program_finish(b->program, &b->error), DV_OK);
    b->world = dv_world_create(&def, b->program, &b->error);
    const dv_host host = {.context = b, .timer = call, .timer_state = state_of};
    dv_world_set_host(b->world, &host);
}

static void close_bench(bench *b) {
    dv_world_destroy(b->world);
    dv_program_release(b->program);
    assert_int_equal(dv_allocated_bytes(), 0);
}

static dv_agent spawn(bench *b) {
    dv_agent_def def = dv_agent_def_default(0);
    dv_agent agent;
    assert_int_equal(dv_agent_spawn(b->world, &def, &agent, &b->error), DV_OK);
    return agent;
}

static void set(bench *b, dv_agent agent, const char *name, double seconds, const char *data) {
    if (dv_world_set_timer(b->world, agent, name, seconds, data, (uint32_t)strlen(data),
                           &b->error) != DV_OK)
        fail_msg("%s", b->error.message);
}

static void step(bench *b, int ticks) {
    for (int i = 0; i < ticks; i++)
        assert_int_equal(dv_world_step(b->world, &b->error), DV_OK);
}

static void expect(bench *b, const char *log) {
    assert_string_equal(b->log, log);
    b->log[0] = '\0';
}

static uint64_t hash_of(const bench *b) {
    uint64_t hash = 0;
    assert_int_equal(dv_world_hash(b->world, &hash, NULL), DV_OK);
    return hash;
}

static const dv_agent nobody = {0};

static void they_are_called_by_tick_and_then_in_the_order_of_setting(void **state) {
    (void)state;
    bench b;
    open_bench(&b);
    dv_agent a = spawn(&b), other = spawn(&b);
    set(&b, other, "b", 0.3, "1");
    set(&b, nobody, "c", 0.2, "2");
    set(&b, a, "a", 0.3, "3");
    set(&b, nobody, "d", 0.3, "");
    set(&b, nobody, "soon", 0, "");
    set(&b, nobody, "e", 0.21, "");
    set(&b, nobody, "late", 1e9, "");
    step(&b, 6);
    expect(&b, "1 soon  0\n2 c 2 0\n3 b 1 2\n3 a 3 1\n3 d  0\n3 e  0\n");
    assert_int_equal(dv_world_timer_count(b.world), 1);
    close_bench(&b);
}

// 0.7 · 10 and 1.1 · 60 are not whole in floating point.
static void whole_ticks_are_whole(void **state) {
    (void)state;
    bench b;
    open_bench(&b);
    for (int i = 1; i < 400; i++) {
        dv_timer timer;
        dv_world_cancel_timers(b.world, nobody, "t");
        set(&b, nobody, "t", i / 10.0, "");
        assert_true(dv_world_timer_at(b.world, dv_world_timer_limit(b.world) - 1, &timer));
        assert_int_equal(timer.due, i);
    }
    close_bench(&b);
}

static void the_timers_of_an_agent_end_with_it(void **state) {
    (void)state;
    bench b;
    open_bench(&b);
    dv_agent a = spawn(&b), other = spawn(&b);
    set(&b, a, "a", 0.2, "x");
    set(&b, other, "b", 0.2, "y");
    set(&b, a, "c", 0.1, "z");
    b.remove_all = "c";
    step(&b, 1);
    set(&b, a, "late", 0.2, "");
    step(&b, 4);
    expect(&b, "1 c z 1\n2 b y 2\n");
    assert_int_equal(dv_world_timer_count(b.world), 0);
    // A new agent with the same index has none of them.
    dv_agent born = spawn(&b);
    set(&b, born, "new", 0, "");
    assert_int_equal(dv_world_set_timer(b.world, a, "a", 1, NULL, 0, &b.error), DV_ERROR_STALE);
    assert_string_equal(b.error.message, "the agent is gone");
    step(&b, 2);
    expect(&b, "6 new  1\n");
    close_bench(&b);
}

static void cancelling_takes_all_of_a_name_and_owner(void **state) {
    (void)state;
    bench b;
    open_bench(&b);
    dv_agent a = spawn(&b);
    for (int i = 0; i < 3; i++) {
        set(&b, nobody, "x", 0.2, "");
        set(&b, a, "x", 0.2, "");
        set(&b, a, "y", 0.2, "");
    }
    assert_int_equal(dv_world_cancel_timers(b.world, a, "x"), 3);
    assert_int_equal(dv_world_cancel_timers(b.world, a, "x"), 0);
    // The first call of this tick cancels the others.
    b.cancel = "x";
    step(&b, 3);
    expect(&b, "2 x  0\n2 y  1\n2 y  1\n2 y  1\n");
    close_bench(&b);
}

static void what_cannot_be_called_waits(void **state) {
    (void)state;
    bench b;
    open_bench(&b);
    dv_agent a = spawn(&b);
    set(&b, a, "fails", 0.1, "");
    set(&b, a, "later", 0.2, "");
    set(&b, nobody, "w", 0.1, "");
    set(&b, nobody, "unknown", 0.1, "");
    b.state = DV_TIMER_NOT_NOW;
    step(&b, 3);
    expect(&b, "");
    b.state = DV_TIMER_READY;
    uint64_t hash = hash_of(&b);
    step(&b, 2);
    expect(&b, "3 fails  1\n3 w  0\n");
    assert_int_not_equal(hash_of(&b), hash);
    assert_int_equal(dv_world_timer_count(b.world), 2);
    dv_world_revive(b.world);
    step(&b, 1);
    expect(&b, "5 later  1\n");
    b.state = DV_TIMER_STOPPED;
    set(&b, nobody, "stopped", 0.1, "");
    step(&b, 3);
    b.state = DV_TIMER_READY;
    step(&b, 3);
    expect(&b, "");
    assert_int_equal(dv_world_swap_program(b.world, b.program, NULL, &b.error), DV_OK);
    step(&b, 1);
    expect(&b, "12 stopped  0\n");
    close_bench(&b);
}

static void turning_ends_what_the_host_does_not_know(void **state) {
    (void)state;
    bench b;
    open_bench(&b);
    dv_agent a = spawn(&b);
    set(&b, a, "unknown", 9, "");
    set(&b, a, "known", 0.3, "");
    set(&b, nobody, "unknown", 9, "");
    assert_int_equal(dv_agent_turn_into(b.world, a, 1, &b.error), DV_OK);
    step(&b, 4);
    expect(&b, "3 known  1\n");
    assert_int_equal(dv_world_timer_count(b.world), 1);
    close_bench(&b);
}

static void wrong_timers_are_refused(void **state) {
    (void)state;
    bench b;
    open_bench(&b);
    const double wrong[] = {-1, (double)NAN, (double)INFINITY, 1.1e9};
    for (size_t i = 0; i < 4; i++)
        assert_int_equal(dv_world_set_timer(b.world, nobody, "t", wrong[i], NULL, 0, &b.error),
                         DV_ERROR_ARGUMENT);
    assert_string_equal(b.error.message, "seconds: 1.1e+09 is not in 0 to 1e+09 s");
    assert_int_equal(dv_world_set_timer(b.world, nobody, "", 1, NULL, 0, &b.error),
                     DV_ERROR_ARGUMENT);
    for (uint32_t i = 0; i < DV_MAX_TIMERS; i++)
        if (dv_world_set_timer(b.world, nobody, "t", i % 100, NULL, 0, &b.error) != DV_OK)
            fail_msg("%s", b.error.message);
    assert_int_equal(dv_world_set_timer(b.world, nobody, "t", 1, NULL, 0, &b.error),
                     DV_ERROR_LIMIT);
    assert_string_equal(b.error.message, "more than 1000000 timers wait");
    assert_int_equal(dv_world_timer_count(b.world), DV_MAX_TIMERS);
    close_bench(&b);
}

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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(they_are_called_by_tick_and_then_in_the_order_of_setting),
        cmocka_unit_test(whole_ticks_are_whole),
        cmocka_unit_test(the_timers_of_an_agent_end_with_it),
        cmocka_unit_test(cancelling_takes_all_of_a_name_and_owner),
        cmocka_unit_test(what_cannot_be_called_waits),
        cmocka_unit_test(turning_ends_what_the_host_does_not_know),
        cmocka_unit_test(wrong_timers_are_refused),
        cmocka_unit_test(a_world_goes_on_from_any_tick),
        cmocka_unit_test(what_waits_is_in_snapshots),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
