// Draws links as lines below the agents, with an arrowhead at the far end of directed ones. In a
// world that wraps, a line goes the short way: it leaves at an edge and goes on from the other
// side.
#include "player/draw/draw_private.h"

#include "base/math.h"
#include "drover/links.h"

/// A link and its ends, as they are drawn.
typedef struct line {
    const struct canvas *canvas;
    const dv_link_def *def;
    dv_agent to;
    dv_vec3 from, offset; ///< where it begins, and the way to its end
    uint32_t color;
} line;

/// Where the line crosses an edge of a world that wraps.
typedef struct crossing {
    float at;      ///< the part of the way, from 0 to 1
    dv_vec3 shift; ///< from there on
} crossing;

static dv_vec3 place_of(const struct canvas *canvas, dv_agent agent) {
    dv_pose pose =
        dv_motion_pose(&canvas->drawing->motion, canvas->world, agent, canvas->options->fraction);
    return (dv_vec3){pose.x, pose.y, pose.z};
}

static dv_vec3 place_at(const line *l, float part) {
    return dv_add(l->from, dv_scale(l->offset, part));
}

static float width_at(const line *l, dv_vec3 place) {
    float scale = l->canvas->camera->orbits ? spot_at(l->canvas, place).scale
                                            : (float)l->canvas->camera->scale;
    return fmaxf((float)l->def->width * scale, l->canvas->ratio);
}

/// The part of the way at which the body of the far end begins.
static float part_until_body(const line *l) {
    const struct canvas *canvas = l->canvas;
    const dv_program *program = dv_world_program(canvas->world);
    dv_look look = dv_program_look(program, dv_agent_kind(canvas->world, l->to));
    dv_spot spot = spot_at(canvas, place_at(l, 1));
    float scale = canvas->camera->orbits ? spot.scale : (float)canvas->camera->scale;
    float half = dv_length_of(canvas, &look, l->to, spot.scale) / 2 / scale;
    float part = 1 - half / dv_length(l->offset);
    return part > 0.1f ? part : 1;
}

/// Draw a part of the line, moved by a shift.
static void draw_part(const line *l, float begin, float end, dv_vec3 shift, bool has_head) {
    const struct canvas *canvas = l->canvas;
    dv_vec3 from = dv_add(place_at(l, begin), shift), to = dv_add(place_at(l, end), shift);
    dv_vec3 middle = dv_lerp(from, to, 0.5f);
    dv_spot spot = spot_at(canvas, middle);
    uint32_t color = l->color;
    float width = width_at(l, middle);
    if (canvas->camera->orbits)
        color = dv_orbit_fade(canvas, color, spot.depth);
    dv_draw_at(canvas, middle, spot);
    if (has_head)
        dv_draw_arrow(canvas->batch, canvas->camera, from, to, width, color);
    else
        dv_draw_line(canvas->batch, canvas->camera, from, to, width, color);
}

static void add_crossing(crossing *crossings, uint32_t *count, float at, dv_vec3 shift) {
    uint32_t place = (*count)++;
    for (; place > 0 && crossings[place - 1].at > at; place--)
        crossings[place] = crossings[place - 1];
    crossings[place] = (crossing){at, shift};
}

/// Where the line crosses edges, in the order of its way.
static uint32_t find_crossings(const line *l, crossing crossings[3]) {
    dv_bounds bounds = dv_world_bounds(l->canvas->world);
    const float from[] = {l->from.x, l->from.y, l->from.z};
    const float offset[] = {l->offset.x, l->offset.y, l->offset.z};
    const float low[] = {bounds.min.x, bounds.min.y, bounds.min.z};
    const float high[] = {bounds.max.x, bounds.max.y, bounds.max.z};
    uint32_t count = 0;
    int axes = dv_world_space(l->canvas->world) == DV_VOLUME ? 3 : 2;
    for (int axis = 0; bounds.edge == DV_EDGE_WRAP && axis < axes; axis++) {
        float end = from[axis] + offset[axis], span = high[axis] - low[axis];
        if (end >= low[axis] && end <= high[axis])
            continue;
        float edge = end < low[axis] ? low[axis] : high[axis];
        float way = end < low[axis] ? span : -span;
        float at = dv_clamp((edge - from[axis]) / offset[axis], 0, 1);
        add_crossing(crossings, &count, at,
                     (dv_vec3){axis == 0 ? way : 0, axis == 1 ? way : 0, axis == 2 ? way : 0});
    }
    return count;
}

/// Whether part of a line may be in the picture.
static bool is_on_picture(const line *l) {
    const struct canvas *canvas = l->canvas;
    if (canvas->camera->orbits)
        return true;
    dv_pixel a = spot_at(canvas, l->from).pixel, b = spot_at(canvas, place_at(l, 1)).pixel;
    float width = width_at(l, l->from),
          margin = l->def->is_directed ? DV_ARROW_HALF * width : width;
    return fmaxf(a.x, b.x) > -margin && fmaxf(a.y, b.y) > -margin &&
           fminf(a.x, b.x) < (float)canvas->width + margin &&
           fminf(a.y, b.y) < (float)canvas->height + margin;
}

static void draw_line(const line *l) {
    crossing crossings[3];
    uint32_t count = find_crossings(l, crossings);
    float begin = 0, end = l->def->is_directed ? part_until_body(l) : 1;
    dv_vec3 shift = {0, 0, 0};
    if (count == 0 && !is_on_picture(l))
        return;
    for (uint32_t i = 0; i < count && crossings[i].at < end; i++) {
        draw_part(l, begin, crossings[i].at, shift, false);
        begin = crossings[i].at;
        shift = dv_add(shift, crossings[i].shift);
    }
    draw_part(l, begin, end, shift, l->def->is_directed);
}

/// A link is dimmed if both its ends are.
static uint32_t color_of(const struct canvas *canvas, const dv_link_def *def, const dv_link *link) {
    bool dimmed = dv_agent_is_dimmed(canvas, link->from) && dv_agent_is_dimmed(canvas, link->to);
    return dimmed ? dv_dimmed_color(canvas, def->color) : def->color;
}

void dv_draw_links(const struct canvas *canvas) {
    const dv_world *world = canvas->world;
    const dv_program *program = dv_world_program(world);
    bool is_hidden[DV_MAX_LINK_TYPES];
    dv_link link;
    for (uint32_t type = 0; type < dv_program_link_type_count(program); type++)
        is_hidden[type] = dv_name_is_hidden(&canvas->options->hidden_links,
                                            dv_program_link_def(program, type)->name);
    for (uint32_t i = 0; i < dv_world_link_limit(world); i++) {
        if (!dv_world_link_at(world, i, &link) || is_hidden[link.type])
            continue;
        line l = {.canvas = canvas,
                  .def = dv_program_link_def(program, link.type),
                  .to = link.to,
                  .from = place_of(canvas, link.from)};
        l.color = color_of(canvas, l.def, &link);
        l.offset = dv_world_offset(world, l.from, place_of(canvas, link.to));
        if (!dv_is_zero(l.offset))
            draw_line(&l);
    }
}
