// Where the things of a world's program stand in another one.
#ifndef DV_WORLD_TRANSLATE_H
#define DV_WORLD_TRANSLATE_H

#include "drover/world.h"
#include "world/program_data.h"

/// By index in the old program, the index in the new one. DV_REMOVED: what is of it is removed.
/// DV_GONE: nothing is of it.
typedef struct dv_translation {
    const dv_program *from, *to;
    int32_t kinds[DV_MAX_KINDS];
    int16_t states[DV_MAX_KINDS][DV_MAX_STATES]; ///< DV_GONE: agents in it migrate
    /// By old kind: states of its new kind that were none of its own.
    bool is_new_state[DV_MAX_KINDS][DV_MAX_STATES];
    bool has_new_states[DV_MAX_KINDS];
    int32_t group_types[DV_MAX_GROUP_TYPES];
    int32_t surface_types[DV_MAX_SURFACE_TYPES];
    int32_t flow_types[DV_MAX_FLOW_TYPES];
    int32_t terrain_types[DV_MAX_TERRAIN_TYPES];
} dv_translation;

/// Fill a translation, and note in the migration what is removed and who migrates. Refused when
/// something is in use that the new program neither has a name for nor removes.
dv_result dv_translate(const dv_world *world, const dv_program *to, dv_translation *t,
                       dv_migration *migration, dv_error *error);

/// When an agent entered a state that an earlier swap took from it.
typedef struct dv_lost_state {
    uint32_t entered, swapped; ///< ticks
} dv_lost_state;

/// The state that an agent lost to an earlier swap, which the new program has again: of one that
/// did not switch since. DV_GONE: none.
int16_t dv_regained_state(const dv_world *world, const dv_translation *t, uint32_t agent,
                          uint32_t *entered);
/// The new state of an agent, as dv_translation has it.
int16_t dv_translate_state(const dv_world *world, const dv_translation *t, uint32_t agent,
                           uint32_t *entered);

/// The named blend that agents of an old kind steer by, as `agents.blend` has it; 0: none.
uint16_t dv_translate_blend(const dv_translation *t, uint32_t old_kind, uint16_t blend);

#endif
