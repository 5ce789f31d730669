// Failures of scripts; see failures.h.
#include "calls/failures.h"

#include "calls/mods.h"
#include "calls/reasons.h"
#include "classes/empty_slot.h"
#include "modules/modules.h"
#include "scenario_data.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int by_index(const void *a, const void *b) {
    uint32_t first = dv_handle_index(((const dv_agent *)a)->bits);
    uint32_t second = dv_handle_index(((const dv_agent *)b)->bits);
    return first < second ? -1 : first > second;
}

static bool was_suspended(const dv_trial *trial, dv_agent agent) {
    const dv_agent *found =
        bsearch(&agent, trial->suspended, trial->suspended_count, sizeof agent, by_index);
    return agent.bits && found && found->bits == agent.bits;
}

bool dv_ends_trial(const dv_scenario *scenario, dv_agent agent) {
    const dv_trial *trial =
        scenario->trial_count ? &scenario->trials[scenario->trial_count - 1] : NULL;
    return scenario->trial_failed || (trial && !was_suspended(trial, agent));
}

void dv_clear_further(dv_scenario *scenario) {
    scenario->further[0] = '\0';
    scenario->further_count = 0;
}

void dv_show_error(dv_scenario *scenario, const char *message) {
    if (scenario->trial_failed)
        return;
    snprintf(scenario->banner, sizeof scenario->banner, "%s", message);
    dv_clear_further(scenario);
    dv_modules_source_line(scenario->modules, message, scenario->banner_line,
                           sizeof scenario->banner_line);
}

/// Keep what the banner shows as the reason at the end. False when out of memory, or if there are
/// too many.
static bool keep_reason(dv_scenario *scenario, const char *error) {
    const dv_reason reason = {.error = error,
                              .tick = scenario->world ? dv_world_tick(scenario->world) : 0,
                              .message = scenario->banner,
                              .line = scenario->banner_line,
                              .traceback = scenario->traceback};
    return dv_reasons_add(&scenario->reasons, &reason);
}

void dv_tell_error(dv_scenario *scenario, const char *message) {
    uint32_t place;
    if (scenario->trial_failed || dv_reasons_find(&scenario->reasons, message, &place))
        return;
    dv_show_error(scenario, message);
    keep_reason(scenario, message);
}

void dv_note_off(dv_scenario *scenario, const char *what, const char *message) {
    dv_reasons_note_off(&scenario->reasons, what, message, dv_world_tick(scenario->world));
}

/// Whether the failure of a mod ends the newest trial: the mod was not suspended before it.
static bool mod_ends_trial(const dv_scenario *scenario, const char *name) {
    if (scenario->trial_count == 0)
        return false;
    const dv_generation *former = scenario->trials[scenario->trial_count - 1].generation;
    return !dv_is_suspended_mod(former, dv_mod_named(former, name, strlen(name)));
}

bool dv_mod_takes_blame(dv_scenario *scenario, const char *message) {
    uint32_t mod = dv_mod_of_place(scenario->generation, message);
    if (mod == 0)
        return false;
    const char *name = scenario->generation->mods[mod - 1].name;
    char text[DV_ERROR_CAPACITY], what[128];
    dv_suspend_mod(scenario, mod);
    if (mod_ends_trial(scenario, name)) {
        dv_show_error(scenario, message);
        scenario->trial_failed = true;
        return true;
    }
    snprintf(text, sizeof text, "%.800s; the mod '%.80s' is suspended until the next save", message,
             name);
    dv_tell_error(scenario, text);
    snprintf(what, sizeof what, "the mod '%.80s'", name);
    dv_note_off(scenario, what, message);
    return true;
}

bool dv_mod_takes_blame_for(dv_scenario *scenario, dv_agent agent, const char *message) {
    const dv_generation *generation = scenario->generation;
    uint32_t mod = dv_mod_of_place(generation, message);
    if (mod == 0 || !dv_agent_alive(scenario->world, agent))
        return dv_mod_takes_blame(scenario, message);
    const char *declared = generation->kinds[dv_agent_kind(scenario->world, agent)].declared_at;
    return dv_mod_of_place(generation, declared) != mod && dv_mod_takes_blame(scenario, message);
}

