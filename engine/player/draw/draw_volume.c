// Draws a volume as an orbiting camera sees it: from far to near, so that what is nearer hides what
// is farther away.
#include "player/draw/draw_private.h"

static dv_depth_layer layer_at(const struct canvas *canvas, dv_vec3 place, dv_spot spot) {
    if (canvas->omits_hidden && dv_is_hidden(canvas, place, spot))
        return DV_UNSEEN;
    return dv_hills_hide(canvas, place) ? DV_BELOW_GROUND : DV_ABOVE_GROUND;
}

void dv_draw_at(const struct canvas *canvas, dv_vec3 place, dv_spot spot) {
    if (!canvas->depths)
        return;
    dv_depths_mark(canvas->depths, layer_at(canvas, place, spot),
                   dv_solids_depth(canvas->solids, canvas, place, spot));
}

static void draw_shadows(const struct canvas *canvas) {
    // Shadows of a crowd are a blur.
    const uint32_t most = 3000;
    uint32_t limit = dv_world_agent_limit(canvas->world);
    if (!canvas->has_shadows || canvas->has_map || dv_world_agent_count(canvas->world) > most)
        return;
    for (uint32_t i = 0; i < limit; i++) {
        dv_agent agent = dv_world_agent_at(canvas->world, i);
        if (!agent.bits)
            continue;
        dv_pose pose = dv_motion_pose(&canvas->drawing->motion, canvas->world, agent,
                                      canvas->options->fraction);
        dv_vec3 place = {pose.x, pose.y, pose.z};
        dv_look look =
            dv_program_look(dv_world_program(canvas->world), dv_agent_kind(canvas->world, agent));
        float scale = spot_at(canvas, place).scale;
        dv_orbit_draw_shadow(canvas, place, dv_length_of(canvas, &look, agent, scale) / scale);
    }
}

/// A solid is hidden by the hills that hide its top.
static void draw_solids(const struct canvas *canvas) {
    for (uint32_t i = 0; i < canvas->solids->count; i++) {
        const dv_solid *solid = &canvas->solids->list[i];
        dv_vec3 top = solid->center;
        top.z = solid->corners ? solid->high : top.z + solid->radius;
        dv_depths_mark(canvas->depths, layer_at(canvas, top, spot_at(canvas, top)), solid->depth);
        dv_solid_draw(canvas->solids, solid, canvas);
    }
}

/// Draw what lies on the ground.
static void draw_lying(const struct canvas *canvas) {
    if (has_selected(canvas))
        dv_draw_sight(canvas);
    dv_draw_regions(canvas);
    dv_draw_fields(canvas);
    dv_draw_flows(canvas);
    draw_shadows(canvas);
    dv_draw_paths(canvas);
    dv_draw_sketches_below(canvas);
}

/// Draw what is in the volume besides the bodies of the world itself.
static void draw_things(const struct canvas *canvas) {
    if (!canvas->has_map)
        dv_draw_links(canvas);
    dv_draw_incidents(canvas);
    if (canvas->options->trails)
        dv_draw_trails(canvas);
    if (canvas->options->ghost)
        dv_draw_ghost(canvas);
    dv_draw_agents(canvas);
}

/// Draw a map of the density of agents above what is in `deep`, and go on above it.
static dv_result draw_map(const struct canvas *canvas, struct canvas *deep) {
    struct canvas map = *deep;
    map.batch = canvas->batch;
    dv_result drawn = dv_depths_draw(deep->depths, canvas->batch);
    dv_result mapped = dv_draw_density(&map);
    deep->omits_hidden = true;
    return drawn == DV_OK ? mapped : drawn;
}

/// Draw what is put in order by its depth.
static dv_result draw_in_order(const struct canvas *canvas) {
    dv_drawing *drawing = canvas->drawing;
    struct canvas deep = *canvas;
    dv_result found = dv_solids_find(&drawing->solids, canvas);
    dv_depths_clear(&drawing->depths);
    deep.batch = &drawing->depths.batch;
    deep.depths = &drawing->depths;
    deep.solids = &drawing->solids;
    dv_depths_mark(deep.depths, DV_GROUND, 0);
    dv_result hills = dv_draw_hills(&deep);
    draw_lying(&deep);
    draw_solids(&deep);
    dv_result map = canvas->has_map ? draw_map(canvas, &deep) : DV_OK;
    draw_things(&deep);
    dv_result drawn = dv_depths_draw(&drawing->depths, canvas->batch);
    const dv_result all[] = {found, hills, map, drawn};
    for (int i = 0; i < 4; i++)
        if (all[i] != DV_OK)
            return all[i];
    return DV_OK;
}

dv_result dv_draw_volume(struct canvas *canvas) {
    dv_orbit_measure(canvas);
    dv_orbit_draw_behind(canvas);
    dv_result drawn = draw_in_order(canvas);
    if (canvas->options->futures)
        dv_draw_futures(canvas);
    dv_draw_flash(canvas);
    dv_orbit_draw_in_front(canvas);
    dv_draw_mist(canvas);
    dv_result thoughts = canvas->options->annotations ? dv_draw_thoughts(canvas) : DV_OK;
    return drawn == DV_OK ? thoughts : drawn;
}
