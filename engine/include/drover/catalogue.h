// The catalogue has one descriptor for each behavior, blend, guard, stress behavior, body property,
// and locomotion model. Argument checks, defaults, help, sliders, and snapshots all use it.
// Programs can register descriptors of their own, which work like the built-in ones.
#ifndef DROVER_CATALOGUE_H
#define DROVER_CATALOGUE_H

#include <drover/kinds.h>
#include <drover/sketch.h>
#include <drover/value.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

#define DV_MAX_PARAMETERS 16

typedef enum dv_parameter_type {
    DV_PARAMETER_NUMBER,  ///< a number, the name of a number slot, or a setting
    DV_PARAMETER_BOOLEAN, ///< true, false or a setting
    /// true, false, "agents", or a setting: a dv_solidity. Only properties of bodies have this
    /// type.
    DV_PARAMETER_SOLIDITY,
    DV_PARAMETER_TARGET,  ///< a point, the mouse, or a slot or slot path with an agent, point, or
                          ///< pose; or with an obstacle, region, path, or surface, whose nearest
                          ///< point is the target
    DV_PARAMETER_VECTOR,  ///< a vector slot or slot path, or {x, y, z}
    DV_PARAMETER_AGENT,   ///< a slot or slot path with an agent
    DV_PARAMETER_SLOT,    ///< one of the agent's slots, which a guard writes; `unit` is its type
    DV_PARAMETER_PATH,    ///< a slot or slot path; `unit` is its type, "" for any
    DV_PARAMETER_KIND,    ///< one kind or a list of kinds
    DV_PARAMETER_WHO,     ///< a kind, a list of kinds, or a slot with an agent
    DV_PARAMETER_STATE,   ///< the name of a state
    DV_PARAMETER_EVENT,   ///< the name of an event
    DV_PARAMETER_SETTING, ///< the name of a setting
    DV_PARAMETER_FIELD,   ///< the name of a field
    /// A number, boolean, or string to compare with a setting's value. The parameter before it must
    /// be a required DV_PARAMETER_SETTING.
    DV_PARAMETER_LITERAL,
    /// A function of the host. If it is a behavior's first parameter, the host computes a vector in
    /// each tick before the agents steer, and stores it at the start of the behavior's state.
    DV_PARAMETER_CALLBACK,
    /// A behavior or blend, evaluated for the agent before the behavior that has the parameter,
    /// which reads its vector in the context. Only for behaviors; each has at most one.
    DV_PARAMETER_STEERING
} dv_parameter_type;

/// What a body does not pass through: the values of DV_SOLID.
typedef enum dv_solidity {
    DV_SOLID_FOR_NOTHING,
    DV_SOLID_FOR_OBSTACLES,
    DV_SOLID_FOR_AGENTS ///< obstacles, and other bodies of which this is true
} dv_solidity;

/// The name of DV_SOLID_FOR_AGENTS in scripts; the other two are false and true.
#define DV_AGENTS_ARE_SOLID "agents"

typedef struct dv_parameter {
    const char *name; ///< dotted if it is in a subtable: "separation.radius"
    dv_parameter_type type;
    bool required;
    const char *unit; ///< "m", "s", "rad", "m/s", "" …
    double minimum, maximum;
    double fallback; ///< default of number and boolean parameters that are not required
    const char *doc;
} dv_parameter;

/// The common first member of all descriptors.
typedef struct dv_entry {
    const char *name;
    const char *doc;    ///< one sentence
    const char *source; ///< paper and section
    const dv_parameter *parameters;
    uint32_t parameter_count;
    uint32_t positional; ///< the number of leading parameters that scripts may pass by position
} dv_entry;

struct dv_world;

/// A list of parameters bound to the slots and settings of one kind; see drover/parameters.h.
typedef struct dv_bound dv_bound;

/// The agent a behavior steers, as sensed at the start of the tick.
typedef struct dv_steering_context {
    const struct dv_world *world;
    uint32_t agent; ///< index
    uint32_t kind;
    dv_vec3 position;
    dv_vec3 velocity;
    dv_vec3 forward;   ///< unit length
    float radius;      ///< m
    float mass;        ///< kg
    float max_speed;   ///< m/s, of the body
    float cap;         ///< m/s, the desired speed: the state's if it has one, else max_speed
    float max_force;   ///< N
    float response;    ///< s
    float dt;          ///< s
    uint32_t stream;   ///< of random numbers, different for each behavior in a blend
    void *engine;      ///< opaque; keep it in copies of the context
    dv_vec3 preferred; ///< m/s, the vector of the DV_PARAMETER_STEERING, if it was given
    dv_vec3 goal;      ///< m, from the agent, where the DV_PARAMETER_STEERING comes to rest
    bool has_goal;     ///< false if that is not known
    /// Opaque: what the agent intends, if the behavior makes way for others.
    struct dv_intent *intent;
} dv_steering_context;

