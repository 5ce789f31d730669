// The pictures that scenarios bring as shapes, at all scales: each half as large as the one before.
#ifndef DV_PLAYER_PICTURE_SCALES_H
#define DV_PLAYER_PICTURE_SCALES_H

#include "player/draw/texture.h"

#include "drover/program.h"

/// From 1024 pixels down to one.
#define DV_PICTURE_SCALES 11

/// A picture at one scale.
typedef struct dv_picture_scale {
    dv_texture own;    ///< in its own colors, and as opaque as it is
    dv_texture tinted; ///< as opaque as it is white or gray; what is left of that in `own` is
                       ///< black. Without pixels if the picture isn't tinted
} dv_picture_scale;

typedef struct dv_picture_scales {
    dv_picture_scale scales[DV_PICTURE_SCALES];
    int count;
    int width, height; ///< of the largest, without the margin
} dv_picture_scales;

/// DV_ERROR_FORMAT if the picture can't be decoded. Free it even then.
dv_result dv_picture_scales_make(dv_picture_scales *made, const dv_shape_picture *picture);
/// Free everything. Call it before the renderer is destroyed.
void dv_picture_scales_free(dv_picture_scales *made);

/// The scale for a picture that is so many pixels long on the screen.
dv_picture_scale *dv_picture_scale_for(dv_picture_scales *made, float length);

#endif
