// What a world is made of inside. Every room of the engine that reads or writes agents includes
// this; outside programs see drover/world.h.
#ifndef DV_WORLD_WORLD_DATA_H
#define DV_WORLD_WORLD_DATA_H

#include "base/jobs.h"
#include "base/math.h"
#include "base/random.h"
#include "base/wrap.h"
#include "drover/world.h"
#include "world/columns.h"
#include "world/flow_record.h"
#include "world/foresight.h"
#include "world/kernels.h"
#include "world/limbo.h"
#include "world/obstacle_record.h"
#include "world/path_record.h"
#include "world/program_data.h"
#include "world/region_record.h"
#include "world/sensed_record.h"
#include "world/store.h"
#include "world/surface_record.h"
#include "world/user_record.h"

#define DV_MAX_APPLIED 8

// Streams of random numbers that are nobody's behavior.
#define DV_STREAM_WORLD 1u
#define DV_STREAM_AGENT 2u
#define DV_STREAM_SUPPOSING 16u ///< and one more for each slot

/// Of a group that was removed with its type.
#define DV_NO_GROUP_TYPE UINT32_MAX

typedef struct dv_group_record {
    uint32_t generation;
    uint32_t type;
    uint64_t leader;   ///< handle, or 0
    uint32_t *members; ///< indices, ascending
    uint32_t member_count, member_capacity;
    dv_slot *slots;
} dv_group_record;

static inline bool dv_group_is_gone(const dv_group_record *group) {
    return group->type == DV_NO_GROUP_TYPE;
}

typedef struct dv_event_list {
    dv_event *events;
    uint32_t count, capacity;
} dv_event_list;

/// How long something applied counts: what a step that leaves ticks out gives its own agent holds
/// until it runs again.
typedef enum dv_until {
    DV_UNTIL_THE_TICK_ENDS,
    DV_UNTIL_ITS_KIND_STEPS,
    DV_UNTIL_ITS_STATE_STEPS ///< or the state ends
} dv_until;

/// A behavior that a script applied.
typedef struct dv_applied {
    const dv_node *node; ///< NULL: of another program, and bound anew when the next tick begins
    uint64_t identity;   ///< of the behavior
    float weight;
    uint32_t next; ///< entry + 1; 0: the last
    uint8_t until; ///< a dv_until
    uint8_t count; ///< of it and those behind it, at most
    bool is_new;   ///< in this tick
} dv_applied;

/// A composition bound on its first use in `apply` or `steering`.
typedef struct dv_late_binding {
    dv_steering *steering;
    uint32_t kind;
    bool keeps_state;     ///< applied; otherwise only asked about
    uint32_t state_bytes; ///< of what is asked about
    const dv_node *node;
} dv_late_binding;

/// What few agents have of their own: sorted by agent.
typedef struct dv_override {
    uint32_t agent;
    float value;
} dv_override;

struct dv_world {
    uint32_t id;
    uint64_t seed;
    double tick_rate, dt;
    dv_space space;
    dv_bounds bounds;
    uint64_t tick;
    double visibility;
    bool mouse_is_here;
    dv_vec3 mouse;
    uint64_t random_count;
    char *finish_reason;
    bool is_stepping;
    dv_profile profile;

    dv_program *program;
    double *settings;
    dv_host host;
    dv_user_data user;
    dv_jobs *jobs;
    dv_jobs *crew; ///< who shares the work of this tick: the pool, or NULL for the caller alone
    int threads;
    const struct dv_kernels *kernels; ///< of the vectors' width

    dv_columns agents;
    uint32_t alive_count, suspended_count;
    uint32_t *free_indices; ///< the last freed is reused first
    uint32_t free_count, free_capacity;
    float *own_properties[DV_PROPERTY_COUNT]; ///< NULL until one is set; NaN: the kind's
    uint32_t *own_colors;                     ///< NULL until one is set; 0: the kind's
    dv_store *stores;                         ///< by kind

    dv_group_record *groups;
    uint32_t group_count, group_capacity;
    dv_obstacles obstacles;
    dv_surfaces surfaces;
    dv_paths paths;
    dv_flows flows;
    dv_regions regions;
    dv_event_list pending; ///< emitted since the tick began
    dv_event_list heard;   ///< emitted in the tick before

    dv_sensed sensed;
    dv_foresight foresight;
    float largest_radius[DV_MAX_KINDS]; ///< m, of the agents of a kind this tick
    float largest_sight[DV_MAX_KINDS];  ///< m, likewise
    bool has_paces;                     ///< some region speeds up or slows down this tick
    bool has_drawn;                     ///< some agent drew random numbers since they are counted
    uint32_t *active;                   ///< who is sensed and not suspended, in order of ids
    uint32_t active_count, active_capacity;
    uint16_t shared_cohort; ///< of all who were sensed; DV_COHORT_NONE: they are of several
    uint32_t turn;          ///< in decide: whose turn it is among them
    dv_applied *applied;
    uint32_t applied_count, applied_capacity;
    dv_applied *kept; ///< what is taken over into the next tick
    uint32_t kept_capacity, lasting_count;
    bool has_unbound;  ///< something applied has no node
    bool applied_asks; ///< something applied is made of a host function
    uint32_t thinker;  ///< whose step runs
    dv_until thinking; ///< how long what it applies to itself counts
    dv_late_binding *late_bindings;
    uint32_t late_count, late_capacity;
    uint32_t late_found; ///< the last to be found
    dv_arena late_memory;
    dv_migration migration;
    dv_limbo *limbo;
};

