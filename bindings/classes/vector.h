// Vectors, and the other forms in which scripts may write a point.
#ifndef DROVER_BINDINGS_CLASSES_VECTOR_H
#define DROVER_BINDINGS_CLASSES_VECTOR_H

#include "drover/drover.h"

#include <lua.h>

/// Create the class of vectors; push a vector.
void dv_open_vectors(lua_State *L);
void dv_push_vector(lua_State *L, double x, double y, double z);
#define DV_POINT_FORMS "{ x, y }, { x = , y = }" ///< in messages; a vector works, too
/// Read a vector, a list of two or three numbers, or a table of numbers named x, y, and perhaps z.
/// Returns false if the value is none of these.
bool dv_to_point(lua_State *L, int index, double point[3]);
#define DV_POINT_FAULT 160
/// Write which key is wrong in a table that dv_to_point does not read, but that has coordinates: "a
/// point takes no 'colour'". False for other values.
bool dv_find_point_fault(lua_State *L, int index, char fault[DV_POINT_FAULT]);
/// Raise an error that says so. Does nothing for other values.
void dv_refuse_point_fault(lua_State *L, int index, const char *name);
/// The address of the metatable of vectors, to test many values quickly.
const void *dv_vector_metatable(lua_State *L);
/// The three components of a vector, which has this metatable; NULL for other values.
const double *dv_vector_axes(lua_State *L, int index, const void *metatable);
/// Like dv_to_point, but raises an error with the argument's name.
void dv_check_axes(lua_State *L, int index, const char *name, double axes[3]);
/// Read x, y, and optionally z as separate arguments from `index` on, or one point.
void dv_check_axes_from(lua_State *L, int index, const char *name, double axes[3]);
/// The same for a vector that is no place. See classes/place.h for places.
dv_vec3 dv_check_point(lua_State *L, int index, const char *name);
dv_vec3 dv_check_point_from(lua_State *L, int index, const char *name);
dv_vec3 dv_vector_of(const double point[3]);

#endif
