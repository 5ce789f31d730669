// Agents, handles, and vectors as scripts see them, and the queries and numbers of the world.
#include "../program.h"
#include "shared_module.h"

#define SETUP(code)                                                                                \
    HEAD "local a = drover.kind('a', { slots = { prey = 'agent' }, memory = { n = 1 } })\n"        \
         "local b = drover.kind('b', {})\n"                                                        \
         "return drover.scenario { kinds = { a, b }, setup = function(world)\n" code "\nend }"

/// What runs in setup raises this. It stands in the fifth line.
static void expect_error(fixture *f, const char *code, const char *message) {
    char source[4096], expected[1024];
    snprintf(source, sizeof source, SETUP("%s"), code);
    snprintf(expected, sizeof expected, "main.lua:5: %s", message);
    expect_refusal(f, source, expected);
}

static void fields_read_what_was_written(void **state) {
    expect_run(*state, read_script("agents/fields_read_what_was_written.lua"), 0,
               "1.0\t2.0\t0.0\ttrue\t3.0\t0.0\t3.0\t1\ta\tnil\n"
               "1.5708\ttrue\ttrue\tnil\tnil\n"
               "5.0\t6.0\t0.0\t-4.0\t4.0\t-1.5708\n"
               "4.0\t0.0\n0.0\t0.0\nhi\nnil\n#ff0000ff\n#01020304\n"
               "(5, 6, 0)\t(0, 0, 0)\t(1, 0, 0)\n");
}

static void labels_are_given_at_birth(void **state) {
    expect_run(*state, read_script("agents/labels_are_given_at_birth.lua"), 0,
               "x\n1\tx\n2\ty\n3\ty\n"
               "false\tmain.lua:11: label: a string expected, got number\n"
               "false\tspawn: kind 'a' has no 'lable' (label?)\n"
               "3\n");
}

static void an_override_holds_until_nil(void **state) {
    expect_run(*state, read_script("agents/an_override_holds_until_nil.lua"), 0,
               "mass\t1.5\ttrue\ttrue\nradius\t1.5\ttrue\ttrue\nmax_speed\t1.5\ttrue\ttrue\n"
               "max_force\t1.5\ttrue\ttrue\nsight_range\t1.5\ttrue\ttrue\n"
               "sight_angle\t1.5\ttrue\ttrue\nhearing_range\t1.5\ttrue\ttrue\n");
}

// Every property of a body has a field, with a _ for the dot of the senses', and reads what C
// reads.
static void every_property_is_a_field(void **state) {
    fixture *f = *state;
    char source[8192] = HEAD
        "local a = drover.kind('a', { body = { response = 0.5, stride = 0.7, side_step = true } "
        "})\n"
        "return drover.scenario { kinds = { a }, setup = function(world)\n"
        "local s = world:spawn('a', {}) print(s.response, s.stride, s.side_step, s.turn_rate)\n";
    char expected[8192] = "0.5\t0.69999998807907\ttrue\tinf\n";
    for (int i = 0; i < DV_PROPERTY_COUNT; i++) {
        char name[64], line[512];
        snprintf(name, sizeof name, "%s", dv_properties[i].name);
        for (char *dot = strchr(name, '.'); dot; dot = NULL)
            *dot = '_';
        bool is_owned = i < DV_OWN_PROPERTY_COUNT;
        const char *value = dv_properties[i].type == DV_PARAMETER_SOLIDITY ? "agents" : "1.25";
        if (is_owned)
            snprintf(line, sizeof line,
                     "do local before = s.%s s.%s = tonumber '%s' or '%s' local own = s.%s\n"
                     "s.%s = nil print('%s', own, s.%s == before) end\n",
                     name, name, value, value, name, name, name, name);
        else
            snprintf(line, sizeof line,
                     "print('%s', (select(2, pcall(function() s.%s = 1 end))))\n",
                     dv_properties[i].name, name);
        strcat(source, line);
        if (is_owned)
            snprintf(line, sizeof line, "%s\t%s\ttrue\n", name, value);
        else
            snprintf(line, sizeof line,
                     "%s\tmain.lua:%d: %s: belongs to the kind, not to single agents: name "
                     "a slot in the body\n",
                     dv_properties[i].name,
                     5 + 2 * DV_OWN_PROPERTY_COUNT + i - DV_OWN_PROPERTY_COUNT,
                     dv_properties[i].name);
        strcat(expected, line);
    }
    strcat(source, "end }");
    expect_run(f, source, 0, expected);
}

