// The program: everything a world's agents run, and none of its data. Kinds with their bodies,
// states, blends and guards; groups; settings. A program is built once, then only read; a world can
// swap it for another between two ticks.
#ifndef DROVER_PROGRAM_H
#define DROVER_PROGRAM_H

#include <drover/catalogue.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

#define DV_MAX_KINDS 64
#define DV_MAX_GROUP_TYPES 64
#define DV_MAX_STATES 256
#define DV_MAX_FLOW_TYPES 64

/// A behavior, or a blend of behaviors: immutable, counted, shared between kinds.
typedef struct dv_steering dv_steering;

/// A condition on one agent: immutable, counted, shared between kinds.
typedef struct dv_guard dv_guard;

/// A stress behavior: what an agent on legs minds about a step. Likewise.
typedef struct dv_stress dv_stress;

typedef struct dv_program dv_program;

/// Make a behavior of the catalogue. `where` ("caribou.lua:7") begins the messages about it and may
/// be NULL; `identity` tells it apart from others when it is applied for single ticks and must be
/// the same after a reload (0: none). NULL with a message when a name is unknown, a value is of the
/// wrong type or out of range, or a required parameter is missing.
dv_steering *dv_behavior_create(const char *type, const dv_argument *arguments, uint32_t count,
                                const char *where, uint64_t identity, dv_error *error);

typedef struct dv_part {
    dv_steering *steering;
    dv_value weight; ///< DV_VALUE_NONE: the default of the blend's descriptor
} dv_part;

/// Make a blend of the catalogue with its own arguments. It keeps its parts. NULL with a message as
/// from dv_behavior_create.
dv_steering *dv_blend_create(const char *type, const dv_part *parts, uint32_t part_count,
                             const dv_argument *arguments, uint32_t argument_count,
                             const char *where, dv_error *error);
/// Make a blend of the same type and arguments as `blend` with the same parts and `part` behind
/// them. NULL with a message when `blend` is a behavior, or as from dv_blend_create.
dv_steering *dv_blend_with(const dv_steering *blend, dv_part part, const char *where,
                           dv_error *error);

/// Count one more reference; returns the same behavior or blend.
dv_steering *dv_steering_retain(dv_steering *steering);
/// Drop a reference; the last one frees it. NULL is fine.
void dv_steering_release(dv_steering *steering);
/// True for a behavior, false for a blend.
bool dv_steering_is_behavior(const dv_steering *steering);
/// The name of its type in the catalogue.
const char *dv_steering_type_name(const dv_steering *steering);

/// Make a stress behavior of the catalogue. NULL with a message as from dv_behavior_create.
dv_stress *dv_stress_create(const char *type, const dv_argument *arguments, uint32_t count,
                            const char *where, dv_error *error);
/// Count one more reference; returns the same stress behavior.
dv_stress *dv_stress_retain(dv_stress *stress);
/// Drop a reference; the last one frees it. NULL is fine.
void dv_stress_release(dv_stress *stress);
/// The name of its type in the catalogue.
const char *dv_stress_type_name(const dv_stress *stress);

#define DV_MOST_STRESSES 32 ///< in one list

/// One of a list of stress behaviors: the stress of a step is Σ weight · stress ^ power.
typedef struct dv_stress_part {
    dv_stress *stress;
    dv_value weight, power; ///< DV_VALUE_NONE: 1
} dv_stress_part;

/// Make a guard of the catalogue. NULL with a message as from dv_behavior_create.
dv_guard *dv_guard_create(const char *type, const dv_argument *arguments, uint32_t count,
                          const char *where, dv_error *error);
/// A guard that holds when both hold. It keeps both; NULL with a message when memory is short.
dv_guard *dv_guard_both(dv_guard *a, dv_guard *b, dv_error *error);
/// A guard that holds when at least one of the two holds.
dv_guard *dv_guard_either(dv_guard *a, dv_guard *b, dv_error *error);
/// A guard that holds when the other does not.
dv_guard *dv_guard_not(dv_guard *a, dv_error *error);
/// Count one more reference; returns the same guard.
dv_guard *dv_guard_retain(dv_guard *guard);
/// Drop a reference; the last one frees it. NULL is fine.
void dv_guard_release(dv_guard *guard);

typedef enum dv_shape {
    DV_SHAPE_ARROW,
    DV_SHAPE_DISC,
    DV_SHAPE_HOOFED,
    DV_SHAPE_WOLF,
    DV_SHAPE_CAR
} dv_shape;

