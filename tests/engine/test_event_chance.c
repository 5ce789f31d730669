// The parameter `chance` of guards about events: one draw for each event, whatever goes on from it.
#include "guard_world.h"

#include "program/program_data.h"

#include <math.h>
#include <stdio.h>

#define EVENTS 400
// Five standard deviations of a binomial: 5 · sqrt(0.25 / 400).
#define SPREAD 0.125

static dv_guard *arrives(double chance) {
    return WHEN("arrived", NAMED("target", "place"), NUMBER("chance", chance));
}

/// Put the wolf on the deer, and the place that it is to reach, or both away from it.
static void meet(scene *s, dv_agent wolf, bool is_here) {
    scene_place(s, wolf, is_here ? 0.25f : 9, 0);
    scene_fill_point(s, PLACE, is_here ? 0.25f : 9, 0);
}

static void what_lasts_is_drawn_for_once(void **state) {
    (void)state;
    scene s = scene_default();
    // Negated and in parts that do not count, they draw just the same.
    OPEN(&s, WHEN("collided", NAMED("kind", "wolf"), NUMBER("chance", 0.5)), arrives(0.5),
         joined(dv_guard_both, WHEN("setting", NAMED("name", "mist")), arrives(0.5)), arrives(0),
         arrives(1), WHEN("collided", NUMBER("chance", 0)));
    dv_agent wolf = scene_spawn(&s, WOLF, 9, 0);
    int held[2] = {0}, both = 0;
    for (int event = 0; event < EVENTS; event++) {
        meet(&s, wolf, true);
        dv_world_set_setting(s.world, MIST, 0, NULL);
        uint32_t first = scene_step(&s);
        for (int tick = 0; tick < 3; tick++)
            assert_int_equal(scene_step(&s), first);
        assert_int_equal(first & (4 + 8 + 16 + 32), 16);
        for (int guard = 0; guard < 2; guard++)
            held[guard] += first >> guard & 1;
        both += (first & 3) == 3;
        meet(&s, wolf, false);
        assert_int_equal(scene_step(&s), 0);
    }
    for (int guard = 0; guard < 2; guard++)
        assert_true(fabs((double)held[guard] / EVENTS - 0.5) < SPREAD);
    assert_true(fabs((double)both / EVENTS - 0.25) < SPREAD); // each for itself
    scene_close(&s);
}

static void a_part_that_does_not_count_now_has_drawn_all_the_same(void **state) {
    (void)state;
    scene s = scene_default();
    OPEN(&s, joined(dv_guard_both, WHEN("setting", NAMED("name", "mist")), arrives(0.5)));
    dv_agent wolf = scene_spawn(&s, WOLF, 9, 0);
    int held = 0;
    for (int event = 0; event < EVENTS; event++) {
        dv_world_set_setting(s.world, MIST, 0, NULL);
        meet(&s, wolf, true);
        scene_step(&s);
        dv_world_set_setting(s.world, MIST, 1, NULL);
        uint32_t first = scene_step(&s);
        assert_int_equal(scene_step(&s), first);
        held += (int)first;
        meet(&s, wolf, false);
        scene_step(&s);
    }
    assert_true(fabs((double)held / EVENTS - 0.5) < SPREAD);
    scene_close(&s);
}

static void every_draws_at_each_interval(void **state) {
    (void)state;
    scene s = scene_default();
    OPEN(&s, WHEN("every", NUMBER("seconds", 0.1), NUMBER("chance", 0.5)),
         WHEN("every", NUMBER("seconds", 0.1)));
    int held = 0, pulses = 0;
    for (int tick = 0; tick < 5 * EVENTS + 1; tick++) {
        uint32_t now = scene_step(&s);
        assert_true(now != 1); // only at an interval
        held += now & 1;
        pulses += now >> 1;
    }
    assert_int_equal(pulses, EVENTS);
    assert_true(fabs((double)held / EVENTS - 0.5) < SPREAD);
    scene_close(&s);
}

static void emit(scene *s, dv_agent about, float x) {
    dv_event event = {.name = dv_event_name("howl"), .about = about, .radius = 20};
    event.position = dv_vec(x, 0, 0);
    scene_require(s, dv_world_emit(s->world, &event, &s->error));
}

static void hears_draws_for_each_event(void **state) {
    (void)state;
    scene s = scene_default();
    OPEN(&s, WHEN("hears", NAMED("name", "howl"), NAMED("as", "threat"), NUMBER("chance", 0.5)));
    dv_agent near = scene_spawn(&s, WOLF, 9, 0), far = scene_spawn(&s, WOLF, 12, 0);
    int held = 0, of_near = 0;
    for (int event = 0; event < EVENTS; event++) {
        emit(&s, far, 12);
        emit(&s, near, 9);
        scene_fill(&s, THREAT, (dv_agent){0});
        uint32_t now = scene_step(&s);
        held += (int)now;
        of_near += now && same(scene_kept(&s, THREAT), near);
        assert_int_equal(is_empty(&s, THREAT), !now);
        assert_int_equal(scene_step(&s), 0);
    }
    assert_true(fabs((double)held / EVENTS - 0.75) < SPREAD);
    assert_true(fabs((double)of_near / EVENTS - 0.5) < SPREAD);
    scene_close(&s);
}

