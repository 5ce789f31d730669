// What names in earlier programs mean in a program: former names of its things, and names that it
// removes even though they are in use.
#include "base/result.h"
#include "program/program_draft.h"

static const char *const family_names[DV_FAMILY_COUNT] = {"kind",    "group", "surface", "flow",
                                                          "terrain", "field", "link",    "state"};

const char *dv_family_name(dv_family family) { return family_names[family]; }

static bool is_same(const char *a, const char *b) { return a == b || (a && b && !strcmp(a, b)); }

/// A copy of a name that may be NULL.
static bool copy_name(dv_program *program, const char **name) {
    if (*name)
        *name = dv_arena_copy_string(&program->memory, *name);
    return *name;
}

static const dv_rename *rename_from(const dv_program *program, dv_family family, const char *kind,
                                    const char *before) {
    for (uint32_t i = 0; i < program->rename_count; i++) {
        const dv_rename *r = &program->renames[i];
        if (r->family == family && is_same(r->kind, kind) && is_same(r->before, before))
            return r;
    }
    return NULL;
}

dv_result dv_program_add_rename(dv_program *program, dv_family family, const char *kind,
                                const char *name, const char *before, dv_error *error) {
    dv_rename rename = {family, kind, name, before};
    const dv_rename *other = rename_from(program, family, kind, before);
    if (other && !is_same(other->name, name))
        return dv_fail(error, DV_ERROR_NAME, "%s '%s': renamed_from: '%s' already became '%s'",
                       dv_family_name(family), name, before, other->name);
    if (!dv_arena_reserve(&program->memory, (void **)&program->renames, &program->rename_capacity,
                          program->rename_count + 1, sizeof *program->renames) ||
        (kind && !copy_name(program, &rename.kind)) || !copy_name(program, &rename.name) ||
        !copy_name(program, &rename.before))
        return dv_program_lacks_memory(program, error);
    program->renames[program->rename_count++] = rename;
    return DV_OK;
}

dv_result dv_program_add_removal(dv_program *program, dv_family family, const char *name,
                                 const char *into, dv_error *error) {
    dv_removal removal = {family, name, into, false};
    if (!dv_arena_reserve(&program->memory, (void **)&program->removals, &program->removal_capacity,
                          program->removal_count + 1, sizeof *program->removals) ||
        !copy_name(program, &removal.name) || (into && !copy_name(program, &removal.into)))
        return dv_program_lacks_memory(program, error);
    program->removals[program->removal_count++] = removal;
    return DV_OK;
}

dv_result dv_program_let_go(dv_program *program, dv_family family, const char *name,
                            dv_error *error) {
    dv_result result = dv_program_add_removal(program, family, name, NULL, error);
    if (result == DV_OK)
        program->removals[program->removal_count - 1].is_let_go = true;
    return result;
}

dv_result dv_program_set_where(dv_program *program, const char *where, dv_error *error) {
    program->where = where;
    return copy_name(program, &program->where) ? DV_OK : dv_program_lacks_memory(program, error);
}

int32_t dv_program_named(const dv_program *program, dv_family family, const char *kind,
                         const char *name) {
    int32_t of_kind = DV_GONE;
    switch (family) {
    case DV_FAMILY_KIND:
        return dv_program_kind(program, name);
    case DV_FAMILY_GROUP:
        return dv_program_group_type(program, name);
    case DV_FAMILY_SURFACE:
        return dv_program_surface_type(program, name);
    case DV_FAMILY_FLOW:
        return dv_program_flow_type(program, name);
    case DV_FAMILY_TERRAIN:
        return dv_program_terrain(program, name);
    case DV_FAMILY_FIELD:
        return dv_program_field(program, name);
    case DV_FAMILY_LINK:
        return dv_program_link_type(program, name);
    case DV_FAMILY_STATE:
        of_kind = dv_program_kind(program, kind);
        return of_kind < 0 ? DV_GONE : dv_program_state(program, (uint32_t)of_kind, name);
    case DV_FAMILY_COUNT:
        break;
    }
    return DV_GONE;
}

uint32_t dv_program_name_count(const dv_program *program, dv_family family) {
    switch (family) {
    case DV_FAMILY_KIND:
        return program->kind_count;
    case DV_FAMILY_GROUP:
        return program->group_type_count;
    case DV_FAMILY_SURFACE:
        return program->surface_type_count;
    case DV_FAMILY_FLOW:
        return program->flow_type_count;
    case DV_FAMILY_TERRAIN:
        return program->terrain_type_count;
    case DV_FAMILY_FIELD:
        return program->field_count;
    case DV_FAMILY_LINK:
        return program->link_count;
    default:
        return 0;
    }
}

const char *dv_program_name(const dv_program *program, dv_family family, uint32_t index) {
    switch (family) {
    case DV_FAMILY_KIND:
        return program->kinds[index].name;
    case DV_FAMILY_GROUP:
        return program->group_types[index].name;
    case DV_FAMILY_SURFACE:
        return program->surface_types[index].name;
    case DV_FAMILY_FLOW:
        return program->flow_types[index].name;
    case DV_FAMILY_FIELD:
        return program->fields[index].name;
    case DV_FAMILY_LINK:
        return program->links[index].name;
    default:
        return program->terrain_types[index].name;
    }
}

dv_result dv_check_removals(const dv_program *program, dv_error *error) {
    for (uint32_t i = 0; i < program->removal_count; i++) {
        const dv_removal *r = &program->removals[i];
        if (!r->into || dv_program_named(program, r->family, NULL, r->into) >= 0)
            continue;
        const char *word = dv_family_name(r->family), *where = program->where ? program->where : "";
        const char *nearest =
            r->family == DV_FAMILY_KIND ? dv_program_nearest_kind(program, r->into) : NULL;
        return dv_fail(error, DV_ERROR_NAME, "%s%sremoved: %s '%s' into '%s': no such %s%s%s%s",
                       where, *where ? ": " : "", word, r->name, r->into, word, nearest ? " (" : "",
                       nearest ? nearest : "", nearest ? "?)" : "");
    }
    return DV_OK;
}

int32_t dv_program_find_after(const dv_program *program, dv_family family, const char *kind,
                              const char *name, bool *is_removed) {
    int32_t same = dv_program_named(program, family, kind, name);
    *is_removed = false;
    if (same >= 0)
        return same;
    const dv_rename *renamed = rename_from(program, family, kind, name);
    if (renamed)
        return dv_program_named(program, family, kind, renamed->name);
    for (uint32_t i = 0; i < program->removal_count; i++) {
        const dv_removal *r = &program->removals[i];
        *is_removed = r->family == family && is_same(r->name, name);
        if (*is_removed)
            return r->into ? dv_program_named(program, family, NULL, r->into) : DV_REMOVED;
    }
    return DV_GONE;
}

int32_t dv_program_after(const dv_program *program, dv_family family, const char *kind,
                         const char *name) {
    bool is_removed;
    return dv_program_find_after(program, family, kind, name, &is_removed);
}
