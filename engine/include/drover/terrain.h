// Terrain: what the ground is like, by name. A program declares types of terrain; a world lays them
// with regions, so a snapshot only names them.
#ifndef DROVER_TERRAIN_H
#define DROVER_TERRAIN_H

#include <drover/world.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

#define DV_MAX_TERRAIN_TYPES 64
#define DV_HEAVIEST_TERRAIN 1e6

/// Reich 1997, Terrain Awareness: a type of terrain has a weight, low where walking is easy.
typedef struct dv_terrain_def {
    const char *name;
    const char *where;
    double weight;  ///< 0 to 1e6, of the stress of a step there
    double speed;   ///< what caps of agents there are multiplied by, 0 to 100
    uint32_t color; ///< 0xRRGGBBAA; 0: as regions are drawn
} dv_terrain_def;

/// Name to be filled in; weight 0, speed 1, no color.
dv_terrain_def dv_terrain_def_default(void);
/// Before the program is finished.
dv_result dv_program_add_terrain(dv_program *program, const dv_terrain_def *def, dv_error *error);
/// How many types of terrain a program declares.
uint32_t dv_program_terrain_count(const dv_program *program);
/// -1 when there is none of that name.
int32_t dv_program_terrain(const dv_program *program, const char *name);
/// A type of terrain as it was declared, by its index.
const dv_terrain_def *dv_program_terrain_at(const dv_program *program, uint32_t type);

/// Lay a type of terrain over all of the world's bounds, on top of what lies there.
dv_result dv_terrain_create(dv_world *world, uint32_t type, dv_region *region, dv_error *error);
/// What a region lays; -1: nothing.
int32_t dv_region_terrain(const dv_world *world, dv_region region);
/// Have a region lay a type of terrain on top of what lies there; -1: nothing.
dv_result dv_region_set_terrain(dv_world *world, dv_region region, int32_t type, dv_error *error);
/// The type laid last of those that lie at a point; -1: none.
int32_t dv_world_terrain_at(const dv_world *world, dv_vec3 point);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
