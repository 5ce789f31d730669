#include "player/draw/legend.h"

#include "player/draw/field_look.h"
#include "player/draw/ramps.h"
#include "player/draw/state_colors.h"
#include "player/gui/gui.h"
#include "player/gui/gui_ramp.h"
#include "player/gui/gui_rows.h"
#include "player/gui/palette.h"
#include "player/terminal/messages.h"

#include "drover/fields.h"
#include "drover/links.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const float width_of_panel = 286;

float dv_legend_width(float scale) { return width_of_panel * scale; }

void dv_legend_show_title(dv_scenario *scenario) {
    const dv_world *world = dv_scenario_world(scenario);
    char name[256];
    dv_scenario_name(dv_scenario_title(scenario), dv_scenario_folder(scenario), name, sizeof name);
    dv_gui_title(name);
    dv_gui_print(DV_COLOR_TEXT_DIM, "tick %" PRIu64 "  ·  %.1f s  ·  seed %" PRIu64,
                 dv_world_tick(world), dv_world_time(world), dv_world_seed(world));
    const char *finished = dv_world_finished(world);
    if (finished)
        dv_gui_print(DV_COLOR_ACCENT, "finished: %s", finished);
}

/// Take clicks on the row that was shown last, of a kind or one of its states.
static void take_click(const char *kind, const char *state, const dv_legend_entry *only,
                       dv_legend_click *click) {
    if (!click)
        return;
    bool is_lit = strcmp(only->kind, kind) == 0 && strcmp(only->state, state) == 0;
    dv_row_click clicked = dv_gui_row_click(is_lit);
    if (clicked == DV_ROW_LEFT_ALONE)
        return;
    click->finds = clicked == DV_ROW_CLICKED_AGAIN;
    snprintf(click->entry.kind, sizeof click->entry.kind, "%s", kind);
    snprintf(click->entry.state, sizeof click->entry.state, "%s", state);
}

/// The ramp of a kind whose colors show a number.
static void show_ramp(const dv_color_map *map) {
    uint32_t colors[DV_RAMP_STEPS];
    char low[32], high[32];
    for (uint32_t i = 0; i < DV_RAMP_STEPS; i++)
        colors[i] = dv_ramp_step(map->diverges, i);
    snprintf(low, sizeof low, "%.4g", map->low);
    snprintf(high, sizeof high, "%.4g", map->high);
    dv_gui_ramp(colors, DV_RAMP_STEPS, map->number, low, high);
}

static void show_states(const dv_world *world, const dv_drawing *drawing,
                        const dv_state_palette *palette, uint32_t kind, const dv_legend_entry *only,
                        dv_legend_click *click) {
    const dv_program *program = dv_world_program(world);
    uint32_t count = dv_shows_states(program, kind) ? dv_program_state_count(program, kind) : 0;
    for (uint32_t state = 0; state < count && state < DV_MAX_STATES; state++) {
        char number[32];
        uint32_t color = dv_color_of_state(program, palette, kind, state);
        snprintf(number, sizeof number, "%" PRIu32, drawing->counts[kind][state]);
        dv_gui_legend(color, dv_program_state_name(program, kind, state), number);
        take_click(dv_program_kind_name(program, kind), dv_program_state_name(program, kind, state),
                   only, click);
    }
    if (drawing->suspended[kind] > 0) {
        char number[32];
        snprintf(number, sizeof number, "%" PRIu32, drawing->suspended[kind]);
        dv_gui_legend(DV_COLOR_FAULT, "suspended", number);
    }
}

uint32_t dv_legend_colors(const dv_world *world, const dv_drawing *drawing, uint32_t kind,
                          uint32_t colors[DV_SHOWN_SWATCHES]) {
    uint32_t count = dv_swatches_most(&drawing->swatches[kind], colors);
    if (count > 0)
        return count;
    colors[0] = dv_color_of_kind(dv_world_program(world), kind);
    return 1;
}

void dv_legend_show_kinds(const dv_world *world, const dv_drawing *drawing,
                          const dv_legend_entry *only, dv_legend_click *click) {
    const dv_program *program = dv_world_program(world);
    dv_state_palette palette = dv_state_palette_of(program);
    for (uint32_t kind = 0; kind < dv_program_kind_count(program); kind++) {
        uint32_t total = 0;
        for (uint32_t state = 0; state < DV_MAX_STATES; state++)
            total += drawing->counts[kind][state];
        char number[32];
        snprintf(number, sizeof number, "%" PRIu32, total);
        uint32_t colors[DV_SHOWN_SWATCHES];
        uint32_t count = dv_legend_colors(world, drawing, kind, colors);
        dv_gui_swatches(colors, count, drawing->swatches[kind].used > count,
                        dv_program_kind_name(program, kind), number);
        take_click(dv_program_kind_name(program, kind), "", only, click);
        const dv_color_map *map = dv_program_look(program, kind).map;
        if (map)
            show_ramp(map);
        show_states(world, drawing, &palette, kind, only, click);
    }
}

