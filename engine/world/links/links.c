#include "world/links/links.h"

#include "base/alloc.h"
#include "base/result.h"
#include "world/account.h"
#include "world/world_data.h"

#include <math.h>
#include <string.h>

// Gaps are closed when more links have ended than there are links and these.
#define FEW_ENDED 1024u

static bool has_ended(const dv_links *l, uint32_t record) {
    return l->records[record].type == DV_NO_LINK_TYPE;
}

static dv_link_end end_of(uint32_t record, uint32_t side) { return 2 * record + side + 1; }

// Lists

static void append(dv_links *l, uint32_t record, uint32_t side) {
    dv_link_record *r = &l->records[record];
    dv_link_list *list = &l->lists[r->agents[side]];
    dv_link_end end = end_of(record, side);
    r->next[side] = 0;
    r->previous[side] = list->last;
    if (list->last)
        l->records[dv_record_of_end(list->last)].next[dv_side_of_end(list->last)] = end;
    else
        list->first = end;
    list->last = end;
    list->count++;
    list->strength = NAN;
}

static void take_out(dv_links *l, uint32_t record, uint32_t side) {
    const dv_link_record *r = &l->records[record];
    dv_link_list *list = &l->lists[r->agents[side]];
    dv_link_end next = r->next[side], previous = r->previous[side];
    if (previous)
        l->records[dv_record_of_end(previous)].next[dv_side_of_end(previous)] = next;
    else
        list->first = next;
    if (next)
        l->records[dv_record_of_end(next)].previous[dv_side_of_end(next)] = previous;
    else
        list->last = previous;
    list->count--;
    list->strength = NAN;
}

static void end_record(dv_links *l, uint32_t record) {
    take_out(l, record, 0);
    take_out(l, record, 1);
    l->counts[l->records[record].type]--;
    l->count--;
    l->records[record].type = DV_NO_LINK_TYPE;
}

// Finding

/// Find the link of a type from an agent to another, in the list of the one with fewer links.
static bool find_link(const dv_links *l, bool is_directed, uint32_t type, uint32_t from,
                      uint32_t to, uint32_t *record) {
    if (from >= l->list_capacity || to >= l->list_capacity)
        return false;
    uint32_t side = l->lists[to].count < l->lists[from].count, other = side ? from : to;
    for (dv_link_end end = l->lists[side ? to : from].first; end;) {
        uint32_t own = dv_side_of_end(end);
        const dv_link_record *r = &l->records[ *record = dv_record_of_end(end)];
        if (r->type == type && r->agents[1 - own] == other && (!is_directed || own == side))
            return true;
        end = r->next[own];
    }
    return false;
}

// Adding

bool dv_links_reserve(dv_links *l, uint32_t more, uint32_t agents) {
    return dv_reserve((void **)&l->records, &l->record_capacity, l->limit + more,
                      sizeof *l->records) &&
           dv_reserve((void **)&l->pulls, &l->pull_capacity, l->limit + more, sizeof *l->pulls) &&
           dv_reserve((void **)&l->lists, &l->list_capacity, agents, sizeof *l->lists) &&
           dv_reserve((void **)&l->bodies, &l->body_capacity, agents, sizeof *l->bodies) &&
           dv_reserve((void **)&l->sums, &l->sum_capacity, agents, sizeof *l->sums);
}

static void put(dv_links *l, uint32_t type, uint32_t from, uint32_t to) {
    uint32_t record = l->limit++;
    l->records[record] = (dv_link_record){.agents = {from, to}, .type = type};
    append(l, record, 0);
    append(l, record, 1);
    l->counts[type]++;
    l->count++;
}

void dv_links_add(dv_links *l, const dv_link_def *defs, uint32_t type, uint32_t from, uint32_t to) {
    uint32_t record;
    if (!find_link(l, defs[type].is_directed, type, from, to, &record))
        put(l, type, from, to);
}

void dv_links_close_up(dv_links *l, const int32_t *types, const dv_link_def *defs) {
    uint32_t limit = l->limit;
    l->limit = l->count = 0;
    memset(l->counts, 0, sizeof l->counts);
    // Notes go by records and types.
    for (uint32_t type = 0; type < DV_MAX_LINK_TYPES; type++)
        atomic_store(&l->strained[type], 0);
    if (l->list_capacity > 0)
        memset(l->lists, 0, l->list_capacity * sizeof *l->lists);
    for (uint32_t i = 0; i < limit; i++) {
        dv_link_record r = l->records[i];
        if (r.type == DV_NO_LINK_TYPE)
            continue;
        int32_t type = types ? types[r.type] : (int32_t)r.type;
        if (type >= 0 && defs)
            dv_links_add(l, defs, (uint32_t)type, r.agents[0], r.agents[1]);
        else if (type >= 0)
            put(l, (uint32_t)type, r.agents[0], r.agents[1]);
    }
}

