// Reading the command line; see options.h.
#include "player/options.h"

#include "base/alloc.h"
#include "base/names.h"
#include "base/result.h"
#include "record/trace.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_TICKS UINT64_C(1000000000000)
#define COUNT(array) (sizeof(array) / sizeof *(array))

static const char program_help[] =
    "Drover runs simulations of agents that Lua scripts describe, and takes over what you change "
    "in\n"
    "the scripts while they run.\n"
    "\n"
    "  drover run SCENARIO         run a scenario, in a window or with --headless\n"
    "  drover check SCENARIO       load a scenario and verify it\n"
    "  drover new DIR              write a scenario to start from\n"
    "  drover replay FILE          do again what a log tells, and verify each tick\n"
    "  drover behaviors [NAME]     print what scripts can use: behaviors, blends, guards, bodies\n"
    "  drover bench [NAME]         measure how fast this machine runs Drover\n"
    "  drover COMMAND --help       what a command takes\n"
    "  drover --version\n"
    "\n"
    "SCENARIO is a folder with main.lua, or a .lua file.\n"
    "Exit status: 0 fine; 1 the scenario failed or ended with suspended agents; 2 bad usage.\n";

static const char run_help[] =
    "drover run SCENARIO [OPTION]…\n"
    "\n"
    "Run a scenario: a folder with main.lua, or a .lua file.\n"
    "\n"
    "  --seed N             the seed of all random numbers, instead of the scenario's\n"
    "  --set NAME=VALUE     a setting of the scenario; may be repeated\n"
    "  --threads N          threads to compute with, 1 to 64 (1); results do not depend on it\n"
    "  --speed X|max        times real time (1 in the window, max headless)\n"
    "  --watch, --no-watch  take over saved scripts (in the window yes, headless no)\n"
    "  --paused             start paused\n"
    "  --headless           without a window\n"
    "  --ticks N            run N ticks, then end\n"
    "  --seconds S          run S simulated seconds, then end\n"
    "  --hash[=K]           print the state hash at the end, and every K ticks\n"
    "  --record FILE        write a row an agent and tick to a .csv or .jsonl file\n"
    "  --report FILE        write a row a tick with the monitors to a CSV file\n"
    "  --every K            ticks between rows, and headless between frames (1)\n"
    "  --screenshot FILE    draw the last tick to a PNG file\n"
    "  --frames FOLDER      draw each frame to a PNG file\n"
    "  --save FILE          write a snapshot at the end\n"
    "  --load FILE          start from a snapshot; --ticks and --seconds count from there\n"
    "  --log FILE           write all that drover replay needs, as JSON lines; a hash a tick "
    "costs\n"
    "                       time\n"
    "\n"
    "Without --ticks or --seconds a headless run ends when the scenario finishes or on ctrl-C.\n"
    "\n"
    "A headless run takes commands, a line each, from standard input, and answers on stderr:\n"
    "reload, undo, pause, resume, step [N], status, rewind [SECONDS], compare [TICKS],\n"
    "set NAME=VALUE, watch on|off, quit, help. At the end of input a paused run goes on. Where\n"
    "nobody commands, as in a shell loop that reads from standard input itself, say </dev/null.\n"
    "\n"
    "Exit status: 0 fine; 1 the scenario failed or ended with suspended agents; 2 bad usage.\n";

static const char check_help[] =
    "drover check SCENARIO [--ticks N]\n"
    "\n"
    "Load a scenario and verify every state, transition, slot and parameter.\n"
    "\n"
    "  --ticks N            also set it up and run N ticks\n"
    "\n"
    "Exit status: 0 fine; 1 the scenario is at fault; 2 bad usage.\n";

static const char replay_help[] =
    "drover replay FILE [OPTION]…\n"
    "\n"
    "Do again what a log of drover run --log tells, and verify the hash of each tick. The log is\n"
    "all that is needed: it has the scripts, every reload, and what people did.\n"
    "\n"
    "  --threads N          threads to compute with, 1 to 64 (1); results do not depend on it\n"
    "  --hash               print the state hash at the end\n"
    "\n"
    "Exit status: 0 all hashes are equal; 1 one is not, or the log is damaged; 2 bad usage.\n";

