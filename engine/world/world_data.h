// The internals of a world. Every part of the engine that reads or writes agents includes this
// file; other programs include drover/world.h.
#ifndef DV_WORLD_WORLD_DATA_H
#define DV_WORLD_WORLD_DATA_H

#include "base/jobs.h"
#include "base/math.h"
#include "base/random.h"
#include "base/wrap.h"
#include "drover/explain.h"
#include "drover/world.h"
#include "program/intent.h"
#include "program/program_data.h"
#include "world/apart_record.h"
#include "world/columns.h"
#include "world/field_record.h"
#include "world/flow_record.h"
#include "world/heard_record.h"
#include "world/kernels.h"
#include "world/limbo.h"
#include "world/links/link_record.h"
#include "world/obstacle_record.h"
#include "world/path_record.h"
#include "world/prefetch.h"
#include "world/region_record.h"
#include "world/sensed_record.h"
#include "world/store.h"
#include "world/surface_record.h"
#include "world/timer_record.h"
#include "world/user_record.h"

#include <stdatomic.h>

#define DV_MAX_APPLIED 8

// Streams of random numbers that don't belong to a behavior.
#define DV_STREAM_WORLD 1u
#define DV_STREAM_AGENT 2u
#define DV_STREAM_SUPPOSING 16u ///< for slot 0; add the index of the slot

/// The type of a group that was removed along with its type.
#define DV_NO_GROUP_TYPE UINT32_MAX

typedef struct dv_group_record {
    uint32_t generation;
    uint32_t type;
    uint64_t leader;   ///< handle, or 0
    uint32_t *members; ///< indices, in ascending order
    uint32_t member_count, member_capacity;
    dv_slot *slots;
} dv_group_record;

static inline bool dv_group_is_gone(const dv_group_record *group) {
    return group->type == DV_NO_GROUP_TYPE;
}

/// How long an applied behavior lasts. If a step that skips ticks applies it to its own agent, it
/// lasts until the step runs again.
typedef enum dv_until {
    DV_UNTIL_THE_TICK_ENDS,
    DV_UNTIL_ITS_KIND_STEPS,
    DV_UNTIL_ITS_STATE_STEPS ///< or the agent leaves the state
} dv_until;

/// A behavior that a script applied.
typedef struct dv_applied {
    const dv_node *node; ///< NULL after a swap: the next tick binds it to the new program
    uint64_t identity;   ///< of the behavior
    float weight;
    uint32_t next; ///< entry + 1; 0: this is the last
    uint8_t until; ///< a dv_until
    uint8_t count; ///< upper bound for the length of the list from here on
    bool is_new;   ///< applied in this tick
} dv_applied;

/// A composition that was bound when a script first used it in `apply` or `steering`.
typedef struct dv_late_binding {
    dv_steering *steering;
    uint32_t kind;
    bool keeps_state;     ///< used in `apply`; otherwise in `steering`
    uint32_t state_bytes; ///< for a composition used in `steering`
    const dv_node *node;
} dv_late_binding;

/// News: an agent that got no plan.
typedef struct dv_lost_way {
    uint32_t agent; ///< 1 + its index; 0: none
    char reason[256];
} dv_lost_way;

/// A wish for a plan, in the decide phase.
typedef struct dv_way_wish {
    uint32_t agent;
    uint32_t planned_at;
    const dv_node *node;
    struct dv_known_way *way; ///< NULL: it was granted
} dv_way_wish;

