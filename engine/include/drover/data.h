// User data that a program attaches to a world or its agents, and bulk access to agents, such as
// for drawing or plotting.
#ifndef DROVER_DATA_H
#define DROVER_DATA_H

#include <drover/world.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

// User data is a pointer that Drover stores but never follows or frees. It is not part of the
// state: hashes and snapshots leave it out.

/// Set a world's user data.
void dv_world_set_user_data(dv_world *world, void *data);
/// A world's user data; NULL until it is set. Loading a snapshot does not change it.
void *dv_world_user_data(const dv_world *world);

/// Set an agent's user data. Do not call while the world steps. Fails with DV_ERROR_STALE if the
/// agent is gone.
dv_result dv_agent_set_user_data(dv_world *world, dv_agent agent, void *data, dv_error *error);
/// An agent's user data; NULL until it is set, and for an agent that is gone. New agents have none.
/// If the world returns to a snapshot in which the agent lives, the agent has its data again.
void *dv_agent_user_data(const dv_world *world, dv_agent agent);

/// A column: one quantity for all agents. The comments give the type of its values.
typedef enum dv_column {
    DV_COLUMN_AGENT,      ///< dv_agent
    DV_COLUMN_KIND,       ///< uint32_t, an index
    DV_COLUMN_STATE,      ///< uint32_t, an index among the states of its kind
    DV_COLUMN_STATE_TIME, ///< double, s in its state
    DV_COLUMN_POSITION,   ///< dv_vec3, m, from the world's origin
    DV_COLUMN_VELOCITY,   ///< dv_vec3, m/s
    DV_COLUMN_FORWARD,    ///< dv_vec3, unit length
    DV_COLUMN_STEERING,   ///< dv_vec3, m/s, of the last tick
    DV_COLUMN_HEADING,    ///< double, rad, (−π, π]
    DV_COLUMN_RADIUS,     ///< double, m
    DV_COLUMN_COLOR,      ///< uint32_t, 0xRRGGBBAA, its own or its kind's
    DV_COLUMN_COUNT
} dv_column;

/// The size of one value of a column, in bytes.
size_t dv_column_size(dv_column column);

/// Read a column for the living agents of some kinds, in order of their IDs, into a packed array.
/// Writes at most `capacity` values and returns the full number of agents. In columns read between
/// the same two ticks, equal indices belong to the same agent. Do not call while the world steps.
uint32_t dv_world_read(const dv_world *world, dv_column column, dv_kind_set kinds, void *values,
                       uint32_t capacity);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
