// Plans, flows to goals, and agents that find their ways, near the origin and far from it. Each
// plan leads past every obstacle from one end to the other, or is refused with a reason.
//
// The tool makes so many plans, in scenes that depend on a seed, and counts them by the distance
// from the origin. The exit status is 1 unless, in every decade from 1 to 10⁶ m, a tenth of them
// are on maps of 256² cells, and for 30 % a way is found.
//
// Usage: fuzz count_plans COUNT [SEED]
//
// An input is any bytes.
#include "fuzz.h"
#include "plan_scenes.h"
#include "tools.h"

#include "base/alloc.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#define JUDGED_DECADES 6

static void fill(uint8_t *bytes, size_t size, unsigned *seed) {
    for (size_t i = 0; i < size; i++)
        bytes[i] = (uint8_t)fuzz_below(seed, 256);
}

static void write_seeds(void) {
    for (unsigned i = 0; i < 24; i++) {
        uint8_t bytes[PLAN_SCENE_SIZE];
        unsigned dice = i * 7919;
        char name[16];
        fill(bytes, sizeof bytes, &dice);
        snprintf(name, sizeof name, "plans%02u", i);
        fuzz_write_seed(name, bytes, sizeof bytes);
    }
}

static int try_input(const uint8_t *bytes, size_t size) {
    static plan_tally tally;
    tally = (plan_tally){0};
    plan_in_scene(bytes, size, &tally);
    fuzz_expect(dv_allocated_bytes() == 0, "%zu bytes are left", dv_allocated_bytes());
    return 0;
}

static size_t mutate(uint8_t *bytes, size_t size, size_t capacity, unsigned seed) {
    (void)seed;
    return LLVMFuzzerMutate(bytes, size, capacity);
}

const fuzz_harness plans_harness = {"plans", write_seeds, try_input, mutate};

// The tool

static int percent(uint64_t part, uint64_t all) { return all ? (int)(100 * part / all) : 0; }

/// Whether the plans of a decade are as many and as good as they have to be.
static bool say_decade(const plan_tally *tally, uint32_t decade) {
    uint64_t plans = tally->decades[decade].plans;
    int large = percent(tally->decades[decade].on_large_maps, plans);
    int found = percent(tally->decades[decade].found, plans);
    bool is_fine = decade >= JUDGED_DECADES || (large >= 10 && found >= 30);
    printf("from 1e%" PRIu32 " m: %8" PRIu64 " plans, %2d %% on maps of 256 x 256 cells, %2d %% "
           "found%s\n",
           decade, plans, large, found, is_fine ? "" : ": too few");
    return is_fine;
}

static void say_reasons(const plan_tally *tally) {
    for (int i = 0; i < PLAN_REASONS && tally->reasons[i].text[0]; i++) {
        printf("%s:\n   ", tally->reasons[i].text);
        for (int decade = 0; decade < PLAN_DECADES; decade++)
            printf(" %8" PRIu64, tally->reasons[i].decades[decade]);
        printf("\n");
    }
}

/// Kept until the scene is done: what ends the process has no time for it.
static void keep(const uint8_t *bytes, size_t size) {
    FILE *file = fopen("crash-input", "wb");
    fuzz_expect(file && fwrite(bytes, 1, size, file) == size && fclose(file) == 0,
                "cannot write crash-input");
}

int count_plans(int count, char **words) {
    static plan_tally tally;
    uint64_t wanted = count > 1 ? strtoull(words[1], NULL, 10) : 1000000, made = 0;
    unsigned seed = count > 2 ? (unsigned)strtoul(words[2], NULL, 10) * 1000003u : 1;
    while (made < wanted) {
        uint8_t bytes[PLAN_SCENE_SIZE];
        fill(bytes, sizeof bytes, &seed);
        keep(bytes, sizeof bytes);
        plan_in_scene(bytes, sizeof bytes, &tally);
        made = 0;
        for (int decade = 0; decade < PLAN_DECADES; decade++)
            made += tally.decades[decade].plans;
    }
    remove("crash-input");
    bool is_fine = dv_allocated_bytes() == 0;
    say_reasons(&tally);
    for (uint32_t decade = 0; decade < PLAN_DECADES; decade++)
        is_fine = say_decade(&tally, decade) && is_fine;
    printf("%" PRIu64 " plans, %" PRIu64 " of them from Lua, in %" PRIu64 " scenes with %" PRIu64
           " obstacles; %" PRIu64 " flows, %" PRIu64 " lead; %" PRIu64 " agents: %s\n",
           made, tally.from_scripts, tally.scenes, tally.obstacles, tally.flows,
           tally.leading_flows, tally.agents, is_fine ? "nothing found" : "FAILED");
    return !is_fine;
}
