// Pictures that scripts read: what they hold, how fields are filled from them, and how they reload,
// undo, and replay with the scripts.
#include "../program.h"
#include "mods_fixture.h"
#include "picture_files.h"

#include "base/alloc.h"

static uint32_t shades(uint32_t x, uint32_t y) {
    static const uint32_t colors[3][4] = {
        {0xff0000ffu, 0x00ff00ffu, 0x0000ffffu, 0xffffffffu},
        {0x000000ffu, 0x336699ccu, 0x808080ffu, 0xffffff80u},
        {0xffffff00u, 0x010203ffu, 0xffff00ffu, 0x33333333u},
    };
    return colors[y][x];
}

static uint32_t white(uint32_t x, uint32_t y) {
    (void)x, (void)y;
    return 0xffffffffu;
}

static uint32_t black(uint32_t x, uint32_t y) {
    (void)x, (void)y;
    return 0x000000ffu;
}

/// All of the first field.
static double total(const fixture *f) {
    const dv_world *world = dv_scenario_world(f->scenario);
    return dv_field_total(world, dv_world_field(world, 0), (dv_region){0});
}

static void open_map_of(fixture *f, const char *source, uint32_t (*color)(uint32_t x, uint32_t y)) {
    write_picture(f, "map.png", color);
    open_main(f, source);
}

static void open_map(fixture *f, uint32_t (*color)(uint32_t x, uint32_t y)) {
    open_map_of(f, read_script("images/main.lua"), color);
}

static void an_image_has_pixels(void **state) {
    fixture *f = *state;
    char folder[256];
    mkdir(path_in(f, "maps", folder), 0777);
    write_picture(f, "maps/map 1.PNG", shades);
    write_picture(f, "maps/copy.png", shades);
    expect_run(f, read_script("images/pixels.lua"), 1,
               "image (4 × 3)\t4\t3\tinteger\n"
               "1\t1\t255.0\t0.0\t0.0\t255.0\n"
               "4.0\t1\t255.0\t255.0\t255.0\t255.0\n"
               "1\t3\t255.0\t255.0\t255.0\t0.0\n"
               "4\t3\t51.0\t51.0\t51.0\t51.0\n"
               "true\ttrue\n"
               "2\t2\t51.0\t102.0\t153.0\t204.0\n");
}

/// Neighbors differ by 1 of 65535.
static uint16_t slope(uint32_t x, uint32_t y, uint32_t channel) {
    return (uint16_t)(channel == 3 ? 65534 : 40000 + 4 * y + x + 100 * channel);
}

static void sixteen_bits_are_kept(void **state) {
    fixture *f = *state;
    static png_bytes png;
    png_make_16(&png, 4, 3, true, slope);
    write_bytes(f, "gray.png", png.bytes, png.size);
    png_make_16(&png, 4, 3, false, slope);
    write_bytes(f, "colors.png", png.bytes, png.size);
    write_picture(f, "bytes.png", shades);
    expect_run(f, read_script("images/sixteen_bits.lua"), 0,
               "gray\t40000 40000 40000 65535\n"
               "gray\t40001 40001 40001 65535\n"
               "gray\t40011 40011 40011 65535\n"
               "gray\tgreen\t40000.000 40001.000 40008.000 40011.000\n"
               "gray\talpha\t65535.000 65535.000 65535.000 65535.000\n"
               "gray\tbrightness\t40000.000 40001.000 40008.000 40011.000\n"
               "colors\t40000 40100 40200 65534\n"
               "colors\t40001 40101 40201 65534\n"
               "colors\t40011 40111 40211 65534\n"
               "colors\tgreen\t40100.000 40101.000 40108.000 40111.000\n"
               "colors\talpha\t65534.000 65534.000 65534.000 65534.000\n"
               "colors\tbrightness\t40085.000 40086.000 40093.000 40096.000\n"
               // Bytes stay 255ths, also the brightness: 54, 182, 0, and 10.
               "bytes\t65535 0 0 65535\n"
               "bytes\t0 65535 0 65535\n"
               "bytes\t13107 13107 13107 13107\n"
               "bytes\tgreen\t0.000 65535.000 65535.000 13107.000\n"
               "bytes\talpha\t65535.000 65535.000 0.000 13107.000\n"
               "bytes\tbrightness\t13878.000 46774.000 0.000 2570.000\n");
}

