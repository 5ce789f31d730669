// What a program keeps of its own beside a world and its agents, and how it reads all agents at
// once, to draw or to plot them.
#ifndef DROVER_DATA_H
#define DROVER_DATA_H

#include <drover/world.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

// User data: a pointer that Drover keeps and never follows. It is no part of the state: neither
// hashes nor snapshots hold it, and nobody frees what it points to.

void dv_world_set_user_data(dv_world *world, void *data);
/// NULL until it is set. Stays when a snapshot is loaded.
void *dv_world_user_data(const dv_world *world);

/// DV_ERROR_STALE when the agent is gone. Not while the world steps.
dv_result dv_agent_set_user_data(dv_world *world, dv_agent agent, void *data, dv_error *error);
/// NULL until it is set, and for an agent that is gone. Found again when the world returns to a
/// snapshot in which the agent lives; whoever is spawned has none.
void *dv_agent_user_data(const dv_world *world, dv_agent agent);

/// A quantity of all agents, and the type of its values.
typedef enum dv_column {
    DV_COLUMN_AGENT,      ///< dv_agent
    DV_COLUMN_KIND,       ///< uint32_t, an index
    DV_COLUMN_STATE,      ///< uint32_t, an index among the states of its kind
    DV_COLUMN_STATE_TIME, ///< double, s
    DV_COLUMN_POSITION,   ///< dv_vec3, m
    DV_COLUMN_VELOCITY,   ///< dv_vec3, m/s
    DV_COLUMN_FORWARD,    ///< dv_vec3, unit length
    DV_COLUMN_STEERING,   ///< dv_vec3, m/s, of the last tick
    DV_COLUMN_HEADING,    ///< double, rad, (−π, π]
    DV_COLUMN_RADIUS,     ///< double, m
    DV_COLUMN_COLOR,      ///< uint32_t, 0xRRGGBBAA, its own or its kind's
    DV_COLUMN_COUNT
} dv_column;

/// Bytes of one value.
size_t dv_column_size(dv_column column);

/// Read a column of the living agents of some kinds, in the order of their ids, packed: at most
/// `capacity` values are written, and counted are all agents. Columns read between the same two
/// ticks go together: the i-th value of each is that of the same agent. Not while the world steps.
uint32_t dv_world_read(const dv_world *world, dv_column column, dv_kind_set kinds, void *values,
                       uint32_t capacity);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
