// Reads the values of options; see option_types.h.
#include "player/options/option_types.h"

#include "base/result.h"
#include "player/options/mods.h"
#include "player/options/sweep_options.h"
#include "player/options/view_options.h"
#include "record/trace.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MAX_MIB ((uint64_t)1 << 20)
#define COUNT(array) (sizeof(array) / sizeof *(array))

static dv_result read_seed(dv_reading *r, const char *option, const char *value) {
    r->options->has_seed = true;
    if (dv_whole_number(value, 0, UINT64_MAX, &r->options->seed))
        return DV_OK;
    return dv_refuse_option(r, option, value, "a whole number from 0 to 2^64 - 1");
}

static dv_result read_set(dv_reading *r, const char *option, const char *value) {
    const char *equals = strchr(value, '=');
    if (!equals || equals == value)
        return dv_refuse_option(r, option, value, "NAME=VALUE");
    dv_options *options = r->options;
    options->settings[options->setting_count].name = value;
    options->settings[options->setting_count].value = equals + 1;
    options->setting_count++;
    return DV_OK;
}

static dv_result read_mod(dv_reading *r, const char *option, const char *value) {
    (void)option;
    return dv_options_add_mod(r->options, value)
               ? DV_OK
               : dv_fail(r->error, DV_ERROR_MEMORY, "out of memory");
}

static dv_result read_mods(dv_reading *r, const char *option, const char *value) {
    if (r->mods)
        return dv_fail(r->error, DV_ERROR_ARGUMENT, "--%s is given twice", option);
    r->mods = value;
    return DV_OK;
}

static dv_result read_threads(dv_reading *r, const char *option, const char *value) {
    uint64_t threads;
    if (!dv_whole_number(value, 1, DV_MAX_THREADS, &threads))
        return dv_refuse_option(r, option, value, "a whole number from 1 to 64");
    r->options->threads = (int)threads;
    return DV_OK;
}

static dv_result read_speed(dv_reading *r, const char *option, const char *value) {
    r->speed_given = true;
    if (strcmp(value, "max") == 0) {
        r->options->speed = INFINITY;
        return DV_OK;
    }
    if (dv_real_number(value, &r->options->speed) && r->options->speed > 0 &&
        r->options->speed <= 1e6)
        return DV_OK;
    return dv_refuse_option(r, option, value, "a number above 0 and up to 1000000, or max");
}

static dv_result read_budget(dv_reading *r, const char *option, const char *value) {
    if (strcmp(value, "inf") == 0) {
        r->options->budget = INFINITY;
        return DV_OK;
    }
    if (dv_real_number(value, &r->options->budget) && r->options->budget > 0 &&
        r->options->budget <= 1e6)
        return DV_OK;
    return dv_refuse_option(r, option, value, "a number above 0 and up to 1000000, or inf");
}

static dv_result read_lua_memory(dv_reading *r, const char *option, const char *value) {
    if (dv_whole_number(value, 1, MAX_MIB, &r->options->lua_memory))
        return DV_OK;
    return dv_refuse_option(r, option, value, "MiB, a whole number from 1 to 1048576");
}

static dv_result read_history(dv_reading *r, const char *option, const char *value) {
    r->options->has_history = true;
    if (dv_whole_number(value, 0, MAX_MIB, &r->options->history))
        return DV_OK;
    return dv_refuse_option(r, option, value, "MiB, a whole number from 0 to 1048576");
}

static dv_result read_watch(dv_reading *r, const char *option, const char *value) {
    r->watch_given = true;
    r->options->watch = strcmp(option, "watch") == 0;
    r->options->watch_polls = value != NULL;
    return !value || strcmp(value, "poll") == 0 ? DV_OK
                                                : dv_refuse_option(r, option, value, "poll");
}

static dv_result read_explain(dv_reading *r, const char *option, const char *value) {
    (void)option, (void)value;
    r->options->explain = true;
    return DV_OK;
}

