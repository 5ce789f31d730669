// A world: agents, groups, obstacles and events, and the clock. It is stepped on one thread and may
// use more inside a step; the result does not depend on how many.
#ifndef DROVER_WORLD_H
#define DROVER_WORLD_H

#include <drover/program.h>
#include <drover/stream.h>

#ifdef __cplusplus
extern "C" {
#endif

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
    bool (*test)(void *context, dv_world *world, dv_agent agent, int32_t callback);
    /// The steering vector (m/s) of a behavior made of a host function, asked after all steps. Must
    /// not write the world. False: the script failed for this agent, which is suspended.
    bool (*custom)(void *context, dv_world *world, dv_agent agent, int32_t callback,
                   dv_vec3 *vector);
    /// The host function beside a guard that held.
    int32_t (*choose)(void *context, dv_world *world, dv_agent agent, int32_t callback);
    int32_t (*init)(void *context, dv_world *world, dv_agent agent);
    int32_t (*leave)(void *context, dv_world *world, dv_agent agent, uint32_t to);
    int32_t (*enter)(void *context, dv_world *world, dv_agent agent, int32_t from);
    /// Steps of the kind (`state` −1), then of the state.
    int32_t (*step)(void *context, dv_world *world, dv_agent agent, int32_t state, double dt);
    /// An agent is gone, or was moved here by loading: the host's own data about it.
    void (*removed)(void *context, dv_world *world, dv_agent agent);
    /// The host's part of a snapshot and of the state hash.
    dv_result (*save)(void *context, dv_world *world, struct dv_stream *stream, dv_error *error);
    dv_result (*load)(void *context, dv_world *world, struct dv_reader *reader, dv_error *error);
} dv_host;

/// A world with nothing in it, at tick 0. NULL with a message when the definition is out of range
/// or memory is short.
dv_world *dv_world_create(const dv_world_def *def, dv_program *program, dv_error *error);
void dv_world_destroy(dv_world *world);
void dv_world_set_host(dv_world *world, const dv_host *host);

/// Advance by one tick: sense, decide, steer, move, publish.
dv_result dv_world_step(dv_world *world, dv_error *error);

/// Swap the program between two ticks. Agents keep everything that the new program still has a name
/// for; agents in a state that is gone go to the state renamed from it, else to the initial one,
/// and are counted in `migrated` (may be NULL). Refused, with nothing changed, when a kind with
/// living agents is gone.
dv_result dv_world_swap_program(dv_world *world, dv_program *program, uint32_t *migrated,
                                dv_error *error);

/// The number that handles name this world by.
uint32_t dv_world_id(const dv_world *world);
const dv_program *dv_world_program(const dv_world *world);
uint64_t dv_world_tick(const dv_world *world);
double dv_world_time(const dv_world *world); ///< s
double dv_world_dt(const dv_world *world);   ///< s
uint64_t dv_world_seed(const dv_world *world);
dv_space dv_world_space(const dv_world *world);
dv_bounds dv_world_bounds(const dv_world *world);
int dv_world_threads(const dv_world *world);
double dv_world_visibility(const dv_world *world); ///< m, infinite in clear air
dv_result dv_world_set_visibility(dv_world *world, double meters, dv_error *error);
bool dv_world_mouse(const dv_world *world, dv_vec3 *point); ///< false: away
void dv_world_set_mouse(dv_world *world, const dv_vec3 *point);
/// End the run after this tick; the first reason stays.
void dv_world_finish(dv_world *world, const char *reason);
const char *dv_world_finished(const dv_world *world); ///< the reason, or NULL

double dv_world_setting(const dv_world *world, uint32_t setting);
/// DV_ERROR_ARGUMENT when out of the setting's range.
dv_result dv_world_set_setting(dv_world *world, uint32_t setting, double value, dv_error *error);

/// The state hash: of all that a snapshot holds. Equal hashes, equal worlds.
uint64_t dv_world_hash(dv_world *world);

/// Write a snapshot, or replace the world's content by one; refused whole when it is damaged.
dv_result dv_world_save(dv_world *world, const char *path, dv_error *error);
dv_result dv_world_load(dv_world *world, const char *path, dv_error *error);

/// The next number of the world's own random stream, in [0, 1).
double dv_world_random(dv_world *world);

// Agents -----------------------------------------------------------------------------------------

typedef struct dv_agent_def {
    uint32_t kind;
    dv_vec3 position;
    float heading; ///< rad
    float speed;   ///< m/s along the heading
    int32_t state; ///< −1: the kind's initial one
    dv_group group;
} dv_agent_def;

