#include "fuzz.h"

#include "base/hash.h"
#include "base/random.h"
#include "base/utf8.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const fuzz_harness *const harnesses[] = {
    &api_harness,     &csv_harness,    &json_harness,  &lines_harness,  &manifest_harness,
    &options_harness, &plans_harness,  &png_harness,   &replay_harness, &snapshot_harness,
    &source_harness,  &syntax_harness, &tiled_harness, &wkt_harness,
};
static const fuzz_harness *harness; // the one that runs
static const char *seed_folder;

static void choose(const char *name) {
    for (size_t i = 0; i < sizeof harnesses / sizeof *harnesses; i++)
        if (strcmp(harnesses[i]->name, name) == 0)
            harness = harnesses[i];
    if (harness)
        return;
    fprintf(stderr, "fuzz: there is no harness '%s'\n", name);
    exit(2);
}

/// libFuzzer reads the words after this.
int LLVMFuzzerInitialize(int *count, char ***words) {
    choose(*count > 1 ? (*words)[1] : "");
    (*words)[1] = (*words)[0];
    *words += 1;
    *count -= 1;
    if (*count != 3 || strcmp((*words)[1], "--write-seeds") != 0)
        return 0;
    seed_folder = (*words)[2];
    harness->write_seeds();
    exit(0);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    return harness->try_input(bytes, size);
}

size_t LLVMFuzzerCustomMutator(uint8_t *bytes, size_t size, size_t capacity, unsigned seed) {
    return harness->mutate(bytes, size, capacity, seed);
}

void fuzz_write_seed(const char *name, const void *bytes, size_t size) {
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", seed_folder, name);
    FILE *file = fopen(path, "wb");
    fuzz_expect(file && fwrite(bytes, 1, size, file) == size && fclose(file) == 0,
                "cannot write %s", path);
}

uint32_t fuzz_below(unsigned *seed, uint32_t limit) {
    const dv_random_key key = {.seed = *seed};
    *seed += 1;
    return (uint32_t)(dv_random_unit(key, 0) * limit);
}

// What is heard

static FILE *own_out, *own_err; // NULL: nothing is kept
static char *heard;

// The sanitizers write to the file below stderr, which stays.
void fuzz_listen(void) {
    static size_t size;
    own_out = stdout;
    own_err = stderr;
    stdout = fopen("/dev/null", "w");
    stderr = open_memstream(&heard, &size);
    if (!stdout || !stderr)
        abort();
}

char *fuzz_heard(void) {
    fclose(stdout);
    fclose(stderr);
    stdout = own_out;
    stderr = own_err;
    own_out = own_err = NULL;
    return heard;
}

void fuzz_expect(bool holds, const char *format, ...) {
    if (holds)
        return;
    if (own_err)
        fuzz_heard();
    va_list arguments;
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
    abort();
}

void fuzz_expect_line(const char *line, const char *name) {
    fuzz_expect(strstr(line, name) != NULL, "it does not name %s: %s", name, line);
    for (const char *at = line; *at; at += dv_utf8_length(at)) {
        fuzz_expect((unsigned char)*at >= ' ', "byte %d in: %s", *at, line);
        fuzz_expect(dv_utf8_length(at) > 0, "not UTF-8: %s", line);
    }
}

void *fuzz_allocate(size_t size) {
    void *block = malloc(size + !size);
    fuzz_expect(block != NULL, "out of memory");
    return block;
}

// Text

size_t fuzz_replace(uint8_t *bytes, size_t size, size_t capacity, size_t at, size_t count,
                    const void *other, size_t other_count) {
    if (at + count > size || size - count + other_count > capacity)
        return size;
    uint8_t *copy = fuzz_allocate(other_count); // `other` may be a part of `bytes`
    memcpy(copy, other, other_count);
    memmove(bytes + at + other_count, bytes + at + count, size - at - count);
    memcpy(bytes + at, copy, other_count);
    free(copy);
    return size - count + other_count;
}

/// A line somewhere, with its newline.
static size_t pick_line(const uint8_t *bytes, size_t size, unsigned *seed, size_t *length) {
    size_t start = fuzz_below(seed, (uint32_t)size), end = start;
    while (start > 0 && bytes[start - 1] != '\n')
        start--;
    while (end < size && bytes[end] != '\n')
        end++;
    *length = end - start + (end < size);
    return start;
}

size_t fuzz_move_lines(uint8_t *bytes, size_t size, size_t capacity, unsigned *seed) {
    size_t length, other_length;
    if (size == 0)
        return size;
    size_t line = pick_line(bytes, size, seed, &length);
    size_t other = pick_line(bytes, size, seed, &other_length);
    switch (fuzz_below(seed, 3)) {
    case 0:
        return fuzz_replace(bytes, size, capacity, line, length, "", 0);
    case 1:
        return fuzz_replace(bytes, size, capacity, other, 0, bytes + line, length);
    default:
        return fuzz_replace(bytes, size, capacity, other, other_length, bytes + line, length);
    }
}

static bool is_mark(uint8_t c) { return c && strchr("{}[],:\n", c); }

