#include "world/flows.h"

#include "base/alloc.h"
#include "base/math.h"
#include "base/result.h"
#include "program/value_rows.h"
#include "world/account.h"
#include "world/world_data.h"

#include <string.h>

void dv_flow_free(dv_flow_record *flow) {
    if (flow->aim) {
        dv_free(flow->aim->goals);
        dv_free(flow->aim->arrows);
        dv_free(flow->aim);
    }
    dv_free(flow->nodes);
    dv_free(flow->compiled);
    dv_free(flow->places);
    *flow = (dv_flow_record){0};
}

void dv_flows_free(dv_flows *flows) {
    for (uint32_t i = 0; i < flows->ids.count; i++)
        if (flows->ids.alive[i])
            dv_flow_free(&flows->records[i]);
    dv_free(flows->records);
    dv_ids_free(&flows->ids);
    *flows = (dv_flows){0};
}

static dv_flow_record *record_of(const dv_world *world, uint64_t bits) {
    uint32_t index;
    bool found = dv_ids_find(&world->flows.ids, world, DV_HANDLE_FLOW, bits, &index);
    return found ? &world->flows.records[index] : NULL;
}

const dv_flow_record *dv_flow_record_of(const dv_world *world, uint64_t bits) {
    return record_of(world, bits);
}

// Grids

/// How many nodes a span needs so that they are at most `resolution` (m) apart, and their spacing.
/// False if there are too many.
static bool divide_span(float span, double resolution, bool wraps, uint32_t *count,
                        float *spacing) {
    double intervals = ceil((double)span / resolution - 1e-6);
    if (!(intervals < DV_MAX_FLOW_NODES))
        return false;
    intervals = intervals < 1 ? 1 : intervals;
    *count = (uint32_t)intervals + !wraps;
    *spacing = (float)((double)span / intervals);
    return true;
}

dv_result dv_flow_lay(const dv_world *world, uint32_t type, dv_flow_record *flow, dv_error *error) {
    const dv_flow_kind *kind = &world->program->flow_types[type];
    dv_vec3 low = kind->has_bounds ? kind->min : world->bounds.min;
    dv_vec3 high = kind->has_bounds ? kind->max : world->bounds.max;
    *flow = (dv_flow_record){
        .type = type,
        .count = {1, 1, 1},
        .origin = low,
        .spacing = dv_vec(1, 1, 1),
        .wraps = !kind->has_bounds && world->bounds.edge == DV_EDGE_WRAP,
        .born = world->tick,
    };
    bool volume = world->space == DV_VOLUME;
    bool fits = divide_span(high.x - low.x, kind->resolution, flow->wraps, &flow->count[0],
                            &flow->spacing.x) &&
                divide_span(high.y - low.y, kind->resolution, flow->wraps, &flow->count[1],
                            &flow->spacing.y) &&
                (!volume || divide_span(high.z - low.z, kind->resolution, flow->wraps,
                                        &flow->count[2], &flow->spacing.z));
    if (volume && !(low.z < high.z))
        return dv_fail(error, DV_ERROR_ARGUMENT, "flow '%s': bounds: min must be below max along z",
                       kind->name);
    if (!volume)
        flow->origin.z = 0;
    if (!fits ||
        (double)flow->count[0] * flow->count[1] * flow->count[2] > (double)DV_MAX_FLOW_NODES)
        return dv_fail(error, DV_ERROR_LIMIT,
                       "flow '%s': a resolution of %g m makes more than %u nodes in its bounds",
                       kind->name, kind->resolution, DV_MAX_FLOW_NODES);
    flow->nodes = dv_alloc(dv_flow_node_count(flow) * sizeof *flow->nodes);
    return flow->nodes ? DV_OK : dv_fail(error, DV_ERROR_MEMORY, "no memory for another flow");
}

/// The two nodes around a coordinate, and where it is between them (0 to 1); false if it's outside.
static bool nodes_beside(const dv_flow_record *flow, int axis, float offset, float spacing,
                         uint32_t node[2], float *part) {
    uint32_t count = flow->count[axis];
    node[0] = node[1] = 0;
    *part = 0;
    if (count == 1)
        return true;
    float cells = offset / spacing;
    if (flow->wraps) {
        cells -= (float)count * floorf(cells / (float)count);
        cells = cells >= 0 && cells < (float)count ? cells : 0;
    } else if (!(cells >= 0 && cells <= (float)(count - 1))) {
        return false;
    }
    node[0] = (uint32_t)cells;
    if (!flow->wraps && node[0] == count - 1)
        node[0]--;
    node[1] = (node[0] + 1) % count;
    *part = cells - (float)node[0];
    return true;
}

