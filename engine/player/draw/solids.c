// Obstacles, spherical surfaces, and upright planes of a volume as solid bodies: where an orbit
// sees them, and what they hide.
#include "player/draw/draw_private.h"
#include "player/draw/relief.h"

#include "base/alloc.h"
#include "base/math.h"
#include "world/obstacle_height.h"

#include <math.h>

/// The corners of a round prism.
#define ROUND_CORNERS 28

// Finding them

static dv_solid *add_solid(dv_solids *solids) {
    if (!dv_reserve((void **)&solids->list, &solids->capacity, solids->count + 1,
                    sizeof *solids->list))
        return NULL;
    dv_solid *solid = &solids->list[solids->count++];
    *solid = (dv_solid){.first_corner = solids->corner_count};
    return solid;
}

static bool add_corner(dv_solids *solids, dv_vec3 corner) {
    if (!dv_reserve((void **)&solids->corners, &solids->corner_capacity, solids->corner_count + 1,
                    sizeof *solids->corners))
        return false;
    solids->corners[solids->corner_count++] = corner;
    return true;
}

static bool add_round_corners(dv_solids *solids, dv_vec3 center, float radius) {
    for (int i = 0; i < ROUND_CORNERS; i++) {
        float angle = 6.2831853f * (float)i / ROUND_CORNERS;
        if (!add_corner(solids, dv_vec(center.x + radius * cosf(angle),
                                       center.y + radius * sinf(angle), 0)))
            return false;
    }
    return true;
}

/// The heights of what has no end: it reaches to the bounds, or as high as it is wide.
static void set_endless_heights(const struct canvas *canvas, dv_solid *solid, float width) {
    dv_bounds bounds = dv_world_bounds(canvas->world);
    if (isfinite(bounds.max.z - bounds.min.z)) {
        solid->low = bounds.min.z;
        solid->high = bounds.max.z;
    } else {
        solid->low = canvas->floor;
        solid->high = canvas->floor + width;
    }
}

static void set_heights(const struct canvas *canvas, dv_solid *solid, float width) {
    float half = dv_obstacle_height(canvas->world, solid->obstacle) / 2;
    if (!isfinite(half)) {
        set_endless_heights(canvas, solid, width);
        return;
    }
    solid->low = solid->center.z - half;
    solid->high = solid->center.z + half;
}

static bool add_prism(dv_solids *solids, const struct canvas *canvas, dv_solid *solid) {
    const dv_world *world = canvas->world;
    const dv_vec3 *points;
    uint32_t count = dv_obstacle_outline(world, solid->obstacle, &points);
    float radius = dv_obstacle_radius(world, solid->obstacle);
    if (dv_obstacle_shape_of(world, solid->obstacle) == DV_CYLINDER) {
        solid->is_round = true;
        if (!add_round_corners(solids, solid->center, radius))
            return false;
    } else {
        for (uint32_t i = 0; i < count; i++) {
            float away = hypotf(points[i].x - solid->center.x, points[i].y - solid->center.y);
            radius = fmaxf(radius, away);
            if (!add_corner(solids, points[i]))
                return false;
        }
    }
    solid->corners = solids->corner_count - solid->first_corner;
    set_heights(canvas, solid, radius);
    solid->center.z = (solid->low + solid->high) / 2;
    solid->radius = hypotf(radius, (solid->high - solid->low) / 2);
    return true;
}

static bool find_obstacles(dv_solids *solids, const struct canvas *canvas) {
    for (uint32_t i = 0; i < dv_world_obstacle_limit(canvas->world); i++) {
        dv_obstacle obstacle = dv_world_obstacle_at(canvas->world, i);
        dv_solid *solid = obstacle.bits ? add_solid(solids) : NULL;
        if (obstacle.bits && !solid)
            return false;
        if (!solid)
            continue;
        solid->obstacle = obstacle;
        solid->center = dv_obstacle_position(canvas->world, obstacle);
        if (dv_obstacle_shape_of(canvas->world, obstacle) == DV_SPHERE)
            solid->radius = dv_obstacle_radius(canvas->world, obstacle);
        else if (!add_prism(solids, canvas, solid))
            return false;
    }
    return true;
}

/// Keep the part of a line that is between two limits of a coordinate, which is `at` where the
/// line's parameter is 0, and grows by `slope`. `from` and `to` are the parameters of its ends.
static void keep_between(float low, float high, float at, float slope, float *from, float *to) {
    if (slope == 0) {
        if (at < low || at > high)
            *to = -INFINITY;
        return;
    }
    float first = (low - at) / slope, last = (high - at) / slope;
    *from = fmaxf(*from, fminf(first, last));
    *to = fminf(*to, fmaxf(first, last));
}

