// Finds chances per second where an author wants one draw per event.
#include "guards/chance.h"

#include <string.h>

/// What has been found in a part of an expression; NULL: nothing.
typedef struct parts {
    const dv_guard *chance, *event;
    const dv_guard *joined_chance, *joined_event; ///< a pair that has to hold together
} parts;

static bool is_about_event(const dv_guard *guard) {
    for (uint32_t i = 0; i < guard->type->entry.parameter_count; i++)
        if (strcmp(guard->type->entry.parameters[i].name, DV_CHANCE) == 0)
            return true;
    return false;
}

/// Whether it is a `chance` that sometimes holds and sometimes does not.
static bool is_open_chance(const dv_guard *guard) {
    const dv_value *given = &guard->values[0].value;
    return guard->type == &dv_guard_chance &&
           !(given->type == DV_VALUE_NUMBER && (given->as.number <= 0 || given->as.number >= 1));
}

static const dv_guard *first_of(const dv_guard *a, const dv_guard *b) { return a ? a : b; }

/// Search an expression, of which the opposite counts if `is_denied`: there `a | b` joins. Creating
/// guards bounds the recursion.
static parts find_parts(const dv_guard *guard, bool is_denied) {
    if (guard->operator== DV_GUARD_TEST)
        return (parts){.chance = is_open_chance(guard) ? guard : NULL,
                       .event = !is_denied && is_about_event(guard) ? guard : NULL};
    if (guard->operator== DV_GUARD_NOT)
        return find_parts(guard->a, !is_denied);
    parts a = find_parts(guard->a, is_denied), b = find_parts(guard->b, is_denied);
    parts both = {first_of(a.chance, b.chance), first_of(a.event, b.event), a.joined_chance,
                  a.joined_event};
    if (!both.joined_chance) {
        both.joined_chance = b.joined_chance;
        both.joined_event = b.joined_event;
    }
    bool joins = guard->operator==(is_denied ? DV_GUARD_EITHER : DV_GUARD_BOTH);
    const parts *with_chance = a.chance && b.event ? &a : b.chance && a.event ? &b : NULL;
    if (joins && with_chance && !both.joined_chance) {
        both.joined_chance = with_chance->chance;
        both.joined_event = (with_chance == &a ? &b : &a)->event;
    }
    return both;
}

bool dv_find_joined_chance(const dv_guard *guard, dv_joined_chance *found) {
    parts p = find_parts(guard, false);
    if (p.joined_chance)
        *found = (dv_joined_chance){p.joined_chance->where, p.joined_event->type->entry.name};
    return p.joined_chance != NULL;
}
