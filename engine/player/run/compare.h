// What a reload changed: the code before it and the code in force, run beside each other from one
// moment of a run's history, and what can be counted of both. The run itself is not touched.
//
//     dv_compare compare;
//     if (dv_compare_begin(&compare, run, DV_COMPARE_TICKS, &error) == DV_OK)
//         while (dv_compare_tick(&compare))
//             …
//     dv_compare_free(&compare);
#ifndef DV_PLAYER_COMPARE_H
#define DV_PLAYER_COMPARE_H

#include "player/run/run.h"

#define DV_COMPARE_TICKS 600

/// The code before the last reload, and that in force.
enum { DV_BEFORE, DV_NOW, DV_SIDES };

/// One thing counted on both sides. NaN: a side has no such thing, or its monitor failed.
typedef struct dv_compared {
    char name[128];
    struct dv_counted {
        enum { DV_NOT_THERE, DV_MONITOR, DV_AGENTS, DV_SUSPENDED, DV_KIND, DV_STATE } what;
        uint32_t of, state; ///< monitor or kind, and state
    } counted[DV_SIDES];
    double last[DV_SIDES];
    double sum[DV_SIDES];
    uint64_t samples[DV_SIDES];
    double greatest; ///< of all differences, now less before; its sign kept
    uint64_t greatest_tick;
} dv_compared;

typedef struct dv_compare {
    dv_scenario *sides[DV_SIDES];
    uint64_t first_tick, ticks; ///< from where, and how many
    uint64_t done;
    dv_compared *rows;
    uint32_t count, capacity;
    char errors[DV_SIDES][DV_ERROR_CAPACITY]; ///< the first of each, or why it ended; or ""
    uint64_t error_ticks[DV_SIDES];
    bool ended[DV_SIDES];
} dv_compare;

/// From the tick of the last reload, or from some 10 s ago if that is no longer kept. Fails, with
/// nothing to free, when there was no reload, no moment is kept, or a side cannot be run.
dv_result dv_compare_begin(dv_compare *compare, dv_run *run, uint64_t ticks, dv_error *error);
/// One tick of both; false when there are no more.
bool dv_compare_tick(dv_compare *compare);
void dv_compare_free(dv_compare *compare);

/// The mean over the ticks of a side so far; NaN when there is none.
double dv_compare_mean(const dv_compared *row, int side);
/// At the last tick, now less before; NaN when a side has no value.
double dv_compare_difference(const dv_compared *row);

/// What the sides are called in messages.
extern const char *const dv_compare_sides[DV_SIDES];

/// A table of all rows, a line each, and what went wrong on either side. Without control bytes, to
/// be freed by dv_free. `scenario` as in messages.h. NULL when memory is short.
char *dv_compare_table(const dv_compare *compare, const char *scenario);

#endif