/// Not part of the state: empty between decide phases.
typedef struct dv_way_wishes {
    dv_way_wish *all;
    uint32_t count, capacity;
    bool has_hash;
    uint32_t hash; ///< of the ground in this tick
} dv_way_wishes;

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
    void *shared_wave; ///< what plans of this tick to one goal share; no part of the state
    void (*free_shared_wave)(void *wave);
    dv_profile profile;

    dv_program *program;
    double *settings;
    dv_host host;
    dv_user_data user;
    dv_jobs *jobs;
    dv_jobs *crew; ///< the threads that share the work of this tick; NULL: only the caller's
    int threads;
    struct dv_stopping *stopping;     ///< of the tick that runs
    const struct dv_kernels *kernels; ///< for the vector width

    dv_columns agents;
    uint32_t alive_count, suspended_count;
    uint32_t most_agents;   ///< that may live at a time
    uint32_t *free_indices; ///< the index freed last is reused first
    uint32_t free_count, free_capacity;
    float *own_properties[DV_PROPERTY_COUNT]; ///< by agent, NULL until set; NaN: use the kind's
    uint32_t *own_colors;                     ///< by agent, NULL until set; 0: use the kind's
    dv_store *stores;                         ///< by kind

    dv_group_record *groups;
    uint32_t group_count, group_capacity;
    dv_obstacles obstacles;
    dv_surfaces surfaces;
    dv_paths paths;
    dv_flows flows;
    dv_fields fields;
    dv_regions regions;
    dv_timers timers;
    dv_links links;
    uint64_t charged;      ///< bytes; see account.h
    dv_event_list pending; ///< emitted since this tick began
    dv_heard heard;        ///< emitted in the previous tick, audible in this one

    dv_sensed sensed;
    dv_prefetch prefetch;
    dv_apart apart;
    float largest_radius[DV_MAX_KINDS]; ///< m, by kind: largest body radius in this tick
    float largest_sight[DV_MAX_KINDS];  ///< m, by kind: largest sight range in this tick
    atomic_uint_fast64_t
        inside[DV_MAX_KINDS]; ///< by kind: (index + 1) << 32 | obstacle of the lowest agent that
                              ///< was inside an obstacle and moved out; 0: none
    dv_lost_way lost[DV_MAX_KINDS]; ///< by kind
    bool has_paces;                 ///< some region changes speeds in this tick
    bool knows_last_tick;           ///< `sensed` and the column `steering` are of the last tick
    bool has_drawn;                 ///< the column `draws` may not be all 0
    uint32_t *active;               ///< agents sensed and not suspended, in order of indices
    uint32_t active_count, active_capacity;
    uint16_t shared_cohort; ///< the cohort of all sensed agents; DV_COHORT_NONE: they differ
    uint32_t turn;          ///< in the decide phase: position in `active`
    dv_way_wishes way_wishes;
    dv_intent *intents; ///< by agent, of the last tick; not part of the state
    uint32_t intent_count, intent_capacity;
    dv_applied *applied;
    uint32_t applied_count, applied_capacity;
    dv_applied *kept; ///< buffer for what lasts into the next tick
    uint32_t kept_capacity, lasting_count;
    bool has_unbound;   ///< some applied behavior has no node
    bool applied_asks;  ///< some applied behavior calls a host function
    bool applied_plans; ///< some applied behavior plans ways
    uint32_t thinker;   ///< the agent whose step is running
    dv_until thinking;  ///< how long what it applies to itself lasts
    dv_late_binding *late_bindings;
    uint32_t late_count, late_capacity;
    uint32_t late_found; ///< index of the last one found
    dv_arena late_memory;
    dv_migration migration;
    dv_limbo *limbo;
    struct dv_transitions *transitions; ///< NULL: none are kept; not part of the state
    struct dv_past *incidents;          ///< NULL if `transitions` is; the same
};

/// The handle of a living agent.
static inline uint64_t dv_agent_bits(const dv_world *world, uint32_t agent) {
    return dv_handle_make(DV_HANDLE_AGENT, world->id, world->agents.generation[agent], agent);
}

/// The index of a living agent; false when the handle is stale or isn't an agent of this world.
static inline bool dv_agent_index(const dv_world *world, uint64_t bits, uint32_t *agent) {
    uint32_t index = dv_handle_index(bits);
    if (index >= world->agents.limit || bits != dv_agent_bits(world, index) ||
        !(world->agents.flags[index] & DV_AGENT_ALIVE))
        return false;
    *agent = index;
    return true;
}

/// The current position (m), velocity (m/s), and forward vector (unit) of an agent.
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
/// Turn an agent to face along the unit vector `forward`, with its roof as near `up` as possible.
void dv_orient(dv_world *world, uint32_t agent, dv_vec3 forward, dv_vec3 up);
/// The up vector of a body that turned from `before` to `forward`: as close as possible to its old
/// one, `up` (zero: upright). All are unit vectors.
dv_vec3 dv_up_after(dv_vec3 up, dv_vec3 before, dv_vec3 forward);
#define DV_UPENDED 0.9999f    ///< |up · forward| above this: the body pitched by a right angle
#define DV_LEAST_ACROSS 1e-3f ///< a part of up across forward that is shorter has no direction
/// Turn an agent to face along a unit vector, and its roof with dv_up_after.
void dv_face(dv_world *world, uint32_t agent, dv_vec3 forward);

static inline const dv_kind *dv_kind_of(const dv_world *world, uint32_t agent) {
    return &world->program->kinds[world->agents.kind[agent]];
}

/// The slots and the behavior states of an agent, in the store of its kind.
static inline dv_slot *dv_slots_of(const dv_world *world, uint32_t agent) {
    return dv_store_slots(&world->stores[world->agents.kind[agent]], world->agents.row[agent]);
}

static inline unsigned char *dv_states_of(const dv_world *world, uint32_t agent) {
    return dv_store_states(&world->stores[world->agents.kind[agent]], world->agents.row[agent]);
}

/// The rank of the agent's record in this tick; false if it wasn't alive when the tick began.
static inline bool dv_rank_of(const dv_world *world, uint32_t agent, uint32_t *rank) {
    *rank = world->agents.rank[agent];
    return *rank < world->sensed.count; // DV_NO_RANK never is
}

