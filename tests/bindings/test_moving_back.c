// What an undo does with kinds, groups, flows, surfaces, and terrains. It separates what the save
// had merged, and drops what only the save had a name for.
#include "moving_fixture.h"

/// Wolves in a pack, on mud, in a wind, with a deer; what else there is, is said after it.
#define WORLD(declared, kinds, more)                                                               \
    HEAD declared "local deer = drover.kind('deer', { memory = { hunger = 9, fear = 2 },\n"        \
                  "  initial = 'calm', states = { calm = {}, wild = {} } })\n"                     \
                  "return drover.scenario { kinds = { deer" kinds " }" more "}"
#define NATURE(pack, wind, mud)                                                                    \
    "drover.group('" pack "', { memory = { n = 0 } })\n"                                           \
    "drover.flow('" wind "', { field = function() return 1, 0 end })\n"                            \
    "drover.terrain('" mud "', { weight = 3 })\n"
#define WOLF                                                                                       \
    "local wolf = drover.kind('wolf', { slots = { level = 'number', prey = 'agent' },\n"           \
    "  memory = { hunger = 1 }, initial = 'calm', states = { calm = {}, hunt = {} } })\n"
#define SETUP                                                                                      \
    ", setup = function(world)\n"                                                                  \
    "  local pack = world:new_group('pack')\n"                                                     \
    "  world:flow('wind') world:terrain('mud')\n"                                                  \
    "  pack.n = 4\n"                                                                               \
    "  local deer = world:spawn('deer', { group = pack })\n"                                       \
    "  for i = 1, 3 do world:spawn('wolf', { group = pack, hunger = i, level = i, prey = deer,\n"  \
    "    state = i > 1 and 'hunt' or nil }) end\n"                                                 \
    "  world:spawn('deer', { state = 'wild' }) end "
#define WILD WORLD(NATURE("pack", "wind", "mud") WOLF, ", wolf", SETUP)
#define TAME                                                                                       \
    WORLD(NATURE("herd", "gale", "mire"), "",                                                      \
          ", removed = { { kind = 'wolf', into = 'deer' }, { group = 'pack', into = 'herd' },\n"   \
          "  { flow = 'wind', into = 'gale' }, { terrain = 'mud', into = 'mire' } }")

static const char *kind_of(fixture *f, uint32_t agent) {
    const dv_world *world = dv_scenario_world(f->scenario);
    return dv_program_kind_name(dv_world_program(world),
                                dv_agent_kind(world, dv_world_agent_at(world, agent)));
}

static void an_undo_gives_back_what_became_something_else(void **state) {
    fixture *f = *state;
    open_main(f, WILD);
    step(f, 5);
    uint64_t wild = hash_of(f);
    save(f, TAME);
    uint64_t tame = hash_of(f);
    assert_int_equal(count_of(f->scenario, "deer"), 5);
    // To and fro: each undo takes back what the one before did.
    for (int i = 0; i < 3; i++) {
        assert_int_equal(undo(f).moved.migrated, 0);
        assert_int_equal(hash_of(f), wild);
        undo(f);
        assert_int_equal(hash_of(f), tame);
    }
    // Past its trial, with what happened since, and of those alone who still live.
    step(f, 90);
    dv_world *world = dv_scenario_world(f->scenario);
    assert_int_equal(dv_agent_remove(world, dv_world_agent_at(world, 1)), DV_OK);
    undo(f);
    assert_string_equal(kind_of(f, 0), "deer");
    assert_string_equal(kind_of(f, 2), "wolf");
    assert_string_equal(kind_of(f, 3), "wolf");
    assert_string_equal(kind_of(f, 4), "deer");
    expect_field(f->scenario, 3, "hunger", "3");
    expect_field(f->scenario, 3, "level", "3");
    expect_field(f->scenario, 3, "prey", "deer#1");
    assert_string_equal(state_of(f->scenario, 3), "hunt");
    step(f, 2);
}

