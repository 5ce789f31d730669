// Traces and reports of a world with a few agents: the rows equal the world's values, bit for bit.
#include "base/math.h"
#include "base/random.h"
#include "record/report.h"
#include "record/trace.h"
#include "record/trace_columns.h"

#include "../program.h"

#include <glob.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

static const char csv_path[] = "/tmp/drover-trace-test.csv";
static const char json_path[] = "/tmp/drover-trace-test.jsonl";
static const char gzip_path[] = "/tmp/drover-trace-test.csv.gz";
static const char text_path[] = "/tmp/drover-trace-test.txt";

static dv_world *world;

static void add_kind(dv_program *program, const char *name, const char *state) {
    dv_kind_def kind = dv_kind_def_default();
    kind.name = name;
    assert_int_equal(dv_program_add_kind(program, &kind, NULL), DV_OK);
    dv_state_def def = {.name = state};
    assert_int_equal(dv_program_add_state(program, &def, NULL), DV_OK);
}

static dv_agent spawn(uint32_t kind, dv_vec3 position, float heading, float speed) {
    dv_agent_def def = dv_agent_def_default(kind);
    def.position = position;
    def.heading = heading;
    def.speed = speed;
    dv_agent agent;
    assert_int_equal(dv_agent_spawn(world, &def, &agent, NULL), DV_OK);
    dv_agent_enter(world, agent);
    return agent;
}

static int set_up(void **state) {
    (void)state;
    static const char *const options[] = {"calm", "a gale, from \"west\""};
    dv_program *program = dv_program_create();
    const dv_setting_def settings[] = {
        {.name = "births", .type = DV_SLIDER, .fallback = 4, .maximum = 9},
        {.name = "wind", .type = DV_CHOICE, .options = options, .option_count = 2, .maximum = 1},
        {.name = "mist, thick", .type = DV_TOGGLE, .maximum = 1},
    };
    for (int i = 0; i < 3; i++)
        assert_int_equal(dv_program_add_setting(program, &settings[i], NULL), DV_OK);
    add_kind(program, "wolf", "at \"rest\", asleep");
    add_kind(program, "hare", "hidden");
    if (dv_program_finish(program, NULL) != DV_OK)
        return -1;
    dv_world_def def = dv_world_def_default();
    world = dv_world_create(&def, program, NULL);
    dv_program_release(program);
    return world ? 0 : -1;
}

static int tear_down(void **state) {
    (void)state;
    dv_world_destroy(world);
    unlink(csv_path);
    unlink(json_path);
    unlink(gzip_path);
    unlink(text_path);
    return 0;
}

static const char *content_of(const char *path) {
    static char content[65536];
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    size_t length = fread(content, 1, sizeof content - 1, file);
    fclose(file);
    content[length] = '\0';
    return content;
}

static dv_trace *open_trace(const char *path) {
    const dv_trace_def def = {.path = path, .every = 1};
    dv_trace *trace = dv_trace_create(&def, world, NULL);
    assert_non_null(trace);
    return trace;
}

static void write_trace_of(const dv_trace_def *def) {
    dv_trace *trace = dv_trace_create(def, world, NULL);
    assert_non_null(trace);
    assert_int_equal(dv_trace_write(trace, world, NULL), DV_OK);
    assert_int_equal(dv_trace_close(trace, NULL), DV_OK);
}

static void write_trace(const char *path) {
    write_trace_of(&(dv_trace_def){.path = path, .every = 1});
}

static void a_row_is_an_agent(void **state) {
    (void)state;
    spawn(0, (dv_vec3){1.5f, -2, 0}, 0, 3);
    spawn(1, (dv_vec3){0.1f, 20, 0}, 0, 0);
    write_trace(csv_path);
    assert_string_equal(content_of(csv_path),
                        "tick,time,id,kind,state,x,y,z,vx,vy,vz\n"
                        "0,0,1,wolf,\"at \"\"rest\"\", asleep\",1.5,-2,0,3,0,0\n"
                        "0,0,2,hare,hidden,0.1,20,0,0,0,0\n");
}

static void a_json_row_is_an_object(void **state) {
    (void)state;
    spawn(0, (dv_vec3){1.5f, -2, 0}, 0, 3);
    write_trace(json_path);
    assert_string_equal(content_of(json_path),
                        "{\"tick\":0,\"time\":0,\"id\":1,\"kind\":\"wolf\","
                        "\"state\":\"at \\\"rest\\\", asleep\",\"x\":1.5,\"y\":-2,\"z\":0,"
                        "\"vx\":3,\"vy\":0,\"vz\":0}\n");
}