/// Beyond the outermost nodes, which are half a cell from the edge, it is as at them.
static float offset_within(const dv_flow_record *flow, int axis, float offset, float spacing) {
    float last = (float)(flow->count[axis] - 1) * spacing;
    return flow->wraps || !isfinite(offset) ? offset : dv_clamp(offset, 0, last);
}

/// Arrows of blocked cells are shorter, and so they count for little beside those of free cells.
/// Nearest to an arrow of no length, nothing flows: a goal is there, or no way leads away.
static dv_vec3 value_of_arrows(const dv_flow_record *flow, dv_vec3 point) {
    uint32_t column[2], row[2];
    float part_x, part_y;
    float x = offset_within(flow, 0, point.x - flow->origin.x, flow->spacing.x);
    float y = offset_within(flow, 1, point.y - flow->origin.y, flow->spacing.y);
    if (!nodes_beside(flow, 0, x, flow->spacing.x, column, &part_x) ||
        !nodes_beside(flow, 1, y, flow->spacing.y, row, &part_y))
        return dv_vec(0, 0, 0);
    dv_vec3 corners[2][2];
    for (int j = 0; j < 2; j++)
        for (int i = 0; i < 2; i++) {
            size_t node = (size_t)row[j] * flow->count[0] + column[i];
            dv_flow_arrow arrow = flow->aim->arrows[node];
            corners[j][i] = dv_vec(arrow.x, arrow.y, 0);
        }
    dv_vec3 nearest = corners[part_y >= 0.5f][part_x >= 0.5f];
    if (dv_is_zero(nearest))
        return nearest;
    dv_vec3 sum = dv_lerp(dv_lerp(corners[0][0], corners[0][1], part_x),
                          dv_lerp(corners[1][0], corners[1][1], part_x), part_y);
    return dv_normalize(dv_is_zero(sum) ? nearest : sum);
}

dv_vec3 dv_flow_value(const dv_flow_record *flow, dv_vec3 point) {
    uint32_t x[2], y[2], z[2];
    float along_x, along_y, along_z;
    if (flow->aim)
        return value_of_arrows(flow, point);
    dv_vec3 offset = dv_subtract(point, flow->origin);
    if (!nodes_beside(flow, 0, offset.x, flow->spacing.x, x, &along_x) ||
        !nodes_beside(flow, 1, offset.y, flow->spacing.y, y, &along_y) ||
        !nodes_beside(flow, 2, offset.z, flow->spacing.z, z, &along_z))
        return dv_vec(0, 0, 0);
    dv_vec3 layers[2];
    for (int k = 0; k < 2; k++) {
        const dv_vec3 *layer = flow->nodes + (size_t)z[k] * flow->count[1] * flow->count[0];
        const dv_vec3 *near_row = layer + (size_t)y[0] * flow->count[0];
        const dv_vec3 *far_row = layer + (size_t)y[1] * flow->count[0];
        layers[k] = dv_lerp(dv_lerp(near_row[x[0]], near_row[x[1]], along_x),
                            dv_lerp(far_row[x[0]], far_row[x[1]], along_x), along_y);
    }
    return dv_lerp(layers[0], layers[1], along_z);
}

static dv_vec3 place_of_node(const dv_flow_record *flow, uint32_t x, uint32_t y, uint32_t z) {
    return dv_vec(flow->origin.x + flow->spacing.x * (float)x,
                  flow->origin.y + flow->spacing.y * (float)y,
                  flow->origin.z + flow->spacing.z * (float)z);
}

// Compiling

static float fastest_flow(void) { return (float)dv_value_rows[DV_ROW_FLOW_VELOCITY].maximum; }

static dv_vec3 slow_to_top(dv_vec3 velocity) { return dv_truncate(velocity, fastest_flow()); }

static dv_result compile_row(dv_world *world, dv_flow_record *flow, uint32_t y, uint32_t z,
                             dv_error *error) {
    uint32_t columns = flow->count[0];
    dv_vec3 *values = flow->compiled + ((size_t)z * flow->count[1] + y) * columns;
    for (uint32_t x = 0; x < columns; x++)
        flow->places[x] = place_of_node(flow, x, y, z);
    dv_result result = world->host.flow(world->host.context, world, flow->type,
                                        dv_world_time(world), flow->places, values, columns, error);
    for (uint32_t x = 0; result == DV_OK && x < columns; x++) {
        values[x] = dv_is_finite(values[x]) ? slow_to_top(values[x]) : dv_vec(0, 0, 0);
        if (world->space == DV_PLANE)
            values[x].z = 0;
    }
    return result;
}