/// How agents of a kind are drawn.
typedef struct dv_look {
    dv_shape shape;
    uint32_t color; ///< 0xRRGGBBAA
    float size;     ///< m, length of the body; 0: from the radius
} dv_look;

/// DV_SHAPE by name; false when unknown.
bool dv_shape_by_name(const char *name, dv_shape *shape);
extern const char *const dv_shape_names[];
extern const uint32_t dv_shape_count;
/// "tan", "#rrggbb", "#rrggbbaa"; false when unknown.
bool dv_color_by_name(const char *name, uint32_t *color);
/// The color whose name is nearest to a mistaken one, or NULL.
const char *dv_nearest_color(const char *name);
extern const char *const dv_color_names[];
extern const uint32_t dv_color_count;

/// What agents are like: attributes (how tired, hurried, drunk) and what each does to parameters of
/// how they walk and decide. Attributes and parameters name number slots of the kind. An attribute
/// goes from 0, at which it has no part in anything, to 1; whoever writes one gets the parameters
/// anew at once, and parameters are written by nobody else. After B. D. Reich, An Architecture for
/// Behavioral Locomotion (1997).
typedef struct dv_attribute_def {
    const char *name;
    double fallback; ///< 0 to 1, of who is spawned
} dv_attribute_def;

typedef struct dv_model_parameter_def {
    const char *name;
    double minimum, maximum; ///< the values it may take
    double fallback;         ///< while no attribute acts on it
} dv_model_parameter_def;

/// In degrees from 1 to 10, ten times the attribute, an effect recommends low + (degree − 1) / 9 ·
/// (high − low); inversely high − (degree − 1) / 9 · (high − low). Degrees below 1 count as 1. A
/// parameter takes the first dominant recommendation, else the mean of all.
typedef struct dv_effect_def {
    const char *attribute, *parameter;
    double low, high; ///< shares of the way from minimum to maximum, 0 to 1
    bool inverse, dominant;
} dv_effect_def;

typedef struct dv_model_def {
    const char *where;
    const dv_attribute_def *attributes;
    uint32_t attribute_count;
    const dv_model_parameter_def *parameters;
    uint32_t parameter_count;
    const dv_effect_def *effects;
    uint32_t effect_count;
} dv_model_def;

typedef struct dv_kind_def {
    const char *name;
    const char *where;
    dv_value properties[DV_PROPERTY_COUNT]; ///< DV_VALUE_NONE: the default of the descriptor
    const char *locomotion;                 ///< NULL: "point_mass"
    bool occluded;                          ///< whether obstacles hide what is behind them
    dv_look look;
    const dv_slot_def *slots;
    uint32_t slot_count;
    /// What the host remembers of each agent: no slots, and named in messages as such.
    const char *const *memory;
    uint32_t memory_count;
    const dv_model_def *model; ///< NULL: none
    const char *initial;       ///< NULL: the first state by name
    dv_value speed;            ///< the kind's own, for states that give none
    dv_steering *steer;        ///< serves states that give none; may be NULL
    /// What a body on legs minds about a step: serves states that give none.
    const dv_stress_part *stress;
    uint32_t stress_count;
    /// Always on, whatever the state: a composition whose vector is added to what it steers by, and
    /// stress behaviors that stand beside the state's.
    dv_steering *reflexes; ///< may be NULL
    const dv_stress_part *reflex_stress;
    uint32_t reflex_stress_count;
    bool has_step;  ///< whether the host wants a call every tick
    uint32_t think; ///< or every so many; 0: 1. Serves states that give none
    bool has_init;
} dv_kind_def;

/// A kind with a point mass, every property at its default, and no states; the name is to be filled
/// in.
dv_kind_def dv_kind_def_default(void);

typedef struct dv_state_def {
    const char *name;
    const char *where;
    dv_value speed;
    dv_steering *steer;
    const dv_stress_part *stress;
    uint32_t stress_count;
    bool has_enter, has_leave, has_step;
    uint32_t think; ///< ticks from a step to the next; 0: the kind's
} dv_state_def;

/// What happens when a guard holds: a switch to `state`, else a call of the host's `callback`, else
/// nothing (the guard only keeps its slots fresh).
typedef struct dv_on_def {
    dv_guard *guard;
    const char *where;
    const char *state;
    int32_t callback; ///< -1: none
} dv_on_def;

