// The page for a scenario that doesn't start.
#ifndef DV_PLAYER_ERROR_PAGE_H
#define DV_PLAYER_ERROR_PAGE_H

#include "player/watch/retry.h"
#include "player/window/screen.h"

/// Show the message and the source lines around the error in an open window. True when it is time
/// to try again, because files changed or the user asked for it; false when the window was closed.
/// `control_path` is where its control socket is; NULL: it has none.
bool dv_error_page_show(dv_screen *screen, dv_retry *retry, const char *control_path,
                        const char *message, const char *traceback);

#endif
