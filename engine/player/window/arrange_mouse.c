#include "player/window/arrange_mouse.h"

#include "player/run/command.h"

#include "base/alloc.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const dv_arrange_shapes[] = {"sphere", "box", "wall", "cylinder", NULL};

/// Pixels, times the scale of the panels.
static const double click_reach = 5, edge_reach = 5, nose_reach = 9;

static double in_meters(const dv_view *view, double pixels) {
    return pixels * (double)view->panels.scale / view->camera.scale;
}

void dv_arrange_choose(dv_arrange *arrange, const char *name, bool is_obstacle) {
    bool again = arrange->places_obstacle == is_obstacle && strcmp(arrange->placed, name) == 0;
    snprintf(arrange->placed, sizeof arrange->placed, "%s", again ? "" : name);
    arrange->places_obstacle = is_obstacle;
}

void dv_arrange_turn_on(dv_view *view, bool is_on) {
    dv_arrange *arrange = &view->arrange;
    arrange->is_on = is_on;
    arrange->drag = DV_ARRANGE_IDLE;
    arrange->placed[0] = arrange->message[0] = '\0';
    arrange->selected = (dv_arrange_thing){0};
    if (is_on)
        view->tools.chosen[0] = '\0';
}

dv_arrange_thing dv_arrange_selected(const dv_view *view) {
    const dv_world *world = view->run->world;
    if (dv_arrange_is_there(world, view->arrange.selected))
        return view->arrange.selected;
    if (dv_agent_alive(world, view->shown.selected))
        return (dv_arrange_thing){.agent = view->shown.selected};
    return (dv_arrange_thing){0};
}

// Edits

/// Run a line in the console, and store its answer. The message of the arrangement becomes the
/// error if the line fails, and "" otherwise.
static bool run_line(dv_view *view, const char *line, char answer[DV_ARRANGE_LINE]) {
    dv_arrange *arrange = &view->arrange;
    dv_answer to = {0};
    char command[DV_ARRANGE_LINE + 8];
    snprintf(command, sizeof command, "lua %s", line);
    dv_command_begin(view->run, command, &to);
    snprintf(answer, DV_ARRANGE_LINE, "%.500s", to.text);
    snprintf(arrange->message, sizeof arrange->message, "%.1000s", to.failed ? to.text : "");
    arrange->has_failed = to.failed;
    dv_free(to.table);
    return !to.failed;
}

static void explain(dv_view *view, dv_agent agent) {
    if (dv_agent_alive(view->run->world, agent))
        dv_arrange_explain_place(view->run->world, agent, view->arrange.message,
                                 sizeof view->arrange.message);
}

/// What was dragged over, in the coordinates of scripts.
static dv_arrange_span span_of(const dv_view *view) {
    const dv_arrange *arrange = &view->arrange;
    dv_place origin = dv_world_origin(view->run->world);
    return (dv_arrange_span){origin.x + arrange->from_x, origin.y + arrange->from_y,
                             origin.x + arrange->x, origin.y + arrange->y, arrange->is_far};
}

/// Select what a line created, from its answer: "wolf#12" or "obstacle#3".
static void select_made(dv_view *view, const char *answer) {
    const dv_world *world = view->run->world;
    const char *sign = strrchr(answer, '#');
    uint32_t index = sign ? (uint32_t)strtoul(sign + 1, NULL, 10) - 1 : UINT32_MAX;
    dv_arrange_thing made = {0};
    if (view->arrange.places_obstacle && index < dv_world_obstacle_limit(world))
        made.obstacle = dv_world_obstacle_at(world, index);
    else if (!view->arrange.places_obstacle && index < dv_world_agent_limit(world))
        made.agent = dv_world_agent_at(world, index);
    view->arrange.selected = made;
    explain(view, made.agent);
}

static void place(dv_view *view) {
    dv_arrange *arrange = &view->arrange;
    char line[DV_ARRANGE_LINE], answer[DV_ARRANGE_LINE];
    if (arrange->places_obstacle)
        dv_arrange_obstacle_line(line, arrange->placed, span_of(view));
    else
        dv_arrange_spawn_line(line, view->run->world, arrange->placed, span_of(view));
    if (run_line(view, line, answer))
        select_made(view, answer);
}

