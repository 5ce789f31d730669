// A soak of hot reload: many saves of a running scenario, good and broken, mixed at random from a
// seed. The run must come to the same hash as one that got the good saves alone, lose nobody, and
// take no more memory in the end than in the beginning. Its modules write into each other's tables,
// count, cache and patch, so that whatever one version of the code leaves to another shows.
//
// Usage: soak_reload [SAVES [SEED]]. Prints what it did; the exit status is 1 when a condition does
// not hold.
#include "scenario.h"

#include "base/alloc.h"
#include "base/random.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define AGENTS 40
#define SOURCE 4096
/// Saves after which all that is kept for good has been allocated.
#define WARM_UP 500
#define STREAM_SAVES 1

/// What a save is.
typedef enum save_type {
    GOOD,
    SAME,          // what runs, again
    HALF_WRITTEN,  // the end is missing
    FAILS_LOADING, // raises
    FAILS_TO_FIND, // requires what is not there
    FAILS_CHECKS,  // gives a behavior a parameter that it has not
    GOES_IN_CIRCLES,
    FAILS_STEPPING, // loads, and raises a few ticks later
    FAILS_ENTERING,
    FAILS_IN_UPDATE,
    FAILS_ON_RELOAD,
    SAVE_TYPES
} save_type;

static const char *const type_names[SAVE_TYPES] = {
    "good",
    "same again",
    "half written",
    "failing to load",
    "missing",
    "refused by checks",
    "going in circles",
    "failing in step",
    "failing in enter",
    "failing in update",
    "failing in on_reload",
};

/// The files of a run, as they were saved last.
typedef struct run {
    dv_scenario *scenario;
    char walker[SOURCE], main[SOURCE];
} run;

typedef struct module {
    const char *path, *source;
} module;

/// Those that are never saved, and that the others write into.
static const module shared[] = {
    {"registry.lua", "return { list = {}, speed = 1 }"},
    {"counter.lua", "local count = 0 return function() count = count + 1 return count end"},
    {"shapes.lua", "return { round = function(x) return x end }"},
    {"memoize.lua", "local cache = {}\n"
                    "return function(f) return function(x)\n"
                    "  if not cache[x] then cache[x] = f(x) end return cache[x] end end"},
};

static const dv_random_key dice = {.stream = STREAM_SAVES};
static uint64_t thrown, seed;

static uint32_t throw_below(uint32_t limit) {
    dv_random_key key = dice;
    key.seed = seed;
    return (uint32_t)(dv_random_unit(key, thrown++) * limit);
}

static bool read_module(void *context, const char *path, const char **source, size_t *size) {
    const run *r = context;
    *source = strcmp(path, "walker.lua") == 0 ? r->walker
              : strcmp(path, "main.lua") == 0 ? r->main
                                              : NULL;
    for (size_t i = 0; i < sizeof shared / sizeof *shared; i++)
        if (strcmp(path, shared[i].path) == 0)
            *source = shared[i].source;
    *size = *source ? strlen(*source) : 0;
    return *source != NULL;
}

static void keep_quiet(void *context, const char *line) { (void)context, (void)line; }

static void die(const char *what, const char *why) {
    fprintf(stderr, "soak_reload: %s: %s\n", what, why);
    exit(1);
}

/// A kind whose numbers, memory and states differ from variant to variant; `broken` goes into its
/// step, `entering` into its enter.
static void write_walker(char text[SOURCE], uint32_t variant, const char *broken,
                         const char *entering) {
    static const char *const steers[] = {
        "steer.wander {}",
        "blend.sum { steer.wander { rate = 2 }, steer.separation { radius = 4 } }",
        "blend.weighted { { steer.cohesion { radius = 20 }, 0.2 }, steer.wander {} }",
        "blend.priority { steer.containment {}, steer.noise_wander {} }",
    };
    snprintf(
        text, SOURCE,
        "local drover = require 'drover'\n"
        "local steer, blend, when = drover.steer, drover.blend, drover.when\n"
        "local registry, counter = require 'registry', require 'counter'\n"
        "local shapes, memoize = require 'shapes', require 'memoize'\n"
        "local before = shapes.round\n"
        "local price = memoize(function(x) return x + counter() end)\n"
        "shapes.round = function(x) return before(x) + %u end\n"
        "registry.speed = registry.speed + %u %% 3\n"
        "registry.list[#registry.list + 1] = function(self) return self.id + %u end\n"
        "return drover.kind('walker', {\n"
        "  speed = %u.5, memory = { steps = 0, met = drover.none%s },\n"
        "  initial = 'going', states = {\n"
        "    going = { steer = %s, on = { { when.after(0.%u), '%s' } } },\n"
        "    %s = { renamed_from = '%s', steer = steer.wander { strength = %u },\n"
        "      enter = function(self) %s self:emit('here', 10) end,\n"
        "      on = { { when.chance(1), 'going' } } } },\n"
        "  step = function(self)\n"
        "    %s self.steps = self.steps + self:random() + price(self.world.tick %% 5)\n"
        "    for _, each in ipairs(registry.list) do self.steps = self.steps + each(self) end\n"
        "    self.met = self:nearest('walker', 20) or drover.none end })\n",
        variant % 7, variant, variant % 11, 1 + variant % 5,
        variant % 3 ? ", more = { 1, { 2 } }" : "", steers[variant % 4], 1 + variant % 9,
        variant % 2 ? "resting" : "waiting", variant % 2 ? "resting" : "waiting",
        variant % 2 ? "waiting" : "resting", 1 + variant % 4, entering, broken);
}

