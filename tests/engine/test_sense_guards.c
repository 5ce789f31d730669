// Guards on agents that are seen, held in slots, near, or heard: exactly when each holds, and what
// it writes.
#include "../program.h"
#include "guard_world.h"

#include "base/alloc.h"
#include "guards/guards.h"

// Sight

static void sees_binds_the_nearest_of_the_kinds(void **state) {
    (void)state;
    scene s = scene_default();
    OPEN(&s, WHEN("sees", NAMED("who", "wolf"), NUMBER("within", 5), NAMED("as", "threat"),
                  NAMED("at", "place")));
    dv_agent wolf = scene_spawn(&s, WOLF, 5.001f, 0);
    scene_spawn(&s, HARE, 1, 0);
    assert_int_equal(scene_step(&s), 0);
    assert_true(is_empty(&s, THREAT) && is_empty(&s, PLACE));
    scene_place(&s, wolf, 3, 4); // exactly 5
    assert_int_equal(scene_step(&s), 1);
    assert_true(same(scene_kept(&s, THREAT), wolf));
    assert_slot_point(&s, PLACE, 3, 4);
    dv_agent nearer = scene_spawn(&s, WOLF, 0, -4);
    assert_int_equal(scene_step(&s), 1);
    assert_true(same(scene_kept(&s, THREAT), nearer));
    // What it kept stays when it holds no longer.
    scene_place(&s, wolf, 9, 0);
    scene_place(&s, nearer, 0, -8);
    assert_int_equal(scene_step(&s), 0);
    assert_true(same(scene_kept(&s, THREAT), nearer));
    assert_slot_point(&s, PLACE, 0, -4);
    scene_close(&s);
}

#define SEERS 100

/// The plain way: all that is seen, the first of them.
static dv_agent first_seen(const scene *s, uint32_t kind, double range) {
    dv_neighbor first = {{0}, 0};
    dv_agent_seen(s->world, s->deer, dv_one_kind(kind), range, &first, 1);
    return first.agent;
}

static void scatter(scene *s, dv_random_key key, bool is_coarse, uint32_t limit) {
    uint64_t n = 0;
    for (uint32_t i = 0; i < limit; i++) {
        dv_agent agent = dv_world_agent_at(s->world, i);
        float p[3];
        for (int axis = 0; axis < 3; axis++) {
            p[axis] = (float)(dv_random_unit(key, n++) * 100 - 50);
            p[axis] = is_coarse ? floorf(p[axis] / 5) * 5 : p[axis]; // so that there are ties
        }
        dv_vec3 place = dv_vec(p[0], p[1], s->def.space == DV_VOLUME ? p[2] : 0);
        scene_require(s, dv_agent_set_position(s->world, agent, place, &s->error));
    }
}

/// Two searches of one agent in one guard, whether or not the first finds anybody.
static dv_guard *look_twice(const char *first, double near, const char *second, double far) {
    dv_guard *maybe =
        joined(dv_guard_either,
               WHEN("sees", NAMED("who", first), NUMBER("within", near), NAMED("as", "threat")),
               WHEN("after", NUMBER("seconds", 0)));
    return joined(dv_guard_both, maybe,
                  WHEN("sees", NAMED("who", second), NUMBER("within", far), NAMED("as", "other")));
}

