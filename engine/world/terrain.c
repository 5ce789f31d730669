// Laying and querying terrain; see terrain.h for the invariant.
#include "world/terrain.h"

#include "base/alloc.h"
#include "base/result.h"
#include "program/value_rows.h"
#include "world/fields.h"
#include "world/obstacle_shapes.h"
#include "world/regions.h"
#include "world/world_data.h"

#include <stdio.h>
#include <string.h>

// Laying

dv_result dv_region_set_terrain(dv_world *world, dv_region region, int32_t type, dv_error *error) {
    uint32_t index;
    if (!dv_ids_find(&world->regions.ids, world, DV_HANDLE_REGION, region.bits, &index))
        return dv_fail(error, DV_ERROR_STALE, "the region is gone");
    if (type >= 0 && (uint32_t)type >= world->program->terrain_type_count)
        return dv_fail(error, DV_ERROR_NAME, "no terrain number %d", (int)type);
    dv_region_record *record = &world->regions.records[index];
    record->terrain = type >= 0 ? (uint32_t)type : 0;
    record->laid = type >= 0 ? ++world->regions.laid : 0;
    return DV_OK;
}

dv_result dv_terrain_create(dv_world *world, uint32_t type, dv_region *region, dv_error *error) {
    dv_bounds b = world->bounds;
    dv_region_def def = dv_region_def_default();
    *region = (dv_region){0};
    if (type >= world->program->terrain_type_count)
        return dv_fail(error, DV_ERROR_NAME, "no terrain number %u", type);
    def.shape = (dv_obstacle_def){.shape = DV_BOX,
                                  .position = dv_lerp(b.min, b.max, 0.5f),
                                  .width = b.max.x - b.min.x,
                                  .depth = b.max.y - b.min.y,
                                  .height = b.max.z - b.min.z};
    dv_result result = dv_region_create(world, &def, region, error);
    return result == DV_OK ? dv_region_set_terrain(world, *region, (int32_t)type, error) : result;
}

int32_t dv_region_terrain(const dv_world *world, dv_region region) {
    const dv_region_record *record = dv_region_record_of(world, region.bits);
    return record && record->laid ? (int32_t)record->terrain : -1;
}

// Querying

bool dv_terrain_is_laid(const dv_world *world, uint32_t type) {
    const dv_regions *regions = &world->regions;
    for (uint32_t i = 0; i < regions->ids.count; i++)
        if (regions->ids.alive[i] && regions->records[i].laid &&
            regions->records[i].terrain == type)
            return true;
    return false;
}

int32_t dv_world_terrain_at(const dv_world *world, dv_vec3 point) {
    const dv_regions *regions = &world->regions;
    const dv_region_record *top = NULL;
    if (regions->laid == 0 || !dv_is_finite(point))
        return -1;
    for (uint32_t i = 0; i < regions->ids.count; i++) {
        const dv_region_record *record = &regions->records[i];
        if (regions->ids.alive[i] && record->laid > (top ? top->laid : 0) &&
            dv_region_holds(world, record, point))
            top = record;
    }
    return top ? (int32_t)top->terrain : -1;
}

dv_terrain_for dv_terrain_by_field(const dv_world *world, uint32_t type, dv_terrain_for whole,
                                   dv_vec3 point) {
    int32_t field = world->program->terrain_fields[type];
    if (field < 0)
        return whole;
    double amount = dv_field_amount(dv_field_of_type(world, (uint32_t)field), point);
    double share = amount / world->program->fields[field].max;
    whole.weight *= share;
    whole.speed = 1 + (whole.speed - 1) * share;
    return whole;
}

float dv_terrain_pace(const dv_world *world, uint32_t kind, dv_vec3 point) {
    int32_t found = dv_world_terrain_at(world, point);
    if (found < 0)
        return 1;
    uint32_t type = (uint32_t)found;
    dv_terrain_for whole = dv_program_terrain_for(world->program, type, kind);
    return (float)dv_terrain_by_field(world, type, whole, point).speed;
}

bool dv_terrain_changes_pace(const dv_world *world, uint32_t type) {
    for (uint32_t kind = 0; kind < world->program->kind_count; kind++)
        if (dv_program_terrain_for(world->program, type, kind).speed != 1)
            return true;
    return false;
}

float dv_pace_at(const dv_world *world, uint32_t kind, dv_vec3 point) {
    const dv_regions *regions = &world->regions;
    float pace = 1;
    for (uint32_t i = 0; i < regions->ids.count; i++)
        if (regions->ids.alive[i] && regions->records[i].speed != 1 &&
            dv_region_holds(world, &regions->records[i], point))
            pace *= regions->records[i].speed;
    pace *= dv_terrain_pace(world, kind, point);
    return pace < DV_FASTEST_REGION ? pace : DV_FASTEST_REGION;
}

/// Whether a range along one axis, from `low` to `high` with its middle at an offset of `way`,
/// comes within `reach` of a place. Allows for rounding errors, since dv_ground_at checks again.
static bool spans_place(float low, float high, float place, float way, float reach) {
    float slack = 1e-6f * (fabsf(low) + fabsf(high) + fabsf(place) + reach);
    return fabsf(way) <= (high - low) / 2 + reach + slack;
}

static bool comes_near(const dv_world *world, const dv_obstacle_record *shape, dv_vec3 place,
                       float reach) {
    dv_box box = dv_obstacle_box(shape);
    dv_vec3 low = {box.low.x, box.low.y, place.z};
    dv_vec3 high = {box.high.x, box.high.y, place.z};
    dv_vec3 way = dv_offset_between(world, place, dv_lerp(low, high, 0.5f));
    return spans_place(low.x, high.x, place.x, way.x, reach) &&
           spans_place(low.y, high.y, place.y, way.y, reach);
}

static void take_in_order(dv_ground *ground, const dv_region_record *region) {
    uint32_t i = ground->count++;
    for (; i > 0 && ground->regions[i - 1]->laid < region->laid; i--)
        ground->regions[i] = ground->regions[i - 1];
    ground->regions[i] = region;
}

dv_ground dv_ground_near(const dv_world *world, dv_vec3 place, float reach) {
    const dv_regions *regions = &world->regions;
    dv_ground ground = {.world = world};
    for (uint32_t i = 0; regions->laid && i < regions->ids.count; i++) {
        const dv_region_record *region = &regions->records[i];
        if (!regions->ids.alive[i] || !region->laid ||
            !comes_near(world, &region->shape, place, reach))
            continue;
        if (ground.count == DV_MAX_GROUND) {
            ground.is_crowded = true;
            return ground;
        }
        take_in_order(&ground, region);
    }
    return ground;
}

int32_t dv_ground_at(const dv_ground *ground, dv_vec3 point) {
    if (ground->is_crowded)
        return dv_world_terrain_at(ground->world, point);
    for (uint32_t i = 0; i < ground->count; i++)
        if (dv_region_holds(ground->world, ground->regions[i], point))
            return (int32_t)ground->regions[i]->terrain;
    return -1;
}
