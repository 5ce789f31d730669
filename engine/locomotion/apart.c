// Keeps bodies apart; see apart.h. Bodies are pushed in rounds. Each round computes the place of
// every body from the places of all after the round before, so neither the order of bodies nor the
// threads matter. Pushing one body after another takes fewer rounds, but its result depends on the
// order.
//
// Most bodies have no other near them, and only those that do take part in the rounds. They are
// found in the index of sensed agents, from where bodies were before they moved: the search reaches
// farther by the longest way that any two have moved. A grid of the places after the move finds
// them, too, but takes twice as long, because every body has to be sorted into it.
#include "locomotion/apart.h"

#include "base/alloc.h"
#include "locomotion/body.h"
#include "locomotion/constraints.h"
#include "locomotion/contact.h"
#include "neighbors/batch.h"
#include "neighbors/parting.h"
#include "neighbors/sieve.h"
#include "world/stopping.h"

#include <math.h>
#include <stdatomic.h>
#include <string.h>

#define BLOCK 128
#define SEARCH_BLOCK 512
#define MOST_ROUNDS 96
#define LARGE_IN 64       ///< of so many bodies one may be large
#define MUCH_LARGER 4.0f  ///< times the radii of the others, at least, is large
#define ALLOWED 0.0025f   ///< share of the sum of radii that may be left as overlap
#define IN_CONTACT 1.005f ///< of the sum of radii: bodies this near lose speed into each other
#define PARTING 5.0f      ///< radii a second: how fast bodies come apart that rest in each other
#define OVER 1.3f         ///< a push divided among several contacts may go this far beyond the mean
#define LEAST_LEVEL 0.2f  ///< of a direction on ground: below, the other is straight above or below

/// A round over the bodies that have others near.
typedef struct pushing {
    dv_world *world;
    const dv_vec3 *now;
    dv_vec3 *next;
    int round;           ///< 0 is the first
    atomic_bool is_deep; ///< some bodies still overlap by more than allowed
} pushing;

static bool may_keep_any(const dv_world *world) {
    for (uint32_t kind = 0; kind < world->program->kind_count; kind++)
        if (dv_kind_may_keep_apart(world, kind))
            return true;
    return false;
}

bool dv_apart_reserve(dv_world *world, uint32_t count) {
    dv_apart *a = &world->apart;
    uint32_t capacity = count + count / 2;
    if (count <= a->capacity || !may_keep_any(world))
        return true;
    dv_apart_free(a);
    a->bodies = dv_alloc_aligned(capacity * sizeof *a->bodies);
    a->places[0] = dv_alloc_aligned(capacity * sizeof **a->places);
    a->places[1] = dv_alloc_aligned(capacity * sizeof **a->places);
    a->close = dv_alloc_aligned(capacity * sizeof *a->close);
    a->near = dv_alloc_aligned(capacity * sizeof *a->near);
    a->large = dv_alloc_aligned(capacity * sizeof *a->large);
    if (!a->bodies || !a->places[0] || !a->places[1] || !a->close || !a->near || !a->large) {
        dv_apart_free(a);
        return false;
    }
    a->capacity = capacity;
    return true;
}

// What the bodies are, and where

/// The extremes of all bodies, as the bits of numbers: those of numbers that are not negative sort
/// like the numbers.
typedef struct measuring {
    dv_world *world;
    atomic_uint widest;  ///< m, a radius
    atomic_uint fastest; ///< m²/s², a squared speed
    atomic_uint longest; ///< m², the squared length of a way
} measuring;

static void raise_to(atomic_uint *extreme, float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    unsigned old = atomic_load_explicit(extreme, memory_order_relaxed);
    while (old < bits && !atomic_compare_exchange_weak_explicit(
                             extreme, &old, bits, memory_order_relaxed, memory_order_relaxed))
        ;
}

