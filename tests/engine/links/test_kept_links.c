// Links in snapshots, and in swaps of the program.
#include "../../program.h"
#include "link_bench.h"

#include "base/hash.h"
#include "record/difference.h"

#include <stdio.h>

/// Link, unlink, remove and spawn.
static void stir(bench *b, uint64_t tick) {
    uint64_t n = 1000 * tick;
    for (int i = 0; i < 200; i++) {
        uint32_t limit = dv_world_agent_limit(b->world);
        dv_agent from = dv_world_agent_at(b->world, (uint32_t)lab_random(&n, 0, (float)limit));
        dv_agent to = dv_world_agent_at(b->world, (uint32_t)lab_random(&n, 0, (float)limit));
        float drawn = lab_random(&n, 0, 1);
        uint32_t type = (uint32_t)lab_random(&n, 0, 3);
        if (!from.bits || !to.bits || from.bits == to.bits)
            continue;
        if (drawn < 0.02f)
            dv_agent_remove(b->world, from);
        else if (drawn < 0.04f)
            spawn(b, LIGHT, lab_random(&n, -9, 9), lab_random(&n, -9, 9));
        else if (drawn < 0.4f)
            dv_agent_unlink(b->world, from, type, to);
        else
            tie(b, from, type, to);
    }
}

#define TICKS 40

static void a_world_goes_on_from_any_tick(void **state) {
    (void)state;
    bench b = bench_open_in(lab_def(), spring(1, 20, 1));
    static uint64_t hashes[TICKS + 1];
    dv_snapshot snapshots[TICKS + 1];
    uint64_t n = 0;
    for (int i = 0; i < 30; i++)
        spawn(&b, i % 5 == 0 ? WHEELED : LIGHT, lab_random(&n, -9, 9), lab_random(&n, -9, 9));
    for (uint64_t tick = 0; tick <= TICKS; tick++) {
        hashes[tick] = hash_of(&b);
        snapshots[tick] = snapshot_of(&b);
        stir(&b, tick);
        step(&b, 1);
    }
    assert_true(dv_world_link_count(b.world, OWN) > 20);
    for (uint64_t from = 0; from <= TICKS; from += 7) {
        load(&b, &snapshots[from]);
        for (uint64_t tick = from; tick <= TICKS; tick++) {
            assert_int_equal(hash_of(&b), hashes[tick]);
            stir(&b, tick);
            step(&b, 1);
        }
    }
    for (int i = 0; i <= TICKS; i++)
        dv_snapshot_free(&snapshots[i]);
    bench_close(&b);
}

static void every_link_is_in_the_hash_and_compared(void **state) {
    (void)state;
    bench b = bench_open(), other = bench_open();
    bench *both[] = {&b, &other};
    uint64_t hashes[4];
    for (int i = 0; i < 2; i++) {
        spawn(both[i], LIGHT, 0, 0);
        spawn(both[i], LIGHT, 1, 0);
    }
    dv_agent a = dv_world_agent_at(b.world, 0), c = dv_world_agent_at(b.world, 1);
    dv_difference found;
    assert_false(dv_world_rest_differs(b.world, other.world, &found));
    hashes[0] = hash_of(&b);
    tie(&b, a, LEASH, c);
    hashes[1] = hash_of(&b);
    assert_true(dv_world_rest_differs(b.world, other.world, &found));
    assert_string_equal(found.field, "links");
    dv_agent_unlink(b.world, a, LEASH, c);
    assert_int_equal(hash_of(&b), hashes[0]);
    tie(&b, c, LEASH, a);
    hashes[2] = hash_of(&b);
    dv_agent_unlink(b.world, c, LEASH, a);
    tie(&b, c, ROPE, a);
    hashes[3] = hash_of(&b);
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < i; k++)
            assert_true(hashes[i] != hashes[k]);
    dv_world_destroy(other.world);
    dv_program_release(other.program);
    bench_close(&b);
}

// Damage

/// Load a snapshot in which a number was written over, with a checksum that is right.
static void expect_refused(bench *b, const dv_snapshot *snapshot, size_t at, uint64_t value,
                           size_t size, const char *message) {
    dv_snapshot copy = {dv_alloc_untouched(snapshot->size), snapshot->size};
    unsigned char *bytes = copy.bytes;
    memcpy(bytes, snapshot->bytes, snapshot->size);
    memcpy(bytes + at, &value, size);
    uint64_t sum = dv_hash_bytes(bytes + 32, copy.size - 32), before = hash_of(b);
    memcpy(bytes + 24, &sum, sizeof sum);
    assert_int_equal(dv_world_load_snapshot(b->world, &copy, &b->error), DV_ERROR_FORMAT);
    assert_string_equal(b->error.message, message);
    assert_int_equal(hash_of(b), before);
    dv_free(bytes);
}

