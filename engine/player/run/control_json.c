#include "player/run/control_json.h"

#include "base/alloc.h"
#include "player/run/command.h"
#include "player/run/inspect.h"
#include "player/run/run_private.h"
#include "player/terminal/code_place.h"

#include <jansson.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Takes ownership of `content`, which may be NULL.
static char *write_line(json_t *content) {
    uint64_t refused = dv_refused_allocations();
    char *line = content ? json_dumps(content, JSON_COMPACT) : NULL;
    // When out of memory, json_dumps may leave out parts without failing.
    bool is_whole = line && dv_refused_allocations() == refused;
    json_decref(content);
    size_t length = line ? strlen(line) : 0;
    char *longer = is_whole ? dv_resize(line, length + 2) : NULL;
    if (!longer) {
        dv_free(line);
        return NULL;
    }
    memcpy(longer + length, "\n", 2);
    return longer;
}

/// Takes ownership of `rows`, which may be NULL.
static char *write_answer(const json_t *id, bool ok, const char *text, json_t *rows) {
    json_set_alloc_funcs(dv_alloc, dv_free);
    json_t *copy = id ? json_deep_copy(id) : json_null();
    return write_line(
        json_pack("{s:o,s:b,s:s,s:o*}", "id", copy, "ok", ok, "text", text, "rows", rows));
}

char *dv_control_refusal(const char *text) { return write_answer(NULL, false, text, NULL); }

// Requests

/// The error in a request, or NULL.
static const char *find_fault(json_t *request) {
    const char *key;
    json_t *value;
    if (!json_is_object(request))
        return "a request is an object: {\"id\":1,\"command\":\"status\"}";
    json_object_foreach(request, key, value) {
        if (strcmp(key, "id") != 0 && strcmp(key, "command") != 0)
            return "a request has \"id\" and \"command\", and nothing else";
    }
    const json_t *id = json_object_get(request, "id");
    const json_t *command = json_object_get(request, "command");
    if (id && !json_is_number(id) && !json_is_string(id) && !json_is_null(id))
        return "id: a number or a string expected";
    if (!json_is_string(command))
        return "command: a string expected";
    if (json_string_length(command) > DV_LONGEST_COMMAND)
        return "command: longer than 1000 bytes";
    const char *line = json_string_value(command);
    if (!line[strspn(line, " \t")])
        return "command: help lists them";
    return strpbrk(line, "\r\n") ? "command: one line expected" : NULL;
}

/// The rows of the agent that was inspected; NULL if none was, or when out of memory.
static json_t *list_inspected(const dv_run *run, const dv_answer *answer) {
    if (!answer->inspected.bits)
        return NULL;
    dv_inspection inspection = dv_inspect(run, answer->inspected);
    json_t *rows = inspection.is_short ? NULL : json_array();
    for (uint32_t i = 0; rows && i < inspection.count; i++)
        json_array_append_new(rows, json_pack("{s:s,s:s}", "name", inspection.rows[i].name, "value",
                                              inspection.rows[i].value));
    dv_inspection_free(&inspection);
    return rows;
}

/// Put the table below the text. Frees the table.
static char *answer_with_table(const json_t *id, const char *text, dv_answer *answer) {
    size_t size = strlen(text) + strlen(answer->table) + 2;
    char *both = dv_alloc(size), *line = NULL;
    if (both) {
        snprintf(both, size, "%s\n%s", text, answer->table);
        line = write_answer(id, !answer->failed, both, NULL);
    }
    dv_free(both);
    dv_free(answer->table);
    return line;
}

struct dv_request {
    json_t *content;
    dv_answer answer;
};

static char *write_answer_of(const dv_run *run, dv_request *request) {
    char shown[DV_MESSAGE_CAPACITY + PATH_MAX];
    dv_answer *answer = &request->answer;
    const json_t *id = json_object_get(request->content, "id");
    json_set_alloc_funcs(dv_alloc, dv_free);
    dv_show_text(run->options->scenario, answer->text, shown, sizeof shown);
    json_t *rows = list_inspected(run, answer);
    if (!rows && answer->table)
        return answer_with_table(id, shown, answer);
    dv_free(answer->table);
    return write_answer(id, !answer->failed, shown, rows);
}

bool dv_control_go_on(dv_run *run, double seconds, dv_request *request, char **answer) {
    if (dv_command_go_on(run, seconds, &request->answer))
        return true;
    *answer = write_answer_of(run, request);
    dv_control_drop(run, request);
    return false;
}

void dv_control_drop(dv_run *run, dv_request *request) {
    dv_command_drop(run, &request->answer);
    json_decref(request->content);
    dv_free(request);
}

/// Takes ownership of `content`.
static char *begin_request(dv_run *run, json_t *content, dv_request **request) {
    char line[DV_LONGEST_COMMAND + 1], *answer = NULL;
    dv_request *r = dv_alloc(sizeof *r);
    if (!r) {
        json_decref(content);
        return dv_control_refusal("out of memory");
    }
    r->content = content;
    snprintf(line, sizeof line, "%s", json_string_value(json_object_get(content, "command")));
    dv_command_begin(run, line, &r->answer);
    *request = dv_control_go_on(run, 0, r, &answer) ? r : NULL;
    return answer;
}