static const char behaviors_help[] =
    "drover behaviors [NAME]\n"
    "\n"
    "Print every behavior, blend, guard, body property and locomotion model with its parameters,\n"
    "units, ranges, defaults and source, or one of them in full.\n";

static const char bench_help[] =
    "drover bench [NAME] [OPTION]…\n"
    "\n"
    "Measure how fast this machine runs Drover: a table of rows with the median of several runs "
    "and\n"
    "the least and the most, beside the target where there is one. NAME is a benchmark:\n"
    "\n"
    "  flock                boids with all their rules in the plane, 1,000 to a million\n"
    "  flock-volume         the same in three dimensions\n"
    "  guards               what guards cost beside a flock that has none\n"
    "  step                 a step in Lua for every agent in every tick, and its garbage\n"
    "  caribou              the caribou sample with 20,000 agents, each with a step in Lua\n"
    "  crowd                obstacles, paths, avoidance and separation\n"
    "  start                from starting the program to the first tick\n"
    "  memory               bytes an agent\n"
    "  published            the flocking that agent frameworks are compared by, 100 ticks\n"
    "  snapshot             saving and restoring 100,000 agents\n"
    "  drawing              10,000 agents by the software renderer\n"
    "  reload               from saving a script to its being in force, 200 saves\n"
    "  plan                 ways across a map of 512 by 512 cells\n"
    "  samples              every sample as it is\n"
    "\n"
    "  --json               print one JSON document instead of the table\n"
    "  --csv FILE           also write the rows to a CSV file\n"
    "  --vector-bits N      compute with vectors of at most 128, 256 or 512 bits\n"
    "\n"
    "start and samples need the folder samples: in the working directory, or beside the program.\n"
    "Exit status: 0 fine, rows may be skipped; 1 something could not be measured; 2 bad usage.\n";

static const char new_help[] =
    "drover new DIR\n"
    "\n"
    "Write a scenario to start from, which runs and says what to change first. DIR is not there "
    "yet,\n"
    "or an empty folder. Editors with lua-language-server complete and check what is typed there.\n"
    "\n"
    "Exit status: 0 fine; 1 it could not be written, and nothing was; 2 bad usage.\n";

typedef struct command_type {
    const char *name;
    dv_command command;
    const char *help;
    const char *operand; // what it takes beside options
    bool operand_required;
} command_type;

static const command_type commands[] = {
    {"run", DV_COMMAND_RUN, run_help, "SCENARIO", true},
    {"check", DV_COMMAND_CHECK, check_help, "SCENARIO", true},
    {"replay", DV_COMMAND_REPLAY, replay_help, "FILE", true},
    {"behaviors", DV_COMMAND_BEHAVIORS, behaviors_help, "NAME", false},
    {"bench", DV_COMMAND_BENCH, bench_help, "NAME", false},
    {"new", DV_COMMAND_NEW, new_help, "DIR", true},
};

// The command line while it is read.
typedef struct reading {
    dv_options *options;
    const command_type *command;
    const char *operand;
    bool watch_given, speed_given, every_given;
    dv_error *error;
} reading;

// Values

static dv_result refuse(reading *r, const char *option, const char *value, const char *wanted) {
    return dv_fail(r->error, DV_ERROR_ARGUMENT, "--%s takes %s, not '%s'", option, wanted, value);
}

static bool whole_number(const char *text, uint64_t least, uint64_t most, uint64_t *number) {
    size_t length = strlen(text);
    if (length == 0 || strspn(text, "0123456789") != length)
        return false;
    errno = 0;
    unsigned long long value = strtoull(text, NULL, 10);
    if (errno != 0 || value < least || value > most)
        return false;
    *number = value;
    return true;
}

static bool real_number(const char *text, double *number) {
    size_t length = strlen(text);
    if (length == 0 || strspn(text, "0123456789.eE+-") != length)
        return false;
    char *end;
    double value = strtod(text, &end);
    if (*end || !isfinite(value))
        return false;
    *number = value;
    return true;
}

