// The catalogue: lists of everything that the engine comes with, and the calls that find it by
// name. It is above all that it lists, and goes down as an argument: programs keep it for binding,
// and parts of compositions are created with the descriptor that their name stands for.
#include "program/catalogue.h"

#include "base/result.h"
#include "guards/guards.h"
#include "program/program_data.h"
#include "steering/behaviors.h"
#include "steering/create.h"
#include "stress/stress.h"

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

static const dv_squad_behavior *const squad_behaviors[] = {
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
static const dv_squad_guard *const squad_guards[] = {
    &dv_squad_guard_after,
    &dv_squad_guard_near,
    &dv_squad_guard_sees,
};

#define TABLE(of, list) .what = (of), .built_in = (list), .built_in_count = DV_COUNT_OF(list)

static dv_catalogue catalogue = {
    .behaviors = {TABLE("behavior", built_in_behaviors), .takes_steering = true},
    .blends = {TABLE("blend", built_in_blends)},
    .guards = {TABLE("guard", built_in_guards)},
    .stresses = {TABLE("stress behavior", built_in_stress)},
    .locomotion = {TABLE("locomotion model", built_in_locomotion)},
    .squad_behaviors = squad_behaviors,
    .squad_behavior_count = DV_COUNT_OF(squad_behaviors),
    .squad_guards = squad_guards,
    .squad_guard_count = DV_COUNT_OF(squad_guards),
};

uint32_t dv_behavior_type_count(void) { return dv_table_count(&catalogue.behaviors); }

const dv_behavior_type *dv_behavior_type_at(uint32_t index) {
    return (const dv_behavior_type *)dv_table_at(&catalogue.behaviors, index);
}

const dv_behavior_type *dv_behavior_type_by_name(const char *name) {
    return (const dv_behavior_type *)dv_table_named(&catalogue.behaviors, name);
}

dv_result dv_register_behavior(const dv_behavior_type *type, dv_error *error) {
    return dv_table_add(&catalogue.behaviors, &type->entry, type->evaluate != NULL,
                        type->state_size, error);
}

const char *dv_nearest_behavior(const char *name) {
    return dv_table_nearest(&catalogue.behaviors, name);
}

uint32_t dv_blend_type_count(void) { return dv_table_count(&catalogue.blends); }

const dv_blend_type *dv_blend_type_at(uint32_t index) {
    return (const dv_blend_type *)dv_table_at(&catalogue.blends, index);
}

const dv_blend_type *dv_blend_type_by_name(const char *name) {
    return (const dv_blend_type *)dv_table_named(&catalogue.blends, name);
}

dv_result dv_register_blend(const dv_blend_type *type, dv_error *error) {
    if (type->weight && type->weight->type != DV_PARAMETER_NUMBER)
        return dv_fail(error, DV_ERROR_ARGUMENT, "blend %s: %s: a part's weight is a number",
                       type->entry.name, type->weight->name);
    return dv_table_add(&catalogue.blends, &type->entry, type->combine != NULL, type->state_size,
                        error);
}

const char *dv_nearest_blend(const char *name) { return dv_table_nearest(&catalogue.blends, name); }

uint32_t dv_guard_type_count(void) { return dv_table_count(&catalogue.guards); }

const dv_guard_type *dv_guard_type_at(uint32_t index) {
    return (const dv_guard_type *)dv_table_at(&catalogue.guards, index);
}

const dv_guard_type *dv_guard_type_by_name(const char *name) {
    return (const dv_guard_type *)dv_table_named(&catalogue.guards, name);
}

dv_result dv_register_guard(const dv_guard_type *type, dv_error *error) {
    return dv_table_add(&catalogue.guards, &type->entry, type->evaluate != NULL, type->state_size,
                        error);
}

const char *dv_nearest_guard(const char *name) { return dv_table_nearest(&catalogue.guards, name); }

uint32_t dv_stress_type_count(void) { return dv_table_count(&catalogue.stresses); }

const dv_stress_type *dv_stress_type_at(uint32_t index) {
    return (const dv_stress_type *)dv_table_at(&catalogue.stresses, index);
}

const dv_stress_type *dv_stress_type_by_name(const char *name) {
    return (const dv_stress_type *)dv_table_named(&catalogue.stresses, name);
}

dv_result dv_register_stress(const dv_stress_type *type, dv_error *error) {
    return dv_table_add(&catalogue.stresses, &type->entry, type->score != NULL, type->state_size,
                        error);
}

const char *dv_nearest_stress(const char *name) {
    return dv_table_nearest(&catalogue.stresses, name);
}

uint32_t dv_locomotion_type_count(void) { return dv_table_count(&catalogue.locomotion); }

const dv_locomotion_type *dv_locomotion_type_at(uint32_t index) {
    return (const dv_locomotion_type *)dv_table_at(&catalogue.locomotion, index);
}

const dv_locomotion_type *dv_locomotion_type_by_name(const char *name) {
    return (const dv_locomotion_type *)dv_table_named(&catalogue.locomotion, name);
}

dv_result dv_register_locomotion(const dv_locomotion_type *type, dv_error *error) {
    return dv_table_add(&catalogue.locomotion, &type->entry, type->move != NULL, 0, error);
}

dv_program *dv_program_create(void) { return dv_program_create_for(&catalogue); }

/// Fail because a script calls `family.name`, which there is none of.
static void fail_unknown(const char *where, const char *family, const char *name,
                         const char *nearest, dv_error *error) {
    dv_fail(error, DV_ERROR_NAME, nearest ? "%s%s%s.%s: unknown (%s?)" : "%s%s%s.%s: unknown",
            where ? where : "", where && *where ? ": " : "", family, name, nearest);
}

dv_steering *dv_behavior_create(const char *type, const dv_argument *arguments, uint32_t count,
                                const char *where, uint64_t identity, dv_error *error) {
    const dv_behavior_type *behavior = dv_behavior_type_by_name(type);
    if (behavior)
        return dv_behavior_create_of(behavior, arguments, count, where, identity, error);
    fail_unknown(where, "steer", type, dv_nearest_behavior(type), error);
    return NULL;
}

dv_steering *dv_blend_create(const char *type, const dv_part *parts, uint32_t part_count,
                             const dv_argument *arguments, uint32_t argument_count,
                             const char *where, dv_error *error) {
    const dv_blend_type *blend = dv_blend_type_by_name(type);
    if (blend)
        return dv_blend_create_of(blend, parts, part_count, arguments, argument_count, where,
                                  error);
    fail_unknown(where, "blend", type, dv_nearest_blend(type), error);
    return NULL;
}

dv_guard *dv_guard_create(const char *type, const dv_argument *arguments, uint32_t count,
                          const char *where, dv_error *error) {
    const dv_guard_type *guard = dv_guard_type_by_name(type);
    if (guard)
        return dv_guard_create_of(guard, arguments, count, where, error);
    fail_unknown(where, "when", type, dv_nearest_guard(type), error);
    return NULL;
}

dv_stress *dv_stress_create(const char *type, const dv_argument *arguments, uint32_t count,
                            const char *where, dv_error *error) {
    const dv_stress_type *stress = dv_stress_type_by_name(type);
    if (stress)
        return dv_stress_create_of(stress, arguments, count, where, error);
    fail_unknown(where, "stress", type, dv_nearest_stress(type), error);
    return NULL;
}
