// Links in Lua: methods of agents, and one of the world.
#include "classes/links.h"

#include "classes/access.h"
#include "classes/classes.h"
#include "classes/handles.h"
#include "sandbox/sandbox.h"

#include <lauxlib.h>

static const char *name_of_type(const dv_program *program, uint32_t type) {
    return dv_program_link_def(program, type)->name;
}

/// The type of links given at 2 by name or reference.
static uint32_t check_type(lua_State *L) {
    const dv_program *program = dv_world_program(dv_readable_world(L));
    return dv_check_declared(L, "link", dv_program_link_type_count(program), name_of_type);
}

/// agent:link(name, other)
static int agent_link(lua_State *L) {
    dv_agent agent = dv_check_agent(L, 1);
    dv_world *world = dv_writable_world(L);
    uint32_t type = check_type(L);
    dv_error error;
    if (dv_agent_link(world, agent, type, dv_check_agent(L, 3), &error) != DV_OK)
        return luaL_error(L, "link: %s", error.message);
    return 0;
}

/// agent:unlink(name, other) → whether there was one
static int agent_unlink(lua_State *L) {
    dv_agent agent = dv_check_agent(L, 1);
    dv_world *world = dv_writable_world(L);
    uint32_t type = check_type(L);
    lua_pushboolean(L, dv_agent_unlink(world, agent, type, dv_check_agent(L, 3)));
    return 1;
}

/// agent:linked(name, other) → boolean
static int agent_linked(lua_State *L) {
    dv_agent agent = dv_check_agent(L, 1);
    uint32_t type = check_type(L);
    lua_pushboolean(L, dv_agent_is_linked(dv_readable_world(L), agent, type, dv_check_agent(L, 3)));
    return 1;
}

/// agent:links(name, "out" | "in") → list of agents
static int agent_links(lua_State *L) {
    static const char *const ways[] = {"out", "in", NULL};
    dv_agent agent = dv_check_agent(L, 1);
    const dv_world *world = dv_readable_world(L);
    uint32_t type = check_type(L), cursor = 0;
    bool is_in = luaL_checkoption(L, 3, "out", ways);
    bool is_directed = dv_program_link_def(dv_world_program(world), type)->is_directed;
    dv_link link;
    lua_newtable(L);
    for (lua_Integer count = 0; dv_agent_next_link(world, agent, &cursor, &link);) {
        dv_sandbox_check(L);
        bool leads_here = link.to.bits == agent.bits;
        if (link.type != type || (is_directed && leads_here != is_in))
            continue;
        dv_push_handle(L, leads_here ? link.from.bits : link.to.bits);
        lua_rawseti(L, -2, ++count);
    }
    return 1;
}

/// world:links(name) → list of { from, to }
int dv_world_links(lua_State *L) {
    const dv_world *world = dv_readable_world(L);
    uint32_t type = check_type(L), limit = dv_world_link_limit(world);
    dv_link link;
    lua_newtable(L);
    lua_Integer count = 0;
    for (uint32_t i = 0; i < limit; i++) {
        dv_sandbox_check(L);
        if (!dv_world_link_at(world, i, &link) || link.type != type)
            continue;
        lua_createtable(L, 2, 0);
        dv_push_handle(L, link.from.bits);
        lua_rawseti(L, -2, 1);
        dv_push_handle(L, link.to.bits);
        lua_rawseti(L, -2, 2);
        lua_rawseti(L, -2, ++count);
    }
    return 1;
}

const dv_method_row dv_agent_ties[] = {
    {"link", agent_link,
     "Link the agent to another one, with a type that `drover.link` declares. If they already are "
     "linked that way, nothing changes. The link ends when one of them is removed. It stays when "
     "one turns into another kind.\n"
     "@param name string|drover.declared_link\n"
     "@param other drover.any_agent"},
    {"unlink", agent_unlink,
     "End the link to another agent.\n"
     "@param name string|drover.declared_link\n"
     "@param other drover.any_agent\n"
     "@return boolean unlinked whether there was one"},
    {"linked", agent_linked,
     "Whether the agent is linked to another one. For a directed type: whether a link leads from "
     "it to the other.\n"
     "@param name string|drover.declared_link\n"
     "@param other drover.any_agent\n"
     "@return boolean"},
    {"links", agent_links,
     "The agents that it is linked to, in the order in which they were linked. For a directed "
     "type, these are the agents that its links lead to, or, with \"in\", those whose links lead "
     "to it. The list is a copy.\n"
     "@param name string|drover.declared_link\n"
     "@param way? \"out\"|\"in\" where they lead; \"out\" by default\n"
     "@return drover.agent[] others"},
    {0},
};
