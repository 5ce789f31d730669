#include "player/run/beside.h"

#include "base/alloc.h"
#include "base/result.h"
#include "player/run/act.h"

#include <inttypes.h>
#include <stdio.h>

// Status

static void fail(dv_beside *beside, dv_result result, const char *why) {
    beside->status = DV_BESIDE_FAILED;
    beside->result = dv_fail(&beside->error, result, "%s", why);
}

/// Take the status after an act or a tick; `refused` is of before.
static void judge(dv_beside *beside, uint64_t refused) {
    const char *banner = dv_scenario_banner(beside->scenario);
    const char *finished = dv_world_finished(dv_scenario_world(beside->scenario));
    if (beside->rule != DV_BESIDE_OUTLIVES_ERRORS && dv_refused_allocations() != refused) {
        fail(beside, DV_ERROR_MEMORY, "out of memory");
    } else if (banner && beside->rule == DV_BESIDE_ENDS_AT_ERRORS) {
        fail(beside, DV_ERROR_SCRIPT, banner);
    } else if (finished && beside->rule != DV_BESIDE_REPEATS_PAST) {
        beside->status = DV_BESIDE_FINISHED;
        dv_fail(&beside->error, DV_OK, *finished ? "it finished: %s" : "it finished", finished);
    }
}

// Opening

void dv_beside_own(dv_beside *beside, dv_scenario *scenario, dv_beside_rule rule) {
    *beside = (dv_beside){
        .scenario = scenario, .rule = rule, .last_tick = DV_NO_LIMIT, .status = DV_BESIDE_GOES_ON};
    judge(beside, dv_refused_allocations());
}

/// Own a scenario, unless memory ran out since `refused`: some of its world may be missing.
static dv_result own_if_whole(dv_beside *beside, dv_scenario *scenario, dv_result result,
                              dv_beside_rule rule, uint64_t refused, dv_error *error) {
    *beside = (dv_beside){0};
    if (result == DV_OK && dv_refused_allocations() != refused)
        result = dv_fail(error, DV_ERROR_MEMORY, "out of memory");
    if (result == DV_OK)
        dv_beside_own(beside, scenario, rule);
    else
        dv_scenario_close(scenario);
    return result;
}

static void press_input(dv_scenario *scenario, const dv_input *input) {
    if (input->key)
        dv_scenario_input(scenario, &(dv_input){.type = input->type, .key = input->key});
}

static void press_acts(dv_scenario *scenario, const dv_kept_acts *acts, uint64_t end) {
    for (uint64_t number = acts->first; number < end; number++)
        if (dv_acts_at(acts, number)->act.type == DV_ACT_INPUT)
            press_input(scenario, &dv_acts_at(acts, number)->act.input);
}

/// Restore which keys were down at the moment, without calling scripts.
static void press_keys(dv_scenario *scenario, const dv_kept_acts *acts, const dv_moment *moment) {
    dv_scenario_hold_lua(scenario, true);
    for (uint32_t i = 0; i < acts->key_count; i++)
        press_input(scenario, &(dv_input){.type = DV_KEY_PRESSED, .key = acts->keys[i]});
    press_acts(scenario, acts, moment->acts);
    dv_scenario_hold_lua(scenario, false);
}

dv_result dv_beside_open_moment(dv_beside *beside, dv_scenario *of, const dv_history *history,
                                const dv_moment *moment, dv_beside_rule rule, dv_error *error) {
    const dv_module_source source = {dv_code_read, dv_code_list, moment->code};
    uint64_t refused = dv_refused_allocations();
    dv_result result = DV_ERROR_SCRIPT;
    dv_scenario *scenario = dv_scenario_open_past(of, dv_code_entry(moment->code), &source, error);
    if (scenario)
        result = dv_scenario_go_on_from(scenario, &moment->snapshot, &moment->stops, error);
    if (result == DV_OK) {
        dv_scenario_restore_part_notes(scenario, moment->notes);
        press_keys(scenario, &history->acts, moment);
    }
    return own_if_whole(beside, scenario, result, rule, refused, error);
}

