// Batches: every agent that joins is handed out once, with others that have the same key.
#include "../program.h"
#include "behavior_world.h"

#include "neighbors/batch.h"

#define AGENTS 1000
#define SIDE 200.0f // m

typedef struct office {
    dv_batcher batcher;
    uint32_t modulus; ///< the key of a rank is its remainder
    uint32_t times[AGENTS], batches, fullest;
    bool are_close; ///< whether all batches so far were as narrow as `stays_close` wants
} office;

static void take_in(void *owner, const dv_batch *batch) {
    office *o = owner;
    assert_true(batch->count > 0 && batch->count <= batch->most);
    assert_ptr_equal(batch, &o->batcher.batches[batch->index]);
    for (uint32_t i = 0; i < batch->count; i++) {
        assert_int_equal(batch->ranks[i] % o->modulus, batch->key);
        o->times[batch->ranks[i]]++;
        o->are_close =
            o->are_close && dv_are_side_by_side(&o->batcher.world->sensed, batch->ranks[i],
                                                batch->ranks[0], i / DV_LANES + 1);
    }
    o->batches++;
    o->fullest = batch->count > o->fullest ? batch->count : o->fullest;
}

static void hand_out_everybody(const dv_world *world, bool stays_close, uint32_t modulus,
                               uint32_t most, office *o) {
    *o = (office){.modulus = modulus, .are_close = true};
    dv_batcher_begin(&o->batcher, world, stays_close, take_in, o);
    for (uint32_t rank = 0; rank < AGENTS; rank++) {
        dv_batch *batch = dv_find_batch(&o->batcher, dv_has_key, rank % modulus);
        if (!batch)
            batch = dv_open_batch(&o->batcher, rank % modulus, most);
        dv_join_batch(&o->batcher, batch, rank);
    }
    dv_hand_out_all(&o->batcher);
    for (uint32_t rank = 0; rank < AGENTS; rank++)
        assert_int_equal(o->times[rank], 1);
}

static lab open_crowd(void) {
    lab l = lab_open_with(lab_def(), (lab_kinds){0});
    uint64_t n = 1;
    for (uint32_t i = 0; i < AGENTS; i++)
        lab_spawn(&l, SHEEP, dv_vec(lab_random(&n, 0, SIDE), lab_random(&n, 0, SIDE), 0), 0, 0);
    lab_step(&l);
    return l;
}

static void all_who_join_are_handed_out_once(void **state) {
    (void)state;
    static office o;
    lab l = open_crowd();
    hand_out_everybody(l.world, false, 1, DV_MAX_BATCH, &o);
    assert_int_equal(o.batches, (AGENTS + DV_MAX_BATCH - 1) / DV_MAX_BATCH);
    assert_int_equal(o.fullest, DV_MAX_BATCH);
    hand_out_everybody(l.world, false, DV_OPEN_BATCHES, DV_LANES, &o);
    assert_int_equal(o.batches, DV_OPEN_BATCHES * (AGENTS / DV_OPEN_BATCHES / DV_LANES + 1));
    lab_close(&l);
}

static void the_oldest_batch_makes_room(void **state) {
    (void)state;
    static office o;
    lab l = open_crowd();
    // Each key comes back when four other batches have been opened since.
    hand_out_everybody(l.world, false, DV_OPEN_BATCHES + 1, DV_LANES, &o);
    assert_int_equal(o.batches, AGENTS);
    lab_close(&l);
}

static void those_far_apart_do_not_share_a_batch(void **state) {
    (void)state;
    static office o;
    lab l = open_crowd();
    hand_out_everybody(l.world, true, 1, 2 * DV_LANES, &o);
    assert_true(o.are_close);
    assert_true(o.batches > AGENTS / (2 * DV_LANES) + 1);
    hand_out_everybody(l.world, false, 1, 2 * DV_LANES, &o);
    assert_false(o.are_close);
    lab_close(&l);
}

static void lanes_without_an_agent_repeat_the_first(void **state) {
    (void)state;
    lab l = open_crowd();
    const uint32_t ranks[] = {5, 3, 8};
    dv_squad squad = {.world = l.world};
    dv_fill_squad(&squad, ranks, 3, l.world->kernels->squad_gather_as_sensed);
    assert_int_equal(squad.count, 3);
    for (uint32_t lane = 0; lane < DV_LANES; lane++)
        assert_int_equal(squad.agent[lane],
                         l.world->sensed.records[ranks[lane < 3 ? lane : 0]].agent);
    lab_close(&l);
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_who_join_are_handed_out_once),
        cmocka_unit_test(the_oldest_batch_makes_room),
        cmocka_unit_test(those_far_apart_do_not_share_a_batch),
        cmocka_unit_test(lanes_without_an_agent_repeat_the_first),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
