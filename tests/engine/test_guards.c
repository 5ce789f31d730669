// Guards on time and settings, how guards are joined, and the messages about mistakes.
#include "../program.h"
#include "guard_world.h"

#include "base/alloc.h"
#include "guards/guards.h"

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
    assert_int_equal(ticks, 5); // the clock starts over with the state
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

// For guards of programs.
static void only_what_a_slot_can_hold_is_written(void **state) {
    (void)state;
    scene s = scene_default();
    scene_open(&s);
    const dv_guard_context context = {.world = s.world, .agent = dv_handle_index(s.deer.bits)};
    const dv_bound parameters[] = {{.source = DV_SOURCE_ABSENT},
                                   {.source = DV_SOURCE_SLOT, .index = PLACE}};
    dv_slot_value value = {.is_set = true, .as.point = {3, 4, 0}};
    assert_true(dv_guard_write_slot(&context, parameters, 0, value));
    assert_true(is_empty(&s, PLACE));
    assert_true(dv_guard_write_slot(&context, parameters, 1, value));
    value.as.point.x = INFINITY;
    assert_true(dv_guard_write_slot(&context, parameters, 0, value));
    assert_false(dv_guard_write_slot(&context, parameters, 1, value));
    value = dv_agent_slot(s.world, s.deer, PLACE);
    assert_true(value.as.point.x == 3 && value.as.point.y == 4);
    value.is_set = false;
    assert_true(dv_guard_write_slot(&context, parameters, 1, value));
    assert_true(is_empty(&s, PLACE));
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

static void every_guard_has_docs(void **state) {
    (void)state;
    for (uint32_t i = 0; i < dv_guard_type_count(); i++) {
        const dv_guard_type *type = dv_guard_type_at(i);
        assert_ptr_equal(dv_guard_type_by_name(type->entry.name), type);
        assert_true(type->entry.positional <= type->entry.parameter_count);
        size_t length = strlen(type->entry.doc);
        assert_true(length > 10 && type->entry.doc[length - 1] == '.');
        for (uint32_t p = 0; p < type->entry.parameter_count; p++)
            assert_true(strlen(type->entry.parameters[p].doc) > 3);
    }
}

TESTS {
    const struct CMUnitTest tests[] = {
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
        cmocka_unit_test(only_what_a_slot_can_hold_is_written),
        cmocka_unit_test(mistakes_are_told_with_their_place),
        cmocka_unit_test(a_slot_must_be_of_the_type_that_is_written),
        cmocka_unit_test(joining_is_bounded),
        cmocka_unit_test(making_survives_every_allocation_failure),
        cmocka_unit_test(every_guard_has_docs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
