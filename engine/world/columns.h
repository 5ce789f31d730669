// The columns of agents: one array for each quantity, indexed by agent.
//
// Invariant: every array has `capacity` entries. Entries from `limit` on are zero, and so are those
// of dead agents except for their generation.
#ifndef DV_WORLD_COLUMNS_H
#define DV_WORLD_COLUMNS_H

#include "drover/base.h"

#define DV_AGENT_ALIVE 1u
#define DV_AGENT_SENSED 2u ///< it was alive when the tick began
#define DV_AGENT_SUSPENDED 4u

#define DV_NO_STATE 0xffffu
#define DV_NO_RANK 0xffffffffu
#define DV_NO_GUARD 0xffffu
#define DV_TURNS_INTO 0x8000u ///< in `pending_state`: the other bits are a kind

// Columns in snapshots.
#define DV_KEPT_COLUMNS(COLUMN)                                                                    \
    COLUMN(uint32_t, generation)                                                                   \
    COLUMN(uint8_t, flags)                                                                         \
    DV_LIVING_COLUMNS(COLUMN)

// Of those, the columns that only living agents use.
#define DV_LIVING_COLUMNS(COLUMN)                                                                  \
    COLUMN(uint8_t, kind)                                                                          \
    COLUMN(uint16_t, state)                                                                        \
    COLUMN(uint16_t, pending_state) /* + 1; 0: none; or DV_TURNS_INTO and a kind */                \
    COLUMN(uint16_t, blend)         /* named blend + 1; 0: the state's */                          \
    COLUMN(uint32_t, group)         /* index + 1; 0: none */                                       \
    COLUMN(uint32_t, entered)       /* tick of entering the state */                               \
    COLUMN(uint32_t, born)          /* tick of spawning, or of turning into its kind */            \
    COLUMN(float, x)                                                                               \
    COLUMN(float, y)                                                                               \
    COLUMN(float, z)                                                                               \
    COLUMN(float, vx)                                                                              \
    COLUMN(float, vy)                                                                              \
    COLUMN(float, vz)                                                                              \
    COLUMN(float, fx)                                                                              \
    COLUMN(float, fy)                                                                              \
    COLUMN(float, fz)

// Columns in snapshots that few bodies need. They are all zero, or NULL, if no agent has inertia.
#define DV_INERTIA_COLUMNS(COLUMN)                                                                 \
    COLUMN(float, ax) /* smoothed acceleration, m/s² */                                           \
    COLUMN(float, ay)                                                                              \
    COLUMN(float, az)                                                                              \
    COLUMN(float, kept) /* a number for the locomotion model, such as the angle of the wheels */

// Columns in snapshots of volumes: the unit vector out of the roof of each body.
#define DV_VOLUME_COLUMNS(COLUMN)                                                                  \
    COLUMN(float, ux)                                                                              \
    COLUMN(float, uy)                                                                              \
    COLUMN(float, uz)

// Columns that snapshots leave out: data of the current tick, and indices into other arrays.
#define DV_WORKING_COLUMNS(COLUMN)                                                                 \
    COLUMN(uint32_t, row)     /* in the store of its kind */                                       \
    COLUMN(uint32_t, rank)    /* in the sensed records */                                          \
    COLUMN(uint32_t, applied) /* first entry + 1; 0: none */                                       \
    COLUMN(uint16_t, draws)   /* random numbers drawn in this tick */                              \
    COLUMN(uint16_t, cohort)  /* the same for agents of one cohort; see dv_cohort */               \
    COLUMN(uint16_t, fired)   /* first guard that the decide phase has to handle */                \
    COLUMN(float, pace)       /* the factor that regions put on the cap, minus 1 */                \
    COLUMN(dv_vec3, steering)

/// Cohorts have numbers: for each state of each kind, one without a named blend and one for each
/// named blend. These values are special.
typedef enum dv_cohort {
    DV_COHORT_ALONE = 0xfffe, ///< beyond the last number: look up what the agent steers by
    DV_COHORT_NONE = 0xffff   ///< the agent doesn't steer, or not together with others
} dv_cohort;

typedef struct dv_columns {
    uint32_t capacity, limit;
    bool of_volume;   ///< otherwise, the volume columns are NULL
    bool has_inertia; ///< otherwise, the inertia columns are NULL
#define DV_DECLARE_COLUMN(type, name) type *name;
    DV_KEPT_COLUMNS(DV_DECLARE_COLUMN)
    DV_INERTIA_COLUMNS(DV_DECLARE_COLUMN)
    DV_VOLUME_COLUMNS(DV_DECLARE_COLUMN)
    DV_WORKING_COLUMNS(DV_DECLARE_COLUMN)
#undef DV_DECLARE_COLUMN
} dv_columns;

/// Make room for `needed` agents. False, with nothing lost, when out of memory.
bool dv_columns_reserve(dv_columns *columns, uint32_t needed);
/// Add the inertia columns if they are missing. False, with nothing lost, when out of memory.
bool dv_columns_have_inertia(dv_columns *columns);
/// Remove the inertia columns, which must be all zero.
void dv_columns_drop_inertia(dv_columns *columns);
/// Release the memory behind `limit`. Columns that can't be resized stay as they are.
void dv_columns_trim(dv_columns *columns);
/// Zero an agent's entries except for its generation.
void dv_columns_clear(dv_columns *columns, uint32_t agent);
void dv_columns_free(dv_columns *columns);

#endif