static void damaged_links_are_refused(void **state) {
    (void)state;
    bench b = bench_open();
    dv_agent a = spawn(&b, LIGHT, 0, 0), c = spawn(&b, LIGHT, 1, 0);
    tie(&b, a, ROPE, c);
    tie(&b, a, LEASH, c);
    dv_snapshot snapshot = snapshot_of(&b);
    uint64_t content, from = dv_handle_in_world(a.bits, 0);
    memcpy(&content, (unsigned char *)snapshot.bytes + 32, sizeof content);
    size_t last = 40 + content - 20, first = last - 20; // type, from, to
    uint64_t found;
    memcpy(&found, (unsigned char *)snapshot.bytes + last + 4, sizeof found);
    assert_int_equal(found, from);
    expect_refused(&b, &snapshot, last, 2, 4,
                   "the snapshot is damaged: links: no type of links number 2");
    expect_refused(&b, &snapshot, last, 0, 4, "the snapshot is damaged: in its links"); // twice
    expect_refused(&b, &snapshot, last + 12, from, 8,
                   "the snapshot is damaged: links: an agent cannot be linked to itself");
    expect_refused(&b, &snapshot, last + 12, from + 7, 8,
                   "the snapshot is damaged: links: the agent is gone");
    expect_refused(&b, &snapshot, last + 4, 0, 8,
                   "the snapshot is damaged: links: the agent is gone");
    expect_refused(&b, &snapshot, first - 4, 3, 4,
                   "the snapshot is damaged: in its links"); // count
    expect_refused(&b, &snapshot, first - 5, 2, 1, "the snapshot is damaged: in its links"); // way
    dv_snapshot_free(&snapshot);
    bench_close(&b);
}

// Swaps

static void swap_to(bench *b, dv_program *program) {
    assert_int_equal(dv_program_finish(program, &b->error), DV_OK);
    if (dv_world_swap_program(b->world, program, NULL, &b->error) != DV_OK)
        fail_msg("%s", b->error.message);
    dv_program_release(program);
}

static void rename_links(dv_program *program, const char *name, const char *before) {
    assert_int_equal(dv_program_add_rename(program, DV_FAMILY_LINK, NULL, name, before, NULL),
                     DV_OK);
}

static void they_stay_by_name(void **state) {
    (void)state;
    bench b = bench_open();
    dv_agent a = spawn(&b, LIGHT, 0, 0), c = spawn(&b, LIGHT, 1, 0);
    tie(&b, a, ROPE, c);
    tie(&b, c, LEASH, a);
    const dv_link_def links[] = {link_named("lead", true), link_named("band", false),
                                 link_named("rope", false)};
    dv_program *next = begin_program(links, 3);
    rename_links(next, "lead", "leash");
    swap_to(&b, next);
    expect_all(&b, "2 1>2, 0 2>1");
    assert_int_equal(dv_world_link_count(b.world, 0), 1);
    bench_close(&b);
}

static void a_type_may_go_and_come_back(void **state) {
    (void)state;
    bench b = bench_open();
    dv_agent a = spawn(&b, LIGHT, 0, 0), c = spawn(&b, LIGHT, 1, 0), d = spawn(&b, LIGHT, 2, 0);
    tie(&b, a, ROPE, c);
    tie(&b, c, LEASH, a);
    tie(&b, c, ROPE, d);
    tie(&b, a, ROPE, d);
    const dv_link_def leash = link_named("leash", true);
    dv_snapshot before = snapshot_of(&b);
    swap_to(&b, begin_program(&leash, 1));
    expect_all(&b, "0 2>1");
    const dv_migration *migration = dv_world_migration(b.world);
    assert_int_equal(migration->removed_count, 1);
    assert_int_equal(migration->removed[0].family, DV_FAMILY_LINK);
    assert_int_equal(migration->removed[0].count, 3);
    assert_string_equal(migration->removed[0].name, "rope");
    dv_agent_remove(b.world, c);
    const dv_link_def both[] = {link_named("rope", false), leash};
    swap_to(&b, begin_program(both, 2));
    expect_all(&b, "0 1>3");
    // They come back once.
    dv_agent_unlink(b.world, a, 0, d);
    swap_to(&b, begin_program(both, 2));
    expect_all(&b, "");
    dv_snapshot empty = snapshot_of(&b);
    load(&b, &empty);
    expect_all(&b, "");
    load(&b, &before);
    expect_all(&b, "0 1>2, 1 2>1, 0 2>3, 0 1>3");
    dv_snapshot_free(&before);
    dv_snapshot_free(&empty);
    bench_close(&b);
}

