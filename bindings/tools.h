// Which of the scenario's tools is chosen, and whose an input is.
//
// Invariant: while a button is down, the mouse belongs to whom it was pressed for, whatever is
// chosen meanwhile: a stroke ends with the tool that began it.
#ifndef DROVER_BINDINGS_TOOLS_H
#define DROVER_BINDINGS_TOOLS_H

#include "scenario.h"

#define DV_TOOL_NAME_SIZE 64

typedef struct dv_tools {
    char chosen[DV_TOOL_NAME_SIZE]; ///< "": the plain pointer
    char held[DV_TOOL_NAME_SIZE];   ///< for whom the buttons that are down were pressed
    uint32_t buttons;               ///< that are down, a bit each
    char key[32];                   ///< whose press was taken, and whose release will be
} dv_tools;

/// Choose a tool by name, or give it back when it is chosen already.
void dv_tools_choose(dv_tools *tools, const char *name);

/// The tool chosen, or NULL: the plain pointer.
const char *dv_tools_chosen(const dv_tools *tools, const dv_scenario *scenario);

/// A tool's key chooses it or gives it back, Escape gives back what is chosen. True when the key
/// was meant for that, and so for nobody else.
bool dv_tools_press_key(dv_tools *tools, const dv_scenario *scenario, const char *key);
bool dv_tools_release_key(dv_tools *tools, const char *key);

/// The tool that takes this input, or NULL: the window and the scenario's own callbacks do. To be
/// asked once for each press and release, which it remembers.
const char *dv_tools_take(dv_tools *tools, const dv_scenario *scenario, const dv_input *input);

#endif