typedef struct dv_behavior_type {
    dv_entry entry;
    /// The size of the behavior's state for each agent, in bytes, at most 128. The state is zeroed
    /// when the agent enters a state of its kind, and survives snapshots and reloads. It may only
    /// hold floats and 32-bit integers.
    uint32_t state_size;
    /// Optional: check that valid parameters also go together. Runs when the program is loaded.
    /// Returns a message if they do not, else NULL.
    const char *(*refuse)(const dv_bound *parameters);
    /// Compute the steering vector in m/s, exactly zero if there is nothing to do. Runs in
    /// parallel: read the world as sensed, and write only `state`. NULL for built-in behaviors that
    /// the engine evaluates for many agents at once; dv_agent_evaluate works for those too.
    dv_vec3 (*evaluate)(const dv_steering_context *context, const dv_bound *parameters,
                        void *state);
    /// Draw the reasons for the result of `evaluate` with the same arguments, such as predicted
    /// positions, feelers, and the agents it regards. The caller draws the vector itself. Must not
    /// write the world or `state`. NULL: there is nothing to show besides the vector.
    void (*annotate)(const dv_steering_context *context, const dv_bound *parameters,
                     const void *state, dv_sketch *sketch);
    /// The number parameter that says which hand it prefers, such as "side": with the opposite
    /// number, it does in a mirrored plane what it does here, mirrored. NULL: it prefers neither
    /// hand.
    const char *hand;
} dv_behavior_type;

/// The parts of a blend. `evaluate(combination, i)` computes the vector of part i on demand.
/// `weight(combination, i)` returns its number, clamped to the range in dv_blend_type.weight.
typedef struct dv_combination {
    const dv_steering_context *context;
    uint32_t count;
    dv_vec3 (*evaluate)(const struct dv_combination *combination, uint32_t part);
    float (*weight)(const struct dv_combination *combination, uint32_t part);
    const dv_bound *parameters; ///< the blend's own
    const void *parts;
    void *state;
} dv_combination;

typedef struct dv_blend_type {
    dv_entry entry;
    /// The number that scripts may give with a part, { part, number }. Its fallback applies to
    /// parts without one. NULL: parts have no number.
    const dv_parameter *weight;
    uint32_t state_size; ///< like a behavior's
    /// Compute the steering vector in m/s, under the same rules as a behavior's `evaluate`.
    dv_vec3 (*combine)(const dv_combination *combination, void *state);
} dv_blend_type;

#define DV_MAX_FOOTSTEPS 64

/// The candidates for an agent's next step, as one array per quantity. A body without legs takes no
/// steps: its candidates are the velocities that it can steer toward, and where they lead within
/// `seconds`.
typedef struct dv_footsteps {
    uint32_t count;
    float x[DV_MAX_FOOTSTEPS]; ///< m, position of the body after the step
    float y[DV_MAX_FOOTSTEPS];
    float z[DV_MAX_FOOTSTEPS];
    float forward_x[DV_MAX_FOOTSTEPS]; ///< unit vector it would face along
    float forward_y[DV_MAX_FOOTSTEPS];
    float velocity_x[DV_MAX_FOOTSTEPS]; ///< m/s, during the step; without legs, at its end
    float velocity_y[DV_MAX_FOOTSTEPS];
    float velocity_z[DV_MAX_FOOTSTEPS]; ///< 0 for legs
    float foot_x[DV_MAX_FOOTSTEPS];     ///< m, where the stepping foot would land; else as x and y
    float foot_y[DV_MAX_FOOTSTEPS];
    float turn[DV_MAX_FOOTSTEPS];   ///< rad, signed, from the current heading
    float stride[DV_MAX_FOOTSTEPS]; ///< m, speed times `seconds`; 0: it stands still
    float seconds;                  ///< s, duration of the step
} dv_footsteps;

