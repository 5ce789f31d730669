#include "player/window/plot.h"

#include "player/draw/axis.h"
#include "player/gui/gui.h"
#include "player/gui/gui_plot.h"
#include "player/gui/palette.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

/// Pixels of a screen without scaling.
static const float plot_height = 92, gutter = 46, pen_width = 1.5f, between_labels = 70, row = 20;
/// Pens of a plot that have a color of their own.
#define COLORS 8u
#define MAX_COLUMNS 2048u

/// One plot of this frame. Invariant: `low` < `high`, `first` < `end`.
struct plot {
    const dv_run *run;
    const dv_plot *def;
    dv_gui_area area;
    float scale, left, top, width, height; ///< of the part inside the axes
    double low, high, step;                ///< of the values
    uint64_t first, now, end;              ///< ticks
    uint32_t samples;
    double dt;
};

static const dv_series *pen_of(const struct plot *plot, uint32_t pen) {
    const char *name = dv_scenario_monitor_name(plot->run->scenario, plot->def->monitors[pen]);
    return dv_timeline_monitor(&plot->run->timeline, name);
}

static uint32_t color_of(const struct plot *plot, uint32_t pen) {
    return plot->def->count == 1 ? DV_COLOR_ACCENT : dv_palette_color(pen % COLORS);
}

// Ranges

static void include(const struct plot *plot, double *low, double *high) {
    for (uint32_t pen = 0; pen < plot->def->count; pen++) {
        const dv_series *series = pen_of(plot, pen);
        for (uint32_t i = 0; series && i < plot->samples; i++)
            if (isfinite(series->values[i])) {
                *low = fmin(*low, series->values[i]);
                *high = fmax(*high, series->values[i]);
            }
    }
}

/// The range of the values, up to the next round numbers; with 0, unless that would leave less than
/// half of it to the values.
static void choose_range(struct plot *plot) {
    double low = INFINITY, high = -INFINITY;
    include(plot, &low, &high);
    if (!(low <= high))
        low = high = 0;
    if (low > 0 && low < high / 2)
        low = 0;
    if (high < 0 && high > low / 2)
        high = 0;
    if (!(high - low > 1e-9 * fmax(fabs(low), fabs(high)))) {
        double around = fabs(low) > 0 ? fabs(low) / 2 : 1;
        low -= low > 0 && low <= around ? low : low == 0 ? 0 : around;
        high += around;
    }
    plot->step = dv_axis_step((high - low) / 3);
    plot->low = floor(low / plot->step + 1e-9) * plot->step;
    plot->high = ceil(high / plot->step - 1e-9) * plot->step;
}

// Places

static float x_of(const struct plot *plot, uint64_t tick) {
    double share = (double)(tick - plot->first) / (double)(plot->end - plot->first);
    return plot->left + (float)(share * (double)plot->width);
}

static float y_of(const struct plot *plot, double value) {
    double share = (value - plot->low) / (plot->high - plot->low);
    return plot->top + plot->height - (float)(share * (double)plot->height);
}

// Axes

static void show_values(const struct plot *plot) {
    for (double i = round(plot->low / plot->step);
         i * plot->step <= plot->high * (1 + 1e-9) + 1e-300; i++) {
        char text[DV_AXIS_TEXT];
        float y = floorf(y_of(plot, i * plot->step));
        if (y < plot->top - 1)
            break;
        dv_gui_rectangle(plot->left, y, plot->left + plot->width, y + plot->scale,
                         DV_COLOR_PANEL_EDGE);
        dv_axis_number(i * plot->step, text);
        dv_gui_text_at(plot->left - 5 * plot->scale, y - dv_gui_text_height() / 2, 1,
                       DV_COLOR_TEXT_DIM, text);
    }
}

