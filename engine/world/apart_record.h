// What the pass that keeps bodies apart works with; see locomotion/apart.h. It is data of one tick,
// in the order of the sensed records.
#ifndef DV_WORLD_APART_RECORD_H
#define DV_WORLD_APART_RECORD_H

#include "drover/base.h"

/// A body that is solid for agents. Of any other, only `takes_part` is set.
typedef struct dv_apart_body {
    dv_vec3 start;   ///< m, where its model and the obstacles left it
    float radius;    ///< m
    float lightness; ///< 1/kg; 0: nothing pushes it
    uint32_t agent;
    bool takes_part;
    bool is_large; ///< much larger than almost all others
    bool hugs;
    bool touched;  ///< it was pushed, or something came against it
    bool moved[2]; ///< in rounds with an even and an odd number: whether the last one moved it
} dv_apart_body;

/// The ranks of the bodies that one may come to touch in this tick, if they are few enough.
#define DV_MOST_CLOSE 12
typedef struct dv_apart_close {
    uint32_t count; ///< more than DV_MOST_CLOSE: not listed
    uint32_t ranks[DV_MOST_CLOSE];
} dv_apart_close;

typedef struct dv_apart {
    uint32_t capacity;
    dv_apart_body *bodies;
    dv_vec3 *places[2];    ///< m: now, and after the round that is computed
    dv_apart_close *close; ///< not set for bodies that take no part
    uint32_t *near;        ///< ranks of the bodies that have any other near
    uint32_t near_count;
    uint32_t *large; ///< ranks of the large bodies
    uint32_t large_count;
    float widest;  ///< m, the largest radius
    float common;  ///< m, the largest radius of bodies that are not large
    float fastest; ///< m, the longest way of a body in a tick by its speed
    float way;     ///< m, the longest that a body has moved in this tick
} dv_apart;

void dv_apart_free(dv_apart *apart);

#endif
