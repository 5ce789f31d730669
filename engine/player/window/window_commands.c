#include "player/window/window_commands.h"

#include "player/draw/aim.h"
#include "player/options/view_options.h"
#include "player/run/agent_name.h"
#include "player/run/find.h"
#include "player/terminal/messages.h"
#include "player/window/arrange_mouse.h"
#include "player/window/layers_command.h"
#include "player/window/plots_file.h"
#include "player/window/widget_command.h"
#include "player/window/window_view.h"

#include "base/alloc.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// What needs a window. `value` is what follows the command's name, or "".

static int index_of(const char *value, const char *const *names, int count) {
    for (int i = 0; i < count; i++)
        if (strcmp(names[i], value) == 0)
            return i;
    return -1;
}

/// The next speed of the list that is slower (`by` −1) or faster (1) than a speed.
static double next_speed(double speed, int by) {
    int i = 0;
    while (i + 1 < dv_speed_count && dv_speeds[i] < speed)
        i++;
    i += by;
    return dv_speeds[i < 0 ? 0 : i < dv_speed_count ? i : dv_speed_count - 1];
}

static void obey_speed(struct window *window, const char *value, dv_answer *to) {
    dv_run *run = window->view.run;
    char *end;
    double speed = *value >= '0' && *value <= '9' ? strtod(value, &end) : 0;
    if (strcmp(value, "slower") == 0)
        speed = next_speed(run->speed, -1);
    else if (strcmp(value, "faster") == 0)
        speed = next_speed(run->speed, 1);
    else if (strcmp(value, "max") == 0)
        speed = (double)INFINITY;
    else if (speed > 0 && (*end || !isfinite(speed)))
        speed = 0;
    if (!(speed > 0)) {
        dv_answer_refuse(to, "speed takes a number above 0, max, slower, or faster, not '%.80s'",
                         value);
        return;
    }
    run->speed = speed;
    if (isinf(speed))
        dv_answer_say(to, "speed max");
    else
        dv_answer_say(to, "speed %g", speed);
}

static void obey_bookmark(struct window *window, const char *value, dv_answer *to) {
    dv_run *run = window->view.run;
    uint64_t tick = dv_world_tick(run->world);
    (void)value;
    if (!run->timeline.is_on)
        dv_answer_refuse(to, "there is no timeline to bookmark: out of memory");
    else if (dv_run_toggle_bookmark(run))
        dv_answer_say(to, "bookmark at tick %" PRIu64, tick);
    else
        dv_answer_say(to, "no bookmark at tick %" PRIu64 " any more", tick);
}

static void obey_plots(struct window *window, const char *value, dv_answer *to) {
    dv_error error;
    if (!*value)
        dv_answer_refuse(to, "plots takes the name of a file that ends in .csv or .png");
    else if (dv_plots_write(window->view.run, value, &error) != DV_OK)
        dv_answer_refuse(to, "%s", error.message);
    else
        dv_answer_wrote(to, value);
}

static void obey_fit(struct window *window, const char *value, dv_answer *to) {
    dv_first_view first = dv_scenario_first_view(window->view.run->scenario);
    (void)value;
    dv_window_aim(window, first.yaw, first.pitch);
    dv_answer_say(to, "showing everything");
}

static void obey_zoom(struct window *window, const char *value, dv_answer *to) {
    static const char *const ways[] = {"in", "out"};
    dv_camera *camera = &window->view.camera;
    int way = index_of(value, ways, 2);
    if (way < 0) {
        dv_answer_refuse(to, "zoom takes in or out, not '%.80s'", value);
        return;
    }
    dv_camera_zoom(camera, way == 0 ? 1.25 : 0.8, camera->left + camera->width / 2,
                   camera->top + camera->height / 2);
    dv_answer_say(to, "zoomed %s", value);
}

