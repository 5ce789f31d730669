// The mods section of the panel: switches them on and off.
#include "player/window/panels.h"

#include "player/gui/palette.h"

#include "base/clock.h"

#define LISTING 1.0 // s between looks at the scenario's folder

static void list_again(dv_view *view) {
    double now = dv_now();
    if (now < view->panels.mods_listed + LISTING)
        return;
    view->panels.mods_listed = now;
    dv_run_list_mods(view->run, &view->panels.mods);
}

/// It may be refused, so list them again afterwards.
static void switch_mod(dv_view *view, const dv_listed_mod *mod) {
    dv_request_command(&view->requests, "mod %s %s", mod->is_on ? "on" : "off", mod->name);
    view->panels.mods_listed = 0;
}

void dv_panels_show_mods(dv_view *view) {
    dv_panels *panels = &view->panels;
    list_again(view);
    if (panels->mods.count == 0 || !dv_gui_section("Mods", true))
        return;
    for (uint32_t i = 0; i < panels->mods.count; i++) {
        dv_listed_mod *mod = &panels->mods.items[i];
        if (dv_gui_toggle(mod->name, &mod->is_on))
            switch_mod(view, mod);
        if (mod->is_suspended)
            dv_gui_print(DV_COLOR_FAULT, "%s failed: switch it off, or mend it", mod->name);
    }
}
