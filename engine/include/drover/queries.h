// Queries about agents: which there are, which are around a place, and what a ray meets.
//
// Agents around a place or in the way of a ray are found as they were sensed at the start of the
// tick: where they were, in the state they were in. So the answer does not depend on who has moved
// or decided since, and those that were spawned since are not among them. Before the first tick,
// nobody has been sensed.
#ifndef DROVER_QUERIES_H
#define DROVER_QUERIES_H

#include <drover/world.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/// Which agents a query asks for. Begin with dv_agent_filter_default.
typedef struct dv_agent_filter {
    dv_kind_set kinds; ///< those of these kinds
    int32_t state;     ///< those in the state with this index in their kind; −1: in any
    dv_region within;  ///< those whose centers are in a region; null: anywhere
    dv_agent except;   ///< all but this one; null: all
} dv_agent_filter;

/// The default filter: all agents.
dv_agent_filter dv_agent_filter_default(void);
/// List agents as they are now. Writes at most `capacity` of them, in order of IDs, and returns the
/// full number. If the region is gone, there are none.
uint32_t dv_world_agents_among(const dv_world *world, const dv_agent_filter *filter,
                               dv_agent *agents, uint32_t capacity);
/// Like dv_world_neighbors, but only those that a filter asks for.
uint32_t dv_world_neighbors_among(const dv_world *world, dv_vec3 point, double radius,
                                  const dv_agent_filter *filter, dv_neighbor *neighbors,
                                  uint32_t capacity);

/// The number of agents at exactly one place if it is at least `least`, and more than half of those
/// in the fullest cell of the index; otherwise 0. Sets the place, and one of the agents, which may
/// have been removed since. Each of them is a neighbor of all others there, so a tick takes time in
/// proportion to the square of their number.
uint32_t dv_world_pile(const dv_world *world, uint32_t least, dv_vec3 *place, dv_agent *one);

/// What a ray meets first: an agent or an obstacle. The other handle is null.
typedef struct dv_ray_hit {
    float distance; ///< m, from the center of the agent that the ray comes from
    dv_vec3 point;  ///< where it is met; in a wrapping world it may lie beyond an edge
    dv_vec3 normal; ///< unit, out of what is met
    dv_agent agent;
    dv_obstacle obstacle;
} dv_ray_hit;

/// Find what a ray from an agent's center meets first within `length` (m): an obstacle that blocks
/// movement, or the body of another agent of the kinds. On a tie, an obstacle comes before an
/// agent, and the lower ID wins. What the center is inside of is met at distance 0 if the ray leads
/// deeper, and not at all if it leads out. `direction` may have any length but 0. In a wrapping
/// world, a ray crosses the edges; it ends after a thousand times the shortest side. False, with
/// `hit` unchanged, if it meets nothing, the handle is stale, or the direction or length is not
/// usable.
bool dv_agent_ray(const dv_world *world, dv_agent agent, dv_vec3 direction, double length,
                  dv_kind_set kinds, dv_ray_hit *hit);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
