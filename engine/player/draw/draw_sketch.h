// Draws sketches, whose strokes are in meters.
#ifndef DV_PLAYER_DRAW_SKETCH_H
#define DV_PLAYER_DRAW_SKETCH_H

#include "player/draw/batch.h"
#include "player/draw/camera.h"

#include "drover/sketch.h"

/// How strokes are mapped to a picture.
typedef struct dv_sketch_view {
    const dv_camera *camera;
    float ratio;       ///< pixels of the picture per pixel of a screen without scaling
    int width, height; ///< pixels of the picture; strokes entirely outside are left out
} dv_sketch_view;

/// Add the strokes of a layer, below the agents or above, except texts, to the batch. If a polygon
/// crosses itself, only part of it is filled; one with more than DV_MAX_POLYGON_POINTS points is
/// only outlined.
void dv_draw_sketch(dv_batch *batch, const dv_sketch *sketch, const dv_sketch_view *view,
                    bool is_below);

/// Write the texts among the first `count` strokes below the panels. Call it between dv_gui_begin
/// and dv_gui_end.
void dv_draw_sketch_texts(const dv_sketch *sketch, uint32_t count, const dv_sketch_view *view);

#endif
