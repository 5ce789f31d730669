// The catalog: its contents, registration, and the messages for refused arguments.
#include "../program.h"
#include "behavior_world.h"
#include "program/catalogue.h"

#include <stdio.h>

static void check_entry(const dv_entry *entry) {
    assert_true(entry->name && entry->name[0]);
    if (!entry->doc || !entry->doc[0] || !entry->source || !entry->source[0])
        fail_msg("%s has no doc or source", entry->name);
    assert_true(entry->parameter_count <= DV_MAX_PARAMETERS);
    assert_true(entry->positional <= entry->parameter_count);
    for (uint32_t i = 0; i < entry->parameter_count; i++) {
        const dv_parameter *p = &entry->parameters[i];
        bool is_number = p->type == DV_PARAMETER_NUMBER || p->type == DV_PARAMETER_BOOLEAN;
        if (!p->name || !p->unit || !p->doc || !p->doc[0])
            fail_msg("%s: parameter %u is not described", entry->name, i + 1);
        if (is_number && !p->required && !(p->minimum <= p->fallback && p->fallback <= p->maximum))
            fail_msg("%s: %s: the default is out of range", entry->name, p->name);
        if (is_number && !(p->minimum < p->maximum))
            fail_msg("%s: %s: an empty range", entry->name, p->name);
        if (p->type == DV_PARAMETER_BOOLEAN && !(p->minimum == 0 && p->maximum == 1))
            fail_msg("%s: %s: true is 1, false is 0", entry->name, p->name);
        if (!is_number && (p->minimum != 0 || p->maximum != 0 || p->fallback != 0))
            fail_msg("%s: %s: only numbers have a range", entry->name, p->name);
    }
}

static void every_descriptor_is_whole(void **state) {
    (void)state;
    for (uint32_t i = 0; i < dv_behavior_type_count(); i++)
        check_entry(&dv_behavior_type_at(i)->entry);
    for (uint32_t i = 0; i < dv_blend_type_count(); i++)
        check_entry(&dv_blend_type_at(i)->entry);
    for (uint32_t i = 0; i < dv_guard_type_count(); i++)
        check_entry(&dv_guard_type_at(i)->entry);
    for (uint32_t i = 0; i < dv_locomotion_type_count(); i++)
        check_entry(&dv_locomotion_type_at(i)->entry);
    for (uint32_t i = 0; i < dv_stress_type_count(); i++)
        check_entry(&dv_stress_type_at(i)->entry);
}

static void everything_is_found_by_its_name(void **state) {
    (void)state;
    dv_program *program = dv_program_create();
    for (uint32_t i = 0; i < dv_behavior_type_count(); i++) {
        const dv_behavior_type *type = dv_behavior_type_at(i);
        assert_ptr_equal(dv_behavior_type_by_name(type->entry.name), type);
        const dv_squad_behavior *squad = dv_squad_behavior_of(program->catalogue, type);
        assert_true(squad->tally_count ? squad->tally && squad->conclude && !type->evaluate
                                       : type->evaluate != NULL);
    }
    for (uint32_t i = 0; i < dv_blend_type_count(); i++)
        assert_ptr_equal(dv_blend_type_by_name(dv_blend_type_at(i)->entry.name),
                         dv_blend_type_at(i));
    for (uint32_t i = 0; i < dv_guard_type_count(); i++)
        assert_ptr_equal(dv_guard_type_by_name(dv_guard_type_at(i)->entry.name),
                         dv_guard_type_at(i));
    for (uint32_t i = 0; i < dv_locomotion_type_count(); i++)
        assert_ptr_equal(dv_locomotion_type_by_name(dv_locomotion_type_at(i)->entry.name),
                         dv_locomotion_type_at(i));
    assert_null(dv_behavior_type_at(dv_behavior_type_count()));
    assert_null(dv_behavior_type_by_name("levitate"));
    assert_null(dv_behavior_type_by_name(NULL));
    dv_program_release(program);
}

static void expect_order(const char *list, const dv_entry *first, const dv_entry *second) {
    if (strcmp(first->name, second->name) >= 0)
        fail_msg("%s: %s must come after %s", list, first->name, second->name);
}

static void built_in_names_are_in_order(void **state) {
    (void)state;
    for (uint32_t i = 1; i < dv_behavior_type_count(); i++)
        expect_order("engine/steering/behaviors.def", &dv_behavior_type_at(i - 1)->entry,
                     &dv_behavior_type_at(i)->entry);
    for (uint32_t i = 1; i < dv_guard_type_count(); i++)
        expect_order("engine/guards/guards.def", &dv_guard_type_at(i - 1)->entry,
                     &dv_guard_type_at(i)->entry);
}

