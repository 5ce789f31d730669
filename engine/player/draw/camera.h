// The camera: which part of the plane is visible, and where it is on the screen.
//
// The world's y axis points up, the screen's down. Screen positions are pixels of the picture, not
// units of the desktop. The view is the part of the picture that the panels leave free; drawing may
// extend beyond it.
//
// Invariant: `scale` is between DV_CAMERA_MIN_SCALE and DV_CAMERA_MAX_SCALE, the view is at least
// one pixel wide and high, and the center is finite.
#ifndef DV_PLAYER_CAMERA_H
#define DV_PLAYER_CAMERA_H

#define DV_CAMERA_MIN_SCALE 1e-4
#define DV_CAMERA_MAX_SCALE 1e4

typedef struct dv_pixel {
    float x, y;
} dv_pixel;

typedef struct dv_camera {
    double x, y;                     ///< m, the point at the center of the view
    double scale;                    ///< pixels per meter
    double left, top, width, height; ///< of the view, pixels
} dv_camera;

/// A camera with this view, centered on the origin, at 8 pixels per meter.
dv_camera dv_camera_make(double left, double top, double width, double height);

/// Change the view, but keep its center in the world and the scale.
void dv_camera_set_view(dv_camera *camera, double left, double top, double width, double height);

/// Show all of a rectangle, in meters, with a margin of `margin` pixels. If the rectangle isn't
/// finite, nothing changes; if it is empty, it is only centered.
void dv_camera_fit(dv_camera *camera, double min_x, double min_y, double max_x, double max_y,
                   double margin);

/// Show this point at the center, and a rectangle of this width, in meters.
void dv_camera_look_at(dv_camera *camera, double x, double y, double width);

/// Move the world in the view by pixels.
void dv_camera_pan(dv_camera *camera, double right, double down);

/// Multiply the scale by a factor. The point of the world at this pixel stays there.
void dv_camera_zoom(dv_camera *camera, double factor, double pixel_x, double pixel_y);

/// Convert a position in the world to a pixel.
dv_pixel dv_camera_to_screen(const dv_camera *camera, double x, double y);
/// Convert a pixel to a position in the world.
void dv_camera_to_world(const dv_camera *camera, double pixel_x, double pixel_y, double *x,
                        double *y);

/// The smallest length of 1, 2, or 5 times a power of ten, in meters, that is at least `pixels`
/// wide.
double dv_camera_step(const dv_camera *camera, double pixels);

#endif
