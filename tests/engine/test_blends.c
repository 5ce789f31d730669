// Blends and whole compositions: parts, weights, states, and streams of random numbers.
#include "../program.h"
#include "blend_world.h"

#include "base/alloc.h"

#define EXACT 1e-5f

static void sum_adds(void **state) {
    (void)state;
    lab l = lab_open();
    dv_part parts[] = {part(1), part(2), part(-5)};
    assert_vector(lab_ask(&l, anyone(&l), blend("sum", parts, 3)), -2, 0, 0, EXACT);
    lab_close(&l);
}

static void weighted_multiplies(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = anyone(&l);
    dv_part parts[] = {weighing(1, dv_value_number(3)), part(2),
                       weighing(10, dv_value_setting("level")),
                       weighing(100, dv_value_name("amount"))};
    dv_steering *steering = blend("weighted", parts, 4);
    // 3 · 1 + 2 + 5 · 10; the empty slot weighs nothing
    assert_vector(lab_ask(&l, agent, dv_steering_retain(steering)), 55, 0, 0, EXACT);
    lab_set_amount(&l, agent, 0.5);
    assert_int_equal(dv_world_set_setting(l.world, 0, -1, NULL), DV_OK);
    assert_vector(lab_ask(&l, agent, steering), 45, 0, 0, EXACT);
    lab_close(&l);
}

static void a_weight_of_zero_asks_nobody(void **state) {
    (void)state;
    lab l = lab_open();
    dv_part parts[] = {weighing(1, dv_value_number(0)), part(2)};
    calls = 0;
    assert_vector(lab_ask(&l, anyone(&l), blend("weighted", parts, 2)), 2, 0, 0, EXACT);
    assert_int_equal(calls, 1);
    lab_close(&l);
}

static void priority_takes_the_first_that_is_not_zero(void **state) {
    (void)state;
    lab l = lab_open();
    dv_part parts[] = {part(0), part(7), part(9)};
    calls = 0;
    assert_vector(lab_ask(&l, anyone(&l), blend("priority", parts, 3)), 7, 0, 0, EXACT);
    assert_int_equal(calls, 2);
    dv_part idle[] = {part(0), part(0)};
    assert_zero(lab_ask(&l, anyone(&l), blend("priority", idle, 2)));
    lab_close(&l);
}

static void blends_nest(void **state) {
    (void)state;
    lab l = lab_open();
    dv_part inner[] = {part(1), part(2)};
    dv_part first[] = {part(0), part(4)};
    dv_part outer[] = {{blend("sum", inner, 2), dv_value_number(10)},
                       {blend("priority", first, 2), {0}}};
    assert_vector(lab_ask(&l, anyone(&l), blend("weighted", outer, 2)), 34, 0, 0, EXACT);
    lab_close(&l);
}

static void one_behavior_in_two_places_has_two_states(void **state) {
    (void)state;
    dv_steering *counter = lab_make("count_y", NULL, 0);
    dv_part parts[] = {{counter, dv_value_number(1)},
                       {dv_steering_retain(counter), dv_value_number(100)}};
    dv_steering *steer = blend("weighted", parts, 2);
    lab l = lab_open_with(lab_def(), (lab_kinds){.steer = steer, .locomotion = "fixed"});
    dv_steering_release(steer);
    dv_agent agent = anyone(&l);
    lab_step(&l);
    assert_vector(dv_agent_steering(l.world, agent), 0, 101, 0, EXACT);
    dv_agent other = anyone(&l);
    lab_step(&l);
    assert_vector(dv_agent_steering(l.world, agent), 0, 202, 0, EXACT);
    assert_vector(dv_agent_steering(l.world, other), 0, 101, 0, EXACT);
    lab_close(&l);
}

