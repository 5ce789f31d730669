#include "player/replay/replay.h"

#include "base/alloc.h"
#include "base/hash.h"
#include "base/result.h"
#include "player/options/subcommand.h"
#include "player/replay/replay_line.h"
#include "player/replay/replay_log.h"
#include "player/run/act.h"
#include "player/run/run_private.h"
#include "player/terminal/progress.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

// A replay in progress. `modules` take the place of the files in the scenario's folder.
typedef struct replay {
    const dv_options *options;
    dv_replay_log log;
    uint32_t vector_bits;
    dv_scenario *scenario;
    dv_replay_module *modules;
    uint32_t module_count, module_capacity;
    dv_snapshot moment; // the world before a rewind that is being replayed
    uint64_t ticks;
    uint32_t reloads, restarts, rewinds, stops;
    dv_error *error;
} replay;

static dv_result fail_at(const replay *r, const dv_replay_entry *entry, const char *what) {
    return dv_fail(r->error, DV_ERROR_FORMAT, "%s:%" PRIu32 ": tick %" PRIu64 " %s", r->log.name,
                   entry->line, entry->tick, what);
}

static void note_difference(const replay *r, const dv_replay_entry *entry, const char *what,
                            const char *about) {
    dv_progress_hide();
    fprintf(stderr, "drover: %s:%" PRIu32 ": %s%s\n", r->log.name, entry->line, about, what);
}

// Modules

static const dv_replay_module *find_module(const dv_replay_module *modules, uint32_t count,
                                           const char *path) {
    for (uint32_t i = 0; i < count; i++)
        if (strcmp(modules[i].path, path) == 0)
            return &modules[i];
    return NULL;
}

static bool read_module(void *context, const char *path, const char **source, size_t *size) {
    const replay *r = context;
    const dv_replay_module *module = find_module(r->modules, r->module_count, path);
    if (!module || !module->source)
        return false;
    *source = module->source;
    *size = module->size;
    return true;
}

static const char *list_module(void *context, uint32_t i) {
    const replay *r = context;
    return i < r->module_count ? r->modules[i].path : NULL;
}

/// Set the modules in force from now on: the sources given in `listed`, and the previous ones where
/// `listed` has no source.
static dv_result take_modules(replay *r, const dv_replay_entry *entry,
                              const dv_replay_modules *listed) {
    dv_replay_module *modules = dv_alloc(listed->count * sizeof *modules);
    if (!modules)
        return dv_fail(r->error, DV_ERROR_MEMORY, "out of memory");
    for (uint32_t i = 0; i < listed->count; i++) {
        modules[i] = listed->items[i];
        const char *path = modules[i].path;
        if (!modules[i].source && !dv_replay_is_library(path)) {
            const dv_replay_module *before = find_module(r->modules, r->module_count, path);
            if (!before || !before->source) {
                dv_free(modules);
                return dv_fail(r->error, DV_ERROR_FORMAT, "%s:%" PRIu32 ": no source of %s",
                               r->log.name, entry->line, path);
            }
            modules[i].source = before->source;
            modules[i].size = before->size;
        } else if (modules[i].source &&
                   dv_hash_bytes(modules[i].source, modules[i].size) != modules[i].hash) {
            note_difference(r, entry, " differs from the logged version", path);
        }
    }
    dv_free(r->modules);
    r->modules = modules;
    r->module_count = listed->count;
    return DV_OK;
}

/// The log only has the hashes of modules that come with Drover. Report those that differ.
static void compare_library(const replay *r, const dv_replay_entry *entry) {
    for (uint32_t i = 0; i < dv_scenario_module_count(r->scenario); i++) {
        dv_scenario_module module = dv_scenario_module_at(r->scenario, i);
        const dv_replay_module *listed = find_module(r->modules, r->module_count, module.path);
        if (module.is_library && listed && listed->hash != module.hash)
            note_difference(r, entry, " of this Drover differs from the logged version",
                            module.path);
    }
}

// Entries

static void be_silent(void *context, const char *line) { (void)context, (void)line; }