static dv_result read_paused(dv_reading *r, const char *option, const char *value) {
    (void)option, (void)value;
    r->options->paused = true;
    return DV_OK;
}

static dv_result read_types(dv_reading *r, const char *option, const char *value) {
    (void)option, (void)value;
    r->options->types = true;
    return DV_OK;
}

static dv_result read_headless(dv_reading *r, const char *option, const char *value) {
    (void)option, (void)value;
    r->options->headless = true;
    return DV_OK;
}

static dv_result read_ticks(dv_reading *r, const char *option, const char *value) {
    if (dv_whole_number(value, 0, DV_MOST_TICKS, &r->options->ticks))
        return DV_OK;
    return dv_refuse_option(r, option, value, "a whole number from 0 to 10^12");
}

static dv_result read_pause_at(dv_reading *r, const char *option, const char *value) {
    if (dv_whole_number(value, 0, DV_MOST_TICKS, &r->options->pause_at))
        return DV_OK;
    return dv_refuse_option(r, option, value, "a whole number from 0 to 10^12");
}

static dv_result read_only(dv_reading *r, const char *option, const char *value) {
    (void)option;
    r->options->only = value;
    return DV_OK;
}

static dv_result read_seeds(dv_reading *r, const char *option, const char *value) {
    if (dv_whole_number(value, 1, 1000000, &r->options->seeds))
        return DV_OK;
    return dv_refuse_option(r, option, value, "a whole number from 1 to 1000000");
}

static dv_result read_format(dv_reading *r, const char *option, const char *value) {
    static const char *const formats[] = {
        [DV_TEST_TEXT] = "text", [DV_TEST_TAP] = "tap", [DV_TEST_JUNIT] = "junit"};
    for (size_t i = 0; i < COUNT(formats); i++)
        if (strcmp(formats[i], value) == 0) {
            r->options->format = (dv_test_format)i;
            return DV_OK;
        }
    return dv_refuse_option(r, option, value, "text, tap or junit");
}

static dv_result read_seconds(dv_reading *r, const char *option, const char *value) {
    if (dv_real_number(value, &r->options->seconds) && r->options->seconds >= 0 &&
        r->options->seconds <= 1e9)
        return DV_OK;
    return dv_refuse_option(r, option, value, "a number from 0 to 10^9");
}

static dv_result read_hash(dv_reading *r, const char *option, const char *value) {
    r->options->hash = true;
    if (!value || dv_whole_number(value, 1, DV_MOST_TICKS, &r->options->hash_every))
        return DV_OK;
    return dv_refuse_option(r, option, value, "a whole number from 1 to 10^12");
}

static dv_result read_every(dv_reading *r, const char *option, const char *value) {
    r->every_given = true;
    if (dv_whole_number(value, 1, DV_MOST_TICKS, &r->options->every))
        return DV_OK;
    return dv_refuse_option(r, option, value, "a whole number from 1 to 10^12");
}

static dv_result read_record(dv_reading *r, const char *option, const char *value) {
    r->options->record = value;
    return dv_trace_format_of(value) != DV_TRACE_NONE
               ? DV_OK
               : dv_refuse_option(r, option, value, DV_TRACE_ENDINGS);
}

static dv_result read_screenshot(dv_reading *r, const char *option, const char *value) {
    r->options->screenshot = value;
    size_t length = strlen(value);
    if (length > 4 && strcmp(value + length - 4, ".png") == 0)
        return DV_OK;
    return dv_refuse_option(r, option, value, "a .png file");
}

static dv_result read_film(dv_reading *r, const char *option, const char *value) {
    r->options->film = value;
    size_t length = strlen(value);
    if (strcmp(value, "-") == 0 || (length > 4 && strcmp(value + length - 4, ".y4m") == 0))
        return DV_OK;
    return dv_refuse_option(r, option, value, "a .y4m file, or - for standard output");
}

