#include "player/run/run_expressions.h"

#include "base/result.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

dv_result dv_expressions_add(dv_run *run, const char *code, dv_error *error) {
    dv_expressions *expressions = &run->expressions;
    size_t length = strlen(code);
    if (expressions->count == DV_MOST_EXPRESSIONS)
        return dv_fail(error, DV_ERROR_LIMIT,
                       "there are %u expressions, which is the most; remove one first",
                       DV_MOST_EXPRESSIONS);
    if (length >= DV_EXPRESSION_CODE)
        return dv_fail(error, DV_ERROR_LIMIT, "an expression has at most %d bytes, not %zu",
                       DV_EXPRESSION_CODE - 1, length);
    dv_result result = dv_scenario_check_expression(run->scenario, code, error);
    if (result != DV_OK)
        return result;
    dv_expression *added = &expressions->items[expressions->count++];
    *added = (dv_expression){.value.text = ""};
    memcpy(added->code, code, length + 1);
    expressions->is_stale = true;
    return DV_OK;
}

void dv_expressions_remove(dv_expressions *expressions, uint32_t index) {
    expressions->count--;
    memmove(&expressions->items[index], &expressions->items[index + 1],
            (expressions->count - index) * sizeof *expressions->items);
}

/// Note what the values are read of. True if that is something new.
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
        if (!e->value.was_stopped)
            dv_scenario_read_expression(run->scenario, e->code, selected, &e->value);
    }
}
