// The internals of a program: compositions and guards as scripts build them (dv_steering,
// dv_guard), and as bound to a kind (dv_node, dv_guard_node), with every name resolved to an index.
//
// Invariant: everything is in the program's arena, and nothing changes after dv_program_finish,
// except that dv_world_let_go may add removals before a world runs the program.
#ifndef DV_PROGRAM_PROGRAM_DATA_H
#define DV_PROGRAM_PROGRAM_DATA_H

#include "base/arena.h"
#include "drover/parameters.h"
#include "drover/program.h"
#include "drover/surface.h"
#include "drover/terrain.h"
#include "program/squad.h"

#include <stdatomic.h>
#include <string.h>

#define DV_MAX_BEHAVIOR_STATE 128
#define DV_STATE_ALIGNMENT 8u
#define DV_NO_KIND DV_MAX_KINDS

// Limits for the behaviors of a composition whose tallies are summed up for squads. Behaviors
// beyond them are evaluated for each agent alone.
#define DV_MAX_CONCLUSIONS 6
#define DV_MAX_COMPOSITION_TALLIES 12
#define DV_ALONE 0xffffu

typedef enum dv_source {
    DV_SOURCE_ABSENT,
    DV_SOURCE_LITERAL,
    DV_SOURCE_SLOT,
    DV_SOURCE_GROUP_LEADER,
    DV_SOURCE_GROUP_SLOT,
    DV_SOURCE_SETTING,
    DV_SOURCE_POINT,
    DV_SOURCE_MOUSE,
    DV_SOURCE_KINDS,
    DV_SOURCE_FIELD,
    DV_SOURCE_PART ///< the only part of the behavior's node
} dv_source;

/// Clamp an angle that is above its range by at most 1e-4 rad, since scripts may round angles up:
/// 6.28319 means a full circle. Returns other numbers unchanged.
static inline double dv_round_angle(const dv_parameter *parameter, double number) {
    bool is_angle = strcmp(parameter->unit, "rad") == 0;
    bool is_above = number > parameter->maximum && number <= parameter->maximum + 1e-4;
    return is_angle && is_above ? parameter->maximum : number;
}

/// The index of a behavior's DV_PARAMETER_STEERING; the number of its parameters if it has none.
static inline uint32_t dv_part_parameter(const dv_entry *entry) {
    uint32_t i = 0;
    while (i < entry->parameter_count && entry->parameters[i].type != DV_PARAMETER_STEERING)
        i++;
    return i;
}

/// A parameter bound to a kind.
struct dv_bound {
    uint8_t source;
    uint8_t slot_type;
    uint16_t index;             ///< of the slot, setting, or field
    int32_t callback;           ///< of the host; −1: none
    double number;              ///< a literal
    float half_cosine;          ///< cosine of half a literal angle; −1 for the full circle
    dv_vec3 point;              ///< a literal
    dv_kind_set kinds;          ///< the kinds named
    uint64_t event;             ///< as returned by dv_event_name
    const int16_t *states;      ///< by kind: index of the named state, or −1
    const int16_t *group_slots; ///< by group type: index of the named slot, or −1
};

/// A parameter value kept by a composition, which owns its strings.
typedef struct dv_kept_value {
    dv_value value;
    bool is_given;
} dv_kept_value;

struct dv_steering {
    atomic_uint references;
    const dv_behavior_type *behavior; ///< NULL: a blend
    const dv_blend_type *blend;
    uint64_t identity;
    dv_arena memory;
    const char *where; ///< "caribou.lua:7", or ""
    dv_kept_value *values;
    struct dv_steering **parts; ///< of a behavior: what its DV_PARAMETER_STEERING was given
    dv_kept_value *weights;
    uint32_t part_count;
};

struct dv_stress {
    atomic_uint references;
    const dv_stress_type *type;
    dv_arena memory;
    const char *where; ///< "walker.lua:7", or ""
    dv_kept_value *values;
};

typedef enum dv_guard_operator {
    DV_GUARD_TEST,
    DV_GUARD_BOTH,
    DV_GUARD_EITHER,
    DV_GUARD_NOT
} dv_guard_operator;

struct dv_guard {
    atomic_uint references;
    dv_guard_operator operator;
    const dv_guard_type *type; ///< of a test
    dv_arena memory;
    const char *where;
    dv_kept_value *values;
    struct dv_guard *a, *b;
};

