// Draws a world from the ground up. Each layer is one batch.
#include "player/draw/draw_private.h"
#include "player/draw/draw_sketch.h"
#include "player/draw/palette.h"
#include "player/draw/shape_parts.h"
#include "player/draw/state_colors.h"

#include "base/math.h"

#include <math.h>
#include <string.h>

/// The range of the shortest length of an agent, in pixels of a screen without scaling, so that
/// agents stay visible from afar. Crowded agents are drawn smaller.
static const float least_in_crowd = 3.5f, least_of_few = 11;

void dv_drawing_free(dv_drawing *drawing) {
    dv_batch_free(&drawing->batch);
    dv_batch_free(&drawing->figures);
    dv_batch_free(&drawing->surfaces.batch);
    dv_raster_free(&drawing->raster);
    dv_sprites_free(&drawing->sprites);
    dv_motion_free(&drawing->motion);
    dv_motion_free(&drawing->ghost_motion);
    dv_thoughts_free(&drawing->thoughts);
    dv_depths_free(&drawing->depths);
    dv_solids_free(&drawing->solids);
}

void dv_drawing_forget(dv_drawing *drawing) {
    dv_motion_forget(&drawing->motion);
    dv_motion_forget(&drawing->ghost_motion);
    drawing->surfaces.program = NULL;
}

// A tapered segment takes one triangle; a line takes two.
static void draw_segment(const struct canvas *canvas, dv_pixel older, dv_pixel newer, bool tapered,
                         uint32_t color) {
    float width = 1.4f * canvas->ratio;
    if (!tapered) {
        dv_batch_line(canvas->batch, older, newer, width, color);
        return;
    }
    float x = newer.x - older.x, y = newer.y - older.y, length = sqrtf(x * x + y * y);
    float across = length > 0 ? width / length : 0;
    dv_batch_triangle(canvas->batch, older, (dv_pixel){newer.x - y * across, newer.y + x * across},
                      (dv_pixel){newer.x + y * across, newer.y - x * across}, color);
}

static void draw_trail(const struct canvas *canvas, const dv_trail *trail, dv_spot head,
                       uint32_t color, uint32_t segments, uint32_t stride) {
    dv_spot newer = head;
    float longest = (float)canvas->width / 3;
    for (uint32_t i = 0; i < segments; i++) {
        uint32_t back = (i + 1) * stride;
        if (back > trail->count)
            break;
        const float *point =
            trail->points[(trail->next + DV_TRAIL_POINTS - back) % DV_TRAIL_POINTS];
        dv_vec3 place = {point[0], point[1], point[2]};
        dv_spot older = spot_at(canvas, place);
        float age = (float)i / (float)segments;
        // Such a long segment means that the agent jumped or crossed a wrapped edge.
        if (fabsf(older.pixel.x - newer.pixel.x) + fabsf(older.pixel.y - newer.pixel.y) < longest) {
            dv_draw_at(canvas, place, older);
            draw_segment(canvas, older.pixel, newer.pixel, stride > 1,
                         dv_color_mix(color, canvas->theme->ground, 0.35f + 0.6f * age));
        }
        newer = older;
    }
}

static void draw_trails(const struct canvas *canvas) {
    uint32_t limit = dv_world_agent_limit(canvas->world);
    uint32_t count = dv_world_agent_count(canvas->world);
    uint32_t segments = count ? canvas->options->triangles / 2 / count : 0;
    segments = segments < 1 ? 1 : segments > DV_TRAIL_POINTS ? DV_TRAIL_POINTS : segments;
    uint32_t stride = segments < 16 ? 16 / segments : 1;
    for (uint32_t i = 0; i < limit; i++) {
        dv_agent agent = dv_world_agent_at(canvas->world, i);
        const dv_trail *trail =
            agent.bits ? dv_motion_trail(&canvas->drawing->motion, agent) : NULL;
        if (!trail)
            continue;
        dv_pose pose = dv_motion_pose(&canvas->drawing->motion, canvas->world, agent,
                                      canvas->options->fraction);
        dv_spot head = spot_at(canvas, (dv_vec3){pose.x, pose.y, pose.z});
        if (is_visible(canvas, head.pixel, (float)canvas->width / 2))
            draw_trail(canvas, trail, head, dv_agent_color(canvas->world, agent), segments, stride);
    }
}

static float least_length(const dv_camera *camera, const dv_world *world, float ratio) {
    double count = fmax(dv_world_agent_count(world), 1);
    float room = 0.3f * (float)sqrt(camera->width * camera->height / count);
    return dv_clamp(room, least_in_crowd * ratio, least_of_few * ratio);
}