static dv_result read_seed(reading *r, const char *option, const char *value) {
    r->options->has_seed = true;
    if (whole_number(value, 0, UINT64_MAX, &r->options->seed))
        return DV_OK;
    return refuse(r, option, value, "a whole number from 0 to 2^64 - 1");
}

static dv_result read_set(reading *r, const char *option, const char *value) {
    const char *equals = strchr(value, '=');
    if (!equals || equals == value)
        return refuse(r, option, value, "NAME=VALUE");
    dv_options *options = r->options;
    options->settings[options->setting_count].name = value;
    options->settings[options->setting_count].value = equals + 1;
    options->setting_count++;
    return DV_OK;
}

static dv_result read_threads(reading *r, const char *option, const char *value) {
    uint64_t threads;
    if (!whole_number(value, 1, DV_MAX_THREADS, &threads))
        return refuse(r, option, value, "a whole number from 1 to 64");
    r->options->threads = (int)threads;
    return DV_OK;
}

static dv_result read_speed(reading *r, const char *option, const char *value) {
    r->speed_given = true;
    if (strcmp(value, "max") == 0) {
        r->options->speed = INFINITY;
        return DV_OK;
    }
    if (real_number(value, &r->options->speed) && r->options->speed > 0 && r->options->speed <= 1e6)
        return DV_OK;
    return refuse(r, option, value, "a number above 0 and up to 1000000, or max");
}

static dv_result read_watch(reading *r, const char *option, const char *value) {
    (void)value;
    r->watch_given = true;
    r->options->watch = strcmp(option, "watch") == 0;
    return DV_OK;
}

static dv_result read_paused(reading *r, const char *option, const char *value) {
    (void)option, (void)value;
    r->options->paused = true;
    return DV_OK;
}

static dv_result read_headless(reading *r, const char *option, const char *value) {
    (void)option, (void)value;
    r->options->headless = true;
    return DV_OK;
}

static dv_result read_ticks(reading *r, const char *option, const char *value) {
    if (whole_number(value, 0, MOST_TICKS, &r->options->ticks))
        return DV_OK;
    return refuse(r, option, value, "a whole number from 0 to 10^12");
}

static dv_result read_seconds(reading *r, const char *option, const char *value) {
    if (real_number(value, &r->options->seconds) && r->options->seconds >= 0 &&
        r->options->seconds <= 1e9)
        return DV_OK;
    return refuse(r, option, value, "a number from 0 to 10^9");
}

static dv_result read_hash(reading *r, const char *option, const char *value) {
    r->options->hash = true;
    if (!value || whole_number(value, 1, MOST_TICKS, &r->options->hash_every))
        return DV_OK;
    return refuse(r, option, value, "a whole number from 1 to 10^12");
}

static dv_result read_every(reading *r, const char *option, const char *value) {
    r->every_given = true;
    if (whole_number(value, 1, MOST_TICKS, &r->options->every))
        return DV_OK;
    return refuse(r, option, value, "a whole number from 1 to 10^12");
}

static dv_result read_record(reading *r, const char *option, const char *value) {
    r->options->record = value;
    return dv_trace_accepts(value) ? DV_OK : refuse(r, option, value, "a .csv or .jsonl file");
}

static dv_result read_screenshot(reading *r, const char *option, const char *value) {
    r->options->screenshot = value;
    size_t length = strlen(value);
    if (length > 4 && strcmp(value + length - 4, ".png") == 0)
        return DV_OK;
    return refuse(r, option, value, "a .png file");
}

static dv_result read_json(reading *r, const char *option, const char *value) {
    (void)option, (void)value;
    r->options->json = true;
    return DV_OK;
}

static dv_result read_csv(reading *r, const char *option, const char *value) {
    (void)option;
    r->options->csv = value;
    return DV_OK;
}

