// The plots as files.
#ifndef DV_PLAYER_PLOTS_FILE_H
#define DV_PLAYER_PLOTS_FILE_H

#include "player/run/run.h"

/// Write the plots to FILE.png, or their values to FILE.csv. Fails with a message that names the
/// file.
dv_result dv_plots_write(const dv_run *run, const char *path, dv_error *error);

#endif
