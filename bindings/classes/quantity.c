#include "classes/quantity.h"

#include "classes/access.h"
#include "classes/handles.h"
#include "values.h"

#include <string.h>

#define OF_GROUP "group."

static dv_slot_value slot_of_group(const dv_world *world, dv_agent agent, const char *name) {
    dv_group group = dv_agent_group(world, agent);
    if (!dv_group_alive(world, group))
        return (dv_slot_value){0};
    const dv_program *program = dv_world_program(world);
    uint32_t type = dv_group_type(world, group);
    int32_t slot = dv_program_group_slot_named(program, type, name);
    if (slot < 0 || dv_program_group_slot(program, type, (uint32_t)slot)->type != DV_SLOT_NUMBER)
        return (dv_slot_value){0};
    return dv_group_slot(world, group, (uint32_t)slot);
}

static dv_slot_value slot_of_agent(const dv_world *world, dv_agent agent, const char *name) {
    const dv_program *program = dv_world_program(world);
    uint32_t kind = dv_agent_kind(world, agent);
    int32_t slot = dv_program_slot_named(program, kind, name);
    if (slot < 0 || dv_program_slot(program, kind, (uint32_t)slot)->type != DV_SLOT_NUMBER)
        return (dv_slot_value){0};
    return dv_agent_slot(world, agent, (uint32_t)slot);
}

int dv_read_quantity(lua_State *L) {
    const dv_world *world = dv_readable_world(L);
    dv_agent agent = dv_check_agent(L, 1);
    const char *name = dv_to_setting(L, 2);
    if (name) {
        int32_t setting = dv_program_setting_named(dv_world_program(world), name);
        if (setting >= 0)
            lua_pushnumber(L, dv_world_setting(world, (uint32_t)setting));
        return setting >= 0;
    }
    name = luaL_checkstring(L, 2);
    bool is_of_group = strncmp(name, OF_GROUP, strlen(OF_GROUP)) == 0;
    dv_slot_value value = is_of_group ? slot_of_group(world, agent, name + strlen(OF_GROUP))
                                      : slot_of_agent(world, agent, name);
    if (!value.is_set)
        return 0;
    lua_pushnumber(L, value.as.number);
    return 1;
}
