// Foresight: answers computed ahead. Scripts mostly ask the same questions in every tick: which
// agent is nearest, and which visible agent is. If at least half of the agents of a kind asked a
// question in one tick, the next tick begins by answering it for all agents of the kind, in squads
// and on all threads.
//
// Invariant: while `is_answered`, the answer for each agent is what a search of the world as sensed
// would find. So foresight changes nothing but the time that searches take.
#ifndef DV_WORLD_FORESIGHT_H
#define DV_WORLD_FORESIGHT_H

#include "world/squad.h"

#define DV_MOST_FORESEEN 8 ///< questions

typedef struct dv_question {
    uint32_t kind;     ///< of the agent that searches
    bool sees;         ///< only for agents that it perceives
    dv_kind_set kinds; ///< of the agents it searches for
    float reach;       ///< m, as the script gave it
} dv_question;

typedef struct dv_answer {
    uint32_t nearest;    ///< index of the agent found, or DV_NO_RANK
    uint32_t generation; ///< of the agent found
    float squared;       ///< m², squared distance to it
} dv_answer;

typedef struct dv_foreseen {
    dv_question question;
    uint32_t asked;     ///< how many times in this tick
    bool is_answered;   ///< in this tick
    float reach;        ///< m, how far the search went
    float half_cosine;  ///< cosine of half the view angle that the search covered; −1: all around
    double visibility;  ///< m, of the world at the time
    dv_answer *answers; ///< by agent that searches
    uint32_t capacity;
} dv_foreseen;

typedef struct dv_foresight {
    dv_foreseen foreseen[DV_MOST_FORESEEN];
    uint32_t count;
    uint32_t last; ///< index of the last question asked
    bool has_gaps; ///< an agent was set to another position in this tick
} dv_foresight;

/// The slow path of dv_ask: for a question that is new, or isn't the one that usually comes next.
const dv_foreseen *dv_ask_anew(dv_foresight *foresight, const dv_question *question);

/// Count a question as asked, and return its answers; NULL if there are none in this tick. Tries
/// the next question first, since agents of a kind mostly ask the same ones in the same order.
static inline const dv_foreseen *dv_ask(dv_foresight *f, uint32_t kind, bool sees,
                                        dv_kind_set kinds, float reach) {
    uint32_t next = f->last + 1 < f->count ? f->last + 1 : 0;
    dv_foreseen *foreseen = &f->foreseen[next];
    const dv_question *q = &foreseen->question;
    // Compare the fields one by one: building a dv_question just to compare it would cost more.
    if (next >= f->count || q->kind != kind || q->sees != sees || q->kinds != kinds ||
        q->reach != reach)
        return dv_ask_anew(f, &(dv_question){kind, sees, kinds, reach});
    f->last = next;
    foreseen->asked++;
    return foreseen->is_answered ? foreseen : NULL;
}
void dv_foresight_free(dv_foresight *foresight);

#endif
