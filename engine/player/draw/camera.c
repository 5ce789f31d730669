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

/// How far the eye is from the place at the center, in widths or heights of the view, whichever is
/// more. The angle of view is about 31 degrees.
static const double eye_distance = 1.8;
/// Nothing is seen that is nearer to the eye than this share of the way to the center.
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

struct extent {
    double low_x, low_y, high_x, high_y; // pixels
};

static struct extent extent_of_box(const dv_camera *camera, const double low[3],
                                   const double high[3]) {
    struct extent e = {INFINITY, INFINITY, -INFINITY, -INFINITY};
    for (int corner = 0; corner < 8; corner++) {
        dv_spot spot = dv_camera_spot(camera, corner & 1 ? high[0] : low[0],
                                      corner & 2 ? high[1] : low[1], corner & 4 ? high[2] : low[2]);
        e.low_x = fmin(e.low_x, (double)spot.pixel.x);
        e.high_x = fmax(e.high_x, (double)spot.pixel.x);
        e.low_y = fmin(e.low_y, (double)spot.pixel.y);
        e.high_y = fmax(e.high_y, (double)spot.pixel.y);
    }
    return e;
}

// The nearer the eye, the more the sizes of the near and the far side differ, so this takes a few
// steps. It begins from afar, where no corner is behind the eye.
void dv_camera_fit_box(dv_camera *camera, const double low[3], const double high[3],
                       double margin) {
    double widest = 0;
    for (int i = 0; i < 3; i++) {
        double size = high[i] - low[i];
        if (!isfinite(size) || size < 0)
            return;
        widest = fmax(widest, size);
    }
    camera->x = low[0] + (high[0] - low[0]) / 2;
    camera->y = low[1] + (high[1] - low[1]) / 2;
    camera->z = low[2] + (high[2] - low[2]) / 2;
    if (widest == 0)
        return;
    double width = fmax(camera->width - 2 * margin, 1);
    double height = fmax(camera->height - 2 * margin, 1);
    camera->scale = fmin(width, height) / widest / 4;
    for (int step = 0; step < 12; step++) {
        struct extent e = extent_of_box(camera, low, high);
        dv_camera_pan(camera, camera->left + camera->width / 2 - (e.low_x + e.high_x) / 2,
                      camera->top + camera->height / 2 - (e.low_y + e.high_y) / 2);
        camera->scale *= fmin(width / (e.high_x - e.low_x), height / (e.high_y - e.low_y));
    }
    camera->scale = clamp_value(camera->scale, DV_CAMERA_MIN_SCALE, DV_CAMERA_MAX_SCALE);
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

/// A look through a pixel goes down by at least this share of its length.
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
