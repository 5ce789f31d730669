// A long test of hot reload: many saves of a running scenario, good and broken, in a random order
// that depends on a seed. The run must have the same hash as one with only the good saves, lose no
// agent, and use no more memory at the end than at the start. Its modules write into each other's
// tables, count, cache, and patch functions, so anything that one version of the code leaves to the
// next changes the hash.
//
// Usage: fuzz soak_reload [SAVES [SEED]]. Prints what it did. The exit status is 1 if a condition
// fails.
#include "reload_scene.h"
#include "scenario.h"
#include "tools.h"

#include "base/alloc.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Saves after which all that is kept for good has been allocated.
#define WARM_UP 500

/// The files of a run, as they were saved last.
typedef struct run {
    dv_scenario *scenario;
    reload_scene files;
} run;

/// The text of a module that is never saved, which is read once.
static const char *shared_source(size_t i) {
    static const char *sources[RELOAD_SCENE_SHARED];
    if (!sources[i])
        sources[i] = reload_scene_source(reload_scene_shared[i]);
    return sources[i];
}

static bool read_module(void *context, const char *path, const char **source, size_t *size) {
    const run *r = context;
    *source = strcmp(path, "walker.lua") == 0 ? r->files.walker
              : strcmp(path, "main.lua") == 0 ? r->files.main
                                              : NULL;
    for (size_t i = 0; i < RELOAD_SCENE_SHARED; i++)
        if (strcmp(path, reload_scene_shared[i]) == 0)
            *source = shared_source(i);
    *size = *source ? strlen(*source) : 0;
    return *source != NULL;
}

static void keep_quiet(void *context, const char *line) { (void)context, (void)line; }

static void die(const char *what, const char *why) {
    fprintf(stderr, "soak_reload: %s: %s\n", what, why);
    exit(1);
}

static void open_run(run *r) {
    dv_scenario_options options = dv_scenario_options_default();
    dv_error error;
    options.watched = true;
    options.print = keep_quiet;
    options.reader = read_module;
    options.reader_context = r;
    reload_scene_write(&r->files, 0);
    r->scenario = dv_scenario_open("main.lua", &options, &error);
    if (!r->scenario)
        die("cannot open", error.message);
}

static uint64_t tick_of(const run *r) { return dv_world_tick(dv_scenario_world(r->scenario)); }

static void step_once(run *r) {
    dv_error error;
    if (dv_scenario_step(r->scenario, &error) != DV_OK)
        die("a step failed", error.message);
}

/// Go on to a tick, taking back what fails on trial. Gives how many times that was.
static uint32_t step_to(run *r, uint64_t tick) {
    uint32_t rolled_back = 0;
    for (;;) {
        while (dv_scenario_trial_failed(r->scenario)) {
            dv_reload_report report = dv_scenario_roll_back(r->scenario);
            if (report.outcome != DV_RELOAD_ROLLED_BACK)
                die("cannot roll back", report.message);
            rolled_back++;
        }
        if (tick_of(r) >= tick)
            return rolled_back;
        step_once(r);
    }
}

static uint64_t hash_of(const run *r) {
    dv_error error;
    uint64_t hash = 0;
    if (dv_world_hash(dv_scenario_world(r->scenario), &hash, &error) != DV_OK)
        die("cannot hash", error.message);
    return hash;
}

/// Bytes that a run takes when it is at rest: one and the same code, no trial, nothing to collect.
static size_t bytes_at_rest(run *soaked, run *spared) {
    reload_scene_write(&soaked->files, 1);
    reload_scene_write(&spared->files, 1);
    dv_scenario_reload(soaked->scenario);
    dv_scenario_reload(spared->scenario);
    step_to(soaked, tick_of(soaked) + DV_TRIAL_TICKS + 1);
    step_to(spared, tick_of(soaked));
    for (run *r = soaked; r; r = r == soaked ? spared : NULL) {
        dv_scenario_collect(r->scenario, true);
        dv_scenario_collect(r->scenario, false);
    }
    return dv_allocated_bytes();
}

