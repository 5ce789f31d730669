// Tracks which of the scenario's tools is selected, and decides which tool gets an input.
//
// Invariant: while a button is down, mouse input goes to the tool that got the press, even if
// another tool is selected meanwhile. A stroke ends with the tool that began it.
#ifndef DROVER_BINDINGS_TOOLS_H
#define DROVER_BINDINGS_TOOLS_H

#include "scenario.h"

#define DV_TOOL_NAME_SIZE 64

typedef struct dv_tools {
    char chosen[DV_TOOL_NAME_SIZE]; ///< "": no tool
    char held[DV_TOOL_NAME_SIZE];   ///< tool that got the press of the buttons that are down
    uint32_t buttons;               ///< the buttons that are down, one bit each
    char key[32]; ///< the key whose press selected or deselected a tool; its release is taken, too
} dv_tools;

/// Select a tool by name, or deselect it if it is selected already.
void dv_tools_choose(dv_tools *tools, const char *name);

/// The selected tool; NULL: none.
const char *dv_tools_chosen(const dv_tools *tools, const dv_scenario *scenario);

/// A tool's key selects or deselects it; Escape deselects any tool. Returns true if the key did so:
/// then nothing else must handle it.
bool dv_tools_press_key(dv_tools *tools, const dv_scenario *scenario, const char *key);
bool dv_tools_release_key(dv_tools *tools, const char *key);

/// The tool that gets this input. NULL: the window and the scenario's own callbacks get it. Call
/// this exactly once for each press and release, because it tracks the buttons.
const char *dv_tools_take(dv_tools *tools, const dv_scenario *scenario, const dv_input *input);

#endif