dv_result dv_beside_open_former(dv_beside *beside, dv_scenario *of, dv_beside_rule rule,
                                dv_error *error) {
    uint64_t refused = dv_refused_allocations();
    dv_scenario *scenario = dv_scenario_open_former(of, error);
    dv_result result = scenario ? DV_OK : DV_ERROR_SCRIPT;
    return own_if_whole(beside, scenario, result, rule, refused, error);
}

dv_result dv_beside_open_reloaded(dv_beside *beside, dv_scenario *of, const dv_moment *moment,
                                  bool before_reload, dv_beside_rule rule, dv_error *error) {
    uint64_t refused = dv_refused_allocations();
    dv_scenario *scenario = dv_scenario_open_beside(of, before_reload, error);
    dv_result result =
        scenario ? dv_scenario_take_over(scenario, &moment->snapshot, error) : DV_ERROR_SCRIPT;
    return own_if_whole(beside, scenario, result, rule, refused, error);
}

void dv_beside_close(dv_beside *beside) {
    dv_scenario_close(beside->scenario);
    *beside = (dv_beside){0};
}

// Running

dv_world *dv_beside_world(const dv_beside *beside) {
    return beside->scenario ? dv_scenario_world(beside->scenario) : NULL;
}

uint64_t dv_beside_tick(const dv_beside *beside) {
    return dv_world_tick(dv_scenario_world(beside->scenario));
}

dv_result dv_beside_act(dv_beside *beside, const dv_act *act, dv_error *error) {
    dv_world *world = dv_scenario_world(beside->scenario);
    uint64_t refused = dv_refused_allocations();
    dv_act translated = *act;
    translated.input.agent.bits = dv_handle_in_world(act->input.agent.bits, dv_world_id(world));
    if (!dv_agent_alive(world, translated.input.agent))
        translated.input.agent = (dv_agent){0};
    dv_result result = dv_act_do(beside->scenario, &translated, error);
    judge(beside, refused);
    return result;
}

static void do_due_acts(dv_beside *beside) {
    uint64_t tick = dv_beside_tick(beside);
    dv_error ignored; // an act that failed at the time fails again, and changes nothing
    while (beside->acts && beside->act < beside->acts_end &&
           dv_acts_at(beside->acts, beside->act)->tick <= tick)
        dv_beside_act(beside, &dv_acts_at(beside->acts, beside->act++)->act, &ignored);
}

static void refuse_stop(dv_beside *beside) {
    char why[DV_ERROR_CAPACITY];
    snprintf(why, sizeof why, "tick %" PRIu64 " takes more processor time now than Lua may have",
             dv_beside_tick(beside));
    fail(beside, DV_ERROR_SCRIPT, why);
}

static bool is_to_step(dv_beside *beside) {
    if (beside->status == DV_BESIDE_GOES_ON && dv_beside_tick(beside) >= beside->last_tick)
        beside->status = DV_BESIDE_ARRIVED;
    return beside->status == DV_BESIDE_GOES_ON;
}

bool dv_beside_step(dv_beside *beside) {
    dv_error error;
    if (!is_to_step(beside))
        return false;
    do_due_acts(beside);
    if (beside->status != DV_BESIDE_GOES_ON)
        return false;
    uint64_t refused = dv_refused_allocations();
    dv_result result = dv_scenario_step(beside->scenario, &error);
    judge(beside, refused);
    if (beside->result == DV_ERROR_MEMORY)
        return false;
    if (result != DV_OK)
        fail(beside, result, error.message);
    else if (beside->rule == DV_BESIDE_REPEATS_PAST && dv_scenario_take_stop(beside->scenario))
        refuse_stop(beside);
    is_to_step(beside);
    return result == DV_OK;
}
