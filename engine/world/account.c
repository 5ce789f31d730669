#include "world/account.h"

#include "world/world_data.h"

#define RECORD 128u // of anything, with its handle
#define POINT 12u
#define CORNER 72u // of a path's spine, with its chord

uint64_t dv_weight_of_path(const dv_path_record *path) {
    return RECORD + (uint64_t)POINT * path->point_count + (uint64_t)CORNER * path->corner_count;
}

uint64_t dv_weight_of_flow(const dv_world *world, const dv_flow_record *flow) {
    uint64_t nodes = dv_flow_node_count(flow);
    if (flow->aim)
        return RECORD + nodes * sizeof *flow->aim->arrows +
               flow->aim->goal_count * sizeof *flow->aim->goals;
    // One that is computed again and again has its next nodes, too.
    bool changes = world->program->flow_types[flow->type].interval > 0;
    return RECORD + nodes * POINT * (changes ? 2 : 1);
}

uint64_t dv_weight_of_shape(const dv_obstacle_record *shape) {
    return RECORD + (uint64_t)2 * POINT * dv_outline_count(shape);
}

uint64_t dv_weight_of_group(const dv_world *world, uint32_t type) {
    return RECORD + world->program->group_types[type].slot_count * sizeof(dv_slot);
}

// The account

dv_result dv_ask_for(const dv_world *world, uint64_t bytes, dv_error *error) {
    const dv_host *host = &world->host;
    return host->charge ? host->charge(host->context, world, bytes, error) : DV_OK;
}

dv_result dv_charge(dv_world *world, uint64_t bytes, dv_error *error) {
    dv_result result = dv_ask_for(world, bytes, error);
    if (result == DV_OK)
        world->charged += bytes;
    return result;
}

void dv_discharge(dv_world *world, uint64_t bytes) { world->charged -= bytes; }

uint64_t dv_world_charged(const dv_world *world) {
    return world->charged + (uint64_t)world->links.count * DV_WEIGHT_OF_LINK +
           ((uint64_t)world->heard.list.count + world->pending.count) * DV_WEIGHT_OF_EVENT +
           (uint64_t)world->timers.count * DV_WEIGHT_OF_TIMER + world->timers.bytes;
}

static uint64_t weight_of_groups(const dv_world *world) {
    uint64_t sum = 0;
    for (uint32_t i = 0; i < world->group_count; i++)
        if (!dv_group_is_gone(&world->groups[i]))
            sum += dv_weight_of_group(world, world->groups[i].type);
    return sum;
}

static uint64_t weight_of_shapes(const dv_world *world) {
    uint64_t sum = 0;
    for (uint32_t i = 0; i < world->obstacles.count; i++)
        if (world->obstacles.records[i].alive)
            sum += dv_weight_of_shape(&world->obstacles.records[i]);
    for (uint32_t i = 0; i < world->regions.ids.count; i++)
        if (world->regions.ids.alive[i])
            sum += dv_weight_of_shape(&world->regions.records[i].shape);
    return sum;
}

void dv_recount_charges(dv_world *world) {
    uint64_t sum = weight_of_groups(world) + weight_of_shapes(world);
    for (uint32_t i = 0; i < world->paths.ids.count; i++)
        if (world->paths.ids.alive[i])
            sum += dv_weight_of_path(&world->paths.records[i]);
    for (uint32_t i = 0; i < world->flows.ids.count; i++)
        if (world->flows.ids.alive[i])
            sum += dv_weight_of_flow(world, &world->flows.records[i]);
    world->charged = sum;
}
