// Where the things of a world's program stand in another one.
#ifndef DV_WORLD_TRANSLATE_H
#define DV_WORLD_TRANSLATE_H

#include "drover/world.h"
#include "world/program_data.h"

/// How agents of an old kind become agents of a new one.
typedef struct dv_kind_move {
    uint32_t from, to;
    int16_t states[DV_MAX_STATES];    ///< by old state; DV_GONE: agents in it migrate
    bool is_new_state[DV_MAX_STATES]; ///< by new state: it was none of the old kind
    bool has_new_states;
} dv_kind_move;

/// Most things of an old name go the same way. One that an earlier swap made the same as others is
/// what it was again, where the new program has that, so each has an entry of its own.
typedef struct dv_translation {
    const dv_program *from, *to;
    /// Those of whole kinds, in the order of the old program, then those of single agents.
    dv_kind_move *moves;
    uint32_t move_count, move_capacity;
    bool keeps_kind_numbers;
    /// By index: the new kind or type; DV_REMOVED: it goes; DV_GONE: nothing is there.
    int32_t *places[DV_FAMILY_STATE];
    uint32_t *agent_moves; ///< by index of an agent that stays
} dv_translation;

/// Fill a translation, to be ended, and note in the migration what is removed and who migrates.
/// Refused when something is in use that the new program neither has a name for nor removes.
dv_result dv_translate(const dv_world *world, const dv_program *to, dv_translation *t,
                       dv_migration *migration, dv_error *error);
void dv_translation_end(dv_translation *t);

/// The move of an agent that stays.
static inline const dv_kind_move *dv_move_of(const dv_translation *t, uint32_t agent) {
    return &t->moves[t->agent_moves[agent]];
}

/// When an agent entered a state that an earlier swap took from it.
typedef struct dv_lost_state {
    uint32_t entered, swapped; ///< ticks
} dv_lost_state;

/// The state that an agent lost to an earlier swap, which the new program has again: of one that
/// did not switch since. DV_GONE: none.
int16_t dv_regained_state(const dv_world *world, const dv_translation *t, uint32_t agent,
                          uint32_t *entered);
/// The new state of an agent, as its move has it.
int16_t dv_translate_state(const dv_world *world, const dv_translation *t, uint32_t agent,
                           uint32_t *entered);

/// The named blend that an agent of a move steers by, as `agents.blend` has it; 0: none.
uint16_t dv_translate_blend(const dv_translation *t, const dv_kind_move *move, uint16_t blend);

#endif
