// The record of what happened in a world that goes back and forth, compared with a plain list.
#include "world/past.h"

#include "../program.h"

#include "base/random.h"

#define CAPACITY 50
#define MOST 4000

typedef struct entry {
    uint64_t tick;
    uint32_t what, detail;
} entry;

/// Everything that was added and not taken back; only the newest CAPACITY entries are in the
/// record.
typedef struct model {
    entry all[MOST];
    uint32_t count;
} model;

static uint32_t draw(uint64_t *number, uint32_t below) {
    return (uint32_t)dv_random_range((dv_random_key){.seed = 7}, (*number)++, 0, below - 1);
}

static void expect_same(const dv_past *past, const model *m, uint64_t oldest) {
    for (uint32_t back = 0; back < dv_past_count(past); back++) {
        const entry *kept = dv_past_at(past, back);
        assert_true(back < m->count);
        assert_memory_equal(kept, &m->all[m->count - 1 - back], sizeof *kept);
    }
    assert_null(dv_past_at(past, dv_past_count(past)));
    // Nothing is missing that the record had room for.
    uint32_t expected = 0;
    while (expected < m->count && m->all[m->count - 1 - expected].tick >= oldest)
        expected++;
    assert_true(dv_past_count(past) >= expected);
}

// What follows a return may be what followed the first time, or something else.
static void it_goes_along_with_its_world(void **state) {
    (void)state;
    dv_past past;
    static model m;
    uint64_t number = 0, tick = 0;
    m.count = 0;
    assert_true(dv_past_begin(&past, CAPACITY, sizeof(entry), offsetof(entry, detail)));
    for (int round = 0; round < 2000; round++) {
        uint32_t added = draw(&number, 3);
        dv_past_reach(&past, tick);
        for (uint32_t i = 0; i < added && m.count < MOST; i++) {
            // Few different ones, so that some are as they were.
            entry e = {tick, draw(&number, 2), draw(&number, 5)};
            m.all[m.count++] = e;
            assert_memory_equal(dv_past_add(&past, &e), &e, sizeof e);
        }
        tick++;
        expect_same(&past, &m, tick > CAPACITY / 2 ? tick : 0);
        if (draw(&number, 4) > 0)
            continue;
        uint32_t back = draw(&number, 12);
        uint64_t from = tick;
        tick = back < tick ? tick - back : 0;
        while (m.count > 0 && m.all[m.count - 1].tick >= tick)
            m.count--;
        dv_past_go(&past, from, tick);
        expect_same(&past, &m, tick);
    }
    dv_past_free(&past);
}

static void add_ticks(dv_past *past, uint64_t from, uint64_t to, uint32_t detail) {
    for (uint64_t tick = from; tick < to; tick++) {
        dv_past_reach(past, tick);
        dv_past_add(past, &(entry){tick, 1, detail});
    }
}

static void what_is_yet_to_come_comes_back(void **state) {
    (void)state;
    dv_past past;
    assert_true(dv_past_begin(&past, CAPACITY, sizeof(entry), offsetof(entry, detail)));
    add_ticks(&past, 0, 20, 1);
    dv_past_go(&past, 20, 5);
    assert_int_equal(dv_past_count(&past), 5);
    // Forward without computing anything.
    dv_past_go(&past, 5, 15);
    assert_int_equal(dv_past_count(&past), 15);
    // The same again, and the rest is still there.
    dv_past_go(&past, 15, 5);
    add_ticks(&past, 5, 8, 2);
    dv_past_go(&past, 8, 20);
    assert_int_equal(dv_past_count(&past), 20);
    assert_int_equal(((entry *)dv_past_at(&past, 13))->detail, 2);
    // Something else: what followed is gone.
    dv_past_go(&past, 20, 5);
    dv_past_add(&past, &(entry){5, 9, 0});
    dv_past_go(&past, 6, 20);
    assert_int_equal(dv_past_count(&past), 6);
    // Nothing, where something was: the same.
    dv_past_go(&past, 20, 3);
    dv_past_go(&past, 4, 20);
    assert_int_equal(dv_past_count(&past), 3);
    dv_past_free(&past);
}

static void it_takes_what_another_computed(void **state) {
    (void)state;
    dv_past past, other;
    assert_true(dv_past_begin(&past, CAPACITY, sizeof(entry), offsetof(entry, detail)));
    assert_true(dv_past_begin(&other, CAPACITY, sizeof(entry), offsetof(entry, detail)));
    // The record is full of later ticks, and has none of what was before.
    add_ticks(&past, 0, 200, 1);
    dv_past_go(&past, 200, 100);
    assert_int_equal(dv_past_count(&past), 0);
    add_ticks(&other, 80, 100, 2);
    dv_past_take(&past, &other, 80);
    assert_int_equal(dv_past_count(&past), 20);
    assert_int_equal(((entry *)dv_past_at(&past, 0))->tick, 99);
    // What it has already stays.
    dv_past_take(&past, &other, 90);
    assert_int_equal(dv_past_count(&past), 20);
    dv_past_free(&past);
    dv_past_free(&other);
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_goes_along_with_its_world),
        cmocka_unit_test(what_is_yet_to_come_comes_back),
        cmocka_unit_test(it_takes_what_another_computed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
