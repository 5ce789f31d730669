// Timers in C: which are called when, and what ends them.
#include "../program.h"
#include "timer_bench.h"

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
    // By the name of one of them.
    dv_timer timer;
    set(&b, nobody, "z", 0.2, "");
    set(&b, nobody, "z", 0.2, "");
    set(&b, nobody, "z", 0.2, "");
    assert_true(dv_world_timer_at(b.world, dv_world_timer_limit(b.world) - 1, &timer));
    assert_int_equal(dv_world_cancel_timers(b.world, nobody, timer.name), 3);
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

// Those of others are not asked for, of which there may be many.
static void turning_resumes_only_its_own(void **state) {
    (void)state;
    bench b;
    open_bench(&b);
    dv_agent a = spawn(&b), other = spawn(&b);
    set(&b, other, "o", 0.1, "");
    set(&b, a, "first", 0.1, "");
    set(&b, nobody, "w", 0.1, "");
    set(&b, a, "gone", 0.1, "");
    set(&b, a, "second", 0.1, "");
    b.state = DV_TIMER_STOPPED;
    step(&b, 2);
    assert_int_equal(dv_world_cancel_timers(b.world, a, "gone"), 1);
    assert_int_equal(dv_agent_turn_into(b.world, a, 1, &b.error), DV_OK);
    step(&b, 2); // it turns, is asked for, and is held again
    b.state = DV_TIMER_READY;
    step(&b, 1);
    expect(&b, "");
    assert_int_equal(dv_agent_turn_into(b.world, a, 0, &b.error), DV_OK);
    step(&b, 2);
    expect(&b, "6 first  1\n6 second  1\n");
    dv_world_revive(b.world);
    step(&b, 1);
    expect(&b, "7 o  2\n7 w  0\n");
    assert_int_equal(dv_world_timer_count(b.world), 0);
    close_bench(&b);
}

static void another_host_is_asked_for_what_waits(void **state) {
    (void)state;
    bench b;
    open_bench(&b);
    set(&b, nobody, "t", 0.1, "x");
    b.state = DV_TIMER_STOPPED;
    step(&b, 3);
    const dv_host host = {.context = &b, .timer = call};
    dv_world_set_host(b.world, &host);
    step(&b, 1);
    expect(&b, "3 t x 0\n");
    close_bench(&b);
}

static void expect_listed(const bench *b, dv_agent agent, uint32_t most, const char *expected) {
    dv_timer timers[8];
    char text[256] = "";
    uint32_t count = dv_world_timers_of(b->world, agent, timers, most);
    for (uint32_t i = 0; i < count && i < most; i++) {
        size_t used = strlen(text);
        assert_true(timers[i].agent.bits == agent.bits);
        snprintf(text + used, sizeof text - used, "%s %u ", timers[i].name,
                 (unsigned)timers[i].due);
    }
    size_t used = strlen(text);
    snprintf(text + used, sizeof text - used, "of %u", count);
    assert_string_equal(text, expected);
}

static void
the_timers_of_an_owner_are_listed_by_tick_and_then_in_the_order_of_setting(void **state) {
    (void)state;
    bench b;
    open_bench(&b);
    dv_agent a = spawn(&b), other = spawn(&b);
    expect_listed(&b, nobody, 8, "of 0");
    set(&b, a, "a", 0.5, "");
    expect_listed(&b, other, 8, "of 0"); // there is no list for its index
    set(&b, a, "b", 0.2, "data");
    set(&b, nobody, "w", 0.1, "");
    set(&b, a, "c", 0.5, "");
    set(&b, other, "o", 0.3, "");
    set(&b, a, "d", 0.2, "");
    set(&b, a, "e", 0.9, "");
    expect_listed(&b, a, 8, "b 2 d 2 a 5 c 5 e 9 of 5");
    expect_listed(&b, a, 3, "b 2 d 2 a 5 of 5");
    expect_listed(&b, a, 1, "b 2 of 5");
    assert_int_equal(dv_world_timers_of(b.world, a, NULL, 0), 5);
    expect_listed(&b, other, 8, "o 3 of 1");
    expect_listed(&b, nobody, 8, "w 1 of 1");
    step(&b, 3);
    expect_listed(&b, a, 8, "a 5 c 5 e 9 of 3");
    dv_agent_remove(b.world, a);
    step(&b, 1);
    expect_listed(&b, a, 8, "of 0");
    expect_listed(&b, other, 8, "of 0");
    close_bench(&b);
}

static void names_end_with_their_timers(void **state) {
    (void)state;
    bench b;
    char name[16];
    size_t before = 0;
    open_bench(&b);
    for (int i = 0; i < 8192; i++) {
        if (i == 4096)
            before = dv_allocated_bytes();
        snprintf(name, sizeof name, "t%d", i);
        set(&b, nobody, name, 1, "");
        assert_int_equal(dv_world_cancel_timers(b.world, nobody, name), 1);
    }
    assert_int_equal(dv_allocated_bytes(), before);
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

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(they_are_called_by_tick_and_then_in_the_order_of_setting),
        cmocka_unit_test(whole_ticks_are_whole),
        cmocka_unit_test(the_timers_of_an_agent_end_with_it),
        cmocka_unit_test(cancelling_takes_all_of_a_name_and_owner),
        cmocka_unit_test(what_cannot_be_called_waits),
        cmocka_unit_test(turning_ends_what_the_host_does_not_know),
        cmocka_unit_test(turning_resumes_only_its_own),
        cmocka_unit_test(another_host_is_asked_for_what_waits),
        cmocka_unit_test(
            the_timers_of_an_owner_are_listed_by_tick_and_then_in_the_order_of_setting),
        cmocka_unit_test(names_end_with_their_timers),
        cmocka_unit_test(wrong_timers_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
