// Fast marching; see march.h. The eight triangles between a cell, a neighbor beside it, and one at
// its corner stand for the directions from which a way can come (Tsitsiklis 1995, section 3). They
// are exact along the axes and the diagonals, where four triangles would err most.
#include "navigation/march.h"

#include "base/alloc.h"
#include "navigation/fronts.h"

#define UNREACHED UINT64_MAX
// Units of cost per side of a cell of plain ground. The cheapest ground costs 1 / 256 of that, and
// still has 256 of them; 2²⁰ cells of the dearest stay below 2⁶⁴.
#define UNITS 65536.0
#define LEAST_SLOPE 0.8 ///< of the price
#define OUTWARD 0.5     ///< part of the way out of an obstacle, beside the way along it

typedef struct march {
    const dv_map *map;
    uint64_t *costs;
    double width, depth, diagonal; ///< of a cell, in units of cost on plain ground
    double least_side;
    double units_a_meter;
    int shift; ///< a cost without its lowest bits is the key of its front
    dv_fronts fronts;
    bool through_blocked; ///< it spreads through blocked cells, else through free ones
} march;

dv_flow_arrow dv_arrow_along(double x, double y, double length) {
    double size = sqrt(x * x + y * y);
    if (!(size > 0))
        return (dv_flow_arrow){0, 0};
    return (dv_flow_arrow){(int8_t)floor(x / size * length + 0.5),
                           (int8_t)floor(y / size * length + 0.5)};
}

// Triangles

/// The price of a meter in a cell, compared with plain ground.
static double price_of(const march *m, uint32_t cell) {
    bool counts = m->map->prices && !m->through_blocked;
    return counts ? m->map->prices[cell] / (double)DV_PLAIN_PRICE : 1;
}

/// A way to a cell, which comes through the triangle of the neighbors in two directions.
typedef struct entry {
    uint64_t cost;
    double beside, corner; ///< how far it comes from the neighbor beside, and how far aside
} entry;

static uint64_t plus(uint64_t cost, double more) { return cost + (uint64_t)(more + 0.5); }

/// With costs linear between a neighbor beside the cell and one at its corner, and a price for the
/// way from there, the least cost has a closed form. `diagonal` is an odd direction, `beside` the
/// even one before or after it.
static entry enter_by(const march *m, uint32_t cell, int beside, int diagonal) {
    const dv_map *map = m->map;
    uint64_t side = m->costs[dv_map_neighbor(map, cell, beside)];
    uint64_t corner = m->costs[dv_map_neighbor(map, cell, diagonal)];
    double price = price_of(m, cell);
    bool is_level = dv_direction_y[beside] == 0;
    double across = is_level ? m->width : m->depth, along = is_level ? m->depth : m->width;
    if (corner != UNREACHED && !m->through_blocked && dv_map_squeezes(map, cell, diagonal))
        corner = UNREACHED;
    if (side == UNREACHED && corner == UNREACHED)
        return (entry){.cost = UNREACHED};
    if (side <= corner)
        return (entry){plus(side, price * across), 1, 0};
    double slope = side == UNREACHED ? INFINITY : (double)(side - corner) / along;
    if (slope * m->diagonal >= price * along)
        return (entry){plus(corner, price * m->diagonal), across, along};
    double rest = sqrt(price * price - slope * slope);
    return (entry){plus(side, across * rest), rest, slope};
}

static bool may_spread_to(const march *m, uint32_t cell) {
    uint8_t bits = m->map->cells[cell];
    return m->through_blocked ? (bits & (DV_CELL_BLOCKED | DV_CELL_FRAME)) == DV_CELL_BLOCKED
                              : !(bits & DV_CELL_BLOCKED);
}

static bool lower(march *m, uint32_t cell, uint64_t cost) {
    if (cost >= m->costs[cell])
        return true;
    m->costs[cell] = cost;
    return dv_fronts_add(&m->fronts, cell, cost >> m->shift);
}

/// What a way to a cell costs at least from a corner of the triangle that it comes through: the way
/// from the neighbor beside is shortest if it comes from the corner. Less 2 for rounding.
static uint64_t least_step(const march *m, uint32_t cell) {
    double least = m->least_side * m->least_side / m->diagonal * price_of(m, cell);
    return (uint64_t)least - 2; // at least 100 units; see UNITS
}

