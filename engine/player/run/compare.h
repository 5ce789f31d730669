// A comparison of the code before the last reload with the code in force. Both run side by side
// from the same moment of a run's history, while monitors and agents are counted. The run itself is
// not changed.
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

/// The code before the last reload, and the code in force.
enum { DV_BEFORE, DV_NOW, DV_SIDES };

/// One quantity, counted on both sides. NaN: a side doesn't have it, or its monitor failed.
typedef struct dv_compared {
    char name[128];
    struct dv_counted {
        enum { DV_NOT_THERE, DV_MONITOR, DV_AGENTS, DV_SUSPENDED, DV_KIND, DV_STATE } what;
        uint32_t of, state; ///< index of the monitor or kind, and of the state
    } counted[DV_SIDES];
    double last[DV_SIDES];
    double sum[DV_SIDES];
    uint64_t samples[DV_SIDES];
    double greatest; ///< difference (now − before) of the greatest magnitude, with its sign
    uint64_t greatest_tick;
} dv_compared;

typedef struct dv_compare {
    dv_beside sides[DV_SIDES];
    uint64_t first_tick, ticks; ///< where it begins, and how many ticks it takes
    uint64_t done;
    dv_compared *rows;
    uint32_t count, capacity;
    /// The first error of each side, or why it ended; "" if neither.
    char errors[DV_SIDES][DV_ERROR_CAPACITY];
    uint64_t error_ticks[DV_SIDES];
} dv_compare;

/// Begin at the tick of the last reload, or 10 s ago if that moment is no longer kept. Fails, with
/// nothing to free, if there was no reload, no moment is kept, or a side can't run.
dv_result dv_compare_begin(dv_compare *compare, dv_run *run, uint64_t ticks, dv_error *error);
/// Do one tick of both sides. False when there are no more.
bool dv_compare_tick(dv_compare *compare);
/// Close both sides and free the rows. The run is not changed.
void dv_compare_free(dv_compare *compare);

/// The mean over all ticks of a side so far; NaN if there are none.
double dv_compare_mean(const dv_compared *row, int side);
/// The difference at the last tick, now − before; NaN if a side has no value.
double dv_compare_difference(const dv_compared *row);

/// What messages call the two sides.
extern const char *const dv_compare_sides[DV_SIDES];

/// A table with a line for each row, and the errors of both sides. Contains no control bytes
/// besides newlines. Free it with dv_free. `scenario` as in messages.h. NULL when out of memory.
char *dv_compare_table(const dv_compare *compare, const char *scenario);

#endif
