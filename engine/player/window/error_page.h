// The page for a scenario that does not start.
#ifndef DV_PLAYER_ERROR_PAGE_H
#define DV_PLAYER_ERROR_PAGE_H

#include "player/watch/retry.h"
#include "player/window/screen.h"

/// Show the message and the source lines around it in an open window. Returns true when it is time
/// to try again, because files changed or somebody asked; false when the window was closed.
bool dv_error_page_show(dv_screen *screen, dv_retry *retry, const char *message,
                        const char *traceback);

#endif
