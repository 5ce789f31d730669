// Base64 as defined by RFC 4648: its examples, a round trip of any bytes, and rejection of
// everything else.
#include "record/base64.h"

#include "../program.h"

#include "base/random.h"

#include <string.h>

static void the_examples_of_the_standard_hold(void **state) {
    (void)state;
    const char *const examples[][2] = {
        {"", ""},
        {"f", "Zg=="},
        {"fo", "Zm8="},
        {"foo", "Zm9v"},
        {"foob", "Zm9vYg=="},
        {"fooba", "Zm9vYmE="},
        {"foobar", "Zm9vYmFy"},
    };
    for (size_t i = 0; i < sizeof examples / sizeof *examples; i++) {
        const char *bytes = examples[i][0], *expected = examples[i][1];
        char text[16] = {0};
        unsigned char back[16] = {0};
        size_t size;
        assert_int_equal(dv_base64_length(strlen(bytes)), strlen(expected));
        dv_base64_encode(bytes, strlen(bytes), text);
        assert_string_equal(text, expected);
        assert_true(dv_base64_decode(expected, strlen(expected), back, &size));
        assert_int_equal(size, strlen(bytes));
        assert_memory_equal(back, bytes, size);
    }
}

static void any_bytes_come_back(void **state) {
    (void)state;
    unsigned char bytes[100], back[102];
    char text[136];
    for (uint32_t size = 0; size <= sizeof bytes; size++) {
        size_t back_size;
        for (uint32_t i = 0; i < size; i++)
            bytes[i] = (unsigned char)(dv_random_unit((dv_random_key){.agent = size}, i) * 256);
        dv_base64_encode(bytes, size, text);
        assert_true(dv_base64_capacity(dv_base64_length(size)) <= sizeof back);
        assert_true(dv_base64_decode(text, dv_base64_length(size), back, &back_size));
        assert_int_equal(back_size, size);
        assert_memory_equal(back, bytes, size);
    }
}

static void nothing_else_is_taken(void **state) {
    (void)state;
    // Cut, padded in the middle or alone, bits left over, other characters, a zero.
    const char *const wrong[] = {"Zg=",  "Zg",   "Z",    "Zg==Zg==", "====", "Z===",
                                 "Zh==", "Zm9=", "Zm-v", "Zm9 ",     "Z=9v", "Zg=v"};
    unsigned char bytes[8];
    size_t size;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_false(dv_base64_decode(wrong[i], strlen(wrong[i]), bytes, &size));
    assert_false(dv_base64_decode("Zm\0v", 4, bytes, &size));
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_examples_of_the_standard_hold),
        cmocka_unit_test(any_bytes_come_back),
        cmocka_unit_test(nothing_else_is_taken),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
