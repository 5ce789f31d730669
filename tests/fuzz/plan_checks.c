// Whether a planned path is what was asked for. In a plane, the distances between a path and
// obstacles are computed here, in double precision, from points and radii alone.
#include "fuzz.h"
#include "plan_scenes.h"

#include "base/math.h"
#include "world/obstacle_shapes.h"
#include "world/obstacles.h"
#include "world/world_data.h"

/// The engine allows for so much rounding of coordinates, as a share of their size.
#define ROUNDING 1e-6
/// A path may touch an obstacle; a coordinate is rounded several times.
#define ROUNDINGS 4

typedef struct place {
    double x, y;
} place;

static place at(dv_vec3 v) { return (place){v.x, v.y}; }
static place moved(place p, place by) { return (place){p.x + by.x, p.y + by.y}; }
static double between(place a, place b) { return hypot(a.x - b.x, a.y - b.y); }

static double size_of(place p) { return dv_greater(fabs(p.x), fabs(p.y)); }

/// Twice the area of a triangle; positive if it is counterclockwise.
static double turn_of(place a, place b, place c) {
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

static double gap_of_point(place p, place a, place b) {
    double x = b.x - a.x, y = b.y - a.y, square = x * x + y * y;
    double share = square > 0 ? ((p.x - a.x) * x + (p.y - a.y) * y) / square : 0;
    share = dv_greater(0, dv_lesser(share, 1));
    return between(p, (place){a.x + share * x, a.y + share * y});
}

/// The distance between two lines; where they cross, by how much, negative.
static double gap_of_lines(place a, place b, place c, place d) {
    double least = dv_lesser(dv_lesser(gap_of_point(a, c, d), gap_of_point(b, c, d)),
                             dv_lesser(gap_of_point(c, a, b), gap_of_point(d, a, b)));
    bool crosses = (turn_of(a, b, c) > 0) != (turn_of(a, b, d) > 0) &&
                   (turn_of(c, d, a) > 0) != (turn_of(c, d, b) > 0);
    return crosses ? -least : least;
}

static double gap_to_outline(const dv_outline *outline, place by, place a, place b) {
    double least = INFINITY;
    for (uint32_t i = 0; i < outline->count; i++) {
        place one = moved(at(outline->points[i]), by);
        place other = moved(at(outline->points[(i + 1) % outline->count]), by);
        least = dv_lesser(least, gap_of_lines(a, b, one, other));
    }
    return least;
}

static double gap_to_round(const dv_obstacle_record *obstacle, place by, place a, place b) {
    place middle = moved(at(obstacle->position), by);
    double radius = obstacle->radius;
    if (obstacle->hollow && between(a, middle) < radius)
        return radius - dv_greater(between(a, middle), between(b, middle));
    return gap_of_point(middle, a, b) - radius;
}

/// From the surface of an image of an obstacle to a straight line; negative where it is crossed.
static double gap_to(const dv_obstacle_record *obstacle, place by, place a, place b) {
    return obstacle->outline ? gap_to_outline(obstacle->outline, by, a, b)
                             : gap_to_round(obstacle, by, a, b);
}

static double extent_of(const dv_obstacle_record *obstacle) {
    double extent = obstacle->radius;
    for (uint32_t i = 0; i < dv_outline_count(obstacle); i++)
        extent = dv_greater(extent, size_of(at(obstacle->outline->points[i])));
    return dv_greater(extent, size_of(at(obstacle->position)));
}

static double step_at(double size) { return (double)nextafterf((float)size, INFINITY) - size; }

static bool is_known(const dv_world *world, const dv_plan_def *def,
                     const dv_obstacle_record *obstacle) {
    for (uint32_t i = 0; i < def->known_count; i++)
        if (dv_obstacle_record_of(world, def->known[i].bits) == obstacle)
            return true;
    return !def->knows_part;
}

/// A straight part of a path. `is_first`: it may lead out of the clearance.
typedef struct part {
    dv_vec3 from, to;
    bool is_first;
} part;

static void check_part_against(const dv_plan_def *def, const dv_obstacle_record *obstacle, part p,
                               place by) {
    place a = at(p.from), b = at(p.to);
    double size = dv_greater(extent_of(obstacle), dv_greater(size_of(a), size_of(b)));
    double slack =
        ROUNDING * (fabs(a.x) + fabs(a.y) + fabs(b.x) + fabs(b.y) + size + (double)def->clearance);
    double least = dv_greater((double)def->clearance - slack, 0);
    if (p.is_first)
        least = dv_lesser(least, gap_to(obstacle, by, a, a));
    least -= 1e-4 + ROUNDINGS * step_at(size);
    double gap = gap_to(obstacle, by, a, b);
    fuzz_expect(gap >= least,
                "leg from (%.9g, %.9g) to (%.9g, %.9g), %g m from shape %u at (%.9g, %.9g), not %g",
                a.x, a.y, b.x, b.y, gap, obstacle->shape, obstacle->position.x + by.x,
                obstacle->position.y + by.y, least);
}

/// Whether an obstacle is wider or higher than a world that wraps. Then, other images are near than
/// those that count.
static bool overlaps_itself(const dv_obstacle_record *obstacle, dv_vec3 span) {
    dv_box box = dv_obstacle_box(obstacle);
    double height = (double)box.high.z - (double)box.low.z;
    return span.x > 0 && (box.high.x - box.low.x > span.x || box.high.y - box.low.y > span.y ||
                          (isfinite(height) && height > (double)span.z));
}

/// In a volume: the engine's own distances, at some places.
static void check_heights(const dv_world *world, const dv_plan_def *def,
                          const dv_obstacle_record *obstacle, part p) {
    double size =
        dv_greater(extent_of(obstacle), dv_greater(size_of(at(p.from)), size_of(at(p.to))));
    size = dv_greater(size, dv_greater(fabsf(p.from.z), fabsf(p.to.z)));
    double slack =
        1e-4 + ROUNDING * (5 * size + (double)def->clearance) + ROUNDINGS * step_at(size);
    double least = (double)def->clearance;
    if (p.is_first)
        least = dv_lesser(
            least,
            dv_obstacle_surface_near(&world->obstacles, obstacle, DV_VOLUME, p.from).distance);
    for (int i = 0; i <= 8; i++) {
        dv_vec3 point = dv_add(p.from, dv_scale(dv_subtract(p.to, p.from), (float)i / 8));
        double gap =
            dv_obstacle_surface_near(&world->obstacles, obstacle, DV_VOLUME, point).distance;
        fuzz_expect(gap >= least - slack, "at (%.9g, %.9g, %.9g), %g m from shape %u, not %g%s",
                    (double)point.x, (double)point.y, (double)point.z, gap, obstacle->shape, least,
                    p.is_first ? ", on the first leg" : "");
    }
}

/// In a world that wraps, an obstacle has images, of which those count that are a span away.
typedef struct images {
    int first_column, last_column, first_row, last_row;
} images;

static int image_of(double x, float low, float span) {
    return (int)floor((x - (double)low) / (double)span);
}

static void check_part(const dv_world *world, const dv_plan_def *def, part p) {
    const dv_obstacles *obstacles = &world->obstacles;
    dv_vec3 low = world->bounds.min;
    dv_vec3 span = world->bounds.edge == DV_EDGE_WRAP
                       ? dv_subtract(world->bounds.max, world->bounds.min)
                       : dv_vec(0, 0, 0);
    images shown = {0, 0, 0, 0};
    if (span.x > 0)
        shown = (images){image_of(dv_lesser(p.from.x, p.to.x), low.x, span.x) - 1,
                         image_of(dv_greater(p.from.x, p.to.x), low.x, span.x) + 1,
                         image_of(dv_lesser(p.from.y, p.to.y), low.y, span.y) - 1,
                         image_of(dv_greater(p.from.y, p.to.y), low.y, span.y) + 1};
    for (uint32_t i = 0; i < obstacles->count; i++) {
        const dv_obstacle_record *obstacle = &obstacles->records[i];
        if (!obstacle->alive || !(obstacle->blocks & DV_BLOCKS_PLANNING) ||
            !is_known(world, def, obstacle) || overlaps_itself(obstacle, span))
            continue;
        if (world->space == DV_VOLUME) {
            check_heights(world, def, obstacle, p);
            continue;
        }
        for (int row = shown.first_row; row <= shown.last_row; row++)
            for (int column = shown.first_column; column <= shown.last_column; column++)
                check_part_against(def, obstacle, p,
                                   (place){column * (double)span.x, row * (double)span.y});
    }
}

/// How far (m) one place is from another, or from its nearest image.
static double error_of(double is, double wanted, double span) {
    double error = is - wanted;
    return fabs(span > 0 ? error - span * floor(error / span + 0.5) : error);
}

static double into(double x, double low, double high) {
    return (double)dv_wrap((float)x, (float)low, (float)high);
}

/// Whether a path has its end within a cell of where it was asked for, which the world may wrap.
static void check_end(const dv_world *world, const dv_plan_def *def, const char *which, dv_vec3 is,
                      dv_vec3 wanted) {
    const float *end = &is.x, *asked = &wanted.x;
    const float *low = &world->bounds.min.x, *high = &world->bounds.max.x;
    bool wraps = world->bounds.edge == DV_EDGE_WRAP;
    int axes = world->space == DV_PLANE ? 2 : 3;
    for (int i = 0; i < axes; i++) {
        double there = wraps ? into(asked[i], low[i], high[i]) : asked[i];
        double error = error_of(end[i], there, wraps ? (double)high[i] - low[i] : 0);
        fuzz_expect(error <= (double)def->resolution,
                    "%s (%.9g, %.9g, %.9g), not (%.9g, %.9g, %.9g)", which, (double)is.x,
                    (double)is.y, (double)is.z, (double)wanted.x, (double)wanted.y,
                    (double)wanted.z);
    }
}

/// Whether a point is on the straight line between two others, but for rounding.
static bool is_between(dv_vec3 point, dv_vec3 from, dv_vec3 to) {
    const float *p = &point.x, *a = &from.x, *b = &to.x;
    double product = 0, square = 0, gap = 0, size = 0;
    for (int i = 0; i < 3; i++) {
        product += ((double)p[i] - a[i]) * ((double)b[i] - a[i]);
        square += ((double)b[i] - a[i]) * ((double)b[i] - a[i]);
        size = dv_greater(size, dv_greater(fabsf(p[i]), fabsf(b[i])));
    }
    for (int i = 0; i < 3 && square > 0; i++)
        gap = dv_greater(gap, fabs(p[i] - a[i] - product / square * ((double)b[i] - a[i])));
    return gap <= 1e-4 + ROUNDINGS * step_at(size);
}

/// The end of the first straight part: in a world that wraps, long ones are divided.
static uint32_t first_turn(const dv_vec3 *points, uint32_t count) {
    for (uint32_t end = 2; end < count; end++)
        for (uint32_t i = 1; i < end; i++)
            if (!is_between(points[i], points[0], points[end]))
                return end - 1;
    return count - 1;
}

void plan_check_path(const dv_world *world, const dv_plan_def *def, dv_path path) {
    const dv_vec3 *points;
    uint32_t count = dv_path_spine(world, path, &points);
    fuzz_expect(count >= 2, "a path of %u points", count);
    for (uint32_t i = 0; i < count; i++)
        fuzz_expect(isfinite(points[i].x) && isfinite(points[i].y) && isfinite(points[i].z),
                    "point %u is not finite", i);
    check_end(world, def, "begins at", points[0], def->from);
    check_end(world, def, "ends at", points[count - 1], def->to);
    uint32_t turn = first_turn(points, count);
    check_part(world, def, (part){points[0], points[turn], true});
    for (uint32_t i = turn + 1; i < count; i++)
        check_part(world, def, (part){points[i - 1], points[i], false});
}
