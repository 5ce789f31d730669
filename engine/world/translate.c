// Finding the kinds, groups, surfaces, flows, terrain, fields, and links of a world in another
// program.
#include "world/translate.h"

#include "base/alloc.h"
#include "base/result.h"
#include "world/world_data.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

// The kind or type of the thing at an index; −1: there is none

static int32_t agent_type(const dv_world *world, uint32_t i) {
    return world->agents.flags[i] & DV_AGENT_ALIVE ? world->agents.kind[i] : -1;
}

static int32_t group_type(const dv_world *world, uint32_t i) {
    return dv_group_is_gone(&world->groups[i]) ? -1 : (int32_t)world->groups[i].type;
}

static int32_t surface_type(const dv_world *world, uint32_t i) {
    const dv_surface_record *surface = &world->surfaces.records[i];
    return dv_surface_is_gone(surface) ? -1 : (int32_t)surface->type;
}

static int32_t flow_type(const dv_world *world, uint32_t i) {
    const dv_flow_record *flow = &world->flows.records[i];
    return world->flows.ids.alive[i] && !flow->aim ? (int32_t)flow->type : -1;
}

static int32_t terrain_type(const dv_world *world, uint32_t i) {
    const dv_region_record *region = &world->regions.records[i];
    return world->regions.ids.alive[i] && region->laid ? (int32_t)region->terrain : -1;
}

static int32_t field_type(const dv_world *world, uint32_t i) {
    return world->fields.ids.alive[i] ? (int32_t)world->fields.records[i].type : -1;
}

/// Links have no handles, and go by their types.
static int32_t link_type(const dv_world *world, uint32_t i) {
    (void)world;
    return (int32_t)i;
}

static uint32_t count_of(const dv_world *world, dv_family family) {
    const uint32_t counts[] = {
        [DV_FAMILY_KIND] = world->agents.limit,         [DV_FAMILY_GROUP] = world->group_count,
        [DV_FAMILY_SURFACE] = world->surfaces.count,    [DV_FAMILY_FLOW] = world->flows.ids.count,
        [DV_FAMILY_TERRAIN] = world->regions.ids.count, [DV_FAMILY_FIELD] = world->fields.ids.count,
        [DV_FAMILY_LINK] = world->program->link_count};
    return counts[family];
}

static int32_t type_of(const dv_world *world, dv_family family, uint32_t i) {
    static int32_t (*const types[])(const dv_world *world, uint32_t i) = {
        [DV_FAMILY_KIND] = agent_type,      [DV_FAMILY_GROUP] = group_type,
        [DV_FAMILY_SURFACE] = surface_type, [DV_FAMILY_FLOW] = flow_type,
        [DV_FAMILY_TERRAIN] = terrain_type, [DV_FAMILY_FIELD] = field_type,
        [DV_FAMILY_LINK] = link_type};
    return types[family](world, i);
}

/// How many things an index stands for.
static uint32_t weight_of(const dv_world *world, dv_family family, uint32_t i) {
    return family == DV_FAMILY_LINK ? world->links.counts[i] : 1;
}

/// 0 for a type of links.
static uint64_t handle_of(const dv_world *world, dv_family family, uint32_t i) {
    switch (family) {
    case DV_FAMILY_KIND:
        return dv_agent_bits(world, i);
    case DV_FAMILY_GROUP:
        return dv_world_group_at(world, i).bits;
    case DV_FAMILY_SURFACE:
        return dv_world_surface_at(world, i).bits;
    case DV_FAMILY_FLOW:
        return dv_world_flow_at(world, i).bits;
    case DV_FAMILY_FIELD:
        return dv_ids_handle(&world->fields.ids, world, DV_HANDLE_FIELD, i);
    case DV_FAMILY_LINK:
        return 0;
    default:
        return dv_world_region_at(world, i).bits;
    }
}

