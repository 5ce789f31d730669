// Worlds far from zero: what scripts say and hear of places is the same anywhere, since positions
// count from an origin near by. The origin is the one nearest to the middle of the bounds, or the
// one that the scenario names. Reloads keep it, and a snapshot with another one is refused.
#include "../program.h"
#include "../read_script.h"
#include "reload_fixture.h"

#define TICKS 400

typedef struct answers {
    char log[8192];
    dv_stroke circle;
    dv_vec3 corner;
} answers;

static void write_floor(const fixture *f, double x, double y) {
    char text[256];
    snprintf(text, sizeof text, "POLYGON ((%.0f %.0f, %.0f %.0f, %.0f %.0f, %.0f %.0f, %.0f %.0f))",
             x + 1, y + 1, x + 6, y + 1, x + 6, y + 6, x + 1, y + 6, x + 1, y + 1);
    write_file(f, "floor.wkt", text);
}

/// Run the script at a place, and click there.
static void ask(fixture *f, dv_place at, const char *space, answers *a) {
    static char source[16384];
    char line[128];
    dv_scenario_options options = options_of(f);
    options.shown = true;
    snprintf(source, sizeof source, "%s", read_script("origin/answers.lua"));
    snprintf(line, sizeof line, "local X, Y = %.0f, %.0f", at.x, at.y);
    replace_in(source, sizeof source, "local X, Y = 0, 0", line);
    snprintf(line, sizeof line, "local SPACE = \"%s\"", space);
    replace_in(source, sizeof source, "local SPACE = \"plane\"", line);
    write_file(f, "main.lua", source);
    write_floor(f, at.x, at.y);
    f->log[0] = '\0';
    f->scenario = dv_scenario_open(f->folder, &options, &f->error);
    if (!f->scenario)
        fail_msg("%s", f->error.message);
    dv_world *world = dv_scenario_world(f->scenario);
    dv_vec3 mouse = dv_world_locate(world, (dv_place){at.x + 3, at.y + 5, 0});
    dv_world_set_mouse(world, &mouse);
    dv_scenario_input(
        f->scenario,
        &(dv_input){.type = DV_MOUSE_PRESSED, .x = at.x + 3, .y = at.y + 5, .button = 1});
    step(f, 3);
    const dv_sketch *sketch = dv_scenario_tick_sketch(f->scenario);
    assert_int_equal(dv_sketch_count(sketch), 2);
    a->circle = dv_sketch_stroke(sketch, 0);
    a->corner = a->circle.points[0];
    a->circle.points = NULL;
    step(f, TICKS);
    assert_true(strlen(f->log) < sizeof a->log);
    strcpy(a->log, f->log);
    close_scenario(f);
}

static void scripts_see_the_same_anywhere(void **state) {
    static const dv_place places[] = {{499712, 5599232, 0}, {-1024, 4096, 0}, {499999744, 0, 0}};
    static const char *const spaces[] = {"plane", "volume"};
    static answers here, there;
    for (int s = 0; s < 2; s++) {
        ask(*state, (dv_place){0, 0, 0}, spaces[s], &here);
        assert_non_null(strstr(here.log, "arrived\ttrue\n"));
        assert_non_null(strstr(here.log, "pressed\t3.0\t5.0\n"));
        assert_non_null(strstr(here.log, "mouse\t3.0\t5.0\t0.0\n"));
        assert_true(here.corner.x == 1 && here.corner.y == 2);
        for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
            ask(*state, places[i], spaces[s], &there);
            assert_string_equal(there.log, here.log);
            assert_true(there.corner.x == here.corner.x && there.corner.y == here.corner.y);
            assert_true(there.circle.radius == here.circle.radius);
        }
    }
}

static void expect_origin(fixture *f, const char *what, double x, double y, double z) {
    char source[512];
    snprintf(source, sizeof source,
             HEAD "return drover.scenario { kinds = { drover.kind('a', {}) }, %s }", what);
    open_main(f, source);
    dv_place origin = dv_world_origin(dv_scenario_world(f->scenario));
    assert_true(origin.x == x && origin.y == y && origin.z == z);
}

static void the_origin_is_near_the_middle_of_the_bounds(void **state) {
    expect_origin(*state, "seed = 1", 0, 0, 0);
    expect_origin(*state, "bounds = { min = { 0, -100 }, max = { 1000, 100 } }", 0, 0, 0);
    expect_origin(*state, "bounds = { min = { 0, 0 }, max = { 1024, 1026 } }", 0, 1024, 0);
    expect_origin(*state, "bounds = { min = { -1024, 0 }, max = { 0, 9 } }", -1024, 0, 0);
    expect_origin(*state, "bounds = { min = { 500000, 5600000 }, max = { 500200, 5600100 } }",
                  499712, 5600256, 0);
    expect_origin(*state,
                  "space = 'volume', bounds = { min = { 0, 0, 2000 }, max = { 9, 9, 2100 } }", 0, 0,
                  2048);
    // One that is named comes first.
    expect_origin(*state,
                  "origin = { 2048, -1024 }, bounds = { min = { 0, 0 }, max = { 9000, 9000 } }",
                  2048, -1024, 0);
    expect_origin(*state, "space = 'volume', origin = drover.vec(1024, 0, -1024)", 1024, 0, -1024);
}

