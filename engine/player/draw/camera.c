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

void dv_camera_pan(dv_camera *camera, double right, double down) {
    camera->x -= right / camera->scale;
    camera->y += down / camera->scale;
}

void dv_camera_zoom(dv_camera *camera, double factor, double pixel_x, double pixel_y) {
    double x, y;
    dv_camera_to_world(camera, pixel_x, pixel_y, &x, &y);
    camera->scale = clamp_value(camera->scale * factor, DV_CAMERA_MIN_SCALE, DV_CAMERA_MAX_SCALE);
    double moved_x, moved_y;
    dv_camera_to_world(camera, pixel_x, pixel_y, &moved_x, &moved_y);
    camera->x += x - moved_x;
    camera->y += y - moved_y;
}

dv_pixel dv_camera_to_screen(const dv_camera *camera, double x, double y) {
    return (dv_pixel){
        (float)(camera->left + camera->width / 2 + (x - camera->x) * camera->scale),
        (float)(camera->top + camera->height / 2 - (y - camera->y) * camera->scale),
    };
}

void dv_camera_to_world(const dv_camera *camera, double pixel_x, double pixel_y, double *x,
                        double *y) {
    *x = camera->x + (pixel_x - camera->left - camera->width / 2) / camera->scale;
    *y = camera->y - (pixel_y - camera->top - camera->height / 2) / camera->scale;
}

double dv_camera_step(const dv_camera *camera, double pixels) {
    return dv_axis_step(pixels / camera->scale);
}