/// The sensed position, velocity, and forward vector; the current ones of an agent that wasn't
/// alive when the tick began.
static inline dv_vec3 dv_sensed_position(const dv_world *world, uint32_t agent) {
    uint32_t rank;
    return dv_rank_of(world, agent, &rank) ? dv_record_position(&world->sensed.records[rank])
                                           : dv_position_of(world, agent);
}
/// The sensed kind; the current one of an agent that wasn't alive when the tick began.
static inline uint32_t dv_sensed_kind(const dv_world *world, uint32_t agent) {
    uint32_t rank;
    return dv_rank_of(world, agent, &rank) ? world->sensed.records[rank].kind
                                           : world->agents.kind[agent];
}
dv_vec3 dv_sensed_velocity(const dv_world *world, uint32_t agent);
dv_vec3 dv_sensed_forward(const dv_world *world, uint32_t agent);

/// A property of an agent's body or sight: its own value, or else its kind's.
float dv_varying_property_of(const dv_world *world, uint32_t agent, dv_property property);

/// The same, but fast for properties that are a literal in the kind, as most are.
static inline float dv_property_of(const dv_world *world, uint32_t agent, dv_property property) {
    const dv_bound *bound = &dv_kind_of(world, agent)->properties[property];
    return !world->own_properties[property] && bound->source == DV_SOURCE_LITERAL
               ? (float)bound->number
               : dv_varying_property_of(world, agent, property);
}
/// Whether a property is the same for all agents of a kind.
bool dv_is_shared(const dv_world *world, uint32_t kind, dv_property property);
/// The desired speed (m/s): the state's, or else max_speed, times the factors of the regions that
/// the agent was sensed in; never above max_speed.
float dv_cap_of(const dv_world *world, uint32_t agent);
/// Whether obstacles stop some agents of a kind: its bodies are solid, and its model moves them.
bool dv_kind_may_be_solid(const dv_world *world, uint32_t kind);
/// Whether some agents of a kind are kept apart from others: bodies that are solid for agents.
bool dv_kind_may_keep_apart(const dv_world *world, uint32_t kind);
/// Whether the desired speed is the same for all agents of a kind in a state.
bool dv_caps_are_shared(const dv_world *world, uint32_t kind, uint32_t state);
/// Update `largest_radius` and `largest_sight` of the world.
void dv_note_largest(dv_world *world);
/// Update the column `pace` of all sensed agents, and `has_paces` of the world.
void dv_note_paces(dv_world *world);
/// The maximum of `largest_radius` or `largest_sight` over some kinds.
float dv_largest_of(const dv_world *world, const float *largest, const dv_kind_set *kinds);
/// The value of a bound number for an agent; NaN for an empty number slot.
double dv_bound_number(const dv_world *world, uint32_t agent, const dv_bound *bound);
/// The slot that a parameter is bound to, of the agent or its group; NULL if there is none. `type`
/// returns the type of the slot. A group's leader is returned as an agent slot, in `leader`.
const dv_slot *dv_bound_slot(const dv_world *world, uint32_t agent, const dv_bound *bound,
                             dv_slot_type *type, dv_slot *leader);
/// Check the slots read from a snapshot by the rules for setting slots.
dv_result dv_check_slots(const dv_world *world, const dv_slot_def *defs, uint32_t count,
                         const dv_slot *slots, dv_error *error);
/// Write a slot of a living agent, like dv_agent_set_slot.
dv_result dv_write_slot(const dv_world *world, uint32_t agent, uint32_t slot, dv_slot_value value,
                        dv_error *error);
/// The value of a slot. A stale handle reads as empty.
dv_slot_value dv_living_value(const dv_world *world, dv_slot_type type, const dv_slot *slot);
/// The handle in the slot that a parameter is bound to, even if it's stale; 0 if there is none.
uint64_t dv_bound_word(const dv_world *world, uint32_t agent, const dv_bound *bound);
/// The same for handles that aren't stale: 0 if the path, flow, or region is gone.
uint64_t dv_bound_handle(const dv_world *world, uint32_t agent, const dv_bound *bound);
/// The index of the living agent in the slot that a parameter is bound to; false if there is none.
bool dv_bound_agent(const dv_world *world, uint32_t agent, const dv_bound *bound, uint32_t *other);
/// The cosine of half a bound view angle; −1 for a full circle.
float dv_bound_half_cosine(const dv_world *world, uint32_t agent, const dv_bound *bound);

/// Whether an offset is in the cone around a unit vector. Does without a square root.
static inline bool dv_in_cone(dv_vec3 forward, dv_vec3 offset, float distance_squared,
                              float half_cosine) {
    if (half_cosine <= -1.0f)
        return true;
    float dot = dv_dot(forward, offset);
    float magnitude = dot < 0 ? -dot : dot;
    float cosine_magnitude = half_cosine < 0 ? -half_cosine : half_cosine;
    return dot * magnitude >= half_cosine * cosine_magnitude * distance_squared;
}

