// Guards about time: `after`, `every`, `chance`.
#include "guards/arguments.h"
#include "guards/chance.h"
#include "guards/guarded.h"

#include <math.h>

static const dv_parameter after_parameters[] = {
    {"seconds", DV_PARAMETER_NUMBER, true, "s", 0, INFINITY, 0, "how long"},
};

// Sums of ticks differ slightly from the seconds they stand for, so allow half a tick.
static dv_truth test_after(const dv_guard_context *context, const dv_bound *parameters,
                           void *state) {
    (void)state;
    double seconds = dv_guard_number(context, &parameters[0]);
    return dv_truth_of(context->clock + context->world->dt / 2 >= seconds);
}

static bool is_over(double ticks, double dt, double seconds) {
    return ticks * dt + dt / 2 >= seconds;
}

/// Find the least number of ticks after which the seconds are over; false when no clock counts that
/// far.
static bool ticks_until(double seconds, double dt, uint32_t *ticks) {
    double about = floor(seconds / dt);
    if (!is_over(UINT32_MAX, dt, seconds))
        return false;
    *ticks = about < 2 ? 0 : about < UINT32_MAX ? (uint32_t)about - 2 : UINT32_MAX - 2;
    while (!is_over(*ticks, dt, seconds))
        ++*ticks;
    return true;
}

static bool after_many(dv_guarded *g, const dv_bound *parameters, dv_members members,
                       dv_verdict *verdict) {
    uint32_t ticks;
    dv_members over = 0;
    if (parameters[0].source != DV_SOURCE_LITERAL)
        return false;
    if (!ticks_until(parameters[0].number, g->world->dt, &ticks))
        return true;
    const uint32_t now = (uint32_t)g->world->tick, *since = dv_guarded_since(g);
    for (uint32_t i = g->count; i-- > 0;)
        over = over << 1 | (now - since[g->agent[i]] >= ticks);
    verdict->holds = over & members;
    return true;
}

const dv_guard_type dv_guard_after = {
    .entry = {.name = "after",
              .doc = "The agent has been in this state for some time.",
              .source = "Drover",
              .parameters = after_parameters,
              .parameter_count = DV_COUNT_OF(after_parameters),
              .positional = 1},
    .evaluate = test_after,
    .told = "{seconds} had passed",
};

const dv_squad_guard dv_squad_guard_after = {&dv_guard_after, after_many};

static const dv_parameter every_parameters[] = {
    {"seconds", DV_PARAMETER_NUMBER, true, "s", 1e-3, INFINITY, 0, "the time between"},
    DV_CHANCE_PARAMETER("the probability that it holds, drawn at each interval"),
};

// A thousandth of a tick is more than any rounding error.
static double periods_until(double tick, double dt, double seconds) {
    return floor((tick + 1e-3) * dt / seconds);
}

// Both sides of the comparison are in whole ticks, so that no pulse falls between two of them.
static dv_truth test_every(const dv_guard_context *context, const dv_bound *parameters,
                           void *state) {
    (void)state;
    double seconds = dv_guard_number(context, &parameters[0]), dt = context->world->dt;
    double tick = floor(context->clock / dt + 0.5);
    return dv_truth_of(tick > 0 && seconds > 0 &&
                       periods_until(tick, dt, seconds) > periods_until(tick - 1, dt, seconds) &&
                       dv_draw_chance(context, &parameters[1], 0));
}

const dv_guard_type dv_guard_every = {
    .entry =
        {.name = "every",
         .doc = "Holds for one tick at regular intervals, counted from when the state was entered.",
         .source = "Drover",
         .parameters = every_parameters,
         .parameter_count = DV_COUNT_OF(every_parameters),
         .positional = 1},
    .evaluate = test_every,
    .told = "another {seconds} had passed",
};

static const dv_parameter chance_parameters[] = {
    {"probability", DV_PARAMETER_NUMBER, true, "1/s", 0, 1, 0,
     "the probability that it holds at least once within a second"},
};

/// The probability for a tick, such that the one for a second does not depend on the tick rate.
static double odds_of_tick(double probability, double dt) {
    return probability < 1 ? 1 - dv_pow(1 - probability, dt) : 1;
}

static dv_truth test_chance(const dv_guard_context *context, const dv_bound *parameters,
                            void *state) {
    (void)state;
    const dv_world *world = context->world;
    double probability = dv_guard_number(context, &parameters[0]);
    if (!(probability > 0))
        return DV_FALSE;
    dv_random_key key = {world->seed, world->tick, context->agent, context->stream};
    return dv_truth_of(dv_random_unit(key, 0) < odds_of_tick(probability, world->dt));
}

const dv_guard_type dv_guard_chance = {
    .entry = {.name = "chance",
              .doc = "Holds at random, with a probability per second.",
              .source = "Drover",
              .parameters = chance_parameters,
              .parameter_count = DV_COUNT_OF(chance_parameters),
              .positional = 1},
    .evaluate = test_chance,
    .told = "by chance",
};
