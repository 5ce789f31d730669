// Which functions a reload changed, and which of those have run since.
//
// Invariant: a function has a place in the definitions, such as "kind deer, state grazing.step".
// Functions of two generations at the same place are versions of the same function. A callback,
// which is the function of a guard or a custom behavior, has no place: it counts as changed if the
// generation before had none with the same code. The same goes for a part, a function that the
// engine's own Lua calls: its place would be inside a closure of that Lua, whose bytecode never
// changes.
#include "reload/coverage.h"

#include "calls/functions.h"
#include "calls/mods.h"
#include "reload/generation_data.h"
#include "scenario_data.h"

#include "base/alloc.h"

#include <string.h>

/// Whether a trial waits for the function at a place. It does not for functions that run only when
/// something begins, which may never happen during the trial, nor for drawing if the scenario is
/// not shown.
static bool is_counted(const char *place, bool is_shown) {
    static const char *const beginnings[] = {"setup", "init", "migrate"};
    const char *name = strrchr(place, '.') + 1;
    for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings; i++)
        if (strcmp(name, beginnings[i]) == 0)
            return false;
    return is_shown || strcmp(name, "draw") != 0;
}

static void note_parts(lua_State *L, dv_generation *generation) {
    const dv_scenario *scenario = dv_scenario_of(L);
    uint32_t count = scenario->loading_part_count;
    generation->parts = dv_arena_alloc(&generation->memory, (count + 1) * sizeof(dv_part_code));
    if (!generation->parts)
        luaL_error(L, "out of memory");
    if (count > 0)
        memcpy(generation->parts, scenario->loading_parts, count * sizeof *generation->parts);
    generation->part_count = count;
    generation->parts_above = scenario->loaded_parts;
}

/// The number of the mod in whose file the function at the top is defined; 0: none. A wrapper is
/// the function of the mod that made it.
static uint32_t mod_of_function(lua_State *L, const dv_generation *generation, bool *is_wrapper) {
    lua_Debug info;
    *is_wrapper = dv_get_source(L, &info);
    return *info.source == '@' ? dv_mod_of_place(generation, info.source + 1) : 0;
}

static void note_mods_of_callbacks(lua_State *L, const dv_generation *generation) {
    dv_scenario *scenario = dv_scenario_of(L);
    bool is_wrapper;
    for (uint32_t i = 0; generation->mod_count > 0 && i < scenario->callback_capacity; i++) {
        dv_callback_code *code = &scenario->callback_code[i];
        if (code->order <= scenario->loaded_callbacks)
            continue;
        dv_push_callback(scenario, (int32_t)i);
        code->mod = mod_of_function(L, generation, &is_wrapper);
        lua_pop(L, 1);
    }
}

void dv_note_functions(lua_State *L, dv_generation *generation, int functions, int places) {
    uint32_t count = generation->function_count;
    dv_arena *memory = &generation->memory;
    generation->code = dv_arena_alloc(memory, (count + 1) * sizeof *generation->code);
    generation->ran = dv_arena_alloc(memory, count + 1);
    if (!generation->code || !generation->ran)
        luaL_error(L, "out of memory");
    for (uint32_t function = 1; function <= count; function++) {
        dv_function_code *code = &generation->code[function];
        lua_rawgeti(L, places, (lua_Integer)function);
        code->place = dv_arena_copy_string(memory, lua_tostring(L, -1));
        lua_rawgeti(L, functions, (lua_Integer)function);
        code->hash = dv_hash_function(L, lua_gettop(L));
        code->mod = mod_of_function(L, generation, &code->is_wrapper);
        lua_pop(L, 2);
        if (!code->place)
            luaL_error(L, "out of memory");
    }
    note_parts(L, generation);
    note_mods_of_callbacks(L, generation);
    generation->callbacks_above = dv_scenario_of(L)->loaded_callbacks;
    generation->last_callback = dv_scenario_of(L)->callback_count;
}

void dv_note_callback(lua_State *L, int function, int callback) {
    dv_scenario *scenario = dv_scenario_of(L);
    uint32_t capacity = scenario->callback_capacity;
    if (!dv_reserve((void **)&scenario->callback_code, &scenario->callback_capacity,
                    (uint32_t)callback + 1, sizeof *scenario->callback_code))
        luaL_error(L, "out of memory");
    memset(scenario->callback_code + capacity, 0,
           (scenario->callback_capacity - capacity) * sizeof *scenario->callback_code);
    scenario->callback_code[callback] = (dv_callback_code){.order = ++scenario->callback_count,
                                                           .hash = dv_hash_function(L, function)};
}

/// The number of a part, counted from 1 over all parts ever defined; 0 for any other function.
static uint64_t part_order(lua_State *L, int function) {
    lua_rawgeti(L, LUA_REGISTRYINDEX, dv_scenario_of(L)->parts);
    lua_pushvalue(L, function);
    lua_rawget(L, -2);
    uint64_t order = (uint64_t)lua_tointeger(L, -1);
    lua_pop(L, 2);
    return order;
}

