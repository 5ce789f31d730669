// Window events. Keys run commands, and the mouse moves the camera and selects agents, unless a
// panel or a tool of the scenario takes them. The scenario receives them as well.
#include "player/window/window_input.h"

#include "player/run/command_table.h"
#include "player/window/arrange_mouse.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/// Opens and closes the console, even while the user types, unless the line has text: then the key
/// is typed.
static const char console_key[] = "`";

static void take_key(struct window *window, const SDL_KeyboardEvent *event, const char *name) {
    uint32_t held = event->keysym.mod;
    if (held & (KMOD_ALT | KMOD_GUI))
        return;
    const dv_key *key = dv_key_pressed(name, held & KMOD_CTRL, held & KMOD_SHIFT);
    if (key && (!event->repeat || key->repeats))
        dv_request_command(&window->view.requests, "%s", key->line);
}

/// While the user types, only keys that close the line have an effect. In any other field, Escape
/// leaves the field, which ImGui does.
static void take_key_while_typing(struct window *window, const SDL_KeyboardEvent *event,
                                  const char *name) {
    const dv_panels *panels = &window->view.panels;
    bool is_console_key = strcmp(name, console_key) == 0 && window->console_key_is_down;
    bool is_closable = dv_prompt_is_typed(&panels->console) || dv_prompt_is_typed(&panels->find);
    if (is_console_key || (is_closable && strcmp(name, "escape") == 0))
        take_key(window, event, name);
}

/// Keep track of whether the console's key is down as such, rather than as a part of a text.
static void note_console_key(struct window *window, const char *name, bool pressed) {
    const dv_panels *panels = &window->view.panels;
    bool is_typed =
        dv_gui_has_keyboard(window->screen->gui) && window->typed_in_frame == window->frames + 1;
    bool is_text = is_typed || dv_prompt_has_text(&panels->console) ||
                   dv_prompt_has_text(&panels->find) || dv_prompt_has_text(&panels->expression);
    if (strcmp(name, console_key) == 0)
        window->console_key_is_down = pressed && (window->console_key_is_down || !is_text);
}

/// The right button turns the view around a volume; the plane has nothing to turn. With Shift, and
/// with the middle button, it moves the view.
static void begin_drag(struct window *window, uint8_t button) {
    bool turns = button == SDL_BUTTON_RIGHT && !(SDL_GetModState() & KMOD_SHIFT) &&
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
    SDL_GetMouseState(&x, &y);
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
/// until the user has moved the mouse. The release of a button over a panel counts, because the
/// button may have been pressed elsewhere.
static void take_mouse(struct window *window, const SDL_Event *event) {
    dv_input input;
    bool free_mouse = !dv_gui_has_mouse(window->screen->gui) || event->type == SDL_MOUSEBUTTONUP;
    if (!read_mouse(window, event, &input))
        return;
    if (dv_arrange_take(&window->view, &input, free_mouse, SDL_GetModState() & KMOD_ALT))
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
    if (free_mouse && (event->type != SDL_MOUSEMOTION || window->mouse_used))
        dv_run_input(window->view.run, &input);
}

static void take_keyboard(struct window *window, const SDL_KeyboardEvent *event) {
    const dv_scenario *scenario = window->view.run->scenario;
    dv_tools *tools = &window->view.tools;
    bool pressed = event->type == SDL_KEYDOWN;
    bool plain = !(event->keysym.mod & (KMOD_CTRL | KMOD_ALT | KMOD_GUI));
    char name[32];
    snprintf(name, sizeof name, "%s", SDL_GetKeyName(event->keysym.sym));
    SDL_strlwr(name);
    note_console_key(window, name, pressed);
    if (pressed && dv_gui_has_keyboard(window->screen->gui)) {
        take_key_while_typing(window, event, name);
        return;
    }
    if (!pressed && dv_tools_release_key(tools, name))
        return;
    if (event->repeat && strcmp(tools->key, name) == 0)
        return;
    if (pressed && plain && !event->repeat && dv_tools_press_key(tools, scenario, name))
        return;
    if (pressed)
        take_key(window, event, name);
    dv_input input = {.type = pressed ? DV_KEY_PRESSED : DV_KEY_RELEASED, .key = name};
    if (!event->repeat)
        dv_run_input(window->view.run, &input);
}

void dv_window_take_events(struct window *window) {
    SDL_Event event;
    while (SDL_PollEvent(&event)) {
        bool opens_console = event.type == SDL_TEXTINPUT && window->console_key_is_down &&
                             strchr("`~", *event.text.text);
        if (event.type == SDL_TEXTINPUT && !opens_console)
            window->typed_in_frame = window->frames + 1;
        if (!opens_console)
            dv_gui_event(window->screen->gui, &event);
        if (event.type == SDL_QUIT)
            dv_run_stop(window->view.run);
        else if (event.type == SDL_KEYDOWN || event.type == SDL_KEYUP)
            take_keyboard(window, &event.key);
        else
            take_mouse(window, &event);
    }
}

void dv_window_place_mouse(struct window *window) {
    int x, y;
    SDL_GetMouseState(&x, &y);
    if (!window->mouse_used)
        return;
    if (SDL_GetMouseFocus() != window->screen->window || dv_gui_has_mouse(window->screen->gui)) {
        dv_run_place_mouse(window->view.run, NULL);
        return;
    }
    double world_x, world_y;
    locate_in_world(window, x, y, &world_x, &world_y);
    const dv_vec3 point = {(float)world_x, (float)world_y, 0};
    dv_run_place_mouse(window->view.run, &point);
}
