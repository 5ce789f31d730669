// Blends, and the composition as a whole: parts, weights, states and streams of random numbers.
#include "behavior_world.h"

#include "base/alloc.h"

#define EXACT 1e-5f

static int calls;

// A behavior for tests: the vector (x, 0, 0), counted.
static const dv_parameter step_parameters[] = {
    {"x", DV_PARAMETER_NUMBER, false, "m/s", -INFINITY, INFINITY, 0, ""},
};

static dv_vec3 step(const dv_steering_context *context, const struct dv_bound *parameters,
                    void *state) {
    (void)state;
    calls++;
    return dv_vec(dv_number_of(context, parameters, 0), 0, 0);
}

static const dv_behavior_type step_type = {
    .entry = {.name = "step_x", .parameters = step_parameters, .parameter_count = 1},
    .evaluate = step,
};

// Another: how often it was asked, by its state.
static dv_vec3 count(const dv_steering_context *context, const struct dv_bound *parameters,
                     void *state) {
    (void)context;
    (void)parameters;
    float *counted = state;
    *counted += 1;
    return dv_vec(0, *counted, 0);
}

static const dv_behavior_type count_type = {
    .entry = {.name = "count_y"},
    .state_size = sizeof(float),
    .evaluate = count,
};

static dv_part part(double x) { return (dv_part){MAKE("step_x", NUMBER("x", x)), {0}}; }

static dv_part weighing(double x, dv_value weight) {
    return (dv_part){MAKE("step_x", NUMBER("x", x)), weight};
}

/// Make a blend and give it the parts.
static dv_steering *blend(const char *type, dv_part *parts, uint32_t part_count) {
    dv_error error = {""};
    dv_steering *steering = dv_blend_create(type, parts, part_count, "test", &error);
    if (!steering)
        fail_msg("%s", error.message);
    for (uint32_t i = 0; i < part_count; i++)
        dv_steering_release(parts[i].steering);
    return steering;
}

static dv_agent anyone(lab *l) { return lab_spawn(l, SHEEP, dv_vec(0, 0, 0), 0, 0); }

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
    assert_null(dv_blend_create(type, parts, part_count, where, &error));
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
        dv_steering *steering =
            behavior ? dv_blend_create("weighted", parts, 1, "a", &error) : NULL;
        dv_fail_allocation(0, false);
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

int main(void) {
    if (dv_register_behavior(&step_type, NULL) != DV_OK ||
        dv_register_behavior(&count_type, NULL) != DV_OK)
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
        cmocka_unit_test(nesting_is_bounded),
        cmocka_unit_test(compositions_tell_what_they_are),
        cmocka_unit_test(short_memory_is_told_and_leaks_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