static bool must_fail_on_trial(save_type type) { return type >= FAILS_STEPPING; }

static dv_reload_outcome expected(save_type type) {
    return type == GOOD || must_fail_on_trial(type) ? DV_RELOAD_SWAPPED : DV_RELOAD_REFUSED;
}

int soak_reload(int count, char **words) {
    static run soaked, spared;
    uint32_t saves = count > 1 ? (uint32_t)strtoul(words[1], NULL, 10) : 10000;
    begin_throws(count > 2 ? strtoul(words[2], NULL, 10) : 1);
    uint64_t of_type[SAVE_TYPES] = {0}, wrong = 0, rolled_back = 0;
    size_t first_bytes = 0;
    open_run(&soaked);
    open_run(&spared);
    for (uint32_t i = 0; i < saves; i++) {
        save_type type = throw_below(2) ? GOOD : (save_type)throw_below(SAVE_TYPES);
        // No two saves are the same but those that are meant to be.
        uint32_t variant = 2 + throw_below(1000);
        if (i == WARM_UP)
            first_bytes = bytes_at_rest(&soaked, &spared);
        reload_scene_save(&soaked.files, &spared.files, type, variant);
        dv_reload_outcome outcome = dv_scenario_reload(soaked.scenario).outcome;
        if (type == GOOD) {
            spared.files = soaked.files;
            dv_scenario_reload(spared.scenario);
        } else if (type != SAME && outcome != expected(type)) {
            fprintf(stderr, "save %u, %s: outcome %d\n", i, save_type_names[type], (int)outcome);
            wrong++;
        }
        // What fails a little later gets the time for it.
        uint32_t ticks = must_fail_on_trial(type) ? DV_TRIAL_TICKS - 1 : throw_below(6);
        uint32_t taken_back = step_to(&soaked, tick_of(&soaked) + ticks);
        step_to(&spared, tick_of(&soaked));
        rolled_back += taken_back;
        if (hash_of(&soaked) != hash_of(&spared) || taken_back != must_fail_on_trial(type)) {
            fprintf(stderr,
                    "save %u, %s: %u rolled back, hashes %016" PRIx64 " and %016" PRIx64 "\n", i,
                    save_type_names[type], taken_back, hash_of(&soaked), hash_of(&spared));
            wrong++;
        }
        if (wrong > 10)
            break;
        of_type[type]++;
    }
    size_t last_bytes = bytes_at_rest(&soaked, &spared);
    uint32_t agents = dv_world_agent_count(dv_scenario_world(soaked.scenario));
    uint32_t suspended = dv_world_suspended_count(dv_scenario_world(soaked.scenario));
    for (int type = 0; type < SAVE_TYPES; type++)
        printf("%7" PRIu64 " %s\n", of_type[type], save_type_names[type]);
    printf("%7" PRIu64 " ticks, %" PRIu64 " reloads rolled back\n", tick_of(&soaked), rolled_back);
    printf("%7u agents of %d, %u suspended\n", agents, RELOAD_SCENE_AGENTS, suspended);
    if (first_bytes)
        printf("%7zu bytes at rest after %d saves, %zu in the end: %+.2f %%\n", first_bytes,
               WARM_UP, last_bytes, 100 * ((double)last_bytes / (double)first_bytes - 1));
    bool same = hash_of(&soaked) == hash_of(&spared);
    printf("hash %016" PRIx64 ", %s\n", hash_of(&soaked),
           same ? "as without the broken saves" : "another than without the broken saves");
    dv_scenario_close(soaked.scenario);
    dv_scenario_close(spared.scenario);
    bool grew = first_bytes && (double)last_bytes > 1.01 * (double)first_bytes;
    return wrong || !same || grew || agents != RELOAD_SCENE_AGENTS || suspended ||
           dv_allocated_bytes();
}
