// The file of what is kept between sessions; see kept.h.
#include "player/window/kept.h"

#include "base/alloc.h"
#include "base/result.h"
#include "player/options/view_options.h"
#include "player/terminal/messages.h"
#include "player/tools/state_file.h"
#include "record/text_file.h"

#include <errno.h>
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define VERSION 1
#define LONGEST_FILE (1 << 20)
/// Pixels of a window or a panel.
#define LEAST_SIDE 16
#define MOST_SIDE 8192

static void print_failure(const dv_error *error) {
    static bool was_told;
    if (!was_told)
        dv_say(NULL, "drover: what is kept of the window: %s", error->message);
    was_told = true;
}

// Reading. The first failure sticks.

typedef struct reader {
    const char *path;
    dv_result result;
    dv_error *error;
} reader;

static void refuse(reader *r, const char *part, const char *name, const char *expected) {
    if (r->result == DV_OK)
        r->result = dv_fail(r->error, DV_ERROR_FORMAT, "%s: %s%s%s: %s expected", r->path, part,
                            *part ? "." : "", name, expected);
}

/// The value with a name in an object; NULL if there is none.
static json_t *find(reader *r, const json_t *object, const char *part, const char *name,
                    bool fits(const json_t *), const char *expected) {
    json_t *value = json_object_get(object, name);
    if (value && !fits(value)) {
        refuse(r, part, name, expected);
        return NULL;
    }
    return value;
}

static bool is_object(const json_t *value) { return json_is_object(value); }
static bool is_switch(const json_t *value) { return json_is_boolean(value); }
static bool is_text(const json_t *value) { return json_is_string(value); }

static bool is_side(const json_t *value) {
    double side = json_number_value(value); // 0 if it is no number
    return side >= LEAST_SIDE && side <= MOST_SIDE;
}

static bool is_share(const json_t *value) {
    double share = json_number_value(value);
    return share > 0 && share < 1;
}

static void read_switch(reader *r, const json_t *object, const char *part, const char *name,
                        bool *is_on) {
    const json_t *value = find(r, object, part, name, is_switch, "true or false");
    if (value)
        *is_on = json_is_true(value);
}

static void read_side(reader *r, const json_t *object, const char *part, const char *name,
                      float *side) {
    const json_t *value = find(r, object, part, name, is_side, "a number from 16 to 8192");
    if (value)
        *side = (float)json_number_value(value);
}

static void read_window(reader *r, const json_t *root, dv_kept *kept) {
    const json_t *window = find(r, root, "", "window", is_object, "an object");
    float width = 0, height = 0;
    read_side(r, window, "window", "width", &width);
    read_side(r, window, "window", "height", &height);
    read_switch(r, window, "window", "maximized", &kept->size.is_maximized);
    if (width > 0 && height > 0) {
        kept->size.width = (int)width;
        kept->size.height = (int)height;
    }
}

static void read_layout(reader *r, const json_t *root, dv_layout *layout) {
    const json_t *panel = find(r, root, "", "panel", is_object, "an object");
    const json_t *inspector = find(r, root, "", "inspector", is_object, "an object");
    bool is_shown = true;
    read_switch(r, panel, "panel", "shown", &is_shown);
    layout->hides_panel = !is_shown;
    read_side(r, panel, "panel", "width", &layout->panel_width);
    read_switch(r, inspector, "inspector", "shown", &layout->shows_inspector);
    read_side(r, inspector, "inspector", "width", &layout->inspector_width);
    const json_t *share =
        find(r, inspector, "inspector", "share", is_share, "a number between 0 and 1");
    if (share)
        layout->inspector_share = (float)json_number_value(share);
}

static void read_sections(reader *r, json_t *root, dv_gui_sections *sections) {
    json_t *object = find(r, root, "", "sections", is_object, "an object"), *value;
    const char *name;
    json_object_foreach(object, name, value) {
        if (!json_is_boolean(value))
            refuse(r, "sections", name, "true or false");
        else
            dv_gui_section_turn(sections, name, json_is_true(value), !json_is_true(value));
    }
}