static void the_nearest_name_is_suggested(void **state) {
    (void)state;
    assert_string_equal(dv_nearest_behavior("seperation"), "separation");
    assert_string_equal(dv_nearest_blend("wieghted"), "weighted");
    assert_string_equal(dv_nearest_guard("saes"), "sees");
    assert_null(dv_nearest_behavior("xylophone"));
}

// Snapshots store the numbers of the first ones, so their order never changes: new ones come
// between those that agents can override and those that only kinds have, or at the end.
static void properties_have_the_names_scripts_use(void **state) {
    (void)state;
    static const char *const names[] = {"mass",
                                        "radius",
                                        "max_speed",
                                        "max_force",
                                        "response",
                                        "min_speed",
                                        "min_force",
                                        "damping",
                                        "smoothing",
                                        "turn_rate",
                                        "wheelbase",
                                        "max_steering_angle",
                                        "max_brake",
                                        "sight.range",
                                        "sight.angle",
                                        "hearing.range",
                                        "sight.uncertainty",
                                        "sight.drift",
                                        "stride",
                                        "min_stride",
                                        "turn",
                                        "arcs",
                                        "spokes",
                                        "stand_still",
                                        "side_step",
                                        "back_step"};
    int own = 18, newer = DV_OWN_PROPERTY_COUNT - own;
    assert_true(newer >= 0);
    assert_string_equal(names[own], "stride");
    for (int i = 0; i < (int)(sizeof names / sizeof *names); i++)
        assert_string_equal(dv_properties[i < own ? i : i + newer].name, names[i]);
    for (int p = 0; p < DV_PROPERTY_COUNT; p++) {
        const dv_parameter *property = &dv_properties[p];
        assert_true(property->name && property->name[0] && property->doc && property->doc[0]);
        for (int q = 0; q < p; q++)
            assert_string_not_equal(property->name, dv_properties[q].name);
        assert_true(property->minimum <= property->fallback &&
                    property->fallback <= property->maximum);
    }
    assert_true(dv_properties[DV_MASS].minimum > 0);
}

static dv_vec3 nothing(const dv_steering_context *context, const struct dv_bound *parameters,
                       void *state) {
    (void)context;
    (void)parameters;
    (void)state;
    return dv_vec(0, 0, 0);
}

static dv_vec3 combine_nothing(const dv_combination *combination, void *state) {
    (void)combination;
    (void)state;
    return dv_vec(0, 0, 0);
}

static dv_truth never(const dv_guard_context *context, const struct dv_bound *parameters,
                      void *state) {
    (void)context;
    (void)parameters;
    (void)state;
    return DV_FALSE;
}

static void stay(dv_world *world, const uint32_t *agents, uint32_t first, uint32_t last) {
    (void)world;
    (void)agents;
    (void)first;
    (void)last;
}

static void wrong_descriptors_are_refused(void **state) {
    (void)state;
    static const dv_parameter twice[] = {
        {"a", DV_PARAMETER_NUMBER, false, "", 0, 1, 0, "one"},
        {"a", DV_PARAMETER_NUMBER, false, "", 0, 1, 0, "the same"}};
    static const dv_behavior_type taken = {.entry = {.name = "seek"}, .evaluate = nothing};
    static const dv_behavior_type nameless = {.evaluate = nothing};
    static const dv_behavior_type empty = {.entry = {.name = "empty"}};
    static const dv_behavior_type large = {
        .entry = {.name = "large"}, .state_size = 129, .evaluate = nothing};
    static const dv_behavior_type doubled = {
        .entry = {.name = "doubled", .parameters = twice, .parameter_count = 2},
        .evaluate = nothing};
    static const dv_behavior_type many = {
        .entry = {.name = "many", .parameters = twice, .parameter_count = 17}, .evaluate = nothing};
    static const dv_parameter body[] = {
        {"solid", DV_PARAMETER_SOLIDITY, false, "", 0, 2, 1, "a property's type"}};
    static const dv_behavior_type embodied = {
        .entry = {.name = "embodied", .parameters = body, .parameter_count = 1},
        .evaluate = nothing};
    static const dv_behavior_type missing = {.entry = {.name = "missing", .parameter_count = 1},
                                             .evaluate = nothing};
    uint32_t before = dv_behavior_type_count();
    dv_error error;
    assert_int_equal(dv_register_behavior(&taken, &error), DV_ERROR_NAME);
    assert_string_equal(error.message, "behavior seek: the name is taken");
    assert_int_equal(dv_register_behavior(&nameless, &error), DV_ERROR_ARGUMENT);
    assert_int_equal(dv_register_behavior(&empty, &error), DV_ERROR_ARGUMENT);
    assert_int_equal(dv_register_behavior(&large, &error), DV_ERROR_LIMIT);
    assert_int_equal(dv_register_behavior(&doubled, &error), DV_ERROR_NAME);
    assert_string_equal(error.message, "behavior doubled: two parameters are called a");
    assert_int_equal(dv_register_behavior(&many, NULL), DV_ERROR_LIMIT);
    assert_int_equal(dv_register_behavior(&embodied, &error), DV_ERROR_ARGUMENT);
    assert_string_equal(error.message,
                        "behavior embodied: solid: only properties of bodies can be a solidity");
    assert_int_equal(dv_register_behavior(&missing, NULL), DV_ERROR_ARGUMENT);
    assert_int_equal(dv_behavior_type_count(), before);
}

