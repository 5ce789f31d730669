// Lets every allocation of everything that a run does fail, once and from then on. Nothing may
// crash or leak, the world must be as before or as after the act, a message must say that memory
// ran out, and everything must continue once there is memory again.
//
//     fuzz failing_memory short              a short scenario, in the tests
//     fuzz failing_memory everything         a scenario with everything that a world keeps
//     fuzz failing_memory samples/caribou    a sample
//     fuzz failing_memory short step undo    only these acts
//     fuzz failing_memory short --quick      stop a child if Lua retried its failed allocation
//     fuzz failing_memory short --one-in 5   only every fifth allocation fails
#include "allocation_walk.h"
#include "failing_scenarios.h"
#include "tools.h"

#include "base/alloc.h"
#include "player/replay/replay.h"
#include "player/run/compare.h"
#include "player/run/control_json.h"
#include "player/run/ghost.h"
#include "player/run/run.h"
#include "player/run/what_if.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define BEFORE 12 // ticks before an act

/// What an act is done with. Everything behind `expected` is of the process at work.
typedef struct bench {
    char folder[64];
    char record[96], report[96], log[96], save[96];
    uint64_t *expected; ///< shared: the hash after the act with all the memory there is
    dv_options options;
    dv_run run;
    bool is_open;
    dv_snapshot snapshot;
    uint64_t before; ///< the hash before the act
    uint32_t agents;
    char answers[8][4096]; ///< of the control socket, with all the memory there is
    dv_error error;
} bench;

// Before

static uint64_t hash_of(const bench *b) {
    uint64_t hash = 0;
    dv_error error;
    if (dv_world_hash(b->run.world, &hash, &error) != DV_OK)
        dv_walk_wrong("no hash: %s", error.message);
    return hash;
}

static void tick(bench *b, int count) {
    while (count-- > 0 && !dv_run_over(&b->run))
        dv_run_tick(&b->run);
    if (b->run.result != DV_OK)
        dv_walk_wrong("a tick with all the memory there is: %s", b->run.error.message);
}

static void choose_options(bench *b) {
    static const char *mods[] = {"always"};
    dv_edit_scenario(b->folder, DV_AS_IT_IS);
    b->options = (dv_options){.scenario = b->folder,
                              .threads = 1,
                              .speed = INFINITY,
                              .headless = true,
                              .ticks = DV_NO_LIMIT,
                              .seconds = NAN,
                              .mods = mods,
                              .mod_count = 1,
                              .every = 1};
}

static void open_run(bench *b) {
    if (dv_run_open(&b->run, &b->options, &b->error) != DV_OK)
        dv_walk_wrong("cannot open: %s", b->error.message);
    b->is_open = true;
    dv_run_keep_history(&b->run);
    tick(b, BEFORE);
    b->before = hash_of(b);
    b->agents = dv_world_agent_count(b->run.world);
}

static void prepare_nothing(void *context) {
    bench *b = context;
    choose_options(b);
    b->options.record = b->record;
    b->options.report = b->report;
    b->options.log = b->log;
}

static void prepare_run(void *context) {
    choose_options(context);
    open_run(context);
}

static void prepare_recorded(void *context) {
    prepare_nothing(context);
    open_run(context);
}

static void prepare_snapshot(void *context) {
    bench *b = context;
    prepare_run(b);
    if (dv_world_take_snapshot(b->run.world, &b->snapshot, &b->error) != DV_OK ||
        dv_world_save(b->run.world, b->save, &b->error) != DV_OK)
        dv_walk_wrong("cannot save: %s", b->error.message);
    tick(b, 3);
    b->before = hash_of(b);
    b->agents = dv_world_agent_count(b->run.world);
}

static void prepare_edit(bench *b, dv_edit made) {
    prepare_run(b);
    dv_edit_scenario(b->folder, made);
}

static void prepare_good(void *context) { prepare_edit(context, DV_GOOD); }
static void prepare_bad(void *context) { prepare_edit(context, DV_BAD); }

