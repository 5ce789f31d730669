// The progress line about long work: it appears on a terminal and nowhere else. Programs run until
// the line has the expected text, so no case depends on the speed of the machine.
#include "../program.h"
#include "../read_script.h"

#include <errno.h>
#include <limits.h>
#include <pty.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define CLEAR "\r\033[K"
/// Bytes that a program writes until it is sure not to say what it must.
#define MAX_OUTPUT 400000
#define LONGEST_COMMAND 12

static char folder[] = "/tmp/drover_progress_XXXXXX";

static void write_file(const char *name, const char *text) {
    FILE *file = fopen(name, "w");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

static const char *scenario(const char *setup, const char *update) {
    return read_script_with("progress/scenario.lua", "--[[setup]]", setup, "--[[update]]", update,
                            NULL);
}

static int set_up(void **state) {
    (void)state;
    assert_non_null(mkdtemp(folder));
    assert_int_equal(chdir(folder), 0);
    write_file("plain.lua", scenario("", ""));
    write_file("talks.lua", scenario("", "if world.tick % 300000 == 0 then print('said') end"));
    write_file("plans.lua", scenario("while true do world:plan({ -40, 0 }, { 40, 0 }) end", ""));
    write_file("loops.lua", scenario("while true do end", ""));
    assert_int_equal(mkdir("tested", 0777), 0);
    assert_int_equal(mkdir("tested/tests", 0777), 0);
    write_file("tested/main.lua", scenario("", ""));
    write_file("tested/tests/long.lua",
               "return { ['stands'] = function(t) t:world():step(1000000000) end }\n");
    // Of the shortest run that takes longer than the line takes to come, on machines there are.
    write_file("slow.lua", scenario("", "for i = 1, 6e7 do end"));
    return 0;
}

static int tear_down(void **state) {
    char command[100];
    (void)state;
    assert_int_equal(chdir("/"), 0);
    snprintf(command, sizeof command, "rm -r %s", folder);
    assert_int_equal(system(command), 0);
    return 0;
}

static void run_program(const char *const *arguments) {
    const char *program = getenv("DROVER_PROGRAM");
    char *copies[LONGEST_COMMAND + 2] = {strdup(program)};
    for (int i = 0; arguments[i] && i < LONGEST_COMMAND; i++)
        copies[i + 1] = strdup(arguments[i]);
    execv(program, copies);
    _exit(127);
}

/// What a program writes to a terminal of its own until all `wanted` texts were in it; then it is
/// interrupted, as by ctrl-C, and what it writes until its end comes behind. To be freed.
static char *on_terminal(const char *const *arguments, const char *const *wanted) {
    static const struct winsize size = {.ws_row = 24, .ws_col = 120};
    int terminal;
    pid_t program = forkpty(&terminal, NULL, NULL, &size);
    assert_true(program >= 0);
    if (program == 0)
        run_program(arguments);
    char *output = calloc(1, MAX_OUTPUT + 1);
    assert_non_null(output);
    size_t used = 0;
    bool is_done = false;
    while (used < MAX_OUTPUT) {
        ssize_t count = read(terminal, output + used, MAX_OUTPUT - used);
        if (count <= 0 && !(count < 0 && errno == EINTR))
            break; // the program has ended
        used += count > 0 ? (size_t)count : 0;
        int found = 0;
        while (wanted[found] && strstr(output, wanted[found]))
            found++;
        if (!wanted[found] && !is_done) {
            is_done = true;
            assert_int_equal(kill(program, SIGINT), 0);
        }
    }
    kill(program, SIGKILL);
    assert_int_equal(waitpid(program, NULL, 0), program);
    close(terminal);
    if (!is_done)
        fail_msg("it wrote only: %s", output);
    return output;
}

/// The line is taken away before the program ends or prints something else.
static void expect_cleared(const char *output) {
    const char *last = NULL;
    for (const char *at = output; (at = strstr(at, CLEAR)); at += strlen(CLEAR))
        last = at + strlen(CLEAR);
    assert_non_null(last);
    assert_null(strstr(last, "ticks/s"));
    assert_null(strstr(last, "ways/s"));
}

static void a_run_shows_how_far_it_is(void **state) {
    (void)state;
    char *output = on_terminal(
        (const char *const[]){"run", "plain.lua", "--headless", "--ticks", "1000000000000", NULL},
        (const char *const[]){"run ", " of 1000000000000 ticks   ", " ticks/s   0 %   ", " left",
                              NULL});
    expect_cleared(output);
    assert_non_null(strstr(output, CLEAR "drover: interrupted in tick"));
    free(output);
}

static void a_run_without_an_end_shows_its_speed(void **state) {
    (void)state;
    char *output = on_terminal((const char *const[]){"run", "plain.lua", "--headless", NULL},
                               (const char *const[]){" ticks   ", " ticks/s", NULL});
    assert_null(strstr(output, " left"));
    expect_cleared(output);
    free(output);
}

static void what_is_printed_has_a_line_of_its_own(void **state) {
    (void)state;
    char *output = on_terminal((const char *const[]){"run", "talks.lua", "--headless", NULL},
                               (const char *const[]){"ticks/s", CLEAR "said", NULL});
    assert_null(strstr(output, "ticks/ssaid"));
    expect_cleared(output);
    free(output);
}

static void planning_in_setup_is_counted(void **state) {
    (void)state;
    char *output = on_terminal(
        (const char *const[]){"run", "plans.lua", "--headless", "--budget", "inf", NULL},
        (const char *const[]){"setup   ", " routes planned   ", " routes/s", NULL});
    expect_cleared(output);
    free(output);
}

static void setup_that_does_not_plan_shows_its_time(void **state) {
    (void)state;
    char *output = on_terminal(
        (const char *const[]){"run", "loops.lua", "--headless", "--budget", "inf", NULL},
        (const char *const[]){"setup   1 s", NULL});
    assert_null(strstr(output, "ways"));
    expect_cleared(output);
    free(output);
}

static void a_replay_shows_how_far_it_is(void **state) {
    char command[PATH_MAX + 200];
    (void)state;
    snprintf(command, sizeof command,
             "%s run slow.lua --headless --ticks 8 --budget inf --log slow.log </dev/null",
             getenv("DROVER_PROGRAM"));
    assert_int_equal(system(command), 0);
    char *output = on_terminal((const char *const[]){"replay", "slow.log", "--budget", "inf", NULL},
                               (const char *const[]){"replay ", " of 8 ticks", NULL});
    free(output);
}

static void tests_show_the_file_they_are_of(void **state) {
    (void)state;
    char *output = on_terminal((const char *const[]){"test", "tested", NULL},
                               (const char *const[]){"tests/long.lua 0 of 1 tests", NULL});
    free(output);
}

static void benchmarks_show_which_one_runs(void **state) {
    (void)state;
    char *output = on_terminal((const char *const[]){"bench", "flock", NULL},
                               (const char *const[]){"bench flock: 0 of 1 benchmarks", NULL});
    free(output);
}

static void elsewhere_there_is_no_line(void **state) {
    char command[PATH_MAX + 200];
    struct stat status;
    (void)state;
    snprintf(command, sizeof command,
             "%s run talks.lua --headless --seconds 10000 </dev/null >out 2>err && "
             "%s run loops.lua --headless --budget 0.8 </dev/null 2>>err",
             getenv("DROVER_PROGRAM"), getenv("DROVER_PROGRAM"));
    assert_int_not_equal(system(command), 0);
    assert_int_equal(stat("err", &status), 0);
    assert_int_not_equal(system("grep -q \"$(printf '\\r')\" err out"), 0);
    assert_int_equal(system("grep -q '^drover: ' err"), 0);
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_run_shows_how_far_it_is),
        cmocka_unit_test(a_run_without_an_end_shows_its_speed),
        cmocka_unit_test(what_is_printed_has_a_line_of_its_own),
        cmocka_unit_test(planning_in_setup_is_counted),
        cmocka_unit_test(setup_that_does_not_plan_shows_its_time),
        cmocka_unit_test(a_replay_shows_how_far_it_is),
        cmocka_unit_test(tests_show_the_file_they_are_of),
        cmocka_unit_test(benchmarks_show_which_one_runs),
        cmocka_unit_test(elsewhere_there_is_no_line),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
