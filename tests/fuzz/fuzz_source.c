// Damaged sources of scenarios. They are refused with a message, or the scenario runs for some
// ticks, its numbers stay finite, and it can be saved and loaded if its memory allows that.
//
// An input is a list of modules, each after a line with its path: "--@ wolf.lua".
#include "fuzz.h"

#include <ctype.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MARK "--@ "
#define MAX_MODULES 16

/// A module inside an input.
typedef struct module {
    char path[64];
    const char *source;
    size_t size;
} module;

typedef struct pack {
    module modules[MAX_MODULES];
    int count;
} pack;

// Seeds

static size_t add_file(char *text, size_t used, size_t room, const char *folder, const char *name) {
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "rb");
    fuzz_expect(file != NULL, "cannot open %s", path);
    used += (size_t)snprintf(text + used, room - used, MARK "%s\n", name);
    used += fread(text + used, 1, room - used, file);
    fclose(file);
    return used;
}

static int is_lua(const struct dirent *entry) {
    const char *dot = strrchr(entry->d_name, '.');
    return dot && strcmp(dot, ".lua") == 0;
}

static void seed_of_folder(const char *name, const char *folder) {
    static char text[1 << 18];
    struct dirent **entries;
    size_t used = 0;
    int count = scandir(folder, &entries, is_lua, alphasort);
    fuzz_expect(count > 0, "no modules in %s", folder);
    for (int i = 0; i < count; i++) {
        used = add_file(text, used, sizeof text, folder, entries[i]->d_name);
        free(entries[i]);
    }
    free(entries);
    fuzz_write_seed(name, text, used);
}

static void write_seeds(void) {
    // Small ones of every topic; with hundreds of agents there would be few runs a second.
    static const char *const samples[] = {"bag",  "burglar", "chase", "chicken", "gaze",
                                          "hide", "lamp",    "maze",  "radiator"};
    static char text[1 << 16];
    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++) {
        char folder[512];
        snprintf(folder, sizeof folder, DROVER_SOURCE "/samples/%s", samples[i]);
        seed_of_folder(samples[i], folder);
    }
    size_t used = add_file(text, 0, sizeof text, DROVER_SOURCE "/tests/fuzz/scenes", "places.lua");
    memcpy(text, "--@ main.lua  \n", 15); // in place of its own name
    fuzz_write_seed("places", text, used);
}

// Runs

static void unpack(pack *p, const char *text, const char *end) {
    p->count = 0;
    while (text < end && p->count < MAX_MODULES) {
        const char *mark = memmem(text, (size_t)(end - text), MARK, strlen(MARK));
        const char *line = mark ? memchr(mark, '\n', (size_t)(end - mark)) : NULL;
        if (!line)
            return;
        module *m = &p->modules[p->count++];
        snprintf(m->path, sizeof m->path, "%.*s", (int)(line - mark - 4), mark + 4);
        m->path[strcspn(m->path, " ")] = '\0';
        m->source = line + 1;
        const char *next = memmem(line, (size_t)(end - line), "\n" MARK, strlen("\n" MARK));
        text = next ? next + 1 : end;
        m->size = (size_t)(text - m->source);
    }
}

static bool read_module(void *context, const char *path, const char **source, size_t *size) {
    const pack *p = context;
    for (int i = 0; i < p->count; i++) {
        if (strcmp(p->modules[i].path, path) == 0) {
            *source = p->modules[i].source;
            *size = p->modules[i].size;
            return true;
        }
    }
    return false;
}

static int try_input(const uint8_t *bytes, size_t size) {
    pack p;
    // A source ends with a zero.
    char *text = fuzz_allocate(size + 1);
    memcpy(text, bytes, size);
    text[size] = '\0';
    unpack(&p, text, text + size);
    dv_scenario_options options = fuzz_options();
    options.reader = read_module;
    options.reader_context = &p;
    options.shown = true;
    dv_error error = {""};
    dv_scenario *scenario = dv_scenario_open("main.lua", &options, &error);
    if (scenario) {
        fuzz_step(scenario, 3);
        dv_scenario_draw(scenario, NULL);
        for (uint32_t i = 0; i < dv_scenario_monitor_count(scenario); i++)
            dv_scenario_monitor(scenario, i);
        fuzz_check_world(scenario, true);
    } else {
        fuzz_expect(error.message[0] != '\0', "refused without a word");
    }
    dv_scenario_close(scenario);
    fuzz_expect(dv_allocated_bytes() == 0, "%zu bytes are left", dv_allocated_bytes());
    free(text);
    return 0;
}

static bool is_word(uint8_t c) { return isalnum(c) || c == '_' || c == '.'; }

/// A word or number somewhere, or one byte of something else.
static size_t pick_word(const uint8_t *bytes, size_t size, unsigned *seed, size_t *length) {
    size_t at = fuzz_below(seed, (uint32_t)size), end;
    for (int i = 0; i < 16 && at + 1 < size && !is_word(bytes[at]); i++)
        at++;
    while (at > 0 && is_word(bytes[at]) && is_word(bytes[at - 1]))
        at--;
    for (end = at + 1; end < size && is_word(bytes[at]) && is_word(bytes[end]);)
        end++;
    *length = end - at;
    return at;
}

static size_t mutate(uint8_t *bytes, size_t size, size_t capacity, unsigned seed) {
    static const char *const values[] = {
        "0",
        "-1",
        "1e308",
        "math.huge",
        "-math.huge",
        "(0/0)",
        "2^53",
        "1e-320",
        "1e9",
        "0.5",
        "nil",
        "true",
        "''",
        "{}",
        "'x'",
        "self",
        "world",
        "drover",
        "drover.none",
        "drover.mouse",
        "drover.setting 'x'",
        "function(...) return ... end",
        "steer.wander {}",
        "when.after(0)",
        "~when.after(1)",
        "setmetatable({}, {})",
    };
    static const char *const statements[] = {
        " error 'x' ",
        " return ",
        " self:remove() ",
        " for a in world:agents() do a:remove() end ",
        " self:become('x') ",
        " self.world:finish() ",
        " coroutine.yield() ",
        " for k, v in pairs(self) do print(k, v) end ",
        " world.memory.f = print ",
        " do return self.world:spawn(self.kind, { x = self.x, y = self.y }) end ",
    };
    size_t length, other_length;
    if (size == 0)
        return LLVMFuzzerMutate(bytes, size, capacity);
    size_t at = pick_word(bytes, size, &seed, &length);
    switch (fuzz_below(&seed, 5)) {
    case 0:
        return LLVMFuzzerMutate(bytes, size, capacity);
    case 1:
        return fuzz_move_lines(bytes, size, capacity, &seed);
    case 2: {
        size_t other = pick_word(bytes, size, &seed, &other_length);
        return fuzz_replace(bytes, size, capacity, at, length, bytes + other, other_length);
    }
    case 3: {
        const char *value = values[fuzz_below(&seed, sizeof values / sizeof *values)];
        return fuzz_replace(bytes, size, capacity, at, length, value, strlen(value));
    }
    default: {
        const char *statement =
            statements[fuzz_below(&seed, sizeof statements / sizeof *statements)];
        return fuzz_replace(bytes, size, capacity, at, 0, statement, strlen(statement));
    }
    }
}

const fuzz_harness source_harness = {"source", write_seeds, try_input, mutate};
