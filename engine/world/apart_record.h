// What the pass that keeps bodies apart works with; see locomotion/apart.h. It is data of one tick.
#ifndef DV_WORLD_APART_RECORD_H
#define DV_WORLD_APART_RECORD_H

#include "world/grid.h"

/// A body that is solid for agents.
typedef struct dv_apart_body {
    dv_vec3 start;   ///< m, where its model and the obstacles left it
    float radius;    ///< m
    float lightness; ///< 1/kg; 0: nothing pushes it
    uint32_t agent;
    bool hugs;
    bool touched; ///< it was pushed, or something came against it
} dv_apart_body;

/// The bodies that one may come to touch in this tick, if they are few enough to be listed.
#define DV_MOST_CLOSE 12
typedef struct dv_apart_close {
    uint32_t count; ///< more than DV_MOST_CLOSE: not listed
    uint32_t bodies[DV_MOST_CLOSE];
} dv_apart_close;

/// Invariant: bodies are in the order of the grid's cells, ties in the order of the sensed records.
typedef struct dv_apart {
    uint32_t count, capacity;
    dv_apart_body *bodies;
    dv_vec3 *places[2]; ///< m, by body: now, and after the round that is computed
    uint32_t *order;    ///< records before sorting, later the bodies that have any other near
    uint32_t near_count;
    dv_apart_close *close; ///< by body
    dv_grid grid;
    float widest; ///< m, the largest radius
    float most;   ///< m, by which a body may be pushed in this tick
} dv_apart;

void dv_apart_free(dv_apart *apart);

#endif
