// The console: below the world, what scripts printed and lines answered, and a line to type.
#include "player/window/panels.h"

#include "player/gui/gui_prompt.h"
#include "player/gui/palette.h"

#include <stdio.h>

static const float drawer_height = 210, log_height = 150;

static void show_line(const dv_console_line *line) {
    char text[DV_CONSOLE_WIDTH + 16];
    const char *before = line->trial > 0                 ? "trial| "
                         : line->undone                  ? "undone| "
                         : line->type == DV_LINE_ENTERED ? "> "
                                                         : "";
    uint32_t color = line->trial > 0                                 ? DV_COLOR_ACCENT
                     : line->undone || line->type == DV_LINE_REFUSED ? DV_COLOR_FAULT
                     : line->type == DV_LINE_ENTERED                 ? DV_COLOR_TEXT
                                                                     : DV_COLOR_TEXT_DIM;
    snprintf(text, sizeof text, "%s%s", before, line->text);
    dv_gui_wrapped(color, text);
}

void dv_panels_show_printed(const dv_console *console, uint32_t most) {
    uint32_t first = console->count > most ? console->count - most : 0;
    for (uint32_t i = first; i < console->count; i++)
        show_line(dv_console_line_at(console, i));
}

void dv_panels_show_console(dv_view *view, float left, float width, float bottom) {
    dv_prompt *prompt = &view->panels.console;
    float scale = view->panels.scale;
    if (!prompt->is_open)
        return;
    dv_gui_panel_begin("console", left, bottom - drawer_height * scale, width,
                       drawer_height * scale, DV_COLOR_PANEL);
    dv_gui_scroll_begin("log", log_height * scale);
    dv_panels_show_printed(&view->run->console, DV_CONSOLE_LINES);
    dv_gui_scroll_end();
    if (dv_prompt_show(prompt, "##line", "Lua: world, agent(7), selected"))
        dv_request_command(&view->requests, "lua %s", dv_prompt_line(prompt));
    dv_gui_panel_end();
}
