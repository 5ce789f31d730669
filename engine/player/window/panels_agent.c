// The panel of the selected agent.
#include "player/window/panels.h"

#include "player/draw/gui_lines.h"
#include "player/draw/palette.h"
#include "player/draw/state_colors.h"

#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// The slots and memory of the selected agent and its group, one part of them at a time.
struct described {
    const dv_program *program;
    uint32_t kind, group_type;
    bool of_group;
    char edited[128]; ///< a field that the user changes, to `number`; "": none
    double number;
    enum { THAT_STEER, MEMORY, OTHER_SLOTS } part;
    dv_slot_read reads[DV_SHOWN_SLOTS];
    uint32_t count;
};

static bool steers(const struct described *d, dv_slot_owner owner, int32_t slot) {
    for (uint32_t i = 0; i < d->count; i++)
        if (d->reads[i].owner == owner && (int32_t)d->reads[i].slot == slot)
            return true;
    return false;
}

/// Show a number of the memory so that it can be changed. False if the value is none.
static bool edit_number(struct described *d, const char *field, const char *value) {
    char *end;
    double number = strtod(value, &end);
    if (end == value || *end || !isfinite(number))
        return false;
    if (dv_gui_number(field, &number, -DBL_MAX, DBL_MAX, "")) {
        snprintf(d->edited, sizeof d->edited, "%s", field);
        d->number = number;
    }
    return true;
}

static void show_described(void *context, const char *name, const char *value) {
    struct described *d = context;
    dv_slot_owner owner = d->of_group ? DV_OWNED_BY_GROUP : DV_OWNED_BY_AGENT;
    int32_t slot = d->of_group ? dv_program_group_slot_named(d->program, d->group_type, name)
                               : dv_program_slot_named(d->program, d->kind, name);
    char full[128];
    snprintf(full, sizeof full, "%s%s", d->of_group ? "group." : "", name);
    if (d->part != (slot < 0 ? MEMORY : steers(d, owner, slot) ? THAT_STEER : OTHER_SLOTS))
        return;
    if (d->part == OTHER_SLOTS)
        dv_gui_dim_row(full, value);
    else if (d->part != MEMORY || !edit_number(d, full, value))
        dv_gui_row(full, value);
}

/// First the slots that steer the agent in its state, then its memory, last the other slots,
/// dimmed.
static void show_targets(dv_view *view, dv_agent agent, dv_group group) {
    const dv_world *world = view->run->world;
    bool has_group = dv_group_alive(world, group);
    struct described d = {
        .program = dv_world_program(world),
        .kind = dv_agent_kind(world, agent),
        .group_type = has_group ? dv_group_type(world, group) : 0,
    };
    d.count = dv_agent_slots_read(world, agent, d.reads, DV_SHOWN_SLOTS);
    for (d.part = THAT_STEER; d.part <= OTHER_SLOTS; d.part++) {
        d.of_group = false;
        dv_scenario_describe(view->run->scenario, agent, show_described, &d);
        d.of_group = true;
        dv_scenario_describe_group(view->run->scenario, group, show_described, &d);
    }
    // Not while they are read.
    if (*d.edited)
        dv_panels_assign(view, agent, d.edited, d.number);
}

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
    dv_panels_show_changes(view, agent);
    show_influences(world, agent);
    if (dv_gui_section("Targets and memory", true))
        show_targets(view, agent, group);
    dv_panels_show_senses(view, agent);
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