static void going_back_under_the_code_before_gives_it_back_too(void **state) {
    fixture *f = *state;
    open_main(f, WILD);
    step(f, 5);
    uint64_t wild = hash_of(f);
    save(f, TAME);
    dv_snapshot tame = take(f);
    undo(f);
    step(f, 5);
    must(f, dv_scenario_return_to(f->scenario, &tame, &f->error));
    assert_int_equal(hash_of(f), wild);
    // And forth again, to the code that made them the same.
    undo(f);
    step(f, 5);
    must(f, dv_scenario_return_to(f->scenario, &tame, &f->error));
    assert_int_equal(count_of(f->scenario, "deer"), 5);
    undo(f);
    assert_int_equal(hash_of(f), wild);
    dv_snapshot_free(&tame);
}

static void what_became_something_else_twice_comes_back_step_by_step(void **state) {
    fixture *f = *state;
#define CHAIN(kinds, removed)                                                                      \
    HEAD "local function kind(name) return drover.kind(name, {}) end\n"                            \
         "return drover.scenario { kinds = { " kinds " }, removed = { " removed " },\n"            \
         "  setup = function(world) world:spawn('a') world:spawn('b') world:spawn('c') end }"
    static const char *const sources[] = {
        CHAIN("kind 'a', kind 'b', kind 'c'", ""),
        CHAIN("kind 'b', kind 'c'", "{ kind = 'a', into = 'b' }"),
        CHAIN("kind 'c'", "{ kind = 'b', into = 'c' }"),
    };
    static const char *const kinds[][3] = {{"a", "b", "c"}, {"b", "b", "c"}, {"c", "c", "c"}};
    static const int order[] = {1, 2, 1, 0, 1, 2, 1, 2, 1, 0, 1};
    open_main(f, sources[0]);
    for (size_t i = 0; i < sizeof order / sizeof *order; i++) {
        save(f, sources[order[i]]);
        for (uint32_t agent = 0; agent < 3; agent++)
            assert_string_equal(kind_of(f, agent), kinds[order[i]][agent]);
    }
}

static void names_that_a_save_made_one_are_several_again(void **state) {
    fixture *f = *state;
#define MERGED(first, second, more)                                                                \
    HEAD "return drover.scenario { kinds = { drover.kind('" first "', {" more "}),\n"              \
         "  drover.kind('" second "', {}), drover.kind('x', {}) }, setup = function(world)\n"      \
         "  world:spawn('a') world:spawn('b') world:spawn('a') end }"
    open_main(f, MERGED("a", "b", ""));
    uint64_t before = hash_of(f);
    save(f, MERGED("c", "y", "renamed_from = { 'a', 'b' }"));
    assert_int_equal(count_of(f->scenario, "c"), 3);
    undo(f);
    assert_int_equal(hash_of(f), before);
    // Another that is called as one was before is another.
    undo(f);
    save(f, MERGED("c", "b", ""));
    assert_int_equal(count_of(f->scenario, "c"), 3);
}

static void states_that_a_save_made_one_are_several_again(void **state) {
    fixture *f = *state;
#define MOODS(states, setup)                                                                       \
    HEAD "local by = { steer = steer.wander {} }\n"                                                \
         "local a = drover.kind('a', { initial = 'x', states = { x = {}, " states " } })\n"        \
         "return drover.scenario { kinds = { a }" setup " }"
#define APART                                                                                      \
    MOODS("calm = by, wild = by",                                                                  \
          ", setup = function(world) for _, state in ipairs { 'calm', 'wild', 'x', 'calm' } do "   \
          "world:spawn('a', { state = state }) end end")
    open_main(f, APART);
    step(f, 5);
    uint64_t before = hash_of(f);
    save(f, MOODS("mild = { steer = by.steer, renamed_from = { 'calm', 'wild' } }", ""));
    assert_string_equal(state_of(f->scenario, 0), "mild");
    assert_string_equal(state_of(f->scenario, 1), "mild");
    assert_int_equal(undo(f).moved.migrated, 0);
    assert_string_equal(state_of(f->scenario, 0), "calm");
    assert_string_equal(state_of(f->scenario, 1), "wild");
    assert_int_equal(hash_of(f), before);
    // A state that is called as one was before is another.
    undo(f);
    save(f, MOODS("mild = by, calm = by", ""));
    assert_string_equal(state_of(f->scenario, 0), "mild");
}

