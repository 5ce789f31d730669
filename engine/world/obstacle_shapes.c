// Distances, sweeps and lines of sight against one obstacle, in double: squares of float
// coordinates are exact there, so what touches exactly is found to touch exactly.
//
// A sweep meets a feature (face, corner) only while it comes closer to it, and a corner only where
// the corner is what is nearest. So a disc sliding along a face never catches at the corners it
// passes.
#include "world/obstacle_shapes.h"

#include "base/math.h"

#define NEVER ((double)INFINITY)

// What touches already and comes closer by less than this part of its way slides along: directions
// are floats, and one projected onto a face still points into it by their rounding.
#define SLIDING 1e-6
// The square of the depth of a passing touch, against that of the way there, under which it counts
// as no touch at all.
#define GRAZING 1e-12
// Steps toward a cylinder; a passing touch takes the most, one bit of the distance each.
#define MOST_STEPS 64

typedef struct pair {
    double x, y;
} pair;

typedef struct triple {
    double x, y, z;
} triple;

static pair in_plane(dv_vec3 v) { return (pair){v.x, v.y}; }

static pair pair_from(pair a, pair b) { return (pair){b.x - a.x, b.y - a.y}; }

static pair pair_along(pair from, pair way, double time) {
    return (pair){from.x + way.x * time, from.y + way.y * time};
}

static double pair_dot(pair a, pair b) { return a.x * b.x + a.y * b.y; }

static double pair_cross(pair a, pair b) { return a.x * b.y - a.y * b.x; }

static pair pair_unit(pair v) {
    double length = sqrt(pair_dot(v, v));
    return (pair){v.x / length, v.y / length};
}

