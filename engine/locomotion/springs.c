// Springs of links pull in four steps: gather the bodies with links, find the pull of each link,
// add up the pulls on each body, and change its velocity. A pull is found once and counts for both
// ends, with both signs, so that momentum stays. Threads share all steps but the sums, which are
// added in the order of links.
//
// Velocities change before places (symplectic Euler). For a single spring between bodies with the
// reduced mass m, that is stable while (stiffness · dt² + 2 · damping · dt) / m < 4. Several
// springs of a body are stable together if each is so with a share of the mass, and the shares are
// in proportion to the strengths of the springs. The load of a link, as in drover/links.h, is the
// quotient above with those shares. At the limit of 2, a spring swings once in four ticks, and
// damping alone stops the ends in one tick.
#include "locomotion/springs.h"

#include "locomotion/body.h"
#include "world/stopping.h"

#define BLOCK 512
#define MOST_LOAD 2.0f ///< of both ends

typedef struct pulling {
    dv_world *world;
    float strengths[DV_MAX_LINK_TYPES]; ///< kg, by type: stiffness · dt² + 2 · damping · dt
    float parts_of_stiffness[DV_MAX_LINK_TYPES]; ///< by type, in its strength
} pulling;

/// Whether springs move an agent: it takes part in this tick, and its model lets them.
static bool is_pulled(const dv_world *world, uint32_t agent) {
    const dv_locomotion_type *model = dv_kind_of(world, agent)->locomotion;
    uint32_t rank;
    return !model->stays && !model->steps && dv_rank_of(world, agent, &rank) &&
           !(world->agents.flags[agent] & DV_AGENT_SUSPENDED);
}

static float strength_of(const pulling *p, const dv_link_list *list) {
    const dv_links *l = &p->world->links;
    float strength = 0;
    for (dv_link_end end = list->first; end;) {
        const dv_link_record *r = &l->records[dv_record_of_end(end)];
        strength += p->strengths[r->type];
        end = r->next[dv_side_of_end(end)];
    }
    return strength;
}

static void gather_bodies(void *context, uint32_t first, uint32_t last, int thread) {
    (void)thread;
    const pulling *p = context;
    const dv_world *world = p->world;
    const dv_links *l = &world->links;
    for (uint32_t agent = first; agent < last; agent++) {
        dv_link_list *list = &l->lists[agent];
        if (list->count == 0)
            continue;
        if (isnan(list->strength))
            list->strength = strength_of(p, list);
        bool is_held = list->strength == 0 || !is_pulled(world, agent);
        l->sums[agent] = dv_vec(0, 0, 0);
        l->bodies[agent] = (dv_linked_body){
            .place = dv_position_of(world, agent),
            .velocity = dv_velocity_of(world, agent),
            .load = is_held ? 0 : list->strength / dv_property_of(world, agent, DV_MASS)};
    }
}

/// The shares of a spring's stiffness and damping that are used.
typedef struct shares {
    float stiffness, damping;
} shares;

static shares shares_of(float load, float part_of_stiffness) {
    float stiff = load * part_of_stiffness, damped = load - stiff;
    float most_damped = dv_larger(MOST_LOAD - stiff, dv_smaller(damped, MOST_LOAD / 2));
    float most_stiff = MOST_LOAD - most_damped;
    return load > MOST_LOAD ? (shares){stiff > most_stiff ? most_stiff / stiff : 1,
                                       damped > most_damped ? most_damped / damped : 1}
                            : (shares){1, 1};
}

/// Note the first link of a type that was too strong. Threads may do so in any order.
static void note_strained(const pulling *p, uint32_t record, shares used) {
    dv_links *l = &p->world->links;
    atomic_uint_fast64_t *note = &l->strained[l->records[record].type];
    uint64_t mine = ((uint64_t)record + 1) << 32 |
                    (uint64_t)(uint32_t)(used.stiffness * DV_SHARES) << 16 |
                    (uint32_t)(used.damping * DV_SHARES);
    uint64_t old = atomic_load_explicit(note, memory_order_relaxed);
    while ((old == 0 || mine < old) &&
           !atomic_compare_exchange_weak_explicit(note, &old, mine, memory_order_relaxed,
                                                  memory_order_relaxed))
        ;
}

