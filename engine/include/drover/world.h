// A world holds agents, groups, obstacles, paths, flows, regions, events, and the clock. One thread
// steps it. A step may use more threads inside; their number does not affect the result.
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
typedef struct dv_timer dv_timer;

typedef enum dv_space { DV_PLANE, DV_VOLUME } dv_space;
typedef enum dv_edge { DV_EDGE_OPEN, DV_EDGE_CONTAIN, DV_EDGE_WRAP } dv_edge;

typedef struct dv_bounds {
    dv_vec3 min, max; ///< m; z is not used in the plane
    dv_edge edge;
} dv_bounds;

typedef struct dv_world_def {
    uint64_t seed;
    double tick_rate; ///< ticks per second, 1 to 1000
    dv_space space;
    dv_bounds bounds;
    int threads; ///< 1 to DV_MAX_THREADS
    /// The widest vectors to compute with: 128, 256, or 512 bits; 0: the processor's width. It does
    /// not affect results.
    uint32_t vector_bits;
    uint32_t most_agents; ///< that may live at a time, up to DV_MAX_AGENTS; 0: DV_MAX_AGENTS
} dv_world_def;

/// The default definition: seed 1, 60 ticks per second, a plane with open edges, bounds of 100 m by
/// 100 m centered on the origin, and one thread.
dv_world_def dv_world_def_default(void);

/// What a host says about a timer that is due.
typedef enum dv_timer_state {
    DV_TIMER_UNKNOWN, ///< it has no function for it: the timer waits for another program
    DV_TIMER_STOPPED, ///< it no longer calls the function: the timer waits for another program, too
    DV_TIMER_NOT_NOW, ///< it calls nothing in this tick: this timer and later ones wait for the
                      ///< next
    DV_TIMER_READY
} dv_timer_state;

#define DV_STAY (-1)
#define DV_SUSPEND (-2)
/// The callbacks of a host, which decides for agents in addition to their guards. They run on the
/// stepping thread, and each may be NULL. Those that return an int32_t return a decision: the index
/// of a state to switch to, DV_STAY to switch to none, or DV_SUSPEND if the script failed for this
/// agent. A suspended agent does not move until dv_world_revive.
typedef struct dv_host {
    void *context; ///< passed to all callbacks
    /// Optional: whether the tick may go on. Called on the thread that steps, in any phase, soon
    /// after dv_world_ask, and every 10 ms while that thread waits for others. Must not write to
    /// the world. Return false to end the tick where it is.
    bool (*may_go_on)(void *context, const dv_world *world);
    /// Start of the decide phase: call the function of a timer that is due. A null agent: the
    /// world's. Only DV_SUSPEND counts, and only for an agent's timer.
    int32_t (*timer)(void *context, dv_world *world, const dv_timer *timer);
    /// Optional: what to do with a timer of an agent, or with a null handle of the world. Asked
    /// when it is due, and when its agent has turned into another kind: then one that is unknown
    /// ends.
    dv_timer_state (*timer_state)(void *context, const dv_world *world, dv_agent agent,
                                  const char *name);
    /// After the timers; `dt` is the duration of a tick in s.
    void (*update)(void *context, dv_world *world, double dt);
    /// Choose a leader for a group that has members but no leader; null: none.
    dv_agent (*elect)(void *context, dv_world *world, dv_group group);
    /// Test a guard that is a host function. Must not write to the world.
    bool (*test)(void *context, const dv_world *world, dv_agent agent, int32_t callback);
    /// Compute the steering vector (m/s) of a behavior that is a host function. Called after all
    /// steps. Must not write to the world. Return false if the script failed: this suspends the
    /// agent.
    bool (*custom)(void *context, const dv_world *world, dv_agent agent, int32_t callback,
                   dv_vec3 *vector);
    /// Compute the stress of each footstep in `steps` for a stress behavior that is a host
    /// function, and write `steps->count` values to `stress`. Called after all steps, for agents
    /// that choose a footstep in this tick. Must not write to the world. Return false as above.
    bool (*stress)(void *context, const dv_world *world, dv_agent agent, int32_t callback,
                   const dv_footsteps *steps, float *stress);
    /// Run the host function of a guard that holds.
    int32_t (*choose)(void *context, dv_world *world, dv_agent agent, int32_t callback);
    /// A new agent begins; see dv_agent_enter.
    int32_t (*init)(void *context, dv_world *world, dv_agent agent);
    /// The agent leaves its state for state `to` (−1: it turns into another kind), or enters its
    /// state from state `from` (−1: none, or one of another kind).
    int32_t (*leave)(void *context, dv_world *world, dv_agent agent, int32_t to);
    int32_t (*enter)(void *context, dv_world *world, dv_agent agent, int32_t from);
    /// The agent turned from the kind `from` into its present one. Called after `leave` and before
    /// `enter`, to move the host's own data about it.
    int32_t (*turned)(void *context, dv_world *world, dv_agent agent, uint32_t from);
    /// Run the step of the kind (`state` is −1) or of a state. The kind's comes first. `dt` (s) is
    /// the time since the previous one.
    int32_t (*step)(void *context, dv_world *world, dv_agent agent, int32_t state, double dt);
    /// Optional, and faster than `step`: run consecutive turns that consist of one step each, in a
    /// loop over dv_next_turn. The engine calls `step` for all other turns.
    void (*steps)(void *context, dv_world *world);
    /// Optional, for dv_world_explain: write where the step of a kind (`state` is −1) or of a state
    /// is defined, such as "caribou.lua:51", to `place` of `size` bytes.
    void (*step_place)(void *context, const dv_world *world, dv_agent agent, int32_t state,
                       char *place, size_t size);
    /// Find a behavior by the identity it was created with. Called after a program swap or a load,
    /// for applied behaviors that last longer than a tick. Return NULL if it no longer exists.
    dv_steering *(*behavior)(void *context, dv_world *world, uint64_t identity);
    /// Drop the host's own data about an agent. Called just before the agent is removed, while its
    /// handle is still valid.
    void (*removed)(void *context, dv_world *world, dv_agent agent);
    /// Compute the velocities (m/s) of a flow type's field at `count` points at a time (s). Must
    /// not write to the world.
    dv_result (*flow)(void *context, const dv_world *world, uint32_t type, double time,
                      const dv_vec3 *points, dv_vec3 *values, uint32_t count, dv_error *error);
    /// Write the host's part of a snapshot, which is also its part of the state hash.
    dv_result (*save)(void *context, const dv_world *world, struct dv_stream *stream,
                      dv_error *error);
    /// Optional: write what the host's code declares, for other code that loads the snapshot later.
    /// Not part of the state.
    dv_result (*save_code)(void *context, const dv_world *world, struct dv_stream *stream,
                           dv_error *error);
    /// Read what `save` and `save_code` wrote. `world` has the snapshot's content and names; `code`
    /// is NULL if the snapshot has no such part. Keep the host's present data until `loaded`.
    dv_result (*load)(void *context, dv_world *world, struct dv_reader *reader,
                      struct dv_reader *code, dv_error *error);
    /// Optional: whether scripts may have `bytes` more, beside dv_world_charged, for what is about
    /// to be made. What it returns and says is what the function fails with that makes it.
    dv_result (*charge)(void *context, const dv_world *world, uint64_t bytes, dv_error *error);
    /// End of a load. If `is_taken`, replace the host's data by what `load` read; else discard it.
    void (*loaded)(void *context, bool is_taken);
} dv_host;

