// Lists what was stopped for time, which snapshots do not contain, so that a log can record it and
// a replay can continue from it.
#include "calls/mods.h"
#include "calls/stops.h"
#include "reload/generation_data.h"
#include "sandbox/sandbox.h"
#include "scenario_data.h"

#include "base/alloc.h"
#include "base/result.h"

#include <string.h>

void dv_stops_free(dv_stops *stops) {
    dv_free(stops->functions);
    dv_free(stops->mods);
    dv_free(stops->places);
    *stops = (dv_stops){0};
}

dv_result dv_list_stops(const dv_generation *generation, bool update_suspended, dv_stops *stops,
                        dv_error *error) {
    uint32_t places = generation->stopped_place_count;
    *stops = (dv_stops){.update_suspended = update_suspended};
    stops->functions = dv_alloc((generation->function_count + 1) * sizeof *stops->functions);
    stops->mods = dv_alloc((generation->mod_count + 1) * sizeof *stops->mods);
    stops->places = dv_alloc((places + 1) * sizeof *stops->places);
    if (!stops->functions || !stops->mods || !stops->places) {
        dv_stops_free(stops);
        return dv_fail(error, DV_ERROR_MEMORY, "out of memory");
    }
    for (uint32_t function = 1; function <= generation->function_count; function++)
        if (generation->stopped[function])
            stops->functions[stops->function_count++] = function;
    for (uint32_t mod = 1; mod <= generation->mod_count; mod++)
        if (dv_is_suspended_mod(generation, mod))
            stops->mods[stops->mod_count++] = mod;
    stops->place_count = places;
    if (places > 0)
        memcpy(stops->places, generation->stopped_places, places * sizeof *stops->places);
    return DV_OK;
}

dv_result dv_scenario_list_stops(const dv_scenario *scenario, dv_stops *stops, dv_error *error) {
    return dv_list_stops(scenario->generation, scenario->update_suspended, stops, error);
}

static dv_result take_stops(dv_scenario *scenario, const dv_stops *stops, dv_error *error) {
    dv_generation *generation = scenario->generation;
    scenario->update_suspended = stops->update_suspended;
    for (uint32_t i = 0; i < stops->function_count; i++) {
        uint32_t function = stops->functions[i];
        if (function == 0 || function > generation->function_count)
            return dv_fail(error, DV_ERROR_FORMAT, "it stops function %u of %u", function,
                           generation->function_count);
        generation->stopped[function] = generation->failed = true;
    }
    for (uint32_t i = 0; i < stops->mod_count; i++) {
        if (stops->mods[i] == 0 || stops->mods[i] > generation->mod_count)
            return dv_fail(error, DV_ERROR_FORMAT, "it suspends mod %u of %u", stops->mods[i],
                           generation->mod_count);
        dv_suspend_mod(scenario, stops->mods[i]);
    }
    for (uint32_t i = 0; i < stops->place_count; i++) {
        if (!dv_stop_place(generation, stops->places[i]))
            return dv_fail(error, DV_ERROR_MEMORY, "out of memory");
        generation->failed = true;
    }
    return DV_OK;
}

dv_result dv_scenario_go_on_from(dv_scenario *scenario, const dv_snapshot *snapshot,
                                 const dv_stops *stops, dv_error *error) {
    char banner[sizeof scenario->banner], line[sizeof scenario->banner_line];
    memcpy(banner, scenario->banner, sizeof banner);
    memcpy(line, scenario->banner_line, sizeof line);
    dv_result result = dv_scenario_return_to(scenario, snapshot, error);
    if (result == DV_OK)
        result = take_stops(scenario, stops, error);
    memcpy(scenario->banner, banner, sizeof banner);
    memcpy(scenario->banner_line, line, sizeof line);
    return result;
}

void dv_scenario_interrupt_after(double seconds) { dv_sandbox_interrupt_after(seconds); }

void dv_scenario_forget_interrupt(void) { dv_sandbox_forget_interrupt(); }

void dv_scenario_hold_lua(dv_scenario *scenario, bool hold) { scenario->lua_is_held = hold; }
