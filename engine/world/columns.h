// The agents' columns: one array a quantity, indexed by agent.
//
// Invariant: every array has `capacity` entries; those at and behind `limit` are zero, and so are
// those of dead agents, generation apart.
#ifndef DV_WORLD_COLUMNS_H
#define DV_WORLD_COLUMNS_H

#include "drover/base.h"

#define DV_AGENT_ALIVE 1u
#define DV_AGENT_SENSED 2u ///< it was there when the tick began
#define DV_AGENT_SUSPENDED 4u

#define DV_NO_STATE 0xffffu
#define DV_NO_RANK 0xffffffffu
#define DV_NO_GUARD 0xffffu

// What a snapshot holds.
#define DV_KEPT_COLUMNS(COLUMN)                                                                    \
    COLUMN(uint32_t, generation)                                                                   \
    COLUMN(uint8_t, flags)                                                                         \
    DV_LIVING_COLUMNS(COLUMN)

// What of it only those have that are alive.
#define DV_LIVING_COLUMNS(COLUMN)                                                                  \
    COLUMN(uint8_t, kind)                                                                          \
    COLUMN(uint16_t, state)                                                                        \
    COLUMN(uint16_t, pending_state) /* + 1; 0: none */                                             \
    COLUMN(uint16_t, blend)         /* named blend + 1; 0: the state's */                          \
    COLUMN(uint32_t, group)         /* index + 1; 0: none */                                       \
    COLUMN(uint32_t, entered)       /* tick of entering the state */                               \
    COLUMN(uint32_t, born)          /* tick of spawning */                                         \
    COLUMN(float, x)                                                                               \
    COLUMN(float, y)                                                                               \
    COLUMN(float, z)                                                                               \
    COLUMN(float, vx)                                                                              \
    COLUMN(float, vy)                                                                              \
    COLUMN(float, vz)                                                                              \
    COLUMN(float, fx)                                                                              \
    COLUMN(float, fy)                                                                              \
    COLUMN(float, fz)

// What a snapshot holds too, and few bodies have: where nobody does all of it is zero.
#define DV_INERTIA_COLUMNS(COLUMN)                                                                 \
    COLUMN(float, ax) /* smoothed acceleration, m/s² */                                           \
    COLUMN(float, ay)                                                                              \
    COLUMN(float, az)                                                                              \
    COLUMN(float, kept) /* a number of the body's model: of a wheeled one its wheel's angle */

// What a snapshot of a volume holds too: the unit vector out of the roof of each body.
#define DV_VOLUME_COLUMNS(COLUMN)                                                                  \
    COLUMN(float, ux)                                                                              \
    COLUMN(float, uy)                                                                              \
    COLUMN(float, uz)

// What one tick works with, and where in memory things stand.
#define DV_WORKING_COLUMNS(COLUMN)                                                                 \
    COLUMN(uint32_t, row)     /* in the store of its kind */                                       \
    COLUMN(uint32_t, rank)    /* in the sensed records */                                          \
    COLUMN(uint32_t, applied) /* first entry + 1; 0: none */                                       \
    COLUMN(uint16_t, draws)                                                                        \
    COLUMN(uint16_t, cohort) /* who steers by the same composition and cap; see dv_cohort */       \
    COLUMN(uint16_t, fired)  /* first guard that wants the decide phase */                         \
    COLUMN(float, pace)      /* what regions add to the factor 1 of the cap */                     \
    COLUMN(dv_vec3, steering)

/// Cohorts number the states of all kinds, each alone and under each named blend.
typedef enum dv_cohort {
    DV_COHORT_ALONE = 0xfffe, ///< behind the last number: what it steers by is looked up
    DV_COHORT_NONE = 0xffff   ///< it does not steer, or not with others
} dv_cohort;

typedef struct dv_columns {
    uint32_t capacity, limit;
    bool of_volume;   ///< else the volume columns are NULL
    bool has_inertia; ///< likewise
#define DV_DECLARE_COLUMN(type, name) type *name;
    DV_KEPT_COLUMNS(DV_DECLARE_COLUMN)
    DV_INERTIA_COLUMNS(DV_DECLARE_COLUMN)
    DV_VOLUME_COLUMNS(DV_DECLARE_COLUMN)
    DV_WORKING_COLUMNS(DV_DECLARE_COLUMN)
#undef DV_DECLARE_COLUMN
} dv_columns;

/// Make room for `needed` agents. False, with nothing lost, when memory is short.
bool dv_columns_reserve(dv_columns *columns, uint32_t needed);
/// Have the columns of inertia from now on. False, with nothing lost, when memory is short.
bool dv_columns_have_inertia(dv_columns *columns);
/// Have them no more; all of them are zero.
void dv_columns_drop_inertia(dv_columns *columns);
/// Give back what is behind `limit`, as far as memory lets it.
void dv_columns_trim(dv_columns *columns);
/// Zero an agent's entries, its generation apart.
void dv_columns_clear(dv_columns *columns, uint32_t agent);
void dv_columns_free(dv_columns *columns);

#endif
