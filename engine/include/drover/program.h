// A program defines what a world's agents run, without their data: kinds with their bodies, states,
// blends, and guards; groups; and settings. It is built once and then read-only. A world can swap
// its program for another between two ticks.
#ifndef DROVER_PROGRAM_H
#define DROVER_PROGRAM_H

#include <drover/catalogue.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

#define DV_MAX_GROUP_TYPES 64
#define DV_MAX_STATES 256
#define DV_MAX_FLOW_TYPES 64
#define DV_MAX_FIELDS 64
#define DV_MAX_FIELD_CELLS (1u << 22) ///< of one field
#define DV_MAX_LINK_TYPES 64

/// A behavior, or a blend of behaviors. Immutable and reference-counted, so kinds can share it.
typedef struct dv_steering dv_steering;

/// A condition on one agent. Immutable and reference-counted, so kinds can share it.
typedef struct dv_guard dv_guard;

/// A stress behavior: it scores the possible steps of a legged agent. Immutable and
/// reference-counted, so kinds can share it.
typedef struct dv_stress dv_stress;

typedef struct dv_program dv_program;

/// Create a behavior of a type in the catalogue. Messages about it begin with `where`, such as
/// "caribou.lua:7", which may be NULL. `identity` distinguishes it from other behaviors that are
/// applied with dv_agent_apply, and must stay the same after a reload (0: none). Returns NULL with
/// a message if a name is unknown, a value is of the wrong type or out of range, or a required
/// parameter is missing.
dv_steering *dv_behavior_create(const char *type, const dv_argument *arguments, uint32_t count,
                                const char *where, uint64_t identity, dv_error *error);

typedef struct dv_part {
    dv_steering *steering;
    dv_value weight; ///< DV_VALUE_NONE: the default in the blend's descriptor
} dv_part;

/// Create a blend of a type in the catalogue. It retains its parts. Fails like dv_behavior_create,
/// or if it has no parts, too many, or is nested too deep.
dv_steering *dv_blend_create(const char *type, const dv_part *parts, uint32_t part_count,
                             const dv_argument *arguments, uint32_t argument_count,
                             const char *where, dv_error *error);
/// Copy `blend` and add `part` at the end. Returns NULL with a message if `blend` is a behavior,
/// and else fails like dv_blend_create.
dv_steering *dv_blend_with(const dv_steering *blend, dv_part part, const char *where,
                           dv_error *error);

/// Add a reference. Returns the same behavior or blend.
dv_steering *dv_steering_retain(dv_steering *steering);
/// Drop a reference; the last one frees it. NULL is fine.
void dv_steering_release(dv_steering *steering);
/// True for a behavior, false for a blend.
bool dv_steering_is_behavior(const dv_steering *steering);
/// The name of its type in the catalogue.
const char *dv_steering_type_name(const dv_steering *steering);

/// Create a stress behavior of a type in the catalogue. Fails like dv_behavior_create.
dv_stress *dv_stress_create(const char *type, const dv_argument *arguments, uint32_t count,
                            const char *where, dv_error *error);
/// Add a reference. Returns the same stress behavior.
dv_stress *dv_stress_retain(dv_stress *stress);
/// Drop a reference; the last one frees it. NULL is fine.
void dv_stress_release(dv_stress *stress);
/// The name of its type in the catalogue.
const char *dv_stress_type_name(const dv_stress *stress);

#define DV_MAX_STRESSES 32 ///< in one list

/// An item in a list of stress behaviors. The total for a step is Σ weight · stress ^ power.
typedef struct dv_stress_part {
    dv_stress *stress;
    dv_value weight, power; ///< DV_VALUE_NONE: 1
} dv_stress_part;

/// Create a guard of a type in the catalogue. Fails like dv_behavior_create.
dv_guard *dv_guard_create(const char *type, const dv_argument *arguments, uint32_t count,
                          const char *where, dv_error *error);
/// Create a guard that holds if both guards hold. It retains both. Returns NULL with a message when
/// out of memory.
dv_guard *dv_guard_both(dv_guard *a, dv_guard *b, dv_error *error);
/// Like dv_guard_both, but the new guard holds if at least one of the two holds.
dv_guard *dv_guard_either(dv_guard *a, dv_guard *b, dv_error *error);
/// Like dv_guard_both, but for a single guard; the new guard holds if it does not.
dv_guard *dv_guard_not(dv_guard *a, dv_error *error);
/// Add a reference. Returns the same guard.
dv_guard *dv_guard_retain(dv_guard *guard);
/// Drop a reference; the last one frees it. NULL is fine.
void dv_guard_release(dv_guard *guard);

