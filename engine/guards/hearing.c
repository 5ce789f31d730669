// The guard about events: `hears`.
#include "guards/arguments.h"

enum { HEARS_NAME, HEARS_AS, HEARS_AT };

static const dv_parameter hears_parameters[] = {
    {"name", DV_PARAMETER_EVENT, true, "", 0, 0, 0, "the event"},
    {"as", DV_PARAMETER_SLOT, false, "agent", 0, 0, 0,
     "the slot to store the agent that the event is about in, or else its sender"},
    {"at", DV_PARAMETER_SLOT, false, "point", 0, 0, 0, "the slot to store where it happened"},
};

static uint64_t subject_of(const dv_world *world, const dv_event *event) {
    if (dv_agent_alive(world, event->about))
        return event->about.bits;
    return dv_agent_alive(world, event->source) ? event->source.bits : 0;
}

static bool hear(const dv_guard_context *context, const dv_bound *parameters, dv_event *event) {
    dv_agent self = {dv_agent_bits(context->world, context->agent)};
    return dv_agent_heard(context->world, self, parameters[HEARS_NAME].event, event);
}

static bool find_subject(const dv_guard_context *context, const dv_bound *parameters,
                         uint32_t *agent) {
    dv_event event;
    return hear(context, parameters, &event) &&
           dv_agent_index(context->world, subject_of(context->world, &event), agent);
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
    .told = "heard {name} of {}",
    .notice = find_subject,
};
