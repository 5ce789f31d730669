// What every agent has; see trace_columns.h.
#include "record/trace_columns.h"

#include "base/math.h"

#include <math.h>
#include <string.h>

enum {
    TICK,
    TIME,
    ID,
    KIND,
    STATE,
    X,
    Y,
    Z,
    VX,
    VY,
    VZ,
    HEADING,
    SPEED,
    STATE_TIME,
    GROUP,
    RADIUS,
    MASS
};

const char *const dv_trace_column_names[DV_TRACE_COLUMNS] = {
    [TICK] = "tick",     [TIME] = "time",   [ID] = "id",
    [KIND] = "kind",     [STATE] = "state", [X] = "x",
    [Y] = "y",           [Z] = "z",         [VX] = "vx",
    [VY] = "vy",         [VZ] = "vz",       [HEADING] = "heading",
    [SPEED] = "speed",   [GROUP] = "group", [STATE_TIME] = "state_time",
    [RADIUS] = "radius", [MASS] = "mass",
};

int dv_trace_column_named(const char *name) {
    for (int i = 0; i < DV_TRACE_COLUMNS; i++)
        if (strcmp(dv_trace_column_names[i], name) == 0)
            return i;
    return -1;
}

bool dv_trace_has_column(const char *name) { return dv_trace_column_named(name) >= 0; }

static dv_cell text_cell(const char *text) {
    return (dv_cell){.type = DV_CELL_TEXT, .text = text, .size = strlen(text)};
}

static dv_cell verbatim_cell(const char *text, size_t size) {
    return (dv_cell){.type = DV_CELL_VERBATIM, .text = text, .size = size};
}

static dv_cell integer_cell(int64_t integer) {
    return (dv_cell){.type = DV_CELL_INTEGER, .integer = integer};
}

static dv_cell float_cell(float number) {
    return (dv_cell){.type = DV_CELL_FLOAT, .number = (double)number};
}

static dv_cell double_cell(double number) {
    return (dv_cell){.type = DV_CELL_DOUBLE, .number = number};
}

static dv_cell place_cell(double origin, float position) {
    return origin == 0 ? float_cell(position) : double_cell(dv_trace_place(origin, position));
}

double dv_trace_place(double origin, float position) {
    return rint((origin + (double)position) * 1e6) / 1e6;
}

// "" for a kind without states.
static const char *state_name(const dv_row *row) {
    const dv_program *program = dv_world_program(row->world);
    uint32_t state = dv_agent_state(row->world, row->agent);
    if (state >= dv_program_state_count(program, row->kind))
        return "";
    const char *name = dv_program_state_name(program, row->kind, state);
    return name ? name : "";
}

static dv_cell group_cell(const dv_row *row) {
    dv_group group = dv_agent_group(row->world, row->agent);
    return group.bits ? integer_cell((int64_t)dv_handle_index(group.bits) + 1)
                      : (dv_cell){.type = DV_CELL_EMPTY};
}

static dv_cell property_cell(const dv_row *row, dv_property property) {
    return float_cell((float)dv_agent_property(row->world, row->agent, property));
}

static dv_cell read_column(const dv_row *row, int column) {
    switch (column) {
    case TICK:
        return verbatim_cell(row->tick, row->tick_size);
    case TIME:
        return verbatim_cell(row->time, row->time_size);
    case ID:
        return integer_cell(dv_agent_id(row->agent));
    case KIND:
        return text_cell(dv_program_kind_name(dv_world_program(row->world), row->kind));
    case STATE:
        return text_cell(state_name(row));
    case X:
        return place_cell(dv_world_origin(row->world).x, row->position.x);
    case Y:
        return place_cell(dv_world_origin(row->world).y, row->position.y);
    case Z:
        return place_cell(dv_world_origin(row->world).z, row->position.z);
    case VX:
        return float_cell(row->velocity.x);
    case VY:
        return float_cell(row->velocity.y);
    case VZ:
        return float_cell(row->velocity.z);
    case HEADING:
        return double_cell(dv_agent_heading(row->world, row->agent));
    case SPEED:
        return double_cell(dv_length_double(row->velocity));
    case STATE_TIME:
        return double_cell(dv_agent_state_time(row->world, row->agent));
    case GROUP:
        return group_cell(row);
    case RADIUS:
        return property_cell(row, DV_RADIUS);
    default:
        return property_cell(row, DV_MASS);
    }
}

void dv_read_trace_column(const dv_row *row, int column, dv_cell *cell) {
    *cell = read_column(row, column);
}
