// Sweeps: the first point at which a moving disc or ball touches an obstacle.
//
// A sweep touches a feature (face, corner) only while coming closer to it, and a corner only where
// no face is nearer. So a disc that slides along a face never catches on corners that it passes.
#include "world/obstacle_geometry.h"

// A disc that touches a face, and comes closer to it by less than this fraction of its motion,
// slides. Directions are floats, so one that was projected onto a face still has a rounding error.
#define SLIDING 1e-6
// A sweep that only grazes a ball doesn't touch it. This is the limit for the square of the depth,
// relative to the square of the distance there.
#define GRAZING 1e-12
// The most Newton steps toward a cylinder. A grazing touch takes the most: each step gains one bit.
#define MAX_STEPS 64

typedef struct contact {
    double time; ///< m along the sweep, or DV_NEVER
    dv_triple normal;
} contact;

static void keep_first(contact *first, contact other) {
    if (other.time < first->time)
        *first = other;
}

/// When a moving point comes within `radius` of the origin. Takes the dot products of its offset
/// and its way.
static double time_within(double radius, double offset_squared, double offset_on_way,
                          double way_squared) {
    double gap = offset_squared - radius * radius;
    if (gap <= 0)
        return offset_on_way < -SLIDING * sqrt(way_squared * offset_squared) ? 0 : DV_NEVER;
    if (offset_on_way >= 0)
        return DV_NEVER;
    double square = offset_on_way * offset_on_way;
    double depth = square - way_squared * gap;
    if (depth <= GRAZING * square)
        return DV_NEVER;
    return gap / (sqrt(depth) - offset_on_way);
}

static contact sweep_face(dv_pair start, dv_pair end, bool is_wall, dv_pair from, dv_pair way,
                          double radius) {
    contact none = {.time = DV_NEVER};
    dv_pair edge = dv_pair_from(start, end);
    dv_pair outward = {edge.y, -edge.x};
    double approach = -dv_pair_dot(way, outward);
    if (approach <= 0)
        return none;
    double length_squared = dv_pair_dot(edge, edge), length = sqrt(length_squared);
    double height = dv_pair_dot(dv_pair_from(start, from), outward) / length;
    if (height < 0 || (is_wall && height == 0))
        return none;
    approach /= length;
    if (height <= radius && approach <= SLIDING * sqrt(dv_pair_dot(way, way)))
        return none;
    double time = height > radius ? (height - radius) / approach : 0;
    double along = dv_pair_dot(dv_pair_from(start, dv_pair_along(from, way, time)), edge);
    if (along < 0 || along > length_squared) {
        // A disc that begins too near to the next face, inside a corner, may come from its side.
        double speed = dv_pair_dot(way, edge);
        double later = ((along < 0 ? 0 : length_squared) - along) / speed;
        if (!(later > 0) || later == INFINITY || height - approach * (time + later) < 0)
            return none;
        time += later;
    }
    return (contact){time, {outward.x / length, outward.y / length, 0}};
}

static contact sweep_corner(dv_pair before, dv_pair corner, dv_pair after, bool is_wall,
                            dv_pair from, dv_pair way, double radius) {
    contact none = {.time = DV_NEVER};
    dv_pair arriving = dv_pair_from(before, corner), leaving = dv_pair_from(corner, after);
    double turn = dv_pair_cross(arriving, leaving);
    // Far out, rounding may flatten an outline, which then turns back, or leave an edge no length.
    bool is_straight = turn == 0 && dv_pair_dot(arriving, leaving) > 0;
    if (!is_wall && (turn < 0 || is_straight))
        return none;
    dv_pair offset = dv_pair_from(corner, from);
    double time = time_within(radius, dv_pair_dot(offset, offset), dv_pair_dot(offset, way),
                              dv_pair_dot(way, way));
    if (time == DV_NEVER)
        return none;
    offset = dv_pair_along(offset, way, time);
    double distance = sqrt(dv_pair_dot(offset, offset));
    // Corners extend slightly beyond the faces, so that rounding errors leave no gap.
    double slack = -1e-9 * (distance + radius);
    if (distance == 0 || dv_pair_dot(offset, dv_pair_unit(arriving)) < slack ||
        -dv_pair_dot(offset, dv_pair_unit(leaving)) < slack)
        return none;
    return (contact){time, {offset.x / distance, offset.y / distance, 0}};
}