static void reload(bench *b, dv_edit made) {
    prepare_edit(b, made);
    if (dv_run_reload(&b->run) != DV_RELOAD_SWAPPED)
        dv_walk_wrong("not reloaded: %s", b->run.reloads.last.message);
    b->before = hash_of(b);
}

static void prepare_trial(void *context) {
    bench *b = context;
    reload(b, DV_GOOD);
    tick(b, DV_TRIAL_TICKS - 2);
    b->before = hash_of(b);
}

static void prepare_failing_trial(void *context) { reload(context, DV_FAILING); }

static void prepare_reloaded(void *context) {
    bench *b = context;
    reload(b, DV_GOOD);
    dv_run_pass_trials(&b->run);
}

static void prepare_switched(void *context) {
    bench *b = context;
    prepare_run(b);
    if (dv_run_switch_mod(&b->run, "switched", true) != DV_RELOAD_SWAPPED)
        dv_walk_wrong("not switched on: %s", b->run.reloads.last.message);
    tick(b, 2);
    dv_run_pass_trials(&b->run);
    b->before = hash_of(b);
}

static void prepare_ghost(void *context) {
    bench *b = context;
    char text[DV_GHOST_TEXT];
    prepare_good(b);
    dv_ghost_turn(&b->run, true, text);
}

static void prepare_begun_ghost(void *context) {
    bench *b = context;
    prepare_ghost(b);
    if (dv_run_reload(&b->run) != DV_RELOAD_SWAPPED || !b->run.ghost.beside.scenario)
        dv_walk_wrong("no ghost: %s", b->run.reloads.last.message);
    b->before = hash_of(b);
}

static void prepare_futures(void *context) {
    bench *b = context;
    prepare_good(b);
    b->run.paused = true;
    dv_what_if_turn(&b->run, true);
    if (dv_run_reload(&b->run) != DV_RELOAD_SWAPPED || b->run.what_if->changes == 0)
        dv_walk_wrong("nothing changed: %s", b->run.reloads.last.message);
    b->before = hash_of(b);
}

/// Fields and targets that nothing uses have come, and go.
static void prepare_drop(void *context) {
    bench *b = context;
    reload(b, DV_MORE);
    tick(b, 2);
    dv_run_pass_trials(&b->run);
    b->before = hash_of(b);
    dv_edit_scenario(b->folder, DV_GOOD);
}

/// They are gone, and an undo brings them back.
static void prepare_regain(void *context) {
    bench *b = context;
    prepare_drop(b);
    if (dv_run_reload(&b->run) != DV_RELOAD_SWAPPED)
        dv_walk_wrong("not reloaded: %s", b->run.reloads.last.message);
    tick(b, 2);
    dv_run_pass_trials(&b->run);
    b->before = hash_of(b);
}

/// The next tick is that of a moment.
static void prepare_moment(void *context) {
    bench *b = context;
    prepare_run(b);
    tick(b, (int)(b->run.history.second - dv_world_tick(b->run.world)) - 1);
    b->before = hash_of(b);
    b->agents = dv_world_agent_count(b->run.world);
}

static void prepare_log(void *context) {
    bench *b = context;
    choose_options(b);
    b->options.log = b->log;
    open_run(b);
    dv_edit_scenario(b->folder, DV_GOOD);
    dv_run_reload(&b->run);
    tick(b, 3);
    dv_run_rewind(&b->run, 0, &b->error);
    tick(b, 3);
    if (dv_run_close(&b->run) != 0)
        dv_walk_wrong("the run to replay failed");
    b->is_open = false;
    b->options = (dv_options){.log = b->log, .threads = 1};
}

// The acts

static bool start(void *context) {
    bench *b = context;
    b->is_open = dv_run_open(&b->run, &b->options, &b->error) == DV_OK;
    return b->is_open;
}

static bool load(void *context) {
    bench *b = context;
    return dv_world_load(b->run.world, b->save, &b->error) == DV_OK;
}

static bool save(void *context) {
    bench *b = context;
    return dv_world_save(b->run.world, b->save, &b->error) == DV_OK;
}

