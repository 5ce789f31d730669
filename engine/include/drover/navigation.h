// Path planning around the obstacles of a world, after Reich (1997). The planner grows the
// obstacles by the clearance, rasterizes them on a grid of cells, and expands a wave from the goal.
// If the wave does not arrive, or only by a detour, it adds places in the middle between two
// obstacles, where gaps are too narrow for the cells, and expands another. The path descends the
// wave to the goal, going straight ahead where it can. At the end, the planner drops waypoints that
// are not needed.
#ifndef DROVER_NAVIGATION_H
#define DROVER_NAVIGATION_H

#include <drover/world.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

#define DV_MAX_PLAN_CELLS (1u << 22)

#define DV_DEAREST_AVOIDANCE 1e6

/// Agents to keep away from. While the path is within `radius` of one of them, each meter counts as
/// `cost` meters more. Two of them near the same place count twice.
typedef struct dv_avoid {
    dv_kind_set kinds;
    float radius; ///< m
    float cost;   ///< m of plain ground per meter, 0 to 1e6
} dv_avoid;

/// A request for a path.
///
/// Every point of the path keeps the clearance, except for rounding. If it starts nearer to an
/// obstacle than that, the path first leads straight out of the clearance. A gap narrower than
/// twice the clearance is closed. A gap at least three cells wider than that is open, whatever its
/// direction. In between, the alignment of the cells decides whether the first search finds it.
///
/// If the first search finds no way, or one more than a tenth longer than the straight line, a
/// second one looks for narrow places between obstacles, too. Two kinds may be missed, which
/// smaller cells help to find: one of several in a single cell, and one between an obstacle and the
/// boundary. The second search counts as cells too. It can take several times as long as the first,
/// and so a plan that finds no way takes that long.
///
/// Plans of one tick to the same goal share their map and search if they have the same options and
/// know the same obstacles, and if the boundary or window is the same: with open edges, a boundary
/// covers both ends, and there is a window for each doubling of the distance. The path is the same
/// either way.
///
/// The path is the one that costs least, not the shortest. With `counts_terrain`, a meter counts as
/// (1 + weight) / speed meters: `weight` and `speed` are those of the terrain on top, for `kind`,
/// and the speeds of all regions there are factors, too. So at a speed of 0.1, a meter counts as
/// ten. It counts as at least 1/256 and at most 10⁷ meters, with what `avoid` adds. Ways are
/// compared by their steps from cell to cell, in eight directions, which makes some up to 8 %
/// longer. The ground in a cell is that at its center, at the height of `to`. A search through
/// narrow places is made only where the first one finds no way at all, whatever its way costs.
///
/// In a volume the map is a view from above. It contains every obstacle that comes nearer than the
/// clearance to the heights from one end to the other, and the path climbs evenly between them. A
/// path that first leads out of the clearance climbs after that. A hollow obstacle is solid for a
/// path that starts outside it; a path that starts inside stays where it keeps the clearance at all
/// of these heights.
typedef struct dv_plan_def {
    dv_vec3 from, to; ///< m
    float clearance;  ///< m, from the path to the surface of every obstacle
    /// m, the longest side of a cell. Far from the origin it has to be at least twice the distance
    /// between neighboring positions there: 0.25 m up to 2,097 km, 0.5 m up to twice that. Without
    /// a boundary, cells are two, four, … times as large if the map would have more than
    /// DV_MAX_PLAN_CELLS: with 0.25 m, if the ends are more than about 235 m apart along x or y, or
    /// if every way leads farther than 240 m from `to`.
    float resolution;
    /// With a boundary, the path stays between `min` and `max` (m); without, inside the world's
    /// bounds. If the world's edges are open, it may lead around all obstacles. If they wrap, the
    /// path may cross an edge, and then ends at the nearest image of `to` that it reaches.
    ///
    /// If there is room for more than 262,144 cells, the map is a window around `to`, which grows
    /// until it has a way and none that leaves it can be better. So the cost of a plan grows with
    /// the way and not with the world.
    bool has_boundary;
    dv_vec3 min, max;
    /// With `knows_part`, the path leads only around the obstacles in `known`, at their current
    /// positions. Those that are gone do not count.
    bool knows_part;
    const dv_obstacle *known;
    uint32_t known_count;
    bool counts_terrain; ///< on by default
    int32_t kind;        ///< whose terrain; −1: what it is for kinds that it is not different for
    /// Agents to keep away from, at their current positions; `self` is never one of them.
    const dv_avoid *avoid;
    uint32_t avoid_count;
    dv_agent self; ///< null: nobody
    /// The budget of cells, from which planning subtracts its work: cells allocated, rasterized,
    /// and visited. Cells near many obstacles can count more than once. NULL: no limit.
    uint64_t *cells;
    /// Called now and then; return true to give up. NULL: never give up.
    bool (*cancel)(void *context);
    void *cancel_context;
} dv_plan_def;

/// The default request: no clearance, cells of 0.25 m, the world's bounds, all obstacles, and
/// terrain of no kind. Fill in both ends.
dv_plan_def dv_plan_def_default(void);

typedef enum dv_plan_outcome {
    DV_PLAN_FOUND,
    DV_PLAN_SAME_PLACE,   ///< `from` and `to` are the same place
    DV_PLAN_FROM_OUTSIDE, ///< `from` is outside the boundary
    DV_PLAN_TO_OUTSIDE,
    DV_PLAN_FROM_BLOCKED, ///< `from` is inside an obstacle
    DV_PLAN_TO_BLOCKED,
    DV_PLAN_TO_TOO_NEAR, ///< `to` is nearer to an obstacle than the clearance
    DV_PLAN_NO_WAY,
    DV_PLAN_TOO_FAR_OUT ///< positions there are too coarse for the resolution
} dv_plan_outcome;

