// The page for a scenario that doesn't start; see error_page.h.
#include "player/window/error_page.h"

#include "player/gui/gui_lines.h"
#include "player/gui/palette.h"
#include "player/terminal/excerpt.h"
#include "player/terminal/messages.h"
#include "player/window/page_control.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/// The text of the page, ready for display.
typedef struct page {
    char path[DV_MESSAGE_CAPACITY];
    char message[DV_MESSAGE_CAPACITY];
    char traceback[DV_MESSAGE_CAPACITY];
    dv_excerpt excerpt;
    dv_editor *editor;
    char refusal[DV_ERROR_CAPACITY]; ///< why the editor did not open, or ""
} page;

static void show_path(const char *scenario, char shown[DV_MESSAGE_CAPACITY]) {
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s", scenario);
    dv_shorten_path(path);
    dv_show_text(NULL, *path ? path : ".", shown, DV_MESSAGE_CAPACITY);
}

/// Convert line by line, because dv_show_text turns text into a single line.
static void show_traceback(const char *scenario, const char *traceback, char *shown) {
    size_t used = 0;
    shown[0] = '\0';
    while (*traceback && used + 2 < DV_MESSAGE_CAPACITY) {
        char line[DV_ERROR_CAPACITY];
        size_t length = strcspn(traceback, "\n");
        snprintf(line, sizeof line, "%.*s", (int)length, traceback);
        dv_show_text(scenario, line, shown + used, DV_MESSAGE_CAPACITY - used - 1);
        used += strlen(shown + used);
        shown[used++] = '\n';
        shown[used] = '\0';
        traceback += length + (traceback[length] == '\n');
    }
}

static void fill_page(page *p, const char *scenario, const char *message, const char *traceback) {
    show_path(scenario, p->path);
    dv_show_text(scenario, message, p->message, sizeof p->message);
    show_traceback(scenario, traceback, p->traceback);
    if (!dv_excerpt_read(&p->excerpt, p->message))
        dv_excerpt_read(&p->excerpt, p->traceback);
}

static void note(page *p, dv_result result, const dv_error *error) {
    if (result == DV_OK)
        return;
    snprintf(p->refusal, sizeof p->refusal, "%s", error->message);
    dv_say(NULL, "drover: %s", error->message);
}

/// Show text in which a click on a place opens it in the editor. Its paths already are paths of
/// files.
static void draw_text(page *p, uint32_t color, const char *text) {
    char place[DV_GUI_PLACE];
    dv_error error;
    if (!dv_gui_places(color, text, place))
        return;
    p->refusal[0] = '\0';
    note(p, dv_editor_open(p->editor, NULL, place, &error), &error);
}

static void draw_excerpt(page *p) {
    const dv_excerpt *excerpt = &p->excerpt;
    char text[DV_EXCERPT_WIDTH + 32], place[PATH_MAX + 16];
    if (excerpt->line == 0)
        return;
    dv_gui_space();
    snprintf(place, sizeof place, "%s:%" PRIu32, excerpt->path, excerpt->line);
    draw_text(p, DV_COLOR_TEXT_DIM, place);
    for (uint32_t i = 0; i < excerpt->count; i++) {
        uint32_t number = excerpt->first + i;
        bool is_it = number == excerpt->line;
        snprintf(text, sizeof text, "%s%5" PRIu32 "  %s", is_it ? ">" : " ", number,
                 excerpt->lines[i]);
        if (is_it)
            dv_gui_band(DV_COLOR_WIDGET_BRIGHT, false);
        dv_gui_code(is_it ? DV_COLOR_ACCENT : DV_COLOR_TEXT, text);
    }
}

/// True if the user wants to try again.
static bool draw_page(page *p, bool is_there) {
    dv_gui_space();
    dv_gui_band(DV_COLOR_BANNER, true);
    dv_gui_title("This scenario does not start");
    dv_gui_space();
    dv_gui_text(DV_COLOR_TEXT_DIM, p->path);
    dv_gui_space();
    draw_text(p, DV_COLOR_TEXT, p->message);
    draw_excerpt(p);
    if (*p->traceback) {
        dv_gui_space();
        dv_gui_text(DV_COLOR_TEXT_DIM, "traceback, innermost call first");
        draw_text(p, DV_COLOR_TEXT_DIM, p->traceback);
    }
    dv_gui_space();
    dv_gui_space();
    dv_gui_wrapped(DV_COLOR_TEXT, is_there
                                      ? "Fix the error and save: the scenario starts by itself."
                                      : "The scenario starts by itself once the file is there.");
    if (*p->refusal)
        dv_gui_wrapped(DV_COLOR_FAULT, p->refusal);
    return dv_gui_button("Try again (R)", 0, 0.2f, false);
}

static bool show(page *p, dv_screen *screen, dv_retry *retry, const char *control_path) {
    dv_page_control control;
    dv_error error;
    bool is_due = false;
    dv_page_control_open(&control, screen, control_path);
    while (!is_due && dv_page_control_serve(&control) && dv_screen_begin_page(screen, "error")) {
        is_due = draw_page(p, retry->was_there) || screen->key == SDLK_r;
        dv_screen_end_page(screen);
        note(p, dv_editor_poll(&screen->editor, &error), &error);
        is_due = is_due || dv_retry_is_due(retry);
    }
    dv_page_control_close(&control);
    return is_due;
}

bool dv_error_page_show(dv_screen *screen, dv_retry *retry, const char *control_path,
                        const char *message, const char *traceback) {
    page p = {.editor = &screen->editor};
    fill_page(&p, retry->scenario, message, traceback);
    if (p.excerpt.line > 0)
        dv_retry_add(retry, p.excerpt.path);
    return show(&p, screen, retry, control_path);
}
