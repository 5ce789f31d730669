// Damaged logs of runs, replayed like `drover replay`. Checksums inside snapshots are corrected. A
// log is refused with a message, or replayed to its end or to the first tick that differs.
//
// An input is a log.
#include "fuzz.h"

#include "../read_script.h"
#include "player/replay/replay.h"
#include "player/run/run.h"
#include "record/base64.h"

#include <math.h>
#include <sys/mman.h>
#include <unistd.h>

// Seeds: runs in a folder that is then removed.

static void write_main(const char *folder, const char *text) {
    char path[128];
    snprintf(path, sizeof path, "%s/main.lua", folder);
    FILE *file = fopen(path, "wb");
    fuzz_expect(file && fputs(text, file) >= 0 && fclose(file) == 0, "cannot write %s", path);
}

static dv_options options_in(const char *folder, const char *log) {
    return (dv_options){.scenario = folder,
                        .threads = 1,
                        .speed = INFINITY,
                        .headless = true,
                        .ticks = DV_NO_LIMIT,
                        .seconds = NAN,
                        .every = 1,
                        .log = log};
}

static void begin(dv_run *run, const dv_options *options) {
    dv_error error = {""};
    fuzz_expect(dv_run_open(run, options, &error) == DV_OK, "%s", error.message);
}

static void go_on(dv_run *run, int ticks) {
    for (int i = 0; i < ticks; i++)
        fuzz_expect(dv_run_tick(run) == DV_OK, "%s", run->error.message);
}

static void write_log(const char *name, const char *path) {
    static char text[1 << 20];
    FILE *file = fopen(path, "rb");
    fuzz_expect(file != NULL, "no log");
    size_t size = fread(text, 1, sizeof text, file);
    fclose(file);
    fuzz_write_seed(name, text, size);
}

/// Everything that a log can hold beside a snapshot. What a rewind took back is left out when the
/// log is read.
static void seed_acts(const char *folder, const char *log, bool rewinds) {
    dv_run run;
    dv_error error = {""};
    const char *clicks = read_script("replay/clicks.lua");
    char other[1024];
    const dv_options options = options_in(folder, log);
    write_main(folder, clicks);
    begin(&run, &options);
    dv_run_keep_history(&run);
    go_on(&run, 3);
    dv_input press = {.type = DV_MOUSE_PRESSED, .x = 1.5, .y = -2, .button = 1};
    press.agent = dv_world_agent_at(run.world, 1);
    dv_run_input(&run, &press);
    dv_run_input(&run, &(dv_input){.type = DV_KEY_PRESSED, .key = "space"});
    dv_run_place_mouse(&run, &(dv_vec3){3, 4, 0});
    dv_run_set(&run, "pace", "4.5", &error);
    go_on(&run, 2);
    snprintf(other, sizeof other, "-- saved\n%s", clicks);
    write_main(folder, other);
    dv_run_reload(&run);
    dv_run_input(&run, &(dv_input){.type = DV_WHEEL_MOVED, .dy = 1});
    go_on(&run, 2);
    dv_run_undo(&run);
    go_on(&run, 2);
    if (rewinds)
        fuzz_expect(dv_run_rewind_to(&run, 0, &error) == DV_OK, "%s", error.message);
    go_on(&run, 2);
    fuzz_expect(dv_run_close(&run) == 0, "the run fails");
    write_log(rewinds ? "rewind" : "acts", log);
}

/// A run that begins with a snapshot.
static void seed_load(const char *folder, const char *log) {
    char snapshot[128];
    dv_run run;
    const char *clicks = read_script("replay/clicks.lua");
    snprintf(snapshot, sizeof snapshot, "%s/run.snap", folder);
    write_main(folder, clicks);
    dv_options options = options_in(folder, NULL);
    options.save = snapshot;
    begin(&run, &options);
    go_on(&run, 5);
    fuzz_expect(dv_run_close(&run) == 0, "the run fails");
    options = options_in(folder, log);
    options.load = snapshot;
    begin(&run, &options);
    go_on(&run, 3);
    fuzz_expect(dv_run_close(&run) == 0, "the run fails");
    write_log("load", log);
    remove(snapshot);
}

static void write_seeds(void) {
    char folder[] = "/tmp/drover_fuzz_XXXXXX", log[64], main[64];
    fuzz_expect(mkdtemp(folder) != NULL, "no folder");
    snprintf(log, sizeof log, "%s/run.log.file", folder);
    snprintf(main, sizeof main, "%s/main.lua", folder);
    seed_acts(folder, log, false);
    seed_acts(folder, log, true);
    seed_load(folder, log);
    remove(log);
    remove(main);
    rmdir(folder);
}

