// Paths, flows, regions and the terrain that regions lay, in a snapshot. A path is written as it
// was given, and its spine is computed again. A flow is written as it is, compiled or painted,
// and one to goals with its directions.
#include "base/alloc.h"
#include "navigation/map.h"
#include "record/snapshot_parts.h"
#include "world/flows.h"
#include "world/paths.h"

#include <math.h>

void dv_write_ids(dv_stream *s, const dv_id_pool *ids) {
    dv_write_u32(s, ids->count);
    dv_write_bytes(s, ids->generations, ids->count * sizeof *ids->generations);
    dv_write_bytes(s, ids->alive, ids->count * sizeof *ids->alive);
    dv_write_u32(s, ids->free_count);
    dv_write_bytes(s, ids->free_indices, ids->free_count * sizeof *ids->free_indices);
}

static bool reserve_ids(dv_id_pool *ids, uint32_t count) {
    return dv_reserve((void **)&ids->generations, &ids->generation_capacity, count + 1,
                      sizeof *ids->generations) &&
           dv_reserve((void **)&ids->alive, &ids->alive_capacity, count + 1, sizeof *ids->alive) &&
           dv_reserve((void **)&ids->free_indices, &ids->free_capacity, count + 1,
                      sizeof *ids->free_indices);
}

/// Every index must be alive, in the free list once, or used up. `alive` gets only the live
/// indices, so that only what was read is freed when reading breaks off.
static void read_ids(dv_loading *l, dv_id_pool *ids) {
    uint32_t count = dv_read_u32(l->reader);
    dv_damaged_unless(l, count <= 1u << DV_HANDLE_INDEX_BITS);
    if (!dv_usable(l) || !dv_read_fits(l->reader, count, 5))
        return;
    l->out_of_memory = !reserve_ids(ids, count);
    if (!dv_usable(l))
        return;
    dv_read_bytes(l->reader, ids->generations, count * sizeof *ids->generations);
    dv_read_bytes(l->reader, ids->alive, count);
    uint32_t used_up = 0;
    for (uint32_t i = 0; i < count; i++) {
        bool is_used_up = ids->generations[i] == DV_LAST_GENERATION;
        dv_damaged_unless(l, ids->alive[i] <= !is_used_up &&
                                 ids->generations[i] <= DV_LAST_GENERATION);
        ids->alive_count += ids->alive[i] == 1;
        used_up += is_used_up;
    }
    uint32_t free_count = dv_read_u32(l->reader);
    dv_damaged_unless(l, free_count == count - ids->alive_count - used_up);
    if (!dv_usable(l))
        return;
    dv_read_bytes(l->reader, ids->free_indices, free_count * sizeof *ids->free_indices);
    for (uint32_t i = 0; i < free_count; i++) {
        uint32_t index = ids->free_indices[i];
        bool is_free = index < count && ids->alive[index] == 0 &&
                       ids->generations[index] != DV_LAST_GENERATION;
        dv_damaged_unless(l, is_free);
        if (is_free)
            ids->alive[index] = 2;
    }
    for (uint32_t i = 0; i < count; i++)
        ids->alive[i] = ids->alive[i] == 1;
    ids->free_count = free_count;
    ids->count = count;
}

bool dv_begin_records(dv_loading *l, dv_id_pool *ids, void **records, uint32_t *capacity,
                      size_t size) {
    read_ids(l, ids);
    if (!dv_usable(l)) {
        ids->count = 0;
        return false;
    }
    l->out_of_memory = !dv_reserve(records, capacity, ids->count + 1, size);
    if (!dv_usable(l)) {
        ids->count = 0;
        return false;
    }
    memset(*records, 0, (ids->count + 1) * size);
    return true;
}

// Paths

void dv_write_paths(dv_stream *s, const dv_world *world) {
    const dv_paths *paths = &world->paths;
    dv_write_ids(s, &paths->ids);
    for (uint32_t i = 0; i < paths->ids.count; i++) {
        const dv_path_record *path = &paths->records[i];
        if (!paths->ids.alive[i])
            continue;
        dv_write_bytes(s, &path->radius, sizeof path->radius);
        dv_write_u8(s, path->closed);
        dv_write_u8(s, path->spline);
        dv_write_u32(s, path->point_count);
        dv_write_bytes(s, path->points, path->point_count * sizeof *path->points);
    }
}