static void two_wanders_of_a_blend_draw_their_own_numbers(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = anyone(&l);
    dv_steering *wander = MAKE("wander", NUMBER("strength", 1));
    dv_vec3 one = lab_ask(&l, agent, dv_steering_retain(wander));
    dv_part parts[] = {{wander, {0}}, {dv_steering_retain(wander), {0}}};
    dv_vec3 both = lab_ask(&l, agent, blend("sum", parts, 2));
    assert_true(dv_length(dv_subtract(both, dv_scale(one, 2))) > 1e-2f);
    assert_true(dv_length(both) < 19.99f); // not twice the same
    lab_close(&l);
}

static void a_vector_that_is_not_finite_counts_as_none(void **state) {
    (void)state;
    lab l = lab_open();
    dv_part parts[] = {part((double)INFINITY), part(2)};
    assert_vector(lab_ask(&l, anyone(&l), blend("sum", parts, 2)), 2, 0, 0, EXACT);
    dv_part huge[] = {part(3e38), part(3e38)};
    assert_zero(lab_ask(&l, anyone(&l), blend("sum", huge, 2)));
    lab_close(&l);
}

static void expect_refused(const char *type, const dv_part *parts, uint32_t part_count,
                           const char *where, const char *message) {
    dv_error error = {""};
    assert_null(dv_blend_create(type, parts, part_count, NULL, 0, where, &error));
    assert_string_equal(error.message, message);
}

static void wrong_blends_are_refused(void **state) {
    (void)state;
    dv_part good = part(1), heavy = weighing(1, dv_value_number(2));
    dv_part wrong = weighing(1, dv_value_boolean(true));
    dv_part wild = weighing(1, dv_value_number((double)INFINITY));
    dv_part nobody = {NULL, {0}};
    dv_part parts[] = {good, heavy};
    expect_refused("wieghted", parts, 1, "a.lua:3", "a.lua:3: blend.wieghted: unknown (weighted?)");
    expect_refused("sum", parts, 0, "a.lua:3",
                   "a.lua:3: blend.sum: at least one behavior expected");
    expect_refused("sum", parts, 2, NULL, "blend.sum: part 2: no weight expected (weighted?)");
    expect_refused("weighted", &wrong, 1, "a.lua:3",
                   "a.lua:3: blend.weighted: part 1: weight: a number, a number slot's name or "
                   "drover.setting expected, got boolean");
    expect_refused("weighted", &wild, 1, "a.lua:3",
                   "a.lua:3: blend.weighted: part 1: weight: -1e+06 to 1e+06 expected, got inf");
    expect_refused("sum", &nobody, 1, "a.lua:3",
                   "a.lua:3: blend.sum: part 1: a behavior or blend expected");
    dv_steering_release(good.steering);
    dv_steering_release(heavy.steering);
    dv_steering_release(wrong.steering);
    dv_steering_release(wild.steering);
    assert_int_equal(dv_allocated_bytes(), 0);
}

static void average_is_of_the_parts_that_have_something_to_do(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = anyone(&l);
    // (1 · 1 + 3 · 4) / (1 + 3)
    assert_vector(
        lab_ask(&l, agent, BLEND("average", part(1), weighing_number(4, 3), weighing_number(0, 6))),
        3.25f, 0, 0, EXACT);
    // … / (1 + 3 + 6)
    assert_vector(lab_ask(&l, agent,
                          BLEND_WITH("average", ((dv_argument)YES("all")), part(1),
                                     weighing_number(4, 3), weighing_number(0, 6))),
                  1.3f, 0, 0, EXACT);
    assert_zero(lab_ask(&l, agent, BLEND("average", part(0), part(0))));
    assert_zero(lab_ask(&l, agent, BLEND("average", weighing_number(7, 0))));
    assert_vector(lab_ask(&l, agent, BLEND("average", part(3e38), part(3e38))), 3e38f, 0, 0, 1e32f);
    lab_close(&l);
}

static void a_weight_is_held_to_its_range(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = anyone(&l);
    set_level(&l, -10); // a share: not below 0
    calls = 0;
    dv_steering *steering =
        BLEND("average", weighing(9, dv_value_setting("level")), weighing_number(2, 3));
    assert_vector(lab_ask(&l, agent, steering), 2, 0, 0, EXACT);
    assert_int_equal(calls, 1);
    steering = BLEND("weighted", weighing(9, dv_value_setting("level"))); // a factor: any sign
    assert_vector(lab_ask(&l, agent, steering), -90, 0, 0, EXACT);
    lab_close(&l);
}