static void registered_descriptors_are_found_last(void **state) {
    (void)state;
    static const dv_behavior_type behavior = {.entry = {.name = "levitate"}, .evaluate = nothing};
    static const dv_blend_type blend = {.entry = {.name = "stir"}, .combine = combine_nothing};
    static const dv_guard_type guard = {.entry = {.name = "dreams"}, .evaluate = never};
    static const dv_locomotion_type model = {.entry = {.name = "hover"}, .move = stay};
    assert_int_equal(dv_register_behavior(&behavior, NULL), DV_OK);
    assert_int_equal(dv_register_blend(&blend, NULL), DV_OK);
    assert_int_equal(dv_register_guard(&guard, NULL), DV_OK);
    assert_int_equal(dv_register_locomotion(&model, NULL), DV_OK);
    assert_ptr_equal(dv_behavior_type_at(dv_behavior_type_count() - 1), &behavior);
    assert_ptr_equal(dv_blend_type_by_name("stir"), &blend);
    assert_ptr_equal(dv_guard_type_by_name("dreams"), &guard);
    assert_ptr_equal(dv_locomotion_type_by_name("hover"), &model);
    assert_string_equal(dv_nearest_behavior("levitat"), "levitate");
    assert_int_equal(dv_register_behavior(&behavior, NULL), DV_ERROR_NAME);
}

static void a_full_table_takes_no_more(void **state) {
    (void)state;
    static char names[200][16];
    static dv_locomotion_type models[200];
    uint32_t taken = 0;
    dv_error error = {""};
    for (; taken < 200; taken++) {
        snprintf(names[taken], sizeof names[taken], "model_%u", taken);
        models[taken] = (dv_locomotion_type){.entry = {.name = names[taken]}, .move = stay};
        dv_result result = dv_register_locomotion(&models[taken], &error);
        if (result != DV_OK) {
            assert_int_equal(result, DV_ERROR_LIMIT);
            break;
        }
    }
    assert_in_range(taken, 100, 199);
    assert_null(dv_locomotion_type_by_name(names[taken]));
}

static void expect_message(const char *type, const dv_argument *arguments, uint32_t count,
                           const char *where, const char *message) {
    dv_error error = {""};
    assert_null(dv_behavior_create(type, arguments, count, where, 0, &error));
    assert_string_equal(error.message, message);
    assert_int_equal(dv_allocated_bytes(), 0);
}

static void wrong_arguments_are_refused_by_name(void **state) {
    (void)state;
    dv_argument target_number[] = {NUMBER("target", 3)};
    expect_message("seek", target_number, 1, "caribou.lua:7",
                   "caribou.lua:7: steer.seek: target: a slot name, point or drover.mouse "
                   "expected, got number");
    dv_argument misspelled[] = {NUMBER("strenth", 3)};
    expect_message("wander", misspelled, 1, "caribou.lua:7",
                   "caribou.lua:7: steer.wander: strenth: unknown parameter (strength?)");
    dv_argument foreign[] = {NUMBER("xylophone", 3)};
    expect_message("wander", foreign, 1, "",
                   "steer.wander: xylophone: unknown parameter: one of strength or rate expected");
    dv_argument negative[] = {NUMBER("radius", -1)};
    expect_message("separation", negative, 1, NULL,
                   "steer.separation: radius: 0 to 1e+06 m expected, got -1");
    dv_argument flee_radius[] = {AT_POINT(0, 0, 0), NUMBER("radius", -1)};
    expect_message("flee", flee_radius, 2, NULL,
                   "steer.flee: radius: 0 m or more expected, got -1");
    dv_argument no_number[] = {NUMBER("strength", -(double)NAN)};
    expect_message("wander", no_number, 1, NULL,
                   "steer.wander: strength: 0 to 100 expected, got nan");
    dv_argument point_number[] = {{"strength", dv_value_point(dv_vec(0, 0, 0))}};
    expect_message("wander", point_number, 1, "a.lua:1",
                   "a.lua:1: steer.wander: strength: a number, a number slot's name or "
                   "drover.setting expected, got point");
    dv_argument dotted[] = {NUMBER("separation.wieght", 1)};
    expect_message("flocking", dotted, 1, "a.lua:1",
                   "a.lua:1: steer.flocking: separation.wieght: unknown parameter "
                   "(separation.weight?)");
    dv_argument twice[] = {NUMBER("rate", 1), NUMBER("rate", 2)};
    expect_message("wander", twice, 2, "a.lua:1", "a.lua:1: steer.wander: rate: given twice");
    dv_argument empty_list[] = {{"kind", dv_value_names(NULL, 0)}};
    expect_message("cohesion", empty_list, 1, "a.lua:1",
                   "a.lua:1: steer.cohesion: kind: the list is empty");
    dv_argument nowhere[] = {AT_POINT(0, INFINITY, 0)};
    expect_message("seek", nowhere, 1, "a.lua:1",
                   "a.lua:1: steer.seek: target: a point of finite numbers expected");
}

