// The commands that list and change the numbers of scripts.
#include "player/run/command_table.h"
#include "player/run/live_number.h"

#include "base/alloc.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// A line of the list: the place, the value, and what it means.
#define NUMBER_LINE 256

typedef struct table {
    char *text;
    size_t used, capacity;
    uint32_t count;
    bool is_short_of_memory;
} table;

static void add_line(table *t, const char *path, const dv_script_number *number) {
    char line[NUMBER_LINE], place[96], value[DV_NUMBER_TEXT];
    dv_double_text(number->value, value);
    snprintf(place, sizeof place, "%.70s:%" PRIu32 ":%" PRIu32, path, number->line, number->column);
    size_t length =
        (size_t)snprintf(line, sizeof line, "%-24s %8s %-4s %s%s%s\n", place, value, number->unit,
                         number->part, *number->part ? ": " : "", number->name);
    if (t->used + length + 1 > t->capacity) {
        size_t capacity = 2 * t->capacity + NUMBER_LINE;
        char *larger = dv_resize(t->text, capacity);
        if (!larger) {
            t->is_short_of_memory = true;
            return;
        }
        t->text = larger;
        t->capacity = capacity;
    }
    memcpy(t->text + t->used, line, length + 1);
    t->used += length;
    t->count++;
}

/// Call `each` for the numbers of the scenario's own modules, until it returns false.
static dv_result each_number(const dv_run *run, dv_error *error, void *context,
                             bool (*each)(void *context, uint32_t module, const char *path,
                                          uint32_t place, const dv_script_number *number)) {
    bool goes_on = true;
    for (uint32_t i = 0; i < dv_scenario_module_count(run->scenario) && goes_on; i++) {
        dv_scenario_module module = dv_scenario_module_at(run->scenario, i);
        dv_script_number *numbers;
        uint32_t count;
        if (module.is_library)
            continue;
        dv_result result = dv_scenario_numbers(run->scenario, i, &numbers, &count, error);
        if (result != DV_OK)
            return result;
        for (uint32_t place = 0; place < count && goes_on; place++)
            goes_on = each(context, i, module.path, place, &numbers[place]);
        dv_free(numbers);
    }
    return DV_OK;
}

typedef struct listing {
    const char *file; ///< "": all
    table table;
} listing;

static bool list_number(void *context, uint32_t module, const char *path, uint32_t place,
                        const dv_script_number *number) {
    listing *l = context;
    (void)module;
    (void)place;
    if (!*l->file || strcmp(l->file, path) == 0)
        add_line(&l->table, path, number);
    return !l->table.is_short_of_memory;
}

void dv_obey_numbers(dv_run *run, const char *value, dv_answer *to) {
    listing l = {.file = value};
    dv_error error;
    dv_result result = each_number(run, &error, &l, list_number);
    if (result != DV_OK)
        dv_answer_refuse(to, "cannot list the numbers: %s", error.message);
    else if (l.table.is_short_of_memory)
        dv_answer_refuse(to, "cannot list the numbers: out of memory");
    else if (l.table.count == 0)
        dv_answer_refuse(to, "%s%sno numbers in definitions", value,
                         *value ? " has " : "there are ");
    else
        dv_answer_say(to, "%" PRIu32 " number%s", l.table.count, l.table.count == 1 ? "" : "s");
    if (to->failed)
        dv_free(l.table.text);
    else
        to->table = l.table.text;
}

// Changing one

/// A place as people type it, "wolf.lua:92" or "wolf.lua:92:21", and what is there.
typedef struct search {
    char path[256];
    uint32_t line, column; ///< column 0: any
    uint32_t module, place, found;
    dv_script_number number; ///< the first that was found
    char columns[64];        ///< of all, for a message
} search;

static bool find_number(void *context, uint32_t module, const char *path, uint32_t place,
                        const dv_script_number *number) {
    search *s = context;
    size_t used = strlen(s->columns);
    if (strcmp(path, s->path) != 0 || number->line != s->line ||
        (s->column && number->column != s->column))
        return true;
    if (s->found++ == 0) {
        s->module = module;
        s->place = place;
        s->number = *number;
    }
    snprintf(s->columns + used, sizeof s->columns - used, "%s%" PRIu32, used ? ", " : "",
             number->column);
    return true;
}

static bool read_place(const char *text, size_t length, search *s) {
    char place[256];
    unsigned long numbers[2] = {0};
    uint32_t count = 0;
    if (length >= sizeof place)
        return false;
    snprintf(place, sizeof place, "%.*s", (int)length, text);
    for (char *colon = strrchr(place, ':'); colon && count < 2; colon = strrchr(place, ':')) {
        char *end;
        unsigned long number = strtoul(colon + 1, &end, 10);
        if (colon[1] < '0' || colon[1] > '9' || *end || number == 0 || number > UINT32_MAX)
            break;
        numbers[count++] = number;
        *colon = '\0';
    }
    s->line = (uint32_t)numbers[count == 2 ? 1 : 0];
    s->column = count == 2 ? (uint32_t)numbers[0] : 0;
    snprintf(s->path, sizeof s->path, "%s", place);
    return count > 0;
}

static bool read_number(const char *text, double *number) {
    char *end;
    *number = strtod(text, &end);
    return end != text && !*end && isfinite(*number);
}

static void change(dv_run *run, const search *s, double value, dv_answer *to) {
    dv_error error, ignored;
    char was[DV_NUMBER_TEXT], is[DV_NUMBER_TEXT];
    dv_double_text(s->number.value, was);
    dv_double_text(value, is);
    if (value < s->number.minimum || value > s->number.maximum)
        dv_answer_refuse(to, "%s: %s must be from %g to %g, not %s", s->path, s->number.name,
                         s->number.minimum, s->number.maximum, is);
    else if (dv_live_number_change(run, s->module, s->place, value, &error) != DV_OK) {
        dv_live_number_release(run, &ignored);
        dv_answer_refuse(to, "%s", error.message);
    } else if (dv_live_number_release(run, &error) != DV_OK)
        dv_answer_refuse(to, "%s", error.message);
    else
        dv_answer_say(to, "%s:%" PRIu32 ": %s is %s, was %s", s->path, s->number.line,
                      s->number.name, is, was);
}

void dv_obey_number(dv_run *run, const char *value, dv_answer *to) {
    size_t length = strcspn(value, " \t");
    const char *text = value + length + strspn(value + length, " \t");
    search s = {0};
    double number;
    dv_error error;
    if (!read_place(value, length, &s) || !read_number(text, &number))
        dv_answer_refuse(to, "number takes FILE:LINE[:COLUMN] and a number, not '%.200s'", value);
    else if (each_number(run, &error, &s, find_number) != DV_OK)
        dv_answer_refuse(to, "%s", error.message);
    else if (s.found == 0)
        dv_answer_refuse(to, "no number of a definition is at '%.*s'", (int)length, value);
    else if (s.found > 1)
        dv_answer_refuse(to, "'%.*s' has several numbers: add the column, one of %s", (int)length,
                         value, s.columns);
    else
        change(run, &s, number, to);
}
