// Models: attributes of agents, such as fatigue, and the parameters computed from them. After
// B. D. Reich, An Architecture for Behavioral Locomotion (1997), on the agent model.
//
// Invariant: every agent has the parameters that its kind's model computes from its attributes.
#include "base/result.h"
#include "program/program_data.h"
#include "world/store.h"

#include <string.h>

#define DEGREES 10

/// The value that an effect recommends for an attribute above 0.
static double recommended_value(const dv_effect *effect, double attribute) {
    double degree = attribute * DEGREES;
    degree = degree < 1 ? 1 : degree > DEGREES ? DEGREES : degree;
    return effect->at_least + (degree - 1) / (DEGREES - 1) * (effect->at_most - effect->at_least);
}

static double value_of(const dv_model_parameter *parameter, const dv_slot *slots) {
    double sum = 0;
    uint32_t active = 0;
    for (uint32_t i = 0; i < parameter->effect_count; i++) {
        const dv_effect *effect = &parameter->effects[i];
        const dv_slot *attribute = &slots[effect->slot];
        if (!attribute->is_set || !(dv_slot_number(attribute) > 0))
            continue;
        sum += recommended_value(effect, dv_slot_number(attribute));
        active++;
        if (effect->dominant)
            break; // dominant effects come first, so this value is the only one so far
    }
    if (!active)
        return parameter->fallback;
    return parameter->minimum + sum / active * (parameter->maximum - parameter->minimum);
}

static void write_number(dv_slot *slot, double number) {
    *slot = dv_slot_pack(DV_SLOT_NUMBER, (dv_slot_value){.is_set = true, .as.number = number});
}

static void give_parameters(const dv_model *model, dv_slot *slots) {
    for (uint32_t i = 0; i < model->parameter_count; i++)
        write_number(&slots[model->parameters[i].slot], value_of(&model->parameters[i], slots));
}

void dv_model_begin(const dv_kind *kind, dv_slot *slots) {
    if (!kind->model)
        return;
    for (uint32_t i = 0; i < kind->model->attribute_count; i++)
        write_number(&slots[kind->model->attributes[i].slot], kind->model->attributes[i].fallback);
    give_parameters(kind->model, slots);
}

/// Clamp an attribute, which may have been a plain number before a swap.
static void hold_attribute(dv_slot *slot) {
    double number = dv_slot_number(slot);
    if (slot->is_set && !(number >= 0 && number <= 1))
        write_number(slot, number < 0 ? 0 : 1);
}

static bool had_number(const dv_kind *kind, const char *name) {
    for (uint32_t i = 0; i < kind->slot_count; i++)
        if (kind->slots[i].type == DV_SLOT_NUMBER && strcmp(kind->slots[i].name, name) == 0)
            return true;
    return false;
}

void dv_model_join(const dv_kind *kind, const dv_kind *from, dv_slot *slots) {
    if (!kind->model)
        return;
    for (uint32_t i = 0; i < kind->model->attribute_count; i++) {
        const dv_attribute *attribute = &kind->model->attributes[i];
        bool is_new = !slots[attribute->slot].is_set; // the limbo had no value for it, either
        if (is_new && !had_number(from, kind->slots[attribute->slot].name))
            write_number(&slots[attribute->slot], attribute->fallback);
        hold_attribute(&slots[attribute->slot]);
    }
    give_parameters(kind->model, slots);
}

static const dv_attribute *attribute_of(const dv_model *model, uint32_t slot) {
    for (uint32_t i = 0; i < model->attribute_count; i++)
        if (model->attributes[i].slot == slot)
            return &model->attributes[i];
    return NULL;
}

static bool is_given(const dv_model *model, uint32_t slot) {
    for (uint32_t i = 0; i < model->parameter_count; i++)
        if (model->parameters[i].slot == slot)
            return true;
    return false;
}

dv_result dv_model_check(const dv_kind *kind, uint32_t slot, dv_slot_value value, dv_error *error) {
    if (!kind->model)
        return DV_OK;
    if (is_given(kind->model, slot))
        return dv_fail(error, DV_ERROR_ARGUMENT,
                       "%s: the model sets it; assign the attributes it follows from",
                       kind->slots[slot].name);
    bool in_range = !value.is_set || (value.as.number >= 0 && value.as.number <= 1);
    if (attribute_of(kind->model, slot) && !in_range)
        return dv_fail(error, DV_ERROR_ARGUMENT, "%s: an attribute from 0 to 1 expected, got %g",
                       kind->slots[slot].name, value.as.number);
    return DV_OK;
}

void dv_model_follow(const dv_kind *kind, uint32_t slot, dv_slot *slots) {
    if (kind->model && attribute_of(kind->model, slot))
        give_parameters(kind->model, slots);
}

bool dv_program_is_attribute(const dv_program *program, uint32_t kind, uint32_t slot) {
    const dv_model *model = program->kinds[kind].model;
    return model && attribute_of(model, slot);
}

bool dv_program_is_given(const dv_program *program, uint32_t kind, uint32_t slot) {
    const dv_model *model = program->kinds[kind].model;
    return model && is_given(model, slot);
}