typedef struct dv_group_def {
    const char *name;
    const char *where;
    const dv_slot_def *slots;
    uint32_t slot_count;
    bool has_elect;
} dv_group_def;

/// A field of velocities over a part of the world, kept on a grid.
typedef struct dv_flow_def {
    const char *name;
    const char *where;
    double resolution; ///< m between nodes of the grid, at most
    bool has_bounds;   ///< false: the world's
    dv_vec3 min, max;  ///< m; z is not used in the plane
    bool has_field;    ///< the host gives its values; else it is zero until it is painted
    double interval;   ///< s, after which the host is asked again; 0: never
} dv_flow_def;

typedef enum dv_setting_type { DV_SLIDER, DV_TOGGLE, DV_CHOICE } dv_setting_type;

typedef struct dv_setting_def {
    const char *name;
    dv_setting_type type;
    double fallback; ///< a toggle's is 0 or 1, a choice's the index of an option
    double minimum, maximum, step;
    const char *const *options;
    uint32_t option_count;
    bool restart; ///< takes effect at the next start
    const char *title;
} dv_setting_def;

/// An empty program to fill; NULL when memory is short.
dv_program *dv_program_create(void);
/// Programs are counted: a world retains the one it runs.
dv_program *dv_program_retain(dv_program *program);
/// Drop a reference; the last one frees the program. NULL is fine.
void dv_program_release(dv_program *program);

/// Fill a program: settings, groups and flows, then kinds, each followed by its states, blends and
/// guards. The kinds named anywhere may come later; names are bound by dv_program_finish.
dv_result dv_program_add_setting(dv_program *program, const dv_setting_def *def, dv_error *error);
/// Declare a group type. DV_ERROR_NAME when the name is taken, DV_ERROR_LIMIT when there are too
/// many.
dv_result dv_program_add_group(dv_program *program, const dv_group_def *def, dv_error *error);
/// Declare a flow type; errors as for groups.
dv_result dv_program_add_flow(dv_program *program, const dv_flow_def *def, dv_error *error);
/// Declare a kind. States, blends, and guards that follow belong to it.
dv_result dv_program_add_kind(dv_program *program, const dv_kind_def *def, dv_error *error);
/// To the kind added last. `state` NULL in add_on: a guard of the kind, tested before its states'.
dv_result dv_program_add_state(dv_program *program, const dv_state_def *def, dv_error *error);
/// Give a composition a name in the kind added last, for dv_agent_choose_blend.
dv_result dv_program_add_blend(dv_program *program, const char *name, dv_steering *steering,
                               dv_error *error);
/// Add a guard to a state of the kind added last; NULL: to the kind itself.
dv_result dv_program_add_on(dv_program *program, const char *state, const dv_on_def *def,
                            dv_error *error);

/// What a program gives names to that outlive it: a world finds them again under its next program.
typedef enum dv_family {
    DV_FAMILY_KIND,
    DV_FAMILY_GROUP,
    DV_FAMILY_SURFACE,
    DV_FAMILY_FLOW,
    DV_FAMILY_TERRAIN,
    DV_FAMILY_STATE,
    DV_FAMILY_COUNT
} dv_family;
/// "kind", "group" …
const char *dv_family_name(dv_family family);

/// A name that something had in an earlier program; `kind` is that of a state, else NULL. Names may
/// be added in any order. DV_ERROR_NAME when something else was renamed from the same.
dv_result dv_program_add_rename(dv_program *program, dv_family family, const char *kind,
                                const char *name, const char *before, dv_error *error);
/// Let a name of an earlier program be gone though it is in use. What had it becomes `into`, a name
/// of this program; with NULL it is removed. For all families but states.
dv_result dv_program_add_removal(dv_program *program, dv_family family, const char *name,
                                 const char *into, dv_error *error);
/// Where the scenario is defined ("main.lua:7"): begins the message about names that are gone.
dv_result dv_program_set_where(dv_program *program, const char *where, dv_error *error);

/// Bind every name. A message tells the first that is unknown: a slot, kind, state or setting.
dv_result dv_program_finish(dv_program *program, dv_error *error);

