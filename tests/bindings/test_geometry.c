// Geometries of WKT files: what they hold and measure, what is wrong with a file, and what the
// world builds of them.
#include "../program.h"
#include "../read_script.h"
#include "reload_fixture.h"

#include "base/alloc.h"

#define SQUARE                                                                                     \
    "POLYGON ((0 0, 10 0, 10 10, 0 10, 0 0),\n"                                                    \
    "         (4 4, 6 4, 6 6, 4 6, 4 4))\n"
#define PLAN                                                                                       \
    "\n" SQUARE "\n"                                                                               \
    "linestring(0 5, 3 5, 3 5, 5 7)\n"                                                             \
    "MULTIPOLYGON(((20 0, 30 0, 30 10, 20 0)), ((40 0, 50 0, 50 10, 40 0)))\n"                     \
    "POINT (1 2) POINT empty\n"                                                                    \
    "LINESTRING (60 0, 70 0, 70 10, 60 0)\n"

static uint32_t obstacles(const fixture *f) {
    const dv_world *world = dv_scenario_world(f->scenario);
    uint32_t count = 0;
    for (uint32_t i = 0; i < dv_world_obstacle_limit(world); i++)
        count += dv_obstacle_alive(world, dv_world_obstacle_at(world, i));
    return count;
}

static void geometries_are_measured(void **state) {
    fixture *f = *state;
    write_file(f, "plan.wkt", PLAN);
    expect_run(f, read_script("geometry/measures.lua"), 0, read_script("geometry/measures.txt"));
}

static void a_world_is_built(void **state) {
    fixture *f = *state;
    write_file(f, "plan.wkt", PLAN);
    expect_run(f, read_script("geometry/build.lua"), 0, read_script("geometry/build.txt"));
    assert_int_equal(obstacles(f), 2 + 2 + 2 + 2 + 2);
}

/// Who walks in the area of a plan can leave it nowhere, and enter no hole.
static void walls_hold(void **state) {
    fixture *f = *state;
    write_file(f, "plan.wkt", SQUARE);
    open_main(f, read_script("geometry/walls.lua"));
    step(f, 300);
    assert_string_equal(banner_of(f), "");
    expect_log(f, "");
}

typedef struct refusal {
    const char *name, *content, *message;
} refusal;

static void what_is_no_geometry_is_refused(void **state) {
    fixture *f = *state;
    static char deep[21 * 19 + 64], points[24 + 100001 * 4];
    for (int i = 0; i < 21; i++)
        strcat(deep, "GEOMETRYCOLLECTION(");
    strcpy(points, "LINESTRING (");
    size_t used = strlen(points);
    for (int i = 0; i < 100001; i++)
        used += (size_t)sprintf(points + used, "%s%d 0", i ? "," : "", i % 2);
    strcpy(points + used, ")");
    const refusal refusals[] = {
        {"empty.wkt", "", "empty.wkt: the file is empty"},
        {"blank.wkt", " \n\t", "blank.wkt: the file is empty"},
        {"bow.wkt", "POINT (0 0)\nPOLYGON ((0 0, 4 4, 4 0, 0 4, 0 0))",
         "bow.wkt:2: geometry 2: self-intersection at (2, 2)"},
        {"open.wkt", "POLYGON ((0 0, 4 4, 4 0, 0 1))",
         "open.wkt:1: geometry 1: Points of LinearRing do not form a closed linestring"},
        {"flat.wkt", "POLYGON ((0 0, 4 4, 0 0, 0 0))",
         "flat.wkt:1: geometry 1: too few points in geometry component at (0, 0)"},
        {"line.wkt", "LINESTRING (1 1, 1 1)",
         "line.wkt:1: geometry 1: too few points in geometry component at (1, 1)"},
        {"hole.wkt", "POLYGON ((0 0, 4 0, 4 4, 0 0), (5 5, 6 5, 6 6, 5 5))",
         "hole.wkt:1: geometry 1: hole lies outside shell at (5, 5)"},
        {"both.wkt", "MULTIPOLYGON (((0 0, 4 0, 4 4, 0 4, 0 0)), ((3 3, 9 3, 9 9, 3 3)))",
         "both.wkt:1: geometry 1: self-intersection at (4, 3)"},
        {"word.wkt", "POINT (1 1)\n\nPLOYGON ((0 0))",
         "word.wkt:3: geometry 2: Unknown type: 'PLOYGON'"},
        {"end.wkt", "POLYGON ((0 0, 4 0, 4 4, 0 0)",
         "end.wkt:1: geometry 1: Expected word but encountered end of stream"},
        {"text.wkt", "POINT (a b)",
         "text.wkt:1: geometry 1: Expected number but encountered word: 'a'"},
        {"comma.wkt", "POINT (1,5 2)",
         "comma.wkt:1: geometry 1: Expected number but encountered ','"},
        {"memory.wkt", "bad_alloc", "memory.wkt:1: geometry 1: Unknown type: 'BAD_ALLOC'"},
        {"number.wkt", "POINT (1bad_alloc 2)",
         "number.wkt:1: geometry 1: Expected number but encountered word: '1bad_alloc'"},
        {"closing.wkt", ")", "closing.wkt:1: geometry 1: Unknown type: ')'"},
        {"nan.wkt", "LINESTRING (0 0, nan 1)", "nan.wkt:1: geometry 1: point 2 is not finite"},
        {"inf.wkt", "POINT (1e999 1)", "inf.wkt:1: geometry 1: point 1 is not finite"},
        {"deep.wkt", deep, "deep.wkt:1: geometry 1: parentheses nested more than 20 deep"},
        {"points.wkt", points, "points.wkt: more than 100000 points"},
        {"latin.wkt", "POINT (1 1)\n\xE9",
         "latin.wkt:2:1: byte 0xE9 is not UTF-8: save it as UTF-8"},
    };
    for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++) {
        char source[256], message[512];
        write_file(f, refusals[i].name, refusals[i].content);
        snprintf(source, sizeof source, HEAD "drover.data '%s'", refusals[i].name);
        snprintf(message, sizeof message, "main.lua:2: drover.data: %s", refusals[i].message);
        expect_refusal(f, source, message);
    }
}

