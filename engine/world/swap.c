// Swaps: giving a running world another program. Everything whose name the new program has is kept.
#include "base/alloc.h"
#include "base/result.h"
#include "world/account.h"
#include "world/links/swap_links.h"
#include "world/swap_fields.h"
#include "world/timers.h"
#include "world/translate.h"
#include "world/world_data.h"

#include <string.h>

static dv_result out_of_memory(dv_error *error) {
    return dv_fail(error, DV_ERROR_MEMORY, "out of memory");
}

/// Restore a dropped slot, if the limbo has it. Another world with the same history may have
/// dropped it, so handles get the id of this world.
static void give_back(const dv_world *world, dv_dropped what, uint64_t of, dv_slot *slot) {
    size_t size;
    const void *bytes = dv_limbo_get(world->limbo, what, of, &size);
    if (!bytes)
        return;
    memcpy(slot, bytes, sizeof *slot);
    uint64_t word = dv_slot_word(slot), world_bits = ((1ull << DV_HANDLE_WORLD_BITS) - 1) << 46;
    if (slot->is_set && word && dv_slot_holds_handle((dv_slot_type)what.type))
        dv_slot_set_word(slot, (word & ~world_bits) | (uint64_t)world->id << 46);
}

/// Copy the slots that both programs declare, drop into the limbo those that only the old one does,
/// and restore from there those that only the new one does. False when out of memory.
static bool copy_slots(dv_world *world, dv_dropped_part part, uint64_t of,
                       const dv_named_slots *from, const dv_named_slots *to) {
    for (uint32_t i = 0; i < to->count; i++) {
        const dv_slot_def *def = &to->defs[i];
        const dv_slot *old = dv_find_slot(from, def);
        if (old)
            to->values[i] = *old;
        else
            give_back(world, (dv_dropped){part, def->type, def->name}, of, &to->values[i]);
    }
    for (uint32_t i = 0; i < from->count; i++) {
        const dv_slot_def *def = &from->defs[i];
        if (!dv_find_slot(to, def) &&
            !dv_limbo_put(world->limbo, (dv_dropped){part, def->type, def->name}, of,
                          &from->values[i], sizeof from->values[i]))
            return false;
    }
    return true;
}

/// Copy the states of behaviors that both programs have: those with the same path and type and, for
/// a behavior of a state, in the state that the agent is in.
static void copy_states(const dv_store *from, uint32_t from_row, uint32_t from_state,
                        const dv_store *to, uint32_t to_row, uint32_t to_state) {
    for (uint32_t i = 0; i < to->layout.count; i++) {
        const dv_layout_entry *new = &to->layout.entries[i];
        bool of_state = new->scope >= DV_SCOPE_STATE;
        if (of_state && new->scope != DV_SCOPE_STATE + to_state)
            continue;
        uint32_t scope = of_state ? DV_SCOPE_STATE + from_state : new->scope;
        for (uint32_t j = 0; j < from->layout.count; j++) {
            const dv_layout_entry *old = &from->layout.entries[j];
            if (old->identity == new->identity && old->scope == scope && old->size == new->size)
                memcpy(dv_store_states(to, to_row) + new->offset,
                       dv_store_states(from, from_row) + old->offset, new->size);
        }
    }
}

/// Copy the common entries of the layout that only the old store has. They belong to compositions
/// used in `apply` and `steering`, which find them again when they are bound to the new program.
static bool carry_common(const dv_store *from, dv_store *to) {
    for (uint32_t i = 0; i < from->layout.count; i++) {
        const dv_layout_entry *old = &from->layout.entries[i];
        bool known = old->scope != DV_SCOPE_COMMON;
        for (uint32_t j = 0; !known && j < to->layout.count; j++)
            known = to->layout.entries[j].identity == old->identity &&
                    to->layout.entries[j].scope == DV_SCOPE_COMMON;
        if (!known && !dv_layout_add(&to->layout, *old))
            return false;
    }
    return dv_store_widen(to);
}

typedef struct replacement {
    dv_store *stores;
    double *settings;
    uint32_t *rows;
    dv_slot **group_slots;
    dv_field_swap fields;
} replacement;

static void discard_replacement(replacement *r, const dv_world *world, const dv_program *to) {
    for (uint32_t i = 0; r->stores && i < to->kind_count; i++)
        dv_store_end(&r->stores[i]);
    for (uint32_t i = 0; r->group_slots && i < world->group_count; i++)
        dv_free(r->group_slots[i]);
    dv_free(r->stores);
    dv_free(r->settings);
    dv_free(r->rows);
    dv_free(r->group_slots);
}

