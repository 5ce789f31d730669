// The record of a run over simulated time: how many agents of each kind were in each state, the
// values of all monitors, and marks for what happened, such as a reload.
//
// A sample is taken at each tick that is a multiple of `stride`, and at the first tick. So the
// samples depend only on the run, not on how fast it was shown. When all samples are taken, every
// second one is dropped and the stride doubles: the record covers the whole run in bounded memory.
//
// Invariant: `ticks` ascend. Each series has a value for each of them; NaN: it had none then. The
// series of the code in force come first: states in the order of the program, then monitors. Those
// of earlier code follow; they get their values again if a reload brings their names back.
#ifndef DV_PLAYER_TIMELINE_H
#define DV_PLAYER_TIMELINE_H

#include "player/history/marks.h"
#include "scenario.h"

/// Simulated seconds between two samples at first.
#define DV_TIMELINE_SECONDS 0.1
/// At most this many samples.
#define DV_TIMELINE_SAMPLES 4096
/// Memory for all values, as long as there is room for 64 samples.
#define DV_TIMELINE_BYTES ((size_t)16 << 20)

typedef struct dv_series {
    char *kind;  ///< a kind, whose agents in a state are counted; NULL: a monitor
    char *name;  ///< of the state or monitor
    uint32_t of; ///< index of the kind or monitor in the code in force
    uint32_t state;
    double *values; ///< by sample
    double now;     ///< at `read_tick`
} dv_series;

typedef struct dv_timeline {
    bool is_on;
    size_t budget;   ///< bytes for values
    uint64_t stride; ///< ticks between samples
    uint64_t *ticks; ///< of the samples
    uint32_t count, capacity;
    dv_series *series;
    uint32_t series_count, current; ///< the first `current` are of the code in force
    uint32_t generation;            ///< of that code
    uint64_t read_tick;             ///< when `now` of the series was read; UINT64_MAX: never
    dv_marks marks;
} dv_timeline;

/// Begin an empty record with the world as it is. Calls the monitors. DV_ERROR_MEMORY, with the
/// record off, when out of memory.
dv_result dv_timeline_start(dv_timeline *timeline, dv_scenario *scenario, size_t budget);
/// Turn the record off and free it.
void dv_timeline_stop(dv_timeline *timeline);

/// Read the present values into `now` of the series. Calls the monitors, unless they were read at
/// this tick. DV_ERROR_MEMORY when out of memory for series of new code.
dv_result dv_timeline_read(dv_timeline *timeline, dv_scenario *scenario);
/// Call after each tick: take a sample if one is due and there is none of that tick. Fails like
/// dv_timeline_read.
dv_result dv_timeline_take(dv_timeline *timeline, dv_scenario *scenario);
/// Drop samples and marks after `tick`.
void dv_timeline_cut(dv_timeline *timeline, uint64_t tick);

/// The number of samples up to and including `tick`.
uint32_t dv_timeline_until(const dv_timeline *timeline, uint64_t tick);
/// The series of a monitor of the code in force, NULL if there is none.
const dv_series *dv_timeline_monitor(const dv_timeline *timeline, const char *name);
/// Write the samples up to `until` as CSV: tick, time, the monitors, and the agents by kind and
/// state, as far as the code in force has them. A tick takes `dt` seconds.
dv_result dv_timeline_write(const dv_timeline *timeline, const char *path, uint64_t until,
                            double dt, dv_error *error);

#endif
