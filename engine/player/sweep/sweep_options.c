// The command `drover sweep`: its options, and what goes together. README.md has the manual.
#include "base/result.h"
#include "player/options/subcommand.h"
#include "player/sweep/sweep.h"
#include "player/sweep/sweep_rerun.h"

#include <stdio.h>
#include <string.h>

#define MOST_JOBS 1024
#define MOST_RUNS 1000000000

static dv_result read_vary(dv_reading *r, const dv_option *option, const char *value,
                           void *target) {
    dv_sweep_options *sweep = &r->options->sweep;
    const char *equals = strchr(value, '=');
    (void)target;
    if (!equals || equals == value || !equals[1])
        return dv_refuse_option(r, option, value);
    sweep->vary[sweep->vary_count++] = value;
    return DV_OK;
}

static dv_result read_part(dv_reading *r, const dv_option *option, const char *value,
                           void *target) {
    dv_sweep_options *sweep = &r->options->sweep;
    char part[24];
    const char *slash = strchr(value, '/');
    size_t length = slash ? (size_t)(slash - value) : 0;
    (void)target;
    if (length > 0 && length < sizeof part) {
        snprintf(part, sizeof part, "%.*s", (int)length, value);
        if (dv_whole_number(slash + 1, 1, MOST_RUNS, &sweep->parts) &&
            dv_whole_number(part, 1, sweep->parts, &sweep->part))
            return DV_OK;
    }
    return dv_refuse_option(r, option, value);
}

static const dv_option rows[] = {
    {"vary", "NAME=VALUES",
     "the values of a setting: a,b,c or FROM:TO:STEP; may be repeated, for all combinations",
     read_vary, .wanted = "NAME=VALUES, such as wolves=0:8:2 or fog=true,false"},
    {"design", "FILE.csv", "the combinations instead: a heading with settings, and a row for each",
     dv_take_text, DV_INTO(sweep.design), .once = true},
    {"repeat", "N", "runs of each combination, each with its own seed (1)", dv_take_number,
     DV_INTO(sweep.repeat), .least = 1, .most = MOST_RUNS},
    {DV_ROW_SEED("the seed that the runs' seeds are made from, instead of the scenario's")},
    {"same-seeds", NULL, "the same seeds in each combination, to compare them run by run",
     dv_take_flag, DV_INTO(sweep.same_seeds)},
    {DV_ROW_SET},
    {DV_ROW_MOD},
    {DV_ROW_MODS},
    {DV_ROW_TICKS("ticks of a run, after --warmup")},
    {"until", "'MONITOR OP NUMBER'", "end a run as soon as that holds; OP is > >= < <= or ==",
     dv_take_text, DV_INTO(sweep.until), .once = true},
    {"warmup", "N", "ticks before there are rows, and before --until counts (0)", dv_take_number,
     DV_INTO(sweep.warmup), .most = DV_MOST_TICKS},
    {"every", "K", "also write a row every K ticks", dv_take_number, DV_INTO(sweep.every),
     .least = 1, .most = DV_MOST_TICKS},
    {"jobs", "N", "runs at a time (one per processor); results do not depend on it", dv_take_number,
     DV_INTO(sweep.jobs), .least = 1, .most = MOST_JOBS},
    {"part", "I/N", "compute only every N-th run, from the I-th on; see --join", read_part,
     .wanted = "PART/PARTS, such as 2/3"},
    {"out", "FILE.csv", "the file to write; it must not exist", dv_take_text, DV_INTO(sweep.out),
     .once = true, .ending = ".csv"},
    {"resume", NULL, "go on with a sweep that was interrupted or killed", dv_take_flag,
     DV_INTO(sweep.resume)},
    {"join", NULL, "join the files of all parts into one", dv_take_flag, DV_INTO(sweep.join)},
    {"rerun", "RUN",
     "run that run of a finished sweep again, in the window; with --headless, print its hash, and "
     "compare it with the sweep's",
     dv_take_number, DV_INTO(sweep.rerun), .least = 1, .most = MOST_RUNS,
     .wanted = "the number of a run, from 1"},
    {"headless", NULL, "with --rerun: without a window", dv_take_flag, DV_INTO(headless)},
    {DV_ROW_BUDGET(DV_HELP_OF_BUDGET)},
    {DV_ROW_LUA_MEMORY(DV_HELP_OF_LUA_MEMORY)},
    {DV_ROW_AGENTS(DV_HELP_OF_AGENTS)},
};

