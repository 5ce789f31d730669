#include "player/replay_line.h"

#include "base/alloc.h"
#include "base/result.h"
#include "player/run_log.h"
#include "record/base64.h"

#include <errno.h>
#include <jansson.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// Up to here every whole number is one of JSON's.
#define LARGEST_INTEGER ((uint64_t)1 << 53)

// A line while it is read. The first failure stays, and what is read after it is not used.
typedef struct reading {
    const json_t *line;
    dv_arena *memory;
    dv_result result;
    dv_error *error;
} reading;

static void refuse(reading *r, const char *key, const char *wanted) {
    if (r->result == DV_OK)
        r->result = dv_fail(r->error, DV_ERROR_FORMAT, "\"%s\": %s expected", key, wanted);
}

static void *allocate(reading *r, size_t size) {
    void *block = dv_arena_alloc(r->memory, size);
    if (!block && r->result == DV_OK)
        r->result = dv_fail(r->error, DV_ERROR_MEMORY, "out of memory");
    return block;
}

// Values

static char *copy_bytes(reading *r, const char *bytes, size_t size) {
    char *copy = allocate(r, size + 1);
    if (copy)
        memcpy(copy, bytes, size);
    return copy;
}

/// Bytes written as Base64, with a zero behind them.
static char *decode(reading *r, const char *key, const json_t *value, size_t *size) {
    if (!json_is_string(value)) {
        refuse(r, key, "Base64");
        return NULL;
    }
    size_t length = json_string_length(value);
    char *bytes = allocate(r, dv_base64_capacity(length) + 1);
    if (bytes &&
        !dv_base64_decode(json_string_value(value), length, (unsigned char *)bytes, size)) {
        refuse(r, key, "Base64");
        return NULL;
    }
    return bytes;
}

/// A text of any bytes, with a zero behind them; "" when it is none.
static const char *read_bytes(reading *r, const json_t *from, const char *key, size_t *size) {
    const json_t *value = json_object_get(from, key);
    const char *bytes = NULL;
    *size = 0;
    if (json_is_string(value)) {
        *size = json_string_length(value);
        bytes = copy_bytes(r, json_string_value(value), *size);
    } else if (json_is_object(value)) {
        bytes = decode(r, key, json_object_get(value, "base64"), size);
    } else {
        refuse(r, key, "a text");
    }
    return bytes ? bytes : "";
}

static const char *read_text(reading *r, const json_t *from, const char *key) {
    size_t size;
    const char *text = read_bytes(r, from, key, &size);
    if (strlen(text) != size)
        refuse(r, key, "a text without zeros");
    return text;
}

static const char *read_optional_text(reading *r, const char *key) {
    return json_object_get(r->line, key) ? read_text(r, r->line, key) : NULL;
}

static double read_number(reading *r, const char *key) {
    static const struct {
        const char *name;
        float value;
    } others[] = {{"inf", INFINITY}, {"-inf", -INFINITY}, {"nan", NAN}};
    const json_t *value = json_object_get(r->line, key);
    if (json_is_real(value))
        return json_real_value(value);
    for (size_t i = 0; json_is_string(value) && i < sizeof others / sizeof *others; i++)
        if (strcmp(json_string_value(value), others[i].name) == 0)
            return (double)others[i].value;
    refuse(r, key, "a number");
    return 0;
}

static uint64_t read_integer(reading *r, const char *key, uint64_t most) {
    const json_t *value = json_object_get(r->line, key);
    double number = json_is_real(value) ? json_real_value(value) : -1;
    if (number >= 0 && number <= (double)most && number == floor(number))
        return (uint64_t)number;
    refuse(r, key, "a whole number in its range");
    return 0;
}

static uint64_t read_hash(reading *r, const json_t *from, const char *key) {
    const json_t *value = json_object_get(from, key);
    const char *text = json_is_string(value) ? json_string_value(value) : "";
    if (strlen(text) == 16 && strspn(text, "0123456789abcdef") == 16)
        return strtoull(text, NULL, 16);
    refuse(r, key, "16 digits of a hash");
    return 0;
}

static uint64_t read_seed(reading *r) {
    const char *text = read_text(r, r->line, "seed");
    size_t length = strlen(text);
    errno = 0;
    unsigned long long seed = strtoull(text, NULL, 10);
    if (length == 0 || strspn(text, "0123456789") != length || errno != 0)
        refuse(r, "seed", "a whole number below 2^64, in quotes,");
    return seed;
}

static bool read_switch(reading *r, const char *key) {
    const json_t *value = json_object_get(r->line, key);
    if (!json_is_boolean(value))
        refuse(r, key, "true or false");
    return json_is_true(value);
}

// Starts