/// A turn that consists of one step: no guard of the agent holds, and no state was requested with
/// dv_agent_become.
typedef struct dv_turn {
    dv_agent agent;
    int32_t state; ///< as in dv_host.step
} dv_turn;
/// Get the next turn. Call only in dv_host.steps. Returns false if no turn is left, or if the next
/// one is more than a step; `steps` then returns.
bool dv_next_turn(dv_world *world, dv_turn *turn);
/// End the turn with the decision of its step, as `step` would return it. This may call the host.
void dv_end_turn(dv_world *world, int32_t decision);
/// End the turn with DV_STAY if that does not call the host. Otherwise returns false and does
/// nothing; call dv_end_turn instead.
bool dv_pass_turn(dv_world *world);

/// Create an empty world at tick 0, which retains the program. Returns NULL with a message if the
/// definition is out of range, the program is not finished, there are too many worlds, or when out
/// of memory.
dv_world *dv_world_create(const dv_world_def *def, dv_program *program, dv_error *error);
/// Free a world and release its program. NULL is fine.
void dv_world_destroy(dv_world *world);
/// Set the host of a world. The struct is copied. A world without a host only runs guards and
/// steering.
void dv_world_set_host(dv_world *world, const dv_host *host);

/// The bytes that paths, flows, groups, obstacles, regions, links, timers, and events count for, by
/// a formula of their content: the same on every platform and after a load.
uint64_t dv_world_charged(const dv_world *world);

/// Advance by one tick, in six phases: sense, decide, steer, move, fields, publish. Fails with
/// DV_ERROR_STOPPED if the host's `may_go_on` ends the tick. The world is then in the midst of it:
/// until it returns to a snapshot, it can be neither stepped nor saved nor hashed.
dv_result dv_world_step(dv_world *world, dv_error *error);
/// Have the host's `may_go_on` called soon if a tick runs. Any thread and any signal handler may
/// call this.
void dv_world_ask(dv_world *world);

/// The duration of each phase of the last tick, in s. Not part of the world's state.
typedef struct dv_profile {
    double sense, decide, steer, move, fields, publish;
} dv_profile;
/// Get the duration of each phase of the last tick.
dv_profile dv_world_profile(const dv_world *world);

/// Swap the program. Call only between two ticks. Agents keep all data that the new program has a
/// name for, or a rename of that name. Agents whose state is gone move to the initial state;
/// `migrated` (may be NULL) gets their number. Things whose names the new program removes are
/// deleted. Fails with the world unchanged if something in use has no name in the new program and
/// no removal, or if the new program has another origin.
dv_result dv_world_swap_program(dv_world *world, dv_program *program, uint32_t *migrated,
                                dv_error *error);

/// An agent that was in a state the new program has no name for, and that state's old name.
typedef struct dv_migrant {
    dv_agent agent;
    const char *state;
} dv_migrant;

/// The number of agents, groups, or other things of one name that were removed.
typedef struct dv_removed {
    dv_family family;
    const char *name;
    uint32_t count;
} dv_removed;

/// What the last swap or the last load of a snapshot could not carry over by name.
typedef struct dv_migration {
    dv_program *from;     ///< the program that owns the names; NULL: no swap since it was forgotten
    dv_migrant *migrants; ///< in order of IDs
    uint32_t count, capacity;
    dv_removed *removed;
    uint32_t removed_count, removed_capacity;
} dv_migration;
/// Get what the last swap or load could not carry over by name. Valid until the next one.
const dv_migration *dv_world_migration(const dv_world *world);
/// Free the data that dv_world_migration returns, and release its program.
void dv_world_forget_migration(dv_world *world);

/// The most bytes of dropped data that a world keeps in total. A larger single piece is lost.
#define DV_MAX_DROPPED ((size_t)64 << 20)

/// Kinds of data that a swap drops because the new program has no name for it. The world keeps
/// dropped data outside its state (hashes and snapshots leave it out) and restores it when a
/// program declares the name again. The host drops and restores memory; the world does the rest.
typedef enum dv_dropped_part {
    DV_DROPPED_SLOT,
    DV_DROPPED_GROUP_SLOT,
    DV_DROPPED_STATE,
    DV_DROPPED_SETTING, ///< belongs to no handle
    DV_DROPPED_NAME,    ///< the former name of a thing that was renamed or merged
    DV_DROPPED_FIELD,   ///< what cells held; belongs to no handle
    DV_DROPPED_LINKS,   ///< which agents were linked; belongs to no handle
    DV_DROPPED_TERRAIN, ///< the name of the kind whose terrain counts for a flow
    DV_DROPPED_MEMORY,
    DV_DROPPED_GROUP_MEMORY
} dv_dropped_part;

typedef struct dv_dropped {
    dv_dropped_part part;
    uint32_t type; ///< of a slot or setting; 0 for the others
    const char *name;
} dv_dropped;

/// Set the names that the options of a choice had in the snapshot's code. Call only while the host
/// loads. Fails with DV_ERROR_FORMAT if the snapshot has no such setting.
dv_result dv_world_name_options(dv_world *world, const char *setting, const char *const *options,
                                uint32_t count, dv_error *error);

/// Start to collect dropped data for a swap. Call before the host's first dv_world_drop.
void dv_world_begin_swap(dv_world *world);
/// Keep a copy of `size` bytes of a handle's data that the coming swap drops. Call before the swap,
/// or while the host loads. The data can be restored once the swap has succeeded, and is discarded
/// if the swap fails. Returns false when out of memory.
bool dv_world_drop(dv_world *world, dv_dropped dropped, uint64_t handle, const void *bytes,
                   size_t size);
