// Open traces, and write the rows of a tick; see trace.h.
#include "record/trace.h"

#include "base/alloc.h"
#include "base/result.h"
#include "record/trace_columns.h"
#include "world/world_data.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct column {
    int number;           ///< in dv_trace_column_names, if `read` is NULL
    dv_cell_reader *read; ///< else it reads the values
    void *context;
    char *name;
    size_t key_size;
    char key[72]; ///< `,"x":`, if it fits and needs no escapes; else `key_size` is 0
} column;

struct dv_trace {
    dv_text_file *file;
    dv_trace_format format;
    column *columns;
    uint32_t column_count;
    char **kinds; ///< NULL: all
    uint32_t kind_count;
    double tick_rate; ///< ticks per second; PedPy has one frame rate for a whole file
};

// Formats

static bool ends_in(const char *path, const char *ending) {
    size_t length = strlen(path), ending_length = strlen(ending);
    return length > ending_length && strcmp(path + length - ending_length, ending) == 0;
}

dv_trace_format dv_trace_format_of(const char *path) {
    static const struct {
        const char *ending;
        dv_trace_format format;
    } formats[] = {{".csv", DV_TRACE_CSV},
                   {".csv.gz", DV_TRACE_GZIP},
                   {".jsonl", DV_TRACE_JSON_LINES},
                   {".txt", DV_TRACE_PEDPY}};
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        if (ends_in(path, formats[i].ending))
            return formats[i].format;
    return DV_TRACE_NONE;
}

// Opening

static void free_trace(dv_trace *trace) {
    for (uint32_t i = 0; trace->columns && i < trace->column_count; i++)
        dv_free(trace->columns[i].name);
    for (uint32_t i = 0; trace->kinds && i < trace->kind_count; i++)
        dv_free(trace->kinds[i]);
    dv_free(trace->columns);
    dv_free(trace->kinds);
    dv_free(trace);
}

static void prepare_key(column *c) {
    size_t size = strlen(c->name) + 4;
    bool is_plain = size < sizeof c->key;
    for (const char *n = c->name; is_plain && *n; n++)
        is_plain = *n > ' ' && *n < 0x7f && *n != '"' && *n != '\\';
    if (is_plain)
        c->key_size = (size_t)snprintf(c->key, sizeof c->key, ",\"%s\":", c->name);
}

static dv_result take_column(column *taken, const dv_trace_column *given, dv_error *error) {
    *taken = (column){.number = dv_trace_column_named(given->name),
                      .read = given->read,
                      .context = given->context,
                      .name = dv_copy_string(given->name)};
    if (!taken->name)
        return dv_fail(error, DV_ERROR_MEMORY, "out of memory");
    prepare_key(taken);
    return taken->read || taken->number >= 0
               ? DV_OK
               : dv_fail(error, DV_ERROR_NAME, "there is no column '%s'", given->name);
}

static dv_result take_columns(dv_trace *trace, const dv_trace_def *def, dv_error *error) {
    uint32_t count = def->columns ? def->column_count : DV_TRACE_DEFAULT_COLUMNS;
    trace->columns = dv_alloc((count + 1) * sizeof *trace->columns);
    if (!trace->columns)
        return dv_fail(error, DV_ERROR_MEMORY, "out of memory");
    for (; trace->column_count < count; trace->column_count++) {
        uint32_t i = trace->column_count;
        dv_trace_column usual = {.name = dv_trace_column_names[def->columns ? 0 : i]};
        dv_result result =
            take_column(&trace->columns[i], def->columns ? &def->columns[i] : &usual, error);
        if (result != DV_OK) {
            trace->column_count++; // its name is to be freed, too
            return result;
        }
    }
    return DV_OK;
}

static dv_result take_kinds(dv_trace *trace, const dv_trace_def *def, dv_error *error) {
    if (!def->kinds)
        return DV_OK;
    trace->kinds = dv_alloc((def->kind_count + 1) * sizeof *trace->kinds);
    bool fits = trace->kinds != NULL;
    for (; fits && trace->kind_count < def->kind_count; trace->kind_count++) {
        trace->kinds[trace->kind_count] = dv_copy_string(def->kinds[trace->kind_count]);
        fits = trace->kinds[trace->kind_count] != NULL;
    }
    return fits ? DV_OK : dv_fail(error, DV_ERROR_MEMORY, "out of memory");
}

static void write_heading(dv_trace *trace, uint64_t every) {
    dv_text_file *file = trace->file;
    if (trace->format == DV_TRACE_PEDPY) {
        dv_text_add(file, "# framerate: ");
        dv_text_add_double(file, trace->tick_rate / (double)every);
        dv_text_add(file, "\n# id frame x/m y/m z/m\n");
    } else if (trace->format != DV_TRACE_JSON_LINES) {
        for (uint32_t i = 0; i < trace->column_count; i++) {
            dv_text_add(file, i > 0 ? "," : "");
            dv_text_add_csv(file, trace->columns[i].name);
        }
        dv_text_add(file, "\n");
    }
}