static void a_channel_fills_a_field(void **state) {
    fixture *f = *state;
    write_picture(f, "map.png", shades);
    expect_run(f, read_script("images/channels.lua"), 0,
               "1.0000 1.0000 1.0000 0.2000\n"
               "0.0000 1.0000 1.0000 0.2000\n"
               "0.0000 1.0000 1.0000 0.2000\n"
               "1.0000 1.0000 0.0000 0.2000\n"
               "0.2118 1.0000 0.0000 0.0392\n" // 54, 255, 0, and 10 of 255
               "0.4235 2.0000 0.0000 0.0784\n"
               "3.0\n");
}

static void mistakes_get_a_message(void **state) {
    fixture *f = *state;
    char folder[256];
    static png_bytes png;
    mkdir(path_in(f, "folder.png", folder), 0777);
    write_picture(f, "map.png", shades);
    png_make(&png, 4, 3, white);
    write_bytes(f, "cut.png", png.bytes, png.size / 2);
    write_file(f, "empty.png", "");
    write_file(f, "text.png", "hello");
    write_rotten(f, "rotten.png");
    png_make(&png, 1025, 1, white);
    write_bytes(f, "wide.png", png.bytes, png.size);
    expect_run(f, read_script("images/refused.lua"), 0, read_script("images/refused.txt"));
}

static void the_file_and_line_are_named(void **state) {
    fixture *f = *state;
    expect_refusal(f, read_script("images/main.lua"),
                   "main.lua:10: drover.image: there is no map.png");
    expect_refusal(f, "local drover = require 'drover'\nlocal map = drover.image('map.png')",
                   "main.lua:2: drover.image: there is no map.png");
}

static void a_tick_reads_no_files(void **state) {
    fixture *f = *state;
    write_picture(f, "map.png", white);
#define TOO_LATE                                                                                   \
    "false\tdrover.image: only at the top of a file and in setup; keep the image in a local\n"
    open_main(f, read_script("images/too_late.lua"));
    step(f, 1);
    assert_string_equal(banner_of(f), "");
    assert_non_null(strstr(f->log, TOO_LATE TOO_LATE));
    assert_true(isnan(dv_scenario_monitor(f->scenario, 0)));
    assert_non_null(strstr(banner_of(f), "main.lua:18: drover.image: only at the top"));
}

static void it_is_part_of_the_code(void **state) {
    fixture *f = *state;
    open_map(f, white);
    assert_float_equal(total(f), 24, 1e-9);
    assert_int_equal(dv_scenario_module_count(f->scenario), 2);
    assert_string_equal(dv_scenario_module_path(f->scenario, 0), "map.png");
    assert_string_equal(dv_scenario_module_path(f->scenario, 1), "main.lua");
    assert_true(dv_scenario_looked_for_data(f->scenario, "map.png"));
    expect_unchanged(f);
    // Another save does not forget it.
    write_file(f, "main.lua", read_script("images/main.lua"));
    expect_unchanged(f);
    char source[2048];
    snprintf(source, sizeof source, "-- A remark.\n%s", read_script("images/main.lua"));
    write_file(f, "main.lua", source);
    assert_string_equal(expect_swapped(f).changed, "main.lua");
    assert_int_equal(dv_scenario_module_count(f->scenario), 2);
    assert_string_equal(dv_scenario_module_path(f->scenario, 0), "map.png");
    assert_string_equal(dv_scenario_module_path(f->scenario, 1), "main.lua");
}