static void compare_searches(scene s, uint32_t second, double near, double far, uint32_t wolves) {
    OPEN(&s, look_twice("wolf", near, second == WOLF ? "wolf" : "hare", far));
    for (uint32_t i = 0; i < wolves; i++)
        scene_spawn(&s, WOLF, 0, 0);
    for (uint32_t i = 0; i < 600; i++)
        scene_spawn(&s, HARE, 0, 0);
    dv_agent seers[SEERS] = {s.deer};
    for (uint32_t i = 1; i < SEERS; i++)
        seers[i] = scene_spawn(&s, DEER, 0, 0);
    for (uint64_t tick = 0; tick < 12; tick++) {
        scatter(&s, (dv_random_key){.seed = 11, .tick = tick}, tick % 2 == 1, 600 + SEERS + wolves);
        for (uint32_t i = 0; i < SEERS; i++) {
            s.deer = seers[i];
            scene_fill(&s, THREAT, (dv_agent){0});
            scene_fill(&s, OTHER, (dv_agent){0});
        }
        bool held = scene_step(&s) == 1;
        for (uint32_t i = 0; i < SEERS; i++) {
            s.deer = seers[i];
            assert_true(same(scene_kept(&s, THREAT), first_seen(&s, WOLF, near)));
            assert_true(same(scene_kept(&s, OTHER), first_seen(&s, second, far)));
        }
        assert_int_equal(held, scene_kept(&s, OTHER).bits != 0);
    }
    scene_close(&s);
}

static void a_search_after_another_finds_what_it_finds_alone(void **state) {
    (void)state;
    static const double ranges[] = {0, 6, 6.5, 15, 30, INFINITY};
    static const uint32_t wolves[] = {3, 70}; // few, and rare
    for (int space = DV_PLANE; space <= DV_VOLUME; space++)
        for (int edge = DV_EDGE_OPEN; edge <= DV_EDGE_WRAP; edge++)
            for (int pair = 0; pair < 36; pair++) {
                scene s = scene_default();
                s.def.space = (dv_space)space;
                s.def.bounds.edge = (dv_edge)edge;
                s.range = 40;
                s.angle = 4;
                compare_searches(s, WOLF, ranges[pair % 6], ranges[pair / 6], wolves[pair & 1]);
            }
    compare_searches(scene_default(), HARE, 15, 6, 70);
}

static void sees_breaks_ties_by_id(void **state) {
    (void)state;
    scene s = scene_default();
    OPEN(&s, WHEN("sees", NAMED("who", "wolf"), NAMED("as", "threat")));
    dv_agent first = scene_spawn(&s, WOLF, -4, 0);
    scene_spawn(&s, WOLF, 4, 0);
    scene_spawn(&s, WOLF, 0, 4);
    assert_int_equal(scene_step(&s), 1);
    assert_true(same(scene_kept(&s, THREAT), first));
    scene_close(&s);
}

static void sees_goes_as_far_as_sight_by_default(void **state) {
    (void)state;
    scene s = scene_default();
    s.angle = DV_PI;
    OPEN(&s, WHEN("sees", {"who", dv_value_names((const char *[]){"wolf", "hare"}, 2)}),
         WHEN("sees", NAMED("who", "deer")));
    dv_agent hare = scene_spawn(&s, HARE, 20, 0);
    assert_int_equal(scene_step(&s), 1); // the deer does not see itself
    scene_place(&s, hare, 20.01f, 0);
    assert_int_equal(scene_step(&s), 0);
    scene_place(&s, hare, -3, 0); // behind
    assert_int_equal(scene_step(&s), 0);
    scene_spawn(&s, WOLF, 0.01f, 7);
    scene_spawn(&s, DEER, 1, 0);
    assert_int_equal(scene_step(&s), 3);
    dv_world_set_visibility(s.world, 6, NULL);
    assert_int_equal(scene_step(&s), 2);
    scene_close(&s);
}

static void sees_does_not_see_through_walls(void **state) {
    (void)state;
    scene s = scene_default();
    s.occluded = true;
    OPEN(&s, WHEN("sees", NAMED("who", "wolf")),
         WHEN("near", NAMED("who", "wolf"), NUMBER("distance", 9)));
    dv_vec3 ends[] = {{2, -1, 0}, {2, 1, 0}};
    dv_obstacle_def def = {.shape = DV_WALL, .points = ends, .point_count = 2};
    dv_obstacle wall;
    assert_int_equal(dv_obstacle_create(s.world, &def, &wall, NULL), DV_OK);
    dv_agent wolf = scene_spawn(&s, WOLF, 4, 0);
    assert_int_equal(scene_step(&s), 2);
    dv_obstacle_move(s.world, wall, dv_vec(2, 5, 0), 0, NULL);
    assert_int_equal(scene_step(&s), 3);
    scene_place(&s, wolf, 3, 8);
    assert_int_equal(scene_step(&s), 2);
    scene_close(&s);
}

