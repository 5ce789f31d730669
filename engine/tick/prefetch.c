// Computes answers to likely queries ahead of time; see world/prefetch.h.
#include "base/alloc.h"
#include "base/lanes.h"
#include "neighbors/batch.h"
#include "neighbors/nearest_lanes.h"
#include "senses/perception.h"
#include "tick/phases.h"
#include "world/stopping.h"

#include <math.h>

#define PREFETCH_BLOCK 256
// With fewer agents of a kind, there is little to gain.
#define LEAST_ASKING 32

/// Prepare to answer a question of the last tick in this one; false if it is not worth answering.
static bool prepare_question(const dv_world *world, dv_prefetched *f) {
    const dv_nearest_query *q = &f->question;
    uint32_t count = q->kind < world->program->kind_count ? world->sensed.count_of[q->kind] : 0;
    f->reach = q->reach;
    f->half_cosine = -1;
    f->visibility = world->visibility;
    return count >= LEAST_ASKING && f->asked >= count / 2 && !dv_has_no_kinds(&q->kinds) &&
           (!q->sees || dv_common_sight(world, q->kind, q->reach, &f->reach, &f->half_cosine));
}

/// Keep the questions that many agents asked. If memory runs out, questions go unanswered.
static void choose_questions(dv_world *world) {
    dv_prefetch *all = &world->prefetch;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < all->count; i++) {
        dv_prefetched f = all->prefetched[i];
        f.is_answered =
            prepare_question(world, &f) &&
            dv_reserve((void **)&f.answers, &f.capacity, world->agents.limit, sizeof *f.answers);
        f.asked = 0;
        if (f.is_answered)
            all->prefetched[kept++] = f;
        else
            dv_free(f.answers);
    }
    all->count = kept;
    all->has_gaps = all->has_turned = false;
}

static void answer_squad(const dv_squad *squad, const dv_prefetched *f) {
    dv_nearest_lanes found;
    dv_nearest_begin(&found, &f->question.kinds, f->reach, f->half_cosine);
    dv_find_nearest_for_squad(squad, f->reach, &found);
    const uint32_t *generations = squad->world->agents.generation;
    for (uint32_t lane = 0; lane < squad->count; lane++) {
        dv_nearest_answer *answer = &f->answers[squad->agent[lane]];
        bool is_found = found.nearest[lane] != DV_FOUND_NOBODY;
        answer->nearest = is_found ? (uint32_t)found.nearest[lane] : DV_NO_RANK;
        answer->generation = is_found ? generations[answer->nearest] : 0;
        answer->squared = found.squared[lane];
    }
}

static void answer_batch(void *owner, const dv_batch *batch) {
    const dv_world *world = owner;
    dv_squad squad = {.world = world, .kind = batch->key};
    dv_fill_squad(&squad, batch->ranks, batch->count, world->kernels->squad_gather);
    for (uint32_t i = 0; i < world->prefetch.count; i++)
        if (world->prefetch.prefetched[i].question.kind == squad.kind)
            answer_squad(&squad, &world->prefetch.prefetched[i]);
}

static dv_kind_set kinds_that_ask(const dv_prefetch *f) {
    dv_kind_set kinds = dv_no_kinds();
    for (uint32_t i = 0; i < f->count; i++)
        dv_add_kind(&kinds, f->prefetched[i].question.kind);
    return kinds;
}

// Blocks can run in parallel because each agent has its own answers.
static void answer_block(void *context, uint32_t first, uint32_t last, int thread) {
    (void)thread;
    dv_world *world = context;
    const dv_kind_set kinds = kinds_that_ask(&world->prefetch);
    dv_batcher batcher;
    dv_batcher_begin(&batcher, world, true, answer_batch, world);
    for (uint32_t rank = first; rank < last; rank++) {
        uint32_t kind = world->sensed.records[rank].kind;
        if (!dv_has_kind(&kinds, kind))
            continue;
        dv_batch *batch = dv_find_batch(&batcher, dv_has_key, kind);
        if (!batch)
            batch = dv_open_batch(&batcher, kind, DV_LANES);
        dv_join_batch(&batcher, batch, rank);
    }
    dv_hand_out_all(&batcher);
}

void dv_prefetch_answers(dv_world *world) {
    choose_questions(world);
    if (world->prefetch.count > 0)
        dv_share(world, world->sensed.count, PREFETCH_BLOCK, answer_block, world);
}
