// Colors that show numbers.
#include "base/names.h"
#include "base/result.h"
#include "program/binder.h"
#include "program/program_draft.h"

#include <math.h>
#include <string.h>

const dv_color_map *dv_copy_color_map(dv_arena *memory, const dv_color_map *map) {
    dv_color_map *copy = dv_arena_alloc(memory, sizeof *copy);
    if (!copy)
        return NULL;
    *copy = *map;
    copy->number = dv_arena_copy_string(memory, map->number);
    return copy->number ? copy : NULL;
}

static bool has_number(const dv_kind *kind, const char *name) {
    for (uint32_t i = 0; i < kind->slot_count; i++)
        if (kind->slots[i].type == DV_SLOT_NUMBER && strcmp(kind->slots[i].name, name) == 0)
            return true;
    return strcmp(name, "speed") == 0 || dv_is_memory(kind, name);
}

static const char *nearest_number(const dv_kind *kind, const char *name) {
    const char *names[128] = {"speed"};
    uint32_t count = 1;
    for (uint32_t i = 0; i < kind->slot_count && count < 64; i++)
        if (kind->slots[i].type == DV_SLOT_NUMBER)
            names[count++] = kind->slots[i].name;
    for (uint32_t i = 0; i < kind->memory_count && count < 128; i++)
        names[count++] = kind->memory[i];
    return dv_nearest_name(name, names, count);
}

dv_result dv_check_color_map(const dv_kind *kind, dv_error *error) {
    const dv_color_map *map = kind->look.map;
    const char *colon = *kind->where ? ": " : "";
    if (!map)
        return DV_OK;
    if (!isfinite(map->low) || !isfinite(map->high) || map->low == map->high)
        return dv_fail(error, DV_ERROR_ARGUMENT,
                       "%s%slook.color: two different finite numbers expected", kind->where, colon);
    if (has_number(kind, map->number))
        return DV_OK;
    const char *nearest = nearest_number(kind, map->number);
    return dv_fail(error, DV_ERROR_NAME,
                   "%s%slook.color: kind '%s' has no number '%s'%s%s%s: a number slot, an "
                   "attribute, a memory field, or \"speed\" expected",
                   kind->where, colon, kind->name, map->number, nearest ? " (" : "",
                   nearest ? nearest : "", nearest ? "?)" : "");
}
