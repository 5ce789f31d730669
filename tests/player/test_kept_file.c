// What is written to window.json is read again, and a file that can't be read stays.
#include "player/window/kept.h"

#include <jansson.h>
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../program.h"
#include "run_fixture.h"

static char folder[64], kept_file[128];

static int begin(void **state) {
    (void)state;
    make_folder(folder, "kept");
    snprintf(kept_file, sizeof kept_file, "%s/drover/window.json", folder);
    return setenv("XDG_STATE_HOME", folder, 1);
}

static int end(void **state) {
    (void)state;
    remove_folder(folder);
    return 0;
}

/// Read what is kept of the folder, as a scenario.
static dv_kept read_again(void) {
    dv_kept kept;
    dv_kept_read(&kept, folder);
    assert_false(kept.is_refused);
    return kept;
}

static void write_file(const char *content) {
    FILE *file = fopen(kept_file, "w");
    assert_non_null(file);
    fputs(content, file);
    assert_int_equal(fclose(file), 0);
}

static void assert_file(const char *content) {
    char read[1000] = "";
    FILE *file = fopen(kept_file, "r");
    assert_non_null(file);
    read[fread(read, 1, sizeof read - 1, file)] = '\0';
    fclose(file);
    assert_string_equal(read, content);
}

static void sides_are_as_large_as_can_be_read(void **state) {
    (void)state;
    dv_kept kept = read_again();
    kept.size = (dv_screen_size){40000, 3, true};
    kept.layout.panel_width = 1e9f;
    kept.layout.inspector_width = 2;
    kept.layout.inspector_share = 0.99999f;
    dv_kept_write(&kept);
    kept = read_again();
    assert_int_equal(kept.size.width, 8192);
    assert_int_equal(kept.size.height, 16);
    assert_true(kept.size.is_maximized);
    assert_true(kept.layout.panel_width == 8192);
    assert_true(kept.layout.inspector_width == 16);
    assert_true(kept.layout.inspector_share == 0.999f);
}

static void a_maximized_window_is_kept_without_a_size(void **state) {
    (void)state;
    dv_kept kept = read_again();
    kept.size.is_maximized = true;
    dv_kept_write(&kept);
    kept = read_again();
    assert_int_equal(kept.size.width, 0);
    assert_true(kept.size.is_maximized);
}

static void a_camera_that_is_too_far_away_is_not_kept(void **state) {
    (void)state;
    const dv_view_options cameras[] = {
        {.has_camera = true, .x = 1e10, .span = 50},
        {.has_camera = true, .x = NAN, .span = 50},
        {.has_camera = true, .span = 0},
        {.has_camera = true, .span = INFINITY},
    };
    for (size_t i = 0; i < sizeof cameras / sizeof *cameras; i++) {
        dv_kept kept = read_again();
        kept.view = cameras[i];
        kept.view.yaw = kept.view.pitch = kept.view.z = NAN;
        dv_kept_write(&kept);
        assert_false(read_again().view.has_camera);
        assert_true(access(kept_file, F_OK) == 0);
    }
}

static void expressions_are_kept_with_a_scenario(void **state) {
    (void)state;
    dv_kept kept = read_again();
    kept.expression_count = DV_MOST_EXPRESSIONS;
    for (uint32_t i = 0; i < DV_MOST_EXPRESSIONS; i++)
        memset(kept.expressions[i], '\x01', DV_EXPRESSION_CODE - 1);
    strcpy(kept.expressions[2], "world:count(\"wölfe\")");
    dv_kept_write(&kept);
    kept = read_again();
    assert_int_equal(kept.expression_count, DV_MOST_EXPRESSIONS);
    assert_string_equal(kept.expressions[2], "world:count(\"wölfe\")");
    assert_int_equal(strlen(kept.expressions[3]), DV_EXPRESSION_CODE - 1);
    kept.expression_count = 0;
    dv_kept_write(&kept);
    assert_file("{\n  \"version\": 1\n}\n");
}

static void a_path_that_is_not_utf8_is_kept(void **state) {
    (void)state;
    char scenario[128];
    snprintf(scenario, sizeof scenario, "%s/h\xE9rd %%41", folder);
    assert_int_equal(mkdir(scenario, 0700), 0);
    dv_kept kept;
    dv_kept_read(&kept, scenario);
    kept.view = (dv_view_options){.has_camera = true, .x = 4, .span = 50, .yaw = NAN};
    dv_kept_write(&kept);
    dv_kept_read(&kept, scenario);
    assert_true(kept.view.has_camera && kept.view.x == 4);
    assert_non_null(strstr(kept.scenario, "/h%E9rd%20%2541"));
    assert_false(read_again().view.has_camera);
}

static void the_scenarios_used_last_are_kept(void **state) {
    (void)state;
    dv_kept kept = read_again();
    dv_kept_write(&kept); // makes the folder, and sets how jansson allocates
    json_t *scenarios = json_object(),
           *root = json_pack("{s:i, s:i, s:o}", "version", 1, "new", 7, "scenarios", scenarios);
    for (int i = 0; i < 100; i++) {
        char name[16];
        snprintf(name, sizeof name, "/s%d", i);
        json_object_set_new(scenarios, name, json_pack("{s:s}", "camera", "0,0,9"));
    }
    assert_int_equal(json_dump_file(root, kept_file, 0), 0);
    kept.view = (dv_view_options){.has_camera = true, .span = 50, .yaw = NAN};
    dv_kept_write(&kept);
    json_decref(root);
    root = json_load_file(kept_file, 0, NULL);
    scenarios = json_object_get(root, "scenarios");
    assert_int_equal(json_object_size(scenarios), 100);
    assert_null(json_object_get(scenarios, "/s0"));
    assert_non_null(json_object_get(scenarios, "/s1"));
    assert_non_null(json_object_get(scenarios, folder));
    assert_int_equal(json_integer_value(json_object_get(root, "new")), 7);
    json_decref(root);
}

// The file was good when the window opened.
static void a_file_that_was_damaged_meanwhile_stays(void **state) {
    (void)state;
    static const char *const contents[] = {
        "{\"version\": 1, \"window\": 5}",
        "{\"version\": 1, \"scenarios\": []}",
        "{\"version\": 1, \"panel\": {\"width\": \"wide\"}}",
        "{\"version\": 2}",
        "{\"version\": 1,",
    };
    dv_kept kept = read_again();
    kept.size = (dv_screen_size){900, 600, true};
    kept.view = (dv_view_options){.has_camera = true, .span = 50, .yaw = NAN};
    dv_kept_write(&kept);
    for (size_t i = 0; i < sizeof contents / sizeof *contents; i++) {
        write_file(contents[i]);
        dv_kept_write(&kept);
        assert_file(contents[i]);
    }
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)

TESTS {
    const struct CMUnitTest tests[] = {
        TEST(sides_are_as_large_as_can_be_read),
        TEST(a_maximized_window_is_kept_without_a_size),
        TEST(a_camera_that_is_too_far_away_is_not_kept),
        TEST(expressions_are_kept_with_a_scenario),
        TEST(a_path_that_is_not_utf8_is_kept),
        TEST(the_scenarios_used_last_are_kept),
        TEST(a_file_that_was_damaged_meanwhile_stays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
