#include "player/options/command_line.h"

#include "base/alloc.h"
#include "base/names.h"
#include "base/result.h"
#include "player/options/mods.h"
#include "player/options/scenario_path.h"
#include "player/options/subcommand.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))
/// The bits of dv_reading.given.
#define MOST_ROWS 64
#define MOST_SUBCOMMANDS 64

const dv_subcommand *dv_subcommand_named(const dv_subcommand *const *known, const char *name) {
    while (*known && strcmp((*known)->name, name) != 0)
        known++;
    return *known;
}

bool dv_option_given(const dv_reading *r, const char *name) {
    const dv_subcommand *command = r->options->command;
    for (uint32_t i = 0; i < command->option_count; i++)
        if (strcmp(command->options[i].name, name) == 0)
            return r->given >> i & 1;
    return false;
}

static const dv_option *find_option(const dv_subcommand *command, const char *name, size_t length) {
    for (uint32_t i = 0; i < command->option_count; i++) {
        const dv_option *option = &command->options[i];
        if (strlen(option->name) == length && memcmp(option->name, name, length) == 0)
            return option;
    }
    return NULL;
}

static dv_result unknown_option(dv_reading *r, const char *argument, size_t length) {
    const dv_subcommand *command = r->options->command;
    const char *names[MOST_ROWS + 1];
    for (uint32_t i = 0; i < command->option_count; i++)
        names[i] = command->options[i].name;
    names[command->option_count] = "help";
    char name[64];
    snprintf(name, sizeof name, "%.*s", (int)length, argument + strspn(argument, "-"));
    const char *nearest = dv_nearest_name(name, names, command->option_count + 1);
    return dv_fail(r->error, DV_ERROR_ARGUMENT, "unknown option %.*s%s%s%s; see drover %s --help",
                   (int)strcspn(argument, "="), argument, nearest ? " (--" : "",
                   nearest ? nearest : "", nearest ? "?)" : "", command->name);
}

static dv_result store(dv_reading *r, const dv_option *option, const char *value) {
    char *whole = option->is_own ? r->options->own : (void *)r->options;
    uint64_t bit = UINT64_C(1) << (option - r->options->command->options);
    if (option->once && r->given & bit)
        return dv_fail(r->error, DV_ERROR_ARGUMENT, "--%s is given twice", option->name);
    r->given |= bit;
    return option->read(r, option, value, whole + option->target);
}

// Read the option at arguments[*at]. If its value is the next argument, move on to that.
static dv_result read_option(dv_reading *r, int count, char *const *arguments, int *at) {
    const char *argument = arguments[*at];
    const char *name = argument + 2;
    bool is_long = strncmp(argument, "--", 2) == 0;
    size_t length = is_long ? strcspn(name, "=") : strcspn(argument + 1, "=");
    const dv_option *option = is_long ? find_option(r->options->command, name, length) : NULL;
    if (!option)
        return unknown_option(r, argument, length);
    const char *value = name[length] == '=' ? name + length + 1 : NULL;
    if (value && !option->value)
        return dv_fail(r->error, DV_ERROR_ARGUMENT, "--%s takes no value", option->name);
    if (!value && option->value && *option->value != '[') {
        if (*at + 1 == count)
            return dv_fail(r->error, DV_ERROR_ARGUMENT, "--%s needs a value", option->name);
        value = arguments[++*at];
    }
    if (value && !*value)
        return dv_fail(r->error, DV_ERROR_ARGUMENT, "--%s needs a value", option->name);
    return store(r, option, value);
}

static dv_result read_operand(dv_reading *r, const char *argument) {
    const dv_subcommand *command = r->options->command;
    const char *name = command->takes + (*command->takes == '[');
    int length = (int)strcspn(name, "]");
    if (command->takes_more)
        r->options->sweep.files[r->options->sweep.file_count++] = argument;
    else if (r->operand)
        return dv_fail(r->error, DV_ERROR_ARGUMENT, "drover %s takes only one %.*s, got '%s' too",
                       command->name, length, name, argument);
    if (!*argument)
        return dv_fail(r->error, DV_ERROR_ARGUMENT, "drover %s: %.*s is empty", command->name,
                       length, name);
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
    const dv_subcommand *command = r->options->command;
    if (command->missing && !r->operand)
        return dv_fail(r->error, DV_ERROR_ARGUMENT, "%s", command->missing);
    dv_result result = command->check ? command->check(r) : DV_OK;
    memcpy((char *)r->options + command->operand, &r->operand, sizeof r->operand);
    return result;
}

