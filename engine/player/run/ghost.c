#include "player/run/ghost.h"

#include "player/run/run_private.h"

#include <inttypes.h>
#include <stdio.h>

#define APART_TEXT 160

// Status

/// "diverged at tick 412: wolf#17: memory.hunger is 3.2, under the old code 3.1"
static void divergence_text(const dv_ghost *ghost, char text[DV_GHOST_TEXT]) {
    const dv_difference *d = &ghost->difference;
    const char *whose = *d->whose ? d->whose : "the world";
    int used = snprintf(text, DV_GHOST_TEXT,
                        "diverged at tick %" PRIu64 ": %s: ", ghost->diverged_tick, whose);
    size_t rest = DV_GHOST_TEXT - (size_t)used;
    if (*d->values[0] || *d->values[1])
        snprintf(text + used, rest, "%s is %s, under the old code %s", d->field, d->values[0],
                 d->values[1]);
    else
        snprintf(text + used, rest, "differs in %s", d->field);
}

/// "agents are 1.3 m apart on average, 2 are only here, 1 only there"
static void apart_text(const dv_apart *apart, char text[APART_TEXT]) {
    int used = snprintf(text, APART_TEXT, "agents are %.3g m apart on average", apart->mean);
    if (apart->first > 0)
        used += snprintf(text + used, APART_TEXT - (size_t)used, ", %" PRIu32 " only here",
                         apart->first);
    if (apart->other > 0)
        snprintf(text + used, APART_TEXT - (size_t)used, ", %" PRIu32 " only there", apart->other);
}

void dv_ghost_text(const dv_ghost *ghost, char text[DV_GHOST_TEXT]) {
    char divergence[DV_GHOST_TEXT] = "no difference so far", apart[APART_TEXT] = "";
    if (!ghost->beside.scenario) {
        snprintf(text, DV_GHOST_TEXT, "begins with the next accepted save%s%s",
                 *ghost->ended ? "; the last one " : "", ghost->ended);
        return;
    }
    if (ghost->has_diverged) {
        divergence_text(ghost, divergence);
        if (ghost->apart.most > 0 || ghost->apart.first > 0 || ghost->apart.other > 0)
            apart_text(&ghost->apart, apart);
    }
    snprintf(text, DV_GHOST_TEXT, "without reload %" PRIu32 " since tick %" PRIu64 ", %.750s%s%s",
             ghost->generation, ghost->since, divergence, *apart ? "; " : "", apart);
}

// Ending

static void drop_ghost(dv_ghost *ghost) {
    dv_beside_close(&ghost->beside);
    *ghost = (dv_ghost){.is_on = ghost->is_on};
}

void dv_ghost_end(dv_run *run, const char *why) {
    dv_ghost *ghost = &run->ghost;
    char text[DV_GHOST_TEXT];
    if (!ghost->beside.scenario)
        return;
    snprintf(text, sizeof text, "ended at tick %" PRIu64 ": %.900s", dv_beside_tick(&ghost->beside),
             why ? why : "");
    drop_ghost(ghost);
    if (!why)
        return;
    snprintf(ghost->ended, sizeof ghost->ended, "%.150s", text);
    dv_run_report_ghost(run, "ended", text);
}

void dv_ghost_follow_rollback(dv_run *run, uint32_t generation) {
    const dv_ghost *ghost = &run->ghost;
    // Code that fails while it is swapped in is rolled back at the same tick. The ghost of the save
    // before it then stays.
    if (ghost->beside.scenario && (ghost->generation == generation ||
                                   dv_beside_tick(&ghost->beside) != dv_world_tick(run->world)))
        dv_ghost_end(run, "the save was rolled back");
}

void dv_ghost_turn(dv_run *run, bool on, char text[DV_GHOST_TEXT]) {
    run->ghost.is_on = on;
    if (!on) {
        dv_ghost_end(run, NULL);
        run->ghost.ended[0] = '\0';
        snprintf(text, DV_GHOST_TEXT, "off");
        return;
    }
    dv_ghost_text(&run->ghost, text);
}

