#include "player/draw/camera.h"

#include "player/draw/axis.h"

#include <math.h>

static double clamp_value(double value, double low, double high) {
    return value < low ? low : value > high ? high : value;
}

dv_camera dv_camera_make(double left, double top, double width, double height) {
    dv_camera camera = {.scale = 8};
    dv_camera_set_view(&camera, left, top, width, height);
    return camera;
}

void dv_camera_set_view(dv_camera *camera, double left, double top, double width, double height) {
    camera->left = left;
    camera->top = top;
    camera->width = fmax(width, 1);
    camera->height = fmax(height, 1);
}

void dv_camera_fit(dv_camera *camera, double min_x, double min_y, double max_x, double max_y,
                   double margin) {
    double width = max_x - min_x, height = max_y - min_y;
    if (!isfinite(width) || !isfinite(height) || width < 0 || height < 0)
        return;
    camera->x = min_x + width / 2;
    camera->y = min_y + height / 2;
    if (width == 0 && height == 0)
        return;
    double scale_x = fmax(camera->width - 2 * margin, 1) / width;
    double scale_y = fmax(camera->height - 2 * margin, 1) / height;
    camera->scale = clamp_value(fmin(scale_x, scale_y), DV_CAMERA_MIN_SCALE, DV_CAMERA_MAX_SCALE);
}

void dv_camera_look_at(dv_camera *camera, double x, double y, double width) {
    camera->x = x;
    camera->y = y;
    camera->scale = clamp_value(camera->width / width, DV_CAMERA_MIN_SCALE, DV_CAMERA_MAX_SCALE);
}

void dv_camera_show_plan(dv_camera *camera) { camera->orbits = false; }

void dv_camera_orbit(dv_camera *camera, double yaw, double pitch) {
    const double degree = 3.14159265358979 / 180;
    yaw = fmod(yaw, 360);
    camera->yaw = yaw < 0 ? yaw + 360 : yaw;
    camera->pitch = clamp_value(pitch, DV_LEAST_PITCH, 90);
    double turn = cos(camera->yaw * degree), side = sin(camera->yaw * degree);
    double level = cos(camera->pitch * degree), steep = sin(camera->pitch * degree);
    camera->orbits = true;
    camera->right = (dv_axis){turn, side, 0};
    camera->up = (dv_axis){-side * steep, turn * steep, level};
    camera->ahead = (dv_axis){-side * level, turn * level, -steep};
}

/// From straight above, one sees the plan.
static const double steepest_turn = 89;

void dv_camera_turn(dv_camera *camera, double yaw, double pitch) {
    double before = camera->orbits ? camera->pitch : 90;
    dv_camera_orbit(camera, (camera->orbits ? camera->yaw : 0) + yaw,
                    fmin(before + pitch, steepest_turn));
}

/// How far the eye is from the place at the center, in widths or heights of the view, whichever is
/// more. The angle of view is about 31 degrees.
static const double eye_distance = 1.8;
/// The eye sees nothing nearer than this share of its distance from the center.
static const double nearest_seen = 0.05;

static double distance_of_eye(const dv_camera *camera) {
    return eye_distance * fmax(camera->width, camera->height) / camera->scale;
}

static double along(const dv_axis *axis, double x, double y, double z) {
    return axis->x * x + axis->y * y + axis->z * z;
}

static void move_along(dv_camera *camera, const dv_axis *axis, double length) {
    camera->x += axis->x * length;
    camera->y += axis->y * length;
    camera->z += axis->z * length;
}

// Fitting a box. The eye is `eye` meters from the middle. At any scale, a meter that is d meters
// away is `focus` / d pixels wide. So a corner is within half a view of the middle if side - middle
// <= half / focus * (eye + depth), at either side.

/// The corners of a box as the camera is turned, from the middle of the box, in meters.
struct turned_box {
    double right[8], up[8], depth[8];
};