/// A stress behavior: it scores the possible steps or velocities of an agent by how bad they are.
/// The agent takes the one with the least total, Σ weight · stress ^ power over all active stress
/// behaviors.
typedef struct dv_stress_type {
    dv_entry entry;
    /// The size of the state for each agent, in bytes, like a steering behavior's.
    uint32_t state_size;
    /// Optional: check that valid parameters also go together, like a steering behavior's.
    const char *(*refuse)(const dv_bound *parameters);
    /// Write the stress of each candidate, 0 or more, to `stress`, which starts out zero. One call
    /// scores all candidates, so that the world is sensed only once. Runs in parallel: read the
    /// world as sensed, and write only `state` and `stress`.
    void (*score)(const dv_steering_context *context, const dv_bound *parameters, void *state,
                  const dv_footsteps *steps, float *stress);
    /// Optional: give a place where the agent prefers to stop. A step onto it joins the candidates
    /// once it is in reach. Return false if there is no such place now.
    bool (*goal)(const dv_steering_context *context, const dv_bound *parameters, const void *state,
                 dv_vec3 *goal);
    /// Optional: draw what `score` senses, under the same rules as a steering behavior's.
    void (*annotate)(const dv_steering_context *context, const dv_bound *parameters,
                     const void *state, dv_sketch *sketch);
    /// Whether it says where to go, as `attract` does. An agent that gets nowhere leaves such
    /// behaviors aside while it makes a detour; all others count as ever.
    bool leads;
} dv_stress_type;

/// The result of a guard. DV_ASK_HOST: the guard has to call the host and may not do so now; the
/// engine evaluates it again when it may.
typedef enum dv_truth { DV_FALSE, DV_TRUE, DV_ASK_HOST } dv_truth;

/// The agent whose guard is tested. Guards read the world as sensed, and may only write the agent's
/// own slots and the guard's own state.
typedef struct dv_guard_context {
    const struct dv_world *world;
    uint32_t agent; ///< index
    uint32_t kind;
    dv_vec3 position;
    dv_vec3 forward;
    double clock;      ///< s in this state; for a guard of the kind, s since the agent was spawned
    float dt;          ///< s
    uint32_t stream;   ///< of random numbers, different for each guard
    bool may_ask_host; ///< false: guards are being tested in parallel; see dv_guard_ask_host
    void *engine;      ///< opaque; keep it in copies of the context
} dv_guard_context;

typedef struct dv_guard_type {
    dv_entry entry;
    uint32_t state_size;
    /// Optional: the name of the parameter that the state is for; a guard without that argument has
    /// no state, and `evaluate` must not touch it.
    const char *state_for;
    /// Test the guard. Runs in parallel unless the context's `may_ask_host` is true.
    dv_truth (*evaluate)(const dv_guard_context *context, const dv_bound *parameters, void *state);
    /// Optional: check that valid parameters also go together, like a steering behavior's.
    const char *(*refuse)(const dv_bound *parameters);
    /// Optional: what has happened when the guard holds, for people who ask why an agent changed
    /// its state, in the past tense: "saw {}" or "heard {name}[ of {}]". {name} stands for the
    /// parameter of that name, and {} for the agent that `notice` finds. What is in brackets is
    /// left out if it finds none; the place that `place` finds then follows. NULL: the guard's
    /// name.
    const char *told;
    /// Optional: find the agent that makes the guard hold. Writes nothing else.
    bool (*notice)(const dv_guard_context *context, const dv_bound *parameters, uint32_t *agent);
    /// Optional: find the place of what makes the guard hold, if that is not an agent.
    bool (*place)(const dv_guard_context *context, const dv_bound *parameters, dv_vec3 *place);
} dv_guard_type;

/// Properties of a body and its senses: DV_MASS, DV_RADIUS, and so on, as listed with their units
/// and ranges in properties.def. Snapshots store the numbers of those that agents can override.
typedef enum dv_property {
#define PROPERTY(constant, ...) constant,
#include <drover/properties.def>
#undef PROPERTY
    DV_PROPERTY_COUNT,
    DV_OWN_PROPERTY_COUNT = DV_STRIDE ///< a single agent can override the properties before this
} dv_property;

/// The properties as parameters with names, units, ranges, and defaults, indexed by dv_property.
extern const dv_parameter dv_properties[DV_PROPERTY_COUNT];