/// In the plan of a volume, agents at the top of the bounds are drawn this much larger than agents
/// in the middle, and agents at the bottom this much smaller, because the camera is above.
static const float nearer_at_the_top = 0.25f;

static float nearness_of_agent(const dv_world *world, dv_agent agent) {
    if (dv_world_space(world) == DV_PLANE)
        return 1;
    dv_bounds bounds = dv_world_bounds(world);
    float height = bounds.max.z - bounds.min.z;
    if (!isfinite(height) || !(height > 0))
        return 1;
    float share = (dv_agent_position(world, agent).z - bounds.min.z) / height;
    return 1 + nearer_at_the_top * dv_clamp(2 * share - 1, -1, 1);
}

/// The length of an agent in pixels, if a meter is `scale` pixels long where it is.
static float length_of(const struct canvas *canvas, const dv_look *look, dv_agent agent,
                       float scale) {
    double size = look->size;
    if (!(size > 0))
        size = 2 * dv_agent_property(canvas->world, agent, DV_RADIUS);
    // A ducking agent is farther from the camera: at half its height, it is drawn at three quarters
    // of its size.
    size *= 0.5 + 0.5 * dv_agent_posture(canvas->world, agent);
    if (canvas->camera->orbits) {
        float nearness = dv_clamp(scale / (float)canvas->camera->scale, 0.5f, 2);
        return fmaxf((float)size * scale, canvas->least_length * nearness);
    }
    return fmaxf((float)(size * canvas->camera->scale), canvas->least_length) *
           nearness_of_agent(canvas->world, agent);
}

static void draw_cross(const struct canvas *canvas, dv_pixel center, float size) {
    float half = fmaxf(size * 0.55f, 4 * canvas->ratio), width = fmaxf(half * 0.3f, 1.5f);
    dv_batch_line(canvas->batch, (dv_pixel){center.x - half, center.y - half},
                  (dv_pixel){center.x + half, center.y + half}, width, DV_COLOR_FAULT);
    dv_batch_line(canvas->batch, (dv_pixel){center.x - half, center.y + half},
                  (dv_pixel){center.x + half, center.y - half}, width, DV_COLOR_FAULT);
}

/// How the agents of a kind are drawn.
struct manner {
    dv_look look;
    bool shows_states; // in the outline
};

/// Small discs at the feet of a walking body.
static void draw_feet(const struct canvas *canvas, dv_agent agent, const dv_figure *figure) {
    dv_feet feet;
    float radius = fmaxf(figure->length * 0.12f, 1.5f * canvas->ratio);
    uint32_t color = dv_color_mix(figure->color, canvas->theme->stone_edge, 0.5f);
    if (!dv_agent_feet(canvas->world, agent, &feet))
        return;
    const dv_vec3 *both[] = {&feet.left, &feet.right};
    for (int i = 0; i < 2; i++)
        dv_batch_disc(canvas->batch, spot_at(canvas, *both[i]).pixel, radius, color);
}

/// A direction in the world as the eye sees it: to the right, up, and toward the eye.
static dv_vec3 seen_from_eye(const dv_camera *camera, dv_vec3 v) {
    const dv_axis *axes[] = {&camera->right, &camera->up, &camera->ahead};
    float seen[3];
    for (int i = 0; i < 3; i++)
        seen[i] = (float)axes[i]->x * v.x + (float)axes[i]->y * v.y + (float)axes[i]->z * v.z;
    return dv_vec(seen[0], seen[1], -seen[2]);
}

/// Turn a figure, which shows a body from above, so that it shows the body from the eye.
static void turn_to_eye(const dv_camera *camera, const dv_pose *pose, dv_figure *figure) {
    float level = cosf(pose->pitch), rise = sinf(pose->pitch);
    dv_vec3 forward = {pose->forward_x * level, pose->forward_y * level, rise};
    dv_vec3 level_left = {-pose->forward_y, pose->forward_x, 0};
    dv_vec3 left = dv_add(dv_scale(level_left, cosf(pose->roll)),
                          dv_scale(dv_cross(forward, level_left), sinf(pose->roll)));
    forward = seen_from_eye(camera, forward);
    left = seen_from_eye(camera, left);
    float length = hypotf(forward.x, forward.y);
    bool points_at_eye = !(length > 1e-6f);
    dv_vec3 across =
        points_at_eye ? dv_vec(0, 1, 0) : dv_vec(-forward.y / length, forward.x / length, 0);
    figure->forward_x = across.y;
    figure->forward_y = across.x;
    // A disc stands for a ball, or for something that looks the same from everywhere.
    if (figure->shape == DV_SHAPE_DISC)
        return;
    figure->pitch = atan2f(forward.z, length);
    figure->roll = atan2f(-dv_dot(dv_cross(forward, left), across), dv_dot(left, across));
}

