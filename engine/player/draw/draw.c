// Draws a world from the ground up. Each layer is one batch.
#include "player/draw/draw_private.h"
#include "player/draw/draw_sketch.h"
#include "player/gui/palette.h"

#include <math.h>

void dv_drawing_free(dv_drawing *drawing) {
    dv_batch_free(&drawing->batch);
    dv_batch_free(&drawing->figures);
    dv_batch_free(&drawing->surfaces.batch);
    dv_raster_free(&drawing->raster);
    dv_sprites_free(&drawing->sprites);
    dv_own_shapes_free(&drawing->own_shapes);
    dv_motion_free(&drawing->motion);
    dv_motion_free(&drawing->ghost_motion);
    dv_thoughts_free(&drawing->thoughts);
    dv_depths_free(&drawing->depths);
    dv_solids_free(&drawing->solids);
    dv_density_free(&drawing->density);
}

void dv_drawing_forget(dv_drawing *drawing) {
    dv_motion_forget(&drawing->motion);
    dv_motion_forget(&drawing->ghost_motion);
    drawing->surfaces.program = NULL;
}

static dv_result draw_sketch(const struct canvas *canvas, const dv_sketch *sketch, bool is_below) {
    const dv_sketch_view view = {canvas->camera, canvas->ratio, canvas->width, canvas->height};
    if (!sketch)
        return DV_OK;
    dv_draw_sketch(canvas->batch, sketch, &view, is_below);
    return dv_sketch_complete(sketch) ? DV_OK : DV_ERROR_MEMORY;
}

// Thoughts are drawn below the agents, so that the agents stay visible.
dv_result dv_draw_thoughts(const struct canvas *canvas) {
    dv_thoughts *thoughts = &canvas->drawing->thoughts;
    dv_result result =
        dv_thoughts_draw(thoughts, canvas->world, canvas->options->selected, canvas->camera,
                         canvas->width, canvas->height, canvas->options->triangles / 16);
    if (thoughts->sketch)
        draw_sketch(canvas, thoughts->sketch, false);
    return result;
}

static void draw_scale_bar(const struct canvas *canvas) {
    const dv_camera *camera = canvas->camera;
    double step = dv_camera_step(camera, 70 * canvas->ratio);
    float ratio = canvas->ratio, length = (float)(step * camera->scale);
    float right = (float)(camera->left + camera->width) - 20 * ratio;
    float y = (float)(camera->top + camera->height) - 20 * ratio;
    dv_pixel a = {right - length, y}, b = {right, y};
    dv_batch_line(canvas->batch, a, b, 2 * ratio, DV_COLOR_TEXT);
    for (int i = 0; i < 2; i++) {
        float x = i ? b.x : a.x;
        dv_batch_rectangle(canvas->batch, (dv_pixel){x - ratio, y - 5 * ratio},
                           (dv_pixel){x + ratio, y + ratio}, DV_COLOR_TEXT);
    }
}

/// More agents than this are drawn as sprites, unless the picture may take its time.
static const uint32_t most_drawn_singly = 1000;

/// Begin to draw in memory, if that is faster than the renderer.
static void begin_raster(struct canvas *canvas) {
    if (!dv_raster_begin(&canvas->drawing->raster, canvas->renderer, canvas->width, canvas->height))
        return;
    canvas->detail = DV_DETAIL_ALL;
    canvas->in_memory = true;
    canvas->has_sprites = dv_world_agent_count(canvas->world) > most_drawn_singly &&
                          canvas->options->triangles < UINT32_MAX;
    dv_sprites_begin(&canvas->drawing->sprites);
}

static dv_result draw_batch(const struct canvas *canvas) {
    if (!canvas->in_memory)
        return dv_batch_draw(canvas->batch, canvas->renderer);
    dv_result result = dv_raster_draw(&canvas->drawing->raster, canvas->batch);
    dv_raster_end(&canvas->drawing->raster);
    return result;
}

const dv_theme *dv_theme_of(const dv_drawing_options *options) {
    const dv_theme *theme = options->theme;
    if (!theme && options->scenario)
        theme = dv_theme_named(dv_scenario_theme(options->scenario));
    return theme ? theme : &dv_themes[0];
}

void dv_draw_sketches_below(const struct canvas *canvas) {
    draw_sketch(canvas, canvas->options->of_tick, true);
    draw_sketch(canvas, canvas->options->of_callbacks, true);
}

