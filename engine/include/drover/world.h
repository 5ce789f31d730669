// A world: agents, groups, obstacles, paths, flows, regions and events, and the clock. It is
// stepped on one thread and may use more inside a step; the result does not depend on how many.
#ifndef DROVER_WORLD_H
#define DROVER_WORLD_H

#include <drover/program.h>
#include <drover/sketch.h>
#include <drover/stream.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

typedef struct dv_world dv_world;

typedef enum dv_space { DV_PLANE, DV_VOLUME } dv_space;
typedef enum dv_edge { DV_EDGE_OPEN, DV_EDGE_CONTAIN, DV_EDGE_WRAP } dv_edge;

typedef struct dv_bounds {
    dv_vec3 min, max; ///< m; z is not used in the plane
    dv_edge edge;
} dv_bounds;

typedef struct dv_world_def {
    uint64_t seed;
    double tick_rate; ///< ticks a second, 1 to 1000
    dv_space space;
    dv_bounds bounds;
    int threads; ///< 1 to DV_MAX_THREADS
    /// 128, 256 or 512: the widest vectors to compute with; 0: as wide as the processor's. Results
    /// do not depend on it.
    uint32_t vector_bits;
} dv_world_def;

/// Seed 1, 60 ticks a second, the plane, a 100 m square about the origin, open; one thread.
dv_world_def dv_world_def_default(void);

/// What decides for a world's agents beside their guards, on the stepping thread. Every function
/// may be NULL. A switch is wanted by returning a state's index, none by DV_STAY; DV_SUSPEND says
/// that the script failed for this agent: it stands still, marked, until dv_world_revive.
#define DV_STAY (-1)
#define DV_SUSPEND (-2)
typedef struct dv_host {
    void *context;
    void (*update)(void *context, dv_world *world, double dt);
    dv_agent (*elect)(void *context, dv_world *world, dv_group group);
    /// A guard made of a host function. Must not write the world.
    bool (*test)(void *context, const dv_world *world, dv_agent agent, int32_t callback);
    /// The steering vector (m/s) of a behavior made of a host function, asked after all steps. Must
    /// not write the world. False: the script failed for this agent, which is suspended.
    bool (*custom)(void *context, const dv_world *world, dv_agent agent, int32_t callback,
                   dv_vec3 *vector);
    /// The stress of steps, made of a host function: of `count` candidates, into `stress`, asked
    /// after all steps when the agent is to choose. Must not write the world. False as above.
    bool (*stress)(void *context, const dv_world *world, dv_agent agent, int32_t callback,
                   const dv_footsteps *steps, float *stress);
    /// The host function beside a guard that held.
    int32_t (*choose)(void *context, dv_world *world, dv_agent agent, int32_t callback);
    int32_t (*init)(void *context, dv_world *world, dv_agent agent);
    int32_t (*leave)(void *context, dv_world *world, dv_agent agent, uint32_t to);
    int32_t (*enter)(void *context, dv_world *world, dv_agent agent, int32_t from);
    /// Steps of the kind (`state` −1), then of the state; `dt` (s) since the one before.
    int32_t (*step)(void *context, dv_world *world, dv_agent agent, int32_t state, double dt);
    /// Optional: take turns, which are steps alone, one after the other as long as there are any;
    /// see dv_next_turn. What is no such turn is asked of `step`.
    void (*steps)(void *context, dv_world *world);
    /// A behavior by the identity it was made with, after another program or a snapshot was taken
    /// in: for what lasts. NULL: it is no more.
    dv_steering *(*behavior)(void *context, dv_world *world, uint64_t identity);
    /// An agent is gone, or was moved here by loading: the host's own data about it.
    void (*removed)(void *context, dv_world *world, dv_agent agent);
    /// The values (m/s) of a declared flow's field at `count` points, at a time (s). Must not write
    /// the world.
    dv_result (*flow)(void *context, const dv_world *world, uint32_t type, double time,
                      const dv_vec3 *points, dv_vec3 *values, uint32_t count, dv_error *error);
    /// The host's part of a snapshot and of the state hash.
    dv_result (*save)(void *context, const dv_world *world, struct dv_stream *stream,
                      dv_error *error);
    /// Optional: what its code declares, for code that loads the snapshot later. No part of the
    /// state.
    dv_result (*save_code)(void *context, const dv_world *world, struct dv_stream *stream,
                           dv_error *error);
    /// Read both, for a world of the snapshot's content and names; then, when all else has been
    /// read too, take it in place of what there was, or forget it. `code` is NULL when the snapshot
    /// says nothing of its code.
    dv_result (*load)(void *context, dv_world *world, struct dv_reader *reader,
                      struct dv_reader *code, dv_error *error);
    void (*loaded)(void *context, bool is_taken);
} dv_host;

/// The turn of an agent of which its step is all: no guard held, and nobody told it to become
/// something else.
typedef struct dv_turn {
    dv_agent agent;
    int32_t state; ///< as of dv_host.step
} dv_turn;
/// In `steps`: whose step comes next; false when there is none or something else comes before.
bool dv_next_turn(dv_world *world, dv_turn *turn);
/// End the turn with what the step came to, as `step` would give it. That may call the host.
void dv_end_turn(dv_world *world, int32_t decision);
/// The same for DV_STAY, where it calls nobody; else false, and nothing is done yet.
bool dv_pass_turn(dv_world *world);

