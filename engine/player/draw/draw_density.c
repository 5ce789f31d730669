// Draws agents as a map of their density, where they are smaller than a pixel, or would cover each
// other because small agents are drawn larger than they are.
#include "player/draw/draw_private.h"
#include "player/draw/state_colors.h"
#include "player/gui/palette.h"

#include <math.h>

/// The side of a cell, in pixels of a screen without scaling.
static const float cell_side = 4;

/// The fewest agents in a picture that become a map.
static const double least_agents = 10000;
/// Agents are small if they are shorter than this, in pixels of a screen without scaling.
static const float small = 1;
/// Figures cover this share of a square as wide as they are long.
static const double covered_share = 0.3;
/// A map that is drawn stays until a limit is exceeded by this factor, so that it doesn't flicker.
static const double slack = 1.25;

/// How many agents decide whether a map fits; and the side of the squares that count them, in
/// pixels.
#define LOOKED_AT 4096u
#define SQUARE 32
/// A view of more squares has wider ones.
#define MOST_SQUARES 64

/// What a picture of all agents would look like, estimated from some of them.
struct crowd {
    uint32_t squares[MOST_SQUARES][MOST_SQUARES]; // agents looked at
    double seen, length, drawn; // agents looked at in the picture; sums of their lengths, pixels
    double side;                // of a square, pixels
    double step;                // agents per agent looked at
};

static void look_at(struct crowd *crowd, const struct canvas *canvas, dv_agent agent) {
    const dv_world *world = canvas->world;
    struct canvas bare = *canvas;
    bare.least_length = 0;
    dv_look look = dv_program_look(dv_world_program(world), dv_agent_kind(world, agent));
    dv_spot spot = spot_at(canvas, dv_agent_position(world, agent));
    if (!is_visible(canvas, spot.pixel, 0))
        return;
    crowd->squares[(int)(spot.pixel.y / crowd->side)][(int)(spot.pixel.x / crowd->side)]++;
    crowd->length += (double)dv_length_of(&bare, &look, agent, spot.scale);
    crowd->drawn += (double)dv_length_of(canvas, &look, agent, spot.scale);
    crowd->seen++;
}

static void look_around(struct crowd *crowd, const struct canvas *canvas) {
    uint32_t limit = dv_world_agent_limit(canvas->world), step = limit / LOOKED_AT + 1;
    double widest = fmax(canvas->width, canvas->height);
    *crowd = (struct crowd){.step = step, .side = fmax(SQUARE, ceil(widest / (MOST_SQUARES - 1)))};
    for (uint32_t i = 0; i < limit; i += step) {
        dv_agent agent = dv_world_agent_at(canvas->world, i);
        if (agent.bits)
            look_at(crowd, canvas, agent);
    }
}

/// How many other figures cover an agent, on average.
static double cover_of(const struct crowd *crowd) {
    double pairs = 0, length = crowd->drawn / crowd->seen;
    for (int y = 0; y < MOST_SQUARES; y++)
        for (int x = 0; x < MOST_SQUARES; x++)
            pairs += (double)crowd->squares[y][x] * crowd->squares[y][x];
    double others = (pairs / crowd->seen - 1) * crowd->step;
    return others * covered_share * length * length / (crowd->side * crowd->side);
}

static bool map_fits(const struct canvas *canvas) {
    struct crowd crowd;
    double wider = canvas->drawing->density.fits ? slack : 1, least = least_agents / wider;
    if (dv_world_agent_count(canvas->world) < least)
        return false;
    look_around(&crowd, canvas);
    if (!(crowd.seen * crowd.step >= least))
        return false;
    double length = crowd.length / crowd.seen;
    return length < (double)(small * canvas->ratio) * wider ||
           (length < (double)canvas->least_length && cover_of(&crowd) * wider > 1);
}

void dv_choose_density(struct canvas *canvas) {
    dv_density *density = &canvas->drawing->density;
    dv_density_choice choice = canvas->options->density;
    density->fits = map_fits(canvas);
    density->is_drawn = choice == DV_DENSITY_ON || (choice == DV_DENSITY_AUTO && density->fits);
    canvas->has_map = density->is_drawn;
}

static uint32_t ink_of(const struct canvas *canvas, const struct seen_agent *agent,
                       const dv_state_palette *palette, bool shows_states) {
    if (agent->is_suspended)
        return DV_COLOR_FAULT;
    return shows_states ? dv_color_of_state(dv_world_program(canvas->world), palette, agent->kind,
                                            agent->state)
                        : agent->color;
}

/// Count an agent on the map, unless it is dimmed or hidden.
static void put_on_map(const struct canvas *canvas, const struct seen_agent *agent, uint32_t ink) {
    dv_drawing *drawing = canvas->drawing;
    if (dv_is_dimmed(canvas, agent->kind, agent->state))
        return;
    dv_vec3 place =
        dv_motion_place(&drawing->motion, canvas->world, agent->agent, canvas->options->fraction);
    dv_spot spot = spot_at(canvas, place);
    if (is_visible(canvas, spot.pixel, 0) && !dv_is_hidden(canvas, place, spot))
        dv_density_add(&drawing->density, spot.pixel, ink);
}

static void count_agents(const struct canvas *canvas) {
    const dv_program *program = dv_world_program(canvas->world);
    dv_state_palette palette = dv_state_palette_of(program);
    bool shows_states[DV_MAX_KINDS];
    dv_count_none(canvas);
    for (uint32_t kind = 0; kind < dv_program_kind_count(program); kind++)
        shows_states[kind] = dv_shows_states(program, kind);
    for (uint32_t i = 0; i < dv_world_agent_limit(canvas->world); i++) {
        dv_agent agent = dv_world_agent_at(canvas->world, i);
        if (!agent.bits)
            continue;
        const struct seen_agent seen = dv_see_agent(canvas, agent);
        dv_count_agent(canvas, &seen);
        put_on_map(canvas, &seen, ink_of(canvas, &seen, &palette, shows_states[seen.kind]));
    }
}

/// In the plan, cells move with the ground.
static dv_pixel origin_of(const struct canvas *canvas) {
    if (canvas->camera->orbits)
        return (dv_pixel){0, 0};
    return dv_camera_to_screen(canvas->camera, 0, 0);
}

dv_result dv_draw_density(const struct canvas *canvas) {
    dv_drawing *drawing = canvas->drawing;
    dv_density *density = &drawing->density;
    int side = (int)fmaxf(roundf(cell_side * canvas->ratio), 2);
    bool is_complete =
        dv_density_begin(density, canvas->width, canvas->height, side, origin_of(canvas));
    count_agents(canvas);
    if (canvas->in_memory) {
        is_complete &= dv_raster_draw(&drawing->raster, canvas->batch) == DV_OK;
        dv_density_fill(density, &drawing->raster.area);
    } else {
        is_complete &= dv_batch_draw(canvas->batch, canvas->renderer) == DV_OK;
        is_complete &= dv_density_copy(density, canvas->renderer);
    }
    return is_complete ? DV_OK : DV_ERROR_MEMORY;
}
