// The samples that come with the program, wherever it stands.
#ifndef DV_PLAYER_SAMPLES_H
#define DV_PLAYER_SAMPLES_H

#include "drover/base.h"

#include <limits.h>

/// The folder of the samples: that of a bundle, an installation or the source tree that the program
/// is in; else the folder samples here. False when there is none.
bool dv_samples_folder(char path[PATH_MAX]);

/// The path of the sample of that name; false when there is none.
bool dv_sample_path(const char *name, char path[PATH_MAX]);

/// The path of the running program, or "".
void dv_program_path(char path[PATH_MAX]);

#endif
