// The catalogue's tables of built-in and registered descriptors.
//
// Invariant: names within a table are unique. Built-in descriptors come first, in alphabetical
// order; registered ones follow in the order of registration.
#include "drover/catalogue.h"

#include "base/math.h"
#include "base/names.h"
#include "base/result.h"
#include "guards/guards.h"
#include "program/program_data.h"
#include "steering/behaviors.h"
#include "world/legs.h"

#include <string.h>

#define MAX_REGISTERED 128

typedef struct table {
    const char *what;
    const dv_entry *const *built_in;
    uint32_t built_in_count;
    uint32_t registered_count;
    const dv_entry *registered[MAX_REGISTERED];
} table;

// Descriptors begin with their entry, so the address of one is the address of the other.
_Static_assert(offsetof(dv_behavior_type, entry) == 0, "a behavior begins with its entry");
_Static_assert(offsetof(dv_blend_type, entry) == 0, "a blend begins with its entry");
_Static_assert(offsetof(dv_guard_type, entry) == 0, "a guard begins with its entry");
_Static_assert(offsetof(dv_stress_type, entry) == 0, "a stress behavior begins with its entry");
_Static_assert(offsetof(dv_locomotion_type, entry) == 0, "a model begins with its entry");

#define BEHAVIOR(name) extern const dv_behavior_type dv_behavior_##name;
#include "steering/behaviors.def"
#undef BEHAVIOR
static const dv_entry *const built_in_behaviors[] = {
#define BEHAVIOR(name) &dv_behavior_##name.entry,
#include "steering/behaviors.def"
#undef BEHAVIOR
};

#define BLEND(name) extern const dv_blend_type dv_blend_##name;
#include "steering/blends.def"
#undef BLEND
static const dv_entry *const built_in_blends[] = {
#define BLEND(name) &dv_blend_##name.entry,
#include "steering/blends.def"
#undef BLEND
};

#define GUARD(name) extern const dv_guard_type dv_guard_##name;
#include "guards/guards.def"
#undef GUARD
static const dv_entry *const built_in_guards[] = {
#define GUARD(name) &dv_guard_##name.entry,
#include "guards/guards.def"
#undef GUARD
};

#define MODEL(name) extern const dv_locomotion_type dv_locomotion_##name;
#include "locomotion/models.def"
#undef MODEL
static const dv_entry *const built_in_locomotion[] = {
#define MODEL(name) &dv_locomotion_##name.entry,
#include "locomotion/models.def"
#undef MODEL
};

#define STRESS(name) extern const dv_stress_type dv_stress_##name;
#include "stress/stresses.def"
#undef STRESS
static const dv_entry *const built_in_stress[] = {
#define STRESS(name) &dv_stress_##name.entry,
#include "stress/stresses.def"
#undef STRESS
};

static table behaviors = {"behavior", built_in_behaviors, DV_COUNT_OF(built_in_behaviors), 0, {0}};
static table blends = {"blend", built_in_blends, DV_COUNT_OF(built_in_blends), 0, {0}};
static table guards = {"guard", built_in_guards, DV_COUNT_OF(built_in_guards), 0, {0}};
static table stresses = {"stress behavior", built_in_stress, DV_COUNT_OF(built_in_stress), 0, {0}};
static table locomotion = {
    "locomotion model", built_in_locomotion, DV_COUNT_OF(built_in_locomotion), 0, {0}};