static void sees_watches_the_agent_in_a_slot(void **state) {
    (void)state;
    scene s = scene_default();
    OPEN(&s, WHEN("sees", NAMED("who", "threat"), NUMBER("within", 5), NAMED("as", "other"),
                  NAMED("at", "place")));
    dv_agent wolf = scene_spawn(&s, WOLF, 2, 0), watched = scene_spawn(&s, WOLF, 5, 0);
    assert_int_equal(scene_step(&s), 0); // nobody in the slot
    scene_fill(&s, THREAT, watched);
    assert_int_equal(scene_step(&s), 1);
    assert_true(same(scene_kept(&s, OTHER), watched));
    assert_slot_point(&s, PLACE, 5, 0);
    scene_place(&s, watched, 5.01f, 0);
    assert_int_equal(scene_step(&s), 0);
    scene_fill(&s, THREAT, wolf);
    assert_int_equal(scene_step(&s), 1);
    dv_agent_remove(s.world, wolf);
    assert_int_equal(scene_step(&s), 0);
    scene_close(&s);
}

static void numbers_come_from_slots_and_settings_each_tick(void **state) {
    (void)state;
    scene s = scene_default();
    OPEN(&s, WHEN("sees", NAMED("who", "wolf"), NAMED("within", "amount")),
         WHEN("near", NAMED("who", "wolf"), {"distance", dv_value_setting("size")}),
         WHEN("far", NAMED("who", "wolf"), NAMED("distance", "amount")));
    scene_spawn(&s, WOLF, 4, 0);
    assert_int_equal(scene_step(&s), 0); // an empty slot makes guards false
    scene_fill_number(&s, AMOUNT, 4);
    assert_int_equal(scene_step(&s), 1);
    scene_fill_number(&s, AMOUNT, 3);
    assert_int_equal(scene_step(&s), 4);
    assert_int_equal(dv_world_set_setting(s.world, SIZE, 4, NULL), DV_OK);
    assert_int_equal(scene_step(&s), 6);
    scene_close(&s);
}

static void loses_counts_from_when_it_last_saw_the_agent(void **state) {
    (void)state;
    scene s = scene_default();
    OPEN(&s, WHEN("loses", NAMED("slot", "threat"), NUMBER("seconds", 0.1)));
    dv_agent wolf = scene_spawn(&s, WOLF, 5, 0);
    scene_fill(&s, THREAT, wolf);
    for (int i = 0; i < 10; i++)
        assert_int_equal(scene_step(&s), 0);
    scene_place(&s, wolf, 40, 0);
    for (int i = 0; i < 4; i++) // 0.02 to 0.08 s
        assert_int_equal(scene_step(&s), 0);
    assert_int_equal(scene_step(&s), 1); // 0.1 s
    assert_int_equal(scene_step(&s), 1);
    scene_place(&s, wolf, 20, 0);
    assert_int_equal(scene_step(&s), 0);
    scene_place(&s, wolf, 40, 0);
    for (int i = 0; i < 4; i++)
        assert_int_equal(scene_step(&s), 0);
    // With another agent in the slot, the time starts over.
    scene_fill(&s, THREAT, scene_spawn(&s, WOLF, 45, 0));
    for (int i = 0; i < 5; i++)
        assert_int_equal(scene_step(&s), 0);
    assert_int_equal(scene_step(&s), 1);
    scene_fill(&s, THREAT, (dv_agent){0});
    assert_int_equal(scene_step(&s), 0);
    scene_close(&s);
}

