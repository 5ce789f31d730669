// Computes tallies. Flocks spend most of their time here. Compiled once for each vector width, and
// for 512 bits once more with DV_ABREAST 2: then sixteen agents of a flock are the lanes. Together,
// two squads visit two thirds as many records as they would separately.
#include "neighbors/tally.h"

#include "neighbors/visitor.h"
#if DV_ABREAST == 1
#include "neighbors/parting_lanes.h"
#endif
#include "world/kernels.h"

typedef struct sums {
    dv_floats x, y, z;
    dv_mask count;
} sums;

/// A rule's bounds. They are local variables of the loop, so that they can stay in registers.
typedef struct bounds {
    dv_floats radius_squared, cone, nearest_squared;
} bounds;

/// The parameters for which a copy of the loop is compiled. They are passed as an argument, not
/// stored in the counters, because compilers do not treat values in memory as constants.
typedef struct variety {
    uint32_t count;  // number of rules
    bool is_flock;   // see dv_tally_group; and the records are consecutive
    bool is_careful; // also handles neighbors nearer than `nearest_squared`
    bool is_volume;
} variety;

/// The squad, with its sums so far.
typedef struct counters {
    const dv_tally_pass *pass;
    uint32_t rules; // bit i: rule i includes the current record
    dv_lanes3 velocity, forward;
    dv_mask agent;
    // Separate members, because compilers do not keep arrays in registers.
    bounds of_a, of_b, of_c;
    sums a, b, c;
    dv_choice too_near;
} counters;

/// A record, and which agents of the squad differ from it.
typedef struct candidate {
    const dv_met *met;
    dv_floats ahead; // signed square of the offset's component along forward
    dv_choice is_other;
} candidate;

/// The sums of a rule for the second squad, if there are two in a vector.
static DV_ALWAYS_INLINE dv_tally *last_tally(const dv_tally_pass *pass, uint32_t i) {
    return DV_ABREAST == 2 ? &pass->tallies_beside[i] : &pass->tallies[i];
}

static DV_ALWAYS_INLINE void load_rule(const dv_tally_pass *pass, uint32_t i, bounds *b,
                                       sums *sum) {
    const dv_tally_lanes *rule = &pass->rules[i];
    const dv_tally *first = &pass->tallies[i], *last = last_tally(pass, i);
    DV_LOAD_ABREAST(b->radius_squared, rule->radius_squared, rule->radius_squared);
    DV_LOAD_ABREAST(b->cone, rule->cone, rule->cone);
    DV_LOAD_ABREAST(b->nearest_squared, rule->nearest_squared, rule->nearest_squared);
    DV_LOAD_ABREAST(sum->x, first->sum.x, last->sum.x);
    DV_LOAD_ABREAST(sum->y, first->sum.y, last->sum.y);
    DV_LOAD_ABREAST(sum->z, first->sum.z, last->sum.z);
    DV_LOAD_ABREAST(sum->count, first->count, last->count);
}

static DV_ALWAYS_INLINE void store_sums(const dv_tally_pass *pass, uint32_t i, const sums *sum) {
    dv_tally *first = &pass->tallies[i], *last = last_tally(pass, i);
    DV_STORE_ABREAST(first->sum.x, last->sum.x, sum->x);
    DV_STORE_ABREAST(first->sum.y, last->sum.y, sum->y);
    DV_STORE_ABREAST(first->sum.z, last->sum.z, sum->z);
    DV_STORE_ABREAST(first->count, last->count, sum->count);
}

static DV_ALWAYS_INLINE void add_lanes(sums *sum, const dv_choice *choice, const dv_lanes3 *term,
                                       bool is_volume) {
    DV_ADD_TO(sum->x, *choice, term->x);
    DV_ADD_TO(sum->y, *choice, term->y);
    if (is_volume)
        DV_ADD_TO(sum->z, *choice, term->z);
}

static DV_ALWAYS_INLINE void find_pushes(const dv_met *met, dv_lanes3 *push) {
    dv_floats factor = -1.0f / met->distance_squared;
    push->x = met->offset.x * factor;
    push->y = met->offset.y * factor;
    push->z = met->offset.z * factor;
}

/// Add arbitrary values for neighbors that are too near: the result is then discarded, and the
/// careful copy runs.
static DV_ALWAYS_INLINE void add_pushes(counters *n, const bounds *b, const candidate *c,
                                        const dv_choice *choice, bool is_volume, sums *sum) {
    dv_lanes3 push;
    find_pushes(c->met, &push);
    add_lanes(sum, choice, &push, is_volume);
    n->too_near = DV_EITHER(n->too_near,
                            DV_AT_MOST(c->is_other, c->met->distance_squared, b->nearest_squared));
}

