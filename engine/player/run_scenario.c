// The subcommand `drover run`.
#include "base/result.h"
#include "player/options/subcommand.h"
#include "player/options/view_options.h"
#include "player/run/run.h"
#include "record/trace.h"
#ifdef DROVER_VIEWER
#include "player/window/viewer.h"
#endif

#include <math.h>
#include <stdio.h>
#include <string.h>

static dv_result read_history(dv_reading *r, const dv_option *option, const char *value,
                              void *target) {
    r->options->has_history = true;
    return dv_take_number(r, option, value, target);
}

static dv_result read_seconds(dv_reading *r, const dv_option *option, const char *value,
                              void *target) {
    double *seconds = target;
    if (dv_real_number(value, seconds) && *seconds >= 0 && *seconds <= 1e9)
        return DV_OK;
    return dv_refuse_option(r, option, value);
}

static dv_result read_hash(dv_reading *r, const dv_option *option, const char *value,
                           void *target) {
    r->options->hash = true;
    return value ? dv_take_number(r, option, value, target) : DV_OK;
}

static dv_result read_record(dv_reading *r, const dv_option *option, const char *value,
                             void *target) {
    *(const char **)target = value;
    return dv_trace_format_of(value) != DV_TRACE_NONE ? DV_OK : dv_refuse_option(r, option, value);
}

static dv_result read_film(dv_reading *r, const dv_option *option, const char *value,
                           void *target) {
    r->options->headless = true;
    r->options->film = value;
    return strcmp(value, "-") == 0 ? DV_OK : dv_take_text(r, option, value, target);
}

static const dv_option rows[] = {
    {DV_ROW_SEED("the seed of all random numbers, instead of the scenario's")},
    {DV_ROW_SET},
    {DV_ROW_MOD},
    {DV_ROW_MODS},
    {DV_ROW_THREADS},
    {"speed", "X|max", "multiple of real time (1 in the window, max headless)", dv_take_rate,
     DV_INTO(speed)},
    {DV_ROW_BUDGET("processor time for all the Lua of a tick (1 in the window, with --watch, and "
                   "just after a reload; otherwise 10); a callback may take 0.9 s of it. inf: no "
                   "limit, for callbacks either")},
    {DV_ROW_LUA_MEMORY(DV_HELP_OF_LUA_MEMORY)},
    {DV_ROW_AGENTS(DV_HELP_OF_AGENTS)},
    {"history", "MIB",
     "memory for going back (256); 0: none. Only used by a run that takes commands or has a window",
     read_history, DV_INTO(history), .most = DV_MOST_MIB,
     .wanted = "MiB, a whole number from 0 to 1048576"},
    {"watch", "[poll]",
     "reload scripts when they are saved, as a window does by default; poll: look for saves twenty "
     "times a second, if the system does not report them",
     dv_take_watch, .wanted = "poll"},
    {"no-watch", NULL, "do not reload them, as without a window", .read = dv_take_watch},
    {"control", "PATH", "take commands and report reloads as JSON lines, at a Unix socket",
     dv_take_text, DV_INTO(control)},
    {"explain", NULL,
     "keep why agents change their states, and what the parts of states do, for the command why; "
     "the window always does",
     dv_take_flag, DV_INTO(explain)},
    {"paused", NULL, "start paused", dv_take_flag, DV_INTO(paused)},
    {"pause-at", "TICK", "run to that tick as fast as possible, then pause", dv_take_number,
     DV_INTO(pause_at), .most = DV_MOST_TICKS},
    {"headless", NULL, "run without a window", dv_take_flag, DV_INTO(headless)},
    {DV_ROW_TICKS("run N ticks, then end")},
    {"seconds", "S", "run S simulated seconds, then end", read_seconds, DV_INTO(seconds),
     .wanted = "a number from 0 to 10^9"},
    {"hash", "[K]", "print the state hash at the end, and every K ticks", read_hash,
     DV_INTO(hash_every), .least = 1, .most = DV_MOST_TICKS},
    {"record", "FILE",
     "write a row per agent and tick to a .csv, .csv.gz, or .jsonl file, or trajectories for PedPy "
     "to a .txt file",
     read_record, DV_INTO(record), .wanted = DV_TRACE_ENDINGS},
    {"columns", "LIST",
     "its columns, with commas between them: tick, time, id, kind, state, x, y, z, vx, vy, vz "
     "(these, in this order), heading, speed, state_time, group, radius, mass, and memory.NAME, as "
     "in memory.plan.step",
     dv_take_text, DV_INTO(columns)},
    {"kinds", "LIST", "record only these kinds", dv_take_text, DV_INTO(kinds)},
    {"report", "FILE",
     "write a row per tick, from tick 0 on, with the monitors, the seed, and the settings to a CSV "
     "file",
     dv_take_text, DV_INTO(report)},
    {"every", "K", "ticks between rows, and headless between frames (1)", dv_take_number,
     DV_INTO(every), .least = 1, .most = DV_MOST_TICKS},
    {"screenshot", "FILE", "draw the last tick to a PNG file", dv_take_text, DV_INTO(screenshot),
     .ending = ".png"},
    {"frames", "FOLDER", "draw each frame to a PNG file", dv_take_text, DV_INTO(frames)},
    {"film", "FILE",
     "run without a window, and write a film to a .y4m file, or to standard output (-); it plays "
     "at --speed, or in real time",
     read_film, DV_INTO(film), .ending = ".y4m", .wanted = "a .y4m file, or - for standard output"},
    {"size", "WxH", "pixels of pictures, films, and at first the window (1280x800)", dv_read_size,
     .wanted = "WIDTHxHEIGHT in pixels, each from 16 to 8192, as in 1280x800"},
    {"scale", "F", "enlarge panels, texts, and lines, 0.5 to 4 (1)", dv_read_scale,
     DV_INTO(view.scale), .wanted = "a number from 0.5 to 4"},
    {"camera", "X,Y,WIDTH[,YAW,PITCH[,Z]]",
     "show that point, and that width, in meters (everything); a volume from that direction, in "
     "degrees",
     dv_read_camera, .wanted = DV_CAMERA_FORM},
    {"select", "AGENT", "select an agent, such as 152 or wolf#152", dv_read_select,
     .wanted = "the number of an agent, as in 152 or wolf#152"},
    {"trails", NULL, "draw where agents were", dv_take_flag, DV_INTO(view.trails)},
    {"density", "auto|on|off",
     "draw a density map instead of agents, or, with auto, when they are too small and too many to "
     "be told apart (auto)",
     dv_take_choice, DV_INTO(view.density)},
    {"theme", "NAME", "the look of the ground: grass, snow, water, street, or floor", dv_read_theme,
     .wanted = "grass, snow, water, street, or floor"},
    {"thoughts", NULL, "draw what the selected agent is thinking, or else all agents", dv_take_flag,
     DV_INTO(view.thoughts)},
    {"save", "FILE", "write a snapshot at the end", dv_take_text, DV_INTO(save)},
    {"load", "FILE", "start from a snapshot; --ticks and --seconds count from there", dv_take_text,
     DV_INTO(load)},
    {"log", "FILE",
     "write everything that drover replay needs, as JSON lines; costs the time of a hash per tick",
     dv_take_text, DV_INTO(log)},
};

