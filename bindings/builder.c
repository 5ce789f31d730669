// Reads records of definitions while a generation is built. Failures raise.
#include "builder.h"

#include "building.h"
#include "reload/generation_data.h"
#include "values.h"

#include "base/result.h"

#include <stdarg.h>
#include <stdio.h>

void dv_builder_refuse(dv_builder *b) {
    if (!b->listener)
        lua_error(b->L);
    if (!b->is_faulty)
        dv_note_mistake(b->listener, lua_tostring(b->L, -1));
    b->listener->has_lost = true;
    lua_pop(b->L, 1);
}

bool dv_builder_check(dv_builder *b, dv_result result) {
    if (result == DV_OK)
        return true;
    lua_pushstring(b->L, b->error.message);
    if (result == DV_ERROR_MEMORY)
        lua_error(b->L);
    dv_builder_refuse(b);
    return false;
}

void *dv_builder_take(dv_builder *b, size_t size) {
    void *block = dv_arena_alloc(&b->generation->memory, size);
    if (!block)
        luaL_error(b->L, "out of memory");
    return block;
}

const char *dv_builder_keep(dv_builder *b, const char *string) {
    // A name may be missing only where mistakes are listed.
    const char *copy = dv_arena_copy_string(&b->generation->memory, string ? string : "");
    if (!copy)
        luaL_error(b->L, "out of memory");
    return copy;
}

void dv_builder_begin(dv_builder *b, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(b->place, sizeof b->place, format, arguments);
    va_end(arguments);
}

dv_function dv_builder_function(dv_builder *b, const char *field) {
    lua_State *L = b->L;
    // Anything else may be there only where mistakes are listed, and was noted.
    if (lua_getfield(L, -1, field) != LUA_TFUNCTION) {
        lua_pop(L, 1);
        return 0;
    }
    // The list also maps the function itself to its field's name.
    lua_pushvalue(L, -1);
    lua_pushstring(L, field);
    lua_rawset(L, b->functions);
    dv_function number = (dv_function)lua_rawlen(L, b->functions) + 1;
    lua_rawseti(L, b->functions, (lua_Integer)number);
    lua_pushfstring(L, "%s.%s", b->place, field);
    lua_rawseti(L, b->places, (lua_Integer)number);
    return number;
}

