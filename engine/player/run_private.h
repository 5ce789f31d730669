// What the files of a run share: run_open.c opens, begins again and closes it, run_reload.c takes
// over what was saved, run_acts.c hands on what people do, run.c does the ticks between and the
// end.
#ifndef DV_PLAYER_RUN_PRIVATE_H
#define DV_PLAYER_RUN_PRIVATE_H

#include "player/run.h"

/// Print the banner's script error with its traceback, unless it was printed last.
void dv_run_print_script_error(dv_run *run);

/// Close whatever is open. What files could not be written fails the run.
void dv_run_close_all(dv_run *run);

/// Watch the folders of all modules there are now, if watching.
void dv_run_watch_modules(dv_run *run);

/// Of the environment; 0: not given.
dv_result dv_run_read_vector_bits(uint32_t *bits, dv_error *error);

#endif
