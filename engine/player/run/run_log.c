#include "player/run/run_log.h"

#include "player/run/run_private.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

// Lines

static void log_key(dv_run *run, const char *key) {
    dv_text_add(run->log.file, ",");
    dv_text_add_json(run->log.file, key);
    dv_text_add(run->log.file, ":");
}

static void log_bytes(dv_run *run, const char *key, const char *bytes, size_t size) {
    log_key(run, key);
    dv_text_add_json_bytes(run->log.file, bytes, size);
}

static void log_text(dv_run *run, const char *key, const char *value) {
    log_bytes(run, key, value, strlen(value));
}

static void log_integer(dv_run *run, const char *key, uint64_t value) {
    log_key(run, key);
    dv_text_add_integer(run->log.file, value);
}

// Infinity and NaN are not numbers in JSON.
static void log_number(dv_run *run, const char *key, double value) {
    const char *quote = isfinite(value) ? "" : "\"";
    log_key(run, key);
    dv_text_add(run->log.file, quote);
    dv_text_add_double(run->log.file, value);
    dv_text_add(run->log.file, quote);
}

static void log_switch(dv_run *run, const char *key, bool on) {
    log_key(run, key);
    dv_text_add(run->log.file, on ? "true" : "false");
}

static void log_hash(dv_run *run, uint64_t hash) {
    char text[24];
    snprintf(text, sizeof text, "%016" PRIx64, hash);
    log_text(run, "hash", text);
}

static void log_tick(dv_run *run) {
    dv_text_add(run->log.file, "{\"tick\":");
    dv_text_add_integer(run->log.file, run->world ? dv_world_tick(run->world) : 0);
}

static void log_begin(dv_run *run, const char *event) {
    log_tick(run);
    log_text(run, "event", event);
}

// Flush at once, so that the log of a killed run is complete up to then.
static void log_end(dv_run *run) {
    dv_error error;
    dv_text_add(run->log.file, "}\n");
    dv_result result = dv_text_flush(run->log.file, &error);
    if (result != DV_OK)
        dv_run_fail(run, result, &error);
}

// The start of a run

static void log_settings(dv_run *run) {
    const dv_program *program = dv_world_program(run->world);
    log_key(run, "settings");
    dv_text_add(run->log.file, "{");
    for (uint32_t i = 0; i < dv_program_setting_count(program); i++) {
        const dv_setting_def *setting = dv_program_setting(program, i);
        char text[DV_NUMBER_TEXT];
        const char *value = dv_setting_text(setting, dv_world_setting(run->world, i), text);
        dv_text_add(run->log.file, i > 0 ? "," : "");
        dv_text_add_json(run->log.file, setting->name);
        dv_text_add(run->log.file, ":");
        dv_text_add_json_bytes(run->log.file, value, strlen(value));
    }
    dv_text_add(run->log.file, "}");
}

static void log_module(dv_run *run, const dv_scenario_module *module) {
    dv_text_add(run->log.file, "{\"path\":");
    dv_text_add_json_bytes(run->log.file, module->path, strlen(module->path));
    log_hash(run, module->hash);
    if (module->is_fresh && !module->is_library)
        log_bytes(run, "source", module->source, module->size);
    dv_text_add(run->log.file, "}");
}

/// For those who read the log: a replay finds the mods among the modules.
static void log_mods(dv_run *run) {
    const char *name, *version;
    if (!dv_scenario_mod(run->scenario, 0, &version))
        return;
    log_key(run, "mods");
    for (uint32_t i = 0; (name = dv_scenario_mod(run->scenario, i, &version)); i++) {
        dv_text_add(run->log.file, i > 0 ? "," : "{");
        dv_text_add_json(run->log.file, name);
        dv_text_add(run->log.file, ":");
        dv_text_add_json_bytes(run->log.file, version, strlen(version));
    }
    dv_text_add(run->log.file, "}");
}

static void log_modules(dv_run *run) {
    log_key(run, "modules");
    for (uint32_t i = 0; i < dv_scenario_module_count(run->scenario); i++) {
        dv_scenario_module module = dv_scenario_module_at(run->scenario, i);
        dv_text_add(run->log.file, i > 0 ? "," : "[");
        log_module(run, &module);
    }
    dv_text_add(run->log.file, "]");
}

void dv_log_open(dv_run *run) {
    if (!run->log.file)
        return;
    dv_text_add(run->log.file, "{\"event\":\"log\"");
    log_integer(run, "format", DV_LOG_FORMAT);
    log_text(run, "drover", DV_VERSION);
    log_end(run);
}