/// The ground within the bounds, or else around the middle of the view.
static dv_bounds ground_of(const struct canvas *canvas) {
    const dv_camera *camera = canvas->camera;
    dv_bounds bounds = dv_world_bounds(canvas->world);
    float around = (float)(fmax(camera->width, camera->height) / camera->scale);
    if (has_bounds(&bounds))
        return bounds;
    bounds.min = dv_vec((float)camera->x - around, (float)camera->y - around, bounds.min.z);
    bounds.max = dv_vec((float)camera->x + around, (float)camera->y + around, bounds.max.z);
    return bounds;
}

/// Add an upright plane, as far as there is ground: a prism of two corners.
static bool add_plane(dv_solids *solids, const struct canvas *canvas, const dv_surface_def *plane) {
    dv_bounds ground = ground_of(canvas);
    dv_vec3 n = dv_normalize(dv_vec(plane->normal.x, plane->normal.y, 0));
    dv_vec3 point = plane->point, along = dv_vec(-n.y, n.x, 0);
    float from = -INFINITY, to = INFINITY;
    keep_between(ground.min.x, ground.max.x, point.x, along.x, &from, &to);
    keep_between(ground.min.y, ground.max.y, point.y, along.y, &from, &to);
    if (!(to > from))
        return true;
    dv_solid *solid = add_solid(solids);
    if (!solid || !add_corner(solids, dv_add(point, dv_scale(along, from))) ||
        !add_corner(solids, dv_add(point, dv_scale(along, to))))
        return false;
    solid->corners = 2;
    set_endless_heights(canvas, solid, to - from);
    solid->center = dv_add(point, dv_scale(along, (from + to) / 2));
    solid->center.z = (solid->low + solid->high) / 2;
    solid->radius = hypotf((to - from) / 2, (solid->high - solid->low) / 2);
    solid->is_glass = dv_dot(vector_to_eye(canvas, point), n) < 0;
    return true;
}

static bool find_surfaces(dv_solids *solids, const struct canvas *canvas) {
    for (uint32_t i = 0; i < dv_world_surface_limit(canvas->world); i++) {
        const dv_surface_def *surface = dv_relief_surface(canvas, i);
        if (dv_is_upright(surface) && !add_plane(solids, canvas, surface))
            return false;
        if (!surface || surface->shape != DV_SURFACE_SPHERE)
            continue;
        dv_solid *solid = add_solid(solids);
        if (!solid)
            return false;
        solid->center = surface->point;
        solid->radius = surface->radius;
    }
    return true;
}

/// A ball is as deep as its horizon, the circle beyond which its surface isn't seen.
static void place_solid(const struct canvas *canvas, dv_solid *solid) {
    dv_spot spot = spot_at(canvas, solid->center);
    solid->middle = spot.pixel;
    solid->depth = spot.depth;
    solid->reach = solid->radius * spot.scale * 1.25f + 4 * canvas->ratio;
    float away = dv_length(vector_to_eye(canvas, solid->center));
    if (!(away > 2 * solid->radius))
        solid->reach = INFINITY;
    if (solid->corners == 0 && away > solid->radius)
        solid->depth -= solid->radius * solid->radius / away;
}

dv_result dv_solids_find(dv_solids *solids, const struct canvas *canvas) {
    solids->count = solids->corner_count = 0;
    bool is_complete = find_obstacles(solids, canvas) && find_surfaces(solids, canvas);
    for (uint32_t i = 0; i < solids->count; i++)
        place_solid(canvas, &solids->list[i]);
    solids->step = 1e-3f * (canvas->far - canvas->near);
    return is_complete ? DV_OK : DV_ERROR_MEMORY;
}

// What they hide

/// Whether a ball is between a place and the eye. Of bodies on it, it hides those beyond the
/// horizon, but not those that are a little too low.
static bool ball_hides(const dv_solid *ball, dv_vec3 place, dv_vec3 way) {
    const float sunk = 0.98f;
    dv_vec3 to_center = dv_subtract(ball->center, place);
    float along = dv_dot(to_center, way) / dv_dot(way, way);
    if (along <= 0)
        return false;
    dv_vec3 nearest = dv_subtract(to_center, dv_scale(way, along));
    return dv_dot(nearest, nearest) < sunk * sunk * ball->radius * ball->radius;
}

static bool is_within(const dv_vec3 *points, uint32_t count, float x, float y) {
    bool within = false;
    for (uint32_t i = 0; i < count; i++) {
        dv_vec3 a = points[i], b = points[(i + 1) % count];
        if ((a.y > y) != (b.y > y) && x < a.x + (y - a.y) / (b.y - a.y) * (b.x - a.x))
            within = !within;
    }
    return within;
}

