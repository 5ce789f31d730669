// The panel of the selected agent.
#include "player/window/panels.h"

#include "player/draw/palette.h"
#include "player/draw/state_colors.h"
#include "player/run/why.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

static void show_described(void *context, const char *name, const char *value) {
    (void)context;
    dv_gui_row(name, value);
}

static void show_motion(const dv_world *world, dv_agent agent) {
    dv_vec3 p = dv_agent_position(world, agent), v = dv_agent_velocity(world, agent);
    dv_vec3 s = dv_agent_steering(world, agent);
    if (dv_world_space(world) == DV_VOLUME)
        dv_gui_print_row("position", "%.2f  %.2f  %.2f m", (double)p.x, (double)p.y, (double)p.z);
    else
        dv_gui_print_row("position", "%.2f  %.2f m", (double)p.x, (double)p.y);
    dv_gui_print_row("speed", "%.2f m/s",
                     sqrt((double)v.x * v.x + (double)v.y * v.y + (double)v.z * v.z));
    dv_gui_print_row("heading", "%.0f°", dv_agent_heading(world, agent) * 57.29577951308232);
    dv_gui_print_row("steering", "%.2f  %.2f m/s", (double)s.x, (double)s.y);
}

static void show_body(const dv_world *world, dv_agent agent) {
    for (int i = 0; i < DV_PROPERTY_COUNT; i++) {
        if (!dv_kind_has_property(world, dv_agent_kind(world, agent), (dv_property)i))
            continue;
        const dv_parameter *property = &dv_properties[i];
        double value = dv_agent_property(world, agent, (dv_property)i);
        if (property->type == DV_PARAMETER_SOLIDITY)
            dv_gui_print_row(property->name, "%s",
                             value == DV_SOLID_FOR_AGENTS ? DV_AGENTS_ARE_SOLID
                             : value != 0                 ? "true"
                                                          : "false");
        else
            dv_gui_print_row(property->name, "%.4g %s", value,
                             property->unit ? property->unit : "");
    }
}

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

static void show_reason(const char *reason) {
    dv_gui_text(DV_COLOR_FAULT, reason ? "suspended:" : "suspended: its script failed");
    if (reason)
        dv_gui_wrapped(DV_COLOR_FAULT, reason);
}

/// Changes of state that the panel shows.
#define SHOWN_CHANGES 5

/// Why the agent is in its state, and below it the changes before, dimmed.
static void show_changes(const dv_world *world, dv_agent agent) {
    dv_transition transition;
    char line[DV_WHY_TEXT];
    for (uint32_t back = 0; back < SHOWN_CHANGES; back++) {
        if (!dv_agent_transition(world, agent, back, &transition))
            return;
        dv_why_line(world, &transition, line);
        dv_gui_wrapped(back == 0 ? DV_COLOR_TEXT : DV_COLOR_TEXT_DIM, line);
    }
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
    char name[128];
    snprintf(name, sizeof name, "%s#%" PRIu32, dv_program_kind_name(program, kind),
             dv_agent_id(agent));
    dv_gui_title(name);
    const char *label = dv_scenario_label(view->run->scenario, agent);
    if (label)
        dv_gui_row("label", label);
    if (dv_agent_suspended(world, agent))
        show_reason(dv_scenario_reason(view->run->scenario, agent));
    if (state < dv_program_state_count(program, kind)) {
        show_state(program, kind, state);
        dv_gui_print_row("in this state", "%.2f s", dv_agent_state_time(world, agent));
    }
    show_motion(world, agent);
    // Above what grows, so that sliders do not move under the mouse.
    show_attributes(view, agent);
    if (dv_gui_section("Why", true))
        show_changes(world, agent);
    if (dv_gui_section("Targets and memory", true))
        dv_scenario_describe(view->run->scenario, agent, show_described, NULL);
    if (dv_gui_section("Body and sight", true))
        show_body(world, agent);
    if (view->shown.annotations)
        return;
    dv_gui_space();
    dv_gui_legend(DV_COLOR_VELOCITY, "velocity", "");
    dv_gui_legend(DV_COLOR_STEERING, "steering", "");
    dv_gui_legend(DV_COLOR_TARGET, "targets", "");
}