static dv_result check(dv_reading *r) {
    dv_options *o = r->options;
    const char *wrong = NULL;
    if (o->ticks != DV_NO_LIMIT && !isnan(o->seconds))
        wrong = "give --ticks or --seconds, not both";
    else if (dv_option_given(r, "every") && !o->record && !o->report && !o->frames)
        wrong = "--every needs --record, --report or --frames";
    else if (o->columns && !o->record)
        wrong = "--columns needs --record";
    else if (o->kinds && !o->record)
        wrong = "--kinds needs --record";
    else if (o->columns && dv_trace_format_of(o->record) == DV_TRACE_PEDPY)
        wrong = "--columns: a .txt file has the columns that PedPy reads: id, frame, x, y, and z";
    if (!dv_option_given(r, "watch") && !dv_option_given(r, "no-watch"))
        o->watch = !o->headless;
    if (!dv_option_given(r, "speed"))
        o->speed = o->headless ? INFINITY : 1;
    o->reads_commands = true;
    return wrong ? dv_fail(r->error, DV_ERROR_ARGUMENT, "%s", wrong) : DV_OK;
}

static int run(const dv_options *options) {
#ifdef DROVER_VIEWER
    return options->headless ? dv_run_whole(options, dv_run_headless) : dv_viewer_run(options);
#else
    if (!options->headless) {
        fprintf(stderr,
                "drover: this program was built without a window; type drover run --headless %s\n",
                options->scenario);
        return DV_BAD_USAGE;
    }
    if (options->screenshot || options->frames || options->film) {
        fprintf(stderr, "drover: this program was built without a window: no --screenshot, no "
                        "--frames, and no --film\n");
        return DV_BAD_USAGE;
    }
    return dv_run_whole(options, dv_run_headless);
#endif
}

const dv_subcommand dv_subcommand_run = {
    .name = "run",
    .takes = "SCENARIO",
    .title = "run a scenario, in a window or with --headless",
    .help = "Run a scenario: a folder with main.lua, or a .lua file.\n",
    DV_OPTIONS(rows),
    .notes = "Except for --log, files are written as FILE.PID-N.part and renamed when they are "
             "complete.\n"
             "\n"
             "Without --ticks or --seconds, a headless run ends when the scenario finishes or on "
             "ctrl-C. ctrl-C ends any run after the current tick, whose Lua is stopped if it takes "
             "over a second; the files asked for are written, and the exit status is 1. A second "
             "ctrl-C kills the run.\n"
             "\n"
             "A headless run reads commands from standard input, one per line, and answers on "
             "stderr: reload, reload!, undo, pause, resume, step [N], status, rewind [SECONDS], "
             "back [N], compare [TICKS], set NAME=VALUE, watch on|off, ghost on|off, mods, mod "
             "on|off NAME, why AGENT, quit, help. At the end of input, a paused run continues. If "
             "standard input is not meant for Drover, as in a shell loop that reads it, add "
             "</dev/null. Over a control socket, which a window can have, too, clients send\n"
             "  {\"id\":1,\"command\":\"step 5\"}\n"
             "and get\n"
             "  {\"id\":1,\"ok\":true,\"text\":\"…\"}\n"
             "\n"
             "Exit status: 0 fine; 1 the scenario failed, was interrupted, or ended with suspended "
             "agents; 2 bad usage.\n",
    .operand = offsetof(dv_options, scenario),
    .missing = DV_NO_SCENARIO,
    .check = check,
    .run = run,
};
