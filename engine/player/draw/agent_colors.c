// The color of an agent: its own, that of its kind, or one that shows a number.
#include "player/draw/draw_private.h"
#include "player/draw/ramps.h"

#include "base/math.h"

#include <string.h>

/// The number that a map shows of an agent; NaN: there is none. Only the scenario's own world has
/// memory.
static double number_of(const struct canvas *canvas, const dv_color_map *map, dv_agent agent) {
    const dv_world *world = canvas->world;
    const dv_scenario *scenario = canvas->options->scenario;
    if (strcmp(map->number, "speed") == 0)
        return dv_length_double(dv_agent_velocity(world, agent));
    int32_t slot =
        dv_program_slot_named(dv_world_program(world), dv_agent_kind(world, agent), map->number);
    if (slot >= 0) {
        dv_slot_value value = dv_agent_slot(world, agent, (uint32_t)slot);
        return value.is_set ? value.as.number : (double)NAN;
    }
    double number = (double)NAN;
    if (scenario && dv_scenario_world((dv_scenario *)scenario) == world)
        dv_scenario_memory_number(scenario, agent, map->number, &number);
    return number;
}

uint32_t dv_color_of_agent(const struct canvas *canvas, dv_agent agent) {
    const dv_world *world = canvas->world;
    dv_look look = dv_program_look(dv_world_program(world), dv_agent_kind(world, agent));
    uint32_t color = dv_agent_color(world, agent);
    if (!look.map || color != look.color)
        return color;
    double number = number_of(canvas, look.map, agent);
    return dv_ramp_color(look.map->diverges,
                         (number - look.map->low) / (look.map->high - look.map->low));
}
