// Perception: what an agent sees of the world as sensed. It sees as far as its sight reaches and
// the air is clear, within its view cone, and behind obstacles nothing if its kind is occluded.
// Distances are center to center, across the edge where the world wraps.
#ifndef DV_GUARDS_PERCEPTION_H
#define DV_GUARDS_PERCEPTION_H

#include "world/world_data.h"

/// What an agent's sight comes to this tick.
typedef struct dv_sight {
    const dv_world *world;
    uint32_t agent;
    dv_vec3 position, forward;
    float range; ///< m
    float half_cosine;
    bool occluded;
} dv_sight;

#define DV_MOST_LOOKED_OUT 32
#define DV_LOOKOUTS 4

/// Whom agents may see who stand side by side and look for the same few.
///
/// Invariant: `kinds` is 0, or `ranks` are all records of the kinds within `reach` of any place in
/// the box (and some more), or there are more than fit and it serves nobody. In a world that wraps
/// the box is inside the bounds. Lasts for one run over agents of one tick, on one thread.
typedef struct dv_lookout {
    dv_kind_set kinds;
    dv_vec3 low, high;
    float reach; ///< m
    bool is_crowded;
    bool folds; ///< offsets from places in the box to them may go over the edge of the world
    uint32_t count;
    uint32_t ranks[DV_MOST_LOOKED_OUT];
} dv_lookout;

/// The last search of an agent for the nearest that it sees. Guards of one agent often look for the
/// same kinds, one further than another: nobody seen is nearer than who was found, and nobody at
/// all is within a range that was searched in vain.
///
/// Invariant: `kinds` is 0, or `agent` is the nearest that `sight` holds of them, at the square of
/// its distance, or DV_NO_RANK when it holds none within `reach`. Not kept from phase to phase.
typedef struct dv_sighting {
    dv_sight sight;
    dv_kind_set kinds;
    float reach; ///< m
    uint32_t agent;
    float distance_squared;
    dv_lookout *lookouts; ///< DV_LOOKOUTS of them, for the kinds first looked for; NULL: none
} dv_sighting;

dv_sight dv_sight_of(const dv_world *world, uint32_t agent);
/// The same, of an agent whose sensed place and forward are known.
dv_sight dv_sight_from(const dv_world *world, uint32_t agent, dv_vec3 position, dv_vec3 forward);

/// How far (m) agents of a kind see that look `range` far, and the cosine of half their view, where
/// it is the same for all of them and what stands between is left aside; false where it is not.
bool dv_common_sight(const dv_world *world, uint32_t kind, float range, float *reach,
                     float *half_cosine);

/// The lookout for the kinds that serves an agent which looks `reach` far (m), laid anew where none
/// does; NULL when the plain way is to be taken.
const dv_lookout *dv_lookout_for(const dv_sight *sight, dv_kind_set kinds, float reach,
                                 dv_lookout *lookouts);
/// Whether it also serves one at that place that looks no further.
static inline bool dv_lookout_serves(const dv_lookout *l, dv_vec3 place) {
    return place.x >= l->low.x && place.x <= l->high.x && place.y >= l->low.y &&
           place.y <= l->high.y && place.z >= l->low.z && place.z <= l->high.z;
}

/// Whether something stands between the agent and a position at an offset from it.
bool dv_sight_is_blocked(const dv_sight *sight, dv_vec3 offset, dv_vec3 position);

/// The nearest perceived agent of the kinds within `range` (m), ties by id; false when none.
bool dv_sight_nearest(const dv_sight *sight, dv_kind_set kinds, double range, uint32_t *nearest);

/// The same, with the help of the last search, which this one replaces where it has to search.
bool dv_sight_nearest_again(const dv_sight *sight, dv_kind_set kinds, double range,
                            dv_sighting *last, uint32_t *nearest);

/// Whether a part of an obstacle is seen; see dv_agent_sees_obstacle.
bool dv_sight_holds_obstacle(const dv_sight *sight, uint32_t obstacle);

/// Whether an agent is perceived within `range` (m).
bool dv_sight_holds(const dv_sight *sight, uint32_t other, double range);

#endif
