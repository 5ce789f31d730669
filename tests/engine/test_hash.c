// Hashing: the published values of XXH3, however the bytes are split.
#include "base/hash.h"

#include "../program.h"

#include <string.h>

static void fill(unsigned char *bytes, size_t size) {
    for (size_t i = 0; i < size; i++)
        bytes[i] = (unsigned char)(i * 31 + i / 256);
}

static void hashes_never_change(void **state) {
    (void)state;
    unsigned char bytes[5000];
    fill(bytes, sizeof bytes);
    // The hash of nothing is in the test vectors of XXH3.
    assert_true(dv_hash_bytes(NULL, 0) == UINT64_C(0x2d06800538d394c2));
    assert_true(dv_hash_bytes("drover", 6) == UINT64_C(0xd4fa52d3fb8e1a0d));
    assert_true(dv_hash_bytes(bytes, 200) == UINT64_C(0xc56a3bc977e096fb));
    assert_true(dv_hash_bytes(bytes, sizeof bytes) == UINT64_C(0xc0dd97972a4d2de3));
}

static void pieces_hash_like_the_whole(void **state) {
    (void)state;
    unsigned char bytes[5000];
    fill(bytes, sizeof bytes);
    for (size_t piece = 1; piece < 700; piece += 13) {
        dv_hash hash;
        dv_hash_begin(&hash);
        for (size_t first = 0; first < sizeof bytes; first += piece) {
            size_t left = sizeof bytes - first;
            dv_hash_add(&hash, bytes + first, left < piece ? left : piece);
            dv_hash_add(&hash, NULL, 0);
        }
        assert_true(dv_hash_end(&hash) == dv_hash_bytes(bytes, sizeof bytes));
    }
}

static void more_may_be_added_after_an_end(void **state) {
    (void)state;
    dv_hash hash;
    dv_hash_begin(&hash);
    assert_true(dv_hash_end(&hash) == dv_hash_bytes("", 0));
    dv_hash_add(&hash, "dro", 3);
    assert_true(dv_hash_end(&hash) == dv_hash_bytes("dro", 3));
    dv_hash_add(&hash, "ver", 3);
    assert_true(dv_hash_end(&hash) == dv_hash_bytes("drover", 6));
    dv_hash_begin(&hash);
    assert_true(dv_hash_end(&hash) == dv_hash_bytes("", 0));
}

static void every_bit_counts(void **state) {
    (void)state;
    unsigned char bytes[300];
    fill(bytes, sizeof bytes);
    uint64_t whole = dv_hash_bytes(bytes, sizeof bytes);
    for (size_t bit = 0; bit < 8 * sizeof bytes; bit++) {
        bytes[bit / 8] ^= (unsigned char)(1 << bit % 8);
        assert_true(dv_hash_bytes(bytes, sizeof bytes) != whole);
        bytes[bit / 8] ^= (unsigned char)(1 << bit % 8);
    }
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hashes_never_change),
        cmocka_unit_test(pieces_hash_like_the_whole),
        cmocka_unit_test(more_may_be_added_after_an_end),
        cmocka_unit_test(every_bit_counts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
