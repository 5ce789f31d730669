#include "world/sensed.h"

#include "base/alloc.h"
#include "world/world_data.h"

#include <math.h>
#include <string.h>

#define DEFAULT_REACH 10.0f
#define MAX_CELLS_A_SIDE 65536.0f

static bool resize(void **block, size_t bytes) {
    void *grown = *block ? dv_resize(*block, bytes) : dv_alloc_aligned(bytes);
    if (grown)
        *block = grown;
    return grown != NULL;
}

static bool reserve_records(dv_sensed *s, uint32_t count) {
    if (count <= s->capacity)
        return true;
    uint32_t capacity = s->capacity ? s->capacity : 64;
    while (capacity < count)
        capacity *= 2;
    if (!resize((void **)&s->records, capacity * sizeof *s->records) ||
        !resize((void **)&s->forward, capacity * sizeof *s->forward) ||
        !resize((void **)&s->cell_of, capacity * sizeof *s->cell_of))
        return false;
    s->capacity = capacity;
    return true;
}

void dv_sensed_free(dv_sensed *s) {
    void *blocks[] = {s->records, s->forward, s->cell_of, s->cell_start};
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++)
        dv_free(blocks[i]);
    *s = (dv_sensed){0};
}

typedef struct extent {
    dv_vec3 low, high;
} extent;

static extent extent_of(const dv_world *world, const uint32_t *agents, uint32_t count) {
    const dv_columns *c = &world->agents;
    extent e = {{0, 0, 0}, {0, 0, 0}};
    if (count)
        e.low = e.high = dv_position_of(world, agents[0]);
    for (uint32_t i = 1; i < count; i++) {
        uint32_t a = agents[i];
        e.low.x = c->x[a] < e.low.x ? c->x[a] : e.low.x;
        e.low.y = c->y[a] < e.low.y ? c->y[a] : e.low.y;
        e.low.z = c->z[a] < e.low.z ? c->z[a] : e.low.z;
        e.high.x = c->x[a] > e.high.x ? c->x[a] : e.high.x;
        e.high.y = c->y[a] > e.high.y ? c->y[a] : e.high.y;
        e.high.z = c->z[a] > e.high.z ? c->z[a] : e.high.z;
    }
    return e;
}

static uint32_t cells_along(float span, float size) {
    // Between the ends of the numbers a span is infinite; sizes stay finite.
    float cells = floorf((span < 1e38f ? span : 1e38f) / size);
    return cells < 1 ? 1 : cells > MAX_CELLS_A_SIDE ? (uint32_t)MAX_CELLS_A_SIDE : (uint32_t)cells;
}

/// Lay cells over the extent: as small as the reach allows, but not many more than agents.
static void shape_grid(dv_sensed *s, const dv_world *world, extent e, uint32_t count) {
    float reach = world->program->reach > 0 ? world->program->reach : DEFAULT_REACH;
    s->wraps = world->bounds.edge == DV_EDGE_WRAP;
    s->span = dv_subtract(world->bounds.max, world->bounds.min);
    s->origin = s->wraps ? world->bounds.min : e.low;
    dv_vec3 span = s->wraps ? s->span : dv_subtract(e.high, e.low);
    uint64_t most = (uint64_t)count * 8 + 1024;
    // An open grid has one cell more than whole ones fit; one that wraps is divided evenly.
    uint32_t more = s->wraps ? 0 : 1;
    for (;; reach *= 2) {
        s->columns = cells_along(span.x, reach / DV_CELLS_PER_REACH) + more;
        s->rows = cells_along(span.y, reach) + more;
        s->layers = world->space == DV_VOLUME ? cells_along(span.z, reach) + more : 1;
        if ((uint64_t)s->columns * s->rows * s->layers <= most &&
            (float)s->columns < MAX_CELLS_A_SIDE && (float)s->rows < MAX_CELLS_A_SIDE)
            break;
    }
    s->cell_width = s->wraps ? span.x / (float)s->columns : reach / DV_CELLS_PER_REACH;
    s->cell_depth = s->wraps ? span.y / (float)s->rows : reach;
    s->cell_height = s->wraps && world->space == DV_VOLUME ? span.z / (float)s->layers : reach;
}

