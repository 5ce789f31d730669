// The classes that scripts use, as tables. Each field and method has a row with its name, its
// documentation for editors and `drover help`, and the C function that implements it.
//
// These rows generate the stub for editors, the reference, the names that `drover check` accepts,
// and the messages about wrong names.
#ifndef DV_BINDINGS_CLASSES_H
#define DV_BINDINGS_CLASSES_H

#include "drover/world.h"

#include <lua.h>

/// Push the value of a field. `self` is the bits of a valid handle, or 0 for other classes.
typedef void (*dv_getter)(lua_State *L, const dv_world *world, uint64_t self);
/// Assign the value at 3. Raises or fails if the value is invalid.
typedef dv_result (*dv_setter)(lua_State *L, dv_world *world, uint64_t self, dv_error *error);

typedef struct dv_field_row {
    const char *name;
    const char *type; ///< in lua-language-server's notation, with a ? at the end if it can be nil
    const char *doc;
    dv_getter get;
    dv_setter set; ///< NULL: read-only
} dv_field_row;

typedef struct dv_method_row {
    const char *name;
    lua_CFunction call;
    /// What the method does, then a line for each argument and each list of results: "@param radius
    /// number m", "@return integer". NULL: an old name, which still works but is not documented.
    const char *doc;
} dv_method_row;

typedef struct dv_class {
    const char *name;    ///< name of its variable in the stub
    const char *heading; ///< in the stub: "drover.path", or "drover.x: drover.y"
    const char *doc;
    const char *more;           ///< annotations for members without a row, one per line; NULL: none
    const char *called;         ///< for handles: the name in messages, "a path"
    void (*check)(lua_State *); ///< for handles: raise unless the value at 1 is a valid handle
    bool has_functions;         ///< members are called as `draw.line(…)`, not `self:halt()`
    const dv_field_row *fields; ///< ends with an empty row; NULL: none
    const dv_method_row *const *methods; ///< lists that each end with an empty row; NULL ends them
} dv_class;

extern const dv_class dv_agent_class, dv_group_class, dv_obstacle_class, dv_path_class,
    dv_flow_class, dv_field_class, dv_region_class, dv_surface_class;
extern const dv_class dv_geometry_class, dv_image_class, dv_vector_class, dv_world_class,
    dv_draw_class, dv_test_world_class;
/// More of the methods of dv_agent_class and dv_world_class, in files of their own.
extern const dv_method_row dv_agent_senses[], dv_agent_ties[];
extern const dv_method_row dv_world_agent_methods[], dv_world_queries[];

/// All classes, ending with NULL.
extern const dv_class *const dv_classes[];

/// The field named by the key at 2; NULL: none.
const dv_field_row *dv_class_field(lua_State *L, const dv_class *class);
/// For a value that belongs to no world: push the field named at 2, or the method of that name in
/// the table that is upvalue 1. False if there is neither.
bool dv_push_value_member(lua_State *L, const dv_class *class);
const dv_method_row *dv_class_method(const dv_class *class, const char *name);

/// Push a table of the class's methods by name.
void dv_push_class_methods(lua_State *L, const dv_class *class);
/// Add the names of methods to the list at the top; push a list of all fields and methods.
void dv_add_method_names(lua_State *L, const dv_class *class);
void dv_push_member_names(lua_State *L, const dv_class *class);

/// Assign the value at 3 to a field. Raises if the row is read-only.
int dv_assign_field(lua_State *L, const dv_field_row *row, uint64_t self);
/// Push the field of a handle that the key at 2 names, or assign the value at 3 to it. Raises if
/// there is no such field, or if the handle is no longer valid; `alive` can always be read.
int dv_get_field_of(lua_State *L, const dv_class *class, uint64_t self);
int dv_set_field_of(lua_State *L, const dv_class *class, uint64_t self);

/// The name of the class most similar to a wrong one, or NULL.
const char *dv_nearest_member(const dv_class *class, const char *name);
/// Raise "<what> 'lenth' (length?)".
int dv_raise_no_member(lua_State *L, const dv_class *class, const char *what, const char *name);

#endif
