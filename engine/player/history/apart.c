#include "player/history/apart.h"

#include <math.h>

/// The same agent in another world; null if it isn't there.
static dv_agent counterpart(dv_agent agent, const dv_world *other) {
    dv_agent there = {dv_handle_in_world(agent.bits, dv_world_id(other))};
    return dv_agent_alive(other, there) ? there : (dv_agent){0};
}

static void measure(dv_apart *apart, const dv_world *world, dv_agent agent, const dv_world *other,
                    dv_agent there) {
    dv_vec3 offset =
        dv_world_offset(world, dv_agent_position(world, agent), dv_agent_position(other, there));
    double x = (double)offset.x, y = (double)offset.y, z = (double)offset.z;
    double distance = sqrt(x * x + y * y + z * z);
    apart->both++;
    apart->mean += distance;
    if (distance > apart->most) {
        apart->most = distance;
        apart->farthest = agent;
    }
}

dv_apart dv_worlds_apart(const dv_world *world, const dv_world *other) {
    dv_apart apart = {0};
    uint32_t limit = dv_world_agent_limit(world);
    for (uint32_t i = 0; i < limit; i++) {
        dv_agent agent = dv_world_agent_at(world, i);
        dv_agent there = agent.bits ? counterpart(agent, other) : agent;
        if (there.bits)
            measure(&apart, world, agent, other, there);
    }
    if (apart.both > 0)
        apart.mean /= apart.both;
    apart.first = dv_world_agent_count(world) - apart.both;
    apart.other = dv_world_agent_count(other) - apart.both;
    return apart;
}

// Records

void dv_apart_begin(dv_apart_record *record, uint64_t first, double dt) {
    double stride = round(DV_APART_SECONDS / dt);
    record->first = first;
    record->stride = stride > 1 ? (uint64_t)stride : 1;
    record->count = 0;
}

bool dv_apart_due(const dv_apart_record *record, uint64_t tick) {
    return tick >= record->first + record->count * record->stride;
}

void dv_apart_add(dv_apart_record *record, double value) {
    record->values[record->count++] = (float)value;
    if (record->count < DV_APART_VALUES)
        return;
    record->count = DV_APART_VALUES / 2;
    record->stride *= 2;
    for (uint32_t i = 0; i < record->count; i++)
        record->values[i] = record->values[2 * i];
}

float dv_apart_at(const dv_apart_record *record, uint64_t tick) {
    uint64_t place = (tick - record->first) / record->stride;
    if (record->count == 0)
        return 0;
    return record->values[place < record->count ? place : record->count - 1];
}
