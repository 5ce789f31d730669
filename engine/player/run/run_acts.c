// What people do to a running scenario from outside.
#include "player/run/run_private.h"

#include "player/run/act.h"
#include "player/run/ghost.h"
#include "player/run/run_log.h"
#include "player/run/what_if.h"

/// Apply an act, and log it. `is_new`: keep it.
static dv_result perform(dv_run *run, const dv_act *act, bool is_new, dv_error *error) {
    dv_run_note_stop(run, DV_STOP_IN_READING);
    dv_result result = dv_act_do(run->scenario, act, error);
    if (result != DV_OK)
        return result;
    run->expressions.is_stale = true;
    dv_log_act(run, act);
    dv_ghost_act(run, act);
    // Before a stop is noted: the moment that is then taken has what the act did.
    if (is_new)
        dv_run_keep_act(run, act);
    dv_run_note_stop(run, DV_STOP_IN_ACT);
    return DV_OK;
}

dv_result dv_run_perform(dv_run *run, const dv_act *act, dv_error *error) {
    return perform(run, act, false, error);
}

// Don't roll back here if the act makes code fail on trial: the caller may be reading the world.
// The next tick or poll does it.
dv_result dv_run_act(dv_run *run, const dv_act *act, dv_error *error) {
    if (dv_run_is_behind(run))
        dv_run_roll_back_and_redo(run);
    // Mouse and keyboard alone don't count as changes to look ahead for.
    bool is_change = act->type != DV_ACT_INPUT && act->type != DV_ACT_MOUSE;
    if (is_change)
        dv_what_if_before_change(run);
    dv_result result = perform(run, act, true, error);
    if (is_change && result == DV_OK)
        dv_what_if_after_change(run);
    return result;
}

void dv_run_input(dv_run *run, const dv_input *input) {
    dv_run_act(run, &(dv_act){.type = DV_ACT_INPUT, .input = *input}, NULL);
}

void dv_run_place_mouse(dv_run *run, const dv_vec3 *point) {
    dv_vec3 before;
    if (dv_run_is_behind(run))
        return; // the window passes the position again in the next frame
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

dv_result dv_run_press(dv_run *run, const char *name, dv_error *error) {
    return dv_run_act(run, &(dv_act){.type = DV_ACT_BUTTON, .name = name}, error);
}

dv_result dv_run_lua(dv_run *run, const char *code, dv_agent selected, dv_error *error) {
    dv_act act = {.type = DV_ACT_LUA, .input.agent = selected, .value = code};
    return dv_run_act(run, &act, error);
}

dv_result dv_run_set_attribute(dv_run *run, dv_agent agent, const char *name, double number,
                               dv_error *error) {
    dv_act act = {.type = DV_ACT_ATTRIBUTE, .input.agent = agent, .name = name, .number = number};
    return dv_run_act(run, &act, error);
}
