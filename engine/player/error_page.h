// The page for a scenario that does not start.
#ifndef DV_PLAYER_ERROR_PAGE_H
#define DV_PLAYER_ERROR_PAGE_H

#include "player/mending.h"
#include "player/screen.h"

/// Show why a scenario does not start, with the source lines around, in an open window. Returns
/// true when the scenario may have been mended, or people want it tried again; false when the
/// window was closed.
bool dv_error_page_show(dv_screen *screen, dv_mending *mending, const char *message,
                        const char *traceback);

#endif