// What a kind declared before its agents could be asked for the property goes on to mean its own.
static void a_kind_may_have_a_stride_of_its_own(void **state) {
    expect_run(*state, read_script("agents/a_kind_may_have_a_stride_of_its_own.lua"), 0,
               "long\tnil\n1.0\n2.0\t3.0\n1.0\nlong\tnil\n1.0\nshort\n");
}

static void an_override_goes_with_its_agent(void **state) {
    expect_run(*state, read_script("agents/an_override_goes_with_its_agent.lua"), 0,
               "1\ttrue\ttrue\tnil\t1\tnil\tfalse\n");
}

static void wrong_fields_and_values_are_refused(void **state) {
    static const char *const errors[][2] = {
        {"spawn('a', {}).hedding = 3",
         "kind 'a' has no field, slot or memory 'hedding' (heading?)"},
        {"local x = spawn('a', {}).preyy", "kind 'a' has no field, slot or memory 'preyy' (prey?)"},
        {"spawn('a', {}).x = 'y'", "x: a number expected, got string"},
        {"spawn('a', {}).x = 0/0", "position.x: nan is not in -1e+09 to 1e+09 m"},
        {"spawn('a', {}).x = 1e300", "position.x: inf is not in -1e+09 to 1e+09 m"},
        {"spawn('a', {}).vx = math.huge", "velocity.x: inf is not in -1e+06 to 1e+06 m/s"},
        {"spawn('a', {}).vx = 1e7", "velocity.x: 1e+07 is not in -1e+06 to 1e+06 m/s"},
        {"local s = spawn('a', { speed = 1e6 }) s.vy = 1e6", "velocity: faster than 1e+06 m/s"},
        {"spawn('a', {}).heading = 0/0", "heading: nan is not in -1e+06 to 1e+06 rad"},
        {"spawn('a', {}).mass = 0", "mass: 0 is not in 0.001 to 1e+09 kg"},
        {"spawn('a', {}).mass = 0/0", "mass: not a number"},
        {"spawn('a', {}).sight_angle = 9", "sight.angle: 9 is not in 0 to 6.28319 rad"},
        {"spawn('a', {}).response = -1", "response: -1 is not in 0 to 60 s"},
        {"spawn('a', {}).response = 'x'", "response: a number expected, got string"},
        {"spawn('a', {}).sight_drift = 0/0", "sight_drift: not a number"},
        {"spawn('a', {}).stand_still = true",
         "stand_still: belongs to the kind, not to single agents: name a slot in the body"},
        {"local x = spawn('a', {}).respones",
         "kind 'a' has no field, slot or memory 'respones' (response?)"},
        {"spawn('a', {}).id = 3", "id: cannot be assigned"},
        {"spawn('a', {}).state = 'x'", "state: cannot be assigned"},
        {"spawn('a', {}).position = 3", "position: cannot be assigned"},
        {"spawn('a', {}).color = 'rde'", "no color 'rde' (red?)"},
        {"spawn('a', {}).color = 3", "color: a name or \"#rrggbb\" expected, got number"},
        {"spawn('a', {}).label = 3", "label: a string expected, got number"},
        {"spawn('a', {}).group = 3", "group: a group expected, got number"},
        {"spawn('a', {}).prey = 3", "prey: an agent expected, got number"},
        {"spawn('a', {}).apply = 3", "apply: cannot be assigned"},
        {"spawn('a', {})[1] = 3", "kind 'a' has no field, slot or memory '1'"},
        {"spawn('a', {}):apply(3)", "apply: a behavior expected, got number"},
        {"spawn('a', {}):steer('x')", "steer: kind 'a' has no blend 'x' among its blends"},
        {"spawn('a', {}):steering(3)", "steering: a behavior or blend expected, got number"},
        {"spawn('a', {}):emit('x', -1)", "radius: -1 is not 0 m or more"},
        {"spawn('a', {}):emit('x', 0/0)", "radius: nan is not 0 m or more"},
        {"spawn('a', {}):distance('x')",
         "argument 1: a point expected ({ x, y }, { x = , y = } or a vector), got string"},
        {"spawn('a', {}):sees('c')", "no kind 'c'"},
        {"spawn('a', {}).sees(3)", "self: an agent expected, got number"},
        {"spawn('a', { hedding = 3 })", "spawn: kind 'a' has no 'hedding' (heading?)"},
        {"spawn('a', { velocity = 3 })",
         "spawn: kind 'a' has no 'velocity': x, y, z, heading, speed, state, group, label, a slot "
         "or memory expected"},
        {"world:scatter('a', 2, { x = 3 })",
         "scatter: x: places are drawn within the bounds or the region; world:spawn takes one"},
        {"spawn('a', { preyy = 3 })", "spawn: kind 'a' has no 'preyy' (prey?)"},
        {"spawn('a', { x = 0/0 })", "position.x: nan is not in -1e+09 to 1e+09 m"},
        {"spawn('a', { speed = -1 })", "speed: -1 is not in 0 to 1e+06 m/s"},
        {"spawn('a', { state = 'x' })", "spawn: no state 'x'"},
        {"spawn('a', { group = 3 })", "spawn: group: a group expected, got number"},
        {"spawn('a', { n = print })",
         "n: a function cannot be remembered: numbers, strings, booleans, vectors, handles and "
         "tables of these can"},
        {"spawn('c', {})", "no kind 'c'"},
        {"spawn(3, {})", "a kind's name expected, got number"},
        {"world:scatter('a', -1)", "scatter: -1 is not in 0 to 4194304"},
        {"world:scatter('a', 1 << 40)", "scatter: 1099511627776 is not in 0 to 4194304"},
        {"world:obstacle { sphere = { x = 0, y = 0, radius = 1e4 } } world:scatter('a', 5)",
         "scatter: a 1 of 5: no point outside the obstacles was found in 1000 tries"},
        {"world:count('a', { stat = 'x' })", "count takes no 'stat' (state?)"},
        {"world:count('a', { state = 'x' })", "no state 'x'"},
        {"world:count(nil, { state = 'x' })", "state: needs exactly one kind"},
        {"world:count({}, { state = 'x' })", "state: needs exactly one kind"},
        {"world.visibility = -1", "visibility: -1 is not 0 m or more"},
        {"world.tick = 1", "world.tick: cannot be assigned"},
        {"world.mine = 1", "world.mine: keep data of your own in world.memory"},
        {"local x = world.spwan", "the world has no 'spwan' (spawn?)"},
        {"local x = world.settings.pace", "no setting 'pace'"},
        {"world:random(3, 1)", "random: the range 3 to 1 is empty"},
        {"world:new_group('g')", "no group 'g'"},
        {"world:obstacle {}", "obstacle: one of sphere, box, polygon, wall or cylinder expected"},
        {"world:obstacle { sphere = { x = 1, y = 1, radius = 0/0 } }",
         "sphere: radius: nan is not in 1e-06 to 2e+09 m"},
        {"world:obstacle { sphere = { x = 1, y = 1, raduis = 1 } }",
         "obstacle: a sphere takes no 'raduis' (radius?)"},
        {"world:obstacle { sphere = { 1, 2, 0, 3 } }",
         "obstacle: a sphere takes no [1]: it is written { x = , y = , z = , radius = }"},
        {"world:obstacle { 1, 2 }",
         "obstacle takes no [1]: it is written { sphere = , box = , polygon = , wall = , cylinder "
         "= , color = , blocks = , hollow = }"},
        {"world:obstacle { sphere = { x = 1, y = 1, radius = 1 }, hollow = 1 }",
         "obstacle: hollow: true or false expected, got number"},
        {"world:obstacle { wall = { from = { 0, 0 }, to = { 1, 0 } }, hollow = true }",
         "wall: it has no inside to be hollow"},
        {"world:path { { 1, 2 }, { 3, 4 } }",
         "path takes no [1]: it is written { points = , radius = , closed = , spline = }"},
        {"spawn('a', { 1, 2 })", "spawn: kind 'a' has no [1]: it is written { x = , y = , z = , "
                                 "heading = , speed = , state = "
                                 ", group = , label = }"},
        {"world:emit('x', { raduis = 3 })", "emit takes no 'raduis' (radius?)"},
        {"drover.kind('c', {})",
         "drover.kind: behaviors, blends, guards and definitions are made while modules load, not "
         "in a callback: keep it in a local at the top"},
    };
    for (size_t i = 0; i < sizeof errors / sizeof *errors; i++) {
        char code[512];
        snprintf(code, sizeof code, "local function spawn(...) return world:spawn(...) end %s",
                 errors[i][0]);
        expect_error(*state, code, errors[i][1]);
    }
}