static dv_result read_vector_bits(reading *r, const char *option, const char *value) {
    uint64_t bits;
    if (!whole_number(value, 128, 512, &bits) || (bits != 128 && bits != 256 && bits != 512))
        return refuse(r, option, value, "128, 256 or 512");
    r->options->vector_bits = (uint32_t)bits;
    return DV_OK;
}

static dv_result read_path(reading *r, const char *option, const char *value) {
    dv_options *o = r->options;
    const struct {
        const char *name;
        const char **path;
    } paths[] = {
        {"report", &o->report}, {"screenshot", &o->screenshot},
        {"frames", &o->frames}, {"save", &o->save},
        {"load", &o->load},     {"log", &o->log},
    };
    for (size_t i = 0; i < COUNT(paths); i++) {
        if (strcmp(paths[i].name, option) == 0)
            *paths[i].path = value;
    }
    return DV_OK;
}

// Options

typedef enum takes { TAKES_NOTHING, TAKES_VALUE, MAY_TAKE_VALUE } takes;

typedef struct option_type {
    const char *name;
    takes takes;
    dv_result (*read)(reading *r, const char *option, const char *value);
    unsigned commands; // bits by dv_command
} option_type;

#define RUN (1u << DV_COMMAND_RUN)
#define CHECK (1u << DV_COMMAND_CHECK)
#define REPLAY (1u << DV_COMMAND_REPLAY)
#define BENCH (1u << DV_COMMAND_BENCH)

static const option_type option_types[] = {
    {"seed", TAKES_VALUE, read_seed, RUN},
    {"set", TAKES_VALUE, read_set, RUN},
    {"threads", TAKES_VALUE, read_threads, RUN | REPLAY},
    {"speed", TAKES_VALUE, read_speed, RUN},
    {"watch", TAKES_NOTHING, read_watch, RUN},
    {"no-watch", TAKES_NOTHING, read_watch, RUN},
    {"paused", TAKES_NOTHING, read_paused, RUN},
    {"headless", TAKES_NOTHING, read_headless, RUN},
    {"ticks", TAKES_VALUE, read_ticks, RUN | CHECK},
    {"seconds", TAKES_VALUE, read_seconds, RUN},
    {"hash", MAY_TAKE_VALUE, read_hash, RUN | REPLAY},
    {"record", TAKES_VALUE, read_record, RUN},
    {"report", TAKES_VALUE, read_path, RUN},
    {"every", TAKES_VALUE, read_every, RUN},
    {"screenshot", TAKES_VALUE, read_screenshot, RUN},
    {"frames", TAKES_VALUE, read_path, RUN},
    {"save", TAKES_VALUE, read_path, RUN},
    {"load", TAKES_VALUE, read_path, RUN},
    {"log", TAKES_VALUE, read_path, RUN},
    {"json", TAKES_NOTHING, read_json, BENCH},
    {"csv", TAKES_VALUE, read_csv, BENCH},
    {"vector-bits", TAKES_VALUE, read_vector_bits, BENCH},
};

static bool serves(const option_type *option, dv_command command) {
    return option->commands >> command & 1;
}

static const option_type *find_option(dv_command command, const char *name, size_t length) {
    for (size_t i = 0; i < COUNT(option_types); i++) {
        const option_type *option = &option_types[i];
        if (serves(option, command) && strlen(option->name) == length &&
            memcmp(option->name, name, length) == 0)
            return option;
    }
    return NULL;
}

static dv_result unknown_option(reading *r, const char *argument, size_t length) {
    const char *names[COUNT(option_types) + 1];
    size_t count = 0;
    for (size_t i = 0; i < COUNT(option_types); i++) {
        if (serves(&option_types[i], r->command->command))
            names[count++] = option_types[i].name;
    }
    names[count++] = "help";
    char name[64];
    snprintf(name, sizeof name, "%.*s", (int)length, argument + strspn(argument, "-"));
    const char *nearest = dv_nearest_name(name, names, count);
    return dv_fail(r->error, DV_ERROR_ARGUMENT, "unknown option %.*s%s%s%s; see drover %s --help",
                   (int)strcspn(argument, "="), argument, nearest ? " (--" : "",
                   nearest ? nearest : "", nearest ? "?)" : "", r->command->name);
}

