// Pictures as shapes are files of the scenario: they are checked when it loads, and reloaded,
// undone, and refused with its scripts.
#include "../program.h"
#include "mods_fixture.h"
#include "picture_files.h"

#include "base/alloc.h"

#define KITE(shape)                                                                                \
    HEAD "local kite = drover.kind('kite', { look = { shape = " shape " } })\n"                    \
         "return drover.scenario { kinds = { kite }, setup = function(world) "                     \
         "world:spawn('kite', {}) end }"

static uint32_t gold(uint32_t x, uint32_t y) {
    (void)x, (void)y;
    return 0xffd700ffu;
}

static uint32_t red(uint32_t x, uint32_t y) {
    (void)x, (void)y;
    return 0xff0000ffu;
}

static const dv_shape_picture *picture_of(const fixture *f, uint32_t kind) {
    const dv_own_shape *own =
        dv_program_look(dv_world_program(dv_scenario_world(f->scenario)), kind).own;
    return own ? own->picture : NULL;
}

static void expect_picture(const fixture *f, uint32_t (*color)(uint32_t x, uint32_t y)) {
    png_bytes png;
    const dv_shape_picture *picture = picture_of(f, 0);
    png_make(&png, 4, 3, color);
    assert_non_null(picture);
    assert_int_equal(picture->size, png.size);
    assert_memory_equal(picture->png, png.bytes, png.size);
}

static void a_picture_is_a_shape(void **state) {
    fixture *f = *state;
    char folder[256];
    mkdir(path_in(f, "sprites", folder), 0777);
    write_picture(f, "sprites/my kite.png", gold);
    open_main(f, KITE("'sprites/my kite.png'"));
    expect_picture(f, gold);
    assert_string_equal(picture_of(f, 0)->name, "sprites/my kite.png");
    assert_false(picture_of(f, 0)->is_tinted);
    assert_int_equal(dv_scenario_module_count(f->scenario), 2);
    assert_string_equal(dv_scenario_module_path(f->scenario, 0), "sprites/my kite.png");
    assert_string_equal(dv_scenario_module_path(f->scenario, 1), "main.lua");
    open_main(f, KITE("{ picture = 'sprites/my kite.png', tint = true }"));
    expect_picture(f, gold);
    assert_true(picture_of(f, 0)->is_tinted);
    step(f, 1);
    assert_string_equal(f->warnings, "");
}

// A picture beside a module of the same name.
static void pictures_and_modules_have_different_names(void **state) {
    fixture *f = *state;
    char folder[256];
    mkdir(path_in(f, "kite", folder), 0777);
    write_file(f, "kite/png.lua", "return 'kite.png'");
    write_picture(f, "kite.png", gold);
    open_main(f, HEAD "local kite = drover.kind('kite', { look = { shape = require 'kite.png' } })"
                      "return drover.scenario { kinds = { kite } }");
    expect_picture(f, gold);
}

typedef struct refusal {
    const char *shape, *message;
} refusal;

#define PATH(path)                                                                                 \
    "'" path "': a picture is a file in the scenario's folder, such as 'sprites/rider.png'"

static void what_cannot_be_drawn_is_refused(void **state) {
    fixture *f = *state;
    static const refusal refusals[] = {
        {"'none.png'", "there is no none.png"},
        {"'folder.png'", "cannot read folder.png: it is a folder"},
        {"'empty.png'", "empty.png: the file is empty"},
        {"'text.png'", "text.png: not a PNG file"},
        {"'zeros.png'", "zeros.png: not a PNG file"},
        {"'cut.png'", "cut.png: the file ends too early"},
        {"'../kite.png'", PATH("../kite.png")},
        {"'/tmp/kite.png'", PATH("/tmp/kite.png")},
        {"'a/../kite.png'", PATH("a/../kite.png")},
        {"'a//kite.png'", PATH("a//kite.png")},
        {"'.kite.png'", PATH(".kite.png")},
        {"'.png'", PATH(".png")},
        {"'kite.jpg'", "'kite.jpg': a shape's name or a PNG file expected, such as 'rider.png'"},
        {"{ picture = 'kite.jpg' }", PATH("kite.jpg")},
        {"'mods/winter/kite.png'", "'mods/winter/kite.png': there is no such mod"},
    };
    char folder[256], message[512];
    png_bytes png;
    mkdir(path_in(f, "folder.png", folder), 0777);
    png_make(&png, 4, 3, gold);
    write_bytes(f, "cut.png", png.bytes, png.size / 2);
    write_bytes(f, "zeros.png", (const char[64]){0}, 64);
    write_file(f, "empty.png", "");
    write_file(f, "text.png", "hello");
    for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++) {
        char source[1024];
        snprintf(source, sizeof source, KITE("%s"), refusals[i].shape);
        write_file(f, "main.lua", source);
        assert_null(try_open(f));
        snprintf(message, sizeof message, "main.lua:2: look.shape: %s", refusals[i].message);
        assert_memory_equal(f->error.message, message, strlen(message));
    }
}

static void keys_of_a_picture_are_checked(void **state) {
    fixture *f = *state;
    static const refusal refusals[] = {
        {"{ picture = 3 }", "look.shape.picture: a string expected, got number"},
        {"{ tint = true }", "look.shape.picture: a string expected, got nil"},
        {"{ picture = 'kite.png', tint = 1 }", "look.shape.tint: a boolean expected, got number"},
        {"{ picture = 'kite.png', size = 1 }",
         "look.shape.size: unknown key: one of picture or tint expected"},
    };
    write_picture(f, "kite.png", gold);
    for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++) {
        char source[1024], message[512];
        snprintf(source, sizeof source, KITE("%s"), refusals[i].shape);
        write_file(f, "main.lua", source);
        assert_null(try_open(f));
        snprintf(message, sizeof message, "main.lua:2: %s", refusals[i].message);
        assert_string_equal(strtok(f->error.message, "\n"), message);
    }
}

