#include "world/prefetch.h"

#include "base/alloc.h"

static bool is_same(const dv_nearest_query *a, const dv_nearest_query *b) {
    return a->kind == b->kind && a->sees == b->sees && dv_are_same_kinds(&a->kinds, &b->kinds) &&
           a->reach == b->reach;
}

const dv_prefetched *dv_find_or_add_prefetched(dv_prefetch *f, const dv_nearest_query *question) {
    uint32_t place = f->last;
    for (uint32_t i = 0; i < f->count; i++) {
        place = place + 1 < f->count ? place + 1 : 0;
        dv_prefetched *prefetched = &f->prefetched[place];
        if (!is_same(&prefetched->question, question))
            continue;
        f->last = place;
        prefetched->asked++;
        return prefetched->is_answered ? prefetched : NULL;
    }
    if (f->count < DV_MAX_PREFETCHED)
        f->prefetched[f->count++] = (dv_prefetched){.question = *question, .asked = 1};
    return NULL;
}

void dv_prefetch_free(dv_prefetch *f) {
    for (uint32_t i = 0; i < f->count; i++)
        dv_free(f->prefetched[i].answers);
    *f = (dv_prefetch){0};
}
