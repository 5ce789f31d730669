// Binding a model to a kind: checks the definition, finds its attributes and parameters among the
// kind's slots, and puts effects in the order of evaluation.
#include "base/names.h"
#include "base/result.h"
#include "program/program_draft.h"

#include <string.h>

#define MAX_NAMES 64

static dv_result out_of_memory(dv_error *error) {
    return dv_fail(error, DV_ERROR_MEMORY, "out of memory");
}

const dv_model_def *dv_copy_model(dv_arena *memory, const dv_model_def *def) {
    dv_model_def *copy = dv_arena_alloc(memory, sizeof *copy);
    dv_attribute_def *attributes =
        dv_arena_alloc(memory, (def->attribute_count + 1) * sizeof *attributes);
    dv_model_parameter_def *parameters =
        dv_arena_alloc(memory, (def->parameter_count + 1) * sizeof *parameters);
    dv_effect_def *effects = dv_arena_alloc(memory, (def->effect_count + 1) * sizeof *effects);
    if (!copy || !attributes || !parameters || !effects)
        return NULL;
    *copy = *def;
    copy->where = dv_arena_copy_string(memory, def->where ? def->where : "");
    bool copied = copy->where != NULL;
    for (uint32_t i = 0; copied && i < def->attribute_count; i++) {
        attributes[i] = def->attributes[i];
        attributes[i].name = dv_arena_copy_string(memory, attributes[i].name);
        copied = attributes[i].name != NULL;
    }
    for (uint32_t i = 0; copied && i < def->parameter_count; i++) {
        parameters[i] = def->parameters[i];
        parameters[i].name = dv_arena_copy_string(memory, parameters[i].name);
        copied = parameters[i].name != NULL;
    }
    for (uint32_t i = 0; copied && i < def->effect_count; i++) {
        effects[i] = def->effects[i];
        effects[i].attribute = dv_arena_copy_string(memory, effects[i].attribute);
        effects[i].parameter = dv_arena_copy_string(memory, effects[i].parameter);
        copied = effects[i].attribute && effects[i].parameter;
    }
    copy->attributes = attributes;
    copy->parameters = parameters;
    copy->effects = effects;
    return copied ? copy : NULL;
}

/// The index of an attribute; −1: not found.
static int32_t attribute_named(const dv_model_def *def, const char *name) {
    for (uint32_t i = 0; i < def->attribute_count; i++)
        if (strcmp(def->attributes[i].name, name) == 0)
            return (int32_t)i;
    return -1;
}

static int32_t parameter_named(const dv_model_def *def, const char *name) {
    for (uint32_t i = 0; i < def->parameter_count; i++)
        if (strcmp(def->parameters[i].name, name) == 0)
            return (int32_t)i;
    return -1;
}

typedef struct binder {
    dv_arena *memory;
    const dv_model_def *def;
    dv_kind *kind;
    dv_error *error;
} binder;

static const char *colon_after(const char *where) { return *where ? ": " : ""; }

static dv_result find_slot(const binder *b, const char *path, const char *name, uint16_t *slot) {
    for (uint32_t i = 0; i < b->kind->slot_count; i++)
        if (b->kind->slots[i].type == DV_SLOT_NUMBER && strcmp(b->kind->slots[i].name, name) == 0) {
            *slot = (uint16_t)i;
            return DV_OK;
        }
    return dv_fail(b->error, DV_ERROR_NAME, "%s%s%s.%s: kind '%s' has no number slot of that name",
                   b->def->where, colon_after(b->def->where), path, name, b->kind->name);
}

static bool is_number(double value) { return value >= -1e300 && value <= 1e300; }

static dv_result bind_attributes(const binder *b, dv_model *model) {
    dv_result result = DV_OK;
    for (uint32_t i = 0; result == DV_OK && i < b->def->attribute_count; i++) {
        const dv_attribute_def *def = &b->def->attributes[i];
        if (!(def->fallback >= 0 && def->fallback <= 1))
            return dv_fail(b->error, DV_ERROR_ARGUMENT, "%s%sattributes.%s: %g is not in 0 to 1",
                           b->def->where, colon_after(b->def->where), def->name, def->fallback);
        model->attributes[i].fallback = def->fallback;
        result = find_slot(b, "attributes", def->name, &model->attributes[i].slot);
    }
    return result;
}

static dv_result check_parameter(const binder *b, const dv_model_parameter_def *def) {
    if (!is_number(def->minimum) || !is_number(def->maximum) || !(def->minimum < def->maximum))
        return dv_fail(b->error, DV_ERROR_ARGUMENT,
                       "%s%sparameters.%s: min must be below max, got %g and %g", b->def->where,
                       colon_after(b->def->where), def->name, def->minimum, def->maximum);
    if (!(def->fallback >= def->minimum && def->fallback <= def->maximum))
        return dv_fail(b->error, DV_ERROR_ARGUMENT,
                       "%s%sparameters.%s: the default %g is not in %g to %g", b->def->where,
                       colon_after(b->def->where), def->name, def->fallback, def->minimum,
                       def->maximum);
    return DV_OK;
}

static dv_result bind_parameters(const binder *b, dv_model *model) {
    dv_result result = DV_OK;
    for (uint32_t i = 0; result == DV_OK && i < b->def->parameter_count; i++) {
        const dv_model_parameter_def *def = &b->def->parameters[i];
        dv_model_parameter *parameter = &model->parameters[i];
        *parameter = (dv_model_parameter){
            .minimum = def->minimum, .maximum = def->maximum, .fallback = def->fallback};
        result = check_parameter(b, def);
        if (result == DV_OK)
            result = find_slot(b, "parameters", def->name, &parameter->slot);
        if (result == DV_OK && attribute_named(b->def, def->name) >= 0)
            return dv_fail(b->error, DV_ERROR_NAME, "%s%sparameters.%s: is already an attribute",
                           b->def->where, colon_after(b->def->where), def->name);
    }
    return result;
}