/// Whether the way crosses the level at a height within the polygon.
static bool crosses_level(const dv_vec3 *points, uint32_t count, float height, dv_vec3 place,
                          dv_vec3 way) {
    float share = (height - place.z) / way.z;
    return share > 0 && share < 1 &&
           is_within(points, count, place.x + way.x * share, place.y + way.y * share);
}

/// Whether the way crosses the side from `a` to `b` of a prism.
static bool crosses_side(const dv_solid *prism, dv_vec3 a, dv_vec3 b, dv_vec3 place, dv_vec3 way) {
    float side_x = b.x - a.x, side_y = b.y - a.y;
    float turn = way.x * side_y - way.y * side_x;
    if (turn == 0)
        return false;
    float along = ((a.x - place.x) * side_y - (a.y - place.y) * side_x) / turn;
    float share = ((a.x - place.x) * way.y - (a.y - place.y) * way.x) / turn;
    float height = place.z + way.z * along;
    return along > 0 && along < 1 && share >= 0 && share <= 1 && height > prism->low &&
           height < prism->high;
}

static bool prism_hides(const dv_solids *solids, const dv_solid *prism, dv_vec3 place,
                        dv_vec3 way) {
    const dv_vec3 *points = solids->corners + prism->first_corner;
    if (crosses_level(points, prism->corners, prism->high, place, way) ||
        crosses_level(points, prism->corners, prism->low, place, way))
        return true;
    for (uint32_t i = 0; i < prism->corners; i++)
        if (crosses_side(prism, points[i], points[(i + 1) % prism->corners], place, way))
            return true;
    return false;
}

/// A place on the side of an upright plane where bodies can be, if it is a little too far beyond.
static dv_vec3 place_in_front(const dv_solids *solids, const dv_solid *plane, dv_vec3 place) {
    const dv_vec3 *ends = solids->corners + plane->first_corner;
    dv_vec3 normal = dv_normalize(dv_vec(ends[1].y - ends[0].y, ends[0].x - ends[1].x, 0));
    return dv_add(place, dv_scale(normal, plane->is_glass ? -solids->step : solids->step));
}

static bool hides(const dv_solids *solids, const struct canvas *canvas, const dv_solid *solid,
                  dv_vec3 place) {
    if (solid->corners && !solid->obstacle.bits)
        place = place_in_front(solids, solid, place);
    dv_vec3 way = vector_to_eye(canvas, place);
    return solid->corners ? prism_hides(solids, solid, place, way) : ball_hides(solid, place, way);
}

/// Whether a solid is in a part of the picture in which it may hide something.
static bool reaches(const dv_solid *solid, dv_pixel pixel) {
    if (isinf(solid->reach))
        return true;
    float x = pixel.x - solid->middle.x, y = pixel.y - solid->middle.y;
    return x * x + y * y < solid->reach * solid->reach;
}

float dv_solids_depth(const dv_solids *solids, const struct canvas *canvas, dv_vec3 place,
                      dv_spot spot) {
    float depth = spot.depth, least = -INFINITY;
    for (uint32_t i = 0; i < solids->count; i++) {
        const dv_solid *solid = &solids->list[i];
        if (!reaches(solid, spot.pixel))
            continue;
        if (hides(solids, canvas, solid, place))
            least = fmaxf(least, solid->depth + solids->step);
        else
            depth = fminf(depth, solid->depth - solids->step);
    }
    return fmaxf(depth, least);
}

/// Whether one can't look through a solid.
static bool is_opaque(const dv_solid *solid, const struct canvas *canvas) {
    dv_obstacle obstacle = solid->obstacle;
    if (!dv_solid_is_drawn(solid, canvas) || solid->is_glass)
        return false;
    return !obstacle.bits || ((dv_obstacle_blocks(canvas->world, obstacle) & DV_BLOCKS_SIGHT) &&
                              !dv_obstacle_hollow(canvas->world, obstacle));
}

bool dv_solid_is_drawn(const dv_solid *solid, const struct canvas *canvas) {
    bool is_under_floor = solid->high <= canvas->floor && dv_orbit_has_floor(canvas);
    return solid->corners == 0 || !is_under_floor;
}

bool dv_solids_hide(const dv_solids *solids, const struct canvas *canvas, dv_vec3 place,
                    dv_spot spot) {
    for (uint32_t i = 0; i < solids->count; i++) {
        const dv_solid *solid = &solids->list[i];
        if (reaches(solid, spot.pixel) && is_opaque(solid, canvas) &&
            hides(solids, canvas, solid, place))
            return true;
    }
    return false;
}