/// Enter the neighbors of a cell by the triangles that it is a corner of.
static bool expand(march *m, uint32_t cell) {
    uint64_t cost = m->costs[cell];
    for (int i = 0; i < DV_DIRECTIONS; i++) {
        uint32_t next = dv_map_neighbor(m->map, cell, i);
        if (m->costs[next] <= cost || !may_spread_to(m, next) ||
            m->costs[next] - cost <= least_step(m, next))
            continue;
        int back = (i + 4) % DV_DIRECTIONS;
        int left = (back + 1) % DV_DIRECTIONS, right = (back + 7) % DV_DIRECTIONS;
        entry one = back & 1 ? enter_by(m, next, left, back) : enter_by(m, next, back, left);
        entry two = back & 1 ? enter_by(m, next, right, back) : enter_by(m, next, back, right);
        if (!lower(m, next, one.cost < two.cost ? one.cost : two.cost))
            return false;
    }
    return true;
}

/// A cell may be in a front twice, or have been lowered into an earlier one: then its cost is below
/// the front's, and it is skipped. Cells lowered within the front are expanded again.
static bool spread(march *m, dv_plan_work *work) {
    bool goes_on = true, short_of_memory = false;
    while (goes_on) {
        uint64_t low = m->fronts.low << m->shift;
        dv_bucket *front = &m->fronts.buckets[0];
        for (uint32_t i = 0; i < front->count; i++)
            if (m->costs[front->all[i]] >= low &&
                (!dv_plan_take(work, 1) || !expand(m, front->all[i])))
                return false;
        goes_on = dv_fronts_advance(&m->fronts, m->costs, m->shift, &short_of_memory);
    }
    return !short_of_memory;
}

// Arrows

/// How much costs rise along an axis, per unit of plain ground, between the neighbors in a
/// direction and its opposite; false if one of them has none.
static bool slope_along(const march *m, uint32_t cell, int direction, double side, double *slope) {
    uint64_t ahead = m->costs[dv_map_neighbor(m->map, cell, direction)];
    uint64_t behind = m->costs[dv_map_neighbor(m->map, cell, direction + 4)];
    if (ahead == UNREACHED || behind == UNREACHED)
        return false;
    *slope = (ahead > behind ? (double)(ahead - behind) : -(double)(behind - ahead)) / (2 * side);
    return true;
}

/// Down the slope between the neighbors on all sides, which is by one order more accurate than that
/// of a triangle. False beside obstacles, and where ways to several sides meet: there, costs rise
/// less than they must along a way.
static bool point_down(const march *m, uint32_t cell, dv_flow_arrow *arrow) {
    double x, y, price = price_of(m, cell);
    if (!slope_along(m, cell, 0, m->width, &x) || !slope_along(m, cell, 2, m->depth, &y) ||
        x * x + y * y < LEAST_SLOPE * LEAST_SLOPE * price * price)
        return false;
    *arrow = dv_arrow_along(-x, -y, DV_ARROW_LENGTH);
    return true;
}

static uint32_t cell_of(const dv_map *map, int32_t column, int32_t row) {
    return (uint32_t)(row + 1) * map->stride + (uint32_t)(column + 1);
}

static size_t node_of(const dv_map *map, uint32_t cell) {
    uint32_t column = cell % map->stride - 1, row = cell / map->stride - 1;
    return (size_t)row * (size_t)map->columns + column;
}

/// Of a blocked cell beside a free one, whose way begins with a step (m): partly along with the way
/// from there. So those who are pushed against a wall go on along it. Straight out, they would push
/// against a crowd that has to let them through.
static dv_flow_arrow arrow_out(const march *m, const dv_flow_arrow *arrows, uint32_t next, double x,
                               double y) {
    double size = sqrt(x * x + y * y);
    if (!(m->map->cells[next] & DV_CELL_BLOCKED)) {
        dv_flow_arrow along = arrows[node_of(m->map, next)];
        double out_x = OUTWARD * x / size + along.x / DV_ARROW_LENGTH;
        double out_y = OUTWARD * y / size + along.y / DV_ARROW_LENGTH;
        dv_flow_arrow arrow = dv_arrow_along(out_x, out_y, DV_BLOCKED_ARROW_LENGTH);
        if (arrow.x != 0 || arrow.y != 0)
            return arrow;
    }
    return dv_arrow_along(x, y, DV_BLOCKED_ARROW_LENGTH);
}

