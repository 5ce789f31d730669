// Samples what the panels plot: monitors and the times of the phases.
#include "player/window/panels.h"

#include "base/alloc.h"

#include <math.h>

static void start_plot(dv_plot *plot) {
    for (uint32_t i = 0; i < DV_PLOT_VALUES; i++)
        plot->values[i] = NAN;
    plot->next = 0;
}

static double smooth_rate(double before, double now) { return before + 0.2 * (now - before); }

static void sample_profile(dv_profile *profile, dv_profile now) {
    profile->sense = smooth_rate(profile->sense, now.sense);
    profile->decide = smooth_rate(profile->decide, now.decide);
    profile->steer = smooth_rate(profile->steer, now.steer);
    profile->move = smooth_rate(profile->move, now.move);
    profile->publish = smooth_rate(profile->publish, now.publish);
}

void dv_panels_sample(dv_panels *panels, dv_run *run, double now) {
    uint64_t tick = dv_world_tick(run->world);
    bool begun = panels->plot_count > 0;
    if (begun && (tick == panels->plotted_tick || now < panels->plotted_time + 0.1))
        return;
    panels->plotted_tick = tick;
    panels->plotted_time = now;
    sample_profile(&panels->profile, dv_world_profile(run->world));
    uint32_t count = dv_scenario_monitor_count(run->scenario);
    // Out of memory: the panel says so, and the monitors that have a plot go on.
    if (!dv_reserve((void **)&panels->plots, &panels->plot_capacity, count, sizeof *panels->plots))
        count = panels->plot_count < count ? panels->plot_count : count;
    for (; panels->plot_count < count; panels->plot_count++)
        start_plot(&panels->plots[panels->plot_count]);
    panels->plot_count = count;
    for (uint32_t i = 0; i < count; i++) {
        dv_plot *plot = &panels->plots[i];
        plot->last = dv_scenario_monitor(run->scenario, i);
        plot->values[plot->next] = (float)plot->last;
        plot->ticks[plot->next] = tick;
        plot->next = (plot->next + 1) % DV_PLOT_VALUES;
    }
}

static void take_plot_back(dv_plot *plot, uint64_t tick) {
    for (int i = 0; i < DV_PLOT_VALUES; i++) {
        uint32_t newest = (plot->next + DV_PLOT_VALUES - 1) % DV_PLOT_VALUES;
        plot->last = (double)plot->values[newest];
        if (plot->ticks[newest] <= tick)
            return;
        plot->values[newest] = NAN;
        plot->ticks[newest] = 0;
        plot->next = newest;
    }
}

void dv_panels_take_back(dv_panels *panels, uint64_t tick) {
    for (uint32_t i = 0; i < panels->plot_count; i++)
        take_plot_back(&panels->plots[i], tick);
    panels->plotted_tick = UINT64_MAX;
}
