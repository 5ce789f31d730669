#include "player/options/view_options.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define LEAST_SIDE 16
#define MOST_SIDE 8192
/// m
#define FARTHEST 1e9

#define DIGITS "0123456789"

/// Read a number of at most four digits. Returns what follows it.
static const char *read_side(const char *text, int *side) {
    size_t length = strspn(text, DIGITS);
    *side = 0;
    for (size_t i = 0; i < length && length <= 4; i++)
        *side = 10 * *side + (text[i] - '0');
    return text + length;
}

static bool is_side(int side) { return side >= LEAST_SIDE && side <= MOST_SIDE; }

dv_result dv_read_size(dv_reading *r, const dv_option *option, const char *value, void *target) {
    (void)target;
    dv_view_options *view = &r->options->view;
    const char *rest = read_side(value, &view->width);
    if (*rest == 'x' && !*read_side(rest + 1, &view->height) && is_side(view->width) &&
        is_side(view->height))
        return DV_OK;
    return dv_refuse_option(r, option, value);
}

dv_result dv_read_scale(dv_reading *r, const dv_option *option, const char *value, void *target) {
    double *scale = target;
    if (dv_real_number(value, scale) && *scale >= 0.5 && *scale <= 4)
        return DV_OK;
    return dv_refuse_option(r, option, value);
}

static bool is_near(double number) { return number >= -FARTHEST && number <= FARTHEST; }

bool dv_parse_camera(const char *value, dv_view_options *view) {
    double numbers[6] = {[3] = NAN, [4] = NAN, [5] = NAN};
    char part[32];
    int count = 0, length = 0;
    for (char next = ','; next == ','; value += length + (next == ',')) {
        if (count == 6 || sscanf(value, "%31[^,]%n", part, &length) != 1 ||
            !dv_real_number(part, &numbers[count]) || !is_near(numbers[count]))
            return false;
        count++;
        next = value[length];
    }
    double span = numbers[2], pitch = numbers[4];
    bool is_complete = count == 3 || count == 5 || count == 6;
    if (*value || !is_complete || !(span > 0) ||
        (count > 3 && !(pitch >= DV_LEAST_PITCH && pitch <= 90)))
        return false;
    view->x = numbers[0];
    view->y = numbers[1];
    view->span = span;
    view->yaw = numbers[3];
    view->pitch = pitch;
    view->z = numbers[5];
    return true;
}

void dv_write_camera(const dv_view_options *view, int digits, char text[DV_CAMERA_TEXT]) {
    const double numbers[] = {view->x, view->y, view->span, view->yaw, view->pitch, view->z};
    size_t used = 0;
    for (int i = 0; i < 6 && !isnan(numbers[i]); i++)
        used += (size_t)snprintf(text + used, DV_CAMERA_TEXT - used, "%s%.*g", i > 0 ? "," : "",
                                 digits, numbers[i]);
}

dv_result dv_read_camera(dv_reading *r, const dv_option *option, const char *value, void *target) {
    (void)target;
    dv_view_options *view = &r->options->view;
    view->has_camera = dv_parse_camera(value, view);
    if (view->has_camera)
        return DV_OK;
    return dv_refuse_option(r, option, value);
}

dv_result dv_read_select(dv_reading *r, const dv_option *option, const char *value, void *target) {
    (void)target;
    // As in dv_find_agent, the first mark ends the kind.
    const char *mark = strchr(value, '#'), *number = mark ? mark + 1 : value;
    size_t length = strspn(number, DIGITS);
    bool is_zero = strspn(number, "0") == length;
    r->options->view.select = value;
    if (length > 0 && length <= 9 && !number[length] && !is_zero && mark != value)
        return DV_OK;
    return dv_refuse_option(r, option, value);
}

dv_result dv_read_theme(dv_reading *r, const dv_option *option, const char *value, void *target) {
    (void)target;
    r->options->view.theme = dv_theme_named(value);
    if (r->options->view.theme)
        return DV_OK;
    return dv_refuse_option(r, option, value);
}

bool dv_parse_density(const char *value, dv_density_choice *choice) {
    static const char *const names[] = {
        [DV_DENSITY_AUTO] = "auto", [DV_DENSITY_ON] = "on", [DV_DENSITY_OFF] = "off"};
    for (int i = 0; i < 3; i++)
        if (strcmp(value, names[i]) == 0) {
            *choice = (dv_density_choice)i;
            return true;
        }
    return false;
}