static bool prepare_stores(replacement *r, dv_world *world, const dv_translation *t) {
    for (uint32_t i = 0; i < t->to->kind_count; i++)
        if (!dv_store_begin(&r->stores[i], &t->to->kinds[i]))
            return false;
    for (uint32_t i = 0; i < t->move_count; i++)
        if (!carry_common(&world->stores[t->moves[i].from], &r->stores[t->moves[i].to]))
            return false;
    for (uint32_t i = 0; i < world->agents.limit; i++) {
        if (t->places[DV_FAMILY_KIND][i] < 0)
            continue;
        const dv_kind_move *move = dv_move_of(t, i);
        uint32_t old_kind = move->from, new_kind = move->to;
        const dv_kind *from = &t->from->kinds[old_kind], *to = &t->to->kinds[new_kind];
        if (!dv_store_take_row(&r->stores[new_kind], &r->rows[i]))
            return false;
        const dv_named_slots old = {from->slots, from->slot_count, dv_slots_of(world, i)};
        const dv_named_slots new = {to->slots, to->slot_count,
                                    dv_store_slots(&r->stores[new_kind], r->rows[i])};
        if (!copy_slots(world, DV_DROPPED_SLOT, dv_agent_bits(world, i), &old, &new))
            return false;
        dv_model_join(to, from, dv_store_slots(&r->stores[new_kind], r->rows[i]));
        dv_state_place place = dv_translate_state(world, t, i);
        if (place.state >= 0 && !place.begins)
            copy_states(&world->stores[old_kind], world->agents.row[i], world->agents.state[i],
                        &r->stores[new_kind], r->rows[i], (uint32_t)place.state);
    }
    return true;
}

static bool prepare_groups(replacement *r, dv_world *world, const dv_translation *t) {
    for (uint32_t i = 0; i < world->group_count; i++) {
        const dv_group_record *group = &world->groups[i];
        int32_t type = t->places[DV_FAMILY_GROUP][i];
        if (type < 0)
            continue;
        const dv_group_kind *from = &t->from->group_types[group->type];
        const dv_group_kind *to = &t->to->group_types[type];
        r->group_slots[i] = dv_alloc((to->slot_count + 1) * sizeof(dv_slot));
        if (!r->group_slots[i])
            return false;
        const dv_named_slots old = {from->slots, from->slot_count, group->slots};
        const dv_named_slots new = {to->slots, to->slot_count, r->group_slots[i]};
        if (!copy_slots(world, DV_DROPPED_GROUP_SLOT, dv_world_group_at(world, i).bits, &old, &new))
            return false;
    }
    return true;
}

static int32_t kind_after(const dv_translation *t, int32_t kind) {
    for (uint32_t i = 0; i < t->move_count; i++)
        if (kind >= 0 && t->moves[i].from == (uint32_t)kind)
            return (int32_t)t->moves[i].to;
    return -1;
}

static const dv_dropped terrain_of_flow = {.part = DV_DROPPED_TERRAIN, .name = ""};

/// The aim of a flow to goals; NULL for other flows.
static dv_flow_aim *aim_of(const dv_world *world, uint32_t flow) {
    return world->flows.ids.alive[flow] ? world->flows.records[flow].aim : NULL;
}

/// Drop into the limbo the names of removed kinds over whose terrain flows lead. False when out of
/// memory.
static bool drop_terrains(const dv_world *world, const dv_translation *t) {
    for (uint32_t i = 0; i < world->flows.ids.count; i++) {
        const dv_flow_aim *aim = aim_of(world, i);
        if (!aim || aim->kind < 0 || kind_after(t, aim->kind) >= 0)
            continue;
        const char *name = t->from->kinds[aim->kind].name;
        if (!dv_limbo_put(world->limbo, terrain_of_flow, dv_world_flow_at(world, i).bits, name,
                          strlen(name) + 1))
            return false;
    }
    return true;
}

/// A flow to goals goes on with the terrain of everyone if its kind is removed, and with the kind's
/// once that is back.
static int32_t terrain_after(const dv_world *world, const dv_translation *t, uint32_t flow) {
    int32_t kind = aim_of(world, flow)->kind;
    size_t size;
    if (kind >= 0)
        return kind_after(t, kind);
    const char *name =
        dv_limbo_get(world->limbo, terrain_of_flow, dv_world_flow_at(world, flow).bits, &size);
    return name ? dv_program_kind(t->to, name) : -1;
}

/// What an agent was told to become, under the new program.
static uint16_t move_request(const dv_world *world, const dv_translation *t, uint32_t agent) {
    uint32_t asked = world->agents.pending_state[agent];
    if (!asked)
        return 0;
    if (!(asked & DV_TURNS_INTO))
        return (uint16_t)(dv_move_of(t, agent)->states[asked - 1] + 1);
    int32_t kind =
        dv_world_after(world, t->to, DV_FAMILY_KIND, t->from->kinds[asked & ~DV_TURNS_INTO].name);
    return kind < 0 ? 0 : (uint16_t)(DV_TURNS_INTO | (uint32_t)kind);
}