/// A world with nothing in it, at tick 0. NULL with a message when the definition is out of range
/// or memory is short.
dv_world *dv_world_create(const dv_world_def *def, dv_program *program, dv_error *error);
/// Free a world and release its program. NULL is fine.
void dv_world_destroy(dv_world *world);
/// Give a world its host. The struct is copied; without a host nothing but guards and steering
/// happens.
void dv_world_set_host(dv_world *world, const dv_host *host);

/// Advance by one tick: sense, decide, steer, move, publish.
dv_result dv_world_step(dv_world *world, dv_error *error);

/// Seconds that each phase of the last tick took. They are no part of the world's state.
typedef struct dv_profile {
    double sense, decide, steer, move, publish;
} dv_profile;
/// How long the phases of the last tick took.
dv_profile dv_world_profile(const dv_world *world);

/// Swap the program between two ticks. Agents keep everything that the new program has a name for,
/// or a name that was renamed from it; those in a state that is gone go to the initial one, and are
/// counted in `migrated` (may be NULL). What the program removes goes. Refused, with nothing
/// changed, when something in use has no name in the new program and is not removed either.
dv_result dv_world_swap_program(dv_world *world, dv_program *program, uint32_t *migrated,
                                dv_error *error);

/// An agent whose state the new program has no name for, and what the state was called.
typedef struct dv_migrant {
    dv_agent agent;
    const char *state;
} dv_migrant;

/// How many agents, groups … of a name were removed.
typedef struct dv_removed {
    dv_family family;
    const char *name;
    uint32_t count;
} dv_removed;

/// What the last swap, or the last snapshot that was loaded, could not carry over by name.
typedef struct dv_migration {
    dv_program *from; ///< whose names these are; NULL: nothing was swapped since it was forgotten
    dv_migrant *migrants; ///< in order of ids
    uint32_t count, capacity;
    dv_removed *removed;
    uint32_t removed_count, removed_capacity;
} dv_migration;
/// What the last swap or load could not carry over by name; it stays until the next.
const dv_migration *dv_world_migration(const dv_world *world);
/// Free what dv_world_migration returns, and release its program.
void dv_world_forget_migration(dv_world *world);

/// Bytes of dropped data that are kept in all. A single piece larger than this is lost.
#define DV_MOST_DROPPED ((size_t)64 << 20)

/// Data that a swap drops because the new program has no name for it. It is kept beside the world,
/// and restored when a program declares the name again. It is not part of the state: hashes and
/// snapshots leave it out. The host drops and restores memory; the world does the rest.
typedef enum dv_dropped_part {
    DV_DROPPED_SLOT,
    DV_DROPPED_GROUP_SLOT,
    DV_DROPPED_STATE,
    DV_DROPPED_SETTING, ///< belongs to no handle
    DV_DROPPED_NAME,    ///< the former name of a thing that was renamed or merged
    DV_DROPPED_MEMORY,
    DV_DROPPED_GROUP_MEMORY
} dv_dropped_part;

typedef struct dv_dropped {
    dv_dropped_part part;
    uint32_t type; ///< of a slot or setting; 0 for the others
    const char *name;
} dv_dropped;

/// While the host loads a snapshot: name the options of a choice as the snapshot's code did.
/// DV_ERROR_FORMAT if the snapshot has no such setting.
dv_result dv_world_name_options(dv_world *world, const char *setting, const char *const *options,
                                uint32_t count, dv_error *error);

/// Before a swap, or while the host loads: keep data of a handle that the swap drops. It can be
/// restored once the swap has succeeded, and is discarded if the swap fails. False when out of
/// memory.
void dv_world_begin_swap(dv_world *world);
/// Keep `size` bytes of a handle that the swap drops, copied. False when memory is short.
bool dv_world_drop(dv_world *world, dv_dropped dropped, uint64_t handle, const void *bytes,
                   size_t size);
/// The data last dropped of a handle; NULL if there is none.
const void *dv_world_dropped(const dv_world *world, dv_dropped dropped, uint64_t handle,
                             size_t *size);
/// Give a second world a copy of what `from` has dropped.
dv_result dv_world_share_dropped(dv_world *world, const dv_world *from, dv_error *error);
/// Delete what was dropped after the snapshot to which the world returned.
void dv_world_forget_later_drops(dv_world *world);

/// As dv_program_after, for a program that the world may be swapped to. It also follows renames of
/// earlier swaps backward: a former name of `name` counts too. Not for states.
int32_t dv_world_after(const dv_world *world, const dv_program *program, dv_family family,
                       const char *name);
/// Declare removals in a finished program before the world, or a second world beside it, is swapped
/// to it. An undo or a return runs code that is older than the world, and nobody can add a
/// `removed` entry to that. With `all`, every name of the world's program that `program` lacks is
/// removed; without it, only names that an earlier call with `all` removed. A removal is handed on
/// from program to program until one declares the name again.
dv_result dv_world_let_go(const dv_world *world, dv_program *program, bool all, dv_error *error);