/// Get a handle's most recently dropped data and its size in bytes; NULL if there is none.
const void *dv_world_dropped(const dv_world *world, dv_dropped dropped, uint64_t handle,
                             size_t *size);
/// Copy the dropped data of `from` to another world.
dv_result dv_world_share_dropped(dv_world *world, const dv_world *from, dv_error *error);
/// Delete data that was dropped after the snapshot to which the world returned.
void dv_world_forget_later_drops(dv_world *world);

/// Like dv_program_after, for a program that the world may be swapped to. It also follows renames
/// of earlier swaps backward, so `program` may still use a former name of `name`. Not for states.
int32_t dv_world_after(const dv_world *world, const dv_program *program, dv_family family,
                       const char *name);
/// Declare removals in a finished program, before this world or a copy of it is swapped to the
/// program. This is for an undo or a return, which run code older than the world: its author could
/// not have added a `removed` entry. With `all`, every name of the world's program that `program`
/// lacks is removed; without it, only names that an earlier call with `all` removed. A removal
/// passes from program to program until one declares the name again.
dv_result dv_world_let_go(const dv_world *world, dv_program *program, bool all, dv_error *error);

/// Get the kind that a living agent will have in a program that the world may be swapped to. Like
/// dv_world_after, except that an agent whose kind a removal or a rename merged into another gets
/// its former kind back if the program has it.
int32_t dv_agent_kind_after(const dv_world *world, const dv_program *program, dv_agent agent);
/// Like dv_agent_kind_after, for a group's type.
int32_t dv_group_type_after(const dv_world *world, const dv_program *program, dv_group group);
/// Like dv_world_after, for a state. `kinds` has the name of its kind in the world's program and in
/// `program`.
int32_t dv_world_state_after(const dv_world *world, const dv_program *program,
                             const char *const kinds[2], const char *name);

/// Get the value that a setting of `program` will have after the world is swapped to it. If a swap
/// changed a value because a range or a list of options did not allow it, the old value returns
/// once it is allowed, unless the setting was changed in between.
double dv_world_setting_after(const dv_world *world, const dv_program *program, uint32_t setting);

/// The world's number, which is part of its handles.
uint32_t dv_world_id(const dv_world *world);
/// The program that the world currently runs.
const dv_program *dv_world_program(const dv_world *world);
/// The number of completed ticks.
uint64_t dv_world_tick(const dv_world *world);
double dv_world_time(const dv_world *world); ///< simulated time, s
double dv_world_dt(const dv_world *world);   ///< duration of a tick, s
/// The seed that the world was created with.
uint64_t dv_world_seed(const dv_world *world);
/// Whether the world is a plane or a volume.
dv_space dv_world_space(const dv_world *world);
/// The place that positions in the world count from, the origin of its program.
dv_place dv_world_origin(const dv_world *world);
/// Where a place is in the world, and the place of a position there (m).
dv_vec3 dv_world_locate(const dv_world *world, dv_place place);
dv_place dv_world_place(const dv_world *world, dv_vec3 position);
/// The corners of the world, and what happens at its edges.
dv_bounds dv_world_bounds(const dv_world *world);
/// The number of threads that a step may use.
int dv_world_threads(const dv_world *world);
double dv_world_visibility(const dv_world *world); ///< m, infinite in clear air
/// Limit how far all agents can see, in m, 0 or more; infinity is clear air.
dv_result dv_world_set_visibility(dv_world *world, double meters, dv_error *error);
/// Get the position of the mouse in m. False, with `point` unchanged, if the mouse is away.
bool dv_world_mouse(const dv_world *world, dv_vec3 *point);
/// Set the mouse position (m) that behaviors and scripts see. If NULL or out of range, the mouse is
/// away.
void dv_world_set_mouse(dv_world *world, const dv_vec3 *point);
/// End the run after this tick. Only the first call sets the reason, which is copied.
void dv_world_finish(dv_world *world, const char *reason);
const char *dv_world_finished(const dv_world *world); ///< the reason, or NULL

/// The value of a setting: 0 or 1 for a toggle, the index of an option for a choice.
double dv_world_setting(const dv_world *world, uint32_t setting);
/// Change a setting. Fails with DV_ERROR_ARGUMENT if the value is out of range, or is not a whole
/// number for a toggle or a choice.
dv_result dv_world_set_setting(dv_world *world, uint32_t setting, double value, dv_error *error);

/// Compute the state hash, which covers everything in a snapshot: equal hashes mean equal worlds.
/// Fails if a snapshot could not be taken; `hash` is then unchanged.
dv_result dv_world_hash(const dv_world *world, uint64_t *hash, dv_error *error);

/// Write a snapshot of the world to a file.
dv_result dv_world_save(const dv_world *world, const char *path, dv_error *error);
/// Replace the world's content with a snapshot from a file; existing handles become stale. Fails
/// with the world unchanged if the snapshot is damaged or does not fit the program.
dv_result dv_world_load(dv_world *world, const char *path, dv_error *error);

/// A snapshot in memory.
typedef struct dv_snapshot {
    void *bytes;
    size_t size;
} dv_snapshot;

/// Read a snapshot that dv_world_save wrote. Verifies the checksum but not the content. The caller
/// frees it with dv_snapshot_free.
dv_result dv_snapshot_read(const char *path, dv_snapshot *snapshot, dv_error *error);
/// Detach a snapshot from its run, so that another run can load it. The loading world then uses its
/// own dropped data.
void dv_snapshot_forget_mark(dv_snapshot *snapshot);
/// The state hash of the world at the time of the snapshot.
uint64_t dv_snapshot_hash(const dv_snapshot *snapshot);
/// Take a snapshot, which the caller frees with dv_snapshot_free. Empty on failure.
dv_result dv_world_take_snapshot(const dv_world *world, dv_snapshot *snapshot, dv_error *error);
/// Like dv_world_take_snapshot, but reuse the memory of an older snapshot, growing it if needed.
dv_result dv_world_fill_snapshot(const dv_world *world, dv_snapshot *snapshot, dv_error *error);
/// Free the snapshot's memory and empty it.
void dv_snapshot_free(dv_snapshot *snapshot);
/// Like dv_world_load, from memory.
dv_result dv_world_load_snapshot(dv_world *world, const dv_snapshot *snapshot, dv_error *error);
/// Return a world to a snapshot that was taken of it. Handles from that time become valid again.
dv_result dv_world_return_to(dv_world *world, const dv_snapshot *snapshot, dv_error *error);
/// Like dv_world_return_to, but continue with `program`, such as the program of that time.
dv_result dv_world_return_with(dv_world *world, const dv_snapshot *snapshot, dv_program *program,
                               dv_error *error);

