#include "world/regions.h"

#include "base/alloc.h"
#include "base/math.h"
#include "base/result.h"
#include "program/value_rows.h"
#include "world/account.h"
#include "world/obstacle_shapes.h"
#include "world/obstacles.h"
#include "world/world_data.h"

#define POINT_TRIES 10000

void dv_regions_free(dv_regions *regions) {
    for (uint32_t i = 0; i < regions->ids.count; i++)
        if (regions->ids.alive[i])
            dv_free(regions->records[i].shape.outline);
    dv_free(regions->records);
    dv_ids_free(&regions->ids);
    *regions = (dv_regions){0};
}

dv_region_def dv_region_def_default(void) { return (dv_region_def){.speed = 1}; }

dv_result dv_region_create(dv_world *world, const dv_region_def *def, dv_region *region,
                           dv_error *error) {
    dv_regions *regions = &world->regions;
    dv_region_record record = {.speed = def->speed};
    *region = (dv_region){0};
    dv_result result = dv_check_row("region", DV_ROW_REGION_SPEED, (double)def->speed, error);
    if (result == DV_OK && def->shape.shape == DV_WALL)
        result = dv_fail(error, DV_ERROR_ARGUMENT, "region: a wall has no inside");
    if (result == DV_OK && def->shape.hollow)
        result = dv_fail(error, DV_ERROR_ARGUMENT, "region: it cannot be hollow");
    if (result == DV_OK)
        result = dv_obstacle_make(world, &def->shape, &record.shape, error);
    if (result != DV_OK)
        return result;
    result = dv_ids_reserve(&regions->ids, "region", error);
    if (result == DV_OK && !dv_reserve((void **)&regions->records, &regions->capacity,
                                       regions->ids.count + 1, sizeof *regions->records))
        result = dv_fail(error, DV_ERROR_MEMORY, "no memory for another region");
    if (result == DV_OK)
        result = dv_charge(world, dv_weight_of_shape(&record.shape), error);
    if (result != DV_OK) {
        dv_free(record.shape.outline);
        return result;
    }
    uint32_t index = dv_ids_take(&regions->ids);
    regions->records[index] = record;
    *region = dv_world_region_at(world, index);
    return DV_OK;
}

static dv_region_record *record_of(const dv_world *world, uint64_t bits) {
    uint32_t index;
    bool found = dv_ids_find(&world->regions.ids, world, DV_HANDLE_REGION, bits, &index);
    return found ? &world->regions.records[index] : NULL;
}

const dv_region_record *dv_region_record_of(const dv_world *world, uint64_t bits) {
    return record_of(world, bits);
}

dv_result dv_region_remove(dv_world *world, dv_region region) {
    dv_region_record *record = record_of(world, region.bits);
    if (!record)
        return DV_ERROR_STALE;
    dv_discharge(world, dv_weight_of_shape(&record->shape));
    dv_free(record->shape.outline);
    *record = (dv_region_record){0};
    dv_ids_give_back(&world->regions.ids, dv_handle_index(region.bits));
    return DV_OK;
}

/// The image of a point that is nearest to the middle of a region's bounding box.
static dv_vec3 image_near(const dv_world *world, const dv_obstacle_record *shape, const dv_box *box,
                          dv_vec3 point) {
    if (world->bounds.edge != DV_EDGE_WRAP)
        return point;
    dv_vec3 middle = dv_lerp(box->low, box->high, 0.5f);
    middle.z = isfinite(middle.z) ? middle.z : shape->position.z;
    return dv_add(middle, dv_offset_between(world, middle, point));
}

static bool is_in_box(const dv_box *box, dv_space space, dv_vec3 p) {
    bool level = p.x >= box->low.x && p.x <= box->high.x && p.y >= box->low.y && p.y <= box->high.y;
    return level && (space == DV_PLANE || (p.z >= box->low.z && p.z <= box->high.z));
}

bool dv_region_holds(const dv_world *world, const dv_region_record *region, dv_vec3 point) {
    dv_box box = dv_obstacle_box(&region->shape);
    dv_vec3 image = image_near(world, &region->shape, &box, point);
    return is_in_box(&box, world->space, image) &&
           dv_obstacle_surface(&region->shape, world->space, image).distance <= 0;
}

dv_surface_point dv_region_surface(const dv_world *world, const dv_region_record *region,
                                   dv_vec3 from) {
    if (!dv_region_holds(world, region, from))
        return dv_obstacle_surface_near(&world->obstacles, &region->shape, world->space, from);
    dv_box box = dv_obstacle_box(&region->shape);
    return dv_obstacle_surface(&region->shape, world->space,
                               image_near(world, &region->shape, &box, from));
}

dv_vec3 dv_region_nearest(const dv_world *world, const dv_region_record *region, dv_vec3 from) {
    if (dv_region_holds(world, region, from))
        return from;
    return dv_obstacle_surface_near(&world->obstacles, &region->shape, world->space, from).point;
}

// Public queries

bool dv_region_alive(const dv_world *world, dv_region region) {
    return record_of(world, region.bits) != NULL;
}

bool dv_region_contains(const dv_world *world, dv_region region, dv_vec3 point) {
    const dv_region_record *record = record_of(world, region.bits);
    return record && dv_is_finite(point) && dv_region_holds(world, record, point);
}

