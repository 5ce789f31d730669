#include "world/heard.h"

#include "base/alloc.h"
#include "base/math.h"

#include <string.h>

/// So few events are scanned faster than halved.
#define MOST_IN_LEAF 16

// Audiences

static uint32_t hash_of(uint64_t name, uint32_t group) {
    uint64_t hash = (name ^ group * UINT64_C(0x9E3779B97F4A7C15)) * UINT64_C(0xD6E8FEB86659FD93);
    return (uint32_t)(hash >> 32);
}

static uint32_t group_of(const dv_event *event) {
    return event->among.bits ? dv_handle_index(event->among.bits) + 1 : 0;
}

/// A power of two that leaves half of the slots empty.
static uint32_t slots_for(uint32_t count) {
    uint32_t slots = 4;
    while (slots < 2 * count)
        slots *= 2;
    return slots;
}

/// The slot of an audience, or the empty one where it belongs.
static uint32_t *slot_of(const dv_heard *heard, uint64_t name, uint32_t group) {
    uint32_t mask = heard->slot_count - 1;
    for (uint32_t i = hash_of(name, group) & mask;; i = (i + 1) & mask) {
        uint32_t *slot = &heard->slots[i];
        const dv_audience *audience = *slot ? &heard->audiences[*slot - 1] : NULL;
        if (!audience || (audience->name == name && audience->group == group))
            return slot;
    }
}

const dv_audience *dv_heard_by(const dv_heard *heard, uint64_t name, uint32_t group) {
    if (heard->audience_count == 0)
        return NULL;
    uint32_t found = *slot_of(heard, name, group);
    return found ? &heard->audiences[found - 1] : NULL;
}

static dv_audience *audience_of(dv_heard *heard, const dv_event *event) {
    uint32_t *slot = slot_of(heard, event->name, group_of(event));
    if (!*slot) {
        heard->audiences[heard->audience_count++] =
            (dv_audience){.name = event->name, .group = group_of(event)};
        *slot = heard->audience_count;
    }
    return &heard->audiences[*slot - 1];
}

/// Put the events of each audience side by side, in the order in which they were emitted.
static void sort_by_audience(dv_heard *heard) {
    heard->slot_count = slots_for(heard->list.count);
    memset(heard->slots, 0, heard->slot_count * sizeof *heard->slots);
    heard->audience_count = 0;
    for (uint32_t e = 0; e < heard->list.count; e++)
        audience_of(heard, &heard->list.events[e])->count++;
    uint32_t begin = 0;
    for (uint32_t i = 0; i < heard->audience_count; i++) {
        heard->audiences[i].begin = begin;
        begin += heard->audiences[i].count;
        heard->audiences[i].count = 0;
    }
    for (uint32_t e = 0; e < heard->list.count; e++) {
        dv_audience *audience = audience_of(heard, &heard->list.events[e]);
        const dv_event *event = &heard->list.events[e];
        heard->places[audience->begin + audience->count++] =
            (dv_event_place){event->position, event->radius, e};
    }
}

// Trees

static float along(dv_vec3 place, int axis) {
    return axis == 0 ? place.x : axis == 1 ? place.y : place.z;
}

static int longest_side(const dv_event_node *node) {
    dv_vec3 size = dv_subtract(node->high, node->low);
    int axis = size.x >= size.y ? 0 : 1;
    return size.z > along(size, axis) ? 2 : axis;
}

/// An order of all events, in which no two are equal.
static bool precedes(const dv_event_place *a, const dv_event_place *b, int axis) {
    float left = along(a->at, axis), right = along(b->at, axis);
    return left < right || (left == right && a->event < b->event);
}

/// Put the `middle` events that precede the others in front, by quickselect. The pivots are drawn,
/// since events may have any order, and a sorted one is likely.
static void halve(dv_event_place *places, uint32_t count, uint32_t middle, int axis) {
    uint32_t low = 0, high = count - 1, draw = count;
    while (low < high) {
        draw = draw * 747796405 + 2891336453;
        const dv_event_place pivot = places[low + (draw >> 8) % (high - low + 1)];
        uint32_t i = low, j = high;
        while (i <= j) {
            while (precedes(&places[i], &pivot, axis))
                i++;
            while (precedes(&pivot, &places[j], axis))
                j--;
            if (i > j)
                break;
            dv_event_place swapped = places[i];
            places[i++] = places[j];
            places[j] = swapped;
            if (j == 0)
                break;
            j--;
        }
        if (middle <= j)
            high = j;
        else if (middle >= i)
            low = i;
        else
            return;
    }
}

static void bound(dv_event_node *node, const dv_event_place *places) {
    const dv_event_place *first = &places[node->begin];
    node->low = node->high = first->at;
    node->radius = first->radius;
    node->first = first->event;
    for (uint32_t i = node->begin + 1; i < node->end; i++) {
        const dv_event_place *p = &places[i];
        node->low = dv_vec(dv_smaller(p->at.x, node->low.x), dv_smaller(p->at.y, node->low.y),
                           dv_smaller(p->at.z, node->low.z));
        node->high = dv_vec(dv_larger(p->at.x, node->high.x), dv_larger(p->at.y, node->high.y),
                            dv_larger(p->at.z, node->high.z));
        node->radius = dv_larger(p->radius, node->radius);
        node->first = p->event < node->first ? p->event : node->first;
    }
}

/// Make the node of the events from `begin` to `end` and those below it, as deep as the logarithm
/// of their number.
static uint32_t grow(dv_heard *heard, uint32_t begin, uint32_t end) {
    uint32_t index = heard->node_count++;
    dv_event_node *node = &heard->nodes[index];
    *node = (dv_event_node){.begin = begin, .end = end};
    bound(node, heard->places);
    if (end - begin > MOST_IN_LEAF) {
        uint32_t half = (end - begin) / 2;
        halve(heard->places + begin, end - begin, half, longest_side(node));
        grow(heard, begin, begin + half);
        node->right = grow(heard, begin + half, end);
    }
    return index;
}

bool dv_heard_reserve(dv_heard *heard, uint32_t count) {
    return dv_reserve((void **)&heard->nodes, &heard->node_capacity, count, sizeof *heard->nodes) &&
           dv_reserve((void **)&heard->places, &heard->place_capacity, count,
                      sizeof *heard->places) &&
           dv_reserve((void **)&heard->audiences, &heard->audience_capacity, count,
                      sizeof *heard->audiences) &&
           dv_reserve((void **)&heard->slots, &heard->slot_capacity, slots_for(count),
                      sizeof *heard->slots);
}

void dv_heard_index(dv_heard *heard) {
    heard->node_count = heard->audience_count = 0;
    if (heard->list.count == 0)
        return;
    sort_by_audience(heard);
    for (uint32_t i = 0; i < heard->audience_count; i++) {
        dv_audience *audience = &heard->audiences[i];
        audience->root = grow(heard, audience->begin, audience->begin + audience->count);
    }
}

void dv_heard_free(dv_heard *heard) {
    dv_free(heard->list.events);
    dv_free(heard->nodes);
    dv_free(heard->places);
    dv_free(heard->audiences);
    dv_free(heard->slots);
    *heard = (dv_heard){0};
}
