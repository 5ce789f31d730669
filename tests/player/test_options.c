// The command line: what is read from it, and the messages for refused arguments.
#include "player/bench/bench.h"
#include "player/options/command_line.h"
#include "player/subcommands.h"
#include "player/tools/help.h"
#include "player/tools/new_scenario.h"

#include "../program.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_WORDS 40

static dv_options options;
static dv_error error;

// Read a command line given as words separated by spaces.
static dv_result read_line(const char *line) {
    static char text[512];
    static char *words[MAX_WORDS];
    int count = 0;
    strcpy(text, line);
    for (char *word = strtok(text, " "); word; word = strtok(NULL, " "))
        words[count++] = word;
    error.message[0] = '\0';
    return dv_options_read(dv_subcommands, count, words, &options, &error);
}

static void assert_fine(const char *line) {
    if (read_line(line) != DV_OK)
        fail_msg("%s: %s", line, error.message);
}

static void assert_refused(const char *line, const char *message) {
    assert_int_equal(read_line(line), DV_ERROR_ARGUMENT);
    assert_string_equal(error.message, message);
    dv_options_free(&options);
}

static void the_defaults_are_those_of_a_window(void **state) {
    (void)state;
    assert_fine("drover run samples/caribou");
    assert_string_equal(options.command->name, "run");
    assert_string_equal(options.scenario, "samples/caribou");
    assert_false(options.has_seed);
    assert_int_equal(options.setting_count, 0);
    assert_int_equal(options.threads, 1);
    assert_true(options.speed == 1);
    assert_true(options.watch);
    assert_false(options.headless);
    assert_true(options.ticks == DV_NO_LIMIT);
    assert_true(isnan(options.seconds));
    assert_false(options.hash);
    assert_int_equal(options.every, 1);
    assert_null(options.record);
    dv_options_free(&options);
}

static void headless_is_fast_and_does_not_watch(void **state) {
    (void)state;
    assert_fine("drover run --headless x");
    assert_true(isinf(options.speed));
    assert_false(options.watch);
    dv_options_free(&options);
    assert_fine("drover run --headless --watch --speed 1 x");
    assert_true(options.speed == 1);
    assert_true(options.watch);
    dv_options_free(&options);
    assert_false(options.watch_polls);
    assert_fine("drover run --headless --watch=poll x");
    assert_true(options.watch);
    assert_true(options.watch_polls);
    dv_options_free(&options);
    assert_refused("drover run --watch=pol x", "--watch takes poll, not 'pol'");
    assert_fine("drover run --no-watch --speed=max x");
    assert_true(isinf(options.speed));
    assert_false(options.watch);
    dv_options_free(&options);
}

static void options_stand_before_or_after_the_scenario(void **state) {
    (void)state;
    assert_fine("drover run --seed 7 --ticks=100 x --hash --threads=4 --set herd=12 "
                "--set mode=a=b --record t.csv --every 10");
    assert_true(options.has_seed);
    assert_int_equal(options.seed, 7);
    assert_int_equal(options.ticks, 100);
    assert_string_equal(options.scenario, "x");
    assert_true(options.hash);
    assert_int_equal(options.hash_every, 0);
    assert_int_equal(options.threads, 4);
    assert_int_equal(options.setting_count, 2);
    assert_string_equal(options.settings[0].name, "herd");
    assert_string_equal(options.settings[0].value, "12");
    assert_string_equal(options.settings[1].name, "mode");
    assert_string_equal(options.settings[1].value, "a=b");
    assert_string_equal(options.record, "t.csv");
    assert_int_equal(options.every, 10);
    dv_options_free(&options);
}

static void memory_for_scripts_is_given_in_mebibytes(void **state) {
    (void)state;
    static const char *const lines[] = {"drover run x --lua-memory 64",
                                        "drover check x --lua-memory=64",
                                        "drover replay x --lua-memory 64"};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        assert_fine(lines[i]);
        assert_int_equal(options.lua_memory, 64);
        dv_options_free(&options);
    }
    assert_refused("drover run x --lua-memory 64k",
                   "--lua-memory takes MiB, a whole number from 1 to 1048576, not '64k'");
}

