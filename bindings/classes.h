// The classes that scripts see, as tables: each field and method has one row, which says what it is
// called, what editors and `drover help` tell of it, and which C function is behind it.
//
// The stub for editors, the reference, the names that `drover check` knows and messages about wrong
// names are all made from these rows.
#ifndef DV_BINDINGS_CLASSES_H
#define DV_BINDINGS_CLASSES_H

#include "drover/world.h"

#include <lua.h>

/// Push the value of a field. `self` are the bits of a handle that is checked, 0 of other classes.
typedef void (*dv_getter)(lua_State *L, const dv_world *world, uint64_t self);
/// Assign the value at 3. Raises or fails on a wrong one.
typedef dv_result (*dv_setter)(lua_State *L, dv_world *world, uint64_t self, dv_error *error);

typedef struct dv_field_row {
    const char *name;
    const char *type; ///< in lua-language-server's words, with a ? at the end where it can be nil
    const char *doc;
    dv_getter get;
    dv_setter set; ///< NULL: it cannot be assigned
} dv_field_row;

typedef struct dv_method_row {
    const char *name;
    lua_CFunction call;
    /// What it does, then a line for each argument and each list of results: "@param radius number
    /// m", "@return integer". NULL: an old name, which still works but is not told.
    const char *doc;
} dv_method_row;

typedef struct dv_class {
    const char *name;    ///< of the variable that stands for it in the stub
    const char *heading; ///< as the stub has it: "drover.path", or "drover.x: drover.y"
    const char *doc;
    const char *more;           ///< annotations of what has no row, a line each; NULL: none
    const char *called;         ///< of handles, in messages: "a path"
    void (*check)(lua_State *); ///< of handles: raise unless that at 1 is one that is not gone
    bool has_functions;         ///< `draw.line(…)` rather than `self:halt()`
    const dv_field_row *fields; ///< they end with an empty one; NULL: none
    const dv_method_row *const *methods; ///< lists, each of which ends with an empty one, then NULL
} dv_class;

extern const dv_class dv_agent_class, dv_group_class, dv_obstacle_class, dv_path_class,
    dv_flow_class, dv_region_class, dv_surface_class;
extern const dv_class dv_vector_class, dv_world_class, dv_draw_class, dv_test_world_class;
/// Of dv_agent_class and dv_world_class, which are too long for one file.
extern const dv_method_row dv_agent_senses[];
extern const dv_method_row dv_world_agent_methods[];

/// All of them, and NULL.
extern const dv_class *const dv_classes[];

/// The field that the key at 2 names; NULL: none.
const dv_field_row *dv_class_field(lua_State *L, const dv_class *class);
const dv_method_row *dv_class_method(const dv_class *class, const char *name);

/// Push a table of the class's methods, by name.
void dv_push_class_methods(lua_State *L, const dv_class *class);
/// Add the names of methods to the list at the top, or push the list of fields and methods.
void dv_add_method_names(lua_State *L, const dv_class *class);
void dv_push_member_names(lua_State *L, const dv_class *class);

/// Assign the value at 3 to a field; raises where the row says that it cannot be.
int dv_assign_field(lua_State *L, const dv_field_row *row, uint64_t self);
/// Push the field of a handle that the key at 2 names, or assign to it. Raises when there is none,
/// or when the handle is gone: then `alive` alone can be read.
int dv_get_field_of(lua_State *L, const dv_class *class, uint64_t self);
int dv_set_field_of(lua_State *L, const dv_class *class, uint64_t self);

/// The nearest of a class's names to a mistaken one, or NULL.
const char *dv_nearest_member(const dv_class *class, const char *name);
/// Raise "<what> 'lenth' (length?)".
int dv_raise_no_member(lua_State *L, const dv_class *class, const char *what, const char *name);

#endif