typedef enum dv_shape {
    DV_SHAPE_ARROW,
    DV_SHAPE_DISC,
    DV_SHAPE_HOOFED,
    DV_SHAPE_WOLF,
    DV_SHAPE_CAR,
    DV_SHAPE_FISH,
    DV_SHAPE_BIRD,
    DV_SHAPE_PERSON,
    DV_SHAPE_TREE,
    DV_SHAPE_HOUSE
} dv_shape;

/// A point of a shape of one unit's length: x ahead, y to the left.
typedef struct dv_shape_point {
    float x, y;
} dv_shape_point;

/// A polygon of a shape. Its sides must not touch except where one ends and the next begins, but it
/// need not be convex.
typedef struct dv_shape_polygon {
    const dv_shape_point *points;
    uint32_t count;
    uint32_t color; ///< 0xRRGGBBAA; 0: the agent's
    float shade;    ///< without a color: how much lighter (to 1) or darker (to −1) than the agent
    bool is_detail; ///< has no outline, and is left out where an agent is small
} dv_shape_polygon;

/// A PNG file as a shape. Its right side is ahead, and it is as wide as the agent is long.
typedef struct dv_shape_picture {
    const char *name; ///< "rider.png", for messages
    const unsigned char *png;
    size_t size;
    bool is_tinted; ///< its white and gray parts take on the agent's color
} dv_shape_picture;

/// A shape that is not built in: its polygons, from the lowest to the highest, or a picture.
typedef struct dv_own_shape {
    const dv_shape_polygon *polygons;
    uint32_t count;
    const dv_shape_picture *picture; ///< instead of polygons; NULL: none
    uint64_t hash; ///< differs between different shapes; dv_program_add_kind computes it
} dv_own_shape;

#define DV_MAX_SHAPE_POINTS 64
#define DV_MAX_SHAPE_POLYGONS 16
/// A picture has at most this many pixels per side; that of a shape is at most twice as high as
/// wide.
#define DV_MAX_PICTURE_PIXELS 1024

/// What is wrong with a polygon of a shape, such as "its sides cross"; NULL: nothing.
const char *dv_shape_problem(const dv_shape_point *points, uint32_t count);
/// What is wrong with the bytes of a PNG file as a shape; NULL: nothing. Nothing is decoded.
const char *dv_picture_problem(const unsigned char *png, size_t size);

/// What the color of an agent shows: a number, by its place between two others.
typedef struct dv_color_map {
    const char *number; ///< "speed", a number slot, or a name in the kind's memory
    double low, high;   ///< different and finite; `low` may be the greater one
    bool diverges;      ///< two ramps of colors that meet in the middle, instead of one
} dv_color_map;

/// How agents of a kind are drawn.
typedef struct dv_look {
    dv_shape shape;
    const dv_own_shape *own; ///< instead of `shape`; NULL: none
    uint32_t color;          ///< 0xRRGGBBAA
    const dv_color_map *map; ///< instead of `color`; NULL: none
    float size;              ///< m, length of the body; 0: derived from the radius
} dv_look;

/// Look up a shape by name. False if the name is unknown.
bool dv_shape_by_name(const char *name, dv_shape *shape);
extern const char *const dv_shape_names[]; ///< in order of dv_shape
extern const uint32_t dv_shape_count;
/// Convert a color such as "tan", "#rrggbb", or "#rrggbbaa" to 0xRRGGBBAA. False if it is not a
/// color.
bool dv_color_by_name(const char *name, uint32_t *color);
/// The name of the color closest to a misspelled name, or NULL.
const char *dv_nearest_color(const char *name);
extern const char *const dv_color_names[];
extern const uint32_t dv_color_count;

/// An agent model: attributes of an agent, such as how tired, hurried, or drunk it is, and their
/// effects on parameters that its walk and decisions use. Attributes and parameters are number
/// slots of the kind. An attribute ranges from 0, which has no effect, to 1. Writing an attribute
/// recomputes the parameters at once; nothing else may write them. After B. D. Reich, An
/// Architecture for Behavioral Locomotion (1997).
typedef struct dv_attribute_def {
    const char *name;
    double fallback; ///< 0 to 1, initial value of new agents
} dv_attribute_def;

typedef struct dv_model_parameter_def {
    const char *name;
    double minimum, maximum; ///< the values it may take
    double fallback;         ///< value while no attribute affects it
} dv_model_parameter_def;

