// The math library: with the engine's own functions where C libraries differ, and with the world's
// random numbers.
#include "base/math.h"
#include "sandbox/sandbox_private.h"

#include <lualib.h>

#define UNARY(name)                                                                                \
    static int math_##name(lua_State *L) {                                                         \
        lua_pushnumber(L, dv_##name(luaL_checknumber(L, 1)));                                      \
        return 1;                                                                                  \
    }

UNARY(acos)
UNARY(asin)
UNARY(cos)
UNARY(exp)
UNARY(sin)
UNARY(sqrt)
UNARY(tan)

static int math_atan(lua_State *L) {
    lua_pushnumber(L, dv_atan2(luaL_checknumber(L, 1), luaL_optnumber(L, 2, 1)));
    return 1;
}

static int math_pow(lua_State *L) {
    lua_pushnumber(L, dv_pow(luaL_checknumber(L, 1), luaL_checknumber(L, 2)));
    return 1;
}

static int math_log(lua_State *L) {
    double x = luaL_checknumber(L, 1);
    double result = dv_log(x);
    if (!lua_isnoneornil(L, 2)) {
        double base = luaL_checknumber(L, 2);
        result /= dv_log(base);
        // Rounding may put the quotient next to a whole logarithm, as for log(1000, 10).
        double whole = nearbyint(result);
        if (whole != result && fabs(result - whole) < 1e-9 && dv_pow(base, whole) == x)
            result = whole;
    }
    lua_pushnumber(L, result);
    return 1;
}

static double draw_random(lua_State *L) {
    dv_sandbox *sandbox = dv_sandbox_of(L);
    if (!sandbox->random)
        luaL_error(L, "math.random: there is no world to draw for yet");
    double unit = sandbox->random(sandbox->random_context);
    if (unit < 0)
        luaL_error(
            L, "math.random: guards, monitors, elections, custom behaviors and draw may read the "
               "world but not "
               "change it");
    return unit;
}

static uint64_t draw_bits(lua_State *L) {
    uint64_t high = (uint64_t)(draw_random(L) * 0x1p53);
    uint64_t low = (uint64_t)(draw_random(L) * 0x1p53);
    return high << 11 | low >> 42;
}

lua_Integer dv_sandbox_random_between(lua_State *L, lua_Integer low, lua_Integer high) {
    uint64_t count = (uint64_t)high - (uint64_t)low + 1; // 0 means all 2^64
    uint64_t offset;
    if (count == 0)
        offset = draw_bits(L);
    else if (count <= UINT64_C(1) << 53)
        offset = (uint64_t)(draw_random(L) * (double)count);
    else
        offset = dv_multiply_high(draw_bits(L), count);
    return (lua_Integer)((uint64_t)low + offset);
}

static int math_random(lua_State *L) {
    lua_Integer low = 1, high;
    switch (lua_gettop(L)) {
    case 0:
        lua_pushnumber(L, draw_random(L));
        return 1;
    case 1:
        high = luaL_checkinteger(L, 1);
        if (high == 0) {
            lua_pushinteger(L, (lua_Integer)draw_bits(L));
            return 1;
        }
        break;
    case 2:
        low = luaL_checkinteger(L, 1);
        high = luaL_checkinteger(L, 2);
        break;
    default:
        return luaL_error(L, "wrong number of arguments");
    }
    luaL_argcheck(L, low <= high, lua_gettop(L), "interval is empty");
    lua_pushinteger(L, dv_sandbox_random_between(L, low, high));
    return 1;
}

static int math_randomseed(lua_State *L) {
    return luaL_error(L, "the seed is the scenario's: pass seed = N in drover.scenario");
}

void dv_push_math_library(lua_State *L) {
    static const char *const stock[] = {"abs",        "ceil", "deg", "floor",      "fmod", "huge",
                                        "maxinteger", "max",  "min", "mininteger", "modf", "pi",
                                        "rad",        "type", "ult", "tointeger",  NULL};
    static const luaL_Reg ours[] = {
        {"acos", math_acos}, {"asin", math_asin},     {"atan", math_atan},
        {"cos", math_cos},   {"exp", math_exp},       {"log", math_log},
        {"pow", math_pow},   {"random", math_random}, {"randomseed", math_randomseed},
        {"sin", math_sin},   {"sqrt", math_sqrt},     {"tan", math_tan},
        {NULL, NULL}};
    lua_pushcfunction(L, luaopen_math);
    lua_call(L, 0, 1);
    dv_pick_fields(L, stock);
    luaL_setfuncs(L, ours, 0);
}
