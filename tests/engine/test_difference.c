// What differs between two worlds: each case changes one thing in the second, and compares whose it
// is, what it is called, and both values.
#include "../program.h"
#include "behavior_world.h"

#include "record/difference.h"

enum { PREY, NUMBER, PLACE, BERTH };

typedef struct pair {
    dv_program *program;
    dv_world *worlds[2];
    dv_error error;
} pair;

static void must(pair *p, dv_result result) {
    if (result != DV_OK)
        fail_msg("%s", p->error.message);
}

static dv_program *make_program(pair *p, const char *wind) {
    static const dv_slot_def slots[] = {{"prey", DV_SLOT_AGENT},
                                        {"number", DV_SLOT_NUMBER},
                                        {"place", DV_SLOT_POINT},
                                        {"berth", DV_SLOT_POSE}};
    dv_program *program = dv_program_create();
    dv_setting_def pace = {.name = "pace", .type = DV_SLIDER, .fallback = 5, .maximum = 10};
    must(p, dv_program_add_setting(program, &pace, &p->error));
    dv_group_def pack = {.name = "pack", .slots = slots, .slot_count = 2};
    must(p, dv_program_add_group(program, &pack, &p->error));
    dv_flow_def flow = {.name = wind, .resolution = 10};
    must(p, dv_program_add_flow(program, &flow, &p->error));
    dv_field_def scent = {.name = "scent", .cell = 10, .max = 10};
    must(p, dv_program_add_field(program, &scent, &p->error));
    static const char *const names[] = {"wolf", "deer"};
    for (int i = 0; i < 2; i++) {
        dv_kind_def kind = dv_kind_def_default();
        kind.name = names[i];
        kind.slots = slots;
        kind.slot_count = 4;
        must(p, dv_program_add_kind(program, &kind, &p->error));
        must(p, dv_program_add_state(program, &(dv_state_def){.name = "calm"}, &p->error));
        must(p, dv_program_add_state(program, &(dv_state_def){.name = "wild"}, &p->error));
    }
    must(p, dv_program_finish(program, &p->error));
    return program;
}

static dv_world *make_world(pair *p, dv_program *program) {
    dv_world_def def = lab_def();
    def.bounds.edge = DV_EDGE_CONTAIN;
    dv_world *world = dv_world_create(&def, program, &p->error);
    assert_non_null(world);
    dv_group group, empty;
    must(p, dv_group_create(world, 0, &group, &p->error));
    must(p, dv_group_create(world, 0, &empty, &p->error));
    for (uint32_t i = 0; i < 3; i++) {
        dv_agent agent;
        dv_agent_def wolf = dv_agent_def_default(0);
        wolf.position = dv_vec((float)i, 2, 0);
        wolf.group = i < 2 ? group : (dv_group){0};
        must(p, dv_agent_spawn(world, &wolf, &agent, &p->error));
    }
    must(p, dv_world_step(world, &p->error));
    return world;
}

static pair open_pair(void) {
    pair p = {0};
    p.program = make_program(&p, "wind");
    for (int i = 0; i < 2; i++)
        p.worlds[i] = make_world(&p, p.program);
    return p;
}

static void close_pair(pair *p) {
    for (int i = 0; i < 2; i++)
        dv_world_destroy(p->worlds[i]);
    dv_program_release(p->program);
    assert_int_equal(dv_allocated_bytes(), 0);
}

static void expect_same(const pair *p) {
    dv_difference found;
    assert_false(dv_world_agents_differ(p->worlds[0], p->worlds[1], &found));
    assert_false(dv_world_rest_differs(p->worlds[0], p->worlds[1], &found));
}

static void expect_found(const dv_difference *found, const char *whose, const char *field,
                         const char *value, const char *other) {
    assert_string_equal(found->field, field);
    assert_string_equal(found->whose, whose);
    assert_string_equal(found->values[0], value);
    assert_string_equal(found->values[1], other);
}

/// The second agent differs, and nothing but agents does.
static void expect_of_agent(const pair *p, const char *field, const char *value,
                            const char *other) {
    dv_difference found;
    assert_true(dv_world_agents_differ(p->worlds[0], p->worlds[1], &found));
    expect_found(&found, "wolf#2", field, value, other);
    assert_int_equal(found.agent, 2);
    bool is_decided = strcmp(field, "kind") == 0 || strcmp(field, "state") == 0 ||
                      strcmp(field, "suspended") == 0;
    assert_int_equal(found.is_decided, is_decided);
    assert_false(dv_world_rest_differs(p->worlds[0], p->worlds[1], &found));
}

/// Something else differs, and no agent does.
static void expect_of_rest(const pair *p, const char *whose, const char *field, const char *value,
                           const char *other) {
    dv_difference found;
    assert_false(dv_world_agents_differ(p->worlds[0], p->worlds[1], &found));
    assert_true(dv_world_rest_differs(p->worlds[0], p->worlds[1], &found));
    expect_found(&found, whose, field, value, other);
    assert_int_equal(found.agent, 0);
}