const dv_parameter dv_properties[DV_PROPERTY_COUNT] = {
#define PROPERTY(constant, name, type, unit, minimum, maximum, fallback, doc)                      \
    [constant] = {name, DV_PARAMETER_##type, false, unit, minimum, maximum, fallback, doc},
#include "drover/properties.def"
#undef PROPERTY
};

static uint32_t count_of(const table *t) { return t->built_in_count + t->registered_count; }

static const dv_entry *entry_at(const table *t, uint32_t index) {
    if (index >= count_of(t))
        return NULL;
    return index < t->built_in_count ? t->built_in[index]
                                     : t->registered[index - t->built_in_count];
}

static const dv_entry *entry_named(const table *t, const char *name) {
    for (uint32_t i = 0; name && i < count_of(t); i++) {
        const dv_entry *entry = entry_at(t, i);
        if (strcmp(entry->name, name) == 0)
            return entry;
    }
    return NULL;
}

static const char *nearest_in(const table *t, const char *name) {
    const char *names[MAX_REGISTERED * 2];
    uint32_t count = count_of(t);
    for (uint32_t i = 0; i < count; i++)
        names[i] = entry_at(t, i)->name;
    return dv_nearest_name(name, names, count);
}

/// Whether a parameter is compared with a setting that the parameter before it doesn't name.
static bool lacks_setting(const dv_entry *entry, uint32_t parameter) {
    if (entry->parameters[parameter].type != DV_PARAMETER_LITERAL)
        return false;
    const dv_parameter *before = parameter > 0 ? &entry->parameters[parameter - 1] : NULL;
    return !before || before->type != DV_PARAMETER_SETTING || !before->required;
}

static dv_result check_parameters(const table *t, const dv_entry *entry, dv_error *error) {
    if (entry->parameter_count > DV_MAX_PARAMETERS)
        return dv_fail(error, DV_ERROR_LIMIT, "%s %s: %u parameters, at most %d fit", t->what,
                       entry->name, entry->parameter_count, DV_MAX_PARAMETERS);
    if ((entry->parameter_count > 0 && !entry->parameters) ||
        entry->positional > entry->parameter_count)
        return dv_fail(error, DV_ERROR_ARGUMENT, "%s %s: it counts parameters it does not have",
                       t->what, entry->name);
    for (uint32_t i = 0; i < entry->parameter_count; i++) {
        if (lacks_setting(entry, i))
            return dv_fail(
                error, DV_ERROR_ARGUMENT,
                "%s %s: %s is compared with a setting, so the parameter before it must be "
                "a required setting",
                t->what, entry->name, entry->parameters[i].name);
        if (entry->parameters[i].type == DV_PARAMETER_SOLIDITY)
            return dv_fail(error, DV_ERROR_ARGUMENT,
                           "%s %s: %s: only properties of bodies can be a solidity", t->what,
                           entry->name, entry->parameters[i].name);
        if (entry->parameters[i].type == DV_PARAMETER_STEERING &&
            (t != &behaviors || i != dv_part_parameter(entry)))
            return dv_fail(error, DV_ERROR_ARGUMENT,
                           "%s %s: %s: only behaviors take one behavior as a parameter", t->what,
                           entry->name, entry->parameters[i].name);
        for (uint32_t j = 0; j < i; j++) {
            if (strcmp(entry->parameters[i].name, entry->parameters[j].name) == 0)
                return dv_fail(error, DV_ERROR_NAME, "%s %s: two parameters are called %s", t->what,
                               entry->name, entry->parameters[i].name);
        }
    }
    return DV_OK;
}

static dv_result add_entry(table *t, const dv_entry *entry, bool has_function, uint32_t state_size,
                           dv_error *error) {
    if (!entry->name || !entry->name[0])
        return dv_fail(error, DV_ERROR_ARGUMENT, "a %s has no name", t->what);
    if (!has_function)
        return dv_fail(error, DV_ERROR_ARGUMENT, "%s %s: it has no function", t->what, entry->name);
    if (state_size > DV_MAX_BEHAVIOR_STATE)
        return dv_fail(error, DV_ERROR_LIMIT, "%s %s: a state of %u bytes, at most %d fit", t->what,
                       entry->name, state_size, DV_MAX_BEHAVIOR_STATE);
    if (entry_named(t, entry->name))
        return dv_fail(error, DV_ERROR_NAME, "%s %s: the name is taken", t->what, entry->name);
    dv_result result = check_parameters(t, entry, error);
    if (result != DV_OK)
        return result;
    if (t->registered_count == MAX_REGISTERED)
        return dv_fail(error, DV_ERROR_LIMIT, "%s %s: %d are registered, no more fit", t->what,
                       entry->name, MAX_REGISTERED);
    t->registered[t->registered_count++] = entry;
    return DV_OK;
}

uint32_t dv_behavior_type_count(void) { return count_of(&behaviors); }

const dv_behavior_type *dv_behavior_type_at(uint32_t index) {
    return (const dv_behavior_type *)entry_at(&behaviors, index);
}

const dv_behavior_type *dv_behavior_type_by_name(const char *name) {
    return (const dv_behavior_type *)entry_named(&behaviors, name);
}

dv_result dv_register_behavior(const dv_behavior_type *type, dv_error *error) {
    return add_entry(&behaviors, &type->entry, type->evaluate != NULL, type->state_size, error);
}

const char *dv_nearest_behavior(const char *name) { return nearest_in(&behaviors, name); }

const dv_squad_behavior *dv_squad_behavior_of(const dv_behavior_type *type) {
    static const dv_squad_behavior *const squads[] = {
        &dv_squad_alignment,
        &dv_squad_arrival,
        &dv_squad_climb,
        &dv_squad_cohesion,
        &dv_squad_flee,
        &dv_squad_flocking,
        &dv_squad_people_avoidance,
        &dv_squad_predictive_avoidance,
        &dv_squad_reciprocal_avoidance,
        &dv_squad_seek,
        &dv_squad_separation,
        &dv_squad_unaligned_avoidance,
        &dv_squad_wander,
        &dv_squad_wayfinding,
    };
    static const dv_squad_behavior alone = {0};
    for (size_t i = 0; i < DV_COUNT_OF(squads); i++)
        if (squads[i]->type == type)
            return squads[i];
    return &alone;
}

uint32_t dv_blend_type_count(void) { return count_of(&blends); }

const dv_blend_type *dv_blend_type_at(uint32_t index) {
    return (const dv_blend_type *)entry_at(&blends, index);
}

const dv_blend_type *dv_blend_type_by_name(const char *name) {
    return (const dv_blend_type *)entry_named(&blends, name);
}

dv_result dv_register_blend(const dv_blend_type *type, dv_error *error) {
    if (type->weight && type->weight->type != DV_PARAMETER_NUMBER)
        return dv_fail(error, DV_ERROR_ARGUMENT, "blend %s: %s: a part's weight is a number",
                       type->entry.name, type->weight->name);
    return add_entry(&blends, &type->entry, type->combine != NULL, type->state_size, error);
}

const char *dv_nearest_blend(const char *name) { return nearest_in(&blends, name); }

uint32_t dv_guard_type_count(void) { return count_of(&guards); }

const dv_guard_type *dv_guard_type_at(uint32_t index) {
    return (const dv_guard_type *)entry_at(&guards, index);
}

const dv_guard_type *dv_guard_type_by_name(const char *name) {
    return (const dv_guard_type *)entry_named(&guards, name);
}

dv_result dv_register_guard(const dv_guard_type *type, dv_error *error) {
    return add_entry(&guards, &type->entry, type->evaluate != NULL, type->state_size, error);
}

const char *dv_nearest_guard(const char *name) { return nearest_in(&guards, name); }

dv_evaluate_many *dv_evaluate_many_of(const dv_guard_type *type) {
    static const dv_squad_guard *const squads[] = {&dv_squad_guard_after, &dv_squad_guard_near,
                                                   &dv_squad_guard_sees};
    for (size_t i = 0; i < DV_COUNT_OF(squads); i++)
        if (squads[i]->type == type)
            return squads[i]->evaluate_many;
    return NULL;
}

uint32_t dv_stress_type_count(void) { return count_of(&stresses); }

const dv_stress_type *dv_stress_type_at(uint32_t index) {
    return (const dv_stress_type *)entry_at(&stresses, index);
}

const dv_stress_type *dv_stress_type_by_name(const char *name) {
    return (const dv_stress_type *)entry_named(&stresses, name);
}

dv_result dv_register_stress(const dv_stress_type *type, dv_error *error) {
    return add_entry(&stresses, &type->entry, type->score != NULL, type->state_size, error);
}

const char *dv_nearest_stress(const char *name) { return nearest_in(&stresses, name); }

uint32_t dv_locomotion_type_count(void) { return count_of(&locomotion); }

const dv_locomotion_type *dv_locomotion_type_at(uint32_t index) {
    return (const dv_locomotion_type *)entry_at(&locomotion, index);
}

const dv_locomotion_type *dv_locomotion_type_by_name(const char *name) {
    return (const dv_locomotion_type *)entry_named(&locomotion, name);
}

dv_result dv_register_locomotion(const dv_locomotion_type *type, dv_error *error) {
    return add_entry(&locomotion, &type->entry, type->move != NULL, 0, error);
}