/// The impulse (kg·m/s) of a spring on its first end in one tick.
static dv_vec3 pull_of(const pulling *p, uint32_t record) {
    const dv_world *world = p->world;
    const dv_link_record *r = &world->links.records[record];
    const dv_link_def *def = &world->program->links[r->type];
    const dv_linked_body *from = &world->links.bodies[r->agents[0]];
    const dv_linked_body *to = &world->links.bodies[r->agents[1]];
    float load = from->load + to->load;
    dv_vec3 offset = dv_offset_between(world, from->place, to->place);
    dv_vec3 parting = dv_subtract(to->velocity, from->velocity);
    dv_vec3 way = dv_normalize(offset);
    if (!(load > 0) || dv_is_zero(way))
        return dv_vec(0, 0, 0);
    shares used = shares_of(load, p->parts_of_stiffness[r->type]);
    if (load > MOST_LOAD)
        note_strained(p, record, used);
    double stretch = dv_length_double(offset) - def->length;
    double force = (double)used.stiffness * def->stiffness * stretch +
                   (double)used.damping * def->damping * (double)dv_dot(parting, way);
    dv_vec3 pull = dv_scale(way, (float)(force * world->dt));
    return dv_is_finite(pull) ? pull : dv_vec(0, 0, 0);
}

static bool has_spring(const pulling *p, uint32_t record) {
    uint32_t type = p->world->links.records[record].type;
    return type != DV_NO_LINK_TYPE && p->world->program->links[type].has_spring;
}

static void find_pulls(void *context, uint32_t first, uint32_t last, int thread) {
    (void)thread;
    const pulling *p = context;
    for (uint32_t i = first; i < last; i++)
        if (has_spring(p, i))
            p->world->links.pulls[i] = pull_of(p, i);
}

static void add_pulls(const pulling *p) {
    const dv_links *l = &p->world->links;
    for (uint32_t i = 0; i < l->limit; i++) {
        const uint32_t *agents = l->records[i].agents;
        if (!has_spring(p, i))
            continue;
        l->sums[agents[0]] = dv_add(l->sums[agents[0]], l->pulls[i]);
        l->sums[agents[1]] = dv_subtract(l->sums[agents[1]], l->pulls[i]);
    }
}

static void pull_bodies(void *context, uint32_t first, uint32_t last, int thread) {
    (void)thread;
    const pulling *p = context;
    const dv_links *l = &p->world->links;
    dv_columns *c = &p->world->agents;
    for (uint32_t agent = first; agent < last; agent++) {
        if (l->lists[agent].count == 0 || !(l->bodies[agent].load > 0))
            continue;
        float mass = dv_property_of(p->world, agent, DV_MASS);
        dv_vec3 change = dv_scale(l->sums[agent], 1 / mass);
        dv_vec3 velocity = dv_add(l->bodies[agent].velocity, change);
        if (!dv_is_finite(velocity))
            continue;
        velocity = dv_truncate(velocity, DV_TOP_SPEED);
        c->vx[agent] = velocity.x, c->vy[agent] = velocity.y, c->vz[agent] = velocity.z;
    }
}

static bool has_springs(const dv_world *world) {
    for (uint32_t type = 0; type < world->program->link_count; type++)
        if (world->program->links[type].has_spring && world->links.counts[type] > 0)
            return true;
    return false;
}

void dv_springs_pull(dv_world *world) {
    dv_links *l = &world->links;
    const dv_program *program = world->program;
    pulling p = {.world = world};
    if (!has_springs(world))
        return;
    for (uint32_t type = 0; type < program->link_count; type++) {
        const dv_link_def *def = &program->links[type];
        double stiff = def->stiffness * world->dt * world->dt;
        double strength = def->has_spring ? stiff + 2 * def->damping * world->dt : 0;
        p.strengths[type] = (float)strength;
        p.parts_of_stiffness[type] = strength > 0 ? (float)(stiff / strength) : 0;
    }
    uint32_t limit =
        world->agents.limit < l->list_capacity ? world->agents.limit : l->list_capacity;
    dv_share(world, limit, BLOCK, gather_bodies, &p);
    dv_share(world, l->limit, BLOCK, find_pulls, &p);
    add_pulls(&p);
    dv_share(world, limit, BLOCK, pull_bodies, &p);
}