size_t fuzz_change_value(uint8_t *bytes, size_t size, size_t capacity, unsigned *seed,
                         const char *const *values, uint32_t count) {
    size_t at = fuzz_below(seed, (uint32_t)size + 1), end;
    while (at > 0 && !is_mark(bytes[at - 1]))
        at--;
    for (end = at; end < size && !is_mark(bytes[end]);)
        end++;
    const char *value = values[fuzz_below(seed, count)];
    return fuzz_replace(bytes, size, capacity, at, end - at, value, strlen(value));
}

// Snapshots

void fuzz_mend_snapshot(uint8_t *bytes, size_t size) {
    if (size < FUZZ_SNAPSHOT_HEADER)
        return;
    uint64_t content = size - FUZZ_SNAPSHOT_HEADER;
    uint64_t hash = dv_hash_bytes(bytes + FUZZ_SNAPSHOT_HEADER, (size_t)content);
    memcpy(bytes + 16, &content, sizeof content);
    memcpy(bytes + 24, &hash, sizeof hash);
}

/// Numbers where checks tend to be wrong, as integers and as floats.
static const uint32_t odd_numbers[] = {
    0,          1,          2,          63,         64,         255,        256,        0xffff,
    0x10000,    0x3fffff,   0x400000,   0x7fffffff, 0x80000000, 0xffffffff, 0x3f800000, 0xbf800000,
    0x7f7fffff, 0xff7fffff, 0x7f800000, 0xff800000, 0x7fc00000, 0x00800000, 0x501502f9, 0x60ad78ec,
};

void fuzz_mutate_snapshot(uint8_t *bytes, size_t size, unsigned *seed) {
    if (size < FUZZ_SNAPSHOT_HEADER + sizeof(double))
        return;
    // Fields stand one after the other, without alignment.
    uint32_t span = (uint32_t)(size - FUZZ_SNAPSHOT_HEADER - sizeof(double) + 1);
    uint8_t *field = bytes + FUZZ_SNAPSHOT_HEADER + fuzz_below(seed, span);
    uint32_t number = odd_numbers[fuzz_below(seed, sizeof odd_numbers / sizeof *odd_numbers)];
    uint32_t way = fuzz_below(seed, 4);
    if (way == 0) {
        memcpy(field, &number, sizeof number);
    } else if (way == 1) {
        memcpy(&number, field, sizeof number);
        number += fuzz_below(seed, 5) - 2;
        memcpy(field, &number, sizeof number);
    } else {
        float narrow;
        memcpy(&narrow, &number, sizeof narrow);
        double wide = way == 2 ? narrow : number;
        memcpy(field, &wide, sizeof wide);
    }
}

// Scenarios

static void keep_quiet(void *context, const char *line) { (void)context, (void)line; }

dv_scenario_options fuzz_options(void) {
    dv_scenario_options options = dv_scenario_options_default();
    options.watched = true;
    options.print = keep_quiet;
    options.budget = 0.5;
    return options;
}

void fuzz_step(dv_scenario *scenario, int ticks) {
    for (int i = 0; i < ticks; i++) {
        dv_error error = {""};
        if (dv_scenario_step(scenario, &error) != DV_OK)
            fuzz_expect(error.message[0] != '\0', "a step fails without a word");
    }
}

uint64_t fuzz_hash(dv_world *world) {
    uint64_t hash;
    dv_error error = {""};
    fuzz_expect(dv_world_hash(world, &hash, &error) == DV_OK, "no hash: %s", error.message);
    return hash;
}

static bool is_finite(dv_vec3 v) { return isfinite(v.x) && isfinite(v.y) && isfinite(v.z); }

static void check_numbers(const dv_world *world) {
    for (uint32_t i = 0; i < dv_world_agent_limit(world); i++) {
        dv_agent agent = dv_world_agent_at(world, i);
        if (!agent.bits)
            continue;
        fuzz_expect(is_finite(dv_agent_position(world, agent)), "agent %u: position", i + 1);
        fuzz_expect(is_finite(dv_agent_velocity(world, agent)), "agent %u: velocity", i + 1);
        fuzz_expect(is_finite(dv_agent_forward(world, agent)), "agent %u: forward", i + 1);
        fuzz_expect(is_finite(dv_agent_up(world, agent)), "agent %u: up", i + 1);
        fuzz_expect(is_finite(dv_agent_steering(world, agent)), "agent %u: steering", i + 1);
    }
}

void fuzz_check_world(dv_scenario *scenario, bool may_refuse) {
    dv_world *world = dv_scenario_world(scenario);
    dv_error error = {""};
    dv_snapshot snapshot;
    check_numbers(world);
    if (dv_world_take_snapshot(world, &snapshot, &error) != DV_OK) {
        fuzz_expect(may_refuse && error.message[0], "no snapshot: %s", error.message);
        return;
    }
    uint64_t hash = fuzz_hash(world);
    dv_result result = dv_world_load_snapshot(world, &snapshot, &error);
    fuzz_expect(result == DV_OK, "the world's own snapshot is refused: %s", error.message);
    uint64_t again = fuzz_hash(world);
    fuzz_expect(hash == again, "hash %016" PRIx64 " when saved, %016" PRIx64 " when loaded", hash,
                again);
    dv_snapshot_free(&snapshot);
}
