// Guards: exactly when each of them holds, what it writes to slots, and how they are joined.
#include "guard_world.h"

#include "base/alloc.h"
#include "guards/guards.h"

static void assert_slot_point(const scene *s, uint32_t slot, float x, float y) {
    dv_slot_value value = dv_agent_slot(s->world, s->deer, slot);
    assert_true(value.is_set);
    assert_float_equal(value.as.point.x, x, 0);
    assert_float_equal(value.as.point.y, y, 0);
    assert_float_equal(value.as.point.z, 0, 0);
}

static bool is_empty(const scene *s, uint32_t slot) {
    return !dv_agent_slot(s->world, s->deer, slot).is_set;
}

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
    // Somebody else in the slot starts anew.
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

// Time

static void after_holds_from_that_time_on(void **state) {
    (void)state;
    scene s = scene_default();
    OPEN(&s, WHEN("after", NUMBER("seconds", 0.1)), WHEN("after", NUMBER("seconds", 0)),
         WHEN("after", NUMBER("seconds", 0.111)));
    for (uint32_t tick = 0; tick < 12; tick++)
        assert_int_equal(scene_step(&s), (tick >= 5 ? 1 : 0) + 2 + (tick >= 6 ? 4 : 0));
    dv_agent_become(s.world, s.deer, 1, NULL);
    scene_step(&s);
    dv_agent_become(s.world, s.deer, 0, NULL);
    scene_step(&s);
    assert_int_equal(dv_agent_state(s.world, s.deer), 0);
    uint32_t ticks = 1;
    while (!(scene_step(&s) & 1))
        ticks++;
    assert_int_equal(ticks, 5); // the clock starts anew with the state
    scene_close(&s);
}

static void guards_of_a_kind_count_from_spawning(void **state) {
    (void)state;
    scene s = scene_default();
    dv_guard *guard = WHEN("after", NUMBER("seconds", 0.1));
    scene_open_with(&s, NULL, &guard, 1);
    scene_step(&s);
    scene_step(&s);
    dv_agent_become(s.world, s.deer, 1, NULL);
    for (uint32_t tick = 2; tick < 9; tick++) {
        uint32_t held = scene_step(&s);
        if (tick > 2) // guards are not followed in a turn that begins with a switch
            assert_int_equal(held, tick >= 5);
    }
    scene_close(&s);
}

/// The ticks in which the first guard held, as a string of '.' and '!'.
static const char *pattern(scene *s, int ticks) {
    static char text[128];
    for (int i = 0; i < ticks; i++)
        text[i] = scene_step(s) & 1 ? '!' : '.';
    text[ticks] = 0;
    return text;
}

static void every_pulses_once_a_period(void **state) {
    (void)state;
    scene s = scene_default();
    OPEN(&s, WHEN("every", NUMBER("seconds", 0.1)));
    assert_string_equal(pattern(&s, 21), ".....!....!....!....!");
    scene_close(&s);
    s = scene_default();
    OPEN(&s, WHEN("every", NUMBER("seconds", 0.05))); // two and a half ticks
    assert_string_equal(pattern(&s, 16), "...!.!..!.!..!.!");
    scene_close(&s);
    s = scene_default();
    OPEN(&s, WHEN("every", NUMBER("seconds", 0.001))); // less than a tick
    assert_string_equal(pattern(&s, 5), ".!!!!");
    scene_close(&s);
}

static void every_keeps_count_over_long_times(void **state) {
    (void)state;
    static const double periods[] = {0.125, 1.0 / 3, 0.7, 1};
    static const double rates[] = {60, 50, 7};
    for (int i = 0; i < 12; i++) {
        scene s = scene_default();
        s.def.tick_rate = rates[i % 3];
        double period = periods[i / 3];
        OPEN(&s, WHEN("every", NUMBER("seconds", period)));
        int pulses = 0, ticks = (int)(100 * s.def.tick_rate);
        for (int tick = 0; tick <= ticks; tick++)
            pulses += scene_step(&s) & 1;
        double expected = fmin(100 / period, ticks);
        assert_true(fabs(pulses - expected) <= 1);
        scene_close(&s);
    }
}