static dv_result check_link(const dv_world *world, dv_agent agent, uint32_t type, dv_agent other,
                            uint32_t agents[2], dv_error *error) {
    if (!dv_agent_index(world, agent.bits, &agents[0]) ||
        !dv_agent_index(world, other.bits, &agents[1]))
        return dv_fail(error, DV_ERROR_STALE, "the agent is gone");
    if (type >= world->program->link_count)
        return dv_fail(error, DV_ERROR_NAME, "no type of links number %u", type);
    if (agents[0] == agents[1])
        return dv_fail(error, DV_ERROR_ARGUMENT, "an agent cannot be linked to itself");
    return DV_OK;
}

dv_result dv_agent_link(dv_world *world, dv_agent agent, uint32_t type, dv_agent other,
                        dv_error *error) {
    dv_links *l = &world->links;
    const dv_link_def *defs = world->program->links;
    uint32_t agents[2] = {0, 0}, record;
    dv_result result = check_link(world, agent, type, other, agents, error);
    if (result != DV_OK ||
        find_link(l, defs[type].is_directed, type, agents[0], agents[1], &record))
        return result;
    if (l->count >= DV_MAX_LINKS)
        return dv_fail(error, DV_ERROR_LIMIT, "there are %u links, and no more are possible",
                       DV_MAX_LINKS);
    result = dv_ask_for(world, DV_WEIGHT_OF_LINK, error);
    if (result != DV_OK)
        return result;
    if (l->limit - l->count > l->count + FEW_ENDED)
        dv_links_close_up(l, NULL, NULL);
    uint32_t last = agents[0] > agents[1] ? agents[0] : agents[1];
    if (!dv_links_reserve(l, 1, last + 1))
        return dv_fail(error, DV_ERROR_MEMORY, "out of memory");
    put(l, type, agents[0], agents[1]);
    return DV_OK;
}

// Ending

static bool find_between(const dv_world *world, dv_agent agent, uint32_t type, dv_agent other,
                         uint32_t *record) {
    uint32_t agents[2] = {0, 0};
    return check_link(world, agent, type, other, agents, NULL) == DV_OK &&
           find_link(&world->links, world->program->links[type].is_directed, type, agents[0],
                     agents[1], record);
}

bool dv_agent_unlink(dv_world *world, dv_agent agent, uint32_t type, dv_agent other) {
    uint32_t record;
    if (!find_between(world, agent, type, other, &record))
        return false;
    end_record(&world->links, record);
    return true;
}

void dv_links_end_agent(dv_links *l, uint32_t agent) {
    while (agent < l->list_capacity && l->lists[agent].first)
        end_record(l, dv_record_of_end(l->lists[agent].first));
}

void dv_links_free(dv_links *l) {
    dv_free(l->records);
    dv_free(l->lists);
    dv_free(l->bodies);
    dv_free(l->sums);
    dv_free(l->pulls);
}

// Looking

bool dv_agent_is_linked(const dv_world *world, dv_agent agent, uint32_t type, dv_agent other) {
    uint32_t record;
    return find_between(world, agent, type, other, &record);
}

static dv_link link_of(const dv_world *world, uint32_t record) {
    const dv_link_record *r = &world->links.records[record];
    return (dv_link){.type = r->type,
                     .from = {dv_agent_bits(world, r->agents[0])},
                     .to = {dv_agent_bits(world, r->agents[1])}};
}

bool dv_agent_next_link(const dv_world *world, dv_agent agent, uint32_t *cursor, dv_link *link) {
    const dv_links *l = &world->links;
    uint32_t index;
    if (!dv_agent_index(world, agent.bits, &index) || index >= l->list_capacity)
        return false;
    dv_link_end end = *cursor ? l->records[dv_record_of_end(*cursor)].next[dv_side_of_end(*cursor)]
                              : l->lists[index].first;
    if (!end)
        return false;
    *cursor = end;
    *link = link_of(world, dv_record_of_end(end));
    return true;
}

uint32_t dv_world_link_count(const dv_world *world, uint32_t type) {
    return type < DV_MAX_LINK_TYPES ? world->links.counts[type] : 0;
}

uint32_t dv_world_link_limit(const dv_world *world) { return world->links.limit; }

bool dv_world_link_at(const dv_world *world, uint32_t index, dv_link *link) {
    if (index >= world->links.limit || has_ended(&world->links, index))
        return false;
    *link = link_of(world, index);
    return true;
}

bool dv_world_take_strained(dv_world *world, uint32_t type, dv_strain *strain) {
    uint64_t note = type < DV_MAX_LINK_TYPES ? atomic_load(&world->links.strained[type]) : 0;
    if (note == 0)
        return false;
    atomic_store(&world->links.strained[type], 0);
    strain->stiffness = (double)((float)(note >> 16 & 0xffff) / DV_SHARES);
    strain->damping = (double)((float)(note & 0xffff) / DV_SHARES);
    return dv_world_link_at(world, (uint32_t)(note >> 32) - 1, &strain->link);
}