/// The contact of a center that is inside an obstacle: none unless it would go deeper.
static contact sweep_from_inside(dv_shape_surface around, dv_triple way) {
    contact none = {.time = DV_NEVER};
    if (dv_triple_dot(around.normal, way) >= -SLIDING * sqrt(dv_triple_dot(way, way)))
        return none;
    return (contact){0, around.normal};
}

/// Seen from inside a hollow obstacle, its outline runs the other way round.
static contact sweep_outline(const dv_obstacle_record *obstacle, dv_triple from, dv_triple way,
                             double radius) {
    dv_pair start = {from.x, from.y}, on_plane = {way.x, way.y};
    bool is_inside = dv_outline_encloses(obstacle, start);
    if (is_inside && !obstacle->hollow)
        return sweep_from_inside(dv_outline_surface(obstacle, from), (dv_triple){way.x, way.y, 0});
    contact first = {.time = DV_NEVER};
    uint32_t count = obstacle->outline->count;
    bool is_wall = obstacle->shape == DV_WALL;
    for (uint32_t i = 0; i < count; i++) {
        dv_pair a = dv_outline_at(obstacle, i), b = dv_outline_at(obstacle, i + 1);
        keep_first(&first, sweep_face(is_inside ? b : a, is_inside ? a : b, is_wall, start,
                                      on_plane, radius));
    }
    for (uint32_t i = 0; i < count; i++) {
        dv_pair a = dv_outline_at(obstacle, i), b = dv_outline_at(obstacle, i + 1);
        dv_pair c = dv_outline_at(obstacle, (i + 2) % count);
        keep_first(&first, sweep_corner(is_inside ? c : a, b, is_inside ? a : c, is_wall, start,
                                        on_plane, radius));
    }
    return first;
}

/// When a point leaves the circle or ball of `radius` about the origin, in which it is or to which
/// it goes. If it passes by, when it is nearest to it. A straight way along the edge leads out, so
/// one that slides there leaves the circle that is wider by `slack`.
static double time_to_leave(double radius, double slack, double offset_squared,
                            double offset_on_way, double way_squared) {
    double gap = offset_squared - radius * radius;
    if (gap >= 0 && offset_on_way > SLIDING * sqrt(way_squared * offset_squared))
        return 0;
    if (way_squared == 0)
        return DV_NEVER;
    if (gap >= 0 && offset_on_way >= 0)
        return sqrt((2 * sqrt(offset_squared) + slack) * slack / way_squared);
    double depth = offset_on_way * offset_on_way - way_squared * gap;
    return (sqrt(dv_greater(depth, 0)) - offset_on_way) / way_squared;
}

static contact leave_ball(dv_triple center, double ball_radius, dv_triple from, dv_triple way,
                          double radius) {
    dv_triple offset = {from.x - center.x, from.y - center.y, from.z - center.z};
    double time = time_to_leave(dv_greater(ball_radius - radius, 0), radius / 2,
                                dv_triple_dot(offset, offset), dv_triple_dot(offset, way),
                                dv_triple_dot(way, way));
    if (time == DV_NEVER)
        return (contact){.time = DV_NEVER};
    dv_triple at = {from.x + way.x * time, from.y + way.y * time, from.z + way.z * time};
    dv_triple out = dv_ball_surface(center, ball_radius, at).normal;
    return (contact){time, {-out.x, -out.y, -out.z}};
}

/// When a coordinate comes within `radius` of ±half from inside.
static double time_to_side(double half, double from, double way, double radius) {
    double most = dv_greater(half - radius, 0), along = way < 0 ? -from : from;
    return way == 0 ? DV_NEVER : dv_greater((most - along) / fabs(way), 0);
}

