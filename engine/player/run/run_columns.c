#include "player/run/run_columns.h"

#include "player/run/run_private.h"

#include "base/alloc.h"
#include "base/names.h"
#include "base/result.h"
#include "record/trace_columns.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define MEMORY "memory."

// Lists

/// The number of names in "x,y,z".
static uint32_t count_names(const char *list) {
    uint32_t count = 1;
    for (; *list; list++)
        count += *list == ',';
    return count;
}

static dv_result check_name(const char *option, const char *list, const char *const *names,
                            uint32_t count, dv_error *error) {
    const char *name = names[count];
    if (!*name)
        return dv_fail(error, DV_ERROR_ARGUMENT,
                       "--%s takes names with commas between them, not '%s'", option, list);
    for (uint32_t i = 0; i < count; i++)
        if (strcmp(names[i], name) == 0)
            return dv_fail(error, DV_ERROR_ARGUMENT, "--%s: '%s' is given twice", option, name);
    return DV_OK;
}

/// Cut a copy of a list at its commas. The caller frees both results, also on failure.
static dv_result cut_list(const char *option, const char *list, char **copy, const char ***names,
                          uint32_t *count, dv_error *error) {
    uint32_t all = count_names(list);
    *copy = dv_copy_string(list);
    *names = dv_alloc(all * sizeof **names);
    if (!*copy || !*names)
        return dv_fail(error, DV_ERROR_MEMORY, "out of memory");
    char *name = *copy;
    for (*count = 0; *count < all; ++*count) {
        char *comma = strchr(name, ',');
        if (comma)
            *comma = '\0';
        (*names)[*count] = name;
        dv_result result = check_name(option, list, *names, *count, error);
        if (result != DV_OK)
            return result;
        name = comma ? comma + 1 : name;
    }
    return DV_OK;
}

// Kinds

static dv_result choose_kinds(dv_run *run, struct dv_run_columns *chosen, dv_error *error) {
    const dv_program *program = dv_world_program(run->world);
    if (!run->options->kinds)
        return DV_OK;
    dv_result result = cut_list("kinds", run->options->kinds, &chosen->kind_names, &chosen->kinds,
                                &chosen->kind_count, error);
    for (uint32_t i = 0; i < chosen->kind_count && result == DV_OK; i++) {
        const char *name = chosen->kinds[i];
        if (dv_program_kind(program, name) >= 0)
            continue;
        const char *nearest = dv_program_nearest_kind(program, name);
        result = dv_fail(error, DV_ERROR_ARGUMENT, "--kinds: unknown kind '%s'%s%s%s", name,
                         nearest ? " (" : "", nearest ? nearest : "", nearest ? "?)" : "");
    }
    return result;
}

static bool is_chosen(const struct dv_run_columns *chosen, const char *kind) {
    bool is_found = !chosen->kinds;
    for (uint32_t i = 0; i < chosen->kind_count && !is_found; i++)
        is_found = strcmp(chosen->kinds[i], kind) == 0;
    return is_found;
}

// Columns

/// Looks for a column in the memory of the chosen kinds.
typedef struct search {
    const char *field; ///< "plan" of "memory.plan.step"
    size_t size;
    const char *rest; ///< "step", or ""
    bool is_found;
    const char *wrong; ///< why a kind that has the field does not have the column
    // For messages: the columns that there are, "memory.hunger" among them.
    char **names;
    uint32_t count, capacity;
} search;

static void add_name(search *s, const char *prefix, const char *name) {
    size_t size = strlen(prefix) + strlen(name) + 1;
    char *copy = dv_alloc(size);
    if (!copy || !dv_reserve((void **)&s->names, &s->capacity, s->count + 1, sizeof *s->names)) {
        dv_free(copy);
        return;
    }
    snprintf(copy, size, "%s%s", prefix, name);
    s->names[s->count++] = copy;
}