typedef struct dv_node {
    const dv_behavior_type *behavior; ///< NULL: a blend
    const dv_squad_behavior *squad;   ///< the behavior's
    const dv_blend_type *blend;
    dv_bound *parameters;
    struct dv_node *parts; ///< of a behavior: what its DV_PARAMETER_STEERING was given
    dv_bound *weights;     ///< of a blend
    uint32_t part_count;
    uint32_t state_offset;  ///< in the agent's block of behavior states
    uint32_t intent_offset; ///< of the agent's dv_intent there, for a behavior with a `prefer`
    uint32_t stream;        ///< of random numbers
    bool asks_host;         ///< it or one of its parts calls a host function
    bool plans;           ///< the decide phase plans ways or publishes intents for it or its parts
    bool gains;           ///< it or one of its parts is faster in a squad
    bool reads_slots;     ///< one of its numbers is read from a slot, which may be empty
    uint16_t conclusion;  ///< index among the composition's tallying behaviors, or DV_ALONE
    uint16_t first_tally; ///< index among the composition's tallies, or DV_ALONE
    uint16_t conclusion_count, tally_count; ///< in the root: totals of the composition
} dv_node;

typedef struct dv_guard_node {
    dv_guard_operator operator;
    const dv_guard_type *type;
    dv_evaluate_many *evaluate_many; ///< may be NULL
    dv_bound *parameters;
    struct dv_guard_node *a, *b;
    const dv_guard *guard; ///< as the script made it, with its place and the names in it
    uint32_t state_offset;
    uint32_t stream;
    bool keeps_state; ///< it or one of its parts has a state, so it's evaluated in every tick
} dv_guard_node;

/// A stress behavior of a list, bound to a kind.
typedef struct dv_stress_node {
    const dv_stress_type *type;
    dv_bound *parameters;
    dv_bound weight, power;
    uint32_t state_offset;
    uint32_t stream;
    bool asks_host;
    bool reads_slots;
} dv_stress_node;

typedef struct dv_stress_list {
    const dv_stress_node **nodes;
    uint32_t count;
    bool asks_host;
    bool follows; ///< it has follow_steering, which replaces the default weight of steering
} dv_stress_list;

/// Scopes: the parts of an agent's block of behavior states, and when each is zeroed.
#define DV_SCOPE_KIND 0u   ///< never
#define DV_SCOPE_COMMON 1u ///< on every switch: named blends and applied behaviors
#define DV_SCOPE_STATE 2u  ///< plus the index of a state: on entering that state

/// Where the state of a behavior or guard is in the block. `identity` is a hash of its path and
/// type, by which reloads and snapshots find it again.
typedef struct dv_layout_entry {
    uint64_t identity;
    uint32_t scope;
    uint32_t offset, size;
} dv_layout_entry;

/// The layout of an agent's block: [kind | state | common]. All states share the same bytes, as
/// many as the largest needs. The common part is last because it may grow.
typedef struct dv_layout {
    dv_arena *memory; ///< has the entries; NULL: they are allocated separately
    dv_layout_entry *entries;
    uint32_t count, capacity;
    uint32_t kind_bytes, state_bytes, common_bytes;
} dv_layout;

typedef struct dv_on {
    dv_guard_node *guard;
    int32_t state;    ///< −1: none
    int32_t callback; ///< −1: none
} dv_on;

/// How often a step runs. If it skips ticks, each agent's block counts the ticks since its last
/// run, and what the step applies lasts until it runs again.
typedef struct dv_rhythm {
    uint32_t every;  ///< ticks; 0 is the same as 1
    uint32_t offset; ///< of the count in the block, if `every` is more than 1
} dv_rhythm;

typedef struct dv_leaving {
    uint32_t field;
    dv_bound rate;
} dv_leaving;

typedef struct dv_state {
    const char *name;
    const char *where;
    dv_bound speed;
    /// Some agent moved while the slot of `speed` was empty. Any thread may set this.
    atomic_bool lacked_speed;
    dv_node *steer; ///< NULL: nothing
    dv_stress_list stress;
    dv_leaving *leaves;
    uint32_t leaving_count;
    dv_on *on;
    uint32_t on_count;
    bool has_enter, has_leave, has_step;
    dv_rhythm rhythm; ///< of the step
    uint32_t color;   ///< in pictures; 0: none of its own
} dv_state;

typedef struct dv_named_blend {
    const char *name;
    dv_node *node;
} dv_named_blend;

typedef struct dv_effect {
    uint16_t slot; ///< of the attribute
    bool dominant;
    double at_least, at_most; ///< recommended values for the lowest and the highest degree
} dv_effect;