static void free_workspace(dv_flow_record *flow) {
    dv_free(flow->compiled);
    dv_free(flow->places);
    flow->compiled = flow->places = NULL;
}

/// Have the host compute all nodes. The flow keeps its old values if any call fails.
static dv_result compile_flow(dv_world *world, dv_flow_record *flow, dv_error *error) {
    if (!world->program->flow_types[flow->type].has_field || !world->host.flow)
        return DV_OK;
    if (!flow->compiled)
        flow->compiled = dv_alloc(dv_flow_node_count(flow) * sizeof *flow->compiled);
    if (!flow->places)
        flow->places = dv_alloc(flow->count[0] * sizeof *flow->places);
    if (!flow->compiled || !flow->places)
        return dv_fail(error, DV_ERROR_MEMORY, "no memory for a flow");
    for (uint32_t z = 0; z < flow->count[2]; z++)
        for (uint32_t y = 0; y < flow->count[1]; y++) {
            dv_result result = compile_row(world, flow, y, z, error);
            if (result != DV_OK)
                return result;
        }
    dv_vec3 *old = flow->nodes;
    flow->nodes = flow->compiled;
    flow->compiled = old;
    flow->painted = false;
    if (world->program->flow_types[flow->type].interval == 0)
        free_workspace(flow);
    return DV_OK;
}

static uint64_t ticks_between(const dv_world *world, double interval) {
    double ticks = floor(interval / world->dt + 0.5);
    return ticks < 1 ? 1 : (uint64_t)ticks;
}

void dv_flows_renew(dv_world *world) {
    dv_error error;
    for (uint32_t i = 0; i < world->flows.ids.count; i++) {
        if (!world->flows.ids.alive[i])
            continue;
        dv_flow_record *flow = &world->flows.records[i];
        if (flow->aim)
            continue; // navigation renews it
        double interval = world->program->flow_types[flow->type].interval;
        uint64_t age = world->tick - flow->born;
        if (interval > 0 && age > 0 && age % ticks_between(world, interval) == 0)
            compile_flow(world, flow, &error);
    }
}

bool dv_flow_is_due(const dv_world *world, const dv_flow_record *flow, double interval) {
    const double rounding = 1e-6; // in intervals
    uint64_t age = world->tick - flow->born;
    if (age == 0)
        return false;
    double now = floor((double)age * world->dt / interval + rounding);
    return now > floor((double)(age - 1) * world->dt / interval + rounding);
}

dv_result dv_world_compile_flows(dv_world *world, dv_error *error) {
    dv_result result = DV_OK;
    for (uint32_t i = 0; i < world->flows.ids.count; i++) {
        dv_flow_record *flow = &world->flows.records[i], fresh;
        if (!world->flows.ids.alive[i] || flow->aim || flow->painted)
            continue;
        const dv_flow_kind *kind = &world->program->flow_types[flow->type];
        if (!kind->has_field || kind->interval > 0)
            continue;
        dv_result laid = dv_flow_lay(world, flow->type, &fresh, error);
        fresh.born = flow->born;
        if (laid == DV_OK)
            laid = compile_flow(world, &fresh, error);
        if (laid == DV_OK) {
            dv_flow_record old = *flow;
            *flow = fresh;
            fresh = old;
        } else {
            result = laid;
        }
        dv_flow_free(&fresh);
    }
    dv_recount_charges(world);
    return result;
}

// Making and painting

dv_result dv_flow_add(dv_world *world, dv_flow_record *record, dv_flow *flow, dv_error *error) {
    dv_flows *flows = &world->flows;
    dv_result result = dv_ids_reserve(&flows->ids, "flow", error);
    if (result == DV_OK && !dv_reserve((void **)&flows->records, &flows->capacity,
                                       flows->ids.count + 1, sizeof *flows->records))
        result = dv_fail(error, DV_ERROR_MEMORY, "no memory for another flow");
    if (result == DV_OK)
        result = dv_charge(world, dv_weight_of_flow(world, record), error);
    if (result != DV_OK) {
        dv_flow_free(record);
        return result;
    }
    uint32_t index = dv_ids_take(&flows->ids);
    flows->records[index] = *record;
    *flow = dv_world_flow_at(world, index);
    return DV_OK;
}

dv_result dv_flow_create(dv_world *world, uint32_t type, dv_flow *flow, dv_error *error) {
    dv_flow_record record = {0};
    *flow = (dv_flow){0};
    if (type >= world->program->flow_type_count)
        return dv_fail(error, DV_ERROR_NAME, "no flow number %u", type);
    dv_result result = dv_flow_lay(world, type, &record, error);
    if (result == DV_OK)
        result = compile_flow(world, &record, error);
    if (result == DV_OK)
        return dv_flow_add(world, &record, flow, error);
    dv_flow_free(&record);
    return result;
}

