#include "player/window/pins.h"

#include "base/result.h"
#include "player/run/agent_name.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

int32_t dv_pins_of(const dv_pins *pins, dv_agent agent) {
    for (uint32_t i = 0; i < pins->count; i++)
        if (pins->items[i].agent.bits == agent.bits)
            return (int32_t)i;
    return -1;
}

int32_t dv_pins_named(const dv_pins *pins, const char *name) {
    for (uint32_t i = 0; i < pins->count; i++) {
        const char *number = strrchr(pins->items[i].name, '#');
        if (strcmp(pins->items[i].name, name) == 0 || (number && strcmp(number + 1, name) == 0))
            return (int32_t)i;
    }
    return -1;
}

dv_result dv_pins_add(dv_pins *pins, const dv_world *world, dv_agent agent, dv_error *error) {
    if (dv_pins_of(pins, agent) >= 0)
        return DV_OK;
    if (pins->count == DV_MOST_PINS)
        return dv_fail(error, DV_ERROR_ARGUMENT, "%u agents are pinned, and no more can be",
                       DV_MOST_PINS);
    dv_pin *pin = &pins->items[pins->count++];
    pin->agent = agent;
    dv_write_agent_name(world, agent, pin->name);
    return DV_OK;
}

void dv_pins_remove(dv_pins *pins, uint32_t index) {
    pins->count--;
    memmove(&pins->items[index], &pins->items[index + 1],
            (pins->count - index) * sizeof *pins->items);
}

static int32_t index_of(const dv_pins *pins, const char *path) {
    for (uint32_t i = 0; i < pins->number_count; i++)
        if (strcmp(pins->numbers[i], path) == 0)
            return (int32_t)i;
    return -1;
}

bool dv_pins_has_number(const dv_pins *pins, const char *path) { return index_of(pins, path) >= 0; }

void dv_pins_toggle_number(dv_pins *pins, const char *path) {
    int32_t index = index_of(pins, path);
    if (index >= 0) {
        pins->number_count--;
        memmove(pins->numbers[index], pins->numbers[index + 1],
                (pins->number_count - (uint32_t)index) * sizeof *pins->numbers);
    } else if (pins->number_count < DV_MOST_PINNED_NUMBERS &&
               strlen(path) < sizeof *pins->numbers) {
        strcpy(pins->numbers[pins->number_count++], path);
    }
}

void dv_pins_follow_restart(dv_pins *pins, const dv_world *world) {
    for (uint32_t i = 0; i < pins->count; i++)
        if (!dv_find_agent(world, pins->items[i].name, &pins->items[i].agent))
            pins->items[i].agent = (dv_agent){0};
}