static void chance_is_a_probability_per_second_at_any_tick_rate(void **state) {
    (void)state;
    static const double rates[] = {10, 60};
    for (int i = 0; i < 2; i++) {
        scene s = scene_default();
        s.def.tick_rate = rates[i];
        OPEN(&s, WHEN("chance", NUMBER("probability", 0.3)),
             WHEN("chance", NUMBER("probability", 0)), WHEN("chance", NUMBER("probability", 1)),
             WHEN("chance", NUMBER("probability", 0.3)));
        int seconds = 4000, held = 0, differ = 0;
        for (int second = 0; second < seconds; second++) {
            uint32_t any = 0;
            for (int tick = 0; tick < (int)rates[i]; tick++) {
                uint32_t now = scene_step(&s);
                any |= now;
                assert_int_equal(now & 6, 4);
                differ += (now & 1) != (now >> 3 & 1);
            }
            held += any & 1;
        }
        // Five standard deviations of a binomial: 5 · sqrt(0.3 · 0.7 / 4000) = 0.036.
        assert_true(fabs((double)held / seconds - 0.3) < 0.036);
        assert_true(differ > 1000); // each guard draws for itself
        scene_close(&s);
    }
}

static void chance_is_the_same_in_every_run(void **state) {
    (void)state;
    char first[101];
    for (int run = 0; run < 3; run++) {
        scene s = scene_default();
        s.def.seed = run == 2 ? 8 : 7;
        OPEN(&s, WHEN("chance", NUMBER("probability", 0.999999)));
        const char *now = pattern(&s, 100);
        if (run == 0)
            memcpy(first, now, 101);
        assert_int_equal(strcmp(first, now) == 0, run < 2);
        scene_close(&s);
    }
}

// Settings and the host

static void setting_compares_by_its_type(void **state) {
    (void)state;
    scene s = scene_default();
    OPEN(&s, WHEN("setting", NAMED("name", "mist")),
         WHEN("setting", NAMED("name", "mist"), {"value", dv_value_boolean(false)}),
         WHEN("setting", NAMED("name", "size"), NUMBER("value", 2)),
         WHEN("setting", NAMED("name", "season"), NAMED("value", "autumn")),
         WHEN("setting", NAMED("name", "season"), NAMED("value", "spring")),
         WHEN("setting", NAMED("name", "size")));
    assert_int_equal(scene_step(&s), 2 + 4 + 16 + 32);
    dv_world_set_setting(s.world, MIST, 1, NULL);
    dv_world_set_setting(s.world, SIZE, 0, NULL);
    dv_world_set_setting(s.world, SEASON, 1, NULL);
    assert_int_equal(scene_step(&s), 1 + 8);
    scene_close(&s);
}

static dv_guard *ask(int32_t callback) {
    return WHEN("lua", {"function", dv_value_callback(callback)});
}

static void lua_is_asked_only_when_its_turn_comes(void **state) {
    (void)state;
    scene s = scene_default();
    OPEN(&s, ask(41));
    assert_int_equal(scene_step(&s), 0);
    assert_int_equal(s.asked, 1);
    assert_int_equal(s.asked_for, 41);
    s.answer = 1;
    assert_int_equal(scene_step(&s), 1);
    assert_int_equal(s.asked, 2);
    scene_close(&s);
}

// Joining

static dv_guard *on(void) { return WHEN("setting", NAMED("name", "size"), NUMBER("value", 2)); }

static dv_guard *off(void) { return WHEN("setting", NAMED("name", "mist")); }

static void guards_are_joined_in_three_valued_logic(void **state) {
    (void)state;
    // What the host is needed for, by its answer: bit 0 for no, bit 1 for yes.
    struct {
        dv_guard *(*join)(dv_guard *, dv_guard *, dv_error *);
        dv_guard *(*with)(void);
        bool host_first;
        int asks;
        int expected;
    } cases[] = {
        {dv_guard_both, on, true, 1, 2},    {dv_guard_both, on, false, 1, 2},
        {dv_guard_both, off, true, 0, 0},   {dv_guard_both, off, false, 0, 0},
        {dv_guard_either, on, true, 0, 3},  {dv_guard_either, on, false, 0, 3},
        {dv_guard_either, off, true, 1, 2}, {dv_guard_either, off, false, 1, 2},
    };
    for (int i = 0; i < 16; i++) {
        int c = i / 2;
        bool negated = i % 2;
        dv_guard *a = cases[c].host_first ? ask(0) : cases[c].with();
        dv_guard *b = cases[c].host_first ? cases[c].with() : ask(0);
        dv_guard *guard = joined(cases[c].join, a, b);
        if (negated)
            guard = inverted(guard);
        scene s = scene_default();
        OPEN(&s, guard);
        for (s.answer = 0; s.answer < 2; s.answer++) {
            s.asked = 0;
            int expected = (cases[c].expected >> s.answer & 1) ^ negated;
            assert_int_equal(scene_step(&s), expected);
            assert_int_equal(s.asked, cases[c].asks);
        }
        scene_close(&s);
    }
}