static bool spawn(void *context) {
    bench *b = context;
    bool done = true;
    for (int i = 0; done && i < 100; i++) {
        dv_agent agent;
        dv_agent_def def = dv_agent_def_default(0);
        def.position.x = (float)i;
        done = dv_agent_spawn(b->run.world, &def, &agent, &b->error) == DV_OK;
        b->agents += done;
    }
    return done;
}

static bool run_ticks(bench *b, int count) {
    for (int i = 0; i < count; i++)
        dv_run_tick(&b->run);
    b->error = b->run.error;
    return b->run.result == DV_OK;
}

static bool step(void *context) { return run_ticks(context, 1); }
static bool step_on(void *context) { return run_ticks(context, 4); }

static bool take(bench *b, dv_reload_outcome got, dv_reload_outcome wanted) {
    b->error = b->run.error;
    if (b->run.result == DV_OK)
        snprintf(b->error.message, sizeof b->error.message, "%s", b->run.reloads.last.message);
    return b->run.result == DV_OK && got == wanted;
}

static bool reload_now(void *context) {
    bench *b = context;
    return take(b, dv_run_reload(&b->run), DV_RELOAD_SWAPPED);
}

static bool refuse(void *context) {
    bench *b = context;
    return take(b, dv_run_reload(&b->run), DV_RELOAD_REFUSED);
}

static bool undo(void *context) {
    bench *b = context;
    return take(b, dv_run_undo(&b->run), DV_RELOAD_SWAPPED);
}

/// A switch that is refused before it comes to a reload says why in `no_reload`.
static bool switch_mod(bench *b, bool is_on) {
    dv_reload_outcome outcome = dv_run_switch_mod(&b->run, "switched", is_on);
    bool done = take(b, outcome, DV_RELOAD_SWAPPED);
    if (outcome == DV_RELOAD_UNCHANGED)
        snprintf(b->error.message, sizeof b->error.message, "%s", b->run.reloads.nothing);
    return done;
}

static bool switch_on(void *context) { return switch_mod(context, true); }
static bool switch_off(void *context) { return switch_mod(context, false); }

static bool take_snapshot(void *context) {
    bench *b = context;
    dv_snapshot snapshot = {0};
    bool done = dv_world_take_snapshot(b->run.world, &snapshot, &b->error) == DV_OK;
    dv_snapshot_free(&snapshot);
    return done;
}

static bool restore(void *context) {
    bench *b = context;
    return dv_world_load_snapshot(b->run.world, &b->snapshot, &b->error) == DV_OK;
}

static bool rewind_run(void *context) {
    bench *b = context;
    return dv_run_rewind_to(&b->run, 0, &b->error) == DV_OK;
}

/// To a tick between two moments, which is computed again.
static bool go_back(void *context) {
    bench *b = context;
    return dv_run_rewind_to(&b->run, BEFORE / 2 + 1, &b->error) == DV_OK;
}

static const char *const requests[] = {
    "{\"id\":1,\"command\":\"status\"}",
    "{\"id\":\"two\",\"command\":\"help\"}",
    "{\"id\":3,\"command\":\"jump\"}",
    "{\"id\":4,\"comand\":\"status\"}",
    "no JSON",
};
#define REQUESTS (sizeof requests / sizeof *requests)

static char *answer_to(bench *b, size_t i) {
    dv_request *request;
    if (i == REQUESTS)
        return dv_control_reload_event(&b->run);
    char *answer = dv_control_begin(&b->run, requests[i], strlen(requests[i]), &request);
    while (request && dv_control_go_on(&b->run, (double)INFINITY, request, &answer))
        continue;
    return answer;
}

/// Who is not answered is hung up on.
static bool answer_all(void *context) {
    bench *b = context;
    bool done = true;
    for (size_t i = 0; i <= REQUESTS; i++) {
        char *answer = answer_to(b, i);
        bool says_memory = !answer || dv_says_memory(answer);
        if (!says_memory && *b->answers[i] && strcmp(answer, b->answers[i]) != 0)
            snprintf(b->error.message, sizeof b->error.message, "%s", answer);
        else if (says_memory && *b->error.message == '\0')
            snprintf(b->error.message, sizeof b->error.message, "out of memory");
        done = done && !says_memory && strcmp(answer, b->answers[i]) == 0;
        dv_free(answer);
    }
    return done;
}

