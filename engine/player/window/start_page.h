// The start page: samples, recent scenarios, and a form for a new scenario.
#ifndef DV_PLAYER_START_PAGE_H
#define DV_PLAYER_START_PAGE_H

#include "player/tools/scenario_choice.h"
#include "player/window/screen.h"

/// Show the page in an open window until the user chooses a scenario or creates one; `path`
/// receives its path. `control_path` is where its control socket is; NULL: it has none. False if
/// the window was closed, or if memory ran out, which has then been printed.
bool dv_start_page_show(dv_screen *screen, const dv_scenario_choice *choice,
                        const char *control_path, char path[PATH_MAX]);

#endif
