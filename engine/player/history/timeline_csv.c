// The record of a run as CSV.
#include "player/history/timeline.h"

#include "record/text_file.h"

#include <math.h>
#include <stdio.h>

/// Monitors first, so that the columns begin as those of --report do.
static void each_column(const dv_timeline *timeline, dv_text_file *file,
                        void (*write)(dv_text_file *file, const dv_series *series, uint32_t sample),
                        uint32_t sample) {
    for (int counts = 0; counts < 2; counts++)
        for (uint32_t i = 0; i < timeline->current; i++)
            if ((timeline->series[i].kind != NULL) == counts) {
                dv_text_add(file, ",");
                write(file, &timeline->series[i], sample);
            }
    dv_text_add(file, "\n");
}

static void write_name(dv_text_file *file, const dv_series *series, uint32_t sample) {
    char name[512];
    (void)sample;
    snprintf(name, sizeof name, series->kind ? "%.250s.%.250s" : "%s%.250s",
             series->kind ? series->kind : "", series->name);
    dv_text_add_csv(file, name);
}

static void write_value(dv_text_file *file, const dv_series *series, uint32_t sample) {
    if (!isnan(series->values[sample]))
        dv_text_add_double(file, series->values[sample]);
}

dv_result dv_timeline_write(const dv_timeline *timeline, const char *path, uint64_t until,
                            double dt, dv_error *error) {
    dv_text_file *file = dv_text_create(path, error);
    uint32_t samples = dv_timeline_until(timeline, until);
    if (!file)
        return DV_ERROR_IO;
    dv_text_add(file, "tick,time");
    each_column(timeline, file, write_name, 0);
    for (uint32_t i = 0; i < samples; i++) {
        dv_text_add_integer(file, timeline->ticks[i]);
        dv_text_add(file, ",");
        dv_text_add_double(file, (double)timeline->ticks[i] * dt);
        each_column(timeline, file, write_value, i);
    }
    return dv_text_close(file, error);
}
