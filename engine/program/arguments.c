// Check arguments against a descriptor's parameters, and keep copies of them.
#include "program/arguments.h"
#include "base/math.h"
#include "base/names.h"
#include "base/result.h"

#include <stdio.h>
#include <string.h>

// The start of a message: "caribou.lua:7: steer.seek: ".
typedef struct subject {
    const char *where, *separator, *family, *name;
} subject;

#define SUBJECT "%s%s%s.%s: "
#define SUBJECT_OF(s) (s).where, (s).separator, (s).family, (s).name

static subject subject_of(const dv_call *call) {
    bool has_where = call->where && call->where[0];
    return (subject){has_where ? call->where : "", has_where ? ": " : "", call->family,
                     call->entry->name};
}

const char *dv_value_type_name(dv_value_type type) {
    static const char *const names[] = {
        [DV_VALUE_NONE] = "nothing",        [DV_VALUE_NUMBER] = "number",
        [DV_VALUE_BOOLEAN] = "boolean",     [DV_VALUE_NAME] = "name",
        [DV_VALUE_NAMES] = "list of names", [DV_VALUE_SETTING] = "setting",
        [DV_VALUE_POINT] = "point",         [DV_VALUE_MOUSE] = "drover.mouse",
        [DV_VALUE_CALLBACK] = "function",   [DV_VALUE_STEERING] = "behavior",
    };
    return names[type];
}

#define MAY(type) (1u << (type))

typedef struct expectation {
    unsigned types; ///< one bit per dv_value_type
    const char *words;
} expectation;

static const expectation expectations[] = {
    [DV_PARAMETER_NUMBER] = {MAY(DV_VALUE_NUMBER) | MAY(DV_VALUE_NAME) | MAY(DV_VALUE_SETTING),
                             "a number, a number slot's name or drover.setting"},
    [DV_PARAMETER_BOOLEAN] = {MAY(DV_VALUE_BOOLEAN) | MAY(DV_VALUE_SETTING),
                              "true, false or drover.setting"},
    [DV_PARAMETER_TARGET] = {MAY(DV_VALUE_NAME) | MAY(DV_VALUE_POINT) | MAY(DV_VALUE_MOUSE),
                             "a slot name, point or drover.mouse"},
    [DV_PARAMETER_VECTOR] = {MAY(DV_VALUE_NAME) | MAY(DV_VALUE_POINT),
                             "a vector slot's name or { x, y, z }"},
    [DV_PARAMETER_AGENT] = {MAY(DV_VALUE_NAME), "the name of a slot that holds an agent"},
    [DV_PARAMETER_SLOT] = {MAY(DV_VALUE_NAME), "a slot name"},
    [DV_PARAMETER_PATH] = {MAY(DV_VALUE_NAME), "a slot name"},
    [DV_PARAMETER_KIND] = {MAY(DV_VALUE_NAME) | MAY(DV_VALUE_NAMES),
                           "the name of a kind or a list of them"},
    [DV_PARAMETER_WHO] = {MAY(DV_VALUE_NAME) | MAY(DV_VALUE_NAMES),
                          "the name of a kind, a list of them, or the name of a slot"},
    [DV_PARAMETER_STATE] = {MAY(DV_VALUE_NAME), "the name of a state"},
    [DV_PARAMETER_EVENT] = {MAY(DV_VALUE_NAME), "the name of an event"},
    [DV_PARAMETER_SETTING] = {MAY(DV_VALUE_NAME) | MAY(DV_VALUE_SETTING), "the name of a setting"},
    [DV_PARAMETER_FIELD] = {MAY(DV_VALUE_NAME), "the name of a field"},
    [DV_PARAMETER_LITERAL] = {MAY(DV_VALUE_NUMBER) | MAY(DV_VALUE_BOOLEAN) | MAY(DV_VALUE_NAME),
                              "a number, true, false or a name"},
    [DV_PARAMETER_CALLBACK] = {MAY(DV_VALUE_CALLBACK), "a function"},
    [DV_PARAMETER_STEERING] = {MAY(DV_VALUE_STEERING), "a behavior or blend"},
};

static dv_result unknown_parameter(const dv_entry *entry, const subject *s, const char *name,
                                   dv_error *error) {
    const char *names[DV_MAX_PARAMETERS];
    for (uint32_t i = 0; i < entry->parameter_count; i++)
        names[i] = entry->parameters[i].name;
    char instead[512];
    dv_write_suggestion(name, names, entry->parameter_count, instead, sizeof instead);
    return dv_fail(error, DV_ERROR_NAME, SUBJECT "%s: unknown parameter%s", SUBJECT_OF(*s), name,
                   instead);
}

