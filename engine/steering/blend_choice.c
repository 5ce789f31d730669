// Blends that let one part at a time steer: by rank, by chance, or in turn. Draws and turns change
// ten times a second at any tick rate, so that the body's momentum blends the parts in the same
// way.
#include "base/math.h"
#include "base/random.h"
#include "steering/behaviors.h"
#include "steering/blends.h"
#include "steering/desired.h"
#include "world/world_data.h"

#define DRAWS_PER_SECOND 10

/// The age of the world in tenths of a second. Computed from the tick, because rounding of the time
/// could put one moment into different tenths at different tick rates.
static uint64_t tenth_of(const dv_steering_context *context) {
    const dv_world *world = context->world;
    return (uint64_t)((double)world->tick * DRAWS_PER_SECOND / world->tick_rate);
}

/// A number in [0, 1) for a part, constant within a tenth of a second.
static double draw_for(const dv_combination *combination, uint32_t part) {
    const dv_steering_context *context = combination->context;
    dv_random_key key = {context->world->seed, tenth_of(context), context->agent, context->stream};
    return dv_random_unit(key, part);
}

static dv_vec3 combine_priority(const dv_combination *combination, void *state) {
    (void)state;
    for (uint32_t i = 0; i < combination->count; i++) {
        dv_vec3 vector = combination->evaluate(combination, i);
        if (!dv_is_zero(vector))
            return vector;
    }
    return DV_NO_STEERING;
}

const dv_blend_type dv_blend_priority = {
    .entry = {.name = "priority",
              .doc =
                  "Take the first vector that is not zero; the parts after it are not evaluated.",
              .source = "Reynolds 1999, Combining Behaviors: s = first sᵢ ≠ 0"},
    .combine = combine_priority,
};

static const dv_parameter probability = {"probability",
                                         DV_PARAMETER_NUMBER,
                                         false,
                                         "",
                                         0,
                                         1,
                                         1,
                                         "the probability that the part is evaluated at all"};

static dv_vec3 combine_dither(const dv_combination *combination, void *state) {
    (void)state;
    for (uint32_t i = 0; i < combination->count; i++) {
        if (draw_for(combination, i) >= (double)combination->weight(combination, i))
            continue;
        dv_vec3 vector = combination->evaluate(combination, i);
        if (!dv_is_zero(vector))
            return vector;
    }
    return DV_NO_STEERING;
}

const dv_blend_type dv_blend_dither = {
    .entry = {.name = "dither",
              .doc = "Take the first vector that is not zero, skipping parts at random, so that "
                     "later ones get a turn, too. Drawn ten times a second.",
              .source =
                  "Reynolds 1999, Combining Behaviors (prioritized dithering): s = first sᵢ ≠ "
                  "0 among those drawn with their probability"},
    .weight = &probability,
    .combine = combine_dither,
};

typedef struct rotate_state {
    uint32_t has_begun, tenth; ///< the tenth in which this turn began
    uint32_t place;            ///< the part whose turn it is
} rotate_state;

static dv_vec3 combine_rotate(const dv_combination *combination, void *state) {
    rotate_state *turn = state;
    uint32_t tenth = (uint32_t)tenth_of(combination->context);
    // Advance by one, not by the number of tenths that have passed: below ten ticks a second, that
    // number could skip the same parts forever.
    if (turn->has_begun && tenth != turn->tenth)
        turn->place++;
    // A reloaded script may have fewer parts.
    if (turn->place >= combination->count)
        turn->place = 0;
    turn->has_begun = 1;
    turn->tenth = tenth;
    return dv_weighted_part(combination, turn->place);
}

const dv_blend_type dv_blend_rotate = {
    .entry = {.name = "rotate",
              .doc = "Evaluate one part at a time, each for a tenth of a second in turn, and leave "
                     "it to the body's momentum to blend them. Costs no more than one part.",
              .source =
                  "Reynolds 1999, Combining Behaviors (one component each frame): s = wᵢ sᵢ, i "
                  "= 1, 2 … n, 1 …"},
    .weight = &dv_weight_as_gain,
    .state_size = sizeof(rotate_state),
    .combine = combine_rotate,
};

static const dv_parameter odds = {
    "weight", DV_PARAMETER_NUMBER, false, "", 0, DV_HEAVIEST, 1, "the odds that the part is taken"};

// The parts run a race, with exponentially distributed times at the rate of their weights. The
// first active part to arrive is then chosen with a probability in proportion to its weight. So the
// other parts need not be evaluated, and a choice lasts for its tenth of a second while other parts
// become active or stop.
typedef struct arrival {
    double time; ///< infinite for a part of weight 0
    uint32_t part;
} arrival;

static arrival arrival_of(const dv_combination *combination, uint32_t part) {
    double weight = (double)combination->weight(combination, part);
    double time = weight > 0 ? -dv_log(1 - draw_for(combination, part)) / weight : (double)INFINITY;
    return (arrival){time, part};
}

static bool is_before(arrival a, arrival b) {
    return a.time < b.time || (a.time == b.time && a.part < b.part);
}

/// The first part to arrive after `last`; its time is infinite if there is none.
static arrival next_arrival(const dv_combination *combination, const arrival *last) {
    arrival first = {(double)INFINITY, combination->count};
    for (uint32_t i = 0; i < combination->count; i++) {
        arrival a = arrival_of(combination, i);
        if ((!last || is_before(*last, a)) && is_before(a, first))
            first = a;
    }
    return first;
}

static dv_vec3 random_active(const dv_combination *combination, void *state) {
    (void)state;
    arrival a = next_arrival(combination, NULL);
    while (a.time < (double)INFINITY) {
        dv_vec3 vector = combination->evaluate(combination, a.part);
        if (!dv_is_zero(vector))
            return vector;
        a = next_arrival(combination, &a);
    }
    return DV_NO_STEERING;
}

const dv_blend_type dv_blend_random = {
    .entry = {.name = "random",
              .doc = "Take one of the parts that have something to do, at random, with their "
                     "weights as the odds. Drawn ten times a second.",
              .source =
                  "Popelová and Gemrot, Combining Steering Behaviors (random active): s = sᵢ "
                  "with probability wᵢ / Σ wⱼ over sⱼ ≠ 0; drawn as by Efraimidis and Spirakis "
                  "2006"},
    .weight = &odds,
    .combine = random_active,
};