static struct turned_box turn_box(const dv_camera *camera, const double size[3]) {
    struct turned_box box;
    for (int i = 0; i < 8; i++) {
        double x = (i & 1 ? 0.5 : -0.5) * size[0], y = (i & 2 ? 0.5 : -0.5) * size[1];
        double z = (i & 4 ? 0.5 : -0.5) * size[2];
        box.right[i] = along(&camera->right, x, y, z);
        box.up[i] = along(&camera->up, x, y, z);
        box.depth[i] = along(&camera->ahead, x, y, z);
    }
    return box;
}

/// How far away the eye must be so that all corners are within a view whose half is `slope` meters
/// wide at a meter from the eye.
static double least_distance(const double sides[8], const double depths[8], double slope) {
    double low = INFINITY, high = -INFINITY;
    for (int i = 0; i < 8; i++) {
        low = fmin(low, sides[i] + slope * depths[i]);
        high = fmax(high, sides[i] - slope * depths[i]);
    }
    return (high - low) / 2 / slope;
}

/// Where the middle of the view must be so that both margins are equally wide.
static double middle_of(const double sides[8], const double depths[8], double eye) {
    double low = INFINITY, high = -INFINITY;
    for (int i = 0; i < 8; i++) {
        low = fmin(low, sides[i]);
        high = fmax(high, sides[i]);
    }
    for (int step = 0; step < 60; step++) {
        double middle = (low + high) / 2, least = INFINITY, most = -INFINITY;
        for (int i = 0; i < 8; i++) {
            least = fmin(least, (sides[i] - middle) / (eye + depths[i]));
            most = fmax(most, (sides[i] - middle) / (eye + depths[i]));
        }
        if (least + most > 0)
            low = middle;
        else
            high = middle;
    }
    return (low + high) / 2;
}

void dv_camera_fit_box(dv_camera *camera, const double low[3], const double high[3],
                       double margin) {
    double size[3], widest = 0;
    for (int i = 0; i < 3; i++) {
        size[i] = high[i] - low[i];
        if (!isfinite(size[i]) || size[i] < 0)
            return;
        widest = fmax(widest, size[i]);
    }
    camera->x = low[0] + size[0] / 2;
    camera->y = low[1] + size[1] / 2;
    camera->z = low[2] + size[2] / 2;
    if (widest == 0)
        return;
    const struct turned_box box = turn_box(camera, size);
    double focus = eye_distance * fmax(camera->width, camera->height), eye = 0;
    for (int i = 0; i < 8; i++) // the nearest corner is seen
        eye = fmax(eye, -box.depth[i] / (1 - 2 * nearest_seen));
    eye = fmax(eye,
               least_distance(box.right, box.depth, fmax(camera->width / 2 - margin, 0.5) / focus));
    eye = fmax(eye,
               least_distance(box.up, box.depth, fmax(camera->height / 2 - margin, 0.5) / focus));
    camera->scale = clamp_value(focus / eye, DV_CAMERA_MIN_SCALE, DV_CAMERA_MAX_SCALE);
    eye = focus / camera->scale;
    double right = middle_of(box.right, box.depth, eye), up = middle_of(box.up, box.depth, eye);
    move_along(camera, &camera->right, right);
    move_along(camera, &camera->up, up);
}

void dv_camera_pan(dv_camera *camera, double right, double down) {
    if (camera->orbits) {
        move_along(camera, &camera->right, -right / camera->scale);
        move_along(camera, &camera->up, down / camera->scale);
        return;
    }
    camera->x -= right / camera->scale;
    camera->y += down / camera->scale;
}

static void zoom_orbit(dv_camera *camera, double scale, double pixel_x, double pixel_y) {
    double right = pixel_x - camera->left - camera->width / 2;
    double down = pixel_y - camera->top - camera->height / 2;
    double moved = 1 / camera->scale - 1 / scale;
    camera->scale = scale;
    move_along(camera, &camera->right, right * moved);
    move_along(camera, &camera->up, -down * moved);
}

