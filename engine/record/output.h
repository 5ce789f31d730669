// Output files of a run. A regular file is written next to its target, as NAME.PID-N.part in the
// same folder, and replaces the target once all of it is on the disk: a reader of NAME finds either
// the old content or the new. A symbolic link stays, and the file it leads to is replaced. Anything
// else, such as a pipe or /dev/null, is written directly. So is a log, which only ever grows: if
// the run is killed, the log holds what happened until then.
//
// Part files that a killed process left behind are removed at the next write to the same name.
#ifndef DV_RECORD_OUTPUT_H
#define DV_RECORD_OUTPUT_H

#include "drover/base.h"

#include <limits.h>

typedef struct dv_output {
    int descriptor;
    char *name;   ///< as the caller gave it, for messages
    char *target; ///< the path after following links
    char *part;   ///< the file next to the target; NULL: written directly
} dv_output;

/// Open a file whose content dv_output_finish will replace.
dv_result dv_output_open(dv_output *output, const char *name, dv_error *error);

/// Empty a file, and write it directly.
dv_result dv_output_open_log(dv_output *output, const char *name, dv_error *error);

/// The folder for a temporary file that belongs to the output: its own, if it is written next to
/// its target. NULL: it has none.
const char *dv_output_folder(const dv_output *output, char folder[PATH_MAX]);

/// Write all bytes. False, with errno set, when that fails.
bool dv_output_write(const dv_output *output, const void *bytes, size_t size);

/// Put the new content in place and close the file. On failure the old content stays.
dv_result dv_output_finish(dv_output *output, dv_error *error);

/// Close the file and leave the old content in place. What was written directly stays.
void dv_output_drop(dv_output *output);

#endif