typedef struct dv_locomotion_type {
    dv_entry entry;
    /// Move agents [first, last) of the list by one tick, according to their steering vectors. They
    /// are all of one kind. Springs of links have changed their velocities by then.
    void (*move)(struct dv_world *world, const uint32_t *agents, uint32_t first, uint32_t last);
    /// Whether the body stays on a surface in a volume. The engine moves it back there after each
    /// move.
    bool hugs;
    /// Whether only scripts and programs move the body. Then obstacles do not, either.
    bool stays;
    /// The radius (m) of the tightest circle the body can follow; NULL: it can turn on the spot.
    float (*turning_radius)(const struct dv_world *world, uint32_t agent);
    /// Properties that only bodies of this model have.
    const dv_property *properties;
    uint32_t property_count;
    /// Whether the model stores no acceleration for bodies with smoothing 0.
    bool is_plain;
    /// A number that the model keeps for each agent, with unit and range; it starts at 0. NULL:
    /// none.
    const dv_parameter *kept;
    /// For built-in models: whether the body moves in steps, which stress behaviors choose.
    bool steps;
    /// For built-in models: the name and size in bytes of a state for each agent, which starts
    /// zeroed and is stored like a behavior's. The name is part of snapshots.
    const char *state_name;
    uint32_t state_size;
    /// Whether a state from a snapshot is valid for the model.
    bool (*is_state)(const void *state);
    /// Optional: reset the state of a body that was halted, or held up by an obstacle.
    void (*halt)(void *state);
    /// Optional: check that bound properties go together; `where` begins the error message.
    dv_result (*refuse)(const struct dv_bound *properties, const char *where, dv_error *error);
} dv_locomotion_type;

/// The number of behaviors, both built-in and registered.
uint32_t dv_behavior_type_count(void);
/// The descriptor at an index below the count.
const dv_behavior_type *dv_behavior_type_at(uint32_t index);
/// The descriptor of that name; NULL when there is none.
const dv_behavior_type *dv_behavior_type_by_name(const char *name);
/// The number of blends, both built-in and registered.
uint32_t dv_blend_type_count(void);
/// The descriptor at an index below the count.
const dv_blend_type *dv_blend_type_at(uint32_t index);
/// The descriptor of that name; NULL when there is none.
const dv_blend_type *dv_blend_type_by_name(const char *name);
/// The number of guards, both built-in and registered.
uint32_t dv_guard_type_count(void);
/// The descriptor at an index below the count.
const dv_guard_type *dv_guard_type_at(uint32_t index);
/// The descriptor of that name; NULL when there is none.
const dv_guard_type *dv_guard_type_by_name(const char *name);
/// The number of stress behaviors, both built-in and registered.
uint32_t dv_stress_type_count(void);
/// The descriptor at an index below the count.
const dv_stress_type *dv_stress_type_at(uint32_t index);
/// The descriptor of that name; NULL when there is none.
const dv_stress_type *dv_stress_type_by_name(const char *name);
/// The number of locomotion models, both built-in and registered.
uint32_t dv_locomotion_type_count(void);
/// The descriptor at an index below the count.
const dv_locomotion_type *dv_locomotion_type_at(uint32_t index);
/// The descriptor of that name; NULL when there is none.
const dv_locomotion_type *dv_locomotion_type_by_name(const char *name);

/// Add a behavior. The descriptor must outlive every program that uses it. Call before the first
/// program is created, on one thread. Fails with DV_ERROR_NAME if the name is taken, with
/// DV_ERROR_ARGUMENT if the descriptor is incomplete, and with DV_ERROR_LIMIT if there are too many
/// descriptors or parameters, or the state is too large.
dv_result dv_register_behavior(const dv_behavior_type *type, dv_error *error);
/// Add a blend, as dv_register_behavior adds a behavior.
dv_result dv_register_blend(const dv_blend_type *type, dv_error *error);
/// Add a guard, as dv_register_behavior adds a behavior.
dv_result dv_register_guard(const dv_guard_type *type, dv_error *error);
/// Add a stress behavior, as dv_register_behavior adds a behavior.
dv_result dv_register_stress(const dv_stress_type *type, dv_error *error);
/// Add a locomotion model, as dv_register_behavior adds a behavior.
dv_result dv_register_locomotion(const dv_locomotion_type *type, dv_error *error);

/// The name of the behavior closest to a misspelled name, or NULL if none is close.
const char *dv_nearest_behavior(const char *name);
/// The name of the blend closest to a misspelled name, or NULL.
const char *dv_nearest_blend(const char *name);
/// The name of the guard closest to a misspelled name, or NULL.
const char *dv_nearest_guard(const char *name);
/// The name of the stress behavior closest to a misspelled name, or NULL.
const char *dv_nearest_stress(const char *name);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
