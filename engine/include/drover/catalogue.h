// The catalogue: one descriptor for every behavior, blend, guard, stress behavior, body
// property and locomotion model. Argument checks, defaults, the printed list, sliders and snapshots
// all read it; programs register their own descriptors here, the same kind the built-in ones use.
#ifndef DROVER_CATALOGUE_H
#define DROVER_CATALOGUE_H

#include <drover/sketch.h>
#include <drover/value.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

#define DV_MAX_PARAMETERS 16

typedef uint64_t dv_kind_set; ///< bit k for kind k
#define DV_ANY_KIND (~0ull)

typedef enum dv_parameter_type {
    DV_PARAMETER_NUMBER,  ///< a number, a number slot's name or a setting
    DV_PARAMETER_BOOLEAN, ///< true, false or a setting
    DV_PARAMETER_TARGET,  ///< a slot or slot path holding an agent, point or pose, or an obstacle,
                          ///< region, path or surface, which is its nearest point; a point, the
                          ///< mouse
    DV_PARAMETER_VECTOR,  ///< a vector slot or slot path, or {x, y, z}
    DV_PARAMETER_AGENT,   ///< a slot or slot path holding an agent
    DV_PARAMETER_SLOT,    ///< a slot of the agent's own that a guard writes; `unit` is its type
    DV_PARAMETER_PATH,    ///< a slot or slot path; `unit` is its type, "" for any
    DV_PARAMETER_KIND,    ///< one kind or a list of kinds
    DV_PARAMETER_WHO,     ///< a kind, a list of kinds, or a slot holding an agent
    DV_PARAMETER_STATE,   ///< the name of a state
    DV_PARAMETER_EVENT,   ///< the name of an event
    DV_PARAMETER_SETTING, ///< the name of a setting
    DV_PARAMETER_LITERAL, ///< a number, boolean or string compared with a setting's value
    /// A function of the host. As the first parameter of a behavior: it is asked for a vector every
    /// tick before steering, which then stands at the beginning of the behavior's state.
    DV_PARAMETER_CALLBACK
} dv_parameter_type;

typedef struct dv_parameter {
    const char *name; ///< dotted when it stands in a table of its own: "separation.radius"
    dv_parameter_type type;
    bool required;
    const char *unit; ///< "m", "s", "rad", "m/s", "" …
    double minimum, maximum;
    double fallback; ///< of number and boolean parameters that are not required
    const char *doc;
} dv_parameter;

/// What every descriptor begins with.
typedef struct dv_entry {
    const char *name;
    const char *doc;    ///< one sentence
    const char *source; ///< paper and section
    const dv_parameter *parameters;
    uint32_t parameter_count;
    uint32_t positional; ///< how many parameters a script may give by position, in order
} dv_entry;

struct dv_world;

/// A list of parameters as agents of one kind have them; see drover/parameters.h.
typedef struct dv_bound dv_bound;

/// The agent a behavior steers, as sensed at the start of the tick.
typedef struct dv_steering_context {
    const struct dv_world *world;
    uint32_t agent; ///< index
    uint32_t kind;
    dv_vec3 position;
    dv_vec3 velocity;
    dv_vec3 forward; ///< unit length
    float radius;    ///< m
    float mass;      ///< kg
    float max_speed; ///< m/s, of the body
    float cap;       ///< m/s, the desired speed: the state's, else max_speed
    float max_force; ///< N
    float response;  ///< s
    float dt;        ///< s
    uint32_t stream; ///< of random numbers, its own for each behavior in a blend
    void *engine;    ///< opaque; a copy of a context keeps it
} dv_steering_context;

typedef struct dv_behavior_type {
    dv_entry entry;
    /// Bytes the behavior keeps for each agent, at most 64: zero on entering a state, kept in
    /// snapshots and through a reload. Only floats and 32-bit integers may be stored there.
    uint32_t state_size;
    /// What is wrong with parameters that are each right: a message for load, or NULL. Optional.
    const char *(*refuse)(const dv_bound *parameters);
    /// A steering vector in m/s, exactly zero when there is nothing to do. Runs in parallel: reads
    /// the world as sensed, writes nothing but `state`. NULL for built-in behaviors that the engine
    /// only evaluates for many agents at once; dv_agent_evaluate takes any.
    dv_vec3 (*evaluate)(const dv_steering_context *context, const dv_bound *parameters,
                        void *state);
    /// Draw what `evaluate` with the same arguments would be thinking: where it predicts whom to
    /// be, what it feels for, whom it regards. Its vector is drawn by who asks. Writes neither the
    /// world nor `state`. NULL: there is nothing to show beside the vector.
    void (*annotate)(const dv_steering_context *context, const dv_bound *parameters,
                     const void *state, dv_sketch *sketch);
} dv_behavior_type;

