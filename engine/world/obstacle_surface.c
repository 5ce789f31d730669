// Finding the nearest point of an obstacle's surface.
#include "world/obstacle_geometry.h"

static dv_pair nearest_on_segment(dv_pair start, dv_pair end, dv_pair point) {
    dv_pair edge = dv_pair_from(start, end);
    double along = dv_pair_dot(dv_pair_from(start, point), edge);
    if (along <= 0)
        return start;
    double length_squared = dv_pair_dot(edge, edge);
    if (along >= length_squared)
        return end;
    return dv_pair_along(start, edge, along / length_squared);
}

dv_shape_surface dv_outline_surface(const dv_obstacle_record *obstacle, dv_triple from) {
    dv_pair asked = {from.x, from.y}, nearest = asked;
    double least = DV_NEVER;
    uint32_t nearest_edge = 0;
    for (uint32_t i = 0; i < obstacle->outline->count; i++) {
        dv_pair point =
            nearest_on_segment(dv_outline_at(obstacle, i), dv_outline_at(obstacle, i + 1), asked);
        dv_pair offset = dv_pair_from(point, asked);
        double distance_squared = dv_pair_dot(offset, offset);
        if (distance_squared < least) {
            least = distance_squared;
            nearest = point;
            nearest_edge = i;
        }
    }
    dv_pair normal;
    double distance = sqrt(least);
    if (distance == 0) {
        normal = dv_edge_normal(dv_outline_at(obstacle, nearest_edge),
                                dv_outline_at(obstacle, nearest_edge + 1));
    } else {
        normal = dv_pair_unit(dv_pair_from(nearest, asked));
        if (dv_outline_encloses(obstacle, asked)) {
            normal = (dv_pair){-normal.x, -normal.y};
            distance = -distance;
        }
    }
    return (dv_shape_surface){{nearest.x, nearest.y, from.z}, {normal.x, normal.y, 0}, distance};
}

/// The nearest surface of a shape with a floor and a ceiling; `side` is that of its side.
static dv_shape_surface capped_surface(const dv_obstacle_record *obstacle, dv_triple from,
                                       dv_shape_surface side) {
    double height = from.z - obstacle->position.z;
    double up = height < 0 ? -1 : 1;
    double above = up * height - obstacle->half_height;
    if (above <= 0 && side.distance >= above)
        return side;
    double cap_z = obstacle->position.z + up * obstacle->half_height;
    if (side.distance <= 0)
        return (dv_shape_surface){{from.x, from.y, cap_z}, {0, 0, up}, above};
    double distance = sqrt(side.distance * side.distance + above * above);
    return (dv_shape_surface){{side.point.x, side.point.y, cap_z},
                              {(from.x - side.point.x) / distance,
                               (from.y - side.point.y) / distance, (from.z - cap_z) / distance},
                              distance};
}

dv_shape_surface dv_prism_surface(const dv_obstacle_record *obstacle, dv_triple from) {
    return capped_surface(obstacle, from, dv_outline_surface(obstacle, from));
}

dv_shape_surface dv_ball_surface(dv_triple center, double radius, dv_triple from) {
    dv_triple offset = {from.x - center.x, from.y - center.y, from.z - center.z};
    double distance = sqrt(dv_triple_dot(offset, offset));
    dv_triple normal = {1, 0, 0}; // at the exact center, any direction will do
    if (distance > 0)
        normal = (dv_triple){offset.x / distance, offset.y / distance, offset.z / distance};
    return (dv_shape_surface){
        {center.x + normal.x * radius, center.y + normal.y * radius, center.z + normal.z * radius},
        normal,
        distance - radius};
}

dv_shape_surface dv_cylinder_surface(const dv_obstacle_record *cylinder, dv_triple from) {
    dv_triple level = {cylinder->position.x, cylinder->position.y, from.z};
    return capped_surface(cylinder, from, dv_ball_surface(level, cylinder->radius, from));
}

static dv_shape_surface surface_at(const dv_obstacle_record *obstacle, dv_space space,
                                   dv_triple from) {
    if (obstacle->shape == DV_SPHERE)
        return dv_ball_surface(dv_at_height(space, obstacle->position), obstacle->radius, from);
    if (obstacle->shape == DV_CYLINDER)
        return dv_has_caps(obstacle, space)
                   ? dv_cylinder_surface(obstacle, from)
                   : dv_ball_surface(dv_at_height(space, obstacle->position), obstacle->radius,
                                     from);
    if (dv_has_caps(obstacle, space))
        return dv_prism_surface(obstacle, from);
    return dv_outline_surface(obstacle, from);
}

dv_surface_point dv_obstacle_surface(const dv_obstacle_record *obstacle, dv_space space,
                                     dv_vec3 from) {
    dv_shape_surface found = surface_at(obstacle, space, dv_at_height(space, from));
    if (obstacle->hollow && found.distance < 0) {
        found.normal = (dv_triple){-found.normal.x, -found.normal.y, -found.normal.z};
        found.distance = -found.distance;
    }
    return (dv_surface_point){.point = dv_vector_of_triple(found.point),
                              .normal = dv_vector_of_triple(found.normal),
                              .distance = (float)found.distance};
}
