#include "player/window/editing.h"

#include "player/run/command.h"

#include "base/alloc.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const dv_edit_shapes[] = {"sphere", "box", "wall", "cylinder", NULL};

/// Pixels, times the scale of the panels.
static const double click_reach = 5, edge_reach = 5, nose_reach = 9, nose_beyond = 16;

static double in_meters(const dv_view *view, double pixels) {
    return pixels * (double)view->panels.scale / view->camera.scale;
}

void dv_edit_turn_on(dv_view *view, bool is_on) {
    dv_edit *edit = &view->edit;
    edit->is_on = is_on;
    edit->drag = DV_EDIT_IDLE;
    edit->placed[0] = edit->message[0] = '\0';
    edit->selected = (dv_edit_thing){0};
    if (is_on)
        view->tools.chosen[0] = '\0';
}

dv_edit_thing dv_edit_selected(const dv_view *view) {
    const dv_world *world = view->run->world;
    if (dv_edit_is_there(world, view->edit.selected))
        return view->edit.selected;
    if (dv_agent_alive(world, view->shown.selected))
        return (dv_edit_thing){.agent = view->shown.selected};
    return (dv_edit_thing){0};
}

// Edits

/// Run a line as in the console. `answer` gets what it answers; if it fails, that is the edit's
/// message, which is "" otherwise.
static bool run_line(dv_view *view, const char *line, char answer[DV_EDIT_LINE]) {
    dv_edit *edit = &view->edit;
    dv_answer to = {0};
    char command[DV_EDIT_LINE + 8];
    snprintf(command, sizeof command, "lua %s", line);
    dv_command_begin(view->run, command, &to);
    snprintf(answer, DV_EDIT_LINE, "%.500s", to.text);
    snprintf(edit->message, sizeof edit->message, "%.1000s", to.failed ? to.text : "");
    edit->has_failed = to.failed;
    dv_free(to.table);
    return !to.failed;
}

static void explain(dv_view *view, dv_agent agent) {
    if (dv_agent_alive(view->run->world, agent))
        dv_edit_explain_place(view->run->world, agent, view->edit.message,
                              sizeof view->edit.message);
}

static dv_edit_span span_of(const dv_edit *edit) {
    return (dv_edit_span){edit->from_x, edit->from_y, edit->x, edit->y, edit->is_far};
}

/// Select what a line made, by its answer: "wolf#12" or "obstacle#3".
static void select_made(dv_view *view, const char *answer) {
    const dv_world *world = view->run->world;
    const char *sign = strrchr(answer, '#');
    uint32_t index = sign ? (uint32_t)strtoul(sign + 1, NULL, 10) - 1 : UINT32_MAX;
    dv_edit_thing made = {0};
    if (view->edit.places_obstacle && index < dv_world_obstacle_limit(world))
        made.obstacle = dv_world_obstacle_at(world, index);
    else if (!view->edit.places_obstacle && index < dv_world_agent_limit(world))
        made.agent = dv_world_agent_at(world, index);
    view->edit.selected = made;
    explain(view, made.agent);
}

static void place(dv_view *view) {
    dv_edit *edit = &view->edit;
    char line[DV_EDIT_LINE], answer[DV_EDIT_LINE];
    if (edit->places_obstacle)
        dv_edit_obstacle_line(line, edit->placed, span_of(edit));
    else
        dv_edit_spawn_line(line, view->run->world, edit->placed, span_of(edit));
    if (run_line(view, line, answer))
        select_made(view, answer);
}

static void drop(dv_view *view) {
    dv_edit *edit = &view->edit;
    char line[DV_EDIT_LINE], answer[DV_EDIT_LINE];
    double x, y, heading;
    if (!dv_edit_is_there(view->run->world, edit->thing)) {
        snprintf(edit->message, sizeof edit->message, "it is gone");
        edit->has_failed = true;
        return;
    }
    dv_edit_dragged(edit, view->run->world, &x, &y, &heading);
    if (edit->drag == DV_EDIT_TURN)
        dv_edit_heading_line(line, edit->thing, heading);
    else
        dv_edit_move_line(line, edit->thing, x, y);
    if (run_line(view, line, answer))
        explain(view, edit->thing.agent);
}

