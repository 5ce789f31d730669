// Terrain in scripts: declaring, applying, querying, and refusing it, and changing it by a reload.
#include "../program.h"
#include "../read_script.h"
#include "scenario_fixture.h"

#define DECLARED                                                                                   \
    "local mud = drover.terrain('mud', { weight = 4, speed = 0.5, color = 'tan' })\n"              \
    "drover.terrain('road', {})\n"

static void it_is_laid_by_regions(void **state) {
    expect_run(*state, read_script("terrain_lua/it_is_laid_by_regions.lua"), 2,
               "mud\tmud\tnil\n"
               "region#1\tmud\t1.0\n"
               "road\troad\tmud\tnil\n"
               "nil\tmud\n"
               "mud\n"
               "false\tterrain: no terrain 'mut' (mud?)\n"
               "false\tterrain: a terrain's name expected, got number\n"
               "false\tmain.lua:22: region: terrain: no terrain 'rod' (road?)\n"
               "false\tregion: terrain: no terrain 'rod' (road?)\n"
               "false\tregion takes no 'terain' (terrain?)\n");
}

static void wrong_declarations_are_refused(void **state) {
    expect_refusal(*state, HEAD "drover.terrain('mud', { weight = -1 })",
                   "main.lua:2: weight: -1 is not in 0 to 1000000");
    expect_refusal(*state, HEAD "drover.terrain('mud', { speed = 101 })",
                   "main.lua:2: speed: 101 is not in 0 to 100");
    expect_refusal(*state, HEAD "drover.terrain('mud', { wieght = 1 })",
                   "main.lua:2: wieght: unknown key (weight?)");
    expect_refusal(*state, HEAD "drover.terrain('mud', { color = 'tann' })",
                   "main.lua:2: color: no color 'tann' (tan?)");
    expect_refusal(*state, HEAD "drover.terrain('mud')",
                   "main.lua:2: drover.terrain mud: a table expected, got nil");
    expect_refusal(*state, HEAD DECLARED "drover.terrain('mud', {})",
                   "main.lua:4: drover.terrain: 'mud' is declared twice in this module");
}

static void kinds_that_it_is_different_for_are_checked(void **state) {
    expect_refusal(*state, HEAD "drover.terrain('mud', { kinds = { wolf = { speed = -1 } } })",
                   "main.lua:2: kinds.wolf.speed: -1 is not in 0 to 100");
    expect_refusal(*state, HEAD "drover.terrain('mud', { kinds = { wolf = { weight = 1e7 } } })",
                   "main.lua:2: kinds.wolf.weight: 10000000.0 is not in 0 to 1000000");
    expect_refusal(*state, HEAD "drover.terrain('mud', { kinds = { wolf = { pace = 1 } } })",
                   "main.lua:2: kinds.wolf.pace: unknown key: one of weight or speed expected");
    expect_refusal(*state, HEAD "drover.terrain('mud', { kinds = { wolf = 0.9 } })",
                   "main.lua:2: kinds.wolf: a table expected, got number");
    expect_refusal(*state, HEAD "drover.terrain('mud', { kinds = { 'wolf' } })",
                   "main.lua:2: kinds: a string expected, got number");
    expect_refusal(*state,
                   HEAD "drover.terrain('mud', { kinds = { wulf = { speed = 1 } } })\n"
                        "return drover.scenario { kinds = { drover.kind('wolf', {}) } }",
                   "main.lua:2: terrain 'mud': kinds: no kind 'wulf' (wolf?)");
}

static void each_kind_has_its_own_speed(void **state) {
    fixture *f = *state;
    open_main(f, read_script("terrain_lua/two_kinds_in_mud.lua"));
    step(f, 60);
    expect_log(f, "duck\t8.0\nwolf\t2.0\nbear\t4.0\n");
}

static void a_kind_keeps_its_speed_when_it_is_renamed(void **state) {
    fixture *f = *state;
    open_main(f, read_script("terrain_lua/two_kinds_in_mud.lua"));
    step(f, 60);
    expect_log(f, "duck\t8.0\nwolf\t2.0\nbear\t4.0\n");
    write_file(f, "main.lua", read_script("terrain_lua/one_is_renamed.lua"));
    assert_int_equal(dv_scenario_reload(f->scenario).outcome, DV_RELOAD_SWAPPED);
    step(f, 60);
    expect_log(f, "swan\t8.0\nwolf\t2.0\nbear\t4.0\n");
}

#define RUNNER "terrain_lua/runner.lua"

static void a_reload_takes_over_new_declarations(void **state) {
    fixture *f = *state;
    open_main(f, read_script(RUNNER));
    step(f, 30);
    expect_log(f, "4.0\tmud\n");
    write_file(f, "main.lua", read_script_with(RUNNER, "0.5", "0.25", NULL));
    assert_int_equal(dv_scenario_reload(f->scenario).outcome, DV_RELOAD_SWAPPED);
    step(f, 30);
    expect_log(f, "2.0\tmud\n");
    write_file(f, "main.lua",
               read_script_with(RUNNER, "\"mud\"", "\"muck\"", "0.5", "0.25", "\"mud\"", "\"muck\"",
                                NULL));
    assert_int_equal(dv_scenario_reload(f->scenario).outcome, DV_RELOAD_REFUSED);
    assert_non_null(strstr(banner_of(f), "terrain 'mud' is gone"));
    step(f, 30);
    expect_log(f, "2.0\tmud\n");
}

static void a_snapshot_goes_on_bit_for_bit(void **state) {
    fixture *f = *state;
    open_main(f, read_script(RUNNER));
    expect_to_go_on(f, 15, 40);
}

// A beam over the way, 1.4 m above the ground of a volume: half a meter off it the walker keeps
// 1.3 m of its 1.8, 2 m off it 1.6.
static void who_ducks_is_less_upright(void **state) {
    expect_run(*state, read_script("terrain_lua/who_ducks_is_less_upright.lua"), 1,
               "1.0000\t1.0\nfalse\tmain.lua:22: posture: cannot be assigned\n"
               "0.8889\t1.0\nfalse\tmain.lua:22: posture: cannot be assigned\n"
               "0.7222\t1.0\nfalse\tmain.lua:22: posture: cannot be assigned\n");
}

// Reich's agent beside the stream: it goes along the bank as long as the water weighs more than the
// way, and through when a script lets it weigh nothing.
static void agents_on_legs_mind_it(void **state) {
    expect_run(*state, read_script("terrain_lua/agents_on_legs_mind_it.lua"), 2400, "true\ntrue\n");
}

TESTS {
    const struct CMUnitTest tests[] = {
        CASE(it_is_laid_by_regions),
        CASE(wrong_declarations_are_refused),
        CASE(kinds_that_it_is_different_for_are_checked),
        CASE(each_kind_has_its_own_speed),
        CASE(a_kind_keeps_its_speed_when_it_is_renamed),
        CASE(a_reload_takes_over_new_declarations),
        CASE(a_snapshot_goes_on_bit_for_bit),
        CASE(who_ducks_is_less_upright),
        CASE(agents_on_legs_mind_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
