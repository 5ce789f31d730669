#include "guards/chance.h"

#include "guards/arguments.h"

bool dv_is_certain(const dv_bound *chance) {
    return chance->source == DV_SOURCE_LITERAL && chance->number >= 1;
}

bool dv_draw_chance(const dv_guard_context *context, const dv_bound *chance, uint64_t n) {
    return dv_is_certain(chance) ||
           dv_guard_random_of(context, n) < dv_guard_number(context, chance);
}

bool dv_passes_chance(const dv_guard_context *context, const dv_bound *chance, void *state,
                      bool is_met) {
    dv_drawn *drawn = state;
    if (dv_is_certain(chance))
        return is_met;
    if (!is_met)
        *drawn = (dv_drawn){0};
    else if (!drawn->lasts)
        *drawn = (dv_drawn){1, dv_draw_chance(context, chance, 0)};
    return drawn->passed;
}
