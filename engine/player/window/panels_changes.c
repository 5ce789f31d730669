// The section that says why the selected agent is in its state, and which states it was in.
#include "player/window/panels.h"

#include "player/draw/state_colors.h"
#include "player/gui/gui_lines.h"
#include "player/gui/palette.h"
#include "player/run/why.h"

#include <stdio.h>

/// How many changes of state are listed, and how many the strip shows at most.
#define LISTED_CHANGES 5
#define STRIP_CHANGES 64

/// How much of the past the strip shows, in s.
static const double strip_time = 30;

/// The strip of the states of the last seconds: the present one ends at the right.
typedef struct strip {
    const dv_world *world;
    dv_state_palette palette;
    dv_gui_segment segments[STRIP_CHANGES + 1];
    char tips[STRIP_CHANGES + 1][96];
    uint32_t count;
} strip;

/// Add a state that lasted from `from` to `to`, in s before now.
static void add_state(strip *s, uint32_t kind, const char *name, double from, double to) {
    const dv_program *program = dv_world_program(s->world);
    int32_t state = dv_program_state(program, kind, name);
    char *tip = s->tips[s->count];
    snprintf(tip, sizeof s->tips[0], "%.60s for %.1f s", name, from - to);
    double shown = from < strip_time ? from : strip_time;
    s->segments[s->count++] = (dv_gui_segment){
        .from = (float)(1 - shown / strip_time),
        .to = (float)(1 - to / strip_time),
        // A state that the code in force no longer has is gray.
        .color = state < 0 ? DV_COLOR_SUSPENDED
                           : dv_color_of_state(program, &s->palette, kind, (uint32_t)state),
        .tip = tip,
    };
}

void dv_panels_show_states(const dv_world *world, dv_agent agent) {
    strip s = {.world = world, .palette = dv_state_palette_of(dv_world_program(world))};
    uint32_t kind = dv_agent_kind(world, agent);
    dv_transition change;
    double to = 0;
    for (uint32_t back = 0; back < STRIP_CHANGES && to < strip_time &&
                            dv_agent_transition(world, agent, back, &change);
         back++) {
        double from = (double)(dv_world_tick(world) - change.tick) * dv_world_dt(world);
        add_state(&s, kind, change.to, from, to);
        to = from;
    }
    // What came before the oldest change that is kept has no known beginning.
    double since_start = dv_world_time(world);
    if (s.count > 0 && to < strip_time)
        add_state(&s, kind, change.from, since_start < strip_time ? since_start : strip_time, to);
    if (s.count > 0)
        dv_gui_segments(s.segments, s.count);
}

void dv_panels_show_changes(dv_view *view, dv_agent agent) {
    const dv_world *world = view->run->world;
    dv_transition change;
    char line[DV_WHY_TEXT];
    if (!dv_agent_transition(world, agent, 0, &change) || !dv_gui_section("Why", true))
        return;
    dv_panels_show_states(world, agent);
    for (uint32_t back = 0;
         back < LISTED_CHANGES && dv_agent_transition(world, agent, back, &change); back++) {
        dv_why_line(world, &change, line);
        dv_panels_text(view, back == 0 ? DV_COLOR_TEXT : DV_COLOR_TEXT_DIM, line);
    }
}