static void loses_counts_at_first_from_entering_the_state(void **state) {
    (void)state;
    scene s = scene_default();
    dv_guard *guard = WHEN("loses", NAMED("slot", "threat"), NUMBER("seconds", 0.06));
    scene_open_with(&s, "alert", &guard, 1);
    scene_fill(&s, THREAT, scene_spawn(&s, WOLF, 40, 0));
    for (int i = 0; i < 7; i++)
        assert_int_equal(scene_step(&s), 0);
    assert_int_equal(dv_agent_become(s.world, s.deer, 1, NULL), DV_OK);
    uint32_t entered = 0;
    for (uint32_t i = 1; i <= 8; i++) {
        uint32_t held = scene_step(&s);
        if (!entered && dv_agent_state(s.world, s.deer) == 1)
            entered = i;
        assert_int_equal(held, entered && i >= entered + 3);
    }
    assert_true(entered > 0);
    scene_close(&s);
}

// Slots

static void has_asks_whether_a_slot_is_filled(void **state) {
    (void)state;
    scene s = scene_default();
    OPEN(&s, WHEN("has", NAMED("slot", "threat")), WHEN("has", NAMED("slot", "place")),
         WHEN("has", NAMED("slot", "amount")));
    assert_int_equal(scene_step(&s), 0);
    dv_agent wolf = scene_spawn(&s, WOLF, 40, 0);
    scene_fill(&s, THREAT, wolf);
    assert_int_equal(scene_step(&s), 1);
    scene_fill_point(&s, PLACE, 0, 0);
    scene_fill_number(&s, AMOUNT, 0);
    assert_int_equal(scene_step(&s), 7);
    dv_agent_remove(s.world, wolf);
    assert_int_equal(scene_step(&s), 6);
    scene_close(&s);
}

static void is_asks_for_the_state_of_the_agent_in_a_slot(void **state) {
    (void)state;
    scene s = scene_default();
    OPEN(&s, WHEN("is", NAMED("slot", "threat"), NAMED("state", "calm")),
         WHEN("is", NAMED("slot", "threat"), NAMED("state", "alert")));
    assert_int_equal(scene_step(&s), 0);
    dv_agent wolf = scene_spawn(&s, WOLF, 40, 0);
    scene_fill(&s, THREAT, wolf);
    assert_int_equal(scene_step(&s), 1);
    assert_int_equal(dv_agent_become(s.world, wolf, 1, NULL), DV_OK);
    scene_step(&s); // as sensed before it switched
    assert_int_equal(scene_step(&s), 2);
    dv_agent_remove(s.world, wolf);
    assert_int_equal(scene_step(&s), 0);
    scene_close(&s);
}

// Distance

static void near_and_far_part_at_exactly_the_distance(void **state) {
    (void)state;
    scene s = scene_default();
    s.angle = 1;
    OPEN(&s, WHEN("near", NAMED("who", "wolf"), NUMBER("distance", 5), NAMED("as", "threat")),
         WHEN("far", NAMED("who", "wolf"), NUMBER("distance", 5)));
    assert_int_equal(scene_step(&s), 2); // none there
    dv_agent wolf = scene_spawn(&s, WOLF, -3, -4);
    assert_int_equal(scene_step(&s), 1); // not perceived, behind
    assert_true(same(scene_kept(&s, THREAT), wolf));
    scene_place(&s, wolf, -3.001f, -4);
    assert_int_equal(scene_step(&s), 2);
    dv_agent other = scene_spawn(&s, WOLF, 0, 1);
    scene_place(&s, wolf, 0, 2);
    assert_int_equal(scene_step(&s), 1);
    assert_true(same(scene_kept(&s, THREAT), other));
    scene_close(&s);
}

