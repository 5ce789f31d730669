// Prices of the cells of a map; see prices.h for the formula.
#include "navigation/prices.h"

#include "base/alloc.h"
#include "base/hash.h"
#include "base/math.h"
#include "navigation/shared.h"
#include "program/value_rows.h"
#include "world/fields.h"
#include "world/obstacle_shapes.h"
#include "world/regions.h"
#include "world/terrain.h"
#include "world/world_data.h"

// Prices stay in this range, so that no sum of them overflows; see wave.c.
#define LOWEST (1.0 / DV_PLAIN_PRICE)
#define HIGHEST DV_DEAREST_PRICE

static uint32_t price_of(double meters) {
    return (uint32_t)(dv_lesser(dv_greater(meters, LOWEST), HIGHEST) * DV_PLAIN_PRICE + 0.5);
}

// What they depend on

bool dv_pricing_avoid(dv_pricing *p, const dv_avoid *avoid, dv_agent self) {
    const dv_columns *agents = &p->world->agents;
    for (uint32_t i = 0; i < agents->limit; i++) {
        if (!(agents->flags[i] & DV_AGENT_ALIVE) || !dv_has_kind(&avoid->kinds, agents->kind[i]) ||
            dv_agent_bits(p->world, i) == self.bits)
            continue;
        if (!dv_reserve((void **)&p->dangers, &p->danger_capacity, p->danger_count + 1,
                        sizeof *p->dangers))
            return false;
        p->dangers[p->danger_count++] =
            (dv_danger){dv_position_of(p->world, i), avoid->radius, avoid->cost};
    }
    return true;
}

/// The terrain that a region carries, as it is for the kind where it counts in full.
static dv_terrain_for terrain_of(const dv_pricing *p, const dv_region_record *region) {
    const dv_program *program = p->world->program;
    if (p->kind >= 0)
        return dv_program_terrain_for(program, region->terrain, (uint32_t)p->kind);
    const dv_terrain_def *type = dv_program_terrain_at(program, region->terrain);
    return (dv_terrain_for){.weight = type->weight, .speed = type->speed};
}

static bool changes_prices(const dv_region_record *region) {
    return region->laid || region->speed != 1;
}

bool dv_pricing_matters(const dv_pricing *p) {
    const dv_regions *regions = &p->world->regions;
    for (uint32_t i = 0; p->counts_ground && i < regions->ids.count; i++)
        if (regions->ids.alive[i] && changes_prices(&regions->records[i]))
            return true;
    return p->danger_count > 0;
}

double dv_pricing_lowest(const dv_pricing *p) {
    const dv_regions *regions = &p->world->regions;
    double fastest_ground = 1, fastest = 1;
    for (uint32_t i = 0; p->counts_ground && i < regions->ids.count; i++) {
        const dv_region_record *region = &regions->records[i];
        if (!regions->ids.alive[i] || !changes_prices(region))
            continue;
        fastest = dv_greater(fastest, (double)region->speed);
        if (region->laid)
            fastest_ground = dv_greater(fastest_ground, (double)terrain_of(p, region).speed);
    }
    return dv_greater(1 / (fastest * fastest_ground), LOWEST);
}

/// Add the field that scales a type of terrain, and what it holds unless that has been added;
/// `added` has a bit for each field.
static void add_field(dv_hash *hash, const dv_world *world, uint32_t type, uint64_t *added) {
    int32_t field = world->program->terrain_fields[type];
    if (field < 0)
        return;
    dv_hash_add(hash, &field, sizeof field);
    if (*added >> field & 1)
        return;
    *added |= UINT64_C(1) << field;
    const dv_field_grid *grid = &dv_field_of_type(world, (uint32_t)field)->grid;
    for (uint32_t row = 0; row < grid->layout.rows; row++)
        dv_hash_add(hash, dv_cells_line(grid, &grid->now, row),
                    grid->layout.columns * sizeof(int32_t));
}

