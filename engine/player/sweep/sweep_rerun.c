#include "player/sweep/sweep_rerun.h"

#include "base/alloc.h"
#include "base/result.h"
#include "player/options/command_line.h"
#include "player/options/subcommand.h"
#include "player/run/run.h"
#include "player/sweep/csv_table.h"
#include "player/sweep/sweep_manifest.h"
#include "player/terminal/messages.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SETTING_PREFIX "set."

/// One run, as the files of the sweep have it.
typedef struct found_run {
    dv_manifest manifest;
    dv_manifest_run run;
    dv_csv_table table; ///< the heading and the rows of the run
    dv_options options; ///< of drover run
    dv_setting_choice *settings;
    const char **mods;
} found_run;

static dv_result no_memory(dv_error *error) {
    return dv_fail(error, DV_ERROR_MEMORY, "out of memory");
}

/// Find the line of the run, and where its rows begin, counted from the end of the heading.
static dv_result find_run(found_run *f, uint64_t number, uint64_t *begin, dv_error *error) {
    uint64_t runs = dv_manifest_runs(f->manifest.head);
    *begin = 0;
    while (dv_manifest_next(&f->manifest, &f->run)) {
        if (f->run.run == number)
            return DV_OK;
        *begin += f->run.bytes;
    }
    if (number > runs)
        return dv_fail(error, DV_ERROR_ARGUMENT,
                       "--rerun %" PRIu64 ": the sweep has %" PRIu64 " run%s", number, runs,
                       runs == 1 ? "" : "s");
    return dv_fail(error, DV_ERROR_ARGUMENT, "--rerun %" PRIu64 ": %s does not have that run",
                   number, f->manifest.name);
}

static dv_result read_rows(found_run *f, const char *path, uint64_t begin, dv_error *error) {
    FILE *file = fopen(path, "re");
    char *heading = NULL, *text = NULL;
    size_t capacity = 0;
    if (!file)
        return dv_fail(error, DV_ERROR_IO, "cannot read %s: %s", path, strerror(errno));
    ssize_t length = getline(&heading, &capacity, file);
    dv_result result = DV_OK;
    if (length > 0 && dv_manifest_fits(&f->run, file) &&
        !(text = dv_alloc((size_t)length + f->run.bytes + 1)))
        result = no_memory(error);
    if (text)
        memcpy(text, heading, (size_t)length);
    bool is_read = text && fseek(file, (long)begin, SEEK_CUR) == 0 &&
                   fread(text + length, 1, f->run.bytes, file) == f->run.bytes;
    if (result == DV_OK && (!is_read || !dv_manifest_holds(&f->manifest, &f->run, text + length)))
        result =
            dv_fail(error, DV_ERROR_FORMAT,
                    "%s, or its manifest, is damaged: run %" PRIu64 " is not as it was written",
                    path, f->run.run);
    if (result == DV_OK)
        result = dv_csv_read_text(path, text, (size_t)length + f->run.bytes, &f->table, error);
    free(heading);
    dv_free(text);
    fclose(file);
    return result;
}

static dv_result choose_settings(found_run *f, dv_error *error) {
    const dv_csv_table *table = &f->table;
    const size_t prefix = strlen(SETTING_PREFIX);
    f->settings = dv_alloc((table->columns + 1) * sizeof *f->settings);
    if (!f->settings)
        return no_memory(error);
    for (uint32_t i = 0; i < table->columns; i++) {
        const char *name = dv_csv_field(table, 0, i);
        if (strncmp(name, SETTING_PREFIX, prefix) == 0)
            f->settings[f->options.setting_count++] =
                (dv_setting_choice){name + prefix, dv_csv_field(table, 1, i)};
    }
    f->options.settings = f->settings;
    return DV_OK;
}

static dv_result choose_mods(found_run *f, dv_error *error) {
    const json_t *mods = json_object_get(f->manifest.head, "mods");
    size_t count = json_array_size(mods);
    f->mods = dv_alloc((count + 1) * sizeof *f->mods);
    if (!f->mods)
        return no_memory(error);
    for (size_t i = 0; i < count; i++) {
        f->mods[i] = json_string_value(json_array_get(mods, i));
        if (!f->mods[i])
            return dv_fail(error, DV_ERROR_FORMAT, "%s is damaged", f->manifest.name);
    }
    f->options.mods = f->mods;
    f->options.mod_count = (uint32_t)count;
    return DV_OK;
}

