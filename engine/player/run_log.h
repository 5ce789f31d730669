// The log of a run (--log): a line of JSON for its start, each printed line, each reload and its
// end. Without --log these do nothing.
#ifndef DV_PLAYER_RUN_LOG_H
#define DV_PLAYER_RUN_LOG_H

#include "player/run.h"

void dv_log_start(dv_run *run);
void dv_log_print(dv_run *run, const char *line);
void dv_log_reload(dv_run *run);
void dv_log_rewind(dv_run *run, uint64_t from, uint64_t to);
void dv_log_finish(dv_run *run);

#endif