static void removed_agents_have_no_row(void **state) {
    (void)state;
    dv_agent first = spawn(1, (dv_vec3){0}, 0, 0);
    spawn(1, (dv_vec3){5, 0, 0}, 0, 0);
    assert_int_equal(dv_agent_remove(world, first), DV_OK);
    write_trace(csv_path);
    assert_string_equal(content_of(csv_path), "tick,time,id,kind,state,x,y,z,vx,vy,vz\n"
                                              "0,0,2,hare,hidden,5,0,0,0,0,0\n");
}

static void numbers_read_back_to_the_same_value(void **state) {
    (void)state;
    dv_agent agent = spawn(1, (dv_vec3){1.0f / 3, -12.3456789f, 0}, 1, 2);
    for (int i = 0; i < 7; i++)
        assert_int_equal(dv_world_step(world, NULL), DV_OK);
    write_trace(csv_path);
    unsigned long long tick;
    double time;
    float x, y, z, vx, vy, vz;
    const char *row = strchr(content_of(csv_path), '\n') + 1;
    assert_int_equal(sscanf(row, "%llu,%lf,1,hare,hidden,%f,%f,%f,%f,%f,%f", &tick, &time, &x, &y,
                            &z, &vx, &vy, &vz),
                     8);
    dv_vec3 position = dv_agent_position(world, agent), velocity = dv_agent_velocity(world, agent);
    assert_int_equal(tick, 7);
    assert_true(time == dv_world_time(world));
    assert_true(x == position.x && y == position.y && z == position.z);
    assert_true(vx == velocity.x && vy == velocity.y && vz == velocity.z);
}

static void rows_can_be_read_while_the_run_goes_on(void **state) {
    (void)state;
    spawn(1, (dv_vec3){0}, 0, 0);
    dv_trace *trace = open_trace(csv_path);
    assert_int_equal(dv_trace_write(trace, world, NULL), DV_OK);
    // Beside, until they are whole.
    char pattern[96];
    glob_t found;
    snprintf(pattern, sizeof pattern, "%s.%ld-*.part", csv_path, (long)getpid());
    assert_int_equal(glob(pattern, 0, NULL, &found), 0);
    assert_int_equal(found.gl_pathc, 1);
    assert_non_null(strstr(content_of(found.gl_pathv[0]), "0,0,1,hare"));
    globfree(&found);
    assert_int_equal(dv_trace_close(trace, NULL), DV_OK);
}