dv_trace *dv_trace_create(const dv_trace_def *def, const dv_world *world, dv_error *error) {
    dv_trace_format format = dv_trace_format_of(def->path);
    if (format == DV_TRACE_NONE) {
        dv_fail(error, DV_ERROR_ARGUMENT, "%s: a trace is " DV_TRACE_ENDINGS, def->path);
        return NULL;
    }
    dv_error reason;
    dv_trace *trace = dv_alloc(sizeof *trace);
    if (!trace) {
        dv_fail(error, DV_ERROR_MEMORY, "%s: out of memory", def->path);
        return NULL;
    }
    trace->format = format;
    trace->tick_rate = world->tick_rate;
    dv_result result = take_columns(trace, def, &reason);
    if (result == DV_OK)
        result = take_kinds(trace, def, &reason);
    if (result != DV_OK)
        dv_fail(error, result, "%s: %s", def->path, reason.message);
    else
        trace->file = format == DV_TRACE_GZIP ? dv_text_create_gzip(def->path, error)
                                              : dv_text_create(def->path, error);
    if (!trace->file) {
        free_trace(trace);
        return NULL;
    }
    write_heading(trace, def->every);
    return trace;
}

// Cells

static void add_verbatim(dv_text_file *file, const dv_cell *cell) {
    switch (cell->type) {
    case DV_CELL_VERBATIM:
        dv_text_add_bytes(file, cell->text, cell->size);
        break;
    case DV_CELL_INTEGER:
        if (cell->integer < 0)
            dv_text_add_bytes(file, "-", 1);
        dv_text_add_integer(file, cell->integer < 0 ? 0 - (uint64_t)cell->integer
                                                    : (uint64_t)cell->integer);
        break;
    case DV_CELL_FLOAT:
        dv_text_add_float(file, (float)cell->number);
        break;
    case DV_CELL_DOUBLE:
        dv_text_add_double(file, cell->number);
        break;
    default:
        dv_text_add(file, cell->truth ? "true" : "false");
        break;
    }
}

static void add_csv(dv_text_file *file, const dv_cell *cell) {
    if (cell->type == DV_CELL_TEXT)
        dv_text_add_csv_bytes(file, cell->text, cell->size);
    else if (cell->type != DV_CELL_EMPTY)
        add_verbatim(file, cell);
}

/// JSON has no numbers that are not finite: these are strings.
static void add_json(dv_text_file *file, const dv_cell *cell) {
    bool is_number = cell->type == DV_CELL_FLOAT || cell->type == DV_CELL_DOUBLE;
    bool is_quoted = is_number && !isfinite(cell->number);
    if (cell->type == DV_CELL_TEXT) {
        dv_text_add_json_bytes(file, cell->text, cell->size);
        return;
    }
    if (is_quoted)
        dv_text_add_bytes(file, "\"", 1);
    add_verbatim(file, cell);
    if (is_quoted)
        dv_text_add_bytes(file, "\"", 1);
}

// Rows

typedef struct writing {
    dv_trace *trace;
    dv_result result;
    dv_error *error;
} writing;

/// Read a column of a row. Of all failures, the first counts.
static void read_cell(writing *w, const dv_row *row, const column *c, dv_cell *cell) {
    if (!c->read) {
        dv_read_trace_column(row, c->number, cell);
        return;
    }
    dv_error reason;
    dv_result result = c->read(c->context, row->agent, cell, &reason);
    if (result == DV_OK)
        return;
    cell->type = DV_CELL_EMPTY;
    if (w->result == DV_OK)
        w->result = dv_fail(w->error, result, "%s", reason.message);
}

static void write_csv(writing *w, const dv_row *row) {
    dv_text_file *file = w->trace->file;
    for (uint32_t i = 0; i < w->trace->column_count; i++) {
        dv_cell cell;
        read_cell(w, row, &w->trace->columns[i], &cell);
        if (i > 0)
            dv_text_add_bytes(file, ",", 1);
        add_csv(file, &cell);
    }
    dv_text_add_bytes(file, "\n", 1);
}

static void add_key(dv_text_file *file, const column *c, bool is_first) {
    if (is_first || c->key_size == 0)
        dv_text_add_bytes(file, is_first ? "{" : ",", 1);
    if (c->key_size > 0) {
        dv_text_add_bytes(file, c->key + is_first, c->key_size - is_first);
    } else {
        dv_text_add_json(file, c->name);
        dv_text_add_bytes(file, ":", 1);
    }
}

