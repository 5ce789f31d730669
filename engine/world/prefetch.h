// Prefetching: answers computed ahead. Scripts mostly ask the same questions in every tick: which
// agent is nearest, and which visible agent is. If at least half of the agents of a kind asked a
// question in one tick, the next tick begins by answering it for all agents of the kind, in squads
// and on all threads.
//
// Invariant: while `is_answered`, the answer for each agent is what a search of the world as sensed
// would find. So prefetching changes nothing but the time that searches take.
#ifndef DV_WORLD_PREFETCH_H
#define DV_WORLD_PREFETCH_H

#include "program/squad.h"

#define DV_MAX_PREFETCHED 8 ///< questions

typedef struct dv_nearest_query {
    uint32_t kind;     ///< of the agent that searches
    bool sees;         ///< only for agents that it perceives
    dv_kind_set kinds; ///< of the agents it searches for
    float reach;       ///< m, as the script gave it
} dv_nearest_query;

typedef struct dv_nearest_answer {
    uint32_t nearest;    ///< index of the agent found, or DV_NO_RANK
    uint32_t generation; ///< of the agent found
    float squared;       ///< m², squared distance to it
} dv_nearest_answer;

typedef struct dv_prefetched {
    dv_nearest_query question;
    uint32_t asked;    ///< how many times in this tick
    bool is_answered;  ///< in this tick
    float reach;       ///< m, how far the search went
    float half_cosine; ///< cosine of half the view angle that the search covered; −1: all around
    double visibility; ///< m, of the world at the time
    dv_nearest_answer *answers; ///< by agent that searches
    uint32_t capacity;
} dv_prefetched;

typedef struct dv_prefetch {
    dv_prefetched prefetched[DV_MAX_PREFETCHED];
    uint32_t count;
    uint32_t last;   ///< index of the last question asked
    bool has_gaps;   ///< an agent was set to another position in this tick
    bool has_turned; ///< an agent turned into another kind in this tick
} dv_prefetch;

/// The slow path of dv_look_up_prefetched: for a question that is new, or isn't the one that
/// usually comes next.
const dv_prefetched *dv_find_or_add_prefetched(dv_prefetch *prefetch,
                                               const dv_nearest_query *question);

/// Count a question as asked, and return its answers; NULL if there are none in this tick. Tries
/// the next question first, since agents of a kind mostly ask the same ones in the same order.
static inline const dv_prefetched *dv_look_up_prefetched(dv_prefetch *f, uint32_t kind, bool sees,
                                                         const dv_kind_set *kinds, float reach) {
    uint32_t next = f->last + 1 < f->count ? f->last + 1 : 0;
    dv_prefetched *prefetched = &f->prefetched[next];
    const dv_nearest_query *q = &prefetched->question;
    // Compare the fields one by one: building a dv_nearest_query just to compare it would cost
    // more.
    if (next >= f->count || q->kind != kind || q->sees != sees ||
        !dv_are_same_kinds(&q->kinds, kinds) || q->reach != reach)
        return dv_find_or_add_prefetched(f, &(dv_nearest_query){kind, sees, *kinds, reach});
    f->last = next;
    prefetched->asked++;
    return prefetched->is_answered ? prefetched : NULL;
}
void dv_prefetch_free(dv_prefetch *prefetch);

#endif
