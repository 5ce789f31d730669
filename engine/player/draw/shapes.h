// The shapes that agents are drawn in, and outlines of obstacles cut into triangles.
#ifndef DV_PLAYER_SHAPES_H
#define DV_PLAYER_SHAPES_H

#include "player/draw/batch.h"
#include "player/draw/motion.h"

#include "drover/drover.h"

/// How much of a figure is drawn, from two triangles to some thirty.
typedef enum dv_detail {
    DV_DETAIL_DART,
    DV_DETAIL_OUTLINED_DART,
    DV_DETAIL_BODY,
    DV_DETAIL_OUTLINE,
    DV_DETAIL_ALL
} dv_detail;

/// The most detail at which `count` figures take no more than `triangles`.
dv_detail dv_detail_for(uint32_t count, uint32_t triangles);

typedef struct dv_figure {
    dv_shape shape;
    dv_pixel center;
    float forward_x, forward_y; ///< unit length, on the screen
    float pitch, roll;          ///< rad, the head up and the left side up
    float length;               ///< pixels
    uint32_t color;
    uint32_t outline;    ///< the color around it
    float outline_width; ///< pixels
    dv_detail detail;    ///< at most; small figures have less
} dv_figure;

/// Add one agent.
void dv_figure_draw(dv_batch *batch, const dv_figure *figure);

/// Cut a simple polygon into triangles: three indices each in `corners`, which has room for
/// 3 · (count − 2). Returns the number of triangles; fewer than count − 2 when it is not simple.
uint32_t dv_triangulate(const dv_vec3 *points, uint32_t count, uint16_t *corners);

#endif
