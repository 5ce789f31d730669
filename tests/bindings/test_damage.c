// Snapshots that are damaged in each of their bytes, with a corrected checksum. Each is either
// refused with a message, and nothing changes, or makes a world that can be saved and loaded again.
#include "../program.h"
#include "../read_script.h"
#include "scenario_fixture.h"

#include "base/alloc.h"
#include "base/hash.h"

#include <math.h>

#define HEADER 32

/// What is written over the bytes at a place.
static const struct {
    unsigned char bytes[8];
    size_t size;
} damages[] = {
    {{0}, 1},
    {{0xff}, 1},
    {{0, 0, 0xc0, 0x7f}, 4},             // a NaN
    {{0xff, 0xff, 0xff, 0xff}, 4},       // the largest count, and −1
    {{0, 0, 0, 0, 0, 0, 0xf8, 0x7f}, 8}, // a NaN
    {{0, 0, 0, 0, 0, 0, 0xf0, 0xff}, 8}, // −∞
};

static void mend(unsigned char *bytes, size_t size) {
    uint64_t content = size - HEADER, hash = dv_hash_bytes(bytes + HEADER, size - HEADER);
    memcpy(bytes + 16, &content, sizeof content);
    memcpy(bytes + 24, &hash, sizeof hash);
}

static dv_snapshot take(fixture *f) {
    dv_snapshot snapshot;
    dv_world *world = dv_scenario_world(f->scenario);
    if (dv_world_take_snapshot(world, &snapshot, &f->error) != DV_OK)
        fail_msg("%s", f->error.message);
    return snapshot;
}

static dv_result load(fixture *f, const dv_snapshot *snapshot) {
    f->error.message[0] = '\0';
    return dv_world_load_snapshot(dv_scenario_world(f->scenario), snapshot, &f->error);
}

static void expect_load(fixture *f, const dv_snapshot *snapshot) {
    if (load(f, snapshot) != DV_OK)
        fail_msg("%s", f->error.message);
}

/// True when it is refused.
static bool try_damaged(fixture *f, const dv_snapshot *whole, const dv_snapshot *damaged) {
    if (load(f, damaged) == DV_OK) {
        dv_snapshot again = take(f);
        expect_load(f, &again);
        dv_snapshot_free(&again);
        expect_load(f, whole);
        return false;
    }
    assert_true(f->error.message[0] != '\0');
    return true;
}

/// Damage every byte of the world as it is now; how many were refused.
static uint32_t damage_all(fixture *f) {
    const dv_snapshot whole = take(f);
    const uint64_t hash = hash_of(f);
    unsigned char *bytes = malloc(whole.size);
    uint32_t refused = 0;
    for (size_t at = HEADER; at < whole.size; at++) {
        for (size_t i = 0; i < sizeof damages / sizeof *damages; i++) {
            size_t size = damages[i].size;
            if (at + size > whole.size)
                continue;
            memcpy(bytes, whole.bytes, whole.size);
            memcpy(bytes + at, damages[i].bytes, size);
            mend(bytes, whole.size);
            refused += try_damaged(f, &whole, &(dv_snapshot){bytes, whole.size});
        }
        memcpy(bytes, whole.bytes, at);
        mend(bytes, at);
        assert_true(try_damaged(f, &whole, &(dv_snapshot){bytes, at}));
    }
    assert_int_equal(hash_of(f), hash);
    free(bytes);
    dv_snapshot_free((dv_snapshot *)&whole);
    return refused;
}

/// Let every allocation of loading the world as it is now fail, one at a time.
static void load_without_memory(fixture *f) {
    dv_snapshot whole = take(f);
    step(f, 1);
    const uint64_t hash = hash_of(f);
    uint64_t nth = 0, refused = 1;
    dv_result result = DV_ERROR_MEMORY;
    while (refused > 0) {
        dv_fail_allocation(++nth, false);
        refused = dv_refused_allocations();
        result = load(f, &whole);
        refused = dv_refused_allocations() - refused;
        dv_fail_allocation(0, false);
        if (result == DV_OK) { // what was refused could be done without
            step(f, 1);
            assert_int_equal(hash_of(f), hash);
            continue;
        }
        assert_int_equal(result, DV_ERROR_MEMORY);
        assert_non_null(strstr(f->error.message, "out of memory"));
        assert_int_equal(hash_of(f), hash);
    }
    assert_int_equal(result, DV_OK);
    assert_true(nth > 50);
    dv_snapshot_free(&whole);
}

static void open_places(fixture *f) {
    char path[512];
    const char *source = getenv("DROVER_SOURCE");
    assert_non_null(source);
    snprintf(path, sizeof path, "%s/tests/fuzz/scenes/places.lua", source);
    dv_scenario_options options = options_of(f);
    f->scenario = dv_scenario_open(path, &options, &f->error);
    if (!f->scenario)
        fail_msg("%s", f->error.message);
    step(f, 12);
}

static void every_byte_of_all_places(void **state) {
    fixture *f = *state;
    open_places(f);
    assert_true(damage_all(f) > 1000);
}

static void loading_all_places_without_memory_changes_nothing(void **state) {
    fixture *f = *state;
    open_places(f);
    load_without_memory(f);
}

static void open_groups_and_memory(fixture *f) {
    open_main(f, read_script("damage/groups_and_memory.lua"));
}

static void every_byte_of_a_finished_world_and_its_memory(void **state) {
    fixture *f = *state;
    open_groups_and_memory(f);
    step(f, 4);
    assert_string_equal(dv_world_finished(dv_scenario_world(f->scenario)), "over");
    assert_true(damage_all(f) > 1000);
    assert_string_equal(dv_world_finished(dv_scenario_world(f->scenario)), "over");
}

static void loading_groups_and_memory_without_memory_changes_nothing(void **state) {
    fixture *f = *state;
    open_groups_and_memory(f);
    step(f, 2);
    load_without_memory(f);
}

static void scripted_worlds_and_others_are_told_apart(void **state) {
    fixture *f = *state;
    open_main(f, HEAD "return drover.scenario { kinds = { drover.kind('a', {}) } }");
    dv_world *world = dv_scenario_world(f->scenario);
    dv_snapshot scripted = take(f);
    dv_world_def def = dv_world_def_default();
    def.seed = dv_world_seed(world);
    dv_program *program = (dv_program *)(uintptr_t)dv_world_program(world);
    dv_world *plain = dv_world_create(&def, program, &f->error);
    assert_non_null(plain);
    assert_int_equal(dv_world_load_snapshot(plain, &scripted, &f->error), DV_ERROR_FORMAT);
    assert_string_equal(f->error.message, "the snapshot was made by a scripted world");
    dv_snapshot unscripted;
    assert_int_equal(dv_world_take_snapshot(plain, &unscripted, &f->error), DV_OK);
    assert_int_equal(load(f, &unscripted), DV_ERROR_FORMAT);
    assert_string_equal(f->error.message, "the snapshot was made without scripts");
    dv_snapshot_free(&scripted);
    dv_snapshot_free(&unscripted);
    dv_world_destroy(plain);
}

TESTS {
    const struct CMUnitTest tests[] = {
        CASE(every_byte_of_all_places),
        CASE(every_byte_of_a_finished_world_and_its_memory),
        CASE(loading_all_places_without_memory_changes_nothing),
        CASE(loading_groups_and_memory_without_memory_changes_nothing),
        CASE(scripted_worlds_and_others_are_told_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