static void what_came_back_is_used_up(void **state) {
    (void)state;
    bench b = bench_open();
    dv_agent a = spawn(&b, LIGHT, 0, 0), c = spawn(&b, LIGHT, 1, 0);
    const dv_link_def leash = link_named("leash", true);
    const dv_link_def both[] = {link_named("rope", false), leash};
    const dv_link_def three[] = {link_named("rope", false), leash, link_named("cord", false)};
    dv_snapshot before;
    tie(&b, a, ROPE, c);
    swap_to(&b, begin_program(&leash, 1));
    before = snapshot_of(&b);
    swap_to(&b, begin_program(both, 2));
    expect_all(&b, "0 1>2");
    // The type goes when it has no links.
    dv_agent_unlink(b.world, a, ROPE, c);
    swap_to(&b, begin_program(&leash, 1));
    swap_to(&b, begin_program(both, 2));
    expect_all(&b, "");
    // Its links have got another name.
    load(&b, &before);
    expect_all(&b, "0 1>2");
    dv_program *next = begin_program(three + 1, 2);
    rename_links(next, "cord", "rope");
    swap_to(&b, next);
    expect_all(&b, "1 1>2");
    swap_to(&b, begin_program(three, 3));
    expect_all(&b, "2 1>2");
    dv_snapshot_free(&before);
    bench_close(&b);
}

static void links_that_become_the_same_are_one(void **state) {
    (void)state;
    bench b = bench_open();
    dv_agent a = spawn(&b, LIGHT, 0, 0), c = spawn(&b, LIGHT, 1, 0);
    tie(&b, a, LEASH, c);
    tie(&b, c, ROPE, a);
    tie(&b, c, LEASH, a);
    const dv_link_def cord = link_named("cord", true), bond = link_named("bond", false);
    dv_program *next = begin_program(&cord, 1);
    rename_links(next, "cord", "rope");
    rename_links(next, "cord", "leash");
    swap_to(&b, next);
    expect_all(&b, "0 1>2, 0 2>1");
    next = begin_program(&bond, 1);
    rename_links(next, "bond", "cord");
    swap_to(&b, next);
    expect_all(&b, "0 1>2");
    expect_links(&b, c, "0 1>2");
    bench_close(&b);
}

static void links_of_kinds_that_go_end(void **state) {
    (void)state;
    bench b = bench_open();
    dv_agent a = spawn(&b, LIGHT, 0, 0), c = spawn(&b, HEAVY, 1, 0), d = spawn(&b, FIXED, 2, 0);
    tie(&b, a, ROPE, c);
    tie(&b, d, ROPE, c);
    tie(&b, d, ROPE, a);
    const dv_link_def links[] = {link_named("rope", false), link_named("leash", true)};
    dv_program *next = dv_program_create();
    for (int i = 0; i < 2; i++)
        assert_int_equal(dv_program_add_link(next, &links[i], NULL), DV_OK);
    add_kind(next, "fixed", 1, "fixed");
    add_kind(next, "light", 1, NULL);
    assert_int_equal(dv_program_add_removal(next, DV_FAMILY_KIND, "heavy", NULL, NULL), DV_OK);
    swap_to(&b, next);
    expect_all(&b, "0 3>1");
    bench_close(&b);
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_world_goes_on_from_any_tick),
        cmocka_unit_test(every_link_is_in_the_hash_and_compared),
        cmocka_unit_test(damaged_links_are_refused),
        cmocka_unit_test(they_stay_by_name),
        cmocka_unit_test(a_type_may_go_and_come_back),
        cmocka_unit_test(what_came_back_is_used_up),
        cmocka_unit_test(links_that_become_the_same_are_one),
        cmocka_unit_test(links_of_kinds_that_go_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
