#include "player/run/what_if.h"

#include "base/alloc.h"
#include "base/clock.h"
#include "base/result.h"
#include "player/run/run_private.h"
#include "player/terminal/messages.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/// Simulated seconds between two points of a path, or a tick if that is longer.
static const double interval = 0.1;
/// While a setting is dragged, the paths computed so far stay for this many seconds of real time
/// before they are computed again.
static const double least_shown = 0.3;

static bool has_base(const dv_what_if *what) { return what->base.code != NULL; }

// Reporting

/// Print a message once, although dragging a setting causes it again and again.
static void report(dv_run *run, const char *message) {
    dv_what_if *what = run->what_if;
    if (strcmp(what->reported, message) == 0)
        return;
    snprintf(what->reported, sizeof what->reported, "%s", message);
    dv_say(run->options->scenario, "what if: %s", message);
}

static void end_early(dv_run *run, dv_future *future, const char *why) {
    const dv_what_if *what = run->what_if;
    const char *which = future == &what->changed ? "with the change" : "without the change";
    char message[DV_ERROR_CAPACITY];
    snprintf(future->end, sizeof future->end, "%s", why);
    snprintf(message, sizeof message, "%s, tick %" PRIu64 ": %.900s", which,
             dv_world_tick(run->world) + future->done, why);
    report(run, message);
}

// Forgetting

static void forget_future(dv_future *future, dv_paths *paths) {
    dv_beside_close(&future->beside);
    dv_free(paths->places);
    *future = (dv_future){0};
    *paths = (dv_paths){0};
}

void dv_what_if_forget(dv_run *run) {
    dv_what_if *what = run->what_if;
    if (!what)
        return;
    forget_future(&what->unchanged, &what->paths.unchanged);
    forget_future(&what->changed, &what->paths.changed);
    dv_history_drop(&run->history, &what->base);
    what->changes = what->computed = 0;
    what->has_begun = false;
}

bool dv_what_if_turn(dv_run *run, bool on) {
    if (on == (run->what_if != NULL))
        return true;
    dv_what_if_forget(run);
    dv_free(run->what_if);
    run->what_if = NULL;
    if (on && (run->what_if = dv_alloc(sizeof *run->what_if)))
        *run->what_if = (dv_what_if){0};
    return !on || run->what_if;
}

// Changes

bool dv_what_if_is_present(const dv_run *run) {
    const dv_what_if *what = run->what_if;
    return has_base(what) && what->base.tick == dv_world_tick(run->world) &&
           what->rewinds == run->rewind_count && what->restarts == run->restart_count &&
           what->rollbacks == run->trials.rollback_count;
}

/// The moment of now, without the later acts that the history has after a rewind.
static dv_result take_moment(dv_run *run, dv_moment *moment, dv_error *error) {
    dv_result result = dv_run_fill_moment(run, moment, error);
    if (run->past.arrival.code)
        moment->acts = run->past.next_act;
    return result;
}

void dv_what_if_before_change(dv_run *run) {
    dv_what_if *what = run->what_if;
    dv_error error;
    if (!what || !run->paused || run->result != DV_OK || dv_what_if_is_present(run))
        return;
    dv_what_if_forget(run);
    if (!run->history.code) {
        report(run, "needs the history, which is off");
        return;
    }
    if (take_moment(run, &what->base, &error) != DV_OK) {
        dv_history_drop(&run->history, &what->base);
        report(run, error.message);
        return;
    }
    what->rewinds = run->rewind_count;
    what->restarts = run->restart_count;
    what->rollbacks = run->trials.rollback_count;
}

void dv_what_if_after_change(dv_run *run) {
    if (run->what_if && dv_what_if_is_present(run))
        run->what_if->changes++;
}

// Paths

static bool reserve_paths(const dv_what_if *what, dv_paths *paths) {
    size_t points = (size_t)(what->ticks / what->stride) + 1;
    paths->places = dv_alloc_untouched(points * what->paths.agents * sizeof *paths->places + 1);
    return paths->places != NULL;
}

/// The agent of a path in a future: the run's agent at that index or, if the change removed that,
/// the one in the world without the change.
static dv_agent agent_in(const dv_run *run, const dv_world *future, uint32_t index) {
    dv_agent now = dv_world_agent_at(run->world, index), agent;
    if (now.bits)
        agent = (dv_agent){dv_handle_in_world(now.bits, dv_world_id(future))};
    else
        agent = dv_world_agent_at(future, index);
    return dv_agent_alive(future, agent) ? agent : (dv_agent){0};
}

static void add_point(const dv_run *run, dv_paths *paths, const dv_world *future) {
    uint32_t count = run->what_if->paths.agents;
    dv_vec3 *places = paths->places + (size_t)paths->points * count;
    for (uint32_t i = 0; i < count; i++) {
        dv_agent agent = agent_in(run, future, i);
        places[i] = agent.bits ? dv_agent_position(future, agent) : (dv_vec3){NAN, NAN, NAN};
    }
    paths->points++;
}

