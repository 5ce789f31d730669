#include "player/options/command_line.h"

#include "base/alloc.h"
#include "base/names.h"
#include "base/result.h"
#include "player/options/mods.h"
#include "player/options/option_types.h"
#include "player/options/scenario_path.h"
#include "player/options/sweep_options.h"
#include "record/trace.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

static const dv_command_type commands[] = {
    {"run", DV_COMMAND_RUN, "SCENARIO", true},   {"check", DV_COMMAND_CHECK, "SCENARIO", true},
    {"replay", DV_COMMAND_REPLAY, "FILE", true}, {"help", DV_COMMAND_REFERENCE, "NAME", false},
    {"bench", DV_COMMAND_BENCH, "NAME", false},  {"behaviors", DV_COMMAND_BEHAVIORS, "NAME", false},
    {"new", DV_COMMAND_NEW, "DIR", true},        {"test", DV_COMMAND_TEST, "DIR", true},
    {"mods", DV_COMMAND_MODS, "SCENARIO", true}, {"sweep", DV_COMMAND_SWEEP, "SCENARIO", true},
};

static bool option_serves(const dv_option_type *option, dv_command command) {
    return option->commands >> command & 1;
}

static const dv_option_type *find_option(dv_command command, const char *name, size_t length) {
    for (size_t i = 0; i < DV_OPTION_TYPE_COUNT; i++) {
        const dv_option_type *option = &dv_option_types[i];
        if (option_serves(option, command) && strlen(option->name) == length &&
            memcmp(option->name, name, length) == 0)
            return option;
    }
    return NULL;
}

static dv_result unknown_option(dv_reading *r, const char *argument, size_t length) {
    const char *names[DV_OPTION_TYPE_COUNT + 1];
    size_t count = 0;
    for (size_t i = 0; i < DV_OPTION_TYPE_COUNT; i++) {
        if (option_serves(&dv_option_types[i], r->command->command))
            names[count++] = dv_option_types[i].name;
    }
    names[count++] = "help";
    char name[64];
    snprintf(name, sizeof name, "%.*s", (int)length, argument + strspn(argument, "-"));
    const char *nearest = dv_nearest_name(name, names, count);
    return dv_fail(r->error, DV_ERROR_ARGUMENT, "unknown option %.*s%s%s%s; see drover %s --help",
                   (int)strcspn(argument, "="), argument, nearest ? " (--" : "",
                   nearest ? nearest : "", nearest ? "?)" : "", r->command->name);
}

// Read the option at arguments[*at]. If its value is the next argument, move on to that.
static dv_result read_option(dv_reading *r, int count, char *const *arguments, int *at) {
    const char *argument = arguments[*at];
    const char *name = argument + 2;
    bool is_long = strncmp(argument, "--", 2) == 0;
    size_t length = is_long ? strcspn(name, "=") : strcspn(argument + 1, "=");
    const dv_option_type *option = is_long ? find_option(r->command->command, name, length) : NULL;
    if (!option)
        return unknown_option(r, argument, length);
    const char *value = name[length] == '=' ? name + length + 1 : NULL;
    if (value && option->takes == DV_TAKES_NOTHING)
        return dv_fail(r->error, DV_ERROR_ARGUMENT, "--%s takes no value", option->name);
    if (!value && option->takes == DV_TAKES_VALUE) {
        if (*at + 1 == count)
            return dv_fail(r->error, DV_ERROR_ARGUMENT, "--%s needs a value", option->name);
        value = arguments[++*at];
    }
    if (value && !*value)
        return dv_fail(r->error, DV_ERROR_ARGUMENT, "--%s needs a value", option->name);
    return option->read(r, option->name, value);
}

static dv_result read_operand(dv_reading *r, const char *argument) {
    if (r->command->command == DV_COMMAND_SWEEP)
        r->options->sweep.files[r->options->sweep.file_count++] = argument;
    else if (r->operand)
        return dv_fail(r->error, DV_ERROR_ARGUMENT, "drover %s takes only one %s, got '%s' too",
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
    case DV_COMMAND_TEST:
        return "no DIR given: the folder of a scenario, with its tests in tests/";
    case DV_COMMAND_REPLAY:
        return "no FILE given: what drover run --log FILE wrote";
    default:
        return "no SCENARIO given: a folder with main.lua, or a .lua file";
    }
}