static void guards_join_without_the_host_as_one_expects(void **state) {
    (void)state;
    scene s = scene_default();
    OPEN(&s, joined(dv_guard_both, on(), on()), joined(dv_guard_both, on(), off()),
         joined(dv_guard_both, off(), on()), joined(dv_guard_either, off(), on()),
         joined(dv_guard_either, off(), off()), inverted(on()), inverted(off()),
         joined(dv_guard_both, inverted(off()),
                joined(dv_guard_either, off(), inverted(inverted(on())))));
    assert_int_equal(scene_step(&s), 1 + 8 + 64 + 128);
    scene_close(&s);
}

static void parts_that_keep_state_are_never_cut_short(void **state) {
    (void)state;
    scene s = scene_default();
    OPEN(&s, joined(dv_guard_both, off(),
                    WHEN("loses", NAMED("slot", "threat"), NUMBER("seconds", 0.06))));
    dv_agent wolf = scene_spawn(&s, WOLF, 5, 0);
    scene_fill(&s, THREAT, wolf);
    for (int i = 0; i < 10; i++)
        assert_int_equal(scene_step(&s), 0); // sees it all the while
    dv_world_set_setting(s.world, MIST, 1, NULL);
    scene_place(&s, wolf, 40, 0);
    assert_int_equal(scene_step(&s), 0);
    assert_int_equal(scene_step(&s), 0);
    assert_int_equal(scene_step(&s), 1);
    scene_close(&s);
}

static void cut_short_parts_write_no_slots(void **state) {
    (void)state;
    scene s = scene_default();
    OPEN(&s,
         joined(dv_guard_both, off(), WHEN("sees", NAMED("who", "wolf"), NAMED("as", "threat"))));
    scene_spawn(&s, WOLF, 5, 0);
    assert_int_equal(scene_step(&s), 0);
    assert_true(is_empty(&s, THREAT));
    scene_close(&s);
}

// Making

static void assert_refused(const char *type, const dv_argument *arguments, uint32_t count,
                           const char *message) {
    dv_error error = {""};
    assert_null(dv_guard_create(type, arguments, count, "deer.lua:5", &error));
    assert_string_equal(error.message, message);
    assert_int_equal(dv_allocated_bytes(), 0);
}

static void mistakes_are_told_with_their_place(void **state) {
    (void)state;
    assert_refused("seees", NULL, 0, "deer.lua:5: when.seees: unknown (sees?)");
    dv_argument misspelt[] = {NAMED("who", "wolf"), NUMBER("whithin", 3)};
    assert_refused("sees", misspelt, 2,
                   "deer.lua:5: when.sees: whithin: unknown parameter (within?)");
    dv_argument negative[] = {NUMBER("seconds", -1)};
    assert_refused("after", negative, 1,
                   "deer.lua:5: when.after: seconds: 0 s or more expected, got -1");
    dv_argument improbable[] = {NUMBER("probability", 1.5)};
    assert_refused("chance", improbable, 1,
                   "deer.lua:5: when.chance: probability: 0 to 1 1/s expected, got 1.5");
}

