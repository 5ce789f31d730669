// The start page; see start_page.h.
#include "player/window/start_page.h"

#include "base/alloc.h"
#include "player/draw/thumbnail.h"
#include "player/gui/gui_cards.h"
#include "player/gui/palette.h"
#include "player/tools/new_scenario.h"
#include "player/window/page_control.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/// How many pictures to read in one frame; reading is slower than drawing.
#define READ_AT_ONCE 3
#define COLUMNS 4
/// Height / width of a picture.
static const float picture_shape = 0.7f;

/// Invariant: cards are numbered through the recent scenarios, then the samples. The pictures of
/// the first `read` cards have been read; those that can't be read are NULL.
typedef struct page {
    const dv_scenario_choice *choice;
    SDL_Texture **pictures;
    uint32_t count, read;
    float scale;
    const dv_card *source; ///< copied to the new scenario; NULL: the template
    char folder[PATH_MAX], proposed[PATH_MAX];
    char refusal[DV_ERROR_CAPACITY];
    char *chosen;
    dv_screen *screen;
} page;

static const dv_card *card_at(const page *p, uint32_t i) {
    const dv_scenario_choice *choice = p->choice;
    return i < choice->recent_count ? &choice->recent[i]
                                    : &choice->samples[i - choice->recent_count];
}

// A new scenario

/// Propose a folder that doesn't exist yet, in the current directory or, if that isn't writable, at
/// home.
static void propose_folder(page *p) {
    char base[PATH_MAX];
    const char *home = getenv("HOME");
    bool is_kept = strcmp(p->folder, p->proposed) != 0;
    if (!getcwd(base, sizeof base) || access(base, W_OK) != 0)
        snprintf(base, sizeof base, "%s", home ? home : "/tmp");
    const char *slash = base[strlen(base) - 1] == '/' ? "" : "/";
    for (int i = 1; i < 1000; i++) {
        char number[16] = "";
        if (i > 1)
            snprintf(number, sizeof number, "-%d", i);
        struct stat status;
        int length = snprintf(p->proposed, sizeof p->proposed, "%s%smy-%s%s", base, slash,
                              p->source ? p->source->name : "scenario", number);
        if (length >= PATH_MAX || lstat(p->proposed, &status) != 0)
            break;
    }
    char *end = strstr(p->proposed, ".lua");
    if (end && end[4] == '\0')
        *end = '\0';
    if (!is_kept)
        memcpy(p->folder, p->proposed, sizeof p->folder);
}

static void set_source(page *p, const dv_card *source) {
    p->source = source;
    p->refusal[0] = '\0';
    propose_folder(p);
}

/// True if the scenario was written.
static bool make_scenario(page *p) {
    dv_error error;
    char path[PATH_MAX];
    const char *home = getenv("HOME");
    bool is_at_home = strncmp(p->folder, "~/", 2) == 0 && home;
    int length = snprintf(path, sizeof path, "%s%s", is_at_home ? home : "",
                          is_at_home ? p->folder + 1 : p->folder);
    p->refusal[0] = '\0';
    if (length == 0 || length >= PATH_MAX)
        snprintf(p->refusal, sizeof p->refusal, "name the folder to write it to");
    else if (dv_write_scenario(path, p->source ? p->source->path : NULL, &error) != DV_OK)
        snprintf(p->refusal, sizeof p->refusal, "%s", error.message);
    if (*p->refusal)
        return false;
    printf("wrote a scenario to %s; to run it type drover run %s\n", path, path);
    snprintf(p->screen->written, sizeof p->screen->written, "wrote a scenario to %.900s", path);
    memcpy(p->chosen, path, sizeof path);
    return true;
}

