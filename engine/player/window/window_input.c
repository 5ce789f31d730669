// Window events. Keys run commands, and the mouse moves the camera and selects agents, unless a
// panel or a tool of the scenario takes them. The scenario receives them as well.
#include "player/window/window_input.h"

#include "player/run/command.h"
#include "player/run/command_table.h"
#include "player/window/arrange_mouse.h"
#include "player/window/window_view.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/// The most frames that the panels are shown unseen for the events of one frame.
#define MOST_UNSEEN 100
/// What asks for the keyboard has it in the second frame from then on.
#define MOST_SETTLING 3

/// The command that a pressed key runs; NULL: none.
static const dv_key *key_of(const SDL_KeyboardEvent *event, const char *name) {
    char place[DV_KEY_NAME];
    uint32_t held = event->keysym.mod;
    if (held & (KMOD_ALT | KMOD_GUI))
        return NULL;
    snprintf(place, sizeof place, "%s", SDL_GetScancodeName(event->keysym.scancode));
    SDL_strlwr(place);
    return dv_key_pressed(name, place, held & KMOD_CTRL, held & KMOD_SHIFT);
}

static bool is_of_console(const dv_key *key) { return key && strcmp(key->line, "console") == 0; }

static void run_key(struct window *window, const dv_key *key, bool is_repeat) {
    if (!key || (is_repeat && !key->repeats))
        return;
    dv_request_command(&window->view.requests, "%s", key->line);
    window->drops_text = is_of_console(key);
    // A dead key, as this one is on German keyboards, would change the next letter. SDL forgets it
    // when text input starts; stopping that first would drop text that waits.
    if (window->drops_text)
        SDL_StartTextInput();
}

/// Whether the user types into a line that is empty.
static bool is_line_empty(const dv_panels *panels) {
    const dv_prompt *lines[] = {&panels->console, &panels->find, &panels->expression};
    for (int i = 0; i < 3; i++)
        if (dv_prompt_is_typed(lines[i]))
            return !dv_prompt_has_text(lines[i]);
    return false;
}

/// While the user types, only keys that close the line have an effect: Escape, and in an empty line
/// that of the console. In any other field, Escape leaves the field, which ImGui does.
static void take_key_while_typing(struct window *window, const dv_key *key, bool is_repeat) {
    const dv_panels *panels = &window->view.panels;
    bool is_closable = dv_prompt_is_typed(&panels->console) || dv_prompt_is_typed(&panels->find);
    bool closes = key && is_closable && strcmp(key->line, "escape") == 0;
    if (closes || (is_of_console(key) && is_line_empty(panels)))
        run_key(window, key, is_repeat);
}

/// The right button turns the view around a volume; the plane has nothing to turn. With Shift, and
/// with the middle button, it moves the view.
static void begin_drag(struct window *window, uint8_t button) {
    bool turns = button == SDL_BUTTON_RIGHT && !(window->held & KMOD_SHIFT) &&
                 dv_world_space(window->view.run->world) == DV_VOLUME;
    window->dragging = turns ? DV_TURNING : DV_PANNING;
}

/// Turn the view by how far the mouse has moved, in pixels of the picture. From the plan, turning
/// starts straight above.
static void turn(struct window *window, double right, double down) {
    const double degrees = 0.35 / (double)window->screen->scale; // per pixel
    dv_camera_turn(&window->view.camera, -right * degrees, down * degrees);
}

/// Select the agent at the mouse. A double click elsewhere shows a volume from above, or from the
/// side again.
static void take_click(struct window *window, const SDL_MouseButtonEvent *event) {
    dv_view *view = &window->view;
    view->shown.selected = dv_drawing_pick(&view->drawing, &view->camera, view->run->world,
                                           &view->shown, (float)event->x * window->screen->ratio,
                                           (float)event->y * window->screen->ratio);
    if (event->clicks == 2 && !view->shown.selected.bits &&
        dv_world_space(view->run->world) == DV_VOLUME)
        dv_request_command(&view->requests, "plan");
}

static void take_button(struct window *window, const SDL_MouseButtonEvent *event) {
    if (event->button == SDL_BUTTON_LEFT)
        take_click(window, event);
    else if (event->button == SDL_BUTTON_RIGHT || event->button == SDL_BUTTON_MIDDLE)
        begin_drag(window, event->button);
}

static void take_motion(struct window *window, const SDL_MouseMotionEvent *event) {
    // Opening the window under a mouse at rest also reports motion. Ignore that: a run that the
    // user doesn't touch must end like a headless run.
    if (event->x != window->mouse_x0 || event->y != window->mouse_y0)
        window->mouse_used = window->frames > 2;
    if (window->frames <= 2) {
        window->mouse_x0 = event->x;
        window->mouse_y0 = event->y;
    }
    double right = (double)event->xrel * (double)window->screen->ratio;
    double down = (double)event->yrel * (double)window->screen->ratio;
    if (window->dragging == DV_PANNING)
        dv_camera_pan(&window->view.camera, right, down);
    else if (window->dragging == DV_TURNING)
        turn(window, right, down);
}

