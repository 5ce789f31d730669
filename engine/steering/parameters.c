// Reads the current values of parameters for the agents of a squad, as drover/parameters.h reads
// them for one.
#include "steering/desires.h"
#include "steering/evaluate.h"

static void fill_lanes(float numbers[DV_LANES], float number) {
    for (uint32_t lane = 0; lane < DV_LANES; lane++)
        numbers[lane] = number;
}

void dv_numbers_of(const dv_squad *squad, const dv_bound *parameters, uint32_t i,
                   float numbers[DV_LANES]) {
    const dv_bound *bound = &parameters[i];
    if (bound->source == DV_SOURCE_LITERAL) {
        fill_lanes(numbers, (float)bound->number);
        return;
    }
    for (uint32_t lane = 0; lane < DV_LANES; lane++)
        numbers[lane] = (float)dv_bound_number(squad->world, squad->agent[lane], bound);
}

void dv_numbers_within(const dv_squad *squad, const dv_bound *parameters,
                       const dv_parameter *descriptors, uint32_t i, float numbers[DV_LANES]) {
    float low = (float)descriptors[i].minimum, high = (float)descriptors[i].maximum;
    if (parameters[i].source == DV_SOURCE_LITERAL) {
        fill_lanes(numbers, dv_clamp((float)parameters[i].number, low, high));
        return;
    }
    dv_numbers_of(squad, parameters, i, numbers);
    for (uint32_t lane = 0; lane < DV_LANES; lane++)
        numbers[lane] = dv_clamp(numbers[lane], low, high);
}

static bool place_of_target(const dv_squad *squad, uint32_t lane, const dv_bound *parameters,
                            uint32_t i, dv_vec3 *place) {
    dv_target target;
    dv_steering_context context = {.world = squad->world,
                                   .agent = squad->agent[lane],
                                   .kind = squad->kind,
                                   .position = dv_in_lane(&squad->position, lane)};
    if (!dv_target_of(&context, parameters, i, &target))
        return false;
    *place = target.position;
    return true;
}

/// The common case: points in the agents' own slots.
static void desire_points(const dv_squad *squad, uint32_t index, dv_desire *desire) {
    const dv_world *world = squad->world;
    const dv_store *store = &world->stores[squad->kind];
    bool is_plane = world->space == DV_PLANE;
    for (uint32_t lane = 0; lane < DV_LANES; lane++) {
        uint32_t row = world->agents.row[squad->agent[lane]];
        const dv_slot *slot = dv_store_slots(store, row) + index;
        desire->has_place[lane] = -(slot->is_set != 0);
        desire->places.x[lane] = slot->as.point[0];
        desire->places.y[lane] = slot->as.point[1];
        desire->places.z[lane] = is_plane ? 0 : slot->as.point[2];
    }
}

void dv_desire_targets(const dv_squad *squad, const dv_bound *parameters, uint32_t i,
                       dv_desire *desire) {
    const dv_bound *bound = &parameters[i];
    if (bound->source == DV_SOURCE_SLOT && bound->slot_type == DV_SLOT_POINT) {
        desire_points(squad, bound->index, desire);
        return;
    }
    for (uint32_t lane = 0; lane < DV_LANES; lane++) {
        dv_vec3 place = {0, 0, 0};
        desire->has_place[lane] = -place_of_target(squad, lane, parameters, i, &place);
        dv_set_lane(&desire->places, lane, place);
    }
}
