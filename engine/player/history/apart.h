// How far apart two worlds are that were one: where the same agents are in each, and which agents
// are in only one of them. Also a record of that over time.
#ifndef DV_PLAYER_APART_H
#define DV_PLAYER_APART_H

#include "drover/drover.h"

typedef struct dv_apart {
    double mean, most;     ///< m, over the agents of both worlds
    dv_agent farthest;     ///< the agent of the first world that is `most` apart; null: none is
    uint32_t both;         ///< agents in both worlds
    uint32_t first, other; ///< agents only in the first, and only in the other
} dv_apart;

/// Measure two worlds, one of which was opened beside the other.
dv_apart dv_worlds_apart(const dv_world *world, const dv_world *other);

/// Seconds between two values of a record at first.
#define DV_APART_SECONDS 0.1
#define DV_APART_VALUES 512u

/// Values over time, as means in m. When the record is full, every second value is dropped and the
/// stride doubles.
///
/// Invariant: value i is of tick `first` + i · `stride`.
typedef struct dv_apart_record {
    uint64_t first, stride;
    uint32_t count;
    float values[DV_APART_VALUES];
} dv_apart_record;

void dv_apart_begin(dv_apart_record *record, uint64_t first, double dt);
/// Whether a value of `tick` is due.
bool dv_apart_due(const dv_apart_record *record, uint64_t tick);
/// Add the value that is due.
void dv_apart_add(dv_apart_record *record, double value);
/// The last value at or before `tick`, which is not before the first; 0 if there is none.
float dv_apart_at(const dv_apart_record *record, uint64_t tick);

#endif
