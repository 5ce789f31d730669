// Wave propagation; see wave.h for the invariant.
//
// Reich keeps the front in a heap. Here, cells are kept in fronts no deeper than the shortest step.
// No step from one cell of a front can lower the weight of another in the same front, so the
// weights in the lowest front are final, whatever the order of its cells (Denardo and Fox 1979).
// Passages can be shorter: what they lower in the same front joins it again, until nothing changes.
#include "navigation/wave.h"

#include "base/alloc.h"
#include "base/math.h"

#include <string.h>

// The weight of the shorter side of a cell. 577 / 408 is √2 to 6 digits, and the longest possible
// way, diagonally through every cell of the largest map at the highest price, stays below 2⁶⁴,
// since no side is twice as long as the other.
#define STEP 408u

/// How many bits to leave out of a weight, so that fronts are no deeper than the shortest step.
static int shift_for(uint64_t shortest) {
    int shift = 0;
    while (shortest >> (shift + 1))
        shift++;
    return shift;
}

static uint64_t units_of(const dv_wave *wave, double meters) {
    return (uint64_t)(meters * wave->weight_of_meter + 0.5);
}

bool dv_wave_begin(dv_wave *wave, const dv_map *map, const dv_narrows *narrows) {
    *wave = (dv_wave){.weight_of_meter = STEP / dv_lesser(map->width, map->depth),
                      .shift = shift_for(STEP * dv_map_lowest_price(map)),
                      .narrows = narrows};
    for (int i = 0; i < DV_DIRECTIONS; i++) {
        double x = dv_direction_x[i] * map->width, y = dv_direction_y[i] * map->depth;
        wave->steps[i] = (uint32_t)units_of(wave, sqrt(x * x + y * y));
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
    dv_fronts_free(&wave->fronts);
    *wave = (dv_wave){0};
}

/// The cell that an index belongs to, which may be a narrow place.
static uint32_t cell_of(const dv_wave *wave, const dv_map *map, uint32_t from) {
    uint32_t size = (uint32_t)dv_map_size(map);
    return from < size ? from : wave->narrows->all[from - size].cell;
}

uint64_t dv_wave_weight_of(const dv_wave *wave, const dv_map *map, uint32_t from, double meters) {
    uint32_t cell = cell_of(wave, map, from);
    return units_of(wave, meters) * dv_map_price_between(map, cell, cell);
}

uint64_t dv_wave_weight_through(const dv_wave *wave, const dv_map *map, uint32_t from,
                                const dv_passage *passage) {
    uint64_t units = units_of(wave, (double)passage->meters);
    return (units ? units : 1) *
           dv_map_price_between(map, cell_of(wave, map, from), cell_of(wave, map, passage->to));
}

// Propagation

static bool add_to_front(dv_wave *wave, uint32_t cell, uint64_t weight) {
    wave->weights[cell] = weight;
    return dv_fronts_add(&wave->fronts, cell, weight >> wave->shift);
}

static bool expand_passages(dv_wave *wave, const dv_map *map, uint32_t from) {
    const dv_narrows *narrows = wave->narrows;
    for (uint32_t i = dv_narrows_first(narrows, from); i != DV_NO_MORE;
         i = narrows->passages[i].next) {
        const dv_passage *passage = &narrows->passages[i];
        uint64_t further = wave->weights[from] + dv_wave_weight_through(wave, map, from, passage);
        if (wave->weights[passage->to] > further && !add_to_front(wave, passage->to, further))
            return false;
    }
    return true;
}

// On plain ground, most neighbors are passed over by the first comparison. A frame cell that
// mirrors another is never reached itself.
static bool expand_cell(dv_wave *wave, const dv_map *map, uint32_t cell) {
    uint64_t weight = wave->weights[cell];
    for (int i = 0; i < DV_DIRECTIONS; i++) {
        uint32_t next = cell + (uint32_t)map->steps[i];
        if (!map->prices && wave->weights[next] <= weight + wave->steps[i])
            continue;
        next = dv_map_neighbor(map, cell, i);
        uint64_t further = weight + dv_wave_step(wave, map, cell, next, i);
        if (wave->weights[next] > further && !dv_map_squeezes(map, cell, i) &&
            !add_to_front(wave, next, further))
            return false;
    }
    return true;
}

/// Let the goal joints enter the wave.
static bool begin_at(dv_wave *wave, const dv_joints *goal) {
    for (uint32_t i = 0; i < goal->count && !wave->has_begun; i++) {
        const dv_joint *joint = &goal->all[i];
        if (joint->weight < wave->weights[joint->cell] &&
            !add_to_front(wave, joint->cell, joint->weight))
            return false;
    }
    wave->has_begun = true;
    return true;
}

const dv_joint *dv_wave_best(const dv_wave *wave, const dv_joints *start) {
    const dv_joint *best = NULL;
    uint64_t least = DV_UNREACHED;
    for (uint32_t i = 0; i < start->count; i++) {
        const dv_joint *joint = &start->all[i];
        if (wave->weights[joint->cell] == DV_UNREACHED ||
            wave->weights[joint->cell] + joint->weight >= least)
            continue;
        least = wave->weights[joint->cell] + joint->weight;
        best = joint;
    }
    return best;
}

/// Whether no cell with a weight of at least `low` can offer the start a shorter way than it has,
/// nor one as short by another joint.
static bool has_arrived(const dv_wave *wave, const dv_joints *start, uint64_t low) {
    const dv_joint *best = dv_wave_best(wave, start);
    return best && wave->weights[best->cell] + best->weight <= low;
}

/// Expand the lowest front. A cell may be in it twice, or have been lowered into an earlier front.
/// Then its weight is below `low` and it is skipped, or its second expansion changes nothing.
static bool expand_front(dv_wave *wave, const dv_map *map, uint64_t low, dv_plan_work *work) {
    dv_bucket *front = &wave->fronts.buckets[0];
    uint32_t size = (uint32_t)dv_map_size(map);
    if (!dv_plan_take(work, front->count))
        return false;
    for (uint32_t i = 0; i < front->count; i++) {
        uint32_t cell = front->all[i];
        if (wave->weights[cell] < low)
            continue;
        if ((cell < size && !expand_cell(wave, map, cell)) ||
            (wave->narrows && !expand_passages(wave, map, cell)))
            return false;
    }
    return true;
}

bool dv_wave_run(dv_wave *wave, const dv_map *map, const dv_joints *goal, const dv_joints *start,
                 dv_plan_work *work) {
    bool goes_on = true, short_of_memory = false;
    if (!dv_plan_take(work, goal->count) || !begin_at(wave, goal))
        return false;
    while (goes_on) {
        uint64_t low = wave->fronts.low << wave->shift;
        if (!dv_plan_take(work, start->count))
            return false;
        if (has_arrived(wave, start, low))
            return true;
        if (!expand_front(wave, map, low, work))
            return false;
        goes_on = dv_fronts_advance(&wave->fronts, wave->weights, wave->shift, &short_of_memory);
    }
    return !short_of_memory;
}
