// What is kept of a scenario: where its camera is, and the expressions that people watch in it.
#include "player/window/kept_reader.h"

#include "base/utf8.h"
#include "player/options/view_options.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

// Reading

static bool is_text(const json_t *value) { return json_is_string(value); }

static bool is_list_of_expressions(const json_t *value) {
    size_t count = json_array_size(value);
    bool fits = json_is_array(value) && count <= DV_MOST_EXPRESSIONS;
    for (size_t i = 0; fits && i < count; i++) {
        const json_t *code = json_array_get(value, i);
        fits = json_is_string(code) && json_string_length(code) < DV_EXPRESSION_CODE;
    }
    return fits;
}

static void read_camera(dv_kept_reader *r, const json_t *scenario, dv_kept *kept) {
    static const char form[] = "a camera as for --camera";
    const json_t *camera = dv_kept_find(r, scenario, kept->scenario, "camera", is_text, form);
    if (!camera)
        return;
    kept->view.has_camera = dv_parse_camera(json_string_value(camera), &kept->view);
    if (!kept->view.has_camera)
        dv_kept_refuse(r, kept->scenario, "camera", form);
}

static void read_expressions(dv_kept_reader *r, const json_t *scenario, dv_kept *kept) {
    const json_t *list =
        dv_kept_find(r, scenario, kept->scenario, "expressions", is_list_of_expressions,
                     "at most 16 texts of less than 300 bytes");
    kept->expression_count = (uint32_t)json_array_size(list);
    for (uint32_t i = 0; i < kept->expression_count; i++)
        strcpy(kept->expressions[i], json_string_value(json_array_get(list, i)));
}

void dv_kept_read_scenario(dv_kept_reader *r, const json_t *root, dv_kept *kept) {
    const json_t *scenarios =
        dv_kept_find(r, root, "", "scenarios", dv_kept_is_object, "an object");
    const json_t *scenario =
        dv_kept_find(r, scenarios, "scenarios", kept->scenario, dv_kept_is_object, "an object");
    read_camera(r, scenario, kept);
    read_expressions(r, scenario, kept);
}

// Writing

/// The camera, or NULL if there is none or if it couldn't be read again.
static json_t *camera_of(const dv_kept *kept) {
    char camera[DV_CAMERA_TEXT];
    dv_view_options again;
    dv_write_camera(&kept->view, 9, camera);
    return kept->view.has_camera && dv_parse_camera(camera, &again) ? json_string(camera) : NULL;
}

static json_t *expressions_of(const dv_kept *kept) {
    json_t *list = kept->expression_count > 0 ? json_array() : NULL;
    for (uint32_t i = 0; i < kept->expression_count; i++)
        json_array_append_new(list, json_string(kept->expressions[i]));
    return list;
}

static void set(json_t *object, const char *name, json_t *value) {
    if (value)
        json_object_set_new(object, name, value);
    else
        json_object_del(object, name);
}

void dv_kept_put_scenario(json_t *root, const dv_kept *kept) {
    json_t *scenarios = json_object_get(root, "scenarios");
    json_t *old = json_object_get(scenarios, kept->scenario);
    json_t *scenario = old ? json_incref(old) : json_object();
    json_object_del(scenarios, kept->scenario);
    set(scenario, "camera", camera_of(kept));
    set(scenario, "expressions", expressions_of(kept));
    bool is_empty = json_object_size(scenario) == 0;
    dv_kept_put(root, "scenarios", kept->scenario, is_empty ? NULL : json_incref(scenario));
    json_decref(scenario);
    scenarios = json_object_get(root, "scenarios");
    while (json_object_size(scenarios) > DV_MOST_KEPT_SCENARIOS)
        json_object_del(scenarios, json_object_iter_key(json_object_iter(scenarios)));
}

// Names

void dv_kept_write_name(const char *path, char name[DV_KEPT_NAME]) {
    if (dv_utf8_is_valid(path)) {
        snprintf(name, DV_KEPT_NAME, "%s", path);
        return;
    }
    // JSON can't hold such a path. A URI can, and no absolute path looks like one.
    size_t used = (size_t)snprintf(name, DV_KEPT_NAME, "file://");
    for (; *path; path++) {
        bool is_plain = isascii((unsigned char)*path) &&
                        (isalnum((unsigned char)*path) || strchr("/-._~", *path));
        used += (size_t)snprintf(name + used, DV_KEPT_NAME - used, is_plain ? "%c" : "%%%02X",
                                 (unsigned char)*path);
    }
}
