// Draws the agents: how large and from which side each is seen, and in which colors.
#include "player/draw/draw_private.h"
#include "player/draw/shape_parts.h"
#include "player/draw/state_colors.h"
#include "player/draw/turn.h"
#include "player/gui/palette.h"

#include "base/math.h"

#include <math.h>
#include <string.h>

/// The range of the shortest length of an agent, in pixels of a screen without scaling, so that
/// agents stay visible from afar. Crowded agents are drawn smaller.
static const float least_in_crowd = 3.5f, least_of_few = 11;
float dv_least_length(const dv_camera *camera, const dv_world *world, float ratio) {
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

float dv_length_of(const struct canvas *canvas, const dv_look *look, dv_agent agent, float scale) {
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
    dv_batch_cross(canvas->batch, center, half, width, DV_COLOR_FAULT);
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

/// Where an agent is in its gait, from the time that was simulated: agents start at different
/// points. The faster it is, the farther it sways. Legged bodies put their feet down themselves.
static float sway_of(const struct canvas *canvas, dv_agent agent, const dv_look *look) {
    const dv_world *world = canvas->world;
    double beats = look->own ? 0 : (double)dv_parts_of(look->shape)->beats;
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
        .own = canvas->drawing ? dv_own_parts(&canvas->drawing->own_shapes, look->own) : NULL,
        .center = spot.pixel,
        .forward_x = pose.forward_x,
        .forward_y = -pose.forward_y,
        .sway = sway_of(canvas, agent, look),
        .length = dv_length_of(canvas, look, agent, spot.scale),
    };
    if (canvas->camera->orbits) {
        dv_turn_to_eye(canvas->camera, &pose, &figure);
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

void dv_find_only(struct canvas *canvas) {
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

bool dv_is_dimmed(const struct canvas *canvas, uint32_t kind, uint32_t state) {
    return canvas->only_kind >= 0 &&
           ((int32_t)kind != canvas->only_kind ||
            (canvas->only_state >= 0 && (int32_t)state != canvas->only_state));
}

bool dv_agent_is_dimmed(const struct canvas *canvas, dv_agent agent) {
    return dv_is_dimmed(canvas, dv_agent_kind(canvas->world, agent),
                        dv_agent_state(canvas->world, agent));
}

uint32_t dv_dimmed_color(const struct canvas *canvas, uint32_t color) {
    uint32_t ground = canvas->theme->ground;
    return dv_color_mix(dv_color_over(ground, color), ground, dimming);
}

/// What is drawn next is at an agent. Returns its depth.
static float draw_at_agent(const struct canvas *canvas, dv_agent agent) {
    if (!canvas->camera->orbits)
        return 0;
    dv_pose pose =
        dv_motion_pose(&canvas->drawing->motion, canvas->world, agent, canvas->options->fraction);
    dv_vec3 place = {pose.x, pose.y, pose.z};
    dv_spot spot = spot_at(canvas, place);
    dv_draw_at(canvas, place, spot);
    return spot.depth;
}

void dv_count_none(const struct canvas *canvas) {
    dv_drawing *drawing = canvas->drawing;
    uint32_t kinds = dv_program_kind_count(dv_world_program(canvas->world));
    memset(drawing->counts, 0, kinds * sizeof *drawing->counts);
    memset(drawing->suspended, 0, sizeof drawing->suspended);
    for (uint32_t kind = 0; kind < kinds; kind++)
        drawing->swatches[kind].used = 0;
    drawing->visible = 0;
}

void dv_count_agent(const struct canvas *canvas, const struct seen_agent *agent) {
    if (agent->state < DV_MAX_STATES)
        canvas->drawing->counts[agent->kind][agent->state]++;
    canvas->drawing->suspended[agent->kind] += agent->is_suspended;
    bool has_ramp = dv_program_look(dv_world_program(canvas->world), agent->kind).map;
    if (!agent->is_suspended && !has_ramp)
        dv_swatches_add(&canvas->drawing->swatches[agent->kind], agent->color);
}

struct seen_agent dv_see_agent(const struct canvas *canvas, dv_agent agent) {
    const dv_world *world = canvas->world;
    return (struct seen_agent){agent, dv_agent_kind(world, agent), dv_agent_state(world, agent),
                               dv_color_of_agent(canvas, agent), dv_agent_suspended(world, agent)};
}

/// Draw an agent on `above`, and its shadow on `canvas`.
static void draw_agent(const struct canvas *canvas, const struct canvas *above,
                       const struct seen_agent *seen, const struct manner *manner,
                       const dv_state_palette *palette) {
    dv_agent agent = seen->agent;
    uint32_t kind = seen->kind, state = seen->state, color = seen->color;
    bool suspended = seen->is_suspended;
    dv_figure figure = dv_figure_of(canvas, &canvas->drawing->motion, agent, &manner->look);
    if (!is_visible(canvas, figure.center, figure.length))
        return;
    canvas->drawing->visible++;
    float depth = draw_at_agent(canvas, agent);
    figure.detail = canvas->detail;
    figure.color = suspended ? DV_COLOR_SUSPENDED : color;
    figure.outline = suspended ? DV_COLOR_FAULT
                     : manner->shows_states
                         ? dv_color_of_state(dv_world_program(canvas->world), palette, kind, state)
                         : dv_outline_of(&figure);
    float widest = manner->shows_states ? 2.2f : 1.2f;
    figure.outline_width = dv_outline_width(figure.shape, figure.length, widest, canvas->ratio);
    bool dimmed = dv_is_dimmed(canvas, kind, state);
    if (dimmed)
        dv_figure_fade(&figure, canvas->theme->ground, dimming);
    if (canvas->camera->orbits)
        dv_figure_fade(&figure, dv_orbit_haze(canvas), dv_orbit_fading(canvas, depth));
    else if (!dimmed && !canvas->has_map)
        dv_draw_agent_shadow(canvas, agent, &figure);
    draw_feet(above, agent, &figure);
    dv_draw_figure(above, &figure);
    if (suspended)
        draw_cross(above, figure.center, figure.length);
}

/// Draw agents one by one. Above a map, these are the selected one and the suspended.
static void draw_singly(const struct canvas *canvas, const struct canvas *above,
                        const struct manner *manners, const dv_state_palette *palette) {
    for (uint32_t i = 0; i < dv_world_agent_limit(canvas->world); i++) {
        dv_agent agent = dv_world_agent_at(canvas->world, i);
        if (!agent.bits)
            continue;
        const struct seen_agent seen = dv_see_agent(canvas, agent);
        if (!canvas->has_map)
            dv_count_agent(canvas, &seen);
        else if (!seen.is_suspended && agent.bits != canvas->options->selected.bits)
            continue;
        draw_agent(canvas, above, &seen, &manners[seen.kind], palette);
    }
}

void dv_draw_agents(const struct canvas *canvas) {
    dv_drawing *drawing = canvas->drawing;
    const dv_program *program = dv_world_program(canvas->world);
    dv_state_palette palette = dv_state_palette_of(program);
    struct manner manners[DV_MAX_KINDS];
    bool has_suspended = false;
    if (!canvas->has_map)
        dv_count_none(canvas);
    for (uint32_t kind = 0; kind < dv_program_kind_count(program); kind++) {
        manners[kind] = (struct manner){.look = dv_program_look(program, kind),
                                        .shows_states = dv_shows_states(program, kind)};
        has_suspended |= drawing->suspended[kind] > 0;
    }
    struct canvas above = *canvas;
    if (!canvas->depths) // otherwise, figures are put in order
        above.batch = &drawing->figures;
    if (!canvas->has_map || has_suspended || has_selected(canvas))
        draw_singly(canvas, &above, manners, &palette);
    if (canvas->has_map)
        drawing->visible = drawing->density.sum;
    dv_batch_append(canvas->batch, &drawing->figures);
    canvas->batch->failed |= drawing->figures.failed;
    dv_batch_clear(&drawing->figures);
}