static void a_saved_one_waits_for_a_restart(void **state) {
    fixture *f = *state;
    open_map(f, white);
    uint64_t before = hash_of(f);
    write_picture(f, "map.png", black);
    dv_reload_report report = expect_swapped(f);
    assert_string_equal(report.changed, "map.png");
    assert_string_equal(report.message, "map.png: restart to apply");
    assert_true(hash_of(f) == before);
    step(f, 1);
    assert_string_equal(banner_of(f), "");
    expect_unchanged(f);
    // What the run began with waits for nothing.
    write_picture(f, "map.png", white);
    report = expect_swapped(f);
    assert_string_equal(report.changed, "map.png");
    assert_string_equal(report.message, "");
    write_picture(f, "map.png", black);
    expect_swapped(f);
    close_scenario(f);
    open_folder(f);
    assert_float_equal(total(f), 0, 0);
}

static void one_of_the_top_waits_where_setup_uses_it(void **state) {
    fixture *f = *state;
    write_picture(f, "map.png", white);
    write_picture(f, "unused.png", shades);
    open_main(f, read_script("images/top.lua"));
    write_picture(f, "unused.png", black);
    assert_string_equal(expect_swapped(f).message, "");
    write_picture(f, "map.png", black);
    dv_reload_report report = expect_swapped(f);
    assert_string_equal(report.changed, "map.png");
    assert_string_equal(report.message, "map.png: restart to apply");
    // It was reported once.
    write_picture(f, "unused.png", white);
    assert_string_equal(expect_swapped(f).message, "");
    write_picture(f, "map.png", white);
    assert_string_equal(expect_swapped(f).message, "");
    // When setup reads the file itself, what it has used stays known.
    write_picture(f, "map.png", black);
    expect_swapped(f);
    write_picture(f, "map.png", white);
    write_file(f, "main.lua", read_script("images/main.lua"));
    assert_string_equal(expect_swapped(f).message, "setup: restart to apply");
    step(f, 1);
    assert_string_equal(banner_of(f), "");
}

static void an_undo_takes_it_back(void **state) {
    fixture *f = *state;
    png_bytes png;
    size_t size;
    open_map(f, white);
    png_make(&png, 4, 3, white);
    write_picture(f, "map.png", black);
    expect_swapped(f);
    dv_reload_report report = dv_scenario_undo(f->scenario);
    assert_int_equal(report.outcome, DV_RELOAD_SWAPPED);
    assert_string_equal(report.changed, "map.png");
    assert_string_equal(report.kept_out, "map.png");
    dv_scenario_module module = dv_scenario_module_at(f->scenario, 0);
    size = module.size;
    assert_int_equal(size, png.size);
    assert_memory_equal(module.source, png.bytes, size);
    expect_unchanged(f);
    assert_int_equal(dv_scenario_undo(f->scenario).outcome, DV_RELOAD_SWAPPED);
    assert_true(dv_scenario_module_at(f->scenario, 0).hash != module.hash);
}

static void a_damaged_one_is_refused(void **state) {
    fixture *f = *state;
    const char *line = "world:field(\"grass\"):fill(drover.image(\"map.png\"))";
    open_map(f, white);
    uint64_t before = hash_of(f);
    write_file(f, "map.png", "\x89PNG");
    expect_refused(f, "main.lua:10: drover.image: map.png: the file ends too early", line);
    assert_true(hash_of(f) == before);
    // The line that read it may be another one by now.
    char source[2048];
    snprintf(source, sizeof source, "-- A remark.\n%s", read_script("images/main.lua"));
    write_file(f, "main.lua", source);
    expect_refused(f, "map.png: the file ends too early", "");
    write_picture(f, "map.png", black);
    assert_string_equal(expect_swapped(f).changed, "map.png, main.lua");
    assert_string_equal(banner_of(f), "");
    write_rotten(f, "map.png");
    expect_refused(f, "map.png: the file is damaged", "");
}