bool dv_script_failed(dv_scenario *scenario, const char *message) {
    if (scenario->generation && dv_mod_takes_blame(scenario, message))
        return false;
    if (scenario->generation)
        scenario->generation->failed = true;
    bool ends_trial = dv_ends_trial(scenario, (dv_agent){0});
    if (ends_trial)
        dv_show_error(scenario, message);
    else
        dv_tell_error(scenario, message);
    scenario->trial_failed = ends_trial;
    if (scenario->world)
        dv_world_note_incident(scenario->world, DV_INCIDENT_ERROR, (dv_agent){0}, message, "");
    return true;
}

void dv_clear_error(dv_scenario *scenario) {
    scenario->banner[0] = scenario->banner_line[0] = '\0';
    dv_clear_further(scenario);
    dv_reasons_begin_again(&scenario->reasons);
}

static void show_error_of(dv_scenario *scenario, dv_agent agent, const dv_error *error) {
    char message[DV_ERROR_CAPACITY], empty_slot[DV_EMPTY_SLOT_TEXT];
    const dv_world *world = scenario->world;
    if (!dv_agent_alive(world, agent)) {
        dv_show_error(scenario, error->message);
        return;
    }
    const dv_program *program = dv_world_program(world);
    uint32_t kind = dv_agent_kind(world, agent);
    const char *state = dv_program_state_name(program, kind, dv_agent_state(world, agent));
    dv_explain_empty_slot(world, agent, error->message, empty_slot);
    snprintf(message, sizeof message, "%.800s%s [%.60s#%u%s%.40s]", error->message, empty_slot,
             dv_program_kind_name(program, kind), dv_agent_id(agent), *state ? " " : "", state);
    dv_show_error(scenario, message);
}

int32_t dv_show_agent_error(dv_scenario *scenario, dv_agent agent, const dv_error *error) {
    uint32_t place;
    if (dv_mod_takes_blame_for(scenario, agent, error->message))
        return DV_STAY;
    if (dv_ends_trial(scenario, agent)) {
        show_error_of(scenario, agent, error);
        scenario->trial_failed = true;
        return DV_SUSPEND;
    }
    if (dv_agent_alive(scenario->world, agent))
        dv_world_note_incident(scenario->world, DV_INCIDENT_ERROR, agent, error->message, "");
    bool is_known = dv_reasons_find(&scenario->reasons, error->message, &place);
    if (!is_known) {
        show_error_of(scenario, agent, error);
        is_known = keep_reason(scenario, error->message);
    }
    if (is_known)
        dv_reasons_note(&scenario->reasons, agent, place);
    return DV_SUSPEND;
}

const char *dv_scenario_reason(const dv_scenario *scenario, dv_agent agent) {
    const dv_reason *reason = dv_reasons_of(&scenario->reasons, agent);
    return reason ? reason->error : NULL;
}

static dv_reported_reason reported_reason(const dv_reasons *reasons, uint32_t place) {
    const dv_reason *reason = &reasons->items[place];
    return (dv_reported_reason){.number = place + 1,
                                .message = reason->message,
                                .tick = reason->tick,
                                .line = reason->line,
                                .traceback = reason->traceback};
}

bool dv_scenario_take_reason(dv_scenario *scenario, dv_reported_reason *reported) {
    dv_reasons *reasons = &scenario->reasons;
    if (reasons->reported == reasons->count || scenario->trial_failed)
        return false;
    *reported = reported_reason(reasons, reasons->reported++);
    return true;
}

bool dv_scenario_recent_reason(const dv_scenario *scenario, uint32_t back,
                               dv_reported_reason *reported) {
    const dv_reasons *reasons = &scenario->reasons;
    if (back >= reasons->count - reasons->since)
        return false;
    *reported = reported_reason(reasons, reasons->count - 1 - back);
    return true;
}

/// Whether an error ends the run. It does not if the run is watched, or if code is on trial: then
/// the code is rolled back instead.
static bool is_fatal(const dv_scenario *scenario) {
    return !scenario->options.watched && scenario->trial_count == 0 && !scenario->failed;
}

bool dv_scenario_blame(dv_scenario *scenario, const dv_error *error) {
    if (is_fatal(scenario))
        return false;
    dv_script_failed(scenario, error->message);
    return true;
}

static void end_run(dv_scenario *scenario, const dv_error *error) {
    scenario->failed = true;
    scenario->failure = *error;
}

void dv_end_unwatched_run(dv_scenario *scenario, const dv_error *error) {
    if (is_fatal(scenario))
        end_run(scenario, error);
}
