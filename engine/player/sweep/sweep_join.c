#include "player/sweep/sweep_join.h"

#include "base/alloc.h"
#include "base/result.h"
#include "player/sweep/sweep_file.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// The files of one part.
typedef struct part {
    const char *rows_path;
    char *manifest_path;
    FILE *rows, *stream;
    dv_manifest manifest;
} part;

typedef struct joining {
    part *parts; ///< as given, then in the order of their numbers
    uint32_t count;
    char *heading;
    dv_sweep_file out;
    char *rows; ///< of one run
    size_t capacity;
    dv_error *error;
} joining;

static dv_result cannot_read(const joining *j, const char *path) {
    return dv_fail(j->error, DV_ERROR_IO, "cannot read %s: %s", path, strerror(errno));
}

static dv_result no_memory(const joining *j) {
    return dv_fail(j->error, DV_ERROR_MEMORY, "out of memory");
}

static dv_result open_part(const joining *j, part *p, const char *path) {
    p->rows_path = path;
    p->manifest_path = dv_manifest_path(path);
    if (!p->manifest_path)
        return no_memory(j);
    p->rows = fopen(path, "re");
    if (!p->rows)
        return cannot_read(j, path);
    p->stream = fopen(p->manifest_path, "re");
    if (!p->stream)
        return cannot_read(j, p->manifest_path);
    return dv_manifest_open(&p->manifest, p->manifest_path, p->stream, j->error);
}

/// Without its part, a head is that of the whole sweep.
static dv_result check_same(const joining *j, const part *p) {
    char *first = dv_manifest_whole_head(j->parts[0].manifest.head);
    char *own = dv_manifest_whole_head(p->manifest.head);
    char how[DV_ERROR_CAPACITY];
    dv_result result = first && own ? DV_OK : no_memory(j);
    if (result == DV_OK && strcmp(first, own) != 0) {
        json_t *there = dv_manifest_head_in(own), *here = dv_manifest_head_in(first);
        dv_manifest_differs(there, here, how, sizeof how);
        result =
            dv_fail(j->error, DV_ERROR_ARGUMENT, "%s and %s are of different sweeps: of %s, %.700s",
                    j->parts[0].rows_path, p->rows_path, p->rows_path, how);
        json_decref(there);
        json_decref(here);
    }
    dv_free(first);
    dv_free(own);
    return result;
}

/// Put each part where its number says.
static dv_result sort_parts(const joining *j) {
    for (uint32_t i = 0; i < j->count; i++) {
        uint64_t number, parts;
        part *p = &j->parts[i];
        dv_manifest_part(p->manifest.head, &number, &parts);
        if (parts == 0)
            return dv_fail(j->error, DV_ERROR_ARGUMENT, "%s is a whole sweep, not a part of one",
                           p->rows_path);
        if (parts != j->count)
            return dv_fail(j->error, DV_ERROR_ARGUMENT,
                           "%s is one of %" PRIu64 " parts, but %" PRIu32 " file%s given",
                           p->rows_path, parts, j->count, j->count == 1 ? " is" : "s are");
        if (number != i + 1) {
            part *home = &j->parts[number - 1];
            uint64_t there, ignored;
            dv_manifest_part(home->manifest.head, &there, &ignored);
            if (there == number)
                return dv_fail(j->error, DV_ERROR_ARGUMENT, "%s and %s are both part %" PRIu64,
                               home->rows_path, p->rows_path, number);
            part other = *home;
            *home = *p;
            *p = other;
            i--; // the one that came here may have to move on
        }
    }
    return DV_OK;
}

static dv_result read_heading(joining *j) {
    for (uint32_t i = 0; i < j->count; i++) {
        char *line = NULL;
        size_t capacity = 0;
        bool is_read = getline(&line, &capacity, j->parts[i].rows) > 0;
        bool is_same = is_read && (!j->heading || strcmp(j->heading, line) == 0);
        if (is_same && !j->heading)
            j->heading = line;
        else
            free(line);
        if (!is_same)
            return dv_fail(j->error, DV_ERROR_FORMAT, "%s is not what its manifest describes",
                           j->parts[i].rows_path);
    }
    return DV_OK;
}