uint64_t dv_pricing_hash(const dv_pricing *p) {
    const dv_regions *regions = &p->world->regions;
    uint64_t added = 0;
    dv_hash hash;
    if (!dv_pricing_matters(p))
        return 0;
    dv_hash_begin(&hash);
    for (uint32_t i = 0; p->counts_ground && i < regions->ids.count; i++) {
        const dv_region_record *region = &regions->records[i];
        if (!regions->ids.alive[i] || !changes_prices(region))
            continue;
        dv_terrain_for terrain = region->laid ? terrain_of(p, region) : (dv_terrain_for){0};
        const double numbers[] = {region->speed, terrain.weight, terrain.speed};
        dv_hash_add(&hash, &region->laid, sizeof region->laid);
        dv_hash_add(&hash, numbers, sizeof numbers);
        dv_hash_add_shape(&hash, &region->shape);
        if (region->laid)
            add_field(&hash, p->world, region->terrain, &added);
    }
    for (uint32_t i = 0; i < p->danger_count; i++) {
        const dv_danger *danger = &p->dangers[i];
        const float numbers[] = {danger->center.x, danger->center.y, danger->radius, danger->cost};
        dv_hash_add(&hash, numbers, sizeof numbers);
    }
    dv_hash_add(&hash, &p->kind, sizeof p->kind);
    dv_hash_add(&hash, &p->z, sizeof p->z);
    return dv_hash_end(&hash);
}

static bool covers_bounds(const dv_bounds *bounds, dv_box box) {
    return box.low.x <= bounds->min.x && box.low.y <= bounds->min.y &&
           box.high.x >= bounds->max.x && box.high.y >= bounds->max.y;
}

/// Stretch a box, which is empty at first, around the part of another within the bounds.
static void stretch_within(dv_box *all, const dv_bounds *bounds, dv_box box) {
    all->low.x = dv_smaller(all->low.x, dv_larger(box.low.x, bounds->min.x));
    all->low.y = dv_smaller(all->low.y, dv_larger(box.low.y, bounds->min.y));
    all->high.x = dv_larger(all->high.x, dv_smaller(box.high.x, bounds->max.x));
    all->high.y = dv_larger(all->high.y, dv_smaller(box.high.y, bounds->max.y));
}

bool dv_pricing_box(const dv_pricing *p, dv_box *box) {
    const dv_bounds *bounds = &p->world->bounds;
    const dv_regions *regions = &p->world->regions;
    *box = (dv_box){bounds->max, bounds->min};
    for (uint32_t i = 0; p->counts_ground && i < regions->ids.count; i++) {
        const dv_region_record *region = &regions->records[i];
        dv_box own = dv_obstacle_box(&region->shape);
        if (regions->ids.alive[i] && changes_prices(region) && !covers_bounds(bounds, own))
            stretch_within(box, bounds, own);
    }
    for (uint32_t i = 0; i < p->danger_count; i++) {
        const dv_danger *danger = &p->dangers[i];
        dv_vec3 reach = dv_vec(danger->radius, danger->radius, 0);
        stretch_within(box, bounds,
                       (dv_box){dv_subtract(danger->center, reach), dv_add(danger->center, reach)});
    }
    return box->low.x <= box->high.x && box->low.y <= box->high.y;
}

// The ground

/// A map whose prices are being filled in.
typedef struct filling {
    dv_map *map;
    const dv_pricing *pricing;
    dv_plan_work *work;
    const dv_region_record **regions; ///< of the current row
    uint32_t region_count;
} filling;

static double price_at(const filling *f, dv_vec3 point) {
    const dv_world *world = f->pricing->world;
    const dv_region_record *top = NULL;
    double pace = 1, weight = 0;
    for (uint32_t i = 0; i < f->region_count; i++) {
        const dv_region_record *region = f->regions[i];
        if (!dv_region_holds(world, region, point))
            continue;
        pace *= (double)region->speed;
        if (region->laid > (top ? top->laid : 0))
            top = region;
    }
    if (top) {
        dv_terrain_for whole = terrain_of(f->pricing, top);
        dv_terrain_for terrain = dv_terrain_by_field(world, top->terrain, whole, point);
        pace *= terrain.speed;
        weight = terrain.weight;
    }
    return (1 + weight) / dv_lesser(dv_greater(pace, 1 / HIGHEST), (double)DV_FASTEST_REGION);
}

/// Pick the regions that may come into a row.
static void pick_regions(filling *f, double y) {
    const dv_world *world = f->pricing->world;
    double half_row = f->map->depth / 2;
    f->region_count = 0;
    for (uint32_t i = 0; i < world->regions.ids.count; i++) {
        const dv_region_record *region = &world->regions.records[i];
        if (!world->regions.ids.alive[i] || !changes_prices(region))
            continue;
        dv_box box = dv_obstacle_box(&region->shape);
        dv_vec3 middle = dv_lerp(box.low, box.high, 0.5f);
        dv_vec3 off = dv_offset_between(world, dv_vec(middle.x, (float)y, middle.z), middle);
        if (fabs((double)off.y) <= (box.high.y - (double)box.low.y) / 2 + half_row)
            f->regions[f->region_count++] = region;
    }
}

