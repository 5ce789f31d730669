// Draws ground with hills as it is seen from an orbit, in cells from far to near.
#include "player/draw/relief.h"
#include "player/gui/palette.h"

#include "base/alloc.h"
#include "base/math.h"

#include <math.h>

/// The cells of the ground along its longer side.
static const double cells = 96;
/// To find out whether ground hides something, its height is read at this many places on the way to
/// the eye.
#define LOOKS 24

/// The net covers the bounds, or else the ground around the middle of the view.
static void lay_net(struct dv_relief *relief) {
    const struct canvas *canvas = relief->canvas;
    const dv_camera *camera = canvas->camera;
    struct dv_net *net = &relief->net;
    dv_bounds bounds = dv_world_bounds(canvas->world);
    double around = fmax(camera->width, camera->height) / camera->scale;
    bool bounded = has_bounds(&bounds);
    net->left = bounded ? (double)bounds.min.x : camera->x - around;
    net->right = bounded ? (double)bounds.max.x : camera->x + around;
    net->bottom = bounded ? (double)bounds.min.y : camera->y - around;
    net->top = bounded ? (double)bounds.max.y : camera->y + around;
    net->step = fmax(net->right - net->left, net->top - net->bottom) / cells;
    if (!(net->step > 0))
        return;
    net->first_column = net->left / net->step;
    net->first_row = net->bottom / net->step;
    net->columns = (int)ceil((net->right - net->left) / net->step) + 1;
    net->rows = (int)ceil((net->top - net->bottom) / net->step) + 1;
}

static dv_vec3 place_of(const struct dv_net *net, int column, int row) {
    const struct dv_net_corner *corner =
        &net->corners[(size_t)row * (size_t)net->columns + (size_t)column];
    return dv_vec((float)dv_net_x(net, column), (float)dv_net_y(net, row), corner->height);
}

/// Draw the line at a height across a cell.
static void draw_contour(const struct dv_relief *relief, const dv_vec3 places[4], double level) {
    const struct canvas *canvas = relief->canvas;
    dv_vec3 crossings[4];
    int count = 0;
    for (int i = 0; i < 4; i++) {
        dv_vec3 a = places[i], b = places[(i + 1) % 4];
        if (((double)a.z < level) == ((double)b.z < level))
            continue;
        float share = (float)((level - (double)a.z) / ((double)b.z - (double)a.z));
        crossings[count++] = dv_lerp(a, b, share);
    }
    bool heavy = fabs(remainder(level / relief->interval, 5)) < 0.5;
    for (int i = 0; i + 1 < count; i += 2)
        dv_draw_line(
            canvas->batch, canvas->camera, crossings[i], crossings[i + 1],
            (heavy ? 1.6f : 0.9f) * canvas->ratio,
            dv_orbit_fade(canvas, canvas->theme->contour, spot_at(canvas, crossings[i]).depth));
}

static void draw_contours(const struct dv_relief *relief, const dv_vec3 places[4]) {
    float low = places[0].z, high = low;
    for (int i = 1; i < 4; i++) {
        low = fminf(low, places[i].z);
        high = fmaxf(high, places[i].z);
    }
    double first = ceil((double)low / relief->interval);
    double last = floor((double)high / relief->interval);
    if (last > first + 3) // at a cliff, a cell would have a heap of lines
        first = last;
    for (double level = first; level <= last; level++)
        draw_contour(relief, places, level * relief->interval);
}

static void draw_cell(const struct dv_relief *relief, int column, int row) {
    const struct canvas *canvas = relief->canvas;
    const struct dv_net *net = &relief->net;
    const struct dv_net_corner *low =
        &net->corners[(size_t)row * (size_t)net->columns + (size_t)column];
    const struct dv_net_corner *high = low + net->columns;
    const dv_vec3 places[4] = {place_of(net, column, row), place_of(net, column + 1, row),
                               place_of(net, column + 1, row + 1), place_of(net, column, row + 1)};
    double height = 0;
    for (int i = 0; i < 4; i++)
        height += (double)places[i].z / 4;
    float light = (low[0].light + low[1].light + high[0].light + high[1].light) / 4;
    uint32_t color = dv_orbit_fade(canvas, dv_relief_color(relief, height, light),
                                   spot_at(canvas, places[0]).depth);
    canvas->batch->sharp = true;
    dv_draw_face(canvas->batch, canvas->camera, places, 4, color);
    canvas->batch->sharp = false;
    if (isfinite(relief->interval))
        draw_contours(relief, places);
}

static void draw_cells(const struct dv_relief *relief) {
    const dv_axis *ahead = &relief->canvas->camera->ahead;
    int columns = relief->net.columns - 1, rows = relief->net.rows - 1;
    for (int i = 0; i < rows; i++)
        for (int k = 0; k < columns; k++)
            draw_cell(relief, ahead->x > 0 ? columns - 1 - k : k, ahead->y > 0 ? rows - 1 - i : i);
}

dv_result dv_draw_hills(const struct canvas *canvas) {
    struct dv_relief relief = {.canvas = canvas};
    if (!dv_has_ground(canvas))
        return DV_OK;
    lay_net(&relief);
    if (relief.net.columns < 2 || relief.net.rows < 2)
        return DV_OK;
    if (!dv_relief_sample(&relief))
        return DV_ERROR_MEMORY;
    dv_relief_measure(&relief);
    draw_cells(&relief);
    dv_free(relief.net.corners);
    return DV_OK;
}

bool dv_hills_hide(const struct canvas *canvas, dv_vec3 place) {
    if (!dv_has_ground(canvas))
        return false;
    dv_axis eye =
        dv_camera_toward_eye(canvas->camera, (double)place.x, (double)place.y, (double)place.z);
    // Beyond the volume, nothing is in the way.
    double length = sqrt(eye.x * eye.x + eye.y * eye.y + eye.z * eye.z);
    double reach = fmin(1, (double)(canvas->far - canvas->near) / length) / LOOKS;
    for (int i = 1; i <= LOOKS; i++) {
        float height;
        dv_vec3 normal;
        double share = reach * i * i / LOOKS; // closer together near the place
        if (dv_relief_at(canvas, (double)place.x + eye.x * share, (double)place.y + eye.y * share,
                         &height, &normal) &&
            (double)height > (double)place.z + eye.z * share)
            return true;
    }
    return false;
}
