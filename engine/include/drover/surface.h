// Surfaces that bodies move on in a volume. For any place, a surface has a nearest point and a
// normal there. A program declares types of surfaces, and a world creates surfaces of those types.
// Snapshots only contain the names of the types.
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
    DV_SURFACE_HEIGHTS ///< a grid of heights with bilinear interpolation, level outside the grid
} dv_surface_shape;

typedef struct dv_surface_def {
    const char *name;
    const char *where;
    dv_surface_shape shape;
    dv_vec3 point;          ///< m, a point on a plane, or the center of a sphere
    dv_vec3 normal;         ///< of a plane, of any length; bodies are on the side it points to
    float radius;           ///< m, of a sphere; bodies are outside
    dv_vec3 low, high;      ///< m, the corners of a grid of heights; z is not used
    uint32_t columns, rows; ///< heights along x and y, 2 or more each
    const float *heights;   ///< m, in rows along x, starting with the row of the lowest y
} dv_surface_def;

/// Declare a type of surface in a program that is not finished. The heights are copied. Fails with
/// DV_ERROR_ARGUMENT if a value is invalid, and with DV_ERROR_LIMIT if there are too many types.
dv_result dv_program_add_surface(dv_program *program, const dv_surface_def *def, dv_error *error);
/// The number of types of surfaces.
uint32_t dv_program_surface_type_count(const dv_program *program);
/// The index of the type with a name; −1 if there is none.
int32_t dv_program_surface_type(const dv_program *program, const char *name);
/// The name of a type of surface, by its index.
const char *dv_program_surface_type_name(const dv_program *program, uint32_t type);
/// The definition of a type of surface, with the normal at unit length.
const dv_surface_def *dv_program_surface(const dv_program *program, uint32_t type);

/// Create a surface, which cannot be removed. A body moves on the surface in its slot `surface`, or
/// else on the nearest one. Fails with DV_ERROR_NAME if there is no such type, with
/// DV_ERROR_ARGUMENT if the world is a plane, and with DV_ERROR_LIMIT if there are DV_MAX_SURFACES.
dv_result dv_surface_create(dv_world *world, uint32_t type, dv_surface *surface, dv_error *error);
/// Whether the handle names a surface of this world.
bool dv_surface_alive(const dv_world *world, dv_surface surface);
/// The index of a surface's type in the program.
uint32_t dv_surface_type(const dv_world *world, dv_surface surface);
/// Get the point on the surface nearest to a place (m), and the unit normal there. For a grid of
/// heights, it is the point straight above or below the place. False, with both unchanged, if the
/// surface is not in this world.
bool dv_surface_nearest(const dv_world *world, dv_surface surface, dv_vec3 place, dv_vec3 *point,
                        dv_vec3 *normal);
/// Surfaces have indices below this limit.
uint32_t dv_world_surface_limit(const dv_world *world);
/// The surface at an index; null if there is none.
dv_surface dv_world_surface_at(const dv_world *world, uint32_t index);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
