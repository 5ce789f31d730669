// Damaged snapshots of several scenarios. The checksum is corrected, so that the code behind it is
// reached. A snapshot is refused and changes nothing, or its world runs, has only finite numbers,
// and can be saved again.
//
// An input is the number of a scene, plus UNMENDED if the header must not be corrected, and the
// snapshot.
#include "fuzz.h"

#include "../bindings/everything.h"

#define SAMPLES DROVER_SOURCE "/samples/"
#define UNMENDED 0x80

static const struct {
    const char *name, *path; // NULL: everything.h
    int ticks;
} scenes[] = {
    {"everything", NULL, 31},
    {"places", DROVER_SOURCE "/tests/fuzz/scenes/places.lua", 12},
    {"legs", SAMPLES "radiator", 40},
    {"plans", SAMPLES "pub", 60},
    {"flows", SAMPLES "flow_paint", 20},
    {"groups", SAMPLES "regiment", 30},
};
#define SCENES (sizeof scenes / sizeof *scenes)

/// A scene that stands open, and the snapshot that it goes back to after each input.
typedef struct scene {
    dv_scenario *scenario;
    dv_snapshot snapshot;
    uint64_t hash;
} scene;

static bool read_everything(void *context, const char *path, const char **source, size_t *size) {
    (void)context;
    bool is_main = strcmp(path, "main.lua") == 0;
    *source = is_main ? everything_main() : everything_deer();
    *size = strlen(*source);
    return is_main || strcmp(path, "deer.lua") == 0;
}

static scene *scene_at(uint32_t index) {
    static scene all[SCENES];
    scene *s = &all[index];
    if (s->scenario)
        return s;
    dv_scenario_options options = fuzz_options();
    const char *path = scenes[index].path ? scenes[index].path : "main.lua";
    dv_error error = {""};
    if (!scenes[index].path)
        options.reader = read_everything;
    s->scenario = dv_scenario_open(path, &options, &error);
    fuzz_expect(s->scenario != NULL, "%s: %s", scenes[index].name, error.message);
    fuzz_step(s->scenario, scenes[index].ticks);
    dv_world *world = dv_scenario_world(s->scenario);
    fuzz_expect(dv_world_take_snapshot(world, &s->snapshot, &error) == DV_OK, "%s: %s",
                scenes[index].name, error.message);
    s->hash = fuzz_hash(world);
    return s;
}

static void write_seeds(void) {
    for (uint32_t i = 0; i < SCENES; i++) {
        const dv_snapshot *snapshot = &scene_at(i)->snapshot;
        uint8_t *seed = fuzz_allocate(1 + snapshot->size);
        seed[0] = (uint8_t)i;
        memcpy(seed + 1, snapshot->bytes, snapshot->size);
        fuzz_write_seed(scenes[i].name, seed, 1 + snapshot->size);
        free(seed);
    }
}

static void ignore(void *context, const char *name, const char *value) {
    (void)context, (void)name, (void)value;
}

static void check(const scene *s, const dv_snapshot *snapshot) {
    dv_world *world = dv_scenario_world(s->scenario);
    dv_error error = {""};
    if (dv_world_load_snapshot(world, snapshot, &error) != DV_OK) {
        fuzz_expect(error.message[0] != '\0', "refused without a word");
        fuzz_expect(fuzz_hash(world) == s->hash, "refused, but the world is another");
        return;
    }
    fuzz_step(s->scenario, 3);
    fuzz_check_world(s->scenario, false);
    for (uint32_t i = 0; i < dv_world_agent_limit(world) && i < 8; i++)
        dv_scenario_describe(s->scenario, dv_world_agent_at(world, i), ignore, NULL);
    dv_result result = dv_world_load_snapshot(world, &s->snapshot, &error);
    fuzz_expect(result == DV_OK, "there is no way back: %s", error.message);
}

static int try_input(const uint8_t *bytes, size_t size) {
    if (size < 1)
        return 0;
    uint8_t *copy = fuzz_allocate(size - 1);
    memcpy(copy, bytes + 1, size - 1);
    if (!(bytes[0] & UNMENDED))
        fuzz_mend_snapshot(copy, size - 1);
    const dv_snapshot snapshot = {copy, size - 1};
    check(scene_at((bytes[0] & ~UNMENDED) % SCENES), &snapshot);
    free(copy);
    return 0;
}

static size_t mutate(uint8_t *bytes, size_t size, size_t capacity, unsigned seed) {
    if (size < 1 || fuzz_below(&seed, 3) == 0)
        return LLVMFuzzerMutate(bytes, size, capacity);
    fuzz_mutate_snapshot(bytes + 1, size - 1, &seed);
    return size;
}

const fuzz_harness snapshot_harness = {"snapshot", write_seeds, try_input, mutate};
