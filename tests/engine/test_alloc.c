// Allocation: zeroed, aligned, counted, replaceable, and failing on request. Also error messages,
// which are part of the same module.
#include "base/alloc.h"

#include "../program.h"

#include "base/result.h"

#include <stdlib.h>
#include <string.h>

static bool all_zero(const void *block, size_t size) {
    const unsigned char *bytes = block;
    for (size_t i = 0; i < size; i++) {
        if (bytes[i])
            return false;
    }
    return true;
}

static void blocks_are_zeroed_and_aligned(void **state) {
    (void)state;
    for (size_t size = 0; size < 3000; size += 37) {
        void *plain = dv_alloc(size), *column = dv_alloc_aligned(size);
        assert_non_null(plain);
        assert_non_null(column);
        assert_int_equal((uintptr_t)plain % _Alignof(max_align_t), 0);
        assert_int_equal((uintptr_t)column % DV_COLUMN_ALIGNMENT, 0);
        assert_true(all_zero(plain, size));
        assert_true(all_zero(column, size));
        memset(plain, 0xFF, size);
        memset(column, 0xFF, size);
        dv_free(plain);
        dv_free(column);
    }
    dv_free(NULL);
    assert_int_equal(dv_allocated_bytes(), 0);
}

static void resizing_keeps_content_and_alignment_and_zeroes_the_rest(void **state) {
    (void)state;
    void *blocks[2] = {dv_alloc(100), dv_alloc_aligned(100)};
    const size_t alignments[2] = {_Alignof(max_align_t), DV_COLUMN_ALIGNMENT};
    for (int i = 0; i < 2; i++) {
        unsigned char *block = blocks[i];
        memset(block, 7, 100);
        block = dv_resize(block, 50);
        block = dv_resize(block, 10000);
        assert_non_null(block);
        assert_int_equal((uintptr_t)block % alignments[i], 0);
        for (int j = 0; j < 50; j++)
            assert_int_equal(block[j], 7);
        assert_true(all_zero(block + 50, 9950));
        block = dv_resize(block, 0);
        assert_non_null(block);
        dv_free(block);
    }
    assert_int_equal(dv_allocated_bytes(), 0);
}

static void bytes_in_use_are_counted(void **state) {
    (void)state;
    void *block = dv_alloc(1000);
    assert_in_range(dv_allocated_bytes(), 1000, 1128);
    block = dv_resize(block, 5000);
    assert_in_range(dv_allocated_bytes(), 5000, 5128);
    block = dv_resize(block, 10);
    assert_in_range(dv_allocated_bytes(), 10, 138);
    dv_free(block);
    assert_int_equal(dv_allocated_bytes(), 0);
}

static void a_block_of_known_size_costs_its_size_and_no_more(void **state) {
    (void)state;
    assert_null(dv_resize_known(NULL, 0, 0));
    unsigned char *block = dv_resize_known(NULL, 0, 40);
    assert_non_null(block);
    assert_int_equal(dv_allocated_bytes(), 40);
    memset(block, 7, 40);
    block = dv_resize_known(block, 40, 1000);
    assert_int_equal(dv_allocated_bytes(), 1000);
    for (int i = 0; i < 40; i++)
        assert_int_equal(block[i], 7);
    block = dv_resize_known(block, 1000, 10);
    assert_int_equal(dv_allocated_bytes(), 10);
    assert_int_equal(block[9], 7);
    assert_null(dv_resize_known(block, 10, 0));
    assert_int_equal(dv_allocated_bytes(), 0);
}

static void only_growing_a_block_of_known_size_can_fail(void **state) {
    (void)state;
    unsigned char *block = dv_resize_known(NULL, 0, 40);
    memset(block, 7, 40);
    dv_fail_allocation(1, true);
    assert_null(dv_resize_known(NULL, 0, 1));
    assert_null(dv_resize_known(block, 40, 41));
    block = dv_resize_known(block, 40, 30);
    assert_non_null(block);
    dv_fail_allocation(0, false);
    assert_int_equal(block[29], 7);
    assert_int_equal(dv_allocated_bytes(), 30);
    dv_resize_known(block, 30, 0);
    assert_int_equal(dv_allocated_bytes(), 0);
}

static void impossible_sizes_are_refused(void **state) {
    (void)state;
    assert_null(dv_alloc(SIZE_MAX));
    assert_null(dv_alloc(SIZE_MAX - 64));
    assert_null(dv_alloc_aligned(SIZE_MAX - 20));
    char *text = dv_copy_string("still here");
    assert_null(dv_resize(text, SIZE_MAX - 8));
    assert_string_equal(text, "still here");
    dv_free(text);
    assert_int_equal(dv_allocated_bytes(), 0);
}