static void worlds_that_did_the_same_are_the_same(void **state) {
    (void)state;
    pair p = open_pair();
    expect_same(&p);
    for (int i = 0; i < 2; i++) {
        dv_agent second = dv_world_agent_at(p.worlds[i], 1),
                 third = dv_world_agent_at(p.worlds[i], 2);
        dv_slot_value prey = {.is_set = true, .as.handle = third.bits};
        must(&p, dv_agent_set_slot(p.worlds[i], second, PREY, prey, &p.error));
        must(&p, dv_group_set_leader(p.worlds[i], dv_agent_group(p.worlds[i], second), second,
                                     &p.error));
        // Scripts cannot tell 0 from −0.
        must(&p,
             dv_agent_set_velocity(p.worlds[i], third, dv_vec(1, i ? 0.0f : -0.0f, 0), &p.error));
    }
    expect_same(&p);
    for (int i = 0; i < 2; i++) {
        must(&p, dv_agent_remove(p.worlds[i], dv_world_agent_at(p.worlds[i], 2)));
        must(&p, dv_world_step(p.worlds[i], &p.error));
    }
    expect_same(&p);
    close_pair(&p);
}

#define EACH_CASE(change, expected)                                                                \
    do {                                                                                           \
        pair p = open_pair();                                                                      \
        dv_world *world = p.worlds[1];                                                             \
        dv_agent agent = dv_world_agent_at(world, 1);                                              \
        dv_group group = dv_agent_group(world, agent);                                             \
        (void)agent, (void)group;                                                                  \
        change;                                                                                    \
        expected;                                                                                  \
        close_pair(&p);                                                                            \
    } while (0)

#define SLOT(...) ((dv_slot_value){.is_set = true, __VA_ARGS__})

static void the_first_field_that_differs_is_found(void **state) {
    (void)state;
    EACH_CASE(must(&p, dv_agent_remove(world, agent)),
              expect_of_agent(&p, "alive", "true", "false"));
    EACH_CASE(world->agents.state[1] = 1, expect_of_agent(&p, "state", "calm", "wild"));
    EACH_CASE(dv_agent_suspend(world, agent), expect_of_agent(&p, "suspended", "false", "true"));
    // One tick of 20 ms ago.
    EACH_CASE(world->agents.entered[1]++, expect_of_agent(&p, "state_time", "0.02", "0"));
    EACH_CASE(world->agents.born[1] = 7, expect_of_agent(&p, "tick of spawning", "0", "7"));
    EACH_CASE(must(&p, dv_agent_set_group(world, agent, (dv_group){0}, &p.error)),
              expect_of_agent(&p, "group", "pack#1", "nil"));
    EACH_CASE(must(&p, dv_agent_set_slot(world, agent, NUMBER, SLOT(.as.number = 2.5), &p.error)),
              expect_of_agent(&p, "number", "nil", "2.5"));
    EACH_CASE(
        must(&p, dv_agent_set_slot(world, agent, PREY, SLOT(.as.handle = agent.bits), &p.error)),
        expect_of_agent(&p, "prey", "nil", "wolf#2"));
    EACH_CASE(
        must(&p, dv_agent_set_slot(world, agent, PLACE, SLOT(.as.point = {1, -2, 0}), &p.error)),
        expect_of_agent(&p, "place", "nil", "(1, -2)"));
    EACH_CASE(must(&p, dv_agent_set_slot(world, agent, BERTH, SLOT(.as.pose = {{3, 4, 0}, 0.5f}),
                                         &p.error)),
              expect_of_agent(&p, "berth", "nil", "(3, 4) heading 0.5"));
    EACH_CASE(must(&p, dv_agent_set_property(world, agent, DV_MAX_SPEED, 3, &p.error)),
              expect_of_agent(&p, "max_speed", "8", "3"));
    EACH_CASE(must(&p, dv_agent_set_color(world, agent, 0xFF8000FF, &p.error)),
              expect_of_agent(&p, "color", "#4a6fa5ff", "#ff8000ff"));
    EACH_CASE(must(&p, dv_agent_set_velocity(world, agent, dv_vec(0.5f, 0, 0), &p.error)),
              expect_of_agent(&p, "velocity", "(0, 0)", "(0.5, 0)"));
    EACH_CASE(must(&p, dv_agent_set_heading(world, agent, DV_PI, &p.error)),
              expect_of_agent(&p, "forward", "(1, 0)", "(-1, 1.2246469e-16)"));
    EACH_CASE(must(&p, dv_agent_set_position(world, agent, dv_vec(1, 3, 0), &p.error)),
              expect_of_agent(&p, "position", "(1, 2)", "(1, 3)"));
}

static void a_slot_that_names_who_is_gone_says_so(void **state) {
    (void)state;
    pair p = open_pair();
    dv_agent third = dv_world_agent_at(p.worlds[1], 2), second = dv_world_agent_at(p.worlds[1], 1);
    must(&p, dv_agent_set_slot(p.worlds[1], second, PREY, SLOT(.as.handle = third.bits), &p.error));
    for (int i = 0; i < 2; i++) {
        must(&p, dv_agent_remove(p.worlds[i], dv_world_agent_at(p.worlds[i], 2)));
        must(&p, dv_world_step(p.worlds[i], &p.error));
    }
    expect_of_agent(&p, "prey", "nil", "agent#3 (gone)");
    close_pair(&p);
}