bool dv_edit_delete(dv_view *view) {
    dv_edit *edit = &view->edit;
    char line[DV_EDIT_LINE], answer[DV_EDIT_LINE];
    dv_edit_thing thing = dv_edit_selected(view);
    if (!edit->is_on || !dv_edit_is_there(view->run->world, thing)) {
        snprintf(edit->message, sizeof edit->message, "%s",
                 edit->is_on ? "nothing is selected" : "delete needs arrange on");
        edit->has_failed = true;
        return false;
    }
    dv_edit_remove_line(line, thing);
    return run_line(view, line, answer);
}

// The mouse

static dv_edit_thing thing_at(const dv_view *view, double x, double y) {
    dv_pixel at = dv_camera_to_screen(&view->camera, x, y);
    dv_edit_thing thing = {.agent = dv_drawing_pick(&view->drawing, &view->camera, view->run->world,
                                                    &view->shown, at.x, at.y)};
    if (!thing.agent.bits)
        thing.obstacle = dv_edit_obstacle_at(view->run->world, x, y, in_meters(view, edge_reach));
    return thing;
}

static bool is_at_nose(const dv_view *view, dv_edit_thing thing, double x, double y) {
    double nose_x, nose_y;
    if (!dv_edit_is_there(view->run->world, thing))
        return false;
    dv_edit_nose(view->run->world, thing, in_meters(view, nose_beyond), &nose_x, &nose_y);
    return hypot(x - nose_x, y - nose_y) <= in_meters(view, nose_reach);
}

static void begin(dv_view *view, double x, double y, bool turns) {
    dv_edit *edit = &view->edit;
    edit->from_x = edit->x = x;
    edit->from_y = edit->y = y;
    edit->is_far = false;
    edit->message[0] = '\0';
    if (*edit->placed) {
        edit->drag = DV_EDIT_PLACE;
        return;
    }
    edit->thing = dv_edit_selected(view);
    bool at_nose = is_at_nose(view, edit->thing, x, y);
    if (!at_nose)
        edit->thing = thing_at(view, x, y);
    edit->drag = at_nose || turns ? DV_EDIT_TURN : DV_EDIT_MOVE;
}

static void end(dv_view *view) {
    dv_edit *edit = &view->edit;
    bool has_thing = edit->thing.agent.bits || edit->thing.obstacle.bits;
    if (edit->drag == DV_EDIT_PLACE)
        place(view);
    else
        edit->selected = edit->thing;
    if (edit->drag != DV_EDIT_PLACE && edit->is_far && has_thing)
        drop(view);
    // Only a click opens the inspector, because the view may move then.
    if (edit->drag != DV_EDIT_PLACE && !edit->is_far)
        view->shown.selected = edit->thing.agent;
    edit->drag = DV_EDIT_IDLE;
}

static void follow_mouse(dv_view *view, double x, double y) {
    dv_edit *edit = &view->edit;
    edit->x = x;
    edit->y = y;
    edit->is_far |= hypot(x - edit->from_x, y - edit->from_y) > in_meters(view, click_reach);
}

bool dv_edit_take(dv_view *view, const dv_input *input, bool is_free, bool turns) {
    dv_edit *edit = &view->edit;
    bool is_left = input->button == SDL_BUTTON_LEFT, is_dragging = edit->drag != DV_EDIT_IDLE;
    bool is_active = edit->is_on && !dv_tools_chosen(&view->tools, view->run->scenario);
    if (input->type == DV_MOUSE_PRESSED && is_left && is_active && is_free) {
        begin(view, input->x, input->y, turns);
        return true;
    }
    if (!is_dragging)
        return false;
    if (input->type == DV_MOUSE_MOVED) {
        follow_mouse(view, input->x, input->y);
        return true;
    }
    if (input->type != DV_MOUSE_RELEASED || !is_left)
        return false;
    follow_mouse(view, input->x, input->y);
    end(view);
    return true;
}
