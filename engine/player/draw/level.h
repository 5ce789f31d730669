// Circles and parts of them that lie level in the world, in meters: in the plan, circles of the
// picture; from an orbit, seen at a slant, as far as they are in front of the eye.
#ifndef DV_PLAYER_LEVEL_H
#define DV_PLAYER_LEVEL_H

#include "player/draw/batch.h"
#include "player/draw/camera.h"

#include "drover/drover.h"

typedef struct dv_level {
    const dv_camera *camera;
    dv_axis center; ///< m
    float radius;   ///< pixels, at the depth of the center
} dv_level;

/// A level circle around a place, with a radius in meters.
dv_level dv_level_at(const dv_camera *camera, dv_axis center, double radius);

/// The place in the middle, and that of the rim at an angle in the world.
dv_vec3 dv_level_middle(const dv_level *level);
dv_vec3 dv_level_rim(const dv_level *level, float angle);

/// These draw like dv_batch_disc, dv_batch_ring, dv_batch_sector, and dv_batch_arc. Angles are in
/// the world.
void dv_level_disc(dv_batch *batch, const dv_level *level, uint32_t color);
void dv_level_ring(dv_batch *batch, const dv_level *level, float width, uint32_t color);
void dv_level_sector(dv_batch *batch, const dv_level *level, float first, float last,
                     uint32_t color);
void dv_level_arc(dv_batch *batch, const dv_level *level, float width, float first, float last,
                  uint32_t color);

#endif
