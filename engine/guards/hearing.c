// The guard about events: `hears`.
#include "guards/arguments.h"
#include "guards/chance.h"

enum { HEARS_NAME, HEARS_AS, HEARS_AT, HEARS_CHANCE };

static const dv_parameter hears_parameters[] = {
    {"name", DV_PARAMETER_EVENT, true, "", 0, 0, 0, "the event"},
    {"as", DV_PARAMETER_SLOT, false, "agent", 0, 0, 0,
     "the slot to store the agent that the event is about in, or else its sender"},
    {"at", DV_PARAMETER_SLOT, false, "point", 0, 0, 0, "the slot to store where it happened"},
    DV_CHANCE_PARAMETER("the probability that the agent takes notice, drawn for each event"),
};

static uint64_t subject_of(const dv_world *world, const dv_event *event) {
    if (dv_agent_alive(world, event->about))
        return event->about.bits;
    return dv_agent_alive(world, event->source) ? event->source.bits : 0;
}

/// A guard that is being tested, and its parameter `chance`.
typedef struct listener {
    const dv_guard_context *context;
    const dv_bound *chance;
} listener;

static bool takes_notice(const void *context, uint32_t event) {
    const listener *l = context;
    return dv_draw_chance(l->context, l->chance, event);
}

/// Get the nearest event that the agent takes notice of. The answer is the same all through a tick.
static bool hear(const dv_guard_context *context, const dv_bound *parameters, dv_event *event) {
    const listener l = {context, &parameters[HEARS_CHANCE]};
    return dv_nearest_heard(context->world, context->agent, parameters[HEARS_NAME].event,
                            dv_is_certain(l.chance) ? NULL : takes_notice, &l, event);
}

static bool find_subject(const dv_guard_context *context, const dv_bound *parameters,
                         uint32_t *agent) {
    dv_event event;
    return hear(context, parameters, &event) &&
           dv_agent_index(context->world, subject_of(context->world, &event), agent);
}

/// A snapshot does not say that an event had no place. Such an event is at the origin.
static bool has_place(const dv_event *event) {
    dv_vec3 at = event->position;
    return !event->has_no_place && (at.x != 0 || at.y != 0 || at.z != 0);
}

static bool find_place(const dv_guard_context *context, const dv_bound *parameters,
                       dv_vec3 *place) {
    dv_event event;
    if (!hear(context, parameters, &event) || !has_place(&event))
        return false;
    *place = event.position;
    return true;
}

static dv_truth test_hears(const dv_guard_context *context, const dv_bound *parameters,
                           void *state) {
    (void)state;
    dv_event event;
    if (!hear(context, parameters, &event))
        return DV_FALSE;
    dv_write_agent(context, &parameters[HEARS_AS], subject_of(context->world, &event));
    dv_write_point(context, &parameters[HEARS_AT], event.position);
    return DV_TRUE;
}

const dv_guard_type dv_guard_hears = {
    .entry = {.name = "hears",
              .doc = "An event of that name, emitted in the previous tick, reaches the agent.",
              .source = "Drover",
              .parameters = hears_parameters,
              .parameter_count = DV_COUNT_OF(hears_parameters),
              .positional = 1},
    .evaluate = test_hears,
    .told = "heard {name}[ of {}]",
    .notice = find_subject,
    .place = find_place,
};
