// What shapes are made of: polygons, from the lowest to the highest. Shapes are one unit long, with
// the head at x = 0.5 and y to the left.
#ifndef DV_PLAYER_SHAPE_PARTS_H
#define DV_PLAYER_SHAPE_PARTS_H

#include "player/draw/camera.h"

#include "drover/program.h"

#include <stdbool.h>
#include <stdint.h>

/// How a part moves while its agent walks, swims, or flies. `sway` goes from −1 to 1 and back.
typedef enum dv_gait {
    DV_GAIT_NONE,
    DV_GAIT_TAIL,  ///< what is behind the chest bends to one side, then to the other
    DV_GAIT_WINGS, ///< stretches out, then folds
    DV_GAIT_LEFT,  ///< the left foot and the right arm: forward, then back
    DV_GAIT_RIGHT, ///< the opposite
    DV_GAIT_TURN   ///< shoulders turn against the feet
} dv_gait;

typedef struct dv_shape_part {
    const dv_pixel *points;
    int count;
    /// It is filled by a fan of triangles, around the first point or else around `hub`, from where
    /// all of the rim is visible.
    bool fans_from_first;
    dv_pixel hub;
    /// Or else by these triangles, three indices of points for each; then it isn't round. NULL: by
    /// a fan.
    const uint16_t *corners;
    uint32_t triangles;
    bool is_body;  ///< with an outline; other parts are drawn only if there is room for details
    bool is_round; ///< a curve through the points; a point given twice is a corner
    /// What the part looks like: the agent's color, lighter (positive) or darker; or a color.
    float shade;
    uint32_t color; ///< 0: none of its own
    dv_gait gait;
    /// Where the part faces if it slopes, and by how much, so that the light makes it lighter or
    /// darker; zero: it's level.
    dv_pixel slope;
    float lifted; ///< how far the part is moved toward the light, as what is higher is
} dv_shape_part;

struct dv_picture_scales;

typedef struct dv_shape_parts {
    const dv_shape_part *parts;
    int count;
    float beats;  ///< how often a second its sway goes back and forth at full speed; 0: it doesn't
    float height; ///< above the ground, in units of its length; its shadow falls so far
    uint64_t id;  ///< differs between different shapes of scenarios; 0: built in
    struct dv_picture_scales *picture; ///< in place of parts; NULL: none
    bool is_tinted;                    ///< the picture takes on the agent's color
} dv_shape_parts;

/// No rim has more points than this.
#define DV_MAX_RIM 128

/// The parts of a built-in shape.
const dv_shape_parts *dv_parts_of(dv_shape shape);

#endif
