// What scripts ask for agents in one tick they mostly ask again in the next: who is nearest to
// them, and whom they see nearest. What half of a kind asked is answered ahead when the next tick
// begins, for all of the kind side by side and by all threads.
//
// Invariant: while a question is answered, its answers are by agent what searching the world as
// sensed would find. So whether something was foreseen changes nothing but the time it takes.
#ifndef DV_WORLD_FORESIGHT_H
#define DV_WORLD_FORESIGHT_H

#include "world/squad.h"

#define DV_MOST_FORESEEN 8 ///< questions

typedef struct dv_question {
    uint32_t kind;     ///< of who asks
    bool sees;         ///< whom it sees; else whoever is there
    dv_kind_set kinds; ///< of whom it looks for
    float reach;       ///< m, as asked
} dv_question;

typedef struct dv_answer {
    uint32_t nearest;    ///< index, or DV_NO_RANK
    uint32_t generation; ///< its own
    float squared;       ///< m², its distance
} dv_answer;

typedef struct dv_foreseen {
    dv_question question;
    uint32_t asked;     ///< how many times in this tick
    bool is_answered;   ///< in this tick
    float reach;        ///< m, that was looked
    float half_cosine;  ///< of the view that was looked in
    double visibility;  ///< m, of the world then
    dv_answer *answers; ///< by agent
    uint32_t capacity;
} dv_foreseen;

typedef struct dv_foresight {
    dv_foreseen foreseen[DV_MOST_FORESEEN];
    uint32_t count;
    uint32_t last; ///< that was asked
    bool has_gaps; ///< in this tick somebody was put elsewhere
} dv_foresight;

/// A question that is asked for the first time in this tick, or out of turn; see dv_ask.
const dv_foreseen *dv_ask_anew(dv_foresight *foresight, const dv_question *question);

/// What was foreseen of a question, which is asked once more; NULL: nothing. Agents of a kind
/// mostly ask the same questions in the same order.
static inline const dv_foreseen *dv_ask(dv_foresight *f, uint32_t kind, bool sees,
                                        dv_kind_set kinds, float reach) {
    uint32_t next = f->last + 1 < f->count ? f->last + 1 : 0;
    dv_foreseen *foreseen = &f->foreseen[next];
    const dv_question *q = &foreseen->question;
    // One by one and not as a whole, which was never put together.
    if (next >= f->count || q->kind != kind || q->sees != sees || q->kinds != kinds ||
        q->reach != reach)
        return dv_ask_anew(f, &(dv_question){kind, sees, kinds, reach});
    f->last = next;
    foreseen->asked++;
    return foreseen->is_answered ? foreseen : NULL;
}
void dv_foresight_free(dv_foresight *foresight);

#endif
