// Keys and clicks in a window whose frames are slow: all that happens between two frames comes in
// one batch.
#include "../program.h"
#include "../read_script.h"
#include "run_fixture.h"

#include "player/window/window.h"
#include "player/window/window_input.h"

typedef struct fixture {
    char folder[64], main[96];
    dv_options options;
    dv_run run;
    dv_screen screen;
    struct window *window;
} fixture;

static void show_frames(fixture *f, int count) {
    while (count-- > 0)
        assert_true(dv_window_show_frame(f->window));
}

static int set_up(void **state) {
    fixture *f = calloc(1, sizeof *f);
    dv_error error;
    setenv("SDL_VIDEODRIVER", "dummy", 1);
    make_folder(f->folder, "events");
    snprintf(f->main, sizeof f->main, "%s/main.lua", f->folder);
    write_edited(f->main, read_script("window_events/heard.lua"), "", "");
    f->options = headless_options(f->folder);
    f->options.headless = false;
    f->options.speed = 1;
    f->options.paused = true;
    f->options.has_history = true;
    f->options.history = 8;
    *state = f;
    if (dv_run_open(&f->run, &f->options, &error) != DV_OK ||
        dv_screen_open(&f->screen, "events", NULL, &error) != DV_OK)
        fail_msg("%s", error.message);
    f->window = dv_window_open(&f->run, &f->screen, NULL, NULL);
    assert_non_null(f->window);
    f->window->view.layout.shows_inspector = true;
    show_frames(f, 4);
    return 0;
}

static int tear_down(void **state) {
    fixture *f = *state;
    assert_int_equal(dv_window_close(f->window), 0);
    dv_run_close(&f->run);
    dv_screen_close(&f->screen);
    remove_folder(f->folder);
    free(f);
    assert_int_equal(dv_allocated_bytes(), 0);
    return 0;
}

// Events of one batch

static void press(SDL_Scancode place, SDL_Keycode symbol, uint16_t held) {
    SDL_Event event = {.key = {.type = SDL_KEYDOWN,
                               .state = SDL_PRESSED,
                               .keysym = {.scancode = place, .sym = symbol, .mod = held}}};
    assert_int_equal(SDL_PushEvent(&event), 1);
}

static void release(SDL_Scancode place, SDL_Keycode symbol, uint16_t held) {
    SDL_Event event = {
        .key = {.type = SDL_KEYUP, .keysym = {.scancode = place, .sym = symbol, .mod = held}}};
    assert_int_equal(SDL_PushEvent(&event), 1);
}

static void enter_text(const char *text) {
    SDL_Event event = {.text = {.type = SDL_TEXTINPUT}};
    snprintf(event.text.text, sizeof event.text.text, "%s", text);
    assert_int_equal(SDL_PushEvent(&event), 1);
}

/// A tap on a key that writes `text`, which may be "".
static void tap_as(SDL_Scancode place, SDL_Keycode symbol, uint16_t held, const char *text) {
    press(place, symbol, held);
    if (*text)
        enter_text(text);
    release(place, symbol, held);
}

/// A tap on a key of a US keyboard.
static void tap(SDL_Scancode place) {
    SDL_Keycode symbol = SDL_GetKeyFromScancode(place);
    char text[2] = {symbol >= ' ' && symbol < 127 ? (char)symbol : '\0', '\0'};
    tap_as(place, symbol, 0, text);
}

static void type(const char *text) {
    for (; *text; text++)
        tap(SDL_GetScancodeFromKey(*text));
}

static void point(int x, int y) {
    SDL_Event event = {.motion = {.type = SDL_MOUSEMOTION, .x = x, .y = y}};
    assert_int_equal(SDL_PushEvent(&event), 1);
}

static void push_button(uint32_t type, int x, int y) {
    SDL_Event event = {.button = {.type = type, .button = SDL_BUTTON_LEFT, .x = x, .y = y}};
    event.button.clicks = 1;
    assert_int_equal(SDL_PushEvent(&event), 1);
}

static void click(int x, int y) {
    point(x, y);
    push_button(SDL_MOUSEBUTTONDOWN, x, y);
    push_button(SDL_MOUSEBUTTONUP, x, y);
}