static void show_times(const struct plot *plot) {
    double start = (double)plot->first * plot->dt, end = (double)plot->end * plot->dt;
    double unit = dv_axis_time_unit(end);
    double labels = fmax((double)(plot->width / (between_labels * plot->scale)), 1);
    double step = unit * dv_axis_step((end - start) / unit / labels);
    for (double i = fmax(ceil(start / step - 1e-9), 0); i * step <= end; i++) {
        char text[DV_AXIS_TEXT];
        float x = plot->left + plot->width * (float)((i * step - start) / (end - start));
        float bottom = plot->top + plot->height;
        dv_gui_rectangle(floorf(x), bottom, floorf(x) + plot->scale, bottom + 4 * plot->scale,
                         DV_COLOR_TEXT_DIM);
        dv_axis_time(i * step, unit, text);
        float half = dv_gui_text_width(text) / 2;
        x = fminf(x, plot->left + plot->width - half);
        dv_gui_text_at(x, bottom + 3 * plot->scale, 0.5f, DV_COLOR_TEXT_DIM, text);
    }
}

// Pens

/// The least and the greatest value in each column of pixels, as a line. NaN ends it, and a new one
/// begins.
static void draw_pen(const struct plot *plot, const dv_series *series, uint32_t from, uint32_t to,
                     uint32_t color) {
    float points[4 * MAX_COLUMNS];
    uint32_t count = 0;
    for (uint32_t i = from; i < to;) {
        float x = floorf(x_of(plot, plot->run->timeline.ticks[i])), low = INFINITY,
              high = -INFINITY;
        bool ends = false;
        for (; i < to && !ends && floorf(x_of(plot, plot->run->timeline.ticks[i])) == x; i++) {
            ends = !isfinite(series->values[i]);
            float y = ends ? NAN : y_of(plot, series->values[i]);
            low = fminf(low, y);
            high = fmaxf(high, y);
        }
        // From the end of the line so far to the nearer one first.
        if (low <= high) {
            bool down = count > 0 && points[2 * count - 1] < (low + high) / 2;
            points[2 * count] = x;
            points[2 * count++ + 1] = down ? low : high;
            if (high - low > 0.5f) {
                points[2 * count] = x;
                points[2 * count++ + 1] = down ? high : low;
            }
        }
        if (ends || count + 2 > 2 * MAX_COLUMNS || i == to) {
            dv_gui_curve(points, count, pen_width * plot->scale, color);
            count = 0;
        }
    }
}

static void draw_pens(const struct plot *plot) {
    uint32_t past = dv_timeline_until(&plot->run->timeline, plot->now);
    for (uint32_t pen = 0; pen < plot->def->count; pen++) {
        const dv_series *series = pen_of(plot, pen);
        if (!series)
            continue;
        draw_pen(plot, series, past > 0 ? past - 1 : 0, plot->samples,
                 dv_color_mix(color_of(plot, pen), DV_COLOR_PANEL, 0.6f));
        draw_pen(plot, series, 0, past, color_of(plot, pen));
    }
}

// The legend, and the crosshair

static const char *value_text(const struct plot *plot, double value, char text[64]) {
    char number[DV_AXIS_TEXT];
    if (isnan(value))
        return "–";
    dv_axis_number(value, number);
    snprintf(text, 64, "%s%s%.24s", number, *plot->def->unit ? " " : "", plot->def->unit);
    return text;
}

/// With `sample` UINT32_MAX, the present values.
static void show_legend(const struct plot *plot, uint32_t sample) {
    for (uint32_t pen = 0; pen < plot->def->count; pen++) {
        const dv_series *series = pen_of(plot, pen);
        char text[64];
        double value = !series ? NAN : sample == UINT32_MAX ? series->now : series->values[sample];
        dv_gui_legend(color_of(plot, pen),
                      dv_scenario_monitor_name(plot->run->scenario, plot->def->monitors[pen]),
                      value_text(plot, value, text));
    }
}

