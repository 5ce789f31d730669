// The past of a run: moments to go back to, and what is needed to compute every tick between them.
//
// A moment is a snapshot of the world. Moments of the last 30 simulated seconds are a second apart;
// further back, the distance doubles each time the age doubles. A boundary is a moment that can't
// be computed from the world before it, for example after a reload. Boundaries are never thinned
// out, so no tick is ever computed across one. Acts are kept from the first moment on, and sources
// as long as a moment needs them.
//
// Invariant: `moments` are sorted by tick, and by time if ticks are equal. Moments, sources, and
// acts together take at most `budget` bytes, as long as there are moments. A history that is off
// (span 0) has no moments.
#ifndef DV_PLAYER_HISTORY_H
#define DV_PLAYER_HISTORY_H

#include "player/history/acts.h"
#include "player/history/kept_code.h"

/// Seconds for which a moment is kept every second.
#define DV_HISTORY_SECONDS 30
/// The default budget, MiB.
#define DV_HISTORY_MIB 256

typedef struct dv_moment {
    uint64_t tick;
    dv_snapshot snapshot; ///< no bytes: it could not be taken, but the moment is still a boundary
    dv_part_notes *notes; ///< what parts of states did up to then; NULL: not known
    size_t notes_size;    ///< bytes
    dv_stops stops;       ///< functions that are not called again, in addition to the snapshot's
    uint64_t acts;        ///< the number of the first act after it
    dv_kept_code *code;   ///< in force from here on
    bool is_boundary;
    bool ends_code; ///< other code came into force right after it, at the same tick
} dv_moment;

typedef struct dv_history {
    dv_moment *moments;
    uint32_t count, capacity;
    size_t bytes, budget; ///< `bytes` counts moments and sources
    uint64_t second;      ///< ticks per second
    uint64_t span;        ///< ticks for which a moment is kept every second; 0: the history is off
    uint64_t spacing;     ///< ticks from one moment to the next, at least `second`
    dv_snapshot spare;    ///< memory of the last dropped moment, to be reused; may be empty
    size_t refused;       ///< bytes of the snapshot that was too large for the budget; 0: none was
    dv_kept_code *code;   ///< in force now; NULL: not kept
    dv_kept_acts acts;    ///< also kept for trials while the history is off
    uint64_t trial_acts;  ///< the number of the first act that a trial needs
} dv_history;

/// Begin an empty history, for a world whose ticks take `dt` seconds. Acts stay.
void dv_history_start(dv_history *history, double dt, size_t budget);
/// Drop all moments and sources, and turn the history off. Acts stay.
void dv_history_stop(dv_history *history);

/// The number of ticks from `tick` until the next moment is due; 0: now; UINT64_MAX: never, because
/// a snapshot was too large or the history is off.
uint64_t dv_history_ticks_left(const dv_history *history, uint64_t tick);
/// Whether a moment is due at `tick`.
static inline bool dv_history_due(const dv_history *history, uint64_t tick) {
    return dv_history_ticks_left(history, tick) == 0;
}
/// Take ownership of a moment, add it at the end, and make room for it. If it doesn't fit, it is
/// freed and its size noted in `refused`. False in that case and when out of memory.
bool dv_history_keep(dv_history *history, dv_moment *moment);
/// Drop the last moment.
void dv_history_drop_last(dv_history *history);
/// Free a moment that wasn't kept.
void dv_history_drop(dv_history *history, dv_moment *moment);
/// Drop moments until the budget is met: first those that are closest together for their age, then
/// the oldest.
void dv_history_make_room(dv_history *history, uint64_t tick);
/// Drop the acts that neither a moment nor a trial needs. False if memory ran out for remembering
/// which keys they left down.
bool dv_history_forget_acts(dv_history *history);

/// The index of the last moment with a snapshot at or before a tick; the first one if all are
/// later; −1 if there is none.
int32_t dv_history_at(const dv_history *history, uint64_t tick);
/// The last tick that can be computed from a moment; UINT64_MAX: no limit.
uint64_t dv_history_reach(const dv_history *history, uint32_t place);

/// Drop the moments after `tick`, and the acts from number `acts` on.
void dv_history_cut(dv_history *history, uint64_t tick, uint64_t acts);
/// Drop the moments after `tick` and those with other code than `code`, which is in force again.
void dv_history_take_back(dv_history *history, uint64_t tick, dv_kept_code *code);
/// Set the code in force from now on. Takes ownership of one use of `code`. If a moment has the
/// same sources, as after an undo, that moment's code is in force again.
void dv_history_use_code(dv_history *history, dv_kept_code *code);

#endif
