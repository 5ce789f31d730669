// Rays: what a straight line from an agent meets first.
//
// Obstacles are swept, and so are bodies, which are balls. To find those in the way, the ray looks
// around itself stretch by stretch. In a world that wraps, each stretch begins inside the bounds,
// and no stretch goes around the world, so that every image of what is in the way is met.
#include "base/math.h"
#include "drover/queries.h"
#include "neighbors/index.h"
#include "neighbors/neighborhood.h"
#include "program/value_rows.h"
#include "world/obstacle_shapes.h"
#include "world/obstacles.h"

#define FARTHEST (4.0 * (double)DV_FARTHEST) ///< m, more than there is between any two places
#define MOST_STRETCHES 256
#define SPACINGS 4.0      ///< a stretch, in distances between neighbors
#define MOST_SIDES 1000.0 ///< how far a ray goes in a wrapping world, in its shortest sides
#define OVERLAP 1e-4      ///< share of a stretch that the next sweep covers again
#define ROUNDING 1e-6     ///< share of a coordinate that rounding may cost a place
#define NO_OBSTACLE UINT32_MAX

typedef struct ray {
    const dv_world *world;
    uint32_t self;
    dv_vec3 origin, direction;      ///< the direction at unit length
    double side;                    ///< m, the shortest of the world, or infinite
    double length;                  ///< m, only to what it has met so far
    uint32_t met_agent, met_object; ///< indices; DV_NO_RANK and NO_OBSTACLE: none
    dv_vec3 normal;
} ray;

static double shortest_side(const dv_world *world) {
    const dv_bounds *b = &world->bounds;
    if (b->edge != DV_EDGE_WRAP)
        return (double)INFINITY;
    double side = dv_lesser((double)b->max.x - b->min.x, (double)b->max.y - b->min.y);
    return world->space == DV_VOLUME ? dv_lesser(side, (double)b->max.z - b->min.z) : side;
}

static dv_vec3 place_along(const ray *r, double distance) {
    return dv_vec((float)(r->origin.x + r->direction.x * distance),
                  (float)(r->origin.y + r->direction.y * distance),
                  (float)(r->origin.z + r->direction.z * distance));
}

/// Sweeps overlap: a wall between the end of one and the start of the next would be missed.
static void meet_obstacles(ray *r) {
    const dv_world *world = r->world;
    dv_sweep_hit hit;
    for (double from = 0; from <= r->length; from += r->side) {
        double start = from > 0 ? from - OVERLAP * r->side : 0;
        dv_vec3 place = dv_into_space(world, place_along(r, start));
        double way = dv_lesser(r->length, from + r->side) - start;
        if (!dv_obstacles_sweep(&world->obstacles, world->space, place, r->direction, (float)way, 0,
                                &hit))
            continue;
        r->length = start + hit.distance;
        r->met_object = hit.obstacle;
        r->normal = hit.normal;
        return;
    }
}

/// The radius of a body as it was sensed: one that has grown since counts with the largest of its
/// kind, with which the others were looked for.
static float sensed_radius(const dv_world *world, uint32_t agent) {
    float largest = world->largest_radius[world->agents.kind[agent]];
    float radius = dv_property_of(world, agent, DV_RADIUS);
    return radius < largest ? radius : largest;
}

/// Meet a body whose center is at an offset from the origin.
static void meet_body(ray *r, uint32_t agent, dv_vec3 offset) {
    dv_obstacle_record ball = {
        .shape = DV_SPHERE, .position = offset, .radius = sensed_radius(r->world, agent)};
    dv_sweep_hit hit;
    if (!dv_obstacle_sweep(&ball, r->world->space, dv_vec(0, 0, 0), r->direction, (float)r->length,
                           0, &hit))
        return;
    bool is_tie = (double)hit.distance >= r->length;
    if (is_tie && (r->met_object != NO_OBSTACLE || r->met_agent < agent))
        return;
    r->length = hit.distance;
    r->met_agent = agent;
    r->met_object = NO_OBSTACLE;
    r->normal = hit.normal;
}

