// The thread pool: it runs every index once, on real threads, and a run leaves nothing behind for
// the next.
#include "base/jobs.h"

#include "../program.h"

#include "base/alloc.h"

#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#define MAX_INDICES 5000

typedef struct record {
    unsigned char visits[MAX_INDICES];
    uint32_t block;
    uint32_t count;
    int threads;
    atomic_int calls;
    atomic_bool wrong;
} record;

static void visit(void *context, uint32_t first, uint32_t last, int thread) {
    record *seen = context;
    bool ends_block = last - first == seen->block || last == seen->count;
    if (first % seen->block != 0 || first >= last || !ends_block || thread < 0 ||
        thread >= seen->threads)
        seen->wrong = true;
    for (uint32_t i = first; i < last; i++)
        seen->visits[i]++;
    seen->calls++;
}

static void check_run(dv_jobs *jobs, uint32_t count, uint32_t block) {
    static record seen;
    memset(&seen, 0, sizeof seen);
    seen.block = block ? block : count;
    seen.count = count;
    seen.threads = dv_jobs_threads(jobs);
    dv_jobs_run(jobs, count, block, visit, NULL, &seen);
    assert_false(seen.wrong);
    assert_int_equal(seen.calls, count ? (count - 1) / seen.block + 1 : 0);
    for (uint32_t i = 0; i < MAX_INDICES; i++)
        assert_int_equal(seen.visits[i], i < count);
}

static void every_index_is_visited_once_in_whole_blocks(void **state) {
    (void)state;
    static const uint32_t counts[] = {0, 1, 7, 64, 65, 1000, MAX_INDICES};
    static const uint32_t blocks[] = {0, 1, 3, 64, 1000, UINT32_MAX};
    for (int threads = 0; threads <= 8; threads++) {
        dv_jobs *jobs = threads ? dv_jobs_create(threads) : NULL;
        assert_int_equal(dv_jobs_threads(jobs), threads ? threads : 1);
        for (int c = 0; c < 7; c++) {
            for (int b = 0; b < 6; b++)
                check_run(jobs, counts[c], blocks[b]);
        }
        dv_jobs_destroy(jobs);
    }
    assert_int_equal(dv_allocated_bytes(), 0);
}

static void many_short_runs_do_not_mix(void **state) {
    (void)state;
    dv_jobs *jobs = dv_jobs_create(4);
    for (uint32_t i = 0; i < 3000; i++)
        check_run(jobs, i % 40, 1 + i % 3);
    dv_jobs_destroy(jobs);
}

typedef struct meeting {
    atomic_int present;
    int expected;
    atomic_bool seen[DV_MAX_THREADS];
} meeting;

// Returns only when as many are inside at once, which takes as many threads.
static void meet(void *context, uint32_t first, uint32_t last, int thread) {
    (void)first, (void)last;
    meeting *all = context;
    all->seen[thread] = true;
    all->present++;
    while (all->present < all->expected)
        sched_yield();
}

static void all_threads_work_at_the_same_time(void **state) {
    (void)state;
    dv_jobs *jobs = dv_jobs_create(5);
    for (int round = 0; round < 20; round++) {
        meeting all = {.expected = 5};
        dv_jobs_run(jobs, 5, 1, meet, NULL, &all);
        for (int thread = 0; thread < 5; thread++)
            assert_true(all.seen[thread]);
    }
    dv_jobs_destroy(jobs);
}

static void note_order(void *context, uint32_t first, uint32_t last, int thread) {
    uint32_t *next = context;
    assert_int_equal(first, *next);
    assert_int_equal(thread, 0);
    *next = last;
}

static void alone_the_blocks_run_in_order(void **state) {
    (void)state;
    dv_jobs *single = dv_jobs_create(1);
    dv_jobs *const pools[] = {NULL, single};
    for (int i = 0; i < 2; i++) {
        uint32_t next = 0;
        dv_jobs_run(pools[i], 1000, 7, note_order, NULL, &next);
        assert_int_equal(next, 1000);
    }
    dv_jobs_destroy(single);
}

// Plain memory written in one run and read in the next, as columns are.
static void halve(void *context, uint32_t first, uint32_t last, int thread) {
    (void)thread;
    uint32_t *values = context;
    for (uint32_t i = first; i < last; i++)
        values[i] = values[MAX_INDICES + (i * 7 + 1) % MAX_INDICES] / 2 + i;
}

static void results_do_not_depend_on_the_number_of_threads(void **state) {
    (void)state;
    static uint32_t expected[2 * MAX_INDICES], values[2 * MAX_INDICES];
    for (int threads = 1; threads <= 8; threads++) {
        dv_jobs *jobs = dv_jobs_create(threads);
        memset(values, 0, sizeof values);
        for (int round = 0; round < 50; round++) {
            dv_jobs_run(jobs, MAX_INDICES, 16, halve, NULL, values);
            memcpy(values + MAX_INDICES, values, sizeof values / 2);
        }
        if (threads == 1)
            memcpy(expected, values, sizeof values);
        assert_memory_equal(values, expected, sizeof values);
        dv_jobs_destroy(jobs);
    }
}

static void a_pool_that_cannot_be_made_is_null(void **state) {
    (void)state;
    assert_null(dv_jobs_create(0));
    assert_null(dv_jobs_create(-1));
    assert_null(dv_jobs_create(DV_MAX_THREADS + 1));
    dv_fail_allocation(1, false);
    assert_null(dv_jobs_create(2));
    dv_jobs_destroy(NULL);
    assert_int_equal(dv_allocated_bytes(), 0);
}

static void runs_allocate_nothing(void **state) {
    (void)state;
    dv_jobs *jobs = dv_jobs_create(3);
    uint64_t before = dv_allocations();
    check_run(jobs, 1000, 10);
    assert_int_equal(dv_allocations(), before);
    dv_jobs_destroy(jobs);
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_index_is_visited_once_in_whole_blocks),
        cmocka_unit_test(many_short_runs_do_not_mix),
        cmocka_unit_test(all_threads_work_at_the_same_time),
        cmocka_unit_test(alone_the_blocks_run_in_order),
        cmocka_unit_test(results_do_not_depend_on_the_number_of_threads),
        cmocka_unit_test(a_pool_that_cannot_be_made_is_null),
        cmocka_unit_test(runs_allocate_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
