// What a program is made of inside: the compositions scripts build (dv_steering, dv_guard), and
// what binding them to a kind yields (dv_node, dv_guard_node), with every name resolved to an
// index.
//
// Invariant: after dv_program_finish nothing here changes, but for removals that dv_world_let_go
// adds before a world runs the program; everything lives in the program's arena.
#ifndef DV_WORLD_PROGRAM_DATA_H
#define DV_WORLD_PROGRAM_DATA_H

#include "base/arena.h"
#include "drover/parameters.h"
#include "drover/program.h"
#include "drover/surface.h"
#include "drover/terrain.h"
#include "world/squad.h"

#include <stdatomic.h>
#include <string.h>

#define DV_MAX_BEHAVIOR_STATE 64
#define DV_STATE_ALIGNMENT 8u
#define DV_NO_KIND 255

// What agents evaluated together share; what a composition has beyond that is evaluated alone.
#define DV_MOST_CONCLUSIONS 6
#define DV_MOST_TALLIES 12
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
    DV_SOURCE_KINDS
} dv_source;

/// An angle that is rounded up, by 1e-4 rad at most, means the end of its range: 6.28319 is a full
/// circle. Other numbers stay as they are.
static inline double dv_round_angle(const dv_parameter *parameter, double number) {
    bool is_angle = strcmp(parameter->unit, "rad") == 0;
    bool is_above = number > parameter->maximum && number <= parameter->maximum + 1e-4;
    return is_angle && is_above ? parameter->maximum : number;
}

/// A parameter as agents of one kind read it.
struct dv_bound {
    uint8_t source;
    uint8_t slot_type;
    uint16_t index;             ///< of the slot or setting
    int32_t callback;           ///< of the host
    double number;              ///< literal
    float half_cosine;          ///< of half a literal angle; −1 for the whole circle
    dv_vec3 point;              ///< literal
    dv_kind_set kinds;          ///< those named
    uint64_t event;             ///< dv_event_name
    const int16_t *states;      ///< by kind: index of the named state, or −1
    const int16_t *group_slots; ///< by group type: index of the named slot, or −1
};

/// A parameter value kept by a composition: strings are the composition's own.
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
    struct dv_steering **parts;
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
    struct dv_node *parts;
    dv_bound *weights;
    uint32_t part_count;
    uint32_t state_offset; ///< in the agent's block of behavior states
    uint32_t stream;       ///< of random numbers
    bool asks_host;        ///< it or a part of it is made of a host function
    bool gains;            ///< it or a part of it costs less in a squad
    bool reads_slots;      ///< a number of its own may be an empty slot
    uint16_t conclusion;   ///< its place among those of the composition, or DV_ALONE
    uint16_t first_tally;  ///< likewise
    uint16_t conclusion_count, tally_count; ///< of a composition: how many there are in all
} dv_node;

typedef struct dv_guard_node {
    dv_guard_operator operator;
    const dv_guard_type *type;
    dv_evaluate_many *evaluate_many; ///< may be NULL
    dv_bound *parameters;
    struct dv_guard_node *a, *b;
    uint32_t state_offset;
    uint32_t stream;
    bool keeps_state; ///< it or a part of it: evaluated every tick, never cut short
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
    bool follows; ///< it says itself how much what the agent steers by counts
} dv_stress_list;

/// Which part of an agent's block a behavior's state stands in, and when it is zeroed.
#define DV_SCOPE_KIND 0u   ///< never
#define DV_SCOPE_COMMON 1u ///< on every switch: named blends and applied behaviors
#define DV_SCOPE_STATE 2u  ///< + index of the state, on entering it

/// Where one behavior's or guard's state stands in the block. `identity` is a hash of its path and
/// type, so that a reload or a snapshot finds it again.
typedef struct dv_layout_entry {
    uint64_t identity;
    uint32_t scope;
    uint32_t offset, size;
} dv_layout_entry;

/// [kind | the state's, as large as the largest state needs | common]; common is last and may grow.
typedef struct dv_layout {
    dv_arena *memory; ///< of the entries; NULL: they are a block of their own
    dv_layout_entry *entries;
    uint32_t count, capacity;
    uint32_t kind_bytes, state_bytes, common_bytes;
} dv_layout;

typedef struct dv_on {
    dv_guard_node *guard;
    int32_t state;    ///< −1: none
    int32_t callback; ///< −1: none
} dv_on;

/// How often a step runs. Where it is not in every tick the agents' blocks count the ticks since,
/// and what the step applies lasts until it runs again.
typedef struct dv_rhythm {
    uint32_t every;  ///< ticks; 0: as 1
    uint32_t offset; ///< in the block, of the count: where it is more than 1
} dv_rhythm;

typedef struct dv_state {
    const char *name;
    const char *where;
    dv_bound speed;
    /// An agent moved while the slot of `speed` was empty: noted as it happens, by any thread.
    atomic_bool lacked_speed;
    dv_node *steer; ///< NULL: nothing
    dv_stress_list stress;
    dv_on *on;
    uint32_t on_count;
    bool has_enter, has_leave, has_step;
    dv_rhythm rhythm; ///< of the step
} dv_state;

typedef struct dv_named_blend {
    const char *name;
    dv_node *node;
} dv_named_blend;