static void near_and_far_measure_to_what_a_slot_names(void **state) {
    (void)state;
    scene s = scene_default();
    OPEN(&s, WHEN("near", NAMED("who", "threat"), NUMBER("distance", 5), NAMED("as", "other")),
         WHEN("far", NAMED("who", "threat"), NUMBER("distance", 5)),
         WHEN("near", NAMED("who", "place"), NUMBER("distance", 5)),
         WHEN("far", NAMED("who", "place"), NUMBER("distance", 5)));
    assert_int_equal(scene_step(&s), 0); // empty slots
    dv_agent wolf = scene_spawn(&s, WOLF, 0, -5);
    scene_spawn(&s, WOLF, 1, 0);
    scene_fill(&s, THREAT, wolf);
    assert_int_equal(scene_step(&s), 1);
    assert_true(same(scene_kept(&s, OTHER), wolf));
    scene_place(&s, wolf, 0, -5.01f);
    assert_int_equal(scene_step(&s), 2);
    scene_fill_point(&s, PLACE, 3, 4);
    assert_int_equal(scene_step(&s), 2 + 4);
    scene_fill_point(&s, PLACE, 3, 4.01f);
    assert_int_equal(scene_step(&s), 2 + 8);
    dv_agent_remove(s.world, wolf);
    assert_int_equal(scene_step(&s), 8);
    scene_close(&s);
}

static void distances_go_over_the_edge_where_the_world_wraps(void **state) {
    (void)state;
    scene s = scene_default();
    s.def.bounds.edge = DV_EDGE_WRAP;
    OPEN(&s, WHEN("near", NAMED("who", "wolf"), NUMBER("distance", 5)),
         WHEN("near", NAMED("who", "place"), NUMBER("distance", 5)),
         WHEN("sees", NAMED("who", "wolf"), NUMBER("within", 5), NAMED("at", "place")));
    scene_place(&s, s.deer, 48, 0);
    dv_agent wolf = scene_spawn(&s, WOLF, -47, 0); // 5 m
    scene_fill_point(&s, PLACE, -46.5f, 0);
    assert_int_equal(scene_step(&s), 1 + 4);
    assert_slot_point(&s, PLACE, -47, 0);
    scene_place(&s, wolf, -46.99f, 0);
    assert_int_equal(scene_step(&s), 2);
    scene_close(&s);
}

// Hearing

static void emit(scene *s, dv_event event) {
    event.name = dv_event_name("alarm");
    scene_require(s, dv_world_emit(s->world, &event, &s->error));
}

static void hears_holds_one_tick_later_within_the_radius(void **state) {
    (void)state;
    scene s = scene_default();
    OPEN(&s, WHEN("hears", NAMED("name", "alarm"), NAMED("as", "threat"), NAMED("at", "place")),
         WHEN("hears", NAMED("name", "call")));
    dv_agent wolf = scene_spawn(&s, WOLF, 30, 0), hare = scene_spawn(&s, HARE, 3, 4);
    assert_int_equal(scene_step(&s), 0);
    emit(&s, (dv_event){.source = hare, .about = wolf, .position = {3, 4, 0}, .radius = 5});
    assert_int_equal(scene_step(&s), 1);
    assert_true(same(scene_kept(&s, THREAT), wolf));
    assert_slot_point(&s, PLACE, 3, 4);
    assert_int_equal(scene_step(&s), 0); // only once
    emit(&s, (dv_event){.source = hare, .position = {3, 4, 0}, .radius = 4.999f});
    assert_int_equal(scene_step(&s), 0);
    // About nobody: whoever emitted it, at a place of its own.
    emit(&s, (dv_event){.source = hare, .position = {1, 0, 0}, .radius = 5});
    assert_int_equal(scene_step(&s), 1);
    assert_true(same(scene_kept(&s, THREAT), hare));
    assert_slot_point(&s, PLACE, 1, 0);
    // By nobody about nobody; and its own is not heard.
    emit(&s, (dv_event){.position = {2, 0, 0}, .radius = 5});
    assert_int_equal(scene_step(&s), 1);
    assert_true(is_empty(&s, THREAT));
    emit(&s, (dv_event){.source = s.deer, .position = {0, 0, 0}, .radius = 5});
    assert_int_equal(scene_step(&s), 0);
    scene_close(&s);
}

