// The section with the body and the senses of the selected agent, whose numbers can be changed in
// place. A change is a line of the console, so it is logged and replayed like one.
#include "player/window/panels.h"

#include "player/gui/gui_lines.h"
#include "player/gui/palette.h"

#include "record/text_file.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

void dv_panels_assign(dv_view *view, dv_agent agent, const char *field, const char *value) {
    char line[DV_LONGEST_COMMAND];
    dv_error error;
    bool has_failed = false;
    snprintf(line, sizeof line, "selected.%s = %s", field, value);
    const char *refusal = error.message;
    if (dv_run_lua(view->run, line, agent, &error) == DV_OK)
        refusal = dv_scenario_console_text(view->run->scenario, &has_failed);
    else
        has_failed = true;
    snprintf(view->panels.edit_refusal, sizeof view->panels.edit_refusal, "%s",
             has_failed ? refusal : "");
}

/// The name that scripts assign to: "sight_range" for "sight.range".
static void field_name(const char *property, char name[64]) {
    snprintf(name, 64, "%s", property);
    for (char *dot = strchr(name, '.'); dot; dot = strchr(dot, '.'))
        *dot = '_';
}

static void show_property(dv_view *view, dv_agent agent, dv_property property) {
    const dv_parameter *row = &dv_properties[property];
    dv_shown_unit unit = dv_unit_shown(row);
    double value = dv_agent_property(view->run->world, agent, property) * unit.scale;
    // The others belong to the kind.
    bool is_own = property < DV_STRIDE && row->type == DV_PARAMETER_NUMBER;
    if (is_own && isfinite(value)) {
        char name[64];
        field_name(row->name, name);
        if (dv_gui_number(row->name, &value, row->minimum * unit.scale, row->maximum * unit.scale,
                          unit.name)) {
            char number[DV_NUMBER_TEXT];
            dv_double_text(fmin(value / unit.scale, row->maximum), number);
            dv_panels_assign(view, agent, name, number);
        }
    } else {
        char text[64];
        dv_property_text(view->run->world, agent, property, text);
        dv_gui_row(row->name, text);
    }
}

void dv_panels_show_body(dv_view *view, dv_agent agent) {
    uint32_t kind = dv_agent_kind(view->run->world, agent);
    if (!dv_gui_section("Body and sight", true))
        return;
    for (int i = 0; i < DV_PROPERTY_COUNT; i++)
        if (dv_kind_has_property(view->run->world, kind, (dv_property)i))
            show_property(view, agent, (dv_property)i);
}
