// The panel of the selected agent.
#include "player/window/panels.h"

#include "player/draw/state_colors.h"
#include "player/gui/gui_lines.h"
#include "player/gui/palette.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static void show_group(const dv_world *world, dv_agent agent, dv_group group) {
    const dv_program *program = dv_world_program(world);
    dv_agent leader = dv_group_leader(world, group);
    uint32_t size = dv_group_size(world, group);
    dv_gui_print_row("group", "%s of %" PRIu32,
                     dv_program_group_type_name(program, dv_group_type(world, group)), size);
    if (!dv_agent_alive(world, leader))
        dv_gui_row("leader", "none");
    else if (leader.bits == agent.bits)
        dv_gui_row("leader", "itself");
    else
        dv_gui_print_row("leader", "%s#%" PRIu32,
                         dv_program_kind_name(program, dv_agent_kind(world, leader)),
                         dv_agent_id(leader));
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

/// Behaviors that the panel lists.
#define SHOWN_INFLUENCES 24

/// What each behavior contributes, as bars; those that were not asked are dimmed.
static void show_influences(const dv_world *world, dv_agent agent) {
    dv_influence influences[SHOWN_INFLUENCES];
    uint32_t count = dv_agent_influences(world, agent, influences, SHOWN_INFLUENCES);
    if (count == 0 || !dv_gui_section("Steering", true))
        return;
    for (uint32_t i = 0; i < count && i < SHOWN_INFLUENCES; i++) {
        const dv_influence *influence = &influences[i];
        char value[64];
        // The root of the blend is the same for all.
        const char *dot = strchr(influence->path, '.');
        const char *name = dot ? dot + 1 : influence->path;
        snprintf(value, sizeof value, "%.0f %%", 100 * (double)influence->share);
        if (influence->was_asked)
            dv_gui_bar(name, value, influence->share);
        else
            dv_gui_dim_row(name, "not asked");
    }
    if (count > SHOWN_INFLUENCES)
        dv_gui_print(DV_COLOR_TEXT_DIM, "and %" PRIu32 " more", count - SHOWN_INFLUENCES);
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
        show_reason(view, dv_scenario_reason(view->run->scenario, agent));
    if (state < dv_program_state_count(program, kind)) {
        show_state(program, kind, state);
        dv_gui_print_row("in this state", "%.2f s", dv_agent_state_time(world, agent));
    }
    dv_group group = dv_agent_group(world, agent);
    if (dv_group_alive(world, group))
        show_group(world, agent, group);
    show_motion(world, agent);
    // Above what grows, so that sliders do not move under the mouse.
    show_attributes(view, agent);
    dv_panels_show_numbers(view);
    dv_panels_show_changes(view, agent);
    show_influences(world, agent);
    dv_panels_show_parts(view, agent);
    dv_panels_show_memory(view, agent, group);
    dv_panels_show_links(view, agent);
    dv_panels_show_senses(view, agent);
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
