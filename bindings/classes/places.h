// Reading shapes and lists of points or obstacles, and creating paths and regions.
#ifndef DROVER_BINDINGS_CLASSES_PLACES_H
#define DROVER_BINDINGS_CLASSES_PLACES_H

#include "drover/drover.h"

#include <lua.h>

/// Methods of the world that create paths and regions.
int dv_world_path(lua_State *L);
int dv_world_plan_way(lua_State *L);
int dv_world_flow_to_goals(lua_State *L);

/// What world:plan and world:flow_to share; `what` begins the messages. Read a number from the
/// options at an index.
float dv_check_plan_number(lua_State *L, int options, const char *what, const char *name,
                           float fallback);
/// Read whether terrain counts, and whose; leaves `kind` alone if none is given.
bool dv_check_plan_terrain(lua_State *L, int options, const char *what, const dv_world *world,
                           int32_t *kind);
/// The cells that planning may still use, less what any plan costs.
uint64_t *dv_plan_cells(lua_State *L);
/// Whether the call that plans is being stopped; for `cancel`, with the Lua state as context.
bool dv_is_plan_canceled(void *state);
/// End planning, during which the time of the sandbox was paused, and raise if it failed.
void dv_check_plan_end(lua_State *L, const char *what, dv_result result, const dv_error *error);

int dv_world_region(lua_State *L);
int dv_world_build(lua_State *L);
/// The same for an image.
int dv_build_terrain(lua_State *L);
/// Read a shape from the table at an index, such as { sphere = { … } }. Messages begin with `what`.
/// Pushes values that own the points: `def` is valid while they stay on the stack.
void dv_check_shape(lua_State *L, int index, const char *what, dv_obstacle_def *def);
/// Like dv_check_shape, for an obstacle: also reads what it blocks.
void dv_check_obstacle_def(lua_State *L, int index, dv_obstacle_def *def);
/// Read what an obstacle has besides its shape: its color, what it blocks, and whether it is
/// hollow.
void dv_check_obstacle_options(lua_State *L, int index, const char *what, dv_obstacle_def *def);
/// The color in a table; 0 if it has none.
uint32_t dv_check_color_option(lua_State *L, int table);
/// Read a list of points into a userdata that is pushed.
dv_vec3 *dv_check_points(lua_State *L, int index, const char *name, uint32_t most, uint32_t *count);
/// Read a list of obstacles, some of which may have been removed, into a userdata that is pushed.
/// For nil, returns NULL and pushes nothing.
dv_obstacle *dv_check_obstacles(lua_State *L, int index, const char *name, uint32_t *count);

#endif