static dv_result no_attribute(const binder *b, uint32_t effect) {
    const char *names[MAX_NAMES];
    uint32_t count = 0;
    for (uint32_t i = 0; i < b->def->attribute_count && count < MAX_NAMES; i++)
        names[count++] = b->def->attributes[i].name;
    const char *name = b->def->effects[effect].attribute;
    const char *nearest = dv_nearest_name(name, names, count);
    return dv_fail(b->error, DV_ERROR_NAME, "%s%seffects[%u][1]: no attribute '%s'%s%s%s",
                   b->def->where, colon_after(b->def->where), effect + 1, name, nearest ? " (" : "",
                   nearest ? nearest : "", nearest ? "?)" : "");
}

static dv_result no_parameter(const binder *b, uint32_t effect) {
    const char *names[MAX_NAMES];
    uint32_t count = 0;
    for (uint32_t i = 0; i < b->def->parameter_count && count < MAX_NAMES; i++)
        names[count++] = b->def->parameters[i].name;
    const char *name = b->def->effects[effect].parameter;
    const char *nearest = dv_nearest_name(name, names, count);
    return dv_fail(b->error, DV_ERROR_NAME, "%s%seffects[%u][2]: no parameter '%s'%s%s%s",
                   b->def->where, colon_after(b->def->where), effect + 1, name, nearest ? " (" : "",
                   nearest ? nearest : "", nearest ? "?)" : "");
}

/// Check an effect. There may be only one for each pair of an attribute and a parameter.
static dv_result check_effect(const binder *b, uint32_t index) {
    const dv_effect_def *def = &b->def->effects[index];
    if (attribute_named(b->def, def->attribute) < 0)
        return no_attribute(b, index);
    if (parameter_named(b->def, def->parameter) < 0)
        return no_parameter(b, index);
    if (!(def->low >= 0 && def->low <= def->high && def->high <= 1))
        return dv_fail(b->error, DV_ERROR_ARGUMENT,
                       "%s%seffects[%u].range: { low, high } expected with 0 <= low <= high <= 1, "
                       "got { %g, %g }",
                       b->def->where, colon_after(b->def->where), index + 1, def->low, def->high);
    for (uint32_t i = 0; i < index; i++)
        if (strcmp(b->def->effects[i].attribute, def->attribute) == 0 &&
            strcmp(b->def->effects[i].parameter, def->parameter) == 0)
            return dv_fail(b->error, DV_ERROR_NAME,
                           "%s%seffects[%u]: '%s' already acts on '%s', in effects[%u]",
                           b->def->where, colon_after(b->def->where), index + 1, def->attribute,
                           def->parameter, i + 1);
    return DV_OK;
}

static void add_effects(const binder *b, const dv_model *model, dv_model_parameter *parameter,
                        const char *name, bool dominant) {
    for (uint32_t i = 0; i < b->def->effect_count; i++) {
        const dv_effect_def *def = &b->def->effects[i];
        if (def->dominant != dominant || strcmp(def->parameter, name) != 0)
            continue;
        parameter->effects[parameter->effect_count++] =
            (dv_effect){.slot = model->attributes[attribute_named(b->def, def->attribute)].slot,
                        .dominant = dominant,
                        .at_least = def->inverse ? def->high : def->low,
                        .at_most = def->inverse ? def->low : def->high};
    }
}

static dv_result bind_effects(const binder *b, const dv_model *model) {
    for (uint32_t i = 0; i < b->def->effect_count; i++) {
        dv_result result = check_effect(b, i);
        if (result != DV_OK)
            return result;
    }
    for (uint32_t i = 0; i < b->def->parameter_count; i++) {
        dv_model_parameter *parameter = &model->parameters[i];
        const char *name = b->def->parameters[i].name;
        parameter->effects =
            dv_arena_alloc(b->memory, (b->def->effect_count + 1) * sizeof *parameter->effects);
        if (!parameter->effects)
            return out_of_memory(b->error);
        add_effects(b, model, parameter, name, true);
        add_effects(b, model, parameter, name, false);
        if (parameter->effect_count == 0)
            return dv_fail(b->error, DV_ERROR_NAME, "%s%sparameters.%s: no effect acts on it",
                           b->def->where, colon_after(b->def->where), name);
    }
    return DV_OK;
}

dv_result dv_bind_model(dv_arena *memory, const dv_model_def *def, dv_kind *kind, dv_error *error) {
    binder b = {memory, def, kind, error};
    dv_model *model = dv_arena_alloc(memory, sizeof *model);
    if (!model)
        return out_of_memory(error);
    model->attributes =
        dv_arena_alloc(memory, (def->attribute_count + 1) * sizeof *model->attributes);
    model->parameters =
        dv_arena_alloc(memory, (def->parameter_count + 1) * sizeof *model->parameters);
    if (!model->attributes || !model->parameters)
        return out_of_memory(error);
    model->attribute_count = def->attribute_count;
    model->parameter_count = def->parameter_count;
    dv_result result = bind_attributes(&b, model);
    if (result == DV_OK)
        result = bind_parameters(&b, model);
    if (result == DV_OK)
        result = bind_effects(&b, model);
    kind->model = model;
    return result;
}
