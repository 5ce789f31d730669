#include "player/window/strip.h"

#include "player/draw/axis.h"
#include "player/draw/legend.h"
#include "player/gui/palette.h"
#include "player/run/event_log.h"
#include "player/window/panels.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

/// Pixels of a screen without scaling.
static const float strip_height = 64, margin = 12, lane = 13, axis = 17, between_labels = 90;
/// The axis has room for this many seconds at first. When it is full, it gets longer by a quarter.
static const double least_seconds = 10, growth = 1.25;

float dv_strip_height(float scale, int height) {
    return floorf(fminf(strip_height * scale, (float)height / 4));
}

// Places

float dv_strip_place(const dv_strip_view *view, uint64_t tick) {
    double share = ((double)tick - (double)view->first) / (double)view->span;
    return view->left + (float)(share * (double)view->width);
}

uint64_t dv_strip_tick(const dv_strip_view *view, float x) {
    double share = (double)(x - view->left) / (double)view->width;
    return view->first + (uint64_t)round(fmin(fmax(share, 0), 1) * (double)view->span);
}

/// The ticks that the axis has room for.
static uint64_t span_of(uint64_t ticks, double dt) {
    double span = least_seconds / dt;
    while (span < (double)ticks)
        span *= growth;
    return (uint64_t)ceil(span);
}

static dv_strip_view look_at(const dv_view *of, dv_gui_area area) {
    const dv_run *run = of->run;
    const dv_history *history = &run->history;
    float scale = of->panels.scale;
    dv_strip_view view = {
        .timeline = &run->timeline,
        .program = dv_world_program(run->world),
        .world = run->world,
        .scenario = run->scenario,
        .area = area,
        .scale = scale,
        .left = area.left + margin * scale,
        .width = fmaxf(floorf(area.width - 2 * margin * scale), 1),
        .stack_top = area.top + lane * scale,
        .stack_bottom = area.top + area.height - axis * scale,
        .first = run->timeline.ticks[0],
        .now = dv_world_tick(run->world),
        .last = dv_run_last_reached(run),
        .dt = dv_world_dt(run->world),
        .ground = dv_theme_of(&of->shown)->ground,
    };
    view.span = span_of(view.last - view.first, view.dt);
    view.least = history->count > 0 ? history->moments[0].tick : view.now;
    return view;
}

bool dv_panels_place_tick(const dv_view *of, uint64_t tick, dv_rectangle *place) {
    const dv_rectangle *strip = &of->layout.timeline;
    if (!of->run->timeline.is_on)
        return false;
    dv_gui_area area = {
        .left = strip->left, .top = strip->top, .width = strip->width, .height = strip->height};
    dv_strip_view view = look_at(of, area);
    *place = (dv_rectangle){floorf(dv_strip_place(&view, tick)), strip->top, 1, strip->height};
    return tick >= view.first && tick <= view.first + view.span;
}

// Drawing

static void show_axis(const dv_strip_view *view) {
    double seconds = (double)view->span * view->dt, start = (double)view->first * view->dt;
    double unit = dv_axis_time_unit(start + seconds);
    double labels = fmax((double)(view->width / (between_labels * view->scale)), 1);
    double step = unit * dv_axis_step(seconds / unit / labels);
    for (double i = fmax(ceil(start / step - 1e-9), 0); i * step <= start + seconds; i++) {
        double time = i * step;
        char text[DV_AXIS_TEXT];
        float x = view->left + view->width * (float)((time - start) / seconds);
        dv_gui_rectangle(floorf(x), view->stack_bottom, floorf(x) + view->scale,
                         view->stack_bottom + 4 * view->scale, DV_COLOR_TEXT_DIM);
        dv_axis_time(time, unit, text);
        // The outermost labels stay within the strip.
        float half = dv_gui_text_width(text) / 2, end = view->area.left + view->area.width;
        x = fminf(fmaxf(x, view->area.left + half + view->scale), end - half - view->scale);
        dv_gui_text_at(x, view->stack_bottom + 2 * view->scale, 0.5f, DV_COLOR_TEXT_DIM, text);
    }
}

static void show_cursor(const dv_strip_view *view, uint64_t tick, uint32_t color) {
    float x = floorf(dv_strip_place(view, tick)), half = view->scale;
    dv_gui_rectangle(x - half, view->area.top + view->scale, x + half,
                     view->stack_bottom + 3 * view->scale, color);
}

