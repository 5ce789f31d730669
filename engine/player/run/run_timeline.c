// The record of a run over simulated time, for runs in a window.
#include "player/run/run_private.h"

#include <stdio.h>

static void lose_timeline(dv_run *run) {
    dv_timeline_stop(&run->timeline);
    fflush(stdout);
    fprintf(stderr, "drover: no timeline and no plots any more: out of memory\n");
}

void dv_run_keep_timeline(dv_run *run) {
    if (dv_timeline_start(&run->timeline, run->scenario, DV_TIMELINE_BYTES) != DV_OK)
        lose_timeline(run);
    dv_run_print_script_error(run);
}

void dv_run_read_timeline(dv_run *run) {
    if (dv_timeline_read(&run->timeline, run->scenario) != DV_OK)
        lose_timeline(run);
    dv_run_print_script_error(run);
}

void dv_run_cut_timeline(dv_run *run) {
    dv_timeline_cut(&run->timeline, dv_world_tick(run->world));
}

void dv_run_take_timeline(dv_run *run) {
    if (dv_timeline_take(&run->timeline, run->scenario) != DV_OK)
        lose_timeline(run);
}

static void mark(dv_run *run, dv_mark_type type, uint32_t generation, const char *text) {
    dv_timeline *timeline = &run->timeline;
    bool is_there = run->past.repeats && run->past.arrival.code;
    if (timeline->is_on && !is_there &&
        !dv_marks_add(&timeline->marks, dv_world_tick(run->world), type, generation, text))
        lose_timeline(run);
}

void dv_run_mark_reload(dv_run *run) {
    char text[DV_MESSAGE_CAPACITY];
    dv_run_reload_text(run, text);
    switch (run->reloads.last.outcome) {
    case DV_RELOAD_SWAPPED:
        mark(run, DV_MARK_ACCEPTED, run->reloads.last.generation, text);
        break;
    case DV_RELOAD_REFUSED:
        mark(run, DV_MARK_REFUSED, 0, text);
        break;
    case DV_RELOAD_ROLLED_BACK:
        dv_marks_take_back(&run->timeline.marks, run->reloads.last.taken_back);
        mark(run, DV_MARK_ROLLED_BACK, 0, text);
        break;
    case DV_RELOAD_UNCHANGED:
    case DV_RELOAD_MENDED:
        break;
    }
}

void dv_run_mark_error(dv_run *run, const char *message) { mark(run, DV_MARK_ERROR, 0, message); }

bool dv_run_toggle_bookmark(dv_run *run) {
    dv_timeline *timeline = &run->timeline;
    if (timeline->is_on && !dv_marks_toggle_bookmark(&timeline->marks, dv_world_tick(run->world)))
        lose_timeline(run);
    return dv_marks_has_bookmark(&timeline->marks, dv_world_tick(run->world));
}