static void drop(dv_view *view) {
    dv_arrange *arrange = &view->arrange;
    char line[DV_ARRANGE_LINE], answer[DV_ARRANGE_LINE];
    double x, y, heading;
    if (!dv_arrange_is_there(view->run->world, arrange->thing)) {
        snprintf(arrange->message, sizeof arrange->message, "it is gone");
        arrange->has_failed = true;
        return;
    }
    dv_arrange_dragged(arrange, view->run->world, &x, &y, &heading);
    dv_place origin = dv_world_origin(view->run->world);
    if (arrange->drag == DV_ARRANGE_TURN)
        dv_arrange_heading_line(line, arrange->thing, heading);
    else
        dv_arrange_move_line(line, arrange->thing, origin.x + x, origin.y + y);
    if (run_line(view, line, answer))
        explain(view, arrange->thing.agent);
}

bool dv_arrange_delete(dv_view *view) {
    dv_arrange *arrange = &view->arrange;
    char line[DV_ARRANGE_LINE], answer[DV_ARRANGE_LINE];
    dv_arrange_thing thing = dv_arrange_selected(view);
    if (!arrange->is_on || !dv_arrange_is_there(view->run->world, thing)) {
        snprintf(arrange->message, sizeof arrange->message, "%s",
                 arrange->is_on ? "nothing is selected" : "delete needs arrange on");
        arrange->has_failed = true;
        return false;
    }
    dv_arrange_remove_line(line, thing);
    return run_line(view, line, answer);
}

// The mouse

static dv_arrange_thing thing_at(const dv_view *view, double x, double y) {
    dv_pixel at = dv_camera_to_screen(&view->camera, x, y);
    dv_arrange_thing thing = {.agent = dv_drawing_pick(&view->drawing, &view->camera,
                                                       view->run->world, &view->shown, at.x, at.y)};
    if (!thing.agent.bits)
        thing.obstacle =
            dv_arrange_obstacle_at(view->run->world, x, y, in_meters(view, edge_reach));
    return thing;
}

static bool is_at_nose(const dv_view *view, dv_arrange_thing thing, double x, double y) {
    double nose_x, nose_y;
    if (!dv_arrange_is_there(view->run->world, thing))
        return false;
    dv_arrange_nose(view->run->world, thing, in_meters(view, DV_ARRANGE_NOSE), &nose_x, &nose_y);
    return hypot(x - nose_x, y - nose_y) <= in_meters(view, nose_reach);
}

static void begin(dv_view *view, double x, double y, bool turns) {
    dv_arrange *arrange = &view->arrange;
    arrange->from_x = arrange->x = x;
    arrange->from_y = arrange->y = y;
    arrange->is_far = false;
    arrange->message[0] = '\0';
    if (*arrange->placed) {
        arrange->drag = DV_ARRANGE_PLACE;
        return;
    }
    arrange->thing = dv_arrange_selected(view);
    bool at_nose = is_at_nose(view, arrange->thing, x, y);
    if (!at_nose)
        arrange->thing = thing_at(view, x, y);
    arrange->drag = at_nose || turns ? DV_ARRANGE_TURN : DV_ARRANGE_MOVE;
}

static void end(dv_view *view) {
    dv_arrange *arrange = &view->arrange;
    bool has_thing = arrange->thing.agent.bits || arrange->thing.obstacle.bits;
    if (arrange->drag == DV_ARRANGE_PLACE)
        place(view);
    else
        arrange->selected = arrange->thing;
    if (arrange->drag != DV_ARRANGE_PLACE && arrange->is_far && has_thing)
        drop(view);
    // Only a click opens the inspector, because the view may move then.
    if (arrange->drag != DV_ARRANGE_PLACE && !arrange->is_far)
        view->shown.selected = arrange->thing.agent;
    arrange->drag = DV_ARRANGE_IDLE;
}

static void follow_mouse(dv_view *view, double x, double y) {
    dv_arrange *arrange = &view->arrange;
    arrange->x = x;
    arrange->y = y;
    arrange->is_far |=
        hypot(x - arrange->from_x, y - arrange->from_y) > in_meters(view, click_reach);
}

bool dv_arrange_take(dv_view *view, const dv_input *input, bool is_free, bool turns) {
    dv_arrange *arrange = &view->arrange;
    bool is_left = input->button == SDL_BUTTON_LEFT, is_dragging = arrange->drag != DV_ARRANGE_IDLE;
    bool is_active = arrange->is_on && !dv_tools_chosen(&view->tools, view->run->scenario);
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
