// Create guards as scripts write them, before they are bound to a kind.
#include "base/result.h"
#include "guards/guards.h"
#include "program/arguments.h"

// Binding and evaluation walk a guard recursively, once for each place where a part is used.
#define DEEPEST 32
#define MAX_PLACES 1024

static dv_guard *begin_guard(const char *where, dv_error *error) {
    dv_arena memory = {0};
    dv_guard *guard = dv_arena_alloc(&memory, sizeof *guard);
    if (guard) {
        atomic_init(&guard->references, 1);
        guard->memory = memory;
        guard->where = dv_arena_copy_string(&guard->memory, where ? where : "");
        if (guard->where)
            return guard;
        dv_guard_release(guard);
    }
    dv_fail(error, DV_ERROR_MEMORY, "out of memory");
    return NULL;
}

dv_guard *dv_guard_create_of(const dv_guard_type *type, const dv_argument *arguments,
                             uint32_t count, const char *where, dv_error *error) {
    dv_guard *guard = begin_guard(where, error);
    if (!guard)
        return NULL;
    guard->operator= DV_GUARD_TEST;
    guard->type = type;
    dv_call call = {"when", &type->entry, arguments, count, where};
    if (dv_keep_arguments(&call, &guard->memory, &guard->values, error) == DV_OK)
        return guard;
    dv_guard_release(guard);
    return NULL;
}

static void count_places(const dv_guard *guard, uint32_t depth, uint32_t *deepest,
                         uint32_t *places) {
    if (!guard || *places > MAX_PLACES)
        return;
    *deepest = depth > *deepest ? depth : *deepest;
    ++*places;
    count_places(guard->a, depth + 1, deepest, places);
    count_places(guard->b, depth + 1, deepest, places);
}

static dv_guard *join_guards(dv_guard_operator way, dv_guard *a, dv_guard *b, dv_error *error) {
    uint32_t deepest = 1, places = 1;
    count_places(a, 2, &deepest, &places);
    count_places(b, 2, &deepest, &places);
    if (deepest > DEEPEST || places > MAX_PLACES) {
        dv_fail(error, DV_ERROR_LIMIT,
                "%s%sguards joined more than %d deep, or more than %d of them", a->where,
                *a->where ? ": " : "", DEEPEST, MAX_PLACES);
        return NULL;
    }
    dv_guard *guard = begin_guard(a->where, error);
    if (!guard)
        return NULL;
    guard->operator= way;
    guard->a = a;
    guard->b = b;
    if (dv_hold_guard(&guard->memory, a) && (!b || dv_hold_guard(&guard->memory, b)))
        return guard;
    dv_guard_release(guard);
    dv_fail(error, DV_ERROR_MEMORY, "out of memory");
    return NULL;
}

dv_guard *dv_guard_both(dv_guard *a, dv_guard *b, dv_error *error) {
    return join_guards(DV_GUARD_BOTH, a, b, error);
}

dv_guard *dv_guard_either(dv_guard *a, dv_guard *b, dv_error *error) {
    return join_guards(DV_GUARD_EITHER, a, b, error);
}

dv_guard *dv_guard_not(dv_guard *a, dv_error *error) {
    return join_guards(DV_GUARD_NOT, a, NULL, error);
}