/// A place at height 0 in a plane, and moved into the bounds of a world that wraps.
dv_vec3 dv_into_space(const dv_world *world, dv_vec3 position);

/// The shortest offset from `a` to `b`; it may cross the edge if the world wraps.
static inline dv_vec3 dv_offset_between(const dv_world *world, dv_vec3 a, dv_vec3 b) {
    dv_vec3 offset = dv_subtract(b, a);
    if (world->bounds.edge != DV_EDGE_WRAP)
        return offset;
    // Points from scripts may lie outside the bounds.
    dv_vec3 span = dv_subtract(world->bounds.max, world->bounds.min);
    return dv_offset_without_spans(offset, span, world->space == DV_VOLUME);
}

/// dv_world_create with kernels, which must outlive the world.
dv_world *dv_world_create_with(const dv_kernels *kernels, const dv_world_def *def,
                               dv_program *program, dv_error *error);
/// Check the definition of a world.
dv_result dv_world_check_def(const dv_world_def *def, dv_error *error);
/// Make what the world keeps for its program: stores and values of settings.
dv_result dv_world_begin_program(dv_world *world, dv_program *program, dv_error *error);
/// Release the memory that arrays reserved for growth. Called when the first tick begins, since few
/// worlds grow much after that. Arrays that can't be resized stay as they are.
void dv_world_trim(dv_world *world);
/// Give an agent a row in the store of its kind. False when out of memory.
bool dv_world_take_row(dv_world *world, uint32_t agent);

/// Put an agent into a state. Resets its time in the state, its behavior states, and its named
/// blend. Calls no callbacks.
void dv_enter_state(dv_world *world, uint32_t agent, uint32_t state);
/// What makes an agent change its state.
typedef struct dv_trigger {
    dv_cause cause;
    const dv_guard_node *guard; ///< the guard that held; NULL: none
    bool is_of_kind;            ///< the guard is the kind's, not the state's
    int32_t step;               ///< of a step: the state it belongs to, or −1: the kind
    const char *place;          ///< of a request: where it was made, or ""
} dv_trigger;
/// Make an agent one of another kind, in its initial state, with the row `row` of the new kind's
/// store. Calls no callbacks.
void dv_take_kind(dv_world *world, uint32_t agent, uint32_t kind, uint32_t row);
/// Turn into the kind that was asked for with `turn_into`, or else switch to the state that a host
/// callback returned (`decision`; −1: none), or else asked for with `become`. True if there was
/// one.
bool dv_take_decision(dv_world *world, uint32_t agent, int32_t decision, const dv_trigger *trigger);
/// Drop the applied behaviors that don't last into this tick. False, with nothing lost, when out of
/// memory.
bool dv_applied_begin_tick(dv_world *world);
/// Whether an event counts; `event` is its number among those heard in this tick.
typedef bool dv_event_filter(const void *context, uint32_t event);
/// Like dv_agent_heard, for an agent's index, with only the events that `counts` lets through;
/// NULL: all.
bool dv_nearest_heard(const dv_world *world, uint32_t agent, uint64_t name, dv_event_filter *counts,
                      const void *context, dv_event *event);
/// Drop the behaviors that were applied to an agent until the event `until`, which happens now.
void dv_applied_end(dv_world *world, uint32_t agent, dv_until until);
/// The same when an agent leaves its state. Behaviors applied in this tick last until its end.
void dv_applied_leave_state(dv_world *world, uint32_t agent);
/// Like dv_agent_suspend, for the index of a living agent.
void dv_suspend(dv_world *world, uint32_t agent);
/// Remove an agent from its group, if it has one.
void dv_group_leave(dv_world *world, uint32_t agent);
/// Remove a group and release its members. Its index is never used again.
void dv_group_end(dv_world *world, uint32_t group);
/// Add the index of a removed group, for reading snapshots; false when out of memory.
bool dv_group_add_gone(dv_world *world);

/// Whether an agent perceives another: depends on the range and angle of its sight, the world's
/// visibility, and obstacles between them.
bool dv_perceives(const dv_world *world, uint32_t agent, uint32_t other);

/// Where an agent supposes `other`, the agent in one of its slots, to be. That is the sensed
/// position if the agent perceives it or the kind has no uncertainty; otherwise, a place near it.
dv_vec3 dv_supposed_position(const dv_world *world, uint32_t agent, uint32_t slot, uint32_t other);
/// Update the supposed positions of all agents, once each tick.
void dv_follow_suppositions(dv_world *world);

/// Free what plans of this tick share.
void dv_world_forget_wave(dv_world *world);

#endif
