// The files of a sweep: its rows and its manifest, written as FILE.csv.part and
// FILE.manifest.jsonl.part, and renamed when all runs are there.
//
// Invariant: rows are added in the order of the runs, first the rows, then the line of the
// manifest. So a process can be killed at any moment: what the manifest has is whole, and what
// follows is cut off by the next sweep that resumes.
#ifndef DV_PLAYER_SWEEP_FILE_H
#define DV_PLAYER_SWEEP_FILE_H

#include "player/sweep/sweep_manifest.h"

typedef struct dv_sweep_file {
    char *rows_path, *manifest_path; ///< when whole
    char *rows_part, *manifest_part; ///< until then
    int rows, manifest;              ///< descriptors; −1: not open
    bool is_whole;                   ///< it was there already, and has all runs
    bool is_new;                     ///< this process created both
    uint64_t runs;                   ///< that it has
    uint64_t failed;                 ///< of these
} dv_sweep_file;

/// Create the files, or with `resumes` open those of a sweep that was interrupted, with all runs
/// that are whole. `head` is the manifest's first line and `heading` that of the rows. Nothing is
/// overwritten: DV_ERROR_ARGUMENT with a message if there is another sweep, or without `resumes`
/// any file. Call dv_sweep_file_close in any case.
dv_result dv_sweep_file_open(dv_sweep_file *file, const char *path, const char *head,
                             const char *heading, bool resumes, dv_error *error);

/// Add the next run.
dv_result dv_sweep_file_add(dv_sweep_file *file, const dv_manifest_run *run, const char *rows,
                            dv_error *error);

/// Flush both to the disk and give them their names.
dv_result dv_sweep_file_finish(dv_sweep_file *file, dv_error *error);
/// Remove the unfinished files that this process created.
void dv_sweep_file_discard(const dv_sweep_file *file);
void dv_sweep_file_close(dv_sweep_file *file);

#endif