static dv_result copy_run(joining *j, uint64_t number, uint64_t runs) {
    part *p = &j->parts[(number - 1) % j->count];
    dv_manifest_run run;
    if (!dv_manifest_next(&p->manifest, &run))
        return dv_fail(j->error, DV_ERROR_FORMAT, "%s has no run %" PRIu64 " of %" PRIu64,
                       p->manifest_path, number, runs);
    bool is_read = dv_manifest_fits(&run, p->rows);
    if (is_read && run.bytes + 1 > j->capacity) {
        char *larger = dv_resize(j->rows, run.bytes + 1);
        if (!larger)
            return no_memory(j);
        j->rows = larger;
        j->capacity = run.bytes + 1;
    }
    is_read = is_read && fread(j->rows, 1, run.bytes, p->rows) == run.bytes;
    if (!is_read || !dv_manifest_holds(&p->manifest, &run, j->rows))
        return dv_fail(j->error, DV_ERROR_FORMAT,
                       "%s, or its manifest, is damaged: run %" PRIu64 " is not as it was written",
                       p->rows_path, number);
    return dv_sweep_file_add(&j->out, &run, j->rows, j->error);
}

/// Nothing follows the last run of a part.
static dv_result check_ends(const joining *j) {
    for (uint32_t i = 0; i < j->count; i++)
        if (!dv_manifest_is_whole(&j->parts[i].manifest) || fgetc(j->parts[i].rows) != EOF)
            return dv_fail(j->error, DV_ERROR_FORMAT, "%s, or its manifest, goes on after its runs",
                           j->parts[i].rows_path);
    return DV_OK;
}

static dv_result join(joining *j, const char *out) {
    uint64_t runs = dv_manifest_runs(j->parts[0].manifest.head);
    char *head = dv_manifest_whole_head(j->parts[0].manifest.head);
    dv_result result = head ? read_heading(j) : no_memory(j);
    if (result == DV_OK)
        result = dv_sweep_file_open(&j->out, out, head, j->heading, false, j->error);
    dv_free(head);
    for (uint64_t run = 1; run <= runs && result == DV_OK; run++)
        result = copy_run(j, run, runs);
    if (result == DV_OK)
        result = check_ends(j);
    return result == DV_OK ? dv_sweep_file_finish(&j->out, j->error) : result;
}

static void close_parts(joining *j) {
    for (uint32_t i = 0; i < j->count; i++) {
        part *p = &j->parts[i];
        dv_manifest_close(&p->manifest);
        if (p->rows)
            fclose(p->rows);
        if (p->stream)
            fclose(p->stream);
        dv_free(p->manifest_path);
    }
    dv_free(j->parts);
    free(j->heading);
    dv_free(j->rows);
}

dv_result dv_sweep_join(const dv_options *options, uint64_t *runs, uint64_t *failed,
                        dv_error *error) {
    const dv_sweep_options *sweep = &options->sweep;
    joining j = {.count = sweep->file_count, .out = {.rows = -1, .manifest = -1}, .error = error};
    j.parts = dv_alloc(j.count * sizeof *j.parts);
    if (!j.parts)
        return no_memory(&j);
    dv_result result = DV_OK;
    for (uint32_t i = 0; i < j.count && result == DV_OK; i++)
        result = open_part(&j, &j.parts[i], sweep->files[i]);
    for (uint32_t i = 1; i < j.count && result == DV_OK; i++)
        result = check_same(&j, &j.parts[i]);
    if (result == DV_OK)
        result = sort_parts(&j);
    if (result == DV_OK)
        result = join(&j, sweep->out);
    *runs = j.out.runs;
    *failed = j.out.failed;
    if (result != DV_OK && j.out.rows >= 0)
        dv_sweep_file_discard(&j.out);
    dv_sweep_file_close(&j.out);
    close_parts(&j);
    return result;
}
