#include "player/sweep/sweep_plan.h"

#include "base/alloc.h"
#include "base/hash.h"
#include "base/result.h"
#include "player/sweep/csv_table.h"
#include "record/file.h"

#include <inttypes.h>
#include <string.h>

#define LARGEST_DESIGN ((size_t)1 << 30)

static dv_result no_memory(dv_error *error) {
    return dv_fail(error, DV_ERROR_MEMORY, "out of memory");
}

static dv_factor *factor_named(dv_sweep_plan *plan, const char *name) {
    for (uint32_t i = 0; i < plan->factor_count; i++)
        if (strcmp(plan->factors[i].name, name) == 0)
            return &plan->factors[i];
    return NULL;
}

static bool is_fixed(const dv_options *options, const char *name) {
    for (uint32_t i = 0; i < options->setting_count; i++)
        if (strcmp(options->settings[i].name, name) == 0)
            return true;
    return false;
}

static dv_result name_factor(dv_sweep_plan *plan, dv_factor *factor, const char *name,
                             size_t length, dv_error *error) {
    factor->name = dv_alloc(length + 1);
    if (!factor->name)
        return no_memory(error);
    memcpy(factor->name, name, length);
    factor->name[length] = '\0';
    if (factor_named(plan, factor->name) != factor)
        return dv_fail(error, DV_ERROR_ARGUMENT, "'%s' is varied twice", factor->name);
    if (is_fixed(plan->options, factor->name))
        return dv_fail(error, DV_ERROR_ARGUMENT, "'%s' is varied, and --set fixes it",
                       factor->name);
    return DV_OK;
}

// --vary

static dv_result add_runs(dv_sweep_plan *plan, uint64_t factor, dv_error *error) {
    if (factor > 0 && plan->combinations > DV_MOST_RUNS / factor)
        return dv_fail(error, DV_ERROR_ARGUMENT, "the sweep would have over %" PRIu64 " runs",
                       DV_MOST_RUNS);
    plan->combinations *= factor;
    return DV_OK;
}

static dv_result read_vary(dv_sweep_plan *plan, dv_error *error) {
    const dv_sweep_options *options = &plan->options->sweep;
    plan->combinations = 1;
    for (uint32_t i = 0; i < options->vary_count; i++) {
        const char *given = options->vary[i], *equals = strchr(given, '=');
        dv_factor *factor = &plan->factors[plan->factor_count++];
        dv_error why;
        dv_result result = name_factor(plan, factor, given, (size_t)(equals - given), &why);
        if (result == DV_OK)
            result = dv_sweep_values_read(equals + 1, &factor->values, &why);
        if (result != DV_OK)
            return dv_fail(error, result, "--vary %s: %.900s", factor->name ? factor->name : "",
                           why.message);
        result = add_runs(plan, factor->values.count, error);
        if (result != DV_OK)
            return result;
    }
    return DV_OK;
}

// --design

static dv_result take_cell(dv_sweep_plan *plan, const dv_csv_table *table, uint32_t row,
                           uint32_t column, dv_error *error) {
    const char *text = dv_csv_field(table, row, column);
    dv_factor *factor = &plan->factors[column];
    if (!*text)
        return dv_fail(error, DV_ERROR_ARGUMENT, "%s, row %" PRIu32 ", column %s: it is empty",
                       plan->options->sweep.design, row, factor->name);
    return dv_sweep_values_add(&factor->values, text, strlen(text)) ? DV_OK : no_memory(error);
}

static dv_result take_table(dv_sweep_plan *plan, const dv_csv_table *table, dv_error *error) {
    const char *design = plan->options->sweep.design;
    plan->factors = dv_alloc(table->columns * sizeof *plan->factors);
    if (!plan->factors)
        return no_memory(error);
    for (uint32_t i = 0; i < table->columns; i++) {
        const char *name = dv_csv_field(table, 0, i);
        dv_error why;
        if (!*name)
            return dv_fail(error, DV_ERROR_ARGUMENT, "%s, column %" PRIu32 " has no name", design,
                           i + 1);
        dv_result result =
            name_factor(plan, &plan->factors[plan->factor_count++], name, strlen(name), &why);
        if (result != DV_OK)
            return dv_fail(error, result, "%s, column %" PRIu32 ": %.900s", design, i + 1,
                           why.message);
    }
    if (table->rows == 1)
        return dv_fail(error, DV_ERROR_ARGUMENT, "%s has a heading, but no rows", design);
    for (uint32_t row = 1; row < table->rows; row++)
        for (uint32_t i = 0; i < table->columns; i++) {
            dv_result result = take_cell(plan, table, row, i, error);
            if (result != DV_OK)
                return result;
        }
    plan->combinations = table->rows - 1;
    return DV_OK;
}

