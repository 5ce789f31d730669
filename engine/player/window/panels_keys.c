// The keys: as a section of the panel, and as a page over the world.
#include "player/window/panels.h"

#include "player/gui/palette.h"
#include "player/run/command_table.h"

#include <math.h>

static const float page_width = 440, page_margin = 14;

static void list_keys(void) {
    for (uint32_t i = 0; i < dv_keys_count; i++)
        if (dv_keys[i].label)
            dv_gui_row(dv_keys[i].label, dv_keys[i].title);
}

void dv_panels_show_keys(dv_view *view) {
    if (!dv_gui_section("Keys", false))
        return;
    list_keys();
    dv_panels_button(view, "Reset layout", 0, 0.5f, false, "reset_layout");
}

void dv_panels_show_page_of_keys(dv_view *view, float left, float width) {
    float scale = view->panels.scale, wide = fminf(page_width * scale, width);
    if (!view->panels.shows_keys)
        return;
    dv_gui_panel_begin("keys", left + (width - wide) / 2,
                       view->panels.banner_height + page_margin * scale, wide, 0, DV_COLOR_PANEL);
    dv_gui_title("Keys");
    list_keys();
    dv_panels_button(view, "Close", 0, 0.25f, false, "keys off");
    dv_panels_button(view, "Reset layout##of the page", 0.25f, 0.3f, false, "reset_layout");
    dv_gui_panel_end();
}