void dv_note_part(lua_State *L, int function) {
    dv_scenario *scenario = dv_scenario_of(L);
    if (part_order(L, function) > scenario->loaded_parts)
        return;
    if (!dv_reserve((void **)&scenario->loading_parts, &scenario->loading_part_capacity,
                    scenario->loading_part_count + 1, sizeof *scenario->loading_parts))
        luaL_error(L, "out of memory");
    uint64_t order = scenario->loaded_parts + scenario->loading_part_count + 1;
    lua_rawgeti(L, LUA_REGISTRYINDEX, scenario->parts);
    lua_pushvalue(L, function);
    lua_pushinteger(L, (lua_Integer)order);
    lua_rawset(L, -3);
    lua_pop(L, 1);
    scenario->loading_parts[scenario->loading_part_count++] =
        (dv_part_code){.hash = dv_hash_function(L, function)};
}

void dv_part_ran(lua_State *L, int function) {
    const dv_generation *generation = dv_scenario_of(L)->generation;
    uint64_t order = part_order(L, function);
    if (generation && order > generation->parts_above &&
        order <= generation->parts_above + generation->part_count)
        generation->parts[order - generation->parts_above - 1].ran = true;
}

dv_function dv_function_at(const dv_generation *generation, const char *place, dv_function near) {
    uint32_t count = generation->function_count;
    for (uint32_t i = 0; i < count; i++) {
        dv_function function = (near + i + count - 1) % count + 1;
        if (strcmp(generation->code[function].place, place) == 0)
            return function;
    }
    return 0;
}

static void await_functions(dv_generation *generation, const dv_generation *before, uint32_t number,
                            bool is_shown) {
    dv_function near = 1;
    for (dv_function function = 1; function <= generation->function_count; function++, near++) {
        dv_function_code *code = &generation->code[function];
        dv_function former = dv_function_at(before, code->place, near);
        near = former ? former : near;
        if (!is_counted(code->place, is_shown))
            continue;
        if (former && before->code[former].hash == code->hash) {
            code->awaited_by = before->code[former].awaited_by;
            generation->ran[function] = before->ran[former];
        } else {
            code->awaited_by = number;
        }
    }
}

/// The first callback of a generation with a number of at least `callback`; the capacity if there
/// is none.
static uint32_t next_callback(const dv_scenario *scenario, const dv_generation *generation,
                              uint32_t callback) {
    for (; callback < scenario->callback_capacity; callback++) {
        uint64_t order = scenario->callback_code[callback].order;
        if (order > generation->callbacks_above && order <= generation->last_callback)
            break;
    }
    return callback;
}

/// A callback of a generation with the same code; NULL if there is none.
static const dv_callback_code *callback_like(const dv_scenario *scenario,
                                             const dv_generation *generation, uint64_t hash) {
    for (uint32_t i = next_callback(scenario, generation, 0); i < scenario->callback_capacity;
         i = next_callback(scenario, generation, i + 1))
        if (scenario->callback_code[i].hash == hash)
            return &scenario->callback_code[i];
    return NULL;
}

static void await_callbacks(dv_scenario *scenario, const dv_generation *before, uint32_t number) {
    const dv_generation *generation = scenario->generation;
    for (uint32_t i = next_callback(scenario, generation, 0); i < scenario->callback_capacity;
         i = next_callback(scenario, generation, i + 1)) {
        dv_callback_code *code = &scenario->callback_code[i];
        const dv_callback_code *former = callback_like(scenario, before, code->hash);
        code->awaited_by = former ? former->awaited_by : number;
        code->ran = former && former->ran;
    }
}

static void await_parts(dv_generation *generation, const dv_generation *before, uint32_t number) {
    for (uint32_t i = 0; i < generation->part_count; i++) {
        dv_part_code *code = &generation->parts[i];
        const dv_part_code *former = NULL;
        for (uint32_t j = 0; j < before->part_count && !former; j++)
            if (before->parts[j].hash == code->hash)
                former = &before->parts[j];
        code->awaited_by = former ? former->awaited_by : number;
        code->ran = former && former->ran;
    }
}

void dv_await_changes(dv_scenario *scenario, const dv_generation *before, uint32_t number) {
    await_functions(scenario->generation, before, number, scenario->options.shown);
    await_callbacks(scenario, before, number);
    await_parts(scenario->generation, before, number);
}

dv_coverage dv_coverage_of(const dv_scenario *scenario, uint32_t number) {
    const dv_generation *generation = scenario->generation;
    dv_coverage coverage = {0};
    for (dv_function function = 1; function <= generation->function_count; function++) {
        if (generation->code[function].awaited_by != number)
            continue;
        coverage.changed++;
        coverage.run += generation->ran[function];
    }
    for (uint32_t i = next_callback(scenario, generation, 0); i < scenario->callback_capacity;
         i = next_callback(scenario, generation, i + 1)) {
        if (scenario->callback_code[i].awaited_by != number)
            continue;
        coverage.changed++;
        coverage.run += scenario->callback_code[i].ran;
    }
    for (uint32_t i = 0; i < generation->part_count; i++) {
        if (generation->parts[i].awaited_by != number)
            continue;
        coverage.changed++;
        coverage.run += generation->parts[i].ran;
    }
    return coverage;
}