/// What is known of the last tick and snapshots lack: what agents sensed at its start, how they
/// steered, and how many random numbers each drew in it. Queries between two ticks use it. Each
/// tick replaces it.
typedef struct dv_query_state dv_query_state;
/// Whether this data is of the world's last tick. False before the first tick, and after the world
/// was loaded, until a tick has run or the data was restored.
bool dv_world_knows_last_tick(const dv_world *world);
/// Copy this data of a world. Pass the copy to dv_world_restore_query_state or dv_query_state_free.
/// Returns NULL with a message when out of memory.
dv_query_state *dv_world_copy_query_state(const dv_world *world, dv_error *error);
/// Restore it in a world that is back at the tick at which it was copied, or in another world that
/// got there. Agents that are gone are left out. A world whose program has other kinds or states
/// stays as it is. Frees `state`.
void dv_world_restore_query_state(dv_world *world, dv_query_state *state);
/// Copy such a copy. Returns NULL with a message when out of memory.
dv_query_state *dv_query_state_copy(const dv_query_state *state, dv_error *error);
/// Free a copy that was not passed to dv_world_restore_query_state. NULL is fine.
void dv_query_state_free(dv_query_state *state);

/// Draw the next number of the world's own random stream, in [0, 1).
double dv_world_random(dv_world *world);

// Agents

typedef struct dv_agent_def {
    uint32_t kind;
    dv_vec3 position;
    float heading; ///< rad
    float speed;   ///< m/s along the heading
    int32_t state; ///< −1: the kind's initial state
    dv_group group;
} dv_agent_def;

/// The default definition: at the origin, facing +x, at rest, in the kind's initial state, and in
/// no group.
dv_agent_def dv_agent_def_default(uint32_t kind);

/// Create an agent without running its callbacks: fill its slots, then call dv_agent_enter. Fails
/// with DV_ERROR_NAME if the kind or state does not exist, with DV_ERROR_ARGUMENT if a value is out
/// of range, and with DV_ERROR_LIMIT if there are as many agents as the world may have.
dv_result dv_agent_spawn(dv_world *world, const dv_agent_def *def, dv_agent *agent,
                         dv_error *error);
/// Run the host's `init` for a new agent, then `enter` for its state.
void dv_agent_enter(dv_world *world, dv_agent agent);
/// Put an agent into a state as if it began there: runs `enter` for that state, but no `leave`.
/// `from` is the name of the state that it was in under the program before.
void dv_agent_place_in_state(dv_world *world, dv_agent agent, uint32_t state, const char *from);
/// Remove an agent; its handle becomes stale. Fails with DV_ERROR_STALE if it already is.
dv_result dv_agent_remove(dv_world *world, dv_agent agent);
/// Whether the handle names a living agent of this world.
bool dv_agent_alive(const dv_world *world, dv_agent agent);

uint32_t dv_world_agent_count(const dv_world *world); ///< living agents
/// Agents have indices below this limit, in order of IDs. Some indices may be free.
uint32_t dv_world_agent_limit(const dv_world *world);
/// The agent at an index; null if there is none.
dv_agent dv_world_agent_at(const dv_world *world, uint32_t index);
/// The number of suspended agents.
uint32_t dv_world_suspended_count(const dv_world *world);
/// Suspend an agent, as if its script had failed: it does not move or decide until dv_world_revive.
void dv_agent_suspend(dv_world *world, dv_agent agent);
/// Resume all suspended agents.
void dv_world_revive(dv_world *world);

// The functions below expect living agents. For a stale handle, readers return zeros and writers
// return DV_ERROR_STALE. See dv_agent_alive.

/// The index of the agent's kind in the program.
uint32_t dv_agent_kind(const dv_world *world, dv_agent agent);
/// The index of its state in the kind.
uint32_t dv_agent_state(const dv_world *world, dv_agent agent);
double dv_agent_state_time(const dv_world *world, dv_agent agent); ///< time in its state, s
/// Whether the agent is suspended: it does not move or decide, usually because its script failed.
bool dv_agent_suspended(const dv_world *world, dv_agent agent);
/// The position of the body's center, in m.
dv_vec3 dv_agent_position(const dv_world *world, dv_agent agent);
/// The velocity, in m/s.
dv_vec3 dv_agent_velocity(const dv_world *world, dv_agent agent);
/// The direction the agent faces, at unit length.
dv_vec3 dv_agent_forward(const dv_world *world, dv_agent agent);
/// The feet of a legged body. A foot that is stepping is in transit.
typedef struct dv_feet {
    dv_vec3 left, right; ///< m
    bool left_steps;     ///< the left foot steps or is next to step; else the right one
    bool is_halted;      ///< no step was free, so the agent stopped
} dv_feet;
/// Get the feet of a legged body. False for other bodies, and before the first step.
bool dv_agent_feet(const dv_world *world, dv_agent agent, dv_feet *feet);
/// The direction of the body's top, at unit length: +z in a plane, as its locomotion rolls it in a
/// volume.
dv_vec3 dv_agent_up(const dv_world *world, dv_agent agent);
/// The agent's current fraction of its standing height, 0 to 1. It is below 1 while a `duck` stress
/// behavior makes the agent bend under a low obstacle.
double dv_agent_posture(const dv_world *world, dv_agent agent);
/// Convert an offset in the world to the agent's frame: x forward, y left, z up.
dv_vec3 dv_agent_to_local(const dv_world *world, dv_agent agent, dv_vec3 offset);
/// Convert an offset in the agent's frame to the world; the inverse of dv_agent_to_local.
dv_vec3 dv_agent_to_world(const dv_world *world, dv_agent agent, dv_vec3 local);
double dv_agent_heading(const dv_world *world, dv_agent agent); ///< rad, (−π, π]
/// The steering vector of the last tick, m/s.
dv_vec3 dv_agent_steering(const dv_world *world, dv_agent agent);
/// Move an agent to a point (m). Fails with DV_ERROR_ARGUMENT if a coordinate is not finite or out
/// of range.
dv_result dv_agent_set_position(dv_world *world, dv_agent agent, dv_vec3 position, dv_error *error);
/// Set an agent's velocity (m/s) and face it that way unless it is zero. Fails with
/// DV_ERROR_ARGUMENT if the velocity is not finite or too fast.
dv_result dv_agent_set_velocity(dv_world *world, dv_agent agent, dv_vec3 velocity, dv_error *error);
/// Turn an agent to a heading (rad, counterclockwise from +x). It keeps its speed and moves that
/// way.
dv_result dv_agent_set_heading(dv_world *world, dv_agent agent, double heading, dv_error *error);