typedef struct dv_model_parameter {
    uint16_t slot;
    double minimum, maximum, fallback;
    dv_effect *effects; ///< the dominant ones first
    uint32_t effect_count;
} dv_model_parameter;

typedef struct dv_attribute {
    uint16_t slot;
    double fallback;
} dv_attribute;

typedef struct dv_model {
    dv_attribute *attributes;
    uint32_t attribute_count;
    dv_model_parameter *parameters;
    uint32_t parameter_count;
} dv_model;

typedef struct dv_kind {
    const char *name;
    const char *where;
    dv_bound properties[DV_PROPERTY_COUNT];
    const dv_locomotion_type *locomotion;
    bool occluded;
    dv_look look;
    dv_slot_def *slots;
    uint32_t slot_count;
    const char *const *memory; ///< names, for messages
    uint32_t memory_count;
    uint16_t surface_slot; ///< index of the slot `surface` + 1; 0: none
    dv_model *model;       ///< NULL: none
    /// By agent slot: where the block has the supposed position of the agent in it. NULL if the
    /// kind has no uncertainty.
    uint32_t *suppositions;
    uint32_t initial;
    dv_state *states; ///< at least one: a kind without states has one with the name ""
    uint32_t state_count;
    dv_named_blend *blends;
    uint32_t blend_count;
    dv_kind_set itself;    ///< only this kind
    uint32_t first_cohort; ///< of its states, followed by its states under each named blend
    dv_on *on;
    uint32_t on_count;
    bool has_step, has_init;
    dv_rhythm rhythm;       ///< of the step
    bool is_guarded;        ///< it or one of its states has guards
    bool steps;             ///< it or one of its states has a step
    bool asks_host;         ///< one of its compositions calls a host function
    bool plans;             ///< the decide phase plans ways or publishes intents for it
    bool is_legged;         ///< its locomotion model takes footsteps
    bool weighs;            ///< it is not legged, but stress behaviors choose its velocity
    bool has_inertia;       ///< its bodies may smooth accelerations, or have wheels
    float reach;            ///< m, the largest literal neighborhood radius; 0: none
    uint32_t model_offset;  ///< of the locomotion model's state in the block
    uint32_t course_offset; ///< of its course in the block, if it weighs
    dv_layout layout;
} dv_kind;

typedef struct dv_group_kind {
    const char *name;
    const char *where;
    dv_slot_def *slots;
    uint32_t slot_count;
    bool has_elect;
} dv_group_kind;

typedef struct dv_flow_kind {
    const char *name;
    const char *where;
    double resolution, interval;
    bool has_bounds, has_field;
    dv_vec3 min, max;
} dv_flow_kind;

typedef struct dv_setting {
    dv_setting_def def;
} dv_setting;

/// The name of something in a program, and the name that it had before.
typedef struct dv_rename {
    dv_family family;
    const char *kind; ///< for a state; else NULL
    const char *name, *before;
} dv_rename;

/// A name that may be removed even though it's in use.
typedef struct dv_removal {
    dv_family family;
    const char *name;
    const char *into; ///< the name that replaces it; NULL: none
    bool is_let_go;   ///< added by dv_world_let_go
} dv_removal;

/// Invariant: everything, including this record, is in `memory`, which retains the compositions,
/// guards, and stress behaviors that the program uses.
struct dv_program {
    atomic_uint references;
    dv_arena memory;
    const dv_catalogue *catalogue; ///< what names of descriptors are looked up in
    bool is_short;                 ///< out of memory when something was added
    const char *where;             ///< where the scenario is declared; NULL: unknown
    dv_place origin;               ///< what positions count from
    dv_rename *renames;
    uint32_t rename_count, rename_capacity;
    dv_removal *removals;
    uint32_t removal_count, removal_capacity;
    dv_setting_def *settings;
    uint32_t setting_count, setting_capacity;
    dv_group_kind *group_types;
    uint32_t group_type_count, group_type_capacity;
    dv_surface_def *surface_types;
    uint32_t surface_type_count, surface_type_capacity;
    dv_terrain_def *terrain_types;
    uint32_t terrain_type_count, terrain_type_capacity;
    dv_terrain_for *terrain_for; ///< by type and kind, once finished
    int32_t *terrain_fields;     ///< by type, once finished: the field it counts by; −1: none
    dv_flow_kind *flow_types;
    uint32_t flow_type_count, flow_type_capacity;
    dv_field_def *fields;
    uint32_t field_count, field_capacity;
    dv_link_def *links;
    uint32_t link_count, link_capacity;
    dv_kind *kinds;
    uint32_t kind_count;
    struct dv_kind_draft *drafts; ///< definitions until finished
    uint32_t draft_count, draft_capacity;
    dv_kind_set guarded_kinds; ///< the kinds with guards
    bool has_leaving;          ///< some state leaves something in a field
    bool decides;              ///< some kind has guards or a step
    bool asks_host;            ///< some kind calls host functions to steer
    bool plans;                ///< some kind plans
    bool has_stresses;         ///< some kind is legged, or weighs
    bool supposes;             ///< some kind has uncertainty
    bool finished;
    bool has_inertia;                                                   ///< some kind has inertia
    void (*note)(void *context, dv_result result, const char *message); ///< NULL: fail at once
    void *note_context;
    bool is_mistaken; ///< something was noted
};