static float value_of(const atomic_uint *extreme) {
    uint32_t bits = atomic_load_explicit(extreme, memory_order_relaxed);
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/// What the bodies of a kind have in common if their properties are the same for all.
typedef struct build {
    uint32_t kind;
    bool is_shared;
    bool is_solid; ///< for agents
    float radius, lightness;
    float most; ///< m, the farthest that a model moves the body in a tick
    bool hugs;
} build;

static build build_of(const dv_world *world, uint32_t agent) {
    uint32_t kind = world->agents.kind[agent];
    const dv_locomotion_type *model = dv_kind_of(world, agent)->locomotion;
    float radius = dv_property_of(world, agent, DV_RADIUS);
    return (build){
        .kind = kind,
        .is_shared = dv_is_shared(world, kind, DV_SOLID) && dv_is_shared(world, kind, DV_RADIUS) &&
                     dv_is_shared(world, kind, DV_MASS) && dv_is_shared(world, kind, DV_MAX_SPEED),
        .is_solid = radius > 0 && dv_property_of(world, agent, DV_SOLID) == DV_SOLID_FOR_AGENTS,
        .radius = radius,
        .lightness = model->stays ? 0 : 1 / dv_property_of(world, agent, DV_MASS),
        .most = dv_property_of(world, agent, DV_MAX_SPEED) * (float)world->dt + radius,
        .hugs = model->hugs && world->space == DV_VOLUME,
    };
}

static void measure_bodies(void *context, uint32_t first, uint32_t last, int thread) {
    (void)thread;
    measuring *m = context;
    dv_world *world = m->world;
    dv_apart *a = &world->apart;
    float widest = 0, fastest = 0, longest = 0;
    build b = {.kind = DV_NO_KIND};
    for (uint32_t rank = first; rank < last; rank++) {
        const dv_record *record = &world->sensed.records[rank];
        uint32_t agent = record->agent;
        dv_apart_body *body = &a->bodies[rank];
        body->takes_part = false;
        if (record->kind == DV_NO_KIND || !(world->agents.flags[agent] & DV_AGENT_ALIVE))
            continue;
        if (b.kind != world->agents.kind[agent] || !b.is_shared)
            b = build_of(world, agent);
        dv_vec3 start = dv_position_of(world, agent);
        float way = dv_length_squared(dv_offset_between(world, dv_record_position(record), start));
        // A body that went farther was put elsewhere by a script.
        if (!b.is_solid || !(way <= b.most * b.most))
            continue;
        bool is_suspended = world->agents.flags[agent] & DV_AGENT_SUSPENDED;
        *body = (dv_apart_body){.start = start,
                                .radius = b.radius,
                                .lightness = is_suspended ? 0 : b.lightness,
                                .agent = agent,
                                .takes_part = true,
                                .hugs = b.hugs};
        a->places[0][rank] = a->places[1][rank] = start;
        widest = dv_larger(widest, b.radius);
        fastest = dv_larger(fastest, dv_length_squared(dv_velocity_of(world, agent)));
        longest = dv_larger(longest, way);
    }
    raise_to(&m->widest, widest);
    raise_to(&m->fastest, fastest);
    raise_to(&m->longest, longest);
}

// Large bodies
//
// Whatever is searched for as far as the largest body reaches is found slowly by all others. A few
// bodies that are much larger than the rest therefore look for the rest, and not the other way.

/// The radius (m) that at most one in LARGE_IN of the bodies is well above, by powers of two.
static float common_radius(const dv_world *world) {
    const dv_apart *a = &world->apart;
    const int least = -126, most = 127; // powers of two of single precision
    uint32_t counts[254] = {0}, all = 0, above = 0;
    for (uint32_t rank = 0; rank < world->sensed.count; rank++)
        if (a->bodies[rank].takes_part) {
            int power = ilogbf(a->bodies[rank].radius);
            counts[(power < least ? least : power) - least]++;
            all++;
        }
    int power = most;
    while (above + counts[power - least] <= all / LARGE_IN)
        above += counts[power-- - least];
    return ldexpf(2, power);
}

static void list_large(dv_world *world) {
    dv_apart *a = &world->apart;
    a->large_count = 0;
    a->common = a->widest;
    float most = a->widest > 0 ? MUCH_LARGER * common_radius(world) : 0;
    if (a->widest <= most)
        return;
    a->common = 0;
    for (uint32_t rank = 0; rank < world->sensed.count; rank++) {
        dv_apart_body *body = &a->bodies[rank];
        if (!body->takes_part)
            continue;
        body->is_large = body->radius > most;
        if (body->is_large)
            a->large[a->large_count++] = rank;
        else
            a->common = dv_larger(a->common, body->radius);
    }
}

static void list_bodies(dv_world *world) {
    dv_apart *a = &world->apart;
    measuring m = {.world = world};
    atomic_init(&m.widest, 0);
    atomic_init(&m.fastest, 0);
    atomic_init(&m.longest, 0);
    dv_share(world, world->sensed.count, SEARCH_BLOCK, measure_bodies, &m);
    float dt = (float)world->dt;
    a->widest = value_of(&m.widest);
    a->way = sqrtf(value_of(&m.longest));
    a->fastest = sqrtf(value_of(&m.fastest)) * dt;
    list_large(world);
}

// Which bodies may come to touch

/// How far a body may be pushed in this tick, in m. Those that are not large share a limit.
static float most_of(const dv_world *world, const dv_apart_body *body) {
    const dv_apart *a = &world->apart;
    float radius = body->is_large ? body->radius : a->common;
    return dv_smaller(a->fastest, radius) + dv_smaller(PARTING * (float)world->dt, 1) * radius;
}

/// How much farther than touching bodies may be to lose speed into each other, in m.
static float contact_gap(float radius) { return (IN_CONTACT - 1) * 2 * radius; }

/// How far the surfaces of two bodies may be from each other after the move, in m, if they may come
/// to touch in this tick, however far both are pushed.
static float reach_between(const dv_world *world, const dv_apart_body *body,
                           const dv_apart_body *other) {
    float radius =
        dv_larger(body->is_large ? body->radius : 0, other->is_large ? other->radius : 0);
    return most_of(world, body) + most_of(world, other) +
           contact_gap(dv_larger(radius, world->apart.common));
}

/// The same between a body and any that is not larger, or, for a large one, any at all.
static float reach_of(const dv_world *world, const dv_apart_body *body) {
    const dv_apart_body widest = {.radius = world->apart.widest, .is_large = true};
    return reach_between(world, body, body->is_large ? &widest : body);
}

/// The same before the move, with an allowance for rounding.
static float reach_before(const dv_world *world, const dv_apart_body *body) {
    return (reach_of(world, body) + 2 * world->apart.way) * 1.01f;
}

/// The kinds to search: agents are sensed as what they were when the tick began.
static dv_kind_set kinds_of(const dv_world *world) {
    dv_kind_set kinds = dv_no_kinds();
    for (uint32_t kind = 0; kind < world->program->kind_count; kind++)
        if (world->prefetch.has_turned || dv_kind_may_keep_apart(world, kind))
            dv_add_kind(&kinds, kind);
    return kinds;
}

/// An iteration over the bodies near one, in the order of the sensed records, or of kinds if few:
/// sums over them do not depend on threads.
typedef struct nearby {
    const dv_apart_body *body, *other;
    dv_vec3 offset; ///< m, from the body to the other
    float distance_squared;
    float sum; ///< m, of the two radii
    // The rest of the iteration.
    const dv_world *world;
    const dv_vec3 *places;
    uint32_t self, next;
    dv_kind_set kinds;
    dv_neighborhood all; ///< if there are too many to be listed; large ones come after it
} nearby;

/// The vector from the body to the one with this rank; false if their surfaces are not nearer than
/// `gap` (m).
static inline bool is_near(nearby *n, uint32_t rank, float gap) {
    const dv_world *world = n->world;
    n->other = &world->apart.bodies[rank];
    n->sum = n->body->radius + n->other->radius;
    n->offset = dv_offset_between(world, n->places[n->self], n->places[rank]);
    n->distance_squared = dv_length_squared(n->offset);
    return n->distance_squared < (n->sum + gap) * (n->sum + gap);
}

static inline bool is_listed(const dv_apart *a, uint32_t rank) {
    return a->close[rank].count <= DV_MOST_CLOSE;
}

/// The bodies around one before the move: all of them if it is large, else those that are not.
static dv_neighborhood look_around(const dv_world *world, uint32_t rank, const dv_kind_set *kinds) {
    const dv_apart *a = &world->apart;
    const dv_apart_body *body = &a->bodies[rank];
    float other = body->is_large ? a->widest : a->common;
    return dv_neighborhood_of(world, dv_record_position(&world->sensed.records[rank]),
                              body->radius + other + reach_before(world, body), kinds, NULL,
                              body->agent);
}

static void begin_nearby(nearby *n, const dv_world *world, const dv_vec3 *places, uint32_t rank) {
    const dv_apart *a = &world->apart;
    n->body = &a->bodies[rank];
    n->world = world;
    n->places = places;
    n->self = rank;
    n->next = 0;
    if (is_listed(a, rank))
        return;
    n->kinds = kinds_of(world);
    n->all = look_around(world, rank, &n->kinds);
}

/// The next of all bodies around one, as look_around finds them.
static bool next_around(dv_neighborhood *around, const dv_world *world, const dv_apart_body *body) {
    const dv_apart_body *bodies = world->apart.bodies;
    while (dv_neighborhood_next(around))
        if (bodies[around->rank].takes_part && (body->is_large || !bodies[around->rank].is_large))
            return true;
    return false;
}

/// The next body whose surface is nearer than `gap` (m); false at the end.
static bool next_nearby(nearby *n, float gap) {
    const dv_apart *a = &n->world->apart;
    const dv_apart_close *close = &a->close[n->self];
    if (is_listed(a, n->self)) {
        while (n->next < close->count)
            if (is_near(n, close->ranks[n->next++], gap))
                return true;
        return false;
    }
    while (next_around(&n->all, n->world, n->body))
        if (is_near(n, n->all.rank, gap))
            return true;
    while (!n->body->is_large && n->next < a->large_count)
        if (is_near(n, a->large[n->next++], gap))
            return true;
    return false;
}

/// A search for the bodies near each.
typedef struct search {
    dv_world *world;
    dv_batcher batcher;
    dv_squad squad;
    dv_sieve sieve;
    dv_kind_set kinds;
    dv_sieve_rule rule;
} search;

static void add_close(dv_apart_close *close, uint32_t rank) {
    if (close->count < DV_MOST_CLOSE)
        close->ranks[close->count] = rank;
    close->count++;
}

/// Keep of what a sieve left over those that are near after the move.
static void note_close(search *s, uint32_t lane, uint32_t rank) {
    dv_apart *a = &s->world->apart;
    dv_apart_close *close = &a->close[rank];
    nearby n = {.body = &a->bodies[rank], .world = s->world, .places = a->places[0], .self = rank};
    float reach = reach_of(s->world, n.body);
    close->count = 0;
    if (s->sieve.count[lane] > DV_MAX_SIFTED)
        close->count = DV_MOST_CLOSE + 1;
    for (uint32_t i = 0; i < s->sieve.count[lane] && close->count <= DV_MOST_CLOSE; i++) {
        uint32_t other = s->sieve.ranks[lane][i];
        if (a->bodies[other].takes_part && !a->bodies[other].is_large && is_near(&n, other, reach))
            add_close(close, other);
    }
}

/// A large body and those near it are near each other.
static void note_close_to_large(dv_world *world, uint32_t rank, const dv_kind_set *kinds) {
    dv_apart *a = &world->apart;
    nearby n = {.body = &a->bodies[rank], .world = world, .places = a->places[0], .self = rank};
    dv_neighborhood around = look_around(world, rank, kinds);
    while (next_around(&around, world, n.body)) {
        const dv_apart_body *other = &a->bodies[around.rank];
        if (!is_near(&n, around.rank, reach_between(world, n.body, other)))
            continue;
        add_close(&a->close[rank], around.rank);
        if (!other->is_large)
            add_close(&a->close[around.rank], rank);
    }
}

static void search_for_squad(void *owner, const dv_batch *batch) {
    search *s = owner;
    dv_fill_squad(&s->squad, batch->ranks, batch->count, s->world->kernels->squad_gather);
    dv_sift_neighbors(&s->sieve, &s->squad, &s->rule);
    for (uint32_t lane = 0; lane < s->squad.count; lane++)
        note_close(s, lane, batch->ranks[lane]);
}

static void search_block(void *context, uint32_t first, uint32_t last, int thread) {
    (void)thread;
    dv_world *world = context;
    const dv_apart *a = &world->apart;
    const dv_apart_body common = {.radius = a->common};
    float reach = reach_before(world, &common);
    search s;
    s.world = world;
    s.squad.world = world;
    s.kinds = kinds_of(world);
    s.rule = (dv_sieve_rule){
        .kinds = &s.kinds, .radius = (2 * a->common + reach) * 1.01f, .touch = reach, .margin = 1};
    dv_batcher_begin(&s.batcher, world, true, search_for_squad, &s);
    dv_batch *batch = dv_open_batch(&s.batcher, 0, DV_LANES);
    for (uint32_t rank = first; rank < last; rank++)
        if (a->bodies[rank].takes_part && !a->bodies[rank].is_large)
            dv_join_batch(&s.batcher, batch, rank);
    dv_hand_out_all(&s.batcher);
}

/// List for each body which others it may come to touch. The rounds and what follows them need no
/// others. False if there are none.
static bool list_near(dv_world *world) {
    dv_apart *a = &world->apart;
    a->near_count = 0;
    if (a->widest == 0)
        return false;
    dv_share(world, world->sensed.count, SEARCH_BLOCK, search_block, world);
    const dv_kind_set kinds = kinds_of(world);
    for (uint32_t i = 0; i < a->large_count; i++)
        a->close[a->large[i]].count = 0;
    for (uint32_t i = 0; i < a->large_count; i++)
        note_close_to_large(world, a->large[i], &kinds);
    for (uint32_t rank = 0; rank < world->sensed.count; rank++)
        if (a->bodies[rank].takes_part && a->close[rank].count > 0)
            a->near[a->near_count++] = rank;
    return a->near_count > 0;
}

// The rounds

static dv_vec3 parting_of(const dv_world *world, const nearby *near) {
    return dv_parting_direction(near->body->agent, near->other->agent, world->space == DV_VOLUME);
}

/// The unit vector along which a body gives way to another: away from it. On ground, it is level.
static dv_vec3 way_to(const dv_world *world, const nearby *near) {
    const dv_apart_body *body = near->body;
    float least = near->sum * 1e-4f;
    dv_vec3 away = dv_scale(near->offset, -1);
    if (near->distance_squared <= least * least)
        away = parting_of(world, near);
    away = dv_normalize(away);
    if (!body->hugs)
        return away;
    dv_vec3 up = dv_up_of(world, body->agent), level = dv_part_across(away, up);
    if (dv_length(level) < LEAST_LEVEL)
        level = dv_part_across(parting_of(world, near), up);
    return dv_normalize(level);
}

/// The part of a push that this body takes over from a pair.
static float share_of(const nearby *near) {
    return near->body->lightness / (near->body->lightness + near->other->lightness);
}

/// How far all that overlap a body push it in a round.
static dv_vec3 push_of(pushing *r, uint32_t i, dv_apart_body *body) {
    dv_vec3 push = dv_vec(0, 0, 0);
    nearby near;
    uint32_t contacts = 0;
    begin_nearby(&near, r->world, r->now, i);
    while (next_nearby(&near, 0)) {
        body->touched = true;
        float depth = near.sum - sqrtf(near.distance_squared);
        if (depth > ALLOWED * near.sum && body->lightness + near.other->lightness > 0)
            atomic_store_explicit(&r->is_deep, true, memory_order_relaxed);
        if (body->lightness == 0)
            continue;
        push = dv_add(push, dv_scale(way_to(r->world, &near), depth * share_of(&near)));
        contacts++;
    }
    return contacts > 1 ? dv_scale(push, dv_smaller(OVER * 2 / (float)(contacts + 1), 1)) : push;
}

/// Limit how far a body is from where its model left it.
static dv_vec3 within_most(const dv_world *world, const dv_apart_body *body, dv_vec3 place) {
    dv_vec3 way = dv_truncate(dv_subtract(place, body->start), most_of(world, body));
    return dv_add(body->start, way);
}

/// Whether a body or any near it moved in the round before. If not, this round leaves it where it
/// is.
static bool has_news(const pushing *r, uint32_t rank) {
    const dv_apart *a = &r->world->apart;
    const dv_apart_close *close = &a->close[rank];
    int before = (r->round + 1) % 2;
    bool has_any = r->round == 0 || !is_listed(a, rank) || a->bodies[rank].moved[before];
    for (uint32_t i = 0; !has_any && i < close->count; i++)
        has_any = a->bodies[close->ranks[i]].moved[before];
    return has_any;
}

static void push_bodies(void *context, uint32_t first, uint32_t last, int thread) {
    (void)thread;
    pushing *r = context;
    dv_apart *a = &r->world->apart;
    for (uint32_t n = first; n < last && !dv_tick_is_stopped(r->world); n++) {
        uint32_t i = a->near[n];
        dv_apart_body *body = &a->bodies[i];
        dv_vec3 push = has_news(r, i) ? push_of(r, i, body) : dv_vec(0, 0, 0), now = r->now[i];
        r->next[i] = now;
        body->moved[r->round % 2] = false;
        if (dv_is_zero(push))
            continue;
        dv_vec3 end = within_most(r->world, body, dv_add(now, push));
        r->next[i] = dv_pushed_to(r->world, body->agent, now, end, body->hugs);
        body->moved[r->round % 2] = !dv_is_zero(dv_subtract(r->next[i], now));
    }
}

/// Push in rounds until no overlap is deep. Returns the last places, or NULL if nobody was pushed.
static const dv_vec3 *run_rounds(dv_world *world) {
    dv_apart *a = &world->apart;
    int pushed = 0;
    for (; pushed < MOST_ROUNDS; pushed++) {
        pushing r = {.world = world,
                     .now = a->places[pushed % 2],
                     .next = a->places[1 - pushed % 2],
                     .round = pushed};
        atomic_init(&r.is_deep, false);
        dv_share(world, a->near_count, BLOCK, push_bodies, &r);
        if (!atomic_load_explicit(&r.is_deep, memory_order_relaxed) || dv_tick_is_stopped(world))
            break;
    }
    return pushed > 0 ? a->places[pushed % 2] : NULL;
}

/// A body's velocity without the part that led into those that it touches. Of the speed at which
/// two approach, each loses its share, but never more than it has itself.
static dv_vec3 velocity_left(const dv_world *world, const dv_vec3 *places, uint32_t i) {
    nearby near;
    begin_nearby(&near, world, places, i);
    dv_vec3 velocity = dv_velocity_of(world, near.body->agent);
    while (next_nearby(&near, contact_gap(world->apart.widest))) {
        if (near.distance_squared > near.sum * near.sum * (IN_CONTACT * IN_CONTACT) ||
            near.body->lightness == 0)
            continue;
        dv_vec3 into = dv_scale(way_to(world, &near), -1);
        float own = dv_dot(velocity, into);
        float approach = own - dv_dot(dv_velocity_of(world, near.other->agent), into);
        float lost = dv_smaller(approach * share_of(&near), own);
        if (lost > 0)
            velocity = dv_subtract(velocity, dv_scale(into, lost));
    }
    return velocity;
}

static void slow_bodies(void *context, uint32_t first, uint32_t last, int thread) {
    (void)thread;
    pushing *r = context;
    dv_apart *a = &r->world->apart;
    for (uint32_t n = first; n < last && !dv_tick_is_stopped(r->world); n++)
        if (a->bodies[a->near[n]].touched)
            r->next[a->near[n]] = velocity_left(r->world, r->now, a->near[n]);
}

/// Put a body where it was pushed to, with the velocity that is left.
static void settle_body(dv_world *world, const dv_apart_body *body, dv_vec3 place,
                        dv_vec3 velocity) {
    dv_columns *c = &world->agents;
    uint32_t i = body->agent;
    if (body->lightness == 0 || !dv_is_within_reach(place))
        return;
    float way = dv_length(dv_velocity_of(world, i)) * (float)world->dt;
    dv_halt_pushed(world, i, way, dv_length(dv_subtract(place, body->start)));
    c->x[i] = place.x, c->y[i] = place.y, c->z[i] = place.z;
    c->vx[i] = velocity.x, c->vy[i] = velocity.y, c->vz[i] = velocity.z;
    dv_constrain(world, &i, 0, 1, dv_kind_of(world, i)->locomotion->hugs);
}

static void settle_bodies(void *context, uint32_t first, uint32_t last, int thread) {
    (void)thread;
    pushing *r = context;
    dv_apart *a = &r->world->apart;
    for (uint32_t n = first; n < last; n++) {
        uint32_t i = a->near[n];
        if (a->bodies[i].touched)
            settle_body(r->world, &a->bodies[i], r->now[i], r->next[i]);
    }
}

void dv_keep_apart(dv_world *world) {
    dv_apart *a = &world->apart;
    if (!may_keep_any(world) || world->sensed.count > a->capacity)
        return;
    list_bodies(world);
    if (!list_near(world))
        return;
    const dv_vec3 *places = run_rounds(world);
    if (!places)
        return;
    // The other places are no longer needed: they hold velocities now.
    pushing r = {.world = world, .now = places, .next = a->places[places == a->places[0]]};
    dv_share(world, a->near_count, BLOCK, slow_bodies, &r);
    dv_share(world, a->near_count, BLOCK, settle_bodies, &r);
}
