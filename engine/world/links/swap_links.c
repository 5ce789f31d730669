#include "world/links/swap_links.h"

#include "base/alloc.h"
#include "world/limbo.h"
#include "world/world_data.h"

#include <string.h>

/// A link that was dropped: the handles of its agents, in no world.
typedef struct dropped_link {
    uint64_t from, to;
} dropped_link;

static dv_dropped dropped_as(const char *name) {
    return (dv_dropped){.part = DV_DROPPED_LINKS, .name = name};
}

static bool drop(dv_world *world, uint32_t type, const char *name) {
    const dv_links *l = &world->links;
    dropped_link *dropped = dv_alloc_untouched(l->counts[type] * sizeof *dropped);
    uint32_t count = 0;
    if (!dropped)
        return false;
    for (uint32_t i = 0; i < l->limit; i++) {
        const dv_link_record *r = &l->records[i];
        if (r->type == type)
            dropped[count++] =
                (dropped_link){dv_handle_in_world(dv_agent_bits(world, r->agents[0]), 0),
                               dv_handle_in_world(dv_agent_bits(world, r->agents[1]), 0)};
    }
    bool is_put = dv_limbo_put(world->limbo, dropped_as(name), 0, dropped, count * sizeof *dropped);
    dv_free(dropped);
    return is_put;
}

static bool has_former(const dv_translation *t, uint32_t type) {
    for (uint32_t i = 0; i < t->from->link_count; i++)
        if (t->places[DV_FAMILY_LINK][i] == (int32_t)type)
            return true;
    return false;
}

/// What the limbo has for a type of the new program that nothing becomes; NULL: nothing.
static const unsigned char *find_dropped(const dv_world *world, const dv_translation *t,
                                         uint32_t type, uint32_t *count) {
    size_t size = 0;
    const unsigned char *dropped =
        has_former(t, type)
            ? NULL
            : dv_limbo_get(world->limbo, dropped_as(t->to->links[type].name), 0, &size);
    *count = (uint32_t)(size / sizeof(dropped_link));
    return dropped;
}

bool dv_links_prepare_swap(dv_world *world, const dv_translation *t) {
    uint32_t more = 0;
    for (uint32_t type = 0; type < t->from->link_count; type++)
        if (t->places[DV_FAMILY_LINK][type] < 0 && world->links.counts[type] > 0 &&
            !drop(world, type, t->from->links[type].name))
            return false;
    for (uint32_t type = 0; type < t->to->link_count; type++) {
        uint32_t count;
        if (!find_dropped(world, t, type, &count))
            continue;
        if (!dv_limbo_use_up(world->limbo, dropped_as(t->to->links[type].name), 0))
            return false;
        more += count;
    }
    return more == 0 || dv_links_reserve(&world->links, more, world->agents.limit);
}

static void give_back(dv_world *world, const dv_translation *t, uint32_t type) {
    uint32_t count;
    const unsigned char *dropped = find_dropped(world, t, type, &count);
    for (uint32_t i = 0; dropped && i < count && world->links.count < DV_MAX_LINKS; i++) {
        dropped_link link;
        uint32_t from, to;
        memcpy(&link, dropped + i * sizeof link, sizeof link);
        if (dv_agent_index(world, dv_handle_in_world(link.from, world->id), &from) &&
            dv_agent_index(world, dv_handle_in_world(link.to, world->id), &to))
            dv_links_add(&world->links, t->to->links, type, from, to);
    }
}

/// Whether links may become the same: types become one, or are no longer directed.
static bool may_repeat(const dv_translation *t) {
    const int32_t *places = t->places[DV_FAMILY_LINK];
    bool repeats = false;
    for (uint32_t i = 0; i < t->from->link_count; i++) {
        if (places[i] < 0)
            continue;
        repeats =
            repeats || (t->from->links[i].is_directed && !t->to->links[places[i]].is_directed);
        for (uint32_t k = 0; k < i; k++)
            repeats = repeats || places[k] == places[i];
    }
    return repeats;
}

void dv_links_take_swap(dv_world *world, const dv_translation *t) {
    dv_links_close_up(&world->links, t->places[DV_FAMILY_LINK],
                      may_repeat(t) ? t->to->links : NULL);
    for (uint32_t type = 0; type < t->to->link_count; type++)
        give_back(world, t, type);
}
