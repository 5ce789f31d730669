#include "world/timers.h"

#include "base/alloc.h"
#include "base/result.h"
#include "program/value_rows.h"
#include "world/account.h"
#include "world/world_data.h"

#include <math.h>
#include <string.h>

// Gaps are closed when more timers have ended than there are timers and these.
#define FEW_ENDED 1024u
// Products of seconds and ticks per second differ slightly from the whole numbers they stand for.
#define WHOLE 1e-6

static bool has_ended(const dv_timers *t, uint32_t record) { return !t->records[record].content; }

// The queue

/// Whether the first of two records is to be called before the second.
static bool is_before(const dv_timers *t, uint32_t a, uint32_t b) {
    uint64_t due = t->records[a].due, other = t->records[b].due;
    return due != other ? due < other : a < b;
}

static void sift_up(dv_timers *t, uint32_t place) {
    uint32_t record = t->queue[place];
    while (place > 0 && is_before(t, record, t->queue[(place - 1) / 2])) {
        t->queue[place] = t->queue[(place - 1) / 2];
        place = (place - 1) / 2;
    }
    t->queue[place] = record;
}

static void sift_down(dv_timers *t, uint32_t place) {
    uint32_t record = t->queue[place];
    for (uint32_t child = 2 * place + 1; child < t->queued; child = 2 * place + 1) {
        if (child + 1 < t->queued && is_before(t, t->queue[child + 1], t->queue[child]))
            child++;
        if (!is_before(t, t->queue[child], record))
            break;
        t->queue[place] = t->queue[child];
        place = child;
    }
    t->queue[place] = record;
}

/// There is room: dv_timers_add has made it.
static void enqueue(dv_timers *t, uint32_t record) {
    t->queue[t->queued++] = record;
    sift_up(t, t->queued - 1);
}

static void drop_first(dv_timers *t) {
    t->queue[0] = t->queue[--t->queued];
    if (t->queued > 0)
        sift_down(t, 0);
}

// Those that are held

static void put_among_held(dv_timers *t, uint32_t record) {
    t->held[t->held_count++] = record;
    t->records[record].held_at = t->held_count;
}

static void take_from_held(dv_timers *t, uint32_t record) {
    uint32_t place = t->records[record].held_at - 1, last = t->held[--t->held_count];
    t->held[place] = last;
    t->records[last].held_at = place + 1;
    t->records[record].held_at = 0;
}

// Owners

/// Where the list of an owner begins.
static uint32_t *list_of(dv_timers *t, uint64_t agent) {
    return agent ? &t->of_agents[dv_handle_index(agent)] : &t->of_world;
}

/// Whether an owner may have timers; else it may have no list.
static bool may_have_any(const dv_timers *t, uint64_t agent) {
    return t->count > 0 && (!agent || dv_handle_index(agent) < t->owner_capacity);
}

static void link_record(dv_timers *t, uint32_t record) {
    dv_timer_record *r = &t->records[record];
    uint32_t *first = list_of(t, r->agent);
    r->next = *first;
    r->previous = 0;
    if (*first)
        t->records[*first - 1].previous = record + 1;
    *first = record + 1;
}

static void unlink_record(dv_timers *t, uint32_t record) {
    const dv_timer_record *r = &t->records[record];
    if (r->previous)
        t->records[r->previous - 1].next = r->next;
    else
        *list_of(t, r->agent) = r->next;
    if (r->next)
        t->records[r->next - 1].previous = r->previous;
}

static uint64_t bytes_of(const dv_timer *timer) { return timer->size + strlen(timer->name) + 1; }

static dv_timer timer_of(const dv_timers *t, uint32_t record) {
    const dv_timer_record *r = &t->records[record];
    return (dv_timer){.agent = {r->agent},
                      .name = r->content + r->size,
                      .due = r->due,
                      .data = r->size > 0 ? r->content : NULL,
                      .size = r->size};
}

/// End a timer. The caller frees what is returned.
static char *end_record(dv_timers *t, uint32_t record) {
    dv_timer timer = timer_of(t, record);
    char *content = t->records[record].content;
    unlink_record(t, record);
    if (t->records[record].held_at)
        take_from_held(t, record);
    t->bytes -= bytes_of(&timer);
    t->records[record].content = NULL;
    t->count--;
    return content;
}

