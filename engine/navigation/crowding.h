// Crowding: how many people there are per m², and what that adds to the prices of a map.
#ifndef DV_NAVIGATION_CROWDING_H
#define DV_NAVIGATION_CROWDING_H

#include "navigation/map.h"

/// People on a lattice over a map. Each counts in the four squares nearest to it, the more the
/// nearer it is to their middle (Treuille, Cooper, and Popović 2006, section 4.1, with linear
/// parts). Parts are whole numbers, so their sums do not depend on order.
typedef struct dv_crowding {
    int32_t columns, rows;
    double width, depth; ///< m, of a square
    uint32_t *parts;     ///< by square, in 1 / DV_PARTS_A_PERSON
} dv_crowding;

#define DV_PARTS_A_PERSON 256u

/// Count all agents inside the bounds of a map. False when memory is short. Call dv_crowding_free
/// either way.
bool dv_crowding_count(dv_crowding *crowding, const dv_world *world, const dv_map *map);
void dv_crowding_free(dv_crowding *crowding);
/// Let each meter count as `density` meters of plain ground more, for each person per m² there.
/// False when memory is short.
bool dv_crowding_add_prices(const dv_crowding *crowding, dv_map *map, double density);

#endif