static void paths_go_where_they_belong(void **state) {
    (void)state;
    assert_fine("drover run x --report r.csv --screenshot s.png --frames f --save a.snap "
                "--load b.snap --log l --record t.jsonl");
    assert_string_equal(options.report, "r.csv");
    assert_string_equal(options.screenshot, "s.png");
    assert_string_equal(options.frames, "f");
    assert_string_equal(options.save, "a.snap");
    assert_string_equal(options.load, "b.snap");
    assert_string_equal(options.log, "l");
    assert_string_equal(options.record, "t.jsonl");
    dv_options_free(&options);
}

static void rows_have_columns_and_kinds(void **state) {
    (void)state;
    static const char *const lines[] = {
        "drover run x --record t.csv --columns id,x --kinds deer,wolf",
        "drover run x --record t.csv.gz --columns id,x --kinds deer,wolf",
        "drover run x --kinds deer,wolf --columns id,x --record t.jsonl"};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        assert_fine(lines[i]);
        assert_string_equal(options.columns, "id,x");
        assert_string_equal(options.kinds, "deer,wolf");
        dv_options_free(&options);
    }
    assert_fine("drover run x --record t.txt --kinds deer");
    assert_null(options.columns);
    dv_options_free(&options);
}

static void a_view_has_a_size_a_camera_and_an_agent(void **state) {
    (void)state;
    assert_fine("drover run x --size 640x480 --scale 1.5 --camera -3,4.5,1e2 --select wolf#152 "
                "--trails --thoughts --density off --theme snow");
    const dv_view_options *view = &options.view;
    assert_true(view->width == 640 && view->height == 480 && view->scale == 1.5);
    assert_true(view->has_camera && view->x == -3 && view->y == 4.5 && view->span == 100);
    assert_string_equal(view->select, "wolf#152");
    assert_true(view->trails && view->thoughts && !options.headless);
    assert_string_equal(view->theme->name, "snow");
    assert_int_equal(view->density, DV_DENSITY_OFF);
    assert_true(isnan(view->yaw) && isnan(view->pitch) && isnan(view->z));
    dv_options_free(&options);
    assert_fine("drover run x --camera 1,2,30,-40,35");
    assert_true(view->span == 30 && view->yaw == -40 && view->pitch == 35 && isnan(view->z));
    dv_options_free(&options);
    assert_fine("drover run x --camera 1,2,30,400,90,7.5");
    assert_true(view->yaw == 400 && view->pitch == 90 && view->z == 7.5);
    dv_options_free(&options);
    assert_fine("drover run x");
    assert_true(view->width == 0 && view->scale == 0 && !view->has_camera && !view->select);
    assert_false(view->trails || view->thoughts || view->theme);
    assert_int_equal(view->density, DV_DENSITY_AUTO);
    dv_options_free(&options);
    assert_fine("drover run x --film -");
    assert_string_equal(options.film, "-");
    assert_true(options.headless); // a film needs no window
    dv_options_free(&options);
    static const char *const wrong[][2] = {
        {"--size", "800"},
        {"--size", "15x800"},
        {"--size", "800x8193"},
        {"--size", "8e2x800"},
        {"--size", "800x600x"},
        {"--size", "x800"},
        {"--size", "-80x800"},
        {"--scale", "0.4"},
        {"--scale", "4.1"},
        {"--scale", "nan"},
        {"--camera", "1,2"},
        {"--camera", "1,2,0"},
        {"--camera", "1,2,-3"},
        {"--camera", "1,2,3,4"},
        {"--camera", "a,2,3"},
        {"--camera", "1,2,3,"},
        {"--camera", "1,2,3,4,4.9"},
        {"--camera", "1,2,3,4,91"},
        {"--camera", "1,2,3,nan,30"},
        {"--camera", "1,2,3,4,30,"},
        {"--camera", "1,2,3,4,30,inf"},
        {"--camera", "1,2,3,4,30,6,7"},
        {"--camera", "1,2,3,4,30x"},
        {"--camera", ",2,3"},
        {"--camera", "1e10,2,3"},
        {"--camera", "1,2,inf"},
        {"--select", "wolf"},
        {"--select", "#3"},
        {"--select", "wolf#"},
        {"--select", "-3"},
        {"--select", "wolf#3x"},
        {"--theme", "lava"},
        {"--density", "always"},
        {"--select", "0"},
        {"--select", "wolf#0"},
        {"--select", "a#b#3"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char line[64], start[32], end[48];
        snprintf(line, sizeof line, "drover run x %s %s", wrong[i][0], wrong[i][1]);
        snprintf(start, sizeof start, "%s takes ", wrong[i][0]);
        snprintf(end, sizeof end, ", not '%s'", wrong[i][1]);
        assert_int_equal(read_line(line), DV_ERROR_ARGUMENT);
        if (strstr(error.message, start) != error.message || !strstr(error.message, end))
            fail_msg("%s: %s", line, error.message);
        dv_options_free(&options);
    }
}

static void hash_takes_its_number_only_after_an_equals_sign(void **state) {
    (void)state;
    assert_fine("drover run --hash=25 x");
    assert_int_equal(options.hash_every, 25);
    dv_options_free(&options);
    assert_fine("drover run --hash 25");
    assert_string_equal(options.scenario, "25");
    assert_int_equal(options.hash_every, 0);
    dv_options_free(&options);
    assert_refused("drover run x --hash=0", "--hash takes a whole number from 1 to 10^12, not '0'");
    assert_refused("drover run x --hash=", "--hash needs a value");
}

static void numbers_are_read_whole_or_not_at_all(void **state) {
    (void)state;
    static const char *const wrong[] = {
        "--seed -1",
        "--seed 1.5",
        "--seed 18446744073709551616",
        "--seed 1x",
        "--seed 0x10",
        "--lua-memory 0",
        "--lua-memory 1048577",
        "--lua-memory 1.5",
        "--threads 0",
        "--threads 65",
        "--ticks -1",
        "--ticks 1e3",
        "--ticks nan",
        "--ticks +5",
        "--ticks 1000000000001",
        "--seconds nan",
        "--seconds -1",
        "--seconds inf",
        "--seconds 1s",
        "--seconds 1e10",
        "--seconds .",
        "--speed 0",
        "--speed -1",
        "--speed nan",
        "--speed fast",
        "--budget 0",
        "--budget -1",
        "--budget nan",
        "--budget infinity",
        "--budget 1s",
        "--budget 1e7",
        "--every 0 --record t.csv",
        "--seconds 0x1p3",
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char line[128];
        snprintf(line, sizeof line, "drover run x %s", wrong[i]);
        if (read_line(line) != DV_ERROR_ARGUMENT)
            fail_msg("%s is taken", line);
        dv_options_free(&options);
    }
    assert_fine("drover run x --seed 18446744073709551615 --seconds 2.5e1 --speed .5");
    assert_true(options.seed == UINT64_MAX);
    assert_true(options.seconds == 25);
    assert_true(options.speed == 0.5);
    assert_true(options.budget == 0);
    dv_options_free(&options);
    assert_fine("drover run x --budget 0.25");
    assert_true(options.budget == 0.25);
    dv_options_free(&options);
    assert_fine("drover check x --budget=inf");
    assert_true(isinf(options.budget));
    dv_options_free(&options);
    assert_fine("drover run x --ticks 0");
    assert_true(options.ticks == 0);
    dv_options_free(&options);
}

static void unknown_names_tell_the_nearest(void **state) {
    (void)state;
    assert_refused("drover run x --tick 5",
                   "unknown option --tick (--ticks?); see drover run --help");
    assert_refused("drover run x --headles=1",
                   "unknown option --headles (--headless?); see drover run --help");
    assert_refused("drover run x --zebra", "unknown option --zebra; see drover run --help");
    assert_refused("drover run x -headless",
                   "unknown option -headless (--headless?); see drover run --help");
    assert_refused("drover check x --hash", "unknown option --hash; see drover check --help");
    assert_refused("drover run x --json", "unknown option --json; see drover run --help");
    assert_refused("drover bench --ticks 4", "unknown option --ticks; see drover bench --help");
    assert_refused("drover behaviors --ticks 4",
                   "unknown option --ticks; see drover behaviors --help");
    assert_refused("drover rnu x", "unknown command 'rnu' (run?); see drover --help");
    assert_refused("drover nwe x", "unknown command 'nwe' (new?); see drover --help");
    assert_refused("drover new x --watch", "unknown option --watch; see drover new --help");
    assert_refused("drover zebra x", "unknown command 'zebra'; see drover --help");
    assert_refused("drover sweep x --evry 4",
                   "unknown option --evry (--every?); see drover sweep --help");
    assert_refused("drover --versoin", "unknown option --versoin (--version?); see drover --help");
}

static void a_sweep_has_runs_parts_and_files(void **state) {
    (void)state;
    assert_fine(
        "drover sweep x --vary a=1,2 --vary b=0:1:0.5 --repeat 3 --ticks 9 --every 2 --part 2/3 "
        "--jobs 4 --warmup 5 --out f.csv --resume --same-seeds --seed 7 --set c=1");
    assert_string_equal(options.command->name, "sweep");
    assert_string_equal(options.scenario, "x");
    assert_int_equal(options.sweep.vary_count, 2);
    assert_string_equal(options.sweep.vary[1], "b=0:1:0.5");
    assert_int_equal(options.sweep.repeat, 3);
    assert_int_equal(options.sweep.every, 2);
    assert_int_equal(options.sweep.part, 2);
    assert_int_equal(options.sweep.parts, 3);
    assert_int_equal(options.sweep.jobs, 4);
    assert_int_equal(options.sweep.warmup, 5);
    assert_true(options.sweep.resume && options.sweep.same_seeds && options.has_seed);
    assert_string_equal(options.settings[0].name, "c");
    dv_options_free(&options);
    assert_fine("drover sweep x --ticks 9 --out f.csv");
    assert_int_equal(options.sweep.repeat, 1);
    assert_int_equal(options.sweep.every, 0);
    assert_int_equal(options.sweep.parts, 0);
    dv_options_free(&options);
    assert_fine("drover sweep --join a.csv b.csv --out f.csv");
    assert_true(options.sweep.join);
    assert_int_equal(options.sweep.file_count, 2);
    assert_string_equal(options.sweep.files[1], "b.csv");
    dv_options_free(&options);
    assert_fine("drover sweep --rerun 4 a.csv --headless");
    assert_int_equal(options.sweep.rerun, 4);
    assert_true(options.headless);
    dv_options_free(&options);
    const char *const range =
        "--rerun N FILE.csv has its options from the sweep: leave out the others";
    assert_refused("drover sweep --rerun 4 a.csv --ticks 3", range);
    assert_refused("drover sweep --rerun 4",
                   "--rerun N takes one FILE.csv, which drover sweep wrote");
    assert_refused("drover sweep --rerun 0 a.csv",
                   "--rerun takes the number of a run, from 1, not '0'");
    assert_refused("drover sweep x --headless --ticks 3 --out f.csv",
                   "a sweep has no window: leave out --headless");
    assert_refused("drover sweep --join a.csv --repeat 2 --out f.csv",
                   "--join has its options from the parts: give only their files and --out");
    assert_refused("drover sweep --join --out f.csv", "--join takes the files of all parts");
    assert_refused("drover sweep x --vary a=1 --design d.csv --ticks 3 --out f.csv",
                   "give --vary or --design, not both");
    assert_refused("drover sweep x --vary a --ticks 3 --out f.csv",
                   "--vary takes NAME=VALUES, such as wolves=0:8:2 or fog=true,false, not 'a'");
    assert_refused("drover sweep x --part 0/3", "--part takes PART/PARTS, such as 2/3, not '0/3'");
    assert_refused("drover sweep x --part 3", "--part takes PART/PARTS, such as 2/3, not '3'");
    assert_refused("drover sweep x --jobs 0",
                   "--jobs takes a whole number from 1 to 1024, not '0'");
    assert_refused("drover sweep x --out a.csv --out b.csv", "--out is given twice");
}

static void what_does_not_go_together_is_refused(void **state) {
    (void)state;
    assert_refused("drover run x --ticks 1 --seconds 1", "give --ticks or --seconds, not both");
    assert_refused("drover run x --columns x", "--columns needs --record");
    assert_refused("drover run x --kinds deer", "--kinds needs --record");
    assert_refused("drover run x --columns x --record t.txt",
                   "--columns: a .txt file has the columns that PedPy reads: id, frame, x, y, "
                   "and z");
    assert_refused("drover run x --columns= --record t.csv", "--columns needs a value");
    assert_refused("drover run x --every 3", "--every needs --record, --report or --frames");
    assert_refused("drover run x y", "drover run takes only one SCENARIO, got 'y' too");
    assert_refused("drover run --headless",
                   "no SCENARIO given: a folder with main.lua, or a .lua file");
    assert_refused("drover new", "no DIR given: a folder to write a scenario into");
    assert_refused("drover new x y", "drover new takes only one DIR, got 'y' too");
    assert_refused("drover run x --record t.xml",
                   "--record takes a .csv, .csv.gz, .jsonl, or .txt file, not 't.xml'");
    assert_refused("drover run x --record .csv",
                   "--record takes a .csv, .csv.gz, .jsonl, or .txt file, not '.csv'");
    assert_refused("drover run x --screenshot s.jpg",
                   "--screenshot takes a .png file, not 's.jpg'");
    assert_refused("drover run x --film a.mp4",
                   "--film takes a .y4m file, or - for standard output, not 'a.mp4'");
    assert_refused("drover run x --set herd", "--set takes NAME=VALUE, not 'herd'");
    assert_refused("drover run x --set =3", "--set takes NAME=VALUE, not '=3'");
    assert_refused("drover run x --seed", "--seed needs a value");
    assert_refused("drover run x --headless=yes", "--headless takes no value");
    assert_refused("drover run x --save=", "--save needs a value");
}

static void the_other_commands_are_read(void **state) {
    (void)state;
    assert_fine("drover");
    assert_true(!options.command && !options.help && !options.version);
    assert_fine("drover new x --from y");
    assert_string_equal(((const dv_new_options *)options.own)->from, "y");
    dv_options_free(&options);
    assert_fine("drover --version");
    assert_true(options.version);
    assert_fine("drover --help");
    assert_true(options.help);
    assert_null(options.command);
    assert_fine("drover check --ticks 5 x");
    assert_string_equal(options.command->name, "check");
    assert_int_equal(options.ticks, 5);
    dv_options_free(&options);
    assert_fine("drover behaviors");
    assert_string_equal(options.command->name, "behaviors");
    assert_null(options.name);
    dv_options_free(&options);
    assert_fine("drover behaviors seek");
    assert_string_equal(options.name, "seek");
    dv_options_free(&options);
    assert_fine("drover help");
    assert_string_equal(options.command->name, "help");
    assert_null(options.name);
    assert_false(((const dv_help_options *)options.own)->all);
    dv_options_free(&options);
    assert_fine("drover help agent:sees");
    assert_string_equal(options.name, "agent:sees");
    dv_options_free(&options);
    assert_fine("drover help --all --format md");
    const dv_help_options *help = options.own;
    assert_true(help->all && help->format == DV_HELP_MARKDOWN);
    dv_options_free(&options);
    assert_fine("drover new meadow");
    assert_string_equal(options.command->name, "new");
    assert_string_equal(options.name, "meadow");
    assert_null(options.scenario);
    dv_options_free(&options);
    assert_fine("drover bench");
    assert_string_equal(options.command->name, "bench");
    assert_null(options.name);
    const dv_bench_options *bench = options.own;
    assert_false(bench->json);
    assert_null(bench->csv);
    assert_int_equal(bench->vector_bits, 0);
    dv_options_free(&options);
    assert_fine("drover bench flock --json --csv rows.csv --vector-bits 128");
    assert_string_equal(options.name, "flock");
    bench = options.own;
    assert_true(bench->json);
    assert_string_equal(bench->csv, "rows.csv");
    assert_int_equal(bench->vector_bits, 128);
    dv_options_free(&options);
    assert_refused("drover bench --vector-bits 200",
                   "--vector-bits takes 128, 256 or 512, not '200'");
    assert_refused("drover bench flock guards",
                   "drover bench takes only one NAME, got 'guards' too");
}

static void help_is_given_whatever_else_is_wrong(void **state) {
    (void)state;
    assert_fine("drover run --ticks x --zebra --help");
    assert_true(options.help);
    assert_string_equal(options.command->name, "run");
}

/// What is written; free it.
static char *help_of(const dv_subcommand *command) {
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    if (command)
        dv_write_help(out, command);
    else
        dv_write_program_help(out, dv_subcommands);
    assert_int_equal(fclose(out), 0);
    return text;
}

static void assert_80_columns(const char *text) {
    for (const char *line = text; *line; line += strcspn(line, "\n") + 1) {
        size_t columns = 0;
        for (size_t i = 0; line[i] != '\n'; i++)
            columns += ((unsigned char)line[i] & 0xC0) != 0x80;
        if (columns > 80)
            fail_msg("%.*s", (int)strcspn(line, "\n"), line);
    }
}

static void the_help_is_made_of_the_rows(void **state) {
    (void)state;
    char *program = help_of(NULL), name[40];
    assert_80_columns(program);
    for (size_t i = 0; dv_subcommands[i]; i++) {
        const dv_subcommand *command = dv_subcommands[i];
        char *text = help_of(command);
        snprintf(name, sizeof name, "  drover %s ", command->name);
        assert_non_null(strstr(program, name));
        assert_80_columns(text);
        assert_true(command->option_count <= 64); // bits of dv_reading.given
        for (uint32_t k = 0; k < command->option_count; k++) {
            snprintf(name, sizeof name, "\n  --%s", command->options[k].name);
            assert_non_null(strstr(text, name));
            for (uint32_t m = 0; m < k; m++)
                assert_string_not_equal(command->options[k].name, command->options[m].name);
        }
        free(text);
    }
    free(program);
    char *text = help_of(dv_subcommand_named(dv_subcommands, "run"));
    assert_non_null(strstr(text, "\n  --hash[=K]           print the state hash at the end"));
    assert_non_null(strstr(text, "\n  --camera X,Y,WIDTH[,YAW,PITCH[,Z]]\n"
                                 "                       show that point, and that width, in "
                                 "meters (everything);\n"
                                 "                       a volume from that direction"));
    free(text);
}

static void two_dashes_end_the_options(void **state) {
    (void)state;
    assert_fine("drover run -- --odd");
    assert_string_equal(options.scenario, "--odd");
    dv_options_free(&options);
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_defaults_are_those_of_a_window),
        cmocka_unit_test(headless_is_fast_and_does_not_watch),
        cmocka_unit_test(options_stand_before_or_after_the_scenario),
        cmocka_unit_test(memory_for_scripts_is_given_in_mebibytes),
        cmocka_unit_test(paths_go_where_they_belong),
        cmocka_unit_test(rows_have_columns_and_kinds),
        cmocka_unit_test(a_view_has_a_size_a_camera_and_an_agent),
        cmocka_unit_test(hash_takes_its_number_only_after_an_equals_sign),
        cmocka_unit_test(numbers_are_read_whole_or_not_at_all),
        cmocka_unit_test(unknown_names_tell_the_nearest),
        cmocka_unit_test(a_sweep_has_runs_parts_and_files),
        cmocka_unit_test(what_does_not_go_together_is_refused),
        cmocka_unit_test(the_other_commands_are_read),
        cmocka_unit_test(help_is_given_whatever_else_is_wrong),
        cmocka_unit_test(the_help_is_made_of_the_rows),
        cmocka_unit_test(two_dashes_end_the_options),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
