// The table of commands and of the keys that run them; commands.def lists both.
//
// Invariant: a command that needs a window has no `obey`; its index is the first one's plus its
// dv_window_command.
#ifndef DV_PLAYER_COMMAND_TABLE_H
#define DV_PLAYER_COMMAND_TABLE_H

#include "player/run/answer.h"

typedef struct dv_run_command {
    const char *name;
    const char *takes; ///< arguments for `help`; NULL: none
    const char *title; ///< what it does
    /// Obey it. `value` is what follows the name, or "". NULL: the window does it.
    void (*obey)(dv_run *run, const char *value, dv_answer *to);
    dv_window_command of_window; ///< if `obey` is NULL
} dv_run_command;

typedef struct dv_key {
    const char *name;  ///< "space", "shift+r", "ctrl+z"; "click" and the like are no keys
    const char *label; ///< for pages of keys; NULL: another key's label names it
    const char *line;  ///< the command that it runs; NULL: none
    const char *title; ///< what it does, for pages of keys
    bool repeats;      ///< holding it down runs the command again
} dv_key;

extern const dv_run_command dv_commands_known[];
extern const uint32_t dv_commands_count;
extern const dv_key dv_keys[];
extern const uint32_t dv_keys_count;

/// The command with a name; NULL: there is none.
const dv_run_command *dv_command_named(const char *name);
/// Bytes of a key's name, with its end.
#define DV_KEY_NAME 32

/// The key that was pressed, without "shift+" and "ctrl+": `name` is what the user's keyboard has
/// there, and `place` what a US keyboard has at the same place. Letters from A to Z go by their
/// names, and signs, digits, and letters of other scripts by their places; where the table has
/// nothing for the place, by their names. A key for which it has nothing with shift means the same
/// as without. NULL: it runs no command.
const dv_key *dv_key_pressed(const char *name, const char *place, bool ctrl, bool shift);
/// The keys that tools of a scenario can't have, ended by NULL.
const char *const *dv_reserved_keys(void);

// What the commands of a run do, in obey.c and obey_numbers.c.
#define COMMAND(function, name, takes, title)                                                      \
    void dv_obey_##function(dv_run *run, const char *value, dv_answer *to);
#include "player/run/commands.def"

#endif
