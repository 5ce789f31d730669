// Draws paths as tubes with a spine. A planned way is only drawn for the agent that is selected.
#include "player/draw/draw_private.h"

static void draw_tube(const struct canvas *canvas, dv_path path) {
    const dv_vec3 *corners;
    uint32_t count = dv_path_spine(canvas->world, path, &corners);
    float width = dv_path_radius(canvas->world, path);
    dv_batch_begin(canvas->batch);
    for (uint32_t i = 0; i < count; i++) {
        dv_spot spot = spot_at(canvas, corners[i]);
        float radius = width * spot.scale;
        if (i > 0)
            dv_draw_line(canvas->batch, canvas->camera, corners[i - 1], corners[i], 2 * radius,
                         canvas->theme->tube);
        if (is_visible(canvas, spot.pixel, radius))
            dv_batch_disc(canvas->batch, spot.pixel, radius, canvas->theme->tube);
    }
    dv_batch_end(canvas->batch);
}

static void draw_spine(const struct canvas *canvas, dv_path path) {
    const dv_vec3 *corners;
    uint32_t count = dv_path_spine(canvas->world, path, &corners);
    dv_batch_begin(canvas->batch);
    for (uint32_t i = 0; i + 1 < count; i++)
        dv_draw_line(canvas->batch, canvas->camera, corners[i], corners[i + 1], canvas->ratio,
                     canvas->theme->spine);
    dv_batch_end(canvas->batch);
}

/// The planned ways that are shown.
struct shown_ways {
    bool are_all;
    uint32_t count;
    dv_path paths[DV_SHOWN_SLOTS];
};

/// The path in a slot of the selected agent or its group; null: it holds none.
static dv_path path_in(const struct canvas *canvas, dv_slot_read read) {
    const dv_world *world = canvas->world;
    const dv_program *program = dv_world_program(world);
    dv_agent agent = canvas->options->selected;
    dv_group group = dv_agent_group(world, agent);
    const dv_slot_def *def = NULL;
    dv_slot_value value = {0};
    if (read.owner == DV_OWNED_BY_AGENT) {
        def = dv_program_slot(program, dv_agent_kind(world, agent), read.slot);
        value = dv_agent_slot(world, agent, read.slot);
    } else if (read.owner == DV_OWNED_BY_GROUP) {
        def = dv_program_group_slot(program, dv_group_type(world, group), read.slot);
        value = dv_group_slot(world, group, read.slot);
    }
    bool holds_path = def && def->type == DV_SLOT_PATH && value.is_set;
    return (dv_path){holds_path ? value.as.handle : 0};
}

/// What the selected agent follows now; while the thoughts of all agents are drawn, all ways.
static void find_shown(const struct canvas *canvas, struct shown_ways *shown) {
    dv_slot_read reads[DV_SHOWN_SLOTS];
    *shown = (struct shown_ways){.are_all = canvas->options->annotations && !has_selected(canvas)};
    uint32_t count =
        dv_agent_slots_read(canvas->world, canvas->options->selected, reads, DV_SHOWN_SLOTS);
    for (uint32_t i = 0; i < count; i++)
        shown->paths[shown->count++] = path_in(canvas, reads[i]);
}

static bool is_shown(const struct canvas *canvas, const struct shown_ways *shown, dv_path path) {
    if (!path.bits || shown->are_all || !dv_path_planned(canvas->world, path))
        return path.bits != 0;
    for (uint32_t i = 0; i < shown->count; i++)
        if (shown->paths[i].bits == path.bits)
            return true;
    return false;
}

// Draw all tubes below all spines, so that crossings are visible.
void dv_draw_paths(const struct canvas *canvas) {
    uint32_t limit = dv_world_path_limit(canvas->world);
    struct shown_ways shown;
    find_shown(canvas, &shown);
    for (int layer = 0; layer < 2; layer++)
        for (uint32_t i = 0; i < limit; i++) {
            dv_path path = dv_world_path_at(canvas->world, i);
            if (!is_shown(canvas, &shown, path))
                continue;
            if (layer == 0)
                draw_tube(canvas, path);
            else
                draw_spine(canvas, path);
        }
}
