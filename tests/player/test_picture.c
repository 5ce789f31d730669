// Writing a picture to a file when memory runs out.
#include "player/draw/png.h"

#include "../program.h"

#include "base/alloc.h"

#include <SDL.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { side = 40 };

/// Something to draw that does not compress to nothing.
static SDL_Renderer *draw_noise(SDL_Surface *surface) {
    uint32_t *pixels = surface->pixels, noise = 1;
    for (uint32_t i = 0; i < side * side; i++)
        pixels[i] = (noise = noise * 1664525 + 1013904223) >> 8;
    SDL_Renderer *renderer = SDL_CreateSoftwareRenderer(surface);
    assert_non_null(renderer);
    return renderer;
}

static size_t read_all(const char *path, unsigned char bytes[1 << 16]) {
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    size_t size = fread(bytes, 1, 1 << 16, file);
    assert_int_equal(fclose(file), 0);
    return size;
}

// The encoder is a library that asserts that there is memory, and leaks what it has when not.
static void a_picture_short_of_memory_is_not_written_and_leaks_nothing(void **state) {
    (void)state;
    static unsigned char whole[1 << 16], after[1 << 16];
    char folder[] = "/tmp/drover_picture_XXXXXX", path[64];
    dv_error error;
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/a.png", folder);
    SDL_Surface *surface =
        SDL_CreateRGBSurfaceWithFormat(0, side, side, 32, SDL_PIXELFORMAT_ARGB8888);
    SDL_Renderer *renderer = draw_noise(surface);
    assert_int_equal(dv_png_write_rendered(renderer, path, &error), DV_OK);
    size_t size = read_all(path, whole);
    assert_true(size > side * side && memcmp(whole + 1, "PNG", 3) == 0);
    for (int and_after = 0; and_after < 2; and_after++) {
        uint64_t n = 0;
        dv_result result;
        do {
            dv_fail_allocation(++n, and_after);
            result = dv_png_write_rendered(renderer, path, &error);
            dv_fail_allocation(0, false);
            if (result != DV_OK && !strstr(error.message, "out of memory"))
                fail_msg("allocation %d: %s", (int)n, error.message);
            assert_int_equal(dv_allocated_bytes(), 0);
            assert_int_equal(read_all(path, after), size);
            assert_memory_equal(after, whole, size);
        } while (result != DV_OK);
        assert_true(n > 5);
    }
    SDL_DestroyRenderer(renderer);
    SDL_FreeSurface(surface);
    assert_int_equal(unlink(path), 0);
    assert_int_equal(rmdir(folder), 0); // nothing is left beside
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_picture_short_of_memory_is_not_written_and_leaks_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