/// A description of an outcome for users.
const char *dv_plan_reason(dv_plan_outcome outcome);

/// Plan and create a path; its radius is `resolution`. If there is none, the result is DV_OK,
/// `path` is null, and `outcome` has the reason. Fails with DV_ERROR_LIMIT if a boundary needs a
/// map of more than DV_MAX_PLAN_CELLS cells or the path more than DV_MAX_PATH_POINTS points, if
/// planning exceeds `cells`, or if `cancel` returned true; with DV_ERROR_ARGUMENT if a value is out
/// of range.
dv_result dv_world_plan(dv_world *world, const dv_plan_def *def, dv_path *path,
                        dv_plan_outcome *outcome, dv_error *error);

/// Take the news that the `wayfinding` of an agent of a kind got no plan, since it was taken last:
/// the first such agent, and in `reason` why. False if there was none. Such an agent goes straight
/// ahead.
bool dv_world_take_lost(dv_world *world, uint32_t kind, dv_agent *agent, dv_error *reason);

// Flows to goals

/// Where a flow leads: to an agent, to a region, or, if both are null, to a point (m).
typedef struct dv_flow_goal {
    dv_agent agent;
    dv_region region;
    dv_vec3 point;
} dv_flow_goal;

/// A request for a flow that leads from everywhere to the nearest of its goals, in a plane. From
/// each place, it leads along the way that costs least (Sethian 1996, Fast Marching; Treuille,
/// Cooper, and Popović 2006, Continuum Crowds, section 4). It may turn to any direction. So many
/// agents share one flow, where each would need a plan of its own.
///
/// The flow has a length of 1, and 0 in a goal and where no way leads to one. Inside obstacles, and
/// nearer to them than the clearance, it leads to the nearest free place; within a cell of that
/// place, partly along with the flow there. Its cells cover the
/// world's bounds; beyond them, it is as at the edge. Where the world wraps, ways may cross the
/// edge.
///
/// A cell is free if its center keeps the clearance, or half of its diagonal if that is more. So a
/// gap narrower than twice the clearance is closed, and one wider than that by a diagonal is open.
///
/// A meter counts as in a plan, (1 + weight) / speed meters of plain ground with `counts_terrain`,
/// and `density` meters more for each person per m². Every agent is such a person, counted on a
/// lattice of 1 m, or of cells that are larger. In open ground, directions are off by 1° at most,
/// and beside walls, ways are up to 5 % longer than the shortest.
///
/// The flow is renewed at the start of the decide phase, in the first tick after each 0.5 s since
/// it was made, if something changed that it depends on. Its goals may move, and so may obstacles.
/// Goals that are gone no longer count. If none is left that it can lead to, the flow is zero
/// everywhere, until one can be reached again.
typedef struct dv_flow_to_def {
    const dv_flow_goal *goals;
    uint32_t goal_count; ///< 1 to DV_MAX_FLOW_GOALS
    float clearance;     ///< m, from the way to the surface of every obstacle
    float resolution;    ///< m, the longest side of a cell
    bool counts_terrain; ///< on by default
    int32_t kind;        ///< whose terrain; −1: what it is for kinds that it is not different for
    float density;       ///< m of plain ground per meter, for each person per m²: 0 to 1e6
    /// As in dv_plan_def. They count for the first computation only.
    uint64_t *cells;
    bool (*cancel)(void *context);
    void *cancel_context;
} dv_flow_to_def;

#define DV_MAX_FLOW_GOALS 256
#define DV_MAX_AIMED_NODES (1u << 23) ///< of all flows to goals in a world: 13 of 400 × 400 m
#define DV_DENSEST 1e6

/// The default request: no clearance, cells of 0.5 m, terrain of no kind, and no density. Fill in
/// the goals.
dv_flow_to_def dv_flow_to_def_default(void);

typedef enum dv_flow_outcome {
    DV_FLOW_LEADS,        ///< to at least one goal
    DV_FLOW_GOAL_OUTSIDE, ///< a goal is outside the world's bounds
    DV_FLOW_GOAL_BLOCKED, ///< a goal is inside an obstacle
    DV_FLOW_GOAL_CLOSED,  ///< no free place is in a goal, or near it
    DV_FLOW_GOALS_GONE,   ///< all goals were removed
    DV_FLOW_OUT_OF_MEMORY ///< it could not be renewed, and is as it was
} dv_flow_outcome;

/// A description of an outcome for users.
const char *dv_flow_reason(dv_flow_outcome outcome);

/// Create a flow to goals. If it cannot lead to each of them, the result is DV_OK, `flow` is null,
/// and `outcome` has the reason. Fails with DV_ERROR_ARGUMENT if a value is out of range, or the
/// world is a volume, with DV_ERROR_STALE if a goal is gone, with DV_ERROR_LIMIT if the flow would
/// have more than DV_MAX_FLOW_NODES cells, if all flows to goals of the world would have more than
/// DV_MAX_AIMED_NODES, or as dv_world_plan does. The flow lasts until dv_flow_remove.
dv_result dv_world_flow_to(dv_world *world, const dv_flow_to_def *def, dv_flow *flow,
                           dv_flow_outcome *outcome, dv_error *error);
/// Whether a flow of dv_world_flow_to leads to a goal, and why not. Of other flows, DV_FLOW_LEADS.
dv_flow_outcome dv_flow_outcome_of(const dv_world *world, dv_flow flow);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