static void other_endings_are_refused(void **state) {
    (void)state;
    dv_error error;
    assert_int_equal(dv_trace_format_of("a.csv"), DV_TRACE_CSV);
    assert_int_equal(dv_trace_format_of("a.csv.gz"), DV_TRACE_GZIP);
    assert_int_equal(dv_trace_format_of("b/a.jsonl"), DV_TRACE_JSON_LINES);
    assert_int_equal(dv_trace_format_of("a.txt"), DV_TRACE_PEDPY);
    const char *const others[] = {".csv",    "a.CSV", "a.json",    "a.gz",
                                  ".csv.gz", "txt",   "a.jsonl.gz"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        assert_int_equal(dv_trace_format_of(others[i]), DV_TRACE_NONE);
    assert_null(dv_trace_create(&(dv_trace_def){.path = "/tmp/a.xml"}, world, &error));
    assert_string_equal(error.message,
                        "/tmp/a.xml: a trace is a .csv, .csv.gz, .jsonl, or .txt file");
}

// Columns

static void columns_are_as_asked_for(void **state) {
    (void)state;
    const dv_trace_column columns[] = {{.name = "speed"},      {.name = "kind"}, {.name = "id"},
                                       {.name = "state_time"}, {.name = "mass"}, {.name = "radius"},
                                       {.name = "group"},      {.name = "y"}};
    dv_agent agent = spawn(0, (dv_vec3){1.5f, -2, 0}, 0, 3);
    assert_int_equal(dv_agent_set_property(world, agent, DV_RADIUS, 0.25, NULL), DV_OK);
    dv_trace_def def = {.path = csv_path, .columns = columns, .column_count = 8, .every = 1};
    write_trace_of(&def);
    assert_string_equal(content_of(csv_path), "speed,kind,id,state_time,mass,radius,group,y\n"
                                              "3,wolf,1,0,1,0.25,,-2\n");
    def.path = json_path;
    write_trace_of(&def);
    assert_string_equal(content_of(json_path),
                        "{\"speed\":3,\"kind\":\"wolf\",\"id\":1,\"state_time\":0,"
                        "\"mass\":1,\"radius\":0.25,\"y\":-2}\n");
}

static void unknown_columns_are_refused(void **state) {
    (void)state;
    dv_error error;
    const dv_trace_column columns[] = {{.name = "x"}, {.name = "hunger"}};
    const dv_trace_def def = {.path = csv_path, .columns = columns, .column_count = 2, .every = 1};
    assert_true(dv_trace_has_column("vz") && dv_trace_has_column("heading"));
    assert_false(dv_trace_has_column("hunger"));
    assert_null(dv_trace_create(&def, world, &error));
    assert_string_equal(error.message, "/tmp/drover-trace-test.csv: there is no column 'hunger'");
}

static const dv_cell cells[] = {
    {.type = DV_CELL_EMPTY},
    {.type = DV_CELL_INTEGER, .integer = INT64_MIN},
    {.type = DV_CELL_INTEGER, .integer = INT64_MAX},
    {.type = DV_CELL_DOUBLE, .number = 0.1},
    {.type = DV_CELL_DOUBLE, .number = NAN},
    {.type = DV_CELL_DOUBLE, .number = -INFINITY},
    {.type = DV_CELL_FLOAT, .number = (double)0.1f},
    {.type = DV_CELL_TRUTH, .truth = true},
    {.type = DV_CELL_TRUTH, .truth = false},
    {.type = DV_CELL_TEXT, .text = "", .size = 0},
    {.type = DV_CELL_TEXT, .text = "say \"hi\", a\nb", .size = 13},
    {.type = DV_CELL_TEXT, .text = "a\0b", .size = 3},
};

#define CELLS (sizeof cells / sizeof *cells)

static dv_result read_listed(void *context, dv_agent agent, dv_cell *cell, dv_error *error) {
    (void)agent, (void)error;
    *cell = *(const dv_cell *)context;
    return DV_OK;
}

static void write_cells(const char *path) {
    static const char names[] = "abcdefghijklm";
    static char texts[CELLS][2];
    dv_trace_column columns[CELLS];
    for (size_t i = 0; i < CELLS; i++) {
        texts[i][0] = names[i];
        columns[i] = (dv_trace_column){texts[i], read_listed, (void *)(uintptr_t)&cells[i]};
    }
    write_trace_of(
        &(dv_trace_def){.path = path, .columns = columns, .column_count = CELLS, .every = 1});
}

static void values_of_all_types_are_written(void **state) {
    (void)state;
    static const char csv[] = "a,b,c,d,e,f,g,h,i,j,k,l\n"
                              ",-9223372036854775808,9223372036854775807,0.1,nan,-inf,0.1,true,"
                              "false,,\"say \"\"hi\"\", a\nb\",a\0b\n";
    spawn(0, (dv_vec3){0}, 0, 0);
    write_cells(csv_path);
    assert_memory_equal(content_of(csv_path), csv, sizeof csv);
    write_cells(json_path);
    assert_string_equal(content_of(json_path),
                        "{\"b\":-9223372036854775808,\"c\":9223372036854775807,\"d\":0.1,"
                        "\"e\":\"nan\",\"f\":\"-inf\",\"g\":0.1,\"h\":true,\"i\":false,"
                        "\"j\":\"\",\"k\":\"say \\\"hi\\\", a\\u000ab\","
                        "\"l\":{\"base64\":\"YQBi\"}}\n");
}

static dv_result fail_for_the_second(void *context, dv_agent agent, dv_cell *cell,
                                     dv_error *error) {
    int *calls = context;
    ++*calls;
    *cell = (dv_cell){.type = DV_CELL_INTEGER, .integer = 7};
    if (dv_agent_id(agent) < 2)
        return DV_OK;
    snprintf(error->message, sizeof error->message, "agent %u", (unsigned)dv_agent_id(agent));
    return DV_ERROR_SCRIPT;
}

static void a_value_that_cannot_be_read_costs_no_row(void **state) {
    (void)state;
    int calls = 0;
    dv_error error;
    const dv_trace_column columns[] = {{.name = "id"}, {"odd", fail_for_the_second, &calls}};
    for (int i = 0; i < 3; i++)
        spawn(1, (dv_vec3){0}, 0, 0);
    const char *const paths[] = {csv_path, json_path};
    const char *const expected[] = {"id,odd\n1,7\n2,\n3,\n",
                                    "{\"id\":1,\"odd\":7}\n{\"id\":2}\n{\"id\":3}\n"};
    for (int i = 0; i < 2; i++) {
        dv_trace *trace = dv_trace_create(
            &(dv_trace_def){.path = paths[i], .columns = columns, .column_count = 2, .every = 1},
            world, NULL);
        assert_non_null(trace);
        assert_int_equal(dv_trace_write(trace, world, &error), DV_ERROR_SCRIPT);
        assert_string_equal(error.message, "agent 2");
        assert_int_equal(dv_trace_close(trace, NULL), DV_OK);
        assert_string_equal(content_of(paths[i]), expected[i]);
    }
    assert_int_equal(calls, 6);
}

static void rows_are_of_the_kinds_asked_for(void **state) {
    (void)state;
    const char *const kinds[] = {"hare"};
    const dv_trace_column columns[] = {{.name = "id"}, {.name = "kind"}};
    spawn(0, (dv_vec3){0}, 0, 0);
    spawn(1, (dv_vec3){0}, 0, 0);
    dv_trace_def def = {.path = csv_path,
                        .columns = columns,
                        .column_count = 2,
                        .kinds = kinds,
                        .kind_count = 1,
                        .every = 1};
    write_trace_of(&def);
    assert_string_equal(content_of(csv_path), "id,kind\n2,hare\n");
    def.kind_count = 0;
    write_trace_of(&def);
    assert_string_equal(content_of(csv_path), "id,kind\n");
}

// Compressed rows

/// The content of a compressed file.
static const char *unpacked(const char *path) {
    static char content[65536];
    gzFile file = gzopen(path, "rb");
    assert_non_null(file);
    int length = gzread(file, content, sizeof content - 1);
    assert_true(length >= 0);
    // The checksum at the end has been compared, too.
    assert_int_equal(gzclose(file), Z_OK);
    content[length] = '\0';
    return content;
}

static void compressed_rows_are_those_of_csv(void **state) {
    (void)state;
    spawn(0, (dv_vec3){1.5f, -2, 0}, 0, 3);
    spawn(1, (dv_vec3){0.1f, 20, 0}, 0, 0);
    write_trace(csv_path);
    write_trace(gzip_path);
    assert_string_equal(unpacked(gzip_path), content_of(csv_path));
    const unsigned char *header = (const unsigned char *)content_of(gzip_path);
    static const unsigned char expected[] = {0x1f, 0x8b, 8, 0, 0, 0, 0, 0};
    assert_memory_equal(header, expected, sizeof expected); // no flags, no name, no time
}

static void a_compressed_file_without_agents_has_the_heading(void **state) {
    (void)state;
    write_trace(gzip_path);
    assert_string_equal(unpacked(gzip_path), "tick,time,id,kind,state,x,y,z,vx,vy,vz\n");
}

// PedPy

static void trajectories_are_as_pedpy_reads_them(void **state) {
    (void)state;
    spawn(0, (dv_vec3){1.5f, -2, 0}, 0, 3);
    spawn(1, (dv_vec3){0.1f, 20, 0}, 0, 0);
    dv_trace *trace = dv_trace_create(&(dv_trace_def){.path = text_path, .every = 4}, world, NULL);
    assert_non_null(trace);
    for (int i = 0; i < 2; i++)
        assert_int_equal(dv_trace_write(trace, world, NULL), DV_OK);
    assert_int_equal(dv_trace_close(trace, NULL), DV_OK);
    assert_string_equal(content_of(text_path), "# framerate: 15\n"
                                               "# id frame x/m y/m z/m\n"
                                               "1 0 1.5 -2 0\n"
                                               "2 0 0.1 20 0\n"
                                               "1 1 1.5 -2 0\n"
                                               "2 1 0.1 20 0\n");
}

// The index that was free last is used again: the same id in the world, but another person.
static void no_two_people_have_one_id(void **state) {
    (void)state;
    spawn(0, (dv_vec3){0}, 0, 0);
    dv_agent gone = spawn(0, (dv_vec3){1, 0, 0}, 0, 0);
    dv_trace *trace = open_trace(text_path);
    assert_int_equal(dv_trace_write(trace, world, NULL), DV_OK);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(dv_agent_remove(world, gone), DV_OK);
        gone = spawn(1, (dv_vec3){(float)i, 8, 0}, 0, 0);
        assert_int_equal(dv_agent_id(gone), 2);
        assert_int_equal(dv_trace_write(trace, world, NULL), DV_OK);
    }
    assert_int_equal(dv_trace_close(trace, NULL), DV_OK);
    assert_string_equal(strstr(content_of(text_path), "\n1 0 "), "\n1 0 0 0 0\n"
                                                                 "2 0 1 0 0\n"
                                                                 "1 1 0 0 0\n"
                                                                 "4194306 1 0 8 0\n"
                                                                 "1 2 0 0 0\n"
                                                                 "8388610 2 1 8 0\n");
}