/// Close the gaps of records that have ended.
static void close_up(dv_timers *t) {
    uint32_t kept = 0;
    t->queued = t->held_count = t->of_world = 0;
    if (t->owner_capacity > 0)
        memset(t->of_agents, 0, t->owner_capacity * sizeof *t->of_agents);
    for (uint32_t i = 0; i < t->limit; i++) {
        if (has_ended(t, i))
            continue;
        t->records[kept] = t->records[i];
        link_record(t, kept);
        if (t->records[kept].held_at)
            put_among_held(t, kept);
        else
            enqueue(t, kept);
        kept++;
    }
    t->limit = kept;
}

// Adding

/// Room for a record, wherever it may be listed later, and for its owner.
static bool make_room(dv_timers *t, uint64_t agent) {
    uint32_t needed = t->limit + 1, owners = agent ? dv_handle_index(agent) + 1 : 0;
    return dv_reserve((void **)&t->records, &t->record_capacity, needed, sizeof *t->records) &&
           dv_reserve((void **)&t->queue, &t->queue_capacity, needed, sizeof *t->queue) &&
           dv_reserve((void **)&t->held, &t->held_capacity, needed, sizeof *t->held) &&
           dv_reserve((void **)&t->of_agents, &t->owner_capacity, owners, sizeof *t->of_agents);
}

static dv_result out_of_memory(dv_error *error) {
    return dv_fail(error, DV_ERROR_MEMORY, "out of memory");
}

dv_result dv_timers_add(dv_world *world, const dv_timer *timer, dv_error *error) {
    dv_timers *t = &world->timers;
    if (t->count >= DV_MAX_TIMERS)
        return dv_fail(error, DV_ERROR_LIMIT, "more than %u timers wait", DV_MAX_TIMERS);
    if (bytes_of(timer) > DV_MAX_TIMER_BYTES - t->bytes)
        return dv_fail(error, DV_ERROR_LIMIT,
                       "the data and names of all timers take more than %u MiB",
                       (unsigned)(DV_MAX_TIMER_BYTES >> 20));
    dv_result result = dv_ask_for(world, DV_WEIGHT_OF_TIMER + bytes_of(timer), error);
    if (result != DV_OK)
        return result;
    if (t->limit - t->count > t->count + FEW_ENDED)
        close_up(t);
    dv_timer_record record = {.due = timer->due, .agent = timer->agent.bits, .size = timer->size};
    record.content = make_room(t, record.agent) ? dv_alloc_untouched(bytes_of(timer)) : NULL;
    if (!record.content)
        return out_of_memory(error);
    if (timer->size > 0)
        memcpy(record.content, timer->data, timer->size);
    memcpy(record.content + timer->size, timer->name, strlen(timer->name) + 1);
    t->bytes += bytes_of(timer);
    t->records[t->limit] = record;
    link_record(t, t->limit);
    enqueue(t, t->limit++);
    t->count++;
    return DV_OK;
}

dv_result dv_world_set_timer(dv_world *world, dv_agent agent, const char *name, double seconds,
                             const void *data, uint32_t size, dv_error *error) {
    uint32_t index;
    if (agent.bits && !dv_agent_index(world, agent.bits, &index))
        return dv_fail(error, DV_ERROR_STALE, "the agent is gone");
    if (!*name)
        return dv_fail(error, DV_ERROR_ARGUMENT, "name: a timer needs one");
    if (dv_check_row(NULL, DV_ROW_TIMER_SECONDS, seconds, error) != DV_OK)
        return DV_ERROR_ARGUMENT;
    double ticks = fmax(ceil(seconds * world->tick_rate - WHOLE), 1);
    const dv_timer timer = {agent, name, world->tick + (uint64_t)ticks, data, size};
    return dv_timers_add(world, &timer, error);
}

// Calling

bool dv_timers_next(dv_world *world, uint64_t tick, uint32_t *record) {
    dv_timers *t = &world->timers;
    while (t->queued > 0) {
        *record = t->queue[0];
        if (!has_ended(t, *record))
            return t->records[*record].due <= tick;
        drop_first(t);
    }
    return false;
}

void dv_timers_hold(dv_world *world, uint32_t record) {
    dv_timers *t = &world->timers;
    drop_first(t);
    put_among_held(t, record);
}

void *dv_timers_take(dv_world *world, uint32_t record, dv_timer *timer) {
    dv_timers *t = &world->timers;
    *timer = timer_of(t, record);
    drop_first(t);
    return end_record(t, record);
}

void dv_timers_resume(dv_world *world) {
    dv_timers *t = &world->timers;
    for (uint32_t i = 0; i < t->held_count; i++) {
        t->records[t->held[i]].held_at = 0;
        enqueue(t, t->held[i]);
    }
    t->held_count = 0;
}