#if DV_ABREAST == 1 // two squads at once are never careful

/// dv_push_apart for each lane.
static void push_apart(const dv_tally_pass *pass, uint32_t i, const dv_met *met,
                       const dv_choice *is_near, bool is_volume, sums *sum) {
    dv_floats radius, none = {0};
    DV_LOAD_LANES(radius, pass->rules[i].radius);
    dv_floats nearest = radius * DV_NEAREST_PUSH;
    dv_floats push = DV_WHERE(DV_IS_TO(nearest, ==, 0), none, 1.0f / nearest);
    dv_mask are_apart = DV_IS_TO(met->distance_squared, >, 0), are_together = ~are_apart;
    dv_lanes3 away = {none, none, none};
    if (dv_any_lane(&are_together))
        dv_parting_directions(pass->squad->agent, met->record->agent, is_volume, &away);
    if (dv_any_lane(&are_apart)) {
        dv_lanes3 toward = {met->offset.x, met->offset.y, is_volume ? met->offset.z : none};
        dv_normalize_lanes(&toward);
        away.x = DV_WHERE(are_apart, -toward.x, away.x);
        away.y = DV_WHERE(are_apart, -toward.y, away.y);
        away.z = DV_WHERE(are_apart, -toward.z, away.z);
    }
    away.x *= push, away.y *= push, away.z *= push;
    add_lanes(sum, is_near, &away, is_volume);
}

static DV_ALWAYS_INLINE void add_pushes_carefully(const counters *n, uint32_t i, const bounds *b,
                                                  const candidate *c, const dv_choice *choice,
                                                  bool is_volume, sums *sum) {
    const dv_met *met = c->met;
    dv_lanes3 push;
    find_pushes(met, &push);
    dv_choice is_near = DV_AT_MOST(*choice, met->distance_squared, b->nearest_squared);
    dv_choice pushes = DV_WITHOUT(*choice, is_near);
    add_lanes(sum, &pushes, &push, is_volume);
    if (DV_HAS_ANY(is_near))
        push_apart(n->pass, i, met, &is_near, is_volume, sum);
}

#endif

static DV_ALWAYS_INLINE void add_to_rule(counters *n, uint32_t i, const bounds *b,
                                         const candidate *c, const variety v, sums *sum) {
    static const dv_tally_term terms_of_flock[] = {DV_TALLY_PUSHES, DV_TALLY_MOTIONS,
                                                   DV_TALLY_OFFSETS};
    const dv_record *record = c->met->record;
    dv_choice mask = DV_AT_MOST(c->is_other, c->met->distance_squared, b->radius_squared);
    mask = DV_AT_MOST(mask, b->cone * c->met->distance_squared, c->ahead);
    if (!v.is_flock)
        DV_COUNT_TO(sum->count, mask);
    switch (v.is_flock ? terms_of_flock[i] : n->pass->rules[i].term) {
    case DV_TALLY_PUSHES:
#if DV_ABREAST == 1
        if (v.is_careful) {
            add_pushes_carefully(n, i, b, c, &mask, v.is_volume, sum);
            break;
        }
#endif
        add_pushes(n, b, c, &mask, v.is_volume, sum);
        break;
    case DV_TALLY_OFFSETS:
        add_lanes(sum, &mask, &c->met->offset, v.is_volume);
        break;
    case DV_TALLY_MOTIONS: {
        dv_lanes3 motion = {DV_ALL_LANES(record->vx), DV_ALL_LANES(record->vy),
                            DV_ALL_LANES(record->vz)};
        add_lanes(sum, &mask, &motion, v.is_volume);
        break;
    }
    case DV_TALLY_VELOCITIES: {
        const dv_lanes3 *own = &n->velocity;
        dv_lanes3 difference = {record->vx - own->x, record->vy - own->y, record->vz - own->z};
        add_lanes(sum, &mask, &difference, v.is_volume);
        break;
    }
    case DV_TALLY_FORWARDS: {
        const dv_lanes3 *own = &n->forward;
        dv_vec3 forward = n->pass->world->sensed.forward[c->met->rank];
        dv_lanes3 difference = {forward.x - own->x, forward.y - own->y, forward.z - own->z};
        add_lanes(sum, &mask, &difference, v.is_volume);
        break;
    }
    }
}