static void write_main(char text[SOURCE], const char *update, const char *on_reload) {
    snprintf(text, SOURCE,
             "local drover = require 'drover'\n"
             "local registry, counter, shapes = require 'registry', require 'counter', require "
             "'shapes'\n"
             "local before = shapes.round\n"
             "shapes.round = function(x) return 2 * before(x) end\n"
             "return drover.scenario { kinds = { require 'walker' }, seed = 7,\n"
             "  bounds = { min = { 0, 0 }, max = { 60, 60 }, edge = 'wrap' },\n"
             "  setup = function(world) world:scatter('walker', %d) world.memory.ticks = 0 end,\n"
             "  on_reload = function(world) %s end,\n"
             "  update = function(world) %s\n"
             "    for a in world:agents() do a.max_speed = registry.speed end\n"
             "    world.memory.ticks = world.memory.ticks + shapes.round(counter()) end }\n",
             AGENTS, on_reload, update);
}

/// Write a save of such a type over the files of `r`; `good` has what is in force.
static void save(run *r, const run *good, save_type type, uint32_t variant) {
    char late[240];
    // Some ticks later, and in a world that it has changed before.
    snprintf(late, sizeof late,
             "self.steps = self.steps + 9 registry.speed = 2 + registry.speed counter() if self.id "
             "== %u and self.world.tick %% %u == 0 then "
             "error 'on purpose' end",
             1 + throw_below(AGENTS), 1 + throw_below(30));
    strcpy(r->main, good->main);
    strcpy(r->walker, good->walker);
    switch (type) {
    case GOOD:
        write_walker(r->walker, variant, "", "");
        break;
    case HALF_WRITTEN:
        strcpy(r->walker + strlen(r->walker) / 2, " (");
        break;
    case FAILS_LOADING:
        snprintf(r->walker, sizeof r->walker,
                 "local registry, held = require 'registry', {}\n"
                 "registry.speed = 99 require('counter')() require('shapes').round = nil\n"
                 "registry.list[1] = function() error 'stale' end error('variant %u')\n",
                 variant);
        break;
    case FAILS_TO_FIND:
        snprintf(r->walker, sizeof r->walker, "return require 'nowhere%u'\n", variant);
        break;
    case FAILS_CHECKS:
        snprintf(r->walker, sizeof r->walker,
                 "local d = require 'drover'\n"
                 "return d.kind('walker', { steer = d.steer.seek { goal%u = 1 } })\n",
                 variant);
        break;
    case GOES_IN_CIRCLES:
        snprintf(r->walker, sizeof r->walker, "-- %u\nreturn require 'main'\n", variant);
        break;
    case FAILS_STEPPING:
        write_walker(r->walker, variant, late, "");
        break;
    case FAILS_ENTERING:
        write_walker(r->walker, variant, "", "self.world.memory.ticks = 0 error 'on purpose'");
        break;
    case FAILS_IN_UPDATE:
        write_main(r->main,
                   "for a in world:agents() do a.x = 0 end if world.tick % 7 == 0 then "
                   "world:agents()():remove() error 'on purpose' end",
                   "");
        break;
    case FAILS_ON_RELOAD:
        write_main(r->main, "", "world:agents()():remove() error 'on purpose'");
        break;
    default:
        return;
    }
    // What was saved before would be no change.
    char *changed = type == FAILS_IN_UPDATE || type == FAILS_ON_RELOAD ? r->main : r->walker;
    size_t length = strlen(changed);
    snprintf(changed + length, sizeof r->walker - length, "\n-- save %" PRIu64 "\n", thrown);
}

static void open_run(run *r) {
    dv_scenario_options options = dv_scenario_options_default();
    dv_error error;
    options.watched = true;
    options.print = keep_quiet;
    options.reader = read_module;
    options.reader_context = r;
    write_walker(r->walker, 0, "", "");
    write_main(r->main, "", "");
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
    write_walker(soaked->walker, 1, "", "");
    write_walker(spared->walker, 1, "", "");
    strcpy(soaked->main, spared->main);
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

int main(int count, char **words) {
    static run soaked, spared;
    uint32_t saves = count > 1 ? (uint32_t)strtoul(words[1], NULL, 10) : 10000;
    seed = count > 2 ? strtoul(words[2], NULL, 10) : 1;
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
        save(&soaked, &spared, type, variant);
        dv_reload_outcome outcome = dv_scenario_reload(soaked.scenario).outcome;
        if (type == GOOD) {
            strcpy(spared.walker, soaked.walker);
            dv_scenario_reload(spared.scenario);
        } else if (type != SAME && outcome != expected(type)) {
            fprintf(stderr, "save %u, %s: outcome %d\n", i, type_names[type], (int)outcome);
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
                    type_names[type], taken_back, hash_of(&soaked), hash_of(&spared));
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
        printf("%7" PRIu64 " %s\n", of_type[type], type_names[type]);
    printf("%7" PRIu64 " ticks, %" PRIu64 " reloads rolled back\n", tick_of(&soaked), rolled_back);
    printf("%7u agents of %d, %u suspended\n", agents, AGENTS, suspended);
    if (first_bytes)
        printf("%7zu bytes at rest after %d saves, %zu in the end: %+.2f %%\n", first_bytes,
               WARM_UP, last_bytes, 100 * ((double)last_bytes / (double)first_bytes - 1));
    bool same = hash_of(&soaked) == hash_of(&spared);
    printf("hash %016" PRIx64 ", %s\n", hash_of(&soaked),
           same ? "as without the broken saves" : "another than without the broken saves");
    dv_scenario_close(soaked.scenario);
    dv_scenario_close(spared.scenario);
    bool grew = first_bytes && (double)last_bytes > 1.01 * (double)first_bytes;
    return wrong || !same || grew || agents != AGENTS || suspended || dv_allocated_bytes();
}