// Of all agents that differ, the first counts, even one that only the second world has.
static void the_first_agent_that_differs_is_found(void **state) {
    (void)state;
    pair p = open_pair();
    dv_agent_def deer = dv_agent_def_default(1);
    dv_agent fourth;
    dv_difference found;
    must(&p, dv_agent_spawn(p.worlds[1], &deer, &fourth, &p.error));
    assert_true(dv_world_agents_differ(p.worlds[0], p.worlds[1], &found));
    expect_found(&found, "deer#4", "alive", "false", "true");
    assert_int_equal(found.agent, 4);
    for (uint32_t i = 0; i < 3; i += 2)
        must(&p, dv_agent_set_position(p.worlds[1], dv_world_agent_at(p.worlds[1], i),
                                       dv_vec(9, 9, 0), &p.error));
    assert_true(dv_world_agents_differ(p.worlds[0], p.worlds[1], &found));
    expect_found(&found, "wolf#1", "position", "(0, 2)", "(9, 9)");
    close_pair(&p);
}

static void what_is_no_agents_is_found_too(void **state) {
    (void)state;
    const dv_event cry = {.name = 7, .radius = 3};
    const dv_vec3 ends[] = {{0, 0, 0}, {9, 0, 0}};
    const dv_path_def way = {ends, 2, 1, false, false};
    const dv_obstacle_def ball = {.shape = DV_SPHERE, .radius = 1};
    dv_region_def pond = dv_region_def_default();
    pond.shape = ball;
    dv_obstacle obstacle;
    dv_path path;
    dv_region region;
    dv_flow flow;
    dv_field scent;
    EACH_CASE(must(&p, dv_world_set_setting(world, 0, 6, &p.error)),
              expect_of_rest(&p, "", "setting pace", "5", "6"));
    EACH_CASE(must(&p, dv_group_set_leader(world, group, agent, &p.error)),
              expect_of_rest(&p, "pack#1", "leader", "nil", "wolf#2"));
    EACH_CASE(must(&p, dv_group_set_slot(world, group, NUMBER, SLOT(.as.number = 3), &p.error)),
              expect_of_rest(&p, "pack#1", "number", "nil", "3"));
    EACH_CASE(must(&p, dv_group_create(world, 0, &group, &p.error)),
              expect_of_rest(&p, "pack#3", "alive", "false", "true"));
    EACH_CASE(must(&p, dv_world_set_visibility(world, 9, &p.error)),
              expect_of_rest(&p, "", "visibility", "inf", "9"));
    EACH_CASE(dv_world_finish(world, "enough"),
              expect_of_rest(&p, "", "finished", "false", "true"));
    EACH_CASE(must(&p, dv_obstacle_create(world, &ball, &obstacle, &p.error)),
              expect_of_rest(&p, "", "obstacles", "", ""));
    EACH_CASE(must(&p, dv_path_create(world, &way, &path, &p.error)),
              expect_of_rest(&p, "", "paths", "", ""));
    EACH_CASE(must(&p, dv_region_create(world, &pond, &region, &p.error)),
              expect_of_rest(&p, "", "regions", "", ""));
    EACH_CASE(must(&p, dv_flow_create(world, 0, &flow, &p.error)),
              expect_of_rest(&p, "", "flows", "", ""));
    EACH_CASE(scent = dv_world_field(world, 0);
              must(&p, dv_field_set(world, scent, dv_vec(1, 1, 0), 4, &p.error)),
              expect_of_rest(&p, "", "fields", "", ""));
    EACH_CASE(must(&p, dv_world_emit(world, &cry, &p.error)),
              expect_of_rest(&p, "", "events", "", ""));
    EACH_CASE(dv_world_random(world), expect_of_rest(&p, "", "random numbers drawn", "0", "1"));
}

// Flows with other names are other flows.
static void what_only_one_program_declares_is_skipped(void **state) {
    (void)state;
    pair p = open_pair();
    dv_program *other = make_program(&p, "breeze");
    dv_world_destroy(p.worlds[1]);
    p.worlds[1] = make_world(&p, other);
    dv_flow flow;
    must(&p, dv_flow_create(p.worlds[1], 0, &flow, &p.error));
    expect_same(&p);
    dv_program_release(other);
    close_pair(&p);
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(worlds_that_did_the_same_are_the_same),
        cmocka_unit_test(the_first_field_that_differs_is_found),
        cmocka_unit_test(a_slot_that_names_who_is_gone_says_so),
        cmocka_unit_test(the_first_agent_that_differs_is_found),
        cmocka_unit_test(what_is_no_agents_is_found_too),
        cmocka_unit_test(what_only_one_program_declares_is_skipped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