dv_agent_def dv_agent_def_default(uint32_t kind);

/// Spawn without entering: call dv_agent_enter after filling slots.
dv_result dv_agent_spawn(dv_world *world, const dv_agent_def *def, dv_agent *agent,
                         dv_error *error);
/// Run the host's init and the initial enter.
void dv_agent_enter(dv_world *world, dv_agent agent);
/// Put an agent into a state as if it began there: its enter runs, no leave.
void dv_agent_place_in_state(dv_world *world, dv_agent agent, uint32_t state);
dv_result dv_agent_remove(dv_world *world, dv_agent agent);
bool dv_agent_alive(const dv_world *world, dv_agent agent);

uint32_t dv_world_agent_count(const dv_world *world); ///< alive
/// Indices go from 0 to the limit in the order of ids; agents there may be gone (null handle).
uint32_t dv_world_agent_limit(const dv_world *world);
dv_agent dv_world_agent_at(const dv_world *world, uint32_t index);
uint32_t dv_world_suspended_count(const dv_world *world);
/// Let an agent stand still, as when its script failed.
void dv_agent_suspend(dv_world *world, dv_agent agent);
/// Let suspended agents run again.
void dv_world_revive(dv_world *world);

// The functions below take living agents; a stale one is refused (see dv_agent_alive): readers give
// zeros, writers DV_ERROR_STALE.

uint32_t dv_agent_kind(const dv_world *world, dv_agent agent);
uint32_t dv_agent_state(const dv_world *world, dv_agent agent);
double dv_agent_state_time(const dv_world *world, dv_agent agent); ///< s
bool dv_agent_suspended(const dv_world *world, dv_agent agent);
dv_vec3 dv_agent_position(const dv_world *world, dv_agent agent);
dv_vec3 dv_agent_velocity(const dv_world *world, dv_agent agent);
dv_vec3 dv_agent_forward(const dv_world *world, dv_agent agent);
double dv_agent_heading(const dv_world *world, dv_agent agent); ///< rad, (−π, π]
/// The steering vector of the last tick, m/s.
dv_vec3 dv_agent_steering(const dv_world *world, dv_agent agent);
dv_result dv_agent_set_position(dv_world *world, dv_agent agent, dv_vec3 position, dv_error *error);
dv_result dv_agent_set_velocity(dv_world *world, dv_agent agent, dv_vec3 velocity, dv_error *error);
dv_result dv_agent_set_heading(dv_world *world, dv_agent agent, double heading, dv_error *error);

double dv_agent_property(const dv_world *world, dv_agent agent, dv_property property);
/// What agents of a kind have when they have nothing of their own and no slot is read.
double dv_kind_property(const dv_world *world, uint32_t kind, dv_property property);
/// Override a property for this agent; NaN gives it back to the kind.
dv_result dv_agent_set_property(dv_world *world, dv_agent agent, dv_property property, double value,
                                dv_error *error);
uint32_t dv_agent_color(const dv_world *world, dv_agent agent); ///< its own, else its kind's
/// 0xRRGGBBAA; 0 gives the kind's back.
dv_result dv_agent_set_color(dv_world *world, dv_agent agent, uint32_t color, dv_error *error);
dv_slot_value dv_agent_slot(const dv_world *world, dv_agent agent, uint32_t slot);
dv_result dv_agent_set_slot(dv_world *world, dv_agent agent, uint32_t slot, dv_slot_value value,
                            dv_error *error);
dv_group dv_agent_group(const dv_world *world, dv_agent agent);
dv_result dv_agent_set_group(dv_world *world, dv_agent agent, dv_group group, dv_error *error);

/// Switch when the agent's callback returns, or at its next turn.
dv_result dv_agent_become(dv_world *world, dv_agent agent, uint32_t state, dv_error *error);
/// Steer by a named blend of the kind until the state changes; −1 gives the state's back.
dv_result dv_agent_choose_blend(dv_world *world, dv_agent agent, int32_t blend, dv_error *error);
/// Add weight · vector of a behavior for this tick, at most 8 for an agent.
dv_result dv_agent_apply(dv_world *world, dv_agent agent, dv_steering *behavior, float weight,
                         dv_error *error);
/// What a behavior or blend would yield now if it began now (a wander has no memory here), m/s.
/// Changes nothing.
dv_result dv_agent_evaluate(dv_world *world, dv_agent agent, dv_steering *steering, dv_vec3 *vector,
                            dv_error *error);
void dv_agent_halt(dv_world *world, dv_agent agent); ///< velocity zero, heading kept
/// The next number of the agent's own random stream of this tick, in [0, 1).
double dv_agent_random(dv_world *world, dv_agent agent);

