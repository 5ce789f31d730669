// Drawing sketches: strokes in meters onto the picture.
#ifndef DV_PLAYER_DRAW_SKETCH_H
#define DV_PLAYER_DRAW_SKETCH_H

#include "player/draw/batch.h"
#include "player/draw/camera.h"

#include "drover/sketch.h"

/// How strokes come onto a picture.
typedef struct dv_sketch_view {
    const dv_camera *camera;
    float ratio;       ///< pixels of the picture for one of a plain screen
    int width, height; ///< pixels of the picture; strokes wholly beyond it are left out
} dv_sketch_view;

/// Add all strokes but the texts to the batch. Of a polygon that crosses itself a part is filled;
/// one of more than DV_MAX_POLYGON_POINTS points is outlined.
void dv_draw_sketch(dv_batch *batch, const dv_sketch *sketch, const dv_sketch_view *view);

/// Write the texts, below the panels: between dv_gui_begin and dv_gui_end.
void dv_draw_sketch_texts(const dv_sketch *sketch, const dv_sketch_view *view);

#endif
