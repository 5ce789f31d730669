// Events: emitted in one tick, heard in the next.
#include "base/alloc.h"
#include "base/result.h"
#include "program/value_rows.h"
#include "world/account.h"
#include "world/incidents.h"
#include "world/world_data.h"

#include <math.h>

/// Whether a handle is 0, or of this type and world. It may be stale.
static bool is_of(const dv_world *world, uint64_t bits, dv_handle_type type) {
    return !bits || (dv_handle_type_of(bits) == type && dv_handle_world(bits) == world->id);
}

dv_result dv_world_emit(dv_world *world, const dv_event *event, dv_error *error) {
    if (dv_check_vector(NULL, DV_ROW_EVENT_PLACE, event->position, error) != DV_OK ||
        dv_check_row(NULL, DV_ROW_EVENT_RADIUS, (double)event->radius, error) != DV_OK)
        return DV_ERROR_ARGUMENT;
    if (!is_of(world, event->source.bits, DV_HANDLE_AGENT) ||
        !is_of(world, event->about.bits, DV_HANDLE_AGENT) ||
        !is_of(world, event->among.bits, DV_HANDLE_GROUP))
        return dv_fail(error, DV_ERROR_ARGUMENT,
                       "emit: source and about must be agents of this world, among a group of it");
    dv_result result = dv_ask_for(world, DV_WEIGHT_OF_EVENT, error);
    if (result != DV_OK)
        return result;
    dv_event_list *list = &world->pending;
    if (!dv_reserve((void **)&list->events, &list->capacity, list->count + 1, sizeof *event))
        return dv_fail(error, DV_ERROR_MEMORY, "out of memory");
    list->events[list->count++] = *event;
    dv_note_event(world, event);
    return DV_OK;
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
    const dv_audience *audience = dv_heard_by(&world->heard, name, group);
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
