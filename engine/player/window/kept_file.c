// The file of what a window keeps between sessions; see kept.h.
#include "player/window/kept_reader.h"

#include "base/alloc.h"
#include "base/result.h"
#include "player/terminal/messages.h"
#include "player/tools/state_file.h"
#include "record/text_file.h"

#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#define VERSION 1
/// 100 scenarios with the longest paths and expressions take less.
#define LONGEST_FILE (8 << 20)
/// Pixels of a window or a panel.
#define LEAST_SIDE 16
#define MOST_SIDE 8192

static void print_failure(const dv_error *error) {
    static bool was_told;
    if (!was_told)
        dv_say(NULL, "drover: what is kept of the window: %s", error->message);
    was_told = true;
}

// Reading

void dv_kept_refuse(dv_kept_reader *r, const char *part, const char *name, const char *expected) {
    if (r->result == DV_OK)
        r->result = dv_fail(r->error, DV_ERROR_FORMAT, "%s: %s%s%s: %s expected", r->path, part,
                            *part ? "." : "", name, expected);
}

json_t *dv_kept_find(dv_kept_reader *r, const json_t *object, const char *part, const char *name,
                     bool fits(const json_t *), const char *expected) {
    json_t *value = json_object_get(object, name);
    if (value && !fits(value)) {
        dv_kept_refuse(r, part, name, expected);
        return NULL;
    }
    return value;
}

bool dv_kept_is_object(const json_t *value) { return json_is_object(value); }
static bool is_switch(const json_t *value) { return json_is_boolean(value); }

static bool is_side(const json_t *value) {
    double side = json_number_value(value); // 0 if it isn't a number
    return side >= LEAST_SIDE && side <= MOST_SIDE;
}

static bool is_share(const json_t *value) {
    double share = json_number_value(value);
    return share > 0 && share < 1;
}

static void read_switch(dv_kept_reader *r, const json_t *object, const char *part, const char *name,
                        bool *is_on) {
    const json_t *value = dv_kept_find(r, object, part, name, is_switch, "true or false");
    if (value)
        *is_on = json_is_true(value);
}

static void read_side(dv_kept_reader *r, const json_t *object, const char *part, const char *name,
                      float *side) {
    const json_t *value = dv_kept_find(r, object, part, name, is_side, "a number from 16 to 8192");
    if (value)
        *side = (float)json_number_value(value);
}

static void read_window(dv_kept_reader *r, const json_t *root, dv_kept *kept) {
    const json_t *window = dv_kept_find(r, root, "", "window", dv_kept_is_object, "an object");
    float width = 0, height = 0;
    read_side(r, window, "window", "width", &width);
    read_side(r, window, "window", "height", &height);
    read_switch(r, window, "window", "maximized", &kept->size.is_maximized);
    if (width > 0 && height > 0) {
        kept->size.width = (int)width;
        kept->size.height = (int)height;
    }
}

static void read_layout(dv_kept_reader *r, const json_t *root, dv_layout *layout) {
    const json_t *panel = dv_kept_find(r, root, "", "panel", dv_kept_is_object, "an object");
    const json_t *inspector =
        dv_kept_find(r, root, "", "inspector", dv_kept_is_object, "an object");
    bool is_shown = true;
    read_switch(r, panel, "panel", "shown", &is_shown);
    layout->hides_panel = !is_shown;
    read_side(r, panel, "panel", "width", &layout->panel_width);
    read_switch(r, inspector, "inspector", "shown", &layout->shows_inspector);
    read_side(r, inspector, "inspector", "width", &layout->inspector_width);
    const json_t *share =
        dv_kept_find(r, inspector, "inspector", "share", is_share, "a number between 0 and 1");
    if (share)
        layout->inspector_share = (float)json_number_value(share);
}

static void read_sections(dv_kept_reader *r, json_t *root, dv_gui_sections *sections) {
    json_t *object = dv_kept_find(r, root, "", "sections", dv_kept_is_object, "an object"), *value;
    const char *name;
    json_object_foreach(object, name, value) {
        if (!json_is_boolean(value))
            dv_kept_refuse(r, "sections", name, "true or false");
        else
            dv_gui_section_turn(sections, name, json_is_true(value), !json_is_true(value));
    }
}

/// The content of the file, which the caller releases; NULL without a failure if there is none.
static json_t *load(dv_kept_reader *r) {
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
        dv_kept_refuse(r, "", "version", "1, as this version of Drover writes it,");
    return root;
}

static void read_root(dv_kept_reader *r, json_t *root, dv_kept *kept) {
    read_window(r, root, kept);
    read_layout(r, root, &kept->layout);
    read_sections(r, root, &kept->sections);
    if (*kept->scenario)
        dv_kept_read_scenario(r, root, kept);
}

static void begin(dv_kept *kept, const char *scenario) {
    char path[PATH_MAX];
    *kept = (dv_kept){.layout = dv_layout_at_first()};
    if (scenario && realpath(scenario, path))
        dv_kept_write_name(path, kept->scenario);
}

static void say_consequence(dv_error *error) {
    size_t used = strlen(error->message);
    snprintf(error->message + used, sizeof error->message - used,
             "; until this file is mended or removed, nothing is kept");
}

