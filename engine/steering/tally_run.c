// The loop in which flocks spend their time: agents are the lanes, and each record is held against
// all of them at once. Compiled once for each width of processors; DV_TALLY_WIDTH names it.
#include "steering/tally.h"

#define JOIN(a, b) a##b
#define JOINED(a, b) JOIN(a, b)
#define NAMED(width) JOINED(dv_tally_run_, width)

#ifdef DV_NO_SUCH_WIDTH
dv_tally_run *const NAMED(DV_TALLY_WIDTH) = NULL;
#else

#include "base/lanes.h"

#define ALWAYS_INLINE inline __attribute__((always_inline))

typedef struct sums {
    dv_floats x, y, z;
    dv_mask count;
} sums;

typedef struct squad {
    dv_floats x, y, z, vx, vy, vz, fx, fy, fz;
    dv_mask agent;
} squad;

static ALWAYS_INLINE void load_squad(const dv_tally_pass *pass, squad *s) {
    DV_LOAD_LANES(s->x, pass->squad->position.x);
    DV_LOAD_LANES(s->y, pass->squad->position.y);
    DV_LOAD_LANES(s->z, pass->squad->position.z);
    DV_LOAD_LANES(s->vx, pass->squad->velocity.x);
    DV_LOAD_LANES(s->vy, pass->squad->velocity.y);
    DV_LOAD_LANES(s->vz, pass->squad->velocity.z);
    DV_LOAD_LANES(s->fx, pass->squad->forward.x);
    DV_LOAD_LANES(s->fy, pass->squad->forward.y);
    DV_LOAD_LANES(s->fz, pass->squad->forward.z);
    DV_LOAD_LANES(s->agent, pass->squad->agent);
}

// As dv_fold.
#define FOLD(offset, span)                                                                         \
    DV_WHERE((offset) > (span)*0.5f, (offset) - (span),                                            \
             DV_WHERE((offset) < (span) * -0.5f, (offset) + (span), (offset)))

// In the order of lanes, one by one: too rare to be worth more.
static __attribute__((noinline)) void push_apart(const dv_tally_pass *pass,
                                                 const dv_tally_lanes *rule,
                                                 const dv_record *record, const dv_mask *mask,
                                                 const dv_vectors *offsets, sums *sum) {
    for (uint32_t lane = 0; lane < DV_LANES; lane++) {
        if (!(*mask)[lane])
            continue;
        dv_vec3 push = dv_push_apart(pass->world, pass->squad->agent[lane], record->agent,
                                     dv_vec(offsets->x[lane], offsets->y[lane], offsets->z[lane]),
                                     rule->radius[lane]);
        sum->x[lane] += push.x;
        sum->y[lane] += push.y;
        sum->z[lane] += push.z;
    }
}

/// One record, held against the squad.
typedef struct candidate {
    const dv_record *record;
    dv_vec3 forward;
    dv_floats dx, dy, dz, distance_squared;
    dv_floats ahead; // the offset's part along forward, times its magnitude
    dv_mask is_other;
} candidate;

static ALWAYS_INLINE void add_push(const dv_tally_pass *pass, const dv_tally_lanes *rule,
                                   const candidate *c, const dv_mask *mask, const bool is_volume,
                                   sums *sum) {
    dv_floats nearest_squared;
    DV_LOAD_LANES(nearest_squared, rule->nearest_squared);
    dv_mask is_apart = c->distance_squared > nearest_squared;
    dv_mask pushes = *mask & is_apart, is_near = *mask & ~is_apart;
    dv_floats factor = -1.0f / c->distance_squared;
    sum->x += DV_ONLY_WHERE(pushes, c->dx * factor);
    sum->y += DV_ONLY_WHERE(pushes, c->dy * factor);
    if (is_volume)
        sum->z += DV_ONLY_WHERE(pushes, c->dz * factor);
    if (__builtin_expect(!dv_any_lane(&is_near), 1))
        return;
    dv_vectors offsets;
    DV_STORE_LANES(offsets.x, c->dx);
    DV_STORE_LANES(offsets.y, c->dy);
    DV_STORE_LANES(offsets.z, c->dz);
    sums kept = *sum;
    push_apart(pass, rule, c->record, &is_near, &offsets, &kept);
    *sum = kept;
}

static ALWAYS_INLINE void add(const dv_tally_pass *pass, const dv_tally_lanes *rule, const squad *s,
                              const candidate *c, const bool is_volume, sums *sum) {
    const dv_record *record = c->record;
    if (!(rule->kinds >> record->kind & 1) ||
        (rule->states && rule->states[record->kind] != (int16_t)record->state))
        return;
    dv_floats radius_squared, cone;
    DV_LOAD_LANES(radius_squared, rule->radius_squared);
    DV_LOAD_LANES(cone, rule->cone);
    dv_mask mask = c->is_other & (c->distance_squared <= radius_squared) &
                   (c->ahead >= cone * c->distance_squared);
    sum->count -= mask;
    switch (rule->term) {
    case DV_TALLY_PUSHES:
        add_push(pass, rule, c, &mask, is_volume, sum);
        break;
    case DV_TALLY_OFFSETS:
        sum->x += DV_ONLY_WHERE(mask, c->dx);
        sum->y += DV_ONLY_WHERE(mask, c->dy);
        if (is_volume)
            sum->z += DV_ONLY_WHERE(mask, c->dz);
        break;
    case DV_TALLY_VELOCITIES:
        sum->x += DV_ONLY_WHERE(mask, record->vx - s->vx);
        sum->y += DV_ONLY_WHERE(mask, record->vy - s->vy);
        if (is_volume)
            sum->z += DV_ONLY_WHERE(mask, record->vz - s->vz);
        break;
    case DV_TALLY_FORWARDS:
        sum->x += DV_ONLY_WHERE(mask, c->forward.x - s->fx);
        sum->y += DV_ONLY_WHERE(mask, c->forward.y - s->fy);
        if (is_volume)
            sum->z += DV_ONLY_WHERE(mask, c->forward.z - s->fz);
        break;
    }
}