/// What happens is seen above the map.
static dv_result draw_map(const struct canvas *canvas) {
    dv_result result = dv_draw_density(canvas);
    dv_draw_incidents(canvas);
    return result;
}

static dv_result draw_plan(const struct canvas *canvas) {
    dv_draw_background(canvas);
    dv_result surfaces = dv_draw_surfaces(canvas);
    if (has_selected(canvas))
        dv_draw_sight(canvas);
    dv_draw_regions(canvas);
    dv_draw_grid(canvas);
    dv_draw_fields(canvas);
    dv_draw_paths(canvas);
    dv_draw_flows(canvas);
    dv_draw_edge(canvas);
    dv_draw_obstacle_shadows(canvas);
    dv_draw_obstacles(canvas);
    dv_draw_mist(canvas);
    if (!canvas->has_map) {
        dv_draw_links(canvas);
        dv_draw_incidents(canvas);
    }
    dv_draw_sketches_below(canvas);
    dv_result map = canvas->has_map ? draw_map(canvas) : DV_OK;
    if (canvas->options->trails)
        dv_draw_trails(canvas);
    dv_result thoughts = canvas->options->annotations ? dv_draw_thoughts(canvas) : DV_OK;
    if (canvas->options->ghost)
        dv_draw_ghost(canvas);
    if (canvas->options->futures)
        dv_draw_futures(canvas);
    dv_draw_flash(canvas);
    dv_draw_agents(canvas);
    return surfaces != DV_OK ? surfaces : map != DV_OK ? map : thoughts;
}

dv_result dv_drawing_draw(dv_drawing *drawing, SDL_Renderer *renderer, const dv_camera *camera,
                          const dv_world *world, const dv_drawing_options *options) {
    struct canvas canvas = {
        .drawing = drawing,
        .batch = &drawing->batch,
        .renderer = renderer,
        .camera = camera,
        .world = world,
        .options = options,
        .theme = dv_theme_of(options),
        .ratio = options->pixel_ratio,
        .least_length = dv_least_length(camera, world, options->pixel_ratio),
        .detail = dv_detail_for(drawing->visible, options->triangles),
        .has_shadows = !options->scenario || dv_scenario_effects(options->scenario).shadows,
    };
    SDL_GetRendererOutputSize(renderer, &canvas.width, &canvas.height);
    dv_own_shapes_begin(&drawing->own_shapes);
    begin_raster(&canvas);
    dv_find_only(&canvas);
    dv_choose_density(&canvas);
    dv_result scene = camera->orbits ? dv_draw_volume(&canvas) : draw_plan(&canvas);
    dv_draw_leaders(&canvas);
    dv_result of_tick = draw_sketch(&canvas, options->of_tick, false);
    dv_result of_callbacks = draw_sketch(&canvas, options->of_callbacks, false);
    if (has_selected(&canvas))
        dv_draw_selected(&canvas);
    draw_scale_bar(&canvas);
    dv_result result = draw_batch(&canvas);
    if (result != DV_OK || scene != DV_OK)
        return DV_ERROR_MEMORY;
    return of_tick == DV_OK ? of_callbacks : of_tick;
}

static void write_labels(const dv_drawing *drawing, const dv_sketch_view *view,
                         const dv_drawing_options *options) {
    const dv_world *world = dv_scenario_world(options->scenario);
    const struct canvas canvas = {
        .camera = view->camera,
        .world = world,
        .options = options,
        .ratio = view->ratio,
        .least_length = dv_least_length(view->camera, world, view->ratio),
        .width = view->width,
        .height = view->height,
    };
    dv_write_labels(&canvas, &drawing->motion);
    dv_write_incidents(&canvas, &drawing->waves);
    if (options->ghost)
        dv_write_ghost(&canvas, drawing);
    if (options->futures)
        dv_write_futures(&canvas);
    dv_write_outside(&canvas);
}

void dv_drawing_write(const dv_drawing *drawing, SDL_Renderer *renderer, const dv_camera *camera,
                      const dv_drawing_options *options) {
    dv_sketch_view view = {.camera = camera, .ratio = options->pixel_ratio};
    const dv_sketch *thoughts = options->annotations ? drawing->thoughts.sketch : NULL;
    SDL_GetRendererOutputSize(renderer, &view.width, &view.height);
    if (thoughts)
        dv_draw_sketch_texts(thoughts, dv_sketch_count(thoughts), &view);
    if (options->of_tick)
        dv_draw_sketch_texts(options->of_tick, dv_sketch_count(options->of_tick), &view);
    if (options->of_callbacks)
        dv_draw_sketch_texts(options->of_callbacks,
                             options->scenario ? dv_scenario_first_label(options->scenario)
                                               : dv_sketch_count(options->of_callbacks),
                             &view);
    if (options->scenario)
        write_labels(drawing, &view, options);
}

