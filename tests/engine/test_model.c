// The agent model: which parameters follow from attributes, calculated by hand from Reich's table.
#include "base/alloc.h"
#include "drover/drover.h"

#include "../program.h"

#include <math.h>
#include <string.h>

static dv_error error;

static void must(dv_result result) {
    if (result != DV_OK)
        fail_msg("%s", error.message);
}

// Slots in this order.
enum { RUSHED, DRUNK, LADEN, AWARE, SPEED, INERTIA, NOTICE, OTHER, SLOTS };
static const dv_slot_def slots[SLOTS] = {
    {"rushed", DV_SLOT_NUMBER}, {"drunk", DV_SLOT_NUMBER}, {"laden", DV_SLOT_NUMBER},
    {"aware", DV_SLOT_NUMBER},  {"speed", DV_SLOT_NUMBER}, {"inertia", DV_SLOT_NUMBER},
    {"notice", DV_SLOT_NUMBER}, {"other", DV_SLOT_NUMBER},
};
static const dv_attribute_def attributes[] = {
    {"rushed", 0}, {"drunk", 0}, {"laden", 0}, {"aware", 0.5}};
static const dv_model_parameter_def parameters[] = {
    {"speed", 0.5, 2.5, 1.3}, {"inertia", 0, 1, 0.5}, {"notice", 0, 1, 0.5}};
static const dv_effect_def effects[] = {
    {.attribute = "rushed", .parameter = "speed", .low = 0.55, .high = 1},
    {.attribute = "drunk", .parameter = "speed", .low = 0.1, .high = 0.46, .inverse = true},
    {.attribute = "laden", .parameter = "speed", .low = 0, .high = 0.45, .inverse = true},
    {.attribute = "drunk", .parameter = "inertia", .low = 0, .high = 0.27, .dominant = true},
    {.attribute = "laden", .parameter = "inertia", .low = 0.6, .high = 0.96, .dominant = true},
    {.attribute = "rushed", .parameter = "inertia", .low = 0.5, .high = 0.77},
    {.attribute = "aware", .parameter = "notice", .low = 0.1, .high = 0.9},
};
static const dv_model_def whole = {.where = "pub.lua:3",
                                   .attributes = attributes,
                                   .attribute_count = 4,
                                   .parameters = parameters,
                                   .parameter_count = 3,
                                   .effects = effects,
                                   .effect_count = 7};

static dv_program *program_of(const dv_model_def *model, const dv_slot_def *defs, uint32_t count) {
    dv_program *program = dv_program_create();
    dv_kind_def kind = dv_kind_def_default();
    kind.name = "walker";
    kind.slots = defs;
    kind.slot_count = count;
    kind.model = model;
    kind.properties[DV_MAX_SPEED] = model ? dv_value_name("speed") : dv_value_number(1);
    must(dv_program_add_kind(program, &kind, &error));
    return program;
}

typedef struct scene {
    dv_program *program;
    dv_world *world;
    dv_agent agent;
} scene;

static scene open_scene(const dv_model_def *model) {
    scene s = {.program = program_of(model, slots, SLOTS)};
    must(dv_program_finish(s.program, &error));
    dv_world_def def = dv_world_def_default();
    s.world = dv_world_create(&def, s.program, &error);
    assert_non_null(s.world);
    dv_agent_def birth = dv_agent_def_default(0);
    must(dv_agent_spawn(s.world, &birth, &s.agent, &error));
    return s;
}

static void close_scene(scene *s) {
    dv_world_destroy(s->world);
    dv_program_release(s->program);
    assert_int_equal(dv_allocated_bytes(), 0);
}

static bool close_to(double value, double expected, double tolerance) {
    return fabs(value - expected) <= tolerance;
}

static dv_result set(const scene *s, uint32_t slot, double number) {
    dv_slot_value value = {.is_set = true, .as.number = number};
    return dv_agent_set_slot(s->world, s->agent, slot, value, &error);
}

static void expect(const scene *s, uint32_t slot, double number) {
    dv_slot_value value = dv_agent_slot(s->world, s->agent, slot);
    assert_true(value.is_set);
    if (!(fabs(value.as.number - number) < 1e-12))
        fail_msg("%s: %.17g, expected %.17g", slots[slot].name, value.as.number, number);
}

static void parameters_nothing_acts_on_have_their_defaults(void **state) {
    (void)state;
    scene s = open_scene(&whole);
    expect(&s, RUSHED, 0);
    expect(&s, AWARE, 0.5);
    expect(&s, SPEED, 1.3);
    expect(&s, INERTIA, 0.5);
    expect(&s, NOTICE, 0.1 + 4.0 / 9 * 0.8); // degree 5
    close_scene(&s);
}

