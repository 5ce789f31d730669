// Planning a way among the obstacles of a world, as Reich (1997) does it: the obstacles are grown
// by the clearance and drawn on a map of cells, a wave goes out from the goal, the way walks back
// down the wave, straight on where it can, and waypoints that are not needed are left out.
#ifndef DROVER_NAVIGATION_H
#define DROVER_NAVIGATION_H

#include <drover/world.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

#define DV_MAX_PLAN_CELLS (1u << 22)

/// What way is wanted.
///
/// Every point of the way keeps the clearance, but for rounding; who starts nearer to an obstacle
/// than that first walks straight out of it. A gap narrower than twice the clearance is closed; one
/// that is three cells wider is open, whichever way it faces. Between the two it depends on where
/// the cells lie.
///
/// In a volume the map is as seen from above: what counts is what comes nearer than the clearance
/// to anything at the heights between both ends, where they stand as well, and the way climbs
/// evenly from one to the other.
typedef struct dv_plan_def {
    dv_vec3 from, to; ///< m
    float clearance;  ///< m, from the way to the surface of every obstacle
    float resolution; ///< m, the longest side of a cell
    /// The way stays between `min` and `max` (m). Without a boundary of its own it stays inside the
    /// world's bounds; where these are open the map reaches as far as both ends and all obstacles,
    /// with room to walk around them; where they wrap the way may lead across the edge, and then
    /// ends at the image of `to` that it comes to.
    bool has_boundary;
    dv_vec3 min, max;
    /// Who plans may know some of the obstacles only: with `knows_part` the way leads around those
    /// in the list, and those that are gone do not count. They are where they are now.
    bool knows_part;
    const dv_obstacle *known;
    uint32_t known_count;
    /// How many cells planning may take: laid out, drawn and come to, and more than once where many
    /// obstacles are. What was taken is subtracted. NULL: any number.
    uint64_t *cells;
    /// Asked every now and then; true: give up. NULL: never.
    bool (*cancel)(void *context);
    void *cancel_context;
} dv_plan_def;

/// Both ends to be filled in; no clearance, cells of 0.25 m, the world's own boundary, all
/// obstacles.
dv_plan_def dv_plan_def_default(void);

typedef enum dv_plan_outcome {
    DV_PLAN_FOUND,
    DV_PLAN_SAME_PLACE,   ///< from and to are one
    DV_PLAN_FROM_OUTSIDE, ///< of the boundary
    DV_PLAN_TO_OUTSIDE,
    DV_PLAN_FROM_BLOCKED, ///< inside an obstacle
    DV_PLAN_TO_BLOCKED,
    DV_PLAN_TO_TOO_NEAR, ///< to an obstacle for the clearance
    DV_PLAN_NO_WAY
} dv_plan_outcome;

/// What an outcome means, as people read it.
const char *dv_plan_reason(dv_plan_outcome outcome);

/// Plan a way and make a path of it, as wide as the cells are. Null when there is none: that is no
/// failure, and `outcome` says why. DV_ERROR_LIMIT when the map would have more than
/// DV_MAX_PLAN_CELLS cells, the way more than DV_MAX_PATH_POINTS points, planning takes more than
/// `cells`, or was given up.
dv_result dv_world_plan(dv_world *world, const dv_plan_def *def, dv_path *path,
                        dv_plan_outcome *outcome, dv_error *error);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
