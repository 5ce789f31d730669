// The obstacles, spherical surfaces, and upright planes of a volume as solid bodies, and where they
// are in the picture.
#ifndef DV_PLAYER_SOLID_LIST_H
#define DV_PLAYER_SOLID_LIST_H

#include "player/draw/camera.h"

#include "drover/drover.h"

/// A ball, or an upright prism: a polygon between two heights.
typedef struct dv_solid {
    dv_vec3 center;
    float radius;                   ///< m; of a prism, that of a ball around it
    uint32_t first_corner, corners; ///< of a prism's polygon, in `corners`; 0: a ball
    bool is_round;                  ///< a prism whose corners approximate a circle
    float low, high;                ///< m, of a prism
    bool is_glass;        ///< an upright plane that is seen from the side on which no bodies can be
    dv_obstacle obstacle; ///< null: a surface
    float depth;          ///< m, at which it is drawn
    dv_pixel middle;
    float reach; ///< pixels around the middle in which it may hide something; INFINITY: anywhere,
                 ///< because the eye is near
} dv_solid;

typedef struct dv_solids {
    dv_solid *list;
    uint32_t count, capacity;
    dv_vec3 *corners;
    uint32_t corner_count, corner_capacity;
    /// m; things are in front of or behind a solid from this distance on.
    float step;
} dv_solids;

/// Free the memory.
void dv_solids_free(dv_solids *solids);

#endif
