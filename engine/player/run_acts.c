// What people do to a running scenario from outside.
#include "player/run_private.h"

#include "player/run_log.h"

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
    }
    return DV_OK;
}

dv_result dv_run_perform(dv_run *run, const dv_act *act, dv_error *error) {
    dv_result result = dv_act_do(run->scenario, act, error);
    if (result == DV_OK)
        dv_log_act(run, act);
    return result;
}

// What fails on trial is taken back before the next tick or poll: who acts may be looking at the
// world.
dv_result dv_run_act(dv_run *run, const dv_act *act, dv_error *error) {
    dv_result result = dv_run_perform(run, act, error);
    if (result == DV_OK)
        dv_run_keep_act(run, act);
    return result;
}

void dv_run_input(dv_run *run, const dv_input *input) {
    dv_run_act(run, &(dv_act){.type = DV_ACT_INPUT, .input = *input}, NULL);
}

void dv_run_place_mouse(dv_run *run, const dv_vec3 *point) {
    dv_vec3 before;
    bool was_here = dv_world_mouse(run->world, &before);
    bool same = point && was_here && before.x == point->x && before.y == point->y;
    if (same || (!point && !was_here))
        return;
    dv_act act = {.type = DV_ACT_MOUSE, .mouse_is_here = point != NULL};
    if (point)
        act.mouse = *point;
    dv_run_act(run, &act, NULL);
}

dv_result dv_run_set(dv_run *run, const char *name, const char *value, dv_error *error) {
    return dv_run_act(run, &(dv_act){.type = DV_ACT_SETTING, .name = name, .value = value}, error);
}
