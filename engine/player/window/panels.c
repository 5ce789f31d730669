// The contents of the panels. Settings are changed by dv_run_set, as text, so that a slider and
// --set have the same effect.
#include "player/window/panels.h"

#include "player/draw/legend.h"
#include "player/gui/gui_lines.h"
#include "player/gui/palette.h"
#include "player/terminal/messages.h"

#include "steering/inks.h"

#include "base/alloc.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

const double dv_speeds[] = {0.1, 0.25, 0.5, 1, 2, 4, 8, 16, 32, 64, INFINITY};
const int dv_speed_count = sizeof dv_speeds / sizeof *dv_speeds;

dv_result dv_panels_start(dv_panels *panels, const dv_world *world) {
    uint32_t count = dv_program_setting_count(dv_world_program(world));
    double *values = dv_alloc(count * sizeof *values);
    if (!values)
        return DV_ERROR_MEMORY;
    for (uint32_t i = 0; i < count; i++)
        values[i] = dv_world_setting(world, i);
    dv_free(panels->started_with);
    dv_panels_free_numbers(&panels->numbers); // a new scenario counts its generations from 1
    panels->started_with = values;
    panels->started_count = count;
    panels->profiled_tick = UINT64_MAX;
    panels->refusal[0] = panels->command_refusal[0] = '\0';
    return DV_OK;
}

void dv_panels_free(dv_panels *panels) {
    dv_free(panels->started_with);
    panels->started_with = NULL;
    panels->started_count = 0;
    dv_strip_free(&panels->strip);
    dv_listed_mods_free(&panels->mods);
    dv_panels_free_numbers(&panels->numbers);
    dv_compare_free(&panels->comparison);
    panels->comparing = false;
}

void dv_panels_button(dv_view *view, const char *label, float start, float share, bool lit,
                      const char *line) {
    if (dv_gui_button(label, start, share, lit))
        dv_request_command(&view->requests, "%s", line);
}

void dv_panels_switch(dv_view *view, const char *label, bool is_on, const char *line) {
    if (dv_gui_toggle(label, &is_on))
        dv_request_command(&view->requests, "%s %s", line, is_on ? "on" : "off");
}

void dv_panels_text(dv_view *view, uint32_t color, const char *text) {
    char place[DV_GUI_PLACE];
    if (dv_gui_places(color, text, place))
        dv_request_command(&view->requests, "edit %s", place);
}

static void show_speed(dv_view *view) {
    const dv_run *run = view->run;
    char label[64];
    dv_panels_button(view, "−##slower", 0, 0.15f, false, "speed slower");
    if (isinf(run->speed))
        snprintf(label, sizeof label, "speed max##speed");
    else
        snprintf(label, sizeof label, "speed %g×##speed", run->speed);
    dv_panels_button(view, label, 0.15f, 0.45f, false, "speed 1");
    dv_panels_button(view, "+##faster", 0.6f, 0.15f, false, "speed faster");
    bool is_max = isinf(run->speed);
    dv_panels_button(view, "max", 0.75f, 0.25f, is_max, is_max ? "speed 1" : "speed max");
}

/// Whose thoughts are drawn, and a legend of their colors.
static void show_thoughts(const dv_view *view) {
    static const struct {
        uint32_t ink;
        const char *meaning;
    } inks[] = {
        {DV_INK_DESIRED, "desired velocity"},    {DV_INK_STEERING, "steering of a behavior"},
        {DV_INK_TARGET, "targets, predictions"}, {DV_INK_THREAT, "threats, collisions"},
        {DV_INK_CLEAR, "feelers, free ways"},    {DV_INK_NEIGHBOR, "neighbors"},
    };
    const dv_thoughts *thoughts = &view->drawing.thoughts;
    if (dv_agent_alive(view->run->world, view->shown.selected))
        dv_gui_text(DV_COLOR_TEXT_DIM, "of the selected agent");
    else if (thoughts->has_more)
        dv_gui_print(DV_COLOR_TEXT_DIM, "of %" PRIu32 " agents here, not all: click one",
                     thoughts->count);
    else
        dv_gui_print(DV_COLOR_TEXT_DIM,
                     thoughts->count == 1 ? "of the agent here" : "of all %" PRIu32 " agents here",
                     thoughts->count);
    for (size_t i = 0; i < sizeof inks / sizeof *inks; i++)
        dv_gui_legend(dv_color_over(dv_theme_of(&view->shown)->ground, inks[i].ink),
                      inks[i].meaning, "");
}

