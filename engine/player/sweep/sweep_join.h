// Joins the files that the parts of a sweep wrote into the file of the whole sweep.
#ifndef DV_PLAYER_SWEEP_JOIN_H
#define DV_PLAYER_SWEEP_JOIN_H

#include "player/options/options.h"

/// Join options->sweep.files, the parts of one sweep in any order, into options->sweep.out. Fails
/// if a part is missing, given twice, unfinished, or of another sweep; then nothing is written.
/// `failed` counts the runs that failed.
dv_result dv_sweep_join(const dv_options *options, uint64_t *runs, uint64_t *failed,
                        dv_error *error);

#endif
