// The loop in which flocks spend their time: agents are the lanes, and each record is held against
// all of them at once. Compiled once for each width of vectors.
#include "neighbors/tally.h"

#include "neighbors/visitor.h"
#include "world/kernels.h"

// What one copy of the loop is made for.
typedef struct flavor {
    bool is_volume;
    dv_nearness nearness; // how offsets are brought near where the world wraps
    bool is_flock;        // see dv_tally_group; of records that follow each other
    bool is_careful;      // computes the pushes of those who are too near, too
} flavor;

typedef struct sums {
    dv_floats x, y, z;
    dv_mask count;
} sums;

typedef struct squad {
    dv_lanes3 position, velocity, forward;
    dv_mask agent;
} squad;

/// A rule's bounds; in variables of the loop, so that they stay in registers where there are
/// enough.
typedef struct bounds {
    dv_floats radius_squared, cone, nearest_squared;
} bounds;

/// One record, held against the squad.
typedef struct candidate {
    const dv_record *record;
    const dv_vec3 *forward;
    dv_lanes3 offset;
    dv_floats distance_squared;
    dv_floats ahead; // the offset's part along forward, times its magnitude
    dv_choice is_other;
} candidate;

static DV_ALWAYS_INLINE void load_squad(const dv_squad *from, squad *s) {
    dv_load_lanes3(&s->position, &from->position);
    dv_load_lanes3(&s->velocity, &from->velocity);
    dv_load_lanes3(&s->forward, &from->forward);
    DV_LOAD_LANES(s->agent, from->agent);
}

static DV_ALWAYS_INLINE void load_bounds(const dv_tally_lanes *rule, bounds *b) {
    DV_LOAD_LANES(b->radius_squared, rule->radius_squared);
    DV_LOAD_LANES(b->cone, rule->cone);
    DV_LOAD_LANES(b->nearest_squared, rule->nearest_squared);
}

static DV_ALWAYS_INLINE void load_sums(const dv_tally *tally, sums *sum) {
    DV_LOAD_LANES(sum->x, tally->sum.x);
    DV_LOAD_LANES(sum->y, tally->sum.y);
    DV_LOAD_LANES(sum->z, tally->sum.z);
    DV_LOAD_LANES(sum->count, tally->count);
}

static DV_ALWAYS_INLINE void store_sums(dv_tally *tally, const sums *sum) {
    DV_STORE_LANES(tally->sum.x, sum->x);
    DV_STORE_LANES(tally->sum.y, sum->y);
    DV_STORE_LANES(tally->sum.z, sum->z);
    DV_STORE_LANES(tally->count, sum->count);
}

static DV_ALWAYS_INLINE void add_lanes(sums *sum, const dv_choice *choice, const dv_lanes3 *term,
                                       const flavor f) {
    DV_ADD_TO(sum->x, *choice, term->x);
    DV_ADD_TO(sum->y, *choice, term->y);
    if (f.is_volume)
        DV_ADD_TO(sum->z, *choice, term->z);
}

// In the order of lanes, one by one: too rare to be worth more.
static void push_apart(const dv_tally_pass *pass, const dv_tally_lanes *rule, const candidate *c,
                       const dv_choice *is_near, sums *sum) {
    for (uint32_t lane = 0; lane < DV_LANES; lane++) {
        if (!DV_HAS_LANE(*is_near, lane))
            continue;
        dv_vec3 offset = dv_vec(c->offset.x[lane], c->offset.y[lane], c->offset.z[lane]);
        dv_vec3 push = dv_push_apart(pass->world, pass->squad->agent[lane], c->record->agent,
                                     offset, rule->radius[lane]);
        sum->x[lane] += push.x;
        sum->y[lane] += push.y;
        sum->z[lane] += push.z;
    }
}