static dv_result read_json(dv_reading *r, const char *option, const char *value) {
    (void)option, (void)value;
    r->options->json = true;
    return DV_OK;
}

static dv_result read_csv(dv_reading *r, const char *option, const char *value) {
    (void)option;
    r->options->csv = value;
    return DV_OK;
}

static dv_result read_vector_bits(dv_reading *r, const char *option, const char *value) {
    uint64_t bits;
    if (!dv_whole_number(value, 128, 512, &bits) || (bits != 128 && bits != 256 && bits != 512))
        return dv_refuse_option(r, option, value, "128, 256 or 512");
    r->options->vector_bits = (uint32_t)bits;
    return DV_OK;
}

static dv_result read_all(dv_reading *r, const char *option, const char *value) {
    (void)option, (void)value;
    r->options->all = true;
    return DV_OK;
}

static dv_result read_document_format(dv_reading *r, const char *option, const char *value) {
    r->options->markdown = strcmp(value, "md") == 0;
    if (r->options->markdown || strcmp(value, "text") == 0)
        return DV_OK;
    return dv_refuse_option(r, option, value, "text or md");
}

static dv_result read_path(dv_reading *r, const char *option, const char *value) {
    dv_options *o = r->options;
    const struct {
        const char *name;
        const char **path;
    } paths[] = {
        {"report", &o->report},   {"screenshot", &o->screenshot},
        {"frames", &o->frames},   {"save", &o->save},
        {"load", &o->load},       {"control", &o->control},
        {"log", &o->log},         {"from", &o->from},
        {"columns", &o->columns}, {"kinds", &o->kinds},
        {"mod", &o->mod},         {"for", &o->for_scenario},
    };
    for (size_t i = 0; i < COUNT(paths); i++) {
        if (strcmp(paths[i].name, option) == 0)
            *paths[i].path = value;
    }
    return DV_OK;
}

#define RUN (1u << DV_COMMAND_RUN)
#define CHECK (1u << DV_COMMAND_CHECK)
#define REPLAY (1u << DV_COMMAND_REPLAY)
#define BENCH (1u << DV_COMMAND_BENCH)
#define NEW (1u << DV_COMMAND_NEW)
#define TEST (1u << DV_COMMAND_TEST)
#define MODS (1u << DV_COMMAND_MODS)
#define SWEEP (1u << DV_COMMAND_SWEEP)
#define REFERENCE (1u << DV_COMMAND_REFERENCE)

