// The scenarios to choose from; see scenario_choice.h.
#include "player/tools/scenario_choice.h"

#include "base/alloc.h"
#include "base/result.h"
#include "player/options/command_line.h"
#include "player/options/samples.h"
#include "player/options/scenario_path.h"
#include "player/terminal/messages.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// README.md

static FILE *open_readme(const char *scenario) {
    char path[PATH_MAX];
    return snprintf(path, sizeof path, "%s/README.md", scenario) < PATH_MAX ? fopen(path, "r")
                                                                            : NULL;
}

/// Cut off a text after its first sentence.
static void keep_sentence(char *text) {
    for (char *end = strchr(text, '.'); end; end = strchr(end + 1, '.')) {
        if (end[1] == ' ' || end[1] == '\0') {
            end[1] = '\0';
            return;
        }
    }
}

/// Read the heading of README.md and the first sentence of its first paragraph.
static void read_readme(dv_card *card) {
    char line[400], text[1000] = "", title[400] = "";
    FILE *file = open_readme(card->path);
    while (file && fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = '\0';
        bool is_empty = *line == '\0', is_begun = *text != '\0';
        if (is_empty && is_begun)
            break;
        if (line[0] == '#' && !*title)
            snprintf(title, sizeof title, "%s", line + strspn(line, "# "));
        else if (!is_empty && line[0] != '!' && line[0] != '#')
            snprintf(text + strlen(text), sizeof text - strlen(text), "%s%s", is_begun ? " " : "",
                     line);
    }
    if (file)
        fclose(file);
    keep_sentence(text);
    dv_show_text(NULL, text, card->line, sizeof card->line);
    if (*title)
        dv_show_text(NULL, title, card->title, sizeof card->title);
}

/// Find the scenario's own picture, or else the one kept from its last run.
static void find_picture(dv_card *card) {
    int length = snprintf(card->picture, sizeof card->picture, "%s/picture.png", card->path);
    if ((length >= PATH_MAX || access(card->picture, R_OK) != 0) &&
        !dv_recent_picture(card->path, card->picture))
        card->picture[0] = '\0';
}

static void fill_card(dv_card *card, const char *path, const char *title) {
    const char *slash = strrchr(path, '/');
    snprintf(card->path, sizeof card->path, "%s", path);
    dv_show_text(NULL, slash ? slash + 1 : path, card->name, sizeof card->name);
    snprintf(card->title, sizeof card->title, "%s", card->name);
    read_readme(card);
    find_picture(card);
    if (title && *title)
        snprintf(card->title, sizeof card->title, "%s", title);
}

// The lists

static int is_visible(const struct dirent *entry) { return entry->d_name[0] != '.'; }

static bool take_samples(dv_scenario_choice *choice) {
    struct dirent **entries = NULL;
    char path[PATH_MAX];
    int count = *choice->folder ? scandir(choice->folder, &entries, is_visible, alphasort) : 0;
    count = count > 0 ? count : 0;
    choice->samples = dv_alloc(((size_t)count + 1) * sizeof *choice->samples);
    for (int i = 0; i < count; i++) {
        if (choice->samples && dv_sample_path(entries[i]->d_name, path))
            fill_card(&choice->samples[choice->sample_count++], path, NULL);
        free(entries[i]);
    }
    free(entries);
    return choice->samples;
}

static bool take_recent(dv_scenario_choice *choice) {
    dv_recent *recent = dv_alloc(sizeof *recent);
    choice->recent = dv_alloc(DV_MAX_RECENT * sizeof *choice->recent);
    if (recent && choice->recent) {
        dv_recent_read(recent);
        for (uint32_t i = 0; i < recent->count; i++)
            if (dv_check_scenario_path(recent->items[i].path, NULL) == DV_OK)
                fill_card(&choice->recent[choice->recent_count++], recent->items[i].path,
                          recent->items[i].title);
    }
    dv_free(recent);
    return recent && choice->recent;
}

dv_result dv_scenario_choice_fill(dv_scenario_choice *choice, dv_error *error) {
    *choice = (dv_scenario_choice){.samples = NULL};
    if (!dv_samples_folder(choice->folder))
        choice->folder[0] = '\0';
    if (take_samples(choice) && take_recent(choice))
        return DV_OK;
    dv_scenario_choice_free(choice);
    return dv_fail(error, DV_ERROR_MEMORY, "out of memory");
}

void dv_scenario_choice_free(dv_scenario_choice *choice) {
    dv_free(choice->samples);
    dv_free(choice->recent);
    *choice = (dv_scenario_choice){.samples = NULL};
}

// As text

/// The path is as short as possible from the current directory.
static void print_scenario(const dv_card *card) {
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s", card->path);
    dv_shorten_path(path);
    printf("  %-30s %s\n", *path ? path : ".", card->title);
}

void dv_scenario_choice_print(const dv_scenario_choice *choice, const dv_subcommand *const *known) {
    dv_write_program_help(stdout, known);
    if (choice->recent_count > 0)
        printf("\nRecent:\n\n");
    for (uint32_t i = 0; i < choice->recent_count; i++)
        print_scenario(&choice->recent[i]);
    if (choice->sample_count > 0)
        printf("\nSamples:\n\n");
    for (uint32_t i = 0; i < choice->sample_count; i++)
        print_scenario(&choice->samples[i]);
    if (choice->sample_count > 0)
        printf("\nTo copy one and change it: drover new DIR --from SAMPLE\n");
}

int dv_start_print(const dv_subcommand *const *known) {
    dv_scenario_choice choice;
    dv_error error;
    if (dv_scenario_choice_fill(&choice, &error) != DV_OK) {
        fprintf(stderr, "drover: %s\n", error.message);
        return 1;
    }
    dv_scenario_choice_print(&choice, known);
    dv_scenario_choice_free(&choice);
    return 0;
}
