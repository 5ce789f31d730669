// The camera of the plane: which part of the world is seen, and where on the screen.
//
// The world's y points up, the screen's down. Screen positions are pixels of the picture, not of
// the desktop. The view is the part of the picture that panels leave free; what is drawn may go
// beyond.
//
// Invariant: scale is within DV_CAMERA_MIN_SCALE and DV_CAMERA_MAX_SCALE, the view is at least one
// pixel wide and high, and the center is finite.
#ifndef DV_PLAYER_CAMERA_H
#define DV_PLAYER_CAMERA_H

#define DV_CAMERA_MIN_SCALE 1e-4
#define DV_CAMERA_MAX_SCALE 1e4

typedef struct dv_pixel {
    float x, y;
} dv_pixel;

typedef struct dv_camera {
    double x, y;                     ///< m, what the middle of the view shows
    double scale;                    ///< pixels a meter
    double left, top, width, height; ///< pixels, the view
} dv_camera;

/// A camera with the given view that shows the origin at 8 pixels a meter.
dv_camera dv_camera_make(double left, double top, double width, double height);

/// Change the view; what its middle shows and the scale stay.
void dv_camera_set_view(dv_camera *camera, double left, double top, double width, double height);

/// Show all of a rectangle in meters, with `margin` pixels around it. A rectangle that is not
/// finite changes nothing; an empty one is centered.
void dv_camera_fit(dv_camera *camera, double min_x, double min_y, double max_x, double max_y,
                   double margin);

/// Move the world under the view by pixels.
void dv_camera_pan(dv_camera *camera, double right, double down);

/// Enlarge by a factor; the point under the given pixel stays there.
void dv_camera_zoom(dv_camera *camera, double factor, double pixel_x, double pixel_y);

dv_pixel dv_camera_to_screen(const dv_camera *camera, double x, double y);
void dv_camera_to_world(const dv_camera *camera, double pixel_x, double pixel_y, double *x,
                        double *y);

/// The smallest of 1, 2 and 5 times a power of ten, in meters, that is at least `pixels` wide.
double dv_camera_step(const dv_camera *camera, double pixels);

#endif
