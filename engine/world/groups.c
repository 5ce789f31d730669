// Groups: members in ascending order of indices, and a leader, elected by the host.
#include "base/alloc.h"
#include "base/result.h"
#include "world/account.h"
#include "world/incidents.h"
#include "world/world_data.h"

#include <string.h>

static dv_group_record *record_of(const dv_world *world, dv_group group) {
    uint32_t index = dv_handle_index(group.bits);
    if (dv_handle_type_of(group.bits) != DV_HANDLE_GROUP || index >= world->group_count ||
        dv_handle_world(group.bits) != world->id ||
        dv_handle_generation(group.bits) != world->groups[index].generation ||
        dv_group_is_gone(&world->groups[index]))
        return NULL;
    return &world->groups[index];
}

dv_result dv_group_create(dv_world *world, uint32_t type, dv_group *group, dv_error *error) {
    if (type >= world->program->group_type_count)
        return dv_fail(error, DV_ERROR_NAME, "no group number %u", type);
    if (world->group_count == 1u << DV_HANDLE_INDEX_BITS)
        return dv_fail(error, DV_ERROR_LIMIT, "too many groups");
    dv_result result = dv_charge(world, dv_weight_of_group(world, type), error);
    if (result != DV_OK)
        return result;
    uint32_t slot_count = world->program->group_types[type].slot_count;
    dv_slot *slots = dv_alloc((slot_count + 1) * sizeof *slots);
    if (!slots || !dv_reserve((void **)&world->groups, &world->group_capacity,
                              world->group_count + 1, sizeof *world->groups)) {
        dv_free(slots);
        dv_discharge(world, dv_weight_of_group(world, type));
        return dv_fail(error, DV_ERROR_MEMORY, "out of memory");
    }
    uint32_t index = world->group_count++;
    world->groups[index] = (dv_group_record){.generation = 1, .type = type, .slots = slots};
    *group = dv_world_group_at(world, index);
    return DV_OK;
}

bool dv_group_alive(const dv_world *world, dv_group group) {
    return record_of(world, group) != NULL;
}

uint32_t dv_group_type(const dv_world *world, dv_group group) {
    const dv_group_record *record = record_of(world, group);
    return record ? record->type : 0;
}

uint32_t dv_group_size(const dv_world *world, dv_group group) {
    const dv_group_record *record = record_of(world, group);
    return record ? record->member_count : 0;
}

dv_agent dv_group_member(const dv_world *world, dv_group group, uint32_t i) {
    const dv_group_record *record = record_of(world, group);
    if (!record || i >= record->member_count)
        return (dv_agent){0};
    return dv_world_agent_at(world, record->members[i]);
}

dv_agent dv_group_leader(const dv_world *world, dv_group group) {
    const dv_group_record *record = record_of(world, group);
    dv_agent leader = {record ? record->leader : 0};
    return dv_agent_alive(world, leader) ? leader : (dv_agent){0};
}

dv_result dv_group_set_leader(dv_world *world, dv_group group, dv_agent leader, dv_error *error) {
    dv_group_record *record = record_of(world, group);
    uint32_t index;
    if (!record)
        return dv_fail(error, DV_ERROR_STALE, "the group is gone");
    if (leader.bits && (!dv_agent_index(world, leader.bits, &index) ||
                        world->agents.group[index] != dv_handle_index(group.bits) + 1))
        return dv_fail(error, DV_ERROR_ARGUMENT, "leader: not a member of the group");
    if (leader.bits && leader.bits != record->leader)
        dv_note_of_agent(world, DV_INCIDENT_ELECTION, index);
    record->leader = leader.bits;
    return DV_OK;
}

/// The position of an agent in the list of members, or where it would be inserted.
static uint32_t member_place(const dv_group_record *group, uint32_t agent) {
    uint32_t low = 0, high = group->member_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (group->members[middle] < agent)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

void dv_group_leave(dv_world *world, uint32_t agent) {
    uint32_t group = world->agents.group[agent];
    if (!group)
        return;
    dv_group_record *record = &world->groups[group - 1];
    uint32_t place = member_place(record, agent);
    record->member_count--;
    memmove(record->members + place, record->members + place + 1,
            (record->member_count - place) * sizeof *record->members);
    if (record->leader == dv_agent_bits(world, agent))
        record->leader = 0;
    world->agents.group[agent] = 0;
}

void dv_group_end(dv_world *world, uint32_t group) {
    dv_group_record *record = &world->groups[group];
    while (record->member_count > 0)
        dv_group_leave(world, record->members[record->member_count - 1]);
    dv_free(record->members);
    dv_free(record->slots);
    *record = (dv_group_record){.generation = record->generation, .type = DV_NO_GROUP_TYPE};
}

bool dv_group_add_gone(dv_world *world) {
    if (!dv_reserve((void **)&world->groups, &world->group_capacity, world->group_count + 1,
                    sizeof *world->groups))
        return false;
    world->groups[world->group_count++] =
        (dv_group_record){.generation = 1, .type = DV_NO_GROUP_TYPE};
    return true;
}

dv_group dv_agent_group(const dv_world *world, dv_agent agent) {
    uint32_t i;
    if (!dv_agent_index(world, agent.bits, &i) || !world->agents.group[i])
        return (dv_group){0};
    return dv_world_group_at(world, world->agents.group[i] - 1);
}

dv_result dv_agent_set_group(dv_world *world, dv_agent agent, dv_group group, dv_error *error) {
    uint32_t i;
    if (!dv_agent_index(world, agent.bits, &i))
        return dv_fail(error, DV_ERROR_STALE, "the agent is gone");
    dv_group_record *record = record_of(world, group);
    if (group.bits && !record)
        return dv_fail(error, DV_ERROR_STALE, "group: not a group of this world");
    if (record && world->agents.group[i] == dv_handle_index(group.bits) + 1)
        return DV_OK;
    if (record && !dv_reserve((void **)&record->members, &record->member_capacity,
                              record->member_count + 1, sizeof *record->members))
        return dv_fail(error, DV_ERROR_MEMORY, "out of memory");
    dv_group_leave(world, i);
    if (!record)
        return DV_OK;
    uint32_t place = member_place(record, i);
    memmove(record->members + place + 1, record->members + place,
            (record->member_count - place) * sizeof *record->members);
    record->members[place] = i;
    record->member_count++;
    world->agents.group[i] = dv_handle_index(group.bits) + 1;
    return DV_OK;
}

uint32_t dv_world_group_limit(const dv_world *world) { return world->group_count; }

dv_group dv_world_group_at(const dv_world *world, uint32_t index) {
    if (index >= world->group_count || dv_group_is_gone(&world->groups[index]))
        return (dv_group){0};
    return (dv_group){
        dv_handle_make(DV_HANDLE_GROUP, world->id, world->groups[index].generation, index)};
}

void dv_world_elect(dv_world *world) {
    for (uint32_t i = 0; i < world->group_count; i++) {
        dv_group group = dv_world_group_at(world, i);
        if (!group.bits)
            continue;
        bool wanted = world->program->group_types[world->groups[i].type].has_elect &&
                      world->groups[i].member_count > 0 && !world->groups[i].leader;
        if (!wanted || !world->host.elect)
            continue;
        dv_agent leader = world->host.elect(world->host.context, world, group);
        if (leader.bits)
            dv_group_set_leader(world, group, leader, NULL);
    }
}