void dv_log_start(dv_run *run, bool set_up) {
    char seed[DV_NUMBER_TEXT];
    if (!run->log.file)
        return;
    snprintf(seed, sizeof seed, "%" PRIu64, dv_world_seed(run->world));
    log_begin(run, "start");
    log_text(run, "scenario", run->options->scenario);
    log_text(run, "folder", dv_scenario_folder(run->scenario));
    log_text(run, "title", dv_scenario_title(run->scenario));
    log_text(run, "seed", seed);
    log_number(run, "tick_rate", 1 / dv_world_dt(run->world));
    // Scripts can notice that a limit is reached and continue, so limits are part of the input.
    if (run->options->lua_memory)
        log_integer(run, "lua_memory", run->options->lua_memory);
    if (run->options->agents)
        log_integer(run, "agents", run->options->agents);
    // An error in `update` ends a run unless it is watched.
    log_switch(run, "watched", run->options->watch);
    log_switch(run, "set_up", set_up);
    log_settings(run);
    log_mods(run);
    log_modules(run);
    log_end(run);
}

// Log the snapshot as it was loaded; the file may have changed since.
void dv_log_load(dv_run *run, const dv_snapshot *snapshot) {
    if (!run->log.file)
        return;
    log_begin(run, "load");
    log_text(run, "file", run->options->load);
    log_key(run, "snapshot");
    dv_text_add_base64(run->log.file, snapshot->bytes, snapshot->size);
    log_end(run);
}

// Events

void dv_log_hash(dv_run *run, uint64_t hash) {
    if (!run->log.file)
        return;
    log_tick(run);
    log_hash(run, hash);
    log_end(run);
}

// Log the id and the generation. The handle's other bits mean nothing in another process.
static void log_agent(dv_run *run, dv_agent agent) {
    if (!agent.bits)
        return;
    log_integer(run, "agent", dv_agent_id(agent));
    log_integer(run, "generation", dv_handle_generation(agent.bits));
}

static void log_input(dv_run *run, const dv_input *input) {
    bool by_key = input->type == DV_KEY_PRESSED || input->type == DV_KEY_RELEASED;
    bool by_button = input->type == DV_MOUSE_PRESSED || input->type == DV_MOUSE_RELEASED;
    if (by_key)
        log_text(run, "key", input->key);
    if (!by_key && input->type != DV_WHEEL_MOVED) {
        log_number(run, "x", input->x);
        log_number(run, "y", input->y);
    }
    if (!by_key && !by_button) {
        log_number(run, "dx", input->dx);
        log_number(run, "dy", input->dy);
    }
    if (by_button) {
        log_integer(run, "button", (uint64_t)input->button);
        log_agent(run, input->agent);
    }
    if (input->tool)
        log_text(run, "tool", input->tool);
}

static void log_mouse(dv_run *run, const dv_act *act) {
    if (!act->mouse_is_here)
        return;
    // Cast to double, because readers parse numbers as doubles.
    log_number(run, "x", (double)act->mouse.x);
    log_number(run, "y", (double)act->mouse.y);
    log_number(run, "z", (double)act->mouse.z);
}

void dv_log_act(dv_run *run, const dv_act *act) {
    if (!run->log.file)
        return;
    switch (act->type) {
    case DV_ACT_INPUT:
        log_begin(run, dv_input_names[act->input.type]);
        log_input(run, &act->input);
        break;
    case DV_ACT_MOUSE:
        log_begin(run, "mouse");
        log_mouse(run, act);
        break;
    case DV_ACT_SETTING:
        log_begin(run, "setting");
        log_text(run, "name", act->name);
        log_text(run, "value", act->value);
        break;
    case DV_ACT_ATTRIBUTE:
        log_begin(run, "attribute");
        log_agent(run, act->input.agent);
        log_text(run, "name", act->name);
        log_number(run, "value", act->number);
        break;
    case DV_ACT_BUTTON:
        log_begin(run, "press");
        log_text(run, "name", act->name);
        break;
    case DV_ACT_LUA:
        log_begin(run, "lua");
        log_agent(run, act->input.agent);
        log_text(run, "code", act->value);
        break;
    }
    log_end(run);
}

void dv_log_print(dv_run *run, const char *line) {
    if (!run->log.file)
        return;
    log_begin(run, "print");
    log_text(run, "line", line);
    log_end(run);
}

void dv_log_error(dv_run *run, const char *message) {
    if (!run->log.file)
        return;
    log_begin(run, "error");
    log_text(run, "message", message);
    log_end(run);
}

