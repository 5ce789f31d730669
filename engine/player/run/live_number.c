#include "player/run/live_number.h"

#include "base/alloc.h"
#include "base/clock.h"
#include "base/result.h"
#include "player/run/run_private.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// Literals

/// The decimals of a value written with at most six digits.
static int decimals_of(double value) {
    char text[DV_LITERAL_TEXT];
    snprintf(text, sizeof text, "%.6g", value);
    const char *dot = strchr(text, '.');
    return dot && !strchr(text, 'e') ? (int)strlen(dot + 1) : 0;
}

int dv_number_decimals(const dv_script_number *number, double value) {
    int own = decimals_of(value);
    if (number->is_whole)
        return own;
    // The third digit, but not more than a thousandth.
    double size = fabs(value) > 0 ? floor(log10(fabs(value))) : 0;
    int chosen = (int)fmin(fmax(2 - size, 0), 3);
    return own > chosen ? own : chosen;
}

void dv_literal_text(const char *before, size_t size, double value, char text[DV_LITERAL_TEXT]) {
    bool is_float = memchr(before, '.', size) || memchr(before, 'e', size);
    dv_double_text(value, text);
    if (is_float && !strpbrk(text, ".e"))
        strcat(text, ".0");
}

// The number that is being changed

static bool find_module(const dv_run *run, const char *path, uint32_t *module) {
    for (uint32_t i = 0; i < dv_scenario_module_count(run->scenario); i++) {
        *module = i;
        if (strcmp(dv_scenario_module_at(run->scenario, i).path, path) == 0)
            return true;
    }
    return false;
}

bool dv_live_number_place(const dv_run *run, uint32_t *module, uint32_t *place) {
    *place = run->number.place;
    return run->number.path && find_module(run, run->number.path, module);
}

void dv_live_number_drop(dv_run *run) {
    dv_scenario_drop_draft(run->scenario);
    dv_free(run->number.path);
    run->number = (dv_live_number){0};
}

/// The source of a module with another value for one of its numbers. Free it with dv_free. NULL
/// with a message on failure.
static char *with_value(const dv_run *run, uint32_t module, uint32_t place, double value,
                        size_t *size, dv_error *error) {
    dv_scenario_module code = dv_scenario_module_at(run->scenario, module);
    dv_script_number *numbers;
    uint32_t count;
    char text[DV_LITERAL_TEXT];
    if (dv_scenario_numbers(run->scenario, module, &numbers, &count, error) != DV_OK)
        return NULL;
    if (place >= count) {
        dv_fail(error, DV_ERROR_ARGUMENT, "%s has changed: choose the number again", code.path);
        dv_free(numbers);
        return NULL;
    }
    size_t start = numbers[place].start, end = numbers[place].end;
    dv_literal_text(code.source + start, end - start, value * numbers[place].written, text);
    dv_free(numbers);
    *size = code.size - (end - start) + strlen(text);
    char *source = dv_alloc(*size + 1);
    if (!source) {
        dv_fail(error, DV_ERROR_MEMORY, "out of memory");
        return NULL;
    }
    memcpy(source, code.source, start);
    memcpy(source + start, text, strlen(text));
    memcpy(source + start + strlen(text), code.source + end, code.size - end);
    return source;
}

/// Reload with the value that is wanted.
static dv_result apply(dv_run *run, dv_error *error) {
    dv_live_number *number = &run->number;
    uint32_t module;
    size_t size = 0;
    char *source = NULL;
    dv_result result = DV_ERROR_ARGUMENT;
    if (!find_module(run, number->path, &module))
        dv_fail(error, result, "%s is no longer part of the scenario", number->path);
    else
        source = with_value(run, module, number->place, number->wanted, &size, error);
    if (source) {
        dv_reload_outcome outcome = dv_run_try_draft(run, number->path, source, size);
        bool is_fine = outcome == DV_RELOAD_SWAPPED || outcome == DV_RELOAD_UNCHANGED;
        result = is_fine ? DV_OK : dv_fail(error, DV_ERROR_SCRIPT, "%s", run->reloads.last.message);
        number->has_draft = number->has_draft || outcome == DV_RELOAD_SWAPPED;
    }
    dv_free(source);
    number->is_due = false;
    number->applied = dv_now();
    return result;
}

static dv_result begin(dv_run *run, uint32_t module, uint32_t place, dv_error *error) {
    uint32_t now_module, now_place;
    if (dv_live_number_place(run, &now_module, &now_place) && now_module == module &&
        now_place == place)
        return DV_OK;
    dv_result result = dv_live_number_release(run, error);
    if (result != DV_OK)
        return result;
    char *path = dv_copy_string(dv_scenario_module_at(run->scenario, module).path);
    if (!path)
        return dv_fail(error, DV_ERROR_MEMORY, "out of memory");
    run->number = (dv_live_number){.path = path, .place = place, .applied = -(double)INFINITY};
    return DV_OK;
}

dv_result dv_live_number_change(dv_run *run, uint32_t module, uint32_t place, double value,
                                dv_error *error) {
    dv_result result = begin(run, module, place, error);
    if (result != DV_OK)
        return result;
    run->number.wanted = value;
    run->number.is_due = true;
    return dv_live_number_go_on(run, error);
}

dv_result dv_live_number_go_on(dv_run *run, dv_error *error) {
    const dv_live_number *number = &run->number;
    if (!number->path || !number->is_due || dv_now() - number->applied < DV_LIVE_NUMBER_PAUSE)
        return DV_OK;
    return apply(run, error);
}

dv_result dv_live_number_release(dv_run *run, dv_error *error) {
    dv_result result = DV_OK;
    dv_error unsaved;
    if (run->number.path && run->number.is_due)
        result = apply(run, error);
    // Write the last value that was accepted. If it failed its trial or was undone, there is no
    // draft.
    if (run->number.has_draft && dv_scenario_save_draft(run->scenario, &unsaved) != DV_OK)
        result = dv_fail(error, DV_ERROR_IO, "%s", unsaved.message);
    if (run->number.path)
        dv_live_number_drop(run);
    return result;
}