/// Where the run is, or where a rewind leads and how far it has come.
static void show_cursors(const dv_strip_view *view, const dv_run *run) {
    uint64_t at, to;
    char text[96];
    if (!dv_run_rewinding(run, &at, &to)) {
        show_cursor(view, view->now, DV_COLOR_SELECTED);
        return;
    }
    show_cursor(view, at, DV_COLOR_TEXT_DIM);
    show_cursor(view, to, DV_COLOR_ACCENT);
    snprintf(text, sizeof text, "going to tick %" PRIu64 ", now at %" PRIu64, to, at);
    float width = dv_gui_text_width(text), x = dv_strip_place(view, to) + 6 * view->scale;
    if (x + width > view->left + view->width)
        x -= width + 12 * view->scale;
    dv_gui_rectangle(x - 3 * view->scale, view->stack_top, x + width + 3 * view->scale,
                     view->stack_top + dv_gui_text_height(), DV_COLOR_PANEL);
    dv_gui_text_at(x, view->stack_top, 0, DV_COLOR_ACCENT, text);
}

static void show_incident(const dv_world *world, const dv_incident *incident, double dt) {
    char text[DV_INCIDENT_LINE];
    dv_incident_text(world, incident, text);
    dv_gui_print(DV_COLOR_TEXT, "%.1f s: %s", (double)incident->tick * dt, text);
}

static void show_hint(const dv_strip_view *view, const dv_ghost *ghost) {
    dv_incident incident;
    uint64_t tick = dv_strip_tick(view, view->area.mouse_x);
    const dv_mark *mark = dv_strip_mark(view);
    tick = mark ? mark->tick : tick < view->last ? tick : view->last;
    uint32_t samples = dv_timeline_until(view->timeline, tick);
    dv_gui_hint_begin(view->area.mouse_x, view->area.top - 2 * view->scale);
    dv_gui_print(DV_COLOR_TEXT, "%.1f s  ·  tick %" PRIu64, (double)tick * view->dt, tick);
    if (mark)
        dv_gui_wrapped(DV_COLOR_ACCENT, mark->text);
    else if (dv_strip_incident(view, &incident))
        show_incident(view->world, &incident, view->dt);
    dv_strip_ghost_hint(view, ghost, tick);
    if (tick < view->least)
        dv_gui_wrapped(DV_COLOR_TEXT_DIM, "too long ago to go back to");
    if (samples > 0)
        dv_strip_counts(view, samples - 1);
    dv_gui_hint_end();
}

// Dragging

static void go_to(dv_panels *panels, const dv_strip_view *view, const dv_run *run, uint64_t tick) {
    uint64_t at, leads_to = view->now;
    dv_run_rewinding(run, &at, &leads_to);
    tick = tick > view->least ? tick : view->least;
    tick = tick < view->last ? tick : view->last;
    // While the mouse is held still, it stays at the same tick.
    if (tick == leads_to)
        return;
    panels->scrub = true;
    panels->scrub_to = tick;
}

static void take_mouse(dv_view *of, const dv_strip_view *view) {
    dv_panels *panels = &of->panels;
    const dv_mark *mark = dv_strip_mark(view);
    if (view->area.is_pressed) {
        panels->strip.is_dragged = !mark;
        if (mark)
            go_to(panels, view, of->run, mark->tick);
    }
    if (view->area.is_held && panels->strip.is_dragged)
        go_to(panels, view, of->run, dv_strip_tick(view, view->area.mouse_x));
}

void dv_panels_show_strip(dv_view *of, float left, int width, int height) {
    dv_panels *panels = &of->panels;
    float scale = panels->scale, tall = dv_strip_height(scale, height);
    if ((float)width - left < 4 * margin * scale)
        return;
    dv_gui_area area = dv_gui_strip_begin("timeline", left, (float)height - tall,
                                          (float)width - left, tall, DV_COLOR_PANEL);
    dv_gui_rectangle(area.left, area.top, area.left + area.width, area.top + scale,
                     DV_COLOR_PANEL_EDGE);
    if (of->run->timeline.is_on) {
        dv_strip_view view = look_at(of, area);
        dv_strip_stack(&panels->strip, &view);
        show_axis(&view);
        dv_strip_ghost(&view, &of->run->ghost);
        dv_strip_incidents(&view);
        dv_strip_marks(&view);
        show_cursors(&view, of->run);
        take_mouse(of, &view);
        if (area.is_hovered)
            show_hint(&view, &of->run->ghost);
    } else {
        dv_gui_text_at(left + margin * scale, area.top + lane * scale, 0, DV_COLOR_FAULT,
                       "no timeline: out of memory");
    }
    dv_gui_strip_end();
}