static uint32_t cell_along(float offset, float size, uint32_t count) {
    float cell = offset / size;
    return !(cell > 0) ? 0 : cell >= (float)count ? count - 1 : (uint32_t)cell;
}

static uint32_t cell_of(const dv_sensed *s, float x, float y, float z) {
    uint32_t column = cell_along(x - s->origin.x, s->cell_width, s->columns);
    uint32_t row = cell_along(y - s->origin.y, s->cell_depth, s->rows);
    uint32_t layer = s->layers > 1 ? cell_along(z - s->origin.z, s->cell_height, s->layers) : 0;
    return (layer * s->rows + row) * s->columns + column;
}

static bool reserve_cells(dv_sensed *s) {
    uint32_t cells = s->columns * s->rows * s->layers + 1;
    if (cells > s->cell_capacity) {
        if (!resize((void **)&s->cell_start, cells * sizeof *s->cell_start))
            return false;
        s->cell_capacity = cells;
    }
    memset(s->cell_start, 0, cells * sizeof *s->cell_start);
    return true;
}

static void put_record(dv_sensed *s, dv_world *world, uint32_t agent, uint32_t rank) {
    const dv_columns *c = &world->agents;
    s->records[rank] = (dv_record){
        .x = c->x[agent],
        .y = c->y[agent],
        .z = c->z[agent],
        .vx = c->vx[agent],
        .vy = c->vy[agent],
        .vz = c->vz[agent],
        .agent = agent,
        .state = c->state[agent],
        .kind = c->kind[agent],
    };
    s->forward[rank] = dv_vec(c->fx[agent], c->fy[agent], c->fz[agent]);
    world->agents.rank[agent] = rank;
}

/// Kinds of many are not listed: nobody visits them by kind.
static void list_few(dv_sensed *s) {
    uint32_t next[DV_MAX_KINDS], listed = 0;
    for (uint32_t kind = 0; kind < DV_MAX_KINDS; kind++) {
        next[kind] = s->few_first[kind] = listed;
        listed += s->count_of[kind] <= DV_FEW ? s->count_of[kind] : 0;
    }
    for (uint32_t rank = 0; listed > 0 && rank < s->count; rank++) {
        uint8_t kind = s->records[rank].kind;
        if (s->count_of[kind] <= DV_FEW)
            s->few[next[kind]++] = rank;
    }
}

bool dv_sense_agents(dv_world *world, const uint32_t *agents, uint32_t count) {
    dv_sensed *s = &world->sensed;
    if (!reserve_records(s, count))
        return false;
    shape_grid(s, world, extent_of(world, agents, count), count);
    if (!reserve_cells(s))
        return false;
    const dv_columns *c = &world->agents;
    uint32_t cells = s->columns * s->rows * s->layers;
    memset(s->count_of, 0, sizeof s->count_of);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t a = agents[i];
        s->count_of[c->kind[a]]++;
        s->cell_of[i] = cell_of(s, c->x[a], c->y[a], c->z[a]);
        s->cell_start[s->cell_of[i] + 1]++;
    }
    for (uint32_t cell = 0; cell < cells; cell++)
        s->cell_start[cell + 1] += s->cell_start[cell];
    // Filling moves each start to its cell's end, which is the next cell's start: shift back after.
    for (uint32_t i = 0; i < count; i++)
        put_record(s, world, agents[i], s->cell_start[s->cell_of[i]]++);
    memmove(s->cell_start + 1, s->cell_start, cells * sizeof *s->cell_start);
    s->cell_start[0] = 0;
    s->count = count;
    list_few(s);
    return true;
}

dv_vec3 dv_sensed_position(const dv_world *world, uint32_t agent) {
    uint32_t rank;
    return dv_rank_of(world, agent, &rank) ? dv_record_position(&world->sensed.records[rank])
                                           : dv_position_of(world, agent);
}

dv_vec3 dv_sensed_velocity(const dv_world *world, uint32_t agent) {
    uint32_t rank;
    return dv_rank_of(world, agent, &rank) ? dv_record_velocity(&world->sensed.records[rank])
                                           : dv_velocity_of(world, agent);
}

dv_vec3 dv_sensed_forward(const dv_world *world, uint32_t agent) {
    uint32_t rank;
    return dv_rank_of(world, agent, &rank) ? world->sensed.forward[rank]
                                           : dv_forward_of(world, agent);
}
