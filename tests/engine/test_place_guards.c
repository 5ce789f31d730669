// Guards on places, contact, being seen, and groups: exactly when each of them holds.
#include "../program.h"
#include "guard_world.h"

#include "base/alloc.h"
#include "drover/fields.h"

static dv_region add_disc(scene *s, float x, float y, float radius) {
    dv_region_def def = dv_region_def_default();
    def.shape =
        (dv_obstacle_def){.shape = DV_SPHERE, .position = dv_vec(x, y, 0), .radius = radius};
    dv_region region;
    scene_require(s, dv_region_create(s->world, &def, &region, &s->error));
    return region;
}

static dv_path add_line(scene *s, float y) {
    dv_vec3 ends[] = {{-40, y, 0}, {40, y, 0}};
    dv_path_def def = {ends, 2, 2, false, false};
    dv_path path;
    scene_require(s, dv_path_create(s->world, &def, &path, &s->error));
    return path;
}

static void inside_holds_for_the_center(void **state) {
    (void)state;
    scene s = scene_default();
    OPEN(&s, WHEN("inside", NAMED("region", "home")));
    assert_int_equal(scene_step(&s), 0); // the slot is empty
    dv_region home = add_disc(&s, 3, 4, 5);
    scene_fill_handle(&s, HOME, home.bits);
    assert_int_equal(scene_step(&s), 1); // on the edge
    scene_place(&s, s.deer, -0.01f, 0);
    assert_int_equal(scene_step(&s), 0);
    scene_place(&s, s.deer, 3, 4);
    assert_int_equal(scene_step(&s), 1);
    dv_region_remove(s.world, home);
    assert_int_equal(scene_step(&s), 0);
    scene_close(&s);
}

static void field_compares_the_amount_in_the_cell(void **state) {
    (void)state;
    scene s = scene_default();
    OPEN(&s, WHEN("field", NAMED("field", "scent"), NUMBER("above", 2), NUMBER("below", 4)));
    dv_field scent = dv_world_field(s.world, 0);
    static const double amounts[][2] = {{0, 0}, {1.99, 0}, {2.01, 1}, {3.99, 1}, {4.01, 0}};
    for (size_t i = 0; i < sizeof amounts / sizeof *amounts; i++) {
        scene_require(&s, dv_field_set(s.world, scent, dv_vec(0, 0, 0), amounts[i][0], &s.error));
        assert_int_equal(scene_step(&s), (int)amounts[i][1]);
    }
    scene_close(&s);
    s = scene_default();
    OPEN(&s, WHEN("field", NAMED("field", "scent"), NUMBER("below", 4)));
    assert_int_equal(scene_step(&s), 1);
    scene_place(&s, s.deer, 1e6f, 0); // beyond the bounds there is nothing
    assert_int_equal(scene_step(&s), 1);
    scene_close(&s);
}

static void off_path_measures_from_the_spine(void **state) {
    (void)state;
    scene s = scene_default();
    OPEN(&s, WHEN("off_path", NUMBER("distance", 3), NAMED("path", "route")));
    assert_int_equal(scene_step(&s), 0);
    dv_path route = add_line(&s, 3);
    scene_fill_handle(&s, ROUTE, route.bits);
    assert_int_equal(scene_step(&s), 0); // exactly 3
    scene_place(&s, s.deer, 0, -0.01f);
    assert_int_equal(scene_step(&s), 1);
    scene_place(&s, s.deer, 44, 3);
    assert_int_equal(scene_step(&s), 1); // beyond the end
    dv_path_remove(s.world, route);
    assert_int_equal(scene_step(&s), 0);
    scene_close(&s);
}

