// Calls every function that scripts can call, with arguments of right and wrong types. The scenario
// in scenes/calls reads the input as a list of calls. Each call works or raises an error.
// Afterwards, all numbers of the world must be finite, and it can be saved and loaded if its memory
// allows that.
//
// An input is any bytes.
#include "fuzz.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LARGEST 4096
#define TICKS 4

static char catalogue[1 << 17]; // the source of a module that returns it

typedef struct input {
    char source[4 * LARGEST + 32]; // of a module that returns the bytes
    size_t size;
} input;

// The catalogue as a Lua table

static void add(const char *format, ...) __attribute__((format(printf, 1, 2)));

static void add(const char *format, ...) {
    size_t used = strlen(catalogue);
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(catalogue + used, sizeof catalogue - used, format, arguments);
    va_end(arguments);
    fuzz_expect(used + (size_t)length < sizeof catalogue, "the catalogue is larger than its room");
}

static void add_parameter(const dv_parameter *parameter) {
    static const char *const types[] = {
        [DV_PARAMETER_NUMBER] = "number",   [DV_PARAMETER_BOOLEAN] = "boolean",
        [DV_PARAMETER_TARGET] = "target",   [DV_PARAMETER_VECTOR] = "vector",
        [DV_PARAMETER_AGENT] = "agent",     [DV_PARAMETER_SLOT] = "slot",
        [DV_PARAMETER_PATH] = "path",       [DV_PARAMETER_KIND] = "kind",
        [DV_PARAMETER_WHO] = "who",         [DV_PARAMETER_STATE] = "state",
        [DV_PARAMETER_EVENT] = "event",     [DV_PARAMETER_SETTING] = "setting",
        [DV_PARAMETER_LITERAL] = "literal", [DV_PARAMETER_CALLBACK] = "callback",
    };
    double minimum = parameter->minimum < -1e30 ? -1e30 : parameter->minimum;
    double maximum = parameter->maximum > 1e30 ? 1e30 : parameter->maximum;
    add("{ '%s', '%s', required = %s, unit = '%s', min = %.17g, max = %.17g }, ", parameter->name,
        types[parameter->type], parameter->required ? "true" : "false", parameter->unit, minimum,
        maximum);
}

static void add_entry(const dv_entry *entry) {
    add("{ name = '%s', positional = %u, ", entry->name, entry->positional);
    for (uint32_t i = 0; i < entry->parameter_count; i++)
        add_parameter(&entry->parameters[i]);
    add("},\n");
}

static void write_catalogue(void) {
    add("return { steer = {\n");
    for (uint32_t i = 0; i < dv_behavior_type_count(); i++)
        add_entry(&dv_behavior_type_at(i)->entry);
    add("}, when = {\n");
    for (uint32_t i = 0; i < dv_guard_type_count(); i++)
        add_entry(&dv_guard_type_at(i)->entry);
    add("}, stress = {\n");
    for (uint32_t i = 0; i < dv_stress_type_count(); i++)
        add_entry(&dv_stress_type_at(i)->entry);
    add("}, locomotion = {\n");
    for (uint32_t i = 0; i < dv_locomotion_type_count(); i++)
        add("'%s', ", dv_locomotion_type_at(i)->entry.name);
    add("}, properties = {\n");
    for (uint32_t i = 0; i < DV_PROPERTY_COUNT; i++)
        add_parameter(&dv_properties[i]);
    add("} }\n");
}

void fuzz_seeds(void) {
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
static const char *read_file(const char *name) {
    static struct { char name[32], text[1 << 15]; } files[4];
    int i = 0;
    while (files[i].name[0] && strcmp(files[i].name, name) != 0)
        i++;
    if (!files[i].name[0]) {
        char path[512];
        snprintf(path, sizeof path, DROVER_SOURCE "/tests/fuzz/scenes/calls/%.31s", name);
        FILE *file = fopen(path, "rb");
        if (!file)
            return NULL;
        files[i].text[fread(files[i].text, 1, sizeof files[i].text - 1, file)] = '\0';
        fclose(file);
        snprintf(files[i].name, sizeof files[i].name, "%s", name);
    }
    return files[i].text;
}

static bool read_module(void *context, const char *path, const char **source, size_t *size) {
    const input *in = context;
    bool is_input = strcmp(path, "input.lua") == 0,
         is_catalogue = strcmp(path, "catalogue.lua") == 0;
    *source = is_input ? in->source : is_catalogue ? catalogue : read_file(path);
    *size = is_input ? in->size : *source ? strlen(*source) : 0;
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

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    static input in;
    if (!*catalogue)
        write_catalogue();
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

size_t LLVMFuzzerCustomMutator(uint8_t *bytes, size_t size, size_t capacity, unsigned seed) {
    (void)seed;
    return LLVMFuzzerMutate(bytes, size, capacity);
}