static void read_scenario(reader *r, const json_t *root, dv_kept *kept) {
    const json_t *scenarios = find(r, root, "", "scenarios", is_object, "an object");
    const json_t *scenario =
        find(r, scenarios, "scenarios", kept->scenario, is_object, "an object");
    const json_t *camera =
        find(r, scenario, kept->scenario, "camera", is_text, "a camera as for --camera");
    if (!camera)
        return;
    kept->view.has_camera = dv_parse_camera(json_string_value(camera), &kept->view);
    if (!kept->view.has_camera)
        refuse(r, kept->scenario, "camera", "a camera as for --camera");
}

/// The content of the file, which the caller releases; NULL without a failure if there is none.
static json_t *load(reader *r) {
    struct stat status;
    json_error_t reason;
    FILE *file = fopen(r->path, "r");
    if (!file && errno != ENOENT)
        r->result = dv_fail(r->error, DV_ERROR_IO, "cannot read %s: %s", r->path, strerror(errno));
    if (!file)
        return NULL;
    bool is_sound = fstat(fileno(file), &status) == 0 && S_ISREG(status.st_mode) &&
                    status.st_size <= LONGEST_FILE;
    json_set_alloc_funcs(dv_alloc, dv_free);
    json_t *root = is_sound ? json_loadf(file, JSON_REJECT_DUPLICATES, &reason) : NULL;
    fclose(file);
    if (!is_sound)
        r->result = dv_fail(r->error, DV_ERROR_FORMAT, "%s: not a file of this program", r->path);
    else if (!root)
        r->result =
            dv_fail(r->error, DV_ERROR_FORMAT, "%s:%d: %s", r->path, reason.line, reason.text);
    else if (json_integer_value(json_object_get(root, "version")) != VERSION)
        refuse(r, "", "version", "1, as this version of Drover writes it,");
    return root;
}

static void read_root(reader *r, json_t *root, dv_kept *kept) {
    read_window(r, root, kept);
    read_layout(r, root, &kept->layout);
    read_sections(r, root, &kept->sections);
    if (*kept->scenario)
        read_scenario(r, root, kept);
}

static void begin(dv_kept *kept, const char *scenario) {
    *kept = (dv_kept){.layout = dv_layout_at_first()};
    if (scenario && !realpath(scenario, kept->scenario))
        kept->scenario[0] = '\0';
}

void dv_kept_read(dv_kept *kept, const char *scenario) {
    char path[PATH_MAX];
    dv_error error;
    reader r = {.path = path, .error = &error};
    begin(kept, scenario);
    r.result = dv_state_path("window.json", path, &error);
    json_t *root = r.result == DV_OK ? load(&r) : NULL;
    if (root && r.result == DV_OK)
        read_root(&r, root, kept);
    json_decref(root);
    if (r.result == DV_OK)
        return;
    begin(kept, scenario);
    kept->is_refused = true;
    size_t used = strlen(error.message);
    snprintf(error.message + used, sizeof error.message - used,
             "; until this file is mended or removed, nothing is kept");
    print_failure(&error);
}

// Writing

/// Put a value, which may be NULL for none, into a part of the file. Takes ownership of it.
static void put(json_t *root, const char *part, const char *name, json_t *value) {
    json_t *object = json_object_get(root, part);
    if (!object && value) {
        object = json_object();
        json_object_set_new(root, part, object);
    }
    if (value)
        json_object_set_new(object, name, value);
    else
        json_object_del(object, name);
    if (json_object_size(object) == 0)
        json_object_del(root, part);
}

/// A width, unless it is that of a window that nobody has arranged.
static json_t *side(float now, float at_first) {
    return now == at_first ? NULL : json_integer(lroundf(now));
}