static void write_json(writing *w, const dv_row *row) {
    dv_text_file *file = w->trace->file;
    bool is_first = true;
    for (uint32_t i = 0; i < w->trace->column_count; i++) {
        const column *c = &w->trace->columns[i];
        dv_cell cell;
        read_cell(w, row, c, &cell);
        if (cell.type == DV_CELL_EMPTY)
            continue;
        add_key(file, c, is_first);
        add_json(file, &cell);
        is_first = false;
    }
    dv_text_add(file, is_first ? "{}\n" : "}\n");
}

/// PedPy takes an id for one person. Indices are used again, so the generation is part of it; the
/// first agent of an index keeps its own id.
static uint64_t person(dv_agent agent) {
    uint64_t generation = dv_handle_generation(agent.bits);
    return ((generation - 1) << DV_HANDLE_INDEX_BITS) + dv_agent_id(agent);
}

/// `row->tick` is the number of the frame.
static void write_pedpy(writing *w, const dv_row *row) {
    dv_text_file *file = w->trace->file;
    const float axes[] = {row->position.x, row->position.y, row->position.z};
    const dv_place *of = &row->world->program->origin;
    const double origin[] = {of->x, of->y, of->z};
    dv_text_add_integer(file, person(row->agent));
    dv_text_add_bytes(file, " ", 1);
    dv_text_add_bytes(file, row->tick, row->tick_size);
    for (int i = 0; i < 3; i++) {
        dv_text_add_bytes(file, " ", 1);
        if (origin[i] == 0)
            dv_text_add_float(file, axes[i]);
        else
            dv_text_add_double(file, dv_trace_place(origin[i], axes[i]));
    }
    dv_text_add_bytes(file, "\n", 1);
}

/// By name, since a reload may give a kind another number.
static void find_kinds(const dv_trace *trace, const dv_program *program,
                       bool is_written[DV_MAX_KINDS]) {
    for (uint32_t k = 0; k < dv_program_kind_count(program); k++) {
        is_written[k] = !trace->kinds;
        for (uint32_t i = 0; i < trace->kind_count && !is_written[k]; i++)
            is_written[k] = strcmp(trace->kinds[i], dv_program_kind_name(program, k)) == 0;
    }
}

static void write_rows(writing *w, const dv_world *world, uint64_t number) {
    bool is_written[DV_MAX_KINDS];
    char tick[DV_NUMBER_TEXT], time[DV_NUMBER_TEXT];
    dv_row row = {.world = world,
                  .tick = tick,
                  .tick_size =
                      (size_t)snprintf(tick, sizeof tick, "%llu", (unsigned long long)number),
                  .time = time,
                  .time_size = dv_double_text(dv_world_time(world), time)};
    find_kinds(w->trace, dv_world_program(world), is_written);
    uint32_t limit = dv_world_agent_limit(world);
    for (uint32_t i = 0; i < limit; i++) {
        row.agent = dv_world_agent_at(world, i);
        if (!row.agent.bits)
            continue;
        row.kind = dv_agent_kind(world, row.agent);
        if (!is_written[row.kind])
            continue;
        row.position = dv_agent_position(world, row.agent);
        row.velocity = dv_agent_velocity(world, row.agent);
        if (w->trace->format == DV_TRACE_PEDPY)
            write_pedpy(w, &row);
        else if (w->trace->format == DV_TRACE_JSON_LINES)
            write_json(w, &row);
        else
            write_csv(w, &row);
    }
}

dv_result dv_trace_write(dv_trace *trace, const dv_world *world, dv_error *error) {
    writing w = {.trace = trace, .error = error};
    bool counts_frames = trace->format == DV_TRACE_PEDPY;
    if (counts_frames && world->tick_rate != trace->tick_rate)
        return dv_fail(
            error, DV_ERROR_ARGUMENT,
            "%s: tick_rate has changed from %g to %g, and PedPy takes one frame rate for "
            "a file",
            dv_text_name(trace->file), trace->tick_rate, world->tick_rate);
    write_rows(&w, world, counts_frames ? dv_text_counted(trace->file) : dv_world_tick(world));
    dv_text_count(trace->file);
    dv_error reason;
    if (dv_text_flush(trace->file, &reason) != DV_OK)
        return dv_fail(error, DV_ERROR_IO, "%s", reason.message);
    return w.result;
}

dv_text_file *dv_trace_file(dv_trace *trace) { return trace->file; }

dv_result dv_trace_close(dv_trace *trace, dv_error *error) {
    if (!trace)
        return DV_OK;
    dv_result result = dv_text_close(trace->file, error);
    free_trace(trace);
    return result;
}