// Computing

/// The number of agent indices that get paths.
static uint32_t agents_of(const dv_run *run) {
    uint32_t limit = dv_world_agent_limit(run->world);
    return limit < DV_FUTURE_AGENTS ? limit : DV_FUTURE_AGENTS;
}

static void set_extent(dv_run *run) {
    dv_what_if *what = run->what_if;
    double dt = dv_world_dt(run->world), stride = round(interval / dt);
    double ticks = fmax(round(DV_WHAT_IF_SECONDS / dt), DV_WHAT_IF_TICKS);
    what->stride = stride > 1 ? (uint64_t)stride : 1;
    what->ticks = (uint64_t)ticks;
    what->paths.agents = agents_of(run);
    what->paths.interval = (double)what->stride * dt;
}

/// A future that can't begin ends at once.
static void begin_future(dv_run *run, dv_future *future, dv_paths *paths, const dv_moment *moment) {
    dv_what_if *what = run->what_if;
    dv_error error;
    forget_future(future, paths);
    if (!reserve_paths(what, paths)) {
        end_early(run, future, "out of memory");
        return;
    }
    if (dv_beside_open_moment(&future->beside, run->scenario, &run->history, moment,
                              DV_BESIDE_ENDS_AT_ERRORS, &error) == DV_OK) {
        future->beside.last_tick = moment->tick + what->ticks;
        add_point(run, paths, dv_beside_world(&future->beside));
    } else {
        end_early(run, future, error.message);
    }
}

static void begin_changed(dv_run *run) {
    dv_what_if *what = run->what_if;
    dv_moment now;
    dv_error error;
    what->since = dv_now();
    what->computed = what->changes;
    if (take_moment(run, &now, &error) == DV_OK) {
        begin_future(run, &what->changed, &what->paths.changed, &now);
    } else {
        forget_future(&what->changed, &what->paths.changed);
        end_early(run, &what->changed, error.message);
    }
    dv_history_drop(&run->history, &now);
}

static void begin_both(dv_run *run) {
    dv_what_if *what = run->what_if;
    what->has_begun = true;
    set_extent(run);
    begin_future(run, &what->unchanged, &what->paths.unchanged, &what->base);
    begin_changed(run);
}

static void tick_future(dv_run *run, dv_future *future, dv_paths *paths) {
    const dv_what_if *what = run->what_if;
    dv_beside *beside = &future->beside;
    dv_beside_step(beside);
    future->done++;
    if (beside->status == DV_BESIDE_FAILED)
        end_early(run, future, beside->error.message);
    else if (beside->status == DV_BESIDE_FINISHED)
        snprintf(future->end, sizeof future->end, "%s", beside->error.message);
    else if (future->done % what->stride == 0)
        add_point(run, paths, dv_beside_world(beside));
    if (beside->status == DV_BESIDE_GOES_ON)
        return;
    paths->is_over = true;
    dv_beside_close(beside);
}

static bool is_running(const dv_what_if *what) {
    return what->unchanged.beside.scenario || what->changed.beside.scenario;
}

/// Step the future that is behind the other.
static void tick_once(dv_run *run) {
    dv_what_if *what = run->what_if;
    bool changed = !what->unchanged.beside.scenario ||
                   (what->changed.beside.scenario && what->changed.done < what->unchanged.done);
    if (changed)
        tick_future(run, &what->changed, &what->paths.changed);
    else
        tick_future(run, &what->unchanged, &what->paths.unchanged);
}

/// If agents were spawned since, the paths have no room for them, and both futures begin again.
static void begin_what_is_due(dv_run *run) {
    const dv_what_if *what = run->what_if;
    bool is_due = what->computed != what->changes &&
                  (!is_running(what) || dv_now() - what->since > least_shown);
    if (!what->has_begun || (is_due && what->paths.agents < agents_of(run)))
        begin_both(run);
    else if (is_due)
        begin_changed(run);
}

bool dv_what_if_continue(dv_run *run, double seconds) {
    dv_what_if *what = run->what_if;
    double deadline = dv_now() + seconds;
    if (!what || !has_base(what))
        return false;
    if (!dv_what_if_is_present(run))
        dv_what_if_forget(run);
    if (what->changes == 0 || !run->paused || run->past.recomputation || dv_run_is_behind(run) ||
        dv_run_over(run))
        return false;
    begin_what_is_due(run);
    while (is_running(what) && !dv_run_interrupted()) {
        tick_once(run);
        if (dv_now() >= deadline)
            break;
    }
    return !dv_run_interrupted() && (is_running(what) || what->computed != what->changes);
}

// The result

const dv_futures *dv_what_if_paths(const dv_run *run) {
    const dv_what_if *what = run->what_if;
    return what && what->has_begun && dv_what_if_is_present(run) &&
                   what->paths.unchanged.points > 0 && what->paths.changed.points > 0
               ? &what->paths
               : NULL;
}