/// The current value of a property for this agent: its own if it has one, else its kind's.
double dv_agent_property(const dv_world *world, dv_agent agent, dv_property property);
/// The value of a property for agents of a kind that have none of their own. If the kind reads it
/// from a slot, the default.
double dv_kind_property(const dv_world *world, uint32_t kind, dv_property property);
/// Whether bodies of the kind have the property. They lack those of other locomotion models.
bool dv_kind_has_property(const dv_world *world, uint32_t kind, dv_property property);
/// Override a property for this agent; NaN restores the kind's value. Fails with DV_ERROR_ARGUMENT
/// if the value is out of range, or from DV_OWN_PROPERTY_COUNT on.
dv_result dv_agent_set_property(dv_world *world, dv_agent agent, dv_property property, double value,
                                dv_error *error);
uint32_t dv_agent_color(const dv_world *world, dv_agent agent); ///< its own, else its kind's
/// Set an agent's color, 0xRRGGBBAA; 0 restores the kind's color.
dv_result dv_agent_set_color(dv_world *world, dv_agent agent, uint32_t color, dv_error *error);
/// The value of a slot, by the slot's index in the kind.
dv_slot_value dv_agent_slot(const dv_world *world, dv_agent agent, uint32_t slot);
/// Set a slot. Fails with DV_ERROR_ARGUMENT if the value is of another type or out of range.
dv_result dv_agent_set_slot(dv_world *world, dv_agent agent, uint32_t slot, dv_slot_value value,
                            dv_error *error);

typedef enum dv_slot_owner {
    DV_OWNED_BY_AGENT,
    DV_OWNED_BY_GROUP, ///< the agent's group, as in "group.quarry"
    DV_LEADER_OF_GROUP ///< not a slot: "group.leader"
} dv_slot_owner;

typedef struct dv_slot_read {
    dv_slot_owner owner;
    uint32_t slot; ///< index in the agent's kind or in the type of its group; 0 for the leader
} dv_slot_read;

/// List the slots that steer an agent now, set or not, each once: those that the behaviors of its
/// state or of the blend it chose refer to, then those of stress behaviors, of the state's speed,
/// of what was applied in the last tick, and of its body. What a function of the host reads isn't
/// known: if one steers, those slots follow that no behavior of the kind refers to in any state.
/// Guards don't count. Returns how many were written, at most `capacity`; 0 if the agent is gone.
uint32_t dv_agent_slots_read(const dv_world *world, dv_agent agent, dv_slot_read *reads,
                             uint32_t capacity);
/// The agent's group; null if it has none.
dv_group dv_agent_group(const dv_world *world, dv_agent agent);
/// Move an agent to a group; null takes it out of its group.
dv_result dv_agent_set_group(dv_world *world, dv_agent agent, dv_group group, dv_error *error);

/// Request a switch to a state of the agent's kind. It happens when the agent's running callback
/// returns, else in its next turn, before its guards.
dv_result dv_agent_become(dv_world *world, dv_agent agent, uint32_t state, dv_error *error);
/// Request that an agent turn into another kind, at the time when dv_agent_become would switch it.
/// A turn goes before a state requested for the same time. The agent begins in the kind's initial
/// state, and the clocks of the kind's guards start. Its handle, place, velocity, and group stay,
/// and so do the slots that both kinds have, by name and type; the other slots are empty. Its own
/// properties and color are dropped, and so is what was applied to it. In the tick of the turn,
/// others still sense its old kind.
dv_result dv_agent_turn_into(dv_world *world, dv_agent agent, uint32_t kind, dv_error *error);
/// Steer by a named blend of the kind until the state changes; −1 restores the state's own.
dv_result dv_agent_choose_blend(dv_world *world, dv_agent agent, int32_t blend, dv_error *error);
/// Add weight · vector of a behavior to an agent's steering in this tick. Fails with
/// DV_ERROR_ARGUMENT between ticks and for agents spawned in this tick, because this tick does not
/// steer them, and with DV_ERROR_LIMIT for more than 8 behaviors.
dv_result dv_agent_apply(dv_world *world, dv_agent agent, dv_steering *behavior, float weight,
                         dv_error *error);
/// Compute the vector (m/s) of a behavior or blend for an agent now. It starts from blank state, so
/// a wander does not continue an earlier one. Does not change the world. Fails with DV_ERROR_SCRIPT
/// if a host function fails.
dv_result dv_agent_evaluate(dv_world *world, dv_agent agent, dv_steering *steering, dv_vec3 *vector,
                            dv_error *error);
/// Draw how the agent would steer now, from what it sensed last. Each behavior that its blend
/// evaluates, and each one applied in the last tick, draws its annotation and its vector as a thin
/// arrow. A bold arrow shows the resulting desired velocity, limited to the cap. An arrow for
/// max_speed is as long as the distance covered in half a second, and at least six radii. Agents
/// that are suspended or that nothing steers draw nothing. Changes only the sketch; see
/// dv_sketch_complete.
dv_result dv_agent_annotate(const dv_world *world, dv_agent agent, dv_sketch *sketch,
                            dv_error *error);
void dv_agent_halt(dv_world *world, dv_agent agent); ///< velocity zero, heading kept

/// A turn in place.
typedef struct dv_turn_def {
    double angle; ///< rad, to the left
    double rate;  ///< rad/s, above 0
    bool begins;  ///< on legs: start with the right foot if clockwise, else with the left
    bool follows; ///< on legs: if the angle is 0, bring the trailing foot next to the body
} dv_turn_def;

/// The result of dv_agent_turn.
typedef struct dv_turning {
    double angle;      ///< rad, of this call
    bool takes_step;   ///< a turning step begins, which has to end before the next call
    bool is_under_way; ///< a step is still under way, so this call did nothing
} dv_turning;

/// Turn in place by at most one tick's share of an angle; on legs, by at most one step, which is
/// the body's `turn`. Call again with the rest of the angle. Does nothing if the agent is stale,
/// the angle is not finite, or the rate is not above 0.
dv_turning dv_agent_turn(dv_world *world, dv_agent agent, const dv_turn_def *def);
/// Draw the next number, in [0, 1), of the agent's random stream for this tick. Between ticks, and
/// for stale agents, draws from the world's stream.
double dv_agent_random(dv_world *world, dv_agent agent);

