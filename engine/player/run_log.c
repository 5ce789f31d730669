#include "player/run_log.h"

#include <stdio.h>

static void log_begin(dv_run *run, const char *event) {
    dv_text_add(run->log, "{\"tick\":");
    dv_text_add_integer(run->log, run->world ? dv_world_tick(run->world) : 0);
    dv_text_add(run->log, ",\"event\":");
    dv_text_add_json(run->log, event);
}

static void log_text(dv_run *run, const char *key, const char *value) {
    dv_text_add(run->log, ",");
    dv_text_add_json(run->log, key);
    dv_text_add(run->log, ":");
    dv_text_add_json(run->log, value);
}

static void log_integer(dv_run *run, const char *key, uint64_t value) {
    dv_text_add(run->log, ",");
    dv_text_add_json(run->log, key);
    dv_text_add(run->log, ":");
    dv_text_add_integer(run->log, value);
}

static void log_end(dv_run *run) {
    dv_error error;
    dv_text_add(run->log, "}\n");
    dv_result result = dv_text_flush(run->log, &error);
    if (result != DV_OK)
        dv_run_fail(run, result, &error);
}

static void log_settings(dv_run *run) {
    const dv_program *program = dv_world_program(run->world);
    dv_text_add(run->log, ",\"settings\":{");
    for (uint32_t i = 0; i < dv_program_setting_count(program); i++) {
        const dv_setting_def *setting = dv_program_setting(program, i);
        char text[DV_NUMBER_TEXT];
        dv_setting_text(setting, dv_world_setting(run->world, i), text);
        if (i > 0)
            dv_text_add(run->log, ",");
        dv_text_add_json(run->log, setting->name);
        dv_text_add(run->log, ":");
        dv_text_add_json(run->log, text);
    }
    dv_text_add(run->log, "}");
}

void dv_log_start(dv_run *run) {
    if (!run->log)
        return;
    log_begin(run, "start");
    log_text(run, "drover", DV_VERSION);
    log_text(run, "scenario", run->options->scenario);
    log_text(run, "title", dv_scenario_title(run->scenario));
    log_integer(run, "seed", dv_world_seed(run->world));
    log_settings(run);
    log_end(run);
}

void dv_log_print(dv_run *run, const char *line) {
    if (!run->log)
        return;
    log_begin(run, "print");
    log_text(run, "line", line);
    log_end(run);
}

void dv_log_reload(dv_run *run) {
    if (!run->log)
        return;
    const dv_reload_report *report = &run->reload;
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
        log_text(run, "modules", report->modules);
        log_integer(run, "migrated", report->migrated);
        log_integer(run, "revived", report->revived);
    } else if (report->outcome != DV_RELOAD_MENDED) {
        log_text(run, "message", report->message);
    }
    log_end(run);
}

void dv_log_rewind(dv_run *run, uint64_t from, uint64_t to) {
    if (!run->log)
        return;
    log_begin(run, "rewind");
    log_integer(run, "from", from);
    log_integer(run, "to", to);
    log_end(run);
}

void dv_log_finish(dv_run *run) {
    const char *reason = dv_world_finished(run->world);
    if (!run->log)
        return;
    log_begin(run, "end");
    log_integer(run, "agents", dv_world_agent_count(run->world));
    log_integer(run, "suspended", dv_world_suspended_count(run->world));
    if (reason)
        log_text(run, "finished", reason);
    if (run->result != DV_OK)
        log_text(run, "error", run->error.message);
    log_end(run);
}
