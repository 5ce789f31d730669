// Draws fields as heat maps on the ground: the more a cell holds, the less of the ground shows
// through. Cells that are too small to be seen are drawn together, as their mean.
#include "player/draw/draw_private.h"
#include "player/draw/field_look.h"

#include "drover/fields.h"

#include "base/alloc.h"
#include "base/math.h"

/// Cells with a shorter side, in pixels, are drawn together.
static const double least_side = 3;

/// A field in a picture. Blocks of `across` by `across` cells are drawn as one.
typedef struct heat_map {
    const struct canvas *canvas;
    dv_field field;
    dv_field_map map;
    double wide, high; ///< m, of a cell
    uint32_t across;
    const dv_field_def *def;
    float *sums; ///< of the cells in each block of a row of blocks
    float *row;  ///< of cells
} heat_map;

static dv_vec3 corner_of(const heat_map *m, uint32_t column, uint32_t row) {
    uint32_t x = column < m->map.columns ? column : m->map.columns;
    uint32_t y = row < m->map.rows ? row : m->map.rows;
    return dv_vec((float)((double)m->map.min.x + x * m->wide),
                  (float)((double)m->map.min.y + y * m->high), m->canvas->floor);
}

/// Fill the blocks from one column to another in a row of blocks.
static void fill_run(const heat_map *m, uint32_t first, uint32_t end, uint32_t row,
                     uint32_t color) {
    const struct canvas *canvas = m->canvas;
    dv_vec3 low = corner_of(m, first, row), high = corner_of(m, end, row + m->across);
    const dv_vec3 corners[4] = {low, {high.x, low.y, low.z}, high, {low.x, high.y, low.z}};
    // Smooth edges of areas side by side would show as seams.
    canvas->batch->sharp = true;
    if (canvas->camera->orbits)
        dv_draw_face(canvas->batch, canvas->camera, corners, 4, color);
    else
        dv_batch_rectangle(canvas->batch, spot_at(canvas, corners[3]).pixel,
                           spot_at(canvas, corners[1]).pixel, color);
    canvas->batch->sharp = false;
}

/// The mean of what the cells hold in the block that begins at a column.
static float mean_from(const heat_map *m, uint32_t column, uint32_t rows) {
    uint32_t left = m->map.columns - column, columns = left < m->across ? left : m->across;
    return m->sums[column / m->across] / (float)(columns * rows);
}

static void draw_rows(const heat_map *m, uint32_t row, uint32_t rows) {
    uint32_t first = 0, color = 0;
    for (uint32_t column = 0; column < m->map.columns; column += m->across) {
        uint32_t next = dv_field_color(m->def, mean_from(m, column, rows));
        if (next == color)
            continue;
        if (color & 0xff)
            fill_run(m, first, column, row, color);
        first = column;
        color = next;
    }
    if (color & 0xff)
        fill_run(m, first, m->map.columns, row, color);
}

/// Whether a row may be in the picture; in an orbit, any may be.
static bool is_in_picture(const heat_map *m, uint32_t row) {
    const struct canvas *canvas = m->canvas;
    float low = spot_at(canvas, corner_of(m, 0, row)).pixel.y;
    float high = spot_at(canvas, corner_of(m, 0, row + m->across)).pixel.y;
    return canvas->camera->orbits || (low > 0 && high < (float)canvas->height);
}

static void draw_map(const heat_map *m) {
    for (uint32_t row = 0; row < m->map.rows; row += m->across) {
        uint32_t left = m->map.rows - row, rows = left < m->across ? left : m->across;
        if (!is_in_picture(m, row))
            continue;
        for (uint32_t i = 0; i <= m->map.columns / m->across; i++)
            m->sums[i] = 0;
        for (uint32_t i = 0; i < rows; i++) {
            dv_field_read_row(m->canvas->world, m->field, row + i, m->row);
            for (uint32_t column = 0; column < m->map.columns; column++)
                m->sums[column / m->across] += m->row[column];
        }
        draw_rows(m, row, rows);
    }
}

static void draw_field(const struct canvas *canvas, uint32_t type) {
    const dv_field_def *def = dv_program_field_def(dv_world_program(canvas->world), type);
    heat_map m = {.canvas = canvas, .field = dv_world_field(canvas->world, type), .def = def};
    m.map = dv_field_cells_of(canvas->world, m.field);
    if (m.map.columns == 0 || dv_name_is_hidden(&canvas->options->hidden_fields, def->name))
        return;
    m.wide = ((double)m.map.max.x - (double)m.map.min.x) / m.map.columns;
    m.high = ((double)m.map.max.y - (double)m.map.min.y) / m.map.rows;
    m.across = (uint32_t)fmax(
        ceil(least_side * (double)canvas->ratio / (fmin(m.wide, m.high) * canvas->camera->scale)),
        1);
    m.sums = dv_alloc((m.map.columns + 1) * sizeof *m.sums);
    m.row = dv_alloc(m.map.columns * sizeof *m.row);
    if (m.sums && m.row)
        draw_map(&m);
    else
        canvas->batch->failed = true;
    dv_free(m.sums);
    dv_free(m.row);
}

void dv_draw_fields(const struct canvas *canvas) {
    uint32_t count = dv_program_field_count(dv_world_program(canvas->world));
    for (uint32_t type = 0; type < count; type++)
        draw_field(canvas, type);
}