/// The kind of a living agent, or the type of a group, in a program that the world may be swapped
/// to. As dv_world_after, but an agent or group that a removal or a rename merged with others gets
/// its former kind or type back if the program has it.
int32_t dv_agent_kind_after(const dv_world *world, const dv_program *program, dv_agent agent);
/// As dv_agent_kind_after, for a group's type.
int32_t dv_group_type_after(const dv_world *world, const dv_program *program, dv_group group);
/// As dv_world_after, for a state; `kinds` are the names of its kind in the world's program and in
/// the other.
int32_t dv_world_state_after(const dv_world *world, const dv_program *program,
                             const char *const kinds[2], const char *name);

/// The value that a setting of a program will have after the world is swapped to it. A value that a
/// range or a list of options could not hold comes back once it can, unless the setting was changed
/// in between.
double dv_world_setting_after(const dv_world *world, const dv_program *program, uint32_t setting);

/// The number that handles name this world by.
uint32_t dv_world_id(const dv_world *world);
/// The program that the world runs now.
const dv_program *dv_world_program(const dv_world *world);
/// How many ticks the world has done.
uint64_t dv_world_tick(const dv_world *world);
double dv_world_time(const dv_world *world); ///< s
double dv_world_dt(const dv_world *world);   ///< s
/// The seed that the world was made with.
uint64_t dv_world_seed(const dv_world *world);
/// Whether the world is a plane or a volume.
dv_space dv_world_space(const dv_world *world);
/// The corners of the world, and what happens at its edges.
dv_bounds dv_world_bounds(const dv_world *world);
/// How many threads a step may use.
int dv_world_threads(const dv_world *world);
double dv_world_visibility(const dv_world *world); ///< m, infinite in clear air
/// Set how far anyone can see, in m, 0 or more; infinity is clear air.
dv_result dv_world_set_visibility(dv_world *world, double meters, dv_error *error);
bool dv_world_mouse(const dv_world *world, dv_vec3 *point); ///< false: away
/// Put the mouse at a point, as behaviors and scripts see it; NULL: it is away.
void dv_world_set_mouse(dv_world *world, const dv_vec3 *point);
/// End the run after this tick; the first reason stays.
void dv_world_finish(dv_world *world, const char *reason);
const char *dv_world_finished(const dv_world *world); ///< the reason, or NULL

/// The value of a setting: a toggle's is 0 or 1, a choice's the index of an option.
double dv_world_setting(const dv_world *world, uint32_t setting);
/// DV_ERROR_ARGUMENT when out of the setting's range.
dv_result dv_world_set_setting(dv_world *world, uint32_t setting, double value, dv_error *error);

/// The state hash: of all that a snapshot holds. Equal hashes, equal worlds. Fails as taking a
/// snapshot does: a world that cannot be saved has no hash, and `hash` stays as it is.
dv_result dv_world_hash(const dv_world *world, uint64_t *hash, dv_error *error);

/// Write a snapshot, or replace the world's content by one; refused whole when it is damaged.
dv_result dv_world_save(const dv_world *world, const char *path, dv_error *error);
/// Replace the world's content by a snapshot. When it is damaged or does not fit the program, the
/// world stays as it was.
dv_result dv_world_load(dv_world *world, const char *path, dv_error *error);

/// A snapshot in memory.
typedef struct dv_snapshot {
    void *bytes;
    size_t size;
} dv_snapshot;

/// Read a snapshot that dv_world_save wrote; the caller frees it. Verifies the checksum but not the
/// content.
dv_result dv_snapshot_read(const char *path, dv_snapshot *snapshot, dv_error *error);
/// Detach a snapshot from its run, so that another run can load it. Dropped data is then looked up
/// in the world that loads it.
void dv_snapshot_forget_mark(dv_snapshot *snapshot);
/// The state hash of the world when dv_world_take_snapshot took the snapshot.
uint64_t dv_snapshot_hash(const dv_snapshot *snapshot);
/// Take a snapshot; the caller frees it. Empty on failure.
dv_result dv_world_take_snapshot(const dv_world *world, dv_snapshot *snapshot, dv_error *error);
/// Take a snapshot into the memory of an older one, which is overwritten and grown if needed.
dv_result dv_world_fill_snapshot(const dv_world *world, dv_snapshot *snapshot, dv_error *error);
/// Free the snapshot's memory and empty it.
void dv_snapshot_free(dv_snapshot *snapshot);
/// As dv_world_load: older handles become stale.
dv_result dv_world_load_snapshot(dv_world *world, const dv_snapshot *snapshot, dv_error *error);
/// Return a world to a snapshot that was taken of it: handles from that time become valid again.
dv_result dv_world_return_to(dv_world *world, const dv_snapshot *snapshot, dv_error *error);
/// The same, run by the program of then.
dv_result dv_world_return_with(dv_world *world, const dv_snapshot *snapshot, dv_program *program,
                               dv_error *error);

/// What is answered between two ticks beside what snapshots hold: what was sensed at the start of
/// the last tick, and how many numbers agents drew in it. The next tick begins both anew.
typedef struct dv_senses dv_senses;
/// A copy, to be freed or given. NULL with a message when memory is short.
dv_senses *dv_world_keep_senses(const dv_world *world, dv_error *error);
/// Give a world that is back where they were kept its senses of then; frees them.
void dv_world_give_senses(dv_world *world, dv_senses *senses);
/// A copy of a copy.
dv_senses *dv_senses_copy(const dv_senses *senses, dv_error *error);
/// Free a copy of senses that was not given to a world. NULL is fine.
void dv_senses_free(dv_senses *senses);

