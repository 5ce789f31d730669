// Pictures as shapes: a file that can't be drawn is refused with a reason, whatever is wrong with
// it, and programs keep copies of the others.
#include "../png_bytes.h"
#include "../program.h"

#include "base/alloc.h"

#include <drover/program.h>

#include <stdlib.h>

static uint32_t gold(uint32_t x, uint32_t y) {
    (void)x;
    (void)y;
    return 0xffd700ffu;
}

// In a block of its own size, so that tools notice what is read beyond it.
static const char *problem_of(const unsigned char *bytes, size_t size) {
    unsigned char *copy = malloc(size + 1);
    assert_non_null(copy);
    memcpy(copy + 1, bytes, size);
    const char *problem = dv_picture_problem(copy + 1, size);
    free(copy);
    return problem;
}

static void a_picture_is_fine(void **state) {
    (void)state;
    png_bytes png;
    png_make(&png, 3, 6, gold);
    assert_null(problem_of(png.bytes, png.size));
    png_add(&png, "more", 4);
    assert_null(problem_of(png.bytes, png.size));
}

static void every_damage_is_found(void **state) {
    (void)state;
    png_bytes png;
    png_make(&png, 4, 4, gold);
    assert_string_equal(problem_of(png.bytes, 0), "the file is empty");
    for (size_t size = 1; size < png.size; size++)
        assert_string_equal(problem_of(png.bytes, size), "the file ends too early");
    for (size_t i = 0; i < png.size; i++)
        for (int bit = 0; bit < 8; bit++) {
            png.bytes[i] ^= (unsigned char)(1 << bit);
            assert_non_null(problem_of(png.bytes, png.size));
            png.bytes[i] ^= (unsigned char)(1 << bit);
        }
}

/// What is wrong with a file of two parts and a header.
static const char *problem_with(uint32_t width, uint32_t height, int depth, int type) {
    png_bytes png;
    png_begin(&png, width, height, (unsigned char)depth, (unsigned char)type);
    png_add_chunk(&png, "IDAT", "x", 1);
    png_add_chunk(&png, "IEND", "", 0);
    return problem_of(png.bytes, png.size);
}

static void headers_are_checked(void **state) {
    (void)state;
    static const char too_large[] = "it has more than 1024 × 1024 pixels";
    static const char damaged[] = "the file is damaged";
    assert_null(problem_with(1024, 1024, 16, 6));
    assert_null(problem_with(1, 2, 1, 0));
    assert_string_equal(problem_with(1025, 1, 8, 6), too_large);
    assert_string_equal(problem_with(100000, 100000, 8, 6), too_large);
    assert_string_equal(problem_with(UINT32_MAX, 1, 8, 6), too_large);
    assert_string_equal(problem_with(10, 21, 8, 6), "it is more than twice as high as wide");
    assert_string_equal(problem_with(0, 1, 8, 6), damaged);
    assert_string_equal(problem_with(1, 0, 8, 6), damaged);
    assert_string_equal(problem_with(1, 1, 3, 0), damaged);
    assert_string_equal(problem_with(1, 1, 4, 6), damaged);
    assert_string_equal(problem_with(1, 1, 8, 5), damaged);
    assert_string_equal(problem_with(1, 1, 8, 200), damaged);
    assert_string_equal(problem_with(1, 1, 16, 3), damaged);
    assert_string_equal(problem_with(1, 1, 0, 0), damaged);
    assert_string_equal(problem_with(1, 1, 8, 3), damaged); // no palette
}

static void what_is_missing_is_found(void **state) {
    (void)state;
    png_bytes png;
    png_begin(&png, 1, 1, 8, 6);
    png_add_chunk(&png, "IEND", "", 0);
    assert_string_equal(problem_of(png.bytes, png.size), "the file is damaged");
    png.size = 8;
    png_add_chunk(&png, "IDAT", "x", 1);
    png_add_chunk(&png, "IEND", "", 0);
    assert_string_equal(problem_of(png.bytes, png.size), "the file is damaged");
    assert_string_equal(problem_of((const unsigned char *)"GIF89a", 6), "not a PNG file");
    assert_string_equal(problem_of((const unsigned char *)"return {}", 9), "not a PNG file");
}

// Hosts in C get the message that scripts get.
static void programs_check_and_copy_pictures(void **state) {
    (void)state;
    png_bytes png;
    dv_error error;
    png_make(&png, 2, 2, gold);
    dv_shape_picture picture = {.name = "kite.png", .png = png.bytes, .size = png.size - 1};
    dv_own_shape shape = {.picture = &picture};
    dv_program *program = dv_program_create();
    dv_kind_def kind = dv_kind_def_default();
    kind.name = "kite";
    kind.where = "kite.lua:3";
    kind.look.own = &shape;
    assert_int_equal(dv_program_add_kind(program, &kind, &error), DV_ERROR_ARGUMENT);
    assert_string_equal(error.message,
                        "kite.lua:3: kind 'kite': look.shape: the file ends too early");
    picture.size++;
    assert_int_equal(dv_program_add_kind(program, &kind, &error), DV_OK);
    picture.is_tinted = true;
    kind.name = "tinted";
    assert_int_equal(dv_program_add_kind(program, &kind, &error), DV_OK);
    assert_int_equal(dv_program_finish(program, &error), DV_OK);
    const dv_own_shape *own = dv_program_look(program, 0).own;
    assert_true(own->picture != &picture && own->picture->png != png.bytes);
    assert_memory_equal(own->picture->png, png.bytes, png.size);
    assert_string_equal(own->picture->name, "kite.png");
    assert_true(own->hash != dv_program_look(program, 1).own->hash);
    dv_program_release(program);
    assert_int_equal(dv_allocated_bytes(), 0);
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_picture_is_fine),
        cmocka_unit_test(every_damage_is_found),
        cmocka_unit_test(headers_are_checked),
        cmocka_unit_test(what_is_missing_is_found),
        cmocka_unit_test(programs_check_and_copy_pictures),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
