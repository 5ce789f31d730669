// Keeps bodies apart; see apart.h. Bodies are pushed in rounds. Each round computes the place of
// every body from the places of all after the round before, so neither the order of bodies nor the
// threads matter. Pushing one body after another takes fewer rounds, but its result depends on the
// order.
//
// Most bodies have no other near them. A grid of the places where the models left them finds those
// that do, and only they take part in the rounds.
#include "locomotion/apart.h"

#include "base/alloc.h"
#include "locomotion/apart_near.h"
#include "locomotion/body.h"
#include "locomotion/constraints.h"
#include "locomotion/contact.h"

#include <stdatomic.h>

#define BLOCK 128
#define MOST_ROUNDS 96
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
    a->order = dv_alloc_aligned(capacity * sizeof *a->order);
    a->close = dv_alloc_aligned(capacity * sizeof *a->close);
    if (!a->bodies || !a->places[0] || !a->places[1] || !a->order || !a->close) {
        dv_apart_free(a);
        return false;
    }
    a->capacity = capacity;
    return true;
}

static dv_apart_body body_of(const dv_world *world, uint32_t agent) {
    const dv_locomotion_type *model = dv_kind_of(world, agent)->locomotion;
    bool stands = model->stays || world->agents.flags[agent] & DV_AGENT_SUSPENDED;
    return (dv_apart_body){
        .start = dv_position_of(world, agent),
        .radius = dv_property_of(world, agent, DV_RADIUS),
        .lightness = stands ? 0 : 1 / dv_property_of(world, agent, DV_MASS),
        .agent = agent,
        .hugs = model->hugs && world->space == DV_VOLUME,
    };
}

static bool takes_part(const dv_world *world, const dv_record *record) {
    return record->kind != DV_NO_KIND && world->agents.flags[record->agent] & DV_AGENT_ALIVE &&
           dv_property_of(world, record->agent, DV_SOLID) == DV_SOLID_FOR_AGENTS &&
           dv_property_of(world, record->agent, DV_RADIUS) > 0;
}

static void widen_box(dv_grid_def *def, dv_vec3 place) {
    def->low = dv_vec(dv_smaller(def->low.x, place.x), dv_smaller(def->low.y, place.y),
                      dv_smaller(def->low.z, place.z));
    def->high = dv_vec(dv_larger(def->high.x, place.x), dv_larger(def->high.y, place.y),
                       dv_larger(def->high.z, place.z));
}

/// List the records of the bodies, and measure them: their box, radius, and speed.
static void list_bodies(dv_world *world, dv_grid_def *def) {
    dv_apart *a = &world->apart;
    float fastest = 0;
    a->count = 0;
    a->widest = 0;
    for (uint32_t rank = 0; rank < world->sensed.count && a->count < a->capacity; rank++) {
        const dv_record *record = &world->sensed.records[rank];
        if (!takes_part(world, record))
            continue;
        dv_vec3 place = dv_position_of(world, record->agent);
        if (a->count == 0)
            def->low = def->high = place;
        widen_box(def, place);
        a->widest = dv_larger(a->widest, dv_property_of(world, record->agent, DV_RADIUS));
        fastest = dv_larger(fastest, dv_length(dv_velocity_of(world, record->agent)));
        a->order[a->count++] = record->agent;
    }
    float dt = (float)world->dt;
    a->most = dv_smaller(fastest * dt, a->widest) + dv_smaller(PARTING * dt, 1) * a->widest;
}

/// Sort the bodies by cell. False if there are fewer than two, or no memory for the cells: then
/// nothing is kept apart in this tick.
static bool sort_bodies(dv_world *world) {
    dv_apart *a = &world->apart;
    dv_grid_def def = {.wraps = world->bounds.edge == DV_EDGE_WRAP,
                       .is_volume = world->space == DV_VOLUME};
    list_bodies(world, &def);
    if (def.wraps)
        def.low = world->bounds.min, def.high = world->bounds.max;
    def.cell_width = def.cell_depth = 2 * (a->widest + a->most);
    def.most_cells = (uint64_t)a->count * 8 + 1024;
    if (a->count < 2 || !dv_grid_lay(&a->grid, &def))
        return false;
    for (uint32_t i = 0; i < a->count; i++)
        dv_grid_count(&a->grid, dv_grid_cell(&a->grid, dv_position_of(world, a->order[i])));
    dv_grid_begin(&a->grid);
    for (uint32_t i = 0; i < a->count; i++) {
        dv_apart_body body = body_of(world, a->order[i]);
        uint32_t place = dv_grid_take(&a->grid, dv_grid_cell(&a->grid, body.start));
        a->bodies[place] = body;
        a->places[0][place] = a->places[1][place] = body.start;
    }
    dv_grid_end(&a->grid);
    return true;
}

/// How much farther than touching bodies may be to lose speed into each other, in m.
static float contact_gap(const dv_apart *a) { return (IN_CONTACT - 1) * 2 * a->widest; }

/// List for each body which others it may come to touch in this tick, however far both are pushed.
/// The rounds and what follows them need no others.
static void note_near(void *context, uint32_t first, uint32_t last, int thread) {
    (void)thread;
    dv_world *world = context;
    dv_apart *a = &world->apart;
    for (uint32_t i = first; i < last; i++) {
        dv_apart_near near;
        dv_apart_close *close = &a->close[i];
        close->count = 0;
        dv_apart_near_begin(&near, world, a->places[0], i);
        while (close->count <= DV_MOST_CLOSE &&
               dv_apart_near_next(&near, 2 * a->most + contact_gap(a))) {
            if (close->count < DV_MOST_CLOSE)
                close->bodies[close->count] = (uint32_t)(near.other - a->bodies);
            close->count++;
        }
    }
}