// Read the option at arguments[*at], moving on over the value it takes.
static dv_result read_option(reading *r, int count, char *const *arguments, int *at) {
    const char *argument = arguments[*at];
    const char *name = argument + 2;
    bool is_long = strncmp(argument, "--", 2) == 0;
    size_t length = is_long ? strcspn(name, "=") : strcspn(argument + 1, "=");
    const option_type *option = is_long ? find_option(r->command->command, name, length) : NULL;
    if (!option)
        return unknown_option(r, argument, length);
    const char *value = name[length] == '=' ? name + length + 1 : NULL;
    if (value && option->takes == TAKES_NOTHING)
        return dv_fail(r->error, DV_ERROR_ARGUMENT, "--%s takes no value", option->name);
    if (!value && option->takes == TAKES_VALUE) {
        if (*at + 1 == count)
            return dv_fail(r->error, DV_ERROR_ARGUMENT, "--%s needs a value", option->name);
        value = arguments[++*at];
    }
    if (value && !*value)
        return dv_fail(r->error, DV_ERROR_ARGUMENT, "--%s needs a value", option->name);
    return option->read(r, option->name, value);
}

static dv_result read_operand(reading *r, const char *argument) {
    if (r->operand)
        return dv_fail(r->error, DV_ERROR_ARGUMENT, "drover %s takes one %s, not also '%s'",
                       r->command->name, r->command->operand, argument);
    if (!*argument)
        return dv_fail(r->error, DV_ERROR_ARGUMENT, "drover %s: %s is empty", r->command->name,
                       r->command->operand);
    r->operand = argument;
    return DV_OK;
}

static bool asks_for_help(int count, char *const *arguments) {
    for (int i = 0; i < count && strcmp(arguments[i], "--") != 0; i++) {
        if (strcmp(arguments[i], "--help") == 0 || strcmp(arguments[i], "-h") == 0)
            return true;
    }
    return false;
}

static const char *missing_operand(dv_command command) {
    switch (command) {
    case DV_COMMAND_NEW:
        return "no DIR given: a folder to write a scenario into";
    case DV_COMMAND_REPLAY:
        return "no FILE given: what drover run --log FILE wrote";
    default:
        return "no SCENARIO given: a folder with main.lua, or a .lua file";
    }
}

static dv_result check_together(reading *r) {
    const dv_options *o = r->options;
    const char *wrong = NULL;
    if (r->command->operand_required && !r->operand)
        wrong = missing_operand(r->command->command);
    else if (r->command->command == DV_COMMAND_REPLAY && o->hash_every > 0)
        wrong = "--hash takes no value in drover replay: every tick is hashed";
    else if (o->ticks != DV_NO_LIMIT && !isnan(o->seconds))
        wrong = "--ticks and --seconds exclude each other";
    else if (r->every_given && !o->record && !o->report && !o->frames)
        wrong = "--every needs --record, --report or --frames";
    return wrong ? dv_fail(r->error, DV_ERROR_ARGUMENT, "%s", wrong) : DV_OK;
}

static void fill_defaults(reading *r) {
    dv_options *o = r->options;
    if (!r->watch_given)
        o->watch = !o->headless;
    if (!r->speed_given)
        o->speed = o->headless ? INFINITY : 1;
    if (r->command->command == DV_COMMAND_BEHAVIORS || r->command->command == DV_COMMAND_BENCH)
        o->name = r->operand;
    else if (r->command->command == DV_COMMAND_NEW)
        o->folder = r->operand;
    else if (r->command->command == DV_COMMAND_REPLAY)
        o->log = r->operand;
    else
        o->scenario = r->operand;
}