/// Whether fields of this type have the rest of the column. "any": there is no default to tell.
static bool fits(search *s, const char *type) {
    bool is_table = strcmp(type, "table") == 0, is_vector = strcmp(type, "drover.vector") == 0;
    bool is_axis = s->rest[0] >= 'x' && s->rest[0] <= 'z' && !s->rest[1];
    if (!*s->rest && is_table)
        s->wrong = "is a table: name what is in it";
    else if (!*s->rest && is_vector)
        s->wrong = "is a vector: name its x, y, or z";
    else if (*s->rest && is_vector && !is_axis)
        s->wrong = "is a vector, with x, y, and z";
    else if (*s->rest && !is_table && !is_vector && strcmp(type, "any") != 0)
        s->wrong = "has no fields";
    else
        return true;
    return false;
}

static void look_at_field(void *context, const char *name, const char *type) {
    search *s = context;
    add_name(s, MEMORY, name);
    if (strlen(name) == s->size && memcmp(name, s->field, s->size) == 0 && fits(s, type))
        s->is_found = true;
}

static dv_result unknown_column(const search *s, const char *name, dv_error *error) {
    // Names as in scripts, without `memory.`, come first.
    const char *nearest = NULL;
    for (uint32_t i = 0; i < s->count && !nearest; i++)
        if (strncmp(s->names[i], MEMORY, strlen(MEMORY)) == 0 &&
            strcmp(s->names[i] + strlen(MEMORY), name) == 0)
            nearest = s->names[i];
    if (!nearest)
        nearest = dv_nearest_name(name, (const char *const *)s->names, s->count);
    return dv_fail(error, DV_ERROR_ARGUMENT, "--columns: unknown column '%s'%s%s%s", name,
                   nearest ? " (" : "", nearest ? nearest : "", nearest ? "?)" : "");
}

/// Whether a path has no empty name in it.
static bool is_path(const char *path) {
    size_t length = strlen(path);
    return length > 0 && path[0] != '.' && path[length - 1] != '.' && !strstr(path, "..");
}

/// Fail unless some chosen kind has the column, which is no built-in one.
static dv_result check_column(const dv_run *run, const struct dv_run_columns *chosen,
                              const char *name, dv_error *error) {
    bool is_memory = strncmp(name, MEMORY, strlen(MEMORY)) == 0;
    search s = {.field = is_memory ? name + strlen(MEMORY) : ""};
    s.size = strcspn(s.field, ".");
    s.rest = s.field + s.size + (s.field[s.size] == '.');
    const dv_program *program = dv_world_program(run->world);
    uint64_t refused = dv_refused_allocations();
    for (int i = 0; i < DV_TRACE_COLUMNS; i++)
        add_name(&s, "", dv_trace_column_names[i]);
    for (uint32_t k = 0; k < dv_program_kind_count(program); k++)
        if (is_chosen(chosen, dv_program_kind_name(program, k)))
            dv_scenario_memory_types(run->scenario, k, look_at_field, &s);
    dv_result result = DV_OK;
    if (!s.is_found && dv_refused_allocations() > refused) // the field may have been missed
        result = dv_fail(error, DV_ERROR_MEMORY, "out of memory");
    else if (!s.is_found && s.wrong && is_path(s.field))
        result = dv_fail(error, DV_ERROR_ARGUMENT, "--columns: " MEMORY "%.*s %s", (int)s.size,
                         s.field, s.wrong);
    else if (!s.is_found || !is_path(s.field))
        result = unknown_column(&s, name, error);
    for (uint32_t i = 0; i < s.count; i++)
        dv_free(s.names[i]);
    dv_free(s.names);
    return result;
}

static dv_result read_memory(void *context, dv_agent agent, dv_cell *cell, dv_error *error) {
    dv_memory_column *column = context;
    const dv_run *run = column->run;
    const char *type = dv_scenario_read_memory(run->scenario, column->place, agent, cell);
    column->was_read = true;
    column->has_value |= type || cell->type != DV_CELL_EMPTY;
    if (!type || column->is_told)
        return DV_OK;
    char whose[DV_DIFFERENCE_NAME];
    dv_agent_text(run->world, dv_handle_index(agent.bits), whose);
    column->has_failed = true;
    bool is_table = strcmp(type, "table") == 0, is_vector = strcmp(type, "vector") == 0;
    return dv_fail(error, DV_ERROR_SCRIPT, "--columns: in tick %" PRIu64 ", %s of %s is %s %s%s",
                   dv_world_tick(run->world), column->name, whose,
                   strchr("aeiou", *type) ? "an" : "a", type,
                   is_table    ? ": name what is in it"
                   : is_vector ? ": name its x, y, or z"
                               : ", which no row takes");
}