static void normalized_weighs_directions_only(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = anyone(&l);
    // cap 10 · (2 · unit(0.1) + 0.5 · unit(−100) + 0)
    assert_vector(lab_ask(&l, agent,
                          BLEND("normalized", weighing_number(0.1, 2), weighing_number(-100, 0.5),
                                weighing_number(0, 9))),
                  15, 0, 0, EXACT);
    dv_part across = {lab_make("count_y", NULL, 0), dv_value_number(-0.3)};
    assert_vector(lab_ask(&l, agent, BLEND("normalized", part(3e38), across)), 10, -3, 0, EXACT);
    assert_zero(lab_ask(&l, agent, BLEND("normalized", part(0))));
    lab_close(&l);
}

// 40 N on 2 kg is 20 m/s²; with a response of 0.25 s a vector of 5 m/s uses that up.
static void allocate_gives_the_first_what_it_asks_for(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = anyone(&l);
    calls = 0;
    assert_vector(lab_ask(&l, agent, BLEND("allocate", part(3), part(4), part(9))), 5, 0, 0, EXACT);
    assert_int_equal(calls, 2); // nothing is left for the third
    assert_vector(lab_ask(&l, agent, BLEND("allocate", part(0), part(1), part(3))), 4, 0, 0, EXACT);
    // Against each other both are paid for: −3, then 2 of 4.
    assert_vector(lab_ask(&l, agent, BLEND("allocate", part(-3), part(4))), -1, 0, 0, EXACT);
    // The weight is of what is asked for: 0.5 · 4, then 3 of −2 · 7.
    assert_vector(
        lab_ask(&l, agent, BLEND("allocate", weighing_number(4, 0.5), weighing_number(7, -2))), -1,
        0, 0, EXACT);
    assert_zero(lab_ask(&l, agent, BLEND("allocate", part(0))));
    lab_close(&l);
}

#define BUDGET(...) ((dv_argument){"budget", __VA_ARGS__})

static void allocate_keeps_to_its_budget(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = anyone(&l);
    dv_value level = dv_value_setting("level"), amount = dv_value_name("amount");
    calls = 0;
    // 8 m/s² · 0.25 s
    assert_vector(
        lab_ask(&l, agent, BLEND_WITH("allocate", BUDGET(dv_value_number(8)), part(3), part(4))), 2,
        0, 0, EXACT);
    assert_int_equal(calls, 1);
    // More than the body can do is not there to be shared out.
    assert_vector(
        lab_ask(&l, agent, BLEND_WITH("allocate", BUDGET(dv_value_number(100)), part(3), part(4))),
        5, 0, 0, EXACT);
    assert_vector(lab_ask(&l, agent, BLEND_WITH("allocate", BUDGET(level), part(3))), 1.25f, 0, 0,
                  EXACT);
    set_level(&l, -10); // a budget is not below 0
    assert_zero(lab_ask(&l, agent, BLEND_WITH("allocate", BUDGET(level), part(3))));
    assert_zero(lab_ask(&l, agent, BLEND_WITH("allocate", BUDGET(amount), part(3)))); // empty slot
    lab_set_amount(&l, agent, 4);
    assert_vector(lab_ask(&l, agent, BLEND_WITH("allocate", BUDGET(amount), part(3))), 1, 0, 0,
                  EXACT);
    // A body without response follows within a tick: 20 m/s² · 0.02 s.
    assert_int_equal(dv_agent_set_property(l.world, agent, DV_RESPONSE, 0, NULL), DV_OK);
    assert_vector(lab_ask(&l, agent, BLEND("allocate", part(3))), 0.4f, 0, 0, EXACT);
    assert_int_equal(dv_agent_set_property(l.world, agent, DV_MAX_FORCE, 0, NULL), DV_OK);
    assert_zero(lab_ask(&l, agent, BLEND("allocate", part(3))));
    lab_close(&l);
}

