// The page to begin at: samples and recent scenarios, and a new one of one's own.
#ifndef DV_PLAYER_START_PAGE_H
#define DV_PLAYER_START_PAGE_H

#include "player/tools/shelf.h"
#include "player/window/screen.h"

/// Show the page in an open window until a scenario is chosen, or written and so chosen; its path
/// is in `path`. False when the window was closed instead, or memory is short, which was printed.
bool dv_start_page_show(dv_screen *screen, const dv_shelf *shelf, char path[PATH_MAX]);

#endif
