// Runs scenarios with saves that are refused or rolled back, and without. Both runs must have the
// same hash, rows, and monitors in every tick, and the same log except for its messages about the
// saves.
//
// Usage: fuzz broken_saves TICKS SCENARIO... Each scenario is a folder with a main.lua, which is
// copied. The exit status is 1 if a run differs.
#include "base/alloc.h"
#include "player/run/run.h"
#include "tools.h"

#include <dirent.h>
#include <fcntl.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define OUTPUTS 3
#define BETWEEN_SAVES 50

static const char *const output_names[OUTPUTS] = {"record.csv", "report.csv", "log"};
static char folder[] = "/tmp/drover_broken_XXXXXX";
static char scenario[64];

static void die(const char *what, const char *why) {
    fprintf(stderr, "broken_saves: %s: %s\n", what, why);
    exit(1);
}

// Files

static const char *path_of(char path[128], const char *run, const char *name) {
    snprintf(path, 128, "%s/%s-%s", folder, run, name);
    return path;
}

static char *read_text(const char *path) {
    FILE *file = fopen(path, "rb");
    if (!file || fseek(file, 0, SEEK_END) != 0)
        die(path, "cannot read");
    size_t size = (size_t)ftell(file);
    char *text = calloc(1, size + 1);
    rewind(file);
    if (!text || fread(text, 1, size, file) != size)
        die(path, "cannot read");
    fclose(file);
    return text;
}

static void write_text(const char *path, const char *first, const char *second) {
    FILE *file = fopen(path, "wb");
    if (!file || fputs(first, file) < 0 || fputs(second, file) < 0 || fclose(file) != 0)
        die(path, "cannot write");
}

// Saves

// Stands before the module, on its first line: moves everybody in each tick, and fails after some.
static const char failing[] =
    "local require = (function(real) local drover = real 'drover' local wrapped = setmetatable({ "
    "scenario = function(t) local update, ticks = t.update, 0 t.update = function(world) "
    "for a in world:agents() do if a.kind ~= '' then a.x = a.x + 0.25 end end "
    "if update then update(world) end "
    "ticks = ticks + 1 if ticks == %d then error 'on purpose' end end "
    "return drover.scenario(t) end }, { __index = drover }) "
    "return function(name) return name == 'drover' and wrapped or real(name) end end)(require) ";

static void save(dv_run *run, const char *path, const char *first, const char *second,
                 dv_reload_outcome expected) {
    write_text(path, first, second);
    if (dv_run_reload(run) != expected) {
        printf("%s: tick %" PRIu64 ": outcome %d: %s\n", path, dv_world_tick(run->world),
               (int)run->reloads.last.outcome, run->reloads.last.message);
        exit(1);
    }
}

/// A save that is refused, or one that fails after some ticks; the good one follows.
static void save_badly(dv_run *run, const char *path, const char *good, int number) {
    char line[1024];
    if (number % 2 == 0) {
        save(run, path, "local half = {\n", good, DV_RELOAD_REFUSED);
        save(run, path, "", good, DV_RELOAD_MENDED);
        return;
    }
    snprintf(line, sizeof line, failing, 1 + number * 7 % (BETWEEN_SAVES - 2));
    save(run, path, line, good, DV_RELOAD_SWAPPED);
    write_text(path, "", good);
}

/// The module that makes the scenario: main.lua or one that it requires.
static void find_module(char path[512]) {
    DIR *entries = opendir(scenario);
    const struct dirent *entry;
    bool found = false;
    while (entries && !found && (entry = readdir(entries))) {
        const char *dot = strrchr(entry->d_name, '.');
        if (!dot || strcmp(dot, ".lua") != 0)
            continue;
        snprintf(path, 512, "%s/%s", scenario, entry->d_name);
        char *text = read_text(path);
        found = strstr(text, "return drover.scenario") != NULL;
        free(text);
    }
    if (!found)
        die(scenario, "no module returns a scenario");
    closedir(entries);
}

