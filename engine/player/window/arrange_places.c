// The places of agents and obstacles for arranging, and what is at a place.
#include "player/window/arrange.h"

#include "base/math.h"

#include <math.h>
#include <stdio.h>

bool dv_arrange_is_there(const dv_world *world, dv_arrange_thing thing) {
    return dv_agent_alive(world, thing.agent) || dv_obstacle_alive(world, thing.obstacle);
}

dv_vec3 dv_arrange_position(const dv_world *world, dv_arrange_thing thing) {
    return thing.obstacle.bits ? dv_obstacle_position(world, thing.obstacle)
                               : dv_agent_position(world, thing.agent);
}

double dv_arrange_heading(const dv_world *world, dv_arrange_thing thing) {
    return thing.obstacle.bits ? dv_obstacle_heading(world, thing.obstacle)
                               : (double)dv_agent_heading(world, thing.agent);
}

void dv_arrange_dragged(const dv_arrange *arrange, const dv_world *world, double *x, double *y,
                        double *heading) {
    dv_vec3 at = dv_arrange_position(world, arrange->thing);
    *x = (double)at.x;
    *y = (double)at.y;
    *heading = dv_arrange_heading(world, arrange->thing);
    if (arrange->drag == DV_ARRANGE_MOVE) {
        *x += arrange->x - arrange->from_x;
        *y += arrange->y - arrange->from_y;
    } else if (arrange->drag == DV_ARRANGE_TURN) {
        *heading += atan2(arrange->y - *y, arrange->x - *x) -
                    atan2(arrange->from_y - *y, arrange->from_x - *x);
    }
}

// Obstacles

static double distance_to_edge(dv_vec3 a, dv_vec3 b, double x, double y) {
    double dx = (double)(b.x - a.x), dy = (double)(b.y - a.y), squared = dx * dx + dy * dy;
    double along = squared > 0 ? ((x - (double)a.x) * dx + (y - (double)a.y) * dy) / squared : 0;
    along = fmax(0, fmin(1, along));
    return hypot(x - (double)a.x - along * dx, y - (double)a.y - along * dy);
}

static bool crosses(dv_vec3 a, dv_vec3 b, double x, double y) {
    if (((double)a.y > y) == ((double)b.y > y))
        return false;
    return x < (double)a.x + (y - (double)a.y) * (double)(b.x - a.x) / (double)(b.y - a.y);
}

/// The distance from a place to the surface, in m; negative inside, also of a hollow obstacle.
static double distance_to(const dv_world *world, dv_obstacle obstacle, double x, double y) {
    const dv_vec3 *points;
    uint32_t count = dv_obstacle_outline(world, obstacle, &points);
    dv_vec3 center = dv_obstacle_position(world, obstacle);
    if (count == 0)
        return hypot(x - (double)center.x, y - (double)center.y) -
               (double)dv_obstacle_radius(world, obstacle);
    double nearest = (double)INFINITY;
    bool is_inside = false;
    for (uint32_t i = 0; i < count; i++) {
        dv_vec3 a = points[i], b = points[(i + 1) % count];
        nearest = fmin(nearest, distance_to_edge(a, b, x, y));
        is_inside ^= crosses(a, b, x, y);
    }
    return is_inside ? -nearest : nearest;
}

dv_obstacle dv_arrange_obstacle_at(const dv_world *world, double x, double y, double reach) {
    for (uint32_t i = dv_world_obstacle_limit(world); i > 0; i--) {
        dv_obstacle obstacle = dv_world_obstacle_at(world, i - 1);
        if (!obstacle.bits)
            continue;
        double distance = distance_to(world, obstacle, x, y);
        // There is room inside a hollow obstacle.
        if (dv_obstacle_hollow(world, obstacle) ? fabs(distance) <= reach : distance <= reach)
            return obstacle;
    }
    return (dv_obstacle){0};
}

// Noses

/// How far the body of a thing reaches from its center, in m.
static double reach_of(const dv_world *world, dv_arrange_thing thing) {
    const dv_vec3 *points;
    double most = 0;
    if (!thing.obstacle.bits)
        return dv_agent_property(world, thing.agent, DV_RADIUS);
    uint32_t count = dv_obstacle_outline(world, thing.obstacle, &points);
    dv_vec3 center = dv_obstacle_position(world, thing.obstacle);
    for (uint32_t i = 0; i < count; i++)
        most =
            fmax(most, hypot((double)(points[i].x - center.x), (double)(points[i].y - center.y)));
    return count > 0 ? most : (double)dv_obstacle_radius(world, thing.obstacle);
}

void dv_arrange_nose(const dv_world *world, dv_arrange_thing thing, double beyond, double *x,
                     double *y) {
    dv_vec3 center = dv_arrange_position(world, thing);
    double heading = dv_arrange_heading(world, thing), far = reach_of(world, thing) + beyond;
    *x = (double)center.x + far * dv_cos(heading);
    *y = (double)center.y + far * dv_sin(heading);
}

// What the engine does about a body at a place

static bool is_outside(dv_bounds bounds, dv_vec3 p) {
    return p.x < bounds.min.x || p.x > bounds.max.x || p.y < bounds.min.y || p.y > bounds.max.y;
}

static bool is_kept_apart(const dv_world *world, dv_agent agent) {
    return dv_agent_property(world, agent, DV_SOLID) >= DV_SOLID_FOR_AGENTS;
}

/// Another agent from whose body an agent's is kept apart, and which it overlaps; null: none.
static dv_agent overlapped(const dv_world *world, dv_agent agent) {
    double radius = dv_agent_property(world, agent, DV_RADIUS);
    uint32_t limit = is_kept_apart(world, agent) ? dv_world_agent_limit(world) : 0;
    for (uint32_t i = 0; i < limit; i++) {
        dv_agent other = dv_world_agent_at(world, i);
        if (!other.bits || other.bits == agent.bits || !is_kept_apart(world, other))
            continue;
        dv_vec3 apart = dv_world_offset(world, dv_agent_position(world, agent),
                                        dv_agent_position(world, other));
        if (hypot((double)apart.x, (double)apart.y) <
            radius + dv_agent_property(world, other, DV_RADIUS))
            return other;
    }
    return (dv_agent){0};
}

void dv_arrange_explain_place(const dv_world *world, dv_agent agent, char *text, size_t size) {
    dv_vec3 at = dv_agent_position(world, agent);
    dv_bounds bounds = dv_world_bounds(world);
    dv_obstacle obstacle = {0};
    if (dv_agent_property(world, agent, DV_SOLID) > DV_SOLID_FOR_NOTHING)
        obstacle = dv_arrange_obstacle_at(world, (double)at.x, (double)at.y, 0);
    dv_agent other = overlapped(world, agent);
    text[0] = '\0';
    if (is_outside(bounds, at))
        snprintf(text, size, "%s",
                 bounds.edge == DV_EDGE_OPEN ? "outside the bounds, which are open"
                 : bounds.edge == DV_EDGE_CONTAIN
                     ? "outside the bounds: the next tick brings it back"
                     : "outside the bounds: the next tick wraps it");
    else if (obstacle.bits && (dv_obstacle_blocks(world, obstacle) & DV_BLOCKS_MOVEMENT))
        snprintf(text, size, "in obstacle#%u: the next tick moves it out",
                 dv_handle_index(obstacle.bits) + 1);
    else if (other.bits)
        snprintf(text, size, "on agent %u: the next ticks push them apart", dv_agent_id(other));
}
