#include "player/run/run_expressions.h"

#include "base/result.h"
#include "base/utf8.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/// Fail if the list is full, or if the code can't be stored.
static dv_result check_room(const dv_expressions *expressions, const char *code, dv_error *error) {
    size_t length = strlen(code);
    if (expressions->count == DV_MOST_EXPRESSIONS)
        return dv_fail(error, DV_ERROR_LIMIT,
                       "there are %u expressions, which is the most; remove one first",
                       DV_MOST_EXPRESSIONS);
    if (length >= DV_EXPRESSION_CODE)
        return dv_fail(error, DV_ERROR_LIMIT, "an expression has at most %d bytes, not %zu",
                       DV_EXPRESSION_CODE - 1, length);
    if (!dv_utf8_is_valid(code))
        return dv_fail(error, DV_ERROR_ARGUMENT, "an expression must be UTF-8 text");
    return DV_OK;
}

static dv_expression *append(dv_expressions *expressions, const char *code) {
    dv_expression *added = &expressions->items[expressions->count++];
    *added = (dv_expression){.value.text = ""};
    memcpy(added->code, code, strlen(code) + 1);
    expressions->is_stale = true;
    return added;
}

dv_result dv_expressions_add(dv_run *run, const char *code, dv_error *error) {
    dv_result result = check_room(&run->expressions, code, error);
    if (result == DV_OK)
        result = dv_scenario_check_expression(run->scenario, code, error);
    if (result == DV_OK)
        append(&run->expressions, code);
    return result;
}

void dv_expressions_restore(dv_run *run, const char *code) {
    dv_error error;
    if (check_room(&run->expressions, code, &error) != DV_OK)
        return;
    dv_expression *e = append(&run->expressions, code);
    e->is_refused = dv_scenario_check_expression(run->scenario, code, &error) != DV_OK;
    e->value.has_failed = e->is_refused;
    if (e->is_refused)
        snprintf(e->value.text, sizeof e->value.text, "%.*s", (int)sizeof e->value.text - 1,
                 error.message);
    dv_utf8_trim(e->value.text);
}

void dv_expressions_remove(dv_expressions *expressions, uint32_t index) {
    expressions->count--;
    memmove(&expressions->items[index], &expressions->items[index + 1],
            (expressions->count - index) * sizeof *expressions->items);
}

/// Remember the moment at which the values are read. True if it differs from the last one.
static bool note_moment(const dv_run *run, dv_agent selected, dv_expressions *to) {
    uint64_t tick = dv_world_tick(run->world);
    uint32_t generation = dv_scenario_generation(run->scenario);
    bool is_new = to->is_stale || to->tick != tick || to->rewinds != run->rewind_count ||
                  to->restarts != run->restart_count || to->generation != generation ||
                  to->selected.bits != selected.bits;
    to->is_stale = false;
    to->tick = tick;
    to->rewinds = run->rewind_count;
    to->restarts = run->restart_count;
    to->generation = generation;
    to->selected = selected;
    return is_new;
}

void dv_expressions_read(dv_run *run, dv_agent selected) {
    dv_expressions *expressions = &run->expressions;
    if (!note_moment(run, selected, expressions))
        return;
    for (uint32_t i = 0; i < expressions->count; i++) {
        dv_expression *e = &expressions->items[i];
        if (!e->is_refused && !e->value.was_stopped)
            dv_scenario_read_expression(run->scenario, e->code, selected, &e->value);
    }
}
