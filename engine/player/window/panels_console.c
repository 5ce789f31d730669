// The console: below the world, what scripts printed and lines answered, and a line to type.
#include "player/window/panels.h"

#include "player/gui/gui_prompt.h"
#include "player/gui/palette.h"
#include "player/run/complete.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const float drawer_height = 210, log_height = 150, list_height = 60, gap = 6;

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

// Completing

/// Put the candidates side by side, and count those that don't fit. A single candidate is shown
/// only if it has arguments.
static void list_completions(const dv_completions *found, dv_completed *to) {
    const char *name = found->list;
    size_t used = 0;
    uint32_t listed = 0;
    to->candidates[0] = '\0';
    if (found->count == 1 && !strchr(name, '('))
        return;
    while (*name) {
        size_t length = strcspn(name, "\n");
        if (used + length + 40 > sizeof to->candidates)
            break;
        used += (size_t)snprintf(to->candidates + used, sizeof to->candidates - used, "%.*s   ",
                                 (int)length, name);
        name += length + 1;
        listed++;
    }
    if (listed < found->count)
        snprintf(to->candidates + used, sizeof to->candidates - used, "… %" PRIu32 " more",
                 found->count - listed);
}

/// Insert what all candidates share.
static const char *complete_line(void *context, const char *before) {
    dv_view *view = context;
    dv_completed *to = &view->panels.completed;
    dv_completions found;
    dv_complete(view->run, before, view->shown.selected, &found);
    list_completions(&found, to);
    to->is_new = true;
    snprintf(to->missing, sizeof to->missing, "%s", found.missing);
    return to->missing;
}

/// Show the input line. True if the user entered a line.
static bool show_prompt(dv_view *view) {
    dv_prompt *prompt = &view->panels.console;
    dv_completed *completed = &view->panels.completed;
    prompt->complete = complete_line;
    prompt->completer = view;
    bool is_entered =
        dv_prompt_show(prompt, "##line", "Lua: world, agent(7), selected; Tab completes");
    if (is_entered)
        completed->candidates[0] = '\0';
    else if (completed->is_new)
        snprintf(completed->line, sizeof completed->line, "%s", prompt->text);
    completed->is_new = false;
    return is_entered;
}

void dv_panels_show_console(dv_view *view, float left, float width, float bottom) {
    dv_prompt *prompt = &view->panels.console;
    float scale = view->panels.scale;
    if (!prompt->is_open)
        return;
    dv_gui_panel_begin("console", left, bottom - drawer_height * scale, width,
                       drawer_height * scale, DV_COLOR_PANEL);
    const dv_completed *completed = &view->panels.completed;
    bool is_listed = *completed->candidates && strcmp(completed->line, prompt->text) == 0;
    dv_gui_scroll_begin("log", (is_listed ? log_height - list_height - gap : log_height) * scale);
    dv_panels_show_printed(&view->run->console, DV_CONSOLE_LINES);
    dv_gui_scroll_end();
    if (is_listed) {
        dv_gui_scroll_begin("completions", list_height * scale);
        dv_gui_wrapped(DV_COLOR_TEXT_DIM, completed->candidates);
        dv_gui_scroll_end();
    }
    if (show_prompt(view))
        dv_request_command(&view->requests, "lua %s", dv_prompt_line(prompt));
    dv_gui_panel_end();
}