static void dropped_frames_are_counted_again(void **state) {
    (void)state;
    spawn(0, (dv_vec3){0}, 0, 0);
    dv_trace *trace = open_trace(text_path);
    dv_text_file *file = dv_trace_file(trace);
    assert_int_equal(dv_trace_write(trace, world, NULL), DV_OK);
    assert_true(dv_text_hold(file));
    assert_int_equal(dv_trace_write(trace, world, NULL), DV_OK);
    assert_int_equal(dv_trace_write(trace, world, NULL), DV_OK);
    dv_text_drop(file);
    assert_int_equal(dv_trace_write(trace, world, NULL), DV_OK);
    assert_int_equal(dv_trace_close(trace, NULL), DV_OK);
    assert_string_equal(strstr(content_of(text_path), "\n1 0 "), "\n1 0 0 0 0\n1 1 0 0 0\n");
}

// Reading back

#define MANY 200

/// What a format has of an agent, by id.
typedef struct place {
    double x, y, z;
} place;

static void spawn_anywhere(dv_agent agents[MANY]) {
    const dv_random_key key = {.seed = 3};
    for (uint64_t i = 0; i < MANY; i++) {
        float size = (float)pow(10, (double)(i % 12) - 8);
        agents[i] = spawn((uint32_t)(i % 2),
                          (dv_vec3){(float)(dv_random_unit(key, 2 * i) - 0.5) * size,
                                    (float)(dv_random_unit(key, 2 * i + 1) - 0.5) * size, 0},
                          (float)i, 1);
    }
}