// Whoever catches the error must not find half an agent.
static void a_spawn_that_fails_leaves_nothing(void **state) {
    expect_run(*state, read_script("agents/a_spawn_that_fails_leaves_nothing.lua"), 0,
               "false\tmain.lua:6: prey: an agent expected, got number\n0\n"
               "false\tposition.x: nan is not in -1e+09 to 1e+09 m\n0\n1\n");
}

static void a_stale_handle_raises_but_may_be_asked_about(void **state) {
    expect_run(*state, read_script("agents/a_stale_handle_raises_but_may_be_asked_about.lua"), 0,
               "false\ttrue\tfalse\tagent#1 (gone)\tb#1\n"
               "false\tmain.lua:11: agent #1 is gone\nfalse\tmain.lua:12: agent #1 is gone\n"
               "false\tself: agent #1 is gone\nfalse\targument 1: agent #1 is gone\n"
               "nil\tnil\nnil\nfalse\tmain.lua:18: argument 1: agent #1 is gone\n");
}

static void handles_are_keys_and_are_visited_by_id(void **state) {
    expect_run(*state, read_script("agents/handles_are_keys_and_are_visited_by_id.lua"), 0,
               "2\ttwo\nword\tw\ntrue\tyes\na#1\t10\na#2\t20\na#3\t30\na#4\t40\n"
               "10\n20\n30\n40\ntrue\tfalse\ta#3\n");
}