static void off_path_knows_the_path_that_is_followed(void **state) {
    (void)state;
    scene s = scene_default();
    dv_argument arguments[] = {NAMED("path", "route"), NUMBER("direction", 0)};
    dv_part parts[] = {{dv_behavior_create("wander", NULL, 0, "test", 0, NULL), {0}},
                       {dv_behavior_create("path_following", arguments, 2, "test", 0, NULL), {0}}};
    s.steer = dv_blend_create("priority", parts, 2, NULL, 0, "test", NULL);
    OPEN(&s, WHEN("off_path", NUMBER("distance", 3)));
    dv_steering_release(parts[0].steering);
    dv_steering_release(parts[1].steering);
    dv_steering_release(s.steer);
    assert_int_equal(scene_step(&s), 0);
    scene_fill_handle(&s, ROUTE, add_line(&s, 10).bits);
    assert_int_equal(scene_step(&s), 1);
    scene_place(&s, s.deer, 0, 8);
    assert_int_equal(scene_step(&s), 0);
    scene_close(&s);
    s = scene_default();
    OPEN(&s, WHEN("off_path", NUMBER("distance", 0))); // who follows none is off none
    assert_int_equal(scene_step(&s), 0);
    scene_close(&s);
}

// The route is y = 3 and the body's radius 0.5: a ball of 1 m about (20, 4.4) is 0.4 m from it, one
// about (10, 1) a meter.
static void blocked_sees_what_stands_in_the_way_ahead(void **state) {
    (void)state;
    scene s = scene_default();
    OPEN(&s, WHEN("blocked", NAMED("path", "route")),
         WHEN("blocked", NUMBER("clearance", 1.001), NAMED("path", "route")));
    dv_obstacle_def ball = {.shape = DV_SPHERE, .position = {20, 4.4f, 0}, .radius = 1};
    dv_obstacle near, beside;
    scene_require(&s, dv_obstacle_create(s.world, &ball, &near, &s.error));
    ball.position = dv_vec(10, 1, 0);
    scene_require(&s, dv_obstacle_create(s.world, &ball, &beside, &s.error));
    assert_int_equal(scene_step(&s), 0); // it has no path
    scene_fill_handle(&s, ROUTE, add_line(&s, 3).bits);
    assert_int_equal(scene_step(&s), 3);
    scene_require(&s, dv_agent_set_property(s.world, s.deer, DV_SIGHT_RANGE, 19.4, &s.error));
    assert_int_equal(scene_step(&s), 2); // √(20² + 4.4²) − 1 = 19.48: too far to see
    scene_place(&s, s.deer, 1, 0);
    assert_int_equal(scene_step(&s), 3);
    scene_require(&s, dv_agent_set_property(s.world, s.deer, DV_RADIUS, 0.399, &s.error));
    assert_int_equal(scene_step(&s), 2);
    scene_place(&s, s.deer, 12, 0); // past it
    assert_int_equal(scene_step(&s), 2);
    scene_place(&s, s.deer, 22, 0); // past both
    assert_int_equal(scene_step(&s), 0);
    scene_close(&s);
}

static void arrived_asks_for_distance_speed_and_heading(void **state) {
    (void)state;
    scene s = scene_default();
    OPEN(&s, WHEN("arrived", NAMED("target", "place"), NUMBER("distance", 2)),
         WHEN("arrived", NAMED("target", "place"), NUMBER("speed", 1)),
         WHEN("arrived", NAMED("target", "other"), NUMBER("distance", 9),
              NUMBER("angle", DV_PI / 2)));
    assert_int_equal(scene_step(&s), 0);
    scene_fill_point(&s, PLACE, 0, 2);
    assert_int_equal(scene_step(&s), 1); // exactly 2, further than the default 0.5
    scene_fill_point(&s, PLACE, 0, 2.01f);
    assert_int_equal(scene_step(&s), 0);
    scene_fill_point(&s, PLACE, 0, 0.5f);
    assert_int_equal(scene_step(&s), 3);
    dv_agent_def def = dv_agent_def_default(WOLF);
    def.position = dv_vec(5, 0, 0);
    def.heading = (float)(DV_PI / 4 - 0.01);
    dv_agent wolf;
    scene_require(&s, dv_agent_spawn(s.world, &def, &wolf, &s.error));
    scene_fill(&s, OTHER, wolf);
    assert_int_equal(scene_step(&s), 7);
    scene_require(&s, dv_agent_set_heading(s.world, wolf, DV_PI / 4 + 0.01, &s.error));
    assert_int_equal(scene_step(&s), 3);
    dv_agent_set_velocity(s.world, s.deer, dv_vec(0, 1.5f, 0), NULL); // and turned
    assert_int_equal(scene_step(&s), 5);
    scene_close(&s);
}