/// How many kinds there are; indices go up to it.
uint32_t dv_program_kind_count(const dv_program *program);
/// The name of a kind, by its index.
const char *dv_program_kind_name(const dv_program *program, uint32_t kind);
/// -1 when there is none of that name.
int32_t dv_program_kind(const dv_program *program, const char *name);
/// How many states a kind has.
uint32_t dv_program_state_count(const dv_program *program, uint32_t kind);
/// The name of a state, by its index in the kind.
const char *dv_program_state_name(const dv_program *program, uint32_t kind, uint32_t state);
/// The index of a state of a kind; −1 when there is none of that name.
int32_t dv_program_state(const dv_program *program, uint32_t kind, const char *name);
/// The name of the number slot that is the speed of a state; NULL when its speed is none.
const char *dv_program_speed_slot(const dv_program *program, uint32_t kind, uint32_t state);
/// Whether an agent moved in the state while that slot was empty, so that max_speed counted.
bool dv_program_lacked_speed(const dv_program *program, uint32_t kind, uint32_t state);
/// What a name of an earlier program stands for in this one: the index of what has the same name,
/// else of what was renamed from it, else of what it was removed into. DV_GONE: nothing;
/// DV_REMOVED: nothing, and what has the name is to be removed. `kind` is that of a state, as this
/// program calls it, else NULL.
#define DV_GONE (-1)
#define DV_REMOVED (-2)
int32_t dv_program_after(const dv_program *program, dv_family family, const char *kind,
                         const char *name);
/// The index of a named blend of a kind; −1 when there is none of that name.
int32_t dv_program_blend(const dv_program *program, uint32_t kind, const char *name);
/// How many slots a kind has.
uint32_t dv_program_slot_count(const dv_program *program, uint32_t kind);
/// A slot of a kind, by its index.
const dv_slot_def *dv_program_slot(const dv_program *program, uint32_t kind, uint32_t slot);
/// The index of a slot of a kind; −1 when there is none of that name.
int32_t dv_program_slot_named(const dv_program *program, uint32_t kind, const char *name);
/// Whether a slot is an attribute of the kind's model, or a parameter that it gives.
bool dv_program_is_attribute(const dv_program *program, uint32_t kind, uint32_t slot);
/// Whether a slot is a parameter that the kind's model computes from attributes.
bool dv_program_is_given(const dv_program *program, uint32_t kind, uint32_t slot);
/// How agents of a kind are drawn.
dv_look dv_program_look(const dv_program *program, uint32_t kind);
/// How many group types there are.
uint32_t dv_program_group_type_count(const dv_program *program);
/// The index of a group type; −1 when there is none of that name.
int32_t dv_program_group_type(const dv_program *program, const char *name);
/// The name of a group type, by its index.
const char *dv_program_group_type_name(const dv_program *program, uint32_t type);
/// How many slots a group type has.
uint32_t dv_program_group_slot_count(const dv_program *program, uint32_t type);
/// A slot of a group type, by its index.
const dv_slot_def *dv_program_group_slot(const dv_program *program, uint32_t type, uint32_t slot);
/// The index of a slot of a group type; −1 when there is none of that name.
int32_t dv_program_group_slot_named(const dv_program *program, uint32_t type, const char *name);
/// How many flow types there are.
uint32_t dv_program_flow_type_count(const dv_program *program);
/// The index of a flow type; −1 when there is none of that name.
int32_t dv_program_flow_type(const dv_program *program, const char *name);
/// The name of a flow type, by its index.
const char *dv_program_flow_type_name(const dv_program *program, uint32_t type);
/// Whether the flows of two types have the same resolution and bounds.
bool dv_program_same_flow_grid(const dv_program *a, uint32_t type_of_a, const dv_program *b,
                               uint32_t type_of_b);
/// Whether flows of a type are compiled anew after an interval.
bool dv_program_flow_varies(const dv_program *program, uint32_t type);
/// How many settings there are.
uint32_t dv_program_setting_count(const dv_program *program);
/// A setting as it was declared, by its index.
const dv_setting_def *dv_program_setting(const dv_program *program, uint32_t setting);
/// The index of a setting; −1 when there is none of that name.
int32_t dv_program_setting_named(const dv_program *program, const char *name);
/// The nearest of the program's names to a mistaken one, or NULL.
const char *dv_program_nearest_kind(const dv_program *program, const char *name);
/// The state of a kind whose name is nearest to a mistaken one, or NULL.
const char *dv_program_nearest_state(const dv_program *program, uint32_t kind, const char *name);
/// The setting whose name is nearest to a mistaken one, or NULL.
const char *dv_program_nearest_setting(const dv_program *program, const char *name);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
