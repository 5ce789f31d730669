// Traces and reports of a world with a few agents: the rows equal the world's values, bit for bit.
#include "record/report.h"
#include "record/trace.h"

#include <glob.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static const char csv_path[] = "/tmp/drover-trace-test.csv";
static const char json_path[] = "/tmp/drover-trace-test.jsonl";

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
    return 0;
}

static const char *content_of(const char *path) {
    static char content[4096];
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    size_t length = fread(content, 1, sizeof content - 1, file);
    fclose(file);
    content[length] = '\0';
    return content;
}

static void write_trace(const char *path) {
    dv_trace *trace = dv_trace_create(path, NULL);
    assert_non_null(trace);
    assert_int_equal(dv_trace_write(trace, world, NULL), DV_OK);
    assert_int_equal(dv_trace_close(trace, NULL), DV_OK);
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
    dv_trace *trace = dv_trace_create(csv_path, NULL);
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
    assert_true(dv_trace_accepts("a.csv"));
    assert_true(dv_trace_accepts("b/a.jsonl"));
    assert_false(dv_trace_accepts(".csv"));
    assert_false(dv_trace_accepts("a.CSV"));
    assert_false(dv_trace_accepts("a.json"));
    assert_null(dv_trace_create("/tmp/a.txt", &error));
    assert_string_equal(error.message, "/tmp/a.txt: a trace is a .csv or .jsonl file");
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

int main(void) {
    const struct CMUnitTest tests[] = {
        CASE(a_row_is_an_agent),
        CASE(a_json_row_is_an_object),
        CASE(removed_agents_have_no_row),
        CASE(numbers_read_back_to_the_same_value),
        CASE(rows_can_be_read_while_the_run_goes_on),
        CASE(other_endings_are_refused),
        CASE(a_report_has_a_column_a_monitor),
        CASE(settings_are_written_as_people_type_them),
        CASE(a_report_without_monitors_has_the_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
