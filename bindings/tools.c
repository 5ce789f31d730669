#include "tools.h"

#include "scenario_data.h"

#include <stdio.h>
#include <string.h>

void dv_tools_choose(dv_tools *tools, const char *name) {
    bool again = strcmp(tools->chosen, name) == 0;
    snprintf(tools->chosen, sizeof tools->chosen, "%s", again ? "" : name);
}

const char *dv_tools_chosen(const dv_tools *tools, const dv_scenario *scenario) {
    return dv_scenario_tool_named(scenario, tools->chosen) < 0 ? NULL : tools->chosen;
}

static bool is_taken(dv_tools *tools, const dv_scenario *scenario, const char *key) {
    if (strcmp(key, "escape") == 0 && dv_tools_chosen(tools, scenario)) {
        tools->chosen[0] = '\0';
        return true;
    }
    for (uint32_t i = 0; i < dv_scenario_tool_count(scenario); i++)
        if (strcmp(dv_scenario_tool_key(scenario, i), key) == 0) {
            dv_tools_choose(tools, dv_scenario_tool_name(scenario, i));
            return true;
        }
    return false;
}

bool dv_tools_press_key(dv_tools *tools, const dv_scenario *scenario, const char *key) {
    bool taken = is_taken(tools, scenario, key);
    if (taken)
        snprintf(tools->key, sizeof tools->key, "%s", key);
    return taken;
}

bool dv_tools_release_key(dv_tools *tools, const char *key) {
    bool taken = strcmp(tools->key, key) == 0;
    if (taken)
        tools->key[0] = '\0';
    return taken;
}

/// The selected tool, if it handles mouse buttons or motion.
static const char *for_mouse(const dv_tools *tools, const dv_scenario *scenario) {
    int32_t tool = dv_scenario_tool_named(scenario, tools->chosen);
    for (int type = DV_MOUSE_PRESSED; tool >= 0 && type <= DV_MOUSE_MOVED; type++)
        if (dv_scenario_tool_takes(scenario, (uint32_t)tool, (dv_input_type)type))
            return tools->chosen;
    return NULL;
}

static const char *tool_holding(const dv_tools *tools) { return *tools->held ? tools->held : NULL; }

static const char *press_button(dv_tools *tools, const dv_scenario *scenario, uint32_t button) {
    if (!tools->buttons) {
        const char *tool = for_mouse(tools, scenario);
        snprintf(tools->held, sizeof tools->held, "%s", tool ? tool : "");
    }
    tools->buttons |= button;
    return tool_holding(tools);
}

// A release may arrive for a button that was pressed over a panel.
static const char *release_button(dv_tools *tools, uint32_t button) {
    bool was_down = tools->buttons & button;
    tools->buttons &= ~button;
    return was_down ? tool_holding(tools) : NULL;
}

const char *dv_tools_take(dv_tools *tools, const dv_scenario *scenario, const dv_input *input) {
    int32_t tool = dv_scenario_tool_named(scenario, tools->chosen);
    uint32_t button = 1u << ((uint32_t)input->button % 32);
    switch (input->type) {
    case DV_MOUSE_PRESSED:
        return press_button(tools, scenario, button);
    case DV_MOUSE_RELEASED:
        return release_button(tools, button);
    case DV_MOUSE_MOVED:
        return tools->buttons ? tool_holding(tools) : for_mouse(tools, scenario);
    case DV_WHEEL_MOVED:
        return tool >= 0 && dv_scenario_tool_takes(scenario, (uint32_t)tool, DV_WHEEL_MOVED)
                   ? tools->chosen
                   : NULL;
    default:
        return NULL;
    }
}