// The careless flavor adds anything for those who are too near: then the run is done again.
static DV_ALWAYS_INLINE void add_push(const dv_tally_pass *pass, const dv_tally_lanes *rule,
                                      const bounds *b, const candidate *c, const dv_choice *choice,
                                      const flavor f, sums *sum, dv_choice *too_near) {
    dv_floats factor = -1.0f / c->distance_squared;
    dv_lanes3 push = {c->offset.x * factor, c->offset.y * factor, c->offset.z * factor};
    if (!f.is_careful) {
        add_lanes(sum, choice, &push, f);
        *too_near =
            DV_EITHER(*too_near, DV_AT_MOST(c->is_other, c->distance_squared, b->nearest_squared));
        return;
    }
    dv_choice is_near = DV_AT_MOST(*choice, c->distance_squared, b->nearest_squared);
    dv_choice pushes = DV_WITHOUT(*choice, is_near);
    add_lanes(sum, &pushes, &push, f);
    if (DV_HAS_ANY(is_near))
        push_apart(pass, rule, c, &is_near, sum);
}

static DV_ALWAYS_INLINE void add(const dv_tally_pass *pass, uint32_t i, const squad *s,
                                 const bounds *b, const candidate *c, const flavor f, sums *sum,
                                 dv_choice *too_near) {
    static const dv_tally_term terms_of_flock[] = {DV_TALLY_PUSHES, DV_TALLY_MOTIONS,
                                                   DV_TALLY_OFFSETS};
    const dv_tally_lanes *rule = &pass->rules[i];
    const dv_record *record = c->record;
    dv_choice mask = DV_AT_MOST(c->is_other, c->distance_squared, b->radius_squared);
    mask = DV_AT_MOST(mask, b->cone * c->distance_squared, c->ahead);
    if (!f.is_flock)
        DV_COUNT_TO(sum->count, mask);
    const dv_lanes3 *v = &s->velocity, *forward = &s->forward;
    switch (f.is_flock ? terms_of_flock[i] : rule->term) {
    case DV_TALLY_PUSHES:
        add_push(pass, rule, b, c, &mask, f, sum, too_near);
        break;
    case DV_TALLY_OFFSETS:
        add_lanes(sum, &mask, &c->offset, f);
        break;
    case DV_TALLY_MOTIONS: {
        dv_lanes3 motion = {DV_ALL_LANES(record->vx), DV_ALL_LANES(record->vy),
                            DV_ALL_LANES(record->vz)};
        add_lanes(sum, &mask, &motion, f);
        break;
    }
    case DV_TALLY_VELOCITIES: {
        dv_lanes3 difference = {record->vx - v->x, record->vy - v->y, record->vz - v->z};
        add_lanes(sum, &mask, &difference, f);
        break;
    }
    case DV_TALLY_FORWARDS: {
        dv_lanes3 difference = {c->forward->x - forward->x, c->forward->y - forward->y,
                                c->forward->z - forward->z};
        add_lanes(sum, &mask, &difference, f);
        break;
    }
    }
}

static DV_ALWAYS_INLINE void hold_against(const squad *s, const dv_sensed *sensed,
                                          const dv_run *here, const flavor f, candidate *c) {
    dv_offsets_to(c->record, &s->position, here, &sensed->span, f.nearness, f.is_volume,
                  &c->offset);
    dv_dot_of_lanes(&c->offset, &c->offset, f.is_volume, &c->distance_squared);
    dv_dot_of_lanes(&s->forward, &c->offset, f.is_volume, &c->ahead);
    c->ahead *= DV_MAGNITUDE(c->ahead);
    c->is_other = DV_OTHER_THAN(s->agent, c->record->agent);
}

/// Bit i: the i-th rule counts this record.
static DV_ALWAYS_INLINE uint32_t rules_for(const dv_tally_pass *pass, const dv_record *record,
                                           const flavor f) {
    uint32_t bits = pass->group->rules_for_kind[record->kind];
    if (f.is_flock || !pass->group->asks_for_states)
        return bits;
    for (uint32_t i = 0; i < pass->group->count; i++) {
        const int16_t *states = pass->rules[i].states;
        if (states && bits >> i & 1 && states[record->kind] != (int16_t)record->state)
            bits &= ~(1u << i);
    }
    return bits;
}