void dv_log_reload(dv_run *run) {
    if (!run->log.file)
        return;
    const dv_reload_report *report = &run->reloads.last;
    static const char *const events[] = {[DV_RELOAD_UNCHANGED] = "reload unchanged",
                                         [DV_RELOAD_MENDED] = "reload mended",
                                         [DV_RELOAD_SWAPPED] = "reload",
                                         [DV_RELOAD_REFUSED] = "reload refused",
                                         [DV_RELOAD_ROLLED_BACK] = "reload rolled back"};
    bool swapped = report->outcome == DV_RELOAD_SWAPPED;
    log_begin(run, swapped && report->is_undo ? "undo" : events[report->outcome]);
    log_integer(run, "generation", report->generation);
    if (report->outcome == DV_RELOAD_ROLLED_BACK)
        log_integer(run, "taken_back", report->taken_back);
    if (swapped) {
        log_text(run, "changed", report->changed);
        log_text(run, "reloaded", report->modules);
        log_integer(run, "migrated", report->moved.migrated);
        if (*report->moved.removed)
            log_text(run, "removed", report->moved.removed);
        log_integer(run, "revived", report->revived);
        if (*report->defaults)
            log_text(run, "defaults", report->defaults);
        log_mods(run);
        log_modules(run);
    } else if (report->outcome != DV_RELOAD_MENDED) {
        log_text(run, "message", report->message);
    }
    log_end(run);
}

void dv_log_rewind(dv_run *run, uint64_t from, uint64_t to, bool is_other) {
    dv_snapshot snapshot = {0};
    dv_error error;
    dv_result result = DV_OK;
    if (!run->log.file)
        return;
    if (is_other)
        result = dv_world_take_snapshot(run->world, &snapshot, &error);
    if (result != DV_OK) {
        dv_run_blame(run, result, &error);
        return;
    }
    log_begin(run, "rewind");
    log_integer(run, "from", from);
    log_integer(run, "to", to);
    if (is_other) {
        log_key(run, "snapshot");
        dv_text_add_base64(run->log.file, snapshot.bytes, snapshot.size);
    }
    log_end(run);
    dv_snapshot_free(&snapshot);
}

const char *const dv_stop_cause_names[DV_STOP_CAUSES] = {"tick", "act", "reading"};

static void log_numbers(dv_run *run, const char *name, const uint32_t *numbers, uint32_t count) {
    log_key(run, name);
    dv_text_add(run->log.file, "[");
    for (uint32_t i = 0; i < count; i++) {
        dv_text_add(run->log.file, i > 0 ? "," : "");
        dv_text_add_integer(run->log.file, numbers[i]);
    }
    dv_text_add(run->log.file, "]");
}

static void log_stops(dv_run *run, const dv_stops *stops) {
    log_numbers(run, "functions", stops->functions, stops->function_count);
    log_numbers(run, "mods", stops->mods, stops->mod_count);
    log_key(run, "places");
    dv_text_add(run->log.file, "[");
    for (uint32_t i = 0; i < stops->place_count; i++) {
        dv_text_add(run->log.file, i > 0 ? "," : "");
        dv_text_add_json_bytes(run->log.file, stops->places[i], strlen(stops->places[i]));
    }
    dv_text_add(run->log.file, "]");
    log_switch(run, "update_suspended", stops->update_suspended);
}

void dv_log_stop(dv_run *run, dv_stop_cause during, bool goes_on) {
    dv_snapshot snapshot = {0};
    dv_stops stops = {0};
    dv_error error;
    if (!run->log.file)
        return;
    dv_result result = dv_world_take_snapshot(run->world, &snapshot, &error);
    if (result == DV_OK)
        result = dv_scenario_list_stops(run->scenario, &stops, &error);
    if (result == DV_OK) {
        const char *banner = dv_scenario_banner(run->scenario);
        dv_snapshot_forget_mark(&snapshot);
        log_begin(run, "stop");
        log_text(run, "during", dv_stop_cause_names[during]);
        log_text(run, "message", banner ? banner : "");
        log_stops(run, &stops);
        log_key(run, "snapshot");
        dv_text_add_base64(run->log.file, snapshot.bytes, snapshot.size);
        log_end(run);
        if (goes_on)
            result = dv_scenario_go_on_from(run->scenario, &snapshot, &stops, &error);
    }
    dv_snapshot_free(&snapshot);
    dv_stops_free(&stops);
    if (result != DV_OK)
        dv_run_blame(run, result, &error);
}

void dv_log_finish(dv_run *run, const dv_error *error) {
    if (!run->log.file)
        return;
    log_begin(run, "end");
    if (run->world) {
        const char *reason = dv_world_finished(run->world);
        log_integer(run, "agents", dv_world_agent_count(run->world));
        log_integer(run, "suspended", dv_world_suspended_count(run->world));
        if (reason)
            log_text(run, "finished", reason);
        if (dv_run_interrupted())
            log_switch(run, "interrupted", true);
    }
    if (error)
        log_text(run, "error", error->message);
    log_end(run);
}