/// The sample nearest to the mouse.
static uint32_t pointed_sample(const struct plot *plot) {
    const dv_timeline *timeline = &plot->run->timeline;
    double share = (double)((plot->area.mouse_x - plot->left) / plot->width);
    double tick = (double)plot->first + fmin(fmax(share, 0), 1) * (double)(plot->end - plot->first);
    uint32_t after = dv_timeline_until(timeline, (uint64_t)tick);
    after = after < plot->samples ? after : plot->samples - 1;
    if (after > 0 &&
        tick - (double)timeline->ticks[after - 1] < (double)timeline->ticks[after] - tick)
        after--;
    return after;
}

static void show_crosshair(const struct plot *plot) {
    uint32_t sample = pointed_sample(plot);
    uint64_t tick = plot->run->timeline.ticks[sample];
    float x = floorf(x_of(plot, tick)), dot = 2 * plot->scale;
    dv_gui_rectangle(x, plot->top, x + plot->scale, plot->top + plot->height, DV_COLOR_TEXT_DIM);
    for (uint32_t pen = 0; pen < plot->def->count; pen++) {
        const dv_series *series = pen_of(plot, pen);
        if (!series || !isfinite(series->values[sample]))
            continue;
        float y = y_of(plot, series->values[sample]);
        dv_gui_rectangle(x - dot, y - dot, x + dot, y + dot, color_of(plot, pen));
    }
    dv_gui_hint_begin(plot->area.mouse_x, plot->area.top);
    dv_gui_print(DV_COLOR_TEXT, "%.1f s  ·  tick %" PRIu64, (double)tick * plot->dt, tick);
    show_legend(plot, sample);
    dv_gui_hint_end();
}

// Plots

static void show_title(const struct plot *plot) {
    const dv_series *series = pen_of(plot, 0);
    char text[64];
    if (plot->def->count == 1)
        dv_gui_ends(plot->def->title,
                    series ? value_text(plot, series->now, text) : "out of memory");
    else
        dv_gui_ends(plot->def->title, plot->def->unit);
}

static void show_plot(const dv_run *run, const dv_plot *def, uint32_t number, float scale) {
    char id[32];
    struct plot plot = {
        .run = run,
        .def = def,
        .scale = scale,
        .first = run->timeline.ticks[0],
        .now = dv_world_tick(run->world),
        .end = dv_run_last_reached(run),
        .dt = dv_world_dt(run->world),
    };
    plot.samples = dv_timeline_until(&run->timeline, plot.end);
    plot.end = plot.end > plot.first ? plot.end : plot.first + 1;
    show_title(&plot);
    if (def->count > 1)
        show_legend(&plot, UINT32_MAX);
    snprintf(id, sizeof id, "plot##%" PRIu32, number);
    plot.area = dv_gui_area_take(id, plot_height * scale);
    plot.left = plot.area.left + gutter * scale;
    plot.top = plot.area.top + dv_gui_text_height() / 2;
    plot.width = fmaxf(floorf(plot.area.width - gutter * scale), 1);
    plot.height = plot.area.height - 1.5f * dv_gui_text_height() - 4 * scale;
    choose_range(&plot);
    show_values(&plot);
    show_times(&plot);
    draw_pens(&plot);
    if (plot.now < plot.end) {
        float x = floorf(x_of(&plot, plot.now));
        dv_gui_rectangle(x, plot.top, x + scale, plot.top + plot.height, DV_COLOR_SELECTED);
    }
    if (plot.area.is_hovered && plot.samples > 0)
        show_crosshair(&plot);
}

void dv_plots_show(const dv_run *run, float scale) {
    for (uint32_t i = 0; i < dv_scenario_plot_count(run->scenario); i++)
        show_plot(run, dv_scenario_plot(run->scenario, i), i, scale);
}

float dv_plots_height(const dv_run *run, float scale) {
    float height = 0;
    for (uint32_t i = 0; i < dv_scenario_plot_count(run->scenario); i++) {
        uint32_t pens = dv_scenario_plot(run->scenario, i)->count;
        height += (plot_height + row * (float)(pens > 1 ? pens + 1 : 1) + 8) * scale;
    }
    return height;
}