// Perception, from what was sensed at the start of the tick

/// Whether `other` is within the sight range and the view cone of `agent` and not hidden.
bool dv_agent_sees(const dv_world *world, dv_agent agent, dv_agent other);
/// Whether no obstacle is between the agent and a place, regardless of the direction the agent
/// faces and of the distance.
bool dv_agent_has_in_sight(const dv_world *world, dv_agent agent, dv_vec3 place);
/// Get the believed position (m) of the agent in a slot. Behaviors steer at it, and the guards
/// `near`, `far`, and `arrived` measure to it. `is_sure` is set to whether the agent currently
/// perceives the other. False if the slot does not hold an agent.
bool dv_agent_supposed(const dv_world *world, dv_agent agent, uint32_t slot, dv_vec3 *place,
                       bool *is_sure);
/// Whether the agent sees an obstacle: whether at least one of several sample points on it is
/// within sight range and view cone and not hidden by this obstacle or others. The samples are the
/// nearest point, the point straight ahead, corners and midpoints of sides, and on round shapes the
/// points farthest to either side.
bool dv_agent_sees_obstacle(const dv_world *world, dv_agent agent, dv_obstacle obstacle);
/// Find the obstacles an agent sees that are not in `known`. Writes at most `capacity` of them, in
/// order of IDs; `count` gets the full number.
dv_result dv_agent_discover(const dv_world *world, dv_agent agent, const dv_obstacle *known,
                            uint32_t known_count, dv_obstacle *seen, uint32_t capacity,
                            uint32_t *count, dv_error *error);
/// The nearest agent of the kinds within `range` (m) that this one perceives; null if there is
/// none. On a tie, the lower ID wins.
dv_agent dv_agent_nearest_seen(dv_world *world, dv_agent agent, dv_kind_set kinds, double range);
typedef struct dv_neighbor {
    dv_agent agent;
    float distance; ///< m, center to center
} dv_neighbor;
/// Find agents of the kinds within `radius` (m) of a point, without `except`. Writes at most
/// `capacity` of them, nearest first and ties in order of IDs, and returns the full number.
uint32_t dv_world_neighbors(const dv_world *world, dv_vec3 point, double radius, dv_kind_set kinds,
                            dv_agent except, dv_neighbor *neighbors, uint32_t capacity);
/// Like dv_world_neighbors around an agent, but only those it perceives.
uint32_t dv_agent_seen(const dv_world *world, dv_agent agent, dv_kind_set kinds, double range,
                       dv_neighbor *neighbors, uint32_t capacity);
/// Like dv_world_nearest around an agent, without the agent itself; `distance` must not be NULL. If
/// most agents of a kind make the same query in a tick, the next tick computes the answers for all
/// of them ahead of time.
dv_agent dv_agent_nearest(dv_world *world, dv_agent agent, dv_kind_set kinds, double radius,
                          double *distance);
/// The nearest agent of the kinds within `radius` (m) of a point, without `except`; null if there
/// is none. On a tie, the lower ID wins. `distance` (m) may be NULL.
dv_agent dv_world_nearest(const dv_world *world, dv_vec3 point, double radius, dv_kind_set kinds,
                          dv_agent except, double *distance);
/// Get the point of an obstacle, region, path, or surface that is nearest to a place (m). `type` is
/// the slot type that goes with the handle. Inside a region, the point is the place itself. In a
/// wrapping world it may lie beyond an edge. False, with `point` unchanged, for a stale handle or
/// another type.
bool dv_world_nearest_of(const dv_world *world, dv_slot_type type, uint64_t handle, dv_vec3 place,
                         dv_vec3 *point);
/// The shortest offset (m) from a to b, which may cross an edge in a wrapping world.
dv_vec3 dv_world_offset(const dv_world *world, dv_vec3 a, dv_vec3 b);
/// The number of agents of the kinds in a state; −1: in any state.
uint32_t dv_world_count(const dv_world *world, dv_kind_set kinds, int32_t state);
/// Draw a random point inside the bounds and outside all obstacles. Fails with DV_ERROR_LIMIT if
/// many tries find none.
dv_result dv_world_random_point(dv_world *world, dv_vec3 *point, dv_error *error);

/// A search for clear places for many new agents.
typedef struct dv_places dv_places;

/// Start a search for new agents of a `radius` (m). It records the positions of all living agents.
/// Returns NULL with a message when out of memory.
dv_places *dv_places_begin(dv_world *world, double radius, dv_error *error);
/// Look only within a region; null: within the bounds, as at first. A body may reach over the
/// region's edge, but its center does not.
void dv_places_within(dv_places *places, dv_region region);
/// Find a random point inside the bounds, or within the region, where a new agent would touch
/// nothing. Fails with DV_ERROR_LIMIT if many tries find none.
dv_result dv_places_find(dv_places *places, dv_vec3 *point, dv_error *error);
/// Record an agent that was spawned since the search began.
dv_result dv_places_add(dv_places *places, dv_agent agent, dv_error *error);
/// End a search and free it. NULL is fine.
void dv_places_end(dv_places *places);

// Events

typedef struct dv_event {
    uint64_t name;   ///< dv_event_name of its name
    dv_agent source; ///< null: the world
    dv_agent about;  ///< null: no agent
    dv_group among;  ///< only its members hear the event; null: all agents
    dv_vec3 position;
    float radius;      ///< m
    bool has_no_place; ///< incidents do not say where it was; snapshots do not keep this
} dv_event;

/// Convert the name of an event to its number, which is the same in every run.
uint64_t dv_event_name(const char *name);
/// Emit an event. Agents within its radius and their hearing range hear it in the next tick, except
/// its source.
dv_result dv_world_emit(dv_world *world, const dv_event *event, dv_error *error);
/// Get the nearest event of a name that the agent hears in this tick. On a tie, the one emitted
/// first wins. False, with `event` unchanged, if there is none.
bool dv_agent_heard(const dv_world *world, dv_agent agent, uint64_t name, dv_event *event);

// Groups