static contact leave_caps(const dv_obstacle_record *obstacle, dv_triple from, dv_triple way,
                          double radius) {
    double time = time_to_side(obstacle->half_height, from.z - obstacle->position.z, way.z, radius);
    return (contact){time, {0, 0, way.z < 0 ? 1 : -1}};
}

static contact leave_box(const dv_obstacle_record *box, dv_triple from, dv_triple way,
                         double radius) {
    contact first = sweep_outline(box, from, way, radius);
    keep_first(&first, leave_caps(box, from, way, radius));
    return first;
}

static contact leave_cylinder(const dv_obstacle_record *cylinder, dv_triple from, dv_triple way,
                              double radius) {
    dv_triple center = {cylinder->position.x, cylinder->position.y, 0};
    contact first = leave_ball(center, cylinder->radius, (dv_triple){from.x, from.y, 0},
                               (dv_triple){way.x, way.y, 0}, radius);
    keep_first(&first, leave_caps(cylinder, from, way, radius));
    return first;
}

static contact sweep_ball(const dv_obstacle_record *obstacle, dv_space space, dv_triple from,
                          dv_triple way, double radius) {
    dv_triple center = dv_at_height(space, obstacle->position);
    double ball_radius = obstacle->radius;
    if (obstacle->hollow && dv_ball_surface(center, ball_radius, from).distance < 0)
        return leave_ball(center, ball_radius, from, way, radius);
    dv_triple offset = {from.x - center.x, from.y - center.y, from.z - center.z};
    double reach = ball_radius + radius;
    double time = time_within(reach, dv_triple_dot(offset, offset), dv_triple_dot(offset, way),
                              dv_triple_dot(way, way));
    if (time == DV_NEVER)
        return (contact){.time = DV_NEVER};
    dv_triple at = {from.x + way.x * time, from.y + way.y * time, from.z + way.z * time};
    return (contact){time, dv_ball_surface(center, ball_radius, at).normal};
}

/// When a point outside a box about the origin enters it.
static double time_into_box(const double half[3], const double from[3], const double way[3]) {
    double enter = 0, leave = DV_NEVER;
    for (int axis = 0; axis < 3; axis++) {
        double side = way[axis] < 0 ? 1 : -1;
        if (way[axis] == 0) {
            if (fabs(from[axis]) >= half[axis])
                return DV_NEVER;
            continue;
        }
        enter = dv_greater(enter, (side * half[axis] - from[axis]) / way[axis]);
        leave = dv_lesser(leave, (-side * half[axis] - from[axis]) / way[axis]);
    }
    return enter < leave ? enter : DV_NEVER;
}

/// When a point comes within `radius` of an edge of the box. The edge is parallel to `axis`; `u`
/// and `v` (±1) say on which side of the other two axes it is.
static double time_to_edge(const double half[3], const double from[3], const double way[3],
                           int axis, int u, int v, double radius) {
    int first = (axis + 1) % 3, second = (axis + 2) % 3;
    dv_pair offset = {from[first] - u * half[first], from[second] - v * half[second]};
    dv_pair across = {way[first], way[second]};
    double time = time_within(radius, dv_pair_dot(offset, offset), dv_pair_dot(offset, across),
                              dv_pair_dot(across, across));
    if (time == DV_NEVER || fabs(from[axis] + way[axis] * time) > half[axis])
        return DV_NEVER;
    return time;
}

static double time_to_corner(const double half[3], const double from[3], const double way[3],
                             int corner, double radius) {
    dv_triple offset = {from[0] - (corner & 1 ? half[0] : -half[0]),
                        from[1] - (corner & 2 ? half[1] : -half[1]),
                        from[2] - (corner & 4 ? half[2] : -half[2])};
    dv_triple towards = {way[0], way[1], way[2]};
    return time_within(radius, dv_triple_dot(offset, offset), dv_triple_dot(offset, towards),
                       dv_triple_dot(towards, towards));
}