static void read_path(dv_loading *l, dv_path_record *path) {
    dv_path_def def = {0};
    dv_read_bytes(l->reader, &def.radius, sizeof def.radius);
    def.closed = dv_read_u8(l->reader) != 0;
    def.spline = dv_read_u8(l->reader) != 0;
    def.point_count = dv_read_u32(l->reader);
    dv_damaged_unless(l, def.point_count <= DV_MAX_PATH_POINTS);
    if (!dv_usable(l) || !dv_read_fits(l->reader, def.point_count, sizeof *def.points))
        return;
    dv_vec3 *points = dv_alloc(def.point_count * sizeof *points);
    l->out_of_memory = !points;
    if (!points)
        return;
    dv_read_bytes(l->reader, points, def.point_count * sizeof *points);
    def.points = points;
    dv_note(l, dv_path_make(l->world, &def, path, &l->reason));
    dv_free(points);
}

void dv_read_paths(dv_loading *l) {
    dv_paths *paths = &l->world->paths;
    if (!dv_begin_records(l, &paths->ids, (void **)&paths->records, &paths->capacity,
                          sizeof *paths->records))
        return;
    for (uint32_t i = 0; dv_usable(l) && i < paths->ids.count; i++)
        if (paths->ids.alive[i])
            read_path(l, &paths->records[i]);
}

void dv_write_planned(dv_stream *s, const dv_world *world) {
    const dv_paths *paths = &world->paths;
    dv_write_u32(s, paths->ids.count);
    for (uint32_t i = 0; i < paths->ids.count; i++)
        dv_write_u8(s, paths->ids.alive[i] && paths->records[i].planned);
}

void dv_read_planned(dv_loading *l, dv_reader *reader) {
    dv_paths *paths = &l->world->paths;
    l->part = "planned paths";
    uint32_t count = dv_read_u32(reader);
    dv_damaged_unless(l, count == paths->ids.count);
    for (uint32_t i = 0; dv_usable(l) && i < count; i++) {
        uint8_t planned = dv_read_u8(reader);
        dv_damaged_unless(l, !reader->damaged && planned <= paths->ids.alive[i]);
        if (dv_usable(l))
            paths->records[i].planned = planned;
    }
}

// Flows to goals

static void write_goal(dv_stream *s, const dv_flow_goal *goal) {
    dv_write_u64(s, goal->agent.bits & ~DV_WORLD_BITS);
    dv_write_u64(s, goal->region.bits & ~DV_WORLD_BITS);
    dv_write_vector(s, goal->point);
}

/// What is gone by now stays a goal that is gone.
static void read_goal(dv_loading *l, dv_flow_goal *goal) {
    const uint64_t bits[] = {dv_read_u64(l->reader) & ~DV_WORLD_BITS,
                             dv_read_u64(l->reader) & ~DV_WORLD_BITS};
    const uint64_t id = (uint64_t)l->world->id << 46;
    goal->agent.bits = bits[0] ? bits[0] | id : 0;
    goal->region.bits = bits[1] ? bits[1] | id : 0;
    goal->point = dv_read_vector(l->reader);
    dv_damaged_unless(l, dv_row_holds(DV_ROW_FLOW_BOUNDS, goal->point) && !(bits[0] && bits[1]));
}

static void write_aim(dv_stream *s, const dv_flow_record *flow) {
    const dv_flow_aim *aim = flow->aim;
    dv_write_u32(s, aim->goal_count);
    for (uint32_t i = 0; i < aim->goal_count; i++)
        write_goal(s, &aim->goals[i]);
    const float numbers[] = {aim->clearance, aim->resolution, aim->density};
    dv_write_bytes(s, numbers, sizeof numbers);
    dv_write_u8(s, aim->counts_terrain);
    dv_write_u32(s, (uint32_t)(aim->kind + 1));
    dv_write_u32(s, aim->outcome);
    dv_write_u64(s, aim->key);
    dv_write_bytes(s, aim->arrows, dv_flow_node_count(flow) * sizeof *aim->arrows);
}

/// The grid has to be that of the bounds, since a renewal fills it again.
static bool is_valid_aim(const dv_loading *l, const dv_flow_record *flow) {
    const dv_flow_aim *aim = flow->aim;
    dv_vec3 low = l->world->bounds.min, high = l->world->bounds.max;
    return aim->clearance >= 0 && aim->clearance <= DV_FARTHEST && aim->resolution > 0 &&
           aim->resolution <= DV_FARTHEST && aim->density >= 0 &&
           (double)aim->density <= DV_DENSEST && aim->kind >= -1 &&
           aim->kind < (int32_t)l->names->kind_count && aim->outcome <= DV_FLOW_OUT_OF_MEMORY &&
           l->world->space == DV_PLANE && !flow->painted &&
           flow->wraps == (l->world->bounds.edge == DV_EDGE_WRAP) &&
           flow->count[0] == dv_map_cells_along(low.x, high.x, (double)aim->resolution) &&
           flow->count[1] == dv_map_cells_along(low.y, high.y, (double)aim->resolution);
}

