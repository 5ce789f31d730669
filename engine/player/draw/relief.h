// What the pictures of surfaces share: where the ground is, and how it is colored.
#ifndef DV_PLAYER_RELIEF_H
#define DV_PLAYER_RELIEF_H

#include "player/draw/draw_private.h"

/// The ground at a corner of the net, the grid of cells that covers the picture.
struct dv_net_corner {
    float height; // m
    float light;  // 0: like level ground; positive: brighter
};

/// The visible part of the world's ground, divided into cells a few pixels wide. In the plan,
/// corners are at multiples of the cell's width, so that they stay in place when the camera moves;
/// only those at the rim are moved onto it.
struct dv_net {
    double left, bottom, right, top, step; // m
    double first_column, first_row;        // of the first corner, in steps from the origin
    int columns, rows;                     // number of corners
    struct dv_net_corner *corners;
};

/// The visible surfaces of a picture.
struct dv_relief {
    const struct canvas *canvas;
    double low, high; // m, the extent of all surfaces
    double interval;  // m, between contour lines
    struct dv_net net;
};

/// The definition of the surface at an index; NULL where it was removed.
const dv_surface_def *dv_relief_surface(const struct canvas *canvas, uint32_t index);
/// Whether a surface is a wall.
bool dv_is_upright(const dv_surface_def *surface);
/// Whether a surface has one height at each place, and so is ground that things can be above.
bool dv_is_ground(const dv_surface_def *surface);

/// Whether the world has a surface that bodies can walk on: ground, or a sphere.
bool dv_has_footing(const struct canvas *canvas);

/// Whether the world has ground that may hide something.
bool dv_has_ground(const struct canvas *canvas);

/// The highest ground at a place, which hides what is below it.
bool dv_relief_at(const struct canvas *canvas, double x, double y, float *height, dv_vec3 *normal);

/// Where the corners of a column and of a row are.
double dv_net_x(const struct dv_net *net, int column);
double dv_net_y(const struct dv_net *net, int row);
/// Find the ground at all corners of the net, which must be laid; there is none at those with a
/// height and a light of 0. The caller frees the corners. False if memory ran out.
bool dv_relief_sample(struct dv_relief *relief);

/// Find the extent of all surfaces, and the interval of contour lines. The net must be laid.
void dv_relief_measure(struct dv_relief *relief);

/// How bright ground with a unit normal is; 0: like level ground.
float dv_relief_light(dv_vec3 normal);
/// The color of ground. It is rounded to steps too small to see, so that neighboring cells of the
/// same color can be drawn as one.
uint32_t dv_relief_color(const struct dv_relief *relief, double height, float light);

#endif
