// Arguments for what the catalogue lists, made of the types and ranges of its parameters: names of
// what a lab has (see behavior_world.h), and numbers that every range holds.
#ifndef DV_TESTS_CATALOGUE_ARGUMENTS_H
#define DV_TESTS_CATALOGUE_ARGUMENTS_H

#include "behavior_world.h"

/// The slot of a lab with that type; the one with an agent for any other.
static inline const char *slot_of_type(const char *type) {
    static const char *const slots[][2] = {
        {"point", "place"},   {"number", "amount"},   {"path", "path"},
        {"flow", "flow"},     {"surface", "surface"}, {"obstacle", "rock"},
        {"region", "region"}, {"pose", "berth"},      {"group", "pack"}};
    for (size_t i = 0; i < sizeof slots / sizeof *slots; i++)
        if (strcmp(slots[i][0], type) == 0)
            return slots[i][1];
    return "target";
}

static inline dv_value argument_for(const dv_parameter *parameter) {
    switch (parameter->type) {
    case DV_PARAMETER_NUMBER:
        return dv_value_number(fmin(fmax(1, parameter->minimum), parameter->maximum));
    case DV_PARAMETER_BOOLEAN:
        return dv_value_boolean(true);
    case DV_PARAMETER_VECTOR:
        return dv_value_point(dv_vec(1, 0, 0));
    case DV_PARAMETER_SLOT:
    case DV_PARAMETER_PATH:
        return dv_value_name(slot_of_type(parameter->unit));
    case DV_PARAMETER_KIND:
    case DV_PARAMETER_WHO:
        return dv_value_name("dog");
    case DV_PARAMETER_STATE:
        return dv_value_name("running");
    case DV_PARAMETER_EVENT:
        return dv_value_name("noise");
    case DV_PARAMETER_SETTING:
        return dv_value_name("level");
    case DV_PARAMETER_FIELD:
        return dv_value_name("scent");
    case DV_PARAMETER_STEERING: {
        dv_argument target = {"target", dv_value_name("target")};
        return dv_value_steering(dv_behavior_create("seek", &target, 1, NULL, 0, NULL));
    }
    case DV_PARAMETER_LITERAL:
        return dv_value_number(5);
    default:
        return dv_value_name("target");
    }
}

/// Whether it calls a function of the host, which a lab has none of.
static inline bool needs_host(const dv_entry *entry) {
    for (uint32_t i = 0; i < entry->parameter_count; i++)
        if (entry->parameters[i].type == DV_PARAMETER_CALLBACK && entry->parameters[i].required)
            return true;
    return false;
}

/// Arguments for the required parameters, and for one that is not unless `optional` is NULL. Where
/// `prefer` can say where to go instead, a target counts as required. Returns their number; see
/// release_arguments.
static inline uint32_t arguments_for(const dv_entry *entry, const char *optional,
                                     dv_argument arguments[DV_MAX_PARAMETERS]) {
    uint32_t count = 0;
    bool needs_target = !optional || strcmp(optional, "prefer") != 0;
    bool may_prefer = dv_part_parameter(entry) < entry->parameter_count;
    for (uint32_t i = 0; i < entry->parameter_count; i++) {
        const dv_parameter *p = &entry->parameters[i];
        if (p->required || (optional && strcmp(p->name, optional) == 0) ||
            (may_prefer && needs_target && strcmp(p->name, "target") == 0))
            arguments[count++] = (dv_argument){p->name, argument_for(p)};
    }
    return count;
}

/// Release the behaviors among arguments, once what they were made for keeps them.
static inline void release_arguments(const dv_argument *arguments, uint32_t count) {
    for (uint32_t i = 0; i < count; i++)
        if (arguments[i].value.type == DV_VALUE_STEERING)
            dv_steering_release(arguments[i].value.as.steering);
}

#endif