// Running

/// End the ghost if its world has ended, unless the run finished in the same tick.
static void end_if_over(dv_run *run) {
    const dv_beside *beside = &run->ghost.beside;
    char why[DV_GHOST_TEXT];
    if (beside->status == DV_BESIDE_FAILED ||
        (beside->status == DV_BESIDE_FINISHED && !dv_world_finished(run->world))) {
        snprintf(why, sizeof why, "%.900s", beside->error.message);
        dv_ghost_end(run, why);
    }
}

static void compare_worlds(dv_run *run) {
    dv_ghost *ghost = &run->ghost;
    dv_error error;
    char text[DV_GHOST_TEXT];
    if (ghost->has_diverged)
        return;
    if (dv_scenario_differs(run->scenario, ghost->beside.scenario, &ghost->difference,
                            &ghost->has_diverged, &error) != DV_OK) {
        snprintf(text, sizeof text, "cannot compare: %.900s", error.message);
        dv_ghost_end(run, text);
        return;
    }
    if (!ghost->has_diverged)
        return;
    ghost->diverged_tick = dv_world_tick(run->world);
    divergence_text(ghost, text);
    dv_run_report_ghost(run, "diverged", text);
}

/// Until they diverge, the worlds are the same.
static void measure_worlds(dv_run *run) {
    dv_ghost *ghost = &run->ghost;
    if (!ghost->beside.scenario || !dv_apart_due(&ghost->record, dv_world_tick(run->world)))
        return;
    if (ghost->has_diverged)
        ghost->apart = dv_worlds_apart(run->world, dv_beside_world(&ghost->beside));
    dv_apart_add(&ghost->record, ghost->apart.mean);
}

void dv_ghost_begin(dv_run *run) {
    dv_ghost *ghost = &run->ghost;
    char text[DV_GHOST_TEXT];
    dv_error error;
    // Code that fails while it is swapped in is rolled back at once.
    if (!ghost->is_on || run->result != DV_OK || dv_scenario_trial_failed(run->scenario))
        return;
    // While a draft changes, keep comparing with the code from before the draft.
    if (run->reloads.last.is_further) {
        ghost->generation = run->reloads.last.generation;
        return;
    }
    drop_ghost(ghost);
    if (dv_beside_open_former(&ghost->beside, run->scenario, DV_BESIDE_ENDS_AT_ERRORS, &error) !=
        DV_OK) {
        snprintf(text, sizeof text, "this save has no ghost: %.900s", error.message);
        dv_run_report_ghost(run, "ended", text);
        return;
    }
    ghost->generation = run->reloads.last.generation;
    ghost->since = dv_world_tick(run->world);
    dv_apart_begin(&ghost->record, ghost->since, dv_world_dt(run->world));
    snprintf(text, sizeof text, "the world goes on without reload %" PRIu32 " from tick %" PRIu64,
             ghost->generation, ghost->since);
    dv_run_report_ghost(run, "began", text);
    compare_worlds(run);
    measure_worlds(run);
}

void dv_ghost_act(dv_run *run, const dv_act *act) {
    dv_ghost *ghost = &run->ghost;
    dv_error error;
    if (!ghost->beside.scenario)
        return;
    // The old code may not have the setting, or may reject the value. The ghost then continues
    // without it.
    if (dv_beside_act(&ghost->beside, act, &error) != DV_OK)
        dv_say(run->options->scenario, "ghost: %s", error.message);
    end_if_over(run);
}

void dv_ghost_tick(dv_run *run) {
    dv_ghost *ghost = &run->ghost;
    if (!ghost->beside.scenario)
        return;
    // Compare first: the difference that an error caused is reported before the error ends it.
    if (dv_beside_step(&ghost->beside))
        compare_worlds(run);
    end_if_over(run);
    measure_worlds(run);
}