static void read_aim(dv_loading *l, dv_flow_record *flow) {
    dv_flow_aim *aim = flow->aim = dv_alloc(sizeof *aim);
    l->out_of_memory = !aim;
    if (!aim)
        return;
    uint32_t goals = dv_read_u32(l->reader);
    dv_damaged_unless(l, goals >= 1 && goals <= DV_MAX_FLOW_GOALS);
    if (!dv_usable(l))
        return;
    aim->goals = dv_alloc(goals * sizeof *aim->goals);
    l->out_of_memory = !aim->goals;
    aim->goal_count = aim->goals ? goals : 0;
    for (uint32_t i = 0; dv_usable(l) && i < goals; i++)
        read_goal(l, &aim->goals[i]);
    float numbers[3] = {0};
    dv_read_bytes(l->reader, numbers, sizeof numbers);
    aim->clearance = numbers[0];
    aim->resolution = numbers[1];
    aim->density = numbers[2];
    aim->counts_terrain = dv_read_u8(l->reader) != 0;
    uint32_t kind = dv_read_u32(l->reader), outcome = dv_read_u32(l->reader);
    dv_damaged_unless(l, kind <= DV_MAX_KINDS && outcome <= DV_FLOW_OUT_OF_MEMORY);
    if (!dv_usable(l))
        return;
    aim->kind = (int32_t)kind - 1;
    aim->outcome = (dv_flow_outcome)outcome;
    aim->key = dv_read_u64(l->reader);
    dv_damaged_unless(l, is_valid_aim(l, flow));
    uint32_t count = dv_flow_node_count(flow);
    if (!dv_usable(l) || !dv_read_fits(l->reader, count, sizeof *aim->arrows))
        return;
    aim->arrows = dv_alloc(count * sizeof *aim->arrows);
    l->out_of_memory = !aim->arrows;
    if (aim->arrows)
        dv_read_bytes(l->reader, aim->arrows, count * sizeof *aim->arrows);
}

// Flows

void dv_write_flows(dv_stream *s, const dv_world *world) {
    const dv_flows *flows = &world->flows;
    dv_write_ids(s, &flows->ids);
    for (uint32_t i = 0; i < flows->ids.count; i++) {
        const dv_flow_record *flow = &flows->records[i];
        if (!flows->ids.alive[i])
            continue;
        dv_write_u32(s, flow->type);
        for (int axis = 0; axis < 3; axis++)
            dv_write_u32(s, flow->count[axis]);
        dv_write_vector(s, flow->origin);
        dv_write_vector(s, flow->spacing);
        dv_write_u8(s, flow->wraps);
        dv_write_u8(s, flow->painted);
        dv_write_u64(s, flow->born);
        if (flow->aim)
            write_aim(s, flow);
        else
            dv_write_bytes(s, flow->nodes, dv_flow_node_count(flow) * sizeof *flow->nodes);
    }
}

/// Whether the nodes along a side span no more than the largest bounds, allowing for rounding.
static bool is_valid_side(uint32_t count, float spacing) {
    double most = 2.001 * (double)DV_FARTHEST;
    return spacing > 0 && (double)spacing * (count > 1 ? count - 1 : 1) <= most;
}

static bool is_valid_grid(const dv_loading *l, const dv_flow_record *flow) {
    double nodes = (double)flow->count[0] * flow->count[1] * flow->count[2];
    bool is_level = flow->count[2] == 1 && flow->origin.z == 0;
    return (flow->type < l->names->flow_type_count || flow->type == DV_NO_FLOW_TYPE) &&
           nodes >= 1 && nodes <= (double)DV_MAX_FLOW_NODES && flow->born <= l->world->tick &&
           (!flow->wraps || l->world->bounds.edge == DV_EDGE_WRAP) &&
           (is_level || l->world->space == DV_VOLUME) &&
           dv_row_holds(DV_ROW_FLOW_BOUNDS, flow->origin) &&
           is_valid_side(flow->count[0], flow->spacing.x) &&
           is_valid_side(flow->count[1], flow->spacing.y) &&
           is_valid_side(flow->count[2], flow->spacing.z);
}