/// Where an agent is in its gait, from the time that was simulated: agents start at different
/// points. The faster it is, the farther it sways. Legged bodies put their feet down themselves.
static float sway_of(const struct canvas *canvas, dv_agent agent, dv_shape shape) {
    const dv_world *world = canvas->world;
    double beats = (double)dv_parts_of(shape)->beats;
    dv_feet feet;
    if (beats == 0 || dv_agent_feet(world, agent, &feet))
        return 0;
    dv_vec3 v = dv_agent_velocity(world, agent);
    double speed = sqrt((double)v.x * v.x + (double)v.y * v.y + (double)v.z * v.z);
    double share = speed / fmax(dv_agent_property(world, agent, DV_MAX_SPEED), 1e-6);
    double time =
        dv_world_time(world) - (1 - (double)canvas->options->fraction) * dv_world_dt(world);
    double phase = time * beats + (double)(agent.bits & 0xffffff) * 0.618034;
    return (float)(fmin(2 * share, 1) * sin(6.283185307 * (phase - floor(phase))));
}

dv_figure dv_figure_of(const struct canvas *canvas, const dv_motion *motion, dv_agent agent,
                       const dv_look *look) {
    dv_pose pose = dv_motion_pose(motion, canvas->world, agent, canvas->options->fraction);
    dv_spot spot = spot_at(canvas, (dv_vec3){pose.x, pose.y, pose.z});
    dv_figure figure = {
        .shape = look->shape,
        .center = spot.pixel,
        .forward_x = pose.forward_x,
        .forward_y = -pose.forward_y,
        .sway = sway_of(canvas, agent, look->shape),
        .length = length_of(canvas, look, agent, spot.scale),
    };
    if (canvas->camera->orbits) {
        turn_to_eye(canvas->camera, &pose, &figure);
        return figure;
    }
    figure.pitch = pose.pitch;
    figure.roll = pose.roll;
    return figure;
}

void dv_draw_figure(const struct canvas *canvas, const dv_figure *figure) {
    if (!canvas->has_sprites || !dv_sprites_draw(&canvas->drawing->sprites, canvas->batch, figure))
        dv_figure_draw(canvas->batch, figure);
}

/// How far the color of a dimmed agent is from its own to the ground's.
static const float dimming = 0.8f;

/// Find whose agents are not dimmed.
static void find_only(struct canvas *canvas) {
    const dv_program *program = dv_world_program(canvas->world);
    const dv_legend_entry *only = &canvas->options->only;
    canvas->only_kind = canvas->only_state = -1;
    for (uint32_t kind = 0; *only->kind && kind < dv_program_kind_count(program); kind++) {
        if (strcmp(dv_program_kind_name(program, kind), only->kind) != 0)
            continue;
        for (uint32_t state = 0; *only->state && state < dv_program_state_count(program, kind);
             state++)
            if (strcmp(dv_program_state_name(program, kind, state), only->state) == 0)
                canvas->only_state = (int32_t)state;
        if (!*only->state || canvas->only_state >= 0)
            canvas->only_kind = (int32_t)kind;
    }
}

/// Whether only other agents are to be seen.
static bool is_dimmed(const struct canvas *canvas, uint32_t kind, uint32_t state) {
    return canvas->only_kind >= 0 &&
           ((int32_t)kind != canvas->only_kind ||
            (canvas->only_state >= 0 && (int32_t)state != canvas->only_state));
}