/// When a ball outside a box about the origin touches it: the ball's center enters the box grown by
/// the radius along one axis, or comes within the radius of an edge or a corner.
static double time_to_box(const double half[3], const double from[3], const double way[3],
                          double radius) {
    double time = DV_NEVER;
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

static contact sweep_box(const dv_obstacle_record *box, dv_triple from, dv_triple way,
                         double radius) {
    dv_shape_surface around = dv_prism_surface(box, from);
    if (box->hollow && around.distance < 0)
        return leave_box(box, from, way, radius);
    if (around.distance <= radius)
        return sweep_from_inside(around, way);
    double cosine = dv_cos(box->heading), sine = dv_sin(box->heading);
    double x = from.x - box->position.x, y = from.y - box->position.y;
    double half[3] = {box->outline->width / 2.0, box->outline->depth / 2.0, box->half_height};
    double local[3] = {cosine * x + sine * y, cosine * y - sine * x, from.z - box->position.z};
    double local_way[3] = {cosine * way.x + sine * way.y, cosine * way.y - sine * way.x, way.z};
    double time = time_to_box(half, local, local_way, radius);
    if (time == DV_NEVER)
        return (contact){.time = DV_NEVER};
    dv_triple at = {from.x + way.x * time, from.y + way.y * time, from.z + way.z * time};
    return (contact){time, dv_prism_surface(box, at).normal};
}

// Along a straight line, the distance to a convex body is convex. So Newton's method from outside
// never overshoots the first touch, and once the distance stops falling, there is no touch.
static contact sweep_cylinder(const dv_obstacle_record *cylinder, dv_triple from, dv_triple way,
                              double radius) {
    contact none = {.time = DV_NEVER};
    dv_shape_surface around = dv_cylinder_surface(cylinder, from);
    if (cylinder->hollow && around.distance < 0)
        return leave_cylinder(cylinder, from, way, radius);
    if (around.distance <= radius)
        return sweep_from_inside(around, way);
    double speed = sqrt(dv_triple_dot(way, way)), time = 0;
    double scale = around.distance + cylinder->radius;
    for (int i = 0; i < MAX_STEPS && around.distance - radius > 1e-12 * scale; i++) {
        double approach = -dv_triple_dot(around.normal, way);
        if (approach <= SLIDING * speed)
            return none;
        time += (around.distance - radius) / approach;
        dv_triple at = {from.x + way.x * time, from.y + way.y * time, from.z + way.z * time};
        around = dv_cylinder_surface(cylinder, at);
    }
    // Near a grazing touch, the way is almost parallel to the surface.
    bool passes = -dv_triple_dot(around.normal, way) <= 10 * SLIDING * speed;
    return passes || around.distance - radius > 1e-9 * scale ? none
                                                             : (contact){time, around.normal};
}

bool dv_obstacle_sweep(const dv_obstacle_record *obstacle, dv_space space, dv_vec3 from,
                       dv_vec3 direction, float length, float radius, dv_sweep_hit *hit) {
    dv_triple start = dv_at_height(space, from), way = dv_at_height(space, direction);
    contact first;
    if (obstacle->shape == DV_CYLINDER && dv_has_caps(obstacle, space))
        first = sweep_cylinder(obstacle, start, way, radius);
    else if (dv_is_round(obstacle))
        first = sweep_ball(obstacle, space, start, way, radius);
    else if (dv_has_caps(obstacle, space))
        first = sweep_box(obstacle, start, way, radius);
    else
        first = sweep_outline(obstacle, start, way, radius);
    if (!(first.time <= length))
        return false;
    hit->distance = (float)first.time;
    hit->center =
        dv_vec((float)(start.x + way.x * first.time), (float)(start.y + way.y * first.time),
               (float)(start.z + way.z * first.time));
    hit->normal = dv_vector_of_triple(first.normal);
    return true;
}