static inline uint64_t dv_agent_bits(const dv_world *world, uint32_t agent) {
    return dv_handle_make(DV_HANDLE_AGENT, world->id, world->agents.generation[agent], agent);
}

/// The index of a living agent; false when the handle is stale or not this world's.
static inline bool dv_agent_index(const dv_world *world, uint64_t bits, uint32_t *agent) {
    uint32_t index = dv_handle_index(bits);
    if (index >= world->agents.limit || bits != dv_agent_bits(world, index) ||
        !(world->agents.flags[index] & DV_AGENT_ALIVE))
        return false;
    *agent = index;
    return true;
}

static inline dv_vec3 dv_position_of(const dv_world *world, uint32_t agent) {
    const dv_columns *c = &world->agents;
    return dv_vec(c->x[agent], c->y[agent], c->z[agent]);
}

static inline dv_vec3 dv_velocity_of(const dv_world *world, uint32_t agent) {
    const dv_columns *c = &world->agents;
    return dv_vec(c->vx[agent], c->vy[agent], c->vz[agent]);
}

static inline dv_vec3 dv_forward_of(const dv_world *world, uint32_t agent) {
    const dv_columns *c = &world->agents;
    return dv_vec(c->fx[agent], c->fy[agent], c->fz[agent]);
}

/// The unit vector out of the agent's roof; +z in the plane.
dv_vec3 dv_up_of(const dv_world *world, uint32_t agent);
/// Let an agent face along a unit vector, with its roof as near to `up` as that allows.
void dv_orient(dv_world *world, uint32_t agent, dv_vec3 forward, dv_vec3 up);
/// Where the roof of a body is that faced `before` with its roof along `up` (zero: upright) and now
/// faces `forward`, all of length 1: as near as it can be to where it was.
dv_vec3 dv_up_after(dv_vec3 up, dv_vec3 before, dv_vec3 forward);
#define DV_UPENDED 0.9999f    ///< of the new forward along up: a right angle at once
#define DV_LEAST_ACROSS 1e-3f ///< of up across the new forward: less has no direction
/// Let it face along a unit vector, with its roof there.
void dv_face(dv_world *world, uint32_t agent, dv_vec3 forward);

static inline const dv_kind *dv_kind_of(const dv_world *world, uint32_t agent) {
    return &world->program->kinds[world->agents.kind[agent]];
}

static inline dv_slot *dv_slots_of(const dv_world *world, uint32_t agent) {
    return dv_store_slots(&world->stores[world->agents.kind[agent]], world->agents.row[agent]);
}

static inline unsigned char *dv_states_of(const dv_world *world, uint32_t agent) {
    return dv_store_states(&world->stores[world->agents.kind[agent]], world->agents.row[agent]);
}

/// The agent's record of this tick; false when it was not there when the tick began.
static inline bool dv_rank_of(const dv_world *world, uint32_t agent, uint32_t *rank) {
    *rank = world->agents.rank[agent];
    return *rank < world->sensed.count; // as DV_NO_RANK is not
}

/// As sensed, or as it is for an agent that was not there when the tick began.
static inline dv_vec3 dv_sensed_position(const dv_world *world, uint32_t agent) {
    uint32_t rank;
    return dv_rank_of(world, agent, &rank) ? dv_record_position(&world->sensed.records[rank])
                                           : dv_position_of(world, agent);
}
dv_vec3 dv_sensed_velocity(const dv_world *world, uint32_t agent);
dv_vec3 dv_sensed_forward(const dv_world *world, uint32_t agent);

/// A body or sight value: the agent's own, else its kind's.
float dv_varying_property_of(const dv_world *world, uint32_t agent, dv_property property);

/// The same; most are written down once for a kind.
static inline float dv_property_of(const dv_world *world, uint32_t agent, dv_property property) {
    const dv_bound *bound = &dv_kind_of(world, agent)->properties[property];
    return !world->own_properties[property] && bound->source == DV_SOURCE_LITERAL
               ? (float)bound->number
               : dv_varying_property_of(world, agent, property);
}
/// Whether it is the same for all agents of the kind.
bool dv_is_shared(const dv_world *world, uint32_t kind, dv_property property);
/// The desired speed: the state's, else max_speed, scaled by the regions the agent was sensed in.
float dv_cap_of(const dv_world *world, uint32_t agent);
/// Whether it is the same for all agents of the kind in the state.
bool dv_caps_are_shared(const dv_world *world, uint32_t kind, uint32_t state);
/// Note what agents of each kind have at most, and the pace of everyone sensed.
void dv_note_largest(dv_world *world);
void dv_note_paces(dv_world *world);
/// The largest of such notes among some kinds.
float dv_largest_of(const dv_world *world, const float *largest, dv_kind_set kinds);
/// A bound number as an agent reads it; NaN for an empty number slot.
double dv_bound_number(const dv_world *world, uint32_t agent, const dv_bound *bound);
/// The slot a bound parameter names, the agent's own or its group's; NULL when it has none. `type`
/// tells what it holds; a leader counts as an agent slot.
const dv_slot *dv_bound_slot(const dv_world *world, uint32_t agent, const dv_bound *bound,
                             dv_slot_type *type, dv_slot *leader);
