// Scenes to plan in, made from bytes: a map at some distance from the origin, obstacles of every
// shape, and many ways to look for. A byte that is missing is 0, so any bytes are a scene.
#ifndef DV_TEST_FUZZ_PLAN_SCENES_H
#define DV_TEST_FUZZ_PLAN_SCENES_H

#include "drover/navigation.h"

#define PLAN_SHAPES 12
#define PLAN_PATCHES 3 ///< regions
#define PLAN_CORNERS 8
#define PLAN_GOALS 4
#define PLAN_STARTS 24 ///< for each goal

typedef struct plan_shape {
    dv_obstacle_def def;
    dv_vec3 points[PLAN_CORNERS];
    float speed; ///< of a region
} plan_shape;

typedef struct plan_scene {
    dv_bounds bounds;
    dv_space space;
    float resolution, clearance;
    plan_shape shapes[PLAN_SHAPES], patches[PLAN_PATCHES];
    uint32_t shape_count, patch_count;
    dv_vec3 goals[PLAN_GOALS], starts[PLAN_GOALS * PLAN_STARTS]; ///< a goal's starts in a row
    uint32_t goal_count, start_count;                            ///< for each goal
    bool is_script, has_flow;
    bool is_wide;     ///< plans search windows of the map
    dv_bounds middle; ///< of a wide one: where most things are
} plan_scene;

/// What a scene is decoded from.
typedef struct plan_bytes {
    const uint8_t *bytes;
    size_t size, at;
} plan_bytes;

uint32_t plan_byte(plan_bytes *from);
/// In [low, high), from two bytes.
float plan_number(plan_bytes *from, double low, double high);

/// Bytes that a scene takes at most.
#define PLAN_SCENE_SIZE 4096

#define PLAN_DECADES 9 ///< of the distance (m) from the origin to where a plan starts
#define PLAN_REASONS 24

/// What was tried, and how it ended.
typedef struct plan_tally {
    struct {
        uint64_t plans, found;
        uint64_t on_large_maps; ///< of 256² cells or more
    } decades[PLAN_DECADES];    ///< the first also has what is nearer
    struct {
        char text[96];
        uint64_t decades[PLAN_DECADES];
    } reasons[PLAN_REASONS];
    uint64_t from_scripts; ///< of the plans
    uint64_t scenes, obstacles, refused_obstacles, flows, leading_flows, agents;
} plan_tally;

/// Plan and make flows in the scene that the bytes describe. Aborts where one is neither good nor
/// refused with a reason.
void plan_in_scene(const uint8_t *bytes, size_t size, plan_tally *tally);

/// Count a plan that starts at a place; `reason` is NULL when a way was found.
void plan_count(plan_tally *tally, dv_vec3 from, bool is_large, const char *reason);
/// Whether a map of these corners has 256² cells.
bool plan_is_large(dv_vec3 min, dv_vec3 max, float resolution);

/// Abort unless the path leads from one end to the other, past all obstacles that the plan knows.
void plan_check_path(const dv_world *world, const dv_plan_def *def, dv_path path);

/// Open a scenario that does the same from Lua, with agents that find their ways, and step it.
void plan_in_script(const plan_scene *scene, plan_tally *tally);

#endif