static dv_flow_arrow best_arrow(const march *m, const dv_flow_arrow *arrows, uint32_t cell) {
    dv_flow_arrow arrow;
    if (!m->through_blocked && point_down(m, cell, &arrow))
        return arrow;
    entry best = {.cost = UNREACHED};
    int best_beside = 0, best_diagonal = 0;
    for (int beside = 0; beside < DV_DIRECTIONS; beside += 2)
        for (int turn = 1; turn < DV_DIRECTIONS; turn += 6) {
            int diagonal = (beside + turn) % DV_DIRECTIONS;
            entry e = enter_by(m, cell, beside, diagonal);
            if (e.cost >= best.cost)
                continue;
            best = e;
            best_beside = beside;
            best_diagonal = diagonal;
        }
    double x = dv_direction_x[best_beside], y = dv_direction_y[best_beside];
    double aside_x = dv_direction_x[best_diagonal] - x, aside_y = dv_direction_y[best_diagonal] - y;
    x = x * best.beside + aside_x * best.corner;
    y = y * best.beside + aside_y * best.corner;
    if (!m->through_blocked)
        return dv_arrow_along(x, y, DV_ARROW_LENGTH);
    int direction = best.corner > 0 ? best_diagonal : best_beside;
    return arrow_out(m, arrows, dv_map_neighbor(m->map, cell, direction), x, y);
}

/// Fill in the arrows of the cells that the march has spread to.
static void point_along(const march *m, dv_flow_arrow *arrows) {
    for (int32_t row = 0; row < m->map->rows; row++)
        for (int32_t column = 0; column < m->map->columns; column++) {
            uint32_t cell = cell_of(m->map, column, row);
            if (m->costs[cell] != UNREACHED && may_spread_to(m, cell))
                arrows[node_of(m->map, cell)] = best_arrow(m, arrows, cell);
        }
}

static uint64_t cost_of(const march *m, const dv_seed *seed) {
    return (uint64_t)(seed->meters * m->units_a_meter + 0.5);
}

/// Where no way was cheaper than the straight one to the goal, the arrow points at it.
static void point_at_goals(const march *m, const dv_seeds *seeds, dv_flow_arrow *arrows) {
    for (uint32_t i = seeds->count; i-- > 0;) {
        const dv_seed *seed = &seeds->all[i];
        if (m->costs[seed->cell] == cost_of(m, seed))
            arrows[node_of(m->map, seed->cell)] = seed->arrow;
    }
}

// Both marches

static bool march_freely(march *m, const dv_seeds *seeds, dv_flow_arrow *arrows,
                         dv_plan_work *work) {
    for (uint32_t i = 0; i < seeds->count; i++)
        if (!lower(m, seeds->all[i].cell, cost_of(m, &seeds->all[i])))
            return false;
    if (!spread(m, work))
        return false;
    point_along(m, arrows);
    point_at_goals(m, seeds, arrows);
    return true;
}

/// From all cells with a way at once, into the obstacles.
static bool march_into_obstacles(march *m, dv_flow_arrow *arrows, dv_plan_work *work) {
    dv_fronts_free(&m->fronts);
    m->through_blocked = true;
    for (int32_t row = 0; row < m->map->rows; row++)
        for (int32_t column = 0; column < m->map->columns; column++) {
            uint32_t cell = cell_of(m->map, column, row);
            if (m->costs[cell] == UNREACHED)
                continue;
            m->costs[cell] = 0;
            bool is_at_obstacle = false;
            for (int i = 0; i < DV_DIRECTIONS; i++)
                is_at_obstacle =
                    is_at_obstacle || may_spread_to(m, dv_map_neighbor(m->map, cell, i));
            if (is_at_obstacle && !dv_fronts_add(&m->fronts, cell, 0))
                return false;
        }
    if (!spread(m, work))
        return false;
    point_along(m, arrows);
    return true;
}

bool dv_march(const dv_map *map, const dv_seeds *seeds, dv_flow_arrow *arrows, dv_plan_work *work) {
    size_t size = dv_map_size(map);
    double side = dv_lesser(map->width, map->depth);
    march m = {
        .map = map,
        .costs = dv_plan_take(work, 2 * (uint64_t)size) ? dv_alloc(size * sizeof *m.costs) : NULL,
        .width = map->width / side * UNITS,
        .depth = map->depth / side * UNITS,
        .least_side = UNITS,
        .units_a_meter = UNITS / side,
        .shift = 12, // a sixteenth of a cell of plain ground
    };
    m.diagonal = sqrt(m.width * m.width + m.depth * m.depth);
    for (size_t i = 0; m.costs && i < size; i++)
        m.costs[i] = UNREACHED;
    for (size_t i = 0; i < (size_t)map->columns * (size_t)map->rows; i++)
        arrows[i] = (dv_flow_arrow){0, 0};
    bool fine =
        m.costs && march_freely(&m, seeds, arrows, work) && march_into_obstacles(&m, arrows, work);
    dv_fronts_free(&m.fronts);
    dv_free(m.costs);
    return fine;
}
