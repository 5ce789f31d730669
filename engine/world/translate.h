// Maps the kinds, states, groups and settings of a world's program to those of another program.
#ifndef DV_WORLD_TRANSLATE_H
#define DV_WORLD_TRANSLATE_H

#include "drover/world.h"
#include "program/program_data.h"

/// How agents of an old kind become agents of a new one.
typedef struct dv_kind_move {
    uint32_t from, to;
    int16_t states[DV_MAX_STATES];    ///< by old state, the new one; DV_GONE: its agents migrate
    bool is_merged[DV_MAX_STATES];    ///< by old state: other states now share its name
    bool is_new_state[DV_MAX_STATES]; ///< by new state: the old kind did not have it
    bool has_new_states;
} dv_kind_move;

/// Things with the same old name usually move to the same new one. But a thing that an earlier swap
/// merged with others gets its former name back if the new program has it, so each thing has an
/// entry of its own.
typedef struct dv_translation {
    const dv_program *from, *to;
    /// The moves of whole kinds, in the order of the old program, then those of single agents.
    dv_kind_move *moves;
    uint32_t move_count, move_capacity;
    bool keeps_kind_numbers;
    /// By index: the new kind or type; DV_REMOVED: it is removed; DV_GONE: the index is unused.
    int32_t *places[DV_FAMILY_STATE];
    uint32_t *agent_moves; ///< the index of its move, by index of an agent that stays
} dv_translation;

/// Fill a translation, and list in the migration what is removed and which agents migrate. Call
/// dv_translation_end afterward. Refused if something is in use that the new program neither names
/// nor removes.
dv_result dv_translate(const dv_world *world, const dv_program *to, dv_translation *t,
                       dv_migration *migration, dv_error *error);
void dv_translation_end(dv_translation *t);

/// The move of an agent that stays.
static inline const dv_kind_move *dv_move_of(const dv_translation *t, uint32_t agent) {
    return &t->moves[t->agent_moves[agent]];
}

/// Where an agent's state goes in the new program.
typedef struct dv_state_place {
    int16_t state;    ///< DV_GONE: the agent migrates
    uint16_t blend;   ///< as in `agents.blend`
    uint32_t entered; ///< the tick when it entered the state
    bool begins;      ///< the state starts over, with no data kept by its behaviors
} dv_state_place;

/// An agent that lost its state to an earlier swap, and has not switched since, returns to that
/// state if the new program has it.
dv_state_place dv_translate_state(const dv_world *world, const dv_translation *t, uint32_t agent);

/// Fill in the states of a move; its kinds are set.
void dv_find_states(const dv_world *world, const dv_translation *t, dv_kind_move *move);
/// List the agents whose state is gone, and store its name in the limbo. False when out of memory.
bool dv_note_migrants(const dv_world *world, const dv_translation *t, dv_migration *migration);

/// Fill in the values of the new program's settings, and store in the limbo those of settings that
/// it lacks. False when out of memory.
bool dv_keep_settings(dv_world *world, const dv_translation *t, double *values);

#endif