static void prepare_control(void *context) {
    bench *b = context;
    reload(b, DV_GOOD);
    for (size_t i = 0; i <= REQUESTS; i++) {
        char *answer = answer_to(b, i);
        snprintf(b->answers[i], sizeof b->answers[i], "%s", answer);
        dv_free(answer);
    }
    b->error.message[0] = '\0';
}

static bool compare(void *context) {
    bench *b = context;
    dv_compare compare;
    if (dv_compare_begin(&compare, &b->run, 3, &b->error) != DV_OK)
        return false;
    while (dv_compare_tick(&compare))
        continue;
    dv_compare_free(&compare);
    return true;
}

/// Begin both futures, and do a few ticks of each.
static bool look_ahead(void *context) {
    bench *b = context;
    for (int i = 0; i < 6; i++)
        dv_what_if_continue(&b->run, 0);
    snprintf(b->error.message, sizeof b->error.message, "%s", b->run.what_if->reported);
    return !*b->error.message;
}

static bool replay(void *context) {
    bench *b = context;
    // The program says on stderr what fails.
    snprintf(b->error.message, sizeof b->error.message, "memory");
    return dv_replay(&b->options) == 0;
}

// After

/// With memory back the run goes on, unless it failed, and closes.
static void go_on(bench *b) {
    if (!b->is_open)
        return;
    if (b->run.result != DV_OK && !dv_says_memory(b->run.error.message))
        dv_walk_wrong("the run failed: %s", b->run.error.message);
    if (b->run.result == DV_OK)
        tick(b, 2);
    dv_run_close(&b->run);
    b->is_open = false;
}

static void expect_message(const bench *b, bool done) {
    const char *banner = b->is_open ? dv_scenario_banner(b->run.scenario) : NULL;
    if (!done && !dv_says_memory(b->error.message))
        dv_walk_wrong("failed, and says \"%s\"", b->error.message);
    if (banner && !dv_says_memory(banner) && !strstr(banner, "on purpose") &&
        !strstr(banner, "broken"))
        dv_walk_wrong("the banner says \"%s\"", banner);
}

/// Whether a script went short of memory: then the world may be another.
static bool says_script(const bench *b) {
    const char *banner = dv_scenario_banner(b->run.scenario);
    return banner && dv_says_memory(banner);
}

static void expect_hash(const bench *b, uint64_t expected, const char *which) {
    if (hash_of(b) != expected)
        dv_walk_wrong("the world is not as %s: %016" PRIx64 ", not %016" PRIx64, which, hash_of(b),
                      expected);
}

/// The first that is checked is what the others are held against.
static void expect_old_or_new(bench *b, bool done) {
    if (done && *b->expected == 0)
        *b->expected = hash_of(b);
    if (done)
        expect_hash(b, *b->expected, "after it");
    else
        expect_hash(b, b->before, "before it");
}

static void close_bench(bench *b) {
    dv_snapshot_free(&b->snapshot);
    go_on(b);
}

static void check_old_or_new(void *context, bool done) {
    bench *b = context;
    expect_message(b, done);
    expect_old_or_new(b, done);
    close_bench(b);
}

static void check_unchanged(void *context, bool done) {
    bench *b = context;
    expect_message(b, done);
    expect_hash(b, b->before, "before it");
    close_bench(b);
}

/// A load that failed is done with memory back.
static void check_load(void *context, bool done) {
    bench *b = context;
    expect_message(b, done);
    expect_old_or_new(b, done);
    if (!done && !load(b))
        dv_walk_wrong("not loaded with memory back: %s", b->error.message);
    expect_old_or_new(b, true);
    close_bench(b);
}

static void check_arrival(bench *b, bool done, bool (*act)(void *context)) {
    expect_message(b, done);
    expect_old_or_new(b, done);
    if (!done && !act(b))
        dv_walk_wrong("not rewound with memory back: %s", b->error.message);
    expect_old_or_new(b, true);
    close_bench(b);
}