static bool show_new(page *p) {
    char label[DV_RECENT_TITLE + 32];
    if (!dv_gui_section("New scenario", true))
        return false;
    bool is_wanted = dv_gui_field("##folder", p->folder, sizeof p->folder, 0.6f);
    dv_gui_beside();
    is_wanted |= dv_gui_button("Create and run", 0.62f, 0.2f, true);
    if (p->source) {
        snprintf(label, sizeof label, "A copy of %s", p->source->title);
        dv_gui_text(DV_COLOR_ACCENT, label);
        if (dv_gui_button("start from the meadow instead", 0.62f, 0.38f, false))
            set_source(p, NULL);
    } else {
        dv_gui_text(DV_COLOR_TEXT_DIM, "Starts with sheep on a meadow. To start from another "
                                       "scenario, press \"new from this one\".");
    }
    if (*p->refusal)
        dv_gui_wrapped(DV_COLOR_FAULT, p->refusal);
    return is_wanted && make_scenario(p);
}

// Cards

static void read_pictures(page *p, SDL_Renderer *renderer, int width, int height) {
    for (int i = 0; i < READ_AT_ONCE && p->read < p->count; i++, p->read++) {
        const char *path = card_at(p, p->read)->picture;
        p->pictures[p->read] = dv_thumbnail_read(renderer, path, width, height);
    }
}

/// They are read again when they are shown.
static void forget_pictures(page *p) {
    for (uint32_t i = 0; i < p->read; i++) {
        if (p->pictures[i])
            SDL_DestroyTexture(p->pictures[i]);
        p->pictures[i] = NULL;
    }
    p->read = 0;
}

/// True if the user chose a scenario.
static bool show_cards(page *p, uint32_t first, uint32_t count, float width) {
    bool is_chosen = false;
    for (uint32_t i = first; i < first + count; i++) {
        const dv_card *card = card_at(p, i);
        char id[32];
        snprintf(id, sizeof id, "card %u", (unsigned)i);
        if ((i - first) % COLUMNS > 0)
            dv_gui_beside();
        dv_card_press press =
            dv_gui_card(id, p->pictures[i], width, width * picture_shape, card->title,
                        *card->line ? card->line : card->path, "new from this one");
        if (press == DV_CARD_BUTTON)
            set_source(p, card);
        if (press != DV_CARD_CHOSEN)
            continue;
        is_chosen = true;
        memcpy(p->chosen, card->path, sizeof card->path);
    }
    return is_chosen;
}

static bool show_page(page *p, SDL_Renderer *renderer) {
    const dv_scenario_choice *choice = p->choice;
    dv_gui_space();
    dv_gui_title("Drover " DV_VERSION);
    dv_gui_wrapped(
        DV_COLOR_TEXT_DIM,
        "Click a scenario to run it. Edit its files while it runs: each time you save, it "
        "continues with the new code. drover --help in a terminal lists the commands.");
    bool is_chosen = show_new(p);
    float width = (dv_gui_width() - (COLUMNS - 1) * 8 * p->scale) / COLUMNS;
    read_pictures(p, renderer, (int)width, (int)(width * picture_shape));
    if (choice->recent_count > 0 && dv_gui_section("Recent", true))
        is_chosen |= show_cards(p, 0, choice->recent_count, width);
    if (choice->sample_count > 0 && dv_gui_section("Samples", true))
        is_chosen |= show_cards(p, choice->recent_count, choice->sample_count, width);
    else if (choice->sample_count == 0)
        dv_gui_text(DV_COLOR_TEXT_DIM, "The samples are not next to the program.");
    return is_chosen;
}

bool dv_start_page_show(dv_screen *screen, const dv_scenario_choice *choice,
                        const char *control_path, char path[PATH_MAX]) {
    dv_page_control control;
    page p = {.choice = choice,
              .count = choice->recent_count + choice->sample_count,
              .scale = screen->scale,
              .chosen = path,
              .screen = screen};
    bool is_chosen = false;
    p.pictures = dv_alloc((p.count + 1) * sizeof *p.pictures);
    if (!p.pictures) {
        fprintf(stderr, "drover: out of memory\n");
        return false;
    }
    set_source(&p, NULL);
    dv_page_control_open(&control, screen, control_path);
    while (!is_chosen && dv_page_control_serve(&control) && dv_screen_begin_page(screen, "start")) {
        if (screen->was_reset)
            forget_pictures(&p);
        is_chosen = show_page(&p, screen->renderer);
        dv_screen_end_page(screen);
    }
    dv_page_control_close(&control);
    forget_pictures(&p);
    dv_free(p.pictures);
    return is_chosen;
}