void dv_panels_show_controls(dv_view *view) {
    const dv_panels *panels = &view->panels;
    const dv_run *run = view->run;
    dv_panels_button(view, run->paused ? "Play##pause" : "Pause##pause", 0, 0.3f, run->paused,
                     "play");
    dv_panels_button(view, "Step", 0.3f, 0.2f, false, "step");
    dv_panels_button(view, "Restart", 0.5f, 0.26f, false, "restart");
    dv_panels_button(view, "Fit", 0.76f, 0.24f, false, "fit");
    show_speed(view);
    dv_panels_switch(view, "Trails", view->shown.trails, "trails");
    dv_panels_switch(view, "Thoughts", view->shown.annotations, "thoughts");
    if (view->shown.annotations)
        show_thoughts(view);
    uint32_t agents = dv_world_agent_count(run->world);
    dv_gui_print(DV_COLOR_TEXT_DIM, "%.0f frames/s  ·  %.0f ticks/s  ·  %" PRIu32 " agent%s",
                 panels->frame_rate, panels->tick_rate, agents, agents == 1 ? "" : "s");
}

/// Buttons for the scenario's tools, in two columns. The chosen tool is highlighted; pressing it
/// again puts it away.
void dv_panels_show_tools(dv_view *view) {
    char label[160];
    uint32_t count = dv_scenario_tool_count(view->run->scenario);
    if (count == 0 || !dv_gui_section("Tools", true))
        return;
    for (uint32_t i = 0; i < count; i++) {
        const char *name = dv_scenario_tool_name(view->run->scenario, i);
        const char *key = dv_scenario_tool_key(view->run->scenario, i);
        snprintf(label, sizeof label, *key ? "%.80s  (%s)##%.40s" : "%.80s%s##%.40s",
                 dv_scenario_tool_title(view->run->scenario, i), key, name);
        if (dv_gui_button(label, (float)(i % 2) * 0.5f, 0.5f,
                          strcmp(view->tools.chosen, name) == 0))
            dv_tools_choose(&view->tools, name);
    }
}

static void change_setting(dv_view *view, const char *name, const char *value) {
    dv_error error;
    view->panels.refusal[0] = '\0';
    if (dv_run_set(view->run, name, value, &error) != DV_OK)
        snprintf(view->panels.refusal, sizeof view->panels.refusal, "%s", error.message);
}

static void show_slider(dv_view *view, const dv_setting_def *def, const char *label, double value) {
    char typed[64];
    if (!dv_gui_slider(label, &value, def->minimum, def->maximum, def->step))
        return;
    snprintf(typed, sizeof typed, "%.15g", value);
    change_setting(view, def->name, typed);
}

static void show_setting(dv_view *view, uint32_t setting) {
    const dv_panels *panels = &view->panels;
    const dv_setting_def *def = dv_program_setting(dv_world_program(view->run->world), setting);
    const char *label = def->title && *def->title ? def->title : def->name;
    double value = dv_world_setting(view->run->world, setting);
    bool on = value != 0;
    uint32_t chosen = value > 0 ? (uint32_t)value : 0;
    if (def->type == DV_SLIDER)
        show_slider(view, def, label, value);
    else if (def->type == DV_TOGGLE && dv_gui_toggle(label, &on))
        change_setting(view, def->name, on ? "true" : "false");
    else if (def->type == DV_CHOICE &&
             dv_gui_choice(label, def->options, def->option_count, &chosen))
        change_setting(view, def->name, def->options[chosen]);
    // Always there, so that nothing moves under the mouse that changes the setting.
    bool waits = setting < panels->started_count && panels->started_with[setting] != value;
    if (def->restart)
        dv_gui_text(waits ? DV_COLOR_ACCENT : DV_COLOR_TEXT_DIM, "restart to apply");
}

/// Show the buttons above a setting, or below the last one.
static void show_buttons(dv_view *view, uint32_t place) {
    const dv_scenario *scenario = view->run->scenario;
    char label[256];
    for (uint32_t i = 0; i < dv_scenario_button_count(scenario); i++) {
        const char *name = dv_scenario_button_name(scenario, i);
        if (dv_scenario_button_place(scenario, i) != place)
            continue;
        snprintf(label, sizeof label, "%.120s##button %" PRIu32,
                 dv_scenario_button_title(scenario, i), i);
        if (dv_gui_button(label, 0, 1, false))
            dv_request_command(&view->requests, "press %s", name);
    }
}

void dv_panels_show_settings(dv_view *view) {
    uint32_t count = dv_program_setting_count(dv_world_program(view->run->world));
    bool has_any = count > 0 || dv_scenario_button_count(view->run->scenario) > 0;
    if (!has_any || !dv_gui_section("Settings", true))
        return;
    // Read the count each time: a setting's callback may cause a reload.
    uint32_t i = 0;
    for (; i < dv_program_setting_count(dv_world_program(view->run->world)); i++) {
        show_buttons(view, i);
        show_setting(view, i);
    }
    show_buttons(view, i);
    if (view->panels.refusal[0])
        dv_gui_wrapped(DV_COLOR_FAULT, view->panels.refusal);
}

/// Like the key, this returns to automatic if that gives the same picture.
static void show_density_switch(dv_view *view) {
    bool is_on = view->drawing.density.is_drawn;
    if (dv_gui_toggle("Density map", &is_on))
        dv_request_command(&view->requests, "density");
}