/// Create an empty group of a type. Fails with DV_ERROR_NAME if there is no such type, and with
/// DV_ERROR_LIMIT if there are too many groups.
dv_result dv_group_create(dv_world *world, uint32_t type, dv_group *group, dv_error *error);
/// Whether the handle names a group of this world.
bool dv_group_alive(const dv_world *world, dv_group group);
/// The index of a group's type in the program.
uint32_t dv_group_type(const dv_world *world, dv_group group);
/// The number of members.
uint32_t dv_group_size(const dv_world *world, dv_group group);
dv_agent dv_group_member(const dv_world *world, dv_group group, uint32_t i); ///< in order of IDs
dv_agent dv_group_leader(const dv_world *world, dv_group group);             ///< null: none
/// Set a group's leader; null: none. Fails with DV_ERROR_ARGUMENT if the agent is not a member.
dv_result dv_group_set_leader(dv_world *world, dv_group group, dv_agent leader, dv_error *error);
/// The value of a group's slot, by the slot's index in the type.
dv_slot_value dv_group_slot(const dv_world *world, dv_group group, uint32_t slot);
/// Set a group's slot; fails like dv_agent_set_slot.
dv_result dv_group_set_slot(dv_world *world, dv_group group, uint32_t slot, dv_slot_value value,
                            dv_error *error);
/// Groups have indices below this limit, in order of IDs. Some indices may be free.
uint32_t dv_world_group_limit(const dv_world *world);
/// The group at an index; null if there is none.
dv_group dv_world_group_at(const dv_world *world, uint32_t index);
/// Elect a leader now, such as after setup, in every group that has members but no leader and whose
/// type has elections.
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

/// What an obstacle blocks, as flags: tests of sight, movement, and planning each regard only the
/// obstacles with their flag. After the attention sets of Reich (1997). For example, glass does not
/// block sight, a curtain does not block movement, and planning may ignore a gate that is usually
/// open.
typedef enum dv_blocking {
    DV_BLOCKS_SIGHT = 1,    ///< hides agents from occluded kinds; agents can hide behind it
    DV_BLOCKS_MOVEMENT = 2, ///< it stops solid bodies; behaviors avoid and follow it; random places
                            ///< lie outside it
    DV_BLOCKS_PLANNING = 4, ///< plans lead around it
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
    uint32_t color;     ///< 0xRRGGBBAA; 0: the default color of obstacles
    uint32_t lets_pass; ///< flags of dv_blocking that it does not block; 0: it blocks all
    bool hollow;        ///< only its surface is an obstacle: who is inside stays in. Not for walls
} dv_obstacle_def;

/// Create an obstacle. Fails with DV_ERROR_ARGUMENT if the shape is invalid or a value is out of
/// range.
dv_result dv_obstacle_create(dv_world *world, const dv_obstacle_def *def, dv_obstacle *obstacle,
                             dv_error *error);
/// Remove an obstacle; its handle becomes stale.
dv_result dv_obstacle_remove(dv_world *world, dv_obstacle obstacle);
/// Whether the handle names an obstacle of this world.
bool dv_obstacle_alive(const dv_world *world, dv_obstacle obstacle);
/// The position in m: the center of a sphere, box, or cylinder, the centroid of a polygon's points,
/// or the midpoint of a wall.
dv_vec3 dv_obstacle_position(const dv_world *world, dv_obstacle obstacle);
/// Move an obstacle to a position (m), and turn a box, polygon, or wall to a heading (rad). Fails
/// with DV_ERROR_ARGUMENT if a value is not finite or out of range.
dv_result dv_obstacle_move(dv_world *world, dv_obstacle obstacle, dv_vec3 position, double heading,
                           dv_error *error);
double dv_obstacle_heading(const dv_world *world, dv_obstacle obstacle); ///< rad
/// What the obstacle blocks, as flags of dv_blocking; 0 if it is gone.
uint32_t dv_obstacle_blocks(const dv_world *world, dv_obstacle obstacle);
/// Set what the obstacle blocks, as flags of dv_blocking.
dv_result dv_obstacle_set_blocks(dv_world *world, dv_obstacle obstacle, uint32_t blocks,
                                 dv_error *error);
/// Whether only the obstacle's surface is an obstacle.
bool dv_obstacle_hollow(const dv_world *world, dv_obstacle obstacle);
/// Take the news that agents of a kind were inside an obstacle and were moved out, since it was
/// taken last: the one with the lowest ID, and its obstacle. False if there was none.
bool dv_world_take_inside(dv_world *world, uint32_t kind, dv_agent *agent, dv_obstacle *obstacle);
/// Obstacles have indices below this limit, in order of IDs. Some indices may be free.
uint32_t dv_world_obstacle_limit(const dv_world *world);
/// The obstacle at an index; null if there is none.
dv_obstacle dv_world_obstacle_at(const dv_world *world, uint32_t index);
/// The shape that an obstacle was created with.
dv_obstacle_shape dv_obstacle_shape_of(const dv_world *world, dv_obstacle obstacle);
uint32_t dv_obstacle_color(const dv_world *world, dv_obstacle obstacle); ///< 0: none of its own
/// The radius of a sphere or cylinder, in m.
float dv_obstacle_radius(const dv_world *world, dv_obstacle obstacle);
/// Get the outline of a box, polygon, or wall in the plane. Returns the number of points. The
/// points are valid until the obstacle changes; NULL for spheres and cylinders.
uint32_t dv_obstacle_outline(const dv_world *world, dv_obstacle obstacle, const dv_vec3 **points);

// Paths

#define DV_MAX_PATH_POINTS 4096

/// A tube: a spine with a radius (Reynolds 1999, Path Following).
typedef struct dv_path_def {
    const dv_vec3 *points; ///< m, 2 or more, 3 or more if closed. In a wrapping world they may
                           ///< lie outside the bounds; the segment between two is straight
    uint32_t point_count;
    float radius; ///< m
    bool closed;  ///< whether it leads from the last point back to the first
    bool spline;  ///< a centripetal Catmull-Rom curve through the points; else straight segments
} dv_path_def;

