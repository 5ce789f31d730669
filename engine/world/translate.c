// Finding what a world's program names under the names of another program.
#include "world/translate.h"

#include "base/alloc.h"
#include "base/result.h"
#include "world/world_data.h"

#include <stdio.h>
#include <string.h>

static uint32_t count_agents(const dv_world *world, uint32_t kind) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < world->agents.limit; i++)
        count += (world->agents.flags[i] & DV_AGENT_ALIVE) && world->agents.kind[i] == kind;
    return count;
}

static uint32_t count_groups(const dv_world *world, uint32_t type) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < world->group_count; i++)
        count += world->groups[i].type == type;
    return count;
}

static uint32_t count_surfaces(const dv_world *world, uint32_t type) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < world->surfaces.count; i++)
        count += world->surfaces.records[i].type == type;
    return count;
}

static uint32_t count_flows(const dv_world *world, uint32_t type) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < world->flows.ids.count; i++)
        count += world->flows.ids.alive[i] && world->flows.records[i].type == type;
    return count;
}

static uint32_t count_terrain(const dv_world *world, uint32_t type) {
    const dv_regions *regions = &world->regions;
    uint32_t count = 0;
    for (uint32_t i = 0; i < regions->ids.count; i++)
        count += regions->ids.alive[i] && regions->records[i].laid &&
                 regions->records[i].terrain == type;
    return count;
}

/// Say what is gone, how much of it is in use, and what to write.
static dv_result refuse(const dv_program *to, dv_family family, const char *name, uint32_t count,
                        dv_error *error) {
    const char *word = dv_family_name(family), *where = to->where ? to->where : "";
    char use[64];
    if (family == DV_FAMILY_KIND)
        snprintf(use, sizeof use, "%u of its agents %s", count, count == 1 ? "lives" : "live");
    else
        snprintf(use, sizeof use, "%u of it %s in use", count, count == 1 ? "is" : "are");
    return dv_fail(error, DV_ERROR_NAME,
                   "%s%s%s '%s' is gone, and %s: write renamed_from = \"%s\" in the new %s, or "
                   "removed = { { %s = \"%s\" } } in the scenario",
                   where, *where ? ": " : "", word, name, use, name, word, word, name);
}

static dv_result note_removed(dv_migration *migration, dv_family family, const char *name,
                              uint32_t count, dv_error *error) {
    if (!dv_reserve((void **)&migration->removed, &migration->removed_capacity,
                    migration->removed_count + 1, sizeof *migration->removed))
        return dv_fail(error, DV_ERROR_MEMORY, "out of memory");
    migration->removed[migration->removed_count++] = (dv_removed){family, name, count};
    return DV_OK;
}

/// Where one name stands now.
static dv_result find(const dv_world *world, const dv_program *to, dv_family family,
                      const char *name, uint32_t index,
                      uint32_t (*count_of)(const dv_world *world, uint32_t index), int32_t *found,
                      dv_migration *migration, dv_error *error) {
    *found = dv_world_after(world, to, family, name);
    uint32_t count = *found < 0 ? count_of(world, index) : 0;
    if (count == 0)
        return DV_OK;
    return *found == DV_REMOVED ? note_removed(migration, family, name, count, error)
                                : refuse(to, family, name, count, error);
}

static void find_states(const dv_world *world, dv_translation *t, uint32_t kind) {
    const dv_kind *from = &t->from->kinds[kind], *to = &t->to->kinds[t->kinds[kind]];
    const char *const kinds[2] = {from->name, to->name};
    for (uint32_t s = 0; s < to->state_count; s++)
        t->is_new_state[kind][s] = true;
    for (uint32_t s = 0; s < from->state_count; s++) {
        int32_t found =
            dv_limbo_after(world->limbo, t->to, DV_FAMILY_STATE, kinds, from->states[s].name);
        t->states[kind][s] = (int16_t)found;
        if (found >= 0)
            t->is_new_state[kind][found] = false;
    }
    for (uint32_t s = 0; s < to->state_count; s++)
        t->has_new_states[kind] = t->has_new_states[kind] || t->is_new_state[kind][s];
}

int16_t dv_regained_state(const dv_world *world, const dv_translation *t, uint32_t agent,
                          uint32_t *entered) {
    const dv_columns *c = &world->agents;
    uint32_t old_kind = c->kind[agent];
    if (!t->has_new_states[old_kind])
        return DV_GONE;
    const dv_kind *kind = &t->to->kinds[t->kinds[old_kind]];
    for (uint32_t s = 0; s < kind->state_count; s++) {
        size_t size;
        dv_lost_state lost;
        const dv_dropped dropped = {DV_DROPPED_STATE, 0, kind->states[s].name};
        const void *bytes =
            t->is_new_state[old_kind][s]
                ? dv_limbo_get(world->limbo, dropped, dv_agent_bits(world, agent), &size)
                : NULL;
        if (!bytes)
            continue;
        memcpy(&lost, bytes, sizeof lost);
        *entered = lost.entered;
        if (lost.swapped == c->entered[agent])
            return (int16_t)s;
    }
    return DV_GONE;
}

