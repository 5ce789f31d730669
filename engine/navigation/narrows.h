// Narrow places: points between obstacles where the cells of a map are too coarse to tell whether a
// body fits through. Passages connect them with each other and with free cells.
//
// Invariant: every narrow place keeps the clearance, and so does every passage, by a sweep of the
// body along it. Passages come in pairs, one for each direction, of the same length. The wave
// numbers places after the cells of the map.
//
// Finding them takes several times as long as a search of the cells. So a plan searches the cells
// alone first, and looks for narrow places only if that finds no way.
#ifndef DV_NAVIGATION_NARROWS_H
#define DV_NAVIGATION_NARROWS_H

#include "navigation/map.h"

/// No further place or passage in a list.
#define DV_NO_MORE UINT32_MAX

typedef struct dv_narrow {
    uint32_t cell; ///< that it belongs to; it may lie a little outside
    float x, y;    ///< m, from the center of the cell
    uint32_t next; ///< place of the same cell
    uint32_t first_passage;
} dv_narrow;

typedef struct dv_passage {
    uint32_t to;           ///< a cell or, from the size of the map on, a narrow place
    int32_t columns, rows; ///< from the cell of one end to the cell of the other
    float meters;
    uint32_t next; ///< passage from the same end
} dv_passage;

typedef struct dv_narrows {
    dv_narrow *all;
    uint32_t count, capacity;
    dv_passage *passages;
    uint32_t passage_count, passage_capacity;
    uint32_t *first_place;   ///< of each cell
    uint32_t *first_passage; ///< of each cell
    uint32_t cells;          ///< of the map
} dv_narrows;

/// Find the narrow places of a marked map and the passages between them. False when memory is short
/// or `work` runs out; call dv_narrows_free either way.
bool dv_narrows_find(dv_narrows *narrows, dv_map *map, const dv_barriers *barriers,
                     double clearance, dv_plan_work *work);
void dv_narrows_free(dv_narrows *narrows);

/// The first passage from a cell or narrow place; DV_NO_MORE without any.
static inline uint32_t dv_narrows_first(const dv_narrows *narrows, uint32_t from) {
    if (!narrows || !narrows->count)
        return DV_NO_MORE;
    return from < narrows->cells ? narrows->first_passage[from]
                                 : narrows->all[from - narrows->cells].first_passage;
}

/// Where a cell's center or a narrow place is (m), its cell being at `place`.
dv_vec3 dv_narrows_point(const dv_narrows *narrows, const dv_map *map, uint32_t id,
                         dv_map_place place);

#endif