/// Put the timers of an agent that are held back into the queue.
static void resume_agent(dv_timers *t, uint64_t agent) {
    if (t->held_count == 0 || !may_have_any(t, agent))
        return;
    for (uint32_t link = *list_of(t, agent); link; link = t->records[link - 1].next)
        if (t->records[link - 1].held_at) {
            take_from_held(t, link - 1);
            enqueue(t, link - 1);
        }
}

// Ending

/// End the timers of an owner that a test picks. `name` may be that of one of them.
static uint32_t discard_some(dv_world *world, uint64_t agent,
                             bool (*picks)(const dv_world *world, const dv_timer *timer,
                                           const char *name),
                             const char *name) {
    dv_timers *t = &world->timers;
    uint32_t count = 0;
    char *last = NULL;
    if (!may_have_any(t, agent))
        return 0;
    for (uint32_t next, link = *list_of(t, agent); link; link = next) {
        dv_timer timer = timer_of(t, link - 1);
        next = t->records[link - 1].next;
        if (!picks(world, &timer, name))
            continue;
        char *content = end_record(t, link - 1);
        if (timer.name == name)
            last = content;
        else
            dv_free(content);
        count++;
    }
    dv_free(last);
    return count;
}

static bool picks_all(const dv_world *world, const dv_timer *timer, const char *name) {
    (void)world, (void)timer, (void)name;
    return true;
}

static bool picks_named(const dv_world *world, const dv_timer *timer, const char *name) {
    (void)world;
    return strcmp(timer->name, name) == 0;
}

static bool picks_unknown(const dv_world *world, const dv_timer *timer, const char *name) {
    (void)name;
    const dv_host *host = &world->host;
    return host->timer_state &&
           host->timer_state(host->context, world, timer->agent, timer->name) == DV_TIMER_UNKNOWN;
}

uint32_t dv_world_cancel_timers(dv_world *world, dv_agent agent, const char *name) {
    uint32_t index;
    if (agent.bits && !dv_agent_index(world, agent.bits, &index))
        return 0;
    return discard_some(world, agent.bits, picks_named, name);
}

void dv_timers_end_agent(dv_world *world, uint32_t agent) {
    discard_some(world, dv_agent_bits(world, agent), picks_all, NULL);
}

void dv_timers_turn(dv_world *world, uint32_t agent) {
    discard_some(world, dv_agent_bits(world, agent), picks_unknown, NULL);
    // Its kind may have what the former one lacked.
    resume_agent(&world->timers, dv_agent_bits(world, agent));
}

void dv_timers_free(dv_timers *t) {
    for (uint32_t i = 0; i < t->limit; i++)
        dv_free(t->records[i].content);
    dv_free(t->records);
    dv_free(t->queue);
    dv_free(t->held);
    dv_free(t->of_agents);
}

// Looking

uint32_t dv_world_timer_count(const dv_world *world) { return world->timers.count; }

uint32_t dv_world_timer_limit(const dv_world *world) { return world->timers.limit; }

bool dv_world_timer_at(const dv_world *world, uint32_t index, dv_timer *timer) {
    const dv_timers *t = &world->timers;
    if (index >= t->limit || has_ended(t, index))
        return false;
    *timer = timer_of(t, index);
    return true;
}

/// Put a timer among the first `count` by due tick. It was set before all of these.
static void insert(dv_timer *timers, uint32_t count, uint32_t most, const dv_timer *timer) {
    uint32_t place = count < most ? count : most;
    while (place > 0 && timers[place - 1].due >= timer->due)
        place--;
    if (place == most)
        return;
    uint32_t moved = (count < most ? count : most - 1) - place;
    memmove(&timers[place + 1], &timers[place], moved * sizeof *timers);
    timers[place] = *timer;
}

uint32_t dv_world_timers_of(const dv_world *world, dv_agent agent, dv_timer *timers,
                            uint32_t most) {
    const dv_timers *t = &world->timers;
    uint32_t index, count = 0;
    if ((agent.bits && !dv_agent_index(world, agent.bits, &index)) || !may_have_any(t, agent.bits))
        return 0;
    uint32_t link = agent.bits ? t->of_agents[dv_handle_index(agent.bits)] : t->of_world;
    for (; link; link = t->records[link - 1].next) {
        const dv_timer timer = timer_of(t, link - 1);
        insert(timers, count++, most, &timer);
    }
    return count;
}
