// A world beside a run: a scenario of its own, which does ticks in the same process and on which
// the run does not depend. The ghost, both futures of what if, both sides of a comparison, a
// recomputation, and each run of a sweep are such worlds. They differ in four things:
//
//     source     where world and code come from: the functions that open it
//     acts       none, those that dv_beside_act passes on, or those of a history
//     schedule   `last_tick`, and how often the owner calls dv_beside_step
//     observer   the owner, which reads the world after each step
//
//     if (dv_beside_open_moment(&beside, run, moment, &error) == DV_OK)
//         while (dv_beside_step(&beside))
//             … read dv_beside_world(&beside) …
//     … beside.status, beside.error …
//     dv_beside_close(&beside);
//
// Invariant: from the status DV_BESIDE_FAILED on, the world is no longer what its code makes of it.
#ifndef DV_PLAYER_BESIDE_H
#define DV_PLAYER_BESIDE_H

#include "player/history/acts.h"
#include "player/history/history.h"
#include "player/options/options.h"
#include "scenario.h"

typedef enum dv_beside_status {
    DV_BESIDE_CLOSED,
    DV_BESIDE_GOES_ON,
    DV_BESIDE_ARRIVED,  ///< at its last tick
    DV_BESIDE_FINISHED, ///< a script called finish; `error` has "it finished: REASON"
    DV_BESIDE_FAILED,   ///< `result` and `error` say why
} dv_beside_status;

/// What an error of a script, or a call of finish, means for the world.
typedef enum dv_beside_rule {
    DV_BESIDE_ENDS_AT_ERRORS,
    DV_BESIDE_OUTLIVES_ERRORS, ///< agents are suspended, as in a run, also for want of memory
    /// The ticks were done before: errors and calls of finish happened then, too. But if Lua is
    /// stopped for taking too long, it fails, because it was not stopped then.
    DV_BESIDE_REPEATS_PAST,
} dv_beside_rule;

typedef struct dv_beside {
    dv_scenario *scenario; ///< NULL: closed
    dv_beside_rule rule;
    uint64_t last_tick;       ///< DV_NO_LIMIT: open
    const dv_kept_acts *acts; ///< to apply at their ticks; NULL: none
    uint64_t act, acts_end;   ///< the number of the next one, and of the first not to apply
    dv_beside_status status;
    dv_result result; ///< not DV_OK: it failed
    dv_error error;
} dv_beside;

/// Open the world of a moment of a scenario's history with the code of that time, and with the keys
/// that were down then. All functions that open fail with nothing to close.
dv_result dv_beside_open_moment(dv_beside *beside, dv_scenario *of, const dv_history *history,
                                const dv_moment *moment, dv_beside_rule rule, dv_error *error);
/// Open the world and the code from before the last reload, which must still be on trial.
dv_result dv_beside_open_former(dv_beside *beside, dv_scenario *of, dv_beside_rule rule,
                                dv_error *error);
/// Open the world of a moment, and reload into it the code in force or that from before the last
/// reload.
dv_result dv_beside_open_reloaded(dv_beside *beside, dv_scenario *of, const dv_moment *moment,
                                  bool before_reload, dv_beside_rule rule, dv_error *error);
/// Own a scenario that was just opened.
void dv_beside_own(dv_beside *beside, dv_scenario *scenario, dv_beside_rule rule);

/// The world; NULL: closed.
dv_world *dv_beside_world(const dv_beside *beside);
/// The tick of the world, which must be open.
uint64_t dv_beside_tick(const dv_beside *beside);
/// Apply an act of the run. The world's agents have the same ids as the run's; if the act's agent
/// is not alive in it, the act goes ahead without an agent. Fails if the world has no such setting,
/// for example; the world then continues without it.
dv_result dv_beside_act(dv_beside *beside, const dv_act *act, dv_error *error);
/// Do the acts that are due and a tick. True if the tick was done, also if it was the last one; the
/// world can then be read. False if no tick was left to do, or the tick failed.
bool dv_beside_step(dv_beside *beside);
/// Close it, at any time.
void dv_beside_close(dv_beside *beside);

#endif
