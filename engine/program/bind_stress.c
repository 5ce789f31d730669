// Binding lists of stress behaviors to a kind.
#include "program/binder.h"

#include <math.h>
#include <stdio.h>

static const dv_parameter weight_of_stress = {"weight", DV_PARAMETER_NUMBER,   false, "", 0, 1e6,
                                              1,        "factor of the stress"};
static const dv_parameter power_of_stress = {
    "power", DV_PARAMETER_NUMBER, false, "", 0, 8, 1, "to which the stress is raised"};

/// Bind the weight or the power of a stress behavior.
static dv_result bind_share(const dv_binder *b, const dv_entry *entry,
                            const dv_parameter *parameter, const dv_value *value, dv_bound *bound) {
    bound->callback = -1;
    bound->half_cosine = -1.0f;
    if (value->type == DV_VALUE_NONE) {
        dv_bind_number(parameter, parameter->fallback, bound);
        return DV_OK;
    }
    double number = value->as.number;
    if (value->type == DV_VALUE_NUMBER &&
        !(number >= parameter->minimum && number <= parameter->maximum))
        return dv_fail(b->error, DV_ERROR_ARGUMENT, "%s%sstress.%s: %s: %g to %g expected, got %g",
                       b->where, *b->where ? ": " : "", entry->name, parameter->name,
                       parameter->minimum, parameter->maximum,
                       number != number ? (double)NAN : number);
    if (value->type != DV_VALUE_NUMBER && value->type != DV_VALUE_NAME &&
        value->type != DV_VALUE_SETTING)
        return dv_fail(b->error, DV_ERROR_ARGUMENT,
                       "%s%sstress.%s: %s: a number, a number slot's name or drover.setting "
                       "expected",
                       b->where, *b->where ? ": " : "", entry->name, parameter->name);
    return dv_bind_value(b, entry, parameter, value, NULL, bound);
}

static dv_result bind_stress(dv_binder *b, const dv_stress_part *part, const char *path,
                             dv_stress_node *node) {
    const dv_stress *stress = part->stress;
    const dv_entry *entry = &stress->type->entry;
    uint64_t identity = dv_identity_of(path, entry->name);
    b->where = stress->where;
    node->type = stress->type;
    node->stream = (uint32_t)(identity >> 32) | 0x80000000u;
    node->asks_host =
        entry->parameter_count > 0 && entry->parameters[0].type == DV_PARAMETER_CALLBACK;
    dv_result result = dv_place_state(b, identity, stress->type->state_size, &node->state_offset);
    if (result == DV_OK)
        result = dv_bind_parameters(b, entry, stress->values, &node->parameters);
    if (result == DV_OK && stress->type->refuse)
        result = dv_refuse_parameters(b, entry, stress->type->refuse(node->parameters));
    if (result == DV_OK)
        result = bind_share(b, entry, &weight_of_stress, &part->weight, &node->weight);
    if (result == DV_OK)
        result = bind_share(b, entry, &power_of_stress, &part->power, &node->power);
    if (result == DV_OK)
        node->reads_slots = dv_may_be_empty(entry, node->parameters);
    return result;
}

dv_result dv_bind_stresses(dv_program *program, uint32_t kind, const dv_stress_part *parts,
                           uint32_t count, const char *path, uint32_t scope, dv_layout *layout,
                           dv_arena *memory, const dv_stress_node **nodes, dv_error *error) {
    dv_binder b = dv_begin_binding(program, kind, scope, layout, memory, "", "stress", error);
    for (uint32_t i = 0; i < count; i++) {
        dv_stress_node *node = dv_arena_alloc(memory, sizeof *node);
        if (!node)
            return dv_out_of_memory(error);
        char part_path[DV_PATH_CAPACITY];
        snprintf(part_path, sizeof part_path, "%.480s/%u", path, i + 1);
        dv_result result = dv_go_on(program, bind_stress(&b, &parts[i], part_path, node), error);
        if (result != DV_OK)
            return result;
        nodes[i] = node;
    }
    return DV_OK;
}
