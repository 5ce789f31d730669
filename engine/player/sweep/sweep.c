// Deals the runs of a sweep to a crew and writes what comes back in order.
#include "player/sweep/sweep.h"

#include "base/alloc.h"
#include "base/hash.h"
#include "base/result.h"
#include "player/run/run.h"
#include "player/sweep/crew.h"
#include "player/sweep/ranks.h"
#include "player/sweep/sweep_check.h"
#include "player/sweep/sweep_file.h"
#include "player/sweep/sweep_join.h"
#include "player/terminal/messages.h"
#include "player/terminal/progress.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define BAD_USAGE 2

/// Runs that may be finished for each member of the crew before an earlier one is. One long run
/// then holds up the others only if they are much shorter, and memory stays bounded.
#define AHEAD 16

/// How many different notes are printed: errors of runs, and warnings.
#define MOST_NOTES 20

/// A run that is finished, but waits for an earlier one.
typedef struct finished {
    dv_sweep_answer answer;
    char *rows; ///< NULL: it is not finished
} finished;

typedef struct sweep {
    const dv_options *options;
    dv_sweep_plan plan;
    dv_crew *crew;
    dv_sweep_file file;
    finished *ahead; ///< a ring: of run k of this process, counted from 0, at k % capacity
    uint64_t capacity;
    uint64_t given, written; ///< runs of this process, in order
    uint64_t due;
    uint64_t resumed; ///< how many runs were there already
    char notes[MOST_NOTES][DV_SWEEP_NOTE];
    uint32_t note_count;
} sweep;

static uint64_t run_number(const sweep *s, uint64_t k) {
    return dv_sweep_first(&s->plan) + k * dv_sweep_stride(&s->plan);
}

static uint64_t place_of(const sweep *s, uint64_t run) {
    return (run - dv_sweep_first(&s->plan)) / dv_sweep_stride(&s->plan);
}

/// Print each error and warning once, with the first run that has it.
static void tell_note(sweep *s, const dv_sweep_answer *answer) {
    if (!*answer->note || s->note_count > MOST_NOTES)
        return;
    for (uint32_t i = 0; i < s->note_count; i++)
        if (strcmp(s->notes[i], answer->note) == 0)
            return;
    dv_progress_hide();
    if (s->note_count == MOST_NOTES)
        dv_say(NULL, "drover: other runs have other errors or warnings, too");
    else if (answer->status == DV_SWEEP_FAILED)
        dv_say(s->options->scenario, "drover: run %" PRIu64 " failed: %s", answer->run,
               answer->note);
    else
        dv_say(s->options->scenario, "drover: warning: run %" PRIu64 ": %s", answer->run,
               answer->note);
    if (s->note_count < MOST_NOTES)
        memcpy(s->notes[s->note_count], answer->note, DV_SWEEP_NOTE);
    s->note_count++;
}

static dv_result write_finished(sweep *s, dv_error *error) {
    dv_result result = DV_OK;
    for (finished *next = &s->ahead[s->written % s->capacity]; result == DV_OK && next->rows;
         next = &s->ahead[s->written % s->capacity]) {
        const dv_sweep_answer *answer = &next->answer;
        dv_manifest_run run = {.run = answer->run,
                               .tick = answer->tick,
                               .bytes = answer->size,
                               .hash = answer->hash,
                               .has_hash = answer->has_hash};
        snprintf(run.status, sizeof run.status, "%s", dv_sweep_status_names[answer->status]);
        tell_note(s, answer);
        result = dv_sweep_file_add(&s->file, &run, next->rows, error);
        dv_free(next->rows);
        next->rows = NULL;
        s->written++;
    }
    dv_progress_at(s->written - s->resumed);
    return result;
}

static dv_result deal(sweep *s, dv_error *error) {
    while (s->written < s->due && !dv_run_interrupted()) {
        dv_sweep_answer answer;
        char *rows;
        dv_result result = DV_OK;
        while (result == DV_OK && s->given < s->due && s->given < s->written + s->capacity &&
               dv_crew_is_free(s->crew))
            result = dv_crew_give(s->crew, run_number(s, s->given++), error);
        if (result == DV_OK)
            result = dv_crew_take(s->crew, &answer, &rows, error);
        if (result != DV_OK)
            return result;
        if (!rows)
            continue; // interrupted
        if (answer.status == DV_SWEEP_STALE) {
            dv_free(rows);
            return dv_fail(error, DV_ERROR_SCRIPT,
                           "%s changed during the sweep: undo that, and go on with --resume",
                           answer.note);
        }
        s->ahead[place_of(s, answer.run) % s->capacity] = (finished){answer, rows};
        result = write_finished(s, error);
        if (result != DV_OK)
            return result;
    }
    return DV_OK;
}

// The files

typedef struct heads {
    char *manifest, *rows; ///< the first lines of both files
} heads;

static dv_result write_heads(const sweep *s, heads *h, dv_error *error) {
    size_t size;
    h->manifest = dv_manifest_head(&s->plan);
    h->rows = dv_sweep_heading(&s->plan, &size);
    return h->manifest && h->rows ? DV_OK : dv_fail(error, DV_ERROR_MEMORY, "out of memory");
}

static void free_heads(heads *h) {
    dv_free(h->manifest);
    dv_free(h->rows);
}

