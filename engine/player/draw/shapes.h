// The shapes of agents.
#ifndef DV_PLAYER_SHAPES_H
#define DV_PLAYER_SHAPES_H

#include "player/draw/batch.h"
#include "player/draw/motion.h"
#include "player/draw/shape_parts.h"

#include "drover/drover.h"

/// How much detail a figure has, from two triangles to about thirty.
typedef enum dv_detail {
    DV_DETAIL_DART,
    DV_DETAIL_OUTLINED_DART,
    DV_DETAIL_BODY,
    DV_DETAIL_OUTLINE,
    DV_DETAIL_ALL
} dv_detail;

/// The most detail with which `count` figures need at most `triangles` triangles.
dv_detail dv_detail_for(uint32_t count, uint32_t triangles);

typedef struct dv_figure {
    dv_shape shape;
    const dv_shape_parts *own; ///< drawn instead of the shape; NULL: nothing
    dv_pixel center;
    float forward_x, forward_y; ///< unit vector on the screen
    float pitch, roll;          ///< rad, positive when the head or the left side is up
    float sway;                 ///< where it is in its gait; see dv_gait
    float length;               ///< pixels
    float stretch;              ///< how many times as wide as its shape it is; 0: once
    uint32_t color;
    /// Of a picture, whose own colors can't be mixed: how far it is faded, from 0 to 1, and to
    /// which color; see dv_figure_fade.
    float fading;
    uint32_t faded_to;
    uint32_t outline;    ///< the color of the outline
    float outline_width; ///< pixels
    dv_detail detail;    ///< the most detail; small figures have less
} dv_figure;

/// The detail that the figure has.
dv_detail dv_figure_detail(const dv_figure *figure);

/// The color of an outline that only sets a figure of this color off from the ground.
uint32_t dv_outline_around(uint32_t color);
/// How wide a shape is, in units of its length.
float dv_shape_width(dv_shape shape);
/// How wide an outline is around a figure of this length, at most `widest` · `ratio`, where `ratio`
/// is how many pixels are one of a usual screen.
float dv_outline_width(dv_shape shape, float length, float widest, float ratio);

/// How far to the right of and below a figure its shadow falls, in pixels.
float dv_shadow_fall(const dv_figure *figure);

/// The color of an outline that says what the color of an agent is, where a picture doesn't show
/// it.
uint32_t dv_outline_of(const dv_figure *figure);

/// Mix a share of a color into all colors of a figure.
void dv_figure_fade(dv_figure *figure, uint32_t color, float share);

/// Add an agent to the batch.
void dv_figure_draw(dv_batch *batch, const dv_figure *figure);

/// Add the soft shadow of an agent, whose figure is given where the shadow falls.
void dv_figure_shadow(dv_batch *batch, const dv_figure *figure);
/// Add an agent's outer shape, widened by some pixels, in one color.
void dv_figure_silhouette(dv_batch *batch, const dv_figure *figure, float width, uint32_t color);

#endif