static void turn_wheel(int steps) {
    SDL_Event event = {.wheel = {.type = SDL_MOUSEWHEEL, .y = steps}};
    event.wheel.preciseY = (float)steps;
    assert_int_equal(SDL_PushEvent(&event), 1);
}

/// The middle of a widget.
static SDL_Point middle_of(fixture *f, const char *name) {
    dv_gui_ask(f->screen.gui, 2);
    show_frames(f, 2);
    const dv_widget *widget = dv_widgets_find(dv_gui_widgets(f->screen.gui), name);
    if (!widget)
        fail_msg("no widget %s", name);
    return (SDL_Point){(int)(widget->left + widget->right) / 2,
                       (int)(widget->top + widget->bottom) / 2};
}

static double heard(fixture *f, const char *name) {
    for (uint32_t i = 0; i < dv_scenario_monitor_count(f->run.scenario); i++)
        if (strcmp(dv_scenario_monitor_name(f->run.scenario, i), name) == 0)
            return dv_scenario_monitor(f->run.scenario, i);
    fail_msg("no monitor %s", name);
    return 0;
}

/// The lines entered into the console, each ended by "|".
static const char *entered(const fixture *f) {
    static char text[4096];
    const dv_console *console = &f->run.console;
    size_t used = 0;
    text[0] = '\0';
    for (uint32_t i = 0; i < console->count; i++)
        if (dv_console_line_at(console, i)->type == DV_LINE_ENTERED)
            used += (size_t)snprintf(text + used, sizeof text - used, "%s|",
                                     dv_console_line_at(console, i)->text);
    return text;
}

// Keys

static void every_tap_counts(void **state) {
    fixture *f = *state;
    for (int i = 0; i < 100; i++) {
        tap(SDL_SCANCODE_PERIOD);
        tap(SDL_SCANCODE_X);
    }
    show_frames(f, 1);
    assert_int_equal(dv_world_tick(f->run.world), 100);
    assert_int_equal(heard(f, "pressed"), 100);
    assert_int_equal(heard(f, "released"), 100);
}

static void lines_are_entered_and_edited(void **state) {
    fixture *f = *state;
    tap(SDL_SCANCODE_GRAVE);
    for (int i = 1; i <= 4; i++) {
        type("2");
        tap(SDL_SCANCODE_RETURN);
    }
    type("12");
    tap(SDL_SCANCODE_BACKSPACE);
    tap(SDL_SCANCODE_BACKSPACE);
    type("34");
    tap(SDL_SCANCODE_LEFT);
    type("5");
    tap(SDL_SCANCODE_RETURN);
    show_frames(f, 1);
    assert_string_equal(entered(f), "2|2|2|2|354|");
    assert_true(f->run.speed == 1);
    tap(SDL_SCANCODE_UP);
    tap(SDL_SCANCODE_RETURN);
    show_frames(f, 1);
    assert_string_equal(entered(f), "2|2|2|2|354|354|");
}

static void a_hundred_lines_all_arrive(void **state) {
    fixture *f = *state;
    tap(SDL_SCANCODE_GRAVE);
    for (int i = 0; i < 100; i++) {
        type("9");
        tap(SDL_SCANCODE_RETURN);
    }
    show_frames(f, 20);
    assert_int_equal(strlen(entered(f)), 200);
    assert_true(f->run.speed == 1);
}

static void typed_keys_are_for_the_line_alone(void **state) {
    fixture *f = *state;
    tap(SDL_SCANCODE_GRAVE);
    type("x2t.");
    tap(SDL_SCANCODE_ESCAPE);
    tap(SDL_SCANCODE_PERIOD);
    tap(SDL_SCANCODE_X);
    show_frames(f, 1);
    assert_false(f->window->view.panels.console.is_open);
    assert_true(f->run.speed == 1);
    assert_false(f->window->view.shown.trails);
    assert_int_equal(dv_world_tick(f->run.world), 1);
    assert_int_equal(heard(f, "pressed"), 1);
    assert_int_equal(heard(f, "released"), 1);
}