dv_timer_list dv_builder_timers(dv_builder *b, const char *owner) {
    lua_State *L = b->L;
    lua_getfield(L, -1, "timers");
    dv_timer_list timers = {.count = (uint32_t)lua_rawlen(L, -1)};
    timers.items = dv_builder_take(b, (timers.count + 1) * sizeof *timers.items);
    for (uint32_t i = 0; i < timers.count; i++) {
        lua_rawgeti(L, -1, (lua_Integer)i + 1);
        const char *name = dv_string_field(L, "name");
        dv_builder_begin(b, "%.120s, timer %.100s", owner, name ? name : "");
        timers.items[i].name = dv_builder_keep(b, name);
        timers.items[i].function = dv_builder_function(b, "timer");
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
    return timers;
}

const char *dv_string_field(lua_State *L, const char *field) {
    const char *string = lua_getfield(L, -1, field) == LUA_TNIL ? NULL : lua_tostring(L, -1);
    lua_pop(L, 1);
    return string;
}

bool dv_flag_field(lua_State *L, const char *field) {
    lua_getfield(L, -1, field);
    bool flag = lua_toboolean(L, -1);
    lua_pop(L, 1);
    return flag;
}

double dv_number_field(lua_State *L, const char *field) {
    lua_getfield(L, -1, field);
    double number = lua_tonumber(L, -1);
    lua_pop(L, 1);
    return number;
}

dv_value dv_value_field(lua_State *L, const char *field) {
    dv_value value = {0};
    if (lua_getfield(L, -1, field) != LUA_TNIL)
        value = dv_to_value(L, -1, field);
    lua_pop(L, 1);
    return value;
}

uint32_t dv_stresses_field(lua_State *L, const char *field, dv_stress_part parts[DV_MAX_STRESSES]) {
    uint32_t count = 0;
    lua_getfield(L, -1, field);
    lua_Unsigned length = lua_istable(L, -1) ? lua_rawlen(L, -1) : 0;
    for (; count < length && count < DV_MAX_STRESSES; count++) {
        lua_rawgeti(L, -1, (lua_Integer)count + 1);
        lua_getfield(L, -1, "behavior");
        parts[count].stress = dv_to_stress(L, -1);
        lua_pop(L, 1);
        parts[count].weight = dv_value_field(L, "weight");
        parts[count].power = dv_value_field(L, "power");
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
    return count;
}

dv_steering *dv_steering_field(lua_State *L, const char *field) {
    lua_getfield(L, -1, field);
    dv_steering *steering = dv_to_steering(L, -1);
    lua_pop(L, 1);
    return steering;
}

/// Push a table of the names in the record at the top: slots map to their number, memory fields to
/// true.
static void push_names(lua_State *L) {
    int record = lua_gettop(L);
    lua_newtable(L);
    lua_getfield(L, record, "slots");
    lua_Unsigned count = lua_rawlen(L, -1);
    for (lua_Unsigned i = 1; i <= count; i++) {
        lua_rawgeti(L, -1, (lua_Integer)i);
        lua_getfield(L, -1, "name");
        lua_pushinteger(L, (lua_Integer)i - 1);
        lua_rawset(L, -5);
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
    lua_getfield(L, record, "memory");
    lua_pushnil(L);
    while (lua_next(L, -2)) {
        lua_pop(L, 1);
        lua_pushvalue(L, -1);
        lua_pushboolean(L, 1);
        lua_rawset(L, -5);
    }
    lua_pop(L, 1);
}

void dv_builder_add_names(lua_State *L, int list, uint32_t number) {
    push_names(L);
    lua_rawseti(L, list, 2 * (lua_Integer)number + 1);
    lua_getfield(L, -1, "memory");
    lua_rawseti(L, list, 2 * (lua_Integer)number + 2);
}

static void refuse_rename(dv_builder *b, const char *where) {
    lua_pushfstring(b->L, "%s%s%s", where ? where : "", where ? ": " : "", b->error.message);
    dv_builder_refuse(b);
}

void dv_builder_renames(dv_builder *b, dv_family family, const char *kind) {
    lua_State *L = b->L;
    const char *name = dv_string_field(L, "name"), *where = dv_string_field(L, "where");
    if (lua_getfield(L, -1, "renamed_from") == LUA_TTABLE) {
        lua_Unsigned count = lua_rawlen(L, -1);
        for (lua_Unsigned i = 1; i <= count; i++) {
            lua_rawgeti(L, -1, (lua_Integer)i);
            if (dv_program_add_rename(b->generation->program, family, kind, name,
                                      lua_tostring(L, -1), &b->error) != DV_OK)
                refuse_rename(b, where);
            lua_pop(L, 1);
        }
    }
    lua_pop(L, 1);
}

dv_slot_def *dv_builder_slots(dv_builder *b, uint32_t *count) {
    lua_State *L = b->L;
    lua_getfield(L, -1, "slots");
    *count = (uint32_t)lua_rawlen(L, -1);
    dv_slot_def *slots = dv_builder_take(b, (*count + 1) * sizeof *slots);
    for (uint32_t i = 0; i < *count; i++) {
        lua_rawgeti(L, -1, (lua_Integer)i + 1);
        slots[i].name = dv_string_field(L, "name");
        slots[i].type = dv_slot_type_by_name(dv_string_field(L, "type"));
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
    return slots;
}

const char *const *dv_builder_memory_names(dv_builder *b, uint32_t *count) {
    lua_State *L = b->L;
    lua_getfield(L, -1, "memory");
    *count = 0;
    for (lua_pushnil(L); lua_next(L, -2); lua_pop(L, 1))
        ++*count;
    const char **names = dv_builder_take(b, (*count + 1) * sizeof *names);
    const char **name = names;
    for (lua_pushnil(L); lua_next(L, -2); lua_pop(L, 1))
        *name++ = lua_tostring(L, -2);
    lua_pop(L, 1);
    return names;
}