static dv_result play_start(replay *r, const dv_replay_entry *entry) {
    const dv_replay_start *start = entry->start;
    const char *entry_path = start->modules.items[start->modules.count - 1].path;
    dv_scenario_options choices = dv_scenario_options_default();
    choices.seed = &start->seed;
    choices.threads = r->options->threads;
    choices.vector_bits = r->vector_bits;
    choices.settings = start->settings;
    choices.setting_count = start->setting_count;
    choices.watched = start->watched;
    choices.budget = r->options->budget;
    choices.replayed = true;
    uint64_t lua_memory = r->options->lua_memory ? r->options->lua_memory : start->lua_memory;
    choices.memory_cap = (size_t)lua_memory << 20;
    choices.most_agents = (uint32_t)(r->options->agents ? r->options->agents : start->agents);
    choices.check_only = !start->set_up || entry->is_cut;
    choices.print = choices.warn = be_silent; // the run has already printed it
    choices.reader = read_module;
    choices.lister = list_module;
    choices.reader_context = r;
    r->restarts += r->scenario != NULL;
    dv_scenario_close(r->scenario);
    r->scenario = NULL;
    dv_result result = take_modules(r, entry, &start->modules);
    if (result != DV_OK)
        return result;
    size_t size = strlen(start->folder) + strlen(entry_path) + 2;
    char *path = dv_alloc(size);
    if (!path)
        return dv_fail(r->error, DV_ERROR_MEMORY, "out of memory");
    snprintf(path, size, "%s/%s", start->folder, entry_path);
    dv_error why;
    r->scenario = dv_scenario_open(path, &choices, &why);
    dv_free(path);
    if (!r->scenario)
        return dv_fail(r->error, DV_ERROR_SCRIPT, "%s:%" PRIu32 ": the scenario does not start: %s",
                       r->log.name, entry->line, why.message);
    compare_library(r, entry);
    return DV_OK;
}

static dv_result play_load(replay *r, const dv_replay_entry *entry) {
    dv_error why;
    dv_result result = dv_scenario_load_snapshot(r->scenario, entry->snapshot, &why);
    if (result != DV_OK)
        return dv_fail(r->error, DV_ERROR_FORMAT,
                       "%s:%" PRIu32 ": the snapshot cannot be loaded: %s", r->log.name,
                       entry->line, why.message);
    return DV_OK;
}

static dv_result play_hash(replay *r, const dv_replay_entry *entry) {
    dv_world *world = dv_scenario_world(r->scenario);
    char text[DV_ERROR_CAPACITY + 32];
    dv_error why;
    if (dv_world_tick(world) < entry->tick) {
        if (dv_scenario_step(r->scenario, &why) != DV_OK) {
            snprintf(text, sizeof text, "fails here: %s", why.message);
            return fail_at(r, entry, text);
        }
        r->ticks++;
    }
    uint64_t hash;
    if (dv_world_hash(world, &hash, &why) != DV_OK) {
        snprintf(text, sizeof text, "has no hash here: %s", why.message);
        return fail_at(r, entry, text);
    }
    if (hash == entry->hash)
        return DV_OK;
    snprintf(text, sizeof text, "differs: hash %016" PRIx64 " in the log, %016" PRIx64 " here",
             entry->hash, hash);
    return fail_at(r, entry, text);
}

static dv_result play_act(replay *r, const dv_replay_entry *entry) {
    dv_act act = *entry->act;
    dv_error why;
    act.input.agent.bits =
        dv_handle_in_world(act.input.agent.bits, dv_world_id(dv_scenario_world(r->scenario)));
    dv_result result = dv_act_do(r->scenario, &act, &why);
    if (result != DV_OK)
        return dv_fail(r->error, DV_ERROR_FORMAT, "%s:%" PRIu32 ": %s", r->log.name, entry->line,
                       why.message);
    return DV_OK;
}

static dv_result replay_reload(replay *r, const dv_replay_entry *entry) {
    dv_reload_report report = dv_scenario_reload(r->scenario);
    // Reloads that failed on trial are not in the log, so this one passed.
    while (dv_scenario_trial_count(r->scenario) > 0)
        dv_scenario_pass_trial(r->scenario);
    if (report.outcome == DV_RELOAD_REFUSED)
        return dv_fail(r->error, DV_ERROR_SCRIPT, "%s:%" PRIu32 ": the reload is refused here: %s",
                       r->log.name, entry->line, report.message);
    compare_library(r, entry);
    return DV_OK;
}