static void the_nth_allocation_fails_and_no_other(void **state) {
    (void)state;
    uint64_t before = dv_allocations();
    dv_fail_allocation(3, false);
    void *first = dv_alloc(1), *second = dv_alloc_aligned(1), *third = dv_alloc(1);
    void *fourth = dv_alloc(1);
    assert_non_null(first);
    assert_non_null(second);
    assert_null(third);
    assert_non_null(fourth);
    assert_int_equal(dv_allocations() - before, 4);
    dv_free(first);
    dv_free(second);
    dv_free(fourth);
}

static void failing_can_go_on_until_switched_off(void **state) {
    (void)state;
    dv_fail_allocation(2, true);
    char *text = dv_copy_string("kept");
    assert_non_null(text);
    assert_null(dv_resize(text, 100));
    assert_null(dv_copy_string(text));
    assert_null(dv_alloc_aligned(1));
    dv_fail_allocation(0, true);
    assert_string_equal(text, "kept");
    text = dv_resize(text, 100);
    assert_non_null(text);
    dv_free(text);
    assert_int_equal(dv_allocated_bytes(), 0);
}

static void a_failed_resize_of_a_column_keeps_it(void **state) {
    (void)state;
    char *column = dv_alloc_aligned(8);
    memcpy(column, "columns", 8);
    dv_fail_allocation(1, false);
    assert_null(dv_resize(column, 4096));
    assert_string_equal(column, "columns");
    dv_free(column);
    assert_int_equal(dv_allocated_bytes(), 0);
}

static void reserving_grows_by_half_and_keeps_items(void **state) {
    (void)state;
    uint32_t *items = NULL, capacity = 0;
    uint64_t before = dv_allocations();
    for (uint32_t i = 0; i < 100000; i++) {
        assert_true(dv_reserve((void **)&items, &capacity, i + 1, sizeof *items));
        items[i] = i;
    }
    assert_in_range(dv_allocations() - before, 1, 25); // log(100000 / 8) / log(1.5)
    for (uint32_t i = 0; i < 100000; i++)
        assert_int_equal(items[i], i);
    uint32_t old_capacity = capacity;
    dv_fail_allocation(1, false);
    assert_false(dv_reserve((void **)&items, &capacity, capacity + 1, sizeof *items));
    assert_int_equal(capacity, old_capacity);
    assert_false(dv_reserve((void **)&items, &capacity, UINT32_MAX, SIZE_MAX / 2));
    assert_int_equal(items[99999], 99999);
    dv_free(items);
}

static void a_capacity_grows_by_half_to_whole_lanes(void **state) {
    (void)state;
    assert_int_equal(dv_grown_capacity(0, 1), 8);
    assert_int_equal(dv_grown_capacity(8, 9), 12);
    assert_int_equal(dv_grown_capacity(8, 40), 40);
    assert_int_equal(dv_grown_capacity(64, 65), 128); // 96, in 64s
    assert_int_equal(dv_grown_capacity(1000, 1001), 1536);
    assert_int_equal(dv_grown_capacity(UINT32_MAX - 1, UINT32_MAX), UINT32_MAX);
}

typedef struct tally {
    size_t live_bytes;
    int calls;
} tally;

static void *tallying_reallocate(void *context, void *pointer, size_t old_size, size_t new_size) {
    tally *counted = context;
    counted->calls++;
    counted->live_bytes += new_size - old_size;
    if (new_size)
        return realloc(pointer, new_size);
    free(pointer);
    return NULL;
}

static void a_replaced_allocator_gets_every_call_with_true_sizes(void **state) {
    (void)state;
    tally counted = {0};
    dv_allocator replacement = {tallying_reallocate, &counted};
    assert_int_equal(dv_set_allocator(replacement), DV_OK);
    void *block = dv_alloc(100), *column = dv_alloc_aligned(100);
    assert_int_equal(counted.live_bytes, dv_allocated_bytes());
    assert_int_equal(dv_set_allocator((dv_allocator){0}), DV_ERROR_ARGUMENT);
    block = dv_resize(block, 1000);
    column = dv_resize(column, 1000);
    assert_int_equal(counted.live_bytes, dv_allocated_bytes());
    dv_free(block);
    dv_free(column);
    assert_int_equal(counted.live_bytes, 0);
    int calls = counted.calls;
    assert_int_equal(dv_set_allocator((dv_allocator){0}), DV_OK);
    dv_free(dv_alloc(1));
    assert_int_equal(counted.calls, calls);
}