static void switch_field(dv_view *view, uint32_t field) {
    const char *name = dv_program_field_name(dv_world_program(view->run->world), field);
    bool is_hidden = dv_name_is_hidden(&view->shown.hidden_fields, name);
    dv_request_command(&view->requests, "fields %s %s", name, is_hidden ? "on" : "off");
}

static void switch_links(dv_view *view, uint32_t type) {
    const char *name = dv_program_link_def(dv_world_program(view->run->world), type)->name;
    bool is_hidden = dv_name_is_hidden(&view->shown.hidden_links, name);
    dv_request_command(&view->requests, "links %s %s", name, is_hidden ? "on" : "off");
}

void dv_panels_show_agents(dv_view *view) {
    if (!dv_gui_section("Agents", true))
        return;
    dv_legend_click click = {.finds = false};
    dv_legend_entry *only = &view->shown.only;
    dv_legend_show_kinds(view->run->world, &view->drawing, only, &click);
    dv_legend_show_density(&view->drawing);
    show_density_switch(view);
    int32_t field = -1, links = -1;
    dv_legend_show_fields(view->run->world, &view->shown, &field);
    dv_legend_show_links(view->run->world, &view->shown, &links);
    if (field >= 0)
        switch_field(view, (uint32_t)field);
    if (links >= 0)
        switch_links(view, (uint32_t)links);
    if (!*click.entry.kind)
        return;
    if (click.finds)
        dv_request_command(&view->requests, "find %s%s%s", click.entry.kind,
                           *click.entry.state ? " " : "", click.entry.state);
    bool ends = !click.finds && strcmp(only->kind, click.entry.kind) == 0 &&
                strcmp(only->state, click.entry.state) == 0;
    *only = ends ? (dv_legend_entry){.kind = ""} : click.entry;
}

static void show_phase(const char *name, double seconds, double whole) {
    dv_gui_print_row(name, "%.3f ms  %3.0f %%", 1e3 * seconds,
                     whole > 0 ? 100 * seconds / whole : 0);
}

/// A profile of the tick.
void dv_panels_show_profile(dv_view *view) {
    const dv_profile *p = &view->panels.profile;
    const dv_world *world = view->run->world;
    if (!dv_gui_section("Profile", false))
        return;
    double tick = p->sense + p->decide + p->steer + p->move + p->fields + p->publish;
    show_phase("sense", p->sense, tick);
    show_phase("decide, Lua", p->decide, tick);
    show_phase("steer", p->steer, tick);
    show_phase("move", p->move, tick);
    if (dv_program_field_count(dv_world_program(world)) > 0)
        show_phase("fields", p->fields, tick);
    show_phase("publish", p->publish, tick);
    show_phase("a tick", tick, tick);
    uint32_t agents = dv_world_agent_count(world);
    dv_gui_print_row("an agent", "%.0f ns", agents > 0 ? 1e9 * tick / agents : 0);
    dv_gui_print_row("Lua memory", "%.1f MB",
                     (double)dv_scenario_lua_bytes(view->run->scenario) / 1e6);
}

static void show_run(dv_view *view) {
    const dv_rectangle *place = &view->layout.panel;
    if (place->width < 1)
        return;
    dv_gui_panel_begin("panel", place->left, place->top, place->width, place->height,
                       DV_COLOR_PANEL);
    dv_legend_show_title(view->run->scenario);
    dv_gui_space();
#define PANEL(name) dv_panels_show_##name(view);
#include "player/window/panels.def"
#undef PANEL
    dv_gui_panel_end();
}

static void show_inspector(dv_view *view) {
    const dv_rectangle *place = &view->layout.inspector;
    if (place->width < 1)
        return;
    dv_gui_panel_begin("inspector", place->left, place->top, place->width, place->height,
                       DV_COLOR_PANEL);
    dv_panels_show_pins(view);
    if (dv_agent_alive(view->run->world, view->shown.selected))
        dv_panels_show_agent(view);
    else
        dv_gui_wrapped(DV_COLOR_TEXT_DIM, "Click an agent to see what it is thinking.");
    dv_gui_panel_end();
}

void dv_panels_show(dv_view *view, int width, int height) {
    const dv_rectangle world = view->layout.world;
    dv_panels *panels = &view->panels;
    // A prompt that is shown sets it again.
    panels->console.has_keyboard = panels->find.has_keyboard = false;
    panels->expression.has_keyboard = false;
    dv_legend_show_scale(&view->camera, view->panels.scale);
    show_run(view);
    show_inspector(view);
    dv_panels_show_strip(view, world.left, width, height);
    dv_gui_record_area("world", world.left, world.top, world.width, world.height);
    if (world.width > 0) {
        dv_panels_show_banner(view, world.left, world.width);
        dv_panels_show_comparison(view, world.left, world.width);
        dv_panels_show_find(view, world.left, world.width);
        dv_panels_show_console(view, world.left, world.width, world.top + world.height);
        dv_panels_show_page_of_keys(view, world.left, world.width);
    }
    dv_layout_show_bars(&view->layout, view->panels.scale);
}