static dv_result play_reload(replay *r, const dv_replay_entry *entry) {
    dv_result result = take_modules(r, entry, &entry->modules);
    r->reloads++;
    return result == DV_OK ? replay_reload(r, entry) : result;
}

// Rewinds

/// Keep the world as it is before the entries that outlive a rewind are played.
static dv_result keep_moment(replay *r) {
    if (r->moment.bytes)
        return DV_OK;
    return dv_world_take_snapshot(dv_scenario_world(r->scenario), &r->moment, r->error);
}

static dv_result play_key(replay *r, const dv_replay_entry *entry) {
    dv_result result = keep_moment(r);
    return result == DV_OK ? play_act(r, entry) : result;
}

/// Swap in the sources in force, if they differ, then restore the kept world, because the reload
/// may have changed it.
static dv_result play_rewind(replay *r, const dv_replay_entry *entry) {
    dv_error why;
    dv_result result = keep_moment(r);
    if (result == DV_OK)
        result = replay_reload(r, entry);
    if (result != DV_OK)
        return result;
    const dv_snapshot *other = &entry->rewind.snapshot;
    result = dv_scenario_return_to(r->scenario, other->bytes ? other : &r->moment, &why);
    dv_snapshot_free(&r->moment);
    r->rewinds++;
    if (result == DV_OK && dv_world_tick(dv_scenario_world(r->scenario)) != entry->rewind.to)
        result = dv_fail(&why, DV_ERROR_FORMAT, "the snapshot is of another tick");
    if (result != DV_OK)
        return dv_fail(r->error, DV_ERROR_FORMAT, "%s:%" PRIu32 ": the rewind fails here: %s",
                       r->log.name, entry->line, why.message);
    return DV_OK;
}

// Stops

/// What Lua computed until it was stopped can't be reproduced, so load it from the log.
static dv_result play_stop(replay *r, const dv_replay_entry *entry) {
    const dv_replay_stop *stop = entry->stop;
    dv_error why;
    dv_result result = dv_scenario_go_on_from(r->scenario, &stop->snapshot, &stop->stops, &why);
    if (result == DV_OK && dv_world_tick(dv_scenario_world(r->scenario)) != entry->tick)
        result = dv_fail(&why, DV_ERROR_FORMAT, "the snapshot is of another tick");
    r->stops++;
    r->ticks += stop->during == DV_STOP_IN_TICK;
    if (result != DV_OK)
        return dv_fail(r->error, DV_ERROR_FORMAT, "%s:%" PRIu32 ": the stop fails here: %s",
                       r->log.name, entry->line, why.message);
    return DV_OK;
}

static dv_result play_by_type(replay *r, const dv_replay_entry *entry) {
    switch (entry->type) {
    case DV_REPLAY_START:
        return play_start(r, entry);
    case DV_REPLAY_LOAD:
        return play_load(r, entry);
    case DV_REPLAY_HASH:
        return play_hash(r, entry);
    case DV_REPLAY_ACT:
        return play_act(r, entry);
    case DV_REPLAY_RELOAD:
        return play_reload(r, entry);
    case DV_REPLAY_SOURCES:
        return take_modules(r, entry, &entry->modules);
    case DV_REPLAY_KEY:
        return play_key(r, entry);
    case DV_REPLAY_REWIND:
        return play_rewind(r, entry);
    case DV_REPLAY_STOP:
        return play_stop(r, entry);
    default:
        return DV_OK;
    }
}

/// Don't run Lua that was stopped in the run, and don't stop Lua that wasn't.
static dv_result play_entry(replay *r, const dv_replay_entry *entry) {
    if (r->scenario)
        dv_scenario_hold_lua(r->scenario, entry->is_cut);
    dv_result result = play_by_type(r, entry);
    if (r->scenario)
        dv_scenario_hold_lua(r->scenario, false);
    if (result == DV_OK && dv_scenario_take_stop(r->scenario))
        result = fail_at(r, entry, "takes more processor time here than Lua may have (--budget)");
    return result;
}

// The whole log

static void print_count(const char *before, uint64_t count, const char *what) {
    printf("%s%" PRIu64 " %s%s", before, count, what, count == 1 ? "" : "s");
}

