// The links of a world; see links.h.
#ifndef DV_WORLD_LINKS_LINK_RECORD_H
#define DV_WORLD_LINKS_LINK_RECORD_H

#include "drover/program.h"

#include <stdatomic.h>

/// The type of a link that has ended.
#define DV_NO_LINK_TYPE DV_MAX_LINK_TYPES
#define DV_SHARES 65535.0f

/// Refers to one end of a link: 2 · its index + 0 (from) or 1 (to) + 1; 0: none.
typedef uint32_t dv_link_end;

typedef struct dv_link_record {
    uint32_t agents[2];               ///< indices: from, to
    dv_link_end next[2], previous[2]; ///< in the lists of these agents
    uint32_t type;                    ///< in the program
} dv_link_record;

/// The links of an agent, in the order in which they were linked.
typedef struct dv_link_list {
    dv_link_end first, last;
    uint32_t count;
    float strength; ///< kg, of its springs; see springs.c. NaN: links have changed since
} dv_link_list;

/// An agent with links, in a move phase.
typedef struct dv_linked_body {
    dv_vec3 place, velocity;
    float load; ///< see drover/links.h
} dv_linked_body;

typedef struct dv_links {
    dv_link_record *records; ///< in the order in which they were linked
    uint32_t limit;          ///< number of records, with those that have ended
    uint32_t record_capacity;
    uint32_t count;
    uint32_t counts[DV_MAX_LINK_TYPES]; ///< by type
    dv_link_list *lists;                ///< by agent
    uint32_t list_capacity;
    // What follows is not part of the state.
    dv_linked_body *bodies; ///< by agent
    dv_vec3 *sums;          ///< kg·m/s, by agent: of the pulls of its links
    dv_vec3 *pulls;         ///< kg·m/s, by record: on the first end
    uint32_t body_capacity, sum_capacity, pull_capacity;
    /// By type, of the first link that was too strong: (index + 1) << 32 | its share of stiffness
    /// << 16 | its share of damping, both in DV_SHARES; 0: none.
    atomic_uint_fast64_t strained[DV_MAX_LINK_TYPES];
} dv_links;

static inline uint32_t dv_record_of_end(dv_link_end end) { return (end - 1) / 2; }
static inline uint32_t dv_side_of_end(dv_link_end end) { return (end - 1) % 2; }

#endif