static void take_wheel(struct window *window, const SDL_MouseWheelEvent *event) {
    int x, y;
    dv_gui_mouse(window->screen->gui, &x, &y);
    dv_camera_zoom(&window->view.camera, pow(1.15, (double)event->preciseY),
                   (double)x * (double)window->screen->ratio,
                   (double)y * (double)window->screen->ratio);
}

/// Convert a position of the mouse to meters.
static void locate_in_world(const struct window *window, int x, int y, double *world_x,
                            double *world_y) {
    dv_camera_to_world(&window->view.camera, (double)x * (double)window->screen->ratio,
                       (double)y * (double)window->screen->ratio, world_x, world_y);
}

/// Convert a mouse event to the scenario's input; false for other events.
static bool read_mouse(const struct window *window, const SDL_Event *event, dv_input *input) {
    const dv_view *view = &window->view;
    double from_x, from_y;
    *input = (dv_input){0};
    switch (event->type) {
    case SDL_MOUSEBUTTONDOWN:
    case SDL_MOUSEBUTTONUP:
        input->type = event->type == SDL_MOUSEBUTTONDOWN ? DV_MOUSE_PRESSED : DV_MOUSE_RELEASED;
        input->button = event->button.button;
        locate_in_world(window, event->button.x, event->button.y, &input->x, &input->y);
        input->agent = dv_drawing_pick(&view->drawing, &view->camera, view->run->world,
                                       &view->shown, (float)event->button.x * window->screen->ratio,
                                       (float)event->button.y * window->screen->ratio);
        return true;
    case SDL_MOUSEMOTION:
        input->type = DV_MOUSE_MOVED;
        locate_in_world(window, event->motion.x, event->motion.y, &input->x, &input->y);
        locate_in_world(window, event->motion.x - event->motion.xrel,
                        event->motion.y - event->motion.yrel, &from_x, &from_y);
        input->dx = input->x - from_x;
        input->dy = input->y - from_y;
        return true;
    case SDL_MOUSEWHEEL:
        input->type = DV_WHEEL_MOVED;
        input->dx = (double)event->wheel.preciseX;
        input->dy = (double)event->wheel.preciseY;
        return true;
    default:
        return false;
    }
}

/// Mouse events go to the chosen tool, or else to the window and the scenario. Motion doesn't count
/// until the user has moved the mouse. `free_mouse`: the event is not for a panel.
static void take_mouse(struct window *window, const SDL_Event *event, bool free_mouse) {
    dv_input input;
    if (!read_mouse(window, event, &input))
        return;
    if (dv_arrange_take(&window->view, &input, free_mouse, window->held & KMOD_ALT))
        return;
    if (free_mouse)
        input.tool = dv_tools_take(&window->view.tools, window->view.run->scenario, &input);
    if (event->type == SDL_MOUSEBUTTONDOWN && free_mouse && !input.tool)
        take_button(window, &event->button);
    else if (event->type == SDL_MOUSEBUTTONUP && event->button.button != SDL_BUTTON_LEFT)
        window->dragging = DV_NO_DRAG;
    else if (event->type == SDL_MOUSEMOTION)
        take_motion(window, &event->motion);
    else if (event->type == SDL_MOUSEWHEEL && free_mouse && !input.tool)
        take_wheel(window, &event->wheel);
    dv_place origin = dv_world_origin(window->view.run->world);
    input.x += origin.x;
    input.y += origin.y;
    if (free_mouse && (event->type != SDL_MOUSEMOTION || window->mouse_used))
        dv_run_input(window->view.run, &input);
}

/// Keys go by their symbols to tools and to the scenario, which hears of a release only if it heard
/// of the press.
static void give_key(struct window *window, const SDL_KeyboardEvent *event, const char *name) {
    bool pressed = event->type == SDL_KEYDOWN, *is_given = window->is_given;
    SDL_Scancode place = event->keysym.scancode;
    dv_input input = {.type = pressed ? DV_KEY_PRESSED : DV_KEY_RELEASED, .key = name};
    if (!event->repeat && (pressed || is_given[place]))
        dv_run_input(window->view.run, &input);
    is_given[place] = pressed;
}

static void take_keyboard(struct window *window, const SDL_KeyboardEvent *event) {
    const dv_scenario *scenario = window->view.run->scenario;
    dv_tools *tools = &window->view.tools;
    bool pressed = event->type == SDL_KEYDOWN;
    bool plain = !(event->keysym.mod & (KMOD_CTRL | KMOD_ALT | KMOD_GUI));
    char name[DV_KEY_NAME];
    snprintf(name, sizeof name, "%s", SDL_GetKeyName(event->keysym.sym));
    SDL_strlwr(name);
    window->held = event->keysym.mod;
    window->drops_text &= !pressed || event->repeat;
    const dv_key *key = pressed ? key_of(event, name) : NULL;
    if (pressed && dv_gui_has_keyboard(window->screen->gui)) {
        take_key_while_typing(window, key, event->repeat);
        return;
    }
    if (!pressed && dv_tools_release_key(tools, name))
        return;
    if (event->repeat && strcmp(tools->key, name) == 0)
        return;
    if (pressed && plain && !event->repeat && dv_tools_press_key(tools, scenario, name))
        return;
    run_key(window, key, event->repeat);
    give_key(window, event, name);
}

