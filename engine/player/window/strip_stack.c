// The population by state over time, stacked, as a picture of one column per pixel.
#include "player/window/strip.h"

#include "base/alloc.h"
#include "player/draw/state_colors.h"
#include "player/gui/gui.h"
#include "player/gui/palette.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/// How much paler the ticks after the present one are, and those that can't be reached any more.
static const float paler = 0.5f, dimmer = 0.65f;
/// At most this many rows of a legend.
#define MAX_ROWS 16

/// Series of earlier code are gray.
static uint32_t color_of(const dv_strip_view *view, const dv_state_palette *palette, uint32_t i) {
    const dv_series *series = &view->timeline->series[i];
    if (i >= view->timeline->current)
        return DV_COLOR_SUSPENDED;
    if (!dv_shows_states(view->program, series->of))
        return dv_color_of_kind(view->program, series->of) | 0xff;
    return dv_color_of_state(view->program, palette, series->of, series->state) | 0xff;
}

static double count_at(const dv_series *series, uint32_t sample) {
    double value = series->kind ? series->values[sample] : 0;
    return isnan(value) ? 0 : value;
}

static double greatest_total(const dv_timeline *timeline, uint32_t samples) {
    double most = 1;
    for (uint32_t sample = 0; sample < samples; sample++) {
        double total = 0;
        for (uint32_t i = 0; i < timeline->series_count; i++)
            total += count_at(&timeline->series[i], sample);
        most = fmax(most, total);
    }
    return most;
}

struct column {
    uint32_t *top; // the uppermost pixel
    uint32_t step; // pixels from one row to the next
    int height;
    float mix; // with the color of the panel
};

static void paint(const struct column *column, double from, double to, uint32_t color) {
    int low = (int)lround(from * column->height), high = (int)lround(to * column->height);
    color = dv_color_mix(color, DV_COLOR_PANEL, column->mix);
    for (int y = low; y < high && y < column->height; y++)
        column->top[(size_t)(column->height - 1 - y) * column->step] = color;
}

static void paint_sample(const dv_strip *strip, const dv_strip_view *view,
                         const dv_state_palette *palette, const struct column *column,
                         uint32_t sample) {
    double total = 0;
    paint(column, 0, 1, view->ground);
    for (uint32_t i = 0; i < view->timeline->series_count; i++) {
        double count = count_at(&view->timeline->series[i], sample);
        if (count > 0)
            paint(column, total / strip->most, (total + count) / strip->most,
                  color_of(view, palette, i));
        total += count;
    }
}

static void paint_all(dv_strip *strip, const dv_strip_view *view, int width, int height) {
    const dv_timeline *timeline = view->timeline;
    dv_state_palette palette = dv_state_palette_of(view->program);
    uint32_t samples = dv_timeline_until(timeline, view->last), sample = 0;
    strip->most = greatest_total(timeline, samples);
    for (int x = 0; x < width; x++) {
        uint64_t tick = dv_strip_tick(view, view->left + (float)x);
        struct column column = {&strip->pixels[x], (uint32_t)width, height,
                                tick < view->least ? dimmer
                                : tick > view->now ? paler
                                                   : 0};
        while (sample + 1 < samples && timeline->ticks[sample + 1] <= tick)
            sample++;
        if (tick <= view->last && samples > 0)
            paint_sample(strip, view, &palette, &column, sample);
        else
            paint(&column, 0, 1, DV_COLOR_PANEL);
    }
}

static bool is_as_drawn(const dv_strip *strip, const dv_strip_view *view, int width, int height) {
    return strip->count == view->timeline->count &&
           strip->generation == view->timeline->generation && strip->now == view->now &&
           strip->last == view->last && strip->least == view->least && strip->span == view->span &&
           strip->picture.width == width && strip->picture.height == height && strip->is_complete;
}

static bool draw_again(dv_strip *strip, const dv_strip_view *view, int width, int height) {
    strip->count = view->timeline->count;
    strip->generation = view->timeline->generation;
    strip->now = view->now;
    strip->last = view->last;
    strip->least = view->least;
    strip->span = view->span;
    if (!dv_reserve((void **)&strip->pixels, &strip->capacity, (uint32_t)(width * height),
                    sizeof *strip->pixels))
        return false;
    paint_all(strip, view, width, height);
    return dv_gui_picture_set(&strip->picture, width, height, strip->pixels);
}

void dv_strip_stack(dv_strip *strip, const dv_strip_view *view) {
    int width = (int)view->width, height = (int)(view->stack_bottom - view->stack_top);
    if (width < 1 || height < 1)
        return;
    if (!is_as_drawn(strip, view, width, height))
        strip->is_complete = draw_again(strip, view, width, height);
    if (strip->is_complete)
        dv_gui_picture_show(&strip->picture, view->left, view->stack_top);
    else
        dv_gui_text_at(view->left, view->stack_top, 0, DV_COLOR_FAULT,
                       "no picture of the population: out of memory");
}

void dv_strip_counts(const dv_strip_view *view, uint32_t sample) {
    const dv_timeline *timeline = view->timeline;
    dv_state_palette palette = dv_state_palette_of(view->program);
    uint32_t rows = 0, more = 0;
    for (uint32_t i = 0; i < timeline->series_count; i++) {
        const dv_series *series = &timeline->series[i];
        double count = count_at(series, sample);
        char name[128], number[32];
        bool has_states =
            i >= timeline->current || (series->kind && dv_shows_states(view->program, series->of));
        if (count == 0)
            continue;
        if (rows++ >= MAX_ROWS) {
            more++;
            continue;
        }
        snprintf(name, sizeof name, has_states ? "%.60s %.60s" : "%.60s", series->kind,
                 series->name);
        snprintf(number, sizeof number, "%.0f", count);
        dv_gui_legend(color_of(view, &palette, i), name, number);
    }
    if (more > 0)
        dv_gui_print(DV_COLOR_TEXT_DIM, "and %" PRIu32 " more", more);
}

void dv_strip_free(dv_strip *strip) {
    dv_gui_picture_free(&strip->picture);
    dv_free(strip->pixels);
    *strip = (dv_strip){0};
}
