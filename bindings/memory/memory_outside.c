// Finds everything that Lua code can reach without going through an agent's memory. That is what
// Lua's garbage collector would mark if agents had no memory: everything reachable from the
// registry. Weak tables are skipped: only the engine makes them, and scripts get nothing out of
// them.
#include "memory/memory_packed.h"
#include "scenario_data.h"

// The search stops after this many references, about 2 ms of work. If scripts keep more, nothing is
// packed ahead, and snapshots are written in one piece.
#define MAX_REFERENCES 60000

typedef struct search {
    lua_State *L;
    lua_State *pending; ///< a coroutine that never runs; its stack holds the objects still to visit
    dv_packed *packed;
    uint32_t references;
    bool is_too_much;
} search;

static bool may_refer(int type) {
    return type == LUA_TTABLE || type == LUA_TFUNCTION || type == LUA_TUSERDATA ||
           type == LUA_TTHREAD;
}

/// Pop an object, and queue it for a visit unless it was met before.
static void meet_object(search *s) {
    lua_State *L = s->L;
    if (++s->references > MAX_REFERENCES)
        s->is_too_much = true;
    bool is_new = may_refer(lua_type(L, -1)) && !s->is_too_much &&
                  dv_packed_meet_outside(s->packed, lua_topointer(L, -1));
    if (is_new && lua_checkstack(s->pending, 1)) {
        lua_xmove(L, s->pending, 1);
        return;
    }
    s->is_too_much |= is_new;
    lua_pop(L, 1);
}

/// Meet the metatable of the value at an index. Returns false if the value is a weak table.
static bool meet_metatable(search *s, int index) {
    lua_State *L = s->L;
    if (!lua_getmetatable(L, index))
        return true;
    lua_pushliteral(L, "__mode");
    bool is_weak = lua_rawget(L, -2) != LUA_TNIL;
    lua_pop(L, 1);
    meet_object(s);
    return !is_weak;
}

static void look_at_table(search *s, int table) {
    lua_State *L = s->L;
    if (!meet_metatable(s, table))
        return;
    lua_pushnil(L);
    while (!s->is_too_much && lua_next(L, table)) {
        meet_object(s);
        if (may_refer(lua_type(L, -1))) {
            lua_pushvalue(L, -1);
            meet_object(s);
        }
    }
}

static void look_at_function(search *s, int function) {
    for (int i = 1; lua_getupvalue(s->L, function, i); i++)
        meet_object(s);
}

static void look_at_userdata(search *s, int userdata) {
    meet_metatable(s, userdata);
    for (int i = 1; lua_getiuservalue(s->L, userdata, i) != LUA_TNONE; i++)
        meet_object(s);
    lua_pop(s->L, 1);
}

static void meet_of_coroutine(search *s, lua_State *coroutine) {
    lua_xmove(coroutine, s->L, 1);
    meet_object(s);
}

/// Meet the functions on a coroutine's stack, with their locals and temporaries.
static void look_at_coroutine(search *s, lua_State *coroutine) {
    lua_Debug frame;
    int level = 0;
    if (!lua_checkstack(coroutine, 2)) {
        s->is_too_much = true;
        return;
    }
    for (; !s->is_too_much && lua_getstack(coroutine, level, &frame); level++) {
        lua_getinfo(coroutine, "f", &frame);
        meet_of_coroutine(s, coroutine);
        for (int i = 1; lua_getlocal(coroutine, &frame, i); i++)
            meet_of_coroutine(s, coroutine);
        for (int i = -1; lua_getlocal(coroutine, &frame, i); i--)
            meet_of_coroutine(s, coroutine);
    }
    // A coroutine that has not started, or has ended, has no frames.
    for (int i = 1; level == 0 && i <= lua_gettop(coroutine); i++) {
        lua_pushvalue(coroutine, i);
        meet_of_coroutine(s, coroutine);
    }
}

static void look_at(search *s) {
    lua_State *L = s->L, *coroutine;
    int index = lua_gettop(L);
    switch (lua_type(L, index)) {
    case LUA_TTABLE:
        look_at_table(s, index);
        break;
    case LUA_TFUNCTION:
        look_at_function(s, index);
        break;
    case LUA_TUSERDATA:
        look_at_userdata(s, index);
        break;
    default:
        coroutine = lua_tothread(L, index);
        if (coroutine != L) // `L` itself is the engine's, and scripts cannot look into it
            look_at_coroutine(s, coroutine);
        break;
    }
    lua_settop(L, index - 1);
}

/// Values of any type other than table and userdata share one metatable per type.
static void meet_metatables_of_types(search *s) {
    lua_State *L = s->L;
    int top = lua_gettop(L);
    luaL_checkstack(L, LUA_MINSTACK, NULL);
    lua_pushnil(L);
    lua_pushboolean(L, 0);
    lua_pushinteger(L, 0);
    lua_pushliteral(L, "");
    lua_pushlightuserdata(L, s);
    lua_pushcfunction(L, dv_ordered_pairs);
    lua_pushthread(L);
    int last = lua_gettop(L);
    for (int i = top + 1; i <= last; i++)
        meet_metatable(s, i);
    lua_settop(L, top);
}

bool dv_packed_search_outside(lua_State *L, dv_packed *p) {
    const dv_scenario *scenario = dv_scenario_of(L);
    luaL_checkstack(L, LUA_MINSTACK, "data too deep");
    int top = lua_gettop(L);
    search s = {.L = L, .packed = p};
    s.pending = lua_newthread(L);
    const int inside[] = {scenario->memory, scenario->labels};
    for (int i = 0; i < 2; i++) {
        lua_rawgeti(L, LUA_REGISTRYINDEX, inside[i]);
        dv_packed_meet_outside(p, lua_topointer(L, -1));
    }
    // Agents that were born since packing began have no turn.
    for (uint32_t i = p->limit; i < dv_world_agent_limit(scenario->world); i++) {
        lua_rawgeti(L, top + 2, (lua_Integer)i + 1);
        meet_object(&s);
    }
    meet_metatables_of_types(&s);
    lua_pushvalue(L, LUA_REGISTRYINDEX);
    meet_object(&s);
    while (!s.is_too_much && !p->failed && lua_gettop(s.pending) > 0) {
        lua_xmove(s.pending, L, 1);
        look_at(&s);
    }
    lua_settop(L, top);
    return !s.is_too_much;
}