// Sums stand in variables of their own, as many as stay in registers; `count` of them are used.
// False, with nothing added, when some neighbor is so near that the careful flavor has to look.
static DV_ALWAYS_INLINE bool run(const dv_tally_pass *pass, const uint32_t count,
                                 const dv_visits *visits, const flavor f) {
    const dv_sensed *sensed = &pass->world->sensed;
    dv_tally *tallies = pass->tallies;
    const uint32_t second = count > 1 ? 1 : 0, third = count > 2 ? 2 : 0;
    squad s;
    bounds of_a, of_b, of_c;
    sums a, b, c;
    dv_choice too_near = DV_NO_LANES;
    candidate n = {0};
    load_squad(pass->squad, &s);
    load_sums(&tallies[0], &a);
    load_sums(&tallies[second], &b);
    load_sums(&tallies[third], &c);
    load_bounds(&pass->rules[0], &of_a);
    load_bounds(&pass->rules[second], &of_b);
    load_bounds(&pass->rules[third], &of_c);
    for (uint32_t visit = 0; visit < visits->count; visit++) {
        const dv_run *here = &visits->runs[visit];
        for (uint32_t place = here->first; place < here->end; place++) {
            uint32_t rank = !f.is_flock && visits->list ? visits->list[place] : place;
            n.record = &sensed->records[rank];
            n.forward = &sensed->forward[rank];
            uint32_t bits = rules_for(pass, n.record, f);
            if (bits == 0)
                continue;
            hold_against(&s, sensed, here, f, &n);
            if (f.is_flock || bits & 1)
                add(pass, 0, &s, &of_a, &n, f, &a, &too_near);
            if (count > 1 && (f.is_flock || bits & 2))
                add(pass, 1, &s, &of_b, &n, f, &b, &too_near);
            if (count > 2 && (f.is_flock || bits & 4))
                add(pass, 2, &s, &of_c, &n, f, &c, &too_near);
        }
    }
    if (!f.is_careful && DV_HAS_ANY(too_near))
        return false;
    store_sums(&tallies[0], &a);
    if (count > 1)
        store_sums(&tallies[1], &b);
    if (count > 2)
        store_sums(&tallies[2], &c);
    return true;
}

static DV_ALWAYS_INLINE bool run_group(const dv_tally_pass *pass, const dv_visits *visits,
                                       const flavor f) {
    if (pass->group->is_flock && !visits->list && !f.is_careful)
        return run(pass, 3, visits, (flavor){f.is_volume, f.nearness, true, false});
    return pass->group->count == 3   ? run(pass, 3, visits, f)
           : pass->group->count == 2 ? run(pass, 2, visits, f)
                                     : run(pass, 1, visits, f);
}

#define RUN_IN(space, volume, how_near)                                                            \
    static void run_##space(const dv_tally_pass *pass, const dv_visits *visits) {                  \
        const flavor f = {.is_volume = (volume), .nearness = (how_near)};                          \
        const flavor careful = {                                                                   \
            .is_volume = (volume), .nearness = (how_near), .is_careful = true};                    \
        if (!run_group(pass, visits, f))                                                           \
            run_group(pass, visits, careful);                                                      \
    }

RUN_IN(plane, false, DV_AS_IT_IS)
RUN_IN(shifted_plane, false, DV_SHIFTED)
RUN_IN(folded_plane, false, DV_FOLDED)
RUN_IN(volume, true, DV_AS_IT_IS)
RUN_IN(shifted_volume, true, DV_SHIFTED)
RUN_IN(folded_volume, true, DV_FOLDED)

void DV_AT_WIDTH(dv_tally_run)(const dv_tally_pass *pass, const dv_visits *visits) {
    static dv_tally_run *const spaces[2][3] = {
        {[DV_AS_IT_IS] = run_plane,
         [DV_SHIFTED] = run_shifted_plane,
         [DV_FOLDED] = run_folded_plane},
        {[DV_AS_IT_IS] = run_volume,
         [DV_SHIFTED] = run_shifted_volume,
         [DV_FOLDED] = run_folded_volume},
    };
    dv_nearness how_near = dv_nearness_of(visits);
    spaces[pass->world->space == DV_VOLUME][how_near](pass, visits);
}
