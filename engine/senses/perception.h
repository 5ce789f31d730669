// Perception: what an agent sees of the world as sensed. It sees as far as both its sight and the
// air allow, within its view cone, and nothing behind obstacles if its kind is occluded. Distances
// are from center to center, the short way where the world wraps.
#ifndef DV_SENSES_PERCEPTION_H
#define DV_SENSES_PERCEPTION_H

#include "world/world_data.h"

/// An agent's sight in this tick.
typedef struct dv_sight {
    const dv_world *world;
    uint32_t agent;
    dv_vec3 position, forward;
    float range; ///< m
    float half_cosine;
    bool occluded;
} dv_sight;

#define DV_MAX_LOOKED_OUT 32
#define DV_LOOKOUTS 4

/// The agents that neighbors looking for the same few kinds may see, gathered once for a box.
///
/// Invariant: `kinds` is NULL, or `ranks` has every record of the kinds within `reach` of any
/// place in the box (and possibly more), or `is_crowded` is set because they do not fit, and the
/// lookout is not used. In a world that wraps, the box is inside the bounds. A lookout lasts for
/// one run over agents in one tick, on one thread.
typedef struct dv_lookout {
    const dv_kind_set *kinds;
    dv_vec3 low, high;
    float reach; ///< m
    bool is_crowded;
    bool folds; ///< offsets from places in the box to the records may cross the edge of the world
    uint32_t count;
    uint32_t ranks[DV_MAX_LOOKED_OUT];
} dv_lookout;

/// An agent's last search for the nearest agent it sees. Guards of one agent often look for the
/// same kinds, with different ranges. The result serves all of them: no agent it sees is nearer
/// than the one found, and if none was found within a range, there is none within a shorter one.
///
/// Invariant: `kinds` is NULL, or `agent` is the nearest one of them that `sight` perceives, at
/// `distance_squared` (m²), or DV_NO_RANK if there is none within `reach`. Not kept between phases.
typedef struct dv_sighting {
    dv_sight sight;
    const dv_kind_set *kinds;
    float reach; ///< m
    uint32_t agent;
    float distance_squared;
} dv_sighting;

/// The sight of an agent from its sensed position and heading.
dv_sight dv_sight_of(const dv_world *world, uint32_t agent);
/// The same for an agent whose sensed position and heading are already known.
dv_sight dv_sight_from(const dv_world *world, uint32_t agent, dv_vec3 position, dv_vec3 forward);

/// Find how far (m) the agents of a kind see that look `range` (m) far, and the cosine of half
/// their view cone, ignoring obstacles. False when that is not the same for all of them.
bool dv_common_sight(const dv_world *world, uint32_t kind, float range, float *reach,
                     float *half_cosine);

/// A lookout for the kinds that serves an agent which looks `reach` (m) far; makes a new one if
/// none does. NULL when the agent must search without a lookout.
const dv_lookout *dv_lookout_for(const dv_sight *sight, const dv_kind_set *kinds, float reach,
                                 dv_lookout *lookouts);
/// Whether it also serves an agent at `place` that does not look farther.
static inline bool dv_lookout_serves(const dv_lookout *l, dv_vec3 place) {
    return place.x >= l->low.x && place.x <= l->high.x && place.y >= l->low.y &&
           place.y <= l->high.y && place.z >= l->low.z && place.z <= l->high.z;
}

/// Whether an obstacle blocks the view of a position, which is at `offset` from the agent.
bool dv_sight_is_blocked(const dv_sight *sight, dv_vec3 offset, dv_vec3 position);

/// Find the nearest perceived agent of the kinds within `range` (m), ties by ID. False if none.
bool dv_sight_nearest(const dv_sight *sight, const dv_kind_set *kinds, double range,
                      uint32_t *nearest);

/// The same, using the last search. If a new search is needed, it replaces `last`.
bool dv_sight_nearest_again(const dv_sight *sight, const dv_kind_set *kinds, double range,
                            dv_sighting *last, uint32_t *nearest);

/// Whether any part of an obstacle is seen; see dv_agent_sees_obstacle.
bool dv_sight_holds_obstacle(const dv_sight *sight, uint32_t obstacle);

/// Whether an agent is perceived within `range` (m).
bool dv_sight_holds(const dv_sight *sight, uint32_t other, double range);

#endif
