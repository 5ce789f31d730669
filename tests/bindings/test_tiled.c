// Maps of Tiled: what they hold, what is wrong with them, and what is built of them.
#include "../program.h"
#include "../read_script.h"
#include "reload_fixture.h"

static void write_village(const fixture *f) {
    write_file(f, "village.tmj", read_script("tiled/village.tmj"));
    write_file(f, "ground.tsj", read_script("tiled/ground.tsj"));
}

static void a_map_is_read_and_built(void **state) {
    fixture *f = *state;
    write_village(f);
    expect_run(f, read_script("tiled/main.lua"), 0, read_script("tiled/main.txt"));
}

/// A Lua export says the same in other words; an infinite map has its tiles in chunks.
static void lua_exports_and_infinite_maps(void **state) {
    fixture *f = *state;
    write_file(f, "meadow.lua", read_script("tiled/meadow.lua"));
    expect_run(f, read_script("tiled/infinite.lua"), 0, read_script("tiled/infinite.txt"));
}

static void mistakes_name_the_line_of_the_script(void **state) {
    fixture *f = *state;
    write_village(f);
    write_file(f, "meadow.lua", read_script("tiled/meadow.lua"));
    expect_run(f, read_script("tiled/refused.lua"), 0, read_script("tiled/refused.txt"));
    expect_refusal(f, HEAD "require('tiled').read('vilage.tmj')",
                   "main.lua:2: tiled.read: drover.data: there is no vilage.tmj (village.tmj?)");
    write_file(
        f, "flat.tmj",
        "{ \"orientation\": \"orthogonal\", \"layers\": [], \"width\": 4, \"tilewidth\": 16 }");
    expect_refusal(f, HEAD "require('tiled').read('flat.tmj')",
                   "main.lua:2: tiled.read: flat.tmj: height: a whole number from 0 to 1000000000 "
                   "expected, got nil");
}

static void a_saved_map_reloads(void **state) {
    fixture *f = *state;
    write_village(f);
    open_main(f, HEAD "local map = require('tiled').read('village.tmj')\n"
                      "return drover.scenario { kinds = { drover.kind('ant', {}) }, "
                      "update = function() print(#map:cells('ground', 'solid')) end }");
    step(f, 1);
    write_file(f, "ground.tsj",
               "{ \"tiles\": [{ \"id\": 0, \"properties\": [{ \"name\": \"solid\", \"value\": true "
               "}] }] }");
    assert_string_equal(expect_swapped(f).changed, "ground.tsj");
    step(f, 1);
    expect_log(f, "2\n4\n");
}

TESTS {
    const struct CMUnitTest tests[] = {
        CASE(a_map_is_read_and_built),
        CASE(lua_exports_and_infinite_maps),
        CASE(mistakes_name_the_line_of_the_script),
        CASE(a_saved_map_reloads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