/// The next number of the world's own random stream, in [0, 1).
double dv_world_random(dv_world *world);

// Agents

typedef struct dv_agent_def {
    uint32_t kind;
    dv_vec3 position;
    float heading; ///< rad
    float speed;   ///< m/s along the heading
    int32_t state; ///< −1: the kind's initial one
    dv_group group;
} dv_agent_def;

/// An agent of a kind at the origin, facing +x, at rest, in the initial state and no group.
dv_agent_def dv_agent_def_default(uint32_t kind);

/// Spawn without entering: call dv_agent_enter after filling slots.
dv_result dv_agent_spawn(dv_world *world, const dv_agent_def *def, dv_agent *agent,
                         dv_error *error);
/// Run the host's init and the initial enter.
void dv_agent_enter(dv_world *world, dv_agent agent);
/// Put an agent into a state as if it began there: its enter runs, no leave.
void dv_agent_place_in_state(dv_world *world, dv_agent agent, uint32_t state);
/// Remove an agent; its handle becomes stale. DV_ERROR_STALE when it is stale already.
dv_result dv_agent_remove(dv_world *world, dv_agent agent);
/// Whether the handle is that of a living agent of this world.
bool dv_agent_alive(const dv_world *world, dv_agent agent);

uint32_t dv_world_agent_count(const dv_world *world); ///< alive
/// Indices go from 0 to the limit in the order of ids; agents there may be gone (null handle).
uint32_t dv_world_agent_limit(const dv_world *world);
/// The agent at an index; the null handle when there is none.
dv_agent dv_world_agent_at(const dv_world *world, uint32_t index);
/// How many agents are suspended.
uint32_t dv_world_suspended_count(const dv_world *world);
/// Let an agent stand still, as when its script failed.
void dv_agent_suspend(dv_world *world, dv_agent agent);
/// Let suspended agents run again.
void dv_world_revive(dv_world *world);

// The functions below take living agents; a stale one is refused (see dv_agent_alive): readers give
// zeros, writers DV_ERROR_STALE.

/// The index of the agent's kind in the program.
uint32_t dv_agent_kind(const dv_world *world, dv_agent agent);
/// The index of its state in the kind.
uint32_t dv_agent_state(const dv_world *world, dv_agent agent);
double dv_agent_state_time(const dv_world *world, dv_agent agent); ///< s
/// Whether the agent is suspended: its script failed, and it stands still.
bool dv_agent_suspended(const dv_world *world, dv_agent agent);
/// Where it is, in m: of a body on legs, its middle.
dv_vec3 dv_agent_position(const dv_world *world, dv_agent agent);
/// How it moves, in m/s.
dv_vec3 dv_agent_velocity(const dv_world *world, dv_agent agent);
/// The unit vector that it faces along.
dv_vec3 dv_agent_forward(const dv_world *world, dv_agent agent);
/// Where the feet of a body on legs are; the one that steps is on its way.
typedef struct dv_feet {
    dv_vec3 left, right; ///< m
    bool left_steps;     ///< else the right one steps, or is the next to do so
    bool is_halted;      ///< no step was free
} dv_feet;
/// False for other bodies, and before the first step.
bool dv_agent_feet(const dv_world *world, dv_agent agent, dv_feet *feet);
/// The unit vector out of its roof: +z in the plane, in a volume as its locomotion rolls it.
dv_vec3 dv_agent_up(const dv_world *world, dv_agent agent);
/// The part of its standing height that an agent has now, 0 to 1: less than 1 where a `duck` among
/// its stress behaviors has it bend under what hangs low.
double dv_agent_posture(const dv_world *world, dv_agent agent);
/// An offset as the agent sees it: forward, left and up; and back.
dv_vec3 dv_agent_to_local(const dv_world *world, dv_agent agent, dv_vec3 offset);
/// The offset in the world for one as the agent sees it; the inverse of dv_agent_to_local.
dv_vec3 dv_agent_to_world(const dv_world *world, dv_agent agent, dv_vec3 local);
double dv_agent_heading(const dv_world *world, dv_agent agent); ///< rad, (−π, π]
/// The steering vector of the last tick, m/s.
dv_vec3 dv_agent_steering(const dv_world *world, dv_agent agent);
/// Put an agent at a point (m). DV_ERROR_ARGUMENT when a coordinate is not finite or out of range.
dv_result dv_agent_set_position(dv_world *world, dv_agent agent, dv_vec3 position, dv_error *error);
/// Set its velocity (m/s). DV_ERROR_ARGUMENT when it is not finite or too fast.
dv_result dv_agent_set_velocity(dv_world *world, dv_agent agent, dv_vec3 velocity, dv_error *error);
/// Turn an agent to a heading (rad, counter-clockwise from +x).
dv_result dv_agent_set_heading(dv_world *world, dv_agent agent, double heading, dv_error *error);

