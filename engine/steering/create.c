// Create compositions: behaviors and blends as scripts write them, before they are bound to a kind.
#include "steering/create.h"
#include "base/alloc.h"
#include "base/math.h"
#include "base/result.h"
#include "program/arguments.h"

// Binding and evaluation walk a composition recursively, once for each place where a part is used.
#define DEEPEST 32
#define MAX_PLACES 1024

static dv_steering *out_of_memory(dv_steering *unfinished, dv_error *error) {
    dv_steering_release(unfinished);
    dv_fail(error, DV_ERROR_MEMORY, "out of memory");
    return NULL;
}

static dv_steering *begin_steering(const char *where) {
    dv_arena memory = {0};
    dv_steering *steering = dv_arena_alloc(&memory, sizeof *steering);
    if (!steering)
        return NULL;
    atomic_init(&steering->references, 1);
    steering->memory = memory;
    steering->where = dv_arena_copy_string(&steering->memory, where ? where : "");
    if (!steering->where) {
        dv_steering_release(steering);
        return NULL;
    }
    return steering;
}

static const char *colon_after(const char *where) { return where && where[0] ? ": " : ""; }

static void count_places(const dv_steering *steering, uint32_t depth, uint32_t *deepest,
                         uint32_t *places) {
    *deepest = depth > *deepest ? depth : *deepest;
    ++*places;
    for (uint32_t i = 0; i < steering->part_count && *places <= MAX_PLACES; i++)
        count_places(steering->parts[i], depth + 1, deepest, places);
}

/// Check what the parts of `room.name` (such as blend.sum) add up to.
static dv_result check_size(const char *room, const char *name, const dv_part *parts,
                            uint32_t count, const char *where, dv_error *error) {
    uint32_t deepest = 1, places = 1;
    for (uint32_t i = 0; i < count && places <= MAX_PLACES; i++)
        count_places(parts[i].steering, 2, &deepest, &places);
    if (deepest > DEEPEST)
        return dv_fail(error, DV_ERROR_LIMIT, "%s%s%s.%s: nested more than %d deep", where,
                       colon_after(where), room, name, DEEPEST);
    if (places > MAX_PLACES)
        return dv_fail(error, DV_ERROR_LIMIT, "%s%s%s.%s: more than %d behaviors and blends in it",
                       where, colon_after(where), room, name, MAX_PLACES);
    return DV_OK;
}

static dv_result check_weight(const dv_blend_type *blend, const dv_value *weight, uint32_t part,
                              const char *where, dv_error *error) {
    const dv_parameter *expected = blend->weight;
    if (weight->type == DV_VALUE_NONE)
        return DV_OK;
    if (!expected)
        return dv_fail(error, DV_ERROR_ARGUMENT,
                       "%s%sblend.%s: part %u: no weight expected (weighted?)", where,
                       colon_after(where), blend->entry.name, part);
    if (weight->type != DV_VALUE_NUMBER && weight->type != DV_VALUE_NAME &&
        weight->type != DV_VALUE_SETTING)
        return dv_fail(error, DV_ERROR_ARGUMENT,
                       "%s%sblend.%s: part %u: %s: a number, a number slot's name or "
                       "drover.setting expected, got %s",
                       where, colon_after(where), blend->entry.name, part, expected->name,
                       dv_value_type_name(weight->type));
    double number = weight->as.number;
    if (weight->type == DV_VALUE_NUMBER &&
        !(number >= expected->minimum && number <= expected->maximum))
        return dv_fail(error, DV_ERROR_ARGUMENT,
                       "%s%sblend.%s: part %u: %s: %g to %g expected, got %g", where,
                       colon_after(where), blend->entry.name, part, expected->name,
                       expected->minimum, expected->maximum, isnan(number) ? (double)NAN : number);
    return DV_OK;
}

static dv_result check_parts(const dv_blend_type *blend, const dv_part *parts, uint32_t count,
                             const char *where, dv_error *error) {
    if (count == 0)
        return dv_fail(error, DV_ERROR_ARGUMENT, "%s%sblend.%s: at least one behavior expected",
                       where, colon_after(where), blend->entry.name);
    for (uint32_t i = 0; i < count; i++) {
        if (!parts[i].steering)
            return dv_fail(error, DV_ERROR_ARGUMENT,
                           "%s%sblend.%s: part %u: a behavior or blend expected", where,
                           colon_after(where), blend->entry.name, i + 1);
        dv_result result = check_weight(blend, &parts[i].weight, i + 1, where, error);
        if (result != DV_OK)
            return result;
    }
    return check_size("blend", blend->entry.name, parts, count, where, error);
}

