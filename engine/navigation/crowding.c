// Count people on a lattice; see crowding.h.
#include "navigation/crowding.h"

#include "base/alloc.h"
#include "navigation/prices.h"
#include "world/world_data.h"

// In finer squares, a few people who walk abreast would not make a crowd.
#define LEAST_SIDE 1.0

/// Squares that divide a map, and are no smaller than its cells.
static int32_t squares_along(double length, double cell) {
    double squares = floor(length / dv_greater(cell, LEAST_SIDE) + 1e-6);
    return squares < 1 ? 1 : (int32_t)squares;
}

/// The two squares whose middles are beside a place, counted in squares, and the part of the second
/// one, in sixteenths. Beyond the outermost middles, both are the same.
static uint32_t squares_beside(double place, int32_t count, bool wraps, int32_t square[2]) {
    double from = floor(place - 0.5);
    uint32_t part = (uint32_t)((place - 0.5 - from) * 16);
    for (int i = 0; i < 2; i++) {
        int32_t at = (int32_t)from + i;
        square[i] = wraps ? (at + count) % count : at < 0 ? 0 : at >= count ? count - 1 : at;
    }
    return part;
}

static void add_person(dv_crowding *c, bool wraps, double x, double y) {
    int32_t column[2], row[2];
    uint32_t part_x = squares_beside(x, c->columns, wraps, column);
    uint32_t part_y = squares_beside(y, c->rows, wraps, row);
    for (int j = 0; j < 2; j++)
        for (int i = 0; i < 2; i++)
            c->parts[(size_t)row[j] * (size_t)c->columns + (size_t)column[i]] +=
                (i ? part_x : 16 - part_x) * (j ? part_y : 16 - part_y);
}

bool dv_crowding_count(dv_crowding *c, const dv_world *world, const dv_map *map) {
    double across = map->width * map->columns, along = map->depth * map->rows;
    *c = (dv_crowding){.columns = squares_along(across, map->width),
                       .rows = squares_along(along, map->depth)};
    c->width = across / c->columns;
    c->depth = along / c->rows;
    c->parts = dv_alloc((size_t)c->columns * (size_t)c->rows * sizeof *c->parts);
    for (uint32_t i = 0; c->parts && i < world->agents.limit; i++) {
        double x = (world->agents.x[i] - map->low_x) / c->width;
        double y = (world->agents.y[i] - map->low_y) / c->depth;
        if (world->agents.flags[i] & DV_AGENT_ALIVE && x >= 0 && x <= c->columns && y >= 0 &&
            y <= c->rows)
            add_person(c, map->wraps, x, y);
    }
    return c->parts != NULL;
}

void dv_crowding_free(dv_crowding *c) {
    dv_free(c->parts);
    *c = (dv_crowding){0};
}

static uint32_t price_with(uint32_t price, double more) {
    return (uint32_t)dv_lesser(price + more * DV_PLAIN_PRICE + 0.5,
                               DV_DEAREST_PRICE * DV_PLAIN_PRICE);
}

static int32_t square_of(double place, int32_t count) {
    return place < 0 ? 0 : place >= count ? count - 1 : (int32_t)place;
}

bool dv_crowding_add_prices(const dv_crowding *c, dv_map *map, double density) {
    size_t size = dv_map_size(map);
    double per_part = density / (DV_PARTS_A_PERSON * c->width * c->depth);
    if (!map->prices) {
        map->prices = dv_alloc(size * sizeof *map->prices);
        for (size_t i = 0; map->prices && i < size; i++)
            map->prices[i] = DV_PLAIN_PRICE;
    }
    for (int32_t row = 0; map->prices && row < map->rows; row++) {
        int32_t y = square_of((row + 0.5) * map->depth / c->depth, c->rows);
        for (int32_t column = 0; column < map->columns; column++) {
            int32_t x = square_of((column + 0.5) * map->width / c->width, c->columns);
            uint32_t parts = c->parts[(size_t)y * (size_t)c->columns + (size_t)x];
            uint32_t *price =
                &map->prices[(uint32_t)(row + 1) * map->stride + (uint32_t)(column + 1)];
            *price = parts ? price_with(*price, parts * per_part) : *price;
        }
    }
    return map->prices != NULL;
}
