#include "world/foresight.h"

#include "base/alloc.h"

static bool is_same(const dv_question *a, const dv_question *b) {
    return a->kind == b->kind && a->sees == b->sees && a->kinds == b->kinds && a->reach == b->reach;
}

const dv_foreseen *dv_ask_anew(dv_foresight *f, const dv_question *question) {
    uint32_t place = f->last;
    for (uint32_t i = 0; i < f->count; i++) {
        place = place + 1 < f->count ? place + 1 : 0;
        dv_foreseen *foreseen = &f->foreseen[place];
        if (!is_same(&foreseen->question, question))
            continue;
        f->last = place;
        foreseen->asked++;
        return foreseen->is_answered ? foreseen : NULL;
    }
    if (f->count < DV_MOST_FORESEEN)
        f->foreseen[f->count++] = (dv_foreseen){.question = *question, .asked = 1};
    return NULL;
}

void dv_foresight_free(dv_foresight *f) {
    for (uint32_t i = 0; i < f->count; i++)
        dv_free(f->foreseen[i].answers);
    *f = (dv_foresight){0};
}
