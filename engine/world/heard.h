// The events that can be heard in a tick, by name and audience, then by place: an agent finds the
// nearest one without looking at the others.
//
// The events of one name for one audience (all agents, or the members of a group) are the leaves of
// a tree. Each node halves its events along the longest side of the box around them:
//
//     places   4 1 | 0 7 | 2 9 | 3 8     by the numbers of their events; each node has a run of
//     these,
//               \    /       \    /      the box around it, and how far one of its events is heard
//                left        right       at most
//                   \_________/
//                       root
//
// So it does not matter how the events are spread: a crowd in a corner, one event far away, all at
// one place.
#ifndef DV_WORLD_HEARD_H
#define DV_WORLD_HEARD_H

#include "drover/world.h"

typedef struct dv_event_list {
    dv_event *events;
    uint32_t count, capacity;
} dv_event_list;

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

typedef struct dv_heard {
    dv_event_list list; ///< in the order in which they were emitted
    dv_event_node *nodes;
    dv_event_place *places;
    dv_audience *audiences;
    uint32_t *slots; ///< a hash table of audiences: index + 1, or 0
    uint32_t node_count, audience_count, slot_count;
    uint32_t node_capacity, place_capacity, audience_capacity, slot_capacity;
} dv_heard;

/// Make room for so many events. False when memory is short.
bool dv_heard_reserve(dv_heard *heard, uint32_t count);
/// Index the events in the list, for which there must be room.
void dv_heard_index(dv_heard *heard);
void dv_heard_free(dv_heard *heard);
/// The events of a name for a group (index + 1), or with 0 for all agents; NULL if there are none.
const dv_audience *dv_heard_by(const dv_heard *heard, uint64_t name, uint32_t group);

#endif