void dv_camera_zoom(dv_camera *camera, double factor, double pixel_x, double pixel_y) {
    double x, y;
    double scale = clamp_value(camera->scale * factor, DV_CAMERA_MIN_SCALE, DV_CAMERA_MAX_SCALE);
    if (camera->orbits) {
        zoom_orbit(camera, scale, pixel_x, pixel_y);
        return;
    }
    dv_camera_to_world(camera, pixel_x, pixel_y, &x, &y);
    camera->scale = scale;
    double moved_x, moved_y;
    dv_camera_to_world(camera, pixel_x, pixel_y, &moved_x, &moved_y);
    camera->x += x - moved_x;
    camera->y += y - moved_y;
}

static dv_pixel plan_pixel(const dv_camera *camera, double x, double y) {
    return (dv_pixel){
        (float)(camera->left + camera->width / 2 + (x - camera->x) * camera->scale),
        (float)(camera->top + camera->height / 2 - (y - camera->y) * camera->scale),
    };
}

dv_spot dv_camera_spot(const dv_camera *camera, double x, double y, double z) {
    if (!camera->orbits)
        return (dv_spot){plan_pixel(camera, x, y), (float)camera->scale, 0};
    x -= camera->x;
    y -= camera->y;
    z -= camera->z;
    double depth = along(&camera->ahead, x, y, z), eye = distance_of_eye(camera);
    if (!(eye + depth > nearest_seen * eye))
        return (dv_spot){{NAN, NAN}, (float)camera->scale, (float)depth};
    double scale = camera->scale * eye / (eye + depth);
    return (dv_spot){
        {(float)(camera->left + camera->width / 2 + scale * along(&camera->right, x, y, z)),
         (float)(camera->top + camera->height / 2 - scale * along(&camera->up, x, y, z))},
        (float)scale,
        (float)depth,
    };
}

double dv_camera_clearance(const dv_camera *camera, double x, double y, double z) {
    const double spare = 1.01;
    if (!camera->orbits)
        return 1;
    double eye = distance_of_eye(camera);
    return eye * (1 - spare * nearest_seen) +
           along(&camera->ahead, x - camera->x, y - camera->y, z - camera->z);
}

dv_axis dv_camera_toward_eye(const dv_camera *camera, double x, double y, double z) {
    if (!camera->orbits)
        return (dv_axis){0, 0, 1};
    double eye = distance_of_eye(camera);
    return (dv_axis){camera->x - camera->ahead.x * eye - x, camera->y - camera->ahead.y * eye - y,
                     camera->z - camera->ahead.z * eye - z};
}

dv_pixel dv_camera_to_screen(const dv_camera *camera, double x, double y) {
    return camera->orbits ? dv_camera_spot(camera, x, y, 0).pixel : plan_pixel(camera, x, y);
}

/// The line of sight through a pixel goes down by at least this share of its length.
static const double least_fall = 1e-3;

static void orbit_to_world(const dv_camera *camera, double right, double down, double *x,
                           double *y) {
    dv_axis from = dv_camera_toward_eye(camera, 0, 0, 0), way = camera->ahead;
    double eye = distance_of_eye(camera);
    right /= camera->scale * eye;
    down /= camera->scale * eye;
    way.x += camera->right.x * right - camera->up.x * down;
    way.y += camera->right.y * right - camera->up.y * down;
    way.z += camera->right.z * right - camera->up.z * down;
    double length = fabs(from.z) / fmax(from.z < 0 ? way.z : -way.z, least_fall);
    *x = from.x + way.x * length;
    *y = from.y + way.y * length;
}

void dv_camera_to_world(const dv_camera *camera, double pixel_x, double pixel_y, double *x,
                        double *y) {
    double right = pixel_x - camera->left - camera->width / 2;
    double down = pixel_y - camera->top - camera->height / 2;
    if (camera->orbits) {
        orbit_to_world(camera, right, down, x, y);
        return;
    }
    *x = camera->x + right / camera->scale;
    *y = camera->y - down / camera->scale;
}

double dv_camera_step(const dv_camera *camera, double pixels) {
    return dv_axis_step(pixels / camera->scale);
}
