// The scenarios to choose from if none is named: the samples and the recent ones.
#ifndef DV_PLAYER_SCENARIO_CHOICE_H
#define DV_PLAYER_SCENARIO_CHOICE_H

#include "player/options/options.h"
#include "player/tools/recent.h"

#define DV_CARD_LINE 160

/// A scenario to choose. All text is printable.
typedef struct dv_card {
    char path[PATH_MAX];
    char picture[PATH_MAX];      ///< a PNG file that may exist
    char name[DV_RECENT_TITLE];  ///< of its folder or file
    char title[DV_RECENT_TITLE]; ///< from its README.md, or its name
    char line[DV_CARD_LINE];     ///< a sentence from its README.md, or ""
} dv_card;

typedef struct dv_scenario_choice {
    char folder[PATH_MAX]; ///< of the samples; "" if there are none
    dv_card *samples;      ///< sorted by name
    dv_card *recent;       ///< those that still exist, the latest first
    uint32_t sample_count, recent_count;
} dv_scenario_choice;

/// List them. Fails when out of memory; there is then nothing to free.
dv_result dv_scenario_choice_fill(dv_scenario_choice *choice, dv_error *error);
/// Free both lists.
void dv_scenario_choice_free(dv_scenario_choice *choice);

/// Print the commands and the scenarios to run.
void dv_scenario_choice_print(const dv_scenario_choice *choice, const dv_subcommand *const *known);

/// The same without a choice. Returns the exit status.
int dv_start_print(const dv_subcommand *const *known);

#endif