/// An effect of an attribute on a parameter. With degree = max(1, 10 · attribute), it recommends
/// low + (degree − 1) / 9 · (high − low), or if `inverse`, high − (degree − 1) / 9 · (high − low).
/// A parameter takes the first dominant recommendation, or else the mean of all.
typedef struct dv_effect_def {
    const char *attribute, *parameter;
    double low, high; ///< 0 (the parameter's minimum) to 1 (its maximum)
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

/// What agents leave in the cell of a field where they are.
typedef struct dv_leaving_def {
    const char *field;
    dv_value rate; ///< amount per second of each agent; below 0, they take away
} dv_leaving_def;

typedef struct dv_kind_def {
    const char *name;
    const char *where;
    dv_value properties[DV_PROPERTY_COUNT]; ///< DV_VALUE_NONE: the default in the descriptor
    const char *locomotion;                 ///< NULL: "point_mass"
    bool occluded;                          ///< whether obstacles block these agents' sight
    dv_look look;
    const dv_slot_def *slots;
    uint32_t slot_count;
    /// Names of values that the host keeps for each agent. They are not slots; the engine uses the
    /// names only for error messages.
    const char *const *memory;
    uint32_t memory_count;
    const dv_model_def *model;    ///< NULL: none
    const char *initial;          ///< NULL: the first state by name
    dv_value speed;               ///< default for states without one
    dv_steering *steer;           ///< default for states without one; may be NULL
    const dv_leaving_def *leaves; ///< default for states without it; may be NULL
    uint32_t leaving_count;
    /// For legged bodies: default for states without stress behaviors.
    const dv_stress_part *stress;
    uint32_t stress_count;
    /// Active in every state: steering whose vector is added to the state's, and stress behaviors
    /// in addition to the state's.
    dv_steering *reflexes; ///< may be NULL
    const dv_stress_part *reflex_stress;
    uint32_t reflex_stress_count;
    bool has_step;  ///< whether the host's `step` runs for the kind
    uint32_t think; ///< ticks from a step to the next, also for states without one; 0: 1
    bool has_init;  ///< whether the host's `init` runs for the kind
} dv_kind_def;

/// The default definition: a point mass, default properties, and no states. Fill in the name.
dv_kind_def dv_kind_def_default(void);

typedef struct dv_state_def {
    const char *name;
    const char *where;
    dv_value speed;
    dv_steering *steer;
    const dv_leaving_def *leaves; ///< NULL: what the kind leaves
    uint32_t leaving_count;
    const dv_stress_part *stress;
    uint32_t stress_count;
    bool has_enter, has_leave, has_step;
    uint32_t think; ///< ticks from one step to the next; 0: the kind's
    uint32_t color; ///< 0xRRGGBBAA, which pictures show it in; 0: pictures choose one
} dv_state_def;

/// What happens when a guard holds: a switch to `state`, or else a call of the host's `choose` with
/// `callback`, or else nothing. In that case the guard only keeps its slots up to date.
typedef struct dv_on_def {
    dv_guard *guard;
    const char *where;
    const char *state;
    int32_t callback; ///< -1: none
} dv_on_def;

/// A number that only the host reads, such as one of a schema. Messages call it
/// "where: family.owner: name".
typedef struct dv_number_def {
    const char *where, *family, *owner, *name;
    dv_value value; ///< a number, the name of a number slot, or a setting
} dv_number_def;

typedef struct dv_group_def {
    const char *name;
    const char *where;
    const dv_slot_def *slots;
    uint32_t slot_count;
    bool has_elect;
} dv_group_def;

/// A field of velocities over the world or a part of it, stored on a grid.
typedef struct dv_flow_def {
    const char *name;
    const char *where;
    double resolution; ///< m, the largest distance between nodes of the grid
    bool has_bounds;   ///< false: the world's bounds
    dv_vec3 min, max;  ///< m; z is not used in the plane
    bool has_field;    ///< the host computes its values; else it is zero until it is painted
    double interval;   ///< s, after which the host computes them again; 0: never
} dv_flow_def;

/// Amounts on the ground of the world, in square cells. They evaporate, and spread to cells beside.
typedef struct dv_field_def {
    const char *name;
    const char *where;
    double cell;        ///< m, the longest side of a cell; a whole number of cells fills the bounds
    double evaporation; ///< 1/s: of an amount, amount · e^(−evaporation · t) is left after t
    double diffusion;   ///< m²/s
    double max;         ///< the most that a cell holds
    uint32_t color;     ///< 0xRRGGBBAA, where a cell holds the most; its alpha does not count
} dv_field_def;

/// A type of links between agents, and the spring that pulls or pushes at both ends of each of
/// them.
typedef struct dv_link_def {
    const char *name;
    const char *where;
    bool is_directed; ///< a link leads from one agent to the other; else it is the same for both
    bool has_spring;
    double length;    ///< m, at which the spring is at rest
    double stiffness; ///< N/m
    double damping;   ///< N·s/m, resists changes of the length
    double width;     ///< m, in pictures, which draw at least a pixel
    uint32_t color;   ///< 0xRRGGBBAA, in pictures
} dv_link_def;

typedef enum dv_setting_type { DV_SLIDER, DV_TOGGLE, DV_CHOICE } dv_setting_type;

typedef struct dv_setting_def {
    const char *name;
    dv_setting_type type;
    double fallback; ///< initial value: 0 or 1 for a toggle, the index of an option for a choice
    double minimum, maximum, step;
    const char *const *options;
    uint32_t option_count;
    bool restart; ///< takes effect at the next start
    const char *title;
} dv_setting_def;

/// Create an empty program. NULL when out of memory.
dv_program *dv_program_create(void);
/// Add a reference. Returns the same program. A world retains the program it runs.
dv_program *dv_program_retain(dv_program *program);
/// Drop a reference; the last one frees the program. NULL is fine.
void dv_program_release(dv_program *program);

// Fill a program: first settings, groups, flows, fields, and links, then kinds, each followed by
// its states, blends, and guards. Definitions may name kinds that come later: dv_program_finish
// binds names.

/// Declare a setting. Fails with DV_ERROR_NAME if the name is taken, and with DV_ERROR_ARGUMENT if
/// the default is out of range.
dv_result dv_program_add_setting(dv_program *program, const dv_setting_def *def, dv_error *error);
/// Declare a group type. Fails with DV_ERROR_NAME if the name is taken, and with DV_ERROR_LIMIT if
/// there are too many.
dv_result dv_program_add_group(dv_program *program, const dv_group_def *def, dv_error *error);
/// Declare a flow type. Fails like dv_program_add_group, and with DV_ERROR_ARGUMENT if a value is
/// out of range.
dv_result dv_program_add_flow(dv_program *program, const dv_flow_def *def, dv_error *error);
/// Declare a field. Fails like dv_program_add_flow.
dv_result dv_program_add_field(dv_program *program, const dv_field_def *def, dv_error *error);
/// A type of links that are not directed, without a spring, gray and a tenth of a meter wide. Fill
/// in the name.
dv_link_def dv_link_def_default(void);
/// Declare a type of links. Fails like dv_program_add_flow.
dv_result dv_program_add_link(dv_program *program, const dv_link_def *def, dv_error *error);
/// Declare a kind, to which the states, blends, and guards that follow belong. Fails like
/// dv_program_add_flow.
dv_result dv_program_add_kind(dv_program *program, const dv_kind_def *def, dv_error *error);
/// Add a state to the kind added last. Fails with DV_ERROR_LIMIT if the kind has too many.
dv_result dv_program_add_state(dv_program *program, const dv_state_def *def, dv_error *error);
/// Add a behavior or blend to the kind added last under a name, for dv_agent_choose_blend.
dv_result dv_program_add_blend(dv_program *program, const char *name, dv_steering *steering,
                               dv_error *error);
/// Add a guard to a state of the kind added last. NULL for `state`: to the kind itself, whose
/// guards are tested before those of its states. Fails with DV_ERROR_NAME if there is no such
/// state.
dv_result dv_program_add_on(dv_program *program, const char *state, const dv_on_def *def,
                            dv_error *error);

/// Add a number of the host to the kind added last. dv_program_finish fails with DV_ERROR_NAME if
/// the kind lacks the slot that the number names, or the program the setting.
dv_result dv_program_add_number(dv_program *program, const dv_number_def *def, dv_error *error);

/// The families of names by which a world carries its data over to its next program.
typedef enum dv_family {
    DV_FAMILY_KIND,
    DV_FAMILY_GROUP,
    DV_FAMILY_SURFACE,
    DV_FAMILY_FLOW,
    DV_FAMILY_TERRAIN,
    DV_FAMILY_FIELD,
    DV_FAMILY_LINK,
    DV_FAMILY_STATE,
    DV_FAMILY_COUNT
} dv_family;
/// The name of a family: "kind", "group" …
const char *dv_family_name(dv_family family);

/// Declare that `name` was called `before` in an earlier program. For a state, `kind` is the name
/// of its kind; else NULL. Renames may be added in any order. Fails with DV_ERROR_NAME if another
/// name was renamed from `before`.
dv_result dv_program_add_rename(dv_program *program, dv_family family, const char *kind,
                                const char *name, const char *before, dv_error *error);
/// Allow a name of an earlier program to be gone although it is in use. Things with that name
/// become things named `into`, a name of this program; NULL: they are removed. Not for states.
dv_result dv_program_add_removal(dv_program *program, dv_family family, const char *name,
                                 const char *into, dv_error *error);
/// The names of a family other than states.
uint32_t dv_program_name_count(const dv_program *program, dv_family family);
const char *dv_program_name(const dv_program *program, dv_family family, uint32_t index);
/// The index of a name in a family, or DV_GONE. For a state, `kind` is the name of its kind.
int32_t dv_program_named(const dv_program *program, dv_family family, const char *kind,
                         const char *name);
/// What the coordinates of an origin are multiples of (m), and the farthest that they may be.
#define DV_ORIGIN_STEP 1024.0
#define DV_FARTHEST_ORIGIN 1e12
/// Set the place that positions in worlds count from; zero by default. Positions are single
/// precision, so a scenario in the coordinates of a map needs an origin near it. Call before
/// dv_program_finish. Fails with DV_ERROR_ARGUMENT if a coordinate is no multiple of
/// DV_ORIGIN_STEP.
dv_result dv_program_set_origin(dv_program *program, dv_place origin, dv_error *error);
dv_place dv_program_origin(const dv_program *program);
/// The origin nearest to the middle of a box.
dv_place dv_origin_between(dv_place low, dv_place high);
/// Where a place is in worlds that run the program, and the place of a position there.
dv_vec3 dv_program_locate(const dv_program *program, dv_place place);
dv_place dv_program_place(const dv_program *program, dv_vec3 position);
/// Set where the scenario is defined, such as "main.lua:7". The message about missing names begins
/// with it.
dv_result dv_program_set_where(dv_program *program, const char *where, dv_error *error);

/// Bind all names and make the program read-only. Fails with a message about the first slot, kind,
/// state, or setting that is unknown, and with DV_ERROR_ARGUMENT if it is finished already.
dv_result dv_program_finish(dv_program *program, dv_error *error);

/// Have dv_program_finish go on after a mistake and pass each to `note`, with the code and message
/// that it would have failed with. It then fails only when out of memory, and after a mistake the
/// program is only good for looking up the names of kinds, states, slots, and settings.
void dv_program_list_mistakes(dv_program *program,
                              void (*note)(void *context, dv_result result, const char *message),
                              void *context);

/// The number of kinds. Their indices are below it.
uint32_t dv_program_kind_count(const dv_program *program);
/// The name of a kind, by its index.
const char *dv_program_kind_name(const dv_program *program, uint32_t kind);
/// The index of the kind with a name; −1 if there is none.
int32_t dv_program_kind(const dv_program *program, const char *name);
/// The number of states of a kind.
uint32_t dv_program_state_count(const dv_program *program, uint32_t kind);
/// The name of a state, by its index in the kind.
const char *dv_program_state_name(const dv_program *program, uint32_t kind, uint32_t state);
/// The color of a state, 0xRRGGBBAA, by its index in the kind; 0: its definition has none.
uint32_t dv_program_state_color(const dv_program *program, uint32_t kind, uint32_t state);
/// The index of the state of a kind with a name; −1 if there is none.
int32_t dv_program_state(const dv_program *program, uint32_t kind, const char *name);
/// The name of the number slot that holds the speed of a state; NULL if the speed is not a slot.
const char *dv_program_speed_slot(const dv_program *program, uint32_t kind, uint32_t state);
/// Whether an agent ever moved in the state while that slot was empty, so that max_speed applied.
bool dv_program_lacked_speed(const dv_program *program, uint32_t kind, uint32_t state);
/// Whether a state has behaviors although its body stays where it is, as a fixed one does.
bool dv_program_steers_in_vain(const dv_program *program, uint32_t kind, uint32_t state);
#define DV_GONE (-1)
#define DV_REMOVED (-2)
/// Map a name of an earlier program to an index in this one: of the thing with the same name, or
/// else the one that was renamed from it, or else the one it was removed into. DV_GONE: there is
/// none. DV_REMOVED: there is none, and things with the name are to be removed. For a state, `kind`
/// is the name of its kind in this program; else NULL.
int32_t dv_program_after(const dv_program *program, dv_family family, const char *kind,
                         const char *name);
/// The index of the named blend of a kind; −1 if there is none.
int32_t dv_program_blend(const dv_program *program, uint32_t kind, const char *name);
/// The number of slots of a kind.
uint32_t dv_program_slot_count(const dv_program *program, uint32_t kind);
/// A slot of a kind, by its index.
const dv_slot_def *dv_program_slot(const dv_program *program, uint32_t kind, uint32_t slot);
/// The index of the slot of a kind with a name; −1 if there is none.
int32_t dv_program_slot_named(const dv_program *program, uint32_t kind, const char *name);
/// Whether a slot is an attribute of the kind's model.
bool dv_program_is_attribute(const dv_program *program, uint32_t kind, uint32_t slot);
/// Whether a slot is a parameter that the kind's model computes from attributes.
bool dv_program_is_given(const dv_program *program, uint32_t kind, uint32_t slot);
/// How agents of a kind are drawn.
dv_look dv_program_look(const dv_program *program, uint32_t kind);
/// The number of group types.
uint32_t dv_program_group_type_count(const dv_program *program);
/// The index of the group type with a name; −1 if there is none.
int32_t dv_program_group_type(const dv_program *program, const char *name);
/// The name of a group type, by its index.
const char *dv_program_group_type_name(const dv_program *program, uint32_t type);
/// The number of slots of a group type.
uint32_t dv_program_group_slot_count(const dv_program *program, uint32_t type);
/// A slot of a group type, by its index.
const dv_slot_def *dv_program_group_slot(const dv_program *program, uint32_t type, uint32_t slot);
/// The index of the slot of a group type with a name; −1 if there is none.
int32_t dv_program_group_slot_named(const dv_program *program, uint32_t type, const char *name);
/// The number of flow types.
uint32_t dv_program_flow_type_count(const dv_program *program);
/// The index of the flow type with a name; −1 if there is none.
int32_t dv_program_flow_type(const dv_program *program, const char *name);
/// The name of a flow type, by its index.
const char *dv_program_flow_type_name(const dv_program *program, uint32_t type);
/// Whether the flows of two types have the same resolution and bounds.
bool dv_program_same_flow_grid(const dv_program *a, uint32_t type_of_a, const dv_program *b,
                               uint32_t type_of_b);
/// Whether the host recomputes flows of a type after an interval.
bool dv_program_flow_varies(const dv_program *program, uint32_t type);
/// The number of fields.
uint32_t dv_program_field_count(const dv_program *program);
/// The index of the field with a name; −1 if there is none.
int32_t dv_program_field(const dv_program *program, const char *name);
/// The name of a field, by its index.
const char *dv_program_field_name(const dv_program *program, uint32_t field);
/// The definition of a field, by its index.
const dv_field_def *dv_program_field_def(const dv_program *program, uint32_t field);
/// The number of types of links.
uint32_t dv_program_link_type_count(const dv_program *program);
/// The index of the type of links with a name; −1 if there is none.
int32_t dv_program_link_type(const dv_program *program, const char *name);
/// The definition of a type of links, by its index.
const dv_link_def *dv_program_link_def(const dv_program *program, uint32_t type);
/// The number of settings.
uint32_t dv_program_setting_count(const dv_program *program);
/// The definition of a setting, by its index.
const dv_setting_def *dv_program_setting(const dv_program *program, uint32_t setting);
/// The index of the setting with a name; −1 if there is none. Of "winter:depth", it is that of the
/// setting winter.depth or, if there is none, of depth.
int32_t dv_program_setting_named(const dv_program *program, const char *name);
/// The name without what is before the colon.
const char *dv_unscoped_setting(const char *name);
/// The name of the kind closest to a misspelled name, or NULL.
const char *dv_program_nearest_kind(const dv_program *program, const char *name);
/// The name of the field closest to a misspelled name, or NULL.
const char *dv_program_nearest_field(const dv_program *program, const char *name);
/// The name of the state of a kind closest to a misspelled name, or NULL.
const char *dv_program_nearest_state(const dv_program *program, uint32_t kind, const char *name);
/// The name of the setting closest to a misspelled name, or NULL.
const char *dv_program_nearest_setting(const dv_program *program, const char *name);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
