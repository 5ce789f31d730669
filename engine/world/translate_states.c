// Finding the states of agents in another program, including states that earlier swaps dropped.
#include "world/translate.h"

#include "base/alloc.h"
#include "world/world_data.h"

#include <stdio.h>
#include <string.h>

void dv_find_states(const dv_world *world, const dv_translation *t, dv_kind_move *move) {
    const dv_kind *from = &t->from->kinds[move->from], *to = &t->to->kinds[move->to];
    const char *const kinds[2] = {from->name, to->name};
    for (uint32_t s = 0; s < to->state_count; s++)
        move->is_new_state[s] = true;
    for (uint32_t s = 0; s < from->state_count; s++) {
        int32_t found =
            dv_limbo_after(world->limbo, t->to, DV_FAMILY_STATE, kinds, from->states[s].name, NULL);
        move->states[s] = (int16_t)found;
        if (found >= 0)
            move->is_new_state[found] = false;
        for (uint32_t k = 0; found >= 0 && k < s; k++)
            if (move->states[k] == found)
                move->is_merged[s] = move->is_merged[k] = true;
    }
    for (uint32_t s = 0; s < to->state_count; s++)
        move->has_new_states = move->has_new_states || move->is_new_state[s];
}

/// What the limbo stores about the state that an agent lost in a swap, or that was merged with
/// others. The name of the agent's named blend follows, which may be empty.
typedef struct lost_state {
    uint32_t entered,
        since; ///< ticks; the agent hasn't switched if it entered its current state at `since`
} lost_state;

enum { LOST, MERGED };

#define MAX_BLEND_NAME 256

static bool put_lost(const dv_world *world, const dv_translation *t, uint32_t agent, uint32_t how,
                     lost_state lost) {
    const dv_columns *c = &world->agents;
    const dv_kind *kind = &t->from->kinds[c->kind[agent]];
    const char *blend = c->blend[agent] ? kind->blends[c->blend[agent] - 1].name : "";
    size_t length = strlen(blend);
    unsigned char bytes[sizeof lost + MAX_BLEND_NAME];
    const dv_dropped dropped = {DV_DROPPED_STATE, how, kind->states[c->state[agent]].name};
    length = length < MAX_BLEND_NAME ? length : 0;
    memcpy(bytes, &lost, sizeof lost);
    memcpy(bytes + sizeof lost, blend, length);
    return dv_limbo_put(world->limbo, dropped, dv_agent_bits(world, agent), bytes,
                        sizeof lost + length);
}

/// Whether an agent lost a state in a swap and hasn't switched since; returns the limbo's data.
static bool find_lost(const dv_world *world, uint32_t agent, uint32_t how, const char *state,
                      lost_state *lost, char blend[MAX_BLEND_NAME]) {
    size_t size;
    const dv_dropped dropped = {DV_DROPPED_STATE, how, state};
    const char *bytes = dv_limbo_get(world->limbo, dropped, dv_agent_bits(world, agent), &size);
    if (!bytes)
        return false;
    memcpy(lost, bytes, sizeof *lost);
    memcpy(blend, bytes + sizeof *lost, size - sizeof *lost);
    blend[size - sizeof *lost] = '\0';
    return lost->since == world->agents.entered[agent];
}

/// The named blend of the new kind (+ 1, or 0) for one of the old kind. Blends of a state that has
/// parts are called "state/part". `own` is the agent's old state, and `state` its new one.
static uint16_t translate_blend(const dv_translation *t, const dv_kind_move *move, uint16_t blend,
                                uint32_t own, int16_t state) {
    if (blend == 0)
        return 0;
    const dv_kind *from = &t->from->kinds[move->from];
    const char *name = from->blends[blend - 1].name, *part = strchr(name, '/');
    int32_t found = dv_program_blend(t->to, move->to, name);
    for (uint32_t s = 0; found < 0 && part && s < from->state_count; s++) {
        char renamed[MAX_BLEND_NAME];
        size_t length = strlen(from->states[s].name);
        int16_t now = s == own ? state : move->states[s];
        if (now < 0 || length != (size_t)(part - name) ||
            strncmp(from->states[s].name, name, length) != 0)
            continue;
        snprintf(renamed, sizeof renamed, "%s%s", t->to->kinds[move->to].states[now].name, part);
        found = dv_program_blend(t->to, move->to, renamed);
    }
    return (uint16_t)(found + 1);
}

dv_state_place dv_translate_state(const dv_world *world, const dv_translation *t, uint32_t agent) {
    const dv_columns *c = &world->agents;
    const dv_kind_move *move = dv_move_of(t, agent);
    const dv_kind *kind = &t->to->kinds[move->to];
    const char *name = t->from->kinds[move->from].states[c->state[agent]].name;
    dv_state_place place = {.state = move->states[c->state[agent]], .entered = c->entered[agent]};
    bool is_gone = move->has_new_states && dv_program_state(t->to, move->to, name) < 0;
    for (uint32_t s = 0; move->has_new_states && s < kind->state_count; s++) {
        lost_state lost;
        char blend[MAX_BLEND_NAME];
        if (!move->is_new_state[s])
            continue;
        if (find_lost(world, agent, LOST, kind->states[s].name, &lost, blend))
            return (dv_state_place){.state = (int16_t)s,
                                    .blend =
                                        (uint16_t)(dv_program_blend(t->to, move->to, blend) + 1),
                                    .entered = lost.entered,
                                    .begins = true};
        // A merged state is split again only if the new kind lacks the merged name.
        if (is_gone && find_lost(world, agent, MERGED, kind->states[s].name, &lost, blend))
            place.state = (int16_t)s;
    }
    place.blend = translate_blend(t, move, c->blend[agent], c->state[agent], place.state);
    return place;
}

bool dv_note_migrants(const dv_world *world, const dv_translation *t, dv_migration *m) {
    const dv_columns *c = &world->agents;
    for (uint32_t i = 0; i < c->limit; i++) {
        if (t->places[DV_FAMILY_KIND][i] < 0)
            continue;
        const dv_kind_move *move = dv_move_of(t, i);
        const char *name = t->from->kinds[c->kind[i]].states[c->state[i]].name;
        dv_state_place place = dv_translate_state(world, t, i);
        if (place.state >= 0) {
            bool is_merged = move->is_merged[c->state[i]] &&
                             place.state == move->states[c->state[i]] &&
                             strcmp(name, t->to->kinds[move->to].states[place.state].name) != 0;
            const lost_state merged = {place.entered, place.entered};
            if (is_merged && !put_lost(world, t, i, MERGED, merged))
                return false;
            continue;
        }
        const lost_state lost = {place.entered, (uint32_t)world->tick};
        if (!put_lost(world, t, i, LOST, lost) ||
            !dv_reserve((void **)&m->migrants, &m->capacity, m->count + 1, sizeof *m->migrants))
            return false;
        m->migrants[m->count++] = (dv_migrant){{dv_agent_bits(world, i)}, name};
    }
    return true;
}
