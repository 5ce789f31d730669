#include "player/run/act.h"

#include "base/result.h"

static dv_result set_attribute(dv_world *world, const dv_act *act, dv_error *error) {
    const dv_program *program = dv_world_program(world);
    if (!dv_agent_alive(world, act->input.agent))
        return dv_fail(error, DV_ERROR_STALE, "%s: the agent is gone", act->name);
    uint32_t kind = dv_agent_kind(world, act->input.agent);
    int32_t slot = dv_program_slot_named(program, kind, act->name);
    if (slot < 0 || !dv_program_is_attribute(program, kind, (uint32_t)slot))
        return dv_fail(error, DV_ERROR_NAME, "kind '%s' has no attribute '%s'",
                       dv_program_kind_name(program, kind), act->name);
    dv_slot_value value = {.is_set = true, .as.number = act->number};
    return dv_agent_set_slot(world, act->input.agent, (uint32_t)slot, value, error);
}

dv_result dv_act_do(dv_scenario *scenario, const dv_act *act, dv_error *error) {
    switch (act->type) {
    case DV_ACT_INPUT:
        dv_scenario_input(scenario, &act->input);
        return DV_OK;
    case DV_ACT_MOUSE:
        dv_world_set_mouse(dv_scenario_world(scenario), act->mouse_is_here ? &act->mouse : NULL);
        return DV_OK;
    case DV_ACT_SETTING:
        return dv_scenario_set(scenario, act->name, act->value, error);
    case DV_ACT_ATTRIBUTE:
        return set_attribute(dv_scenario_world(scenario), act, error);
    case DV_ACT_BUTTON:
        return dv_scenario_press(scenario, act->name, error);
    case DV_ACT_LUA:
        return dv_scenario_console(scenario, act->value, act->input.agent, error);
    }
    return DV_OK;
}
