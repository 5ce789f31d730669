// Holding records against a squad for who is nearest. Compiled once for each width of vectors.
#include "neighbors/closest.h"

#include "neighbors/visitor.h"
#include "world/kernels.h"

/// What one copy of the loop is made for.
typedef struct search {
    const dv_squad *squad;
    const dv_visits *visits;
    const dv_sensed *sensed;
    bool is_volume;
    dv_lanes3 position;
    dv_mask agent;
    dv_floats within_squared;
} search;

/// Put one in its place; the furthest falls off a full list.
static void keep(dv_closest *closest, uint32_t lane, dv_near near) {
    dv_near *all = closest->nearest[lane];
    uint32_t place = closest->count[lane];
    if (place < DV_MOST_CLOSEST)
        closest->count[lane]++;
    else if (near < all[place - 1])
        place--;
    else
        return;
    for (; place > 0 && near < all[place - 1]; place--)
        all[place] = all[place - 1];
    all[place] = near;
    if (closest->count[lane] == DV_MOST_CLOSEST)
        closest->within_squared[lane] = dv_near_squared(all[DV_MOST_CLOSEST - 1]);
}

static DV_ALWAYS_INLINE void regard(search *s, const dv_run *here, uint32_t rank,
                                    dv_closest *closest) {
    const dv_record *record = &s->sensed->records[rank];
    dv_lanes3 offset;
    dv_floats distance_squared;
    dv_offsets_to(record, &s->position, here, &s->sensed->span,
                  s->visits->folds ? DV_FOLDED : DV_SHIFTED, s->is_volume, &offset);
    dv_dot_of_lanes(&offset, &offset, s->is_volume, &distance_squared);
    dv_mask is_near = DV_IS_TO(s->agent, !=, (int32_t)record->agent) &
                      DV_IS(distance_squared, <=, s->within_squared);
    if (!dv_any_lane(&is_near) ||
        !dv_is_asked_for(record, closest->rule.kinds, closest->rule.states))
        return;
    for (uint32_t lane = 0; lane < DV_LANES; lane++)
        if (is_near[lane])
            keep(closest, lane, dv_near_of(distance_squared[lane], record->agent));
    DV_LOAD_LANES(s->within_squared, closest->within_squared);
}

/// From a place on to the end of the run, then from there back to its beginning.
static DV_ALWAYS_INLINE void go_through(search *s, const dv_run *run, uint32_t from,
                                        dv_closest *closest) {
    const uint32_t *list = s->visits->list;
    for (uint32_t place = from; place < run->end; place++)
        regard(s, run, list ? list[place] : place, closest);
    for (uint32_t place = from; place-- > run->first;)
        regard(s, run, list ? list[place] : place, closest);
}

/// The run in which the squad stands itself, if there is one: who is nearest is often there.
static uint32_t own_run(const dv_squad *squad, const dv_visits *visits, uint32_t *own_rank) {
    *own_rank = squad->world->agents.rank[squad->agent[0]];
    for (uint32_t i = 0; i < visits->count && !visits->list; i++)
        if (visits->runs[i].first <= *own_rank && *own_rank < visits->runs[i].end)
            return i;
    *own_rank = visits->runs[0].first;
    return 0;
}

static DV_ALWAYS_INLINE void run(const dv_squad *squad, const dv_visits *visits, bool is_volume,
                                 dv_closest *closest) {
    search s = {
        .squad = squad, .visits = visits, .sensed = &squad->world->sensed, .is_volume = is_volume};
    dv_load_lanes3(&s.position, &squad->position);
    DV_LOAD_LANES(s.agent, squad->agent);
    DV_LOAD_LANES(s.within_squared, closest->within_squared);
    uint32_t own_rank, own = own_run(squad, visits, &own_rank);
    go_through(&s, &visits->runs[own], own_rank, closest);
    for (uint32_t i = 0; i < visits->count; i++)
        if (i != own)
            go_through(&s, &visits->runs[i], visits->runs[i].first, closest);
}

void DV_AT_WIDTH(dv_find_closest)(const dv_squad *squad, const dv_visits *visits,
                                  dv_closest *closest) {
    if (squad->world->space == DV_VOLUME)
        run(squad, visits, true, closest);
    else
        run(squad, visits, false, closest);
}