float dv_region_speed(const dv_world *world, dv_region region) {
    const dv_region_record *record = record_of(world, region.bits);
    return record ? record->speed : 1;
}

dv_result dv_region_set_speed(dv_world *world, dv_region region, double speed, dv_error *error) {
    dv_region_record *record = record_of(world, region.bits);
    if (!record)
        return dv_fail(error, DV_ERROR_STALE, "the region is gone");
    dv_result result = dv_check_row("region", DV_ROW_REGION_SPEED, speed, error);
    if (result == DV_OK)
        record->speed = (float)speed;
    return result;
}

dv_vec3 dv_region_position(const dv_world *world, dv_region region) {
    const dv_region_record *record = record_of(world, region.bits);
    return record ? record->shape.position : dv_vec(0, 0, 0);
}

dv_obstacle_shape dv_region_shape_of(const dv_world *world, dv_region region) {
    const dv_region_record *record = record_of(world, region.bits);
    return record ? (dv_obstacle_shape)record->shape.shape : DV_SPHERE;
}

float dv_region_radius(const dv_world *world, dv_region region) {
    const dv_region_record *record = record_of(world, region.bits);
    return record ? record->shape.radius : 0;
}

uint32_t dv_region_outline(const dv_world *world, dv_region region, const dv_vec3 **points) {
    const dv_region_record *record = record_of(world, region.bits);
    *points = record && record->shape.outline ? record->shape.outline->points : NULL;
    return record ? dv_outline_count(&record->shape) : 0;
}

static float random_between(dv_world *world, float low, float high) {
    return low + (high - low) * (float)dv_world_random(world);
}

static void cut_to(float *low, float *high, float least, float most) {
    *low = (float)dv_greater(*low, least);
    *high = (float)dv_lesser(*high, most);
}

/// Cut a side that is longer than a wrapping world, about its middle. dv_region_holds looks at the
/// image of a place that is nearest to the middle, so the rest has none.
static void cut_to_span(float *low, float *high, float span) {
    float middle = *low + (*high - *low) * 0.5f;
    cut_to(low, high, middle - span / 2, middle + span / 2);
}

/// The part of a region's box that random points are drawn from. In a wrapping world, it may lie
/// beyond an edge.
static void box_of(const dv_world *world, const dv_obstacle_record *shape, dv_vec3 *low,
                   dv_vec3 *high) {
    const dv_bounds *bounds = &world->bounds;
    bool wraps = bounds->edge == DV_EDGE_WRAP;
    dv_box box = dv_obstacle_box(shape);
    *low = box.low;
    *high = box.high;
    if (wraps) {
        dv_vec3 span = dv_subtract(bounds->max, bounds->min);
        cut_to_span(&low->x, &high->x, span.x);
        cut_to_span(&low->y, &high->y, span.y);
        if (isfinite(low->z))
            cut_to_span(&low->z, &high->z, span.z);
    } else if (bounds->edge == DV_EDGE_CONTAIN) {
        cut_to(&low->x, &high->x, bounds->min.x, bounds->max.x);
        cut_to(&low->y, &high->y, bounds->min.y, bounds->max.y);
        cut_to(&low->z, &high->z, bounds->min.z, bounds->max.z);
    }
    // A region without a floor and a ceiling uses those of the world.
    if (!isfinite(low->z))
        cut_to(&low->z, &high->z, bounds->min.z, bounds->max.z);
}

static bool has_room(dv_space space, dv_vec3 low, dv_vec3 high) {
    return low.x < high.x && low.y < high.y && (space == DV_PLANE || low.z < high.z);
}

dv_result dv_region_random_point(dv_world *world, dv_region region, dv_vec3 *point,
                                 dv_error *error) {
    const dv_region_record *record = record_of(world, region.bits);
    dv_surface_point surface;
    dv_vec3 low, high;
    if (!record)
        return dv_fail(error, DV_ERROR_STALE, "the region is gone");
    if (!dv_obstacles_index(&world->obstacles))
        return dv_fail(error, DV_ERROR_MEMORY, "out of memory");
    box_of(world, &record->shape, &low, &high);
    if (!has_room(world->space, low, high))
        return dv_fail(error, DV_ERROR_LIMIT, "the region has no room within the bounds");
    for (int i = 0; i < POINT_TRIES; i++) {
        dv_vec3 p = {random_between(world, low.x, high.x), random_between(world, low.y, high.y), 0};
        if (world->space == DV_VOLUME)
            p.z = random_between(world, low.z, high.z);
        p = dv_into_space(world, p);
        bool blocked = dv_obstacles_nearest(&world->obstacles, world->space, p, 0, &surface) &&
                       surface.distance < 0;
        if (blocked || !dv_region_holds(world, record, p))
            continue;
        *point = p;
        return DV_OK;
    }
    return dv_fail(error, DV_ERROR_LIMIT, "no place in the region is free");
}

uint32_t dv_world_region_limit(const dv_world *world) { return world->regions.ids.count; }

dv_region dv_world_region_at(const dv_world *world, uint32_t index) {
    return (dv_region){dv_ids_handle(&world->regions.ids, world, DV_HANDLE_REGION, index)};
}