/// An agent that may be meant by a pixel.
struct pick {
    dv_agent agent;
    bool covers;           // the pixel
    float depth, distance; // m, pixels
};

/// Of agents that cover the pixel, the nearest to the eye is seen there.
static bool is_better(const struct pick *a, const struct pick *b) {
    if (a->covers != b->covers)
        return a->covers;
    if (a->covers && a->depth != b->depth)
        return a->depth < b->depth;
    return a->distance < b->distance;
}

bool dv_is_hidden(const struct canvas *canvas, dv_vec3 place, dv_spot spot) {
    return canvas->camera->orbits &&
           (dv_solids_hide(canvas->solids, canvas, place, spot) || dv_hills_hide(canvas, place));
}

/// Where an agent is, and half its length in pixels.
static dv_spot find_agent(const struct canvas *canvas, const dv_motion *motion, dv_agent agent,
                          dv_vec3 *place, float *half) {
    const dv_world *world = canvas->world;
    dv_pose pose = dv_motion_pose(motion, world, agent, canvas->options->fraction);
    *place = (dv_vec3){pose.x, pose.y, pose.z};
    dv_spot spot = spot_at(canvas, *place);
    dv_look look = dv_program_look(dv_world_program(world), dv_agent_kind(world, agent));
    *half = dv_length_of(canvas, &look, agent, spot.scale) / 2;
    return spot;
}

/// Whether an agent may be meant by a pixel.
static bool find_pick(const struct canvas *canvas, const dv_motion *motion, dv_agent agent,
                      dv_pixel at, struct pick *pick) {
    dv_vec3 place;
    float half;
    dv_spot spot = find_agent(canvas, motion, agent, &place, &half);
    float distance = hypotf(spot.pixel.x - at.x, spot.pixel.y - at.y);
    *pick = (struct pick){agent, distance <= half, spot.depth, distance};
    return distance <= half + 8 * canvas->ratio && !dv_is_hidden(canvas, place, spot);
}

/// The canvas on which agents are found. Free its solids.
static struct canvas finding_canvas(const dv_camera *camera, const dv_world *world,
                                    const dv_drawing_options *options, dv_solids *solids) {
    struct canvas canvas = {
        .camera = camera,
        .world = world,
        .options = options,
        .ratio = options->pixel_ratio,
        .least_length = dv_least_length(camera, world, options->pixel_ratio),
        .solids = solids,
    };
    if (camera->orbits) {
        dv_orbit_measure(&canvas);
        dv_solids_find(solids, &canvas);
    }
    return canvas;
}

dv_agent dv_drawing_pick(const dv_drawing *drawing, const dv_camera *camera, const dv_world *world,
                         const dv_drawing_options *options, float x, float y) {
    dv_solids solids = {0};
    struct canvas canvas = finding_canvas(camera, world, options, &solids);
    struct pick found = {.distance = INFINITY}, pick;
    for (uint32_t i = 0; i < dv_world_agent_limit(world); i++) {
        dv_agent agent = dv_world_agent_at(world, i);
        if (agent.bits && find_pick(&canvas, &drawing->motion, agent, (dv_pixel){x, y}, &pick) &&
            is_better(&pick, &found))
            found = pick;
    }
    dv_solids_free(&solids);
    return found.agent;
}

bool dv_drawing_place(const dv_drawing *drawing, const dv_camera *camera, const dv_world *world,
                      const dv_drawing_options *options, dv_agent agent, dv_pixel *middle,
                      float *half) {
    dv_solids solids = {0};
    struct canvas canvas = finding_canvas(camera, world, options, &solids);
    dv_vec3 place;
    dv_spot spot = find_agent(&canvas, &drawing->motion, agent, &place, half);
    bool is_hidden = !isfinite(spot.pixel.x) || dv_is_hidden(&canvas, place, spot);
    dv_solids_free(&solids);
    *middle = spot.pixel;
    return !is_hidden;
}
