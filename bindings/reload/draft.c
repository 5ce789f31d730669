// Drafts of modules: sources that run before they are written to their files. All changes of a
// draft are one reload: one trial, and one undo.
#include "modules/modules.h"
#include "reload/reload.h"
#include "scenario_data.h"

#include "base/alloc.h"
#include "base/result.h"
#include "record/output.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

static bool has_draft_of(const dv_scenario *scenario, const char *path) {
    const char *drafted, *source;
    size_t size;
    return dv_modules_draft(scenario->modules, &drafted, &source, &size) &&
           strcmp(drafted, path) == 0;
}

/// After a refusal, the draft is what is in force: the one before, or none.
static void take_back(dv_scenario *scenario, const char *path) {
    const dv_modules *modules = scenario->modules;
    for (uint32_t i = 0; scenario->draft_generation && i < dv_modules_count(modules); i++) {
        size_t size;
        const char *source = dv_modules_source(modules, i, &size);
        if (strcmp(dv_modules_path(modules, i), path) == 0 &&
            dv_modules_set_draft(scenario->modules, path, source, size, NULL) == DV_OK)
            return;
    }
    dv_scenario_drop_draft(scenario);
}

dv_reload_report dv_scenario_try_draft(dv_scenario *scenario, const char *path, const char *source,
                                       size_t size) {
    dv_reload_report report = {.outcome = DV_RELOAD_REFUSED,
                               .generation = dv_modules_generation(scenario->modules)};
    dv_error error;
    bool is_same = scenario->draft_generation && has_draft_of(scenario, path);
    if (!is_same)
        dv_scenario_drop_draft(scenario);
    if (dv_modules_set_draft(scenario->modules, path, source, size, &error) != DV_OK) {
        snprintf(report.message, sizeof report.message, "%s", error.message);
        return report;
    }
    report = dv_reload_files(scenario, is_same);
    if (report.outcome == DV_RELOAD_SWAPPED)
        scenario->draft_generation = report.generation;
    else if (report.outcome == DV_RELOAD_REFUSED)
        take_back(scenario, path);
    return report;
}

static dv_result write_source(dv_scenario *scenario, const char *path, const char *source,
                              size_t size, dv_error *error) {
    dv_output output;
    char *file = NULL;
    for (uint32_t i = 0; i < dv_modules_count(scenario->modules) && !file; i++)
        if (strcmp(dv_modules_path(scenario->modules, i), path) == 0)
            file = dv_modules_file(scenario->modules, i);
    if (!file)
        return dv_fail(error, DV_ERROR_MEMORY, "out of memory");
    dv_result result = dv_output_open(&output, file, error);
    if (result == DV_OK && !dv_output_write(&output, source, size)) {
        result = dv_fail(error, DV_ERROR_IO, "cannot write %s: %s", file, strerror(errno));
        dv_output_drop(&output);
    } else if (result == DV_OK) {
        result = dv_output_finish(&output, error);
    }
    dv_free(file);
    return result;
}

dv_result dv_scenario_save_draft(dv_scenario *scenario, dv_error *error) {
    const char *path, *source;
    size_t size;
    if (!dv_modules_draft(scenario->modules, &path, &source, &size))
        return scenario->draft_generation
                   ? dv_fail(error, DV_ERROR_ARGUMENT,
                             "a file with a changed number is no longer part of the scenario")
                   : DV_OK;
    if (!dv_modules_draft_holds(scenario->modules))
        return dv_fail(error, DV_ERROR_ARGUMENT, "%s was saved meanwhile, and stays as it is",
                       path);
    return write_source(scenario, path, source, size, error);
}

void dv_scenario_drop_draft(dv_scenario *scenario) {
    dv_modules_drop_draft(scenario->modules);
    scenario->draft_generation = 0;
}
