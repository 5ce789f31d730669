// Places as scripts write them, and where those are in the world, whose positions count from its
// origin. A vector that is no place, such as a velocity, goes through vector.h instead.
#ifndef DROVER_BINDINGS_CLASSES_PLACE_H
#define DROVER_BINDINGS_CLASSES_PLACE_H

#include "classes/vector.h"
#include "scenario_data.h"

/// The position of a place.
static inline dv_vec3 dv_locate(lua_State *L, const double place[3]) {
    const dv_place *origin = &dv_scenario_of(L)->origin;
    const double offset[3] = {place[0] - origin->x, place[1] - origin->y, place[2] - origin->z};
    return dv_vector_of(offset);
}

/// The place of a position.
static inline dv_place dv_place_of(lua_State *L, dv_vec3 position) {
    const dv_place *origin = &dv_scenario_of(L)->origin;
    return (dv_place){origin->x + (double)position.x, origin->y + (double)position.y,
                      origin->z + (double)position.z};
}

/// Read a place, like dv_check_point.
static inline dv_vec3 dv_check_place(lua_State *L, int index, const char *name) {
    double place[3];
    dv_check_axes(L, index, name, place);
    return dv_locate(L, place);
}

/// Read a place, like dv_check_point_from.
static inline dv_vec3 dv_check_place_from(lua_State *L, int index, const char *name) {
    double place[3];
    dv_check_axes_from(L, index, name, place);
    return dv_locate(L, place);
}

/// Push the place of a position: a vector.
static inline void dv_push_place(lua_State *L, dv_vec3 position) {
    dv_place place = dv_place_of(L, position);
    dv_push_vector(L, place.x, place.y, place.z);
}

/// Push the place of a position: x, y, and z.
static inline void dv_push_coordinates(lua_State *L, dv_vec3 position) {
    dv_place place = dv_place_of(L, position);
    lua_pushnumber(L, place.x);
    lua_pushnumber(L, place.y);
    lua_pushnumber(L, place.z);
}

#endif