static dv_steering *extended(dv_steering *old, dv_part added) {
    dv_error error = {""};
    dv_steering *steering = dv_blend_with(old, added, "test", &error);
    if (!steering)
        fail_msg("%s", error.message);
    dv_steering_release(added.steering);
    return steering;
}

static void with_adds_a_part_to_a_copy(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = anyone(&l);
    dv_steering *old = BLEND("weighted", part(1), weighing_number(2, 10));
    dv_steering *new = extended(old, weighing(3, dv_value_name("amount")));
    lab_set_amount(&l, agent, 100);
    assert_string_equal(dv_steering_type_name(new), "weighted");
    assert_vector(lab_ask(&l, agent, old), 21, 0, 0, EXACT);
    assert_vector(lab_ask(&l, agent, new), 321, 0, 0, EXACT);
    lab_close(&l);
}

static void with_keeps_the_options(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = anyone(&l);
    dv_steering *old = BLEND_WITH("allocate", BUDGET(dv_value_number(8)), part(1));
    dv_steering *new = extended(old, part(-5));
    dv_steering_release(old);
    assert_vector(lab_ask(&l, agent, new), 0, 0, 0, EXACT); // 1, then 1 of 5 back
    lab_close(&l);
}

static void wrong_extensions_are_refused(void **state) {
    (void)state;
    dv_error error = {""};
    dv_part light = part(1), heavy = weighing_number(1, 2);
    assert_null(dv_blend_with(light.steering, light, "a.lua:3", &error));
    assert_string_equal(error.message, "a.lua:3: blend.with: a blend expected, got steer.step_x");
    dv_steering *priority = BLEND("priority", part(1));
    assert_null(dv_blend_with(priority, heavy, "a.lua:3", &error));
    assert_string_equal(error.message,
                        "a.lua:3: blend.priority: part 2: no weight expected (weighted?)");
    dv_steering_release(priority);
    dv_steering_release(light.steering);
    dv_steering_release(heavy.steering);
    assert_int_equal(dv_allocated_bytes(), 0);
}

static void expect_option_refused(const char *type, dv_argument argument, const char *message) {
    dv_error error = {""};
    dv_part one = part(1);
    assert_null(dv_blend_create(type, &one, 1, &argument, 1, "a.lua:3", &error));
    assert_string_equal(error.message, message);
    dv_steering_release(one.steering);
    assert_int_equal(dv_allocated_bytes(), 0);
}

static void wrong_options_are_refused(void **state) {
    (void)state;
    expect_option_refused("velocity", (dv_argument)NUMBER("inertai", 1),
                          "a.lua:3: blend.velocity: inertai: unknown parameter (inertia?)");
    expect_option_refused("sum", (dv_argument)NUMBER("inertia", 1),
                          "a.lua:3: blend.sum: inertia: unknown parameter");
    expect_option_refused("allocate", (dv_argument)NUMBER("budget", -1),
                          "a.lua:3: blend.allocate: budget: 0 m/s² or more expected, got -1");
    expect_option_refused("average", (dv_argument)NUMBER("all", 1),
                          "a.lua:3: blend.average: all: true, false or drover.setting expected, "
                          "got number");
    dv_part share = weighing_number(1, -1), sure = weighing_number(1, 1.5);
    expect_refused("average", &share, 1, "a.lua:3",
                   "a.lua:3: blend.average: part 1: weight: 0 to 1e+06 expected, got -1");
    expect_refused("dither", &sure, 1, "a.lua:3",
                   "a.lua:3: blend.dither: part 1: probability: 0 to 1 expected, got 1.5");
    dv_steering_release(share.steering);
    dv_steering_release(sure.steering);
}