static dv_result check_together(dv_reading *r) {
    const dv_options *o = r->options;
    const char *wrong = NULL;
    if (r->command->command == DV_COMMAND_SWEEP)
        return dv_check_sweep_options(r);
    if (o->mod && (r->operand || o->from))
        wrong = "--mod DIR writes a mod: leave out the other DIR, and --from";
    else if ((o->mod != NULL) != (o->for_scenario != NULL))
        wrong = "a new mod takes both: --mod DIR --for SCENARIO";
    else if (r->command->operand_required && !r->operand && !o->mod)
        wrong = missing_operand(r->command->command);
    else if (r->command->command == DV_COMMAND_REPLAY && o->hash_every > 0)
        wrong = "--hash takes no value in drover replay: every tick is hashed";
    else if (o->ticks != DV_NO_LIMIT && !isnan(o->seconds))
        wrong = "give --ticks or --seconds, not both";
    else if (o->all && r->operand)
        wrong = "--all prints everything: leave out the NAME";
    else if (o->markdown && !o->all)
        wrong = "--format md needs --all";
    else if (r->every_given && !o->record && !o->report && !o->frames)
        wrong = "--every needs --record, --report or --frames";
    else if (o->columns && !o->record)
        wrong = "--columns needs --record";
    else if (o->kinds && !o->record)
        wrong = "--kinds needs --record";
    else if (o->columns && dv_trace_format_of(o->record) == DV_TRACE_PEDPY)
        wrong = "--columns: a .txt file has the columns that PedPy reads: id, frame, x, y, and z";
    return wrong ? dv_fail(r->error, DV_ERROR_ARGUMENT, "%s", wrong) : DV_OK;
}

static void fill_defaults(dv_reading *r) {
    dv_options *o = r->options;
    if (o->film)
        o->headless = true;
    if (!r->watch_given)
        o->watch = !o->headless && r->command->command != DV_COMMAND_TEST;
    if (!r->speed_given)
        o->speed = o->headless ? INFINITY : 1;
    if (strcmp(r->command->operand, "NAME") == 0)
        o->name = r->operand;
    else if (r->command->command == DV_COMMAND_NEW)
        o->folder = r->operand;
    else if (r->command->command == DV_COMMAND_REPLAY)
        o->log = r->operand;
    else
        o->scenario = r->operand;
}

// In the arguments, names of settings end at '=', not with a NUL, and may not be modified.
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

static dv_result read_arguments(dv_reading *r, int count, char *const *arguments) {
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

static dv_result read_command(const dv_command_type *command, int count, char *const *arguments,
                              dv_options *options, dv_error *error) {
    options->command = command->command;
    if (asks_for_help(count, arguments)) {
        options->command = DV_COMMAND_HELP;
        options->topic = command->name;
        return DV_OK;
    }
    options->settings = dv_alloc((size_t)(count + 1) * sizeof *options->settings);
    options->sweep.vary = dv_alloc((size_t)(count + 1) * sizeof *options->sweep.vary);
    options->sweep.files = dv_alloc((size_t)(count + 1) * sizeof *options->sweep.files);
    if (!options->settings || !options->sweep.vary || !options->sweep.files)
        return dv_fail(error, DV_ERROR_MEMORY, "out of memory");
    dv_reading r = {.options = options, .command = command, .error = error};
    dv_result result = read_arguments(&r, count, arguments);
    if (result == DV_OK) {
        fill_defaults(&r);
        result = r.mods ? dv_options_select_mods(options, r.mods, error) : DV_OK;
    }
    if (result == DV_OK)
        return copy_setting_names(options, error);
    // The names are not NUL-terminated yet, so hide them.
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
    if (dv_check_scenario_path(name, NULL) == DV_OK)
        return dv_fail(error, DV_ERROR_ARGUMENT, "unknown command '%s'; type drover run %s", name,
                       name);
    const char *names[COUNT(commands)];
    for (size_t i = 0; i < COUNT(commands); i++)
        names[i] = commands[i].name;
    const char *nearest = dv_nearest_name(name, names, COUNT(names));
    return dv_fail(error, DV_ERROR_ARGUMENT, "unknown command '%s'%s%s%s; see drover --help", name,
                   nearest ? " (" : "", nearest ? nearest : "", nearest ? "?)" : "");
}

dv_result dv_options_read(int count, char *const *arguments, dv_options *options, dv_error *error) {
    *options = (dv_options){.threads = 1,
                            .speed = 1,
                            .ticks = DV_NO_LIMIT,
                            .seconds = NAN,
                            .every = 1,
                            .sweep = {.repeat = 1},
                            .pause_at = DV_NO_LIMIT};
    if (count < 2) {
        options->command = DV_COMMAND_START;
        return DV_OK;
    }
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
    dv_options_free_mods(options);
    dv_free(options->settings);
    dv_free(options->setting_names);
    dv_free(options->sweep.vary);
    dv_free(options->sweep.files);
    options->sweep.vary = NULL;
    options->sweep.files = NULL;
    options->settings = NULL;
    options->setting_names = NULL;
    options->setting_count = 0;
}