// Before an event

/// Whether the keyboard is about to go to a line that opens, or away from one that has closed.
static bool is_keyboard_moving(const dv_panels *panels) {
    const dv_prompt *lines[] = {&panels->console, &panels->find, &panels->expression};
    for (int i = 0; i < 3; i++)
        if (lines[i]->is_open ? lines[i]->takes_focus : lines[i]->has_keyboard)
            return true;
    return false;
}

static void show_unseen(struct window *window) {
    dv_window_obey(window);
    dv_window_measure(window);
    dv_gui_begin_unseen(window->screen->gui);
    dv_panels_show(&window->view, window->width, window->height);
    dv_gui_end_unseen(window->screen->gui);
    window->panels_are_old = false;
}

/// Whether where an event goes is known only once the panels have been shown again.
static bool needs_panels(const struct window *window, const SDL_Event *event) {
    const dv_gui *gui = window->screen->gui;
    bool is_key = event->type == SDL_KEYDOWN || event->type == SDL_KEYUP;
    bool is_typed = is_key || event->type == SDL_TEXTINPUT;
    // What is in the line decides about the key of the console.
    if (event->type == SDL_KEYDOWN && event->key.keysym.scancode == SDL_SCANCODE_GRAVE &&
        dv_gui_has_keyboard(gui))
        return true;
    // Another line may have the keyboard, or another panel be under the mouse.
    if (is_typed ? is_keyboard_moving(&window->view.panels) : window->panels_are_old)
        return true;
    return !dv_gui_is_ready_for(gui, event);
}

/// Let all that came before an event have its effect. Returns how often the panels were shown.
static uint32_t settle(struct window *window, const SDL_Event *event) {
    const dv_panels *panels = &window->view.panels;
    uint32_t shown = 0;
    bool is_moving;
    if (window->view.requests.used > 0) {
        dv_window_obey(window);
        window->panels_are_old = true;
    }
    if (!needs_panels(window, event))
        return 0;
    do {
        is_moving = is_keyboard_moving(panels);
        show_unseen(window);
    } while (++shown < MOST_SETTLING && (is_moving || is_keyboard_moving(panels)));
    return shown;
}

static void take_event(struct window *window, const SDL_Event *event) {
    dv_gui *gui = window->screen->gui;
    bool is_release = event->type == SDL_MOUSEBUTTONUP, was_free = !dv_gui_has_mouse(gui);
    if (event->type == SDL_TEXTINPUT && window->drops_text)
        return;
    dv_gui_event(gui, event);
    if (event->type == SDL_QUIT)
        dv_run_stop(window->view.run);
    else if (event->type == SDL_KEYDOWN || event->type == SDL_KEYUP)
        take_keyboard(window, &event->key);
    else
        take_mouse(window, event, is_release ? was_free : !dv_gui_has_mouse(gui));
}

void dv_window_take_events(struct window *window) {
    SDL_Event event;
    uint32_t shown = 0;
    // Only what has happened by now: commands may take longer than the time between two taps.
    SDL_PumpEvents();
    while (shown < MOST_UNSEEN &&
           SDL_PeepEvents(&event, 1, SDL_GETEVENT, SDL_FIRSTEVENT, SDL_LASTEVENT) > 0) {
        shown += settle(window, &event);
        take_event(window, &event);
    }
}

static dv_wish wish_of_key(const SDL_KeyboardEvent *event) {
    char name[DV_KEY_NAME];
    snprintf(name, sizeof name, "%s", SDL_GetKeyName(event->keysym.sym));
    SDL_strlwr(name);
    const dv_key *key = key_of(event, name);
    return key ? dv_command_wish(key->line) : DV_WISH_NONE;
}

dv_wish dv_window_wish(void *context) {
    const struct window *window = context;
    SDL_Event events[16];
    dv_wish wish = DV_WISH_NONE;
    SDL_PumpEvents();
    if (SDL_PeepEvents(events, 1, SDL_PEEKEVENT, SDL_QUIT, SDL_QUIT) > 0)
        return DV_WISH_END;
    int count = dv_gui_has_keyboard(window->screen->gui)
                    ? 0
                    : SDL_PeepEvents(events, 16, SDL_PEEKEVENT, SDL_KEYDOWN, SDL_KEYDOWN);
    for (int i = 0; i < count; i++)
        wish = dv_more_urgent(wish, wish_of_key(&events[i].key));
    return wish;
}

void dv_window_place_mouse(struct window *window) {
    const dv_gui *gui = window->screen->gui;
    int x, y;
    if (!window->mouse_used)
        return;
    if (!dv_gui_mouse(gui, &x, &y) || dv_gui_has_mouse(gui)) {
        dv_run_place_mouse(window->view.run, NULL);
        return;
    }
    double world_x, world_y;
    locate_in_world(window, x, y, &world_x, &world_y);
    const dv_vec3 point = {(float)world_x, (float)world_y, 0};
    dv_run_place_mouse(window->view.run, &point);
}
