// The main function of `fuzz` where libFuzzer has none: with gcc, and in the tests.
//
//     fuzz TOOL WORD...     one of tools.h
//     fuzz HARNESS [-runs=N] [-max_total_time=SECONDS] [-seed=N] FILE|FOLDER...
//
// A harness runs the given files, then mutants of them that depend only on the seed. It does not
// measure coverage. Without -runs and -max_total_time, it only runs the files. If an input ends the
// process, it is kept in the file `crash-input`, which can be passed as FILE.
#include "fuzz.h"
#include "tools.h"

#include <dirent.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define LARGEST_INPUT ((size_t)1 << 20)

typedef struct input {
    uint8_t *bytes;
    size_t size;
} input;

static input *inputs;
static uint32_t input_count;
static unsigned dice = 1;

static void read_file(const char *path) {
    FILE *file = fopen(path, "rb");
    fuzz_expect(file != NULL, "cannot open %s", path);
    inputs = realloc(inputs, (input_count + 1) * sizeof *inputs);
    fuzz_expect(inputs != NULL, "out of memory");
    input *read = &inputs[input_count++];
    read->bytes = fuzz_allocate(LARGEST_INPUT);
    read->size = fread(read->bytes, 1, LARGEST_INPUT, file);
    fclose(file);
}

static int no_hidden(const struct dirent *entry) { return entry->d_name[0] != '.'; }

/// A file, or those of a folder by name.
static void read_path(const char *path) {
    struct dirent **entries;
    int count = scandir(path, &entries, no_hidden, alphasort);
    if (count < 0) {
        read_file(path);
        return;
    }
    for (int i = 0; i < count; i++) {
        char inside[4096];
        snprintf(inside, sizeof inside, "%s/%s", path, entries[i]->d_name);
        read_file(inside);
        free(entries[i]);
    }
    free(entries);
}

/// Run it in a block of its size, so that a read behind its end is seen.
static void run(const uint8_t *bytes, size_t size) {
    uint8_t *exact = fuzz_allocate(size);
    memcpy(exact, bytes, size);
    LLVMFuzzerTestOneInput(exact, size);
    free(exact);
}

/// Written before it runs: what ends the process has no time for it.
static void keep(const uint8_t *bytes, size_t size) {
    FILE *file = fopen("crash-input", "wb");
    if (file) {
        fwrite(bytes, 1, size, file);
        fclose(file);
    }
}

size_t LLVMFuzzerMutate(uint8_t *bytes, size_t size, size_t capacity) {
    uint32_t from = fuzz_below(&dice, (uint32_t)size), to = fuzz_below(&dice, (uint32_t)size);
    size_t count = 1 + fuzz_below(&dice, 32);
    switch (fuzz_below(&dice, 5)) {
    case 0: // flip a bit
        if (size)
            bytes[to] ^= (uint8_t)(1u << fuzz_below(&dice, 8));
        return size;
    case 1: // another byte
        if (size)
            bytes[to] = (uint8_t)fuzz_below(&dice, 256);
        return size;
    case 2: // leave some out
        if (to + count > size)
            return size;
        memmove(bytes + to, bytes + to + count, size - to - count);
        return size - count;
    case 3: // repeat some
        if (size + count > capacity || from + count > size)
            return size;
        memmove(bytes + to + count, bytes + to, size - to);
        memmove(bytes + to, bytes + from, count);
        return size + count;
    default: // copy some over others
        if (from + count <= size && to + count <= size)
            memmove(bytes + to, bytes + from, count);
        return size;
    }
}

static void run_mutant(uint8_t *room) {
    const input *parent = &inputs[fuzz_below(&dice, input_count)];
    size_t size = parent->size;
    memcpy(room, parent->bytes, size);
    for (uint32_t i = 0, count = 1 + fuzz_below(&dice, 4); i < count; i++) {
        unsigned seed = fuzz_below(&dice, UINT32_MAX);
        size = LLVMFuzzerCustomMutator(room, size, LARGEST_INPUT, seed);
    }
    keep(room, size);
    run(room, size);
}

static int run_harness(int count, char **words) {
    uint64_t runs = 0, done = 0;
    double seconds = 0;
    LLVMFuzzerInitialize(&count, &words);
    for (int i = 1; i < count; i++) {
        if (strncmp(words[i], "-runs=", 6) == 0)
            runs = strtoull(words[i] + 6, NULL, 10);
        else if (strncmp(words[i], "-max_total_time=", 16) == 0)
            seconds = strtod(words[i] + 16, NULL);
        else if (strncmp(words[i], "-seed=", 6) == 0)
            dice = (unsigned)strtoul(words[i] + 6, NULL, 10) * 1000003u;
        else if (words[i][0] != '-')
            read_path(words[i]);
    }
    fuzz_expect(input_count > 0, "no files to begin with: see --write-seeds");
    time_t end = time(NULL) + (time_t)seconds;
    for (uint32_t i = 0; i < input_count; i++) {
        keep(inputs[i].bytes, inputs[i].size);
        run(inputs[i].bytes, inputs[i].size);
    }
    uint8_t *room = fuzz_allocate(LARGEST_INPUT);
    for (; done < runs || time(NULL) < end; done++)
        run_mutant(room);
    remove("crash-input");
    printf("%u files and %" PRIu64 " mutants\n", input_count, done);
    for (uint32_t i = 0; i < input_count; i++)
        free(inputs[i].bytes);
    free(inputs);
    free(room);
    return 0;
}

static const struct {
    const char *name;
    int (*run)(int count, char **words);
} tools[] = {
    {"any_world", any_world},           {"broken_saves", broken_saves},
    {"failing_memory", failing_memory}, {"kill_while_saving", kill_while_saving},
    {"mixed_sessions", mixed_sessions}, {"patterns", patterns},
    {"count_plans", count_plans},       {"soak_reload", soak_reload},
};

int main(int count, char **words) {
    for (size_t i = 0; count > 1 && i < sizeof tools / sizeof *tools; i++)
        if (strcmp(tools[i].name, words[1]) == 0)
            return tools[i].run(count - 1, words + 1);
    return run_harness(count, words);
}