static void expect_unbound(dv_steering *steering, const char *message) {
    lab l = lab_open();
    dv_vec3 vector;
    dv_agent agent = anyone(&l);
    assert_int_not_equal(dv_agent_evaluate(l.world, agent, steering, &vector, &l.error), DV_OK);
    assert_string_equal(l.error.message, message);
    dv_steering_release(steering);
    lab_close(&l);
}

static void unknown_slots_are_named(void **state) {
    (void)state;
    expect_unbound(
        BLEND("dither", part(1), weighing(1, dv_value_name("amuont"))),
        "test: blend.dither: part 2: probability: kind 'sheep' has no slot 'amuont' (amount?)");
    expect_unbound(
        BLEND_WITH("velocity", ((dv_argument){"inertia", dv_value_setting("levle")}), part(1)),
        "test: blend.velocity: inertia: no setting 'levle' (level?)");
}

static void a_part_that_is_not_finite_counts_as_none(void **state) {
    (void)state;
    static const char *const weighing_types[] = {"allocate", "weighted"};
    lab l = lab_open();
    dv_agent agent = anyone(&l);
    for (size_t i = 0; i < sizeof weighing_types / sizeof *weighing_types; i++)
        assert_vector(
            lab_ask(&l, agent, BLEND(weighing_types[i], weighing_number(3e38, 1e6), part(2))), 2, 0,
            0, EXACT);
    lab_close(&l);
}

/// Every type of blend in one, over behaviors with states and random numbers.
static dv_steering *everything(void) {
    dv_part parts[32];
    uint32_t count = 0;
    for (uint32_t i = 0; i < dv_blend_type_count(); i++)
        parts[count++] = (dv_part){BLEND(dv_blend_type_at(i)->entry.name,
                                         {MAKE("separation", NUMBER("radius", 3)), {0}},
                                         {MAKE("wander", NUMBER("strength", 1)), {0}},
                                         {MAKE("cohesion", NUMBER("radius", 9)), {0}}),
                                   {0}};
    return blend("sum", parts, count);
}

static void threads_change_nothing(void **state) {
    (void)state;
    lab_kinds kinds = {.steer = everything()};
    lab labs[2];
    dv_agent agents[2][600];
    for (int i = 0; i < 2; i++) {
        dv_world_def def = lab_def();
        uint64_t n = 0;
        def.threads = i ? 4 : 1;
        labs[i] = lab_open_with(def, kinds);
        for (int a = 0; a < 600; a++) {
            dv_vec3 place = {lab_random(&n, -20, 20), lab_random(&n, -20, 20), 0};
            agents[i][a] = lab_spawn(&labs[i], a % 2 ? SHEEP : DOG, place, (float)a, 1);
        }
        for (int tick = 0; tick < 30; tick++)
            lab_step(&labs[i]);
    }
    for (int a = 0; a < 600; a++) {
        dv_vec3 one = dv_agent_steering(labs[0].world, agents[0][a]);
        dv_vec3 four = dv_agent_steering(labs[1].world, agents[1][a]);
        assert_true(one.x == four.x && one.y == four.y);
        assert_true(!(one.x == 0 && one.y == 0));
    }
    dv_steering_release(kinds.steer);
    for (int i = 0; i < 2; i++) {
        dv_world_destroy(labs[i].world);
        dv_program_release(labs[i].program);
    }
    assert_int_equal(dv_allocated_bytes(), 0);
}

static void nesting_is_bounded(void **state) {
    (void)state;
    dv_steering *deep = MAKE("step_x", NUMBER("x", 1));
    for (int i = 1; i < 32; i++) {
        dv_part one = {deep, {0}};
        deep = blend("sum", &one, 1);
    }
    dv_part too_deep = {deep, {0}};
    expect_refused("sum", &too_deep, 1, "a.lua:3", "a.lua:3: blend.sum: nested more than 32 deep");
    dv_steering_release(deep);
    // Doubling: 2ⁿ places from n blends.
    dv_steering *wide = MAKE("step_x", NUMBER("x", 1));
    for (int i = 0; i < 8; i++) {
        dv_part two[] = {{wide, {0}}, {dv_steering_retain(wide), {0}}};
        wide = blend("sum", two, 2);
    }
    dv_part three[] = {{wide, {0}}, {wide, {0}}, {wide, {0}}};
    expect_refused("sum", three, 3, "a.lua:3",
                   "a.lua:3: blend.sum: more than 1024 behaviors and blends in it");
    dv_steering_release(wide);
    assert_int_equal(dv_allocated_bytes(), 0);
}