static void the_range_is_gone_through_in_ten_degrees(void **state) {
    (void)state;
    scene s = open_scene(&whole);
    static const struct {
        double attribute, share;
    } rows[] = {{0.1, 0.1},  {0.2, 0.1 + 0.8 / 9}, {0.4, 0.1 + 2.4 / 9},
                {0.55, 0.5}, {0.7, 0.1 + 4.8 / 9}, {1, 0.9}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        must(set(&s, AWARE, rows[i].attribute));
        expect(&s, NOTICE, rows[i].share);
    }
    // Less than a degree is the first, nothing at all is none.
    must(set(&s, AWARE, 0.01));
    expect(&s, NOTICE, 0.1);
    must(set(&s, AWARE, 0));
    expect(&s, NOTICE, 0.5);
    must(set(&s, AWARE, 1));
    must(dv_agent_set_slot(s.world, s.agent, AWARE, (dv_slot_value){0}, &error));
    expect(&s, NOTICE, 0.5);
    close_scene(&s);
}

static void what_combines_is_averaged_and_mapped_to_the_real_range(void **state) {
    (void)state;
    scene s = open_scene(&whole);
    must(set(&s, RUSHED, 0.1)); // 0.55 of 2 m/s above 0.5 m/s
    expect(&s, SPEED, 0.5 + 2 * 0.55);
    must(set(&s, RUSHED, 1));
    expect(&s, SPEED, 2.5);
    must(set(&s, DRUNK, 0.1)); // inversely: 0.46
    expect(&s, SPEED, 0.5 + 2 * (1 + 0.46) / 2);
    must(set(&s, DRUNK, 1)); // 0.1
    expect(&s, SPEED, 0.5 + 2 * (1 + 0.1) / 2);
    must(set(&s, LADEN, 0.4)); // 0.45 − 3 / 9 · 0.45 = 0.3
    expect(&s, SPEED, 0.5 + 2 * (1 + 0.1 + 0.3) / 3);
    must(set(&s, RUSHED, 0));
    expect(&s, SPEED, 0.5 + 2 * (0.1 + 0.3) / 2);
    close_scene(&s);
}

static void the_first_dominant_effect_that_is_active_wins(void **state) {
    (void)state;
    scene s = open_scene(&whole);
    must(set(&s, RUSHED, 0.4)); // 0.5 + 3 / 9 · 0.27 = 0.59, alone
    expect(&s, INERTIA, 0.59);
    must(set(&s, LADEN, 0.2)); // 0.6 + 1 / 9 · 0.36 = 0.64 puts it aside
    expect(&s, INERTIA, 0.64);
    must(set(&s, DRUNK, 0.7)); // 0 + 6 / 9 · 0.27 = 0.18 stands before it
    expect(&s, INERTIA, 0.18);
    must(set(&s, DRUNK, 0));
    expect(&s, INERTIA, 0.64);
    close_scene(&s);
}

static void bodies_go_by_the_parameters_of_the_moment(void **state) {
    (void)state;
    scene s = open_scene(&whole);
    assert_true(close_to(dv_agent_property(s.world, s.agent, DV_MAX_SPEED), 1.3, 1e-6));
    must(set(&s, RUSHED, 1));
    assert_true(close_to(dv_agent_property(s.world, s.agent, DV_MAX_SPEED), 2.5, 1e-6));
    close_scene(&s);
}

static void parameters_and_what_is_no_degree_are_refused(void **state) {
    (void)state;
    scene s = open_scene(&whole);
    must(set(&s, RUSHED, 1));
    assert_int_equal(set(&s, SPEED, 1), DV_ERROR_ARGUMENT);
    assert_string_equal(error.message,
                        "speed: the model sets it; assign the attributes it follows from");
    assert_int_equal(set(&s, RUSHED, 1.5), DV_ERROR_ARGUMENT);
    assert_string_equal(error.message, "rushed: an attribute from 0 to 1 expected, got 1.5");
    assert_int_equal(set(&s, RUSHED, -0.1), DV_ERROR_ARGUMENT);
    assert_int_equal(set(&s, RUSHED, (double)NAN), DV_ERROR_ARGUMENT);
    expect(&s, RUSHED, 1);
    expect(&s, SPEED, 2.5);
    must(set(&s, OTHER, 5)); // a slot that is none of the model's
    assert_true(dv_program_is_attribute(s.program, 0, AWARE));
    assert_false(dv_program_is_attribute(s.program, 0, SPEED));
    assert_true(dv_program_is_given(s.program, 0, SPEED));
    assert_false(dv_program_is_given(s.program, 0, OTHER));
    close_scene(&s);
}

static void expect_refused(const dv_model_def *model, const char *message) {
    dv_program *program = program_of(model, slots, SLOTS);
    assert_int_not_equal(dv_program_finish(program, &error), DV_OK);
    assert_string_equal(error.message, message);
    dv_program_release(program);
    assert_int_equal(dv_allocated_bytes(), 0);
}

/// The whole model with one effect in place of all.
static dv_model_def with(const dv_effect_def *effect, uint32_t count) {
    dv_model_def model = whole;
    model.parameter_count = 1;
    model.effects = effect;
    model.effect_count = count;
    return model;
}