static void chances_come_from_slots_and_settings(void **state) {
    (void)state;
    scene s = scene_default();
    OPEN(&s, WHEN("every", NUMBER("seconds", 0.02), NAMED("chance", "amount")),
         WHEN("arrived", NAMED("target", "place"), {"chance", dv_value_setting("size")}));
    scene_fill_point(&s, PLACE, 0, 0);
    dv_world_set_setting(s.world, SIZE, 0, NULL);
    for (int tick = 0; tick < 5; tick++)
        assert_int_equal(scene_step(&s), 0); // the slot is empty
    scene_fill_number(&s, AMOUNT, 1);
    dv_world_set_setting(s.world, SIZE, 1, NULL);
    assert_int_equal(scene_step(&s), 1); // it arrived when the setting was 0
    scene_fill_point(&s, PLACE, 9, 0);
    assert_int_equal(scene_step(&s), 1);
    scene_fill_point(&s, PLACE, 0, 0);
    assert_int_equal(scene_step(&s), 3);
    scene_close(&s);
}

static void snapshots_keep_what_was_drawn(void **state) {
    (void)state;
    scene s = scene_default();
    OPEN(&s, arrives(0.5), WHEN("collided", NUMBER("chance", 0.5)));
    dv_agent wolf = scene_spawn(&s, WOLF, 9, 0);
    for (int event = 0; event < 40; event++) {
        dv_snapshot snapshot;
        meet(&s, wolf, true);
        uint32_t first = scene_step(&s), others = 0;
        scene_require(&s, dv_world_take_snapshot(s.world, &snapshot, &s.error));
        meet(&s, wolf, false);
        for (int tick = 0; tick < 3; tick++)
            others |= scene_step(&s);
        assert_int_equal(others, 0);
        scene_require(&s, dv_world_load_snapshot(s.world, &snapshot, &s.error));
        dv_snapshot_free(&snapshot);
        s.deer = dv_world_agent_at(s.world, 0);
        wolf = dv_world_agent_at(s.world, 1);
        assert_int_equal(scene_step(&s), first);
        meet(&s, wolf, false);
        scene_step(&s);
    }
    scene_close(&s);
}

static void without_a_chance_nothing_is_kept(void **state) {
    (void)state;
    scene s = scene_default();
    OPEN(&s, WHEN("arrived", NAMED("target", "place")), WHEN("collided", NUMBER("chance", 1)));
    const dv_layout *layout = &s.program->kinds[DEER].layout;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < layout->count; i++)
        kept += layout->entries[i].scope == DV_SCOPE_STATE;
    assert_int_equal(kept, 1);
    scene_close(&s);
}

static void mistakes_are_told(void **state) {
    (void)state;
    static const char *const names[] = {"every", "hears", "collided", "arrived"};
    const dv_argument first[] = {NUMBER("seconds", 1), NAMED("name", "howl"), NAMED("kind", "wolf"),
                                 NAMED("target", "place")};
    static const double bad[] = {-0.1, 1.5, 20};
    char expected[128];
    dv_error error;
    for (int i = 0; i < 12; i++) {
        dv_argument arguments[] = {first[i / 3], NUMBER("chance", bad[i % 3])};
        snprintf(expected, sizeof expected, "deer.lua:5: when.%s: chance: 0 to 1 expected, got %g",
                 names[i / 3], bad[i % 3]);
        assert_null(dv_guard_create(names[i / 3], arguments, 2, "deer.lua:5", &error));
        assert_string_equal(error.message, expected);
    }
    dv_argument other[] = {NUMBER("seconds", 1), NUMBER("chance", 0.5)};
    assert_null(dv_guard_create("after", other, 2, "deer.lua:5", &error));
    assert_non_null(strstr(error.message, "deer.lua:5: when.after: chance: unknown parameter"));
    assert_int_equal(dv_allocated_bytes(), 0);
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_lasts_is_drawn_for_once),
        cmocka_unit_test(a_part_that_does_not_count_now_has_drawn_all_the_same),
        cmocka_unit_test(every_draws_at_each_interval),
        cmocka_unit_test(hears_draws_for_each_event),
        cmocka_unit_test(chances_come_from_slots_and_settings),
        cmocka_unit_test(snapshots_keep_what_was_drawn),
        cmocka_unit_test(without_a_chance_nothing_is_kept),
        cmocka_unit_test(mistakes_are_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
