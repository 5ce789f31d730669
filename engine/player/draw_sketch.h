// Drawing sketches: strokes in metres onto the picture.
#ifndef DV_PLAYER_DRAW_SKETCH_H
#define DV_PLAYER_DRAW_SKETCH_H

#include "player/batch.h"
#include "player/camera.h"

#include "drover/sketch.h"

/// `ratio` is the pixels of the picture for one of a plain screen. Texts are not drawn.
void dv_draw_sketch(dv_batch *batch, const dv_sketch *sketch, const dv_camera *camera, float ratio);

#endif
