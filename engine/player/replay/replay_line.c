#include "player/replay/replay_line.h"

#include "base/alloc.h"
#include "base/result.h"
#include "player/replay/replay_fields.h"
#include "player/run/run_log.h"

#include <limits.h>
#include <math.h>
#include <string.h>

bool dv_replay_is_library(const char *path) {
    return strncmp(path, "<drover>/", strlen("<drover>/")) == 0;
}

// Starts

static void read_module(dv_fields *r, const json_t *from, dv_replay_module *module) {
    if (!json_is_object(from)) {
        dv_field_refuse(r, "modules", "a list of modules");
        return;
    }
    module->path = dv_field_text(r, from, "path");
    module->hash = dv_field_hash(r, from, "hash");
    if (json_object_get(from, "source"))
        module->source = dv_field_bytes(r, from, "source", &module->size);
}

static dv_replay_modules read_modules(dv_fields *r) {
    const json_t *list = json_object_get(r->line, "modules");
    size_t count = json_array_size(list); // 0 if it isn't a list
    dv_replay_module *modules = count ? dv_field_allocate(r, count * sizeof *modules) : NULL;
    if (!modules) {
        dv_field_refuse(r, "modules", "a list of modules");
        return (dv_replay_modules){0};
    }
    for (size_t i = 0; i < count && r->result == DV_OK; i++)
        read_module(r, json_array_get(list, i), &modules[i]);
    return (dv_replay_modules){modules, (uint32_t)count};
}

static void read_settings(dv_fields *r, dv_replay_start *start) {
    json_t *object = json_object_get(r->line, "settings");
    if (!json_is_object(object)) {
        dv_field_refuse(r, "settings", "an object");
        return;
    }
    dv_setting_choice *settings =
        dv_field_allocate(r, (json_object_size(object) + 1) * sizeof *settings);
    const char *name;
    json_t *value;
    if (!settings)
        return;
    start->settings = settings;
    json_object_foreach(object, name, value) {
        dv_setting_choice *setting = &settings[start->setting_count++];
        setting->name = dv_field_copy(r, name, strlen(name));
        setting->value = dv_field_text(r, object, name);
    }
}

static void read_start(dv_fields *r, dv_replay_entry *entry) {
    dv_replay_start *start = dv_field_allocate(r, sizeof *start);
    if (!start)
        return;
    start->folder = dv_field_text(r, r->line, "folder");
    start->seed = dv_field_seed(r);
    if (json_object_get(r->line, "lua_memory"))
        start->lua_memory = dv_field_integer(r, "lua_memory", UINT64_C(1) << 20);
    if (json_object_get(r->line, "agents"))
        start->agents = dv_field_integer(r, "agents", DV_MAX_AGENTS);
    start->watched = dv_field_switch(r, "watched");
    start->set_up = dv_field_switch(r, "set_up");
    read_settings(r, start);
    start->modules = read_modules(r);
    for (uint32_t i = 0; i < start->modules.count; i++) {
        const dv_replay_module *module = &start->modules.items[i];
        if (r->result == DV_OK && !module->source && !dv_replay_is_library(module->path))
            dv_field_refuse(r, "source", "one of each module");
    }
    entry->start = start;
}

static void read_load(dv_fields *r, dv_replay_entry *entry) {
    dv_snapshot *snapshot = dv_field_allocate(r, sizeof *snapshot);
    if (snapshot)
        snapshot->bytes =
            dv_field_base64(r, "snapshot", json_object_get(r->line, "snapshot"), &snapshot->size);
    entry->snapshot = snapshot;
}

// Stops

/// Read a list of numbers from 1. Returns NULL on failure.
static uint32_t *read_numbers(dv_fields *r, const char *name, uint32_t *count) {
    const json_t *list = json_object_get(r->line, name);
    size_t length = json_array_size(list);
    uint32_t *numbers = dv_field_allocate(r, (length + 1) * sizeof *numbers);
    bool is_fine = json_is_array(list);
    *count = 0;
    for (size_t i = 0; numbers && is_fine && i < length; i++) {
        const json_t *value = json_array_get(list, i);
        double number = json_is_real(value) ? json_real_value(value) : 0;
        is_fine = number >= 1 && number < UINT32_MAX && number == floor(number);
        numbers[(*count)++] = is_fine ? (uint32_t)number : 0;
    }
    if (!is_fine)
        dv_field_refuse(r, name, "a list of numbers");
    return numbers;
}