typedef struct dv_effect {
    uint16_t slot; ///< of the attribute
    bool dominant;
    double at_least, at_most; ///< recommended at the lowest degree and the highest
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
    uint16_t surface_slot; ///< the one called `surface` + 1; 0: none
    dv_model *model;       ///< NULL: none
    /// By slot that holds an agent where in the agents' blocks stands what is supposed of it; NULL:
    /// the kind states no uncertainty.
    uint32_t *suppositions;
    uint32_t initial;
    dv_state *states; ///< at least one: a kind without states has one without a name ("")
    uint32_t state_count;
    dv_named_blend *blends;
    uint32_t blend_count;
    uint32_t first_cohort; ///< of the states, then of the states under each named blend
    dv_on *on;
    uint32_t on_count;
    bool has_step, has_init;
    dv_rhythm rhythm;      ///< of the step
    bool is_guarded;       ///< it or one of its states has guards
    bool steps;            ///< it or one of its states has a step
    bool asks_host;        ///< one of its compositions does
    bool is_legged;        ///< its model goes by steps
    bool has_inertia;      ///< its bodies may smooth what moves them, or have wheels
    uint32_t model_offset; ///< in the block, of the state of its locomotion model
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

/// What something is called in a program, and was called before.
typedef struct dv_rename {
    dv_family family;
    const char *kind; ///< of a state; else NULL
    const char *name, *before;
} dv_rename;

/// A name that may go though it is in use.
typedef struct dv_removal {
    dv_family family;
    const char *name;
    const char *into; ///< NULL: nothing
    bool is_let_go;   ///< see dv_world_let_go
} dv_removal;

/// Invariant: all of it, this record too, stands in `memory`, which holds the compositions, guards
/// and stress behaviors that it names.
struct dv_program {
    atomic_uint references;
    dv_arena memory;
    bool is_short;     ///< memory was, when something was added
    const char *where; ///< of the scenario; NULL: not said
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
    dv_flow_kind *flow_types;
    uint32_t flow_type_count, flow_type_capacity;
    dv_kind *kinds;
    uint32_t kind_count;
    struct dv_kind_draft *drafts; ///< definitions until finished
    uint32_t draft_count, draft_capacity;
    float reach;               ///< m, the largest neighborhood radius written in it; 0: none
    dv_kind_set guarded_kinds; ///< those that are
    bool decides;              ///< some kind is guarded or steps
    bool asks_host;            ///< likewise
    bool has_legs;             ///< some kind is legged
    bool supposes;             ///< likewise
    bool finished;
    bool has_inertia; ///< of some kind
};

/// The names of a family, but for states.
uint32_t dv_program_name_count(const dv_program *program, dv_family family);
const char *dv_program_name(const dv_program *program, dv_family family, uint32_t index);
/// What has a name in a family; `kind` is that of a state. DV_GONE: nothing.
int32_t dv_program_named(const dv_program *program, dv_family family, const char *kind,
                         const char *name);
/// As dv_program_after; also whether a removal says so.
int32_t dv_program_find_after(const dv_program *program, dv_family family, const char *kind,
                              const char *name, bool *is_removed);

/// Retain until the memory ends; false when it is short.
bool dv_hold_steering(dv_arena *memory, dv_steering *steering);
bool dv_hold_guard(dv_arena *memory, dv_guard *guard);
bool dv_hold_stress(dv_arena *memory, dv_stress *stress);

/// Bind a composition to a kind. Behavior states are added to `layout` under `scope`, their
/// identity derived from `path`. `node` lives in `memory`.
dv_result dv_bind_steering(const dv_program *program, uint32_t kind, const dv_steering *steering,
                           const char *path, uint32_t scope, dv_layout *layout, dv_arena *memory,
                           dv_node **node, dv_error *error);
dv_result dv_bind_guard(const dv_program *program, uint32_t kind, const dv_guard *guard,
                        const char *path, uint32_t scope, dv_layout *layout, dv_arena *memory,
                        dv_guard_node **node, dv_error *error);

/// The same with reflexes (may be NULL), whose vector is added, and whose states no switch zeroes.
/// Those have to be bound by themselves before anything of a state is.
dv_result dv_bind_with_reflexes(const dv_program *program, uint32_t kind,
                                const dv_steering *steering, const dv_steering *reflexes,
                                const char *path, uint32_t scope, dv_layout *layout,
                                dv_arena *memory, dv_node **node, dv_error *error);
/// Bind stress behaviors: `nodes` has room for all of them.
dv_result dv_bind_stresses(const dv_program *program, uint32_t kind, const dv_stress_part *parts,
                           uint32_t count, const char *path, uint32_t scope, dv_layout *layout,
                           dv_arena *memory, const dv_stress_node **nodes, dv_error *error);

/// Give the state of the kind's locomotion model its place in the kind's layout; false when memory
/// is short.
bool dv_place_model_state(dv_kind *kind);
/// Give the count of a rhythm of several ticks its place in `layout`; false when memory is short.
bool dv_place_rhythm(dv_rhythm *rhythm, uint32_t scope, dv_layout *layout);
/// Whether some step leaves ticks out: only then something applied may last.
bool dv_layout_has_rhythm(const dv_layout *layout);

#define DV_SUPPOSITION_BYTES 24u
/// Give what is supposed of the agents in a kind's slots its places in the kind's layout.
bool dv_place_suppositions(dv_kind *kind, dv_arena *memory);

/// Where a scope's bytes begin in the block.
uint32_t dv_layout_base(const dv_layout *layout, uint32_t scope);
uint32_t dv_layout_size(const dv_layout *layout);
/// Give an entry of the same identity, scope and size a place behind the scope's others. False when
/// memory is short.
bool dv_layout_add(dv_layout *layout, dv_layout_entry entry);

/// Keep arguments: checked against the descriptor's parameters and copied.
dv_result dv_keep_arguments(const dv_entry *entry, const dv_argument *arguments, uint32_t count,
                            const char *where, dv_arena *memory, dv_kept_value **values,
                            dv_error *error);

#endif
