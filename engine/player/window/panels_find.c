// The line that finds an agent, at the top of the world.
#include "player/window/panels.h"

#include "player/gui/palette.h"

#include <math.h>
#include <stdio.h>

static const float find_width = 380, find_margin = 14;

void dv_panels_show_find(dv_view *view, float left, float width) {
    dv_prompt *prompt = &view->panels.find;
    float scale = view->panels.scale, wide = fminf(find_width * scale, width);
    if (!prompt->is_open)
        return;
    dv_gui_panel_begin("find", left + (width - wide) / 2,
                       view->panels.banner_height + find_margin * scale, wide, 0, DV_COLOR_PANEL);
    if (dv_prompt_show(prompt, "##find", "number, kind, state, or label; Enter: the next")) {
        dv_request_command(&view->requests, "find %s", dv_prompt_line(prompt));
        // Enter again finds the next.
        snprintf(prompt->text, sizeof prompt->text, "%s", dv_prompt_line(prompt));
    }
    if (view->panels.command_refusal[0])
        dv_gui_wrapped(DV_COLOR_FAULT, view->panels.command_refusal);
    dv_gui_panel_end();
}
