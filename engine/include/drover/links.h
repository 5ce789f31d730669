// Links: pairs of agents that belong together, such as two riders on a rope, or a child and its
// mother. A link has one of the types that the program declares. It leads from one agent to
// another, whatever their kinds; unless its type is directed, both ends are alike. Two agents have
// at most one link of a type, or one each way if the type is directed. No agent is linked to
// itself.
//
// Links are part of the world's state: hashes cover them, and snapshots keep them. Those of an
// agent end when it is removed; they stay when it turns into another kind. A change takes effect at
// once. Links and their ends are listed in the order in which they were linked.
//
// The spring of a link pulls at both ends with the same force, even if the link is directed:
//
//     stiffness · (distance − length) + damping · (speed at which the ends part)
//
// in N, along the shortest way from one center to the other. If that is negative, it pushes. All
// springs read the places and velocities from the start of the move phase, and change velocities
// by force / mass · dt before the bodies move. max_force does not limit that, but max_speed does:
// a body that is pulled beyond it brakes. Bodies are moved as their locomotion allows: wheels only
// roll ahead or back, and surfaces hold what is on them. Bodies that are fixed or legged, whose
// steps no force changes, hold the other end, and so do agents that are suspended or spawned in
// this tick. Two agents at the same place do not pull, since there is no direction.
//
// A spring that is too strong for the tick would throw its ends about. So for each agent, let
//
//     load = sum over its springs of (stiffness · dt² + 2 · damping · dt) / mass
//
// or 0 if springs do not move it. The load of a link is the sum of the loads of its ends. Its
// stiffness and its damping contribute to that in the same proportion as in its own term of the
// sum. If the load is above 2, the spring is weakened: first its damping, until this contributes 1
// or the load is 2, and then its stiffness, until the load is 2. dv_world_take_strained reports it.
// So springs stay stable, whatever is linked.
#ifndef DROVER_LINKS_H
#define DROVER_LINKS_H

#include <drover/world.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

#define DV_MAX_LINKS 4000000u ///< in a world at a time

typedef struct dv_link {
    uint32_t type; ///< in the program
    dv_agent from, to;
} dv_link;

/// Link an agent to another by a type of the program. If they are linked that way already, nothing
/// changes. Takes time in proportion to the links of the agent that has fewer. Fails with
/// DV_ERROR_STALE if one of them is gone, with DV_ERROR_ARGUMENT if both are the same, with
/// DV_ERROR_NAME if there is no such type, and with DV_ERROR_LIMIT if there are too many links.
dv_result dv_agent_link(dv_world *world, dv_agent agent, uint32_t type, dv_agent other,
                        dv_error *error);
/// End the link of a type from an agent to another. Returns whether there was one.
bool dv_agent_unlink(dv_world *world, dv_agent agent, uint32_t type, dv_agent other);
/// Whether a link of a type leads from an agent to another.
bool dv_agent_is_linked(const dv_world *world, dv_agent agent, uint32_t type, dv_agent other);
/// Get the next link of an agent, of any type, at either end. `cursor` is 0 for the first, and must
/// come from the last call for the others. False if there is none. Links must not change meanwhile.
bool dv_agent_next_link(const dv_world *world, dv_agent agent, uint32_t *cursor, dv_link *link);

/// The number of links of a type.
uint32_t dv_world_link_count(const dv_world *world, uint32_t type);
/// Links have indices below this limit. Linking agents may change the indices of others.
uint32_t dv_world_link_limit(const dv_world *world);
/// Get the link at an index. False if there is none.
bool dv_world_link_at(const dv_world *world, uint32_t index, dv_link *link);

/// A link whose spring was too strong for the tick.
typedef struct dv_strain {
    dv_link link;
    double stiffness, damping; ///< the share of each that was used, up to 1
} dv_strain;

/// Get and clear the first link of a type whose spring was too strong for a tick since the last
/// call. False if there was none.
bool dv_world_take_strained(dv_world *world, uint32_t type, dv_strain *strain);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
