// Iterates over the bodies near a body, among those that are kept apart:
//
//     dv_apart_near near;
//     dv_apart_near_begin(&near, world, places, i); // or _again, once the close ones are listed
//     while (dv_apart_near_next(&near, gap))
//         … near.other, near.offset, near.sum …
//
// The order is that of the grid's cells, so sums over them do not depend on threads.
#ifndef DV_LOCOMOTION_APART_NEAR_H
#define DV_LOCOMOTION_APART_NEAR_H

#include "world/world_data.h"

typedef struct dv_apart_near {
    const dv_apart_body *body, *other;
    dv_vec3 offset; ///< m, from the body to the other
    float distance_squared;
    float sum; ///< m, of the two radii
    // The rest of the iteration.
    const dv_world *world;
    const dv_vec3 *places;
    dv_vec3 place, span;
    bool wraps, is_volume;
    dv_cells columns, rows, layers;
    uint32_t self, column, row, layer, next, end;
    const uint32_t *listed; ///< the close ones, or NULL: the cells are searched
} dv_apart_near;

static inline void dv_apart_cells(const dv_apart_near *near, float middle, float reach, float size,
                                  uint32_t cells, float span, dv_cells *stretch) {
    if (near->wraps)
        dv_cells_around(middle - reach, middle + reach, size, cells, span, stretch);
    else
        dv_cells_between(middle - reach, middle + reach, size, cells, stretch);
}

static inline void dv_apart_near_prepare(dv_apart_near *near, const dv_world *world,
                                         const dv_vec3 *places, uint32_t i) {
    const dv_apart *a = &world->apart;
    near->body = &a->bodies[i];
    near->world = world;
    near->places = places;
    near->place = places[i];
    near->span = dv_subtract(world->bounds.max, world->bounds.min);
    near->wraps = world->bounds.edge == DV_EDGE_WRAP;
    near->is_volume = world->space == DV_VOLUME;
    near->self = i;
    near->listed = NULL;
}

/// Begin with the bodies that can touch body `i`, given the places of all (m). Cells hold them
/// where their models left them, so the search reaches as far as both can have been pushed.
static inline void dv_apart_near_begin(dv_apart_near *near, const dv_world *world,
                                       const dv_vec3 *places, uint32_t i) {
    const dv_apart *a = &world->apart;
    const dv_grid *grid = &a->grid;
    dv_apart_near_prepare(near, world, places, i);
    float reach = (near->body->radius + a->widest + 2 * a->most) * 1.01f;
    dv_vec3 middle = dv_subtract(near->body->start, grid->origin);
    dv_apart_cells(near, middle.x, reach, grid->cell.x, grid->columns, near->span.x,
                   &near->columns);
    dv_apart_cells(near, middle.y, reach, grid->cell.y, grid->rows, near->span.y, &near->rows);
    if (near->is_volume)
        dv_apart_cells(near, middle.z, reach, grid->cell.z, grid->layers, near->span.z,
                       &near->layers);
    else
        dv_only_cell(&near->layers);
    near->column = near->row = near->layer = near->next = near->end = 0;
}

/// The same in the same order, from the list of the close ones where there is one.
static inline void dv_apart_near_again(dv_apart_near *near, const dv_world *world,
                                       const dv_vec3 *places, uint32_t i) {
    const dv_apart_close *close = &world->apart.close[i];
    if (close->count > DV_MOST_CLOSE) {
        dv_apart_near_begin(near, world, places, i);
        return;
    }
    dv_apart_near_prepare(near, world, places, i);
    near->listed = close->bodies;
    near->next = 0;
    near->end = close->count;
}

/// Go to the next cell, or to the rest of the row if it is one run; false at the end.
static inline bool dv_apart_next_cells(dv_apart_near *near) {
    const dv_grid *grid = &near->world->apart.grid;
    if (near->column == near->columns.count)
        near->column = 0, near->row++;
    if (near->row == near->rows.count)
        near->row = 0, near->layer++;
    if (near->layer == near->layers.count)
        return false;
    float shift; // offsets are folded instead
    uint32_t layer = dv_nth_cell(&near->layers, near->layer, &shift);
    uint32_t row = dv_nth_cell(&near->rows, near->row, &shift);
    uint32_t column = dv_nth_cell(&near->columns, near->column, &shift);
    bool is_one_run = near->columns.first + near->columns.count <= near->columns.cells;
    uint32_t cells = is_one_run ? near->columns.count : 1;
    uint32_t cell = (layer * grid->rows + row) * grid->columns + column;
    near->next = grid->start[cell];
    near->end = grid->start[cell + cells];
    near->column += cells;
    return true;
}

/// The next body whose surface is nearer than `gap` (m); false at the end.
static inline bool dv_apart_near_next(dv_apart_near *near, float gap) {
    const dv_apart_body *bodies = near->world->apart.bodies;
    for (;;) {
        for (; near->next < near->end; near->next++) {
            uint32_t i = near->listed ? near->listed[near->next] : near->next;
            if (i == near->self)
                continue;
            dv_vec3 offset = dv_subtract(near->places[i], near->place);
            if (near->wraps)
                offset = dv_offset_without_spans(offset, near->span, near->is_volume);
            near->other = &bodies[i];
            near->sum = near->body->radius + near->other->radius;
            near->distance_squared = dv_length_squared(offset);
            if (!(near->distance_squared < (near->sum + gap) * (near->sum + gap)))
                continue;
            near->offset = offset;
            near->next++;
            return true;
        }
        if (near->listed || !dv_apart_next_cells(near))
            return false;
    }
}

#endif