static void a_state_made_of_parts_comes_back_with_what_steers(void **state) {
    fixture *f = *state;
#define WALKS(states)                                                                              \
    HEAD "local a = drover.kind('a', { body = { max_speed = 2 }, initial = 'x', states = { x = "   \
         "{}, "                                                                                    \
         "y = drover.utility.best { options = {\n"                                                 \
         "  z = { score = function() return 1 end } } }, " states " } })\n"                        \
         "return drover.scenario { kinds = { a },\n"                                               \
         "  setup = function(world) world:spawn('a', { state = 'walk' }) end }"
    open_main(f,
              WALKS("walk = drover.utility.best { options = { go = { score = function() return 1 "
                    "end, steer = steer.target_speed { speed = 1 } } } }"));
    step(f, 5);
    uint64_t before = hash_of(f);
    assert_int_equal(save(f, WALKS("")).moved.migrated, 1);
    undo(f);
    assert_int_equal(hash_of(f), before);
    undo(f);
    step(f, 60);
    undo(f);
    step(f, 120);
    const dv_world *world = dv_scenario_world(f->scenario);
    dv_vec3 velocity = dv_agent_velocity(world, dv_world_agent_at(world, 0));
    assert_true(velocity.x > 0.5f);
}

static void settings_come_back_with_their_values(void **state) {
    fixture *f = *state;
#define SET(settings)                                                                              \
    HEAD "return drover.scenario { kinds = { drover.kind('a', {}) }, settings = { " settings " } " \
         "}"
#define ALL                                                                                        \
    SET("drover.slider('pace', 1, { max = 9 }), drover.toggle('fog', false), "                     \
        "drover.choice('way', "                                                                    \
        "'a', { 'a', 'b', 'c' })")
    open_main(f, ALL);
    must(f, dv_scenario_set(f->scenario, "pace", "7", &f->error));
    must(f, dv_scenario_set(f->scenario, "fog", "true", &f->error));
    must(f, dv_scenario_set(f->scenario, "way", "c", &f->error));
    uint64_t before = hash_of(f);
    save(f, SET("drover.toggle('way', true)"));
    undo(f);
    assert_int_equal(hash_of(f), before);
    // An option is known by its name, and a value stays in range.
    save(f, SET(""));
    save(f, SET("drover.slider('pace', 1, { max = 5 }), drover.choice('way', 'c', { 'c', 'd' })"));
    const dv_world *world = dv_scenario_world(f->scenario);
    assert_true(dv_world_setting(world, 0) == 5);
    assert_true(dv_world_setting(world, 1) == 0);
}

static void are_on_the_same_way(fixture *f, dv_scenario *scenario, dv_moved moved) {
    (void)f, (void)moved;
    assert_true(dv_world_setting(dv_scenario_world(scenario), 0) == 2);
}

static void options_are_known_by_name_whichever_way_code_meets_a_world(void **state) {
    move_every_way(*state, SET("drover.choice('way', 'b', { 'a', 'b' })"),
                   SET("drover.choice('way', 'c', { 'c', 'd', 'b', 'a' })"), are_on_the_same_way);
}

#define BALLS(names, removed)                                                                      \
    HEAD "local all = {}\n"                                                                        \
         "for name in ('" names "'):gmatch('%a+') do\n"                                            \
         "  drover.surface(name, { sphere = { radius = 5 } })\n"                                   \
         "  all[#all + 1] = name\n"                                                                \
         "end\n"                                                                                   \
         "return drover.scenario { space = 'volume', kinds = { drover.kind('a', {}) },\n"          \
         "  removed = { " removed " }, setup = function(world) world:surface('ball') end,\n"       \
         "  on_reload = function(world) if all[2] then world:surface('orb') end end }"

static void surfaces_come_back_and_are_let_go_as_well(void **state) {
    fixture *f = *state;
    open_main(f, BALLS("ball", ""));
    const dv_world *world = dv_scenario_world(f->scenario);
    uint64_t before = hash_of(f);
    save(f, BALLS("cube", "{ surface = 'ball', into = 'cube' }"));
    undo(f);
    assert_int_equal(hash_of(f), before);
    assert_true(dv_surface_alive(world, dv_world_surface_at(world, 0)));
    save(f, BALLS("ball orb", ""));
    assert_true(dv_surface_alive(world, dv_world_surface_at(world, 1)));
    assert_string_equal(undo(f).moved.removed, "1 surface 'orb' removed");
    assert_int_equal(dv_world_surface_at(world, 1).bits, 0);
}

// What only the save knew