static dv_result choose(found_run *f, const dv_options *options, const char *path,
                        dv_error *error) {
    int32_t seed = dv_csv_column(&f->table, "seed");
    f->options = *options;
    f->options.command = dv_subcommand_named(options->known, "run");
    f->options.reads_commands = true;
    f->options.watch = !options->headless;
    f->options.speed = options->headless ? INFINITY : 1;
    f->options.scenario = json_string_value(json_object_get(f->manifest.head, "scenario"));
    if (seed < 0 || f->table.rows < 2 || !f->options.scenario)
        return dv_fail(error, DV_ERROR_FORMAT, "%s is not the file of a sweep", path);
    f->options.has_seed = true;
    f->options.seed = strtoull(dv_csv_field(&f->table, 1, (uint32_t)seed), NULL, 10);
    f->options.setting_count = 0;
    if (options->headless) {
        f->options.ticks = f->run.tick;
        f->options.hash = true;
    }
    dv_result result = choose_settings(f, error);
    return result == DV_OK ? choose_mods(f, error) : result;
}

static dv_result open_run(found_run *f, const dv_options *options, FILE *stream, const char *name,
                          dv_error *error) {
    const char *path = options->sweep.files[0];
    uint64_t begin;
    if (!stream)
        return dv_fail(error, DV_ERROR_IO, "cannot read %s, the manifest of %s: %s", name, path,
                       strerror(errno));
    dv_result result = dv_manifest_open(&f->manifest, name, stream, error);
    if (result == DV_OK)
        result = find_run(f, options->sweep.rerun, &begin, error);
    if (result == DV_OK)
        result = read_rows(f, path, begin, error);
    return result == DV_OK ? choose(f, options, path, error) : result;
}

// Running

// dv_run_whole passes nothing but the run.
static const found_run *rerun;

static void warn_of_changes(const dv_run *run) {
    const json_t *scripts = json_object_get(rerun->manifest.head, "scripts");
    for (uint32_t i = 0; i < dv_scenario_module_count(run->scenario); i++) {
        dv_scenario_module module = dv_scenario_module_at(run->scenario, i);
        const char *hash = json_string_value(json_object_get(scripts, module.path));
        if (hash && strtoull(hash, NULL, 16) != module.hash)
            dv_say(NULL, "drover: warning: %s has changed since the sweep", module.path);
    }
}

static int run_and_compare(dv_run *run) {
    uint64_t hash;
    dv_error error;
    warn_of_changes(run);
    int status = dv_run_headless(run);
    if (status != 0 || !rerun->run.has_hash || run->result != DV_OK ||
        dv_world_hash(run->world, &hash, &error) != DV_OK || hash == rerun->run.hash)
        return status;
    dv_say(NULL, "drover: run %" PRIu64 " of the sweep had hash %016" PRIx64 " at tick %" PRIu64,
           rerun->run.run, rerun->run.hash, rerun->run.tick);
    return 1;
}

int dv_sweep_rerun(const dv_options *options) {
    found_run found = {0};
    dv_error error;
    char *name = dv_manifest_path(options->sweep.files[0]);
    FILE *stream = name ? fopen(name, "re") : NULL;
    dv_result result = name ? open_run(&found, options, stream, name, &error) : no_memory(&error);
    int status;
    rerun = &found;
    if (result != DV_OK) {
        dv_say(NULL, "drover: %s", error.message);
        status = result == DV_ERROR_ARGUMENT ? DV_BAD_USAGE : 1;
    } else {
        dv_know_mods(found.options.mods, found.options.mod_count);
        status = options->headless ? dv_run_whole(&found.options, run_and_compare)
                                   : found.options.command->run(&found.options);
    }
    dv_know_mods(NULL, 0);
    dv_csv_free(&found.table);
    dv_free(found.settings);
    dv_free(found.mods);
    dv_manifest_close(&found.manifest);
    if (stream)
        fclose(stream);
    dv_free(name);
    return status;
}