static double triple_dot(triple a, triple b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

static dv_vec3 vector_of(triple v) { return dv_vec((float)v.x, (float)v.y, (float)v.z); }

static pair outline_at(const dv_obstacle_record *obstacle, uint32_t i) {
    const dv_outline *outline = obstacle->outline;
    return in_plane(outline->points[i < outline->count ? i : 0]);
}

/// Out of the outline, unit.
static pair edge_normal(pair start, pair end) {
    pair edge = pair_from(start, end);
    return pair_unit((pair){edge.y, -edge.x});
}

// Placing

static void box_outline(dv_outline *box) {
    float x = box->width / 2, y = box->depth / 2;
    dv_vec3 *local = box->points + box->count;
    local[0] = dv_vec(-x, -y, 0);
    local[1] = dv_vec(x, -y, 0);
    local[2] = dv_vec(x, y, 0);
    local[3] = dv_vec(-x, y, 0);
}

// Outward by one step of a float, so that what touches the shape touches its box.
static dv_box box_about(dv_vec3 low, dv_vec3 high) {
    return (dv_box){dv_vec(nextafterf(low.x, -INFINITY), nextafterf(low.y, -INFINITY),
                           nextafterf(low.z, -INFINITY)),
                    dv_vec(nextafterf(high.x, INFINITY), nextafterf(high.y, INFINITY),
                           nextafterf(high.z, INFINITY))};
}

dv_box dv_obstacle_box(const dv_obstacle_record *obstacle) {
    if (obstacle->outline)
        return obstacle->outline->box;
    float radius = obstacle->radius;
    dv_vec3 reach =
        dv_vec(radius, radius, obstacle->shape == DV_SPHERE ? radius : obstacle->half_height);
    return box_about(dv_subtract(obstacle->position, reach), dv_add(obstacle->position, reach));
}

static void place_outline(dv_obstacle_record *obstacle) {
    dv_outline *outline = obstacle->outline;
    uint32_t count = outline->count;
    const dv_vec3 *local = outline->points + count;
    double cosine = dv_cos(obstacle->heading), sine = dv_sin(obstacle->heading);
    float half_height = obstacle->half_height;
    dv_vec3 at = obstacle->position;
    dv_vec3 low = dv_vec(INFINITY, INFINITY, at.z - half_height);
    dv_vec3 high = dv_vec(-INFINITY, -INFINITY, at.z + half_height);
    for (uint32_t i = 0; i < count; i++) {
        dv_vec3 point =
            dv_vec((float)(at.x + cosine * local[i].x - sine * local[i].y),
                   (float)(at.y + sine * local[i].x + cosine * local[i].y), at.z + local[i].z);
        outline->points[i] = point;
        low.x = (float)dv_lesser(low.x, point.x);
        low.y = (float)dv_lesser(low.y, point.y);
        high.x = (float)dv_greater(high.x, point.x);
        high.y = (float)dv_greater(high.y, point.y);
    }
    outline->box = box_about(low, high);
}

void dv_obstacle_place(dv_obstacle_record *obstacle, dv_vec3 position, float heading) {
    obstacle->position = position;
    obstacle->heading = heading;
    if (!obstacle->outline)
        return;
    if (obstacle->shape == DV_BOX)
        box_outline(obstacle->outline);
    place_outline(obstacle);
}

double dv_outline_double_area(const dv_vec3 *points, uint32_t count) {
    double area = 0;
    pair origin = in_plane(points[0]);
    for (uint32_t i = 1; i + 1 < count; i++)
        area += pair_cross(pair_from(origin, in_plane(points[i])),
                           pair_from(origin, in_plane(points[i + 1])));
    return area;
}

// Points and segments

static double side_of(pair start, pair end, pair point) {
    return pair_cross(pair_from(start, end), pair_from(start, point));
}

static bool is_on_segment(pair start, pair end, pair point) {
    return side_of(start, end, point) == 0 && point.x >= dv_lesser(start.x, end.x) &&
           point.x <= dv_greater(start.x, end.x) && point.y >= dv_lesser(start.y, end.y) &&
           point.y <= dv_greater(start.y, end.y);
}

static bool are_apart(double a, double b) { return (a > 0 && b < 0) || (a < 0 && b > 0); }

static bool segments_touch(pair a, pair b, pair c, pair d) {
    if (are_apart(side_of(a, b, c), side_of(a, b, d)) &&
        are_apart(side_of(c, d, a), side_of(c, d, b)))
        return true;
    return is_on_segment(a, b, c) || is_on_segment(a, b, d) || is_on_segment(c, d, a) ||
           is_on_segment(c, d, b);
}

bool dv_outline_crosses_itself(const dv_vec3 *points, uint32_t count) {
    for (uint32_t i = 0; i + 2 < count; i++) {
        uint32_t end = i == 0 ? count - 1 : count; // the last edge meets the first
        for (uint32_t j = i + 2; j < end; j++)
            if (segments_touch(in_plane(points[i]), in_plane(points[i + 1]), in_plane(points[j]),
                               in_plane(points[(j + 1) % count])))
                return true;
    }
    return false;
}

/// Whether a point lies inside the outline; on it, either.
static bool encloses(const dv_obstacle_record *obstacle, pair point) {
    bool inside = false;
    for (uint32_t i = 0; i < obstacle->outline->count; i++) {
        pair start = outline_at(obstacle, i), end = outline_at(obstacle, i + 1);
        if ((start.y > point.y) == (end.y > point.y))
            continue;
        double side = side_of(start, end, point);
        if (end.y > start.y ? side > 0 : side < 0)
            inside = !inside;
    }
    return inside;
}

static bool is_on_outline(const dv_obstacle_record *obstacle, pair point) {
    for (uint32_t i = 0; i < obstacle->outline->count; i++)
        if (is_on_segment(outline_at(obstacle, i), outline_at(obstacle, i + 1), point))
            return true;
    return false;
}

static pair nearest_on_segment(pair start, pair end, pair point) {
    pair edge = pair_from(start, end);
    double along = pair_dot(pair_from(start, point), edge);
    if (along <= 0)
        return start;
    double length_squared = pair_dot(edge, edge);
    if (along >= length_squared)
        return end;
    return pair_along(start, edge, along / length_squared);
}

// Surfaces

typedef struct surface {
    triple point, normal;
    double distance;
} surface;

static surface outline_surface(const dv_obstacle_record *obstacle, triple from) {
    pair asked = {from.x, from.y}, nearest = asked;
    double least = NEVER;
    uint32_t nearest_edge = 0;
    for (uint32_t i = 0; i < obstacle->outline->count; i++) {
        pair point =
            nearest_on_segment(outline_at(obstacle, i), outline_at(obstacle, i + 1), asked);
        pair offset = pair_from(point, asked);
        double distance_squared = pair_dot(offset, offset);
        if (distance_squared < least) {
            least = distance_squared;
            nearest = point;
            nearest_edge = i;
        }
    }
    pair normal;
    double distance = sqrt(least);
    if (distance == 0) {
        normal =
            edge_normal(outline_at(obstacle, nearest_edge), outline_at(obstacle, nearest_edge + 1));
    } else {
        normal = pair_unit(pair_from(nearest, asked));
        if (encloses(obstacle, asked)) {
            normal = (pair){-normal.x, -normal.y};
            distance = -distance;
        }
    }
    return (surface){{nearest.x, nearest.y, from.z}, {normal.x, normal.y, 0}, distance};
}

/// The surface of a prism with a floor and a ceiling, given that of its side.
static surface capped_surface(const dv_obstacle_record *obstacle, triple from, surface side) {
    double height = from.z - obstacle->position.z;
    double up = height < 0 ? -1 : 1;
    double above = up * height - obstacle->half_height;
    if (above <= 0 && side.distance >= above)
        return side;
    double cap_z = obstacle->position.z + up * obstacle->half_height;
    if (side.distance <= 0)
        return (surface){{from.x, from.y, cap_z}, {0, 0, up}, above};
    double distance = sqrt(side.distance * side.distance + above * above);
    return (surface){{side.point.x, side.point.y, cap_z},
                     {(from.x - side.point.x) / distance, (from.y - side.point.y) / distance,
                      (from.z - cap_z) / distance},
                     distance};
}

static surface prism_surface(const dv_obstacle_record *obstacle, triple from) {
    return capped_surface(obstacle, from, outline_surface(obstacle, from));
}

static surface ball_surface(triple center, double radius, triple from) {
    triple offset = {from.x - center.x, from.y - center.y, from.z - center.z};
    double distance = sqrt(triple_dot(offset, offset));
    triple normal = {1, 0, 0}; // any will do at the very center
    if (distance > 0)
        normal = (triple){offset.x / distance, offset.y / distance, offset.z / distance};
    return (surface){
        {center.x + normal.x * radius, center.y + normal.y * radius, center.z + normal.z * radius},
        normal,
        distance - radius};
}

static bool has_caps(const dv_obstacle_record *obstacle, dv_space space) {
    return space == DV_VOLUME && (obstacle->shape == DV_BOX || obstacle->shape == DV_CYLINDER);
}

/// All of it in the plane; its side in a volume.
static bool is_round(const dv_obstacle_record *obstacle) {
    return obstacle->shape == DV_SPHERE || obstacle->shape == DV_CYLINDER;
}

static surface cylinder_surface(const dv_obstacle_record *cylinder, triple from) {
    triple level = {cylinder->position.x, cylinder->position.y, from.z};
    return capped_surface(cylinder, from, ball_surface(level, cylinder->radius, from));
}

/// In the plane everything happens at one height.
static triple at_height(dv_space space, dv_vec3 v) {
    return (triple){v.x, v.y, space == DV_VOLUME ? v.z : 0};
}

static surface surface_at(const dv_obstacle_record *obstacle, dv_space space, triple from) {
    if (obstacle->shape == DV_SPHERE)
        return ball_surface(at_height(space, obstacle->position), obstacle->radius, from);
    if (obstacle->shape == DV_CYLINDER)
        return has_caps(obstacle, space)
                   ? cylinder_surface(obstacle, from)
                   : ball_surface(at_height(space, obstacle->position), obstacle->radius, from);
    if (has_caps(obstacle, space))
        return prism_surface(obstacle, from);
    return outline_surface(obstacle, from);
}

dv_surface_point dv_obstacle_surface(const dv_obstacle_record *obstacle, dv_space space,
                                     dv_vec3 from) {
    surface found = surface_at(obstacle, space, at_height(space, from));
    return (dv_surface_point){.point = vector_of(found.point),
                              .normal = vector_of(found.normal),
                              .distance = (float)found.distance};
}

// Sweeps

typedef struct contact {
    double time; ///< along the way, m; NEVER
    triple normal;
} contact;

static void keep_first(contact *first, contact other) {
    if (other.time < first->time)
        *first = other;
}

/// When a moving point comes within `radius` of the origin, given the dot products of its offset
/// and way.
static double time_within(double radius, double offset_squared, double offset_on_way,
                          double way_squared) {
    double gap = offset_squared - radius * radius;
    if (gap <= 0)
        return offset_on_way < -SLIDING * sqrt(way_squared * offset_squared) ? 0 : NEVER;
    if (offset_on_way >= 0)
        return NEVER;
    double square = offset_on_way * offset_on_way;
    double depth = square - way_squared * gap;
    if (depth <= GRAZING * square)
        return NEVER;
    return gap / (sqrt(depth) - offset_on_way);
}

static contact sweep_face(pair start, pair end, bool is_wall, pair from, pair way, double radius) {
    contact none = {.time = NEVER};
    pair edge = pair_from(start, end);
    pair outward = {edge.y, -edge.x};
    double approach = -pair_dot(way, outward);
    if (approach <= 0)
        return none;
    double length_squared = pair_dot(edge, edge), length = sqrt(length_squared);
    double height = pair_dot(pair_from(start, from), outward) / length;
    if (height < 0 || (is_wall && height == 0))
        return none;
    approach /= length;
    if (height <= radius && approach <= SLIDING * sqrt(pair_dot(way, way)))
        return none;
    double time = height > radius ? (height - radius) / approach : 0;
    double along = pair_dot(pair_from(start, pair_along(from, way, time)), edge);
    if (along < 0 || along > length_squared)
        return none;
    return (contact){time, {outward.x / length, outward.y / length, 0}};
}

static contact sweep_corner(pair before, pair corner, pair after, bool is_wall, pair from, pair way,
                            double radius) {
    contact none = {.time = NEVER};
    pair arriving = pair_from(before, corner), leaving = pair_from(corner, after);
    if (!is_wall && pair_cross(arriving, leaving) <= 0)
        return none;
    pair offset = pair_from(corner, from);
    double time =
        time_within(radius, pair_dot(offset, offset), pair_dot(offset, way), pair_dot(way, way));
    if (time == NEVER)
        return none;
    offset = pair_along(offset, way, time);
    double distance = sqrt(pair_dot(offset, offset));
    // A hair's breadth over the faces, lest something slip in between by rounding.
    double slack = -1e-9 * (distance + radius);
    if (distance == 0 || pair_dot(offset, pair_unit(arriving)) < slack ||
        -pair_dot(offset, pair_unit(leaving)) < slack)
        return none;
    return (contact){time, {offset.x / distance, offset.y / distance, 0}};
}

/// Out of what it is in, a center may go any way that does not lead deeper.
static contact sweep_from_inside(surface around, triple way) {
    contact none = {.time = NEVER};
    if (triple_dot(around.normal, way) >= -SLIDING * sqrt(triple_dot(way, way)))
        return none;
    return (contact){0, around.normal};
}

static contact sweep_outline(const dv_obstacle_record *obstacle, triple from, triple way,
                             double radius) {
    pair start = {from.x, from.y}, on_plane = {way.x, way.y};
    if (encloses(obstacle, start))
        return sweep_from_inside(outline_surface(obstacle, from), (triple){way.x, way.y, 0});
    contact first = {.time = NEVER};
    uint32_t count = obstacle->outline->count;
    bool is_wall = obstacle->shape == DV_WALL;
    for (uint32_t i = 0; i < count; i++)
        keep_first(&first, sweep_face(outline_at(obstacle, i), outline_at(obstacle, i + 1), is_wall,
                                      start, on_plane, radius));
    for (uint32_t i = 0; i < count; i++)
        keep_first(&first, sweep_corner(outline_at(obstacle, i), outline_at(obstacle, i + 1),
                                        outline_at(obstacle, (i + 2) % count), is_wall, start,
                                        on_plane, radius));
    return first;
}

static contact sweep_ball(triple center, double ball_radius, triple from, triple way,
                          double radius) {
    triple offset = {from.x - center.x, from.y - center.y, from.z - center.z};
    double reach = ball_radius + radius;
    double time = time_within(reach, triple_dot(offset, offset), triple_dot(offset, way),
                              triple_dot(way, way));
    if (time == NEVER)
        return (contact){.time = NEVER};
    triple at = {from.x + way.x * time, from.y + way.y * time, from.z + way.z * time};
    return (contact){time, ball_surface(center, ball_radius, at).normal};
}

/// When a point outside a box about the origin enters it.
static double time_into_box(const double half[3], const double from[3], const double way[3]) {
    double enter = 0, leave = NEVER;
    for (int axis = 0; axis < 3; axis++) {
        double side = way[axis] < 0 ? 1 : -1;
        if (way[axis] == 0) {
            if (fabs(from[axis]) >= half[axis])
                return NEVER;
            continue;
        }
        enter = dv_greater(enter, (side * half[axis] - from[axis]) / way[axis]);
        leave = dv_lesser(leave, (-side * half[axis] - from[axis]) / way[axis]);
    }
    return enter < leave ? enter : NEVER;
}

/// When a point comes within `radius` of the edge of the box along `axis` that stands at the
/// corner signs `u` and `v` of the other two.
static double time_to_edge(const double half[3], const double from[3], const double way[3],
                           int axis, int u, int v, double radius) {
    int first = (axis + 1) % 3, second = (axis + 2) % 3;
    pair offset = {from[first] - u * half[first], from[second] - v * half[second]};
    pair across = {way[first], way[second]};
    double time = time_within(radius, pair_dot(offset, offset), pair_dot(offset, across),
                              pair_dot(across, across));
    if (time == NEVER || fabs(from[axis] + way[axis] * time) > half[axis])
        return NEVER;
    return time;
}

static double time_to_corner(const double half[3], const double from[3], const double way[3],
                             int corner, double radius) {
    triple offset = {from[0] - (corner & 1 ? half[0] : -half[0]),
                     from[1] - (corner & 2 ? half[1] : -half[1]),
                     from[2] - (corner & 4 ? half[2] : -half[2])};
    triple towards = {way[0], way[1], way[2]};
    return time_within(radius, triple_dot(offset, offset), triple_dot(offset, towards),
                       triple_dot(towards, towards));
}

/// When a ball outside a box about the origin touches it: the ball's center enters the box grown by
/// the radius along one axis, or comes within the radius of an edge or a corner.
static double time_to_box(const double half[3], const double from[3], const double way[3],
                          double radius) {
    double time = NEVER;
    for (int axis = 0; axis < 3; axis++) {
        double grown[3] = {half[0], half[1], half[2]};
        grown[axis] += radius;
        time = dv_lesser(time, time_into_box(grown, from, way));
        for (int u = -1; u <= 1; u += 2)
            for (int v = -1; v <= 1; v += 2)
                time = dv_lesser(time, time_to_edge(half, from, way, axis, u, v, radius));
    }
    for (int corner = 0; corner < 8; corner++)
        time = dv_lesser(time, time_to_corner(half, from, way, corner, radius));
    return time;
}

static contact sweep_box(const dv_obstacle_record *box, triple from, triple way, double radius) {
    surface around = prism_surface(box, from);
    if (around.distance <= radius)
        return sweep_from_inside(around, way);
    double cosine = dv_cos(box->heading), sine = dv_sin(box->heading);
    double x = from.x - box->position.x, y = from.y - box->position.y;
    double half[3] = {box->outline->width / 2.0, box->outline->depth / 2.0, box->half_height};
    double local[3] = {cosine * x + sine * y, cosine * y - sine * x, from.z - box->position.z};
    double local_way[3] = {cosine * way.x + sine * way.y, cosine * way.y - sine * way.x, way.z};
    double time = time_to_box(half, local, local_way, radius);
    if (time == NEVER)
        return (contact){.time = NEVER};
    triple at = {from.x + way.x * time, from.y + way.y * time, from.z + way.z * time};
    return (contact){time, prism_surface(box, at).normal};
}

// The distance to a convex body along a straight way is convex. So Newton's steps from outside
// never pass the first touch, and where the distance no longer falls there is none to come.
static contact sweep_cylinder(const dv_obstacle_record *cylinder, triple from, triple way,
                              double radius) {
    contact none = {.time = NEVER};
    surface around = cylinder_surface(cylinder, from);
    if (around.distance <= radius)
        return sweep_from_inside(around, way);
    double speed = sqrt(triple_dot(way, way)), time = 0;
    double scale = around.distance + cylinder->radius;
    for (int i = 0; i < MOST_STEPS && around.distance - radius > 1e-12 * scale; i++) {
        double approach = -triple_dot(around.normal, way);
        if (approach <= SLIDING * speed)
            return none;
        time += (around.distance - radius) / approach;
        triple at = {from.x + way.x * time, from.y + way.y * time, from.z + way.z * time};
        around = cylinder_surface(cylinder, at);
    }
    // So near along a passing touch the way is all but level.
    bool passes = -triple_dot(around.normal, way) <= 10 * SLIDING * speed;
    return passes || around.distance - radius > 1e-9 * scale ? none
                                                             : (contact){time, around.normal};
}

bool dv_obstacle_sweep(const dv_obstacle_record *obstacle, dv_space space, dv_vec3 from,
                       dv_vec3 direction, float length, float radius, dv_sweep_hit *hit) {
    triple start = at_height(space, from), way = at_height(space, direction);
    contact first;
    if (obstacle->shape == DV_CYLINDER && has_caps(obstacle, space))
        first = sweep_cylinder(obstacle, start, way, radius);
    else if (is_round(obstacle))
        first =
            sweep_ball(at_height(space, obstacle->position), obstacle->radius, start, way, radius);
    else if (has_caps(obstacle, space))
        first = sweep_box(obstacle, start, way, radius);
    else
        first = sweep_outline(obstacle, start, way, radius);
    if (!(first.time <= length))
        return false;
    hit->distance = (float)first.time;
    hit->center =
        dv_vec((float)(start.x + way.x * first.time), (float)(start.y + way.y * first.time),
               (float)(start.z + way.z * first.time));
    hit->normal = vector_of(first.normal);
    return true;
}

// Lines of sight

static bool ball_hides(triple center, double radius, triple from, triple to) {
    triple start = {from.x - center.x, from.y - center.y, from.z - center.z};
    triple end = {to.x - center.x, to.y - center.y, to.z - center.z};
    double radius_squared = radius * radius;
    if (triple_dot(start, start) <= radius_squared || triple_dot(end, end) <= radius_squared)
        return false;
    triple way = {to.x - from.x, to.y - from.y, to.z - from.z};
    double along = -triple_dot(start, way), way_squared = triple_dot(way, way);
    if (along <= 0 || along >= way_squared)
        return false; // nearest at an end, and both are outside
    return (triple_dot(start, start) - radius_squared) * way_squared <= along * along;
}

static bool disc_holds(const dv_obstacle_record *disc, pair point) {
    pair offset = pair_from(in_plane(disc->position), point);
    return pair_dot(offset, offset) <= (double)disc->radius * disc->radius;
}

static bool holds(const dv_obstacle_record *obstacle, dv_space space, triple point) {
    if (has_caps(obstacle, space) && fabs(point.z - obstacle->position.z) > obstacle->half_height)
        return false;
    if (is_round(obstacle))
        return disc_holds(obstacle, (pair){point.x, point.y});
    pair asked = {point.x, point.y};
    return encloses(obstacle, asked) || is_on_outline(obstacle, asked);
}

/// Cut a line of sight to what lies between floor and ceiling; false when nothing does.
static bool cut_to_height(const dv_obstacle_record *box, triple *from, triple *to) {
    double low = box->position.z - (double)box->half_height;
    double high = box->position.z + (double)box->half_height;
    if (dv_greater(from->z, to->z) < low || dv_lesser(from->z, to->z) > high)
        return false;
    triple start = *from, way = {to->x - from->x, to->y - from->y, to->z - from->z};
    if (way.z == 0)
        return true;
    double enter = dv_greater(0, (way.z > 0 ? low - start.z : high - start.z) / way.z);
    double leave = dv_lesser(1, (way.z > 0 ? high - start.z : low - start.z) / way.z);
    *from = (triple){start.x + way.x * enter, start.y + way.y * enter, start.z + way.z * enter};
    *to = (triple){start.x + way.x * leave, start.y + way.y * leave, start.z + way.z * leave};
    return true;
}

static bool crosses_disc(const dv_obstacle_record *disc, pair from, pair to) {
    pair way = pair_from(from, to), to_center = pair_from(from, in_plane(disc->position));
    double square = pair_dot(way, way);
    double part = square > 0 ? pair_dot(to_center, way) / square : 0;
    return disc_holds(disc, pair_along(from, way, dv_lesser(dv_greater(part, 0), 1)));
}

static bool crosses_outline(const dv_obstacle_record *obstacle, pair from, pair to) {
    if (is_round(obstacle))
        return crosses_disc(obstacle, from, to);
    for (uint32_t i = 0; i < obstacle->outline->count; i++)
        if (segments_touch(outline_at(obstacle, i), outline_at(obstacle, i + 1), from, to))
            return true;
    return encloses(obstacle, from); // through floor and ceiling
}

bool dv_obstacle_hides(const dv_obstacle_record *obstacle, dv_space space, dv_vec3 from,
                       dv_vec3 to) {
    triple start = at_height(space, from), end = at_height(space, to);
    if (obstacle->shape == DV_SPHERE || (is_round(obstacle) && space == DV_PLANE))
        return ball_hides(at_height(space, obstacle->position), obstacle->radius, start, end);
    triple first = start, last = end;
    if (has_caps(obstacle, space) && !cut_to_height(obstacle, &first, &last))
        return false;
    return crosses_outline(obstacle, (pair){first.x, first.y}, (pair){last.x, last.y}) &&
           !holds(obstacle, space, start) && !holds(obstacle, space, end);
}