static void geometry_of_agents(void **state) {
    expect_run(*state, read_script("agents/geometry_of_agents.lua"), 0,
               "5.000\n1.000\n1.000\n2.000\n3.000 4.000 0.000\n-0.644\n1.571\n3.142\n"
               "4.000 -3.000 0.000\n4.000 5.000 0.000\n");
}

static void vectors_are_values(void **state) {
    expect_run(
        *state, read_script("agents/vectors_are_values.lua"), 0,
        "(4, 6, 5)\t(2, 2, 5)\t(2, 4, 0)\t(2, 4, 0)\t(1.5, 2, 2.5)\t(-1, -2, -0)\ttrue\tfalse\n"
        "1.0\t2.0\t0.0\t5.0\t11.0\t(0, 1, 0)\t(0, 0, 0)\n1.0\t2.0\t0.0\n"
        "false\tmain.lua:11: vectors are immutable: make a new one with drover.vec\n1.0\n"
        "false\tmain.lua:13: a vector has no 'w': x, y, z, length, unit, dot or unpack\n"
        "false\tmain.lua:14: a vector expected, got number\n"
        "false\tbad argument #2 to '?' (number expected, got no value)\n"
        "false\tmain.lua:16: attempt to compare two vector values\n");
}

static void neighbors_are_found_as_sensed(void **state) {
    expect_run(*state, read_script("agents/neighbors_are_found_as_sensed.lua"), 2,
               "a#12.0 a#33.0 a#45.0 a#58.0\t4\ta#1\t2.0\n"
               "a#33.0 a#45.0\ta#3\ta#3\tnil\n"
               "a#12.0 a#45.0 a#58.0\t3\ta#1\t2.0\na#45.0\ta#4\ta#4\tnil\n");
}

static void the_worlds_questions(void **state) {
    expect_run(*state, read_script("agents/the_worlds_questions.lua"), 0,
               "4\t3\t4\t0\na#1 a#2 a#3 b#4\n0\t0.0\t0.016666666666667\t1\tinf\tnil\n"
               "(-50, -50, -50)\t(50, 50, 50)\topen\tworld\n");
}

static void random_numbers_follow_from_the_seed(void **state) {
    fixture *f = *state;
    char first[sizeof f->log], text[1024];
    snprintf(text, sizeof text, "%s",
             read_script("agents/random_numbers_follow_from_the_seed.lua"));
    open_main(f, text);
    step(f, 3);
    strcpy(first, f->log);
    open_main(f, text);
    step(f, 3);
    assert_string_equal(f->log, first);
    replace_in(text, sizeof text, "seed = 5", "seed = 6");
    open_main(f, text);
    step(f, 3);
    assert_string_not_equal(f->log, first);
}