static void read_module(reading *r, const json_t *from, dv_replay_module *module) {
    if (!json_is_object(from)) {
        refuse(r, "modules", "a list of modules");
        return;
    }
    module->path = read_text(r, from, "path");
    module->hash = read_hash(r, from, "hash");
    if (json_object_get(from, "source"))
        module->source = read_bytes(r, from, "source", &module->size);
}

static dv_replay_modules read_modules(reading *r) {
    const json_t *list = json_object_get(r->line, "modules");
    size_t count = json_array_size(list); // 0 for what is no list
    dv_replay_module *modules = count ? allocate(r, count * sizeof *modules) : NULL;
    if (!modules) {
        refuse(r, "modules", "a list of modules");
        return (dv_replay_modules){0};
    }
    for (size_t i = 0; i < count && r->result == DV_OK; i++)
        read_module(r, json_array_get(list, i), &modules[i]);
    return (dv_replay_modules){modules, (uint32_t)count};
}

static void read_settings(reading *r, dv_replay_start *start) {
    json_t *object = json_object_get(r->line, "settings");
    if (!json_is_object(object)) {
        refuse(r, "settings", "an object");
        return;
    }
    dv_setting_choice *settings = allocate(r, (json_object_size(object) + 1) * sizeof *settings);
    const char *name;
    json_t *value;
    if (!settings)
        return;
    start->settings = settings;
    json_object_foreach(object, name, value) {
        dv_setting_choice *setting = &settings[start->setting_count++];
        setting->name = copy_bytes(r, name, strlen(name));
        setting->value = read_text(r, object, name);
    }
}

static void read_start(reading *r, dv_replay_entry *entry) {
    dv_replay_start *start = allocate(r, sizeof *start);
    if (!start)
        return;
    start->folder = read_text(r, r->line, "folder");
    start->seed = read_seed(r);
    start->watched = read_switch(r, "watched");
    start->set_up = read_switch(r, "set_up");
    read_settings(r, start);
    start->modules = read_modules(r);
    for (uint32_t i = 0; i < start->modules.count; i++) {
        const dv_replay_module *module = &start->modules.items[i];
        if (r->result == DV_OK && !module->source && !dv_replay_is_library(module->path))
            refuse(r, "source", "one of each module");
    }
    entry->start = start;
}

static void read_load(reading *r, dv_replay_entry *entry) {
    dv_snapshot *snapshot = allocate(r, sizeof *snapshot);
    if (snapshot)
        snapshot->bytes =
            decode(r, "snapshot", json_object_get(r->line, "snapshot"), &snapshot->size);
    entry->snapshot = snapshot;
}

// What happens

static dv_agent read_agent(reading *r) {
    if (!json_object_get(r->line, "agent"))
        return (dv_agent){0};
    uint64_t id = read_integer(r, "agent", DV_MAX_AGENTS);
    uint64_t generation = read_integer(r, "generation", (1u << DV_HANDLE_GENERATION_BITS) - 1);
    if (id == 0) {
        refuse(r, "agent", "the number of an agent");
        return (dv_agent){0};
    }
    return (dv_agent){dv_handle_make(DV_HANDLE_AGENT, 0, (uint32_t)generation, (uint32_t)id - 1)};
}

static void read_input(reading *r, dv_input *input) {
    bool by_key = input->type == DV_KEY_PRESSED || input->type == DV_KEY_RELEASED;
    bool by_button = input->type == DV_MOUSE_PRESSED || input->type == DV_MOUSE_RELEASED;
    if (by_key)
        input->key = read_text(r, r->line, "key");
    if (!by_key && input->type != DV_WHEEL_MOVED) {
        input->x = read_number(r, "x");
        input->y = read_number(r, "y");
    }
    if (!by_key && !by_button) {
        input->dx = read_number(r, "dx");
        input->dy = read_number(r, "dy");
    }
    if (by_button) {
        input->button = (int)read_integer(r, "button", INT_MAX);
        input->agent = read_agent(r);
    }
    input->tool = read_optional_text(r, "tool");
}

static void read_mouse(reading *r, dv_act *act) {
    act->mouse_is_here = json_object_get(r->line, "x") != NULL;
    if (!act->mouse_is_here)
        return;
    act->mouse = (dv_vec3){(float)read_number(r, "x"), (float)read_number(r, "y"),
                           (float)read_number(r, "z")};
}

static void read_act(reading *r, dv_act_type type, int input, dv_replay_entry *entry) {
    dv_act *act = allocate(r, sizeof *act);
    if (!act)
        return;
    act->type = type;
    if (type == DV_ACT_MOUSE) {
        read_mouse(r, act);
    } else if (type == DV_ACT_SETTING) {
        act->name = read_text(r, r->line, "name");
        act->value = read_text(r, r->line, "value");
    } else {
        act->input.type = (dv_input_type)input;
        read_input(r, &act->input);
    }
    entry->act = act;
}