static void a_saved_picture_reloads(void **state) {
    fixture *f = *state;
    write_picture(f, "kite.png", gold);
    open_main(f, KITE("'kite.png'"));
    expect_unchanged(f);
    write_picture(f, "kite.png", red);
    assert_string_equal(expect_swapped(f).changed, "kite.png");
    expect_picture(f, red);
    step(f, 1);
    assert_string_equal(banner_of(f), "");
    // What an undo takes back stays away until the picture is saved again.
    assert_int_equal(dv_scenario_undo(f->scenario).outcome, DV_RELOAD_SWAPPED);
    expect_picture(f, gold);
    expect_unchanged(f);
    write_file(f, "main.lua", KITE("'kite.png'") " -- saved");
    expect_swapped(f);
    expect_picture(f, gold);
    write_picture(f, "kite.png", gold);
    expect_unchanged(f);
    write_picture(f, "kite.png", red);
    expect_swapped(f);
    expect_picture(f, red);
}

static void a_broken_picture_leaves_the_old_one(void **state) {
    fixture *f = *state;
    char path[256];
    const char *line = "local kite = drover.kind('kite', { look = { shape = 'kite.png' } })";
    write_picture(f, "kite.png", gold);
    open_main(f, KITE("'kite.png'"));
    uint64_t hash = hash_of(f);
    write_file(f, "kite.png", "\x89PNG");
    expect_refused(f, "main.lua:2: look.shape: kite.png: the file ends too early", line);
    expect_picture(f, gold);
    assert_int_equal(unlink(path_in(f, "kite.png", path)), 0);
    expect_refused(f, "main.lua:2: look.shape: there is no kite.png", line);
    expect_picture(f, gold);
    assert_true(hash_of(f) == hash);
    step(f, 1);
    write_picture(f, "kite.png", red);
    expect_swapped(f);
    expect_picture(f, red);
    assert_string_equal(banner_of(f), "");
}

static void a_missing_picture_is_looked_for_again(void **state) {
    fixture *f = *state;
    open_main(f, KITE("'disc'"));
    write_file(f, "main.lua", KITE("'kite.png'"));
    assert_int_equal(dv_scenario_reload(f->scenario).outcome, DV_RELOAD_REFUSED);
    assert_null(picture_of(f, 0));
    assert_true(dv_scenario_looked_for_data(f->scenario, "kite.png"));
    assert_false(dv_scenario_looked_for_data(f->scenario, "frame.png"));
    write_picture(f, "frame.png", gold);
    expect_unchanged(f);
    write_picture(f, "kite.png", gold);
    expect_swapped(f);
    expect_picture(f, gold);
}

// Numbers of scripts are not looked for in pictures, and neither are mistakes.
static void pictures_are_not_parsed(void **state) {
    fixture *f = *state;
    dv_script_number *numbers;
    uint32_t count;
    write_picture(f, "kite.png", gold);
    open_main(f, KITE("'kite.png'"));
    assert_int_equal(dv_scenario_numbers(f->scenario, 0, &numbers, &count, &f->error), DV_OK);
    assert_int_equal(count, 0);
    assert_null(numbers);
    assert_string_equal(f->warnings, "");
}

static void mods_bring_pictures(void **state) {
    fixture *f = *state;
    write_base(f);
    write_mod(f, "winter", "", EXTEND("def.look.shape = 'mods/winter/coat.png'"));
    assert_null(try_mods(f, "winter"));
    assert_non_null(strstr(f->error.message, "look.shape: there is no mods/winter/coat.png"));
    write_picture(f, "mods/winter/coat.png", gold);
    open_mods(f, "winter");
    expect_picture(f, gold);
    assert_string_equal(
        dv_scenario_module_path(f->scenario, dv_scenario_module_count(f->scenario) - 1),
        "main.lua");
    write_picture(f, "mods/winter/coat.png", red);
    assert_string_equal(expect_swapped(f).changed, "mods/winter/coat.png");
    expect_picture(f, red);
    assert_int_equal(dv_scenario_switch_mod(f->scenario, "winter", false).outcome,
                     DV_RELOAD_SWAPPED);
    assert_null(picture_of(f, 0));
}

/// However little memory there is, nothing is lost.
static void memory_may_run_out(void **state) {
    fixture *f = *state;
    write_picture(f, "kite.png", gold);
    open_main(f, KITE("'kite.png'"));
    write_picture(f, "kite.png", red);
    bool is_taken = false;
    for (uint64_t nth = 1; !is_taken; nth += 7) {
        dv_fail_allocation(nth, true);
        dv_reload_report report = dv_scenario_reload(f->scenario);
        dv_fail_allocation(0, false);
        is_taken = report.outcome == DV_RELOAD_SWAPPED;
        if (!is_taken)
            expect_picture(f, gold);
    }
    expect_picture(f, red);
}

TESTS {
    const struct CMUnitTest tests[] = {
        CASE(a_picture_is_a_shape),
        CASE(pictures_and_modules_have_different_names),
        CASE(what_cannot_be_drawn_is_refused),
        CASE(keys_of_a_picture_are_checked),
        CASE(a_saved_picture_reloads),
        CASE(a_broken_picture_leaves_the_old_one),
        CASE(a_missing_picture_is_looked_for_again),
        CASE(pictures_are_not_parsed),
        CASE(mods_bring_pictures),
        CASE(memory_may_run_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