static void missing_arguments_and_behaviors_are_told(void **state) {
    (void)state;
    expect_message("seek", NULL, 0, "a.lua:1",
                   "a.lua:1: steer.seek: target: missing, a slot name, point or drover.mouse "
                   "expected");
    dv_argument none[] = {{"target", {.type = DV_VALUE_NONE}}};
    expect_message("seek", none, 1, "a.lua:1",
                   "a.lua:1: steer.seek: target: missing, a slot name, point or drover.mouse "
                   "expected");
    expect_message("sek", NULL, 0, "a.lua:1", "a.lua:1: steer.sek: unknown (seek?)");
    expect_message("xylophone", NULL, 0, NULL, "steer.xylophone: unknown");
}

static void arguments_are_copied(void **state) {
    (void)state;
    char kind[] = "sheep", name[] = "amount";
    const char *kinds[] = {kind, "dog"};
    dv_argument arguments[] = {{"kind", dv_value_names(kinds, 2)}, {"radius", dv_value_name(name)}};
    dv_steering *steering = lab_make("separation", arguments, 2);
    memset(kind, 'x', sizeof kind - 1);
    memset(name, 'x', sizeof name - 1);
    kinds[1] = NULL;
    lab l = lab_open();
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 0, 0);
    lab_spawn(&l, SHEEP, dv_vec(1, 0, 0), 0, 0);
    lab_set_amount(&l, agent, 2);
    lab_step(&l);
    assert_vector(lab_ask(&l, agent, steering), -10, 0, 0, 1e-5f);
    lab_close(&l);
}

static void a_literal_follows_the_setting_it_is_compared_with(void **state) {
    (void)state;
    static const dv_parameter alone[] = {{.name = "value", .type = DV_PARAMETER_LITERAL}};
    static const dv_parameter after_number[] = {{.name = "radius", .type = DV_PARAMETER_NUMBER},
                                                {.name = "value", .type = DV_PARAMETER_LITERAL}};
    static const dv_parameter after_optional[] = {{.name = "setting", .type = DV_PARAMETER_SETTING},
                                                  {.name = "value", .type = DV_PARAMETER_LITERAL}};
    static const dv_behavior_type types[] = {
        {.entry = {.name = "literal_alone", .parameters = alone, .parameter_count = 1},
         .evaluate = nothing},
        {.entry = {.name = "literal_after_number",
                   .parameters = after_number,
                   .parameter_count = 2},
         .evaluate = nothing},
        {.entry = {.name = "literal_after_optional",
                   .parameters = after_optional,
                   .parameter_count = 2},
         .evaluate = nothing}};
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        dv_error error;
        assert_int_equal(dv_register_behavior(&types[i], &error), DV_ERROR_ARGUMENT);
        assert_non_null(strstr(error.message, "value is compared with a setting, so the parameter "
                                              "before it must be a required setting"));
    }
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_descriptor_is_whole),
        cmocka_unit_test(everything_is_found_by_its_name),
        cmocka_unit_test(built_in_names_are_in_order),
        cmocka_unit_test(the_nearest_name_is_suggested),
        cmocka_unit_test(properties_have_the_names_scripts_use),
        cmocka_unit_test(a_literal_follows_the_setting_it_is_compared_with),
        cmocka_unit_test(wrong_descriptors_are_refused),
        cmocka_unit_test(registered_descriptors_are_found_last),
        cmocka_unit_test(a_full_table_takes_no_more),
        cmocka_unit_test(wrong_arguments_are_refused_by_name),
        cmocka_unit_test(missing_arguments_and_behaviors_are_told),
        cmocka_unit_test(arguments_are_copied),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