int16_t dv_translate_state(const dv_world *world, const dv_translation *t, uint32_t agent,
                           uint32_t *entered) {
    const dv_columns *c = &world->agents;
    int16_t regained = dv_regained_state(world, t, agent, entered);
    if (regained >= 0)
        return regained;
    *entered = c->entered[agent];
    return t->states[c->kind[agent]][c->state[agent]];
}

static bool note_migrants(const dv_world *world, const dv_translation *t, dv_migration *m) {
    const dv_columns *c = &world->agents;
    for (uint32_t i = 0; i < c->limit; i++) {
        uint32_t kind = c->kind[i], state = c->state[i];
        uint32_t entered;
        if (!(c->flags[i] & DV_AGENT_ALIVE) || t->kinds[kind] < 0 ||
            dv_translate_state(world, t, i, &entered) >= 0)
            continue;
        const dv_dropped dropped = {DV_DROPPED_STATE, 0, t->from->kinds[kind].states[state].name};
        const dv_lost_state lost = {entered, (uint32_t)world->tick};
        if (!dv_limbo_put(world->limbo, dropped, dv_agent_bits(world, i), &lost, sizeof lost) ||
            !dv_reserve((void **)&m->migrants, &m->capacity, m->count + 1, sizeof *m->migrants))
            return false;
        m->migrants[m->count++] =
            (dv_migrant){{dv_agent_bits(world, i)}, t->from->kinds[kind].states[state].name};
    }
    return true;
}

static dv_result find_kinds(const dv_world *world, dv_translation *t, dv_migration *migration,
                            dv_error *error) {
    dv_result result = DV_OK;
    for (uint32_t k = 0; result == DV_OK && k < t->from->kind_count; k++) {
        result = find(world, t->to, DV_FAMILY_KIND, t->from->kinds[k].name, k, count_agents,
                      &t->kinds[k], migration, error);
        if (result == DV_OK && t->kinds[k] >= 0)
            find_states(world, t, k);
    }
    return result;
}

static dv_result find_places(const dv_world *world, dv_translation *t, dv_migration *migration,
                             dv_error *error) {
    const dv_program *from = t->from, *to = t->to;
    dv_result result = DV_OK;
    for (uint32_t i = 0; result == DV_OK && i < from->group_type_count; i++)
        result = find(world, to, DV_FAMILY_GROUP, from->group_types[i].name, i, count_groups,
                      &t->group_types[i], migration, error);
    for (uint32_t i = 0; result == DV_OK && i < from->flow_type_count; i++)
        result = find(world, to, DV_FAMILY_FLOW, from->flow_types[i].name, i, count_flows,
                      &t->flow_types[i], migration, error);
    for (uint32_t i = 0; result == DV_OK && i < from->terrain_type_count; i++)
        result = find(world, to, DV_FAMILY_TERRAIN, from->terrain_types[i].name, i, count_terrain,
                      &t->terrain_types[i], migration, error);
    for (uint32_t i = 0; result == DV_OK && i < from->surface_type_count; i++)
        result = find(world, to, DV_FAMILY_SURFACE, from->surface_types[i].name, i, count_surfaces,
                      &t->surface_types[i], migration, error);
    return result;
}

dv_result dv_translate(const dv_world *world, const dv_program *to, dv_translation *t,
                       dv_migration *migration, dv_error *error) {
    t->from = world->program;
    t->to = to;
    migration->from = dv_program_retain(world->program);
    dv_result result = find_kinds(world, t, migration, error);
    if (result == DV_OK)
        result = find_places(world, t, migration, error);
    if (result == DV_OK && !note_migrants(world, t, migration))
        result = dv_fail(error, DV_ERROR_MEMORY, "out of memory");
    return result;
}

uint16_t dv_translate_blend(const dv_translation *t, uint32_t old_kind, uint16_t blend) {
    if (blend == 0)
        return 0;
    const dv_kind *from = &t->from->kinds[old_kind];
    uint32_t kind = (uint32_t)t->kinds[old_kind];
    const char *name = from->blends[blend - 1].name, *part = strchr(name, '/');
    int32_t found = dv_program_blend(t->to, kind, name);
    // Those of a state that is made of parts are called "state/part".
    for (uint32_t s = 0; found < 0 && part && s < from->state_count; s++) {
        char renamed[256];
        size_t length = strlen(from->states[s].name);
        if (t->states[old_kind][s] < 0 || length != (size_t)(part - name) ||
            strncmp(from->states[s].name, name, length) != 0)
            continue;
        snprintf(renamed, sizeof renamed, "%s%s",
                 t->to->kinds[kind].states[t->states[old_kind][s]].name, part);
        found = dv_program_blend(t->to, kind, renamed);
    }
    return (uint16_t)(found + 1);
}
