// The section with the watched expressions and their values, and a line to add another.
#include "player/window/panels.h"

#include "player/gui/gui_lines.h"
#include "player/gui/palette.h"
#include "player/run/run_expressions.h"

#include <inttypes.h>
#include <stdio.h>

/// Show an expression with its value below. A click copies the code into the input line.
static void show_expression(dv_view *view, uint32_t index) {
    const dv_expression *e = &view->run->expressions.items[index];
    dv_prompt *prompt = &view->panels.expression;
    switch (dv_gui_line(DV_COLOR_TEXT_DIM, e->code, "x", "no longer watch this", index)) {
    case DV_LINE_CHOSEN:
        snprintf(prompt->text, sizeof prompt->text, "%s", e->code);
        dv_prompt_open(prompt, true);
        break;
    case DV_LINE_LINK:
        dv_request_command(&view->requests, "no_expression %" PRIu32, index + 1);
        break;
    case DV_LINE_LEFT_ALONE:
        break;
    }
    dv_gui_wrapped(e->value.has_failed ? DV_COLOR_FAULT : DV_COLOR_TEXT, e->value.text);
}

static void show_line(dv_view *view) {
    dv_panels *panels = &view->panels;
    dv_error error;
    panels->expression.is_open = true;
    if (dv_prompt_show(&panels->expression, "##expression", "Lua, such as selected.speed")) {
        panels->expression_refusal[0] = '\0';
        if (dv_expressions_add(view->run, dv_prompt_line(&panels->expression), &error) != DV_OK)
            snprintf(panels->expression_refusal, sizeof panels->expression_refusal, "%s",
                     error.message);
    }
    if (*panels->expression_refusal)
        dv_gui_wrapped(DV_COLOR_FAULT, panels->expression_refusal);
}

void dv_panels_show_expressions(dv_view *view) {
    dv_run *run = view->run;
    if (run->expressions.count == 0 || !dv_gui_section("Expressions", true))
        return;
    dv_expressions_read(run, view->shown.selected);
    for (uint32_t i = 0; i < run->expressions.count; i++)
        show_expression(view, i);
    show_line(view);
}

/// Until there is an expression, the input line is at the end of the panel, out of the way.
void dv_panels_show_first_expression(dv_view *view) {
    if (view->run->expressions.count == 0 && dv_gui_section("Watch an expression", false))
        show_line(view);
}