static dv_result out_of_range(const subject *s, const dv_parameter *parameter, double number,
                              dv_error *error) {
    const char *space = parameter->unit[0] ? " " : "";
    char given[32];
    if (isnan(number)) // its sign differs between processors
        snprintf(given, sizeof given, "nan");
    else
        snprintf(given, sizeof given, "%g", number);
    if (isinf(parameter->maximum))
        return dv_fail(error, DV_ERROR_ARGUMENT, SUBJECT "%s: %g%s%s or more expected, got %s",
                       SUBJECT_OF(*s), parameter->name, parameter->minimum, space, parameter->unit,
                       given);
    return dv_fail(error, DV_ERROR_ARGUMENT, SUBJECT "%s: %g to %g%s%s expected, got %s",
                   SUBJECT_OF(*s), parameter->name, parameter->minimum, parameter->maximum, space,
                   parameter->unit, given);
}

static dv_result check_value(const subject *s, const dv_parameter *parameter, const dv_value *value,
                             dv_error *error) {
    const expectation *expected = &expectations[parameter->type];
    if (!(expected->types >> value->type & 1))
        return dv_fail(error, DV_ERROR_ARGUMENT, SUBJECT "%s: %s expected, got %s", SUBJECT_OF(*s),
                       parameter->name, expected->words, dv_value_type_name(value->type));
    if (parameter->type == DV_PARAMETER_NUMBER && value->type == DV_VALUE_NUMBER &&
        !(value->as.number >= parameter->minimum && value->as.number <= parameter->maximum))
        return out_of_range(s, parameter, value->as.number, error);
    if (value->type == DV_VALUE_POINT && !dv_is_finite(dv_vector_of_place(value->as.place)))
        return dv_fail(error, DV_ERROR_ARGUMENT, SUBJECT "%s: a point of finite numbers expected",
                       SUBJECT_OF(*s), parameter->name);
    if (value->type == DV_VALUE_NAMES && value->count == 0)
        return dv_fail(error, DV_ERROR_ARGUMENT, SUBJECT "%s: the list is empty", SUBJECT_OF(*s),
                       parameter->name);
    return DV_OK;
}

static bool copy_names(dv_value *value, dv_arena *memory) {
    const char **names = dv_arena_alloc(memory, value->count * sizeof *names);
    if (!names)
        return false;
    for (uint32_t i = 0; i < value->count; i++) {
        names[i] = dv_arena_copy_string(memory, value->as.names[i]);
        if (!names[i])
            return false;
    }
    value->as.names = names;
    return true;
}

bool dv_keep_value(dv_value value, dv_arena *memory, dv_kept_value *kept) {
    bool copied = true;
    if (value.type == DV_VALUE_NAME || value.type == DV_VALUE_SETTING) {
        value.as.name = dv_arena_copy_string(memory, value.as.name);
        copied = value.as.name != NULL;
    } else if (value.type == DV_VALUE_NAMES) {
        copied = copy_names(&value, memory);
    }
    *kept = (dv_kept_value){value, value.type != DV_VALUE_NONE};
    return copied;
}

static uint32_t parameter_named(const dv_entry *entry, const char *name) {
    uint32_t i = 0;
    while (i < entry->parameter_count && strcmp(entry->parameters[i].name, name) != 0)
        i++;
    return i;
}

static dv_result keep_argument(const dv_entry *entry, const subject *s, const dv_argument *argument,
                               dv_arena *memory, dv_kept_value *kept, dv_error *error) {
    uint32_t i = parameter_named(entry, argument->name);
    if (i == entry->parameter_count)
        return unknown_parameter(entry, s, argument->name, error);
    if (argument->value.type == DV_VALUE_NONE)
        return DV_OK;
    if (kept[i].is_given)
        return dv_fail(error, DV_ERROR_ARGUMENT, SUBJECT "%s: given twice", SUBJECT_OF(*s),
                       argument->name);
    dv_value value = argument->value;
    if (value.type == DV_VALUE_NUMBER)
        value.as.number = dv_round_angle(&entry->parameters[i], value.as.number);
    dv_result result = check_value(s, &entry->parameters[i], &value, error);
    if (result != DV_OK)
        return result;
    if (!dv_keep_value(value, memory, &kept[i]))
        return dv_fail(error, DV_ERROR_MEMORY, "out of memory");
    return DV_OK;
}

dv_result dv_keep_arguments(const dv_call *call, dv_arena *memory, dv_kept_value **values,
                            dv_error *error) {
    const dv_entry *entry = call->entry;
    subject s = subject_of(call);
    dv_kept_value *kept = dv_arena_alloc(memory, entry->parameter_count * sizeof *kept);
    if (!kept)
        return dv_fail(error, DV_ERROR_MEMORY, "out of memory");
    for (uint32_t i = 0; i < call->count; i++) {
        dv_result result = keep_argument(entry, &s, &call->arguments[i], memory, kept, error);
        if (result != DV_OK)
            return result;
    }
    for (uint32_t i = 0; i < entry->parameter_count; i++) {
        const dv_parameter *parameter = &entry->parameters[i];
        if (parameter->required && !kept[i].is_given)
            return dv_fail(error, DV_ERROR_ARGUMENT, SUBJECT "%s: missing, %s expected",
                           SUBJECT_OF(s), parameter->name, expectations[parameter->type].words);
    }
    *values = kept;
    return DV_OK;
}
