// drover.data and drover.image: what the data files of a scenario hold.
#include "classes/data.h"

#include "building.h"
#include "classes/access.h"
#include "classes/geometry.h"
#include "classes/handles.h"
#include "classes/image.h"
#include "data/data.h"
#include "data/data_format.h"

#include <math.h>
#include <string.h>

/// Note where the geometry at the top is, if a module reads it while it loads.
static void note_map(lua_State *L) {
    dv_scenario *scenario = dv_scenario_of(L);
    const dv_geometry *geometry = dv_to_geometry(L, -1);
    if (!geometry || geometry->is_empty || !dv_modules_loading(scenario->modules))
        return;
    dv_place *low = &scenario->map_low, *high = &scenario->map_high;
    const double *min = geometry->min, *max = geometry->max;
    bool is_first = !scenario->has_map;
    low->x = is_first ? min[0] : fmin(low->x, min[0]);
    low->y = is_first ? min[1] : fmin(low->y, min[1]);
    high->x = is_first ? max[0] : fmax(high->x, max[0]);
    high->y = is_first ? max[1] : fmax(high->y, max[1]);
    scenario->has_map = true;
}

/// Push what the file holds whose path is at 1. `what` begins messages.
static int read_file(lua_State *L, const char *what, bool is_picture) {
    const dv_scenario *scenario = dv_scenario_of(L);
    size_t length;
    if (lua_type(L, 1) != LUA_TSTRING)
        return luaL_error(L, "%s: a %sfile's path expected, got %s", what, is_picture ? "PNG " : "",
                          dv_type_name(L, 1));
    const char *path = lua_tolstring(L, 1, &length);
    if (strlen(path) != length)
        return luaL_error(L, "%s: a path has no zero bytes", what);
    if (!scenario->is_setting_up && !dv_modules_loading(scenario->modules))
        return luaL_error(L, "%s: only at the top of a file and in setup; keep %s in a local", what,
                          is_picture ? "the image" : "what it returns");
    dv_push_where(L, 1);
    const char *where = lua_pushfstring(L, "%s: %s", lua_tostring(L, -1), what);
    const char *problem = dv_modules_read_data(L, scenario->modules, path, where, is_picture);
    if (problem)
        return luaL_error(L, "%s: %s", what, problem);
    if (dv_data_format_of(path) == DV_DATA_PNG) {
        dv_push_image(L, what, path);
        return 1;
    }
    size_t size;
    const unsigned char *bytes = dv_modules_data(scenario->modules, &path, &size);
    problem = dv_data_push(L, path, (const char *)bytes, size);
    if (problem)
        return luaL_error(L, "%s: %s", what, problem);
    note_map(L);
    return 1;
}

/// drover.data(path) → what the file holds
static int new_data(lua_State *L) { return read_file(L, "drover.data", false); }

/// drover.image(path) → image
static int new_image(lua_State *L) { return read_file(L, "drover.image", true); }

void dv_open_data(lua_State *L) {
    lua_pushcfunction(L, new_data);
    lua_setfield(L, -2, "data");
    lua_pushcfunction(L, new_image);
    lua_setfield(L, -2, "image");
}
