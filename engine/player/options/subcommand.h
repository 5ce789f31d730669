// A subcommand of drover, such as `drover check`: its help, its options, and what it does. Each is
// described in the file that does it; ../subcommands.def lists them.
#ifndef DV_PLAYER_SUBCOMMAND_H
#define DV_PLAYER_SUBCOMMAND_H

#include "player/options/option.h"

#define DV_BAD_USAGE 2

struct dv_subcommand {
    const char *name;
    const char *takes; ///< "SCENARIO", or "[NAME]" if it may be left out
    const char *title; ///< what it does, for `drover --help`
    const char *usage; ///< lines; NULL: one made of the above
    /// Paragraphs before and after the options, each one line of text, which the help wraps. Lines
    /// that begin with a space stay as they are.
    const char *help, *notes;
    const dv_option *options;
    uint32_t option_count;
    size_t operand;      ///< where in dv_options the operand goes, as offsetof
    const char *missing; ///< the message without an operand; NULL: `check` says it, if any
    bool takes_more;     ///< several operands, which are in `sweep.files`
    size_t own_size;     ///< of the struct for its own options; 0: it has none
    /// Check what was given together, and fill in what follows from it. NULL: nothing to check.
    dv_result (*check)(dv_reading *r);
    int (*run)(const dv_options *options); ///< returns the exit status
};

/// `missing` of those that take a scenario.
#define DV_NO_SCENARIO "no SCENARIO given: a folder with main.lua, or a .lua file"
/// The rows of a subcommand.
#define DV_OPTIONS(rows) .options = (rows), .option_count = sizeof(rows) / sizeof *(rows)

/// Whether an option of the subcommand was given.
bool dv_option_given(const dv_reading *r, const char *name);

#endif
