// The selected agent: its sight, what steers it, its velocity, and its steering.
#include "player/draw/draw_private.h"

#include "player/draw/level.h"
#include "player/gui/palette.h"

#include "base/math.h"

#include <math.h>

static dv_pose selected_pose(const struct canvas *canvas) {
    return dv_motion_pose(&canvas->drawing->motion, canvas->world, canvas->options->selected,
                          canvas->options->fraction);
}

struct sight {
    dv_level level;
    float first, last;
    bool all_around;
};

static bool sight_of(const struct canvas *canvas, struct sight *sight) {
    dv_agent agent = canvas->options->selected;
    double range = dv_agent_property(canvas->world, agent, DV_SIGHT_RANGE);
    double angle = dv_agent_property(canvas->world, agent, DV_SIGHT_ANGLE);
    range = fmin(range, dv_world_visibility(canvas->world));
    if (!isfinite(range) || !(range > 0) || !(angle > 0))
        return false;
    dv_pose pose = selected_pose(canvas);
    float heading = atan2f(pose.forward_y, pose.forward_x), half = (float)angle / 2;
    sight->all_around = half > 3.141f;
    half = sight->all_around ? 3.1415927f : half;
    sight->level = dv_level_at(canvas->camera, (dv_axis){pose.x, pose.y, pose.z}, range);
    sight->first = heading - half;
    sight->last = heading + half;
    return true;
}

void dv_draw_sight(const struct canvas *canvas) {
    struct sight sight;
    bool on_surfaces = dv_world_surface_limit(canvas->world) > 0 || canvas->camera->orbits;
    if (sight_of(canvas, &sight))
        dv_level_sector(canvas->batch, &sight.level, sight.first, sight.last,
                        on_surfaces ? canvas->theme->sight_over : canvas->theme->sight);
}

static void draw_sight_edge(const struct canvas *canvas) {
    struct sight sight;
    if (!sight_of(canvas, &sight))
        return;
    float width = 1.2f * canvas->ratio;
    dv_level_arc(canvas->batch, &sight.level, width, sight.first, sight.last,
                 canvas->theme->sight_edge);
    if (sight.all_around)
        return;
    const float sides[] = {sight.first, sight.last};
    for (int i = 0; i < 2; i++)
        dv_draw_line(canvas->batch, canvas->camera, dv_level_middle(&sight.level),
                     dv_level_rim(&sight.level, sides[i]), width, canvas->theme->sight_edge);
}

static dv_vec3 drawn_place(const struct canvas *canvas, dv_agent agent) {
    dv_pose pose =
        dv_motion_pose(&canvas->drawing->motion, canvas->world, agent, canvas->options->fraction);
    return (dv_vec3){pose.x, pose.y, pose.z};
}

// The position of the group's leader or, without one, the center of its other members.
static bool group_place(const struct canvas *canvas, dv_group group, dv_vec3 *place) {
    const dv_world *world = canvas->world;
    dv_agent leader = dv_group_leader(world, group);
    if (dv_agent_alive(world, leader)) {
        *place = drawn_place(canvas, leader);
        return leader.bits != canvas->options->selected.bits;
    }
    uint32_t size = dv_group_alive(world, group) ? dv_group_size(world, group) : 0, others = 0;
    double x = 0, y = 0, z = 0;
    for (uint32_t i = 0; i < size; i++) {
        dv_agent member = dv_group_member(world, group, i);
        if (member.bits == canvas->options->selected.bits)
            continue;
        dv_vec3 at = drawn_place(canvas, member);
        x += (double)at.x;
        y += (double)at.y;
        z += (double)at.z;
        others++;
    }
    if (others > 0)
        *place = (dv_vec3){(float)(x / others), (float)(y / others), (float)(z / others)};
    return others > 0;
}