#define RICH                                                                                       \
    WORLD(NATURE("pack", "wind", "mud") WOLF NATURE("herd", "gale", "mire") "local lynx = "        \
                                                                            "drover.kind('lynx', " \
                                                                            "{})\n",               \
          ", wolf, lynx",                                                                          \
          ", on_reload = function(world)\n"                                                        \
          "  if world:count('lynx') > 0 then return end\n"                                         \
          "  world:flow('gale') world:terrain('mire')\n"                                           \
          "  local herd = world:new_group('herd')\n"                                               \
          "  for i = 1, 2 do world:spawn('lynx', { group = herd }) end end " SETUP)

static void an_undo_lets_go_what_only_the_save_had_a_name_for(void **state) {
    fixture *f = *state;
    open_main(f, WILD);
    step(f, 5);
    save(f, RICH);
    dv_snapshot rich = take(f);
    assert_int_equal(count_of(f->scenario, "lynx"), 2);
    step(f, 5);
    dv_reload_report report = undo(f);
    const char removed[] = "2 lynxes removed, 1 group 'herd' removed, 1 flow 'gale' removed, 1 "
                           "terrain 'mire' removed";
    assert_string_equal(report.moved.removed, removed);
    assert_string_equal(report.message,
                        "an undo does not bring back what was removed; a rewind does");
    assert_int_equal(dv_world_agent_count(dv_scenario_world(f->scenario)), 5);
    // So it is: the redo has none, and the moment of before the undo has them.
    undo(f);
    assert_int_equal(dv_world_agent_count(dv_scenario_world(f->scenario)), 7); // by on_reload
    must(f, dv_scenario_return_to(f->scenario, &rich, &f->error));
    assert_string_equal(dv_scenario_moved(f->scenario).removed, "");
    assert_int_equal(count_of(f->scenario, "lynx"), 2);
    undo(f);
    step(f, 90);
    // The moments between can be visited, under this code and that of a later save.
    must(f, dv_scenario_return_to(f->scenario, &rich, &f->error));
    assert_string_equal(dv_scenario_moved(f->scenario).removed, removed);
    save(f, WILD "-- a comment");
    must(f, dv_scenario_return_to(f->scenario, &rich, &f->error));
    assert_string_equal(dv_scenario_moved(f->scenario).removed, removed);
    dv_snapshot_free(&rich);
}

static void what_an_undo_let_go_has_to_be_written_once_a_save_has_the_name_again(void **state) {
    fixture *f = *state;
    open_main(f, WILD);
    save(f, RICH);
    undo(f);
    save(f, RICH "-- again");
    assert_int_equal(count_of(f->scenario, "lynx"), 2);
    write_file(f, "main.lua", WILD "-- without");
    dv_reload_report report = dv_scenario_reload(f->scenario);
    assert_int_equal(report.outcome, DV_RELOAD_REFUSED);
    assert_non_null(strstr(report.message, "kind 'lynx' is gone, and 2 of its agents live: write"));
}

static void the_code_before_is_compared_without_what_it_had_no_name_for(void **state) {
    fixture *f = *state;
    open_main(f, WILD);
    save(f, RICH);
    dv_snapshot rich = take(f);
    dv_scenario *before = dv_scenario_open_beside(f->scenario, true, &f->error);
    assert_non_null(before);
    must(f, dv_scenario_load_snapshot(before, &rich, &f->error));
    assert_int_equal(dv_world_agent_count(dv_scenario_world(before)), 5);
    dv_scenario_close(before);
    dv_snapshot_free(&rich);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        CASE(an_undo_gives_back_what_became_something_else),
        CASE(going_back_under_the_code_before_gives_it_back_too),
        CASE(what_became_something_else_twice_comes_back_step_by_step),
        CASE(names_that_a_save_made_one_are_several_again),
        CASE(states_that_a_save_made_one_are_several_again),
        CASE(a_state_made_of_parts_comes_back_with_what_steers),
        CASE(settings_come_back_with_their_values),
        CASE(options_are_known_by_name_whichever_way_code_meets_a_world),
        CASE(surfaces_come_back_and_are_let_go_as_well),
        CASE(an_undo_lets_go_what_only_the_save_had_a_name_for),
        CASE(what_an_undo_let_go_has_to_be_written_once_a_save_has_the_name_again),
        CASE(the_code_before_is_compared_without_what_it_had_no_name_for),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
