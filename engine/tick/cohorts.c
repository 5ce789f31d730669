// Cohorts: agents with the same composition and cap have the same cohort number. The steer phase
// forms squads within a cohort.
#include "tick/phases.h"

#include <string.h>

#define TAKES_PART (DV_AGENT_ALIVE | DV_AGENT_SENSED)
#define ASKED (TAKES_PART | DV_AGENT_SUSPENDED)
#define IN_EACH_BYTE 0x0101010101010101u

typedef uint16_t words __attribute__((vector_size(2 * DV_LANES)));

/// Agents to which a script applied a behavior have no cohort: dv_steer_applied steers them.
static inline uint16_t cohort_of(const dv_columns *c, const dv_kind *kind, uint32_t agent) {
    uint32_t cohort = kind->first_cohort + c->blend[agent] * kind->state_count + c->state[agent];
    return c->applied[agent]          ? DV_COHORT_NONE
           : cohort < DV_COHORT_ALONE ? (uint16_t)cohort
                                      : DV_COHORT_ALONE;
}

/// Set the cohorts of the next DV_LANES agents at once. This requires consecutive indices, a single
/// kind, and that all of them take part, which holds in most worlds. Returns false, with nothing
/// written, if they must be done one by one. Sets bits in `others` where an agent is not in
/// `first_cohort`.
static inline bool form_together(const dv_columns *c, const dv_kind *kinds, const uint32_t *agents,
                                 uint16_t first_cohort, words *others) {
    _Static_assert(DV_LANES == sizeof(uint64_t), "a word holds a byte of each");
    uint32_t first = agents[0];
    uint64_t flags, kind_of_each;
    words states, blends;
    if (agents[DV_LANES - 1] - first != DV_LANES - 1)
        return false;
    memcpy(&flags, c->flags + first, sizeof flags);
    memcpy(&kind_of_each, c->kind + first, sizeof kind_of_each);
    const dv_kind *kind = &kinds[c->kind[first]];
    if ((flags & IN_EACH_BYTE * ASKED) != IN_EACH_BYTE * TAKES_PART ||
        kind_of_each != IN_EACH_BYTE * c->kind[first] ||
        kind->first_cohort + kind->state_count * (kind->blend_count + 1) > DV_COHORT_ALONE)
        return false;
    memcpy(&states, c->state + first, sizeof states);
    memcpy(&blends, c->blend + first, sizeof blends);
    words cohorts = states + blends * (uint16_t)kind->state_count + (uint16_t)kind->first_cohort;
    memcpy(c->cohort + first, &cohorts, sizeof cohorts);
    *others |= cohorts ^ first_cohort;
    return true;
}

static inline bool is_any(const words *others) {
    uint64_t halves[2];
    memcpy(halves, others, sizeof halves);
    return (halves[0] | halves[1]) != 0;
}

void dv_form_cohorts(dv_world *world) {
    const dv_columns c = world->agents;
    const dv_kind *kinds = world->program->kinds;
    uint32_t *active = world->active, active_count = world->active_count, count = 0;
    uint16_t first = active_count > 0 ? cohort_of(&c, &kinds[c.kind[active[0]]], active[0]) : 0;
    words others = {0};
    for (uint32_t i = 0; i < active_count;) {
        if (world->applied_count == 0 && active_count - i >= DV_LANES &&
            form_together(&c, kinds, active + i, first, &others)) {
            memmove(active + count, active + i, DV_LANES * sizeof *active);
            count += DV_LANES;
            i += DV_LANES;
            continue;
        }
        uint32_t agent = active[i++];
        bool takes_part = (c.flags[agent] & ASKED) == TAKES_PART;
        c.cohort[agent] = takes_part ? cohort_of(&c, &kinds[c.kind[agent]], agent) : DV_COHORT_NONE;
        others[0] |= c.cohort[agent] ^ first;
        active[count] = agent;
        count += takes_part;
    }
    world->active_count = count;
    // Agents that were sensed but are not active have no cohort.
    bool are_all = count == world->sensed.count && !is_any(&others);
    world->shared_cohort = are_all ? first : DV_COHORT_NONE;
}