/// Without bounds, the origin is near the maps that the modules read.
static void a_map_has_an_origin(void **state) {
    fixture *f = *state;
    write_floor(f, 499800, 5599900);
    open_main(f, HEAD
              "local floor = drover.data 'floor.wkt'\n"
              "return drover.scenario { kinds = { drover.kind('a', {}) }, setup = function(world)\n"
              "local zone = world:build(floor, { as = 'region' })[1]\n"
              "print(zone.x, zone.y, world.bounds.min.x) end }");
    dv_place origin = dv_world_origin(dv_scenario_world(f->scenario));
    assert_true(origin.x == 499712 && origin.y == 5600256 && origin.z == 0);
    expect_log(f, "499803.5\t5599903.5\t499662.0\n");
    assert_string_equal(f->warnings, "");
}

static void places_far_from_the_origin_are_warned_of(void **state) {
    fixture *f = *state;
    write_floor(f, 499800, 5599900);
    open_main(f, HEAD "local a = drover.kind('a', {})\n"
                      "return drover.scenario { kinds = { a }, setup = function(world)\n"
                      "for i = 1, 3 do world:spawn(a, { x = i, y = -40000 * i }) end\n"
                      "world:spawn(a, { x = 30000, y = 30000 })\n"
                      "world:build(drover.data 'floor.wkt', { as = 'region' }) end }");
    assert_string_equal(
        f->warnings,
        "main.lua:4: spawn: (1, -40000) is 40 km from the world's origin, and positions there are "
        "rounded to 0.0039 m: give the scenario bounds around it, or origin = { 0, -39936 }. Other "
        "places of this line are rounded without a warning\n"
        "main.lua:6: build: (499801, 5599901) is 5622 km from the world's origin, and positions "
        "there are rounded to 0.5 m: give the scenario bounds around it, or origin = { 499712, "
        "5600256 }. Other places of this line are rounded without a warning\n");
}

static void impossible_origins_are_refused(void **state) {
    static const char source[] =
        HEAD "return drover.scenario { kinds = { drover.kind('a', {}) }, %s }";
    static const char *const wrong[][2] = {
        {"origin = { 500000, 0 }", "main.lua:2: origin: x: a multiple of 1024 m expected, got "
                                   "500000: the nearest is 499712"},
        {"origin = { 0, 0.5 }",
         "main.lua:2: origin: y: a multiple of 1024 m expected, got 0.5: the nearest is 0"},
        {"origin = { 1024e10, 0 }", "main.lua:2: origin: x: -1e+12 to 1e+12 m expected, in "
                                    "multiples of 1024 m, got 10240000000000"},
        {"origin = 1024", "main.lua:2: origin: { x, y } in meters expected, got number"},
        {"origin = { 0, 0 / 0 }", "main.lua:2: origin: a finite number expected, got nan"},
        {"bounds = { min = { 1e13, 0 }, max = { 2e13, 1 } }",
         "main.lua:2: bounds: the middle of the world is more than 1e+12 m from zero"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char text[512];
        snprintf(text, sizeof text, source, wrong[i][0]);
        expect_refusal(*state, text, wrong[i][1]);
    }
}

static const char map[] = HEAD "local a = drover.kind('a', { slots = { at = 'point' } })\n"
                               "return drover.scenario { kinds = { a }, %s\n"
                               "setup = function(world)\n"
                               "world:spawn('a', { x = 5000, y = 1, at = { 5001, 2 } }) end,\n"
                               "update = function(world)\n"
                               "for a in world:agents() do print(a.x, a.at.x) end end }";

static void open_map(fixture *f, const char *what) {
    char text[1024];
    snprintf(text, sizeof text, map, what);
    open_main(f, text);
}

static void a_reload_keeps_the_origin(void **state) {
    fixture *f = *state;
    char text[1024];
    open_map(f, "origin = { 5120, 0 },");
    snprintf(text, sizeof text, map, "origin = { 1024, 0 },");
    write_file(f, "main.lua", text);
    assert_string_equal(expect_swapped(f).message, "origin: restart to apply");
    assert_true(dv_world_origin(dv_scenario_world(f->scenario)).x == 5120);
    step(f, 1);
    expect_log(f, "5000.0\t5001.0\n");
    // Other bounds have another origin, of which nobody has to hear.
    snprintf(text, sizeof text, map, "bounds = { min = { 9000, 0 }, max = { 9100, 50 } },");
    write_file(f, "main.lua", text);
    assert_string_equal(expect_swapped(f).message, "bounds: restart to apply");
    step(f, 1);
    expect_log(f, "5000.0\t5001.0\n");
}

static void a_snapshot_needs_its_origin(void **state) {
    fixture *f = *state;
    char path[256];
    open_map(f, "origin = { 5120, 0 },");
    dv_world *world = dv_scenario_world(f->scenario);
    assert_int_equal(dv_world_save(world, path_in(f, "a.snap", path), &f->error), DV_OK);
    step(f, 1);
    assert_int_equal(dv_world_load(world, path, &f->error), DV_OK);
    f->log[0] = '\0';
    step(f, 1);
    expect_log(f, "5000.0\t5001.0\n");
    open_map(f, "origin = { 1024, 0 },");
    uint64_t before = hash_of(f);
    assert_int_equal(dv_world_load(dv_scenario_world(f->scenario), path, &f->error),
                     DV_ERROR_FORMAT);
    assert_string_equal(f->error.message,
                        "the snapshot has the origin { 5120, 0, 0 }, the scenario { 1024, 0, 0 }: "
                        "give the scenario that of the snapshot");
    assert_true(hash_of(f) == before);
}

TESTS {
    const struct CMUnitTest tests[] = {
        CASE(scripts_see_the_same_anywhere),
        CASE(the_origin_is_near_the_middle_of_the_bounds),
        CASE(a_map_has_an_origin),
        CASE(places_far_from_the_origin_are_warned_of),
        CASE(impossible_origins_are_refused),
        CASE(a_reload_keeps_the_origin),
        CASE(a_snapshot_needs_its_origin),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