static void collided_binds_the_nearest_body_touched(void **state) {
    (void)state;
    scene s = scene_default();
    OPEN(&s, WHEN("collided", NAMED("kind", "wolf"), NAMED("as", "threat")),
         guard_of("collided", NULL, 0));
    dv_agent wolf = scene_spawn(&s, WOLF, 1, 0);
    assert_int_equal(scene_step(&s), 3); // 0.5 m and 0.5 m touch
    assert_true(same(scene_kept(&s, THREAT), wolf));
    scene_place(&s, wolf, 1.001f, 0);
    assert_int_equal(scene_step(&s), 0);
    // A body that is larger than its kind's is found too, and the nearest of two is bound.
    scene_require(&s, dv_agent_set_property(s.world, wolf, DV_RADIUS, 3, &s.error));
    dv_agent other = scene_spawn(&s, WOLF, 0, -0.9f);
    assert_int_equal(scene_step(&s), 3);
    assert_true(same(scene_kept(&s, THREAT), other));
    dv_agent_remove(s.world, other);
    assert_int_equal(scene_step(&s), 3);
    assert_true(same(scene_kept(&s, THREAT), wolf));
    dv_agent_remove(s.world, wolf);
    scene_spawn(&s, HARE, 0.5f, 0);
    assert_int_equal(scene_step(&s), 2);
    scene_close(&s);
}

static void stuck_counts_from_where_it_last_got_away(void **state) {
    (void)state;
    scene s = scene_default();
    OPEN(&s, WHEN("stuck", NUMBER("seconds", 0.1), NUMBER("distance", 1)));
    for (int i = 0; i < 5; i++) // 0 to 0.08 s
        assert_int_equal(scene_step(&s), 0);
    assert_int_equal(scene_step(&s), 1); // 0.1 s
    scene_place(&s, s.deer, 1, 0);
    assert_int_equal(scene_step(&s), 1); // no further than 1 m
    scene_place(&s, s.deer, 1.01f, 0);
    for (int i = 0; i < 5; i++)
        assert_int_equal(scene_step(&s), 0);
    assert_int_equal(scene_step(&s), 1);
    for (int i = 0; i < 12; i++) { // 0.3 m a tick is 1 m in 4 of them
        scene_place(&s, s.deer, 1.3f + 0.3f * (float)i, 0);
        assert_int_equal(scene_step(&s), i < 3 ? 1 : 0);
    }
    scene_close(&s);
}

static void seen_by_asks_for_the_eyes_of_others(void **state) {
    (void)state;
    scene s = scene_default();
    s.angle = DV_PI; // wolves see what is before them, up to 20 m
    OPEN(&s, WHEN("seen_by", NAMED("kind", "wolf"), NAMED("as", "threat")));
    dv_agent wolf = scene_spawn(&s, WOLF, -20, 0);
    scene_spawn(&s, HARE, -1, 0);
    assert_int_equal(scene_step(&s), 1);
    assert_true(same(scene_kept(&s, THREAT), wolf));
    scene_place(&s, wolf, -20.01f, 0);
    assert_int_equal(scene_step(&s), 0);
    scene_require(&s, dv_agent_set_property(s.world, wolf, DV_SIGHT_RANGE, 30, &s.error));
    assert_int_equal(scene_step(&s), 1);
    scene_place(&s, wolf, 5, 0); // it looks away
    assert_int_equal(scene_step(&s), 0);
    scene_require(&s, dv_agent_set_heading(s.world, wolf, DV_PI, &s.error));
    assert_int_equal(scene_step(&s), 1);
    dv_world_set_visibility(s.world, 4, NULL);
    assert_int_equal(scene_step(&s), 0);
    scene_close(&s);
}

