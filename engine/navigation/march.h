// Fast marching (Sethian 1996): what the way from each free cell of a map to the nearest goal
// costs, and in which direction it begins. Unlike a wave (wave.h), which steps in eight directions,
// a march may go in any: between two neighbors of a cell, costs count as linear.
//
// Invariant: costs are whole numbers, and the cost of a cell never rises when that of a neighbor
// falls. So all costs fall to the same values, in whatever order cells are visited. A cell costs
// more than the cells that its way leads through.
#ifndef DV_NAVIGATION_MARCH_H
#define DV_NAVIGATION_MARCH_H

#include "navigation/map.h"
#include "world/flow_record.h"

/// A free cell where marching begins.
typedef struct dv_seed {
    uint32_t cell;
    double meters;       ///< of plain ground, from the center of the cell to the goal
    dv_flow_arrow arrow; ///< toward the goal; zero at the goal
} dv_seed;

typedef struct dv_seeds {
    dv_seed *all;
    uint32_t count, capacity;
} dv_seeds;

/// The lengths that an arrow has in a free cell, and in a blocked one. Between the two, the free
/// cell decides, so that a flow does not lead through a wall.
#define DV_ARROW_LENGTH 127.0
#define DV_BLOCKED_ARROW_LENGTH 31.0
/// The arrow in a direction; zero if the direction is.
dv_flow_arrow dv_arrow_along(double x, double y, double length);

/// March from the seeds over a map, and fill in the arrows of its cells, row by row without the
/// frame. The arrows of free cells lead along the cheapest way, and are zero where there is none;
/// those of blocked cells lead to the nearest free cell that has a way, or a goal in it; next to
/// it, partly along with its arrow. False when memory is short or `work` runs out.
bool dv_march(const dv_map *map, const dv_seeds *seeds, dv_flow_arrow *arrows, dv_plan_work *work);

#endif
