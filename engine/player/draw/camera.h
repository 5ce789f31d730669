// The camera: which part of the world is visible, and where it is on the screen.
//
// A camera shows the plan, which is the plane seen from straight above; heights don't count. Or it
// orbits: an eye looks at a place of a volume from some direction, and what is farther away is
// smaller. The eye is farther away the more meters the view shows, so its angle of view stays.
//
// In the plan, the world's y axis points up, the screen's down. Screen positions are pixels of the
// picture, not units of the desktop. The view is the part of the picture that the panels leave
// free; drawing may extend beyond it.
//
// Invariant: `scale` is between DV_CAMERA_MIN_SCALE and DV_CAMERA_MAX_SCALE, the view is at least
// one pixel wide and high, and the place is finite. `pitch` is between DV_LEAST_PITCH and 90
// degrees, `yaw` from 0 to 360, and `right`, `up`, and `ahead` are the unit vectors that follow
// from them: to the right and up on the screen, and away from the eye.
#ifndef DV_PLAYER_CAMERA_H
#define DV_PLAYER_CAMERA_H

#include "player/options/options.h"

#include <stdbool.h>

#define DV_CAMERA_MIN_SCALE 1e-4
#define DV_CAMERA_MAX_SCALE 1e4

typedef struct dv_pixel {
    float x, y;
} dv_pixel;

typedef struct dv_axis {
    double x, y, z;
} dv_axis;

typedef struct dv_camera {
    double x, y, z;                  ///< m, the place at the center of the view
    double scale;                    ///< pixels per meter; in an orbit, at that place
    double left, top, width, height; ///< of the view, pixels
    bool orbits;       ///< otherwise, it shows the plan, and what follows doesn't count
    double yaw, pitch; ///< degrees: around the place, 0 from the south; above it
    dv_axis right, up, ahead;
} dv_camera;

/// Where something is in a picture.
typedef struct dv_spot {
    dv_pixel pixel; ///< NaN behind the eye, where a batch draws nothing
    float scale;    ///< pixels per meter at that depth
    float depth;    ///< m, away from the eye, from the place at the center on; 0 in the plan
} dv_spot;

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

/// Show the plan.
void dv_camera_show_plan(dv_camera *camera);
/// Orbit: look at the same place from a yaw and a pitch, in degrees. The pitch is brought into its
/// range.
void dv_camera_orbit(dv_camera *camera, double yaw, double pitch);
/// Turn by a yaw and a pitch, in degrees: from where it orbits, or from straight above. It stops a
/// little below straight above, so that it stays an orbit.
void dv_camera_turn(dv_camera *camera, double yaw, double pitch);
/// In an orbit, show all of a box, in meters, with a margin of `margin` pixels. If the box isn't
/// finite, nothing changes; if it is empty, it is only centered.
void dv_camera_fit_box(dv_camera *camera, const double low[3], const double high[3], double margin);

/// Move the world in the view by pixels.
void dv_camera_pan(dv_camera *camera, double right, double down);

/// Multiply the scale by a factor. The point of the world at this pixel stays there; in an orbit,
/// the one as far away as the center.
void dv_camera_zoom(dv_camera *camera, double factor, double pixel_x, double pixel_y);

/// Where a place of a volume is in the picture. In the plan, its height doesn't count.
dv_spot dv_camera_spot(const dv_camera *camera, double x, double y, double z);
/// How far, in meters, a place is beyond the nearest that can be seen, with a little to spare;
/// negative: it is too near, or behind the eye. In the plan, every place can be seen.
double dv_camera_clearance(const dv_camera *camera, double x, double y, double z);
/// The way from a place to the eye, in meters, and of any length. In the plan, it leads straight
/// up.
dv_axis dv_camera_toward_eye(const dv_camera *camera, double x, double y, double z);

/// Convert a position on the level z = 0 to a pixel.
dv_pixel dv_camera_to_screen(const dv_camera *camera, double x, double y);
/// Convert a pixel to a position on the level z = 0. Above the horizon, to one far away.
void dv_camera_to_world(const dv_camera *camera, double pixel_x, double pixel_y, double *x,
                        double *y);

/// The smallest length of 1, 2, or 5 times a power of ten, in meters, that is at least `pixels`
/// wide.
double dv_camera_step(const dv_camera *camera, double pixels);

#endif
