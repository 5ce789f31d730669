// Files that a run puts out. A regular file is written beside, as NAME.PID-N.part in its folder,
// and takes the place of what was there once all of it is on the disk: who reads NAME finds the old
// content or the new. A symbolic link stays, and what it leads to is replaced. What is no regular
// file, as a pipe or /dev/null, is written straight. So is a log, which is only ever added to: a
// killed run leaves what had happened by then.
//
// What a killed process left beside a file is removed when the next is written to the same name.
#ifndef DV_RECORD_OUTPUT_H
#define DV_RECORD_OUTPUT_H

#include "drover/base.h"

typedef struct dv_output {
    int descriptor;
    char *name;   ///< for messages: as it was given
    char *target; ///< where links lead
    char *part;   ///< beside it; NULL: written straight
} dv_output;

/// Open a file to be replaced when it is done.
dv_result dv_output_open(dv_output *output, const char *name, dv_error *error);

/// Empty a file, and write it straight.
dv_result dv_output_open_log(dv_output *output, const char *name, dv_error *error);

/// False, with errno, when it fails.
bool dv_output_write(const dv_output *output, const void *bytes, size_t size);

/// Put it in its place and close it. When that fails what was there stays.
dv_result dv_output_finish(dv_output *output, dv_error *error);

/// Close it and leave what was there. What was written straight stays written.
void dv_output_drop(dv_output *output);

#endif