static void read_flow(dv_loading *l, dv_flow_record *flow) {
    flow->type = dv_read_u32(l->reader);
    for (int axis = 0; axis < 3; axis++)
        flow->count[axis] = dv_read_u32(l->reader);
    flow->origin = dv_read_vector(l->reader);
    flow->spacing = dv_read_vector(l->reader);
    flow->wraps = dv_read_u8(l->reader) != 0;
    flow->painted = dv_read_u8(l->reader) != 0;
    flow->born = dv_read_u64(l->reader);
    dv_damaged_unless(l, is_valid_grid(l, flow));
    if (dv_usable(l) && flow->type == DV_NO_FLOW_TYPE) {
        read_aim(l, flow);
        return;
    }
    if (!dv_usable(l) || !dv_read_fits(l->reader, dv_flow_node_count(flow), sizeof *flow->nodes))
        return;
    uint32_t count = dv_flow_node_count(flow);
    flow->nodes = dv_alloc(count * sizeof *flow->nodes);
    l->out_of_memory = !flow->nodes;
    if (!flow->nodes)
        return;
    dv_read_bytes(l->reader, flow->nodes, count * sizeof *flow->nodes);
    bool is_plane = l->world->space == DV_PLANE;
    for (uint32_t i = 0; dv_usable(l) && i < count; i++) {
        dv_note(l, dv_check_vector("flow", DV_ROW_FLOW_VELOCITY, flow->nodes[i], &l->reason));
        dv_damaged_unless(l, !is_plane || flow->nodes[i].z == 0);
    }
}

void dv_read_flows(dv_loading *l) {
    dv_flows *flows = &l->world->flows;
    if (!dv_begin_records(l, &flows->ids, (void **)&flows->records, &flows->capacity,
                          sizeof *flows->records))
        return;
    for (uint32_t i = 0; dv_usable(l) && i < flows->ids.count; i++)
        if (flows->ids.alive[i])
            read_flow(l, &flows->records[i]);
}

// Regions

void dv_write_regions(dv_stream *s, const dv_world *world) {
    const dv_regions *regions = &world->regions;
    dv_write_ids(s, &regions->ids);
    for (uint32_t i = 0; i < regions->ids.count; i++) {
        if (!regions->ids.alive[i])
            continue;
        dv_write_bytes(s, &regions->records[i].speed, sizeof(float));
        dv_write_obstacle(s, &regions->records[i].shape);
    }
}

void dv_read_regions(dv_loading *l) {
    dv_regions *regions = &l->world->regions;
    if (!dv_begin_records(l, &regions->ids, (void **)&regions->records, &regions->capacity,
                          sizeof *regions->records))
        return;
    for (uint32_t i = 0; dv_usable(l) && i < regions->ids.count; i++) {
        dv_region_record *region = &regions->records[i];
        if (!regions->ids.alive[i])
            continue;
        dv_read_bytes(l->reader, &region->speed, sizeof region->speed);
        dv_note(l, dv_check_row(NULL, DV_ROW_REGION_SPEED, (double)region->speed, &l->reason));
        if (dv_usable(l))
            dv_read_obstacle(l, &region->shape);
        dv_damaged_unless(l, region->shape.alive && !region->shape.hollow &&
                                 region->shape.shape != DV_WALL);
    }
}

// Terrain

static uint32_t laying_count(const dv_regions *regions) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < regions->ids.count; i++)
        count += regions->ids.alive[i] && regions->records[i].laid;
    return count;
}

void dv_write_terrain(dv_stream *s, const dv_world *world) {
    const dv_regions *regions = &world->regions;
    dv_write_u64(s, regions->laid);
    dv_write_u32(s, laying_count(regions));
    for (uint32_t i = 0; i < regions->ids.count; i++) {
        const dv_region_record *region = &regions->records[i];
        if (!regions->ids.alive[i] || !region->laid)
            continue;
        dv_write_u32(s, i);
        dv_write_u64(s, region->laid);
        dv_write_text(s, world->program->terrain_types[region->terrain].name);
    }
}

/// The index of a terrain type in the snapshot's program, which adds each name when it first
/// appears.
static uint32_t read_terrain_type(dv_loading *l, const char *name) {
    dv_terrain_def def = dv_terrain_def_default();
    int32_t known = dv_program_terrain(l->names, name);
    def.name = name;
    if (known >= 0 || !dv_usable(l))
        return known >= 0 ? (uint32_t)known : 0;
    dv_note(l, dv_program_add_terrain(l->names, &def, &l->reason));
    return l->names->terrain_type_count - 1;
}

void dv_read_terrain(dv_loading *l) {
    dv_regions *regions = &l->world->regions;
    regions->laid = dv_read_u64(l->reader);
    uint32_t count = dv_read_u32(l->reader);
    dv_damaged_unless(l, regions->laid > 0 && count <= regions->ids.count);
    for (uint32_t i = 0; dv_usable(l) && i < count; i++) {
        uint32_t index = dv_read_u32(l->reader);
        uint64_t laid = dv_read_u64(l->reader);
        const char *name = dv_read_text(l);
        uint32_t type = read_terrain_type(l, name);
        dv_damaged_unless(l, laid > 0 && laid <= regions->laid && index < regions->ids.count &&
                                 regions->ids.alive[index] && !regions->records[index].laid);
        if (!dv_usable(l))
            break;
        regions->records[index].terrain = type;
        regions->records[index].laid = laid;
    }
}