static void what_cannot_be_built_leaves_nothing(void **state) {
    fixture *f = *state;
    static char large[256 * 64];
    size_t used = (size_t)sprintf(large, "POLYGON ((0 100");
    for (int i = 0; i <= 256; i++)
        used += (size_t)sprintf(large + used, ", %d %d", i + 1, i % 2 ? 0 : 1);
    sprintf(large + used, ", 0 100))");
    write_file(f, "fine.wkt", "POLYGON ((0 0, 4 0, 4 4, 0 0))");
    write_file(f, "square.wkt", SQUARE);
    write_file(f, "line.wkt", "LINESTRING (0 0, 1 1)");
    write_file(f, "point.wkt", "LINESTRING (0 0, 1 1) POINT (1 1)");
    write_file(f, "empty.wkt", "POINT (1 1) POLYGON EMPTY");
    write_file(f, "none.wkt", "GEOMETRYCOLLECTION EMPTY");
    write_file(f, "heights.wkt", "LINESTRING Z (0 0 1, 1 1 2)");
    write_file(f, "large.wkt", large);
    write_file(f, "far.wkt", "LINESTRING (0 0, 1e12 1)");
    write_file(f, "near.wkt", "LINESTRING (0 0, 1 1, 1.00000001 1)");
    write_file(f, "overlap.wkt",
               "POLYGON ((0 0, 4 0, 4 4, 0 4, 0 0))\nPOLYGON ((20 0, 24 0, 24 4, 20 4, 20 0))\n"
               "MULTIPOLYGON (((50 50, 51 50, 51 51, 50 50)), ((3 3, 8 3, 8 8, 3 3)))");
    write_file(f, "within.wkt",
               "POLYGON ((0 0, 9 0, 9 9, 0 9, 0 0)) POLYGON ((2 2, 3 2, 3 3, 2 2))");
    write_file(f, "edge.wkt",
               "POLYGON ((0 0, 4 0, 4 4, 0 4, 0 0))\nPOLYGON ((4 1, 8 0, 8 4, 4 4, 4 1))");
    write_file(f, "options.lua", read_script("geometry/options.lua"));
    open_main(f, read_script("geometry/refused.lua"));
    expect_log(f, read_script("geometry/refused.txt"));
    assert_int_equal(obstacles(f), 1 + 2); // with those that share an edge
    step(f, 1);
    assert_non_null(strstr(banner_of(f), "drover.data: only at the top of a file and in setup"));
    assert_true(isnan(dv_scenario_monitor(f->scenario, 0)));
}