static dv_result read_design(dv_sweep_plan *plan, dv_error *error) {
    const char *design = plan->options->sweep.design;
    dv_csv_table table;
    unsigned char *bytes;
    size_t size;
    dv_result result = dv_file_read(design, LARGEST_DESIGN, &bytes, &size, error);
    if (result != DV_OK)
        return result;
    plan->is_design = true;
    plan->design_hash = dv_hash_bytes(bytes, size);
    result = dv_csv_read_text(design, (const char *)bytes, size, &table, error);
    dv_free(bytes);
    if (result != DV_OK)
        return result;
    result = take_table(plan, &table, error);
    dv_csv_free(&table);
    return result;
}

dv_result dv_sweep_plan_read(dv_sweep_plan *plan, const dv_options *options, dv_error *error) {
    const dv_sweep_options *sweep = &options->sweep;
    *plan = (dv_sweep_plan){.options = options, .until_monitor = -1};
    if (!sweep->design) {
        plan->factors = dv_alloc((sweep->vary_count + 1) * sizeof *plan->factors);
        if (!plan->factors)
            return no_memory(error);
    }
    dv_result result = sweep->design ? read_design(plan, error) : read_vary(plan, error);
    if (result == DV_OK && sweep->until)
        result = dv_condition_read(sweep->until, &plan->until, error);
    if (result == DV_OK && plan->combinations > DV_MOST_RUNS / sweep->repeat)
        result = dv_fail(error, DV_ERROR_ARGUMENT, "the sweep would have over %" PRIu64 " runs",
                         DV_MOST_RUNS);
    plan->runs = plan->combinations * sweep->repeat;
    if (result == DV_OK && dv_sweep_due(plan) == 0)
        result =
            dv_fail(error, DV_ERROR_ARGUMENT,
                    "--part %" PRIu64 "/%" PRIu64 " is empty: the sweep has only %" PRIu64 " run%s",
                    sweep->part, sweep->parts, plan->runs, plan->runs == 1 ? "" : "s");
    return result;
}

static void free_names(char **names, uint32_t count) {
    for (uint32_t i = 0; names && i < count; i++)
        dv_free(names[i]);
    dv_free(names);
}

void dv_sweep_plan_free(dv_sweep_plan *plan) {
    for (uint32_t i = 0; i < plan->factor_count; i++) {
        dv_free(plan->factors[i].name);
        dv_sweep_values_free(&plan->factors[i].values);
    }
    dv_free(plan->factors);
    free_names(plan->settings, plan->setting_count);
    free_names(plan->fixed, plan->setting_count);
    free_names(plan->monitors, plan->monitor_count);
    for (uint32_t i = 0; i < plan->module_count; i++)
        dv_free(plan->modules[i].path);
    dv_free(plan->modules);
    *plan = (dv_sweep_plan){0};
}

uint64_t dv_sweep_combination(const dv_sweep_plan *plan, uint64_t run) {
    return (run - 1) / plan->options->sweep.repeat;
}

uint64_t dv_sweep_repeat(const dv_sweep_plan *plan, uint64_t run) {
    return (run - 1) % plan->options->sweep.repeat;
}

const char *dv_sweep_value(const dv_sweep_plan *plan, uint64_t combination, uint32_t factor) {
    if (!plan->is_design)
        for (uint32_t i = plan->factor_count - 1; i > factor; i--)
            combination /= plan->factors[i].values.count;
    const dv_sweep_values *values = &plan->factors[factor].values;
    return values->items[combination % values->count];
}

const char *dv_sweep_setting(const dv_sweep_plan *plan, uint64_t run, uint32_t setting) {
    for (uint32_t i = 0; i < plan->factor_count; i++)
        if (plan->factors[i].setting == setting)
            return dv_sweep_value(plan, dv_sweep_combination(plan, run), i);
    return plan->fixed[setting];
}

uint64_t dv_sweep_seed(const dv_sweep_plan *plan, uint64_t run) {
    uint64_t seed = plan->seed;
    if (!plan->options->sweep.same_seeds)
        seed = dv_hash_join(seed, dv_sweep_combination(plan, run));
    // 53 bits, so that programs which keep numbers as doubles, such as R, read the same seed.
    return dv_hash_join(seed, dv_sweep_repeat(plan, run)) >> 11;
}

uint64_t dv_sweep_first(const dv_sweep_plan *plan) {
    return plan->options->sweep.parts > 0 ? plan->options->sweep.part : 1;
}

uint64_t dv_sweep_stride(const dv_sweep_plan *plan) {
    return plan->options->sweep.parts > 0 ? plan->options->sweep.parts : 1;
}

uint64_t dv_sweep_due(const dv_sweep_plan *plan) {
    uint64_t first = dv_sweep_first(plan);
    return plan->runs < first ? 0 : (plan->runs - first) / dv_sweep_stride(plan) + 1;
}
