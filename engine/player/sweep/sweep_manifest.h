// The manifest of a sweep: what the file of rows was made from. It is a file of JSON lines: first
// the sweep, then one line for each run in the file, in the same order.
//
//     {"drover":"0.1.0","command":"drover sweep samples/caribou …","scripts":{…},…}
//     {"run":1,"status":"ticks","tick":600,"bytes":61,"hash":"a6e2e6d2d1f3a1b4","checksum":"…"}
//
// `hash` is that of the world at the end of the run, and `bytes` the length of its rows. `checksum`
// is of the line before it and of the rows.
#ifndef DV_PLAYER_SWEEP_MANIFEST_H
#define DV_PLAYER_SWEEP_MANIFEST_H

#include "player/sweep/sweep_run.h"

#include <jansson.h>
#include <stdio.h>

/// What a line says of a run.
typedef struct dv_manifest_run {
    uint64_t run, tick, bytes, hash;
    bool has_hash;
    char status[12];
} dv_manifest_run;

/// The first line of a sweep, with the newline, to be freed with dv_free. It does not depend on the
/// number of jobs; with --part, it names the part. NULL when out of memory.
char *dv_manifest_head(const dv_sweep_plan *plan);
/// A head without its part, as the whole sweep has it. To be freed with dv_free. NULL when out of
/// memory.
char *dv_manifest_whole_head(const json_t *head);

#define DV_MANIFEST_LINE 256
/// The line of a run that has these rows, with the newline.
void dv_manifest_line(const dv_manifest_run *run, const char *rows, char line[DV_MANIFEST_LINE]);

/// The head in a first line; NULL if that is damaged, or when out of memory.
json_t *dv_manifest_head_in(const char *line);

/// The manifest that belongs to a file of rows: "runs.csv" has "runs.manifest.jsonl". To be freed
/// with dv_free. NULL when out of memory.
char *dv_manifest_path(const char *rows);

// Reading

typedef struct dv_manifest {
    const char *name; ///< of the file, for messages
    FILE *file;
    json_t *head;
    char *line;
    size_t capacity;
    uint64_t expected, stride; ///< the next run, and how far apart they are
    long end;                  ///< where the last whole line ended
} dv_manifest;

/// Read the head. DV_ERROR_FORMAT with a message if the file is no manifest. Call
/// dv_manifest_close in any case. The file is borrowed.
dv_result dv_manifest_open(dv_manifest *manifest, const char *name, FILE *file, dv_error *error);
void dv_manifest_close(dv_manifest *manifest);

/// Read the line of the next run. False at the end, and at a line that is damaged or cut off, which
/// is what a kill leaves; then the file says nothing of later runs.
bool dv_manifest_next(dv_manifest *manifest, dv_manifest_run *run);

/// Whether a file is as long as the rows of a run, at least.
bool dv_manifest_fits(const dv_manifest_run *run, FILE *rows);
/// Whether these rows are those of the run that was read last, and its line is as it was written.
bool dv_manifest_holds(const dv_manifest *manifest, const dv_manifest_run *run, const char *rows);
/// Whether all runs have been read, and nothing follows.
bool dv_manifest_is_whole(const dv_manifest *manifest);

/// Say how two sweeps differ, given their heads: "its script main.lua has changed". False if they
/// are the same.
bool dv_manifest_differs(const json_t *there, const json_t *here, char *text, size_t capacity);

/// The numbers of a head: how many runs the sweep has, and its part, 0 of 0 if it is whole.
uint64_t dv_manifest_runs(const json_t *head);
void dv_manifest_part(const json_t *head, uint64_t *part, uint64_t *parts);

#endif