/// The number after the n-th separator; `after` is a set.
static double number_at(const char *row, const char *after, int n) {
    while (n-- > 0)
        row += strcspn(row, after) + 1;
    return strtod(row, NULL);
}

static double json_number(const char *row, const char *key) {
    const char *found = strstr(row, key);
    assert_non_null(found);
    return strtod(found + strlen(key), NULL);
}

static place read_place(dv_trace_format format, const char *row) {
    if (format == DV_TRACE_JSON_LINES)
        return (place){json_number(row, "\"x\":"), json_number(row, "\"y\":"),
                       json_number(row, "\"z\":")};
    if (format == DV_TRACE_PEDPY)
        return (place){number_at(row, " ", 2), number_at(row, " ", 3), number_at(row, " ", 4)};
    // Neither kinds nor states have a comma.
    return (place){number_at(row, ",", 5), number_at(row, ",", 6), number_at(row, ",", 7)};
}

static void every_format_reads_back_to_the_world(void **state) {
    (void)state;
    const char *const paths[] = {csv_path, gzip_path, json_path, text_path};
    dv_agent agents[MANY];
    spawn_anywhere(agents);
    for (int i = 0; i < 3; i++)
        assert_int_equal(dv_world_step(world, NULL), DV_OK);
    for (int i = 0; i < 4; i++) {
        dv_trace_format format = dv_trace_format_of(paths[i]);
        const dv_trace_column columns[] = {{.name = "tick"}, {.name = "time"},  {.name = "id"},
                                           {.name = "kind"}, {.name = "speed"}, {.name = "x"},
                                           {.name = "y"},    {.name = "z"}};
        dv_trace_def def = {.path = paths[i], .every = 1};
        if (format != DV_TRACE_PEDPY) {
            def.columns = columns;
            def.column_count = 8;
        }
        write_trace_of(&def);
        const char *row = format == DV_TRACE_GZIP ? unpacked(paths[i]) : content_of(paths[i]);
        int headings = format == DV_TRACE_PEDPY ? 2 : format == DV_TRACE_JSON_LINES ? 0 : 1;
        while (headings-- > 0)
            row = strchr(row, '\n') + 1;
        for (int agent = 0; agent < MANY; agent++, row = strchr(row, '\n') + 1) {
            place read = read_place(format, row);
            dv_vec3 position = dv_agent_position(world, agents[agent]);
            assert_true((float)read.x == position.x && (float)read.y == position.y &&
                        (float)read.z == position.z);
            double speed = dv_length_double(dv_agent_velocity(world, agents[agent]));
            if (format == DV_TRACE_JSON_LINES)
                assert_true(json_number(row, "\"speed\":") == speed);
            else if (format != DV_TRACE_PEDPY)
                assert_true(number_at(row, ",", 4) == speed);
        }
        assert_string_equal(row, "");
    }
}