static void read_places(dv_fields *r, dv_stops *stops) {
    const json_t *list = json_object_get(r->line, "places");
    size_t count = json_array_size(list);
    if (!json_is_array(list))
        dv_field_refuse(r, "places", "a list of strings");
    stops->places = dv_field_allocate(r, (count + 1) * sizeof *stops->places);
    for (size_t i = 0; stops->places && r->result == DV_OK && i < count; i++) {
        const json_t *place = json_array_get(list, i);
        const char *text = json_is_string(place) ? json_string_value(place) : "";
        if (!*text || strlen(text) >= sizeof *stops->places)
            dv_field_refuse(r, "places", "a list of strings");
        else
            memcpy(stops->places[stops->place_count++], text, strlen(text) + 1);
    }
}

static void read_stop(dv_fields *r, dv_replay_entry *entry) {
    dv_replay_stop *stop = dv_field_allocate(r, sizeof *stop);
    if (!stop)
        return;
    const char *during = dv_field_text(r, r->line, "during");
    uint32_t named = 0;
    while (named < DV_STOP_CAUSES && strcmp(dv_stop_cause_names[named], during) != 0)
        named++;
    if (named == DV_STOP_CAUSES)
        dv_field_refuse(r, "during", "tick, act or reading");
    *stop = (dv_replay_stop){.during = (dv_stop_cause)(named % DV_STOP_CAUSES)};
    stop->stops.update_suspended = dv_field_switch(r, "update_suspended");
    stop->stops.functions = read_numbers(r, "functions", &stop->stops.function_count);
    stop->stops.mods = read_numbers(r, "mods", &stop->stops.mod_count);
    read_places(r, &stop->stops);
    stop->snapshot.bytes =
        dv_field_base64(r, "snapshot", json_object_get(r->line, "snapshot"), &stop->snapshot.size);
    entry->stop = stop;
}

// Events

static void read_rewind(dv_fields *r, dv_replay_rewind *rewind) {
    const json_t *snapshot = json_object_get(r->line, "snapshot");
    *rewind = (dv_replay_rewind){.to = dv_field_integer(r, "to", DV_LARGEST_INTEGER)};
    if (snapshot)
        rewind->snapshot.bytes = dv_field_base64(r, "snapshot", snapshot, &rewind->snapshot.size);
}

static dv_agent read_agent(dv_fields *r) {
    if (!json_object_get(r->line, "agent"))
        return (dv_agent){0};
    uint64_t id = dv_field_integer(r, "agent", DV_MAX_AGENTS);
    uint64_t generation = dv_field_integer(r, "generation", (1u << DV_HANDLE_GENERATION_BITS) - 1);
    if (id == 0) {
        dv_field_refuse(r, "agent", "the number of an agent");
        return (dv_agent){0};
    }
    return (dv_agent){dv_handle_make(DV_HANDLE_AGENT, 0, (uint32_t)generation, (uint32_t)id - 1)};
}

static const char *read_optional_text(dv_fields *r, const char *key) {
    return json_object_get(r->line, key) ? dv_field_text(r, r->line, key) : NULL;
}

static void read_input(dv_fields *r, dv_input *input) {
    bool by_key = input->type == DV_KEY_PRESSED || input->type == DV_KEY_RELEASED;
    bool by_button = input->type == DV_MOUSE_PRESSED || input->type == DV_MOUSE_RELEASED;
    if (by_key)
        input->key = dv_field_text(r, r->line, "key");
    if (!by_key && input->type != DV_WHEEL_MOVED) {
        input->x = dv_field_number(r, "x");
        input->y = dv_field_number(r, "y");
    }
    if (!by_key && !by_button) {
        input->dx = dv_field_number(r, "dx");
        input->dy = dv_field_number(r, "dy");
    }
    if (by_button) {
        input->button = (int)dv_field_integer(r, "button", INT_MAX);
        input->agent = read_agent(r);
    }
    input->tool = read_optional_text(r, "tool");
}

