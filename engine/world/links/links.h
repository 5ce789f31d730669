// Links between agents.
//
// Invariant: `records` has the links in the order in which they were linked, with gaps where links
// have ended; so snapshots list them in that order. Each link is in the lists of both its agents,
// which have the same order as the records. There is room for what springs need in the move phase:
// a body and a sum for each agent with links, and a pull for each record.
#ifndef DV_WORLD_LINKS_LINKS_H
#define DV_WORLD_LINKS_LINKS_H

#include "drover/links.h"
#include "world/links/link_record.h"

/// Make room for more links among agents below an index. False when out of memory.
bool dv_links_reserve(dv_links *links, uint32_t more, uint32_t agents);
/// Link two agents unless they are. Cannot fail after dv_links_reserve.
void dv_links_add(dv_links *links, const dv_link_def *defs, uint32_t type, uint32_t from,
                  uint32_t to);
/// End the links of an agent that will be removed.
void dv_links_end_agent(dv_links *links, uint32_t agent);
/// Close the gaps of links that have ended. With `types`, give each link the type that it has for
/// the link's present one; below 0, it ends. With `defs`, links may become the same, of which the
/// first stays. What was noted of strained springs is forgotten.
void dv_links_close_up(dv_links *links, const int32_t *types, const dv_link_def *defs);
void dv_links_free(dv_links *links);

#endif