static void print_result(const replay *r) {
    print_count("replayed ", r->ticks, "tick");
    print_count(", ", r->reloads, "reload");
    if (r->restarts > 0)
        print_count(", ", r->restarts, "restart");
    if (r->rewinds > 0)
        print_count(", ", r->rewinds, "rewind");
    if (r->stops > 0)
        print_count(", ", r->stops, "stop");
    printf(", all hashes equal\n");
}

static dv_result print_hash(const replay *r) {
    char line[DV_HASH_LINE];
    if (!r->options->hash)
        return DV_OK;
    dv_result result = dv_hash_line(dv_scenario_world(r->scenario), line, r->error);
    if (result == DV_OK)
        puts(line);
    return result;
}

/// Report how the run ended, if it didn't end normally.
static void print_end(const replay *r) {
    const dv_replay_log *log = &r->log;
    uint64_t tick = dv_world_tick(dv_scenario_world(r->scenario));
    fflush(stdout);
    if (log->cut_line > 0)
        fprintf(stderr,
                "drover: %s:%" PRIu32
                ": cut short in the middle of a line: replayed to tick %" PRIu64 "\n",
                log->name, log->cut_line, tick);
    else if (!log->ended)
        fprintf(stderr,
                "drover: %s has no end: the run was killed or goes on: replayed to tick %" PRIu64
                "\n",
                log->name, tick);
    else if (log->failure)
        fprintf(stderr, "drover: the run failed after tick %" PRIu64 ": %s\n", tick, log->failure);
}

/// The number of ticks with a hash, without the hash at each start.
static uint64_t count_ticks(const dv_replay_log *log) {
    uint64_t hashes = 0, starts = 0;
    for (uint32_t i = 0; i < log->count; i++) {
        hashes += log->entries[i].type == DV_REPLAY_HASH;
        starts += log->entries[i].type == DV_REPLAY_START;
    }
    return hashes > starts ? hashes - starts : 0;
}

static dv_result play_all(replay *r) {
    dv_result result = dv_run_read_vector_bits(&r->vector_bits, r->error);
    if (strcmp(r->log.version, DV_VERSION) != 0)
        fprintf(stderr, "drover: %s was written by drover %s, this is %s\n", r->log.name,
                r->log.version, DV_VERSION);
    dv_progress_begin("replay", "ticks", count_ticks(&r->log));
    for (uint32_t i = 0; i < r->log.count && result == DV_OK; i++) {
        result = play_entry(r, &r->log.entries[i]);
        dv_progress_at(r->ticks);
    }
    dv_progress_end();
    return result;
}

int dv_replay(const dv_options *options) {
    dv_error error;
    replay r = {.options = options, .error = &error};
    dv_result result = dv_replay_log_open(&r.log, options->log, &error);
    if (result == DV_OK)
        result = play_all(&r);
    if (result == DV_OK) {
        print_result(&r);
        result = print_hash(&r);
    }
    if (result == DV_OK) {
        print_end(&r);
    } else {
        dv_run_print_error(NULL, error.message, "");
    }
    dv_snapshot_free(&r.moment);
    dv_scenario_close(r.scenario);
    dv_free(r.modules);
    dv_replay_log_close(&r.log);
    if (result == DV_OK)
        return 0;
    return result == DV_ERROR_ARGUMENT ? 2 : 1;
}

static const dv_option rows[] = {
    {DV_ROW_THREADS},
    {"hash", NULL, "print the state hash at the end", dv_take_flag, DV_INTO(hash)},
    {DV_ROW_BUDGET(DV_HELP_OF_BUDGET)},
    {DV_ROW_LUA_MEMORY("memory that scripts may use (as in the run)")},
    {DV_ROW_AGENTS("the most agents that may live at a time (as in the run)")},
};

const dv_subcommand dv_subcommand_replay = {
    .name = "replay",
    .takes = "FILE",
    .title = "replay a log, and verify each tick",
    .help = "Replay a log that drover run --log wrote, and verify the hash of each tick. The log "
            "is all it needs: it has the scripts, every reload, and what people did.\n",
    DV_OPTIONS(rows),
    .notes = "Exit status: 0 all hashes are equal; 1 one is not, or the log is damaged; 2 bad "
             "usage.\n",
    .operand = offsetof(dv_options, log),
    .missing = "no FILE given: what drover run --log FILE wrote",
    .run = dv_replay,
};
