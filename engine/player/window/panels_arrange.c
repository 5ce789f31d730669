// The panel's section for arranging with the mouse.
#include "player/window/panels.h"

#include "player/gui/palette.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/// A button that chooses what a click places.
static void show_choice(dv_view *view, const char *name, bool is_obstacle, uint32_t number) {
    char label[DV_ARRANGE_NAME_SIZE + 32];
    dv_arrange *arrange = &view->arrange;
    bool is_lit = arrange->places_obstacle == is_obstacle && strcmp(arrange->placed, name) == 0;
    snprintf(label, sizeof label, "%s##place %s", name, is_obstacle ? "obstacle" : "agent");
    if (dv_gui_button(label, (float)(number % 2) * 0.5f, 0.5f, is_lit))
        dv_arrange_choose(arrange, name, is_obstacle);
}

static void show_choices(dv_view *view) {
    const dv_program *program = dv_world_program(view->run->world);
    dv_gui_text(DV_COLOR_TEXT_DIM, "place an agent");
    for (uint32_t kind = 0; kind < dv_program_kind_count(program); kind++)
        show_choice(view, dv_program_kind_name(program, kind), false, kind);
    dv_gui_text(DV_COLOR_TEXT_DIM, "or an obstacle");
    for (uint32_t i = 0; dv_arrange_shapes[i]; i++)
        show_choice(view, dv_arrange_shapes[i], true, i);
}

static void show_hint(const dv_arrange *arrange) {
    if (*arrange->placed)
        dv_gui_wrapped(DV_COLOR_TEXT_DIM, arrange->places_obstacle
                                              ? "Click, or drag to give it its size."
                                              : "Click, or drag to where it looks.");
    else
        dv_gui_wrapped(DV_COLOR_TEXT_DIM,
                       "Drag to move. Drag the knob, or with Alt, to turn. Delete removes.");
}

void dv_panels_show_arrange(dv_view *view) {
    const dv_arrange *arrange = &view->arrange;
    char line[DV_LONGEST_COMMAND];
    if (!dv_gui_section("Arrange", false) && !arrange->is_on)
        return;
    dv_panels_switch(view, "Arrange with the mouse  (Ctrl+E)", arrange->is_on, "arrange");
    if (arrange->is_on) {
        show_choices(view);
        show_hint(arrange);
        dv_panels_button(view, "Delete", 0, 0.5f, false, "delete");
    }
    snprintf(line, sizeof line, "save placement-%" PRIu64 ".lua", dv_world_tick(view->run->world));
    // Beside "Delete", or in a row of its own.
    dv_panels_button(view, "Save as Lua", arrange->is_on ? 0.5f : 0, 0.5f, false, line);
    if (*arrange->message)
        dv_gui_wrapped(arrange->has_failed ? DV_COLOR_FAULT : DV_COLOR_ACCENT, arrange->message);
}
