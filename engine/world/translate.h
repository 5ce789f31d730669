// Where the things of a world's program stand in another one.
#ifndef DV_WORLD_TRANSLATE_H
#define DV_WORLD_TRANSLATE_H

#include "drover/world.h"
#include "world/program_data.h"

/// How agents of an old kind become agents of a new one.
typedef struct dv_kind_move {
    uint32_t from, to;
    int16_t states[DV_MAX_STATES];    ///< by old state; DV_GONE: agents in it migrate
    bool is_merged[DV_MAX_STATES];    ///< by old state: others are called the same from now on
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

/// Where an agent that stays is in the new program.
typedef struct dv_state_place {
    int16_t state;    ///< DV_GONE: it migrates
    uint16_t blend;   ///< as in `agents.blend`
    uint32_t entered; ///< the tick when it entered the state
    bool begins;      ///< behaviors of the state keep nothing
} dv_state_place;

/// One that lost a state to an earlier swap and did not switch since is in that again, where the
/// new program has it.
dv_state_place dv_translate_state(const dv_world *world, const dv_translation *t, uint32_t agent);

/// Fill the states of a move whose kinds are known.
void dv_find_states(const dv_world *world, const dv_translation *t, dv_kind_move *move);
/// List agents whose state is gone, and keep what it was. False when memory is short.
bool dv_note_migrants(const dv_world *world, const dv_translation *t, dv_migration *migration);

/// Find the values of the new program's settings, and keep those of settings that it has not. False
/// when memory is short.
bool dv_keep_settings(dv_world *world, const dv_translation *t, double *values);

#endif