/// A property as it holds for this agent now: its own, else what its kind says.
double dv_agent_property(const dv_world *world, dv_agent agent, dv_property property);
/// What agents of a kind have when they have nothing of their own and no slot is read.
double dv_kind_property(const dv_world *world, uint32_t kind, dv_property property);
/// Whether the kind's bodies have the property: not one that only another locomotion model has.
bool dv_kind_has_property(const dv_world *world, uint32_t kind, dv_property property);
/// Override a property for this agent; NaN gives it back to the kind.
dv_result dv_agent_set_property(dv_world *world, dv_agent agent, dv_property property, double value,
                                dv_error *error);
uint32_t dv_agent_color(const dv_world *world, dv_agent agent); ///< its own, else its kind's
/// 0xRRGGBBAA; 0 gives the kind's back.
dv_result dv_agent_set_color(dv_world *world, dv_agent agent, uint32_t color, dv_error *error);
/// The value of a slot, by its index in the kind.
dv_slot_value dv_agent_slot(const dv_world *world, dv_agent agent, uint32_t slot);
/// Set a slot. DV_ERROR_ARGUMENT when the value is of another type or out of range.
dv_result dv_agent_set_slot(dv_world *world, dv_agent agent, uint32_t slot, dv_slot_value value,
                            dv_error *error);
/// The group that the agent is in; the null handle when it is in none.
dv_group dv_agent_group(const dv_world *world, dv_agent agent);
/// Move an agent to a group; the null handle takes it out of its group.
dv_result dv_agent_set_group(dv_world *world, dv_agent agent, dv_group group, dv_error *error);

/// Switch when the agent's callback returns, or at its next turn, before its guards.
dv_result dv_agent_become(dv_world *world, dv_agent agent, uint32_t state, dv_error *error);
/// Steer by a named blend of the kind until the state changes; −1 gives the state's back.
dv_result dv_agent_choose_blend(dv_world *world, dv_agent agent, int32_t blend, dv_error *error);
/// Add weight · vector of a behavior for this tick, at most 8 for an agent. DV_ERROR_ARGUMENT
/// between ticks and for who was spawned in this one: there is no tick that it would be steered in.
dv_result dv_agent_apply(dv_world *world, dv_agent agent, dv_steering *behavior, float weight,
                         dv_error *error);
/// What a behavior or blend would yield now if it began now (a wander has no memory here), m/s.
/// Changes nothing.
dv_result dv_agent_evaluate(dv_world *world, dv_agent agent, dv_steering *steering, dv_vec3 *vector,
                            dv_error *error);
/// Draw what the agent thinks, as it would steer now by what it sensed last: the annotation of each
/// behavior that its blend asks and of those applied in the last tick, with its vector as a thin
/// arrow, and the velocity they want together, held to the cap, as a bold one. An arrow of
/// max_speed is as long as its way in half a second, at least six radii. An agent that stands
/// suspended or steers by nothing draws nothing. Changes nothing but the sketch; see
/// dv_sketch_complete.
dv_result dv_agent_annotate(const dv_world *world, dv_agent agent, dv_sketch *sketch,
                            dv_error *error);
void dv_agent_halt(dv_world *world, dv_agent agent); ///< velocity zero, heading kept

/// A turn in place.
typedef struct dv_turn_def {
    double angle; ///< rad, to the left
    double rate;  ///< rad/s, above 0
    bool begins;  ///< on legs: clockwise the right foot is to be first, else the left one
    bool follows; ///< on legs: with angle 0 a foot that is behind is set down beside the body
} dv_turn_def;

/// What comes of it.
typedef struct dv_turning {
    double angle;      ///< rad, that is turned by now
    bool takes_step;   ///< it takes a step, in which nothing else is done
    bool is_under_way; ///< a step is under way, and there is nothing to do but to wait
} dv_turning;

/// Turn in place by as much of an angle as a tick at that rate allows; on legs by as much as one
/// foot does, which is `turn` of the body. What is left is asked for again. A stale agent or what
/// is not finite turns nothing.
dv_turning dv_agent_turn(dv_world *world, dv_agent agent, const dv_turn_def *def);
/// The next number of the agent's own random stream of this tick, in [0, 1).
double dv_agent_random(dv_world *world, dv_agent agent);

// What agents perceive, all as sensed at the start of the tick

/// Whether `other` is inside range and view of `agent` and not hidden.
bool dv_agent_sees(const dv_world *world, dv_agent agent, dv_agent other);
/// Whether no obstacle stands between the agent and a place, whichever way it faces and however far
/// that is: whether it could be seen, and gone to straight.
bool dv_agent_has_in_sight(const dv_world *world, dv_agent agent, dv_vec3 place);
/// Where an agent supposes the one in its slot to be: the place that behaviors steer at and that
/// `near`, `far` and `arrived` measure to. `is_sure` tells whether it perceives it. False when the
/// slot does not hold an agent.
bool dv_agent_supposed(const dv_world *world, dv_agent agent, uint32_t slot, dv_vec3 *place,
                       bool *is_sure);
/// Whether a point of an obstacle is inside range and view of the agent and not hidden by it or
/// others: the nearest one, that straight ahead, corners and middles of sides, or where it bulges
/// to either side.
bool dv_agent_sees_obstacle(const dv_world *world, dv_agent agent, dv_obstacle obstacle);
/// The obstacles it sees that are not among the known ones, in order of ids: at most `capacity` are
/// written, and counted are all.
dv_result dv_agent_discover(const dv_world *world, dv_agent agent, const dv_obstacle *known,
                            uint32_t known_count, dv_obstacle *seen, uint32_t capacity,
                            uint32_t *count, dv_error *error);