static void read_mouse(dv_fields *r, dv_act *act) {
    act->mouse_is_here = json_object_get(r->line, "x") != NULL;
    if (!act->mouse_is_here)
        return;
    act->mouse = (dv_vec3){(float)dv_field_number(r, "x"), (float)dv_field_number(r, "y"),
                           (float)dv_field_number(r, "z")};
}

static void read_act(dv_fields *r, dv_act_type type, int input, dv_replay_entry *entry) {
    dv_act *act = dv_field_allocate(r, sizeof *act);
    if (!act)
        return;
    act->type = type;
    if (type == DV_ACT_MOUSE) {
        read_mouse(r, act);
    } else if (type == DV_ACT_SETTING) {
        act->name = dv_field_text(r, r->line, "name");
        act->value = dv_field_text(r, r->line, "value");
    } else if (type == DV_ACT_ATTRIBUTE) {
        if (!json_object_get(r->line, "agent"))
            dv_field_refuse(r, "agent", "the number of an agent");
        act->input.agent = read_agent(r);
        act->name = dv_field_text(r, r->line, "name");
        act->number = dv_field_number(r, "value");
    } else if (type == DV_ACT_BUTTON) {
        act->name = dv_field_text(r, r->line, "name");
    } else if (type == DV_ACT_LUA) {
        act->input.agent = read_agent(r);
        act->value = dv_field_text(r, r->line, "code");
    } else {
        act->input.type = (dv_input_type)input;
        read_input(r, &act->input);
    }
    entry->act = act;
}

static void read_log(dv_fields *r, dv_replay_entry *entry) {
    uint64_t format = dv_field_integer(r, "format", DV_LARGEST_INTEGER);
    entry->text = dv_field_text(r, r->line, "drover");
    if (r->result == DV_OK && format != DV_LOG_FORMAT)
        r->result = dv_fail(r->error, DV_ERROR_FORMAT, "a log of format %llu, not %d",
                            (unsigned long long)format, DV_LOG_FORMAT);
}

// Lines

static void read_hash_line(dv_fields *r, dv_replay_entry *entry) {
    entry->type = DV_REPLAY_HASH;
    entry->hash = dv_field_hash(r, r->line, "hash");
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
        {"attribute", DV_REPLAY_ACT},
        {"press", DV_REPLAY_ACT},
        {"lua", DV_REPLAY_ACT},
        {"reload", DV_REPLAY_RELOAD},
        {"stop", DV_REPLAY_STOP},
        {"rewind", DV_REPLAY_REWIND},
        {"print", DV_REPLAY_NOTE},
        {"error", DV_REPLAY_NOTE},
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

static void read_event(dv_fields *r, const char *event, dv_replay_entry *entry) {
    if (!find_type(event, &entry->type)) {
        r->result = dv_fail(r->error, DV_ERROR_FORMAT, "unknown event \"%.40s\"", event);
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
    else if (entry->type == DV_REPLAY_STOP)
        read_stop(r, entry);
    else if (entry->type == DV_REPLAY_REWIND)
        read_rewind(r, &entry->rewind);
    else if (entry->type == DV_REPLAY_END)
        entry->text = read_optional_text(r, "error");
    else if (strcmp(event, "mouse") == 0)
        read_act(r, DV_ACT_MOUSE, 0, entry);
    else if (strcmp(event, "setting") == 0)
        read_act(r, DV_ACT_SETTING, 0, entry);
    else if (strcmp(event, "attribute") == 0)
        read_act(r, DV_ACT_ATTRIBUTE, 0, entry);
    else if (strcmp(event, "press") == 0)
        read_act(r, DV_ACT_BUTTON, 0, entry);
    else if (strcmp(event, "lua") == 0)
        read_act(r, DV_ACT_LUA, 0, entry);
    else if (entry->type == DV_REPLAY_ACT)
        read_act(r, DV_ACT_INPUT, input_named(event), entry);
}

static void read_line(dv_fields *r, dv_replay_entry *entry) {
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
        dv_field_refuse(r, "event", "the name of an event");
    if (entry->type != DV_REPLAY_LOG)
        entry->tick = dv_field_integer(r, "tick", DV_LARGEST_INTEGER);
}

// Jansson reports running out of memory as a JSON error, or not at all. Count failed allocations
// instead.
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
    dv_fields r = {.line = content, .memory = memory, .error = error};
    read_line(&r, entry);
    json_decref(content);
    return r.result;
}