/// Where binding can go on without what has failed: note the failure, if mistakes are listed, and
/// return DV_OK. A failure without a message is noted already.
dv_result dv_go_on(dv_program *program, dv_result result, dv_error *error);

/// Like dv_program_after. `is_removed` returns whether the answer comes from a removal.
int32_t dv_program_find_after(const dv_program *program, dv_family family, const char *kind,
                              const char *name, bool *is_removed);

/// Create an empty program whose names are looked up in a catalogue, which must outlive it.
dv_program *dv_program_create_for(const dv_catalogue *catalogue);

/// Retain until the arena is freed; false when out of memory.
bool dv_hold_steering(dv_arena *memory, dv_steering *steering);
bool dv_hold_guard(dv_arena *memory, dv_guard *guard);
bool dv_hold_stress(dv_arena *memory, dv_stress *stress);

/// Bind a composition to a kind. Behavior states are added to `layout` under `scope`, their
/// identity derived from `path`. `node` lives in `memory`.
dv_result dv_bind_steering(dv_program *program, uint32_t kind, const dv_steering *steering,
                           const char *path, uint32_t scope, dv_layout *layout, dv_arena *memory,
                           dv_node **node, dv_error *error);
/// Bind a guard to a kind, in the same way.
dv_result dv_bind_guard(dv_program *program, uint32_t kind, const dv_guard *guard, const char *path,
                        uint32_t scope, dv_layout *layout, dv_arena *memory, dv_guard_node **node,
                        dv_error *error);

/// The same with reflexes (may be NULL). The node adds their vector, and no switch zeroes their
/// states. Reflexes must be bound alone first, before any composition of a state.
dv_result dv_bind_with_reflexes(dv_program *program, uint32_t kind, const dv_steering *steering,
                                const dv_steering *reflexes, const char *path, uint32_t scope,
                                dv_layout *layout, dv_arena *memory, dv_node **node,
                                dv_error *error);
/// Bind `count` stress behaviors, and store them in `nodes`.
dv_result dv_bind_stresses(dv_program *program, uint32_t kind, const dv_stress_part *parts,
                           uint32_t count, const char *path, uint32_t scope, dv_layout *layout,
                           dv_arena *memory, const dv_stress_node **nodes, dv_error *error);

/// Add the state of the kind's locomotion model to the kind's layout; false when out of memory.
bool dv_place_model_state(dv_kind *kind);
#define DV_COURSE_BYTES 80u
/// Add the course of a kind that weighs to its layout; false when out of memory.
bool dv_place_course(dv_kind *kind);
/// Add the tick count of a rhythm to `layout`, if it skips ticks; false when out of memory.
bool dv_place_rhythm(dv_rhythm *rhythm, uint32_t scope, dv_layout *layout);
/// Whether some step skips ticks. Otherwise, applied behaviors never last beyond their tick.
bool dv_layout_has_rhythm(const dv_layout *layout);

#define DV_SUPPOSITION_BYTES 24u
/// Add supposed positions for the agents in the kind's slots; false when out of memory.
bool dv_place_suppositions(dv_kind *kind, dv_arena *memory);

/// The offset of a scope in the block, and the size of the block (bytes).
uint32_t dv_layout_base(const dv_layout *layout, uint32_t scope);
uint32_t dv_layout_size(const dv_layout *layout);
/// Append an entry to its scope; sets its offset, and takes its identity, scope, and size as given.
/// False when out of memory.
bool dv_layout_add(dv_layout *layout, dv_layout_entry entry);

#endif