/// The nearest perceived agent of the kinds within `range` (m), ties by id; null when none.
dv_agent dv_agent_nearest_seen(dv_world *world, dv_agent agent, dv_kind_set kinds, double range);
typedef struct dv_neighbor {
    dv_agent agent;
    float distance; ///< m, center to center
} dv_neighbor;
/// Agents of the kinds within `radius` of a point, nearest first, ties by id, without `except`.
/// At most `capacity` are written; the number found is returned.
uint32_t dv_world_neighbors(const dv_world *world, dv_vec3 point, double radius, dv_kind_set kinds,
                            dv_agent except, dv_neighbor *neighbors, uint32_t capacity);
/// The same, only those the agent perceives.
uint32_t dv_agent_seen(const dv_world *world, dv_agent agent, dv_kind_set kinds, double range,
                       dv_neighbor *neighbors, uint32_t capacity);
/// The nearest to an agent; what most of its kind ask is answered ahead in the next tick.
dv_agent dv_agent_nearest(dv_world *world, dv_agent agent, dv_kind_set kinds, double radius,
                          double *distance);
/// The nearest agent of the kinds within `radius` (m) of a point, ties by id, without `except`;
/// null when there is none. `distance` (m) may be NULL.
dv_agent dv_world_nearest(const dv_world *world, dv_vec3 point, double radius, dv_kind_set kinds,
                          dv_agent except, double *distance);
/// The point nearest to a place of the obstacle, region, path or surface that a slot of that type
/// holds; of a region, the place itself when it is inside. Where the world wraps it may lie beyond
/// an edge. False, with `point` untouched, for a stale handle and for any other type.
bool dv_world_nearest_of(const dv_world *world, dv_slot_type type, uint64_t handle, dv_vec3 place,
                         dv_vec3 *point);
/// The shortest offset from a to b, across the edge where the world wraps.
dv_vec3 dv_world_offset(const dv_world *world, dv_vec3 a, dv_vec3 b);
uint32_t dv_world_count(const dv_world *world, dv_kind_set kinds, int32_t state); ///< −1: any
/// A random point of the bounds outside every obstacle.
dv_result dv_world_random_point(dv_world *world, dv_vec3 *point, dv_error *error);

/// Finds clear places for many agents, one after another.
typedef struct dv_places dv_places;

/// Note where every living agent is; `radius` (m) is that of the agents to come. NULL with a
/// message when memory is short.
dv_places *dv_places_begin(dv_world *world, double radius, dv_error *error);
/// A random point of the bounds where an agent of the radius touches nothing.
dv_result dv_places_find(dv_places *places, dv_vec3 *point, dv_error *error);
/// Note an agent that was spawned since.
dv_result dv_places_add(dv_places *places, dv_agent agent, dv_error *error);
/// Free the places. NULL is fine.
void dv_places_end(dv_places *places);

// Events

typedef struct dv_event {
    uint64_t name;   ///< dv_event_name of its name
    dv_agent source; ///< null: the world
    dv_agent about;  ///< null: nobody
    dv_group among;  ///< null: everybody
    dv_vec3 position;
    float radius; ///< m
} dv_event;

/// The number that stands for the name of an event, the same in every run.
uint64_t dv_event_name(const char *name);
/// Heard in the next tick by those within its radius, not by its source.
dv_result dv_world_emit(dv_world *world, const dv_event *event, dv_error *error);
/// The nearest event of that name the agent hears this tick, ties by order of emission.
bool dv_agent_heard(const dv_world *world, dv_agent agent, uint64_t name, dv_event *event);

// Groups

/// Make an empty group of a type.
dv_result dv_group_create(dv_world *world, uint32_t type, dv_group *group, dv_error *error);
/// Whether the handle is that of a group of this world.
bool dv_group_alive(const dv_world *world, dv_group group);
/// The index of a group's type in the program.
uint32_t dv_group_type(const dv_world *world, dv_group group);
/// How many members a group has.
uint32_t dv_group_size(const dv_world *world, dv_group group);
dv_agent dv_group_member(const dv_world *world, dv_group group, uint32_t i); ///< in order of ids
dv_agent dv_group_leader(const dv_world *world, dv_group group);             ///< null: none
/// A member, or null for none.
dv_result dv_group_set_leader(dv_world *world, dv_group group, dv_agent leader, dv_error *error);
/// The value of a slot of a group, by its index in the type.
dv_slot_value dv_group_slot(const dv_world *world, dv_group group, uint32_t slot);
/// Set a slot of a group; errors as for dv_agent_set_slot.
dv_result dv_group_set_slot(dv_world *world, dv_group group, uint32_t slot, dv_slot_value value,
                            dv_error *error);
/// Indices of groups go from 0 to below the limit, in the order of ids.
uint32_t dv_world_group_limit(const dv_world *world);
/// The group at an index; the null handle when there is none.
dv_group dv_world_group_at(const dv_world *world, uint32_t index);
/// Hold elections now, as after setup: every group with members and no leader.
void dv_world_elect(dv_world *world);

// Obstacles

typedef enum dv_obstacle_shape {
    DV_SPHERE,
    DV_BOX,
    DV_POLYGON,
    DV_WALL,
    DV_CYLINDER
} dv_obstacle_shape;

