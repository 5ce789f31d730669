// Compares records with a squad to find the nearest. Compiled once for each vector width.
#include "neighbors/closest.h"

#include "base/lanes.h"
#include "neighbors/visitor.h"
#include "world/kernels.h"

/// Insert a neighbor in order. A full list drops its farthest.
static void insert_neighbor(dv_closest *closest, uint32_t lane, dv_near near) {
    dv_near *all = closest->nearest[lane];
    uint32_t place = closest->count[lane];
    if (place < DV_MAX_CLOSEST)
        closest->count[lane]++;
    else if (near < all[place - 1])
        place--;
    else
        return;
    for (; place > 0 && near < all[place - 1]; place--)
        all[place] = all[place - 1];
    all[place] = near;
    if (closest->count[lane] == DV_MAX_CLOSEST)
        closest->within_squared[lane] = dv_near_squared(all[DV_MAX_CLOSEST - 1]);
}

typedef struct seekers {
    dv_closest *closest;
    dv_mask agent;
    dv_floats within_squared;
} seekers;

static inline bool is_in_question(void *reducer, const dv_record *record) {
    const dv_closest *closest = ((const seekers *)reducer)->closest;
    return dv_is_asked_for(record, &closest->sought, closest->rule.states);
}

static inline void keep_closer(void *reducer, const dv_met *met, dv_visited_space space) {
    (void)space;
    seekers *s = reducer;
    dv_mask is_near = DV_IS_TO(s->agent, !=, (int32_t)met->record->agent) &
                      DV_IS(met->distance_squared, <=, s->within_squared);
    if (!dv_any_lane(&is_near))
        return;
    for (uint32_t lane = 0; lane < DV_LANES; lane++)
        if (is_near[lane])
            insert_neighbor(s->closest, lane,
                            dv_near_of(met->distance_squared[lane], met->record->agent));
    DV_LOAD_LANES(s->within_squared, s->closest->within_squared);
}

void DV_AT_WIDTH(dv_find_closest)(const dv_squad *squad, const dv_visits *visits,
                                  dv_closest *closest) {
    seekers s = {.closest = closest};
    DV_LOAD_LANES(s.agent, squad->agent);
    DV_LOAD_LANES(s.within_squared, closest->within_squared);
    dv_visit_all(&(dv_visit){squad, NULL, visits, is_in_question, keep_closer, &s, true});
}