static void leads_holds_for_the_leader(void **state) {
    (void)state;
    // Groups must be declared before the world is made: a world of its own.
    dv_error error;
    dv_program *program = dv_program_create();
    dv_group_def pack = {.name = "pack"};
    assert_int_equal(dv_program_add_group(program, &pack, &error), DV_OK);
    dv_kind_def kind = dv_kind_def_default();
    kind.name = "wolf";
    assert_int_equal(dv_program_add_kind(program, &kind, &error), DV_OK);
    static const char *const names[] = {"follows", "leads"};
    for (int i = 0; i < 2; i++)
        assert_int_equal(dv_program_add_state(program, &(dv_state_def){.name = names[i]}, &error),
                         DV_OK);
    dv_guard *guard = guard_of("leads", NULL, 0);
    dv_on_def on = {.guard = guard, .state = "leads", .callback = -1};
    assert_int_equal(dv_program_add_on(program, "follows", &on, &error), DV_OK);
    dv_guard_release(guard);
    assert_int_equal(dv_program_finish(program, &error), DV_OK);
    dv_world_def def = dv_world_def_default();
    dv_world *world = dv_world_create(&def, program, &error);
    dv_group group;
    assert_int_equal(dv_group_create(world, 0, &group, &error), DV_OK);
    dv_agent wolves[3];
    for (int i = 0; i < 3; i++) {
        dv_agent_def wolf = dv_agent_def_default(0);
        wolf.group = i < 2 ? group : (dv_group){0};
        assert_int_equal(dv_agent_spawn(world, &wolf, &wolves[i], &error), DV_OK);
    }
    assert_int_equal(dv_world_step(world, &error), DV_OK);
    assert_int_equal(dv_agent_state(world, wolves[1]), 0);
    assert_int_equal(dv_group_set_leader(world, group, wolves[1], &error), DV_OK);
    assert_int_equal(dv_world_step(world, &error), DV_OK);
    assert_int_equal(dv_agent_state(world, wolves[0]), 0);
    assert_int_equal(dv_agent_state(world, wolves[1]), 1);
    assert_int_equal(dv_agent_state(world, wolves[2]), 0);
    dv_world_destroy(world);
    dv_program_release(program);
    assert_int_equal(dv_allocated_bytes(), 0);
}

static void slots_of_another_type_are_refused(void **state) {
    (void)state;
    static const struct {
        const char *guard, *parameter, *slot, *message;
    } wrong[] = {
        {"inside", "region", "place",
         "deer.lua:5: when.inside: region: slot 'place' holds a point"},
        {"inside", "region", "hme",
         "deer.lua:5: when.inside: region: kind 'deer' has no slot "
         "'hme' (home?)"},
        {"has", "slot", "group.den", "deer.lua:5: when.has: slot: no group has a slot 'den'"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        dv_error error;
        dv_program *program = dv_program_create();
        static const dv_slot_def slots[] = {{"place", DV_SLOT_POINT}, {"home", DV_SLOT_REGION}};
        dv_kind_def kind = dv_kind_def_default();
        kind.name = "deer";
        kind.slots = slots;
        kind.slot_count = 2;
        assert_int_equal(dv_program_add_kind(program, &kind, &error), DV_OK);
        dv_argument argument = {wrong[i].parameter, dv_value_name(wrong[i].slot)};
        dv_on_def on = {.guard = guard_of(wrong[i].guard, &argument, 1), .callback = 0};
        assert_int_equal(dv_program_add_on(program, NULL, &on, &error), DV_OK);
        dv_guard_release(on.guard);
        assert_int_not_equal(dv_program_finish(program, &error), DV_OK);
        assert_string_equal(error.message, wrong[i].message);
        dv_program_release(program);
    }
    dv_error error;
    dv_argument literal = {"region", dv_value_point(dv_vec(0, 0, 0))};
    assert_null(dv_guard_create("inside", &literal, 1, "a.lua:1", &error));
    assert_string_equal(error.message,
                        "a.lua:1: when.inside: region: a slot name expected, got point");
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(inside_holds_for_the_center),
        cmocka_unit_test(field_compares_the_amount_in_the_cell),
        cmocka_unit_test(off_path_measures_from_the_spine),
        cmocka_unit_test(off_path_knows_the_path_that_is_followed),
        cmocka_unit_test(blocked_sees_what_stands_in_the_way_ahead),
        cmocka_unit_test(arrived_asks_for_distance_speed_and_heading),
        cmocka_unit_test(collided_binds_the_nearest_body_touched),
        cmocka_unit_test(stuck_counts_from_where_it_last_got_away),
        cmocka_unit_test(seen_by_asks_for_the_eyes_of_others),
        cmocka_unit_test(leads_holds_for_the_leader),
        cmocka_unit_test(slots_of_another_type_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