#define DV_MAX_POLYGON_POINTS 256

/// What an obstacle is in the way of, and so who takes it into account: Reich's attention sets
/// (1997) of a test of sight, of what avoids and touches, and of a planner. A pane of glass blocks
/// no sight, a curtain no movement; a gate that is usually open may be nothing to plan around.
typedef enum dv_blocking {
    DV_BLOCKS_SIGHT = 1,    ///< of occluded kinds; what to hide behind
    DV_BLOCKS_MOVEMENT = 2, ///< behaviors avoid and follow it, agents are not scattered into it
    DV_BLOCKS_PLANNING = 4,
    DV_BLOCKS_ALL = 7
} dv_blocking;

typedef struct dv_obstacle_def {
    dv_obstacle_shape shape;
    dv_vec3 position;           ///< center of a sphere, box or cylinder
    float radius;               ///< m, sphere and cylinder
    float width, depth, height; ///< m, box: along its x, y and z; height of a cylinder
    float heading;              ///< rad, box
    const dv_vec3 *points;      ///< polygon: 3 or more, simple; wall: 2
    uint32_t point_count;
    uint32_t color;     ///< 0xRRGGBBAA; 0: as obstacles are drawn
    uint32_t lets_pass; ///< of dv_blocking: what it is not in the way of; 0: it blocks all
} dv_obstacle_def;

/// Make an obstacle. DV_ERROR_ARGUMENT with a message when its shape is not a proper one.
dv_result dv_obstacle_create(dv_world *world, const dv_obstacle_def *def, dv_obstacle *obstacle,
                             dv_error *error);
/// Remove an obstacle; its handle becomes stale.
dv_result dv_obstacle_remove(dv_world *world, dv_obstacle obstacle);
/// Whether the handle is that of an obstacle of this world.
bool dv_obstacle_alive(const dv_world *world, dv_obstacle obstacle);
/// Center of a sphere, box or cylinder, centroid of a polygon's points, middle of a wall.
dv_vec3 dv_obstacle_position(const dv_world *world, dv_obstacle obstacle);
/// Put an obstacle's position at a point (m), and turn a box, polygon, or wall to a heading (rad).
dv_result dv_obstacle_move(dv_world *world, dv_obstacle obstacle, dv_vec3 position, double heading,
                           dv_error *error);
double dv_obstacle_heading(const dv_world *world, dv_obstacle obstacle); ///< rad
/// Of dv_blocking; 0 for one that is gone.
uint32_t dv_obstacle_blocks(const dv_world *world, dv_obstacle obstacle);
/// Set what the obstacle is in the way of, a sum of dv_blocking.
dv_result dv_obstacle_set_blocks(dv_world *world, dv_obstacle obstacle, uint32_t blocks,
                                 dv_error *error);
/// Indices of obstacles go from 0 to below the limit, in the order of ids.
uint32_t dv_world_obstacle_limit(const dv_world *world);
/// The obstacle at an index; the null handle when there is none.
dv_obstacle dv_world_obstacle_at(const dv_world *world, uint32_t index);
/// The shape that an obstacle was made with.
dv_obstacle_shape dv_obstacle_shape_of(const dv_world *world, dv_obstacle obstacle);
uint32_t dv_obstacle_color(const dv_world *world, dv_obstacle obstacle); ///< 0: none of its own
/// m, of a sphere or cylinder.
float dv_obstacle_radius(const dv_world *world, dv_obstacle obstacle);
/// The outline in the plane of all but spheres and cylinders; returns the number of points.
uint32_t dv_obstacle_outline(const dv_world *world, dv_obstacle obstacle, const dv_vec3 **points);

// Paths

#define DV_MAX_PATH_POINTS 4096

/// A spine with a radius: a tube (Reynolds 1999, Path Following).
typedef struct dv_path_def {
    const dv_vec3 *points; ///< m, 2 or more, 3 or more when closed; in a wrapping world they may
                           ///< lie outside the bounds, and the way between two is straight
    uint32_t point_count;
    float radius; ///< m
    bool closed;  ///< from the last point back to the first
    bool spline;  ///< a centripetal Catmull-Rom curve through the points; else straight lines
} dv_path_def;

/// Make a path. DV_ERROR_ARGUMENT with a message when its points or radius are not proper ones.
dv_result dv_path_create(dv_world *world, const dv_path_def *def, dv_path *path, dv_error *error);
/// Remove a path; its handle becomes stale.
dv_result dv_path_remove(dv_world *world, dv_path path);
/// Whether the handle is that of a path of this world.
bool dv_path_alive(const dv_world *world, dv_path path);
double dv_path_length(const dv_world *world, dv_path path); ///< m, along the spine
float dv_path_radius(const dv_world *world, dv_path path);  ///< m
/// Whether the path leads from its last point back to the first.
bool dv_path_closed(const dv_world *world, dv_path path);
/// The point of the spine `s` m from its start, held to the ends of an open path, and there the
/// unit vector along it (may be NULL).
dv_vec3 dv_path_point(const dv_world *world, dv_path path, double s, dv_vec3 *tangent);
/// The place on the spine nearest to a point: m from its start; `side` (may be NULL) is the
/// distance to it, negative to its right.
double dv_path_project(const dv_world *world, dv_path path, dv_vec3 point, double *side);
/// The corners of the spine, a spline's as it was sampled; the first again at the end of a closed
/// one. Returns their number.
uint32_t dv_path_spine(const dv_world *world, dv_path path, const dv_vec3 **corners);
/// What is asked of a path.
typedef struct dv_path_query {
    float clearance;          ///< m, kept from the spine to the surface of an obstacle
    double from;              ///< m from its start; of a closed path all of it is asked about
    bool knows_part;          ///< only those in the list count, and of these only who is not gone
    const dv_obstacle *known; ///< as `plan` had it
    uint32_t known_count;
} dv_path_query;