static dv_result open_files(sweep *s, const heads *h, dv_error *error) {
    const dv_sweep_options *options = &s->options->sweep;
    dv_result result =
        dv_sweep_file_open(&s->file, options->out, h->manifest, h->rows, options->resume, error);
    s->due = dv_sweep_due(&s->plan);
    s->given = s->written = s->resumed = s->file.runs;
    return result;
}

// The crew

static uint32_t job_count(const sweep *s) {
    uint64_t jobs = s->options->sweep.jobs;
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    if (jobs == 0)
        jobs = processors > 0 ? (uint64_t)processors : 1;
    uint64_t rest = s->due - s->written;
    return (uint32_t)(jobs < rest ? jobs : rest);
}

static dv_result gather_crew(sweep *s, dv_error *error) {
    s->crew = dv_rank_count() > 1 ? dv_crew_of_ranks(&s->plan, error)
                                  : dv_crew_of_processes(&s->plan, job_count(s), error);
    if (!s->crew)
        return DV_ERROR_IO;
    s->capacity = (uint64_t)s->crew->size * AHEAD;
    s->ahead = dv_alloc(s->capacity * sizeof *s->ahead);
    return s->ahead ? DV_OK : dv_fail(error, DV_ERROR_MEMORY, "out of memory");
}

static dv_result run_rest(sweep *s, dv_error *error) {
    dv_result result = gather_crew(s, error);
    if (result != DV_OK)
        return result;
    dv_progress_begin("sweep", "runs", s->due - s->resumed);
    result = deal(s, error);
    dv_progress_end();
    return result;
}

/// What rank 0 does, or a program that has no ranks.
static dv_result lead(sweep *s, const heads *h, dv_error *error) {
    dv_result result = open_files(s, h, error);
    bool has_work = result == DV_OK && s->written < s->due;
    dv_ranks_hear(has_work);
    if (has_work)
        result = run_rest(s, error);
    if (result == DV_OK && s->written == s->due)
        result = dv_sweep_file_finish(&s->file, error);
    return result;
}

static dv_result prepare(sweep *s, heads *h, dv_error *error) {
    dv_result result = dv_sweep_plan_read(&s->plan, s->options, error);
    if (result == DV_OK)
        result = dv_sweep_check(&s->plan, error);
    return result == DV_OK ? write_heads(s, h, error) : result;
}

static dv_result compute(sweep *s, dv_error *error) {
    heads h = {0};
    int other;
    dv_result result = prepare(s, &h, error);
    uint64_t print = result == DV_OK ? dv_hash_bytes(h.manifest, strlen(h.manifest)) : 0;
    bool agree = dv_ranks_agree(print, &other);
    if (result == DV_OK && !agree)
        result = dv_fail(error, DV_ERROR_IO,
                         "rank %d has other scripts than rank 0, or another design: put them where "
                         "all ranks read the same files",
                         other);
    if (result == DV_OK && dv_rank() == 0)
        result = lead(s, &h, error);
    else if (result == DV_OK && dv_ranks_hear(false))
        result = dv_rank_work(&s->plan, error);
    free_heads(&h);
    return result;
}

static void end(sweep *s) {
    dv_crew_end(s->crew);
    for (uint64_t i = 0; s->ahead && i < s->capacity; i++)
        dv_free(s->ahead[i].rows);
    dv_free(s->ahead);
    dv_sweep_file_close(&s->file);
    dv_sweep_plan_free(&s->plan);
}

// The command

static void tell_whole(const char *out, uint64_t runs, uint64_t failed) {
    if (failed > 0)
        dv_say(NULL, "%s: %" PRIu64 " run%s, %" PRIu64 " failed", out, runs, runs == 1 ? "" : "s",
               failed);
    else
        dv_say(NULL, "%s: %" PRIu64 " run%s", out, runs, runs == 1 ? "" : "s");
}

static int tell_failure(dv_result result, const char *message) {
    dv_say(NULL, "drover: %s", message);
    return result == DV_ERROR_ARGUMENT ? BAD_USAGE : 1;
}

static int tell_end(const sweep *s) {
    if (s->written < s->due) {
        dv_say(NULL, "drover: interrupted after %" PRIu64 " of %" PRIu64 " runs; --resume goes on",
               s->written, s->due);
        return 1;
    }
    tell_whole(s->options->sweep.out, s->file.runs, s->file.failed);
    return s->file.failed > 0;
}

static int run_sweep(const dv_options *options) {
    sweep *s = dv_alloc(sizeof *s);
    dv_error error;
    if (!s)
        return tell_failure(DV_ERROR_MEMORY, "out of memory");
    s->options = options;
    s->file.rows = s->file.manifest = -1;
    dv_result result = dv_ranks_begin(&error);
    if (result == DV_OK && dv_rank() == 0)
        dv_run_heed_signals();
    if (result == DV_OK)
        result = compute(s, &error);
    int status = 0;
    if (dv_rank() == 0)
        status = result == DV_OK ? tell_end(s) : tell_failure(result, error.message);
    end(s);
    dv_free(s);
    dv_ranks_end();
    return status;
}

static int join(const dv_options *options) {
    uint64_t runs, failed;
    dv_error error;
    dv_result result = dv_sweep_join(options, &runs, &failed, &error);
    if (result != DV_OK)
        return tell_failure(result, error.message);
    tell_whole(options->sweep.out, runs, failed);
    return failed > 0;
}

int dv_sweep_command(const dv_options *options) {
    return options->sweep.join ? join(options) : run_sweep(options);
}
