#include "neighbors/index.h"

#include "base/alloc.h"
#include "base/compiler.h"
#include "world/world_data.h"

#include <math.h>
#include <string.h>

#define DEFAULT_REACH 10.0f
#define MOST_SPACINGS 32.0f ///< between neighbors, in the default reach
#define FEW_SPACINGS 4.0f   ///< in the reach of agents that are closer than that
#define BINS 1024
#define LEFT_OUT 64        ///< of so many agents one may be an exception: far away, or farsighted
#define MANY 1024          ///< agents: with fewer, a farsighted one is no exception
#define TOO_FEW_CELLS 16.0 ///< times fewer than the reach asks for, or more
#define SORT_BLOCK 2048
#define AHEAD 4 // how far ahead to prefetch, in multiples of DV_LANES agents

static bool resize_block(void **block, size_t bytes) {
    void *grown = *block ? dv_resize(*block, bytes) : dv_alloc_aligned(bytes);
    if (grown)
        *block = grown;
    return grown != NULL;
}

static bool reserve_records(dv_sensed *s, uint32_t count) {
    if (count <= s->capacity)
        return true;
    uint32_t capacity = dv_grown_capacity(s->capacity, count > 64 ? count : 64);
    if (!resize_block((void **)&s->records, capacity * sizeof *s->records) ||
        !resize_block((void **)&s->forward, capacity * sizeof *s->forward) ||
        !resize_block((void **)&s->places, capacity * sizeof *s->places))
        return false;
    s->capacity = capacity;
    return true;
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

/// The distance (m) between neighbors if `count` agents were spread evenly in their box or, where
/// that is narrow, along it; 1 if they are at one point.
static float spacing_of(const dv_world *world, extent e, uint32_t count) {
    dv_vec3 span = dv_subtract(e.high, e.low);
    double area = (double)span.x * span.y;
    double spacing = sqrt(area / count);
    if (world->space == DV_VOLUME)
        spacing = dv_exp(dv_log(area * span.z / count) / 3);
    double longest = (double)dv_larger(dv_larger(span.x, span.y), span.z);
    spacing = dv_greater(spacing, longest / count);
    return spacing > 1e-30 && spacing < 1e30 ? (float)spacing : 1;
}

/// The same if they were spread evenly over the blocks of the grid.
static float spacing_in_blocks(const dv_sensed *s) {
    const dv_grid *grid = &s->grid;
    double cells = (double)grid->blocks.count * dv_block_cells(grid);
    double area = cells * (double)grid->cell.x * (double)grid->cell.y;
    return (float)(grid->block_layers > 1
                       ? dv_exp(dv_log(area * (double)grid->cell.z / s->count) / 3)
                       : sqrt(area / s->count));
}

/// The largest radius (m) of kinds that so many of all agents are of at least.
static float largest_reach(const dv_world *world, uint32_t least) {
    float largest = 0;
    for (uint32_t kind = 0; kind < world->program->kind_count; kind++)
        if (world->sensed.count_of[kind] >= least)
            largest = dv_larger(largest, world->program->kinds[kind].reach);
    return largest;
}

/// How far agents look (m), as far as cells are concerned: among many, few that look farther do not
/// make the cells of all larger. Without a literal radius in any blend, it is a number of meters
/// that suits people, unless the agents are much closer than people are.
static float reach_of(const dv_world *world, extent e, uint32_t count) {
    float reach = count >= MANY ? largest_reach(world, count / LEFT_OUT) : 0;
    if (reach == 0)
        reach = largest_reach(world, 0);
    if (reach > 0)
        return reach;
    float spacing = spacing_of(world, e, count);
    return spacing * MOST_SPACINGS < DEFAULT_REACH ? spacing * FEW_SPACINGS : DEFAULT_REACH;
}

/// Cells as small as the reach allows, but not many more cells than agents.
static dv_grid_def grid_over(const dv_world *world, extent e, uint32_t count) {
    float reach = reach_of(world, e, count);
    return (dv_grid_def){
        .low = e.low,
        .high = e.high,
        .wraps = world->sensed.wraps,
        .is_volume = world->space == DV_VOLUME,
        .cell_width = reach / DV_CELLS_PER_REACH,
        .cell_depth = reach,
        .most_cells = (uint64_t)count * 8 + 1024,
    };
}

// Where most agents are
//
// One agent 300 km away must not make the cells of all others 300 times as wide. The outer cells
// also hold the agents beyond them, so the grid may leave some outside:
//
//     ...........|oooooooo|.....................................x
//                 the grid                     in its last column

/// Count the agents in each of BINS parts of a range; those beyond it count in the first or last.
static void fill_bins(const float *places, const uint32_t *agents, uint32_t count, float low,
                      float size, uint32_t bins[BINS]) {
    memset(bins, 0, BINS * sizeof *bins);
    for (uint32_t i = 0; i < count; i++) {
        float bin = (places[agents[i]] - low) / size;
        bins[!(bin > 0) ? 0 : bin >= BINS ? BINS - 1 : (uint32_t)bin]++;
    }
}

/// Narrow a range along an axis as long as that shortens it much, leaving at most one in LEFT_OUT
/// of the agents beyond either end.
static void narrow(const float *places, const uint32_t *agents, uint32_t count, float *low,
                   float *high) {
    uint32_t bins[BINS], most = count / LEFT_OUT, first = 0, last = 0;
    do {
        float size = (*high - *low) / BINS;
        if (!(size > 0) || !isfinite(size))
            return;
        fill_bins(places, agents, count, *low, size, bins);
        first = 0, last = BINS - 1;
        for (uint32_t below = bins[first]; below <= most; below += bins[first])
            first++;
        for (uint32_t above = bins[last]; above <= most; above += bins[last])
            last--;
        *high = *low + size * (float)(last + 1);
        *low += size * (float)first;
    } while (last - first < BINS / 4);
}

/// The box over which the grid is laid: around all agents, or around most if the cells of a grid
/// over all would be much too large.
static extent box_of_grid(const dv_world *world, const uint32_t *agents, uint32_t count,
                          extent all) {
    const dv_columns *c = &world->agents;
    dv_grid_def over_all = grid_over(world, all, count);
    double wanted = dv_grid_cells_wanted(&over_all);
    if (world->sensed.wraps || wanted < TOO_FEW_CELLS * (double)over_all.most_cells)
        return all;
    extent most = all;
    narrow(c->x, agents, count, &most.low.x, &most.high.x);
    narrow(c->y, agents, count, &most.low.y, &most.high.y);
    if (world->space == DV_VOLUME)
        narrow(c->z, agents, count, &most.low.z, &most.high.z);
    dv_grid_def over_most = grid_over(world, most, count);
    return dv_grid_cells_wanted(&over_most) < wanted / TOO_FEW_CELLS ? most : all;
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

/// List the agents of each kind that has few. Other kinds need no list, because searches for them
/// use a grid.
static void list_few(dv_sensed *s, uint32_t kind_count) {
    uint32_t next[DV_MAX_KINDS];
    memcpy(next, s->few_first, kind_count * sizeof *next);
    for (uint32_t rank = 0; s->few_count > 0 && rank < s->count; rank++) {
        uint32_t kind = s->records[rank].kind;
        if (s->count_of[kind] <= DV_FEW)
            s->few[next[kind]++] = rank;
    }
}

/// Whether the next DV_LANES agents of the list have consecutive indices.
static bool follow_each_other(const uint32_t *agents, uint32_t i, uint32_t last) {
    return last - i >= DV_LANES && agents[i + DV_LANES - 1] - agents[i] == DV_LANES - 1;
}

static void note_kinds(dv_sensed *s, const dv_world *world, const uint32_t *agents,
                       uint32_t count) {
    const uint8_t *kinds = world->agents.kind;
    memset(s->count_of, 0, sizeof s->count_of);
    for (uint32_t i = 0; i < count; i++)
        s->count_of[kinds[agents[i]]]++;
    s->rare_kinds = dv_no_kinds();
    s->rare_count = s->few_count = 0;
    for (uint32_t kind = 0; kind < world->program->kind_count; kind++) {
        s->few_first[kind] = s->few_count;
        s->few_count += s->count_of[kind] <= DV_FEW ? s->count_of[kind] : 0;
        if (s->count_of[kind] > count / DV_RARE_IN)
            continue;
        dv_add_kind(&s->rare_kinds, kind);
        s->rare_count += s->count_of[kind];
    }
}

static bool has_rare_grid(const dv_sensed *s) { return s->rare_count > DV_FEW; }

static bool lay_rare_grid(dv_sensed *s, const dv_world *world, extent e) {
    if (!has_rare_grid(s))
        return true;
    float spacing = spacing_of(world, e, s->rare_count);
    dv_grid_def def = {
        .low = e.low,
        .high = e.high,
        .wraps = s->wraps,
        .is_volume = world->space == DV_VOLUME,
        .cell_width = spacing,
        .cell_depth = spacing,
        .most_cells = (uint64_t)s->rare_count * 8 + 1024,
    };
    return dv_reserve((void **)&s->rare, &s->rare_capacity, s->rare_count, sizeof *s->rare) &&
           dv_grid_lay(&s->rare_grid, &def);
}

static void sort_rare(dv_sensed *s) {
    dv_grid *grid = &s->rare_grid;
    const uint32_t rare = s->count / DV_RARE_IN;
    for (uint32_t rank = 0; rank < s->count; rank++)
        if (s->count_of[s->records[rank].kind] <= rare)
            dv_grid_count(grid, dv_grid_cell(grid, dv_record_position(&s->records[rank])));
    dv_grid_begin(grid);
    for (uint32_t rank = 0; rank < s->count; rank++)
        if (s->count_of[s->records[rank].kind] <= rare) {
            uint32_t cell = dv_grid_cell(grid, dv_record_position(&s->records[rank]));
            s->rare[dv_grid_take(grid, cell)] = rank;
        }
    dv_grid_end(grid);
}

/// Agents during sorting. `places` has the cell of each, and later its rank.
typedef struct sorting {
    dv_world *world;
    const uint32_t *agents;
    uint32_t *places;
} sorting;

static void find_cells(void *context, uint32_t first, uint32_t last, int thread) {
    (void)thread;
    const sorting *s = context;
    const dv_grid *grid = &s->world->sensed.grid;
    for (uint32_t i = first; i < last;) {
        if (follow_each_other(s->agents, i, last)) {
            s->world->kernels->find_cells(grid, &s->world->agents, s->agents[i], s->places + i);
            i += DV_LANES;
            continue;
        }
        s->places[i] = dv_grid_cell(grid, dv_position_of(s->world, s->agents[i]));
        i++;
    }
}

/// Records are written in random order, so prefetch the ones that are next.
static DV_ALWAYS_INLINE void fetch_ahead(const sorting *s, uint32_t i, uint32_t last) {
    const dv_sensed *sensed = &s->world->sensed;
    uint32_t from = i + AHEAD * DV_LANES, to = from + DV_LANES;
    for (uint32_t next = from; next < to && next < last; next++) {
        __builtin_prefetch(&sensed->records[s->places[next]], 1);
        __builtin_prefetch(&sensed->forward[s->places[next]], 1);
    }
}

/// Lay the grid in blocks, with cells as small as there may be, and list the cell of each agent.
/// False if blocks do not pay, or when out of memory: then there may be fewer cells over all.
static bool lay_blocks(dv_sensed *s, const dv_world *world, const uint32_t *agents, uint32_t count,
                       dv_grid_def def) {
    for (; dv_grid_cells_wanted(&def) >= TOO_FEW_CELLS * (double)def.most_cells;
         def.cell_width *= 2, def.cell_depth *= 2) {
        uint32_t i = 0;
        if (!dv_grid_lay_blocks(&s->grid, &def))
            continue;
        while (i < count &&
               dv_grid_take_block(&s->grid, dv_position_of(world, agents[i]), &s->places[i]))
            i++;
        if (i == count)
            return dv_grid_sort_blocks(&s->grid);
    }
    return false;
}

static void put_records(void *context, uint32_t first, uint32_t last, int thread) {
    (void)thread;
    const sorting *s = context;
    dv_world *world = s->world;
    for (uint32_t i = first; i < last;) {
        if (follow_each_other(s->agents, i, last)) {
            fetch_ahead(s, i, last);
            world->kernels->put_records(&world->sensed, &world->agents, s->agents[i],
                                        s->places + i);
            i += DV_LANES;
            continue;
        }
        put_record(&world->sensed, world, s->agents[i], s->places[i]);
        i++;
    }
}

// Most of the time goes into looking up positions and writing records in random order. Threads
// share that work; a single thread assigns the ranks. A tick is not stopped here: a place that was
// left out would be an index of anything.
static void sort_records(dv_sensed *s, dv_world *world, const uint32_t *agents) {
    sorting context = {world, agents, s->places};
    dv_grid *grid = &s->grid;
    if (grid->has_blocks)
        for (uint32_t i = 0; i < s->count; i++)
            s->places[i] = dv_grid_sorted_cell(grid, s->places[i]);
    else
        dv_jobs_run(world->crew, s->count, SORT_BLOCK, find_cells, NULL, &context);
    for (uint32_t i = 0; i < s->count; i++)
        dv_grid_count(grid, s->places[i]);
    dv_grid_begin(grid);
    for (uint32_t i = 0; i < s->count; i++)
        s->places[i] = dv_grid_take(grid, s->places[i]);
    dv_grid_end(grid);
    dv_jobs_run(world->crew, s->count, SORT_BLOCK, put_records, NULL, &context);
}

bool dv_sense_agents(dv_world *world, const uint32_t *agents, uint32_t count) {
    dv_sensed *s = &world->sensed;
    s->wraps = world->bounds.edge == DV_EDGE_WRAP;
    s->span = dv_subtract(world->bounds.max, world->bounds.min);
    extent e =
        s->wraps ? (extent){world->bounds.min, world->bounds.max} : extent_of(world, agents, count);
    s->low = e.low, s->high = e.high;
    note_kinds(s, world, agents, count);
    e = box_of_grid(world, agents, count, e);
    dv_grid_def def = grid_over(world, e, count);
    bool has_room = reserve_records(s, count) &&
                    (lay_blocks(s, world, agents, count, def) || dv_grid_lay(&s->grid, &def)) &&
                    lay_rare_grid(s, world, e) &&
                    dv_reserve((void **)&s->few, &s->few_capacity, s->few_count, sizeof *s->few);
    // If out of memory, no agent is sensed until the next tick.
    s->count = has_room ? count : 0;
    if (!has_room) {
        s->rare_count = s->few_count = 0;
        return false;
    }
    s->spacing = s->grid.has_blocks ? spacing_in_blocks(s) : spacing_of(world, e, count);
    sort_records(s, world, agents);
    list_few(s, world->program->kind_count);
    if (has_rare_grid(s))
        sort_rare(s);
    return true;
}

dv_crowd dv_crowd_of(const dv_world *world, const dv_kind_set *kinds) {
    const dv_sensed *s = &world->sensed;
    const uint32_t kind_count = world->program->kind_count;
    uint32_t count = 0;
    bool are_rare = true;
    // Most programs have few kinds. For those of others, go from one kind of the set to the next.
    uint64_t bits = kinds->bits[0], rare = s->rare_kinds.bits[0];
    for (uint32_t kind = 0; kind < kind_count && kind < 64; kind++)
        if (bits >> kind & 1) {
            count += s->count_of[kind];
            are_rare = are_rare && rare >> kind & 1;
        }
    for (uint32_t first = 64; first < kind_count; first += 64) {
        bits = kinds->bits[first / 64];
        if (kind_count - first < 64)
            bits &= ((uint64_t)1 << (kind_count - first)) - 1;
        are_rare = are_rare && !(bits & ~s->rare_kinds.bits[first / 64]);
        for (; bits != 0; bits &= bits - 1)
            count += s->count_of[first + (uint32_t)__builtin_ctzll(bits)];
    }
    return count <= DV_FEW ? DV_CROWD_FEW : are_rare ? DV_CROWD_RARE : DV_CROWD_ALL;
}

float dv_crowd_spacing(const dv_world *world, dv_crowd crowd) {
    const dv_sensed *s = &world->sensed;
    return crowd == DV_CROWD_FEW    ? INFINITY
           : crowd == DV_CROWD_RARE ? s->rare_grid.cell.y
                                    : s->spacing;
}