static bool list_near(dv_world *world) {
    dv_apart *a = &world->apart;
    dv_jobs_run(world->crew, a->count, BLOCK, note_near, world);
    a->near_count = 0;
    for (uint32_t i = 0; i < a->count; i++)
        if (a->close[i].count > 0)
            a->order[a->near_count++] = i;
    return a->near_count > 0;
}

/// The direction in which two bodies at the same place part. It differs from pair to pair, so that
/// a heap does not become a line, and is opposite for the other of the two.
static dv_vec3 parting_direction(const dv_world *world, uint32_t agent, uint32_t other) {
    uint32_t low = agent < other ? agent : other, high = agent < other ? other : agent;
    uint32_t mixed = (low * 0x9e3779b9u) ^ (high * 0x85ebca6bu + 0x27d4eb2fu);
    mixed = (mixed ^ mixed >> 15) * 0x2c1b3c6du;
    double sine, cosine;
    dv_sin_cos((mixed >> 8) * (2 * DV_PI / 0x1p24), &sine, &cosine);
    dv_vec3 way = dv_vec((float)cosine, (float)sine, 0);
    if (world->space == DV_VOLUME)
        way = dv_normalize(dv_vec(way.x, way.y, (float)(mixed & 0xff) / 255 - 0.5f));
    return agent == low ? way : dv_scale(way, -1);
}

/// The unit vector along which a body gives way to another: away from it. On ground, it is level.
static dv_vec3 way_to(const dv_world *world, const dv_apart_near *near) {
    const dv_apart_body *body = near->body, *other = near->other;
    float least = near->sum * 1e-4f;
    dv_vec3 away = dv_scale(near->offset, -1);
    if (near->distance_squared <= least * least)
        away = parting_direction(world, body->agent, other->agent);
    away = dv_normalize(away);
    if (!body->hugs)
        return away;
    dv_vec3 up = dv_up_of(world, body->agent), level = dv_part_across(away, up);
    if (dv_length(level) < LEAST_LEVEL)
        level = dv_part_across(parting_direction(world, body->agent, other->agent), up);
    return dv_normalize(level);
}

/// The part of a push that this body takes over from a pair.
static float share_of(const dv_apart_near *near) {
    return near->body->lightness / (near->body->lightness + near->other->lightness);
}

/// How far all that overlap a body push it in a round.
static dv_vec3 push_of(pushing *r, uint32_t i, dv_apart_body *body) {
    dv_vec3 push = dv_vec(0, 0, 0);
    dv_apart_near near;
    uint32_t contacts = 0;
    dv_apart_near_again(&near, r->world, r->now, i);
    while (dv_apart_near_next(&near, 0)) {
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
static dv_vec3 within_most(const dv_apart *a, const dv_apart_body *body, dv_vec3 place) {
    dv_vec3 way = dv_truncate(dv_subtract(place, body->start), a->most);
    return dv_add(body->start, way);
}

static void push_bodies(void *context, uint32_t first, uint32_t last, int thread) {
    (void)thread;
    pushing *r = context;
    dv_apart *a = &r->world->apart;
    for (uint32_t n = first; n < last; n++) {
        uint32_t i = a->order[n];
        dv_apart_body *body = &a->bodies[i];
        dv_vec3 push = push_of(r, i, body);
        r->next[i] = r->now[i];
        if (dv_is_zero(push))
            continue;
        dv_vec3 end = within_most(a, body, dv_add(r->now[i], push));
        r->next[i] = dv_pushed_to(r->world, body->agent, r->now[i], end, body->hugs);
    }
}

/// Push in rounds until no overlap is deep. Returns the last places, or NULL if nobody was pushed.
static const dv_vec3 *run_rounds(dv_world *world) {
    dv_apart *a = &world->apart;
    int pushed = 0;
    for (; pushed < MOST_ROUNDS; pushed++) {
        pushing r = {
            .world = world, .now = a->places[pushed % 2], .next = a->places[1 - pushed % 2]};
        atomic_init(&r.is_deep, false);
        dv_jobs_run(world->crew, a->near_count, BLOCK, push_bodies, &r);
        if (!atomic_load_explicit(&r.is_deep, memory_order_relaxed))
            break;
    }
    return pushed > 0 ? a->places[pushed % 2] : NULL;
}

/// A body's velocity without the part that led into those that it touches. Of the speed at which
/// two approach, each loses its share, but never more than it has itself.
static dv_vec3 velocity_left(const dv_world *world, const dv_vec3 *places, uint32_t i) {
    dv_apart_near near;
    dv_apart_near_again(&near, world, places, i);
    dv_vec3 velocity = dv_velocity_of(world, near.body->agent);
    while (dv_apart_near_next(&near, contact_gap(&world->apart))) {
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
    for (uint32_t n = first; n < last; n++)
        if (a->bodies[a->order[n]].touched)
            r->next[a->order[n]] = velocity_left(r->world, r->now, a->order[n]);
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
        uint32_t i = a->order[n];
        if (a->bodies[i].touched)
            settle_body(r->world, &a->bodies[i], r->now[i], r->next[i]);
    }
}

void dv_keep_apart(dv_world *world) {
    dv_apart *a = &world->apart;
    if (!may_keep_any(world) || !sort_bodies(world) || !list_near(world))
        return;
    const dv_vec3 *places = run_rounds(world);
    if (!places)
        return;
    // The other places are no longer needed: they hold velocities now.
    pushing r = {.world = world, .now = places, .next = a->places[places == a->places[0]]};
    dv_jobs_run(world->crew, a->near_count, BLOCK, slow_bodies, &r);
    dv_jobs_run(world->crew, a->near_count, BLOCK, settle_bodies, &r);
}
