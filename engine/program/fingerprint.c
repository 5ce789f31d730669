// Fingerprints of compositions; see fingerprint.h. The recursion is bounded, since building a
// composition checked its depth.
#include "program/fingerprint.h"

#include "base/hash.h"
#include "program/program_data.h"

#include <string.h>

static uint64_t of_name(const char *name) { return dv_hash_bytes(name, strlen(name)); }

static uint64_t of_number(double number) { return dv_hash_bytes(&number, sizeof number); }

static uint64_t of_place(dv_place place) {
    const double axes[3] = {place.x, place.y, place.z};
    return dv_hash_bytes(axes, sizeof axes);
}

static uint64_t of_names(const dv_value *value) {
    uint64_t sum = value->count;
    for (uint32_t i = 0; i < value->count; i++)
        sum = dv_hash_join(sum, of_name(value->as.names[i]));
    return sum;
}

static uint64_t of_value(const dv_value *value, const dv_host_code *code) {
    switch (value->type) {
    case DV_VALUE_NUMBER:
        return of_number(value->as.number);
    case DV_VALUE_BOOLEAN:
        return value->as.boolean;
    case DV_VALUE_NAME:
    case DV_VALUE_SETTING:
        return of_name(value->as.name);
    case DV_VALUE_NAMES:
        return of_names(value);
    case DV_VALUE_POINT:
        return of_place(value->as.place);
    case DV_VALUE_CALLBACK:
        return code->of(code->context, value->as.callback);
    case DV_VALUE_STEERING: // a part of the behavior
    case DV_VALUE_NONE:
    case DV_VALUE_MOUSE:
        break;
    }
    return 0;
}

static uint64_t add_values(uint64_t sum, const dv_kept_value *values, uint32_t count,
                           const dv_host_code *code) {
    for (uint32_t i = 0; i < count; i++) {
        sum = dv_hash_join(sum, values[i].is_given ? 1 + (uint64_t)values[i].value.type : 0);
        if (values[i].is_given)
            sum = dv_hash_join(sum, of_value(&values[i].value, code));
    }
    return sum;
}

static uint64_t of_entry(const dv_entry *entry, const dv_kept_value *values,
                         const dv_host_code *code) {
    return add_values(of_name(entry->name), values, entry->parameter_count, code);
}

uint64_t dv_steering_fingerprint(const dv_steering *steering, const dv_host_code *code) {
    const dv_entry *entry =
        steering->behavior ? &steering->behavior->entry : &steering->blend->entry;
    uint64_t sum = of_entry(entry, steering->values, code);
    for (uint32_t i = 0; i < steering->part_count; i++)
        sum = dv_hash_join(sum, dv_steering_fingerprint(steering->parts[i], code));
    return steering->behavior ? sum
                              : add_values(sum, steering->weights, steering->part_count, code);
}

uint64_t dv_guard_fingerprint(const dv_guard *guard, const dv_host_code *code) {
    uint64_t sum = (uint64_t)guard->operator;
    if (guard->operator== DV_GUARD_TEST)
        return dv_hash_join(sum, of_entry(&guard->type->entry, guard->values, code));
    sum = dv_hash_join(sum, dv_guard_fingerprint(guard->a, code));
    return guard->b ? dv_hash_join(sum, dv_guard_fingerprint(guard->b, code)) : sum;
}

uint64_t dv_stress_fingerprint(const dv_stress *stress, const dv_host_code *code) {
    return of_entry(&stress->type->entry, stress->values, code);
}