/// Create a path. Fails with DV_ERROR_ARGUMENT if the points or the radius are invalid.
dv_result dv_path_create(dv_world *world, const dv_path_def *def, dv_path *path, dv_error *error);
/// Remove a path; its handle becomes stale.
dv_result dv_path_remove(dv_world *world, dv_path path);
/// Whether the handle names a path of this world.
bool dv_path_alive(const dv_world *world, dv_path path);
double dv_path_length(const dv_world *world, dv_path path); ///< m, along the spine
float dv_path_radius(const dv_world *world, dv_path path);  ///< m
/// Whether the path leads from its last point back to the first.
bool dv_path_closed(const dv_world *world, dv_path path);
/// Whether dv_world_plan made the path. No behavior knows, and no hash covers it.
bool dv_path_planned(const dv_world *world, dv_path path);
/// The point on the spine at `s` (m) from its start. On an open path, `s` is clamped to the ends.
/// `tangent` (may be NULL) gets the unit vector along the spine there.
dv_vec3 dv_path_point(const dv_world *world, dv_path path, double s, dv_vec3 *tangent);
/// Project a point onto the spine: returns the distance (m) along the spine to its nearest place.
/// `side` (may be NULL) gets the distance (m) of the point from that place, negative if the point
/// is to the right.
double dv_path_project(const dv_world *world, dv_path path, dv_vec3 point, double *side);
/// Get the corners of the spine (m) and return their number. A spline has its samples as corners.
/// On a closed path, the first corner is repeated at the end.
uint32_t dv_path_spine(const dv_world *world, dv_path path, const dv_vec3 **corners);
/// How to check a path for obstacles.
typedef struct dv_path_query {
    float clearance; ///< m, from the spine to the surface of an obstacle
    double from;     ///< m from the start of the spine; a closed path is checked all around
    bool knows_part; ///< regard only obstacles in `known`; those that are gone do not count
    const dv_obstacle *known; ///< as in dv_plan_def
    uint32_t known_count;
} dv_path_query;

/// Find the first obstacle that blocks planning and is nearer to the path than the clearance. `s`
/// gets its place in m from the start of the spine. If there is none, `obstacle` is null and the
/// result is still DV_OK. A path from dv_world_plan with the same clearance is clear of all
/// obstacles that the plan knew.
dv_result dv_path_blocked(const dv_world *world, dv_path path, const dv_path_query *query,
                          dv_obstacle *obstacle, double *s, dv_error *error);
/// Paths have indices below this limit, in order of IDs. Some indices may be free.
uint32_t dv_world_path_limit(const dv_world *world);
/// The path at an index; null if there is none.
dv_path dv_world_path_at(const dv_world *world, uint32_t index);

// Flows

#define DV_MAX_FLOW_NODES (1u << 20)

/// Create a flow of a declared type. If the type has a field, the host is called for its values at
/// once. If it has an interval, the host is called again after each interval, at the start of the
/// decide phase.
dv_result dv_flow_create(dv_world *world, uint32_t type, dv_flow *flow, dv_error *error);
/// Remove a flow; its handle becomes stale.
dv_result dv_flow_remove(dv_world *world, dv_flow flow);
/// Whether the handle names a flow of this world.
bool dv_flow_alive(const dv_world *world, dv_flow flow);
/// The index of a flow's type in the program; UINT32_MAX of one that dv_world_flow_to made.
uint32_t dv_flow_type(const dv_world *world, dv_flow flow);
/// Whether the flow was set or painted since the host gave its values; false if it is gone.
bool dv_flow_painted(const dv_world *world, dv_flow flow);
/// The velocity (m/s) at a point, interpolated between the nodes of the grid; zero outside it.
dv_vec3 dv_flow_at(const dv_world *world, dv_flow flow, dv_vec3 point);
/// Set the velocity (m/s) of the node nearest to a point. Fails with DV_ERROR_ARGUMENT if the point
/// is outside the flow's bounds or the velocity is too fast.
dv_result dv_flow_set(dv_world *world, dv_flow flow, dv_vec3 point, dv_vec3 velocity,
                      dv_error *error);
/// Blend nodes within `radius` (m) of a point toward a velocity (m/s). The weight is `strength` (0
/// to 1) at the point and falls to 0 at the radius. If no node is that near, the nearest one is
/// blended, unless the point is outside the bounds. Fails like dv_flow_set if a value is out of
/// range.
dv_result dv_flow_paint(dv_world *world, dv_flow flow, dv_vec3 point, double radius,
                        dv_vec3 velocity, double strength, dv_error *error);
/// After a reload, call the host again for the values of flows that have a field but no interval
/// and were not painted.
dv_result dv_world_compile_flows(dv_world *world, dv_error *error);
/// Flows have indices below this limit, in order of IDs. Some indices may be free.
uint32_t dv_world_flow_limit(const dv_world *world);
/// The flow at an index; null if there is none.
dv_flow dv_world_flow_at(const dv_world *world, uint32_t index);
/// The first flow of a declared type; null if there is none.
dv_flow dv_world_flow(const dv_world *world, uint32_t type);

// Regions

typedef struct dv_region_def {
    dv_obstacle_def shape; ///< any but a wall
    float speed;           ///< factor on the speed caps of agents inside, 0 to 100
} dv_region_def;

/// The default definition: speed 1. Fill in the shape.
dv_region_def dv_region_def_default(void);
/// Create a region. Fails with DV_ERROR_ARGUMENT if the shape is invalid or the speed is out of
/// range.
dv_result dv_region_create(dv_world *world, const dv_region_def *def, dv_region *region,
                           dv_error *error);
/// Remove a region; its handle becomes stale.
dv_result dv_region_remove(dv_world *world, dv_region region);
/// Whether the handle names a region of this world.
bool dv_region_alive(const dv_world *world, dv_region region);
/// Whether a point is inside the region or on its edge.
bool dv_region_contains(const dv_world *world, dv_region region, dv_vec3 point);
/// The factor on the speed caps of agents inside.
float dv_region_speed(const dv_world *world, dv_region region);
/// Set the factor on the speed caps of agents inside, 0 to 100.
dv_result dv_region_set_speed(dv_world *world, dv_region region, double speed, dv_error *error);
dv_vec3 dv_region_position(const dv_world *world, dv_region region); ///< like dv_obstacle_position
/// The shape that a region was created with.
dv_obstacle_shape dv_region_shape_of(const dv_world *world, dv_region region);
float dv_region_radius(const dv_world *world, dv_region region); ///< m, of a sphere or cylinder
/// Get the outline of a box or polygon in the plane. Returns the number of points.
uint32_t dv_region_outline(const dv_world *world, dv_region region, const dv_vec3 **points);
/// Draw a random point in a region, outside all obstacles and, unless the edges are open, inside
/// the bounds. All points in the region are equally likely. Fails with DV_ERROR_LIMIT if many tries
/// find none.
dv_result dv_region_random_point(dv_world *world, dv_region region, dv_vec3 *point,
                                 dv_error *error);
/// Regions have indices below this limit, in order of IDs. Some indices may be free.
uint32_t dv_world_region_limit(const dv_world *world);
/// The region at an index; null if there is none.
dv_region dv_world_region_at(const dv_world *world, uint32_t index);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