static bool fill_row(filling *f, int32_t row) {
    dv_map_place place = {0, row};
    pick_regions(f, (double)dv_map_center(f->map, place).y);
    if (!f->region_count)
        return dv_plan_take(f->work, 1);
    for (; place.column < f->map->columns; place.column++) {
        uint32_t cell;
        dv_vec3 center = dv_map_center(f->map, place);
        center.z = f->pricing->z;
        if (dv_map_find(f->map, place, &cell))
            f->map->prices[cell] = price_of(price_at(f, center));
    }
    return dv_plan_take(f->work, (uint64_t)f->map->columns * f->region_count);
}

static bool fill_ground(filling *f) {
    f->regions = dv_alloc((f->pricing->world->regions.ids.count + 1) * sizeof(*f->regions));
    bool goes_on = f->regions != NULL;
    for (int32_t row = 0; goes_on && row < f->map->rows; row++)
        goes_on = fill_row(f, row);
    dv_free(f->regions);
    return goes_on;
}

// Circles to avoid

static int32_t index_in(double place, int32_t count) {
    return (int32_t)dv_lesser(dv_greater(floor(place), 0), count - 1);
}

/// Add a circle to the cells whose centers are in it. In a world that wraps, `span` is its size,
/// and only cells that have no image nearer to the center count.
static bool fill_circle(filling *f, const dv_danger *danger, dv_vec3 center, dv_vec3 span) {
    dv_map *map = f->map;
    double radius = (double)danger->radius;
    double low_x = (center.x - radius - map->low_x) / map->width;
    double high_x = (center.x + radius - map->low_x) / map->width;
    double low_y = (center.y - radius - map->low_y) / map->depth;
    double high_y = (center.y + radius - map->low_y) / map->depth;
    if (high_x < 0 || high_y < 0 || low_x > map->columns || low_y > map->rows)
        return true;
    int32_t first = index_in(low_x, map->columns), last = index_in(high_x, map->columns);
    int32_t last_row = index_in(high_y, map->rows);
    int32_t first_row = index_in(low_y, map->rows);
    dv_map_place place = {first, first_row};
    for (; place.row <= last_row; place.row++)
        for (place.column = first; place.column <= last; place.column++) {
            dv_vec3 off = dv_subtract(dv_map_center(map, place), center);
            off.z = 0;
            uint32_t cell;
            bool is_nearest = (span.x == 0 || (off.x >= -span.x / 2 && off.x < span.x / 2)) &&
                              (span.y == 0 || (off.y >= -span.y / 2 && off.y < span.y / 2));
            if (is_nearest && dv_length_double(off) <= radius && dv_map_find(map, place, &cell))
                map->prices[cell] =
                    price_of(map->prices[cell] / (double)DV_PLAIN_PRICE + (double)danger->cost);
        }
    return dv_plan_take(f->work,
                        (uint64_t)(last - first + 1) * (uint64_t)(last_row - first_row + 1));
}

static bool fill_circles(filling *f, const dv_danger *danger) {
    const dv_bounds *bounds = &f->pricing->world->bounds;
    if (bounds->edge != DV_EDGE_WRAP)
        return fill_circle(f, danger, danger->center, dv_vec(0, 0, 0));
    dv_vec3 span = dv_subtract(bounds->max, bounds->min);
    for (int y = -1; y <= 1; y++)
        for (int x = -1; x <= 1; x++) {
            dv_vec3 by = dv_vec((float)x * span.x, (float)y * span.y, 0);
            if (!fill_circle(f, danger, dv_add(danger->center, by), span))
                return false;
        }
    return true;
}

bool dv_map_set_prices(dv_map *map, const dv_pricing *pricing, dv_plan_work *work) {
    size_t size = dv_map_size(map);
    filling f = {.map = map, .pricing = pricing, .work = work};
    if (!dv_pricing_matters(pricing))
        return true;
    map->prices = dv_plan_take(work, size) ? dv_alloc(size * sizeof *map->prices) : NULL;
    if (!map->prices)
        return false;
    for (size_t i = 0; i < size; i++)
        map->prices[i] = DV_PLAIN_PRICE;
    bool goes_on = !pricing->counts_ground || fill_ground(&f);
    for (uint32_t i = 0; goes_on && i < pricing->danger_count; i++)
        goes_on = fill_circles(&f, &pricing->dangers[i]);
    return goes_on;
}