static ALWAYS_INLINE void load_sums(const dv_tally *tally, sums *sum) {
    DV_LOAD_LANES(sum->x, tally->sum.x);
    DV_LOAD_LANES(sum->y, tally->sum.y);
    DV_LOAD_LANES(sum->z, tally->sum.z);
    DV_LOAD_LANES(sum->count, tally->count);
}

static ALWAYS_INLINE void store_sums(dv_tally *tally, const sums *sum) {
    DV_STORE_LANES(tally->sum.x, sum->x);
    DV_STORE_LANES(tally->sum.y, sum->y);
    DV_STORE_LANES(tally->sum.z, sum->z);
    DV_STORE_LANES(tally->count, sum->count);
}

// Sums stand in variables of their own, as many as stay in registers. `count` of them are used.
static ALWAYS_INLINE void run(const dv_tally_pass *pass, uint32_t rule, const uint32_t count,
                              const uint32_t *list, uint32_t first, uint32_t last,
                              const bool is_volume, const bool wraps) {
    const dv_sensed *sensed = &pass->world->sensed;
    const dv_tally_lanes *rules = pass->rules + rule;
    dv_tally *tallies = pass->tallies + rule;
    squad s;
    sums a, b, c;
    candidate n = {.dz = {0}};
    load_squad(pass, &s);
    load_sums(&tallies[0], &a);
    load_sums(&tallies[count > 1 ? 1 : 0], &b);
    load_sums(&tallies[count > 2 ? 2 : 0], &c);
    for (uint32_t place = first; place < last; place++) {
        uint32_t rank = list ? list[place] : place;
        const dv_record *record = &sensed->records[rank];
        if (record->kind == DV_NO_KIND)
            continue;
        n.record = record;
        n.forward = sensed->forward[rank];
        n.dx = record->x - s.x;
        n.dy = record->y - s.y;
        if (wraps) {
            n.dx = FOLD(n.dx, sensed->span.x);
            n.dy = FOLD(n.dy, sensed->span.y);
        }
        n.distance_squared = n.dx * n.dx + n.dy * n.dy;
        n.ahead = s.fx * n.dx + s.fy * n.dy;
        if (is_volume) {
            n.dz = record->z - s.z;
            if (wraps)
                n.dz = FOLD(n.dz, sensed->span.z);
            n.distance_squared += n.dz * n.dz;
            n.ahead += s.fz * n.dz;
        }
        n.ahead *= DV_MAGNITUDE(n.ahead);
        n.is_other = s.agent != (int32_t)record->agent;
        add(pass, &rules[0], &s, &n, is_volume, &a);
        if (count > 1)
            add(pass, &rules[1], &s, &n, is_volume, &b);
        if (count > 2)
            add(pass, &rules[2], &s, &n, is_volume, &c);
    }
    store_sums(&tallies[0], &a);
    if (count > 1)
        store_sums(&tallies[1], &b);
    if (count > 2)
        store_sums(&tallies[2], &c);
}

#define RUN_IN(space, is_volume, wraps)                                                            \
    static void run_##space(const dv_tally_pass *pass, const uint32_t *list, uint32_t first,       \
                            uint32_t last) {                                                       \
        uint32_t rule = 0;                                                                         \
        for (; rule + 3 <= pass->rule_count; rule += 3)                                            \
            run(pass, rule, 3, list, first, last, is_volume, wraps);                               \
        if (rule + 2 == pass->rule_count)                                                          \
            run(pass, rule, 2, list, first, last, is_volume, wraps);                               \
        if (rule + 1 == pass->rule_count)                                                          \
            run(pass, rule, 1, list, first, last, is_volume, wraps);                               \
    }

RUN_IN(plane, false, false)
RUN_IN(wrapped_plane, false, true)
RUN_IN(volume, true, false)
RUN_IN(wrapped_volume, true, true)

static void tally_run(const dv_tally_pass *pass, const uint32_t *list, uint32_t first,
                      uint32_t last) {
    static dv_tally_run *const runs[2][2] = {{run_plane, run_wrapped_plane},
                                             {run_volume, run_wrapped_volume}};
    runs[pass->world->space == DV_VOLUME][pass->world->sensed.wraps](pass, list, first, last);
}

dv_tally_run *const NAMED(DV_TALLY_WIDTH) = tally_run;

#endif
