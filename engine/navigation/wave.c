// Wave propagation; see wave.h for the invariant.
//
// Reich keeps the front in a heap. Here, cells are kept in fronts as deep as the shortest step. No
// step from one cell of a front can lower the weight of another in the same front, so the weights
// in the lowest front are final, whatever the order of its cells (Denardo and Fox 1979). Passages
// can be shorter: what they lower in the same front joins it again, until nothing changes.
#include "navigation/wave.h"

#include "base/alloc.h"
#include "base/math.h"

#include <string.h>

// The weight of the shorter side of a cell. 577 / 408 is √2 to 6 digits, and the longest possible
// way, diagonally through every cell of the largest map, stays below 2³², since no side is twice as
// long as the other.
#define STEP 408u

bool dv_wave_begin(dv_wave *wave, const dv_map *map, const dv_narrows *narrows) {
    *wave =
        (dv_wave){.weight_of_meter = STEP / dv_lesser(map->width, map->depth), .narrows = narrows};
    for (int i = 0; i < DV_DIRECTIONS; i++) {
        double x = dv_direction_x[i] * map->width, y = dv_direction_y[i] * map->depth;
        wave->steps[i] = dv_wave_weight_of(wave, sqrt(x * x + y * y));
    }
    size_t size = dv_map_size(map), places = narrows ? narrows->count : 0;
    wave->weights = dv_alloc((size + places) * sizeof *wave->weights);
    if (!wave->weights)
        return false;
    for (size_t i = size; i < size + places; i++)
        wave->weights[i] = DV_UNREACHED;
    for (size_t i = 0; i < size; i++) {
        bool is_closed = map->cells[i] & DV_CELL_BLOCKED;
        wave->weights[i] = is_closed ? 0 : DV_UNREACHED;
    }
    return true;
}

void dv_wave_free(dv_wave *wave) {
    dv_free(wave->weights);
    for (int i = 0; i < DV_FRONTS; i++)
        dv_free(wave->fronts[i].cells);
    *wave = (dv_wave){0};
}

uint32_t dv_wave_weight_of(const dv_wave *wave, double meters) {
    return (uint32_t)(meters * wave->weight_of_meter + 0.5);
}

// Propagation

static bool add_to_front(dv_wave *wave, uint32_t cell, uint32_t weight) {
    dv_front *front = &wave->fronts[weight / STEP % DV_FRONTS];
    if (front->count == front->capacity && !dv_reserve((void **)&front->cells, &front->capacity,
                                                       front->count + 1, sizeof *front->cells))
        return false;
    front->cells[front->count++] = cell;
    wave->weights[cell] = weight;
    return true;
}

uint32_t dv_wave_weight_through(const dv_wave *wave, const dv_passage *passage) {
    uint32_t weight = dv_wave_weight_of(wave, (double)passage->meters);
    return weight ? weight : 1;
}

static bool expand_passages(dv_wave *wave, uint32_t from) {
    const dv_narrows *narrows = wave->narrows;
    for (uint32_t i = dv_narrows_first(narrows, from); i != DV_NO_MORE;
         i = narrows->passages[i].next) {
        const dv_passage *passage = &narrows->passages[i];
        uint32_t further = wave->weights[from] + dv_wave_weight_through(wave, passage);
        if (wave->weights[passage->to] > further && !add_to_front(wave, passage->to, further))
            return false;
    }
    return true;
}

static bool expand_cell(dv_wave *wave, const dv_map *map, uint32_t cell) {
    uint32_t weight = wave->weights[cell];
    for (int i = 0; i < DV_DIRECTIONS; i++) {
        uint32_t next = cell + (uint32_t)map->steps[i], further = weight + wave->steps[i];
        if (wave->weights[next] <= further)
            continue;
        if (map->wraps) {
            next = dv_map_neighbor(map, cell, i);
            if (wave->weights[next] <= further)
                continue;
        }
        if (!dv_map_squeezes(map, cell, i) && !add_to_front(wave, next, further))
            return false;
    }
    return true;
}

/// Let the goal joints with weights in [low, low + STEP) enter the wave. Joints are in no order.
static bool let_in(dv_wave *wave, const dv_joints *goal) {
    for (uint32_t i = 0; i < goal->count && !wave->is_let_in && wave->entered < goal->count; i++) {
        const dv_joint *joint = &goal->all[i];
        if (joint->weight < wave->low || joint->weight - wave->low >= STEP)
            continue;
        wave->entered++;
        if (joint->weight < wave->weights[joint->cell] &&
            !add_to_front(wave, joint->cell, joint->weight))
            return false;
    }
    wave->is_let_in = true;
    return true;
}

static bool are_empty(const dv_wave *wave) {
    uint32_t count = 0;
    for (int i = 0; i < DV_FRONTS; i++)
        count += wave->fronts[i].count;
    return count == 0;
}

const dv_joint *dv_wave_best(const dv_wave *wave, const dv_joints *start) {
    const dv_joint *best = NULL;
    uint64_t least = DV_UNREACHED;
    for (uint32_t i = 0; i < start->count; i++) {
        const dv_joint *joint = &start->all[i];
        uint64_t weight = (uint64_t)wave->weights[joint->cell] + joint->weight;
        if (wave->weights[joint->cell] == DV_UNREACHED || weight >= least)
            continue;
        least = weight;
        best = joint;
    }
    return best;
}

/// Whether no cell with a weight of at least `low` can offer the start a shorter way than it has,
/// nor one as short by another joint.
static bool has_arrived(const dv_wave *wave, const dv_joints *start, uint32_t low) {
    const dv_joint *best = dv_wave_best(wave, start);
    return best && (uint64_t)wave->weights[best->cell] + best->weight <= low;
}

/// Expand the lowest front. A cell may be in it twice, or have been lowered into an earlier front.
/// Then its weight is below `low` and it is skipped, or its second expansion changes nothing.
static bool expand_front(dv_wave *wave, const dv_map *map, uint32_t low, dv_plan_work *work) {
    dv_front *front = &wave->fronts[low / STEP % DV_FRONTS];
    uint32_t size = (uint32_t)dv_map_size(map);
    if (!dv_plan_take(work, front->count))
        return false;
    for (uint32_t i = 0; i < front->count; i++) {
        uint32_t cell = front->cells[i];
        if (wave->weights[cell] < low)
            continue;
        if ((cell < size && !expand_cell(wave, map, cell)) ||
            (wave->narrows && !expand_passages(wave, cell)))
            return false;
    }
    front->count = 0;
    return true;
}

bool dv_wave_run(dv_wave *wave, const dv_map *map, const dv_joints *goal, const dv_joints *start,
                 dv_plan_work *work) {
    for (;; wave->low += STEP) {
        bool waits = wave->entered < goal->count;
        if (!dv_plan_take(work, start->count + (waits ? goal->count : 0)))
            return false;
        if (!let_in(wave, goal))
            return false;
        if (wave->entered == goal->count && are_empty(wave))
            return true;
        if (has_arrived(wave, start, wave->low))
            return true;
        if (!expand_front(wave, map, wave->low, work))
            return false;
        wave->is_let_in = false;
    }
}