static void put_window(json_t *root, const dv_kept *kept) {
    const dv_layout *layout = &kept->layout, first = dv_layout_at_first();
    const dv_screen_size *size = &kept->size;
    bool is_sized =
        size->width > 0 && (size->width != DV_VIEW_WIDTH || size->height != DV_VIEW_HEIGHT);
    put(root, "window", "width", is_sized ? json_integer(size->width) : NULL);
    put(root, "window", "height", is_sized ? json_integer(size->height) : NULL);
    put(root, "window", "maximized", size->is_maximized ? json_true() : NULL);
    put(root, "panel", "shown", layout->hides_panel ? json_false() : NULL);
    put(root, "panel", "width", side(layout->panel_width, first.panel_width));
    put(root, "inspector", "shown", layout->shows_inspector ? json_true() : NULL);
    put(root, "inspector", "width", side(layout->inspector_width, first.inspector_width));
    bool is_share = layout->inspector_share != first.inspector_share;
    put(root, "inspector", "share", is_share ? json_real((double)layout->inspector_share) : NULL);
    json_object_clear(json_object_get(root, "sections"));
    for (uint32_t i = 0; i < kept->sections.count; i++)
        put(root, "sections", kept->sections.items[i].name,
            json_boolean(kept->sections.items[i].is_open));
    if (kept->sections.count == 0)
        json_object_del(root, "sections");
}

/// Put the scenario behind all others, and forget the first if there are too many.
static void put_scenario(json_t *root, const dv_kept *kept) {
    char camera[DV_CAMERA_TEXT];
    json_t *scenarios = json_object_get(root, "scenarios");
    json_t *old = json_object_get(scenarios, kept->scenario);
    json_t *scenario = old ? json_incref(old) : json_object();
    dv_write_camera(&kept->view, 9, camera);
    json_object_del(scenarios, kept->scenario);
    if (kept->view.has_camera)
        json_object_set_new(scenario, "camera", json_string(camera));
    else
        json_object_del(scenario, "camera");
    put(root, "scenarios", kept->scenario,
        json_object_size(scenario) > 0 ? json_incref(scenario) : NULL);
    json_decref(scenario);
    scenarios = json_object_get(root, "scenarios");
    while (json_object_size(scenarios) > DV_MOST_KEPT_SCENARIOS)
        json_object_del(scenarios, json_object_iter_key(json_object_iter(scenarios)));
}

static dv_result write_root(json_t *root, const char *path, dv_error *error) {
    uint64_t refused = dv_refused_allocations();
    char *text = json_dumps(root, JSON_INDENT(2) | JSON_REAL_PRECISION(4));
    // When out of memory, json_dumps may leave out parts without failing.
    bool is_whole = text && dv_refused_allocations() == refused;
    if (!is_whole) {
        dv_free(text);
        return dv_fail(error, DV_ERROR_MEMORY, "out of memory");
    }
    dv_state_make_folders(path);
    dv_text_file *file = dv_text_create(path, error);
    if (file) {
        dv_text_add(file, text);
        dv_text_add(file, "\n");
    }
    dv_free(text);
    return file ? dv_text_close(file, error) : DV_ERROR_IO;
}

/// Read the file again, because another window may have written it, and change what is ours.
static dv_result write_over(const dv_kept *kept, const char *path, dv_error *error) {
    reader r = {.path = path, .error = error};
    uint64_t refused = dv_refused_allocations();
    json_t *root = load(&r);
    if (!root && r.result == DV_OK)
        root = json_pack("{s:i}", "version", VERSION);
    if (r.result == DV_OK) {
        put_window(root, kept);
        if (*kept->scenario)
            put_scenario(root, kept);
        r.result = dv_refused_allocations() == refused
                       ? write_root(root, path, error)
                       : dv_fail(error, DV_ERROR_MEMORY, "out of memory");
    }
    json_decref(root);
    return r.result;
}

void dv_kept_write(const dv_kept *kept) {
    char path[PATH_MAX];
    dv_error error;
    if (kept->is_refused)
        return;
    json_set_alloc_funcs(dv_alloc, dv_free);
    if (dv_state_path("window.json", path, &error) != DV_OK ||
        write_over(kept, path, &error) != DV_OK)
        print_failure(&error);
}
