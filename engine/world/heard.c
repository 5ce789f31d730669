// The events of one name for one audience (all agents, or the members of a group) are the leaves of
// a tree. Each node halves its events along the longest side of the box around them:
//
//     places   4 1 | 0 7 | 2 9 | 3 8     the numbers of their events
//               \    /       \    /
//                left        right
//                   \_________/
//                       root
//
// A node has a run of the places, the box around these, and how far the farthest of their events is
// heard. So it does not matter how the events are spread: a crowd in a corner, one event far away,
// all at one place.
#include "world/heard.h"

#include "base/alloc.h"
#include "base/math.h"
#include "world/world_data.h"

#include <math.h>
#include <string.h>

/// So few events are scanned faster than halved.
#define MOST_IN_LEAF 16

/// Where an event is, and how far it is heard.
typedef struct dv_event_place {
    dv_vec3 at;
    float radius;   ///< m
    uint32_t event; ///< its number in the list
} dv_event_place;

/// A node of a tree. Nodes are in preorder, so the left half of node k is node k + 1.
typedef struct dv_event_node {
    dv_vec3 low, high;   ///< the box around its events
    float radius;        ///< m, the largest of its events
    uint32_t first;      ///< the least number of an event in it
    uint32_t right;      ///< the node of the right half; 0: a leaf
    uint32_t begin, end; ///< its events in `places`
} dv_event_node;

/// Events with the same name and for the same group.
typedef struct dv_audience {
    uint64_t name;
    uint32_t group; ///< index + 1; 0: all agents
    uint32_t root;  ///< its node
    uint32_t begin, count;
} dv_audience;

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