static void read_log(reading *r, dv_replay_entry *entry) {
    uint64_t format = read_integer(r, "format", LARGEST_INTEGER);
    entry->text = read_text(r, r->line, "drover");
    if (r->result == DV_OK && format != DV_LOG_FORMAT)
        r->result = dv_fail(r->error, DV_ERROR_FORMAT, "a log of format %llu, not %d",
                            (unsigned long long)format, DV_LOG_FORMAT);
}

// Lines

static void read_hash_line(reading *r, dv_replay_entry *entry) {
    entry->type = DV_REPLAY_HASH;
    entry->hash = read_hash(r, r->line, "hash");
}

static int input_named(const char *event) {
    for (int type = 0; type < DV_INPUT_COUNT; type++)
        if (strcmp(dv_input_names[type], event) == 0)
            return type;
    return -1;
}

static bool find_type(const char *event, dv_replay_type *type) {
    static const struct {
        const char *event;
        dv_replay_type type;
    } types[] = {
        {"log", DV_REPLAY_LOG},
        {"start", DV_REPLAY_START},
        {"load", DV_REPLAY_LOAD},
        {"mouse", DV_REPLAY_ACT},
        {"setting", DV_REPLAY_ACT},
        {"reload", DV_REPLAY_RELOAD},
        {"rewind", DV_REPLAY_REWIND},
        {"print", DV_REPLAY_NOTE},
        {"undo", DV_REPLAY_RELOAD},
        {"reload rolled back", DV_REPLAY_NOTE},
        {"reload mended", DV_REPLAY_NOTE},
        {"reload refused", DV_REPLAY_NOTE},
        {"end", DV_REPLAY_END},
    };
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (strcmp(types[i].event, event) == 0) {
            *type = types[i].type;
            return true;
        }
    *type = DV_REPLAY_ACT;
    return input_named(event) >= 0;
}

static void read_event(reading *r, const char *event, dv_replay_entry *entry) {
    if (!find_type(event, &entry->type)) {
        r->result = dv_fail(r->error, DV_ERROR_FORMAT, "no log has an event \"%.40s\"", event);
        return;
    }
    if (entry->type == DV_REPLAY_LOG)
        read_log(r, entry);
    else if (entry->type == DV_REPLAY_START)
        read_start(r, entry);
    else if (entry->type == DV_REPLAY_LOAD)
        read_load(r, entry);
    else if (entry->type == DV_REPLAY_RELOAD)
        entry->modules = read_modules(r);
    else if (entry->type == DV_REPLAY_REWIND)
        entry->to = read_integer(r, "to", LARGEST_INTEGER);
    else if (entry->type == DV_REPLAY_END)
        entry->text = read_optional_text(r, "error");
    else if (strcmp(event, "mouse") == 0)
        read_act(r, DV_ACT_MOUSE, 0, entry);
    else if (strcmp(event, "setting") == 0)
        read_act(r, DV_ACT_SETTING, 0, entry);
    else if (entry->type == DV_REPLAY_ACT)
        read_act(r, DV_ACT_INPUT, input_named(event), entry);
}

static void read_line(reading *r, dv_replay_entry *entry) {
    if (!json_is_object(r->line)) {
        r->result = dv_fail(r->error, DV_ERROR_FORMAT, "not a line of a log");
        return;
    }
    const json_t *event = json_object_get(r->line, "event");
    if (json_object_get(r->line, "hash"))
        read_hash_line(r, entry);
    else if (json_is_string(event))
        read_event(r, json_string_value(event), entry);
    else
        refuse(r, "event", "its name");
    if (entry->type != DV_REPLAY_LOG)
        entry->tick = read_integer(r, "tick", LARGEST_INTEGER);
}

// The library does not tell want of memory from bad JSON, nor always from good.
static _Thread_local bool out_of_memory;

static void *allocate_for_json(size_t size) {
    void *block = dv_alloc(size);
    out_of_memory = out_of_memory || !block;
    return block;
}

dv_result dv_replay_line_read(const char *line, size_t length, dv_arena *memory,
                              dv_replay_entry *entry, dv_error *error) {
    json_error_t reason;
    json_set_alloc_funcs(allocate_for_json, dv_free);
    out_of_memory = false;
    json_t *content =
        json_loadb(line, length, JSON_REJECT_DUPLICATES | JSON_DECODE_INT_AS_REAL, &reason);
    if (out_of_memory) {
        json_decref(content);
        return dv_fail(error, DV_ERROR_MEMORY, "out of memory");
    }
    if (!content)
        return dv_fail(error, DV_ERROR_FORMAT, "not a line of a log: %s", reason.text);
    reading r = {.line = content, .memory = memory, .error = error};
    read_line(&r, entry);
    json_decref(content);
    return r.result;
}
