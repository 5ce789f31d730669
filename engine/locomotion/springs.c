// Springs of links pull in three steps, each of which threads share: the load of each agent, the
// pull of each link, and the new velocity of each agent from the pulls of its links, in the order
// of its list. A pull is computed once and used with both signs, so that momentum stays.
//
// Velocities change before places (symplectic Euler). For a single spring between bodies with the
// reduced mass m, that is stable while (stiffness · dt² + 2 · damping · dt) / m < 4. Several
// springs of a body are stable together if each is so with a share of the mass, and the shares are
// in proportion to the strengths of the springs. The load of a link, as in drover/links.h, is the
// quotient above with those shares. At the limit of 2, a spring swings once in four ticks, and
// damping alone stops the ends in one tick.
#include "locomotion/springs.h"

#include "locomotion/body.h"

#define BLOCK 512
#define MOST_LOAD 2.0f ///< of both ends

typedef struct pulling {
    dv_world *world;
    float strengths[DV_MAX_LINK_TYPES]; ///< kg, by type: stiffness · dt² + 2 · damping · dt
    float parts_of_stiffness[DV_MAX_LINK_TYPES]; ///< by type, in its strength
} pulling;

static bool is_pulled(const dv_world *world, uint32_t agent) {
    const dv_locomotion_type *model = dv_kind_of(world, agent)->locomotion;
    return !model->stays && !model->steps;
}

static const dv_link_list *list_of(const dv_world *world, uint32_t agent) {
    const dv_links *l = &world->links;
    return agent < l->list_capacity && l->lists[agent].first ? &l->lists[agent] : NULL;
}

static void find_loads(void *context, uint32_t first, uint32_t last, int thread) {
    (void)thread;
    const pulling *p = context;
    const dv_world *world = p->world;
    const dv_links *l = &world->links;
    for (uint32_t i = first; i < last; i++) {
        uint32_t agent = world->active[i];
        const dv_link_list *list = list_of(world, agent);
        if (!list || !is_pulled(world, agent))
            continue;
        float strength = 0;
        for (dv_link_end end = list->first; end;) {
            const dv_link_record *r = &l->records[dv_record_of_end(end)];
            strength += p->strengths[r->type];
            end = r->next[dv_side_of_end(end)];
        }
        l->loads[agent] = strength / dv_property_of(world, agent, DV_MASS);
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
    uint32_t from = r->agents[0], to = r->agents[1];
    float load = world->links.loads[from] + world->links.loads[to];
    dv_vec3 offset =
        dv_offset_between(world, dv_position_of(world, from), dv_position_of(world, to));
    dv_vec3 parting = dv_subtract(dv_velocity_of(world, to), dv_velocity_of(world, from));
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

static void find_pulls(void *context, uint32_t first, uint32_t last, int thread) {
    (void)thread;
    const pulling *p = context;
    const dv_links *l = &p->world->links;
    for (uint32_t i = first; i < last; i++)
        if (l->records[i].type != DV_NO_LINK_TYPE &&
            p->world->program->links[l->records[i].type].has_spring)
            l->pulls[i] = pull_of(p, i);
}

static void pull_agent(const pulling *p, uint32_t agent, const dv_link_list *list) {
    dv_columns *c = &p->world->agents;
    const dv_links *l = &p->world->links;
    dv_vec3 sum = {0, 0, 0};
    for (dv_link_end end = list->first; end;) {
        uint32_t record = dv_record_of_end(end), side = dv_side_of_end(end);
        const dv_link_record *r = &l->records[record];
        if (p->world->program->links[r->type].has_spring)
            sum = side == 0 ? dv_add(sum, l->pulls[record]) : dv_subtract(sum, l->pulls[record]);
        end = r->next[side];
    }
    float mass = dv_property_of(p->world, agent, DV_MASS);
    dv_vec3 velocity = dv_add(dv_velocity_of(p->world, agent), dv_scale(sum, 1 / mass));
    if (!dv_is_finite(velocity))
        return;
    velocity = dv_truncate(velocity, DV_TOP_SPEED);
    c->vx[agent] = velocity.x, c->vy[agent] = velocity.y, c->vz[agent] = velocity.z;
}

static void pull_agents(void *context, uint32_t first, uint32_t last, int thread) {
    (void)thread;
    const pulling *p = context;
    for (uint32_t i = first; i < last; i++) {
        uint32_t agent = p->world->active[i];
        const dv_link_list *list = list_of(p->world, agent);
        if (list && p->world->links.loads[agent] > 0)
            pull_agent(p, agent, list);
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
    memset(l->loads, 0, l->load_capacity * sizeof *l->loads);
    dv_jobs_run(world->crew, world->active_count, BLOCK, find_loads, &p);
    dv_jobs_run(world->crew, l->limit, BLOCK, find_pulls, &p);
    dv_jobs_run(world->crew, world->active_count, BLOCK, pull_agents, &p);
}
