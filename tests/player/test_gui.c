// What the GUI does without its fonts, with letters that they lack, and when the graphics device
// loses its textures.
#include "player/gui/gui.h"

#include "../program.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { side = 200 };

static bool has_no_fonts;

/// The linker has the whole program call the functions with __wrap_ for fopen and fopen64.
FILE *__real_fopen(const char *path, const char *mode);
FILE *__real_fopen64(const char *path, const char *mode);
FILE *__wrap_fopen(const char *path, const char *mode);
FILE *__wrap_fopen64(const char *path, const char *mode);

static bool is_hidden(const char *path) {
    const char *ending = strrchr(path, '.');
    return has_no_fonts && ending && strcmp(ending, ".ttf") == 0;
}

FILE *__wrap_fopen(const char *path, const char *mode) {
    return is_hidden(path) ? NULL : __real_fopen(path, mode);
}

FILE *__wrap_fopen64(const char *path, const char *mode) {
    return is_hidden(path) ? NULL : __real_fopen64(path, mode);
}

typedef struct picture {
    SDL_Surface *surface;
    SDL_Renderer *renderer;
    dv_gui *gui;
} picture;

static void open_picture(picture *p) {
    dv_error error;
    p->surface = SDL_CreateRGBSurfaceWithFormat(0, side, side, 32, SDL_PIXELFORMAT_ARGB8888);
    assert_non_null(p->surface);
    p->renderer = SDL_CreateSoftwareRenderer(p->surface);
    assert_non_null(p->renderer);
    p->gui = dv_gui_create(NULL, p->renderer, 1, &error);
    assert_non_null(p->gui);
}

static void close_picture(picture *p) {
    dv_gui_destroy(p->gui);
    SDL_DestroyRenderer(p->renderer);
    SDL_FreeSurface(p->surface);
}

/// How many pixels a line of text takes.
static int pixels_of(picture *p, const char *text) {
    int count = 0;
    SDL_FillRect(p->surface, NULL, 0);
    dv_gui_begin(p->gui, side, side, 0);
    dv_gui_label(10, 100, 20, 0xffffffff, text);
    dv_gui_end(p->gui);
    SDL_RenderFlush(p->renderer);
    const uint32_t *pixels = p->surface->pixels;
    for (int i = 0; i < side * side; i++)
        count += (pixels[i] & 0xffffff) != 0;
    return count;
}

static int text_pixels(picture *p) { return pixels_of(p, "Caribou"); }

/// Read what is written to stderr from now on, until end_capture.
static int begin_capture(int pipe_ends[2]) {
    fflush(stderr);
    int kept = dup(STDERR_FILENO);
    assert_int_equal(pipe(pipe_ends), 0);
    assert_true(dup2(pipe_ends[1], STDERR_FILENO) >= 0);
    return kept;
}

static void end_capture(int kept, const int pipe_ends[2], char text[1024]) {
    fflush(stderr);
    dup2(kept, STDERR_FILENO);
    close(kept);
    close(pipe_ends[1]);
    ssize_t size = read(pipe_ends[0], text, 1023);
    close(pipe_ends[0]);
    text[size > 0 ? size : 0] = '\0';
}

static void without_fonts_there_is_one_message_and_text(void **state) {
    (void)state;
    picture first, second;
    int pipe_ends[2], kept = begin_capture(pipe_ends);
    char text[1024];
    has_no_fonts = true;
    open_picture(&first);
    open_picture(&second);
    has_no_fonts = false;
    end_capture(kept, pipe_ends, text);
    const char *message = "drover: no font is found";
    assert_true(strstr(text, message) == text);
    assert_null(strstr(text + 1, message));
    assert_true(text_pixels(&first) > 50);
    assert_true(text_pixels(&second) > 50);
    close_picture(&second);
    close_picture(&first);
}

static void a_lost_device_gets_its_text_again(void **state) {
    (void)state;
    picture p;
    open_picture(&p);
    int before = text_pixels(&p), pipe_ends[2], kept = begin_capture(pipe_ends);
    char text[1024];
    SDL_Event event = {.type = SDL_RENDER_DEVICE_RESET};
    dv_gui_event(p.gui, &event);
    end_capture(kept, pipe_ends, text);
    assert_string_equal(text, "drover: the graphics device was reset; everything is drawn again\n");
    assert_true(before > 50);
    assert_int_equal(text_pixels(&p), before);
    close_picture(&p);
}

/// A letter that no font has, as it is for private use, is drawn as a question mark or a box.
static void letters_come_from_other_fonts(void **state) {
    (void)state;
    static const char *const letters[] = {"\u9f8d", "\u3042", "\u5f29"};
    picture p;
    open_picture(&p);
    int missing = pixels_of(&p, "\uf8d0");
    assert_true(dv_gui_lacks_letters(p.gui));
    assert_int_equal(pixels_of(&p, "\uf8d0"), missing);
    assert_false(dv_gui_lacks_letters(p.gui)); // it is looked for only once
    for (int i = 0; i < 3; i++) {
        assert_int_equal(pixels_of(&p, letters[i]), missing);
        assert_true(dv_gui_lacks_letters(p.gui));
        assert_int_not_equal(pixels_of(&p, letters[i]), missing);
        assert_false(dv_gui_lacks_letters(p.gui));
    }
    int before = text_pixels(&p);
    close_picture(&p);
    open_picture(&p);
    assert_int_equal(text_pixels(&p), before);
    close_picture(&p);
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_fonts_there_is_one_message_and_text),
        cmocka_unit_test(a_lost_device_gets_its_text_again),
        cmocka_unit_test(letters_come_from_other_fonts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
