#include "player/gui/widgets.h"

#include "base/alloc.h"
#include "base/names.h"
#include "base/utf8.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

// Adding

void dv_widgets_clear(dv_widgets *widgets) {
    widgets->count = 0;
    widgets->is_cut = widgets->is_paused = false;
}

void dv_widgets_free(dv_widgets *widgets) {
    dv_free(widgets->items);
    *widgets = (dv_widgets){0};
}

/// Write a label at a level of the path, with its ends of lines as spaces.
static void extend_path(dv_widgets *widgets, const char *label, uint32_t level) {
    uint32_t start = widgets->ends[level];
    const char *mark = strstr(label, "##");
    size_t length = mark ? (size_t)(mark - label) : strlen(label);
    snprintf(widgets->path + start, DV_WIDGET_NAME - 1 - start, "%.*s", (int)length, label);
    dv_utf8_trim(widgets->path);
    for (char *c = widgets->path + start; *c; c++)
        *c = *c == '\n' ? ' ' : *c;
}

/// Let what is added at deeper levels follow the path, with a slash between if there is room, or
/// replace its last label.
static void place_deeper(dv_widgets *widgets, uint32_t level, bool has_parts) {
    uint32_t end = (uint32_t)strlen(widgets->path);
    if (has_parts && end + 2 < DV_WIDGET_NAME)
        strcpy(widgets->path + end++, "/");
    for (uint32_t below = level + 1; below < DV_WIDGET_LEVELS; below++)
        widgets->ends[below] = has_parts ? end : widgets->ends[level];
}

static dv_widget *add(dv_widgets *widgets, const char *label, uint32_t level, bool has_parts) {
    if (widgets->is_paused || !*label || strncmp(label, "##", 2) == 0)
        return NULL;
    if (!dv_reserve((void **)&widgets->items, &widgets->capacity, widgets->count + 1,
                    sizeof *widgets->items)) {
        widgets->is_cut = true;
        return NULL;
    }
    level = level < DV_WIDGET_LEVELS ? level : DV_WIDGET_LEVELS - 1;
    extend_path(widgets, label, level);
    dv_widget *widget = &widgets->items[widgets->count++];
    *widget = (dv_widget){.sight = DV_WIDGET_IN_SIGHT};
    snprintf(widget->name, sizeof widget->name, "%s", widgets->path);
    place_deeper(widgets, level, has_parts);
    return widget;
}

dv_widget *dv_widgets_add_panel(dv_widgets *widgets, const char *label) {
    widgets->row = 1;
    return add(widgets, label, 0, true);
}

dv_widget *dv_widgets_add_section(dv_widgets *widgets, const char *label) {
    widgets->row = 2;
    return add(widgets, label, 1, true);
}

dv_widget *dv_widgets_add(dv_widgets *widgets, const char *label, uint32_t depth, bool has_parts) {
    return add(widgets, label, widgets->row + depth, has_parts);
}

// Finding

/// The name, with the number among those with the same path if it isn't the first.
static void write_name(const dv_widgets *widgets, uint32_t index, char name[DV_WIDGET_NAME]) {
    const char *path = widgets->items[index].name;
    uint32_t before = 0;
    for (uint32_t i = 0; i < index; i++)
        before += strcmp(widgets->items[i].name, path) == 0;
    if (before > 0)
        snprintf(name, DV_WIDGET_NAME, "%.*s (%" PRIu32 ")", (int)DV_WIDGET_NAME - 16, path,
                 before + 1);
    else
        snprintf(name, DV_WIDGET_NAME, "%s", path);
}

/// What follows the panel's name.
static const char *in_panel(const char *name) {
    const char *slash = strchr(name, '/');
    return slash ? slash + 1 : name;
}

const dv_widget *dv_widgets_find(const dv_widgets *widgets, const char *name) {
    for (uint32_t i = 0; i < widgets->count; i++) {
        char known[DV_WIDGET_NAME];
        write_name(widgets, i, known);
        if (strcmp(known, name) == 0 || strcmp(in_panel(known), name) == 0)
            return &widgets->items[i];
    }
    return NULL;
}

static bool is_within(const char *name, const char *section) {
    size_t length = strlen(section);
    return strncmp(name, section, length) == 0 && name[length] == '/';
}

const dv_widget *dv_widgets_find_folded(const dv_widgets *widgets, const char *name) {
    for (uint32_t i = 0; i < widgets->count; i++) {
        const dv_widget *widget = &widgets->items[i];
        if (widget->is_folded &&
            (is_within(name, widget->name) || is_within(name, in_panel(widget->name))))
            return widget;
    }
    return NULL;
}

bool dv_widgets_nearest(const dv_widgets *widgets, const char *name, char nearest[DV_WIDGET_NAME]) {
    const char **names = dv_alloc((2 * (size_t)widgets->count + 1) * sizeof *names);
    if (!names)
        return false;
    for (uint32_t i = 0; i < widgets->count; i++) {
        names[i] = in_panel(widgets->items[i].name);
        names[widgets->count + i] = widgets->items[i].name;
    }
    const char *found = dv_nearest_name(name, names, 2 * widgets->count);
    snprintf(nearest, DV_WIDGET_NAME, "%s", found ? found : "");
    dv_free(names);
    return *nearest;
}

// Writing

bool dv_widget_place(const dv_widget *widget, char text[DV_WIDGET_PLACE]) {
    static const char *const reasons[] = {
        [DV_WIDGET_ABOVE] = "scrolled out of sight: above",
        [DV_WIDGET_BELOW] = "scrolled out of sight: below",
        [DV_WIDGET_CUT_OFF] = "not in sight: its panel has no room for it",
    };
    if (widget->sight != DV_WIDGET_IN_SIGHT) {
        snprintf(text, DV_WIDGET_PLACE, "%s", reasons[widget->sight]);
        return false;
    }
    float left = floorf(widget->left), top = floorf(widget->top);
    snprintf(text, DV_WIDGET_PLACE, "%.0f %.0f %.0f %.0f", (double)left, (double)top,
             (double)(ceilf(widget->right) - left), (double)(ceilf(widget->bottom) - top));
    return true;
}

char *dv_widgets_table(const dv_widgets *widgets) {
    const size_t longest = 2 * DV_WIDGET_NAME + DV_WIDGET_PLACE + 8;
    char *table = dv_alloc(widgets->count * longest + 1), *end = table;
    for (uint32_t i = 0; table && i < widgets->count; i++) {
        char name[DV_WIDGET_NAME], place[DV_WIDGET_PLACE];
        write_name(widgets, i, name);
        dv_widget_place(&widgets->items[i], place);
        const char *value = widgets->items[i].value;
        end += snprintf(end, longest, "%s  %s%s%s\n", place, name, *value ? " = " : "", value);
    }
    return table;
}