static void random_ranges_may_be_as_wide_as_integers_are(void **state) {
    expect_run(*state, read_script("agents/random_ranges_may_be_as_wide_as_integers_are.lua"), 0,
               "nil\ttrue\ttrue\ttrue\tnil\n");
}

static void scattered_agents_are_in_bounds_and_apart(void **state) {
    expect_run(*state, read_script("agents/scattered_agents_are_in_bounds_and_apart.lua"), 0,
               "true\ttrue\n");
}

static void obstacles_move_and_go(void **state) {
    expect_run(
        *state, read_script("agents/obstacles_move_and_go.lua"), 0,
        "obstacle#1\t1.0\ttrue\n5.0\t1.0\nfalse\tfalse\tmain.lua:12: self: the obstacle is gone\n"
        "obstacle#1\tfalse\nfalse\tmain.lua:15: radius: cannot be assigned\n"
        "false\tmain.lua:16: an obstacle has no field 'raduis' (radius?)\n"
        "false\tmain.lua:17: obstacle: position.x: nan is not in -1e+09 to 1e+09 m\n");
}

// 256 MiB, and one for each 1024 agents as long as they live.
static void agents_bring_memory_for_lua(void **state) {
    fixture *f = *state;
    open_main(f, read_script("agents/agents_bring_memory_for_lua.lua"));
    expect_log(f, "false\tout of memory: scripts may use at most 256 MiB and 1 KiB per agent "
                  "(--lua-memory)\n");
}

/// What a run of three ticks warns of after some agents were spawned by a line of Lua.
static void expect_pile(fixture *f, const char *spawns, const char *warnings) {
    char source[1024];
    snprintf(source, sizeof source,
             HEAD "local a = drover.kind('a', { steer = drover.steer.cohesion { radius = 3 } })\n"
                  "return drover.scenario { kinds = { a }, setup = function(world)\n"
                  "for i = 1, 3000 do %s end end }",
             spawns);
    f->warnings[0] = '\0';
    open_main(f, source);
    for (int tick = 0; tick < 3; tick++)
        assert_int_equal(dv_scenario_step(f->scenario, &f->error), DV_OK);
    assert_string_equal(f->warnings, warnings);
    close_scenario(f);
}

static void many_agents_at_one_place_are_warned_of(void **state) {
    fixture *f = *state;
    expect_pile(f, "world:spawn(a, { x = i % 3 == 0 and i or 7, y = -2 })",
                "main.lua:2: 2000 agents are at (7, -2), agent 1 of kind 'a' among them. Each is a "
                "neighbor of all others there, which makes ticks slow: spawn them apart, as "
                "world:scatter does. Other places are not reported\n");
    expect_pile(f, "world:spawn(a, { x = i > 999 and i or 7, y = -2 })", "");
    // Many in a cell, but next to each other.
    expect_pile(f, "world:spawn(a, { x = i / 10000, y = -2 })", "");
}

TESTS {
    const struct CMUnitTest tests[] = {
        CASE(many_agents_at_one_place_are_warned_of),
        CASE_WITH("agents/kinds.lua", fields_read_what_was_written),
        CASE_WITH("agents/kinds.lua", labels_are_given_at_birth),
        CASE_WITH("agents/kinds.lua", an_override_holds_until_nil),
        CASE(every_property_is_a_field),
        CASE(a_kind_may_have_a_stride_of_its_own),
        CASE_WITH("agents/kinds.lua", an_override_goes_with_its_agent),
        CASE(wrong_fields_and_values_are_refused),
        CASE_WITH("agents/kinds.lua", a_spawn_that_fails_leaves_nothing),
        CASE_WITH("agents/kinds.lua", a_stale_handle_raises_but_may_be_asked_about),
        CASE_WITH("agents/kinds.lua", handles_are_keys_and_are_visited_by_id),
        CASE_WITH("agents/kinds.lua", geometry_of_agents),
        CASE_WITH("agents/kinds.lua", vectors_are_values),
        CASE(neighbors_are_found_as_sensed),
        CASE_WITH("agents/kinds.lua", the_worlds_questions),
        CASE(random_numbers_follow_from_the_seed),
        CASE_WITH("agents/kinds.lua", random_ranges_may_be_as_wide_as_integers_are),
        CASE(scattered_agents_are_in_bounds_and_apart),
        CASE_WITH("agents/kinds.lua", obstacles_move_and_go),
        CASE(agents_bring_memory_for_lua),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