static void move_agents(dv_world *world, const dv_translation *t, const uint32_t *rows) {
    dv_columns *c = &world->agents;
    for (uint32_t i = 0; i < c->limit; i++) {
        if (!(c->flags[i] & DV_AGENT_ALIVE))
            continue;
        const dv_kind_move *move = dv_move_of(t, i);
        dv_state_place place = dv_translate_state(world, t, i);
        uint16_t request = move_request(world, t, i);
        c->kind[i] = (uint8_t)move->to;
        c->row[i] = rows[i];
        c->pending_state[i] = request;
        c->blend[i] = place.blend;
        if (place.state >= 0) {
            c->state[i] = (uint16_t)place.state;
            c->entered[i] = place.entered;
            continue;
        }
        c->state[i] = (uint16_t)t->to->kinds[c->kind[i]].initial;
        c->entered[i] = (uint32_t)world->tick;
        c->blend[i] = 0;
    }
}

/// Whether an applied behavior still lasts after the swap: only if the step that applied it still
/// exists and skips ticks.
static bool applied_lasts(const dv_translation *t, uint32_t agent, uint32_t old_state,
                          dv_until until) {
    const dv_kind_move *move = dv_move_of(t, agent);
    const dv_kind *kind = &t->to->kinds[move->to];
    int16_t state = move->states[old_state];
    return (until == DV_UNTIL_ITS_KIND_STEPS && kind->rhythm.every > 1) ||
           (until == DV_UNTIL_ITS_STATE_STEPS && state >= 0 &&
            kind->states[state].rhythm.every > 1);
}

static void keep_what_lasts(dv_world *world, const dv_translation *t) {
    const dv_columns *c = &world->agents;
    for (uint32_t i = 0; i < c->limit; i++) {
        uint32_t *link = &c->applied[i];
        while (*link) {
            dv_applied *applied = &world->applied[*link - 1];
            if (!applied_lasts(t, i, c->state[i], applied->until)) {
                *link = applied->next;
                continue;
            }
            applied->node = NULL;
            world->has_unbound = true;
            link = &applied->next;
        }
    }
}

static void release_late_bindings(dv_world *world) {
    for (uint32_t i = 0; i < world->late_count; i++)
        dv_steering_release(world->late_bindings[i].steering);
    world->late_count = 0;
    dv_arena_free(&world->late_memory);
}

static void remove_agents(dv_world *world, const dv_translation *t) {
    for (uint32_t i = 0; i < world->agents.limit; i++)
        if ((world->agents.flags[i] & DV_AGENT_ALIVE) && t->places[DV_FAMILY_KIND][i] < 0)
            dv_agent_remove(world, dv_world_agent_at(world, i));
}

static void move_groups(dv_world *world, const dv_translation *t, dv_slot **fresh) {
    for (uint32_t i = 0; i < world->group_count; i++) {
        dv_group_record *group = &world->groups[i];
        if (dv_group_is_gone(group))
            continue;
        int32_t type = t->places[DV_FAMILY_GROUP][i];
        if (type < 0) {
            dv_group_end(world, i);
            continue;
        }
        dv_slot *old = group->slots;
        group->slots = fresh[i];
        group->type = (uint32_t)type;
        fresh[i] = old;
    }
}

static void move_places(dv_world *world, const dv_translation *t) {
    for (uint32_t i = 0; i < world->surfaces.count; i++) {
        dv_surface_record *surface = &world->surfaces.records[i];
        int32_t type = t->places[DV_FAMILY_SURFACE][i];
        if (!dv_surface_is_gone(surface))
            surface->type = type < 0 ? DV_NO_SURFACE_TYPE : (uint32_t)type;
    }
    for (uint32_t i = 0; i < world->flows.ids.count; i++) {
        int32_t type = t->places[DV_FAMILY_FLOW][i];
        if (type == DV_REMOVED)
            dv_flow_remove(world, dv_world_flow_at(world, i));
        else if (type >= 0)
            world->flows.records[i].type = (uint32_t)type;
        else if (aim_of(world, i))
            aim_of(world, i)->kind = terrain_after(world, t, i);
    }
    for (uint32_t i = 0; i < world->regions.ids.count; i++) {
        dv_region_record *region = &world->regions.records[i];
        if (!world->regions.ids.alive[i] || !region->laid)
            continue;
        int32_t type = t->places[DV_FAMILY_TERRAIN][i];
        region->laid = type < 0 ? 0 : region->laid;
        region->terrain = type < 0 ? 0 : (uint32_t)type;
    }
}