static void a_report_has_a_column_a_monitor(void **state) {
    (void)state;
    static const char *const monitors[] = {"fleeing", "mean, of all"};
    dv_report *report = dv_report_create(csv_path, world, monitors, 2, NULL);
    assert_non_null(report);
    assert_int_equal(dv_report_monitor_count(report), 2);
    assert_string_equal(dv_report_monitor_name(report, 1), "mean, of all");
    assert_int_equal(dv_report_write(report, world, (double[]){3, 0.1}, NULL), DV_OK);
    assert_int_equal(dv_report_write(report, world, (double[]){NAN, -INFINITY}, NULL), DV_OK);
    assert_int_equal(dv_report_close(report, NULL), DV_OK);
    assert_string_equal(
        content_of(csv_path),
        "tick,time,fleeing,\"mean, of all\",seed,set.births,set.wind,\"set.mist, thick\"\n"
        "0,0,3,0.1,1,4,calm,false\n"
        "0,0,,-inf,1,4,calm,false\n");
}

static void settings_are_written_as_people_type_them(void **state) {
    (void)state;
    const double births = 1.0 / 3;
    dv_report *report = dv_report_create(csv_path, world, NULL, 0, NULL);
    assert_non_null(report);
    assert_int_equal(dv_report_setting_count(report), 3);
    assert_string_equal(dv_report_setting_name(report, 2), "mist, thick");
    assert_int_equal(dv_world_set_setting(world, 0, births, NULL), DV_OK);
    assert_int_equal(dv_world_set_setting(world, 1, 1, NULL), DV_OK);
    assert_int_equal(dv_report_write(report, world, NULL, NULL), DV_OK);
    assert_int_equal(dv_world_set_setting(world, 2, 1, NULL), DV_OK);
    assert_int_equal(dv_report_write(report, world, NULL, NULL), DV_OK);
    assert_int_equal(dv_report_close(report, NULL), DV_OK);
    const char *content = content_of(csv_path);
    assert_string_equal(content, "tick,time,seed,set.births,set.wind,\"set.mist, thick\"\n"
                                 "0,0,1,0.3333333333333333,\"a gale, from \"\"west\"\"\",false\n"
                                 "0,0,1,0.3333333333333333,\"a gale, from \"\"west\"\"\",true\n");
    assert_true(strtod(strstr(content, "0.333"), NULL) == births);
}

static void a_report_without_monitors_has_the_time(void **state) {
    (void)state;
    dv_report *report = dv_report_create(csv_path, world, NULL, 0, NULL);
    assert_non_null(report);
    assert_int_equal(dv_report_write(report, world, NULL, NULL), DV_OK);
    assert_int_equal(dv_report_close(report, NULL), DV_OK);
    assert_string_equal(content_of(csv_path),
                        "tick,time,seed,set.births,set.wind,\"set.mist, thick\"\n"
                        "0,0,1,4,calm,false\n");
}

#define CASE(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

TESTS {
    const struct CMUnitTest tests[] = {
        CASE(a_row_is_an_agent),
        CASE(a_json_row_is_an_object),
        CASE(removed_agents_have_no_row),
        CASE(numbers_read_back_to_the_same_value),
        CASE(rows_can_be_read_while_the_run_goes_on),
        CASE(other_endings_are_refused),
        CASE(columns_are_as_asked_for),
        CASE(unknown_columns_are_refused),
        CASE(values_of_all_types_are_written),
        CASE(a_value_that_cannot_be_read_costs_no_row),
        CASE(rows_are_of_the_kinds_asked_for),
        CASE(compressed_rows_are_those_of_csv),
        CASE(a_compressed_file_without_agents_has_the_heading),
        CASE(trajectories_are_as_pedpy_reads_them),
        CASE(no_two_people_have_one_id),
        CASE(dropped_frames_are_counted_again),
        CASE(every_format_reads_back_to_the_world),
        CASE(a_report_has_a_column_a_monitor),
        CASE(settings_are_written_as_people_type_them),
        CASE(a_report_without_monitors_has_the_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