static void in_a_volume_paths_have_heights(void **state) {
    fixture *f = *state;
    write_file(f, "way.wkt", "LINESTRING Z (0 0 0, 0 3 4)");
    expect_run(
        f,
        HEAD
        "local way = drover.data 'way.wkt'\n"
        "return drover.scenario { space = 'volume', kinds = { drover.kind('ant', {}) }, "
        "setup = function(world) print(way.length, world:build(way, { as = 'path' })[1].length) "
        "end }",
        0, "5.0\t5.0\n");
}

/// Of each text: the length, and the height of the second point.
static void measures_are_no_heights_and_an_srid_is_skipped(void **state) {
    fixture *f = *state;
    static const char *const texts[][2] = {
        {"LINESTRING (0 0, 3 4)", "5.0\t0.0"},
        {"LINESTRING Z (0 0 9, 3 4 9)", "5.0\t9.0"},
        {"LINESTRING M (0 0 1, 3 4 2)", "5.0\t0.0"},
        {"linestring m (0 0 1, 3 4 2)", "5.0\t0.0"},
        {"LINESTRING ZM (0 0 9 1, 3 4 9 2)", "5.0\t9.0"},
        {"SRID=4326;LINESTRING (0 0, 3 4)", "5.0\t0.0"},
        {"srid=25832; LINESTRING M (0 0 1, 3 4 2)", "5.0\t0.0"},
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        char expected[64];
        write_file(f, "way.wkt", texts[i][0]);
        snprintf(expected, sizeof expected, "%s\n", texts[i][1]);
        expect_run(f,
                   HEAD
                   "local way = drover.data 'way.wkt' local _, to = table.unpack(way:points())\n"
                   "print(way.length, to.z)\n"
                   "return drover.scenario { kinds = { drover.kind('ant', {}) } }",
                   0, expected);
    }
    write_file(f, "way.wkt", "SRID=;LINESTRING (0 0, 3 4)");
    expect_refusal(f, HEAD "drover.data 'way.wkt'",
                   "main.lua:2: drover.data: way.wkt:1: geometry 1: Unknown type: "
                   "'SRID=;LINESTRING'");
}

static void a_saved_plan_reloads(void **state) {
    fixture *f = *state;
    write_file(f, "plan.wkt", SQUARE);
    open_main(
        f,
        HEAD "local plan = drover.data 'plan.wkt'\n"
             "return drover.scenario { kinds = { drover.kind('ant', {}) }, "
             "setup = function(world) world:build(plan, { as = 'obstacle', walkable = true }) end, "
             "update = function() print(plan.area) end }");
    step(f, 1);
    uint64_t hash = hash_of(f);
    write_file(f, "plan.wkt", "POLYGON ((0 0, 4 4, 4 0, 0 4, 0 0))");
    expect_refused(f,
                   "main.lua:2: drover.data: plan.wkt:1: geometry 1: self-intersection at (2, 2)",
                   "local plan = drover.data 'plan.wkt'");
    assert_true(hash_of(f) == hash);
    write_file(f, "plan.wkt", "POLYGON ((0 0, 4 0, 4 4, 0 4, 0 0))");
    assert_string_equal(expect_swapped(f).changed, "plan.wkt");
    step(f, 1);
    expect_log(f, "96.0\n16.0\n");
    assert_int_equal(obstacles(f), 2);
    assert_int_equal(dv_scenario_undo(f->scenario).outcome, DV_RELOAD_SWAPPED);
    step(f, 1);
    expect_log(f, "96.0\n");
}

/// Whatever Drover allocates may fail; nothing is lost, and nothing half-built.
static void memory_may_run_out(void **state) {
    fixture *f = *state;
    dv_scenario_options options = options_of(f);
    write_file(f, "plan.wkt", PLAN);
    write_file(f, "main.lua", read_script("geometry/build.lua"));
    for (uint64_t nth = 1; !f->scenario; nth += 97) {
        dv_fail_allocation(nth, true);
        f->scenario = dv_scenario_open(f->folder, &options, &f->error);
        dv_fail_allocation(0, false);
    }
    assert_int_equal(obstacles(f), 10);
}

TESTS {
    const struct CMUnitTest tests[] = {
        CASE(geometries_are_measured),
        CASE(a_world_is_built),
        CASE(walls_hold),
        CASE(what_is_no_geometry_is_refused),
        CASE(what_cannot_be_built_leaves_nothing),
        CASE(in_a_volume_paths_have_heights),
        CASE(measures_are_no_heights_and_an_srid_is_skipped),
        CASE(a_saved_plan_reloads),
        CASE(memory_may_run_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