/// What is wrong with slots, which a snapshot may have held: under the rules of those that set
/// them.
dv_result dv_check_slots(const dv_world *world, const dv_slot_def *defs, uint32_t count,
                         const dv_slot *slots, dv_error *error);
/// Write a slot of a living agent; as dv_agent_set_slot.
dv_result dv_write_slot(const dv_world *world, uint32_t agent, uint32_t slot, dv_slot_value value,
                        dv_error *error);
/// A slot's content; a handle whose agent, group or obstacle is gone reads as empty.
dv_slot_value dv_living_value(const dv_world *world, dv_slot_type type, const dv_slot *slot);
/// The handle that a bound parameter names, whether or not it is stale; 0 when there is none.
uint64_t dv_bound_word(const dv_world *world, uint32_t agent, const dv_bound *bound);
/// The living path, flow or region a bound parameter names; 0 when there is none.
uint64_t dv_bound_handle(const dv_world *world, uint32_t agent, const dv_bound *bound);
/// The living agent a bound parameter names.
bool dv_bound_agent(const dv_world *world, uint32_t agent, const dv_bound *bound, uint32_t *other);
/// The cosine of half a bound view cone; −1 for the whole circle.
float dv_bound_half_cosine(const dv_world *world, uint32_t agent, const dv_bound *bound);

/// Whether an offset lies in the cone about a unit vector; tested without a square root.
static inline bool dv_in_cone(dv_vec3 forward, dv_vec3 offset, float distance_squared,
                              float half_cosine) {
    if (half_cosine <= -1.0f)
        return true;
    float dot = dv_dot(forward, offset);
    float magnitude = dot < 0 ? -dot : dot;
    float cosine_magnitude = half_cosine < 0 ? -half_cosine : half_cosine;
    return dot * magnitude >= half_cosine * cosine_magnitude * distance_squared;
}

/// The shortest offset, across the edge where the world wraps.
static inline dv_vec3 dv_offset_between(const dv_world *world, dv_vec3 a, dv_vec3 b) {
    dv_vec3 offset = dv_subtract(b, a);
    if (world->bounds.edge != DV_EDGE_WRAP)
        return offset;
    // Points that scripts name may lie outside the bounds.
    dv_vec3 span = dv_subtract(world->bounds.max, world->bounds.min);
    return dv_offset_without_spans(offset, span, world->space == DV_VOLUME);
}

/// What is wrong with the definition of a world.
dv_result dv_world_check_def(const dv_world_def *def, dv_error *error);
/// Make what the world keeps for its program: stores and setting values.
dv_result dv_world_begin_program(dv_world *world, dv_program *program, dv_error *error);
/// Give back the room arrays grew ahead, as far as memory lets it: whoever is in the world when its
/// first tick begins is most it will hold.
void dv_world_trim(dv_world *world);
/// Give an agent a row in the store of its kind.
bool dv_world_take_row(dv_world *world, uint32_t agent);

/// Put an agent into a state: clock, behavior states and named blend start anew. No callbacks.
void dv_enter_state(dv_world *world, uint32_t agent, uint32_t state);
/// Switch with the host's leave and enter; nothing for the current state.
void dv_switch_state(dv_world *world, uint32_t agent, uint32_t state);
/// What a host callback wants, and what it asked for by `become`; true when the state was switched.
bool dv_take_decision(dv_world *world, uint32_t agent, int32_t decision);
/// Forget what was applied for the tick before. False, with nothing lost, when memory is short.
bool dv_applied_begin_tick(dv_world *world);
/// End what was applied to an agent until something that comes now.
void dv_applied_end(dv_world *world, uint32_t agent, dv_until until);
void dv_applied_leave_state(dv_world *world, uint32_t agent);
void dv_suspend(dv_world *world, uint32_t agent);
void dv_group_leave(dv_world *world, uint32_t agent);
/// Let the members of a group go; its place stays empty for good.
void dv_group_end(dv_world *world, uint32_t group);
/// Add such an empty place; false when memory is short.
bool dv_group_add_gone(dv_world *world);

/// Perception: range and angle of the agent's sight, visibility and what stands between.
bool dv_perceives(const dv_world *world, uint32_t agent, uint32_t other);

/// Where an agent supposes the one in a slot of its own to be: where it was sensed while it is
/// perceived, or the kind states no uncertainty; else somewhere near.
dv_vec3 dv_supposed_position(const dv_world *world, uint32_t agent, uint32_t slot, uint32_t other);
void dv_follow_suppositions(dv_world *world);

#endif
