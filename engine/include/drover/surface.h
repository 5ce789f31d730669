// Surfaces that bodies hug in a volume: anything that gives a point and a normal for any place. A
// program declares them; a world makes them by their names, so a snapshot only names them.
#ifndef DROVER_SURFACE_H
#define DROVER_SURFACE_H

#include <drover/world.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

#define DV_MAX_SURFACE_TYPES 64
#define DV_MAX_SURFACES 1024
#define DV_MAX_HEIGHTS (1u << 22)

typedef enum dv_surface_shape {
    DV_SURFACE_PLANE,
    DV_SURFACE_SPHERE,
    DV_SURFACE_HEIGHTS ///< of a grid, bilinear between; level beyond it
} dv_surface_shape;

typedef struct dv_surface_def {
    const char *name;
    const char *where;
    dv_surface_shape shape;
    dv_vec3 point;          ///< m, of a plane; the center of a sphere
    dv_vec3 normal;         ///< of a plane, of any length; bodies stand on its side
    float radius;           ///< m, of a sphere; bodies stand outside
    dv_vec3 low, high;      ///< m, the corners of a grid of heights; z is not used
    uint32_t columns, rows; ///< heights along x and y, 2 or more each
    const float *heights;   ///< m, those of the lowest y first, along x
} dv_surface_def;

/// Before the program is finished. The heights are copied.
dv_result dv_program_add_surface(dv_program *program, const dv_surface_def *def, dv_error *error);
/// How many types of surface a program declares.
uint32_t dv_program_surface_type_count(const dv_program *program);
/// -1 when there is none of that name.
int32_t dv_program_surface_type(const dv_program *program, const char *name);
/// The name of a type of surface, by its index.
const char *dv_program_surface_type_name(const dv_program *program, uint32_t type);
/// As it was declared, the normal at length 1.
const dv_surface_def *dv_program_surface(const dv_program *program, uint32_t type);

/// Make a surface in a volume; a plane world has no room for one. It stays for good. Bodies hug the
/// one in their kind's slot `surface`, else the nearest.
dv_result dv_surface_create(dv_world *world, uint32_t type, dv_surface *surface, dv_error *error);
/// Whether the handle is one of this world's surfaces.
bool dv_surface_alive(const dv_world *world, dv_surface surface);
/// The index of a surface's type in the program.
uint32_t dv_surface_type(const dv_world *world, dv_surface surface);
/// The point of the surface nearest to a place (for heights: above or below it) and the unit normal
/// there. False, with both untouched, when the surface is not of this world.
bool dv_surface_nearest(const dv_world *world, dv_surface surface, dv_vec3 place, dv_vec3 *point,
                        dv_vec3 *normal);
/// Indices of surfaces go from 0 to below the limit.
uint32_t dv_world_surface_limit(const dv_world *world);
/// The surface at an index; the null handle when there is none.
dv_surface dv_world_surface_at(const dv_world *world, uint32_t index);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
