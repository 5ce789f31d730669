// Where the program keeps what it remembers of its runs: files in $XDG_STATE_HOME/drover.
#ifndef DV_PLAYER_STATE_FILE_H
#define DV_PLAYER_STATE_FILE_H

#include "drover/base.h"

#include <limits.h>

/// The path of a file with a name. DV_ERROR_IO if there is no place for it.
dv_result dv_state_path(const char *name, char path[PATH_MAX], dv_error *error);

/// Make the missing folders on the way to a file, for this user only.
void dv_state_make_folders(const char *path);

#endif