/// Draw an agent on `above`, and its shadow on `canvas`.
static void draw_agent(const struct canvas *canvas, const struct canvas *above, dv_agent agent,
                       const struct manner *manner, const dv_state_palette *palette) {
    const dv_world *world = canvas->world;
    uint32_t kind = dv_agent_kind(world, agent), state = dv_agent_state(world, agent);
    bool suspended = dv_agent_suspended(world, agent);
    if (state < DV_MAX_STATES)
        canvas->drawing->counts[kind][state]++;
    canvas->drawing->suspended[kind] += suspended;
    uint32_t color = dv_agent_color(world, agent);
    if (!suspended)
        dv_swatches_add(&canvas->drawing->swatches[kind], color);
    dv_figure figure = dv_figure_of(canvas, &canvas->drawing->motion, agent, &manner->look);
    if (!is_visible(canvas, figure.center, figure.length))
        return;
    canvas->drawing->visible++;
    dv_vec3 place = dv_agent_position(world, agent);
    dv_spot spot = spot_at(canvas, place);
    dv_draw_at(canvas, place, spot);
    figure.detail = canvas->detail;
    figure.color = suspended ? DV_COLOR_SUSPENDED : color;
    figure.outline = suspended ? DV_COLOR_FAULT
                     : manner->shows_states
                         ? dv_color_of_state(dv_world_program(world), palette, kind, state)
                         : dv_outline_around(color);
    float widest = manner->shows_states ? 2.2f : 1.2f;
    figure.outline_width = dv_outline_width(figure.shape, figure.length, widest, canvas->ratio);
    bool dimmed = is_dimmed(canvas, kind, state);
    if (dimmed) {
        figure.color = dv_color_mix(figure.color, canvas->theme->ground, dimming);
        figure.outline = dv_color_mix(figure.outline, canvas->theme->ground, dimming);
    }
    if (canvas->camera->orbits) {
        figure.color = dv_orbit_fade(canvas, figure.color, spot.depth);
        figure.outline = dv_orbit_fade(canvas, figure.outline, spot.depth);
    } else if (!dimmed) {
        dv_draw_agent_shadow(canvas, agent, &figure);
    }
    draw_feet(above, agent, &figure);
    dv_draw_figure(above, &figure);
    if (suspended)
        draw_cross(above, figure.center, figure.length);
}

static void draw_agents(const struct canvas *canvas) {
    dv_drawing *drawing = canvas->drawing;
    const dv_program *program = dv_world_program(canvas->world);
    memset(drawing->counts, 0, dv_program_kind_count(program) * sizeof *drawing->counts);
    memset(drawing->suspended, 0, sizeof drawing->suspended);
    drawing->visible = 0;
    dv_state_palette palette = dv_state_palette_of(program);
    struct manner manners[DV_MAX_KINDS];
    for (uint32_t kind = 0; kind < dv_program_kind_count(program); kind++) {
        manners[kind] = (struct manner){.look = dv_program_look(program, kind),
                                        .shows_states = dv_shows_states(program, kind)};
        drawing->swatches[kind].used = 0;
    }
    struct canvas above = *canvas;
    if (!canvas->depths) // otherwise, figures are put in order
        above.batch = &drawing->figures;
    uint32_t limit = dv_world_agent_limit(canvas->world);
    for (uint32_t i = 0; i < limit; i++) {
        dv_agent agent = dv_world_agent_at(canvas->world, i);
        if (!agent.bits)
            continue;
        uint32_t kind = dv_agent_kind(canvas->world, agent);
        draw_agent(canvas, &above, agent, &manners[kind], &palette);
    }
    dv_batch_append(canvas->batch, &drawing->figures);
    canvas->batch->failed |= drawing->figures.failed;
    dv_batch_clear(&drawing->figures);
}

static dv_result draw_sketch(const struct canvas *canvas, const dv_sketch *sketch, bool is_below) {
    const dv_sketch_view view = {canvas->camera, canvas->ratio, canvas->width, canvas->height};
    if (!sketch)
        return DV_OK;
    dv_draw_sketch(canvas->batch, sketch, &view, is_below);
    return dv_sketch_complete(sketch) ? DV_OK : DV_ERROR_MEMORY;
}

