// The blend `last`.
#include "steering/behaviors.h"

static dv_vec3 take_last(const dv_combination *combination, void *state) {
    (void)state;
    return combination->evaluate(combination, combination->count - 1);
}

const dv_blend_type dv_blend_last = {
    .entry = {.name = "last", .doc = "The last part alone.", .source = "a test"},
    .combine = take_last,
};
