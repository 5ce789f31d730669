// The panel of the selected agent.
#include "player/window/panels.h"

#include "player/draw/state_colors.h"
#include "player/gui/gui_lines.h"
#include "player/gui/palette.h"
#include "player/run/agent_name.h"

#include "drover/links.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/// The agent's attributes in its kind's model, as sliders.
static void show_attributes(dv_view *view, dv_agent agent) {
    const dv_world *world = view->run->world;
    const dv_program *program = dv_world_program(world);
    uint32_t kind = dv_agent_kind(world, agent);
    bool open = false, any = false;
    for (uint32_t i = 0; i < dv_program_slot_count(program, kind); i++) {
        if (!dv_program_is_attribute(program, kind, i))
            continue;
        open = any ? open : dv_gui_section("Attributes", true);
        any = true;
        const char *name = dv_program_slot(program, kind, i)->name;
        dv_slot_value slot = dv_agent_slot(world, agent, i);
        double value = slot.is_set ? slot.as.number : 0;
        // Can't fail, because the slider only returns values between 0 and 1.
        if (open && dv_gui_slider(name, &value, 0, 1, 0))
            dv_run_set_attribute(view->run, agent, name, value, NULL);
    }
}

static void show_reason(dv_view *view, const char *reason) {
    dv_gui_text(DV_COLOR_FAULT, reason ? "suspended:" : "suspended: its script failed");
    if (reason)
        dv_panels_text(view, DV_COLOR_FAULT, reason);
}

/// What each behavior contributes, as bars.
static void show_influences(const dv_world *world, dv_agent agent) {
    if (dv_agent_influences(world, agent, NULL, 0) > 0 && dv_gui_section("Steering", true))
        dv_inspect_steering(world, agent, dv_panels_show_row, NULL);
}

static void show_links(const dv_world *world, dv_agent agent) {
    uint32_t cursor = 0;
    dv_link link;
    if (dv_agent_next_link(world, agent, &cursor, &link) && dv_gui_section("Links", true))
        dv_inspect_links(world, agent, dv_panels_show_row, NULL);
}

static void show_state(const dv_program *program, uint32_t kind, uint32_t state) {
    dv_state_palette palette = dv_state_palette_of(program);
    uint32_t color = dv_color_of_state(program, &palette, kind, state);
    if (dv_shows_states(program, kind))
        dv_gui_swatches(&color, 1, false, dv_program_state_name(program, kind, state), "");
    else
        dv_gui_text(DV_COLOR_TEXT, dv_program_state_name(program, kind, state));
}

void dv_panels_show_agent(dv_view *view) {
    const dv_world *world = view->run->world;
    const dv_program *program = dv_world_program(world);
    dv_agent agent = view->shown.selected;
    uint32_t kind = dv_agent_kind(world, agent), state = dv_agent_state(world, agent);
    char name[DV_AGENT_NAME];
    dv_write_agent_name(world, agent, name);
    dv_gui_title(name);
    const char *label = dv_scenario_label(view->run->scenario, agent);
    if (label)
        dv_gui_row("label", label);
    if (dv_agent_suspended(world, agent))
        show_reason(view, dv_scenario_reason(view->run->scenario, agent));
    if (state < dv_program_state_count(program, kind)) {
        show_state(program, kind, state);
        dv_gui_print_row("in this state", "%.2f s", dv_agent_state_time(world, agent));
    }
    dv_inspect_group(world, agent, dv_panels_show_row, NULL);
    dv_inspect_motion(world, agent, dv_panels_show_row, NULL);
    // Above what grows, so that sliders do not move under the mouse.
    show_attributes(view, agent);
    dv_panels_show_numbers(view);
    dv_panels_show_changes(view, agent);
    show_influences(world, agent);
    dv_panels_show_parts(view, agent);
    dv_panels_show_memory(view, agent, dv_agent_group(world, agent));
    show_links(world, agent);
    if (!dv_agent_suspended(world, agent) && dv_gui_section("Sees and hears", true)) {
        dv_inspect_seen(world, agent, dv_panels_show_row, NULL);
        dv_inspect_heard(world, agent, dv_panels_show_row, NULL);
    }
    dv_panels_show_agent_timers(view, agent);
    dv_panels_show_body(view, agent);
    // At the end, where it moves nothing under the mouse.
    if (*view->panels.edit_refusal)
        dv_gui_wrapped(DV_COLOR_FAULT, view->panels.edit_refusal);
    if (view->shown.annotations)
        return;
    dv_gui_space();
    dv_gui_legend(DV_COLOR_VELOCITY, "velocity", "");
    dv_gui_legend(DV_COLOR_STEERING, "steering", "");
    dv_gui_legend(DV_COLOR_TARGET, "targets", "");
}
