// Reading a value of all agents at once; see drover/data.h.
#include "drover/data.h"

#include "world/world_data.h"

#include <string.h>

size_t dv_column_size(dv_column column) {
    static const size_t sizes[DV_COLUMN_COUNT] = {
        [DV_COLUMN_AGENT] = sizeof(dv_agent),   [DV_COLUMN_KIND] = sizeof(uint32_t),
        [DV_COLUMN_STATE] = sizeof(uint32_t),   [DV_COLUMN_STATE_TIME] = sizeof(double),
        [DV_COLUMN_POSITION] = sizeof(dv_vec3), [DV_COLUMN_VELOCITY] = sizeof(dv_vec3),
        [DV_COLUMN_FORWARD] = sizeof(dv_vec3),  [DV_COLUMN_STEERING] = sizeof(dv_vec3),
        [DV_COLUMN_HEADING] = sizeof(double),   [DV_COLUMN_RADIUS] = sizeof(double),
        [DV_COLUMN_COLOR] = sizeof(uint32_t),
    };
    return column < DV_COLUMN_COUNT ? sizes[column] : 0;
}

typedef union value {
    dv_agent agent;
    uint32_t integer;
    double number;
    dv_vec3 vector;
} value;

static value value_of(const dv_world *world, dv_column column, uint32_t i) {
    const dv_agent agent = {dv_agent_bits(world, i)};
    switch (column) {
    case DV_COLUMN_AGENT:
        return (value){.agent = agent};
    case DV_COLUMN_KIND:
        return (value){.integer = world->agents.kind[i]};
    case DV_COLUMN_STATE:
        return (value){.integer = world->agents.state[i]};
    case DV_COLUMN_STATE_TIME:
        return (value){.number = dv_agent_state_time(world, agent)};
    case DV_COLUMN_POSITION:
        return (value){.vector = dv_position_of(world, i)};
    case DV_COLUMN_VELOCITY:
        return (value){.vector = dv_velocity_of(world, i)};
    case DV_COLUMN_FORWARD:
        return (value){.vector = dv_forward_of(world, i)};
    case DV_COLUMN_STEERING:
        return (value){.vector = world->agents.steering[i]};
    case DV_COLUMN_HEADING:
        return (value){.number = dv_agent_heading(world, agent)};
    case DV_COLUMN_RADIUS:
        return (value){.number = (double)dv_property_of(world, i, DV_RADIUS)};
    case DV_COLUMN_COLOR:
        return (value){.integer = dv_agent_color(world, agent)};
    case DV_COLUMN_COUNT:
        break;
    }
    return (value){.number = 0};
}

uint32_t dv_world_read(const dv_world *world, dv_column column, dv_kind_set kinds, void *values,
                       uint32_t capacity) {
    const size_t size = dv_column_size(column);
    unsigned char *next = values;
    uint32_t count = 0;
    for (uint32_t i = 0; size > 0 && i < world->agents.limit; i++) {
        if (!(world->agents.flags[i] & DV_AGENT_ALIVE) ||
            !dv_has_kind(&kinds, world->agents.kind[i]))
            continue;
        if (count++ >= capacity)
            continue;
        value read = value_of(world, column, i);
        memcpy(next, &read, size);
        next += size;
    }
    return count;
}