const dv_option_type dv_option_types[] = {
    {"seed", DV_TAKES_VALUE, read_seed, RUN | TEST | SWEEP},
    {"set", DV_TAKES_VALUE, read_set, RUN | SWEEP},
    {"mod", DV_TAKES_VALUE, read_mod, RUN | CHECK | MODS | SWEEP},
    {"mods", DV_TAKES_VALUE, read_mods, RUN | CHECK | MODS | SWEEP},
    {"threads", DV_TAKES_VALUE, read_threads, RUN | REPLAY | TEST},
    {"speed", DV_TAKES_VALUE, read_speed, RUN},
    {"budget", DV_TAKES_VALUE, read_budget, RUN | CHECK | REPLAY | TEST | SWEEP},
    {"lua-memory", DV_TAKES_VALUE, read_lua_memory, RUN | CHECK | REPLAY | TEST | SWEEP},
    {"history", DV_TAKES_VALUE, read_history, RUN},
    {"watch", DV_MAY_TAKE_VALUE, read_watch, RUN | TEST},
    {"no-watch", DV_TAKES_NOTHING, read_watch, RUN},
    {"control", DV_TAKES_VALUE, read_path, RUN},
    {"explain", DV_TAKES_NOTHING, read_explain, RUN},
    {"paused", DV_TAKES_NOTHING, read_paused, RUN},
    {"pause-at", DV_TAKES_VALUE, read_pause_at, RUN},
    {"headless", DV_TAKES_NOTHING, read_headless, RUN | SWEEP},
    {"ticks", DV_TAKES_VALUE, read_ticks, RUN | CHECK | SWEEP},
    {"types", DV_TAKES_NOTHING, read_types, CHECK},
    {"seconds", DV_TAKES_VALUE, read_seconds, RUN},
    {"hash", DV_MAY_TAKE_VALUE, read_hash, RUN | REPLAY},
    {"record", DV_TAKES_VALUE, read_record, RUN},
    {"columns", DV_TAKES_VALUE, read_path, RUN},
    {"kinds", DV_TAKES_VALUE, read_path, RUN},
    {"report", DV_TAKES_VALUE, read_path, RUN},
    {"every", DV_TAKES_VALUE, read_every, RUN},
    {"screenshot", DV_TAKES_VALUE, read_screenshot, RUN},
    {"frames", DV_TAKES_VALUE, read_path, RUN},
    {"film", DV_TAKES_VALUE, read_film, RUN},
    {"size", DV_TAKES_VALUE, dv_read_size, RUN},
    {"scale", DV_TAKES_VALUE, dv_read_scale, RUN},
    {"camera", DV_TAKES_VALUE, dv_read_camera, RUN},
    {"select", DV_TAKES_VALUE, dv_read_select, RUN},
    {"trails", DV_TAKES_NOTHING, dv_read_shown, RUN},
    {"thoughts", DV_TAKES_NOTHING, dv_read_shown, RUN},
    {"density", DV_TAKES_VALUE, dv_read_density, RUN},
    {"theme", DV_TAKES_VALUE, dv_read_theme, RUN},
    {"save", DV_TAKES_VALUE, read_path, RUN},
    {"load", DV_TAKES_VALUE, read_path, RUN},
    {"log", DV_TAKES_VALUE, read_path, RUN},
    {"from", DV_TAKES_VALUE, read_path, NEW},
    {"mod", DV_TAKES_VALUE, read_path, NEW},
    {"for", DV_TAKES_VALUE, read_path, NEW},
    {"json", DV_TAKES_NOTHING, read_json, BENCH},
    {"csv", DV_TAKES_VALUE, read_csv, BENCH},
    {"only", DV_TAKES_VALUE, read_only, TEST},
    {"seeds", DV_TAKES_VALUE, read_seeds, TEST},
    {"format", DV_TAKES_VALUE, read_format, TEST},
    {"vector-bits", DV_TAKES_VALUE, read_vector_bits, BENCH},
    {"vary", DV_TAKES_VALUE, dv_read_vary, SWEEP},
    {"design", DV_TAKES_VALUE, dv_read_sweep_text, SWEEP},
    {"repeat", DV_TAKES_VALUE, dv_read_sweep_number, SWEEP},
    {"same-seeds", DV_TAKES_NOTHING, dv_read_sweep_flag, SWEEP},
    {"until", DV_TAKES_VALUE, dv_read_sweep_text, SWEEP},
    {"warmup", DV_TAKES_VALUE, dv_read_sweep_number, SWEEP},
    {"every", DV_TAKES_VALUE, dv_read_sweep_number, SWEEP},
    {"jobs", DV_TAKES_VALUE, dv_read_sweep_number, SWEEP},
    {"part", DV_TAKES_VALUE, dv_read_part, SWEEP},
    {"out", DV_TAKES_VALUE, dv_read_sweep_text, SWEEP},
    {"resume", DV_TAKES_NOTHING, dv_read_sweep_flag, SWEEP},
    {"join", DV_TAKES_NOTHING, dv_read_sweep_flag, SWEEP},
    {"rerun", DV_TAKES_VALUE, dv_read_sweep_number, SWEEP},
    {"all", DV_TAKES_NOTHING, read_all, REFERENCE},
    {"format", DV_TAKES_VALUE, read_document_format, REFERENCE},
};