static bool keep_parts(dv_steering *steering, const dv_part *parts, uint32_t count) {
    steering->parts = dv_arena_alloc(&steering->memory, count * sizeof *steering->parts);
    steering->weights = dv_arena_alloc(&steering->memory, count * sizeof *steering->weights);
    if (!steering->parts || !steering->weights)
        return false;
    for (uint32_t i = 0; i < count; i++) {
        if (!dv_keep_value(parts[i].weight, &steering->memory, &steering->weights[i]) ||
            !dv_hold_steering(&steering->memory, parts[i].steering))
            return false;
        steering->parts[i] = parts[i].steering;
        steering->part_count = i + 1;
    }
    return true;
}

/// Keep what the behavior's DV_PARAMETER_STEERING was given as its only part.
static dv_result keep_given_part(dv_steering *steering, dv_error *error) {
    const dv_entry *entry = &steering->behavior->entry;
    uint32_t i = dv_part_parameter(entry);
    if (i == entry->parameter_count || !steering->values[i].is_given)
        return DV_OK;
    dv_part part = {.steering = steering->values[i].value.as.steering};
    dv_result result = check_size("steer", entry->name, &part, 1, steering->where, error);
    if (result != DV_OK)
        return result;
    return keep_parts(steering, &part, 1) ? DV_OK
                                          : dv_fail(error, DV_ERROR_MEMORY, "out of memory");
}

dv_steering *dv_behavior_create_of(const dv_behavior_type *behavior, const dv_argument *arguments,
                                   uint32_t count, const char *where, uint64_t identity,
                                   dv_error *error) {
    dv_steering *steering = begin_steering(where);
    if (!steering)
        return out_of_memory(NULL, error);
    steering->behavior = behavior;
    steering->identity = identity;
    dv_call call = {"steer", &behavior->entry, arguments, count, where};
    if (dv_keep_arguments(&call, &steering->memory, &steering->values, error) != DV_OK ||
        keep_given_part(steering, error) != DV_OK) {
        dv_steering_release(steering);
        return NULL;
    }
    return steering;
}

dv_steering *dv_blend_create_of(const dv_blend_type *blend, const dv_part *parts,
                                uint32_t part_count, const dv_argument *arguments,
                                uint32_t argument_count, const char *where, dv_error *error) {
    if (check_parts(blend, parts, part_count, where ? where : "", error) != DV_OK)
        return NULL;
    dv_steering *steering = begin_steering(where);
    if (!steering)
        return out_of_memory(NULL, error);
    steering->blend = blend;
    dv_call call = {"blend", &blend->entry, arguments, argument_count, where};
    if (dv_keep_arguments(&call, &steering->memory, &steering->values, error) != DV_OK) {
        dv_steering_release(steering);
        return NULL;
    }
    return keep_parts(steering, parts, part_count) ? steering : out_of_memory(steering, error);
}

static uint32_t arguments_of(const dv_steering *steering, const dv_entry *entry,
                             dv_argument arguments[DV_MAX_PARAMETERS]) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < entry->parameter_count; i++)
        if (steering->values[i].is_given)
            arguments[count++] =
                (dv_argument){entry->parameters[i].name, steering->values[i].value};
    return count;
}

dv_steering *dv_blend_with(const dv_steering *blend, dv_part part, const char *where,
                           dv_error *error) {
    where = where ? where : "";
    if (!blend->blend) {
        dv_fail(error, DV_ERROR_ARGUMENT, "%s%sblend.with: a blend expected, got steer.%s", where,
                colon_after(where), blend->behavior->entry.name);
        return NULL;
    }
    dv_part *parts = dv_alloc((blend->part_count + 1) * sizeof *parts);
    if (!parts)
        return out_of_memory(NULL, error);
    for (uint32_t i = 0; i < blend->part_count; i++)
        parts[i] = (dv_part){blend->parts[i], blend->weights[i].value};
    parts[blend->part_count] = part;
    dv_argument arguments[DV_MAX_PARAMETERS];
    uint32_t count = arguments_of(blend, &blend->blend->entry, arguments);
    dv_steering *longer = dv_blend_create_of(blend->blend, parts, blend->part_count + 1, arguments,
                                             count, where, error);
    dv_free(parts);
    return longer;
}

bool dv_steering_is_behavior(const dv_steering *steering) { return steering->behavior != NULL; }

const char *dv_steering_type_name(const dv_steering *steering) {
    return steering->behavior ? steering->behavior->entry.name : steering->blend->entry.name;
}
