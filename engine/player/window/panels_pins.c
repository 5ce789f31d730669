// The cards of pinned agents: state, how long it has lasted, the last states as a strip, and the
// numbers that the user chose. They are at the top of the inspector.
#include "player/window/panels.h"

#include "player/draw/state_colors.h"
#include "player/gui/gui_lines.h"
#include "player/gui/palette.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/// Show the chosen numbers, and unfold only the tables that they are in.
static bool show_number(void *context, const dv_value_entry *entry) {
    const dv_pins *pins = context;
    size_t length = strlen(entry->path);
    bool is_around = false;
    if (entry->type == DV_ENTRY_NUMBER && dv_pins_has_number(pins, entry->path))
        dv_gui_row(entry->path, entry->text);
    for (uint32_t i = 0; i < pins->number_count && length > 0; i++)
        is_around |= strncmp(pins->numbers[i], entry->path, length) == 0;
    return is_around;
}

static void show_state(const dv_world *world, dv_agent agent) {
    const dv_program *program = dv_world_program(world);
    uint32_t kind = dv_agent_kind(world, agent);
    const char *state = dv_program_state_name(program, kind, dv_agent_state(world, agent));
    if (dv_agent_suspended(world, agent))
        dv_gui_text(DV_COLOR_FAULT, "suspended");
    if (*state) {
        dv_state_palette palette = dv_state_palette_of(program);
        char lasted[32];
        snprintf(lasted, sizeof lasted, "for %.1f s", dv_agent_state_time(world, agent));
        dv_gui_legend(dv_color_of_state(program, &palette, kind, dv_agent_state(world, agent)),
                      state, lasted);
    }
    dv_panels_show_states(world, agent);
}

static void show_card(dv_view *view, uint32_t index) {
    dv_pins *pins = &view->pins;
    const dv_world *world = view->run->world;
    const dv_pin *pin = &pins->items[index];
    bool is_alive = dv_agent_alive(world, pin->agent);
    bool is_selected = is_alive && pin->agent.bits == view->shown.selected.bits;
    uint32_t color = is_selected ? DV_COLOR_ACCENT : DV_COLOR_TEXT;
    switch (dv_gui_line(color, pin->name, "unpin", "no longer show this agent here", index)) {
    case DV_LINE_CHOSEN:
        if (is_alive)
            view->shown.selected = pin->agent;
        break;
    case DV_LINE_LINK:
        dv_request_command(&view->requests, "unpin %s", pin->name);
        break;
    case DV_LINE_LEFT_ALONE:
        break;
    }
    if (is_alive) {
        show_state(world, pin->agent);
        dv_scenario_browse(view->run->scenario, pin->agent, show_number, pins);
    } else {
        dv_gui_text(DV_COLOR_TEXT_DIM, "is gone");
    }
}

void dv_panels_show_pins(dv_view *view) {
    if (view->pins.count == 0 || !dv_gui_section("Pinned", true))
        return;
    for (uint32_t i = 0; i < view->pins.count; i++)
        show_card(view, i);
    dv_gui_space();
}
