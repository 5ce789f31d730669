// The section with the numbers in a script: those of the selected agent's kind, or of a file that
// the user chooses. The window changes them after the frame.
#include "player/window/panels.h"

#include "player/gui/gui_lines.h"
#include "player/gui/palette.h"
#include "player/run/live_number.h"

#include "base/alloc.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define MAX_FILES 64
/// Characters.
#define LONGEST_NAME 22

void dv_panels_free_numbers(dv_listed_numbers *numbers) {
    dv_free(numbers->items);
    numbers->items = NULL;
    numbers->count = 0;
    numbers->generation = 0;
}

static void list_numbers(dv_view *view, uint32_t module) {
    dv_listed_numbers *numbers = &view->panels.numbers;
    uint32_t generation = dv_scenario_generation(view->run->scenario);
    dv_error error;
    if (numbers->module == module && numbers->generation == generation)
        return;
    dv_panels_free_numbers(numbers);
    if (dv_scenario_numbers(view->run->scenario, module, &numbers->items, &numbers->count,
                            &error) != DV_OK)
        snprintf(numbers->refusal, sizeof numbers->refusal, "cannot list the numbers: %.900s",
                 error.message);
    else
        numbers->refusal[0] = '\0';
    numbers->module = module;
    numbers->generation = generation;
}

/// List the modules to choose from. Returns how many there are.
static uint32_t list_files(const dv_run *run, const char *paths[MAX_FILES],
                           uint32_t modules[MAX_FILES]) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < dv_scenario_module_count(run->scenario) && count < MAX_FILES; i++) {
        dv_scenario_module module = dv_scenario_module_at(run->scenario, i);
        if (module.is_library)
            continue;
        paths[count] = module.path;
        modules[count++] = i;
    }
    return count;
}

/// When an agent of another kind is selected, choose the file that declares the kind.
static void follow_selected(dv_view *view) {
    dv_listed_numbers *numbers = &view->panels.numbers;
    const dv_run *run = view->run;
    dv_agent agent = view->shown.selected;
    int32_t kind =
        dv_agent_alive(run->world, agent) ? (int32_t)dv_agent_kind(run->world, agent) : -1;
    uint32_t generation = dv_scenario_generation(run->scenario);
    if (kind < 0 || (kind == numbers->kind && generation == numbers->followed))
        return;
    const char *place = dv_scenario_kind_place(run->scenario, (uint32_t)kind);
    if (kind != numbers->kind)
        snprintf(numbers->path, sizeof numbers->path, "%.*s", (int)strcspn(place, ":"), place);
    numbers->kind = kind;
    numbers->followed = generation;
}

static bool choose_file(dv_view *view, uint32_t *module) {
    dv_listed_numbers *numbers = &view->panels.numbers;
    const char *paths[MAX_FILES];
    uint32_t modules[MAX_FILES], chosen = 0, count = list_files(view->run, paths, modules);
    for (uint32_t i = 0; i < count; i++)
        if (strcmp(paths[i], numbers->path) == 0)
            chosen = i;
    if (count == 0)
        return false;
    if (dv_gui_choice("file", paths, count, &chosen))
        snprintf(numbers->path, sizeof numbers->path, "%s", paths[chosen]);
    *module = modules[chosen];
    return true;
}

/// The heading of the numbers that follow; lit if it is the state of the selected agent.
static void show_part(const dv_view *view, const char *part) {
    const dv_world *world = view->run->world;
    dv_agent agent = view->shown.selected;
    const char *state = "";
    if (dv_agent_alive(world, agent))
        state = dv_program_state_name(dv_world_program(world), dv_agent_kind(world, agent),
                                      dv_agent_state(world, agent));
    bool is_now = *part && strcmp(part, state) == 0;
    dv_gui_text(is_now ? DV_COLOR_ACCENT : DV_COLOR_TEXT, *part ? part : "locals");
}

/// "wolf.lua:80: sight = { range = 120 }"
static void describe_line(const dv_view *view, uint32_t module, const dv_script_number *number,
                          char text[256]) {
    dv_scenario_module code = dv_scenario_module_at(view->run->scenario, module);
    const char *line = code.source + number->start;
    while (line > code.source && line[-1] != '\n')
        line--;
    line += strspn(line, " \t");
    snprintf(text, 256, "%.80s:%" PRIu32 ": %.*s", code.path, number->line,
             (int)strcspn(line, "\r\n"), line);
}

/// "horizon" for "obstacle_avoidance horizon", which does not fit before the number.
static const char *short_name(const char *name) {
    const char *space = strrchr(name, ' ');
    return space && strlen(name) > LONGEST_NAME ? space + 1 : name;
}

static void show_number(dv_view *view, uint32_t module, uint32_t place) {
    dv_listed_numbers *numbers = &view->panels.numbers;
    const dv_script_number *number = &numbers->items[place];
    uint32_t changed_module, changed_place;
    bool is_changed = dv_live_number_place(view->run, &changed_module, &changed_place) &&
                      changed_module == module && changed_place == place;
    double value = is_changed ? view->run->number.wanted : number->value;
    bool is_held = false;
    char tip[256];
    describe_line(view, module, number, tip);
    int decimals = is_changed ? numbers->decimals : dv_number_decimals(number, value);
    dv_gui_range range = {
        .minimum = number->minimum, .maximum = number->maximum, .decimals = decimals};
    if (dv_gui_precise_number(short_name(number->name), place, &value, &range, number->unit, tip,
                              &is_held))
        numbers->change = (dv_number_change){true, module, place, value};
    if (is_held)
        numbers->decimals = decimals;
    numbers->is_held = numbers->is_held || is_held;
}

void dv_panels_show_numbers(dv_view *view) {
    dv_listed_numbers *numbers = &view->panels.numbers;
    const char *part = NULL;
    uint32_t module;
    if (!dv_gui_section("Numbers in scripts", false))
        return;
    follow_selected(view);
    if (!choose_file(view, &module))
        return;
    list_numbers(view, module);
    if (*numbers->refusal)
        dv_gui_wrapped(DV_COLOR_FAULT, numbers->refusal);
    else if (numbers->count == 0)
        dv_gui_text(DV_COLOR_TEXT_DIM, "it has none in definitions");
    for (uint32_t i = 0; i < numbers->count; i++) {
        if (!part || strcmp(part, numbers->items[i].part) != 0)
            show_part(view, numbers->items[i].part);
        part = numbers->items[i].part;
        show_number(view, module, i);
    }
}

void dv_panels_change_numbers(dv_view *view) {
    dv_listed_numbers *numbers = &view->panels.numbers;
    dv_number_change change = numbers->change;
    dv_error error = {0};
    dv_result result = DV_OK;
    numbers->change.is_wanted = false;
    // A command may have reloaded the code since the frame.
    if (numbers->generation != dv_scenario_generation(view->run->scenario))
        change.is_wanted = false;
    if (change.is_wanted)
        result =
            dv_live_number_change(view->run, change.module, change.place, change.value, &error);
    else
        result = dv_live_number_go_on(view->run, &error);
    if (result == DV_OK && !numbers->is_held)
        result = dv_live_number_release(view->run, &error);
    numbers->is_held = false; // the next frame sets it again if it still is
    if (result != DV_OK)
        snprintf(numbers->refusal, sizeof numbers->refusal, "%s", error.message);
    else if (change.is_wanted)
        numbers->refusal[0] = '\0';
}
