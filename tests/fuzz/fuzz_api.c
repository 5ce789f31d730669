// Calls every function that scripts can call, with arguments of right and wrong types. The scenario
// in scenes/calls reads the input as a list of calls. Each call works or raises an error.
// Afterwards, all numbers of the world must be finite, and it can be saved and loaded if its memory
// allows that.
//
// An input is any bytes.
#include "catalogue_module.h"
#include "fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LARGEST 4096
#define TICKS 4

typedef struct input {
    char source[4 * LARGEST + 32]; // of a module that returns the bytes
    size_t size;
} input;

static void write_seeds(void) {
    // Bytes by a rule, so that every function is called with something.
    for (unsigned i = 0; i < 24; i++) {
        uint8_t bytes[2048];
        unsigned dice = i * 7919;
        for (size_t k = 0; k < sizeof bytes; k++)
            bytes[k] = (uint8_t)fuzz_below(&dice, 256);
        char name[16];
        snprintf(name, sizeof name, "calls%02u", i);
        fuzz_write_seed(name, bytes, sizeof bytes);
    }
}

static void quote(input *to, const uint8_t *bytes, size_t size) {
    size_t used = (size_t)sprintf(to->source, "return \"");
    for (size_t i = 0; i < size && i < LARGEST; i++)
        used += (size_t)sprintf(to->source + used, "\\%03u", bytes[i]);
    to->size = used + (size_t)sprintf(to->source + used, "\"\n");
}

/// A file of scenes/calls, read once; NULL when it has no such.
static const char *read_file(const char *name, size_t *size) {
    static struct {
        char name[32], text[1 << 15];
        size_t size;
    } files[8];
    int i = 0;
    while (files[i].name[0] && strcmp(files[i].name, name) != 0)
        i++;
    if (!files[i].name[0]) {
        char path[512];
        snprintf(path, sizeof path, DROVER_SOURCE "/tests/fuzz/scenes/calls/%.31s", name);
        FILE *file = fopen(path, "rb");
        if (!file)
            return NULL;
        files[i].size = fread(files[i].text, 1, sizeof files[i].text, file);
        fclose(file);
        snprintf(files[i].name, sizeof files[i].name, "%s", name);
    }
    *size = files[i].size;
    return files[i].text;
}

static bool read_module(void *context, const char *path, const char **source, size_t *size) {
    const input *in = context;
    bool is_input = strcmp(path, "input.lua") == 0;
    *source = is_input ? in->source : catalogue_module(path);
    if (!*source)
        *source = read_file(path, size);
    else
        *size = is_input ? in->size : strlen(*source);
    return *source != NULL;
}

static void give_input(dv_scenario *scenario) {
    dv_agent agent = dv_world_agent_at(dv_scenario_world(scenario), 0);
    for (int type = 0; type < DV_INPUT_COUNT; type++)
        dv_scenario_input(scenario, &(dv_input){.type = (dv_input_type)type,
                                                .x = 1,
                                                .y = 2,
                                                .button = 1,
                                                .agent = agent,
                                                .key = "a"});
}

static int try_input(const uint8_t *bytes, size_t size) {
    static input in;
    quote(&in, bytes, size);
    dv_scenario_options options = fuzz_options();
    options.reader = read_module;
    options.reader_context = &in;
    options.shown = true;
    dv_error error = {""};
    dv_scenario *scenario = dv_scenario_open("main.lua", &options, &error);
    if (scenario) {
        fuzz_step(scenario, TICKS / 2);
        give_input(scenario);
        dv_scenario_draw(scenario, NULL);
        fuzz_step(scenario, TICKS / 2);
        fuzz_check_world(scenario, true);
        dv_scenario_close(scenario);
    } else {
        fuzz_expect(error.message[0] != '\0', "refused without a word");
    }
    fuzz_expect(dv_allocated_bytes() == 0, "%zu bytes are left", dv_allocated_bytes());
    return 0;
}

static size_t mutate(uint8_t *bytes, size_t size, size_t capacity, unsigned seed) {
    (void)seed;
    return LLVMFuzzerMutate(bytes, size, capacity);
}

const fuzz_harness api_harness = {"api", write_seeds, try_input, mutate};
