// A volume drawn as an orbit sees it, for tests that look at pixels.
#ifndef DV_TESTS_VOLUME_FIXTURE_H
#define DV_TESTS_VOLUME_FIXTURE_H

#include "picture_fixture.h"

/// Look at the origin of a volume with something in it, from the south, 20 degrees high.
static inline void open_volume(picture *p, const char *setup) {
    open_picture(p, read_script_with("draw/volume.lua", "--[[setup]]", setup, NULL));
    p->camera.scale = 6;
    dv_camera_orbit(&p->camera, 0, 20);
    draw(p);
}

static inline uint32_t pixel_at(const picture *p, double x, double y, double z) {
    dv_pixel at = dv_camera_spot(&p->camera, x, y, z).pixel;
    assert_true(at.x >= 0 && at.y >= 0 && at.x < side && at.y < side);
    return p->pixels[(int)at.y * side + (int)at.x];
}

/// Whether a pixel is red rather than green or blue, however far away and however lit it is.
static inline bool is_red(uint32_t color) {
    uint32_t red = color >> 24, green = color >> 16 & 0xff, blue = color >> 8 & 0xff;
    return red > green + 30 && red > blue + 30;
}

/// Whether a ball is seen that is somewhere in a volume with an obstacle or a surface.
static inline bool is_seen(const char *thing, double x, double y, double z) {
    char setup[300];
    picture p;
    snprintf(setup, sizeof setup, "%s world:spawn('ball', { x = %g, y = %g, z = %g })", thing, x, y,
             z);
    open_volume(&p, setup);
    bool seen = is_red(pixel_at(&p, x - 0.9, y, z));
    close_picture(&p);
    return seen;
}

#endif