// The names of settings end at '=' in the arguments, which are not ours to write to.
static dv_result copy_setting_names(dv_options *options, dv_error *error) {
    size_t size = 0;
    for (uint32_t i = 0; i < options->setting_count; i++)
        size += (size_t)(options->settings[i].value - options->settings[i].name);
    options->setting_names = dv_alloc(size);
    if (!options->setting_names)
        return dv_fail(error, DV_ERROR_MEMORY, "out of memory");
    char *name = options->setting_names;
    for (uint32_t i = 0; i < options->setting_count; i++) {
        dv_setting_choice *choice = &options->settings[i];
        size_t length = (size_t)(choice->value - choice->name);
        memcpy(name, choice->name, length - 1);
        choice->name = name;
        name += length;
    }
    return DV_OK;
}

static dv_result read_arguments(reading *r, int count, char *const *arguments) {
    bool only_operands = false;
    for (int i = 0; i < count; i++) {
        dv_result result = DV_OK;
        if (!only_operands && strcmp(arguments[i], "--") == 0)
            only_operands = true;
        else if (!only_operands && arguments[i][0] == '-' && arguments[i][1])
            result = read_option(r, count, arguments, &i);
        else
            result = read_operand(r, arguments[i]);
        if (result != DV_OK)
            return result;
    }
    return check_together(r);
}

static dv_result read_command(const command_type *command, int count, char *const *arguments,
                              dv_options *options, dv_error *error) {
    options->command = command->command;
    if (asks_for_help(count, arguments)) {
        options->command = DV_COMMAND_HELP;
        options->topic = command->name;
        return DV_OK;
    }
    options->settings = dv_alloc((size_t)(count + 1) * sizeof *options->settings);
    if (!options->settings)
        return dv_fail(error, DV_ERROR_MEMORY, "out of memory");
    reading r = {.options = options, .command = command, .error = error};
    dv_result result = read_arguments(&r, count, arguments);
    if (result == DV_OK) {
        fill_defaults(&r);
        return copy_setting_names(options, error);
    }
    // Their names do not end yet: nobody must read them.
    options->setting_count = 0;
    return result;
}

static dv_result unknown_command(const char *name, dv_error *error) {
    if (name[0] == '-') {
        static const char *const known[] = {"help", "version"};
        const char *nearest = dv_nearest_name(name + strspn(name, "-"), known, COUNT(known));
        return dv_fail(error, DV_ERROR_ARGUMENT, "unknown option %s%s%s%s; see drover --help", name,
                       nearest ? " (--" : "", nearest ? nearest : "", nearest ? "?)" : "");
    }
    const char *names[COUNT(commands)];
    for (size_t i = 0; i < COUNT(commands); i++)
        names[i] = commands[i].name;
    const char *nearest = dv_nearest_name(name, names, COUNT(names));
    return dv_fail(error, DV_ERROR_ARGUMENT, "unknown command '%s'%s%s%s; see drover --help", name,
                   nearest ? " (" : "", nearest ? nearest : "", nearest ? "?)" : "");
}

dv_result dv_options_read(int count, char *const *arguments, dv_options *options, dv_error *error) {
    *options =
        (dv_options){.threads = 1, .speed = 1, .ticks = DV_NO_LIMIT, .seconds = NAN, .every = 1};
    if (count < 2)
        return dv_fail(error, DV_ERROR_ARGUMENT, "no command given; see drover --help");
    const char *name = arguments[1];
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0)
        return DV_OK; // DV_COMMAND_HELP is 0
    if (strcmp(name, "--version") == 0) {
        options->command = DV_COMMAND_VERSION;
        return DV_OK;
    }
    for (size_t i = 0; i < COUNT(commands); i++) {
        if (strcmp(commands[i].name, name) == 0)
            return read_command(&commands[i], count - 2, arguments + 2, options, error);
    }
    return unknown_command(name, error);
}

void dv_options_free(dv_options *options) {
    dv_free(options->settings);
    dv_free(options->setting_names);
    options->settings = NULL;
    options->setting_names = NULL;
    options->setting_count = 0;
}

const char *dv_options_help(const char *topic) {
    for (size_t i = 0; topic && i < COUNT(commands); i++) {
        if (strcmp(commands[i].name, topic) == 0)
            return commands[i].help;
    }
    return program_help;
}