void dv_legend_show_density(const dv_drawing *drawing) {
    char range[64];
    uint32_t colors[DV_SHOWN_SWATCHES], top = dv_density_top(&drawing->density);
    if (!drawing->density.is_drawn)
        return;
    for (uint32_t i = 0; i < DV_SHOWN_SWATCHES; i++)
        colors[i] = dv_density_color(0xb0b0b0ffu, (float)i / (DV_SHOWN_SWATCHES - 1));
    snprintf(range, sizeof range, "1 … %" PRIu32, top);
    dv_gui_swatches(colors, DV_SHOWN_SWATCHES, false, "agents per cell", range);
}

/// The colors of a field over the ground; of one that is hidden, the bare ground.
static void show_field(const dv_field_def *def, const dv_drawing_options *shown, bool is_hidden) {
    uint32_t colors[DV_RAMP_STEPS], ground = dv_theme_of(shown)->ground;
    char high[32];
    for (uint32_t i = 0; i < DV_RAMP_STEPS; i++) {
        float share = is_hidden ? 0 : (float)i / (DV_RAMP_STEPS - 1);
        colors[i] = dv_color_over(ground, dv_field_color(def, share));
    }
    snprintf(high, sizeof high, "%.4g", def->max);
    dv_gui_ramp(colors, DV_RAMP_STEPS, def->name, is_hidden ? "" : "0",
                is_hidden ? "hidden" : high);
}

void dv_legend_show_fields(const dv_world *world, const dv_drawing_options *shown,
                           int32_t *clicked) {
    const dv_program *program = dv_world_program(world);
    for (uint32_t i = 0; i < dv_program_field_count(program); i++) {
        const dv_field_def *def = dv_program_field_def(program, i);
        if (dv_field_cells_of(world, dv_world_field(world, i)).columns == 0)
            continue;
        show_field(def, shown, dv_name_is_hidden(&shown->hidden_fields, def->name));
        if (clicked && dv_gui_row_click(false) != DV_ROW_LEFT_ALONE)
            *clicked = (int32_t)i;
    }
}

void dv_legend_show_links(const dv_world *world, const dv_drawing_options *shown,
                          int32_t *clicked) {
    const dv_program *program = dv_world_program(world);
    for (uint32_t i = 0; i < dv_program_link_type_count(program); i++) {
        const dv_link_def *def = dv_program_link_def(program, i);
        bool is_hidden = dv_name_is_hidden(&shown->hidden_links, def->name);
        uint32_t ground = dv_theme_of(shown)->ground;
        uint32_t color = is_hidden ? ground : dv_color_over(ground, def->color);
        char number[32];
        snprintf(number, sizeof number, "%" PRIu32, dv_world_link_count(world, i));
        dv_gui_swatches(&color, 1, false, def->name, is_hidden ? "hidden" : number);
        if (clicked && dv_gui_row_click(false) != DV_ROW_LEFT_ALONE)
            *clicked = (int32_t)i;
    }
}

void dv_legend_show_scale(const dv_camera *camera, float scale) {
    char length[64];
    double step = dv_camera_step(camera, 70 * (double)scale);
    if (step >= 1000)
        snprintf(length, sizeof length, "%g km", step / 1000);
    else if (step < 1)
        snprintf(length, sizeof length, "%g cm", step * 100);
    else
        snprintf(length, sizeof length, "%g m", step);
    dv_gui_note((float)(camera->left + camera->width) - 20 * scale,
                (float)(camera->top + camera->height) - 26 * scale, DV_COLOR_TEXT, length);
}

void dv_legend_show(dv_scenario *scenario, const dv_drawing *drawing,
                    const dv_drawing_options *shown, float scale, int height) {
    dv_gui_panel_begin("picture", 0, 0, dv_legend_width(scale), (float)height, DV_COLOR_PANEL);
    dv_legend_show_title(scenario);
    dv_gui_space();
    dv_legend_show_kinds(dv_scenario_world(scenario), drawing, NULL, NULL);
    dv_legend_show_density(drawing);
    dv_legend_show_fields(dv_scenario_world(scenario), shown, NULL);
    dv_legend_show_links(dv_scenario_world(scenario), shown, NULL);
    dv_gui_panel_end();
}