static void *refusing_reallocate(void *context, void *pointer, size_t old_size, size_t new_size) {
    (void)context, (void)pointer, (void)old_size, (void)new_size;
    return NULL;
}

static void an_allocator_that_refuses_is_passed_on_as_null(void **state) {
    (void)state;
    assert_int_equal(dv_set_allocator((dv_allocator){refusing_reallocate, NULL}), DV_OK);
    assert_null(dv_alloc(1));
    assert_null(dv_alloc_aligned(1));
    assert_null(dv_copy_string("text"));
    assert_null(dv_resize_known(NULL, 0, 1));
    assert_int_equal(dv_allocated_bytes(), 0);
    assert_int_equal(dv_set_allocator((dv_allocator){0}), DV_OK);
}

// Frees and nothing else once it has given out a block.
static void *unbending_reallocate(void *context, void *pointer, size_t old_size, size_t new_size) {
    (void)context, (void)old_size;
    if (new_size == 0)
        free(pointer);
    return pointer || new_size == 0 ? NULL : malloc(new_size);
}

static void a_block_that_the_allocator_keeps_large_is_of_the_smaller_size(void **state) {
    (void)state;
    assert_int_equal(dv_set_allocator((dv_allocator){unbending_reallocate, NULL}), DV_OK);
    void *block = dv_resize_known(NULL, 0, 40);
    assert_ptr_equal(dv_resize_known(block, 40, 10), block);
    assert_int_equal(dv_allocated_bytes(), 10);
    assert_null(dv_resize_known(block, 10, 0));
    assert_int_equal(dv_allocated_bytes(), 0);
    assert_int_equal(dv_set_allocator((dv_allocator){0}), DV_OK);
}

static void a_failure_carries_its_code_and_message(void **state) {
    (void)state;
    dv_error error;
    assert_int_equal(dv_fail(&error, DV_ERROR_NAME, "no kind '%s' (%d)", "wolv", 3), DV_ERROR_NAME);
    assert_string_equal(error.message, "no kind 'wolv' (3)");
    assert_int_equal(dv_fail(NULL, DV_ERROR_IO, "%s", "nobody reads this"), DV_ERROR_IO);
}

static void a_message_stays_on_one_line(void **state) {
    (void)state;
    dv_error error;
    dv_fail(&error, DV_ERROR_SCRIPT, "%s", "one\ntwo\r\nthree\n");
    assert_string_equal(error.message, "one two  three ");
}

static void a_message_too_long_is_cut_between_characters(void **state) {
    (void)state;
    // 1022 letters leave one byte: a character of two or three bytes does not fit.
    static const char *const endings[] = {"é", "€", "𝄞"};
    for (int i = 0; i < 3; i++) {
        char text[DV_ERROR_CAPACITY + 16];
        memset(text, 'x', sizeof text);
        strcpy(text + DV_ERROR_CAPACITY - 2, endings[i]);
        dv_error error;
        dv_fail(&error, DV_ERROR_SCRIPT, "%s", text);
        assert_int_equal(strlen(error.message), DV_ERROR_CAPACITY - 2);
        // One place to the left a character of two bytes fits exactly.
        strcpy(text + DV_ERROR_CAPACITY - 3, "éz");
        dv_fail(&error, DV_ERROR_SCRIPT, "%s", text);
        assert_int_equal(strlen(error.message), DV_ERROR_CAPACITY - 1);
    }
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(blocks_are_zeroed_and_aligned),
        cmocka_unit_test(resizing_keeps_content_and_alignment_and_zeroes_the_rest),
        cmocka_unit_test(bytes_in_use_are_counted),
        cmocka_unit_test(a_block_of_known_size_costs_its_size_and_no_more),
        cmocka_unit_test(only_growing_a_block_of_known_size_can_fail),
        cmocka_unit_test(impossible_sizes_are_refused),
        cmocka_unit_test(the_nth_allocation_fails_and_no_other),
        cmocka_unit_test(failing_can_go_on_until_switched_off),
        cmocka_unit_test(a_failed_resize_of_a_column_keeps_it),
        cmocka_unit_test(reserving_grows_by_half_and_keeps_items),
        cmocka_unit_test(a_capacity_grows_by_half_to_whole_lanes),
        cmocka_unit_test(a_replaced_allocator_gets_every_call_with_true_sizes),
        cmocka_unit_test(an_allocator_that_refuses_is_passed_on_as_null),
        cmocka_unit_test(a_block_that_the_allocator_keeps_large_is_of_the_smaller_size),
        cmocka_unit_test(a_failure_carries_its_code_and_message),
        cmocka_unit_test(a_message_stays_on_one_line),
        cmocka_unit_test(a_message_too_long_is_cut_between_characters),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
