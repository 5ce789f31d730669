// Fields in Lua: what drover.field declared and world:field finds.
#include "building.h"
#include "classes/access.h"
#include "classes/classes.h"
#include "classes/handles.h"
#include "classes/image.h"
#include "classes/place.h"
#include "classes/vector.h"
#include "scenario_data.h"
#include "warnings.h"

#include "base/math.h"
#include "world/fields.h"

#include "drover/fields.h"

static void get_name(lua_State *L, const dv_world *world, uint64_t self) {
    lua_pushstring(
        L, dv_program_field_name(dv_world_program(world), dv_field_type(world, (dv_field){self})));
}

static void get_max(lua_State *L, const dv_world *world, uint64_t self) {
    const dv_program *program = dv_world_program(world);
    lua_pushnumber(L, dv_program_field_def(program, dv_field_type(world, (dv_field){self}))->max);
}

static void get_alive(lua_State *L, const dv_world *world, uint64_t self) {
    lua_pushboolean(L, dv_field_alive(world, (dv_field){self}));
}

/// Read a place from `*index` on: an agent, a point, or x and y. Move `*index` behind it.
static dv_vec3 take_place(lua_State *L, int *index, const char *name) {
    if (dv_handle_type_of(dv_to_handle(L, *index)) == DV_HANDLE_AGENT)
        return dv_agent_position(dv_readable_world(L), dv_check_any_agent(L, (*index)++));
    if (lua_type(L, *index) != LUA_TNUMBER)
        return dv_check_place(L, (*index)++, name);
    double axes[3] = {luaL_checknumber(L, *index), luaL_checknumber(L, *index + 1), 0};
    *index += 2;
    return dv_locate(L, axes);
}

/// field:at(x, y) → amount
static int field_at(lua_State *L) {
    dv_field field = dv_check_field(L, 1);
    int index = 2;
    lua_pushnumber(L, dv_field_at(dv_readable_world(L), field, take_place(L, &index, "at")));
    return 1;
}

/// field:gradient(x, y) → gx, gy
static int field_gradient(lua_State *L) {
    dv_field field = dv_check_field(L, 1);
    int index = 2;
    dv_vec3 gradient =
        dv_field_gradient(dv_readable_world(L), field, take_place(L, &index, "gradient"));
    lua_pushnumber(L, (double)gradient.x);
    lua_pushnumber(L, (double)gradient.y);
    return 2;
}

/// Say once for each field and line of a script that it gives cells another amount than they keep.
static void warn_of_loss(lua_State *L, const dv_world *world, dv_field field, const char *call,
                         double amount, double kept) {
    const dv_field_def *def =
        dv_program_field_def(dv_world_program(world), dv_field_type(world, field));
    char message[DV_ERROR_CAPACITY];
    int top = lua_gettop(L);
    luaL_checkstack(L, 6, NULL);
    const char *where = dv_push_where(L, 1);
    const char *key = lua_pushfstring(L, "%s: field '%s'", where, def->name);
    snprintf(message, sizeof message,
             "%.700s: %s: %g does not fit, %g is kept: a cell holds 0 to %g. Other amounts of this "
             "line are cut without a message",
             key, call, amount, kept, def->max);
    dv_warn_once_of(L, key, message);
    lua_settop(L, top);
}

static double most_in(const dv_world *world, dv_field field) {
    return dv_program_field_def(dv_world_program(world), dv_field_type(world, field))->max;
}

/// An amount for a single cell, or for each cell.
static void check_amount(lua_State *L, const dv_world *world, dv_field field, const char *call,
                         double amount) {
    double most = most_in(world, field);
    if (isfinite(amount) && (amount < 0 || amount > most))
        warn_of_loss(L, world, field, call, amount, amount < 0 ? 0 : most);
}

/// field:add(x, y, amount, radius)
static int field_add(lua_State *L) {
    dv_field field = dv_check_field(L, 1);
    dv_world *world = dv_writable_world(L);
    int index = 2;
    dv_vec3 place = take_place(L, &index, "add");
    double amount = luaL_checknumber(L, index), radius = luaL_optnumber(L, index + 1, 0);
    dv_error error;
    dv_raise_if_failed(L, dv_field_add(world, field, place, amount, radius, &error), &error);
    double most = most_in(world, field);
    if (amount > most) {
        double room = most * dv_field_covers(world, field, place, radius);
        if (room > 0 && amount > room)
            warn_of_loss(L, world, field, "add", amount, room);
    }
    return 0;
}

/// field:set(x, y, amount)
static int field_set(lua_State *L) {
    dv_field field = dv_check_field(L, 1);
    dv_world *world = dv_writable_world(L);
    int index = 2;
    dv_vec3 place = take_place(L, &index, "set");
    dv_error error;
    double amount = luaL_checknumber(L, index);
    dv_raise_if_failed(L, dv_field_set(world, field, place, amount, &error), &error);
    check_amount(L, world, field, "set", amount);
    return 0;
}

/// The amount that white stands for, from the options at 3; by default, the most that a cell
/// holds.
static double amount_of_white(lua_State *L, const dv_world *world, dv_field field) {
    int type = lua_getfield(L, 3, "amount");
    if (type != LUA_TNIL && type != LUA_TNUMBER)
        luaL_error(L, "fill: amount: a number expected, got %s", dv_type_name(L, -1));
    double amount = lua_tonumber(L, -1);
    lua_pop(L, 1);
    if (type != LUA_TNUMBER)
        return most_in(world, field);
    check_amount(L, world, field, "fill: amount", amount);
    return amount;
}