// Runs

static void run_once(const char *name, uint64_t ticks, bool is_broken) {
    char path[512], record[128], report[128], log[128];
    find_module(path);
    const dv_options options = {.scenario = scenario,
                                .threads = 1,
                                .speed = INFINITY,
                                .headless = true,
                                .watch = true,
                                .ticks = ticks,
                                .seconds = NAN,
                                .every = 1,
                                .budget = INFINITY,
                                .record = path_of(record, name, output_names[0]),
                                .report = path_of(report, name, output_names[1]),
                                .log = path_of(log, name, output_names[2])};
    char *good = read_text(path);
    dv_run run;
    dv_error error;
    int saves = 0;
    if (dv_run_open(&run, &options, &error) != DV_OK)
        die(scenario, error.message);
    run.watching = false; // saves are taken when they are made
    while (!dv_run_over(&run)) {
        if (is_broken && dv_world_tick(run.world) == (uint64_t)(saves + 1) * BETWEEN_SAVES)
            save_badly(&run, path, good, saves++);
        dv_run_tick(&run);
    }
    dv_run_close(&run);
    free(good);
}

// Comparing

/// Leave out the lines of a log that say what became of a save.
static char *read_output(const char *run, int output) {
    char path[128];
    char *text = read_text(path_of(path, run, output_names[output])), *end = text;
    for (char *line = text, *next; *line; line = next) {
        size_t length = strcspn(line, "\n");
        next = line + length + (line[length] == '\n');
        line[length] = '\0';
        bool is_told = output == 2 &&
                       (strstr(line, "\"event\":\"reload") || strstr(line, "\"event\":\"error\"") ||
                        strstr(line, "\"event\":\"print\""));
        line[length] = '\n';
        if (is_told)
            continue;
        memmove(end, line, (size_t)(next - line));
        end += next - line;
    }
    *end = '\0';
    return text;
}

static bool are_equal(const char *name) {
    bool all = true;
    for (int i = 0; i < OUTPUTS; i++) {
        char *clean = read_output("clean", i), *broken = read_output("broken", i);
        if (strcmp(clean, broken) != 0) {
            size_t at = 0;
            while (clean[at] == broken[at])
                at++;
            printf("%s: %s differs at byte %zu: %.60s\n    %.60s\n", name, output_names[i], at,
                   clean + at, broken + at);
            all = false;
        }
        free(clean);
        free(broken);
    }
    return all;
}

static void copy_folder(const char *from) {
    char command[512];
    int length =
        snprintf(command, sizeof command, "rm -rf %s && cp -r '%s' %s", scenario, from, scenario);
    if (length >= (int)sizeof command || system(command) != 0)
        die(from, "cannot copy");
}

/// What is said of the saves is not of interest.
static int silence(void) {
    int own = dup(STDERR_FILENO), nothing = open("/dev/null", O_WRONLY);
    if (own < 0 || nothing < 0 || dup2(nothing, STDERR_FILENO) < 0)
        die("/dev/null", "cannot write");
    close(nothing);
    return own;
}

int broken_saves(int count, char **words) {
    int failed = 0;
    if (count < 3 || !mkdtemp(folder)) {
        fprintf(stderr, "usage: fuzz broken_saves TICKS SCENARIO...\n");
        return 2;
    }
    snprintf(scenario, sizeof scenario, "%s/s", folder);
    uint64_t ticks = strtoull(words[1], NULL, 10);
    for (int i = 2; i < count; i++) {
        copy_folder(words[i]);
        run_once("clean", ticks, false);
        int own = silence();
        run_once("broken", ticks, true);
        dup2(own, STDERR_FILENO);
        close(own);
        failed += !are_equal(words[i]);
    }
    printf("%d scenarios, %d differ\n", count - 2, failed);
    char command[64];
    snprintf(command, sizeof command, "rm -r %s", folder);
    return failed > 0 || system(command) != 0 || dv_allocated_bytes() > 0;
}