static void check_rewind(void *context, bool done) { check_arrival(context, done, rewind_run); }
static void check_back(void *context, bool done) { check_arrival(context, done, go_back); }

static void check_spawn(void *context, bool done) {
    bench *b = context;
    expect_message(b, done);
    if (dv_world_agent_count(b->run.world) != b->agents)
        dv_walk_wrong("%" PRIu32 " agents, not %" PRIu32, dv_world_agent_count(b->run.world),
                      b->agents);
    // Scripts know nothing of them: they go before the next tick.
    if (!restore(b))
        dv_walk_wrong("not restored with memory back: %s", b->error.message);
    close_bench(b);
}

/// A tick that fails did not begin; one whose scripts failed suspended somebody.
static void check_ticks(void *context, bool done) {
    bench *b = context;
    expect_message(b, done);
    if (done && !says_script(b))
        expect_old_or_new(b, true);
    close_bench(b);
}

/// Short of memory a ghost ends; it never takes its own want for a difference.
static void check_ghost(void *context, bool done) {
    bench *b = context;
    const dv_difference *d = &b->run.ghost.difference;
    if (b->run.ghost.has_diverged && b->run.result == DV_OK && !says_script(b))
        dv_walk_wrong("diverged: %s: %s is %s, was %s", d->whose, d->field, d->values[0],
                      d->values[1]);
    check_ticks(b, done);
}

static void check_step(void *context, bool done) {
    bench *b = context;
    if (!done && !says_script(b))
        expect_hash(b, b->before, "before it");
    check_ticks(b, done);
}

/// A rollback that is short of memory leaves the code on trial, and the world that failed.
static void check_rollback(void *context, bool done) {
    bench *b = context;
    if (!done || b->run.trials.rollback_count > 0) {
        check_ticks(b, done);
        return;
    }
    expect_message(b, true);
    if (!dv_scenario_banner(b->run.scenario))
        dv_walk_wrong("neither rolled back nor said so");
    close_bench(b);
}

static void check_reload(void *context, bool done) {
    bench *b = context;
    expect_message(b, done);
    if (!says_script(b) || !done)
        expect_old_or_new(b, done);
    if (!done && b->run.result == DV_OK && dv_run_reload(&b->run) != DV_RELOAD_SWAPPED)
        dv_walk_wrong("not reloaded with memory back: %s", b->run.reloads.last.message);
    close_bench(b);
}

static void check_switch(bench *b, bool done, bool is_on) {
    expect_message(b, done);
    if (!says_script(b) || !done)
        expect_old_or_new(b, done);
    if (dv_scenario_has_mod(b->run.scenario, "switched") != (done == is_on))
        dv_walk_wrong("the mod is not as the world is");
    if (!done && b->run.result == DV_OK &&
        dv_run_switch_mod(&b->run, "switched", is_on) != DV_RELOAD_SWAPPED)
        dv_walk_wrong("not switched with memory back: %s", b->run.reloads.last.message);
    close_bench(b);
}

static void check_switch_on(void *context, bool done) { check_switch(context, done, true); }
static void check_switch_off(void *context, bool done) { check_switch(context, done, false); }

/// The code is refused whatever it is for.
static void check_refusal(void *context, bool done) {
    bench *b = context;
    if (!done)
        dv_walk_wrong("not refused: %s", b->error.message);
    expect_hash(b, b->before, "before it");
    close_bench(b);
}

static void check_start(void *context, bool done) {
    bench *b = context;
    expect_message(b, done);
    close_bench(b);
}

static void check_replay(void *context, bool done) {
    bench *b = context;
    if (!done && !replay(b))
        dv_walk_wrong("not replayed with memory back");
    close_bench(b);
}

