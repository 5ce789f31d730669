// The past of a run: moments to go back to, and what it takes to compute every tick between them.
//
// A moment is a snapshot of the world. There is one a simulated second for the last half minute;
// further back their distances double with their age. A moment where the run took a turn that
// cannot be computed from the world before it, such as a reload, is a boundary: it is never thinned
// out, so that no tick is computed past one. Acts are kept from the first moment on, and the
// sources of each time as long as a moment needs them.
//
// Invariant: `moments` are in order of ticks, and of time where ticks are equal. Moments, sources
// and acts together hold at most `budget` bytes, as long as there are moments. A history that is
// off (span 0) has no moments.
#ifndef DV_PLAYER_HISTORY_H
#define DV_PLAYER_HISTORY_H

#include "player/history/acts.h"
#include "player/history/kept_code.h"

/// What is kept once a second, s.
#define DV_HISTORY_SECONDS 30
/// MiB, where nothing else is asked for.
#define DV_HISTORY_MIB 256

typedef struct dv_moment {
    uint64_t tick;
    dv_snapshot snapshot; ///< no bytes: it could not be taken, and is a boundary all the same
    dv_stops stops;       ///< what is not called again, beside what the snapshot says
    uint64_t acts;        ///< the number of the first act after it
    dv_kept_code *code;   ///< in force from here on
    bool is_boundary;
    bool ends_code; ///< other code came into force after it, at the same tick
} dv_moment;

typedef struct dv_history {
    dv_moment *moments;
    uint32_t count, capacity;
    size_t bytes, budget; ///< `bytes` of moments and sources
    uint64_t second;      ///< ticks in one
    uint64_t span;        ///< ticks of which a moment is kept every second; 0: off
    uint64_t spacing;     ///< ticks from one moment to the next, at least a second
    dv_snapshot spare;    ///< memory of the moment that went last, for the next one, or none
    size_t refused;       ///< bytes of a snapshot that was too large for the budget; 0: none was
    dv_kept_code *code;   ///< in force now; NULL: not kept
    dv_kept_acts acts;    ///< also kept for trials while the history is off
    uint64_t trial_acts;  ///< number of the first act that a trial needs
} dv_history;

/// Begin with nothing, for a world whose ticks take `dt` seconds. Acts stay.
void dv_history_start(dv_history *history, double dt, size_t budget);
/// Forget all moments and sources, and keep none from now on. Acts stay.
void dv_history_stop(dv_history *history);

/// The ticks from one to that of the next moment: 0: it is due; UINT64_MAX: there will be none, as
/// one was refused or the history is off.
uint64_t dv_history_ticks_left(const dv_history *history, uint64_t tick);
static inline bool dv_history_due(const dv_history *history, uint64_t tick) {
    return dv_history_ticks_left(history, tick) == 0;
}
/// Take a moment over, after those that there are, and make room for it. One that does not fit is
/// freed, and noted in `refused`; false when it was, or memory is short.
bool dv_history_keep(dv_history *history, dv_moment *moment);
/// Free a moment that is not to be kept.
void dv_history_drop(dv_history *history, dv_moment *moment);
/// Let go of moments until the budget is met: where they are closest together for their age, then
/// the oldest.
void dv_history_make_room(dv_history *history, uint64_t tick);
/// Let go of the acts that neither a moment nor a trial needs. False when memory was too short to
/// remember which keys they left down.
bool dv_history_forget_acts(dv_history *history);

/// The place of the latest moment with a snapshot at or before a tick; the first when all are
/// later; −1 when there is none.
int32_t dv_history_at(const dv_history *history, uint64_t tick);
/// The last tick that can be computed from a moment; UINT64_MAX: any.
uint64_t dv_history_reach(const dv_history *history, uint32_t place);

/// Forget what is later than a tick, and the acts from the number `acts` on.
void dv_history_cut(dv_history *history, uint64_t tick, uint64_t acts);
/// Forget all that is later than a tick or of code other than `code`, which is in force again.
void dv_history_take_back(dv_history *history, uint64_t tick, dv_kept_code *code);
/// Have `code`, which is taken over, in force from now on.
void dv_history_use_code(dv_history *history, dv_kept_code *code);

#endif
