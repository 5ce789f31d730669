// Lines of sight: whether an obstacle is between two points.
#include "world/obstacle_geometry.h"

static bool ball_hides(dv_triple center, double radius, dv_triple from, dv_triple to) {
    dv_triple start = {from.x - center.x, from.y - center.y, from.z - center.z};
    dv_triple end = {to.x - center.x, to.y - center.y, to.z - center.z};
    double radius_squared = radius * radius;
    if (dv_triple_dot(start, start) <= radius_squared || dv_triple_dot(end, end) <= radius_squared)
        return false;
    dv_triple way = {to.x - from.x, to.y - from.y, to.z - from.z};
    double along = -dv_triple_dot(start, way), way_squared = dv_triple_dot(way, way);
    if (along <= 0 || along >= way_squared)
        return false; // an end is nearest to the center, and both ends are outside
    return (dv_triple_dot(start, start) - radius_squared) * way_squared <= along * along;
}

static bool disc_holds(const dv_obstacle_record *disc, dv_pair point) {
    dv_pair offset = dv_pair_from(dv_in_plane(disc->position), point);
    return dv_pair_dot(offset, offset) <= (double)disc->radius * disc->radius;
}

static bool contains_point(const dv_obstacle_record *obstacle, dv_space space, dv_triple point) {
    if (obstacle->shape == DV_SPHERE)
        return dv_ball_surface(dv_at_height(space, obstacle->position), obstacle->radius, point)
                   .distance <= 0;
    if (dv_has_caps(obstacle, space) &&
        fabs(point.z - obstacle->position.z) > obstacle->half_height)
        return false;
    if (dv_is_round(obstacle))
        return disc_holds(obstacle, (dv_pair){point.x, point.y});
    dv_pair asked = {point.x, point.y};
    return dv_outline_encloses(obstacle, asked) || dv_is_on_outline(obstacle, asked);
}

/// Clip a line of sight to the heights between floor and ceiling; false if nothing is left.
static bool cut_to_height(const dv_obstacle_record *box, dv_triple *from, dv_triple *to) {
    double low = box->position.z - (double)box->half_height;
    double high = box->position.z + (double)box->half_height;
    if (dv_greater(from->z, to->z) < low || dv_lesser(from->z, to->z) > high)
        return false;
    dv_triple start = *from, way = {to->x - from->x, to->y - from->y, to->z - from->z};
    if (way.z == 0)
        return true;
    double enter = dv_greater(0, (way.z > 0 ? low - start.z : high - start.z) / way.z);
    double leave = dv_lesser(1, (way.z > 0 ? high - start.z : low - start.z) / way.z);
    *from = (dv_triple){start.x + way.x * enter, start.y + way.y * enter, start.z + way.z * enter};
    *to = (dv_triple){start.x + way.x * leave, start.y + way.y * leave, start.z + way.z * leave};
    return true;
}

static bool crosses_disc(const dv_obstacle_record *disc, dv_pair from, dv_pair to) {
    dv_pair way = dv_pair_from(from, to),
            to_center = dv_pair_from(from, dv_in_plane(disc->position));
    double square = dv_pair_dot(way, way);
    double part = square > 0 ? dv_pair_dot(to_center, way) / square : 0;
    return disc_holds(disc, dv_pair_along(from, way, dv_lesser(dv_greater(part, 0), 1)));
}

static bool crosses_edge(const dv_obstacle_record *obstacle, dv_pair from, dv_pair to) {
    for (uint32_t i = 0; i < dv_outline_count(obstacle); i++)
        if (dv_segments_touch(dv_outline_at(obstacle, i), dv_outline_at(obstacle, i + 1), from, to))
            return true;
    return false;
}

static bool crosses_outline(const dv_obstacle_record *obstacle, dv_pair from, dv_pair to) {
    if (dv_is_round(obstacle))
        return crosses_disc(obstacle, from, to);
    if (crosses_edge(obstacle, from, to))
        return true;
    return dv_outline_encloses(obstacle, from); // it only passes through floor or ceiling
}

/// Whether a line of sight that begins or ends inside a hollow obstacle crosses its surface.
static bool leaves_shell(const dv_obstacle_record *shell, dv_space space, dv_triple from,
                         dv_triple to) {
    if (!contains_point(shell, space, from) || !contains_point(shell, space, to))
        return true;
    // Only outlines have corners that two points inside can be hidden by.
    return crosses_edge(shell, (dv_pair){from.x, from.y}, (dv_pair){to.x, to.y});
}

bool dv_obstacle_hides(const dv_obstacle_record *obstacle, dv_space space, dv_vec3 from,
                       dv_vec3 to) {
    dv_triple start = dv_at_height(space, from), end = dv_at_height(space, to);
    if (obstacle->hollow &&
        (contains_point(obstacle, space, start) || contains_point(obstacle, space, end)))
        return leaves_shell(obstacle, space, start, end);
    if (obstacle->shape == DV_SPHERE || (dv_is_round(obstacle) && space == DV_PLANE))
        return ball_hides(dv_at_height(space, obstacle->position), obstacle->radius, start, end);
    dv_triple first = start, last = end;
    if (dv_has_caps(obstacle, space) && !cut_to_height(obstacle, &first, &last))
        return false;
    return crosses_outline(obstacle, (dv_pair){first.x, first.y}, (dv_pair){last.x, last.y}) &&
           !contains_point(obstacle, space, start) && !contains_point(obstacle, space, end);
}
