// Cuts polygons into triangles.
#ifndef DV_PLAYER_TRIANGULATE_H
#define DV_PLAYER_TRIANGULATE_H

#include "drover/world.h"

/// Cut a simple polygon into triangles. Writes three indices for each to `corners`, which has room
/// for 3 · (count − 2). Returns the number of triangles; less than count − 2 if the polygon isn't
/// simple.
uint32_t dv_triangulate(const dv_vec3 *points, uint32_t count, uint16_t *corners);

#endif