/// Fail with a message that says which name is gone, how many things use it, and what to write.
static dv_result refuse_lost_name(const dv_program *to, dv_family family, const char *name,
                                  uint32_t count, dv_error *error) {
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

static dv_result out_of_memory(dv_error *error) {
    return dv_fail(error, DV_ERROR_MEMORY, "out of memory");
}

static dv_result note_removed(dv_migration *migration, dv_family family, const char *name,
                              uint32_t count, dv_error *error) {
    if (!dv_reserve((void **)&migration->removed, &migration->removed_capacity,
                    migration->removed_count + 1, sizeof *migration->removed))
        return out_of_memory(error);
    migration->removed[migration->removed_count++] = (dv_removed){family, name, count};
    return DV_OK;
}

// Names

static const char *const no_kinds[2] = {NULL, NULL};

/// The index in the new program of the former name of a thing that was merged with others; DV_GONE:
/// go by its current name. If renames merged it, the former name counts only if the new program
/// lacks the current one.
static int32_t find_former(const dv_world *world, const dv_program *to, dv_family family,
                           const char *name, uint64_t handle) {
    bool by_removal, is_removed;
    const char *former = dv_limbo_former(world->limbo, handle, &by_removal);
    if (!former || (!by_removal && dv_program_named(to, family, NULL, name) >= 0))
        return DV_GONE;
    int32_t found = dv_limbo_after(world->limbo, to, family, no_kinds, former, &is_removed);
    return found >= 0 && !is_removed ? found : DV_GONE;
}

static int32_t place_after(const dv_world *world, const dv_program *to, dv_family family,
                           const char *name, uint64_t handle) {
    int32_t former = find_former(world, to, family, name, handle);
    return former >= 0 ? former : dv_limbo_after(world->limbo, to, family, no_kinds, name, NULL);
}

int32_t dv_agent_kind_after(const dv_world *world, const dv_program *program, dv_agent agent) {
    return place_after(world, program, DV_FAMILY_KIND,
                       world->program->kinds[dv_agent_kind(world, agent)].name, agent.bits);
}

int32_t dv_group_type_after(const dv_world *world, const dv_program *program, dv_group group) {
    return place_after(world, program, DV_FAMILY_GROUP,
                       world->program->group_types[dv_group_type(world, group)].name, group.bits);
}

#define MAX_TYPES DV_MAX_KINDS
static_assert(DV_MAX_GROUP_TYPES <= MAX_TYPES && DV_MAX_FLOW_TYPES <= MAX_TYPES &&
                  DV_MAX_SURFACE_TYPES <= MAX_TYPES && DV_MAX_FIELDS <= MAX_TYPES &&
                  DV_MAX_LINK_TYPES <= MAX_TYPES && DV_MAX_TERRAIN_TYPES <= MAX_TYPES,
              "a family has more names");

/// The names of a family, and their indices in the new program.
typedef struct names {
    uint32_t count;
    const char *old[MAX_TYPES];
    int32_t places[MAX_TYPES];
    bool is_removed[MAX_TYPES];
    bool is_merged[MAX_TYPES]; ///< in the new program, other things share its name
    uint32_t lost[MAX_TYPES];  ///< how many of its things the new program has no place for
    bool has_formers;          ///< some thing has a former name
} names;

static names find_names(const dv_world *world, const dv_program *to, dv_family family) {
    names n = {.count = dv_program_name_count(world->program, family),
               .has_formers = dv_limbo_has_formers(world->limbo)};
    for (uint32_t i = 0; i < n.count; i++) {
        n.old[i] = dv_program_name(world->program, family, i);
        n.places[i] =
            dv_limbo_after(world->limbo, to, family, no_kinds, n.old[i], &n.is_removed[i]);
        n.is_merged[i] = n.is_removed[i];
        for (uint32_t k = 0; k < i; k++)
            if (n.places[i] >= 0 && n.places[i] == n.places[k])
                n.is_merged[i] = n.is_merged[k] = true;
    }
    return n;
}

/// Find the place of a thing in the new program, and record in the limbo if it's merged with others
/// or gets its former name back. False when out of memory.
static bool find_place(const dv_world *world, const dv_translation *t, dv_family family,
                       const names *n, uint32_t type, uint64_t handle, int32_t *place) {
    int32_t former = n->has_formers && handle
                         ? find_former(world, t->to, family, n->old[type], handle)
                         : DV_GONE;
    *place = n->places[type];
    if (former >= 0 && former != *place) {
        *place = former;
        return dv_limbo_end_former(world->limbo, n->old[type], handle);
    }
    if (*place < 0 || !n->is_merged[type] || !handle ||
        strcmp(n->old[type], dv_program_name(t->to, family, (uint32_t)*place)) == 0)
        return true;
    return dv_limbo_put_former(world->limbo, n->old[type], n->is_removed[type], handle);
}

static dv_result find_family(const dv_world *world, dv_translation *t, dv_family family, names *n,
                             dv_migration *migration, dv_error *error) {
    uint32_t count = count_of(world, family);
    int32_t *places = t->places[family] = dv_alloc((count + 1) * sizeof *places);
    *n = find_names(world, t->to, family);
    if (!places)
        return out_of_memory(error);
    for (uint32_t i = 0; i < count; i++) {
        int32_t type = type_of(world, family, i);
        places[i] = DV_GONE;
        if (type < 0)
            continue;
        if (!find_place(world, t, family, n, (uint32_t)type, handle_of(world, family, i),
                        &places[i]))
            return out_of_memory(error);
        if (places[i] < 0)
            n->lost[type] += weight_of(world, family, i);
    }
    dv_result result = DV_OK;
    for (uint32_t i = 0; result == DV_OK && i < n->count; i++)
        if (n->lost[i] > 0)
            // Fields and links may go without being listed in `removed`. They come back with the
            // name, and what scripts do with them fails until then.
            result =
                n->places[i] == DV_REMOVED || family == DV_FAMILY_FIELD || family == DV_FAMILY_LINK
                    ? note_removed(migration, family, n->old[i], n->lost[i], error)
                    : refuse_lost_name(t->to, family, n->old[i], n->lost[i], error);
    return result;
}

// Moves

/// The index of the move from one kind to another, which is added if it's missing. UINT32_MAX when
/// out of memory.
static uint32_t move_between(const dv_world *world, dv_translation *t, uint32_t from, uint32_t to) {
    for (uint32_t i = 0; i < t->move_count; i++)
        if (t->moves[i].from == from && t->moves[i].to == to)
            return i;
    if (!dv_reserve((void **)&t->moves, &t->move_capacity, t->move_count + 1, sizeof *t->moves))
        return UINT32_MAX;
    t->moves[t->move_count] = (dv_kind_move){.from = from, .to = to};
    dv_find_states(world, t, &t->moves[t->move_count]);
    return t->move_count++;
}

static dv_result find_moves(const dv_world *world, dv_translation *t, const names *kinds,
                            dv_error *error) {
    uint32_t limit = world->agents.limit;
    t->agent_moves = dv_alloc((limit + 1) * sizeof *t->agent_moves);
    t->keeps_kind_numbers = true;
    for (uint32_t k = 0; k < kinds->count; k++) {
        t->keeps_kind_numbers = t->keeps_kind_numbers && kinds->places[k] == (int32_t)k;
        if (kinds->places[k] >= 0 &&
            move_between(world, t, k, (uint32_t)kinds->places[k]) == UINT32_MAX)
            return out_of_memory(error);
    }
    for (uint32_t i = 0; t->agent_moves && i < limit; i++) {
        int32_t place = t->places[DV_FAMILY_KIND][i];
        if (place < 0)
            continue;
        t->agent_moves[i] = move_between(world, t, world->agents.kind[i], (uint32_t)place);
        t->keeps_kind_numbers = t->keeps_kind_numbers && place == world->agents.kind[i];
        if (t->agent_moves[i] == UINT32_MAX)
            return out_of_memory(error);
    }
    return t->agent_moves ? DV_OK : out_of_memory(error);
}

dv_result dv_translate(const dv_world *world, const dv_program *to, dv_translation *t,
                       dv_migration *migration, dv_error *error) {
    names n;
    t->from = world->program;
    t->to = to;
    migration->from = dv_program_retain(world->program);
    dv_result result = find_family(world, t, DV_FAMILY_KIND, &n, migration, error);
    if (result == DV_OK)
        result = find_moves(world, t, &n, error);
    static const dv_family places[] = {DV_FAMILY_GROUP,   DV_FAMILY_FLOW,  DV_FAMILY_TERRAIN,
                                       DV_FAMILY_SURFACE, DV_FAMILY_FIELD, DV_FAMILY_LINK};
    for (size_t i = 0; result == DV_OK && i < sizeof places / sizeof *places; i++)
        result = find_family(world, t, places[i], &n, migration, error);
    if (result == DV_OK && !dv_note_migrants(world, t, migration))
        result = out_of_memory(error);
    return result;
}

void dv_translation_end(dv_translation *t) {
    for (int family = 0; family < DV_FAMILY_STATE; family++)
        dv_free(t->places[family]);
    dv_free(t->moves);
    dv_free(t->agent_moves);
}