static dv_result choose_columns(dv_run *run, struct dv_run_columns *chosen, dv_error *error) {
    const char **names = NULL;
    if (!run->options->columns)
        return DV_OK;
    dv_result result =
        cut_list("columns", run->options->columns, &chosen->names, &names, &chosen->count, error);
    chosen->columns = dv_alloc((chosen->count + 1) * sizeof *chosen->columns);
    chosen->memory = dv_alloc((chosen->count + 1) * sizeof *chosen->memory);
    if (result == DV_OK && (!chosen->columns || !chosen->memory))
        result = dv_fail(error, DV_ERROR_MEMORY, "out of memory");
    for (uint32_t i = 0; i < chosen->count && result == DV_OK; i++) {
        chosen->columns[i] = (dv_trace_column){.name = names[i]};
        if (dv_trace_has_column(names[i]))
            continue;
        result = check_column(run, chosen, names[i], error);
        dv_memory_column *column = &chosen->memory[chosen->memory_count++];
        *column = (dv_memory_column){.run = run, .name = names[i]};
        chosen->columns[i].read = read_memory;
        chosen->columns[i].context = column;
    }
    dv_free(names);
    return result;
}

dv_result dv_run_find_columns(dv_run *run, dv_error *error) {
    struct dv_run_columns *chosen = run->rows.columns;
    dv_result result = DV_OK;
    for (uint32_t i = 0; chosen && i < chosen->memory_count && result == DV_OK; i++)
        result = dv_scenario_find_memory(run->scenario, chosen->memory[i].name + strlen(MEMORY),
                                         &chosen->memory[i].place, error);
    return result;
}

dv_result dv_run_choose_columns(dv_run *run, dv_error *error) {
    run->rows.columns = dv_alloc(sizeof *run->rows.columns);
    if (!run->rows.columns)
        return dv_fail(error, DV_ERROR_MEMORY, "out of memory");
    dv_result result = choose_kinds(run, run->rows.columns, error);
    if (result == DV_OK)
        result = choose_columns(run, run->rows.columns, error);
    return result == DV_OK ? dv_run_find_columns(run, error) : result;
}

void dv_run_free_columns(dv_run *run) {
    struct dv_run_columns *chosen = run->rows.columns;
    if (!chosen)
        return;
    dv_free(chosen->names);
    dv_free(chosen->kind_names);
    dv_free(chosen->columns);
    dv_free(chosen->kinds);
    dv_free(chosen->memory);
    dv_free(chosen);
    run->rows.columns = NULL;
}

// Values that no row takes

void dv_run_blame_columns(dv_run *run, const dv_error *error) {
    if (!dv_scenario_blame(run->scenario, error)) {
        dv_run_fail(run, DV_ERROR_ARGUMENT, error); // no function failed: there is no traceback
        return;
    }
    if (dv_scenario_trial_failed(run->scenario))
        return;
    dv_run_print_script_error(run);
    for (uint32_t i = 0; i < run->rows.columns->memory_count; i++)
        run->rows.columns->memory[i].is_told = run->rows.columns->memory[i].has_failed;
}

void dv_run_tell_empty_columns(const dv_run *run) {
    const struct dv_run_columns *chosen = run->rows.columns;
    for (uint32_t i = 0; chosen && i < chosen->memory_count; i++) {
        const dv_memory_column *column = &chosen->memory[i];
        bool is_in_table = strchr(column->name + strlen(MEMORY), '.') != NULL;
        if (is_in_table && column->was_read && !column->has_value)
            dv_say(NULL, "drover: warning: --columns: %s was empty in every row", column->name);
    }
}

void dv_run_forget_told_columns(dv_run *run) {
    for (uint32_t i = 0; run->rows.columns && i < run->rows.columns->memory_count; i++)
        run->rows.columns->memory[i].has_failed = run->rows.columns->memory[i].is_told = false;
}