static void hears_takes_the_nearest_and_forgets_the_dead(void **state) {
    (void)state;
    scene s = scene_default();
    OPEN(&s, WHEN("hears", NAMED("name", "alarm"), NAMED("as", "threat"), NAMED("at", "place")));
    dv_agent wolf = scene_spawn(&s, WOLF, 30, 0), hare = scene_spawn(&s, HARE, 3, 4);
    emit(&s, (dv_event){.source = hare, .position = {6, 0, 0}, .radius = 9});
    emit(&s, (dv_event){.source = hare, .about = wolf, .position = {4, 0, 0}, .radius = 9});
    emit(&s, (dv_event){.source = wolf, .position = {0, 4, 0}, .radius = 9});
    assert_int_equal(scene_step(&s), 1);
    assert_slot_point(&s, PLACE, 4, 0); // as near as the third, emitted first
    assert_true(same(scene_kept(&s, THREAT), wolf));
    emit(&s, (dv_event){.source = hare, .about = wolf, .position = {4, 0, 0}, .radius = 9});
    dv_agent_remove(s.world, wolf);
    assert_int_equal(scene_step(&s), 1);
    assert_true(same(scene_kept(&s, THREAT), hare));
    scene_close(&s);
}

static void nobody_hears_beyond_its_own_hearing(void **state) {
    (void)state;
    scene s = scene_default();
    OPEN(&s, WHEN("hears", NAMED("name", "alarm"), NAMED("at", "place")));
    scene_require(&s, dv_agent_set_property(s.world, s.deer, DV_HEARING_RANGE, 5, &s.error));
    emit(&s, (dv_event){.position = {3, 4, 0}, .radius = INFINITY});
    assert_int_equal(scene_step(&s), 1); // exactly 5
    emit(&s, (dv_event){.position = {3, 4.001f, 0}, .radius = INFINITY});
    assert_int_equal(scene_step(&s), 0);
    // Of two the one within its hearing; good ears do not make it louder.
    emit(&s, (dv_event){.position = {0, 5, 0}, .radius = 4.999f});
    emit(&s, (dv_event){.position = {-4, 0, 0}, .radius = 4});
    assert_int_equal(scene_step(&s), 1);
    assert_slot_point(&s, PLACE, -4, 0);
    // Deaf.
    scene_require(&s, dv_agent_set_property(s.world, s.deer, DV_HEARING_RANGE, 0, &s.error));
    emit(&s, (dv_event){.position = {0, 0.001f, 0}, .radius = 9});
    assert_int_equal(scene_step(&s), 0);
    scene_require(&s, dv_agent_set_property(s.world, s.deer, DV_HEARING_RANGE, NAN, &s.error));
    emit(&s, (dv_event){.position = {0, 40, 0}, .radius = 40});
    assert_int_equal(scene_step(&s), 1);
    scene_close(&s);
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sees_binds_the_nearest_of_the_kinds),
        cmocka_unit_test(a_search_after_another_finds_what_it_finds_alone),
        cmocka_unit_test(sees_breaks_ties_by_id),
        cmocka_unit_test(sees_goes_as_far_as_sight_by_default),
        cmocka_unit_test(sees_does_not_see_through_walls),
        cmocka_unit_test(sees_watches_the_agent_in_a_slot),
        cmocka_unit_test(numbers_come_from_slots_and_settings_each_tick),
        cmocka_unit_test(loses_counts_from_when_it_last_saw_the_agent),
        cmocka_unit_test(loses_counts_at_first_from_entering_the_state),
        cmocka_unit_test(has_asks_whether_a_slot_is_filled),
        cmocka_unit_test(is_asks_for_the_state_of_the_agent_in_a_slot),
        cmocka_unit_test(near_and_far_part_at_exactly_the_distance),
        cmocka_unit_test(near_and_far_measure_to_what_a_slot_names),
        cmocka_unit_test(distances_go_over_the_edge_where_the_world_wraps),
        cmocka_unit_test(hears_holds_one_tick_later_within_the_radius),
        cmocka_unit_test(hears_takes_the_nearest_and_forgets_the_dead),
        cmocka_unit_test(nobody_hears_beyond_its_own_hearing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
