// Values in definitions, and the typed slots of agents and groups.
#ifndef DROVER_VALUE_H
#define DROVER_VALUE_H

#include <drover/base.h>
#include <drover/handle.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

struct dv_steering;

typedef enum dv_value_type {
    DV_VALUE_NONE,
    DV_VALUE_NUMBER,
    DV_VALUE_BOOLEAN,
    DV_VALUE_NAME,    ///< of a slot, slot path, kind, state, event, or option, by parameter type
    DV_VALUE_NAMES,   ///< a list of kinds
    DV_VALUE_SETTING, ///< the current value of the setting of that name
    DV_VALUE_POINT,
    DV_VALUE_MOUSE,
    DV_VALUE_CALLBACK, ///< the host's number for one of its functions
    DV_VALUE_STEERING  ///< a behavior or blend
} dv_value_type;

/// A value in a definition. It borrows its strings; functions that store a value copy them. A
/// behavior or blend is retained instead.
typedef struct dv_value {
    dv_value_type type;
    uint32_t count; ///< of `names`
    union {
        double number;
        bool boolean;
        const char *name;
        const char *const *names;
        dv_place place; ///< of a target; or a vector, which no origin moves
        int32_t callback;
        struct dv_steering *steering;
    } as;
} dv_value;

// Constructors of values. They avoid compound literals, which C++ does not have.
static inline dv_value dv_value_number(double number) {
    dv_value value = {DV_VALUE_NUMBER, 0, {number}};
    return value;
}

static inline dv_value dv_value_boolean(bool boolean) {
    dv_value value = {DV_VALUE_BOOLEAN, 0, {0}};
    value.as.boolean = boolean;
    return value;
}

static inline dv_value dv_value_name(const char *name) {
    dv_value value = {DV_VALUE_NAME, 0, {0}};
    value.as.name = name;
    return value;
}

static inline dv_value dv_value_names(const char *const *names, uint32_t count) {
    dv_value value = {DV_VALUE_NAMES, count, {0}};
    value.as.names = names;
    return value;
}

static inline dv_value dv_value_setting(const char *name) {
    dv_value value = {DV_VALUE_SETTING, 0, {0}};
    value.as.name = name;
    return value;
}

static inline dv_value dv_value_place(dv_place place) {
    dv_value value = {DV_VALUE_POINT, 0, {0}};
    value.as.place = place;
    return value;
}

/// A vector, or a place near zero.
static inline dv_value dv_value_point(dv_vec3 point) {
    dv_place place = {point.x, point.y, point.z};
    return dv_value_place(place);
}

static inline dv_value dv_value_mouse(void) {
    dv_value value = {DV_VALUE_MOUSE, 0, {0}};
    return value;
}

static inline dv_value dv_value_callback(int32_t callback) {
    dv_value value = {DV_VALUE_CALLBACK, 0, {0}};
    value.as.callback = callback;
    return value;
}

static inline dv_value dv_value_steering(struct dv_steering *steering) {
    dv_value value = {DV_VALUE_STEERING, 0, {0}};
    value.as.steering = steering;
    return value;
}

typedef struct dv_argument {
    const char *name;
    dv_value value;
} dv_argument;

/// The type of a slot's content.
typedef enum dv_slot_type {
    DV_SLOT_NONE = 0,
    DV_SLOT_AGENT,
    DV_SLOT_POINT,
    DV_SLOT_POSE, ///< a position and a heading
    DV_SLOT_VECTOR,
    DV_SLOT_NUMBER,
    DV_SLOT_GROUP,
    DV_SLOT_OBSTACLE,
    DV_SLOT_SURFACE,
    DV_SLOT_PATH,
    DV_SLOT_FLOW,
    DV_SLOT_REGION,
    DV_SLOT_TYPE_COUNT
} dv_slot_type;

/// The name of a slot type in scripts ("agent", "point", …), or NULL.
const char *dv_slot_type_name(dv_slot_type type);

/// The slot type with a name; DV_SLOT_NONE if there is none.
dv_slot_type dv_slot_type_by_name(const char *name);

typedef struct dv_slot_def {
    const char *name;
    dv_slot_type type;
} dv_slot_def;

/// The content of a slot: a value of the slot's type, or empty if not `is_set`.
typedef struct dv_slot_value {
    bool is_set;
    union {
        double number;
        dv_vec3 point; ///< of point (m) and vector slots
        struct {
            dv_vec3 position;
            float heading; ///< rad
        } pose;
        uint64_t handle;
    } as;
} dv_slot_value;

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
