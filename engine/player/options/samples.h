// Finds the samples that come with the program.
#ifndef DV_PLAYER_SAMPLES_H
#define DV_PLAYER_SAMPLES_H

#include "drover/base.h"

#include <limits.h>

/// The folder with the samples: next to the program in a bundle, installed with it, or in the
/// source tree around it; otherwise the folder `samples` in the current directory. False if there
/// is none.
bool dv_samples_folder(char path[PATH_MAX]);

/// The path of a sample by its name; false if there is none.
bool dv_sample_path(const char *name, char path[PATH_MAX]);

/// The path of the running program, or "".
void dv_program_path(char path[PATH_MAX]);

#endif