dv_result dv_flow_remove(dv_world *world, dv_flow flow) {
    dv_flow_record *record = record_of(world, flow.bits);
    if (!record)
        return DV_ERROR_STALE;
    dv_discharge(world, dv_weight_of_flow(world, record));
    dv_flow_free(record);
    dv_ids_give_back(&world->flows.ids, dv_handle_index(flow.bits));
    return DV_OK;
}

static uint32_t nearest_along(const dv_flow_record *flow, int axis, float offset, float spacing) {
    float count = (float)flow->count[axis], cell = floorf(offset / spacing + 0.5f);
    if (flow->wraps)
        cell -= count * floorf(cell / count);
    return cell <= 0 ? 0 : cell >= count ? flow->count[axis] - 1 : (uint32_t)cell;
}

static dv_vec3 *nearest_node(const dv_flow_record *flow, dv_vec3 point) {
    dv_vec3 offset = dv_subtract(point, flow->origin);
    uint32_t x = nearest_along(flow, 0, offset.x, flow->spacing.x);
    uint32_t y = nearest_along(flow, 1, offset.y, flow->spacing.y);
    uint32_t z = nearest_along(flow, 2, offset.z, flow->spacing.z);
    return &flow->nodes[((size_t)z * flow->count[1] + y) * flow->count[0] + x];
}

static dv_result check_stroke(const dv_flow_record *flow, dv_vec3 point, dv_vec3 velocity,
                              dv_error *error) {
    if (!flow)
        return dv_fail(error, DV_ERROR_STALE, "the flow is gone");
    if (flow->aim)
        return dv_fail(error, DV_ERROR_ARGUMENT, "flow: it leads to goals, and cannot be painted");
    dv_result result = dv_check_vector("flow", DV_ROW_FLOW_PLACE, point, error);
    if (result == DV_OK)
        result = dv_check_vector("flow", DV_ROW_FLOW_VELOCITY, velocity, error);
    if (result == DV_OK && !(dv_length(velocity) <= fastest_flow()))
        result = dv_fail(error, DV_ERROR_ARGUMENT, "flow: velocity: faster than %g m/s",
                         (double)fastest_flow());
    return result;
}

static bool flow_covers(const dv_flow_record *flow, dv_vec3 point) {
    uint32_t node[2];
    float part;
    dv_vec3 offset = dv_subtract(point, flow->origin);
    return nodes_beside(flow, 0, offset.x, flow->spacing.x, node, &part) &&
           nodes_beside(flow, 1, offset.y, flow->spacing.y, node, &part) &&
           nodes_beside(flow, 2, offset.z, flow->spacing.z, node, &part);
}

static dv_vec3 in_world(const dv_world *world, dv_vec3 v) {
    return world->space == DV_VOLUME ? v : dv_vec(v.x, v.y, 0);
}

dv_result dv_flow_set(dv_world *world, dv_flow flow, dv_vec3 point, dv_vec3 velocity,
                      dv_error *error) {
    dv_flow_record *record = record_of(world, flow.bits);
    dv_result result = check_stroke(record, point, velocity, error);
    if (result != DV_OK)
        return result;
    point = in_world(world, point);
    if (!flow_covers(record, point)) {
        dv_place at = dv_world_place(world, point);
        return dv_fail(error, DV_ERROR_ARGUMENT,
                       "flow: (%.9g, %.9g, %.9g) is outside of its bounds", at.x, at.y, at.z);
    }
    *nearest_node(record, point) = in_world(world, velocity);
    record->painted = true;
    return DV_OK;
}

/// The weight of a stroke at an offset from its center: 1 there, falling to 0 at the radius.
static float falloff_of_stroke(dv_vec3 offset, double radius) {
    double part = dv_length_double(offset) / radius;
    return part < 1 ? (float)(1 - part * part) : 0;
}

static dv_vec3 offset_in_flow(const dv_world *world, const dv_flow_record *flow, dv_vec3 from,
                              dv_vec3 to) {
    return flow->wraps ? dv_offset_between(world, from, to) : dv_subtract(to, from);
}

/// The nodes along an axis that a stroke may reach: `count` nodes from `first` on, which may wrap.
typedef struct stretch {
    uint32_t first, count;
} stretch;

