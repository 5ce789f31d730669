// The arena: blocks are zeroed, aligned, and disjoint, and a reset arena reuses its memory.
#include "base/arena.h"

#include "../program.h"

#include "base/alloc.h"

#include <string.h>

static void allocations_are_aligned_zeroed_and_apart(void **state) {
    (void)state;
    dv_arena arena = {0};
    enum { PIECES = 2000 };
    unsigned char *pieces[PIECES];
    for (int round = 0; round < 2; round++) {
        for (int i = 0; i < PIECES; i++) {
            size_t size = (size_t)(i % 97);
            pieces[i] = dv_arena_alloc(&arena, size);
            assert_non_null(pieces[i]);
            assert_int_equal((uintptr_t)pieces[i] % 16, 0);
            for (size_t j = 0; j < size; j++)
                assert_int_equal(pieces[i][j], 0);
            memset(pieces[i], i % 251 + 1, size);
        }
        for (int i = 0; i < PIECES; i++) {
            for (size_t j = 0; j < (size_t)(i % 97); j++)
                assert_int_equal(pieces[i][j], i % 251 + 1);
        }
        dv_arena_reset(&arena);
    }
    dv_arena_free(&arena);
    assert_int_equal(dv_allocated_bytes(), 0);
}

static void allocate_mixed_sizes(dv_arena *arena) {
    for (int i = 0; i < 300; i++) {
        assert_non_null(dv_arena_alloc(arena, (size_t)(i * 37 % 1000)));
        if (i % 50 == 7)
            assert_non_null(dv_arena_alloc(arena, (size_t)i * 10000));
    }
}

static void the_same_work_after_a_reset_allocates_nothing(void **state) {
    (void)state;
    dv_arena arena = {0};
    allocate_mixed_sizes(&arena);
    uint64_t before = dv_allocations();
    for (int round = 0; round < 3; round++) {
        dv_arena_reset(&arena);
        allocate_mixed_sizes(&arena);
    }
    assert_int_equal(dv_allocations(), before);
    dv_arena_free(&arena);
    assert_int_equal(dv_allocated_bytes(), 0);
}

static void strings_are_copied(void **state) {
    (void)state;
    dv_arena arena = {0};
    char text[] = "caribou";
    char *copy = dv_arena_copy_string(&arena, text);
    text[0] = 'X';
    assert_string_equal(copy, "caribou");
    assert_string_equal(dv_arena_copy_string(&arena, ""), "");
    dv_arena_free(&arena);
}

static void what_was_allocated_survives_a_failure(void **state) {
    (void)state;
    dv_arena arena = {0};
    dv_fail_allocation(1, false);
    assert_null(dv_arena_alloc(&arena, 1));
    char *kept = dv_arena_copy_string(&arena, "kept");
    dv_fail_allocation(1, false);
    assert_null(dv_arena_alloc(&arena, 1 << 20));
    assert_null(dv_arena_alloc(&arena, SIZE_MAX));
    char *after = dv_arena_copy_string(&arena, "after");
    assert_string_equal(kept, "kept");
    assert_string_equal(after, "after");
    dv_arena_free(&arena);
    dv_arena_free(&arena);
    assert_int_equal(dv_allocated_bytes(), 0);
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(allocations_are_aligned_zeroed_and_apart),
        cmocka_unit_test(the_same_work_after_a_reset_allocates_nothing),
        cmocka_unit_test(strings_are_copied),
        cmocka_unit_test(what_was_allocated_survives_a_failure),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