// What agents perceive, all as sensed at the start of the tick
// -------------------------------------

/// Whether `other` is inside range and view of `agent` and not hidden.
bool dv_agent_sees(const dv_world *world, dv_agent agent, dv_agent other);
/// The nearest perceived agent of the kinds within `range` (m), ties by id; null when none.
dv_agent dv_agent_nearest_seen(const dv_world *world, dv_agent agent, dv_kind_set kinds,
                               double range);
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
dv_agent dv_world_nearest(const dv_world *world, dv_vec3 point, double radius, dv_kind_set kinds,
                          dv_agent except, double *distance);
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
void dv_places_end(dv_places *places);

// Events -----------------------------------------------------------------------------------------

typedef struct dv_event {
    uint64_t name;   ///< dv_event_name of its name
    dv_agent source; ///< null: the world
    dv_agent about;  ///< null: nobody
    dv_group among;  ///< null: everybody
    dv_vec3 position;
    float radius; ///< m
} dv_event;

uint64_t dv_event_name(const char *name);
/// Heard in the next tick by those within its radius, not by its source.
dv_result dv_world_emit(dv_world *world, const dv_event *event, dv_error *error);
/// The nearest event of that name the agent hears this tick, ties by order of emission.
bool dv_agent_heard(const dv_world *world, dv_agent agent, uint64_t name, dv_event *event);

// Groups -----------------------------------------------------------------------------------------

dv_result dv_group_create(dv_world *world, uint32_t type, dv_group *group, dv_error *error);
bool dv_group_alive(const dv_world *world, dv_group group);
uint32_t dv_group_type(const dv_world *world, dv_group group);
uint32_t dv_group_size(const dv_world *world, dv_group group);
dv_agent dv_group_member(const dv_world *world, dv_group group, uint32_t i); ///< in order of ids
dv_agent dv_group_leader(const dv_world *world, dv_group group);             ///< null: none
/// A member, or null for none.
dv_result dv_group_set_leader(dv_world *world, dv_group group, dv_agent leader, dv_error *error);
dv_slot_value dv_group_slot(const dv_world *world, dv_group group, uint32_t slot);
dv_result dv_group_set_slot(dv_world *world, dv_group group, uint32_t slot, dv_slot_value value,
                            dv_error *error);
uint32_t dv_world_group_limit(const dv_world *world);
dv_group dv_world_group_at(const dv_world *world, uint32_t index);
/// Hold elections now, as after setup: every group with members and no leader.
void dv_world_elect(dv_world *world);

// Obstacles --------------------------------------------------------------------------------------

typedef enum dv_obstacle_shape { DV_SPHERE, DV_BOX, DV_POLYGON, DV_WALL } dv_obstacle_shape;

#define DV_MAX_POLYGON_POINTS 256

typedef struct dv_obstacle_def {
    dv_obstacle_shape shape;
    dv_vec3 position;           ///< center of a sphere or box
    float radius;               ///< m, sphere
    float width, depth, height; ///< m, box: along its x, y and z
    float heading;              ///< rad, box
    const dv_vec3 *points;      ///< polygon: 3 or more, simple; wall: 2
    uint32_t point_count;
} dv_obstacle_def;

dv_result dv_obstacle_create(dv_world *world, const dv_obstacle_def *def, dv_obstacle *obstacle,
                             dv_error *error);
dv_result dv_obstacle_remove(dv_world *world, dv_obstacle obstacle);
bool dv_obstacle_alive(const dv_world *world, dv_obstacle obstacle);
/// Center of a sphere or box, centroid of a polygon's points, middle of a wall.
dv_vec3 dv_obstacle_position(const dv_world *world, dv_obstacle obstacle);
dv_result dv_obstacle_move(dv_world *world, dv_obstacle obstacle, dv_vec3 position, double heading,
                           dv_error *error);
double dv_obstacle_heading(const dv_world *world, dv_obstacle obstacle); ///< rad
uint32_t dv_world_obstacle_limit(const dv_world *world);
dv_obstacle dv_world_obstacle_at(const dv_world *world, uint32_t index);
dv_obstacle_shape dv_obstacle_shape_of(const dv_world *world, dv_obstacle obstacle);
float dv_obstacle_radius(const dv_world *world, dv_obstacle obstacle); ///< m, of a sphere
/// The outline in the plane of all but spheres; returns the number of points.
uint32_t dv_obstacle_outline(const dv_world *world, dv_obstacle obstacle, const dv_vec3 **points);

#ifdef __cplusplus
}
#endif
#endif
