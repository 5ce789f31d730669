// Runaway populations: a trial fails when its agents become ten times as many.
#include "reload/population.h"

#include "calls/failures.h"
#include "scenario_data.h"

#include <inttypes.h>
#include <stdio.h>

void dv_population_settle(dv_scenario *scenario) {
    if (scenario->trial_count > 0)
        scenario->trials[scenario->trial_count - 1].population =
            dv_world_agent_count(scenario->world);
}

void dv_population_count_act(dv_scenario *scenario, uint32_t before) {
    uint32_t after = dv_world_agent_count(scenario->world);
    for (uint32_t i = 0; after > before && i < scenario->trial_count; i++)
        scenario->trials[i].population += after - before;
}

void dv_population_check(dv_scenario *scenario) {
    uint32_t count = dv_world_agent_count(scenario->world);
    for (uint32_t i = 0; i < scenario->trial_count && !scenario->trial_failed; i++) {
        uint32_t population = scenario->trials[i].population;
        uint32_t least = population > DV_LEAST_POPULATION ? population : DV_LEAST_POPULATION;
        char message[DV_ERROR_CAPACITY];
        if (count / DV_MAX_GROWTH < least)
            continue;
        snprintf(message, sizeof message,
                 "%" PRIu32 " agent%s became %" PRIu32 " on trial: a population may not grow "
                 "tenfold within a trial",
                 population, population == 1 ? "" : "s", count);
        scenario->traceback[0] = '\0';
        dv_script_failed(scenario, message);
    }
}