static bool has_plan(const dv_options *o) {
    return o->sweep.vary_count > 0 || o->sweep.design || o->setting_count > 0 ||
           o->ticks != DV_NO_LIMIT || o->sweep.until || o->sweep.parts > 0 || o->sweep.resume ||
           o->sweep.repeat > 1 || o->sweep.same_seeds || o->sweep.warmup > 0 || o->sweep.jobs > 0 ||
           o->sweep.every > 0 || o->has_seed || o->mod_count > 0;
}

static dv_result check(dv_reading *r) {
    const dv_options *o = r->options;
    const dv_sweep_options *sweep = &o->sweep;
    const char *wrong = NULL;
    if (sweep->rerun > 0 && (sweep->join || sweep->out || has_plan(o)))
        wrong = "--rerun N FILE.csv has its options from the sweep: leave out the others";
    else if (sweep->rerun > 0 && sweep->file_count != 1)
        wrong = "--rerun N takes one FILE.csv, which drover sweep wrote";
    else if (o->headless && sweep->rerun == 0)
        wrong = "a sweep has no window: leave out --headless";
    else if (sweep->join && has_plan(o))
        wrong = "--join has its options from the parts: give only their files and --out";
    else if (sweep->join && sweep->file_count == 0)
        wrong = "--join takes the files of all parts";
    else if (sweep->rerun == 0 && !sweep->out)
        wrong = "no --out given: the CSV file to write";
    else if (!sweep->join && sweep->rerun == 0 && sweep->file_count == 0)
        wrong = "no SCENARIO given: a folder with main.lua, or a .lua file";
    else if (!sweep->join && sweep->file_count > 1)
        return dv_fail(r->error, DV_ERROR_ARGUMENT,
                       "drover sweep takes only one SCENARIO, got '%s' too", sweep->files[1]);
    else if (sweep->vary_count > 0 && sweep->design)
        wrong = "give --vary or --design, not both";
    else if (!sweep->join && sweep->rerun == 0 && o->ticks == DV_NO_LIMIT)
        wrong = "no --ticks given: where a run ends that doesn't end before";
    r->operand = sweep->file_count > 0 ? sweep->files[0] : NULL;
    return wrong ? dv_fail(r->error, DV_ERROR_ARGUMENT, "%s", wrong) : DV_OK;
}

static int sweep(const dv_options *options) {
    return options->sweep.rerun > 0 ? dv_sweep_rerun(options) : dv_sweep_command(options);
}

const dv_subcommand dv_subcommand_sweep = {
    .name = "sweep",
    .takes = "SCENARIO",
    .title = "run a scenario many times, into one file of rows",
    .usage = "drover sweep SCENARIO --ticks N --out FILE.csv [OPTION]…\n"
             "drover sweep --join FILE.csv… --out FILE.csv\n"
             "drover sweep --rerun RUN FILE.csv [--headless]\n",
    .help = "Run a scenario many times, with different settings and seeds, and write one file of "
            "rows: the run, its seed, its settings (set.NAME), its monitors, its last tick, how it "
            "ended (ticks, until, finished, or failed), and the error of a run that failed. "
            "FILE.manifest.jsonl says what it was made from, and has the final hash of each run.\n",
    DV_OPTIONS(rows),
    .notes = "Until all runs are there, the files are FILE.csv.part and FILE.manifest.jsonl.part. "
             "However the runs are split among jobs, parts, or the ranks of mpirun, the joined "
             "file is the same, byte by byte.\n"
             "Exit status: 0 fine; 1 a run failed, or the sweep was interrupted; 2 bad usage.\n",
    .operand = offsetof(dv_options, scenario),
    .takes_more = true,
    .check = check,
    .run = sweep,
};
