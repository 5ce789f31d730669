// The command `drover test`: finds a scenario's test files and runs them.
#include "base/alloc.h"
#include "base/clock.h"
#include "base/result.h"
#include "player/options/scenario_path.h"
#include "player/options/subcommand.h"
#include "player/run/command_table.h"
#include "player/run/run_private.h"
#include "player/terminal/messages.h"
#include "player/terminal/progress.h"
#include "player/tools/test_report.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

typedef struct own_options {
    const char *only; ///< only tests with this in their names, or NULL
    uint64_t seeds;   ///< the most seeds that t:seeds tries; 0: not given
    dv_test_format format;
} own_options;

/// Seconds between two looks for saved files.
static const double between_looks = 0.02;

/// The test files of a scenario, such as "tests/herd.lua", in bytewise order.
typedef struct files {
    char **paths;
    uint32_t count, capacity;
} files;

static void free_files(files *found) {
    for (uint32_t i = 0; i < found->count; i++)
        dv_free(found->paths[i]);
    dv_free(found->paths);
    *found = (files){0};
}

static int compare_paths(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static bool is_test_file(const char *name) {
    size_t length = strlen(name);
    return name[0] != '.' && length > 4 && strcmp(name + length - 4, ".lua") == 0;
}

static bool add_file(files *found, const char *name) {
    char path[300];
    snprintf(path, sizeof path, "tests/%.255s", name);
    if (!dv_reserve((void **)&found->paths, &found->capacity, found->count + 1,
                    sizeof *found->paths))
        return false;
    found->paths[found->count] = dv_copy_string(path);
    return found->paths[found->count++];
}

static dv_result find_files(const char *folder, files *found, dv_error *error) {
    char path[PATH_MAX];
    if (snprintf(path, sizeof path, "%s/tests", folder) >= (int)sizeof path)
        return dv_fail(error, DV_ERROR_ARGUMENT, "the path is too long");
    DIR *tests = opendir(path);
    if (!tests && errno != ENOENT)
        return dv_fail(error, DV_ERROR_IO, "cannot read %s: %s", path, strerror(errno));
    bool has_memory = true;
    const struct dirent *entry;
    while (tests && has_memory && (entry = readdir(tests)))
        if (is_test_file(entry->d_name))
            has_memory = add_file(found, entry->d_name);
    if (tests)
        closedir(tests);
    if (!has_memory)
        return dv_fail(error, DV_ERROR_MEMORY, "out of memory");
    if (found->count == 0)
        return dv_fail(error, DV_ERROR_IO,
                       "%s has no tests. Write one in %s/tests/first.lua: return { [\"it runs\"] = "
                       "function(t) t:world():step(60) end }",
                       folder, folder);
    qsort(found->paths, found->count, sizeof *found->paths, compare_paths);
    return DV_OK;
}

// Running

static bool is_wanted(const dv_options *options, const char *file, const char *name) {
    char whole[1024];
    snprintf(whole, sizeof whole, "%.255s: %.700s", file, name);
    const own_options *own = options->own;
    return !own->only || strstr(whole, own->only);
}

static dv_result run_file(const dv_options *options, const char *file, dv_test_report *report,
                          dv_error *error) {
    const own_options *own = options->own;
    dv_test_options choices = {.threads = options->threads,
                               .budget = options->budget > 0 ? options->budget : DV_TEST_SECONDS,
                               .memory_cap = (size_t)options->lua_memory << 20,
                               .most_agents = (uint32_t)options->agents,
                               .most_seeds = (uint32_t)own->seeds,
                               .has_seed = options->has_seed,
                               .seed = options->seed,
                               .reserved_keys = dv_reserved_keys()};
    dv_error broken;
    dv_result result = dv_run_read_vector_bits(&choices.vector_bits, error);
    if (result != DV_OK)
        return result;
    dv_test_file *tests = dv_test_file_open(options->scenario, file, &choices, &broken);
    if (!tests) {
        dv_test_report_file(report, file);
        dv_test_report_broken(report, file, broken.message, dv_scenario_open_traceback());
        return DV_OK;
    }
    bool is_named = false;
    dv_progress_begin(file, "tests", dv_test_count(tests));
    for (uint32_t i = 0; i < dv_test_count(tests) && result == DV_OK; i++) {
        dv_test_result found;
        dv_progress_at(i);
        if (!is_wanted(options, file, dv_test_name(tests, i)))
            continue;
        dv_progress_hide();
        if (!is_named)
            dv_test_report_file(report, file);
        is_named = true;
        result = dv_test_run(tests, i, &found, error);
        dv_progress_hide();
        dv_test_report_test(report, file, dv_test_name(tests, i), &found);
        dv_test_result_free(&found);
    }
    dv_progress_end();
    dv_test_file_close(tests);
    return result;
}

static int print_complaint(const char *message) {
    dv_say(NULL, "drover: %s", message);
    return 1;
}

/// Find all test files and run them once.
static int run_all(const dv_options *options) {
    const own_options *own = options->own;
    files found = {0};
    dv_test_report report;
    dv_error error;
    dv_result result = find_files(options->scenario, &found, &error);
    if (result == DV_OK)
        dv_test_report_begin(&report, own->format, options->scenario);
    for (uint32_t i = 0; i < found.count && result == DV_OK; i++)
        result = run_file(options, found.paths[i], &report, &error);
    free_files(&found);
    if (result != DV_OK)
        return print_complaint(error.message);
    dv_test_report_end(&report);
    if (report.passed + report.failed == 0) {
        snprintf(error.message, sizeof error.message, "--only: no test has '%.200s' in its name",
                 own->only);
        return print_complaint(error.message);
    }
    return report.failed > 0;
}

static int run_on_saves(const dv_options *options) {
    dv_error error;
    dv_watch *watch =
        dv_watch_create(options->watch_polls ? DV_WATCH_POLLED : DV_WATCH_BEST, &error);
    if (!watch || dv_watch_add(watch, options->scenario, true, &error) != DV_OK) {
        dv_watch_destroy(watch);
        return print_complaint(error.message);
    }
    dv_run_heed_signals();
    int status = run_all(options);
    while (!dv_run_interrupted()) {
        if (dv_watch_poll(watch, NULL))
            status = run_all(options);
        else
            dv_sleep(between_looks);
    }
    dv_watch_destroy(watch);
    return status;
}

static int test(const dv_options *options) {
    dv_error error;
    struct stat status;
    if (stat(options->scenario, &status) == 0 && !S_ISDIR(status.st_mode)) {
        snprintf(error.message, sizeof error.message,
                 "%.500s is a file: name the folder of the scenario, which has its tests in tests/",
                 options->scenario);
        print_complaint(error.message);
        return DV_BAD_USAGE;
    }
    if (dv_check_scenario_path(options->scenario, &error) != DV_OK)
        return print_complaint(error.message);
    return options->watch ? run_on_saves(options) : run_all(options);
}

static const dv_option rows[] = {
    {"only", "TEXT", "run only tests with TEXT in \"tests/FILE.lua: NAME\"", dv_take_text,
     DV_INTO_OWN(own_options, only)},
    {"seeds", "N", "have t:seeds try N seeds at most", dv_take_number,
     DV_INTO_OWN(own_options, seeds), .least = 1, .most = 1000000},
    {DV_ROW_SEED("have t:seeds try seed N alone")},
    {"format", "text|tap|junit", "what is written to standard output (text)", dv_take_choice,
     DV_INTO_OWN(own_options, format)},
    {"watch", "[poll]",
     "run them again whenever a .lua file in DIR is saved, until ctrl-C; poll: look for saves "
     "twenty times a second, if the system does not report them",
     dv_take_watch, .wanted = "poll"},
    {DV_ROW_THREADS},
    {DV_ROW_BUDGET("processor time for a test, and for each seed of one (120)")},
    {DV_ROW_LUA_MEMORY("memory for the scripts of the test and of each world (256, and 1 KiB for "
                       "each agent)")},
    {DV_ROW_AGENTS(DV_HELP_OF_AGENTS)},
};

const dv_subcommand dv_subcommand_test = {
    .name = "test",
    .takes = "DIR",
    .title = "run a scenario's tests",
    .help = "Run the tests of a scenario: the files DIR/tests/*.lua. Each returns a table of "
            "functions, named by what must hold.\n"
            "\n"
            "  return {\n"
            "    [\"the herd flees from a wolf\"] = function(t)\n"
            "      t:seeds(5, function()\n"
            "        local world = t:world { settings = { wolves = 1 } }\n"
            "        local function flees() return world:monitor(\"fleeing\") > 20 end\n"
            "        assert(world:step(1200, flees))\n"
            "      end)\n"
            "    end,\n"
            "  }\n"
            "\n"
            "A failure is printed with the seed, the tick, and the command that shows that moment "
            "in the window. scripts/README.md says what tests can do.\n",
    DV_OPTIONS(rows),
    .notes = "Exit status: 0 all tests passed; 1 one failed, or there are none; 2 bad usage.\n",
    .operand = offsetof(dv_options, scenario),
    .missing = "no DIR given: the folder of a scenario, with its tests in tests/",
    .own_size = sizeof(own_options),
    .run = test,
};
