// Widgets have the names of widgets.h. Behind "world/" is an agent or a place in meters, and behind
// "timeline/tick " a tick.
#include "player/window/widget_command.h"

#include "player/run/agent_name.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// The frame that is under way was arranged before the command; the panels' places are known one
/// frame after they opened.
#define FRAMES 2

void dv_widget_ask(dv_gui *gui, const char *name, uint64_t frame, dv_answer *to) {
    snprintf(to->text, sizeof to->text, "%s", name);
    dv_gui_ask(gui, FRAMES);
    to->frame = frame + FRAMES;
    to->work = DV_WORK_WIDGET;
}

bool dv_widget_is_due(SDL_Window *window, uint64_t frame, dv_answer *to,
                      char name[DV_LONGEST_COMMAND + 1]) {
    if (SDL_GetWindowFlags(window) & SDL_WINDOW_MINIMIZED) {
        dv_answer_refuse(to, "nothing is in sight: the window is minimized");
        to->work = DV_WORK_IS_DONE;
        return false;
    }
    if (frame < to->frame)
        return false;
    to->work = DV_WORK_IS_DONE;
    snprintf(name, DV_LONGEST_COMMAND + 1, "%.*s", DV_LONGEST_COMMAND, to->text);
    return true;
}

/// What follows the beginning of a name; NULL if it begins otherwise.
static const char *behind(const char *name, const char *beginning) {
    size_t length = strlen(beginning);
    return strncmp(name, beginning, length) == 0 ? name + length : NULL;
}

/// Answer with the part of a rectangle that is in another one.
static void say_part(const dv_rectangle *whole, const dv_rectangle *in, const char *name,
                     dv_answer *to) {
    char place[DV_WIDGET_PLACE];
    dv_widget widget = {
        .left = fmaxf(whole->left, in->left),
        .top = fmaxf(whole->top, in->top),
        .right = fminf(whole->left + whole->width, in->left + in->width),
        .bottom = fminf(whole->top + whole->height, in->top + in->height),
    };
    if (widget.left < widget.right && widget.top < widget.bottom && dv_widget_place(&widget, place))
        dv_answer_say(to, "%s", place);
    else
        dv_answer_refuse(to, "'%.80s' is not in sight: the window shows another part", name);
}

/// Answer where an agent is drawn.
static void say_agent(const dv_view *view, dv_agent agent, const char *name, dv_answer *to) {
    dv_pixel middle;
    float half;
    if (!dv_drawing_place(&view->drawing, &view->camera, view->run->world, &view->shown, agent,
                          &middle, &half)) {
        dv_answer_refuse(to, "'%.80s' is not in sight: something hides it", name);
        return;
    }
    const dv_rectangle place = {middle.x - half, middle.y - half, 2 * half, 2 * half};
    say_part(&place, &view->layout.world, name, to);
}

/// Read "X,Y" or "X,Y,Z".
static bool read_point(const char *text, double point[3]) {
    char *end;
    point[2] = 0;
    for (int i = 0; i < 3; i++) {
        point[i] = strtod(text, &end);
        if (end == text || !isfinite(point[i]))
            return false;
        if (!*end)
            return i > 0;
        if (*end != ',')
            return false;
        text = end + 1;
    }
    return false;
}

static void say_in_world(const dv_view *view, const char *what, const char *name, dv_answer *to) {
    dv_agent agent;
    double at[3];
    if (dv_find_agent(view->run->world, what, &agent)) {
        say_agent(view, agent, name, to);
    } else if (read_point(what, at)) {
        dv_pixel pixel = dv_camera_spot(&view->camera, at[0], at[1], at[2]).pixel;
        const dv_rectangle place = {floorf(pixel.x), floorf(pixel.y), 1, 1};
        say_part(&place, &view->layout.world, name, to);
    } else {
        dv_answer_refuse(to,
                         "world/ takes an agent, as in world/wolf#152, or a place in meters, as in "
                         "world/10,-2.5, not '%.80s'",
                         what);
    }
}

static void say_tick(const dv_view *view, const char *tick, const char *name, dv_answer *to) {
    char *end;
    dv_rectangle place;
    uint64_t number = *tick >= '0' && *tick <= '9' ? strtoull(tick, &end, 10) : 0;
    if (!(*tick >= '0' && *tick <= '9') || *end)
        dv_answer_refuse(to, "timeline/tick takes a number, not '%.80s'", tick);
    else if (dv_panels_place_tick(view, number, &place))
        say_part(&place, &view->layout.timeline, name, to);
    else
        dv_answer_refuse(to, "tick %" PRIu64 " is not on the timeline", number);
}

static void say_widget(const dv_widgets *widgets, const char *name, const char *closed,
                       dv_answer *to) {
    const dv_widget *widget = dv_widgets_find(widgets, name);
    const dv_widget *folded = widget ? NULL : dv_widgets_find_folded(widgets, name);
    char place[DV_WIDGET_PLACE], nearest[DV_WIDGET_NAME];
    if (widget && dv_widget_place(widget, place))
        dv_answer_say(to, "%s", place);
    else if (widget)
        dv_answer_refuse(to, "'%s' is %s", widget->name, place);
    else if (folded)
        dv_answer_refuse(to, "'%.80s' is not in sight: the section '%s' is folded", name,
                         folded->name);
    else if (dv_widgets_nearest(widgets, name, nearest))
        dv_answer_refuse(to, "no widget '%.80s' (%s?)", name, nearest);
    else
        dv_answer_refuse(to, "no widget '%.80s'%s; widget lists them", name, closed);
}

static void list(const dv_widgets *widgets, dv_answer *to) {
    to->table = dv_widgets_table(widgets);
    if (to->table)
        dv_answer_say(to, "%" PRIu32 " widgets", widgets->count);
    else
        dv_answer_refuse(to, "out of memory");
}

void dv_widget_answer(const dv_widgets *widgets, const char *name, const char *closed,
                      dv_answer *to) {
    if (widgets->is_cut)
        dv_answer_refuse(to, "out of memory");
    else if (*name)
        say_widget(widgets, name, closed, to);
    else
        list(widgets, to);
}

/// Why there may be no widget with a name: what it belongs to is closed.
static const char *closed_part(const dv_view *view) {
    return view->layout.hides_panel        ? "; the panel is hidden"
           : !view->layout.shows_inspector ? "; the inspector is closed"
                                           : "";
}

void dv_widget_begin(struct window *window, const char *name, dv_answer *to) {
    dv_widget_ask(window->screen->gui, name, window->frames, to);
}

void dv_widget_continue(void *context, dv_answer *to) {
    const struct window *window = context;
    const dv_view *view = &window->view;
    char name[DV_LONGEST_COMMAND + 1];
    if (!dv_widget_is_due(window->screen->window, window->frames, to, name))
        return;
    const char *in_world = behind(name, "world/"), *tick = behind(name, "timeline/tick ");
    if (in_world)
        say_in_world(view, in_world, name, to);
    else if (tick)
        say_tick(view, tick, name, to);
    else
        dv_widget_answer(dv_gui_widgets(window->screen->gui), name, closed_part(view), to);
}
