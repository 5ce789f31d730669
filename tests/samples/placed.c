// Adds one of each kind to a sample while it runs, as a script and as the mouse does, and checks
// that none of them is suspended, and that nobody else is.
//
// Usage: placed SAMPLE... The exit status is 1 if somebody is suspended, or if a kind cannot be
// added.
#include "drover/scenario.h"
#include "scenario.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#define BEFORE 60 ///< ticks
#define SECONDS 10

static const char *sample;
static int failures;

static void fail(const char *what, const char *why) {
    fprintf(stderr, "%s: %s: %s\n", sample, what, why);
    failures++;
}

static void be_silent(void *context, const char *line) { (void)context, (void)line; }

static void step(dv_scenario *scenario, int ticks) {
    dv_error error;
    for (int i = 0; i < ticks && !dv_world_finished(dv_scenario_world(scenario)); i++)
        if (dv_scenario_step(scenario, &error) != DV_OK) {
            fail("step", error.message);
            return;
        }
}

static void add(dv_scenario *scenario, const char *line) {
    dv_error error;
    bool has_failed;
    if (dv_scenario_console(scenario, line, (dv_agent){0}, &error) != DV_OK) {
        fail(line, error.message);
        return;
    }
    const char *text = dv_scenario_console_text(scenario, &has_failed);
    if (has_failed)
        fail(line, text);
}

/// By `world:spawn(kind)`, and at a place, which is what the mouse does.
static void add_one_of_each(dv_scenario *scenario) {
    const dv_world *world = dv_scenario_world(scenario);
    const dv_program *program = dv_world_program(world);
    dv_bounds bounds = dv_world_bounds(world);
    for (uint32_t kind = 0; kind < dv_program_kind_count(program); kind++) {
        char line[512];
        const char *name = dv_program_kind_name(program, kind);
        snprintf(line, sizeof line, "world:spawn(\"%s\")", name);
        add(scenario, line);
        double share = (kind + 1.0) / (dv_program_kind_count(program) + 1.0);
        snprintf(line, sizeof line, "world:spawn(\"%s\", { x = %g, y = %g })", name,
                 (double)bounds.min.x + share * ((double)bounds.max.x - (double)bounds.min.x),
                 (double)bounds.min.y + 0.4 * ((double)bounds.max.y - (double)bounds.min.y));
        add(scenario, line);
    }
}

static void try_sample(void) {
    dv_error error;
    dv_scenario_options options = dv_scenario_options_default();
    options.watched = true;
    options.print = options.warn = be_silent;
    dv_scenario *scenario = dv_scenario_open(sample, &options, &error);
    if (!scenario) {
        fail("open", error.message);
        return;
    }
    const dv_world *world = dv_scenario_world(scenario);
    step(scenario, BEFORE);
    add_one_of_each(scenario);
    step(scenario, (int)(SECONDS / dv_world_dt(world)));
    if (dv_world_suspended_count(world) > 0)
        fail("suspended", dv_scenario_banner(scenario));
    dv_scenario_close(scenario);
}

int main(int count, char **arguments) {
    for (int i = 1; i < count; i++) {
        sample = arguments[i];
        try_sample();
    }
    return failures > 0;
}