static void obey_pan(struct window *window, const char *value, dv_answer *to) {
    static const char *const ways[] = {"left", "right", "up", "down"};
    static const int moves[][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
    const double stride = 60 * (double)window->view.panels.scale;
    int way = index_of(value, ways, 4);
    if (way < 0) {
        dv_answer_refuse(to, "pan takes left, right, up, or down, not '%.80s'", value);
        return;
    }
    dv_camera_pan(&window->view.camera, stride * moves[way][0], stride * moves[way][1]);
    dv_answer_say(to, "moved %s", value);
}

/// Whether the view can be turned; otherwise, the command is refused.
static bool can_turn(const struct window *window, dv_answer *to) {
    if (dv_world_space(window->view.run->world) == DV_VOLUME)
        return true;
    dv_answer_refuse(to, "a plane is only seen from above");
    return false;
}

static void obey_turn(struct window *window, const char *value, dv_answer *to) {
    static const char *const ways[] = {"left", "right", "up", "down"};
    static const int turns[][2] = {{-10, 0}, {10, 0}, {0, 5}, {0, -5}}; // degrees
    dv_camera *camera = &window->view.camera;
    int way = index_of(value, ways, 4);
    if (way < 0) {
        dv_answer_refuse(to, "turn takes left, right, up, or down, not '%.80s'", value);
    } else if (can_turn(window, to)) {
        dv_camera_turn(camera, turns[way][0], turns[way][1]);
        dv_answer_say(to, "yaw %g, pitch %g", camera->yaw, camera->pitch);
    }
}

/// Leaving the plan, look from where the scenario says, or from the side if that is the plan, too.
static void obey_plan(struct window *window, const char *value, dv_answer *to) {
    dv_first_view first = dv_scenario_first_view(window->view.run->scenario);
    bool is_on = !window->view.camera.orbits;
    if (!can_turn(window, to) || !dv_read_switch("plan", value, &is_on, to))
        return;
    if (is_on)
        dv_window_aim(window, 0, 90);
    else
        dv_window_aim(window, first.yaw, first.pitch < 90 ? first.pitch : 35);
    dv_answer_say(to, "plan %s", is_on ? "on" : "off");
}

static void obey_camera(struct window *window, const char *value, dv_answer *to) {
    dv_camera *camera = &window->view.camera;
    dv_view_options view = {0};
    const dv_run *run = window->view.run;
    view.has_camera = *value && dv_parse_camera(value, &view);
    if (*value && !view.has_camera) {
        dv_answer_refuse(to, "camera takes " DV_CAMERA_FORM ", not '%.80s'", value);
        return;
    }
    if (view.has_camera && !isnan(view.yaw) && !can_turn(window, to))
        return;
    if (view.has_camera)
        dv_aim_at_first(camera, &view, run->scenario, run->world, 0);
    char text[DV_CAMERA_TEXT];
    view = dv_aim_of(camera);
    dv_write_camera(&view, 6, text);
    dv_answer_say(to, "camera %s", text);
}

static void switch_shown(const char *command, bool *is_on, const char *value, dv_answer *to) {
    if (dv_read_switch(command, value, is_on, to))
        dv_answer_say(to, "%s %s", command, *is_on ? "on" : "off");
}

static void obey_trails(struct window *window, const char *value, dv_answer *to) {
    switch_shown("trails", &window->view.shown.trails, value, to);
}

static void obey_thoughts(struct window *window, const char *value, dv_answer *to) {
    switch_shown("thoughts", &window->view.shown.annotations, value, to);
}

/// Without a value, switch to the other picture: to automatic if that chooses the same one.
static void obey_density(struct window *window, const char *value, dv_answer *to) {
    static const char *const names[] = {"auto", "on", "off"};
    const dv_density *density = &window->view.drawing.density;
    dv_density_choice *choice = &window->view.shown.density;
    bool is_on = !density->is_drawn;
    if (!*value)
        *choice = is_on == density->fits ? DV_DENSITY_AUTO : is_on ? DV_DENSITY_ON : DV_DENSITY_OFF;
    else if (!dv_parse_density(value, choice)) {
        dv_answer_refuse(to, "density takes on, off, or auto, not '%.80s'", value);
        return;
    }
    dv_answer_say(to, "density %s", names[*choice]);
}

static void obey_fields(struct window *window, const char *value, dv_answer *to) {
    dv_obey_layers(dv_world_program(window->view.run->world), DV_FAMILY_FIELD,
                   &window->view.shown.hidden_fields, value, to);
}

static void obey_links(struct window *window, const char *value, dv_answer *to) {
    dv_obey_layers(dv_world_program(window->view.run->world), DV_FAMILY_LINK,
                   &window->view.shown.hidden_links, value, to);
}

static void obey_comparison(struct window *window, const char *value, dv_answer *to) {
    dv_panels *panels = &window->view.panels;
    bool is_on = panels->comparing;
    dv_error error;
    if (!dv_read_switch("comparison", value, &is_on, to))
        return;
    if (panels->comparing)
        dv_compare_free(&panels->comparison);
    panels->comparing = false;
    if (is_on && dv_compare_begin(&panels->comparison, window->view.run, DV_COMPARE_TICKS,
                                  &error) != DV_OK) {
        dv_answer_refuse(to, "%s", error.message);
        return;
    }
    panels->comparing = is_on;
    dv_answer_say(to, "comparison %s", is_on ? "on" : "off");
}

static void obey_keys(struct window *window, const char *value, dv_answer *to) {
    switch_shown("keys", &window->view.panels.shows_keys, value, to);
}

static void obey_console(struct window *window, const char *value, dv_answer *to) {
    dv_prompt *prompt = &window->view.panels.console;
    bool is_on = prompt->is_open;
    switch_shown("console", &is_on, value, to);
    if (!to->failed)
        dv_prompt_open(prompt, is_on);
}

static void center_on(dv_camera *camera, const dv_world *world, dv_agent agent) {
    dv_vec3 place = dv_agent_position(world, agent);
    camera->x = (double)place.x;
    camera->y = (double)place.y;
    camera->z = (double)place.z;
}

/// Without a text, open the line that asks for one.
static void obey_find(struct window *window, const char *value, dv_answer *to) {
    dv_view *view = &window->view;
    const dv_world *world = view->run->world;
    dv_agent selected = view->shown.selected, found;
    if (!*value) {
        dv_prompt_open(&view->panels.find, true);
        dv_answer_say(to, "find what?");
        return;
    }
    uint32_t after = dv_agent_alive(world, selected) ? dv_agent_id(selected) : 0;
    if (!dv_find_next(view->run->scenario, world, after, value, &found)) {
        dv_answer_refuse(to, "no agent has '%.80s' as number, kind, state, or label", value);
        return;
    }
    view->shown.selected = found;
    dv_window_measure(window); // the inspector opens first; center in what remains
    center_on(&view->camera, world, found);
    const dv_program *program = dv_world_program(world);
    dv_answer_say(to, "%s#%u", dv_program_kind_name(program, dv_agent_kind(world, found)),
                  dv_agent_id(found));
}

static void obey_follow(struct window *window, const char *value, dv_answer *to) {
    switch_shown("follow", &window->view.panels.follows, value, to);
}

static void obey_pin(struct window *window, const char *value, dv_answer *to) {
    dv_view *view = &window->view;
    const dv_world *world = view->run->world;
    dv_agent agent = view->shown.selected;
    dv_error error;
    bool is_there = *value ? dv_find_agent(world, value, &agent) : dv_agent_alive(world, agent);
    if (!is_there) {
        dv_answer_refuse(to,
                         "pin takes the number of an agent, as in pin 152, or no argument if one "
                         "is selected; not '%.80s'",
                         value);
    } else if (dv_pins_add(&view->pins, world, agent, &error) == DV_OK) {
        view->layout.shows_inspector = true;
        dv_answer_say(to, "pinned %s", view->pins.items[dv_pins_of(&view->pins, agent)].name);
    } else {
        dv_answer_refuse(to, "%s", error.message);
    }
}

static void obey_unpin(struct window *window, const char *value, dv_answer *to) {
    dv_pins *pins = &window->view.pins;
    int32_t index =
        *value ? dv_pins_named(pins, value) : dv_pins_of(pins, window->view.shown.selected);
    if (index < 0) {
        dv_answer_refuse(to,
                         "unpin takes the number of a pinned agent, as in unpin 152, or no "
                         "argument if one is selected; not '%.80s'",
                         value);
        return;
    }
    dv_answer_say(to, "unpinned %s", pins->items[index].name);
    dv_pins_remove(pins, (uint32_t)index);
}

static void obey_edit(struct window *window, const char *value, dv_answer *to) {
    const char *scenario = window->view.run->options->scenario;
    dv_error error;
    if (dv_editor_open(&window->screen->editor, scenario, value, &error) == DV_OK)
        dv_answer_say(to, "opened in the editor");
    else
        dv_answer_refuse(to, "%s", error.message);
}

static void obey_panel(struct window *window, const char *value, dv_answer *to) {
    bool is_on = !window->view.layout.hides_panel;
    switch_shown("panel", &is_on, value, to);
    window->view.layout.hides_panel = !is_on;
}

static void obey_inspector(struct window *window, const char *value, dv_answer *to) {
    switch_shown("inspector", &window->view.layout.shows_inspector, value, to);
}

static void obey_widget(struct window *window, const char *value, dv_answer *to) {
    dv_widget_begin(window, value, to);
}

static void obey_reset_layout(struct window *window, const char *value, dv_answer *to) {
    obey_fit(window, value, to);
    window->view.layout = dv_layout_at_first();
    window->screen->sections.count = 0;
    dv_screen_reset_size(window->screen);
    dv_answer_say(to, "the window is arranged as at first");
}

/// The mouse has no height, so what is arranged is seen from above.
static void obey_arrange(struct window *window, const char *value, dv_answer *to) {
    bool is_on = window->view.arrange.is_on;
    switch_shown("arrange", &is_on, value, to);
    if (to->failed)
        return;
    dv_arrange_turn_on(&window->view, is_on);
    if (is_on && window->view.camera.orbits)
        dv_window_aim(window, 0, 90);
}

static void obey_delete(struct window *window, const char *value, dv_answer *to) {
    dv_arrange *arrange = &window->view.arrange;
    (void)value;
    if (dv_arrange_delete(&window->view))
        dv_answer_say(to, "removed");
    else
        dv_answer_refuse(to, "%s", arrange->message);
}

/// While arranging, Escape first stops placing, then ends arranging. False if it did neither.
static bool leave_arrange(dv_view *view, dv_answer *to) {
    dv_arrange *arrange = &view->arrange;
    bool is_placing = *arrange->placed;
    if (!arrange->is_on)
        return false;
    if (is_placing)
        dv_arrange_choose(arrange, "", false);
    else
        dv_arrange_turn_on(view, false);
    dv_answer_say(to, is_placing ? "placing nothing" : "arrange off");
    return true;
}

static void obey_escape(struct window *window, const char *value, dv_answer *to) {
    dv_view *view = &window->view;
    (void)value;
    if (view->panels.find.is_open) {
        dv_prompt_open(&view->panels.find, false);
        dv_answer_say(to, "closed find");
    } else if (view->panels.console.is_open) {
        dv_prompt_open(&view->panels.console, false);
        dv_answer_say(to, "closed the console");
    } else if (view->panels.shows_keys) {
        view->panels.shows_keys = false;
        dv_answer_say(to, "closed the page of keys");
    } else if (leave_arrange(view, to)) {
        return;
    } else if (dv_agent_alive(view->run->world, view->shown.selected)) {
        view->shown.selected = (dv_agent){0};
        dv_answer_say(to, "selected nothing");
    } else {
        view->layout.shows_inspector = false;
        dv_answer_say(to, "closed the inspector");
    }
}

static void obey(void *context, dv_window_command command, const char *value, dv_answer *to) {
    static void (*const obeyed_by[])(struct window * window, const char *value, dv_answer *to) = {
#define WINDOW_COMMAND(function, name, takes, title) [DV_WINDOW_##function] = obey_##function,
#include "player/run/commands.def"
    };
    obeyed_by[command](context, value, to);
}

static dv_agent selected(const void *window) {
    return ((const struct window *)window)->view.shown.selected;
}

// Requests

void dv_window_begin_commands(struct window *window) {
    window->commands =
        (dv_command_window){window, obey, dv_widget_continue, selected, dv_window_wish};
    window->view.run->commands.window = &window->commands;
}

void dv_window_end_commands(struct window *window) {
    window->view.run->commands.window = NULL;
    dv_requests_free(&window->view.requests);
}

/// Complete a command. What takes frames is left to the window's next ones.
static void finish(dv_run *run, dv_answer *answer) {
    while ((answer->work == DV_WORK_STEPS || answer->work == DV_WORK_COMPARISON) &&
           dv_command_go_on(run, (double)INFINITY, answer))
        continue;
}

static void tell(dv_view *view, const dv_answer *answer) {
    dv_panels *panels = &view->panels;
    bool is_refused =
        (answer->failed || answer->did_nothing) && !answer->is_printed && !answer->is_in_console;
    snprintf(panels->command_refusal, sizeof panels->command_refusal, "%.1000s",
             is_refused ? answer->text : "");
    if (answer->has_written)
        dv_panels_say_written(panels, answer->text);
    if (is_refused)
        dv_say(view->run->options->scenario, "drover: %s", answer->text);
}

/// Show the failure of an editor like that of a command.
static void follow_editor(struct window *window) {
    dv_error error;
    if (dv_editor_poll(&window->screen->editor, &error) == DV_OK)
        return;
    dv_answer answer = {0};
    dv_answer_refuse(&answer, "%s", error.message);
    tell(&window->view, &answer);
}

void dv_window_obey_requests(struct window *window) {
    dv_view *view = &window->view;
    char line[DV_LONGEST_COMMAND + 1];
    while (dv_requests_take(&view->requests, line)) {
        dv_answer answer = {0};
        dv_command_begin(view->run, line, &answer);
        finish(view->run, &answer);
        tell(view, &answer);
        dv_free(answer.table);
    }
    if (view->requests.is_cut)
        dv_say(view->run->options->scenario, "drover: out of memory: a key had no effect");
    view->requests.is_cut = false;
    follow_editor(window);
}