/// Record which rules include the record; false if none does.
static DV_ALWAYS_INLINE bool note_rules(counters *n, const dv_record *record, bool is_flock) {
    const dv_tally_group *group = n->pass->group;
    n->rules = group->rules_for_kind[record->kind];
    for (uint32_t i = 0; !is_flock && group->asks_for_states && i < group->count; i++) {
        const int16_t *states = n->pass->rules[i].states;
        if (states && n->rules >> i & 1 && states[record->kind] != (int16_t)record->state)
            n->rules &= ~(1u << i);
    }
    return n->rules != 0;
}

static DV_ALWAYS_INLINE void count_for_rules(counters *n, const dv_met *met, const variety v) {
    candidate c = {.met = met, .is_other = DV_OTHER_THAN(n->agent, met->record->agent)};
    dv_dot_of_lanes(&n->forward, &met->offset, v.is_volume, &c.ahead);
    c.ahead *= DV_MAGNITUDE(c.ahead);
    if (v.is_flock || n->rules & 1)
        add_to_rule(n, 0, &n->of_a, &c, v, &n->a);
    if (v.count > 1 && (v.is_flock || n->rules & 2))
        add_to_rule(n, 1, &n->of_b, &c, v, &n->b);
    if (v.count > 2 && (v.is_flock || n->rules & 4))
        add_to_rule(n, 2, &n->of_c, &c, v, &n->c);
}

// False, with nothing added, if some neighbor is so near that the careful copy has to run.
static DV_ALWAYS_INLINE bool count_with(const dv_tally_pass *pass, const dv_visits *visits,
                                        dv_wants *wants, dv_meets *meets, const variety v) {
    const uint32_t second = v.count > 1 ? 1 : 0, third = v.count > 2 ? 2 : 0;
    const dv_squad *first = pass->squad, *last = DV_ABREAST == 2 ? pass->beside : first;
    counters n;
    n.pass = pass;
    dv_load_lanes3_abreast(&n.velocity, &first->velocity, &last->velocity);
    dv_load_lanes3_abreast(&n.forward, &first->forward, &last->forward);
    DV_LOAD_ABREAST(n.agent, first->agent, last->agent);
    load_rule(pass, 0, &n.of_a, &n.a);
    load_rule(pass, second, &n.of_b, &n.b);
    load_rule(pass, third, &n.of_c, &n.c);
    n.too_near = DV_NO_LANES;
    dv_visit_all(&(dv_visit){first, last, visits, wants, meets, &n, false});
    if (!v.is_careful && DV_HAS_ANY(n.too_near))
        return false;
    store_sums(pass, 0, &n.a);
    if (v.count > 1)
        store_sums(pass, 1, &n.b);
    if (v.count > 2)
        store_sums(pass, 2, &n.c);
    return true;
}

#define COUNT_AS(name, rules, flock, careful)                                                      \
    static DV_ALWAYS_INLINE bool name##_wants(void *reducer, const dv_record *record) {            \
        return note_rules(reducer, record, flock);                                                 \
    }                                                                                              \
    static DV_ALWAYS_INLINE void name##_meets(void *reducer, const dv_met *met,                    \
                                              dv_visited_space space) {                            \
        count_for_rules(reducer, met, (variety){rules, flock, careful, space.is_volume});          \
    }                                                                                              \
    static bool name(const dv_tally_pass *pass, const dv_visits *visits) {                         \
        return count_with(pass, visits, name##_wants, name##_meets,                                \
                          (variety){rules, flock, careful, false});                                \
    }

COUNT_AS(count_flock, 3, true, false)

#if DV_ABREAST == 2

bool DV_AT_WIDTH(dv_tally_two)(const dv_tally_pass *pass, const dv_visits *visits) {
    return count_flock(pass, visits);
}

#else

COUNT_AS(count_one, 1, false, false)
COUNT_AS(count_two, 2, false, false)
COUNT_AS(count_three, 3, false, false)
COUNT_AS(count_one_carefully, 1, false, true)
COUNT_AS(count_two_carefully, 2, false, true)
COUNT_AS(count_three_carefully, 3, false, true)

void DV_AT_WIDTH(dv_tally_run)(const dv_tally_pass *pass, const dv_visits *visits) {
    typedef bool counting(const dv_tally_pass *pass, const dv_visits *visits);
    static counting *const carelessly[] = {count_one, count_two, count_three};
    static counting *const carefully[] = {count_one_carefully, count_two_carefully,
                                          count_three_carefully};
    uint32_t i = pass->group->count - 1;
    bool is_flock = pass->group->is_flock && !visits->list;
    if (!(is_flock ? count_flock(pass, visits) : carelessly[i](pass, visits)))
        carefully[i](pass, visits);
}

#endif