static void pixels_of_shapes_are_checked(void **state) {
    fixture *f = *state;
    const char *source = HEAD "local ant = drover.kind('ant', { look = { shape = 'map.png' } })\n"
                              "return drover.scenario { kinds = { ant } }";
    write_rotten(f, "map.png");
    expect_refusal(f, source, "main.lua:2: look.shape: map.png: the file is damaged");
    open_map_of(f, source, white);
    write_rotten(f, "map.png");
    expect_refused(f, "main.lua:2: look.shape: map.png: the file is damaged",
                   "local ant = drover.kind('ant', { look = { shape = 'map.png' } })");
}

static void a_damaged_one_that_nothing_names_is_left_out(void **state) {
    fixture *f = *state;
    open_map(f, white);
    uint64_t before = hash_of(f);
    write_file(f, "map.png", "\x89PNG");
    write_file(f, "main.lua",
               "local drover = require 'drover'\n"
               "drover.field('grass', { cell = 1, max = 2 })\n"
               "return drover.scenario {\n"
               "  bounds = { min = { 0, 0 }, max = { 4, 3 } },\n"
               "  kinds = { drover.kind('ant', {}) },\n"
               "  setup = function() end, -- drover.image('map.png')\n"
               "}");
    dv_reload_report report = expect_swapped(f);
    assert_string_equal(report.changed, "main.lua, map.png (no longer required)");
    assert_string_equal(report.message, "setup: restart to apply");
    assert_int_equal(dv_scenario_module_count(f->scenario), 1);
    assert_true(hash_of(f) == before);
    expect_unchanged(f);
    write_file(f, "map.png", "");
    expect_unchanged(f);
}

// Paths that scripts put together are not seen in them.
static void one_whose_path_is_put_together_stays(void **state) {
    fixture *f = *state;
    char source[2048];
    const char *parts = "local drover = require 'drover'\n"
                        "drover.field('grass', { cell = 1, max = 2 })\n"
                        "return drover.scenario {\n"
                        "  bounds = { min = { 0, 0 }, max = { 4, 3 } },\n"
                        "  kinds = { drover.kind('ant', {}) },\n"
                        "  setup = function(world)\n"
                        "    local name = 'map'\n"
                        "    world:field('grass'):fill(drover.image(name .. '.png'))\n"
                        "  end,\n"
                        "}\n";
    open_map_of(f, parts, white);
    snprintf(source, sizeof source, "%s-- A remark.\n", parts);
    write_file(f, "main.lua", source);
    assert_string_equal(expect_swapped(f).changed, "main.lua");
    assert_int_equal(dv_scenario_module_count(f->scenario), 2);
    write_rotten(f, "map.png");
    expect_refused(f, "map.png: the file is damaged", "");
}

// Perhaps `setup` no longer reads it. If it does, a restart says that it is gone.
static void a_missing_one_is_left_out(void **state) {
    fixture *f = *state;
    char path[256];
    open_map(f, white);
    uint64_t before = hash_of(f);
    assert_int_equal(unlink(path_in(f, "map.png", path)), 0);
    assert_string_equal(expect_swapped(f).changed, "map.png (no longer required)");
    assert_int_equal(dv_scenario_module_count(f->scenario), 1);
    assert_true(hash_of(f) == before);
    step(f, 1);
    assert_string_equal(banner_of(f), "");
}