static void the_key_of_the_console_opens_it_once_while_it_is_held(void **state) {
    fixture *f = *state;
    SDL_Event event = {.key = {.type = SDL_KEYDOWN,
                               .state = SDL_PRESSED,
                               .repeat = 1,
                               .keysym = {.scancode = SDL_SCANCODE_GRAVE, .sym = '`'}}};
    press(SDL_SCANCODE_GRAVE, '`', 0);
    enter_text("`");
    for (int i = 0; i < 5; i++) {
        assert_int_equal(SDL_PushEvent(&event), 1);
        enter_text("`");
    }
    release(SDL_SCANCODE_GRAVE, '`', 0);
    show_frames(f, 1);
    assert_true(f->window->view.panels.console.is_open);
    assert_string_equal(f->window->view.panels.console.text, "");
}

static void the_key_of_the_console_is_a_letter_within_a_line(void **state) {
    fixture *f = *state;
    tap(SDL_SCANCODE_GRAVE);
    tap(SDL_SCANCODE_GRAVE);
    tap(SDL_SCANCODE_GRAVE);
    type("1`");
    show_frames(f, 1);
    assert_true(f->window->view.panels.console.is_open);
    assert_string_equal(f->window->view.panels.console.text, "1`");
}

static void a_key_after_a_click_goes_to_what_was_clicked(void **state) {
    fixture *f = *state;
    char line[] = "expression 1";
    dv_answer answer = {0};
    dv_command_execute(&f->run, line, &answer);
    SDL_Point field = middle_of(f, "Expressions/Lua, such as selected.speed");
    SDL_Point world = middle_of(f, "world");
    click(field.x, field.y);
    type("2");
    click(world.x, world.y);
    tap(SDL_SCANCODE_PERIOD);
    show_frames(f, 1);
    assert_string_equal(f->window->view.panels.expression.text, "2");
    assert_true(f->run.speed == 1);
    assert_int_equal(dv_world_tick(f->run.world), 1);
}

static void held_keys_are_those_of_their_time(void **state) {
    fixture *f = *state;
    press(SDL_SCANCODE_LCTRL, SDLK_LCTRL, KMOD_LCTRL);
    tap_as(SDL_SCANCODE_F, SDLK_f, KMOD_LCTRL, "");
    release(SDL_SCANCODE_LCTRL, SDLK_LCTRL, 0);
    type("a1");
    press(SDL_SCANCODE_LCTRL, SDLK_LCTRL, KMOD_LCTRL);
    tap_as(SDL_SCANCODE_Q, SDLK_a, KMOD_LCTRL, ""); // of a French keyboard: mark all
    release(SDL_SCANCODE_LCTRL, SDLK_LCTRL, 0);
    type("b");
    show_frames(f, 1);
    assert_string_equal(f->window->view.panels.find.text, "b");
}

// The mouse

static void every_click_counts(void **state) {
    fixture *f = *state;
    SDL_Point trails = middle_of(f, "Trails");
    for (int i = 0; i < 7; i++)
        click(trails.x, trails.y);
    show_frames(f, 2);
    assert_true(f->window->view.shown.trails);
    assert_int_equal(heard(f, "clicks"), 0);
    SDL_Point world = middle_of(f, "world");
    for (int i = 0; i < 5; i++)
        click(world.x, world.y);
    show_frames(f, 1);
    assert_int_equal(heard(f, "clicks"), 5);
}

static void clicks_go_to_what_is_below_them(void **state) {
    fixture *f = *state;
    SDL_Point trails = middle_of(f, "Trails"), thoughts = middle_of(f, "Thoughts");
    SDL_Point world = middle_of(f, "world");
    click(trails.x, trails.y);
    click(world.x, world.y);
    click(thoughts.x, thoughts.y);
    show_frames(f, 2);
    assert_true(f->window->view.shown.trails && f->window->view.shown.annotations);
    assert_int_equal(heard(f, "clicks"), 1);
}

static void the_wheel_turns_what_is_below_the_mouse(void **state) {
    fixture *f = *state;
    SDL_Point panel = middle_of(f, "Trails"), world = middle_of(f, "world");
    point(world.x, world.y);
    show_frames(f, 2);
    double scale = f->window->view.camera.scale;
    point(panel.x, panel.y);
    turn_wheel(-3);
    show_frames(f, 2);
    assert_true(f->window->view.camera.scale == scale);
    assert_true(middle_of(f, "Trails").y < panel.y);
    point(world.x, world.y);
    turn_wheel(1);
    show_frames(f, 1);
    assert_true(f->window->view.camera.scale > scale);
}