static dv_result read_command(int count, char *const *arguments, dv_options *options,
                              dv_error *error) {
    options->help = asks_for_help(count, arguments);
    if (options->help)
        return DV_OK;
    options->settings = dv_alloc((size_t)(count + 1) * sizeof *options->settings);
    options->sweep.vary = dv_alloc((size_t)(count + 1) * sizeof *options->sweep.vary);
    options->sweep.files = dv_alloc((size_t)(count + 1) * sizeof *options->sweep.files);
    if (options->command->own_size > 0)
        options->own = dv_alloc(options->command->own_size);
    if (!options->settings || !options->sweep.vary || !options->sweep.files ||
        (options->command->own_size > 0 && !options->own))
        return dv_fail(error, DV_ERROR_MEMORY, "out of memory");
    dv_reading r = {.options = options, .error = error};
    dv_result result = read_arguments(&r, count, arguments);
    if (result == DV_OK && r.mods)
        result = dv_options_select_mods(options, r.mods, error);
    if (result == DV_OK)
        return copy_setting_names(options, error);
    // The names are not NUL-terminated yet, so hide them.
    options->setting_count = 0;
    return result;
}

static dv_result unknown_command(const dv_subcommand *const *known, const char *name,
                                 dv_error *error) {
    if (name[0] == '-') {
        static const char *const wanted[] = {"help", "version"};
        const char *nearest = dv_nearest_name(name + strspn(name, "-"), wanted, COUNT(wanted));
        return dv_fail(error, DV_ERROR_ARGUMENT, "unknown option %s%s%s%s; see drover --help", name,
                       nearest ? " (--" : "", nearest ? nearest : "", nearest ? "?)" : "");
    }
    if (dv_check_scenario_path(name, NULL) == DV_OK)
        return dv_fail(error, DV_ERROR_ARGUMENT, "unknown command '%s'; type drover run %s", name,
                       name);
    const char *names[MOST_SUBCOMMANDS];
    size_t count = 0;
    for (; known[count] && count < MOST_SUBCOMMANDS; count++)
        names[count] = known[count]->name;
    const char *nearest = dv_nearest_name(name, names, count);
    return dv_fail(error, DV_ERROR_ARGUMENT, "unknown command '%s'%s%s%s; see drover --help", name,
                   nearest ? " (" : "", nearest ? nearest : "", nearest ? "?)" : "");
}

dv_result dv_options_read(const dv_subcommand *const *known, int count, char *const *arguments,
                          dv_options *options, dv_error *error) {
    *options = (dv_options){.known = known,
                            .threads = 1,
                            .speed = 1,
                            .ticks = DV_NO_LIMIT,
                            .seconds = NAN,
                            .every = 1,
                            .sweep = {.repeat = 1},
                            .pause_at = DV_NO_LIMIT};
    const char *name = count < 2 ? "" : arguments[1];
    options->help = strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0;
    options->version = strcmp(name, "--version") == 0;
    if (count < 2 || options->help || options->version)
        return DV_OK;
    options->command = dv_subcommand_named(known, name);
    return options->command ? read_command(count - 2, arguments + 2, options, error)
                            : unknown_command(known, name, error);
}

void dv_options_free(dv_options *options) {
    dv_options_free_mods(options);
    dv_free(options->own);
    dv_free(options->settings);
    dv_free(options->setting_names);
    dv_free(options->sweep.vary);
    dv_free(options->sweep.files);
    options->own = NULL;
    options->sweep.vary = NULL;
    options->sweep.files = NULL;
    options->settings = NULL;
    options->setting_names = NULL;
    options->setting_count = 0;
}