/// What a blend combines: `evaluate(combination, i)` gives the i-th part's vector on demand, and
/// `weight(combination, i)` its number, held to the range of the blend's descriptor of weights.
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
    /// The number a part may carry, { part, number }; NULL: none. Its fallback is a bare part's.
    const dv_parameter *weight;
    uint32_t state_size; ///< as a behavior's
    /// A steering vector in m/s, under the same rules as a behavior's `evaluate`.
    dv_vec3 (*combine)(const dv_combination *combination, void *state);
} dv_blend_type;

#define DV_MOST_FOOTSTEPS 64

/// Where one more step would put an agent on legs: the candidates of its fan, as arrays.
typedef struct dv_footsteps {
    uint32_t count;
    float x[DV_MOST_FOOTSTEPS]; ///< m, of the body after the step
    float y[DV_MOST_FOOTSTEPS];
    float z[DV_MOST_FOOTSTEPS];
    float forward_x[DV_MOST_FOOTSTEPS]; ///< unit, which way it would face
    float forward_y[DV_MOST_FOOTSTEPS];
    float velocity_x[DV_MOST_FOOTSTEPS]; ///< m/s, during the step
    float velocity_y[DV_MOST_FOOTSTEPS];
    float foot_x[DV_MOST_FOOTSTEPS]; ///< m, where the foot that steps would stand
    float foot_y[DV_MOST_FOOTSTEPS];
    float turn[DV_MOST_FOOTSTEPS];   ///< rad, signed, from the present heading
    float stride[DV_MOST_FOOTSTEPS]; ///< m, of the body; 0: it stands still
    float seconds;                   ///< how long the step takes
} dv_footsteps;

/// How much an agent on legs would mind each of the steps that it can take. The stresses of all
/// active behaviors are summed up, Σ weight · stress ^ power, and the step of the least is taken.
typedef struct dv_stress_type {
    dv_entry entry;
    /// Bytes the behavior keeps for each agent, as a steering behavior does.
    uint32_t state_size;
    /// What is wrong with parameters that are each right: a message for load, or NULL. Optional.
    const char *(*refuse)(const dv_bound *parameters);
    /// The stress of each candidate, 0 or more, into `stress`, which is zero before; what is sensed
    /// of the world is sensed once for all of them. Runs in parallel: reads the world as sensed,
    /// writes nothing but `state` and `stress`.
    void (*score)(const dv_steering_context *context, const dv_bound *parameters, void *state,
                  const dv_footsteps *steps, float *stress);
    /// A place where the agent would rather stand than anywhere near it, which joins the candidates
    /// when a step reaches it; false when there is none now. Optional.
    bool (*goal)(const dv_steering_context *context, const dv_bound *parameters, const void *state,
                 dv_vec3 *goal);
    /// Draw what `score` would be sensing, under the rules of a steering behavior's. Optional.
    void (*annotate)(const dv_steering_context *context, const dv_bound *parameters,
                     const void *state, dv_sketch *sketch);
} dv_stress_type;

/// What a guard says. DV_ASK_HOST: it has to ask the host first, and is evaluated again.
typedef enum dv_truth { DV_FALSE, DV_TRUE, DV_ASK_HOST } dv_truth;

/// The agent whose guard is tested. Guards read the world as sensed and may write the agent's own
/// slots and the guard's own state.
typedef struct dv_guard_context {
    const struct dv_world *world;
    uint32_t agent; ///< index
    uint32_t kind;
    dv_vec3 position;
    dv_vec3 forward;
    double clock;      ///< s in this state; for a guard of the kind, s since the agent was spawned
    float dt;          ///< s
    uint32_t stream;   ///< of random numbers, its own for each guard
    bool may_ask_host; ///< false: guards are being tested in parallel; see dv_guard_ask_host
    void *engine;      ///< opaque; a copy of a context keeps it
} dv_guard_context;

typedef struct dv_guard_type {
    dv_entry entry;
    uint32_t state_size;
    dv_truth (*evaluate)(const dv_guard_context *context, const dv_bound *parameters, void *state);
    /// What is wrong with parameters that are each right: a message for load, or NULL. Optional.
    const char *(*refuse)(const dv_bound *parameters);
} dv_guard_type;

/// Values of a body and its senses. Scripts and the inspector know them by these names.
typedef enum dv_property {
    DV_MASS,
    DV_RADIUS,
    DV_MAX_SPEED,
    DV_MAX_FORCE,
    DV_RESPONSE,
    DV_MIN_SPEED,
    DV_MIN_FORCE,
    DV_DAMPING,
    DV_SMOOTHING,
    DV_TURN_RATE,
    DV_WHEELBASE,
    DV_MAX_STEERING_ANGLE,
    DV_MAX_BRAKE,
    DV_SIGHT_RANGE,
    DV_SIGHT_ANGLE,
    DV_HEARING_RANGE,
    DV_SIGHT_UNCERTAINTY, ///< of agents whose kind states one, be it 0
    DV_SIGHT_DRIFT,
    DV_STRIDE,
    DV_MIN_STRIDE,
    DV_TURN,
    DV_ARCS,
    DV_SPOKES,
    DV_STAND_STILL,
    DV_SIDE_STEP,
    DV_BACK_STEP,
    DV_PROPERTY_COUNT,
    DV_OWN_PROPERTY_COUNT = DV_STRIDE ///< those before it a single agent may have of its own
} dv_property;