/// field:fill(image, options)
static dv_result fill_from_image(lua_State *L, dv_field field, dv_error *error) {
    static const char *const keys[] = {"amount", "channel"};
    dv_world *world = dv_writable_world(L);
    const dv_image *image = dv_to_image(L, 2);
    lua_settop(L, 3);
    if (lua_isnil(L, 3)) {
        lua_newtable(L);
        lua_replace(L, 3);
    }
    if (!lua_istable(L, 3))
        luaL_error(L, "fill: { amount = , channel = } expected, got %s", dv_type_name(L, 3));
    dv_check_keys(L, 3, "fill takes no", keys, 2);
    double amount = amount_of_white(L, world, field);
    lua_getfield(L, 3, "channel");
    const uint16_t *values = dv_push_channel(L, image, 4, "fill");
    return dv_field_fill_from_16(world, field, values, image->width, image->height, amount, error);
}

static dv_result fill_evenly(lua_State *L, dv_field field, dv_error *error) {
    if (!lua_isnumber(L, 2))
        luaL_error(L, "fill: a number or an image expected, got %s", dv_type_name(L, 2));
    if (!lua_isnoneornil(L, 3))
        luaL_error(L, "fill: only an image takes amount and channel");
    dv_world *world = dv_writable_world(L);
    dv_result result = dv_field_fill(world, field, lua_tonumber(L, 2), error);
    if (result == DV_OK)
        check_amount(L, world, field, "fill", lua_tonumber(L, 2));
    return result;
}

/// field:fill(amount), or field:fill(image, options)
static int field_fill(lua_State *L) {
    dv_field field = dv_check_field(L, 1);
    dv_error error;
    dv_raise_if_failed(
        L, dv_to_image(L, 2) ? fill_from_image(L, field, &error) : fill_evenly(L, field, &error),
        &error);
    return 0;
}

static dv_region optional_region(lua_State *L, int index) {
    return lua_isnoneornil(L, index) ? (dv_region){0} : dv_check_region(L, index);
}

/// field:total(region) → amount
static int field_total(lua_State *L) {
    dv_field field = dv_check_field(L, 1);
    lua_pushnumber(L, dv_field_total(dv_readable_world(L), field, optional_region(L, 2)));
    return 1;
}

/// field:highest(region) → x, y, amount
static int field_highest(lua_State *L) {
    dv_field field = dv_check_field(L, 1);
    dv_vec3 place;
    double amount;
    if (!dv_field_highest(dv_readable_world(L), field, optional_region(L, 2), &place, &amount)) {
        lua_pushnil(L);
        return 1;
    }
    dv_push_coordinates(L, place);
    lua_pop(L, 1); // fields have no z
    lua_pushnumber(L, amount);
    return 3;
}

static void check_self(lua_State *L) { dv_check_field(L, 1); }

static const dv_field_row fields[] = {
    {"name", "string", "that it was declared with", get_name, NULL},
    {"max", "number", "the most that a cell can hold", get_max, NULL},
    {"alive", "boolean", "false once a reload has removed it", get_alive, NULL},
    {0},
};

static const dv_method_row methods[] = {
    {"add", field_add,
     "Add an amount: `field:add(x, y, amount, radius)`. With a radius, it is spread evenly over "
     "the cells within that distance; without one, all of it goes into a single cell. A negative "
     "amount is taken away. What is added during a tick arrives when the tick ends. Outside the "
     "bounds, nothing is added. A cell keeps at most `max`: an amount that all its cells together "
     "cannot hold is cut, with a warning for each line.\n"
     "@param place drover.agent|drover.point|number\n"
     "@param amount number\n"
     "@param ... number"},
    {"at", field_at,
     "The amount in the cell at a place, as of the start of the tick; 0 outside the bounds.\n"
     "@param place drover.agent|drover.point|number\n"
     "@param y? number\n"
     "@return number amount 0 to `max`"},
    {"fill", field_fill,
     "Set the amount in every cell, or draw an image over the whole world: white fills a cell to "
     "its `max`, and black leaves it empty. The image spans the bounds, with its top at the "
     "highest y. Each cell gets the mean of the pixels that it covers.\n"
     "@param what number|drover.image\n"
     "@param options? drover.fill_options for an image"},
    {"gradient", field_gradient,
     "How fast the amount grows along x and y, measured between the neighbors of the cell at a "
     "place. It points toward larger amounts.\n"
     "@param place drover.agent|drover.point|number\n"
     "@param y? number\n"
     "@return number gx, number gy per m"},
    {"highest", field_highest,
     "The center of the cell that holds the most, and its amount; nil if no cell's center is in "
     "the region.\n"
     "@param region? drover.region the whole world by default\n"
     "@return number? x, number? y, number? amount"},
    {"set", field_set,
     "Set the amount in the cell at a place: `field:set(x, y, amount)`.\n"
     "@param place drover.agent|drover.point|number\n"
     "@param amount number\n"
     "@param ... number"},
    {"total", field_total,
     "The sum of the amounts in all cells, or in those with their centers in a region.\n"
     "@param region? drover.region\n"
     "@return number amount"},
    {0},
};

static const dv_method_row *const method_lists[] = {methods, NULL};

const dv_class dv_field_class = {
    .name = "field",
    .heading = "drover.field",
    .doc = "Amounts on the ground, one for each cell of a grid; see `drover.field`.",
    .called = "a field",
    .check = check_self,
    .fields = fields,
    .methods = method_lists,
};