// Snapshots inside

static const char snapshot_key[] = "\"snapshot\":\"";

/// The Base64 of the first snapshot from `at` on, and its length; NULL when there is none.
static uint8_t *find_snapshot(uint8_t *at, const uint8_t *end, size_t *length) {
    uint8_t *key = memmem(at, (size_t)(end - at), snapshot_key, sizeof snapshot_key - 1);
    if (!key)
        return NULL;
    uint8_t *text = key + sizeof snapshot_key - 1;
    const uint8_t *quote = memchr(text, '"', (size_t)(end - text));
    *length = quote ? (size_t)(quote - text) : 0;
    return quote ? text : NULL;
}

/// Change a snapshot in place, when `seed` is given, and mend it.
static void rewrite_snapshot(uint8_t *text, size_t length, unsigned *seed) {
    size_t size = 0;
    uint8_t *bytes = fuzz_allocate(dv_base64_capacity(length));
    if (dv_base64_decode((const char *)text, length, bytes, &size)) {
        if (seed)
            fuzz_mutate_snapshot(bytes, size, seed);
        fuzz_mend_snapshot(bytes, size);
        dv_base64_encode(bytes, size, (char *)text);
    }
    free(bytes);
}

// Replays

/// Replay it; what the program prints to stderr, to be freed.
static char *replay(const char *path, int *status) {
    const dv_options options = {.log = path, .threads = 1, .hash = true};
    fuzz_listen();
    *status = dv_replay(&options);
    return fuzz_heard();
}

static int try_input(const uint8_t *bytes, size_t size) {
    uint8_t *copy = fuzz_allocate(size), *end = copy + size;
    size_t length;
    char path[32];
    int status, file = memfd_create("log", 0);
    memcpy(copy, bytes, size);
    for (uint8_t *at = copy; (at = find_snapshot(at, end, &length)); at += length)
        rewrite_snapshot(at, length, NULL);
    fuzz_expect(file >= 0 && write(file, copy, size) == (ssize_t)size, "no file");
    snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    char *said = replay(path, &status);
    fuzz_expect(status >= 0 && status <= 2, "status %d", status);
    fuzz_expect(status == 0 || strncmp(said, "drover: ", 8) == 0, "it fails without a word");
    free(said);
    close(file);
    free(copy);
    return 0;
}

/// Put a value where another stands.
static size_t change_value(uint8_t *bytes, size_t size, size_t capacity, unsigned *seed) {
    static const char *const values[] = {
        "0",
        "-1",
        "1e308",
        "1e999",
        "18446744073709551615",
        "9007199254740993",
        "0.5",
        "null",
        "true",
        "[]",
        "{}",
        "\"\"",
        "\"nan\"",
        "\"inf\"",
        "\"\\u0000\"",
        "{\"base64\":\"AAAA\"}",
        "{\"base64\":\"A\"}",
        "\"reload\"",
        "\"undo\"",
        "\"rewind\"",
        "\"setting\"",
        "\"mouse\"",
        "\"start\"",
        "\"load\"",
        "\"end\"",
        "\"mousepressed\"",
        "\"keyreleased\"",
        "\"0123456789abcdef\"",
        "\"<drover>/x\"",
        "\"main.lua\"",
    };
    size_t at = fuzz_below(seed, (uint32_t)size), count = 1;
    while (at > 0 && bytes[at - 1] != ':')
        at--;
    if (at < size && bytes[at] == '"')
        while (at + count < size && bytes[at + count - (count > 1)] != '"')
            count++;
    while (at + count < size && !strchr(",}]\n", bytes[at + count]))
        count++;
    const char *value = values[fuzz_below(seed, sizeof values / sizeof *values)];
    return fuzz_replace(bytes, size, capacity, at, count, value, strlen(value));
}

static size_t mutate(uint8_t *bytes, size_t size, size_t capacity, unsigned seed) {
    size_t length;
    if (size == 0)
        return LLVMFuzzerMutate(bytes, size, capacity);
    uint8_t *snapshot = find_snapshot(bytes, bytes + size, &length);
    switch (fuzz_below(&seed, snapshot ? 6 : 4)) {
    case 0:
        return LLVMFuzzerMutate(bytes, size, capacity);
    case 1:
        return fuzz_move_lines(bytes, size, capacity, &seed);
    case 2:
    case 3:
        return change_value(bytes, size, capacity, &seed);
    default:
        rewrite_snapshot(snapshot, length, &seed);
        return size;
    }
}

const fuzz_harness replay_harness = {"replay", write_seeds, try_input, mutate};
