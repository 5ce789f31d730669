// Finds accesses to names that agents, groups, and the world do not have.
#include "classes/members.h"
#include "checker.h"
#include "classes/classes.h"
#include "reload/generation_data.h"

#include "base/names.h"

#include <stdio.h>

#define MAX_NAMES 512

typedef struct names {
    const char *list[MAX_NAMES];
    size_t count;
} names;

static void add_name(names *all, const char *name) {
    if (all->count < MAX_NAMES)
        all->list[all->count++] = name;
}

/// Add the strings of the list at the top and pop it. Something else keeps the strings alive.
static void add_listed(lua_State *L, names *all) {
    for (lua_Integer i = 1; lua_rawgeti(L, -1, i) == LUA_TSTRING; i++) {
        add_name(all, lua_tostring(L, -1));
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
}

/// Add the keys of the table at the top.
static void add_keys(lua_State *L, names *all) {
    if (!lua_istable(L, -1))
        return;
    lua_pushnil(L);
    while (lua_next(L, -2)) {
        if (lua_type(L, -2) == LUA_TSTRING)
            add_name(all, lua_tostring(L, -2));
        lua_pop(L, 1);
    }
}

/// Add the names of a kind or group by its number. They stay on the stack.
static void add_declared(lua_State *L, names *all, int list, int32_t number) {
    lua_rawgeti(L, LUA_REGISTRYINDEX, list);
    lua_rawgeti(L, -1, 2 * (lua_Integer)number + 1);
    add_keys(L, all);
}

/// List all names that any of the owners has. Returns false if an owner is unknown.
static bool list_names(const dv_checker *c, const dv_owners *owners, names *all) {
    lua_State *L = c->scenario->state;
    const dv_generation *generation = c->scenario->generation;
    all->count = 0;
    if (owners->type == DV_OWNER_SCENARIO)
        dv_push_member_names(L, &dv_world_class);
    else if (owners->type == DV_OWNER_KIND)
        dv_push_agent_names(L);
    else
        dv_push_member_names(L, &dv_group_class);
    add_listed(L, all);
    for (uint32_t i = 0; i < owners->count && owners->type != DV_OWNER_SCENARIO; i++) {
        bool is_kind = owners->type == DV_OWNER_KIND;
        int32_t number = is_kind ? dv_owning_kind(c, owners->items[i].tree, owners->items[i].call)
                                 : dv_declared_group(c, owners->items[i].call);
        if (number < 0)
            return false;
        add_declared(L, all, is_kind ? generation->names : generation->group_names, number);
    }
    return all->count < MAX_NAMES;
}

static bool has_name(const names *all, const dv_node *key) {
    for (size_t i = 0; i < all->count; i++)
        if (dv_node_is(key, all->list[i]))
            return true;
    return false;
}

static void report_member(dv_checker *c, const dv_owners *owners, const names *all,
                          const dv_node *key) {
    char name[128], what[256] = "the world has no";
    const dv_node *owner = owners->count ? owners->items[0].call->first->next : NULL;
    snprintf(name, sizeof name, "%.*s", (int)(key->length < 100 ? key->length : 100), key->text);
    if (owners->type != DV_OWNER_SCENARIO)
        snprintf(what, sizeof what, "%s '%.*s' has no field, slot or memory",
                 owners->type == DV_OWNER_GROUP ? "group" : "kind", (int)owner->length,
                 owner->text);
    const char *nearest = dv_nearest_name(name, all->list, all->count);
    dv_check_report(c, key->line, "%s '%s'%s%s%s", what, name, nearest ? " (" : "",
                    nearest ? nearest : "", nearest ? "?)" : "");
}

dv_owners dv_owners_of_object(dv_checker *c, const dv_node *access) {
    const dv_node *object = dv_node_resolve(access->first);
    if (object->type == DV_NODE_INDEX)
        object = dv_node_resolve(object->first);
    if (object->type != DV_NODE_NAME || !object->variable ||
        object->variable->function != dv_node_function(access))
        return (dv_owners){.type = DV_OWNER_NONE};
    return dv_type_of(c, access->first);
}

static void check_access(dv_checker *c, const dv_node *access) {
    lua_State *L = c->scenario->state;
    dv_owners owners = dv_owners_of_object(c, access);
    if (owners.type == DV_OWNER_NONE)
        return;
    names all;
    int top = lua_gettop(L);
    luaL_checkstack(L, LUA_MINSTACK + 2 * DV_MAX_OWNERS, NULL);
    const dv_node *key = dv_node_key(access);
    if (list_names(c, &owners, &all) && !has_name(&all, key))
        report_member(c, &owners, &all, key);
    lua_settop(L, top);
}

void dv_check_members(dv_checker *c) {
    const dv_node *chunk = c->tree->syntax.chunk;
    for (const dv_node *n = chunk; n; n = dv_node_after(n, chunk))
        if ((n->type == DV_NODE_INDEX || n->type == DV_NODE_METHOD_CALL) && dv_node_key(n))
            check_access(c, n);
}
