// Terrain describes the ground. A program declares types of terrain, and a world covers regions
// with them. Snapshots only contain the names of the types.
#ifndef DROVER_TERRAIN_H
#define DROVER_TERRAIN_H

#include <drover/world.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

#define DV_MAX_TERRAIN_TYPES 64
#define DV_HEAVIEST_TERRAIN 1e6

/// What a type of terrain is for one kind of agents.
typedef struct dv_terrain_for {
    const char *kind;
    double weight, speed; ///< instead of those of the type
} dv_terrain_for;

/// A type of terrain. Its weight is low where walking is easy (Reich 1997, Terrain Awareness).
typedef struct dv_terrain_def {
    const char *name;
    const char *where;
    double weight;               ///< weight of the stress of a step there, 0 to 1e6
    double speed;                ///< factor on the speed caps of agents there, 0 to 100
    uint32_t color;              ///< 0xRRGGBBAA; 0: the default color of regions
    const dv_terrain_for *kinds; ///< the kinds that it is different for
    uint32_t kind_count;
    /// A field. At a place, the terrain counts by the share of the field's max that is there: at
    /// half of it, half the weight, and a speed of 0.5 is 0.75. NULL: the terrain counts in full.
    const char *field;
} dv_terrain_def;

/// The default definition: weight 0, speed 1, no color. Fill in the name.
dv_terrain_def dv_terrain_def_default(void);
/// Declare a type of terrain in a program that is not finished. Fails with DV_ERROR_ARGUMENT if a
/// value is out of range, and with DV_ERROR_LIMIT if there are too many types. dv_program_finish
/// fails with DV_ERROR_NAME if a kind or a field is named that the program doesn't have.
dv_result dv_program_add_terrain(dv_program *program, const dv_terrain_def *def, dv_error *error);
/// The number of types of terrain.
uint32_t dv_program_terrain_count(const dv_program *program);
/// The index of the type with a name; −1 if there is none.
int32_t dv_program_terrain(const dv_program *program, const char *name);
/// The definition of a type of terrain, by its index.
const dv_terrain_def *dv_program_terrain_at(const dv_program *program, uint32_t type);
/// The weight and the speed of a type of terrain for a kind of a finished program, where it counts
/// in full.
dv_terrain_for dv_program_terrain_for(const dv_program *program, uint32_t type, uint32_t kind);

/// Create a region that covers the world's bounds with a type of terrain, on top of other terrain.
/// Fails with DV_ERROR_NAME if there is no such type.
dv_result dv_terrain_create(dv_world *world, uint32_t type, dv_region *region, dv_error *error);
/// The type of terrain of a region; −1: none.
int32_t dv_region_terrain(const dv_world *world, dv_region region);
/// Cover a region with a type of terrain, on top of other terrain; −1: none.
dv_result dv_region_set_terrain(dv_world *world, dv_region region, int32_t type, dv_error *error);
/// The topmost type of terrain at a point, which is the one set last; −1: none.
int32_t dv_world_terrain_at(const dv_world *world, dv_vec3 point);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