static void a_mod_reads_its_own(void **state) {
    fixture *f = *state;
    open_map(f, black);
    write_mod(f, "meadow", "",
              HEAD "return drover.mod { setup = function(world) "
                   "world:field('grass'):fill(drover.image('mods/meadow/map.png')) end }");
    write_picture(f, "mods/meadow/map.png", white);
    dv_reload_report report = dv_scenario_switch_mod(f->scenario, "meadow", true);
    assert_int_equal(report.outcome, DV_RELOAD_SWAPPED);
    assert_string_equal(banner_of(f), "");
    assert_float_equal(total(f), 24, 1e-9);
    uint32_t count = dv_scenario_module_count(f->scenario);
    assert_string_equal(dv_scenario_module_path(f->scenario, count - 2), "mods/meadow/map.png");
    assert_string_equal(dv_scenario_module_path(f->scenario, count - 1), "main.lua");
    step(f, 1);
    write_picture(f, "mods/meadow/map.png", black);
    assert_string_equal(expect_swapped(f).changed, "mods/meadow/map.png");
    assert_float_equal(total(f), 24, 1e-9);
    assert_int_equal(dv_scenario_switch_mod(f->scenario, "meadow", false).outcome,
                     DV_RELOAD_SWAPPED);
    assert_int_equal(dv_scenario_module_count(f->scenario), 2);
    assert_int_equal(dv_scenario_switch_mod(f->scenario, "meadow", true).outcome,
                     DV_RELOAD_SWAPPED);
    assert_float_equal(total(f), 0, 0);
}

/// What a log has: the sources of an open scenario.
static bool read_log(void *context, const char *path, const char **source, size_t *size) {
    const dv_scenario *logged = context;
    for (uint32_t i = 0; i < dv_scenario_module_count(logged); i++) {
        dv_scenario_module module = dv_scenario_module_at(logged, i);
        if (module.is_library || strcmp(module.path, path) != 0)
            continue;
        *source = module.source;
        *size = module.size;
        return true;
    }
    return false;
}

static void a_replay_needs_no_file(void **state) {
    fixture *f = *state;
    char path[256];
    open_map(f, shades);
    dv_scenario_options options = options_of(f);
    uint64_t hash = hash_of(f);
    assert_int_equal(unlink(path_in(f, "map.png", path)), 0);
    options.reader = read_log;
    options.reader_context = f->scenario;
    for (uint32_t threads = 1; threads <= 4; threads++) {
        options.threads = threads;
        dv_scenario *replayed = dv_scenario_open(f->folder, &options, &f->error);
        assert_non_null(replayed);
        assert_true(world_hash(dv_scenario_world(replayed)) == hash);
        dv_scenario_close(replayed);
    }
}

/// However little memory there is, nothing is lost.
static void memory_may_run_out(void **state) {
    fixture *f = *state;
    dv_scenario_options options = options_of(f);
    write_picture(f, "map.png", white);
    write_file(f, "main.lua", read_script("images/main.lua"));
    for (uint64_t nth = 1; !f->scenario; nth += 211) {
        dv_fail_allocation(nth, true);
        f->scenario = dv_scenario_open(f->folder, &options, &f->error);
        dv_fail_allocation(0, false);
    }
    assert_float_equal(total(f), 24, 1e-9);
    write_picture(f, "map.png", black);
    bool is_taken = false;
    for (uint64_t nth = 1; !is_taken; nth += 7) {
        dv_fail_allocation(nth, true);
        dv_reload_report report = dv_scenario_reload(f->scenario);
        dv_fail_allocation(0, false);
        is_taken = report.outcome == DV_RELOAD_SWAPPED;
        assert_int_equal(dv_scenario_module_count(f->scenario), 2);
    }
    assert_float_equal(total(f), 24, 1e-9);
}

TESTS {
    const struct CMUnitTest tests[] = {
        CASE(an_image_has_pixels),
        CASE(sixteen_bits_are_kept),
        CASE(a_channel_fills_a_field),
        CASE(mistakes_get_a_message),
        CASE(the_file_and_line_are_named),
        CASE(a_tick_reads_no_files),
        CASE(it_is_part_of_the_code),
        CASE(a_saved_one_waits_for_a_restart),
        CASE(one_of_the_top_waits_where_setup_uses_it),
        CASE(an_undo_takes_it_back),
        CASE(a_damaged_one_is_refused),
        CASE(pixels_of_shapes_are_checked),
        CASE(a_damaged_one_that_nothing_names_is_left_out),
        CASE(one_whose_path_is_put_together_stays),
        CASE(a_missing_one_is_left_out),
        CASE(a_mod_reads_its_own),
        CASE(a_replay_needs_no_file),
        CASE(memory_may_run_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
