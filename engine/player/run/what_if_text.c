// Describes how the two futures differ, as text.
#include "player/run/what_if.h"

#include "player/run/agent_name.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/// Where the agents are at the last point of both paths.
typedef struct outcome {
    uint32_t point, elsewhere, gone, came_to_be;
    uint32_t farthest; ///< its index
    double most;       ///< m
} outcome;

static double apart_at(const dv_run *run, uint32_t point, uint32_t agent) {
    const dv_futures *futures = &run->what_if->paths;
    dv_vec3 offset =
        dv_world_offset(run->world, dv_future_place(futures, &futures->unchanged, point, agent),
                        dv_future_place(futures, &futures->changed, point, agent));
    double x = (double)offset.x, y = (double)offset.y, z = (double)offset.z;
    return sqrt(x * x + y * y + z * z);
}

static outcome outcome_of(const dv_run *run) {
    const dv_futures *futures = &run->what_if->paths;
    uint32_t unchanged = futures->unchanged.points, changed = futures->changed.points;
    outcome found = {.point = (unchanged < changed ? unchanged : changed) - 1};
    for (uint32_t i = 0; i < futures->agents; i++) {
        bool was = !isnan(dv_future_place(futures, &futures->unchanged, found.point, i).x);
        bool is = !isnan(dv_future_place(futures, &futures->changed, found.point, i).x);
        double apart = was && is ? apart_at(run, found.point, i) : 0;
        found.gone += was && !is;
        found.came_to_be += is && !was;
        found.elsewhere += apart > 0;
        if (apart > found.most) {
            found.most = apart;
            found.farthest = i;
        }
    }
    return found;
}

static void add(char text[DV_WHAT_IF_TEXT], const char *format, ...)
    __attribute__((format(printf, 2, 3)));
static void add(char text[DV_WHAT_IF_TEXT], const char *format, ...) {
    size_t used = strlen(text);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text + used, DV_WHAT_IF_TEXT - used, format, arguments);
    va_end(arguments);
}

static void name_agent(const dv_run *run, dv_agent agent, char text[DV_WHAT_IF_TEXT]) {
    char name[DV_AGENT_NAME];
    dv_write_agent_name(run->world, agent, name);
    add(text, "%s", name);
}

static void tell_of(const dv_run *run, dv_agent agent, uint32_t point, char text[DV_WHAT_IF_TEXT]) {
    uint32_t index = dv_handle_index(agent.bits);
    if (!dv_agent_alive(run->world, agent) || index >= run->what_if->paths.agents)
        return;
    double apart = apart_at(run, point, index);
    add(text, "; ");
    name_agent(run, agent, text);
    if (isnan(apart))
        add(text, " is not in both");
    else
        add(text, " by %.3g m", apart);
}

static void tell_outcome(const dv_run *run, dv_agent agent, char text[DV_WHAT_IF_TEXT]) {
    const dv_futures *futures = &run->what_if->paths;
    outcome found = outcome_of(run);
    dv_agent farthest = {0};
    uint32_t count = dv_world_agent_count(run->world);
    add(text, "in %.3g s, %" PRIu32 " of %" PRIu32 " agent%s %s elsewhere",
        found.point * futures->interval, found.elsewhere, count, count == 1 ? "" : "s",
        found.elsewhere == 1 ? "is" : "are");
    if (found.gone > 0)
        add(text, ", %" PRIu32 " more %s gone", found.gone, found.gone == 1 ? "is" : "are");
    if (found.came_to_be > 0)
        add(text, ", %" PRIu32 " more %s there", found.came_to_be,
            found.came_to_be == 1 ? "is" : "are");
    if (found.elsewhere > 0 && found.farthest < dv_world_agent_limit(run->world))
        farthest = dv_world_agent_at(run->world, found.farthest);
    if (farthest.bits) {
        add(text, "; the farthest, ");
        name_agent(run, farthest, text);
        add(text, ", by %.3g m", found.most);
    }
    if (agent.bits != farthest.bits)
        tell_of(run, agent, found.point, text);
}

static void tell_end(const dv_run *run, const dv_future *future, const char *which,
                     char text[DV_WHAT_IF_TEXT]) {
    if (*future->end)
        add(text, "; %s, it ends at tick %" PRIu64 ": %.300s", which,
            dv_world_tick(run->world) + future->done, future->end);
}

void dv_what_if_text(const dv_run *run, dv_agent agent, char text[DV_WHAT_IF_TEXT]) {
    const dv_what_if *what = run->what_if;
    *text = '\0';
    if (!what) {
        add(text, "off");
    } else if (!dv_what_if_is_present(run) || what->changes == 0) {
        add(text, "nothing was changed while paused at this tick");
    } else if (!what->has_begun) {
        add(text, "not computed yet");
    } else {
        if (dv_what_if_paths(run))
            tell_outcome(run, agent, text);
        else
            add(text, "no futures");
        tell_end(run, &what->unchanged, "without the change", text);
        tell_end(run, &what->changed, "with the change", text);
    }
}