static void mistakes_in_a_model_are_told(void **state) {
    (void)state;
    dv_effect_def effect = {.attribute = "rushd", .parameter = "speed", .high = 1};
    dv_model_def model = with(&effect, 1);
    expect_refused(&model, "pub.lua:3: effects[1][1]: no attribute 'rushd' (rushed?)");
    effect.attribute = "rushed";
    effect.parameter = "sped";
    expect_refused(&model, "pub.lua:3: effects[1][2]: no parameter 'sped' (speed?)");
    effect.parameter = "speed";
    effect.low = 0.6;
    effect.high = 0.5;
    expect_refused(&model, "pub.lua:3: effects[1].range: { low, high } expected with 0 <= low <= "
                           "high <= 1, got { 0.6, 0.5 }");
    effect.high = 1.5;
    expect_refused(&model, "pub.lua:3: effects[1].range: { low, high } expected with 0 <= low <= "
                           "high <= 1, got { 0.6, 1.5 }");
    effect.low = (double)NAN;
    effect.high = 1;
    dv_program *unordered = program_of(&model, slots, SLOTS);
    assert_int_equal(dv_program_finish(unordered, &error), DV_ERROR_ARGUMENT);
    dv_program_release(unordered);
    effect.low = 0;
    dv_effect_def twice[] = {effect, effect};
    model = with(twice, 2);
    expect_refused(&model,
                   "pub.lua:3: effects[2]: 'rushed' already acts on 'speed', in effects[1]");
    model = with(&effect, 1);
    model.parameter_count = 2;
    expect_refused(&model, "pub.lua:3: parameters.inertia: no effect acts on it");
    dv_model_parameter_def wrong = {"speed", 2, 1, 1};
    model.parameter_count = 1;
    model.parameters = &wrong;
    expect_refused(&model, "pub.lua:3: parameters.speed: min must be below max, got 2 and 1");
    wrong = (dv_model_parameter_def){"speed", 1, 2, 3};
    expect_refused(&model, "pub.lua:3: parameters.speed: the default 3 is not in 1 to 2");
    wrong = (dv_model_parameter_def){"aware", 0, 1, 0};
    expect_refused(&model, "pub.lua:3: parameters.aware: is already an attribute");
    wrong = (dv_model_parameter_def){"none", 0, 1, 0};
    expect_refused(&model,
                   "pub.lua:3: parameters.none: kind 'walker' has no number slot of that name");
    dv_attribute_def bold = {"rushed", 2};
    model = whole;
    model.attributes = &bold;
    model.attribute_count = 1;
    expect_refused(&model, "pub.lua:3: attributes.rushed: 2 is not in 0 to 1");
}

static void another_model_finds_the_attributes_it_knows(void **state) {
    (void)state;
    scene s = open_scene(&whole);
    must(set(&s, RUSHED, 0.4));
    must(set(&s, DRUNK, 1));
    // Rushed people hurry more now, drink does nothing, and there is an attribute nobody had.
    static const dv_slot_def fewer[] = {
        {"speed", DV_SLOT_NUMBER}, {"bold", DV_SLOT_NUMBER}, {"rushed", DV_SLOT_NUMBER}};
    static const dv_attribute_def known[] = {{"rushed", 0}, {"bold", 0.1}};
    static const dv_effect_def other[] = {
        {.attribute = "rushed", .parameter = "speed", .low = 0.7, .high = 1},
        {.attribute = "bold", .parameter = "speed", .low = 0.4, .high = 1}};
    dv_model_def model = {.attributes = known,
                          .attribute_count = 2,
                          .parameters = parameters,
                          .parameter_count = 1,
                          .effects = other,
                          .effect_count = 2};
    dv_program *next = program_of(&model, fewer, 3);
    must(dv_program_finish(next, &error));
    must(dv_world_swap_program(s.world, next, NULL, &error));
    dv_program_release(next);
    assert_true(close_to(dv_agent_slot(s.world, s.agent, 2).as.number, 0.4, 0));
    assert_true(close_to(dv_agent_slot(s.world, s.agent, 1).as.number, 0.1, 0));
    // (0.7 + 3 / 9 · 0.3 + 0.4) / 2 = 0.6
    assert_true(close_to(dv_agent_slot(s.world, s.agent, 0).as.number, 0.5 + 2 * 0.6, 1e-12));
    close_scene(&s);
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parameters_nothing_acts_on_have_their_defaults),
        cmocka_unit_test(the_range_is_gone_through_in_ten_degrees),
        cmocka_unit_test(what_combines_is_averaged_and_mapped_to_the_real_range),
        cmocka_unit_test(the_first_dominant_effect_that_is_active_wins),
        cmocka_unit_test(bodies_go_by_the_parameters_of_the_moment),
        cmocka_unit_test(parameters_and_what_is_no_degree_are_refused),
        cmocka_unit_test(mistakes_in_a_model_are_told),
        cmocka_unit_test(another_model_finds_the_attributes_it_knows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