static void a_wheel_turns_before_the_mouse_goes_on(void **state) {
    fixture *f = *state;
    SDL_Point panel = middle_of(f, "Trails"), world = middle_of(f, "world");
    double scale = f->window->view.camera.scale;
    point(panel.x, panel.y);
    turn_wheel(-3);
    point(world.x, world.y);
    show_frames(f, 2);
    assert_true(f->window->view.camera.scale == scale);
    assert_true(middle_of(f, "Trails").y < panel.y);
}

static void a_panel_that_opens_takes_the_next_click(void **state) {
    fixture *f = *state;
    SDL_Point world = middle_of(f, "world");
    int edge = (int)(f->window->view.layout.world.top + f->window->view.layout.world.height) - 20;
    tap(SDL_SCANCODE_GRAVE);
    click(world.x, edge);
    show_frames(f, 1);
    assert_int_equal(heard(f, "clicks"), 0);
    tap(SDL_SCANCODE_GRAVE);
    click(world.x, edge);
    show_frames(f, 1);
    assert_int_equal(heard(f, "clicks"), 1);
}

// Places of keys

static void signs_and_digits_are_known_by_their_places(void **state) {
    fixture *f = *state;
    // A German keyboard.
    tap_as(SDL_SCANCODE_RIGHTBRACKET, '+', 0, "+");
    tap_as(SDL_SCANCODE_RIGHTBRACKET, '+', 0, "+");
    tap_as(SDL_SCANCODE_LEFTBRACKET, 0xfc, 0, "ü");
    show_frames(f, 1);
    assert_true(f->run.speed == 2);
    tap_as(SDL_SCANCODE_GRAVE, '^', 0, "");
    show_frames(f, 1);
    assert_true(f->window->view.panels.console.is_open);
    tap_as(SDL_SCANCODE_GRAVE, '^', 0, "");
    // A French one.
    tap_as(SDL_SCANCODE_4, '\'', 0, "'");
    show_frames(f, 1);
    assert_false(f->window->view.panels.console.is_open);
    assert_true(f->run.speed == 4);
    tap_as(SDL_SCANCODE_GRAVE, 0xb2, 0, "²");
    type("1");
    show_frames(f, 1);
    assert_true(f->window->view.panels.console.is_open);
    assert_string_equal(f->window->view.panels.console.text, "1");
}

static void letters_are_known_by_what_is_on_them(void **state) {
    fixture *f = *state;
    double scale = f->window->view.camera.scale;
    tap_as(SDL_SCANCODE_SEMICOLON, SDLK_m, 0, "m"); // French
    tap_as(SDL_SCANCODE_PERIOD, SDLK_v, 0, "v");    // Dvorak
    tap_as(SDL_SCANCODE_SLASH, '-', 0, "-");        // German
    show_frames(f, 1);
    assert_int_equal(f->window->view.shown.density, DV_DENSITY_ON);
    assert_true(f->window->view.panels.follows);
    assert_int_equal(dv_world_tick(f->run.world), 0);
    assert_true(f->window->view.camera.scale < scale);
    tap_as(SDL_SCANCODE_T, 0x435, 0, "е"); // Russian
    show_frames(f, 1);
    assert_true(f->window->view.shown.trails);
}

#define CASE(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)

TESTS {
    const struct CMUnitTest tests[] = {
        CASE(every_tap_counts),
        CASE(lines_are_entered_and_edited),
        CASE(a_hundred_lines_all_arrive),
        CASE(typed_keys_are_for_the_line_alone),
        CASE(the_key_of_the_console_opens_it_once_while_it_is_held),
        CASE(the_key_of_the_console_is_a_letter_within_a_line),
        CASE(a_key_after_a_click_goes_to_what_was_clicked),
        CASE(held_keys_are_those_of_their_time),
        CASE(every_click_counts),
        CASE(clicks_go_to_what_is_below_them),
        CASE(the_wheel_turns_what_is_below_the_mouse),
        CASE(a_wheel_turns_before_the_mouse_goes_on),
        CASE(a_panel_that_opens_takes_the_next_click),
        CASE(signs_and_digits_are_known_by_their_places),
        CASE(letters_are_known_by_what_is_on_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
