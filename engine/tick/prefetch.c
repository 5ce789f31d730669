// Computes answers to likely queries ahead of time; see world/prefetch.h.
#include "base/alloc.h"
#include "base/lanes.h"
#include "guards/perception.h"
#include "neighbors/index.h"
#include "neighbors/nearest_lanes.h"
#include "tick/phases.h"

#include <math.h>

#define PREFETCH_BLOCK 256
// With fewer agents of a kind, there is little to gain.
#define LEAST_ASKING 32
// The first ring, in average distances between neighbors. Most agents find one within it.
#define FIRST_RING 1.5f
#define RING_GROWTH 4.0f
#define WIDEST_RING 1e7f // m

/// Prepare to answer a question of the last tick in this one; false if it is not worth answering.
static bool prepare_question(const dv_world *world, dv_prefetched *f) {
    const dv_nearest_query *q = &f->question;
    uint32_t count = q->kind < world->program->kind_count ? world->sensed.count_of[q->kind] : 0;
    f->reach = q->reach;
    f->half_cosine = -1;
    f->visibility = world->visibility;
    return count >= LEAST_ASKING && f->asked >= count / 2 && q->kinds != 0 &&
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
    all->has_gaps = false;
}

static void look_for_squad(const dv_squad *squad, dv_crowd crowd, float reach,
                           dv_nearest_lanes *found) {
    dv_vicinity vicinity;
    dv_visits visits;
    dv_vicinity_begin(&vicinity, squad, NULL, crowd, found->kinds, reach);
    while (dv_next_visits(&vicinity, &visits))
        squad->world->kernels->nearest_run(squad, &visits, found);
}

/// Search in rings of growing size, like the search for a single agent.
static void look_in_rings(const dv_squad *squad, float reach, dv_nearest_lanes *found) {
    dv_crowd crowd = dv_crowd_of(squad->world, found->kinds);
    float ring = FIRST_RING * dv_crowd_spacing(squad->world, crowd);
    for (; ring < reach && ring < WIDEST_RING; ring *= RING_GROWTH) {
        look_for_squad(squad, crowd, ring, found);
        if (squad->world->kernels->nearest_within(found, ring * ring) == DV_EACH_LANE)
            return;
    }
    look_for_squad(squad, crowd, reach, found);
}

static void answer_squad(const dv_squad *squad, const dv_prefetched *f) {
    dv_nearest_lanes found;
    dv_nearest_begin(&found, f->question.kinds, f->reach, f->half_cosine);
    look_in_rings(squad, f->reach, &found);
    const uint32_t *generations = squad->world->agents.generation;
    for (uint32_t lane = 0; lane < squad->count; lane++) {
        dv_nearest_answer *answer = &f->answers[squad->agent[lane]];
        bool is_found = found.nearest[lane] != DV_FOUND_NOBODY;
        answer->nearest = is_found ? (uint32_t)found.nearest[lane] : DV_NO_RANK;
        answer->generation = is_found ? generations[answer->nearest] : 0;
        answer->squared = found.squared[lane];
    }
}

static void answer_all(const dv_world *world, dv_squad *squad, uint32_t *ranks) {
    for (uint32_t lane = squad->count; lane < DV_LANES; lane++)
        ranks[lane] = ranks[0];
    world->kernels->squad_gather(ranks, squad);
    for (uint32_t i = 0; i < world->prefetch.count; i++)
        if (world->prefetch.prefetched[i].question.kind == squad->kind)
            answer_squad(squad, &world->prefetch.prefetched[i]);
    squad->count = 0;
}

static void answer_kind(const dv_world *world, uint32_t kind, uint32_t first, uint32_t last) {
    dv_squad squad = {.world = world, .kind = kind};
    uint32_t ranks[DV_LANES];
    for (uint32_t rank = first; rank < last; rank++) {
        if (world->sensed.records[rank].kind != kind)
            continue;
        if (squad.count > 0 && !dv_are_side_by_side(&world->sensed, rank, ranks[0], 1))
            answer_all(world, &squad, ranks);
        ranks[squad.count++] = rank;
        if (squad.count == DV_LANES)
            answer_all(world, &squad, ranks);
    }
    if (squad.count > 0)
        answer_all(world, &squad, ranks);
}

static bool is_first_of_kind(const dv_prefetch *f, uint32_t i) {
    for (uint32_t k = 0; k < i; k++)
        if (f->prefetched[k].question.kind == f->prefetched[i].question.kind)
            return false;
    return true;
}

// Blocks can run in parallel because each agent has its own answers.
static void answer_block(void *context, uint32_t first, uint32_t last, int thread) {
    (void)thread;
    const dv_world *world = context;
    for (uint32_t i = 0; i < world->prefetch.count; i++)
        if (is_first_of_kind(&world->prefetch, i))
            answer_kind(world, world->prefetch.prefetched[i].question.kind, first, last);
}

void dv_prefetch_answers(dv_world *world) {
    choose_questions(world);
    if (world->prefetch.count > 0)
        dv_jobs_run(world->crew, world->sensed.count, PREFETCH_BLOCK, answer_block, world);
}