static void a_slot_must_be_of_the_type_that_is_written(void **state) {
    (void)state;
    static const struct {
        const char *key, *name, *message;
    } cases[] = {
        {"as", "place", "deer.lua:5: when.sees: as: slot 'place' holds a point"},
        {"at", "threat", "deer.lua:5: when.sees: at: slot 'threat' holds an agent"},
        {"as", "treat", "deer.lua:5: when.sees: as: kind 'deer' has no slot 'treat' (threat?)"},
    };
    for (int i = 0; i < 3; i++) {
        scene s = scene_default();
        s.program = dv_program_create();
        scene_add_kind(&s, "deer");
        dv_guard *guard = WHEN("sees", NAMED("who", "deer"), NAMED(cases[i].key, cases[i].name));
        dv_on_def def = {.guard = guard, .callback = 0};
        scene_require(&s, dv_program_add_on(s.program, "calm", &def, &s.error));
        dv_guard_release(guard);
        assert_true(dv_program_finish(s.program, &s.error) != DV_OK);
        assert_string_equal(s.error.message, cases[i].message);
        dv_program_release(s.program);
        assert_int_equal(dv_allocated_bytes(), 0);
    }
}

static void joining_is_bounded(void **state) {
    (void)state;
    dv_error error;
    dv_guard *guard = on();
    int deep = 1;
    for (dv_guard *next; (next = dv_guard_not(guard, &error)); guard = next, deep++)
        dv_guard_release(guard);
    assert_int_equal(deep, 32);
    assert_string_equal(error.message,
                        "deer.lua:5: guards joined more than 32 deep, or more than 1024 of them");
    dv_guard_release(guard);
    guard = on();
    int doubled = 0;
    for (dv_guard *next; (next = dv_guard_both(guard, guard, &error)); guard = next, doubled++)
        dv_guard_release(guard);
    assert_int_equal(doubled, 9); // 2^10 - 1 places
    dv_guard_release(guard);
    assert_int_equal(dv_allocated_bytes(), 0);
}

static void making_survives_every_allocation_failure(void **state) {
    (void)state;
    dv_argument arguments[] = {NAMED("who", "wolf"), NAMED("as", "threat")};
    bool made = false;
    for (uint64_t nth = 1; !made; nth++) {
        assert_true(nth < 50);
        dv_fail_allocation(nth, false);
        dv_error error = {""};
        dv_guard *a = dv_guard_create("sees", arguments, 2, NULL, &error);
        dv_guard *b = a ? dv_guard_both(a, a, &error) : NULL;
        dv_fail_allocation(0, false);
        made = b != NULL;
        assert_string_equal(error.message, made ? "" : "out of memory");
        dv_guard_release(a);
        dv_guard_release(b);
        assert_int_equal(dv_allocated_bytes(), 0);
    }
}

static void every_guard_is_in_the_catalogue(void **state) {
    (void)state;
    static const char *const names[] = {"after", "chance", "every", "far",  "has",  "hears",
                                        "is",    "loses",  "lua",   "near", "sees", "setting"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const dv_guard_type *type = dv_guard_type_by_name(names[i]);
        assert_non_null(type);
        assert_string_equal(type->entry.name, names[i]);
        assert_true(type->entry.positional >= 1);
        assert_true(type->entry.positional <= type->entry.parameter_count);
        size_t length = strlen(type->entry.doc);
        assert_true(length > 10 && type->entry.doc[length - 1] == '.');
        for (uint32_t p = 0; p < type->entry.parameter_count; p++)
            assert_true(strlen(type->entry.parameters[p].doc) > 3);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sees_binds_the_nearest_of_the_kinds),
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
        cmocka_unit_test(after_holds_from_that_time_on),
        cmocka_unit_test(guards_of_a_kind_count_from_spawning),
        cmocka_unit_test(every_pulses_once_a_period),
        cmocka_unit_test(every_keeps_count_over_long_times),
        cmocka_unit_test(chance_is_a_probability_per_second_at_any_tick_rate),
        cmocka_unit_test(chance_is_the_same_in_every_run),
        cmocka_unit_test(setting_compares_by_its_type),
        cmocka_unit_test(lua_is_asked_only_when_its_turn_comes),
        cmocka_unit_test(guards_are_joined_in_three_valued_logic),
        cmocka_unit_test(guards_join_without_the_host_as_one_expects),
        cmocka_unit_test(parts_that_keep_state_are_never_cut_short),
        cmocka_unit_test(cut_short_parts_write_no_slots),
        cmocka_unit_test(mistakes_are_told_with_their_place),
        cmocka_unit_test(a_slot_must_be_of_the_type_that_is_written),
        cmocka_unit_test(joining_is_bounded),
        cmocka_unit_test(making_survives_every_allocation_failure),
        cmocka_unit_test(every_guard_is_in_the_catalogue),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