/// The first obstacle in the way of a path that a plan would lead around, and where (m from its
/// start); null when the way is free. What a plan with that clearance made is free of what it knew.
dv_result dv_path_blocked(const dv_world *world, dv_path path, const dv_path_query *query,
                          dv_obstacle *obstacle, double *s, dv_error *error);
/// Indices of paths go from 0 to below the limit, in the order of ids.
uint32_t dv_world_path_limit(const dv_world *world);
/// The path at an index; the null handle when there is none.
dv_path dv_world_path_at(const dv_world *world, uint32_t index);

// Flows

#define DV_MAX_FLOW_NODES (1u << 20)

/// Make a flow of a declared type. One with a field asks the host for its values at once, and one
/// with an interval again whenever that has passed, at the beginning of the decide phase.
dv_result dv_flow_create(dv_world *world, uint32_t type, dv_flow *flow, dv_error *error);
/// Remove a flow; its handle becomes stale.
dv_result dv_flow_remove(dv_world *world, dv_flow flow);
/// Whether the handle is that of a flow of this world.
bool dv_flow_alive(const dv_world *world, dv_flow flow);
/// The index of a flow's type in the program.
uint32_t dv_flow_type(const dv_world *world, dv_flow flow);
/// Whether it was set or painted since the host gave its values; false of one that is gone.
bool dv_flow_painted(const dv_world *world, dv_flow flow);
/// The flow (m/s) at a point, interpolated between the nodes of the grid; zero outside of it.
dv_vec3 dv_flow_at(const dv_world *world, dv_flow flow, dv_vec3 point);
/// Set the node nearest to a point, which must not lie outside of the flow's bounds.
dv_result dv_flow_set(dv_world *world, dv_flow flow, dv_vec3 point, dv_vec3 velocity,
                      dv_error *error);
/// Bring nodes within `radius` (m) nearer to a velocity: by `strength` (0 to 1) at the point, by
/// less outward, by nothing at the radius; inside the bounds at least the nearest node.
dv_result dv_flow_paint(dv_world *world, dv_flow flow, dv_vec3 point, double radius,
                        dv_vec3 velocity, double strength, dv_error *error);
/// Ask the host anew for the flows that have a field but no interval and were not painted: after a
/// reload.
dv_result dv_world_compile_flows(dv_world *world, dv_error *error);
/// Indices of flows go from 0 to below the limit, in the order of ids.
uint32_t dv_world_flow_limit(const dv_world *world);
/// The flow at an index; the null handle when there is none.
dv_flow dv_world_flow_at(const dv_world *world, uint32_t index);

// Regions

typedef struct dv_region_def {
    dv_obstacle_def shape; ///< any but a wall
    float speed;           ///< what the caps of agents inside are multiplied by, 0 to 100
} dv_region_def;

/// Shape to be filled in; speed 1.
dv_region_def dv_region_def_default(void);
/// Make a region. DV_ERROR_ARGUMENT with a message when its shape or speed is not a proper one.
dv_result dv_region_create(dv_world *world, const dv_region_def *def, dv_region *region,
                           dv_error *error);
/// Remove a region; its handle becomes stale.
dv_result dv_region_remove(dv_world *world, dv_region region);
/// Whether the handle is that of a region of this world.
bool dv_region_alive(const dv_world *world, dv_region region);
/// Inside or on the edge.
bool dv_region_contains(const dv_world *world, dv_region region, dv_vec3 point);
/// What the speed caps of agents inside are multiplied by.
float dv_region_speed(const dv_world *world, dv_region region);
/// Set that factor, 0 to 100.
dv_result dv_region_set_speed(dv_world *world, dv_region region, double speed, dv_error *error);
dv_vec3 dv_region_position(const dv_world *world, dv_region region); ///< as dv_obstacle_position
/// The shape that a region was made with.
dv_obstacle_shape dv_region_shape_of(const dv_world *world, dv_region region);
float dv_region_radius(const dv_world *world, dv_region region); ///< m, of a sphere or cylinder
/// The outline in the plane of a box or polygon; returns the number of points.
uint32_t dv_region_outline(const dv_world *world, dv_region region, const dv_vec3 **points);
/// A random point of a region, outside every obstacle and inside the bounds unless they are open.
dv_result dv_region_random_point(dv_world *world, dv_region region, dv_vec3 *point,
                                 dv_error *error);
/// Indices of regions go from 0 to below the limit, in the order of ids.
uint32_t dv_world_region_limit(const dv_world *world);
/// The region at an index; the null handle when there is none.
dv_region dv_world_region_at(const dv_world *world, uint32_t index);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
