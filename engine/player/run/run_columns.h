// What --columns and --kinds choose for --record.
#ifndef DV_PLAYER_RUN_COLUMNS_H
#define DV_PLAYER_RUN_COLUMNS_H

#include "player/run/run.h"

typedef struct dv_memory_column {
    const dv_run *run;
    const char *name; ///< "memory.plan.step"
    int place;        ///< of "plan.step", in the run's scenario
    bool was_read;    ///< there was a row for it
    bool has_value;   ///< in some row
    bool has_failed;  ///< it had a value that no row takes
    bool is_told;     ///< that has been printed: until the next reload, such fields are just empty
} dv_memory_column;

struct dv_run_columns {
    char *names, *kind_names; ///< the texts of --columns and --kinds, cut at the commas
    dv_trace_column *columns; ///< NULL: the usual ones
    const char **kinds;       ///< NULL: all
    uint32_t count, kind_count;
    dv_memory_column *memory; ///< those of the columns that are in the memory
    uint32_t memory_count;
};

/// Choose columns and kinds as the options say. Fails with DV_ERROR_ARGUMENT, and suggests the
/// nearest name, if the scenario lacks one of them.
dv_result dv_run_choose_columns(dv_run *run, dv_error *error);
void dv_run_free_columns(dv_run *run);
/// Find the places in the memory again, after the run's scenario was replaced.
dv_result dv_run_find_columns(dv_run *run, dv_error *error);

/// Call with the error of a column. Code on trial fails; a watched run goes on with the
/// message in the banner; any other run fails.
void dv_run_blame_columns(dv_run *run, const dv_error *error);
/// At the end, warn of columns within tables of the memory that were empty in every row. Scripts do
/// not declare what such a table holds, so only this shows a misspelled name.
void dv_run_tell_empty_columns(const dv_run *run);
/// After a reload, report columns again that have a value which no row takes.
void dv_run_forget_told_columns(dv_run *run);

#endif