static void compositions_tell_what_they_are(void **state) {
    (void)state;
    dv_part parts[] = {part(1)};
    dv_steering *steering = blend("sum", parts, 1);
    dv_steering *behavior = lab_make("step_x", NULL, 0);
    assert_false(dv_steering_is_behavior(steering));
    assert_string_equal(dv_steering_type_name(steering), "sum");
    assert_true(dv_steering_is_behavior(behavior));
    assert_string_equal(dv_steering_type_name(behavior), "step_x");
    dv_steering_release(steering);
    dv_steering_release(behavior);
    dv_steering_release(NULL);
    assert_int_equal(dv_allocated_bytes(), 0);
}

static void short_memory_is_told_and_leaks_nothing(void **state) {
    (void)state;
    static const char *const kinds[] = {"sheep", "dog"};
    dv_argument arguments[] = {{"kind", dv_value_names(kinds, 2)},
                               {"state", dv_value_name("grazing")},
                               NUMBER("radius", 3)};
    for (uint64_t nth = 1;; nth++) {
        dv_error error = {""};
        dv_fail_allocation(nth, false);
        dv_steering *behavior = dv_behavior_create("separation", arguments, 3, "a", 0, &error);
        dv_part parts[] = {{behavior, dv_value_name("amount")}};
        dv_argument inertia = {"inertia", dv_value_setting("level")};
        dv_steering *old =
            behavior ? dv_blend_create("velocity", parts, 1, &inertia, 1, "a", &error) : NULL;
        dv_steering *steering = old ? dv_blend_with(old, parts[0], "a", &error) : NULL;
        dv_fail_allocation(0, false);
        dv_steering_release(old);
        dv_steering_release(behavior);
        if (steering) {
            dv_steering_release(steering);
            assert_int_equal(dv_allocated_bytes(), 0);
            assert_in_range(nth, 3, 100);
            break;
        }
        assert_string_equal(error.message, "out of memory");
        assert_int_equal(dv_allocated_bytes(), 0);
    }
}

TESTS {
    if (!register_test_behaviors())
        return 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sum_adds),
        cmocka_unit_test(weighted_multiplies),
        cmocka_unit_test(a_weight_of_zero_asks_nobody),
        cmocka_unit_test(priority_takes_the_first_that_is_not_zero),
        cmocka_unit_test(blends_nest),
        cmocka_unit_test(one_behavior_in_two_places_has_two_states),
        cmocka_unit_test(two_wanders_of_a_blend_draw_their_own_numbers),
        cmocka_unit_test(a_vector_that_is_not_finite_counts_as_none),
        cmocka_unit_test(wrong_blends_are_refused),
        cmocka_unit_test(average_is_of_the_parts_that_have_something_to_do),
        cmocka_unit_test(a_weight_is_held_to_its_range),
        cmocka_unit_test(normalized_weighs_directions_only),
        cmocka_unit_test(allocate_gives_the_first_what_it_asks_for),
        cmocka_unit_test(allocate_keeps_to_its_budget),
        cmocka_unit_test(with_adds_a_part_to_a_copy),
        cmocka_unit_test(with_keeps_the_options),
        cmocka_unit_test(wrong_extensions_are_refused),
        cmocka_unit_test(wrong_options_are_refused),
        cmocka_unit_test(unknown_slots_are_named),
        cmocka_unit_test(a_part_that_is_not_finite_counts_as_none),
        cmocka_unit_test(threads_change_nothing),
        cmocka_unit_test(nesting_is_bounded),
        cmocka_unit_test(compositions_tell_what_they_are),
        cmocka_unit_test(short_memory_is_told_and_leaks_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