/// As parameters, in the order of dv_property; units, ranges and defaults included.
extern const dv_parameter dv_properties[DV_PROPERTY_COUNT];

typedef struct dv_locomotion_type {
    dv_entry entry;
    /// Move agents [first, last) of the list, all of one kind, by one tick under their steering
    /// vectors.
    void (*move)(struct dv_world *world, const uint32_t *agents, uint32_t first, uint32_t last);
    /// Whether such a body stays on a surface of its volume: after the move it is put back there.
    bool hugs;
    /// The radius (m) of the tightest circle the body can go on; NULL: it turns on the spot.
    float (*turning_radius)(const struct dv_world *world, uint32_t agent);
    /// Properties that only bodies of this model have.
    const dv_property *properties;
    uint32_t property_count;
    /// It keeps no acceleration of bodies whose smoothing is 0.
    bool is_plain;
    /// A number that it keeps for each agent, by unit and range, 0 at birth; NULL: none.
    const dv_parameter *kept;
    /// Whether its bodies go by steps, which stress behaviors choose.
    bool steps;
    /// What it keeps for each agent, zero at birth, as a behavior keeps its state. Snapshots have
    /// the name of the state.
    const char *state_name;
    uint32_t state_size;
    /// Whether such a state, read from a snapshot, is one that the model can be in.
    bool (*is_state)(const void *state);
    /// Start over, for a body that was halted. Optional.
    void (*halt)(void *state);
    /// Refuse bound properties that do not go together; `where` begins the message. Optional.
    dv_result (*refuse)(const struct dv_bound *properties, const char *where, dv_error *error);
} dv_locomotion_type;

/// How many behaviors there are, the built-in ones and those that were registered.
uint32_t dv_behavior_type_count(void);
/// The descriptor at an index below the count.
const dv_behavior_type *dv_behavior_type_at(uint32_t index);
/// The descriptor of that name; NULL when there is none.
const dv_behavior_type *dv_behavior_type_by_name(const char *name);
/// How many blends there are, registered ones included.
uint32_t dv_blend_type_count(void);
/// The descriptor at an index below the count.
const dv_blend_type *dv_blend_type_at(uint32_t index);
/// The descriptor of that name; NULL when there is none.
const dv_blend_type *dv_blend_type_by_name(const char *name);
/// How many guards there are, registered ones included.
uint32_t dv_guard_type_count(void);
/// The descriptor at an index below the count.
const dv_guard_type *dv_guard_type_at(uint32_t index);
/// The descriptor of that name; NULL when there is none.
const dv_guard_type *dv_guard_type_by_name(const char *name);
/// How many stress behaviors there are, registered ones included.
uint32_t dv_stress_type_count(void);
/// The descriptor at an index below the count.
const dv_stress_type *dv_stress_type_at(uint32_t index);
/// The descriptor of that name; NULL when there is none.
const dv_stress_type *dv_stress_type_by_name(const char *name);
/// How many locomotion models there are, registered ones included.
uint32_t dv_locomotion_type_count(void);
/// The descriptor at an index below the count.
const dv_locomotion_type *dv_locomotion_type_at(uint32_t index);
/// The descriptor of that name; NULL when there is none.
const dv_locomotion_type *dv_locomotion_type_by_name(const char *name);

/// Add a descriptor, which must outlive every program that uses it. Before any program is made, on
/// one thread. DV_ERROR_NAME when the name is taken, DV_ERROR_LIMIT when the table is full.
dv_result dv_register_behavior(const dv_behavior_type *type, dv_error *error);
/// Add a blend, as dv_register_behavior adds a behavior.
dv_result dv_register_blend(const dv_blend_type *type, dv_error *error);
/// Add a guard, likewise.
dv_result dv_register_guard(const dv_guard_type *type, dv_error *error);
/// Add a stress behavior, likewise.
dv_result dv_register_stress(const dv_stress_type *type, dv_error *error);
/// Add a locomotion model, likewise.
dv_result dv_register_locomotion(const dv_locomotion_type *type, dv_error *error);

/// The nearest of the catalogue's names to a mistaken one, or NULL.
const char *dv_nearest_behavior(const char *name);
/// The blend whose name is nearest to a mistaken one, or NULL.
const char *dv_nearest_blend(const char *name);
/// The guard whose name is nearest to a mistaken one, or NULL.
const char *dv_nearest_guard(const char *name);
/// The stress behavior whose name is nearest to a mistaken one, or NULL.
const char *dv_nearest_stress(const char *name);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