// One node more at either end, so that rounding errors don't leave one out.
static stretch stretch_along(const dv_flow_record *flow, int axis, float offset, float spacing,
                             double radius) {
    double count = flow->count[axis];
    double low = floor(((double)offset - radius) / (double)spacing) - 1;
    double high = ceil(((double)offset + radius) / (double)spacing) + 1;
    bool is_exact = fabs(low) < 1e9; // beyond, wrapping `low` would be too inexact
    if (flow->wraps && is_exact && high - low + 1 < count)
        return (stretch){(uint32_t)(low - count * floor(low / count)), (uint32_t)(high - low + 1)};
    if (flow->wraps)
        return (stretch){0, flow->count[axis]};
    low = low < 0 ? 0 : low;
    high = high > count - 1 ? count - 1 : high;
    return low <= high ? (stretch){(uint32_t)low, (uint32_t)(high - low + 1)} : (stretch){0, 0};
}

/// Paint the nodes within the radius; false if there are none.
static bool paint_nodes(const dv_world *world, dv_flow_record *flow, dv_vec3 point, double radius,
                        dv_vec3 velocity, float strength) {
    dv_vec3 offset = dv_subtract(point, flow->origin);
    stretch along_x = stretch_along(flow, 0, offset.x, flow->spacing.x, radius);
    stretch along_y = stretch_along(flow, 1, offset.y, flow->spacing.y, radius);
    stretch along_z = stretch_along(flow, 2, offset.z, flow->spacing.z, radius);
    bool touched = false;
    for (uint32_t k = 0; k < along_z.count; k++)
        for (uint32_t j = 0; j < along_y.count; j++)
            for (uint32_t i = 0; i < along_x.count; i++) {
                uint32_t x = (along_x.first + i) % flow->count[0];
                uint32_t y = (along_y.first + j) % flow->count[1];
                uint32_t z = (along_z.first + k) % flow->count[2];
                dv_vec3 *node = &flow->nodes[((size_t)z * flow->count[1] + y) * flow->count[0] + x];
                dv_vec3 to_node = offset_in_flow(world, flow, point, place_of_node(flow, x, y, z));
                float part = falloff_of_stroke(to_node, radius);
                if (!(part > 0))
                    continue;
                touched = true;
                *node = slow_to_top(dv_lerp(*node, velocity, part * strength));
            }
    return touched;
}

dv_result dv_flow_paint(dv_world *world, dv_flow flow, dv_vec3 point, double radius,
                        dv_vec3 velocity, double strength, dv_error *error) {
    dv_flow_record *record = record_of(world, flow.bits);
    dv_result result = check_stroke(record, point, velocity, error);
    if (result != DV_OK)
        return result;
    if (dv_check_row("flow", DV_ROW_FLOW_RADIUS, radius, error) != DV_OK ||
        dv_check_row("flow", DV_ROW_FLOW_STRENGTH, strength, error) != DV_OK)
        return DV_ERROR_ARGUMENT;
    point = in_world(world, point);
    velocity = in_world(world, velocity);
    bool touched = paint_nodes(world, record, point, radius, velocity, (float)strength);
    if (!touched && flow_covers(record, point)) {
        dv_vec3 *node = nearest_node(record, point);
        *node = slow_to_top(dv_lerp(*node, velocity, (float)strength));
    }
    record->painted = true;
    return DV_OK;
}

// Public queries

bool dv_flow_alive(const dv_world *world, dv_flow flow) {
    return record_of(world, flow.bits) != NULL;
}

uint32_t dv_flow_type(const dv_world *world, dv_flow flow) {
    const dv_flow_record *record = record_of(world, flow.bits);
    return record ? record->type : 0;
}

bool dv_flow_painted(const dv_world *world, dv_flow flow) {
    const dv_flow_record *record = record_of(world, flow.bits);
    return record && record->painted;
}

dv_vec3 dv_flow_at(const dv_world *world, dv_flow flow, dv_vec3 point) {
    const dv_flow_record *record = record_of(world, flow.bits);
    return record ? dv_flow_value(record, in_world(world, point)) : dv_vec(0, 0, 0);
}

uint32_t dv_world_flow_limit(const dv_world *world) { return world->flows.ids.count; }

dv_flow dv_world_flow_at(const dv_world *world, uint32_t index) {
    return (dv_flow){dv_ids_handle(&world->flows.ids, world, DV_HANDLE_FLOW, index)};
}

dv_flow dv_world_flow(const dv_world *world, uint32_t type) {
    const dv_flows *flows = &world->flows;
    for (uint32_t i = 0; i < flows->ids.count; i++)
        if (flows->ids.alive[i] && flows->records[i].type == type)
            return dv_world_flow_at(world, i);
    return (dv_flow){0};
}
