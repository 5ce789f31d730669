// Events: emitted in one tick, heard in the next.
#include "base/alloc.h"
#include "base/result.h"
#include "world/world_data.h"

#include <math.h>

dv_result dv_world_emit(dv_world *world, const dv_event *event, dv_error *error) {
    if (!dv_is_finite(event->position))
        return dv_fail(error, DV_ERROR_ARGUMENT, "at: the coordinates are not finite");
    if (!(event->radius >= 0))
        return dv_fail(error, DV_ERROR_ARGUMENT, "radius: %g is not 0 or more metres",
                       (double)event->radius);
    dv_event_list *list = &world->pending;
    if (!dv_reserve((void **)&list->events, &list->capacity, list->count + 1, sizeof *event))
        return dv_fail(error, DV_ERROR_MEMORY, "out of memory");
    list->events[list->count++] = *event;
    return DV_OK;
}

static bool reaches(const dv_world *world, const dv_event *event, uint32_t agent, uint64_t name,
                    float *distance_squared) {
    if (event->name != name || event->source.bits == dv_agent_bits(world, agent))
        return false;
    if (event->among.bits && world->agents.group[agent] != dv_handle_index(event->among.bits) + 1)
        return false;
    dv_vec3 offset = dv_offset_between(world, dv_sensed_position(world, agent), event->position);
    float hearing = dv_property_of(world, agent, DV_HEARING_RANGE);
    *distance_squared = dv_length_squared(offset);
    return *distance_squared <= event->radius * event->radius &&
           *distance_squared <= hearing * hearing;
}

bool dv_agent_heard(const dv_world *world, dv_agent agent, uint64_t name, dv_event *event) {
    uint32_t i;
    if (!dv_agent_index(world, agent.bits, &i))
        return false;
    const dv_event *nearest = NULL;
    float nearest_squared = INFINITY;
    for (uint32_t e = 0; e < world->heard.count; e++) {
        float distance_squared;
        if (reaches(world, &world->heard.events[e], i, name, &distance_squared) &&
            (!nearest || distance_squared < nearest_squared)) {
            nearest = &world->heard.events[e];
            nearest_squared = distance_squared;
        }
    }
    if (nearest)
        *event = *nearest;
    return nearest != NULL;
}