void dv_kept_read(dv_kept *kept, const char *scenario) {
    char path[PATH_MAX];
    dv_error error;
    dv_kept_reader r = {.path = path, .error = &error};
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
    say_consequence(&error);
    print_failure(&error);
}

// Writing

void dv_kept_put(json_t *root, const char *part, const char *name, json_t *value) {
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

/// A side, limited to what can be read again.
static json_t *side(long pixels) {
    long most = pixels < MOST_SIDE ? pixels : MOST_SIDE;
    return json_integer(most > LEAST_SIDE ? most : LEAST_SIDE);
}

/// A width, unless it is that of a window that nobody has arranged.
static json_t *width(float now, float at_first) {
    return now == at_first ? NULL : side(lroundf(now));
}

/// A share in thousandths, but neither nothing nor all.
static json_t *share(float now, float at_first) {
    double thousandths = fmax(1, fmin(round(1000 * (double)now), 999));
    return now == at_first ? NULL : json_real(thousandths / 1000);
}

static void put_window(json_t *root, const dv_kept *kept) {
    const dv_layout *layout = &kept->layout, first = dv_layout_at_first();
    const dv_screen_size *size = &kept->size;
    bool is_sized =
        size->width > 0 && (size->width != DV_VIEW_WIDTH || size->height != DV_VIEW_HEIGHT);
    dv_kept_put(root, "window", "width", is_sized ? side(size->width) : NULL);
    dv_kept_put(root, "window", "height", is_sized ? side(size->height) : NULL);
    dv_kept_put(root, "window", "maximized", size->is_maximized ? json_true() : NULL);
    dv_kept_put(root, "panel", "shown", layout->hides_panel ? json_false() : NULL);
    dv_kept_put(root, "panel", "width", width(layout->panel_width, first.panel_width));
    dv_kept_put(root, "inspector", "shown", layout->shows_inspector ? json_true() : NULL);
    dv_kept_put(root, "inspector", "width", width(layout->inspector_width, first.inspector_width));
    dv_kept_put(root, "inspector", "share", share(layout->inspector_share, first.inspector_share));
    json_object_clear(json_object_get(root, "sections"));
    for (uint32_t i = 0; i < kept->sections.count; i++)
        dv_kept_put(root, "sections", kept->sections.items[i].name,
                    json_boolean(kept->sections.items[i].is_open));
    if (kept->sections.count == 0)
        json_object_del(root, "sections");
}

static dv_result write_root(json_t *root, const char *path, dv_error *error) {
    uint64_t refused = dv_refused_allocations();
    char *text = json_dumps(root, JSON_INDENT(2) | JSON_REAL_PRECISION(15));
    // When out of memory, json_dumps may leave out parts without failing.
    bool is_whole = text && dv_refused_allocations() == refused;
    if (!is_whole) {
        dv_free(text);
        return dv_fail(error, DV_ERROR_MEMORY, "out of memory");
    }
    if (strlen(text) >= LONGEST_FILE) {
        dv_free(text);
        return dv_fail(error, DV_ERROR_LIMIT, "%s would be longer than 8 MiB", path);
    }
    dv_text_file *file = dv_text_create(path, error);
    if (file) {
        dv_text_add(file, text);
        dv_text_add(file, "\n");
    }
    dv_free(text);
    return file ? dv_text_close(file, error) : DV_ERROR_IO;
}

/// Read the file again, because another window may have written it, and change what is ours. A file
/// that can't be read stays as it is, even if it has become so since the window opened.
static dv_result write_over(const dv_kept *kept, const char *path, dv_error *error) {
    dv_kept_reader r = {.path = path, .error = error};
    dv_kept theirs;
    uint64_t refused = dv_refused_allocations();
    begin(&theirs, NULL);
    snprintf(theirs.scenario, sizeof theirs.scenario, "%s", kept->scenario);
    json_t *root = load(&r);
    if (root && r.result == DV_OK)
        read_root(&r, root, &theirs);
    if (r.result != DV_OK)
        say_consequence(error);
    if (!root && r.result == DV_OK)
        root = json_pack("{s:i}", "version", VERSION);
    if (r.result == DV_OK) {
        put_window(root, kept);
        if (*kept->scenario)
            dv_kept_put_scenario(root, kept);
        r.result = dv_refused_allocations() == refused
                       ? write_root(root, path, error)
                       : dv_fail(error, DV_ERROR_MEMORY, "out of memory");
    }
    json_decref(root);
    return r.result;
}

/// Keep other windows from writing until the descriptor is closed. Where the file system has no
/// locks, they may.
static int lock_folder(const char *path) {
    char folder[PATH_MAX];
    snprintf(folder, sizeof folder, "%.*s", (int)(strrchr(path, '/') - path), path);
    int descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor >= 0)
        flock(descriptor, LOCK_EX);
    return descriptor;
}

void dv_kept_write(const dv_kept *kept) {
    char path[PATH_MAX];
    dv_error error;
    if (kept->is_refused)
        return;
    json_set_alloc_funcs(dv_alloc, dv_free);
    dv_result result = dv_state_path("window.json", path, &error);
    if (result == DV_OK) {
        dv_state_make_folders(path);
        int lock = lock_folder(path);
        result = write_over(kept, path, &error);
        if (lock >= 0)
            close(lock);
    }
    if (result != DV_OK)
        print_failure(&error);
}