static const dv_walk_case cases[] = {
    {"start", prepare_nothing, start, check_start},
    {"load", prepare_snapshot, load, check_load},
    {"save", prepare_run, save, check_unchanged},
    {"snapshot", prepare_run, take_snapshot, check_unchanged},
    {"restore", prepare_snapshot, restore, check_old_or_new},
    {"spawn", prepare_snapshot, spawn, check_spawn},
    {"step", prepare_run, step, check_step},
    {"ticks", prepare_run, step_on, check_ticks},
    {"record", prepare_recorded, step_on, check_ticks},
    {"reload", prepare_good, reload_now, check_reload},
    {"on", prepare_run, switch_on, check_switch_on},
    {"off", prepare_switched, switch_off, check_switch_off},
    {"refusal", prepare_bad, refuse, check_refusal},
    {"trial", prepare_trial, step_on, check_ticks},
    {"rollback", prepare_failing_trial, step_on, check_rollback},
    {"undo", prepare_reloaded, undo, check_old_or_new},
    {"drop", prepare_drop, reload_now, check_reload},
    {"regain", prepare_regain, undo, check_old_or_new},
    {"moment", prepare_moment, step_on, check_ticks},
    {"rewind", prepare_run, rewind_run, check_rewind},
    {"back", prepare_run, go_back, check_back},
    {"control", prepare_control, answer_all, check_unchanged},
    {"compare", prepare_reloaded, compare, check_unchanged},
    {"ghost", prepare_begun_ghost, step_on, check_ghost},
    {"ghosted", prepare_ghost, reload_now, check_reload},
    {"futures", prepare_futures, look_ahead, check_unchanged},
    {"replay", prepare_log, replay, check_replay},
};

// The whole

static bool is_among(const char *name, int count, char **names) {
    for (int i = 0; i < count; i++)
        if (strcmp(names[i], name) == 0)
            return true;
    return false;
}

static uint64_t walk_one(bench *b, const dv_walk_case *walked, dv_walk_extent extent) {
    *b->expected = 0;
    dv_walk_result result = dv_walk(walked, b, extent);
    printf("%-10s %8" PRIu64 " allocations %8" PRIu64 " tries %8" PRIu64 " failed %6" PRIu64
           " wrong\n",
           walked->name, result.allocations, result.children, result.failed, result.wrong);
    return result.wrong + (result.children != 2 * (result.allocations / extent.stride));
}

/// The names of acts come first, then the options. How many names there are, or -1 for a bad
/// option.
static int read_arguments(char **arguments, dv_walk_extent *extent) {
    int names = 0;
    while (arguments[names] && strncmp(arguments[names], "--", 2) != 0)
        names++;
    for (char **option = arguments + names; *option; option++) {
        if (strcmp(*option, "--quick") == 0)
            extent->is_quick = true;
        else if (strcmp(*option, "--one-in") == 0 && option[1] && atoi(option[1]) > 0)
            extent->stride = (uint64_t)atoi(*++option);
        else
            return -1;
    }
    return names;
}

int failing_memory(int count, char **arguments) {
    bench b = {.folder = "/tmp/drover_failing_XXXXXX"};
    uint64_t wrong = 0;
    char command[256];
    dv_walk_begin();
    dv_walk_extent extent = {.stride = 1};
    int names = count < 2 ? -1 : read_arguments(arguments + 2, &extent);
    if (names < 0 || !mkdtemp(b.folder) || !dv_put_scenario(arguments[1], b.folder)) {
        fprintf(
            stderr,
            "usage: fuzz failing_memory short|everything|SAMPLE [ACT…] [--quick] [--one-in N]\n");
        return 2;
    }
    snprintf(b.record, sizeof b.record, "%s.csv", b.folder);
    snprintf(b.report, sizeof b.report, "%s.report", b.folder);
    snprintf(b.log, sizeof b.log, "%s.jsonl", b.folder);
    snprintf(b.save, sizeof b.save, "%s.snap", b.folder);
    b.expected =
        mmap(NULL, sizeof *b.expected, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        if (names == 0 || is_among(cases[i].name, names, arguments + 2))
            wrong += walk_one(&b, &cases[i], extent);
    snprintf(command, sizeof command, "rm -rf %s %s.*", b.folder, b.folder);
    return system(command) != 0 || wrong > 0;
}