/// NULL if nothing was emitted for it.
static const dv_audience *audience_by(const dv_heard *heard, uint64_t name, uint32_t group) {
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

// Hearing

/// Who listens, and the nearest event so far.
typedef struct listener {
    const dv_world *world;
    uint32_t agent;
    dv_vec3 place;
    float range, most_squared; ///< m and m², of its hearing
    dv_vec3 span; ///< of a wrapping world; 0 along an axis on which nothing is nearer around it
    dv_event_filter *counts;
    const void *context;
    bool has_found;
    uint32_t nearest;
    float nearest_squared;
} listener;

static bool is_nearer(const listener *l, float squared, uint32_t event) {
    return !l->has_found || squared < l->nearest_squared ||
           (squared == l->nearest_squared && event < l->nearest);
}

static bool is_from(const listener *l, uint32_t event) {
    return l->world->heard.list.events[event].source.bits == dv_agent_bits(l->world, l->agent);
}

static void hear_one(listener *l, const dv_event_place *place) {
    dv_vec3 offset = dv_offset_between(l->world, l->place, place->at);
    float squared = dv_length_squared(offset);
    if (squared <= place->radius * place->radius && squared <= l->most_squared &&
        is_nearer(l, squared, place->event) && !is_from(l, place->event) &&
        (!l->counts || l->counts(l->context, place->event))) {
        l->has_found = true;
        l->nearest = place->event;
        l->nearest_squared = squared;
    }
}

/// The least distance along one axis of a wrapping world from a coordinate to a range; either may
/// be outside of the bounds. Rounding of offsets may make them shorter by what is left out.
static double gap_around(double from, double low, double high, double span) {
    double direct = dv_greater(low - from, from - high);
    double longest = dv_greater(high - from, from - low);
    double slack = 0x1p-21 * (fabs(from) + fabs(low) + fabs(high) + span);
    if (longest < span)
        return dv_greater(dv_lesser(direct, span - longest) - slack, 0);
    double above = from - low - span * floor((from - low) / span);
    return dv_greater(dv_lesser(above - (high - low), span - above) - slack, 0);
}

static double gap_along(double from, double low, double high, double span) {
    double direct = dv_greater(low - from, from - high);
    return direct > 0 && span > 0 ? gap_around(from, low, high, span) : dv_greater(direct, 0);
}

/// A squared distance that no event of a node is below.
static double least_squared(const listener *l, const dv_event_node *node) {
    double x = gap_along(l->place.x, node->low.x, node->high.x, l->span.x);
    double y = gap_along(l->place.y, node->low.y, node->high.y, l->span.y);
    double z = gap_along(l->place.z, node->low.z, node->high.z, l->span.z);
    return (x * x + y * y + z * z) * (1 - 0x1p-20);
}

static bool may_hold_nearest(const listener *l, const dv_event_node *node, double least) {
    if (least > (double)(node->radius * node->radius) || least > (double)l->most_squared)
        return false;
    return !l->has_found || least < (double)l->nearest_squared ||
           (least == (double)l->nearest_squared && node->first < l->nearest);
}

/// Look at the nearer half first: the other one is then often too far away. At one place it is that
/// with the first event.
static void hear_node(listener *l, uint32_t index) {
    const dv_heard *heard = &l->world->heard;
    const dv_event_node *node = &heard->nodes[index];
    if (!node->right) {
        for (uint32_t i = node->begin; i < node->end; i++)
            hear_one(l, &heard->places[i]);
        return;
    }
    uint32_t near = index + 1, far = node->right;
    double least = least_squared(l, &heard->nodes[near]);
    double other = least_squared(l, &heard->nodes[far]);
    if (other < least || (other == least && heard->nodes[far].first < heard->nodes[near].first)) {
        near = node->right, far = index + 1;
        double swapped = least;
        least = other, other = swapped;
    }
    if (may_hold_nearest(l, &heard->nodes[near], least))
        hear_node(l, near);
    if (may_hold_nearest(l, &heard->nodes[far], other))
        hear_node(l, far);
}

/// The span along an axis, or 0 if nothing that can be heard is nearer around the world than
/// straight ahead.
static float span_along(float from, float low, float high, float reach, float least, float most) {
    bool is_inside = from - reach > low && from + reach < high && least >= low && most <= high;
    return is_inside ? 0 : high - low;
}

static void hear_audience(listener *l, uint64_t name, uint32_t group) {
    const dv_world *world = l->world;
    const dv_audience *audience = audience_by(&world->heard, name, group);
    if (!audience)
        return;
    const dv_event_node *root = &world->heard.nodes[audience->root];
    if (world->bounds.edge == DV_EDGE_WRAP) {
        dv_vec3 low = world->bounds.min, high = world->bounds.max, at = l->place;
        float reach = dv_smaller(root->radius, l->range) * (1 + 0x1p-10f); // as offsets are rounded
        l->span.x = span_along(at.x, low.x, high.x, reach, root->low.x, root->high.x);
        l->span.y = span_along(at.y, low.y, high.y, reach, root->low.y, root->high.y);
        if (world->space == DV_VOLUME)
            l->span.z = span_along(at.z, low.z, high.z, reach, root->low.z, root->high.z);
    }
    if (may_hold_nearest(l, root, least_squared(l, root)))
        hear_node(l, audience->root);
}

bool dv_nearest_heard(const dv_world *world, uint32_t agent, uint64_t name, dv_event_filter *counts,
                      const void *context, dv_event *event) {
    if (world->heard.list.count == 0)
        return false;
    float range = dv_property_of(world, agent, DV_HEARING_RANGE);
    listener l = {.world = world,
                  .agent = agent,
                  .place = dv_sensed_position(world, agent),
                  .range = range,
                  .most_squared = range * range,
                  .counts = counts,
                  .context = context};
    hear_audience(&l, name, 0);
    if (world->agents.group[agent])
        hear_audience(&l, name, world->agents.group[agent]);
    if (l.has_found)
        *event = world->heard.list.events[l.nearest];
    return l.has_found;
}

bool dv_agent_heard(const dv_world *world, dv_agent agent, uint64_t name, dv_event *event) {
    uint32_t i;
    return dv_agent_index(world, agent.bits, &i) &&
           dv_nearest_heard(world, i, name, NULL, NULL, event);
}
