// Flat faces and lines of the world in a picture, also those that are partly behind the eye: they
// end where they are too near to be seen. In the plan, nothing is.
#ifndef DV_PLAYER_FACES_H
#define DV_PLAYER_FACES_H

#include "player/draw/batch.h"
#include "player/draw/camera.h"

#include "drover/drover.h"

/// The most corners of a face.
#define DV_MOST_FACE_CORNERS 8

/// Move the end of a line that is too near, or behind the eye, to where the line begins to be seen.
/// False if nothing of the line can be seen.
bool dv_cut_line(const dv_camera *camera, dv_vec3 *a, dv_vec3 *b);

/// Fill a convex flat face of at least three corners.
void dv_draw_face(dv_batch *batch, const dv_camera *camera, const dv_vec3 *corners, uint32_t count,
                  uint32_t color);

/// These draw like dv_batch_line, dv_batch_dashes, and dv_batch_arrow. An arrow whose end at `b` is
/// cut off has no head.
void dv_draw_line(dv_batch *batch, const dv_camera *camera, dv_vec3 a, dv_vec3 b, float width,
                  uint32_t color);
void dv_draw_dashes(dv_batch *batch, const dv_camera *camera, dv_vec3 a, dv_vec3 b, float width,
                    float dash, uint32_t color);
void dv_draw_arrow(dv_batch *batch, const dv_camera *camera, dv_vec3 a, dv_vec3 b, float width,
                   uint32_t color);

#endif