dv_wish dv_control_wish_of(const char *line, size_t size) {
    json_set_alloc_funcs(dv_alloc, dv_free);
    json_t *content = json_loadb(line, size, JSON_REJECT_DUPLICATES, NULL);
    bool is_request = content && !find_fault(content);
    dv_wish wish = is_request
                       ? dv_command_wish(json_string_value(json_object_get(content, "command")))
                       : DV_WISH_NONE;
    json_decref(content);
    return wish;
}

char *dv_control_begin(dv_run *run, const char *line, size_t size, dv_request **request) {
    json_error_t reason;
    *request = NULL;
    uint64_t refused = dv_refused_allocations();
    json_set_alloc_funcs(dv_alloc, dv_free);
    json_t *content = json_loadb(line, size, JSON_REJECT_DUPLICATES | JSON_DECODE_ANY, &reason);
    if (!content && dv_refused_allocations() > refused)
        return dv_control_refusal("out of memory"); // whatever error the parser reports
    if (!content) {
        char text[DV_ERROR_CAPACITY], shown[DV_ERROR_CAPACITY];
        snprintf(text, sizeof text, "not JSON: %s", reason.text);
        dv_show_text(NULL, text, shown, sizeof shown);
        return dv_control_refusal(shown);
    }
    const char *fault = find_fault(content);
    const json_t *id = json_is_object(content) ? json_object_get(content, "id") : NULL;
    bool has_id = json_is_number(id) || json_is_string(id);
    if (!fault)
        return begin_request(run, content, request);
    char *answer = write_answer(has_id ? id : NULL, false, fault, NULL);
    json_decref(content);
    return answer;
}

// Events

static json_t *number_or_null(long number) {
    return number > 0 ? json_integer(number) : json_null();
}

/// The further mistakes of a refused save, one a string.
static json_t *further_mistakes(const dv_run *run) {
    json_t *list = json_array();
    const char *line = dv_scenario_further(run->scenario);
    char shown[DV_MESSAGE_CAPACITY], text[DV_ERROR_CAPACITY];
    if (run->reloads.last.outcome != DV_RELOAD_REFUSED)
        return list;
    while (*line) {
        size_t length = strcspn(line, "\n");
        snprintf(text, sizeof text, "%.*s", (int)length, line);
        dv_show_text(run->options->scenario, text, shown, sizeof shown);
        json_array_append_new(list, json_string(shown));
        line += length + (line[length] == '\n');
    }
    return list;
}

char *dv_control_reload_event(const dv_run *run) {
    const dv_reload_report *report = &run->reloads.last;
    const char *outcome = dv_run_reload_outcome(run), *scenario = run->options->scenario;
    bool failed = report->outcome == DV_RELOAD_REFUSED || report->outcome == DV_RELOAD_ROLLED_BACK;
    dv_code_place at = dv_first_code_place(failed ? report->message : "");
    char text[DV_MESSAGE_CAPACITY], shown[DV_MESSAGE_CAPACITY + PATH_MAX];
    char path[DV_ERROR_CAPACITY] = "", file[DV_ERROR_CAPACITY + PATH_MAX];
    dv_run_reload_text(run, text);
    // Skip the outcome and ": ".
    dv_show_text(scenario, text + strlen(outcome) + 2, shown, sizeof shown);
    if (at.start)
        snprintf(path, sizeof path, "%.*s", (int)(at.colon - at.start), at.start);
    dv_show_text(scenario, path, file, sizeof file);
    json_set_alloc_funcs(dv_alloc, dv_free);
    return write_line(json_pack("{s:s,s:s,s:I,s:o,s:o,s:o,s:s,s:o}", "event", "reload", "outcome",
                                outcome, "tick", (json_int_t)dv_world_tick(run->world), "file",
                                *file ? json_string(file) : json_null(), "line",
                                number_or_null(at.line), "column", number_or_null(report->column),
                                "message", shown, "further", further_mistakes(run)));
}

char *dv_control_shown_event(const dv_run *run) {
    json_set_alloc_funcs(dv_alloc, dv_free);
    return write_line(json_pack(
        "{s:s,s:s,s:I,s:o}", "event", "shown", "outcome", dv_run_reload_outcome(run), "tick",
        (json_int_t)dv_world_tick(run->world), "milliseconds",
        isfinite(run->reloads.shown) ? json_real(1e3 * run->reloads.shown) : json_null()));
}

static json_t *text_or_null(const char *scenario, const char *text) {
    char shown[DV_MESSAGE_CAPACITY + PATH_MAX];
    dv_show_text(scenario, text, shown, sizeof shown);
    return *shown ? json_string(shown) : json_null();
}

char *dv_control_ghost_event(const dv_run *run, const char *outcome, const char *text) {
    static const dv_difference nothing;
    bool diverged = strcmp(outcome, "diverged") == 0;
    const dv_difference *d = diverged ? &run->ghost.difference : &nothing;
    json_set_alloc_funcs(dv_alloc, dv_free);
    return write_line(json_pack(
        "{s:s,s:s,s:I,s:o,s:o,s:o,s:o,s:o}", "event", "ghost", "outcome", outcome, "tick",
        (json_int_t)dv_world_tick(run->world), "whose", text_or_null(NULL, d->whose), "field",
        text_or_null(NULL, d->field), "now", text_or_null(NULL, d->values[0]), "before",
        text_or_null(NULL, d->values[1]), "message", text_or_null(run->options->scenario, text)));
}