/// Meet all images of a body: in a search that is wider than half the world, not only the nearest
/// may be in the way.
static void meet_images(ray *r, uint32_t agent, dv_vec3 offset) {
    dv_vec3 span = r->world->sensed.span;
    int layers = r->world->space == DV_VOLUME ? 1 : 0;
    for (int k = -layers; k <= layers; k++)
        for (int j = -1; j <= 1; j++)
            for (int i = -1; i <= 1; i++)
                meet_body(r, agent,
                          dv_add(offset,
                                 dv_vec((float)i * span.x, (float)j * span.y, (float)k * span.z)));
}

static void look_along(ray *r, const dv_kind_set *kinds, double from, double to, double reach) {
    double middle = (from + to) / 2;
    dv_vec3 center = place_along(r, middle), along = dv_scale(r->direction, (float)middle);
    double size = fabs((double)center.x) + fabs((double)center.y) + fabs((double)center.z);
    double radius = ((to - from) / 2 + reach) * (double)DV_RIM + ROUNDING * size;
    bool has_images = 2 * radius >= r->side;
    dv_neighborhood near =
        dv_neighborhood_of(r->world, center, (float)radius, kinds, NULL, r->self);
    while (dv_neighborhood_next(&near)) {
        dv_vec3 offset = dv_add(along, near.offset);
        if (has_images)
            meet_images(r, near.agent, offset);
        else
            meet_body(r, near.agent, offset);
    }
}

static double farther_end(float from, float low, float high) {
    return dv_greater(fabs((double)low - from), fabs((double)high - from));
}

/// The distance (m) of the farthest place where an agent may be.
static double way_to_all(const ray *r) {
    const dv_sensed *s = &r->world->sensed;
    double x = farther_end(r->origin.x, s->low.x, s->high.x);
    double y = farther_end(r->origin.y, s->low.y, s->high.y);
    double z = farther_end(r->origin.z, s->low.z, s->high.z);
    return r->world->space == DV_VOLUME ? x + y + z : x + y;
}

static void meet_agents(ray *r, const dv_kind_set *kinds) {
    const dv_world *world = r->world;
    if (world->sensed.count == 0 || dv_has_no_kinds(kinds))
        return;
    dv_crowd crowd = dv_crowd_of(world, kinds);
    double reach = dv_largest_of(world, world->largest_radius, kinds);
    double way = world->sensed.wraps ? r->length : dv_lesser(r->length, way_to_all(r) + reach);
    double stretch = SPACINGS * dv_crowd_spacing(world, crowd) + 2 * reach;
    stretch = crowd == DV_CROWD_FEW ? way : dv_greater(stretch, way / MOST_STRETCHES);
    stretch = dv_lesser(stretch, r->side / 2);
    double from = 0;
    do {
        look_along(r, kinds, from, dv_lesser(from + stretch, way), reach);
        from += stretch;
        way = dv_lesser(way, r->length);
    } while (from < way);
}

bool dv_agent_ray(const dv_world *world, dv_agent agent, dv_vec3 direction, double length,
                  dv_kind_set kinds, dv_ray_hit *hit) {
    ray r = {.world = world, .met_agent = DV_NO_RANK, .met_object = NO_OBSTACLE};
    if (world->space == DV_PLANE)
        direction.z = 0;
    if (!dv_agent_index(world, agent.bits, &r.self) || !dv_is_finite(direction) ||
        dv_is_zero(direction) || !(length >= 0))
        return false;
    r.origin = dv_position_of(world, r.self);
    r.direction = dv_normalize(direction);
    r.side = shortest_side(world);
    r.length = dv_lesser(dv_lesser(length, FARTHEST), MOST_SIDES * r.side);
    meet_obstacles(&r);
    meet_agents(&r, &kinds);
    if (r.met_agent == DV_NO_RANK && r.met_object == NO_OBSTACLE)
        return false;
    *hit = (dv_ray_hit){
        .distance = (float)r.length, .point = place_along(&r, r.length), .normal = r.normal};
    if (r.met_object != NO_OBSTACLE)
        hit->obstacle = dv_world_obstacle_at(world, r.met_object);
    else
        hit->agent.bits = dv_agent_bits(world, r.met_agent);
    return true;
}