static bool value_place(const struct canvas *canvas, dv_slot_type type, dv_slot_value value,
                        dv_vec3 *place) {
    const dv_world *world = canvas->world;
    if (!value.is_set)
        return false;
    switch (type) {
    case DV_SLOT_POINT:
        *place = value.as.point;
        return true;
    case DV_SLOT_POSE:
        *place = value.as.pose.position;
        return true;
    case DV_SLOT_AGENT:
        // An agent is never its own target.
        if (!dv_agent_alive(world, (dv_agent){value.as.handle}) ||
            value.as.handle == canvas->options->selected.bits)
            return false;
        *place = drawn_place(canvas, (dv_agent){value.as.handle});
        return true;
    case DV_SLOT_GROUP:
        return group_place(canvas, (dv_group){value.as.handle}, place);
    default:
        return dv_world_nearest_of(world, type, value.as.handle,
                                   dv_agent_position(world, canvas->options->selected), place);
    }
}

static bool read_place(const struct canvas *canvas, dv_slot_read read, dv_vec3 *place) {
    const dv_world *world = canvas->world;
    const dv_program *program = dv_world_program(world);
    dv_agent agent = canvas->options->selected;
    dv_group group = dv_agent_group(world, agent);
    dv_agent leader;
    switch (read.owner) {
    case DV_OWNED_BY_AGENT:
        return value_place(canvas,
                           dv_program_slot(program, dv_agent_kind(world, agent), read.slot)->type,
                           dv_agent_slot(world, agent, read.slot), place);
    case DV_OWNED_BY_GROUP:
        return value_place(
            canvas, dv_program_group_slot(program, dv_group_type(world, group), read.slot)->type,
            dv_group_slot(world, group, read.slot), place);
    case DV_LEADER_OF_GROUP:
        leader = dv_group_leader(world, group);
        return value_place(canvas, DV_SLOT_AGENT,
                           (dv_slot_value){.is_set = leader.bits != 0, .as.handle = leader.bits},
                           place);
    }
    return false;
}

/// Only what steers the agent now: a slot may keep what an earlier state went for.
static void draw_targets(const struct canvas *canvas, dv_vec3 from) {
    dv_slot_read reads[DV_SHOWN_SLOTS];
    uint32_t count =
        dv_agent_slots_read(canvas->world, canvas->options->selected, reads, DV_SHOWN_SLOTS);
    float ratio = canvas->ratio;
    for (uint32_t i = 0; i < count; i++) {
        dv_vec3 place;
        if (!read_place(canvas, reads[i], &place))
            continue;
        dv_pixel to = spot_at(canvas, place).pixel;
        dv_draw_dashes(canvas->batch, canvas->camera, from, place, ratio, 4 * ratio,
                       DV_COLOR_TARGET);
        dv_batch_ring(canvas->batch, to, 6 * ratio, 1.5f * ratio, DV_COLOR_TARGET);
    }
}

// A vector in m/s is drawn as the distance covered in a second.
static void draw_vector(const struct canvas *canvas, dv_vec3 from, dv_vec3 vector, uint32_t color) {
    dv_draw_arrow(canvas->batch, canvas->camera, from, dv_add(from, vector), 2 * canvas->ratio,
                  color);
}

/// What the agent steers for, as far as its body can follow.
static dv_vec3 feasible_steering(const dv_world *world, dv_agent agent) {
    dv_vec3 steering = dv_agent_steering(world, agent);
    double cap = dv_agent_property(world, agent, DV_MAX_SPEED);
    double length = dv_length_double(steering);
    return length > cap ? dv_scale(steering, (float)(cap / length)) : steering;
}

void dv_draw_selected(const struct canvas *canvas) {
    dv_agent agent = canvas->options->selected;
    dv_look look =
        dv_program_look(dv_world_program(canvas->world), dv_agent_kind(canvas->world, agent));
    dv_vec3 place = drawn_place(canvas, agent);
    dv_figure figure = dv_figure_of(canvas, &canvas->drawing->motion, agent, &look);
    float radius = figure.length * 0.65f + 4 * canvas->ratio;
    draw_sight_edge(canvas);
    if (canvas->camera->orbits)
        dv_orbit_draw_plumb(canvas, place, DV_COLOR_SELECTED);
    dv_batch_ring(canvas->batch, figure.center, radius, 2 * canvas->ratio, DV_COLOR_SELECTED);
    if (canvas->options->annotations)
        return;
    draw_targets(canvas, place);
    draw_vector(canvas, place, dv_agent_velocity(canvas->world, agent), DV_COLOR_VELOCITY);
    draw_vector(canvas, place, feasible_steering(canvas->world, agent), DV_COLOR_STEERING);
}
