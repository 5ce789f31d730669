// Samples what the panels show: the times of the phases, and the present values of monitors.
#include "player/window/panels.h"

static double smooth_rate(double before, double now) { return before + 0.2 * (now - before); }

static void sample_profile(dv_profile *profile, dv_profile now) {
    profile->sense = smooth_rate(profile->sense, now.sense);
    profile->decide = smooth_rate(profile->decide, now.decide);
    profile->steer = smooth_rate(profile->steer, now.steer);
    profile->move = smooth_rate(profile->move, now.move);
    profile->fields = smooth_rate(profile->fields, now.fields);
    profile->publish = smooth_rate(profile->publish, now.publish);
}

void dv_panels_sample(dv_panels *panels, dv_run *run, double now) {
    uint64_t tick = dv_world_tick(run->world);
    bool is_read = run->timeline.generation == dv_scenario_generation(run->scenario);
    // New code may have other monitors.
    if (is_read && (tick == panels->profiled_tick || now < panels->profiled_time + 0.1))
        return;
    panels->profiled_tick = tick;
    panels->profiled_time = now;
    sample_profile(&panels->profile, dv_world_profile(run->world));
    dv_run_read_timeline(run);
}