/// Make the swap. Nothing in here can fail.
static void take_program(dv_world *world, dv_program *program, const dv_translation *t,
                         replacement *r) {
    remove_agents(world, t);
    keep_what_lasts(world, t);
    move_agents(world, t, r->rows);
    move_groups(world, t, r->group_slots);
    move_places(world, t);
    dv_fields_take_swap(world, t, &r->fields);
    dv_links_take_swap(world, t);
    // Sensed records have the old numbers of kinds.
    if (!t->keeps_kind_numbers) {
        world->sensed.count = 0;
        world->knows_last_tick = false;
    }
    release_late_bindings(world);
    dv_store *old_stores = world->stores;
    double *old_settings = world->settings;
    dv_program *old_program = world->program;
    world->program = dv_program_retain(program);
    world->stores = r->stores;
    world->settings = r->settings;
    r->stores = old_stores;
    r->settings = old_settings;
    discard_replacement(r, world, old_program);
    dv_program_release(old_program);
}

const dv_migration *dv_world_migration(const dv_world *world) { return &world->migration; }

static void free_migration(dv_migration *migration) {
    dv_program_release(migration->from);
    dv_free(migration->migrants);
    dv_free(migration->removed);
    *migration = (dv_migration){0};
}

void dv_world_forget_migration(dv_world *world) { free_migration(&world->migration); }

void dv_world_begin_swap(dv_world *world) { dv_limbo_begin(world->limbo); }

bool dv_world_drop(dv_world *world, dv_dropped dropped, uint64_t handle, const void *bytes,
                   size_t size) {
    return dv_limbo_put(world->limbo, dropped, handle, bytes, size);
}

const void *dv_world_dropped(const dv_world *world, dv_dropped dropped, uint64_t handle,
                             size_t *size) {
    return dv_limbo_get(world->limbo, dropped, handle, size);
}

dv_result dv_world_share_dropped(dv_world *world, const dv_world *from, dv_error *error) {
    dv_limbo *copy = dv_limbo_copy(from->limbo);
    if (!copy)
        return out_of_memory(error);
    dv_limbo_destroy(world->limbo);
    world->limbo = copy;
    return DV_OK;
}

void dv_world_forget_later_drops(dv_world *world) { dv_limbo_forget_later(world->limbo); }

int32_t dv_world_after(const dv_world *world, const dv_program *program, dv_family family,
                       const char *name) {
    static const char *const no_kinds[2] = {NULL, NULL};
    return dv_limbo_after(world->limbo, program, family, no_kinds, name, NULL);
}

int32_t dv_world_state_after(const dv_world *world, const dv_program *program,
                             const char *const kinds[2], const char *name) {
    return dv_limbo_after(world->limbo, program, DV_FAMILY_STATE, kinds, name, NULL);
}

dv_result dv_world_swap_program(dv_world *world, dv_program *program, uint32_t *migrated,
                                dv_error *error) {
    const dv_place *from = &world->program->origin, *to = &program->origin;
    if (from->x != to->x || from->y != to->y || from->z != to->z)
        return dv_fail(error, DV_ERROR_ARGUMENT, "origin: a running world keeps the one it has");
    dv_migration migration = {0};
    dv_translation t = {0};
    replacement r = {.stores = dv_alloc((program->kind_count + 1) * sizeof *r.stores),
                     .settings = dv_alloc((program->setting_count + 1) * sizeof *r.settings),
                     .rows = dv_alloc((world->agents.limit + 1) * sizeof *r.rows),
                     .group_slots = dv_alloc((world->group_count + 1) * sizeof *r.group_slots)};
    dv_result result = r.stores && r.settings && r.rows && r.group_slots ? DV_OK : DV_ERROR_MEMORY;
    if (result != DV_OK)
        out_of_memory(error);
    else
        result = dv_translate(world, program, &t, &migration, error);
    if (result == DV_OK && !(prepare_stores(&r, world, &t) && prepare_groups(&r, world, &t) &&
                             drop_terrains(world, &t) && dv_keep_settings(world, &t, r.settings) &&
                             (!program->has_inertia || dv_columns_have_inertia(&world->agents))))
        result = out_of_memory(error);
    if (result == DV_OK)
        result = dv_fields_prepare_swap(world, &t, &r.fields, error);
    if (result == DV_OK && !dv_links_prepare_swap(world, &t))
        result = out_of_memory(error);
    if (result == DV_OK && !dv_limbo_prepare(world->limbo, program))
        result = out_of_memory(error);
    if (result == DV_OK) {
        take_program(world, program, &t, &r);
        dv_recount_charges(world);
        dv_timers_resume(world);
        dv_limbo_commit(world->limbo);
        dv_world_forget_migration(world);
        world->migration = migration;
        if (migrated)
            *migrated = migration.count;
    } else {
        discard_replacement(&r, world, program);
        free_migration(&migration);
        dv_limbo_begin(world->limbo);
    }
    dv_fields_end_swap(&r.fields, result == DV_OK);
    dv_translation_end(&t);
    return result;
}