// Thoughts are drawn below the agents, so that the agents stay visible.
static dv_result draw_thoughts(const struct canvas *canvas) {
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

static bool has_selected(const struct canvas *canvas) {
    return dv_agent_alive(canvas->world, canvas->options->selected);
}

/// Draw what scripts drew below the agents.
static void draw_sketches_below(const struct canvas *canvas) {
    draw_sketch(canvas, canvas->options->of_tick, true);
    draw_sketch(canvas, canvas->options->of_callbacks, true);
}

static dv_result draw_plan(const struct canvas *canvas) {
    dv_draw_background(canvas);
    dv_result surfaces = dv_draw_surfaces(canvas);
    if (has_selected(canvas))
        dv_draw_sight(canvas);
    dv_draw_regions(canvas);
    dv_draw_paths(canvas);
    dv_draw_grid(canvas);
    dv_draw_flows(canvas);
    dv_draw_edge(canvas);
    dv_draw_obstacle_shadows(canvas);
    dv_draw_obstacles(canvas);
    dv_draw_mist(canvas);
    dv_draw_incidents(canvas);
    draw_sketches_below(canvas);
    if (canvas->options->trails)
        draw_trails(canvas);
    dv_result thoughts = canvas->options->annotations ? draw_thoughts(canvas) : DV_OK;
    if (canvas->options->ghost)
        dv_draw_ghost(canvas);
    if (canvas->options->futures)
        dv_draw_futures(canvas);
    dv_draw_flash(canvas);
    draw_agents(canvas);
    return surfaces == DV_OK ? thoughts : surfaces;
}

void dv_draw_at(const struct canvas *canvas, dv_vec3 place, dv_spot spot) {
    if (!canvas->depths)
        return;
    dv_depth_layer layer = dv_hills_hide(canvas, place) ? DV_BELOW_GROUND : DV_ABOVE_GROUND;
    dv_depths_mark(canvas->depths, layer, dv_solids_depth(canvas->solids, canvas, place, spot));
}

static void draw_shadows(const struct canvas *canvas) {
    // Shadows of a crowd are a blur.
    const uint32_t most = 3000;
    uint32_t limit = dv_world_agent_limit(canvas->world);
    if (!canvas->has_shadows || dv_world_agent_count(canvas->world) > most)
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
        dv_orbit_draw_shadow(canvas, place, length_of(canvas, &look, agent, scale) / scale);
    }
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
    for (uint32_t i = 0; i < drawing->solids.count; i++) {
        dv_depths_mark(deep.depths, DV_ABOVE_GROUND, drawing->solids.list[i].depth);
        dv_solid_draw(&drawing->solids, &drawing->solids.list[i], &deep);
    }
    dv_draw_incidents(&deep);
    if (canvas->options->trails)
        draw_trails(&deep);
    draw_agents(&deep);
    dv_result drawn = dv_depths_draw(&drawing->depths, canvas->batch);
    return found != DV_OK ? found : hills != DV_OK ? hills : drawn;
}

static dv_result draw_volume(struct canvas *canvas) {
    dv_orbit_measure(canvas);
    dv_orbit_draw_behind(canvas);
    if (has_selected(canvas))
        dv_draw_sight(canvas);
    dv_draw_regions(canvas);
    dv_draw_flows(canvas);
    draw_shadows(canvas);
    dv_draw_paths(canvas);
    draw_sketches_below(canvas);
    if (canvas->options->ghost)
        dv_draw_ghost(canvas);
    dv_result drawn = draw_in_order(canvas);
    if (canvas->options->futures)
        dv_draw_futures(canvas);
    dv_draw_flash(canvas);
    dv_orbit_draw_before(canvas);
    dv_draw_mist(canvas);
    dv_result thoughts = canvas->options->annotations ? draw_thoughts(canvas) : DV_OK;
    return drawn == DV_OK ? thoughts : drawn;
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
        .least_length = least_length(camera, world, options->pixel_ratio),
        .detail = dv_detail_for(drawing->visible, options->triangles),
        .has_shadows = !options->scenario || dv_scenario_effects(options->scenario).shadows,
    };
    SDL_GetRendererOutputSize(renderer, &canvas.width, &canvas.height);
    begin_raster(&canvas);
    find_only(&canvas);
    dv_result scene = camera->orbits ? draw_volume(&canvas) : draw_plan(&canvas);
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
        .least_length = least_length(view->camera, world, view->ratio),
        .width = view->width,
        .height = view->height,
    };
    dv_write_labels(&canvas, &drawing->motion);
    dv_write_incidents(&canvas);
    if (options->ghost)
        dv_write_ghost(&canvas, drawing);
    if (options->futures)
        dv_write_futures(&canvas);
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

dv_agent dv_drawing_pick(const dv_drawing *drawing, const dv_camera *camera, const dv_world *world,
                         const dv_drawing_options *options, float x, float y) {
    const struct canvas canvas = {
        .camera = camera,
        .world = world,
        .options = options,
        .ratio = options->pixel_ratio,
        .least_length = least_length(camera, world, options->pixel_ratio),
    };
    uint32_t limit = dv_world_agent_limit(world);
    dv_agent found = {0};
    float nearest = INFINITY;
    for (uint32_t i = 0; i < limit; i++) {
        dv_agent agent = dv_world_agent_at(world, i);
        if (!agent.bits)
            continue;
        dv_pose pose = dv_motion_pose(&drawing->motion, world, agent, options->fraction);
        dv_spot spot = spot_at(&canvas, (dv_vec3){pose.x, pose.y, pose.z});
        dv_look look = dv_program_look(dv_world_program(world), dv_agent_kind(world, agent));
        float distance = hypotf(spot.pixel.x - x, spot.pixel.y - y);
        float reach = length_of(&canvas, &look, agent, spot.scale) / 2 + 8 * options->pixel_ratio;
        if (distance <= reach && distance < nearest) {
            nearest = distance;
            found = agent;
        }
    }
    return found;
}
